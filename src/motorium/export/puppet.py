"""A puppet as GLB: its take, or what it does from rest, as joints that its skin rides on.

A vertex of the skin is at sum w_i r_i(t) + R (q_0 - sum w_i r_i0) (looks.draping). With one R for a
part that is a skinned mesh: of each part a joint at each point i, which goes with the point and
turns as the part. Where parts blend R differs a little, which is added as a few shapes of the part.
Puppets without a skin show their rods.
"""

from __future__ import annotations

import dataclasses
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.model import Part, Puppet
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.export.gltf import FACING_Y, Asset, Glb, Surface
from motorium.export.outlines import rounded, triangulated
from motorium.export.shapes import few_shapes
from motorium.looks.draping import Draping
from motorium.looks.srgb import shown_of
from motorium.settings import SettingsError
from motorium.world.theatre.theatre import Theatre

__all__ = ["LONGEST", "Played", "play", "puppet_glb", "skinned"]

LONGEST: Final = 120.0
"""[s]"""
LAYER: Final = 0.002
"""How far each part of a flat puppet lies before the one that it is drawn over [m]."""
THICKNESS: Final = 0.012
"""Of a rod, in the longest one."""
TOLERANCE: Final = 5e-4
"""How far a vertex may be from where it was draped, in the puppet's extent at rest."""
MOST_JOINTS: Final = 4
"""That a vertex rides on."""
ROD_SIDES: Final = 6
ROD_COLOR: Final = (0.85, 0.74, 0.5)


class Played(NamedTuple):
    """positions of points [m] (frames, points, 3), and the skin of a puppet with other vertices in
    the same places (frames, vertices, 3), with its fields' rotations (frames, fields, 3, 3)."""

    positions: Floats
    skin: Floats
    turns: Floats


def puppet_glb(document: PuppetDocument, seconds: float | None = None) -> Glb:
    """A puppet's take from beginning to end; without one, `seconds` from rest (4 if not said)."""
    if document.take is not None and seconds is not None:
        raise SettingsError("this puppet has a take, which is as long as it is; leave seconds out")
    if seconds is not None and not 1.0 / FRAME_RATE <= seconds <= LONGEST:
        raise SettingsError(f"seconds must be from 1/60 to {LONGEST:g}, not {seconds:g}")
    theatre = Theatre(document)
    puppet, faces = skinned(theatre.puppet)
    draping = Draping(puppet)
    played = play(theatre, draping, 4.0 if seconds is None else seconds)
    times = np.arange(len(played.positions)) / FRAME_RATE
    asset = Asset(puppet.title, FACING_Y)
    if puppet.parts:
        surfaces, joints, shapes, off = _draped(asset, puppet, faces, draping, played, times)
    else:
        surfaces, joints, shapes, off = _rods(asset, puppet, played, times)
    return Glb(
        asset.to_bytes(),
        keys=len(times),
        seconds=float(times[-1]),
        vertices=sum(len(one.places) for one in surfaces),
        triangles=sum(len(one.triangles) for one in surfaces),
        joints=joints,
        shapes=shapes,
        off=off,
    )


def skinned(puppet: Puppet) -> tuple[Puppet, list[NDArray[np.int64]]]:
    """The same with rounded outlines, and the triangles of each part."""
    parts: list[Part] = []
    faces = []
    for part in puppet.parts:
        if len(part.faces):
            parts.append(part)
            faces.append(np.asarray(part.faces, dtype=np.int64))
        else:
            parts.append(dataclasses.replace(part, vertices=rounded(part.vertices)))
            faces.append(triangulated(parts[-1].vertices[:, [0, 2]]))
    return dataclasses.replace(puppet, parts=tuple(parts)), faces


def play(theatre: Theatre, draping: Draping, seconds: float) -> Played:
    """A take once through, or as long as `seconds` from rest; draping: of the same skeleton."""
    take = theatre.document.take
    if take is None:
        theatre.rest()
    else:
        theatre.loop()
        seconds = take.seconds
    draping.rest()
    positions: list[Floats] = []
    skin: list[Floats] = []
    turns: list[Floats] = []
    for _ in range(max(1, round(seconds * FRAME_RATE))):
        theatre.advance()
        if not theatre.playing:
            raise SettingsError("; ".join(theatre.told))
        # Who sleeps is not draped again, so that what is twisted stays as it is.
        if not positions or not np.array_equal(positions[-1], theatre.positions):
            draping.drape(theatre.positions)
        positions.append(theatre.positions.copy())
        skin.append(draping.vertices.copy())
        turns.append(draping.turns.copy())
    return Played(np.array(positions), np.array(skin), np.array(turns))


