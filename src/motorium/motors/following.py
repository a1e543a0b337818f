"""Courses and beats follow what is asked for: the first stage of a frame of playback.

Speed as the species' traits have it, heading by the turn rate, pitch and roll like springs; a beat
between those of two gaits, and a body that bends as much as its course.
"""

from __future__ import annotations

from typing import Any, Final

from numba.extending import register_jitable

from motorium.compiled import inlined
from motorium.contracts.commands import MOST_ROLL, STEEPEST
from motorium.motion.segments import EFFORT, LAUNCH
from motorium.motors.beat import STILL
from motorium.motors.controllers import (
    BEARABLE,
    BEARABLE_AFTER_TURNS,
    BEARABLE_ALWAYS,
    BEARABLE_SPEEDS,
    HEADWAY,
    LEAST_DRIVE,
    MOST_DRIVE,
)
from motorium.motors.pectorals import BRAKE_SECONDS
from motorium.motors.rows import Ask, Reader, State
from motorium.motors.tables import Trait
from motorium.motors.turns import STERNWAY
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, choose, lane_count, load, maximum, minimum, store
from motorium.physics.vector_math import (
    calm,
    clipped,
    floor,
    magnitude,
    number,
    spring_to,
    wrapped,
)

__all__ = ["QUICK", "SLUGGISH", "follow"]

QUICK: Final = 6.0
"""How quickly pitch and roll follow, critically damped [1/s of a fish of 20 cm]."""
FIN_PACE: Final = 0.25
"""Share of the medium speed from which on fins can pitch and roll a body as asked."""
BEATING_DRAG: Final = 1.8
"""Times that of a gliding body, about as muscles slow down."""
SLUGGISH: Final = 0.35
"""Share of the medium speed below which a fish does not turn in smaller circles, but slower."""
LAG: Final = 0.03
"""How much later than its drive a body beats deeper [s of a fish of 20 cm]; not measured,
but chosen so that changes of pace and of motor jolt it little (bench.dial)."""
MOST_BEND: Final = 1.5
"""Of the body in a curve, against the recorded one."""


@inlined
def follow(
    lanes: Lanes,
    traits: Array,
    trait: int,
    ask: Array,
    at: int,
    state: Array,
    readers_out: Array,
) -> None:
    """Let course and beat of a block follow what is asked for, and find the rows to be read.

    trait, at: where the numbers of the species, and the rows of the block begin.
    """
    width = lane_count(lanes)
    speed, depth = _follow_speed(lanes, width, traits, trait, ask, at, state)
    bend = _follow_course(lanes, width, traits, trait, ask, at, speed, state)
    _beat(lanes, width, traits, trait, at, depth, bend, state, readers_out)


@register_jitable
def _follow_speed(
    lanes: Any, width: int, traits: Any, trait: int, ask: Any, at: int, state: Any
) -> Any:
    """What is asked for, what the muscles work for, what comes of it (`motion.segments.Traits`).

    Gives the speed, and that for which the body beats.
    """
    zero, one = number(lanes, 0.0), number(lanes, 1.0)
    dt = load(lanes, state, at + State.DT * width)
    own_dt = load(lanes, state, at + State.OWN_DT * width)
    slower = load(lanes, state, at + State.SLOWER * width)
    medium = load(lanes, traits, trait + Trait.MEDIUM_SPEED * width)
    fast = load(lanes, traits, trait + Trait.FAST_SPEED * width)
    speed = load(lanes, state, at + State.SPEED * width)
    backing = maximum(load(lanes, ask, Ask.BACKWARD * width), zero) * slower
    braking = minimum(maximum(load(lanes, ask, Ask.BRAKE * width), zero), one)
    asked = minimum(maximum(load(lanes, ask, Ask.SPEED * width), zero) * slower, fast)
    asked = choose(backing, zero, asked) * (one - braking)
    asked = choose(asked - number(lanes, STILL), asked, zero)
    # Before it rows back a fish stops, and before it swims it stops drifting back.
    wrong_way = choose(backing, speed - number(lanes, HEADWAY), number(lanes, -STERNWAY) - speed)
    braking = choose(wrong_way, one, braking)
    backing = choose(wrong_way, zero, backing)
    brake = load(lanes, state, at + State.BRAKE * width)
    brake = brake + clipped(lanes, braking - brake, own_dt * number(lanes, 1.0 / BRAKE_SECONDS))
    wanted = _effort(lanes, width, asked, speed, medium, fast, at, state)
    drive = load(lanes, state, at + State.DRIVE * width)
    drive = wanted + calm(lanes, (drive - wanted) * load(lanes, state, at + State.KEPT * width))
    depth = load(lanes, state, at + State.DEPTH * width)
    late = number(lanes, LAG) / (number(lanes, LAG) + own_dt)
    depth = drive + calm(lanes, (depth - drive) * late)
    pace = magnitude(lanes, speed)
    missing = drive - speed
    gained = number(lanes, 2.0) * pace + number(lanes, LAUNCH) * drive
    gained = load(lanes, traits, trait + Trait.THRUST * width) * gained
    # A body that beats, if only a little, loses more than one that glides.
    lost = (drive + pace) * choose(asked, number(lanes, BEATING_DRAG), one)
    lost = load(lanes, traits, trait + Trait.DRAG * width) * lost
    gliding = speed + dt * missing * choose(missing, gained, lost)
    stopping = load(lanes, traits, trait + Trait.BRAKING * width) * brake
    gliding = gliding / (one + dt * stopping * magnitude(lanes, gliding))
    backing = minimum(backing, load(lanes, traits, trait + Trait.BACKWARD * width))
    gathering = load(lanes, traits, trait + Trait.GATHERING * width)
    speed = choose(backing, speed - (speed + backing) * dt / (gathering + dt), gliding)
    store(state, at + State.BRAKE * width, brake)
    store(state, at + State.DRIVE * width, drive)
    store(state, at + State.DEPTH * width, depth)
    store(state, at + State.SPEED * width, speed)
    store(ask, Ask.BACKING * width, backing)
    return speed, depth


