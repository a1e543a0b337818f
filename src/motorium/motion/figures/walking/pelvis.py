"""The way of the pelvis: along the path, to the side of the foot that stands, up and down.

Walking, it rides on the leg that stands: as high as that leg reaches with the bend of knee that
it should have, an inverted pendulum; where the weight goes from one foot to the other both legs
hold it down. Running, it falls freely between landings and is thrown up again by the leg, as if
by a spring.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.skeleton import SIDES, turn_about
from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.curves import (
    State,
    bump,
    ease,
    joined,
    soft_least,
    still,
)
from motorium.motion.figures.walking.feet import INSTANT, Stance, foot_standing
from motorium.motion.figures.walking.footsteps import Plan
from motorium.motion.figures.walking.gaits import GRAVITY, Gait
from motorium.motion.figures.walking.legs import Leg, turned_heading
from motorium.motion.figures.walking.stances import Stances
from motorium.motion.figures.walking.standing import Standing

__all__ = ["PelvisWay", "beats", "pelvis_way", "swung_heading"]

LIST_LEADS: Final = 0.15 * math.pi
"""By how much the pelvis lists ahead of the sine of the phase."""
SHIFT: Final = 0.38
"""How far over the standing foot the pelvis goes for the first and the last step, as a share."""
LOADED: Final = 0.30
"""When the knee has let go of what it bent under load, as a share of a stride."""
STANDS: Final = 3e-4
"""Softness of the height of a figure that stands [m]."""
RELEASE: Final = 4.0
"""How fast a leg that has left the floor, or has not struck yet, lets go of the pelvis [m/s²]."""
STEEPEST: Final = 0.12
"""How fast a walker's pelvis rises or sinks at most where a foot strikes [m/s]."""
LONG: Final = 0.5
"""A leg that stands sooner or later than this does not matter [s]."""
NO_MATTER: Final = 10.0
MOMENT: Final = 1e-4
"""For differences [s]."""
PELVIS_SHARE: Final = 0.72
"""How much of what its centre of mass rises and falls a runner's pelvis does: limbs do the rest."""
STRAIGHT: Final = 1e-4


@dataclass(frozen=True)
class PelvisWay:
    """position (frames, 3) [m]; heading of the path and phase [rad] (frames,); going: 0 where the
    figure stands, 1 where it walks; rotation (frames, 3, 3)."""

    position: Floats
    heading: Floats
    phase: Floats
    going: Floats
    rotation: Floats

    def some(self, which: slice | NDArray[np.bool_]) -> PelvisWay:
        """Some of its frames."""
        return PelvisWay(
            self.position[which],
            self.heading[which],
            self.phase[which],
            self.going[which],
            self.rotation[which],
        )


def beats(plan: Plan) -> tuple[list[float], list[State]]:
    """When phases are what; the first and the last are where the figure stands."""
    first, last = plan.phases[0].value - math.pi, plan.phases[-1].value + math.pi
    end = plan.closed if not plan.braked else plan.seconds
    return [0.0, *plan.nodes, end], [still(first), *plan.phases, still(last)]


def swung_heading(plan: Plan, times: Floats) -> Floats:
    """The heading of the path at some times."""
    knots = [0.0, *plan.nodes, plan.moving[1]]
    return joined(times, knots, [still(0.0), *plan.headings, still(plan.end_heading)])


def pelvis_way(times: Floats, plan: Plan, standing: Standing, legs: dict[str, Leg]) -> PelvisWay:
    """Where the pelvis is at some times, of which the first and the last are those of the plan."""
    gait = plan.gait
    way = _level_way(times, plan, standing)
    heights = [
        _held(times, way, stance, plan, standing, legs[side])
        for side in SIDES
        for stance in plan.stances[side]
    ]
    if gait.bounce:
        heights.append(_bouncing(times, plan, standing, legs, way.going))
    softness = STANDS + way.going * (gait.softness - STANDS)
    height = soft_least(np.stack(heights), softness)
    # A figure that stands is exactly as high as it was, or will be.
    for at, fade in (
        (0, 1.0 - ease(times, 0.0, 0.8 * plan.nodes[0])),
        (-1, ease(times, plan.closed, plan.seconds)),
    ):
        height = height + fade * (standing.height - height[at])
    way.position[:, 2] = height
    return way


