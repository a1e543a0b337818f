"""What single fishes do between steady motions: C-turns from the tables, and warps.

A warp carries a body from one segment over into another (Yu & Terzopoulos 1999, section 5.2): the
difference between the two dies away smoothly, with the speed that it has, while the body frame
goes on.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.compiled import kernel
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.motion.segments import PIVOTS, SEGMENTS, TURNS
from motorium.motors.playing import Reader, State
from motorium.motors.tables import (
    HEADING,
    MUSCLE,
    OFFSET,
    ROW,
    SCALED,
    SPEED,
    TAIL,
    TURN,
    Trait,
)
from motorium.physics.fish_kernel import Array

__all__ = [
    "FRESH",
    "JUMPED",
    "LEAST_WARP",
    "LIMIT",
    "PASSAGE",
    "PASSING",
    "WARPING",
    "conduct",
    "read_passage",
    "sample",
    "warp_rows",
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
LEAST_WARP: Final = 0.2
"""[s of a fish of 20 cm]"""
STEERAGE: Final = 0.4
"""Share of the medium speed from which on a fish turns out of its beat."""
NEAR: Final = math.radians(0.5)
"""A smaller turn is done at once."""
FARTHEST: Final = 1.1
"""By how much more than the recorded angle one C-turn may turn."""

PASSAGE: Final = np.dtype(
    [
        # Share of a turn that has been played; how long it takes [s].
        ("place", "f8"),
        ("seconds", "f8"),
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
        # Warp: for how long, of how long [s].
        ("warp_clock", "f8"),
        ("warp_seconds", "f8"),
    ]
)
"""What is kept of a fish that turns or is warped."""

_HOVER: Final = SEGMENTS.index("hover")
_TURN: Final = SEGMENTS.index(TURNS[0])
_PIVOT: Final = SEGMENTS.index(PIVOTS[0])
_ASKED: Final = int(ActionState.ASKED)
_RUNNING: Final = int(ActionState.RUNNING)
_DONE: Final = int(ActionState.DONE)


@kernel
def conduct(
    width: int,
    first: int,
    last: int,
    poses: Array,
    traits: Array,
    trait: int,
    clips: NDArray[np.void],
    kinds: NDArray[np.int16],
    mine: NDArray[np.uint8],
    warps: bool,
    action_value: Floats,
    at: int,
    state: Array,
    readers: Array,
    rows: Floats,
    passages: NDArray[np.void],
    busy: NDArray[np.uint8],
    warped: Array,
    action_state: NDArray[np.int8],
    action_left: Floats,
) -> None:
    """Begin, play and end turns of the fishes in slots [first, last), and let warps pass.

    readers: what `follow` would read; where a fish turns, what is read instead. rows: work space,
    shape (5, ROW). warps: whether the difference between two segments is warped away.
    """
    for slot in range(first, last):
        if mine[slot] == 0:
            continue
        asks = action_state[slot] == _ASKED
        if busy[slot] == 0 and not asks:
            continue
        lane = slot - first
        me = passages[slot]
        dt = state[at + State.DT * width + lane]
        if busy[slot] & WARPING:
            me.warp_clock += dt
            if me.warp_clock >= me.warp_seconds:
                busy[slot] &= ~np.uint8(WARPING)
        fresh = busy[slot] & FRESH
        busy[slot] &= ~np.uint8(FRESH)
        passing = busy[slot] & PASSING
        resumed = fresh and action_state[slot] == _RUNNING
        ends = False
        if passing:
            for k in range(Reader.COUNT):
                rows[4, k] = readers[k * width + lane]
            me.place = min(me.place + dt / me.seconds, 1.0)
            read_passage(width, lane, me, readers)
            _pass_on(width, lane, poses, readers, at, me, state)
            ends = me.place >= 1.0
        if not (asks or resumed or ends):
            if passing:
                # From where the nose points, for who takes over.
                nose = _channel(width, lane, poses, readers, TURN + 2)
                left = me.left + me.leg - nose
                action_left[slot] = left if action_state[slot] == _RUNNING else 0.0
            continue
        # From what is read now into what is read from now on.
        sample(width, lane, poses, readers, rows[0], rows[1])
        angle = me.left
        if asks or resumed:
            wished = action_value[slot] if asks else action_left[slot]
            angle = wished if math.isfinite(wished) else 0.0
            action_state[slot] = _RUNNING
            if passing:
                # It counts from where the nose points.
                angle += rows[0, TURN + 2]
        if abs(angle) > NEAR:
            _begin_leg(width, lane, traits, trait, clips[kinds[slot]], angle, at, state, me)
            read_passage(width, lane, me, readers)
            beat = traits[trait + Trait.MEDIUM_BEAT * width + lane]
            _enter(width, lane, poses, readers, beat, at, state, me)
            busy[slot] |= PASSING
            action_left[slot] = angle
        else:
            if action_state[slot] == _RUNNING:
                action_state[slot] = _DONE
            action_left[slot] = 0.0
            me.left = 0.0
            if not passing:
                continue
            busy[slot] &= ~np.uint8(PASSING)
            state[at + State.TURNS * width + lane] = 0.0
            for k in range(Reader.COUNT):
                readers[k * width + lane] = rows[4, k]
        sample(width, lane, poses, readers, rows[2], rows[3])
        warp_to(rows, at, width, lane, slot, warps, state, me, busy, warped)


@kernel
def read_passage(width: int, lane: int, me: Any, readers_out: Array) -> None:
    for reader in range(2):
        frames = me.frames_a if reader == 0 else me.frames_b
        first = me.row_a if reader == 0 else me.row_b
        place = me.place * frames
        row = min(math.floor(place), frames - 1)
        at = reader * Reader.SIZE * width + lane
        readers_out[at + Reader.ROW * width] = first + row
        readers_out[at + Reader.WAY * width] = place - row
        readers_out[at + Reader.WEIGHT * width] = me.weight_a if reader == 0 else me.weight_b
        readers_out[at + Reader.RATE * width] = frames / me.seconds
    at = 2 * Reader.SIZE * width + lane
    readers_out[at + Reader.WEIGHT * width] = 0.0


@kernel
def _begin_leg(
    width: int,
    lane: int,
    traits: Array,
    trait: int,
    clips: Any,
    angle: float,
    at: int,
    state: Array,
    me: Any,
) -> None:
    """Choose segments for an angle [rad], or for as much of it as one C-turn does.

    Swimming fishes turn gradually or sharply, and in between they do a bit of both; a small turn is
    a gradual one that is damped towards hovering. Resting fishes pivot.
    """
    speed = state[at + State.SPEED * width + lane]
    medium = traits[trait + Trait.MEDIUM_SPEED * width + lane]
    side = 0 if angle > 0.0 else 1
    hover = clips[_HOVER]
    swims = speed > STEERAGE * medium
    low = clips[_TURN + 2 * side] if swims else clips[_PIVOT + side]
    high = clips[_TURN + 2 * side + 1] if swims else low
    reach = FARTHEST * abs(high.turn)
    legs = math.ceil(abs(angle) / reach)
    leg = abs(angle) / legs
    me.leg = math.copysign(leg, angle)
    me.left = angle - me.leg
    me.place = 0.0
    me.row_a, me.frames_a = low.first, low.frames
    if swims and leg > abs(low.turn):
        me.row_b, me.frames_b = high.first, high.frames
        me.weight_b = min((leg - abs(low.turn)) / (abs(high.turn) - abs(low.turn)), 1.0)
        me.weight_a = 1.0 - me.weight_b
        made = me.weight_a * abs(low.turn) + me.weight_b * abs(high.turn)
        me.seconds = me.weight_a * low.seconds + me.weight_b * high.seconds
        me.end_share = high.end_share if me.weight_b > 0.5 else low.end_share
    else:
        me.row_b, me.frames_b = hover.first, hover.frames
        me.weight_a = min(leg / abs(low.turn), 1.0)
        me.weight_b = 1.0 - me.weight_a
        made = me.weight_a * abs(low.turn)
        me.seconds = low.seconds
        me.end_share = low.end_share
    # What a steered course still turns by itself belongs to the leg.
    kept = state[at + State.KEPT * width + lane]
    dt = state[at + State.DT * width + lane]
    turning = state[at + State.TURNING * width + lane]
    coming = turning * dt * kept * kept / (1.0 - kept * kept)
    me.gain = (me.leg - coming) / math.copysign(made, angle)
    me.ratio = 1.0 if swims else 0.0
    me.entry = speed


@kernel
def _enter(
    width: int,
    lane: int,
    poses: Array,
    readers: Array,
    medium_beat: float,
    at: int,
    state: Array,
    me: Any,
) -> None:
    """At the beginning of a leg."""
    me.read = _channel(width, lane, poses, readers, HEADING)
    if me.ratio > 0.0:
        begins = _channel(width, lane, poses, readers, SPEED)
        me.ratio = me.entry / begins if begins > 0.0 else 1.0
        me.entry = 0.0
    else:
        me.ratio = 1.0
    state[at + State.TURNS * width + lane] = 1.0
    share = me.end_share - me.seconds * medium_beat
    state[at + State.SHARE * width + lane] = share - math.floor(share)


@kernel
def _pass_on(
    width: int, lane: int, poses: Array, readers: Array, at: int, me: Any, state: Array
) -> None:
    """Turn the course and let it slow down and gather way, as recorded."""
    now = _channel(width, lane, poses, readers, HEADING)
    turned = me.gain * (now - me.read)
    me.read = now
    me.leg -= turned
    heading = state[at + State.HEADING * width + lane] + turned
    turns = math.floor(heading / (2.0 * math.pi) + 0.5)
    state[at + State.HEADING * width + lane] = heading - 2.0 * math.pi * turns
    speed = me.ratio * _channel(width, lane, poses, readers, SPEED)
    state[at + State.SPEED * width + lane] = speed + me.entry * (1.0 - me.place) ** 2


@kernel
def _channel(width: int, lane: int, poses: Array, readers: Array, channel: int) -> float:
    """One number of what is read now."""
    total = 0.0
    for reader in range(3):
        at = reader * Reader.SIZE * width + lane
        weight = readers[at + Reader.WEIGHT * width]
        if weight != 0.0:
            row = np.int64(readers[at + Reader.ROW * width]) * ROW + channel
            here = poses[row]
            way = readers[at + Reader.WAY * width]
            total += weight * (here + way * (poses[row + ROW] - here))
    return total


@kernel
def sample(
    width: int, lane: int, poses: Array, readers: Array, row_out: Floats, rate_out: Floats
) -> None:
    """What is read now, and how fast it changes [1/s]."""
    row_out[:] = 0.0
    rate_out[:] = 0.0
    for reader in range(3):
        at = reader * Reader.SIZE * width + lane
        weight = readers[at + Reader.WEIGHT * width]
        if weight == 0.0:
            continue
        row = np.int64(readers[at + Reader.ROW * width]) * ROW
        way = readers[at + Reader.WAY * width]
        rate = readers[at + Reader.RATE * width]
        for k in range(ROW):
            change = poses[row + ROW + k] - poses[row + k]
            row_out[k] += weight * (poses[row + k] + way * change)
            rate_out[k] += weight * rate * change


@kernel
def warp_shape(me: Any) -> tuple[float, float]:
    """How much is left of the difference, and of its speed times the warp's duration."""
    s = min(me.warp_clock / me.warp_seconds, 1.0)
    rest = (1.0 - s) * (1.0 - s)
    return (1.0 + 2.0 * s) * rest, s * rest


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

    A warp that is under way goes on in the new one. Where the body frame is beside its course is
    taken over at once, and only how it moves there is warped: nobody is dragged back.
    """
    length = state[at + State.LENGTH * width + lane]
    if busy[slot] & WARPING and warps:
        here, rate = warp_shape(me)
        slope, rate_slope = warp_slopes(me)
        for k in range(ROW):
            off, speed = warped[slot, 0, k], warped[slot, 1, k]
            rows[0, k] += here * off + rate * speed * me.warp_seconds
            rows[1, k] += slope * off + rate_slope * speed
    for k in range(3):
        moved = rows[0, OFFSET + k] - rows[2, OFFSET + k]
        rows[0, OFFSET + k] = rows[2, OFFSET + k]
        state[at + (State.OFFSET + k) * width + lane] -= moved * length
    if not warps:
        busy[slot] = (busy[slot] & ~np.uint8(WARPING)) | np.uint8(JUMPED)
        return
    farthest = 0.0
    for k in range(ROW):
        warped[slot, 0, k] = rows[0, k] - rows[2, k]
        warped[slot, 1, k] = rows[1, k] - rows[3, k]
    # Speed, heading and what is not used are no part of the body.
    for k in range(SPEED, MUSCLE):
        warped[slot, 0, k] = 0.0
        warped[slot, 1, k] = 0.0
    warped[slot, 0, HEADING] = 0.0
    warped[slot, 1, HEADING] = 0.0
    for node in range(NODES):
        square = 0.0
        for k in range(3 * node, 3 * node + 3):
            square += warped[slot, 0, k] * warped[slot, 0, k]
        farthest = max(farthest, square)
    own = state[at + State.DT * width + lane] / state[at + State.OWN_DT * width + lane]
    # Half of the limit is left to the segments themselves; a smooth warp is fastest by half.
    wanted = 1.5 * math.sqrt(farthest) / (0.5 * LIMIT)
    me.warp_seconds = own * max(wanted, LEAST_WARP)
    me.warp_clock = 0.0
    busy[slot] |= WARPING


@kernel
def warp_rows(
    width: int,
    first: int,
    last: int,
    mine: NDArray[np.uint8],
    busy: NDArray[np.uint8],
    passages: NDArray[np.void],
    warped: Array,
    at: int,
    state: Array,
    nodes_out: Array,
    muscles_out: Array,
    tails_out: Array,
) -> None:
    """Add what is left of the warps to the bodies of a block."""
    for slot in range(first, last):
        if mine[slot] == 0 or busy[slot] & WARPING == 0:
            continue
        lane = slot - first
        me = passages[slot]
        shape = warp_shape(me)
        here, rate = np.float32(shape[0]), np.float32(shape[1] * me.warp_seconds)
        length = state[at + State.LENGTH * width + lane]
        for k in range(OFFSET):
            off = here * warped[slot, 0, k] + rate * warped[slot, 1, k]
            nodes_out[lane * OFFSET + k] += length * off
        tail = lane * (ROW - TAIL) - TAIL
        for k in range(OFFSET, ROW):
            off = here * warped[slot, 0, k] + rate * warped[slot, 1, k]
            tails_out[tail + k] += off * (length if k < SCALED else np.float32(1.0))
        for k in range(MUSCLES):
            off = here * warped[slot, 0, MUSCLE + k] + rate * warped[slot, 1, MUSCLE + k]
            muscles_out[lane * MUSCLES + k] += off
