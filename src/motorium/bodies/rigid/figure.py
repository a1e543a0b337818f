"""A physical character in somebody's proportions: where parts hang, and of what shapes they are.

    figure = rigid_figure(load_skeleton("human-high"))
    figure.mass, figure.height

Bones are as long as the performer's; widths are those of the figure that ships, in proportion to
the stature. All has the density of water, as in the thesis (section 4.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.skeleton import SIDES, Skeleton
from motorium.bodies.rigid.parts import COORDINATES, PARTS, coordinate_of, part_number
from motorium.contracts.frames import Floats

__all__ = ["BALL", "BAR", "BLOCK", "WATER", "RigidFigure", "Shape", "rigid_figure"]

WATER: Final = 1000.0
"""[kg/m^3]"""
BALL, BAR, BLOCK = "ball", "bar", "block"
"""Kinds of shapes: spheres, capsules and boxes."""
_STATURE: Final = 1.75
"""Of whom widths are given below [m]."""
SPINE: Final = 0.045
"""How far the middle of the trunk is before the spine [m]."""
LEAST_HEEL: Final = 0.05
LEAST_BALL: Final = 0.13
LEAST_SOLE: Final = 0.07
LEAST_COLLAR: Final = 0.05
"""How far heels are at least behind ankles, balls of feet ahead of them and soles below them, and
collars above shoulders [m], of who is `_STATURE` tall."""


class Shape(NamedTuple):
    """One solid of a part: its kind; size [m]: radius of a ball, radius and half length of a bar,
    half edges of a block; at [m]: its middle, and axis: where a bar points, in the part's axes."""

    part: int
    kind: str
    size: tuple[float, ...]
    at: Floats
    axis: Floats

    @property
    def volume(self) -> float:
        """[m^3]"""
        if self.kind == BLOCK:
            return float(8.0 * np.prod(self.size))
        sphere = 4.0 / 3.0 * np.pi * self.size[0] ** 3
        if self.kind == BALL:
            return float(sphere)
        return float(sphere + 2.0 * np.pi * self.size[0] ** 2 * self.size[1])


@dataclass(frozen=True)
class RigidFigure:
    """offsets [m] (parts, 3): of each joint from the parent's, at rest; shapes; hands and wrists
    [m] (2, 3): where the left and the right one is, in the forearm's axes; soles [m]: how far
    below the ankles the ground is; height [m]: of the pelvis above the ground when it stands
    upright."""

    stature: float
    offsets: Floats
    shapes: tuple[Shape, ...]
    hands: Floats
    wrists: Floats
    soles: float
    height: float

    def upright(self) -> Floats:
        """The coordinates of who stands straight at the origin, arms hanging (COORDINATES,)."""
        found = np.zeros(COORDINATES)
        found[2], found[3] = self.height, 1.0
        for number, part in enumerate(PARTS[1:], start=1):
            found[coordinate_of(number)] = float(part.hinge is None)
        return found

    @property
    def mass(self) -> float:
        """[kg]"""
        return WATER * sum(shape.volume for shape in self.shapes)


def rigid_figure(skeleton: Skeleton) -> RigidFigure:
    """In the proportions of human-high, or of a figure with its segments and another size."""
    rest = skeleton.rest_positions
    joints = np.array([rest[skeleton.segment(part.joint)] for part in PARTS])
    offsets = joints.copy()
    for number, part in enumerate(PARTS[1:], start=1):
        offsets[number] = joints[number] - joints[part.parent]
    placed = skeleton.place(skeleton.rest())
    sites = {name: skeleton.site_places(placed, name)[0] for name in skeleton.sites}
    forearms = [part_number(f"{side} forearm") for side in SIDES]
    ankle, toes = joints[part_number("left foot")], sites["left ball"]
    wide = skeleton.stature / _STATURE
    soles = max(float(ankle[2] - toes[2]), LEAST_SOLE * wide)
    return RigidFigure(
        skeleton.stature,
        offsets,
        tuple(_shapes(joints, sites, soles, wide)),
        np.array([sites[f"{side} grip"] for side in SIDES]) - joints[forearms],
        np.array([sites[f"{side} wrist"] for side in SIDES]) - joints[forearms],
        soles,
        soles - float(ankle[2]),
    )


