"""The leg of a figure: where it reaches, and the angles that bring it there, in closed form.

A leg is a hip that turns all ways, a knee, and an ankle with a heel that together turn all ways.
Where the hip, the ankle and the foot's turn are known, all angles are, but for one: the knee may
swing around the line from hip to ankle. `across`, which points to the left of where the knee
shall point, decides it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.skeleton import SIDES, Skeleton, turn_about
from motorium.contracts.frames import Floats

__all__ = ["Leg", "leg_of", "side_sign", "three_turns", "turned_heading"]

LEG: Final = (
    ("hip", "flexion"),
    ("hip", "abduction"),
    ("hip", "rotation"),
    ("knee", "flexion"),
    ("knee", "rotation"),
    ("ankle", "flexion"),
    ("heel", "inversion"),
    ("heel", "turn"),
    ("toes", "extension"),
)
AXES: Final = np.array([1, 0, 2, 1, 2, 1, 0, 2, 1])
"""Which of x, y, z each of them turns about, this way or that."""
KNEE: Final = 3


@dataclass(frozen=True)
class Leg:
    """What a leg is, seen at rest [m].

    hip: from the origin of the pelvis; thigh, shin: lengths; heel and toes_at (where the toes'
    joint is): from the ankle; ball and tip: from the toes' joint; freedoms: the numbers of LEG's
    angles in the skeleton, signs: whether each turns along its axis (1) or against it (-1),
    limits (9, 2).
    """

    side: str
    hip: Floats
    thigh: float
    shin: float
    heel: Floats
    toes_at: Floats
    ball: Floats
    tip: Floats
    freedoms: tuple[int, ...]
    signs: Floats
    limits: Floats

    @property
    def foot_height(self) -> float:
        """From the floor to the ankle of a foot that stands flat [m]."""
        return float(-self.heel[2])

    @property
    def length(self) -> float:
        """From the hip to the ankle of a straight leg [m]."""
        return self.thigh + self.shin

    def length_at(self, knee: Floats | float) -> Floats:
        """From the hip to the ankle [m] of a knee bent by so much."""
        squared = self.thigh**2 + self.shin**2 + 2.0 * self.thigh * self.shin * np.cos(knee)
        return np.sqrt(squared)

    def knee_at(self, distance: Floats) -> Floats:
        """How much the knee bends [rad] when the ankle is so far from the hip [m]; 0 beyond
        reach."""
        cosine = (distance**2 - self.thigh**2 - self.shin**2) / (2.0 * self.thigh * self.shin)
        return np.arccos(np.clip(cosine, -1.0, 1.0))

    def angles(
        self,
        position: Floats,
        rotation: Floats,
        ankle: Floats,
        foot: Floats,
        across: Floats,
        knee_turn: Floats | float = 0.0,
        toes: Floats | float = 0.0,
    ) -> Floats:
        """All nine, in the order of LEG, shape (frames, 9).

        position (frames, 3) and rotation (frames, 3, 3) are the pelvis', ankle (frames, 3) and
        foot (frames, 3, 3) where the foot shall be, across (frames, 3) what the knee shall point
        along the right of; knee_turn and toes are taken as they are. An ankle farther than the
        leg is long is reached for with a straight knee.
        """
        line = ankle - (position + rotation @ self.hip)
        distance = np.linalg.norm(line, axis=1)
        down = line / distance[:, np.newaxis]
        hinge = across - np.sum(across * down, axis=1, keepdims=True) * down
        hinge /= np.linalg.norm(hinge, axis=1, keepdims=True)
        ahead = np.cross(hinge, -down)
        knee = self.knee_at(distance)
        lead = np.arctan2(self.shin * np.sin(knee), self.thigh + self.shin * np.cos(knee))
        up = -(np.cos(lead)[:, np.newaxis] * down + np.sin(lead)[:, np.newaxis] * ahead)
        thigh = np.stack([np.cross(hinge, up), hinge, up], axis=2)
        turned = np.broadcast_to(knee_turn, knee.shape)
        shin = thigh @ turn_about(np.array([0.0, 1.0, 0.0]), knee)
        shin = shin @ turn_about(np.array([0.0, 0.0, self.signs[4]]), turned)
        found = np.empty((len(knee), len(LEG)))
        found[:, 0:3] = three_turns(np.swapaxes(rotation, 1, 2) @ thigh) * self.signs[0:3]
        found[:, 3], found[:, 4] = knee, turned
        found[:, 5:8] = three_turns(np.swapaxes(shin, 1, 2) @ foot) * self.signs[5:8]
        found[:, 8] = toes
        return found

    def placed(self, position: Floats, rotation: Floats, angles: Floats) -> Placed:
        """Where angles (frames, 9) put thigh, ankle, foot and toes."""
        own = [
            turn_about(sign * np.eye(3)[axis], angles[:, number])
            for number, (axis, sign) in enumerate(zip(AXES, self.signs, strict=True))
        ]
        thigh = rotation @ own[0] @ own[1] @ own[2]
        shin = thigh @ own[3] @ own[4]
        foot = shin @ own[5] @ own[6] @ own[7]
        down = np.array([0.0, 0.0, -1.0])
        ankle = position + rotation @ self.hip + self.thigh * thigh @ down + self.shin * shin @ down
        joint = ankle + foot @ self.toes_at
        toes = foot @ own[8]
        soles = [ankle + foot @ self.heel, joint + toes @ self.ball, joint + toes @ self.tip]
        return Placed(thigh, ankle, foot, np.stack(soles))


class Placed(NamedTuple):
    """A leg: rotations of thigh and foot (frames, 3, 3), the ankle (frames, 3), and heel, ball and
    toe tip (3, frames, 3)."""

    thigh: Floats
    ankle: Floats
    foot: Floats
    soles: Floats


def leg_of(skeleton: Skeleton, side: str) -> Leg:
    """The left or the right leg of a skeleton; a ValueError says why if it is none of this kind."""
    side_sign(side)
    try:
        numbers = tuple(skeleton.freedom(f"{side} {joint}", name) for joint, name in LEG)
    except KeyError as missing:
        raise ValueError(
            f"{skeleton.title} cannot walk by itself, as human-high does; slave it to that one: "
            f"{missing.args[0]}"
        ) from None
    axes = skeleton.axes[list(numbers)]
    signs = axes[np.arange(len(LEG)), AXES]
    if not np.allclose(np.abs(signs), 1.0) or signs[KNEE] < 0.0:
        raise ValueError(f"{skeleton.title}: the axes of the {side} leg are not those of a leg")
    thigh, shin, foot, toes = (
        skeleton.segment(f"{side} {name}") for name in ("thigh", "shin", "foot", "toes")
    )
    bones = skeleton.offsets[[shin, foot]]
    if np.abs(bones[:, :2]).max() > 1e-9 or bones[:, 2].max() >= 0.0:
        raise ValueError(f"{skeleton.title}: the bones of the {side} leg do not hang straight down")
    heel, ball, tip = (skeleton.sites[f"{side} {name}"] for name in ("heel", "ball", "toe tip"))
    if (heel.segment, ball.segment, tip.segment) != (foot, toes, toes):
        raise ValueError(f"{skeleton.title}: the {side} heel, ball and toe tip are on no foot")
    soles = [heel.at[2], *(skeleton.offsets[toes, 2] + site.at[2] for site in (ball, tip))]
    if np.ptp(soles) > 1e-6:
        raise ValueError(f"{skeleton.title}: the sole of the {side} foot is not flat at rest")
    return Leg(
        side=side,
        hip=skeleton.offsets[thigh],
        thigh=float(-bones[0, 2]),
        shin=float(-bones[1, 2]),
        heel=heel.at,
        toes_at=skeleton.offsets[toes],
        ball=ball.at,
        tip=tip.at,
        freedoms=numbers,
        signs=signs,
        limits=skeleton.limits[list(numbers)],
    )


def side_sign(side: str) -> float:
    """1 for left, -1 for right."""
    if side not in SIDES:
        raise ValueError(f"a side is left or right, not {side!r}")
    return 1.0 if side == "left" else -1.0


def three_turns(matrices: Floats) -> Floats:
    """The angles about y, then x, then z that make rotations (frames, 3, 3): shape (frames, 3)."""
    about_y = np.arctan2(matrices[:, 0, 2], matrices[:, 2, 2])
    about_x = np.arcsin(np.clip(-matrices[:, 1, 2], -1.0, 1.0))
    about_z = np.arctan2(matrices[:, 1, 0], matrices[:, 1, 1])
    return np.stack([about_y, about_x, about_z], axis=1)


def turned_heading(headings: Floats, pitches: Floats | float = 0.0) -> Floats:
    """Rotations (frames, 3, 3) to headings [rad], nose up by pitches [rad]."""
    level = turn_about(np.array([0.0, 0.0, 1.0]), headings)
    pitched = np.broadcast_to(pitches, headings.shape)
    rotations: Floats = level @ turn_about(np.array([0.0, -1.0, 0.0]), pitched)
    return rotations
