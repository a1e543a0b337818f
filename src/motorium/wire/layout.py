"""Where every number of a binary snapshot stands; the page's copy is generated from this.

A snapshot is a header, one record for each character, then blocks: of nodes for each record whose
flag NODES is set, of fins for each whose flag FINS is set, of looks for each whose flag LOOKS is
set, and of muscles for each whose flag MUSCLES is set; all nodes come before all fins, these before
all looks, these before all muscles, each in the order of the records. In a habitat there follow the
leaves of its weeds, its plankton, bubbles and food; then submarines and the fishing line, where
there are any. All little-endian.

| bytes | header |
|---|---|
| 0-3 | the letters `MTRM` |
| 4-5, 6-7 | protocol, size of the header |
| 8-11 | tick: the frame's number |
| 12-15 | revision of the roster that names the records |
| 16-19 | extent [m], float32: positions lie in a cube of this edge around the origin |
| 20-23, 24-27 | number of records, number of node blocks |
| 28-29, 30-31 | nodes in a block, muscles in a block |
| 32-35, 36-39 | number of fin blocks, number of muscle blocks |
| 40-43, 44-47, 48-51, 52-55 | number of leaves, of places for plankton, bubbles and food |
| 56-57, 58, 59 | nodes of a leaf, number of submarines, 0 to 8, and of fishing lines, 0 or 1 |
| 60-63, 64-67, 68-71 | radius, lowest and highest of the habitat [m], float32; 0 in open water |
| 72-79 | the world's time [s], float64 |
| 80-83 | number of blocks of looks |

| bits | record (four 32-bit words) |
|---|---|
| 0-20, 21-41, 42-62 | x, y, z: 21 bits each, 0 and 2097151 are the faces of the cube |
| 64-73, 74-83, 84-93, 94-95 | quaternion (w, x, y, z) without its largest part; which that is |
| 96-105, 106-113, 114-119 | segment, frame, sub-frame of a repertoire |
| 120-127 | flags: 1 NODES, 2 FINS, 4 MUSCLES, 8 + 16 the level of detail, 32 AUTOMATIC, 64 LOOKS |

Of who is seen by nobody no nodes are sent: where it is and how it is turned is all that is known of
it. The level of detail is 0 muscles, 1 playback, 2 frame only; AUTOMATIC says that it is chosen for
the character, and not fixed by somebody.

A node block is int16 triples in the body frame, in units of the body's length / 16384. They are
measured against the *decoded* frame of the record, so that the coarse quaternion costs no accuracy:
what is drawn is what was simulated.

A fin block is four int8 in steps of 1/64 rad: of the left pectoral how far it is swung out and how
far its leading edge is raised, then the same of the right. Fins at rest are not sent. A block of
looks is four uint8, 0 to 255: how far its mouth is open, its courtship colours, its fear, and a
spare 0; who shows none of it has no block. Both come with nodes only. A block of muscles is 12
uint8: rest length over natural length, in steps of 1/200; only fishes that are driven by hand have
one.

A leaf is int16 triples from its root to its tip, in steps of 1/2048 m from the root of its cluster;
`Hello.habitat` says which leaves grow where. A particle (of plankton, a bubble, a crumb of food) is
four uint16: x and y between -radius and radius, z between lowest and highest, and its diameter in
steps of 20 micrometres, 0 if there is none at this place now. Each has its place for ever.

A submarine is 14 float32: position [m], orientation (w, x, y, z), velocity [m/s], and how its helm
stands: thrust, turn, pitch and lift, -1 to 1; and a uint32, its number, from 1 on. A line is 6
float32, where its hook is and where it enters the water [m], and two uint16: what it does, 0 up, 1
sinks, 2 waits, 3 pulls, and 1 if somebody hangs on it. Whoever steers a boat by what he sees needs
them finer than fishes are.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "FINS_PER_BLOCK",
    "FIN_STEPS_PER_RADIAN",
    "FLAG_AUTOMATIC",
    "FLAG_FINS",
    "FLAG_LOOKS",
    "FLAG_MUSCLES",
    "FLAG_NODES",
    "HEADER_BYTES",
    "LEAF_STEPS_PER_METRE",
    "LEVEL_MASK",
    "LEVEL_SHIFT",
    "LINE_BYTES",
    "LINE_STATES",
    "LOOKS_PER_BLOCK",
    "LOOK_STEPS",
    "MAGIC",
    "MOST_LEAF_NODES",
    "MOST_SUBMARINES",
    "MUSCLES_PER_BLOCK",
    "MUSCLE_STEPS_PER_LENGTH",
    "NODES_PER_BLOCK",
    "NODE_BLOCK_BYTES",
    "NODE_STEPS_PER_LENGTH",
    "PARTICLE_BYTES",
    "PARTICLE_STEPS",
    "POSITION_STEPS",
    "QUATERNION_STEPS",
    "RECORD_BYTES",
    "SIZE_STEPS_PER_METRE",
    "SUBMARINE_BYTES",
    "TYPESCRIPT_NAMES",
]

MAGIC: Final = 0x4D52544D
HEADER_BYTES: Final = 84
RECORD_BYTES: Final = 16
NODES_PER_BLOCK: Final = 23
NODE_BLOCK_BYTES: Final = NODES_PER_BLOCK * 3 * 2
FINS_PER_BLOCK: Final = 4
"""Numbers, and bytes."""
LOOKS_PER_BLOCK: Final = 4
"""Numbers, and bytes."""
MUSCLES_PER_BLOCK: Final = 12
"""Numbers, and bytes."""
POSITION_STEPS: Final = 2**21 - 1
QUATERNION_STEPS: Final = 2**10 - 1
NODE_STEPS_PER_LENGTH: Final = 16384
FIN_STEPS_PER_RADIAN: Final = 64
LOOK_STEPS: Final = 255
MUSCLE_STEPS_PER_LENGTH: Final = 200
LEAF_STEPS_PER_METRE: Final = 2048
MOST_LEAF_NODES: Final = 64
PARTICLE_BYTES: Final = 8
PARTICLE_STEPS: Final = 2**16 - 1
SIZE_STEPS_PER_METRE: Final = 50_000
SUBMARINE_BYTES: Final = 60
MOST_SUBMARINES: Final = 8
LINE_BYTES: Final = 28
LINE_STATES: Final = ("up", "sinks", "waits", "pulls")
"""By their numbers."""
FLAG_NODES: Final = 1
FLAG_FINS: Final = 2
FLAG_MUSCLES: Final = 4
LEVEL_SHIFT: Final = 3
LEVEL_MASK: Final = 3
FLAG_AUTOMATIC: Final = 32
FLAG_LOOKS: Final = 64

TYPESCRIPT_NAMES: Final = (
    "MAGIC",
    "HEADER_BYTES",
    "RECORD_BYTES",
    "NODES_PER_BLOCK",
    "NODE_BLOCK_BYTES",
    "FINS_PER_BLOCK",
    "LOOKS_PER_BLOCK",
    "MUSCLES_PER_BLOCK",
    "POSITION_STEPS",
    "QUATERNION_STEPS",
    "NODE_STEPS_PER_LENGTH",
    "FIN_STEPS_PER_RADIAN",
    "LOOK_STEPS",
    "MUSCLE_STEPS_PER_LENGTH",
    "LEAF_STEPS_PER_METRE",
    "MOST_LEAF_NODES",
    "MOST_SUBMARINES",
    "PARTICLE_BYTES",
    "PARTICLE_STEPS",
    "SIZE_STEPS_PER_METRE",
    "SUBMARINE_BYTES",
    "LINE_BYTES",
    "FLAG_NODES",
    "FLAG_FINS",
    "FLAG_MUSCLES",
    "LEVEL_SHIFT",
    "LEVEL_MASK",
    "FLAG_AUTOMATIC",
    "FLAG_LOOKS",
)
