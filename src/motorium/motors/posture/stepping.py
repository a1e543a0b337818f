"""What figures play next: a frame of the state machine, for all of them in one kernel.

A fixed posture stays; out of a locomotion posture the next stride is taken at once. Time that is
left at the end of an arc is spent on the next, so that whatever the frame rate, it is real time.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.motors.posture.asking import (
    Asked,
    report,
    set_tempo,
    take_action,
    wish_of,
    within,
    wrapped,
)
from motorium.motors.posture.bank import Clips
from motorium.motors.posture.drawing import drawn
from motorium.motors.posture.falling import (
    FALL_SECONDS,
    RISE_SECONDS,
    begin_fall,
    eased_share,
    go_over,
)
from motorium.motors.posture.feet import step_round
from motorium.motors.posture.grounding import PIVOT
from motorium.motors.posture.laying import lay_on
from motorium.motors.posture.leading import follow, led_on
from motorium.motors.posture.reading import ground_at
from motorium.motors.posture.state import States
from motorium.motors.posture.tables import FALL, RISE, STAY, Ways

__all__ = ["BodyFrames", "frames_of", "step_figures"]

BRIDGED: Final = 0.9
"""The share of a stride in which it is gone over to from one of another gait."""
VARIED: Final = 0.04
"""The share by which the tempo of other arcs is drawn."""
TURN_WALKING: Final = 2.5
TURN_STANDING: Final = 1.9
TURN_LOW: Final = 0.7
TURN_BETWEEN: Final = 1.0
"""How fast figures turn at most [rad/s]: walking, standing, crawling or prone, between postures."""
TURN_WITHIN: Final = 0.25
"""A turn is made up for within about so long [s]."""
TWIST_RATE: Final = 3.0
"""How fast the legs turn from where the chest faces [rad/s]."""
_STEADY: Final = 1e-9
"""[s]"""


class BodyFrames(NamedTuple):
    """Of the population, by slot."""

    positions: Floats
    orientations: Floats
    velocities: Floats
    angular_velocities: Floats


def frames_of(population: Population) -> BodyFrames:
    """The body frames of a population."""
    return BodyFrames(
        population.positions,
        population.orientations,
        population.velocities,
        population.angular_velocities,
    )


@borrowing_kernel
def step_figures(
    clips: Clips,
    ways: Ways,
    slots: Slots,
    asked: Asked,
    led: NDArray[np.uint8],
    places: Floats,
    seconds: float,
    variation: float,
    state: States,
    frames_out: BodyFrames,
) -> None:
    """Move everybody by some seconds, and say where he is then.

    Who is led is at his place [m], or comes up to it.
    """
    for slot in slots:
        one = state[slot]
        x, y, z = one.x, one.y, one.z
        heading = one.facing - one.twist - one.swing
        take_action(ways, slot, asked, one)
        speed, course = asked.speed[slot], asked.course[slot]
        if led[slot]:
            speed, course = led_on(speed, asked.heading[slot], course, one)
        wish = wish_of(ways, speed, course, one)
        set_tempo(ways, speed, course, seconds, one)
        _play(clips, ways, wish, seconds, variation, one)
        _turn(clips, ways, asked.heading[slot], course, seconds, one)
        lay_on(clips, ways, slot, asked, seconds, one)
        report(ways, slot, asked, one)
        one.clock += seconds
        if led[slot]:
            way = asked.heading[slot] + asked.course[slot]
            follow(ways, places[slot], asked.speed[slot], way, seconds, one)
            led[slot] = 0
        else:
            one.led = 0
            one.lag_x = one.lag_y = 0.0
        now = one.facing - one.twist - one.swing
        frames_out.positions[slot, 0] = one.x
        frames_out.positions[slot, 1] = one.y
        frames_out.positions[slot, 2] = one.z
        frames_out.velocities[slot, 0] = (one.x - x) / seconds
        frames_out.velocities[slot, 1] = (one.y - y) / seconds
        frames_out.velocities[slot, 2] = (one.z - z) / seconds
        frames_out.orientations[slot, 0] = math.cos(0.5 * now)
        frames_out.orientations[slot, 1] = 0.0
        frames_out.orientations[slot, 2] = 0.0
        frames_out.orientations[slot, 3] = math.sin(0.5 * now)
        frames_out.angular_velocities[slot, 0] = 0.0
        frames_out.angular_velocities[slot, 1] = 0.0
        frames_out.angular_velocities[slot, 2] = wrapped(now - heading) / seconds


@inlined
def _play(clips: Clips, ways: Ways, wish: int, seconds: float, variation: float, one: Any) -> None:
    """Go on for so long, through as many arcs as end meanwhile."""
    left = seconds
    implied = ways.implied[one.graph, one.wish] == 1
    if implied and ways.ends[one.clip] != one.wish:
        # At once, wherever it is.
        begin_fall(clips, ways, one.wish, FALL_SECONDS, one)
    if one.falling == 1:
        left = go_over(left, one)
    while left > _STEADY and one.falling == 0:
        if one.moving == 0:
            first = ways.next[one.graph, one.node, wish]
            bridge = _bridge(ways, wish, one)
            if bridge >= 0:
                first = bridge
            if first in (STAY, FALL):
                break
            if first == RISE:
                begin_fall(clips, ways, ways.rises[one.graph], RISE_SECONDS, one)
                left = go_over(left, one)
                continue
            one.clip, one.time, one.moving = first, 0.0, 1
            one.draws += 1
            one.tempo = 1.0 + VARIED * variation * drawn(one.seed, one.draws)
            gait = ways.gaits[first]
            if gait >= 0 and gait != one.gait and one.mode >= 0:
                one.pace, one.stride = one.next_pace, one.next_stride
            one.gait = gait
            if bridge >= 0 and ways.goes_on[one.graph, one.node] != bridge:
                one.from_clip, one.from_time, one.from_yaw = (
                    ways.goes_on[one.graph, one.node],
                    0.0,
                    0.0,
                )
                one.blend_time = 0.0
                one.blend_seconds = BRIDGED * clips.seconds[bridge] / one.pace
        fast = one.pace if ways.strides[one.clip] == 1 else one.tempo
        until = (clips.seconds[one.clip] - one.time) / fast
        spent = min(left, until)
        later = clips.seconds[one.clip] if left >= until else one.time + spent * fast
        _move(clips, ways, later, spent, one)
        left -= spent
        if left >= 0.0 and later >= clips.seconds[one.clip] - _STEADY:
            one.node, one.moving = ways.ends[one.clip], 0
            one.clip, one.time = ways.stills[one.graph, one.node], 0.0
    gone = one.blend_time / one.blend_seconds if one.falling == 1 else 1.0
    one.alive = 1.0 - gone if ways.implied[one.graph, ways.ends[one.clip]] == 1 else gone


@inlined
def _bridge(ways: Ways, wish: int, one: Any) -> int:
    """A stride of another gait that is gone over into from the one that it is in; -1 for none. Who
    is just going over takes one more stride first."""
    mode = wish - ways.next.shape[1]
    if mode < 0:
        return -1
    bridge = ways.bridges[one.graph, one.node, mode]
    if bridge >= 0 and one.blend_seconds > 0.0:
        return int(ways.goes_on[one.graph, one.node])
    return int(bridge)


@inlined
def _move(clips: Clips, ways: Ways, later: float, seconds: float, one: Any) -> None:
    """Go on to a time of the clip, over the ground, within some seconds."""
    x, y, turn = _way(clips, one.clip, one.time, later)
    if one.blend_seconds > 0.0:
        # Strides of two gaits at once, in step.
        share = eased_share(one)
        ahead = (later - one.time) * clips.seconds[one.from_clip] / clips.seconds[one.clip]
        until = min(one.from_time + ahead, clips.seconds[one.from_clip])
        x0, y0, _ = _way(clips, one.from_clip, one.from_time, until)
        x, y = x0 + share * (x - x0), y0 + share * (y - y0)
        one.from_time = until
        one.blend_time += seconds
        if one.blend_time >= one.blend_seconds:
            one.blend_seconds = 0.0
    far = one.stride if ways.strides[one.clip] == 1 else 1.0
    cosine, sine = math.cos(one.facing), math.sin(one.facing)
    one.x += far * (cosine * x - sine * y)
    one.y += far * (sine * x + cosine * y)
    one.facing += turn
    one.time = later


@inlined
def _way(clips: Clips, clip: int, time: float, later: float) -> tuple[float, float, float]:
    """From a time of a clip to a later one, seen from the ground frame at the first: x, y [m] and
    turn [rad]."""
    x, y, turn = ground_at(clips, clip, time, 0)
    x1, y1, turn1 = ground_at(clips, clip, later, 0)
    cosine, sine = math.cos(turn), math.sin(turn)
    dx, dy = x1 - x, y1 - y
    return cosine * dx + sine * dy, cosine * dy - sine * dx, turn1 - turn


@inlined
def _turn(
    clips: Clips, ways: Ways, heading: float, course: float, seconds: float, one: Any
) -> None:
    """Face where it should, about what it stands on; the legs go where the course leads."""
    if one.falling == 1 or ways.implied[one.graph, one.node] == 1:
        one.twist -= within(seconds, TURN_WITHIN) * one.twist
        step_round(False, 0.0, 0.0, seconds, one)
        return
    twist = 0.0
    if one.mode >= 0 and ways.strides[one.clip] == 1 and ways.upright[one.clip] == 1:
        twist = wrapped(course)
        if abs(twist) > 0.5 * math.pi:
            twist = wrapped(twist - math.pi)
    most = TWIST_RATE * seconds
    one.twist += min(max(twist - one.twist, -most), most)
    fastest = TURN_STANDING if one.moving == 0 else TURN_BETWEEN
    if ways.low[one.graph, ways.ends[one.clip]] == 1:
        fastest = TURN_LOW
    elif ways.strides[one.clip] == 1:
        fastest = TURN_WALKING + TWIST_RATE
    off = wrapped(heading + one.twist - one.facing)
    most = fastest * seconds
    px, py, free = ground_at(clips, one.clip, one.time, PIVOT)
    turn = free * min(max(within(seconds, TURN_WITHIN) * off, -most), most)
    stands = one.moving == 0 and ways.upright[one.clip] == 1
    step_round(stands, turn, off - turn, seconds, one)
    cosine, sine = math.cos(one.facing), math.sin(one.facing)
    one.x += cosine * px - sine * py
    one.y += sine * px + cosine * py
    one.facing += turn
    cosine, sine = math.cos(one.facing), math.sin(one.facing)
    one.x -= cosine * px - sine * py
    one.y -= sine * px + cosine * py
