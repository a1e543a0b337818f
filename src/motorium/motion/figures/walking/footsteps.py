"""Footsteps: where and when each foot stands, and where the pelvis is when one strikes.

A walk begins and ends standing. Between them feet strike one after the other (nodes); a foot's
stance goes from the strike of its heel over lying flat and the rise of its heel to standing on
the tip of its toes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import SIDES
from motorium.contracts.frames import Floats
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.walking.curves import State, still, through
from motorium.motion.figures.walking.feet import Stance
from motorium.motion.figures.walking.gaits import LEG_HEIGHT, Gait
from motorium.motion.figures.walking.legs import Leg, side_sign
from motorium.motion.figures.walking.stances import LANDING, SHORTEST_PUSH, Stances, plane_turn
from motorium.motion.figures.walking.standing import Standing

__all__ = ["Plan", "Step", "plan_footsteps"]

ANTICIPATION: Final = 0.12
"""From the first movement to the rise of the first heel [s]: weight goes over to the other foot."""
SETTLING: Final = 0.25
"""From when the last foot is flat to standing still [s]."""
BRAKE: Final = (0.45, 0.12)
"""How long a runner's last step is [m]: so much, and so much a m/s."""
LEFT_BEHIND: Final = 0.42
"""How far behind the pelvis the foot before leaves the floor [m]."""
BRAKE_REACH: Final = 0.26
"""How far ahead of it the last one strikes [m]."""
CLOSING: Final = 0.42
"""How long the foot then swings that is set beside it [s]."""


@dataclass(frozen=True)
class Step:
    """How far a foot goes past the other one [m], and how much the path turns left on it [rad]."""

    length: float
    turn: float = 0.0


@dataclass(frozen=True)
class Plan:
    """A walk from standing to standing.

    seconds: how long it is; nodes [s]: when feet strike; sides: which ones; pelvis: where it is
    then, and how it moves; headings and phases likewise (a phase is 0 where the left foot strikes,
    π where the right one does); moving: when the pelvis begins to go forward and when it has
    stopped; closed: when the last foot is set beside the other one; end, end_heading: where the
    pelvis comes to stand; braked: whether a step is taken between the last node and that.
    """

    gait: Gait
    seconds: float
    nodes: tuple[float, ...]
    sides: tuple[str, ...]
    pelvis: tuple[State, ...]
    headings: tuple[State, ...]
    phases: tuple[State, ...]
    moving: tuple[float, float]
    closed: float
    stances: dict[str, tuple[Stance, ...]]
    end: Floats
    end_heading: float
    braked: bool


def plan_footsteps(
    gait: Gait, steps: Sequence[Step], first: str, standing: Standing, legs: dict[str, Leg]
) -> Plan:
    """Footsteps of a walk on which the `first` foot moves first; after the last step the other foot
    is set beside, and where people run, a step comes before that on which they slow down."""
    return _Planner(gait, list(steps), first, Stances(gait, standing, legs)).plan()


