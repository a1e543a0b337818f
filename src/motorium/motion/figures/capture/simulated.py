"""What a performer's double did, as a motion of a skeleton: synthetic motion capture for figures.

    skeleton = double_skeleton(figure)
    Path("hit.bvh").write_text(write_bvh(skeleton, double_poses(figure, coordinates), 120.0))

Read again, it is a clip like any other: `motorium figures build --capture` makes an arc of it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import SIDES, Poses, Skeleton
from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import PARTS, part_number
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.own import angles_about

__all__ = ["double_poses", "double_skeleton"]

AXES: Final = {"flexion": (0.0, 1.0, 0.0), "side": (1.0, 0.0, 0.0), "turn": (0.0, 0.0, 1.0)}
"""Of a ball joint, in this order."""
FULL: Final = (-np.pi, np.pi)


def double_skeleton(figure: RigidFigure) -> Skeleton:
    """Fifteen segments that are called like the parts, and hands and toes, which do not move."""
    segments = [part.name for part in PARTS]
    parents = [part.parent for part in PARTS]
    offsets = [*figure.offsets]
    offsets[0] = np.zeros(3)
    for number, side in enumerate(SIDES):
        segments.append(f"{side} hand")
        parents.append(part_number(f"{side} forearm"))
        offsets.append(figure.wrists[number])
    for side in SIDES:
        foot = part_number(f"{side} foot")
        sole = next(shape for shape in figure.shapes if shape.part == foot)
        segments.append(f"{side} toes")
        parents.append(foot)
        offsets.append(sole.at + np.array([sole.size[0], 0.0, -sole.size[2] / 2]))
    names: list[str] = []
    joints: list[str] = []
    owners: list[int] = []
    axes: list[tuple[float, float, float]] = []
    limits: list[tuple[float, float]] = []
    for number, part in enumerate(PARTS[1:], start=1):
        own = AXES if part.hinge is None else {"flexion": part.hinge}
        for name, axis in own.items():
            names.append(name)
            joints.append(part.name)
            owners.append(number)
            axes.append(axis)
            limits.append(FULL if part.hinge is None else (0.0, part.most))
    return Skeleton(
        title="double",
        stature=figure.stature,
        segments=tuple(segments),
        parents=tuple(parents),
        offsets=np.array(offsets),
        joints=tuple(part.name for part in PARTS[1:]),
        freedom_names=tuple(names),
        freedom_joints=tuple(joints),
        freedom_segments=tuple(owners),
        axes=np.array(axes),
        slides=(False,) * len(names),
        limits=np.array(limits),
        sites={},
    )


def double_poses(figure: RigidFigure, coordinates: Floats) -> Poses:
    """Coordinates of a double (frames, COORDINATES) as poses of its skeleton."""
    skeleton, placed = double_skeleton(figure), place(figure, coordinates)
    angles = np.zeros((len(coordinates), skeleton.freedoms))
    for number, part in enumerate(PARTS[1:], start=1):
        turned = np.swapaxes(placed.rotations[:, part.parent], -1, -2) @ placed.rotations[:, number]
        own = list(skeleton.freedoms_of[number])
        angles[:, own] = angles_about(turned, skeleton.axes[own], skeleton.limits[own])
    return Poses(placed.positions[:, 0], placed.rotations[:, 0], angles)
