"""How a foot stands in each part of a walk: already there, in the middle of it, and at its end."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.curves import bisected
from motorium.motion.figures.walking.feet import Stance, foot_standing
from motorium.motion.figures.walking.gaits import Gait
from motorium.motion.figures.walking.legs import Leg, side_sign
from motorium.motion.figures.walking.standing import Standing

__all__ = ["LANDING", "SHORTEST_PUSH", "Stances", "plane_turn"]

LANDING: Final = 0.1
"""How long the last foot takes to become flat [s]."""
LANDING_PITCH: Final = 0.16
GENTLE: Final = 0.6
"""Pitches of the first foot that moves, as a share of a gait's own."""
EARLIER: Final = 0.8
"""When the heel rises of a runner who is about to stop, as a share of when it would."""
SHORTEST_PUSH: Final = 0.2
"""From the rise of a heel that stood to that of its toes, at least [s]."""
TURNED: Final = 0.75
"""When in its stance a foot that stood has turned on its ball into the gait's heading."""
SPARE: Final = 0.004
"""How much lower the leg ahead holds the pelvis than the one behind where a foot strikes [m]."""


def plane_turn(heading: float) -> Floats:
    """Turns (x, y) by a heading."""
    cosine, sine = math.cos(heading), math.sin(heading)
    return np.array([[cosine, -sine], [sine, cosine]])


