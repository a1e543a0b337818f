"""Where every number of a frame of figures stands; the page's copy is generated from this.

A frame tells a client what has changed since the frame before that *it* was sent: a header, then
rows, one after the other. All little-endian.

| bytes | header |
|---|---|
| 0-3 | the letters `MTRF` |
| 4-7 | tick: frames of the town |
| 8-15 | the town's time [s], float64 |
| 16-19 | revision of the roster that names the figures |
| 20-23 | sequence: the how manieth frame since this client knew nothing; before 0, forget all |
| 24-27 | number of rows |

| bytes | row |
|---|---|
| 0-3 | the figure's id |
| 4 | its level in bits 0 and 1; bit 7 GONE: it is not shown there any more, and the row ends at 6 |
| 5 | its share in steps of 1/255: how much of it is shown |
| then | the mask: a bit for each of the level's values, the lowest bit first, in whole bytes |
| then | if bit 0 is set: where its first segment is, three int32 in steps of 0.1 mm |
| then | for each bit that is set, 6 bytes: the value |

The values of a level are the turns of its segments, then the slides of those that also slide, in
the order of `SkeletonInfo.sliding`. The first is the turn of the first segment in the world, the
others are against the parent. A turn is a quaternion (w, x, y, z) without its largest part, which
is made positive: three numbers of 15 bits, 16384 for zero, in steps of sqrt(1/2) / 16383, the first
in the lowest bits, and in bits 45 and 46 which part is left out. A slide is three int16 in steps of
1/16384 m.

While a figure changes its level it has a row on both, whose shares add up to 1. Of a figure that a
client does not know on a level, the first row is whole: all bits of its mask are set.
"""

from __future__ import annotations

import math
import struct
from typing import Final

__all__ = [
    "FIGURE_HEADER",
    "FIGURE_HEADER_BYTES",
    "FIGURE_MAGIC",
    "FLAG_GONE",
    "LEVEL_BITS",
    "MOST_ROWS",
    "MOST_VALUES",
    "PLACE_BYTES",
    "PLACE_STEPS_PER_METRE",
    "ROW_BYTES",
    "SHARE_STEPS",
    "SLIDE_STEPS_PER_METRE",
    "SMALLEST_THREE",
    "TURN_STEPS",
    "TURN_ZERO",
    "TYPESCRIPT_NAMES",
    "VALUE_BYTES",
]

FIGURE_MAGIC: Final = 0x4652544D
FIGURE_HEADER: Final = struct.Struct("<IIdIII")
FIGURE_HEADER_BYTES: Final = FIGURE_HEADER.size
ROW_BYTES: Final = 6
PLACE_BYTES: Final = 12
VALUE_BYTES: Final = 6
LEVEL_BITS: Final = 3
FLAG_GONE: Final = 128
SHARE_STEPS: Final = 255
PLACE_STEPS_PER_METRE: Final = 10_000
SLIDE_STEPS_PER_METRE: Final = 16_384
TURN_ZERO: Final = 16_384
TURN_STEPS: Final = 16_383
SMALLEST_THREE: Final = math.sqrt(0.5)
"""No part of a unit quaternion but the largest can exceed this."""
MOST_VALUES: Final = 128
"""Of a level; ours have at most 72."""
MOST_ROWS: Final = 65_536
"""That a frame may have; more cannot be meant."""

TYPESCRIPT_NAMES: Final = (
    "FIGURE_MAGIC",
    "FIGURE_HEADER_BYTES",
    "ROW_BYTES",
    "PLACE_BYTES",
    "VALUE_BYTES",
    "LEVEL_BITS",
    "FLAG_GONE",
    "SHARE_STEPS",
    "PLACE_STEPS_PER_METRE",
    "SLIDE_STEPS_PER_METRE",
    "TURN_ZERO",
    "TURN_STEPS",
    "MOST_VALUES",
    "MOST_ROWS",
)