@register_jitable
def _effort(
    lanes: Any, width: int, asked: Any, speed: Any, medium: Any, fast: Any, at: int, state: Any
) -> Any:
    """Speed that muscles shall work for: who is too slow beats harder, within what is bearable
    (motors.controllers)."""
    harder = asked + number(lanes, EFFORT) * (asked - speed)
    harder = maximum(harder, number(lanes, LEAST_DRIVE) * asked)
    bearable = number(lanes, BEARABLE) * medium + number(lanes, BEARABLE_SPEEDS) * speed
    bearable = maximum(bearable, number(lanes, BEARABLE_ALWAYS) * medium)
    # After a turn a beat does not come back full-blown.
    turns = load(lanes, state, at + State.TURNS * width)
    after = number(lanes, BEARABLE_AFTER_TURNS) * medium
    bearable = choose(turns, maximum(speed, after), bearable)
    harder = minimum(minimum(harder, bearable), number(lanes, MOST_DRIVE) * fast)
    return choose(asked, harder, number(lanes, 0.0))


@register_jitable
def _follow_course(
    lanes: Any, width: int, traits: Any, trait: int, ask: Any, at: int, speed: Any, state: Any
) -> Any:
    """Heading by the turn rate, pitch and roll as asked for.

    Gives curvature [1/L].
    """
    zero, one = number(lanes, 0.0), number(lanes, 1.0)
    dt = load(lanes, state, at + State.DT * width)
    own_dt = load(lanes, state, at + State.OWN_DT * width)
    medium = load(lanes, traits, trait + Trait.MEDIUM_SPEED * width)
    kept = load(lanes, state, at + State.KEPT * width)
    passing = load(lanes, state, at + State.TURNS * width)
    tightest = load(lanes, traits, trait + Trait.TIGHTEST * width)
    moving = maximum(magnitude(lanes, speed), number(lanes, SLUGGISH) * medium)
    slower = load(lanes, state, at + State.SLOWER * width)
    wanted = load(lanes, ask, Ask.TURN_RATE * width) * slower
    wanted = clipped(lanes, wanted, tightest * moving) * (one - passing)
    turning = load(lanes, state, at + State.TURNING * width)
    turning = wanted + calm(lanes, (turning - wanted) * kept * kept)
    heading = load(lanes, state, at + State.HEADING * width)
    store(state, at + State.TURNING * width, turning)
    store(state, at + State.HEADING * width, wrapped(lanes, heading + turning * dt))
    # Fins need water that passes them; a body that stands rights itself.
    able = minimum(maximum(speed, zero) / (number(lanes, FIN_PACE) * medium), one)
    climb = clipped(lanes, load(lanes, ask, Ask.CLIMB * width), number(lanes, STEEPEST)) * able
    tilt = clipped(lanes, load(lanes, ask, Ask.ROLL * width), number(lanes, MOST_ROLL)) * able
    steep = climb - load(lanes, state, at + State.PITCH * width)
    lean = wrapped(lanes, tilt - load(lanes, state, at + State.ROLL * width))
    left = load(lanes, state, at + State.SPRING * width)
    pitching = load(lanes, state, at + State.PITCHING * width)
    rolling = load(lanes, state, at + State.ROLLING * width)
    pitch, pitching = spring_to(lanes, zero - steep, pitching, QUICK, left, own_dt)
    roll, rolling = spring_to(lanes, zero - lean, rolling, QUICK, left, own_dt)
    store(state, at + State.PITCH * width, climb + pitch)
    store(state, at + State.PITCHING * width, pitching)
    store(state, at + State.ROLL * width, tilt + roll)
    store(state, at + State.ROLLING * width, rolling)
    store(ask, Ask.STEEP * width, steep)
    store(ask, Ask.LEAN * width, lean)
    return turning / moving