@dataclass(frozen=True)
class Stances:
    """Makes the stances of a gait; lasts [s]: how long one does in the middle of a walk."""

    gait: Gait
    standing: Standing
    legs: dict[str, Leg]

    @property
    def lasts(self) -> float:
        return 2.0 * self.gait.stance * self.gait.step_seconds

    def soles(self, side: str, ankle: Floats, heading: float) -> tuple[Floats, Floats, Floats]:
        """Heel, ball and toe tip of a foot that is flat."""
        leg, turn = self.legs[side], plane_turn(heading)
        ball, tip = leg.toes_at + leg.ball, leg.toes_at + leg.tip
        return ankle + turn @ leg.heel[:2], ankle + turn @ ball[:2], ankle + turn @ tip[:2]

    def landed(self, side: str, centre: Floats, path: float, strike: float) -> Stance:
        """In the middle of a walk: beside a point of the path, where that has a heading."""
        gait, sign = self.gait, side_sign(side)
        left = plane_turn(path) @ np.array([0.0, 1.0])
        heading = path + sign * gait.toe_out
        heel, ball, tip = self.soles(side, centre + sign * gait.width / 2.0 * left, heading)
        return Stance(
            side=side,
            heel=heel,
            ball=ball,
            tip=tip,
            strike_heading=heading,
            heading=heading,
            off_heading=heading,
            strike=strike,
            down=strike + gait.flat * self.lasts,
            heel_off=strike + gait.heel_off * self.lasts,
            tip_off=strike + gait.tip_off * self.lasts,
            toe_off=strike + self.lasts,
            strike_pitch=gait.strike_pitch,
            off_pitch=gait.off_pitch,
            off_toes=gait.off_toes,
            push=gait.push,
        )

    def stood(self, side: str, ankle: Floats, heading: float) -> Stance:
        """Of a foot that stands, always."""
        heel, ball, tip = self.soles(side, ankle, heading)
        landed = self.landed(side, np.zeros(2), 0.0, 0.0)
        return dataclasses.replace(
            landed,
            heel=heel,
            ball=ball,
            tip=tip,
            strike_heading=heading,
            heading=heading,
            off_heading=heading,
            strike=-math.inf,
            down=-math.inf,
            heel_off=math.inf,
            tip_off=math.inf,
            toe_off=math.inf,
        )

    def first(self, side: str, heel_off: float, toe_off: float) -> Stance:
        """Of the foot that moves first: it is lifted gently."""
        own = self.stood(side, self.standing.ankles[side], self.standing.headings[side])
        return dataclasses.replace(
            own,
            heel_off=heel_off,
            tip_off=heel_off + 0.7 * (toe_off - heel_off),
            toe_off=toe_off,
            off_pitch=GENTLE * own.off_pitch,
            off_toes=GENTLE * own.off_toes,
        )

    def pushing(self, side: str, strike: float) -> Stance:
        """Of the other foot: it pushes off as if it had struck in time, and in the gait's heading,
        to which it turns on its ball."""
        own = self.stood(side, self.standing.ankles[side], self.standing.headings[side])
        gait, leg = self.gait, self.legs[side]
        aim = side_sign(side) * gait.toe_out
        toe_off = strike + self.lasts
        heel_off = strike + gait.heel_off * self.lasts
        return dataclasses.replace(
            own,
            tip=own.ball + plane_turn(aim) @ (leg.tip - leg.ball)[:2],
            off_heading=aim,
            heel_off=min(heel_off, toe_off - SHORTEST_PUSH),
            turned_by=min(strike + TURNED * self.lasts, strike + gait.step_seconds),
            tip_off=strike + gait.tip_off * self.lasts,
            toe_off=toe_off,
        )

    def leaving(self, stance: Stance, toe_off: float) -> Stance:
        """The same, but it leaves at another time."""
        lasts = toe_off - stance.strike
        return dataclasses.replace(
            stance,
            heel_off=stance.strike + EARLIER * self.gait.heel_off * lasts,
            tip_off=stance.strike + self.gait.tip_off * lasts,
            toe_off=toe_off,
        )

    def planted(self, stance: Stance, path: float) -> tuple[Floats, Stance]:
        """Where the pelvis comes to stand above the last foot that strikes, and that foot: it turns
        on its heel to where it points in standing."""
        side = stance.side
        heading = path + self.standing.headings[side]
        ankle = stance.heel - plane_turn(heading) @ self.legs[side].heel[:2]
        end = ankle - plane_turn(path) @ self.standing.ankles[side]
        _, ball, tip = self.soles(side, ankle, heading)
        return end, dataclasses.replace(
            stance,
            heading=heading,
            off_heading=heading,
            ball=ball,
            tip=tip,
            heel_off=math.inf,
            tip_off=math.inf,
            toe_off=math.inf,
        )

    def striking(self, stance: Stance, strike: float) -> Stance:
        """The same, but it strikes at another time."""
        down = strike + 1.3 * self.gait.flat * self.lasts
        return dataclasses.replace(stance, strike=strike, down=down)

    def beside(self, side: str, end: Floats, path: float, strike: float) -> Stance:
        """Of the foot that is set beside the other one where the pelvis comes to stand."""
        ankle = end + plane_turn(path) @ self.standing.ankles[side]
        own = self.stood(side, ankle, path + self.standing.headings[side])
        return dataclasses.replace(
            own, strike=strike, down=strike + LANDING, strike_pitch=LANDING_PITCH
        )

    def reach(self, length: float) -> float:
        """How far ahead of the pelvis a foot strikes, as a share of the step's length."""
        gait, leg = self.gait, self.legs["left"]
        if gait.reach is not None:
            return gait.reach
        stance = self.landed("left", np.zeros(2), 0.0, 0.0)
        moments = np.array([gait.step_seconds, 0.0])
        behind, ahead = foot_standing(moments, stance, leg).ankle
        forward = gait.pelvis_turn * leg.hip[1]
        aside = leg.hip[1] - gait.width / 2.0
        longest = leg.length_at(gait.knee)

        def spare(share: float) -> float:
            """By how much higher the leg behind can carry the pelvis than the one ahead."""
            before = (1.0 - share) * length - behind[0] - forward
            beyond = share * length + ahead[0] - forward
            heights = [
                math.sqrt(max(longest**2 - away**2 - aside**2, 0.0)) for away in (before, beyond)
            ]
            return float(behind[2] + heights[0] - ahead[2] - heights[1]) - SPARE

        return bisected(spare, 0.2, 0.8)