def _draped(
    asset: Asset,
    puppet: Puppet,
    faces: list[NDArray[np.int64]],
    draping: Draping,
    played: Played,
    times: Floats,
) -> tuple[list[Surface], int, int, float]:
    """Surfaces, how many joints and shapes, and how far vertices are off."""
    tolerance = TOLERANCE * float(np.ptp(puppet.rest, axis=0).max())
    root = asset.node(puppet.title)
    surfaces, joint_count, shape_count, worst = [], 0, 0, 0.0
    for order, (part, span) in enumerate(zip(puppet.parts, draping.spans, strict=True)):
        turns = played.turns[:, int(draping.shares[span].sum(axis=0).argmax())]
        weights = _heaviest(draping.weights[span])
        points = np.flatnonzero(weights.any(axis=0))
        joints = []
        for point in points.tolist():
            joints.append(asset.node(f"{puppet.names[point]} of {part.name}", parent=root))
            asset.move(joints[-1], times, played.positions[:, point])
            asset.turn(joints[-1], times, turns)
        # As seen from the joints; where nothing blends it stays where it is at rest.
        own = (played.skin[:, span] - weights @ played.positions) @ turns + weights @ puppet.rest
        shapes = few_shapes(own, _normals(own, faces[order]), tolerance)
        layer = np.array([0.0, LAYER * order if puppet.dimensions == 2 else 0.0, 0.0])
        surface = Surface(
            shapes.base - layer,
            shapes.base_normals,
            faces[order],
            asset.material(
                part.name, shown_of(part.color).tolist(), two_sided=puppet.dimensions == 2
            ),
            shapes=(shapes.places, shapes.normals),
            joints=np.tile(np.arange(len(points)), (len(weights), 1)),
            weights=weights[:, points],
        )
        count = len(shapes.places)
        names = [f"shape {number}" for number in range(1, count + 1)]
        node = asset.node(
            part.name,
            mesh=asset.mesh(part.name, [surface], names),
            skin=asset.skin(part.name, joints, puppet.rest[points]),
        )
        if count:
            asset.weigh(node, times, shapes.weights)
        surfaces.append(surface)
        joint_count, shape_count = joint_count + len(joints), shape_count + count
        worst = max(worst, shapes.off)
    return surfaces, joint_count, shape_count, worst


def _heaviest(weights: Floats) -> Floats:
    """Only the four largest of each row, which still sum to 1: some programs know no more."""
    kept = np.zeros_like(weights)
    most = np.argsort(-weights, axis=1, kind="stable")[:, :MOST_JOINTS]
    np.put_along_axis(kept, most, np.take_along_axis(weights, most, axis=1), axis=1)
    heaviest: Floats = kept / kept.sum(axis=1, keepdims=True)
    return heaviest


def _rods(
    asset: Asset, puppet: Puppet, played: Played, times: Floats
) -> tuple[list[Surface], int, int, float]:
    """Rods as prisms whose ends go with their points."""
    if not len(puppet.rods):
        raise SettingsError(f"{puppet.title!r} has neither skin nor rods: there is nothing to see")
    root = asset.node(puppet.title)
    joints = []
    for number, name in enumerate(puppet.names):
        joints.append(asset.node(name, parent=root))
        asset.move(joints[-1], times, played.positions[:, number])
    ends = puppet.rest[puppet.rods]
    radius = THICKNESS * float(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).max())
    places: list[Floats] = []
    normals: list[Floats] = []
    faces: list[tuple[int, int, int]] = []
    owners: list[int] = []
    for (a, b), rod in zip(ends, puppet.rods.tolist(), strict=True):
        ring = _ring(b - a)
        first = len(owners)
        places += [*(a + radius * ring), *(b + radius * ring)]
        normals += [*ring, *ring]
        owners += [rod[0]] * ROD_SIDES + [rod[1]] * ROD_SIDES
        for k in range(ROD_SIDES):
            one, two = first + k, first + (k + 1) % ROD_SIDES
            faces += [(one, two, two + ROD_SIDES), (one, two + ROD_SIDES, one + ROD_SIDES)]
    surface = Surface(
        np.array(places),
        np.array(normals),
        np.array(faces),
        asset.material("rods", ROD_COLOR, two_sided=True),
        joints=np.array(owners)[:, np.newaxis],
        weights=np.ones((len(owners), 1)),
    )
    skin = asset.skin(puppet.title, joints, puppet.rest)
    asset.node("rods", mesh=asset.mesh("rods", [surface]), skin=skin)
    return [surface], len(joints), 0, 0.0


def _ring(along: Floats) -> Floats:
    """Directions around one, against the clock as seen from where it points to."""
    z = along / max(float(np.linalg.norm(along)), 1e-12)
    x = np.cross(z, np.eye(3)[np.argmin(abs(z))])
    x /= np.linalg.norm(x)
    turn = 2 * np.pi * np.arange(ROD_SIDES)[:, np.newaxis] / ROD_SIDES
    ring: Floats = np.cos(turn) * x + np.sin(turn) * np.cross(z, x)
    return ring


def _normals(places: Floats, faces: NDArray[np.int64]) -> Floats:
    """Of vertices (frames, v, 3), larger faces counting more."""
    a, b, c = (places[:, faces[:, k]] for k in range(3))
    area = np.cross(b - a, c - a)
    normals = np.zeros((places.shape[1], len(places), 3))
    for k in range(3):
        np.add.at(normals, faces[:, k], area.swapaxes(0, 1))
    return normals.swapaxes(0, 1)
