"""A figure as GLB: a node a segment, its flesh as a skinned mesh, and any motion of it.

A vertex rides on one segment, here as there, so that what is drawn is ours to rounding.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.flesh import Flesh, flesh_of, rifle_flesh
from motorium.bodies.figure.rifle import HELD_BY, rifle_placed
from motorium.bodies.figure.skeleton import Placed, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.export.gltf import FACING_X, Asset, Glb, Surface
from motorium.motion.figures.channels import MADE_AT
from motorium.settings import SettingsError

__all__ = ["figure_glb"]

_ROUGH: Final = {"skin": 0.6, "eye": 0.2, "iris": 0.1, "steel": 0.4, "boots": 0.6}
"""Of cloth it is more."""


def figure_glb(
    figure: str, poses: Poses, rate: float = MADE_AT, *, rifle: bool = False, title: str = ""
) -> Glb:
    """A figure that ships, by name, with poses that follow each other, so many a second.

    rifle: whether it holds one.
    """
    if len(poses) == 0:
        raise SettingsError("a motion without frames cannot be exported")
    if not 0.1 <= rate <= 10_000.0:
        raise SettingsError(f"rate must be from 0.1 to 10000 frames a second, not {rate:g}")
    skeleton, flesh = load_skeleton(figure), flesh_of(figure)
    placed = skeleton.place(poses)
    seconds = np.arange(len(poses)) / rate
    asset = Asset(title or figure, FACING_X)
    joints = _joints(asset, skeleton, placed, seconds)
    rest = skeleton.rest_positions
    at_rest = flesh.vertices + rest[flesh.segments]
    body = asset.mesh(figure, _surfaces(asset, flesh, at_rest, skinned=True))
    asset.node(f"{figure} body", mesh=body, skin=asset.skin(figure, joints, rest))
    fleshes = [flesh]
    if rifle:
        fleshes.append(rifle_flesh(figure))
        _arm(asset, skeleton, placed, joints, seconds, fleshes[1])
    return Glb(
        asset.to_bytes(),
        keys=len(poses),
        seconds=float(seconds[-1]),
        vertices=sum(len(one.vertices) for one in fleshes),
        triangles=sum(len(one.triangles) for one in fleshes),
        joints=len(joints),
        shapes=0,
        off=0.0,
    )


def _joints(asset: Asset, skeleton: Skeleton, placed: Placed, seconds: Floats) -> list[int]:
    """The nodes of all segments, which move."""
    joints: list[int] = []
    for number, (name, parent) in enumerate(zip(skeleton.segments, skeleton.parents, strict=True)):
        place, turn = placed.positions[:, number], placed.rotations[:, number]
        if parent < 0:
            joints.append(asset.node(name))
        else:
            back = placed.rotations[:, parent].transpose(0, 2, 1)
            place = (back @ (place - placed.positions[:, parent])[..., np.newaxis])[..., 0]
            turn = back @ turn
            joints.append(asset.node(name, parent=joints[parent]))
        asset.move(joints[-1], seconds, place)
        asset.turn(joints[-1], seconds, turn)
    return joints


def _arm(
    asset: Asset,
    skeleton: Skeleton,
    placed: Placed,
    joints: list[int],
    seconds: Floats,
    flesh: Flesh,
) -> None:
    """The rifle hangs on the right hand."""
    hand, grip = skeleton.sites[HELD_BY]
    _, turns = rifle_placed(skeleton, placed)
    mesh = asset.mesh("rifle", _surfaces(asset, flesh, flesh.vertices, skinned=False))
    node = asset.node("rifle", parent=joints[hand], place=grip, mesh=mesh)
    asset.turn(node, seconds, placed.rotations[:, hand].transpose(0, 2, 1) @ turns)


def _surfaces(asset: Asset, flesh: Flesh, places: Floats, skinned: bool) -> list[Surface]:
    """One a material."""
    found = []
    triangles, of = flesh.triangles, flesh.materials[flesh.triangles[:, 0]]
    for material in np.unique(of):
        used, numbers = np.unique(triangles[of == material], return_inverse=True)
        name, color = flesh.material_names[material], flesh.colors[material].tolist()
        found.append(
            Surface(
                places[used],
                flesh.normals[used],
                numbers.reshape(-1, 3),
                asset.material(name, color, roughness=_ROUGH.get(name, 0.85)),
                joints=flesh.segments[used, np.newaxis] if skinned else None,
                weights=np.ones((len(used), 1)) if skinned else None,
            )
        )
    return found
