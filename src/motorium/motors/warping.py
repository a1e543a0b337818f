"""Warps: what carries a body from one segment over into another (Yu & Terzopoulos 1999, section
5.2): the difference between the two dies away smoothly, with the speed that it has, while the body
frame goes on.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.motors.rows import State
from motorium.motors.tables import HEADING, MUSCLE, OFFSET, ROW, SPEED, TURN
from motorium.physics.fish_kernel import Array

__all__ = [
    "FRESH",
    "JUMPED",
    "LEAST_WARP",
    "LIMIT",
    "MASS_SHARES",
    "PASSAGE",
    "PASSING",
    "SECONDS_PER_LENGTH",
    "WARPING",
    "hermite",
    "let_warp_pass",
    "warp_of",
    "warp_shape",
    "warp_slopes",
    "warp_to",
]

PASSING: Final = 1
WARPING: Final = 2
FRESH: Final = 4
JUMPED: Final = 8
"""What a fish is busy with: a turn; a warp; it has just been adopted; it has changed its segment
without a warp."""

LIMIT: Final = 6.0
"""The fastest that a warp moves a node [L/s of a fish of 20 cm]: in a frame a tenth of a length, as
in appendix A (2 of the 20 units of a body)."""
SECONDS_PER_LENGTH: Final = 1.5 / (0.5 * LIMIT)
"""That a warp takes [s/L]: half of the limit is left to the segments themselves, and a smooth warp
is faster than an even one by half."""
MASS_SHARES: Final = np.array(
    [0.01, *np.repeat([0.05, 0.105, 0.065, 0.018, 0.0085], 4), 0.002, 0.002]
)
"""About how the mass of any fish is spread over its nodes: while a warp straightens a body, its
centre of mass goes on as it would."""
LEAST_WARP: Final = 0.2
"""[s of a fish of 20 cm]"""

PASSAGE: Final = np.dtype(
    [
        # Share of a turn that has been played; how long it takes [s]; by how much it turns [rad];
        # from which speed [L/s].
        ("place", "f8"),
        ("seconds", "f8"),
        ("angle", "f8"),
        ("entered", "f8"),
        # What is read: two segments, their lengths in rows, and their weights.
        ("row_a", "i8"),
        ("row_b", "i8"),
        ("frames_a", "i8"),
        ("frames_b", "i8"),
        ("weight_a", "f8"),
        ("weight_b", "f8"),
        # Heading: of the table times gain; as last read; what is left of this leg, and after [rad].
        ("gain", "f8"),
        ("read", "f8"),
        ("leg", "f8"),
        ("left", "f8"),
        # Speed: of the table times ratio, plus what is left of the entry's [L/s].
        ("ratio", "f8"),
        ("entry", "f8"),
        ("end_share", "f8"),
        # Warp: for how long, of how long [s]; by how much it has swung the course [rad].
        ("warp_clock", "f8"),
        ("warp_seconds", "f8"),
        ("swung", "f8"),
    ]
)
"""What is kept of a fish that turns or is warped."""


@kernel
def hermite(s: float) -> tuple[float, float]:
    """What is left of a difference, and of its speed, a share s after it began to die away; from
    1 and 0, with slopes 0 and 1, to nothing."""
    rest = (1.0 - s) * (1.0 - s)
    return (1.0 + 2.0 * s) * rest, s * rest


@kernel
def warp_shape(me: Any) -> tuple[float, float]:
    """How much is left of the difference, and of its speed times the warp's duration."""
    return hermite(min(me.warp_clock / me.warp_seconds, 1.0))


@kernel
def warp_of(slot: int, channel: int, me: Any, busy: NDArray[np.uint8], warped: Array) -> float:
    """What a warp adds to one number of a row."""
    if busy[slot] & WARPING == 0:
        return 0.0
    here, rate = warp_shape(me)
    added: float = here * warped[slot, 0, channel]
    added += rate * me.warp_seconds * warped[slot, 1, channel]
    return added


