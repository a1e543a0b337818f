"""The angles of the legs: on the floor those that bring feet where they stand, and in the air."""

from __future__ import annotations

import itertools
from functools import cached_property
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import SIDES
from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.curves import (
    State,
    bump,
    ease,
    joined,
    soft_least,
    soft_most,
    still,
    through,
)
from motorium.motion.figures.walking.feet import FootWay, Stance, foot_standing
from motorium.motion.figures.walking.footsteps import Plan, Step, plan_footsteps
from motorium.motion.figures.walking.legs import LEG, Leg, side_sign, turned_heading
from motorium.motion.figures.walking.pelvis import PelvisWay, pelvis_way
from motorium.motion.figures.walking.standing import Standing

__all__ = ["leg_angles"]

MOMENT: Final = 1e-3
"""For differences [s]."""
HIP, KNEE, ANKLE, TOES = 0, 3, 5, 8
HEEL: Final = slice(6, 8)
GENTLY: Final = {HIP: 0.5, KNEE: 0.9}
"""How much of a gait's swing the foot takes that is set beside the other one."""
SOONEST: Final = 0.03
"""What comes sooner than this after a swing's begin is left out [s]."""
MARGIN: Final = 0.03
"""How near to its limits an angle comes in the air [rad]."""
SPRING_BACK: Final = 0.5
"""When toes are at ease again, as a share of a swing."""
TOES_AT_EASE: Final = 0.1
MOST_GAIN: Final = 60.0
"""Where a foot meets or leaves the floor an angle's rate changes by no more than this [rad/s²] in
the air: a landing is a jolt, and to prepare for it would throw the leg about."""
SHARP: Final = 1e-5
BLUNT: Final = 0.006
"""How gently a foot is lifted that would be too low [m]."""


def leg_angles(
    times: Floats, plan: Plan, standing: Standing, legs: dict[str, Leg]
) -> tuple[PelvisWay, dict[str, Floats]]:
    """Where the pelvis is, and the angles of each leg (frames, 9), from standing to standing."""
    pelvis = pelvis_way(times, plan, standing, legs)
    found = {}
    for side, leg in legs.items():
        angles = np.empty((len(times), len(leg.freedoms)))
        for stance in plan.stances[side]:
            within = stance.holds(times)
            way = foot_standing(times[within], stance, leg)
            angles[within] = _reaching(leg, pelvis.some(within), way, standing)
        swings = _Swings(plan, standing, legs, side)
        for before, after in itertools.pairwise(plan.stances[side]):
            within = (times > before.toe_off) & (times < after.strike)
            within &= ~(before.holds(times) | after.holds(times))
            angles[within] = swings.angles(times[within], pelvis.some(within), before, after)
        found[side] = _settled(times, plan, standing, leg, angles)
    return pelvis, found


def _reaching(leg: Leg, pelvis: PelvisWay, way: FootWay, standing: Standing) -> Floats:
    """Halfway between path and foot is where the knee points, but for how it was swung out."""
    stands = 1.0 - pelvis.going
    aim = pelvis.heading + 0.5 * (way.heading - pelvis.heading)
    down = way.ankle - (pelvis.position + pelvis.rotation @ leg.hip)
    down /= np.linalg.norm(down, axis=1, keepdims=True)
    across = turned_heading(aim)[:, :, 1]
    across = across - np.sum(across * down, axis=1, keepdims=True) * down
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    swivel = (stands * standing.swivels[leg.side])[:, np.newaxis]
    return leg.angles(
        pelvis.position,
        pelvis.rotation,
        way.ankle,
        way.rotation,
        np.cos(swivel) * across + np.sin(swivel) * np.cross(down, across),
        stands * standing.knee_turns[leg.side],
        way.toes + stands * standing.toes[leg.side],
    )


def _settled(times: Floats, plan: Plan, standing: Standing, leg: Leg, angles: Floats) -> Floats:
    """Without the little that angles miss those of the posture that it stands in."""
    own = standing.pose.angles[0, list(leg.freedoms)]
    begin = 1.0 - ease(times, 0.0, 0.8 * plan.nodes[0])
    end = ease(times, plan.closed, plan.seconds)
    first, last = own - angles[0], own - angles[-1]
    settled: Floats = angles + np.outer(begin, first) + np.outer(end, last)
    return settled