def _level_way(times: Floats, plan: Plan, standing: Standing) -> PelvisWay:
    """All but its height, which is left at 0."""
    gait = plan.gait
    heading = swung_heading(plan, times)
    phase = joined(times, *beats(plan))
    going = ease(times, 0.0, plan.nodes[0]) * (1.0 - ease(times, plan.nodes[-1], plan.seconds))
    knots = [plan.moving[0], *plan.nodes, plan.moving[1]]
    middle = joined(times, knots, [still(np.zeros(2)), *plan.pelvis, still(plan.end)])
    position = np.zeros((len(times), 3))
    left = turned_heading(heading)[:, :2, 1]
    aside = going * gait.sway * np.sin(phase) + _shifts(times, plan, standing)
    position[:, :2] = middle + aside[:, np.newaxis] * left
    wanted = np.stack(
        [
            np.full(len(times), gait.pelvis_tilt),
            gait.pelvis_list * np.sin(phase + LIST_LEADS),
            -gait.pelvis_turn * np.cos(phase),
        ]
    )
    tilt, listed, turned = (
        stood + going * (want - stood)
        for stood, want in zip(standing.attitude, wanted, strict=True)
    )
    rotation = (
        turned_heading(heading, -tilt)
        @ turn_about(np.array([1.0, 0.0, 0.0]), listed)
        @ turn_about(np.array([0.0, 0.0, 1.0]), turned)
    )
    return PelvisWay(position, heading, phase, going, rotation)


def _shifts(times: Floats, plan: Plan, standing: Standing) -> Floats:
    """To the left [m]: over the foot that stays while the first or the last one is in the air."""
    first = plan.sides[0]
    last = next(side for side in SIDES if plan.stances[side][-1].strike != plan.closed)
    stays = SIDES[1 - SIDES.index(first)]
    to = SHIFT * standing.ankles[stays][1]
    back = SHIFT * standing.ankles[last][1]
    lifted = plan.stances[SIDES[1 - SIDES.index(last)]][-2].toe_off
    shifts: Floats = to * bump(times, 0.0, plan.nodes[0]) + back * bump(
        times, max(plan.nodes[-1], lifted - 0.2), plan.seconds
    )
    return shifts


def _held(
    times: Floats, way: PelvisWay, stance: Stance, plan: Plan, standing: Standing, leg: Leg
) -> Floats:
    """How high a leg that stands lets the pelvis be [m], and more and more before and after."""
    height = np.full(len(times), NO_MATTER)
    steepest = 0.0 if plan.gait.bounce else STEEPEST
    within = stance.holds(times)
    height[within] = _highest(times[within], way.some(within), stance, plan, standing, leg)
    for moment, outside, step in (
        (stance.strike, _before(times, stance.strike), MOMENT),
        (stance.toe_off, _before(-times, -stance.toe_off), -MOMENT),
    ):
        if outside.any():
            ends = np.array([moment, moment + step])
            held = _highest(ends, _level_way(ends, plan, standing), stance, plan, standing, leg)
            since = times[outside] - moment
            slope = np.clip((held[1] - held[0]) / step, -steepest, steepest)
            height[outside] = held[0] + slope * since + RELEASE * since**2
    return height


def _before(times: Floats, moment: float) -> NDArray[np.bool_]:
    """Which of them are before a moment, but not long."""
    return (times < moment - INSTANT) & (times > moment - LONG)