@kernel
def warp_slopes(me: Any) -> tuple[float, float]:
    """How fast these two change [1/s], the second by the warp's duration."""
    s = min(me.warp_clock / me.warp_seconds, 1.0)
    return -6.0 * s * (1.0 - s) / me.warp_seconds, (1.0 - s) * (1.0 - 3.0 * s)


@kernel
def warp_to(
    rows: Floats,
    at: int,
    width: int,
    lane: int,
    slot: int,
    warps: bool,
    state: Array,
    me: Any,
    busy: NDArray[np.uint8],
    warped: Array,
) -> None:
    """Warp from rows[0], which changes by rows[1] a second, to rows[2], which changes by rows[3].

    rows[4]: work space. A warp that is under way goes on in the new one. Where the body frame is
    beside its course is taken over at once, and only how it moves there is warped: nobody is
    dragged back.
    """
    length = state[at + State.LENGTH * width + lane]
    if busy[slot] & WARPING and warps:
        here, rate = warp_shape(me)
        slope, rate_slope = warp_slopes(me)
        for k in range(ROW):
            off, speed = warped[slot, 0, k], warped[slot, 1, k]
            rows[0, k] += here * off + rate * speed * me.warp_seconds
            rows[1, k] += slope * off + rate_slope * speed
    cosine, sine = math.cos(rows[2, TURN + 2]), math.sin(rows[2, TURN + 2])
    for k in range(3):
        rows[4, k] = 0.0
        for node in range(NODES):
            moved = rows[0, 3 * node + k] - rows[2, 3 * node + k]
            rows[4, k] -= MASS_SHARES[node] * moved
    rows[4, 0], rows[4, 1] = (
        cosine * rows[4, 0] - sine * rows[4, 1],
        sine * rows[4, 0] + cosine * rows[4, 1],
    )
    for k in range(3):
        # Beside its course a body frame is from now on where its centre of mass stays.
        target = rows[2, OFFSET + k] + rows[4, k]
        state[at + (State.OFFSET + k) * width + lane] += (target - rows[0, OFFSET + k]) * length
        rows[0, OFFSET + k] = target
    if not warps:
        busy[slot] = (busy[slot] & ~np.uint8(WARPING)) | np.uint8(JUMPED)
        return
    farthest = 0.0
    for k in range(ROW):
        warped[slot, 0, k] = rows[0, k] - rows[2, k]
        warped[slot, 1, k] = rows[1, k] - rows[3, k]
    # Speed and what is not used are no part of the body; of the heading only how fast it turns.
    for k in range(SPEED, MUSCLE):
        warped[slot, 0, k] = 0.0
        warped[slot, 1, k] = 0.0
    warped[slot, 0, HEADING] = 0.0
    me.swung = 0.0
    for node in range(NODES):
        square = 0.0
        for k in range(3 * node, 3 * node + 3):
            square += warped[slot, 0, k] * warped[slot, 0, k]
        farthest = max(farthest, square)
    own = state[at + State.DT * width + lane] / state[at + State.OWN_DT * width + lane]
    me.warp_seconds = own * max(SECONDS_PER_LENGTH * math.sqrt(farthest), LEAST_WARP)
    me.warp_clock = 0.0
    busy[slot] |= WARPING


@kernel
def let_warp_pass(
    width: int,
    lane: int,
    slot: int,
    at: int,
    state: Array,
    me: Any,
    busy: NDArray[np.uint8],
    warped: Array,
) -> None:
    """One frame on; a course that turned otherwise in the last segment swings out, and back."""
    me.warp_clock += state[at + State.DT * width + lane]
    _, rate = warp_shape(me)
    swing = rate * me.warp_seconds * warped[slot, 1, HEADING]
    state[at + State.HEADING * width + lane] += swing - me.swung
    me.swung = swing
    if me.warp_clock >= me.warp_seconds:
        busy[slot] &= ~np.uint8(WARPING)
