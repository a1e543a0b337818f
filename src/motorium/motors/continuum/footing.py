"""Performers on uneven ground: each is captured on a level floor, and lifted by the height of the
ground that is beneath him in the scene.

    footing.settle(character, pose, 1.0)       # at once, where he begins
    footing.feel(character, pose, seconds)     # little by little, as he goes
    pose = footing.lifted(character, pose)

Rays look down below the corners of his soles, and below his pelvis. Feet and pelvis follow what
they find like critically damped springs, and legs bend accordingly (`legs.py`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import PARTS
from motorium.contracts.frames import Floats, rotation_matrix
from motorium.motors.continuum.legs import FEET, PELVIS, highest_pelvis, stand_on
from motorium.motors.continuum.placing import place_target
from motorium.motors.continuum.state import Build
from motorium.physics.rigid.scene import RigidScene

__all__ = ["FLOOR", "Footing"]

CLIMB: Final = 0.35
"""Ground that is more than so much above a foot is no ground to step on [m], but an obstacle."""
STEEPEST: Final = 0.4
"""More than this rise over run is the edge of a step: one stands flat on its higher side."""
FLAT: Final = 0.02
"""Corners of a sole that are farther from one plane are on an edge, too [m]."""
QUICK: Final = np.array([30.0, 30.0, 14.0])
"""Of the springs that feet and pelvis follow the ground with [rad/s]."""
AHEAD: Final = 0.12
"""How long before it is there a foot is lifted for what it comes to [s]: it takes as long."""
LEVEL: Final = 0.5
"""A sole that seems smaller by more than that, seen from above, tells no slope."""
FLOOR: Final = -1
"""The geom of who is above no other ground."""
_POINTS: Final = len(QUICK)


class Footing:
    """Of all characters of a scene. lifts [m] and rates [m/s] (n, 3): of the left foot, the right
    foot and the pelvis; slopes (n, 2, 2): rise of the ground along x and y below the feet; under
    (n, 3): the geoms below them. In a scene whose ground is level nobody is lifted.

    Limitations: hands, knees and trunk follow the pelvis, so who lies on a slope is wanted level.
    Nobody looks ahead of a foot by more than `AHEAD`: who runs up a stair of high steps trips.
    """

    def __init__(self, scene: RigidScene, build: Build) -> None:
        self._scene, self._build = scene, build
        count = scene.characters
        self.lifts: Floats = np.zeros((count, _POINTS))
        self.rates: Floats = np.zeros((count, _POINTS))
        self.slopes: Floats = np.zeros((count, len(FEET), 2))
        self.under: NDArray[np.int64] = np.full((count, _POINTS), FLOOR)
        self.last: Floats = np.zeros((count, _POINTS, 2))
        self._work, self._centres = np.zeros((len(PARTS), 7)), np.zeros((len(PARTS), 3))
        self._soles = [_soles(figure) for figure in scene.figures]
        self._goals, self._rises = np.zeros(_POINTS), np.zeros((len(FEET), 2))
        self._ray: Floats = np.zeros(3)

    def settle(self, character: int, pose: Floats, high: float) -> None:
        """He is there all at once; high [m]: ground that is higher is none to stand on."""
        if not self._scene.uneven:
            return
        self._place(character, pose)
        self.last[character] = self._points()
        self._look(character, np.full(_POINTS, high), np.zeros((_POINTS, 2)))
        self.lifts[character], self.rates[character] = self._goals, 0.0
        self.slopes[character] = self._rises

    def feel(self, character: int, pose: Floats, seconds: float) -> None:
        """He has gone on, so many seconds later."""
        if not self._scene.uneven:
            return
        self._place(character, pose)
        points, lifts = self._points(), self.lifts[character]
        starts = lifts + np.append(self._work[FEET, 2], 0.0) + CLIMB
        self._look(character, starts, (points - self.last[character]) / seconds)
        self.last[character] = points
        _follow(lifts, self.rates[character], self._goals, seconds)
        share = 1.0 - np.exp(-QUICK[0] * seconds)
        self.slopes[character] += share * (self._rises - self.slopes[character])

    def lifted(self, character: int, pose: Floats) -> Floats:
        """How he is on the ground beneath him (COORDINATES,)."""
        if not self.lifts[character].any() and not self.slopes[character].any():
            return pose
        found = pose.copy()
        self._place(character, pose)
        stand_on(
            self._build,
            character,
            self._work,
            self.lifts[character],
            self.slopes[character],
            found,
        )
        return found

    def height_below(self, character: int) -> tuple[float, int]:
        """How high the ground below a character's centre of mass is [m], and its geom."""
        if not self._scene.uneven:
            return 0.0, FLOOR
        x, y, z = self._scene.data.subtree_com[self._scene.bodies[character, 0]]
        return self._below(x, y, z)

    def go_with(self, character: int, step: Floats, seconds: float) -> None:
        """The ground goes on: each foot with what is below it, the pelvis by a step [m] (3,)."""
        place, lifts = self.last[character], self.lifts[character]
        for side in range(len(FEET)):
            at = np.append(place[side], lifts[side])
            own, _ = self._scene.carried(int(self.under[character, side]), at, seconds)
            place[side] += own[:2]
            lifts[side] += own[2]
        place[PELVIS] += step[:2]
        lifts[PELVIS] += step[2]

    def take_over(self, character: int, other: Footing, was: int) -> None:
        """Go on with a character just as it is on another footing."""
        for name in ("lifts", "rates", "slopes", "under", "last"):
            getattr(self, name)[character] = getattr(other, name)[was]

    # ------------------------------------------------------------ inside

    def _place(self, character: int, pose: Floats) -> None:
        place_target(self._build, character, pose, self._work, self._centres)

    def _points(self) -> Floats:
        """Of ankles and pelvis, seen from above [m] (3, 2)."""
        return self._work[[*FEET, 0], :2]

    def _look(self, character: int, starts: Floats, velocities: Floats) -> None:
        """Where lifts and slopes shall come to; starts [m] (3,): how high rays begin; velocities
        [m/s] (3, 2)."""
        for side, foot in enumerate(FEET):
            high, under = self._look_below(character, side, starts[side])
            x, y = self._work[foot, :2] + AHEAD * velocities[side]
            ahead, there = self._below(x, y, starts[side])
            self._goals[side], self.under[character, side] = (
                (ahead, there) if ahead > high else (high, under)
            )
        # As far ahead as its spring lags behind: on a slope it is where it should be.
        x, y = self._work[0, :2] + 2.0 / QUICK[PELVIS] * velocities[PELVIS]
        high, self.under[character, PELVIS] = self._below(x, y, starts[PELVIS])
        highest = highest_pelvis(self._build, character, self._work, self._goals)
        self._goals[PELVIS] = min(high, highest)

    def _look_below(self, character: int, side: int, start: float) -> tuple[float, int]:
        """The height of the ground below an ankle, and its geom; and its slope, as the four corners
        of the sole tell."""
        foot = FEET[side]
        axes = rotation_matrix(self._work[foot, 3:])
        corners = self._work[foot, :3] + self._soles[character][side] @ axes.T
        found = [self._below(x, y, start) for x, y, _ in corners]
        heights = np.array([high for high, _ in found])
        best = int(np.argmax(heights))
        self._rises[side] = 0.0
        rise = _rise(corners, heights)
        if rise is None:
            return found[best]
        self._rises[side] = rise
        back = self._work[foot, :2] - corners[:, :2].mean(axis=0)
        return float(heights.mean() + rise @ back), found[best][1]

    def _below(self, x: float, y: float, z: float) -> tuple[float, int]:
        self._ray[:] = x, y, z
        return self._scene.ground_below(self._ray)