def _shapes(joints: Floats, sites: dict[str, Floats], soles: float, wide: float) -> list[Shape]:
    """soles [m]: see `RigidFigure`; wide: how much wider than who is `_STATURE` tall."""
    hips, waist, back, neck, head = joints[:5]
    forward = np.array([SPINE * wide, 0.0, 0.0])
    shapes = [
        _block("pelvis", (0.095 * wide, 0.155 * wide), hips, hips - (0, 0, 0.07 * wide), waist),
        _block(
            "abdomen", (0.085 * wide, 0.13 * wide), waist, waist + 0.4 * forward, back + forward
        ),
        _block(
            "chest", (0.105 * wide, 0.15 * wide), back, back + forward, _collar(joints) + forward
        ),
        _bar("neck", 0.055 * wide, neck, neck, head),
        _ball("head", 0.105 * wide, head, (head + sites["head top"]) / 2 + forward / 3),
    ]
    for side in SIDES:
        shoulder, elbow = (joints[part_number(f"{side} {one}")] for one in ("upper arm", "forearm"))
        wrist, knuckles = sites[f"{side} wrist"], sites[f"{side} knuckles"]
        shapes += [
            _bar(f"{side} upper arm", 0.046 * wide, shoulder, shoulder, elbow),
            _bar(f"{side} forearm", 0.038 * wide, elbow, elbow, wrist),
            _ball(f"{side} forearm", 0.045 * wide, elbow, (wrist + knuckles) / 2),
        ]
    for side in SIDES:
        hip, knee, ankle = (
            joints[part_number(f"{side} {one}")] for one in ("thigh", "shin", "foot")
        )
        heel, ball = _sole(ankle, sites[f"{side} heel"], sites[f"{side} ball"], wide)
        half, thick = (ball - heel) / 2, 0.03 * wide
        sole = np.array([(heel + ball) / 2, 0.0, thick - soles])
        straight = np.array([0.0, 0.0, 1.0])
        shapes += [
            _bar(f"{side} thigh", 0.074 * wide, hip, hip, knee),
            _bar(f"{side} shin", 0.05 * wide, knee, knee, ankle),
            Shape(part_number(f"{side} foot"), BLOCK, (half, 0.045 * wide, thick), sole, straight),
        ]
    return shapes


def _collar(joints: Floats) -> Floats:
    """The upper end of the chest: real skeletons have necks that begin anywhere."""
    neck, shoulder = joints[part_number("neck")], joints[part_number("left upper arm")]
    return np.array([neck[0], 0.0, max(neck[2], shoulder[2] + LEAST_COLLAR)])


def _sole(ankle: Floats, heel: Floats, ball: Floats, wide: float) -> tuple[float, float]:
    """From where to where a sole reaches, seen from the ankle: real skeletons have feet of any
    length, but people do not."""
    least = np.array([-LEAST_HEEL, LEAST_BALL]) * wide
    return min(heel[0] - ankle[0], least[0]), max(ball[0] - ankle[0], least[1])


def _block(name: str, half: tuple[float, float], joint: Floats, low: Floats, high: Floats) -> Shape:
    """From a place up to another one, so deep and wide."""
    middle = (np.asarray(low) + np.asarray(high)) / 2
    edges = (*half, float(high[2] - low[2]) / 2)
    return Shape(part_number(name), BLOCK, edges, middle - joint, np.array([0.0, 0.0, 1.0]))


def _bar(name: str, radius: float, joint: Floats, begin: Floats, end: Floats) -> Shape:
    """Round at both ends, which reach from one place to the other."""
    way = end - begin
    length = float(np.linalg.norm(way))
    half = max(length / 2 - radius / 2, 0.25 * length)
    return Shape(
        part_number(name), BAR, (radius, half), (begin + end) / 2 - joint, way / max(length, 1e-9)
    )


def _ball(name: str, radius: float, joint: Floats, middle: Floats) -> Shape:
    return Shape(part_number(name), BALL, (radius,), middle - joint, np.array([0.0, 0.0, 1.0]))