class _Swings:
    """Through the air a leg goes from angle to angle; its foot is kept off the floor."""

    def __init__(self, plan: Plan, standing: Standing, legs: dict[str, Leg], side: str) -> None:
        self.plan, self.standing, self.legs = plan, standing, legs
        self.side, self.leg = side, legs[side]

    def angles(self, times: Floats, pelvis: PelvisWay, before: Stance, after: Stance) -> Floats:
        """From one stance to the next, shape (frames, 9)."""
        swing = before.toe_off, after.strike
        left, lands = self._state(swing[0], before), self._state(swing[1], after)
        node = next((at for at in self.plan.nodes if swing[0] < at < swing[1] - 1e-9), None)
        shares = GENTLY if after.strike == self.plan.closed else {}
        if node is None:
            found = self._bent(times, swing, swing[0], left, lands, shares)
        else:
            # What a runner's leg is like when the other foot strikes is always the same.
            found = np.empty((len(times), len(LEG)))
            early = times <= node
            begun = through(times[early], (swing[0], node), left, self._passing)
            found[early] = self._within_limits(times[early], (swing[0], node), begun)
            found[~early] = self._bent(times[~early], swing, node, self._passing, lands, shares)
        # Before that it is not seen to, or it would not be.
        span = swing if node is None else (node, swing[1])
        return self._cleared(times, span, pelvis, found, before, after)

    def _bent(
        self,
        times: Floats,
        swing: tuple[float, float],
        begin: float,
        left: State,
        lands: State,
        shares: dict[int, float],
    ) -> Floats:
        """From a state within a swing to its end; joints are bent most where the gait says."""
        end = swing[1]
        found = through(times, (begin, end), left, lands)
        ways = dict(zip((HIP, KNEE, ANKLE), self.plan.gait.flight, strict=True))
        ways[TOES] = ((SPRING_BACK, TOES_AT_EASE),)
        for number, way in ways.items():
            ends = [State(*(part[number] for part in state)) for state in (left, lands)]
            points = [
                (swing[0] + at * (end - swing[0]), shares.get(number, 1.0) * angle)
                for at, angle in way
                if swing[0] + at * (end - swing[0]) > begin + SOONEST
            ]
            knots = [begin, *(moment for moment, _ in points), end]
            states = [ends[0], *(still(angle) for _, angle in points), ends[1]]
            found[:, number] = joined(times, knots, states)
        return self._within_limits(times, (begin, end), found)

    def _within_limits(self, times: Floats, span: tuple[float, float], angles: Floats) -> Floats:
        low, high = (self.leg.limits + np.array([MARGIN, -MARGIN])).T
        softness = SHARP + MARGIN * bump(times, *span, 2.0, 2.0)[:, np.newaxis]
        angles = soft_most(np.stack([angles, np.broadcast_to(low, angles.shape)]), softness)
        return soft_least(np.stack([angles, np.broadcast_to(high, angles.shape)]), softness)

    def _cleared(
        self,
        times: Floats,
        span: tuple[float, float],
        pelvis: PelvisWay,
        angles: Floats,
        before: Stance,
        after: Stance,
    ) -> Floats:
        """The same with the foot above the floor, and past the other leg instead of through it."""
        leg, gait = self.leg, self.plan.gait
        placed = leg.placed(pelvis.position, pelvis.rotation, angles)
        hump = bump(times, *span, 2.0, 2.0)
        lowest = -soft_most(-placed.soles[:, :, 2], SHARP + BLUNT * hump)
        missing = np.stack([gait.clearance * hump - lowest, np.zeros(len(times))])
        ankle = placed.ankle.copy()
        ankle[:, 2] += soft_most(missing, SHARP + BLUNT * hump)

        ends = [
            foot_standing(np.array([moment]), stance, leg).ankle[0, :2]
            for moment, stance in ((before.toe_off, before), (after.strike, after))
        ]
        ahead = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
        left = np.array([-ahead[1], ahead[0]])
        wanted = side_sign(self.side) * gait.around * hump
        third = (span[1] - span[0]) / 3.0
        sure = ease(times, span[0], span[0] + third)
        sure = sure * (1.0 - ease(times, span[1] - third, span[1]))
        aside = sure * (wanted - (ankle[:, :2] - ends[0]) @ left)
        ankle[:, :2] += aside[:, np.newaxis] * left
        found = leg.angles(
            pelvis.position,
            pelvis.rotation,
            ankle,
            placed.foot,
            placed.thigh[:, :, 1],
            angles[:, 4],
            angles[:, TOES],
        )
        # How a foot in the air is tipped to the side does not matter.
        found[:, HEEL] = angles[:, HEEL]
        return self._within_limits(times, span, found)

    def _state(self, time: float, stance: Stance, plan: Plan | None = None) -> State:
        """The angles of the leg and their rates where its foot meets or leaves the floor."""
        plan = self.plan if plan is None else plan
        moments = time + MOMENT * np.array([-1.0, 0.0, 1.0])
        times = np.array([0.0, *moments, plan.seconds])
        way = foot_standing(moments, stance, self.leg)
        pelvis = pelvis_way(times, plan, self.standing, self.legs).some(slice(1, 4))
        found = _differences(_reaching(self.leg, pelvis, way, self.standing))
        return State(found.value, found.rate, np.clip(found.gain, -MOST_GAIN, MOST_GAIN))

    @cached_property
    def _passing(self) -> State:
        """What the leg in the air is like when the other foot strikes, going straight on."""
        gait = self.plan.gait
        other = SIDES[1 - SIDES.index(self.side)]
        steps = [Step(gait.step_length)] * 4
        plan = plan_footsteps(gait, steps, other, self.standing, self.legs)
        before, after = plan.stances[self.side][1:3]
        left = self._state(before.toe_off, before, plan)
        lands = self._state(after.strike, after, plan)
        moments = plan.nodes[2] + MOMENT * np.array([-1.0, 0.0, 1.0])
        swing = before.toe_off, after.strike
        return _differences(self._bent(moments, swing, swing[0], left, lands, {}))


def _differences(values: Floats) -> State:
    return State(
        values[1],
        (values[2] - values[0]) / (2.0 * MOMENT),
        (values[2] - 2.0 * values[1] + values[0]) / MOMENT**2,
    )