class _Planner:
    def __init__(self, gait: Gait, steps: list[Step], first: str, make: Stances) -> None:
        self.gait, self.steps, self.make = gait, steps, make
        other = SIDES[1 - SIDES.index(first)]
        self.sides = [(first, other)[number % 2] for number in range(len(steps))]
        self.before = other
        leg = make.legs["left"]
        self.size = (leg.length + leg.foot_height) / LEG_HEIGHT
        self.swing = 2.0 * gait.step_seconds - make.lasts

    def plan(self) -> Plan:
        gait, make, beat = self.gait, self.make, self.gait.step_seconds
        centres, headings = self._centres()
        pelvis, facing = [], []
        for step, centre, heading in zip(self.steps, centres, headings, strict=False):
            share = 1.0 - make.reach(step.length)
            pelvis.append(_along(centre, heading, step, share))
            facing.append(heading + share * step.turn)
        speeds = _rates([0.0, *np.cumsum(_distances(pelvis))], beat, self.steps[0].length / beat)
        turning = _rates(facing, beat, 0.0)

        push = max((1.0 - gait.heel_off) * make.lasts, SHORTEST_PUSH)
        run_up = 2.0 * float(np.linalg.norm(pelvis[0])) / speeds[0]
        begin = _frames(max(ANTICIPATION + push + self.swing, run_up + 0.05))
        nodes = [begin + beat * number for number in range(len(self.steps))]
        toe_off = begin - self.swing
        stances = {
            self.sides[0]: [make.first(self.sides[0], toe_off - push, toe_off)],
            self.before: [make.pushing(self.before, begin - beat)],
        }
        for side, centre, heading, node in zip(
            self.sides, centres[1:], headings[1:], nodes, strict=True
        ):
            stances[side].append(make.landed(side, centre, heading, node))
        path = headings[-1]
        end, closed, stopping = self._stop(stances, centres[-1], path, nodes[-1], pelvis, speeds)
        lasts = max(closed + LANDING + SETTLING - nodes[-1], stopping)
        return Plan(
            gait=gait,
            seconds=nodes[-1] + _frames(lasts),
            nodes=tuple(nodes),
            sides=tuple(self.sides),
            pelvis=tuple(
                State(place, speed * _ahead(aim), speed * rate * _ahead(aim + math.pi / 2.0))
                for place, speed, aim, rate in zip(pelvis, speeds, facing, turning, strict=True)
            ),
            headings=tuple(
                State(np.array(aim), np.array(rate), np.array(0.0))
                for aim, rate in zip(facing, turning, strict=True)
            ),
            phases=self._phases(),
            moving=(begin - run_up, nodes[-1] + stopping),
            closed=closed,
            stances={side: tuple(stances[side]) for side in SIDES},
            end=end,
            end_heading=path,
            braked=gait.bounce,
        )

    def _centres(self) -> tuple[list[Floats], list[float]]:
        """The path's point beside each footstep, from the foot that stands first on, and its
        headings there."""
        side, standing = self.before, self.make.standing
        leg, sign = self.make.legs[side], side_sign(side)
        _, ball, _ = self.make.soles(side, standing.ankles[side], standing.headings[side])
        place = ball - plane_turn(sign * self.gait.toe_out) @ (leg.toes_at + leg.ball)[:2]
        centres = [place - np.array([0.0, sign * self.gait.width / 2.0])]
        headings = [0.0]
        for step in self.steps:
            centres.append(_along(centres[-1], headings[-1], step, 1.0))
            headings.append(headings[-1] + step.turn)
        return centres, headings

    def _stop(
        self,
        stances: dict[str, list[Stance]],
        centre: Floats,
        path: float,
        node: float,
        pelvis: list[Floats],
        speeds: list[float],
    ) -> tuple[Floats, float, float]:
        """Adds the last stances. Where the pelvis comes to stand, when the last foot is set down,
        and how long it takes to stop."""
        gait, make, size = self.gait, self.make, self.size
        last = self.sides[-1]
        closing = SIDES[1 - SIDES.index(last)]
        swing = 0.9 * self.swing
        length = (BRAKE[0] + BRAKE[1] * gait.speed / math.sqrt(size)) * size
        if gait.bounce:
            # Nobody stops from a run on one foot: a long step comes first to slow down on.
            point = _along(centre, path, Step(length), 1.0)
            stances[closing].append(make.landed(closing, point, path, math.nan))
            last, closing = closing, last
        end, planted = make.planted(stances[last][-1], path)
        distance = float(plane_turn(-path)[0] @ (end - pelvis[-1]))
        stopping = max(2.0 * distance / speeds[-1], 0.3)
        if gait.bounce:
            span = node, node + stopping
            running = State(np.array(0.0), np.array(speeds[-1]), np.array(0.0))
            moments = np.linspace(*span, 400)
            step = self.steps[-1].length
            past = through(moments, span, running, still(distance)) - make.reach(step) * step
            lifts, strikes = (
                float(np.interp(place, past, moments))
                for place in (LEFT_BEHIND * size, length - BRAKE_REACH * size)
            )
            stances[closing][-1] = make.leaving(stances[closing][-1], lifts)
            planted = make.striking(planted, strikes)
            swing = CLOSING * math.sqrt(size)
        stances[last][-1] = planted
        closed = stances[closing][-1].toe_off + swing
        stances[closing].append(make.beside(closing, end, path, closed))
        return end, closed, stopping

    def _phases(self) -> tuple[State, ...]:
        rate = np.array(math.pi / self.gait.step_seconds)
        begin = 0.0 if self.sides[0] == "left" else math.pi
        return tuple(
            State(np.array(begin + math.pi * number), rate, np.array(0.0))
            for number in range(len(self.steps))
        )


def _along(centre: Floats, heading: float, step: Step, share: float) -> Floats:
    """A point of the arc of a step: its chord is as long as the step."""
    half = step.turn / 2.0
    stretch = share if abs(half) < 1e-9 else math.sin(half * share) / math.sin(half)
    return centre + step.length * stretch * _ahead(heading + half * share)


def _ahead(heading: float) -> Floats:
    return np.array([math.cos(heading), math.sin(heading)])


def _distances(places: list[Floats]) -> list[float]:
    return [float(np.linalg.norm(b - a)) for a, b in itertools.pairwise(places)]


def _rates(values: Sequence[float], beat: float, alone: float) -> list[float]:
    """How fast values change that come one a beat: the mean of before and after."""
    if len(values) == 1:
        return [alone]
    slopes = np.diff(values) / beat
    return [float(rate) for rate in (slopes[0], *((slopes[1:] + slopes[:-1]) / 2.0), slopes[-1])]


def _frames(seconds: float) -> float:
    """Rounded up to whole frames."""
    return math.ceil(seconds * MADE_AT - 1e-9) / MADE_AT