@register_jitable
def _beat(
    lanes: Any,
    width: int,
    traits: Any,
    trait: int,
    at: int,
    depth: Any,
    bend: Any,
    state: Any,
    readers_out: Any,
) -> None:
    """Go on beating, and find what is read: two gaits, and a curve."""
    zero, one = number(lanes, 0.0), number(lanes, 1.0)
    slow = load(lanes, traits, trait + Trait.SLOW_SPEED * width)
    medium = load(lanes, traits, trait + Trait.MEDIUM_SPEED * width)
    fast = load(lanes, traits, trait + Trait.FAST_SPEED * width)
    above = (depth - slow, depth - medium)
    low, high = _level(above, zero, slow, medium), _level(above, slow, medium, fast)
    way = minimum((depth - low) / (high - low), one)
    # From rest a beat begins gently; half as deep it is two thirds as fast (`gaits.easy`).
    way = choose(above[0], way, way * way * (number(lanes, 2.0) - way))
    p = trait + Trait.LEFT_CURVATURE * width
    recorded = choose(bend, load(lanes, traits, p), load(lanes, traits, p + width))
    curved = minimum(magnitude(lanes, bend) / recorded, number(lanes, MOST_BEND))
    # A body that hardly moves is turned by its fins, not by its bend.
    speed = magnitude(lanes, load(lanes, state, at + State.SPEED * width))
    curved = curved * minimum(speed / (number(lanes, SLUGGISH) * medium), one)
    p = trait + Trait.SLOW_BEAT * width
    slow_beat, medium_beat = load(lanes, traits, p), load(lanes, traits, p + width)
    fast_beat = load(lanes, traits, p + 2 * width)
    low_beat = _level(above, slow_beat, slow_beat, medium_beat)
    high_beat = _level(above, slow_beat, medium_beat, fast_beat)
    beat = low_beat + (high_beat - low_beat) * way
    beat = beat * (one + curved * load(lanes, traits, trait + Trait.CURVE_BEAT * width))
    dt = load(lanes, state, at + State.DT * width)
    share = load(lanes, state, at + State.SHARE * width) + beat * dt
    share = share - floor(lanes, share)
    store(state, at + State.SHARE * width, share)
    for reader in range(2):
        p = trait + (Trait.HOVER_ROW + reader) * width
        q = trait + (Trait.HOVER_FRAMES + reader) * width
        row = _level(above, *_three(lanes, width, traits, p))
        frames = _level(above, *_three(lanes, width, traits, q))
        weight = one - way if reader == 0 else way
        _read(lanes, width, reader, row, frames, share, beat, weight, readers_out)
    p, q = trait + Trait.LEFT_ROW * width, trait + Trait.LEFT_FRAMES * width
    row = choose(bend, load(lanes, traits, p), load(lanes, traits, p + width))
    frames = choose(bend, load(lanes, traits, q), load(lanes, traits, q + width))
    _read(lanes, width, 2, row, frames, share, beat, curved, readers_out)


@register_jitable
def _level(above: Any, a: Any, b: Any, c: Any) -> Any:
    """Up to the slow gait a, up to the medium one b, above it c."""
    return choose(above[1], c, choose(above[0], b, a))


@register_jitable
def _three(lanes: Any, width: int, traits: Any, at: int) -> Any:
    """Rows, one after the other, of three gaits."""
    return (
        load(lanes, traits, at),
        load(lanes, traits, at + width),
        load(lanes, traits, at + 2 * width),
    )


@register_jitable
def _read(
    lanes: Any,
    width: int,
    reader: int,
    row: Any,
    frames: Any,
    share: Any,
    beat: Any,
    weight: Any,
    readers_out: Any,
) -> None:
    place = share * frames
    whole = floor(lanes, place)
    at = reader * Reader.SIZE * width
    store(readers_out, at + Reader.ROW * width, row + whole)
    store(readers_out, at + Reader.WAY * width, place - whole)
    store(readers_out, at + Reader.WEIGHT * width, weight)
    store(readers_out, at + Reader.RATE * width, beat * frames)