def _highest(
    times: Floats, way: PelvisWay, stance: Stance, plan: Plan, standing: Standing, leg: Leg
) -> Floats:
    """How high the pelvis can be [m] such that a leg's knee is bent as it should be."""
    gait, stood = plan.gait, standing.knees[leg.side]
    knee = stood + way.going * (gait.knee - stood)
    if np.isfinite(stance.strike) and stance.strike != plan.closed:
        end = stance.strike + 2.0 * LOADED * gait.step_seconds
        knee = knee + gait.loading * bump(times, stance.strike, end)
    ankle = foot_standing(times, stance, leg).ankle
    hip = way.rotation @ leg.hip
    away = np.hypot(*(ankle[:, :2] - way.position[:, :2] - hip[:, :2]).T)
    length = leg.length_at(np.maximum(knee, STRAIGHT))
    if (away >= 0.95 * length).any():
        raise ValueError(
            f"the {leg.side} leg is too short for steps like {gait.step_length:.2f} m: its foot "
            f"would be {away.max():.2f} m away from below the hip"
        )
    height: Floats = ankle[:, 2] + np.sqrt(length**2 - away**2) - hip[:, 2]
    return height


def _bouncing(
    times: Floats, plan: Plan, standing: Standing, legs: dict[str, Leg], going: Floats
) -> Floats:
    """The height of a runner [m]: as high above the floor as its legs allow on every step."""
    gait, beat = plan.gait, plan.gait.step_seconds
    speeds = [float(np.linalg.norm(state.rate)) for state in plan.pelvis]
    levels = [_level(gait, standing, legs, speed * beat) for speed in speeds]
    knots = [0.0, *plan.nodes, plan.seconds]
    states = [standing.height, *levels, standing.height]
    base = joined(times, knots, [still(level) for level in states])
    since = (joined(times, *beats(plan)) / math.pi % 1.0) * beat
    height: Floats = base + going * _spring(gait, since)
    return height


def _spring(gait: Gait, since: Floats) -> Floats:
    """How far above where it is at a landing a runner is [m], so long after one [s].

    While a foot stands its force is half a sine that makes up for the whole step's gravity:
    z'' = g (π T / 2 t_c sin(π t / t_c) − 1), Alexander 1989; then z'' = −g.
    """
    beat = gait.step_seconds
    stands = 2.0 * gait.stance * beat
    flies = beat - stands
    on = np.clip(since, 0.0, stands)
    push = GRAVITY * beat * math.pi / (2.0 * stands)
    falling = -GRAVITY * flies / 2.0
    rate = falling + push * stands / math.pi
    thrown = (
        rate * on
        - push * (stands / math.pi) ** 2 * np.sin(math.pi * on / stands)
        - GRAVITY * on**2 / 2.0
    )
    off = np.maximum(since - stands, 0.0)
    height: Floats = thrown + np.where(since > stands, -falling * off - GRAVITY * off**2 / 2.0, 0.0)
    return PELVIS_SHARE * height


def _level(gait: Gait, standing: Standing, legs: dict[str, Leg], length: float) -> float:
    """How high the pelvis is at a landing [m]: such that through all of the stance the leg
    reaches."""
    leg, beat = legs["left"], gait.step_seconds
    stands = 2.0 * gait.stance * beat
    stance = Stances(gait, standing, legs).landed("left", np.zeros(2), 0.0, 0.0)
    times = np.linspace(0.0, stands, 40)
    ankle = foot_standing(times, stance, leg).ankle
    phase = math.pi * times / beat
    hip = gait.pelvis_turn * leg.hip[1] * np.cos(phase)
    ahead = (gait.reach or 0.5) * length
    away = ankle[:, 0] - (length * times / beat - ahead) - hip
    aside = gait.width / 2.0 - leg.hip[1]
    raised = leg.hip[1] * gait.pelvis_list * np.sin(phase + LIST_LEADS)
    reaches = leg.length_at(gait.knee + gait.loading)
    highest = ankle[:, 2] + np.sqrt(np.maximum(reaches**2 - away**2 - aside**2, 0.01)) - raised
    return float(np.min(highest - _spring(gait, times)))