def _soles(figure: RigidFigure) -> list[Floats]:
    """Of both feet the lower corners of the sole, in the foot's axes [m] (4, 3): front left, front
    right, rear left, rear right."""
    found = []
    for foot in FEET:
        shape = next(one for one in figure.shapes if one.part == foot)
        signs = np.array([[1, 1, -1], [1, -1, -1], [-1, 1, -1], [-1, -1, -1]])
        found.append(shape.at + signs * np.array(shape.size))
    return found


def _rise(corners: Floats, heights: Floats) -> Floats | None:
    """How much the ground rises along x and y, if the corners of a sole (4, 3) are on one plane
    that is not too steep, and the foot is level enough to tell."""
    if np.ptp(heights) == 0.0:
        return np.zeros(2)
    if abs(heights[0] - heights[1] - heights[2] + heights[3]) > FLAT:
        return None
    ahead, left = corners[0] - corners[2], corners[0] - corners[1]
    sides = np.array([ahead[:2], left[:2]])
    size = np.linalg.norm(ahead) * np.linalg.norm(left)
    if abs(np.linalg.det(sides)) < LEVEL * size:
        return None
    rises = [(heights[:2] - heights[2:]).mean(), (heights[::2] - heights[1::2]).mean()]
    rise: Floats = np.linalg.solve(sides, rises)
    return rise if np.hypot(*rise) < STEEPEST else None


def _follow(lifts: Floats, rates: Floats, goals: Floats, seconds: float) -> None:
    """Critically damped springs, exactly: x'' = w^2 (goal - x) - 2 w x'."""
    off = lifts - goals
    slope = rates + QUICK * off
    fade = np.exp(-QUICK * seconds)
    lifts[:] = goals + fade * (off + slope * seconds)
    rates[:] = fade * (rates - QUICK * slope * seconds)
