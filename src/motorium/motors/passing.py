"""C-turns from the tables, begun, played leg by leg, and ended, each with a warp (motors.warping).

The secondary controller's choice of segments (Yu & Terzopoulos 1999, section 6.1) is `_begin_leg`.
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
from motorium.contracts.population import Slots
from motorium.motion.segments import PIVOTS, SEGMENTS, TURNS
from motorium.motors.beat import number, within
from motorium.motors.rows import Reader, State
from motorium.motors.sampling import channel, sample
from motorium.motors.tables import HEADING, MUSCLE, SPEED, TURN, Trait
from motorium.motors.turns import ANOTHER_LEG, STEERAGE
from motorium.motors.warping import FRESH, PASSING, WARPING, let_warp_pass, warp_of, warp_to
from motorium.physics.fish_kernel import Array

__all__ = ["conduct", "kept_ratio", "read_passage", "resume_legs"]

NEAR: Final = math.radians(0.5)
"""A smaller turn is done at once."""
FARTHEST: Final = 1.1
"""By how much more than the recorded angle one C-turn may turn."""
LATEST: Final = 0.9
"""Share of a turn after which it is not worth entering it."""
KEPT: Final = 0.75
"""What lasts of the difference to the recorded speed with which a turn is entered: of herrings on
muscles that enter it at 3.85 L/s, from 0.65 to 0.95 in the course of it."""
UNSURE: Final = 1.3
"""Up to so many times the speed from which on a fish turns out of its beat it may also pivot."""
TOLD_BY_MUSCLES: Final = 0.02
"""What squares of contraction count, against squares of distances [L^2]: bending a body and letting
it go look alike, but not its muscles."""
TOLD_BY_SPIN: Final = 0.01
"""What a difference in turning counts, against distances [L s/rad]."""
UNTIMELY: Final = 0.15
"""What it counts to enter a turn earlier or later than another motor did [L], for its whole."""
TOO_FAR: Final = 0.15
"""A body that is farther than this from all recorded ones [L] does something else."""
LEAST_LEFT: Final = math.radians(8.0)
"""A recorded turn that has less than this left is played as it is, and the rest turned after it."""
ENOUGH: Final = math.radians(3.0)
"""What is left after it and smaller than this is not turned."""
MOST_STRETCH: Final = 1.3
"""By how much what is left of a recorded turn may be stretched, to end where another one would."""

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
            let_warp_pass(width, lane, slot, at, state, me, busy, warped)
        fresh = busy[slot] & FRESH
        busy[slot] &= ~np.uint8(FRESH)
        passing = busy[slot] & PASSING
        resumed = fresh and not passing and action_state[slot] == _RUNNING
        ends = False
        if passing:
            for k in range(Reader.COUNT):
                rows[4, k] = readers[k * width + lane]
            me.place += dt / me.seconds
            if me.place > 1.0 - 0.5 * dt / me.seconds:
                me.place = 1.0
            read_passage(width, lane, me, readers)
            _pass_on(width, lane, poses, readers, at, me, state)
            ends = me.place >= 1.0
        if not (asks or resumed or ends):
            if passing:
                # From where the nose points, for who takes over.
                nose = channel(width, lane, poses, readers, TURN + 2)
                nose += warp_of(slot, TURN + 2, me, busy, warped)
                left = me.left + me.leg - nose
                action_left[slot] = left if action_state[slot] == _RUNNING else 0.0
            continue
        # From what is read now into what is read from now on.
        sample(width, lane, poses, readers, rows[0], rows[1])
        rows[1, HEADING] *= me.gain if passing else 0.0
        angle = me.left
        if asks or resumed:
            wished = action_value[slot] if asks else action_left[slot]
            angle = within(number(wished), 2.0 * math.pi)
            action_state[slot] = _RUNNING
            if passing:
                # It counts from where the nose points.
                angle += rows[0, TURN + 2] + warp_of(slot, TURN + 2, me, busy, warped)
        if abs(angle) > NEAR:
            clip = clips[kinds[slot]]
            speed = state[at + State.SPEED * width + lane]
            _begin_leg(width, lane, traits, trait, clip, angle, speed, False, at, state, me)
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
        rows[3, HEADING] *= me.gain if busy[slot] & PASSING else 0.0
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
    speed: float,
    pivots: bool,
    at: int,
    state: Array,
    me: Any,
) -> None:
    """Choose segments for an angle [rad], or for as much of it as one C-turn does.

    Swimming fishes turn gradually or sharply, and in between they do a bit of both; a small turn is
    a gradual one that is damped towards hovering. Resting fishes pivot, and who is told to.
    """
    medium = traits[trait + Trait.MEDIUM_SPEED * width + lane]
    side = 0 if angle > 0.0 else 1
    hover = clips[_HOVER]
    swims = speed > STEERAGE * medium and not pivots
    low = clips[_TURN + 2 * side] if swims else clips[_PIVOT + side]
    high = clips[_TURN + 2 * side + 1] if swims else low
    reach = FARTHEST * abs(high.turn)
    legs = math.ceil(abs(angle) / reach)
    leg = abs(angle) / legs
    me.leg = math.copysign(leg, angle)
    me.left = angle - me.leg
    me.angle, me.entered = me.leg, speed
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
    # In whole frames, else the last one would be cut short.
    dt = state[at + State.DT * width + lane]
    me.seconds = dt * max(1.0, math.floor(me.seconds / dt + 0.5))
    # What a steered course still turns by itself belongs to the leg.
    kept = state[at + State.KEPT * width + lane]
    turning = state[at + State.TURNING * width + lane]
    coming = turning * dt * kept * kept / (1.0 - kept * kept)
    me.gain = (me.leg - coming) / math.copysign(made, angle)
    me.ratio = 1.0 if swims else 0.0
    me.entry = speed


@kernel
def resume_legs(
    width: int,
    poses: Array,
    traits: Array,
    clips: NDArray[np.void],
    kinds: NDArray[np.int16],
    slots: Slots,
    angles: Floats,
    seconds: Floats,
    speeds: Floats,
    nodes: Floats,
    contraction: Floats,
    spins: Floats,
    readers: Array,
    rows: Floats,
    state: Array,
    passages: NDArray[np.void],
    busy: NDArray[np.uint8],
    action_state: NDArray[np.int8],
    action_left: Floats,
) -> None:
    """Go on with C-turns that another motor has begun: by angles [rad], so many seconds ago, from
    speeds [L/s], by bodies with these nodes [L], muscles and spins [rad/s]. rows: work space.

    Recorded turns are entered where they are most alike. What is left is counted from where the
    nose points; where the turn is nearly over, or none is alike, it is turned anew.
    """
    for n in range(len(slots)):
        slot = slots[n]
        lane, at = slot % width, slot // width * State.COUNT * width
        trait, me = kinds[slot] * Trait.COUNT * width, passages[slot]
        clip, speed = clips[kinds[slot]], speeds[n]
        state[at + State.TURNING * width + lane] = 0.0
        least, place, pivots = TOO_FAR, 1.0, False
        medium = traits[trait + Trait.MEDIUM_SPEED * width + lane]
        # Between a pivot and a turn nobody is sure; well above it is a turn.
        options = 2 if speed < UNSURE * STEERAGE * medium else 1
        for option in range(options):
            pivot = option == 1
            _begin_leg(width, lane, traits, trait, clip, angles[n], speed, pivot, at, state, me)
            expected = seconds[n] / me.seconds
            for frame in range(int(LATEST * me.frames_a)):
                me.place = frame / me.frames_a
                read_passage(width, lane, me, readers)
                sample(width, lane, poses, readers, rows[0], rows[1])
                off = _unlike(rows[0], rows[1], me.gain, nodes[n], contraction[n], spins[n])
                off += UNTIMELY * abs(me.place - expected)
                if off < least:
                    least, place, pivots = off, me.place, pivot
        left = action_left[slot]
        if place == 1.0:
            if abs(left) < ENOUGH:
                action_state[slot] = _DONE
                action_left[slot] = 0.0
            continue
        _begin_leg(width, lane, traits, trait, clip, angles[n], speed, pivots, at, state, me)
        me.place = place
        read_passage(width, lane, me, readers)
        me.read = channel(width, lane, poses, readers, HEADING)
        whole = me.leg / me.gain
        remaining, needed = whole - me.read, left + channel(width, lane, poses, readers, TURN + 2)
        # More than steering could mend is left to another leg.
        if abs(remaining) > LEAST_LEFT and abs(needed - me.gain * remaining) < ANOTHER_LEG:
            most, least = MOST_STRETCH * me.gain, me.gain / MOST_STRETCH
            me.gain = min(max(needed / remaining, least), most)
        me.leg = me.gain * remaining
        me.left = needed - me.leg
        if abs(me.left) < ENOUGH:
            me.left = 0.0
        busy[slot] = PASSING
        to_go = (1.0 - me.place) * me.seconds
        share = me.end_share - to_go * traits[trait + Trait.MEDIUM_BEAT * width + lane]
        state[at + State.SHARE * width + lane] = share - math.floor(share)
        state[at + State.TURNS * width + lane] = 1.0


@kernel
def _unlike(
    row: Floats, rate: Floats, gain: float, nodes: Floats, contraction: Floats, spin: float
) -> float:
    """How far what is read is from a body [L], as a mean over its nodes; muscles tell whether it
    bends or is let go, its spin [rad/s] how fast."""
    off = 0.0
    for node in range(NODES):
        for k in range(3):
            off += (row[3 * node + k] - nodes[node, k]) ** 2
    for muscle in range(MUSCLES):
        apart = row[MUSCLE + muscle] - contraction[muscle]
        off += TOLD_BY_MUSCLES * NODES / MUSCLES * apart * apart
    apart = abs(gain * rate[HEADING] + rate[TURN + 2] - spin)
    return float(math.sqrt(off / NODES) + TOLD_BY_SPIN * apart)


@kernel
def kept_ratio(speed: float, recorded: float) -> float:
    """How much faster than the recorded one a turn stays that is entered at a speed: what a bent
    body has too much of, it soon loses."""
    if recorded <= 0.0:
        return 1.0
    return 1.0 + KEPT * (speed / recorded - 1.0)


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
    me.read = channel(width, lane, poses, readers, HEADING)
    if me.ratio > 0.0:
        begins = channel(width, lane, poses, readers, SPEED)
        me.ratio = kept_ratio(me.entry, begins)
        me.entry -= me.ratio * begins
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
    now = channel(width, lane, poses, readers, HEADING)
    turned = me.gain * (now - me.read)
    me.read = now
    me.leg -= turned
    heading = state[at + State.HEADING * width + lane] + turned
    turns = math.floor(heading / (2.0 * math.pi) + 0.5)
    state[at + State.HEADING * width + lane] = heading - 2.0 * math.pi * turns
    speed = me.ratio * channel(width, lane, poses, readers, SPEED)
    state[at + State.SPEED * width + lane] = speed + me.entry * (1.0 - me.place) ** 2
