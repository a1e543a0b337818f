"""The body of a figure: vertices that ride on its segments, and polygons between them.

flesh = flesh_of("human-high")
placed = skeleton.place(poses)
flesh.place(placed, frame=0)  # where all vertices are [m]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.flesh_document import CutDocument, FormDocument, Material
from motorium.bodies.figure.flesh_lofting import Net, lofted, mirrored
from motorium.bodies.figure.skeleton import Placed
from motorium.contracts.frames import Floats
from motorium.problems import did_you_mean
from motorium.settings import SettingsError, parse_settings

__all__ = ["Flesh", "PlacedFlesh", "flesh_of", "rifle_flesh"]

Ints = NDArray[np.int64]
RIFLE = "rifle"


class PlacedFlesh(NamedTuple):
    """places [m] and normals of all vertices, both (vertices, 3)."""

    places: Floats
    normals: Floats


@dataclass(frozen=True)
class Flesh:
    """What is seen of a figure. A vertex rides on one segment and is of one material; a polygon may
    span two segments: so a bent spine shows no gap.

    vertices [m] and normals (vertices, 3) in their segments' frames; segments and materials
    (vertices,): numbers; faces (faces, 4): numbers of vertices, against the clock seen from
    outside, -1 in the last place of triangles; colors (materials, 3): red, green, blue, 0 to 1.
    """

    title: str
    vertices: Floats
    normals: Floats
    segments: Ints
    materials: Ints
    faces: Ints
    material_names: tuple[str, ...]
    colors: Floats

    @property
    def polygons(self) -> int:
        """How many faces, quadrangles and triangles alike."""
        return len(self.faces)

    @cached_property
    def triangles(self) -> Ints:
        """Numbers of vertices (triangles, 3), quadrangles in two: what a graphics card wants."""
        halves = self.faces[self.faces[:, 3] >= 0][:, [0, 2, 3]]
        return np.concatenate([self.faces[:, :3], halves])

    @property
    def vertex_colors(self) -> Floats:
        """Shape (vertices, 3)."""
        colors: Floats = self.colors[self.materials]
        return colors

    def place(self, placed: Placed, frame: int = 0) -> PlacedFlesh:
        """Where it is when its segments are there."""
        turns = placed.rotations[frame][self.segments]
        places = np.einsum("vij,vj->vi", turns, self.vertices)
        normals: Floats = np.einsum("vij,vj->vi", turns, self.normals)
        return PlacedFlesh(places + placed.positions[frame][self.segments], normals)


@cache
def flesh_of(name: str) -> Flesh:
    """The body of a figure that ships."""
    if name not in FIGURES:
        raise SettingsError(
            f"there is no flesh for a figure {name!r}; there is for {', '.join(FIGURES)}"
            f"{did_you_mean(name, FIGURES)}"
        )
    skeleton = load_skeleton(name)
    origins = dict(zip(skeleton.segments, skeleton.rest_positions, strict=True))
    return _cut(name, origins)


@cache
def rifle_flesh(name: str = "human-high") -> Flesh:
    """The rifle of a figure, as fine as itself; its one segment is the rifle: the origin in the
    middle of the grip, x to the muzzle, y left, z up."""
    if name not in FIGURES:
        raise SettingsError(
            f"no figure {name!r} has a rifle; these do: {', '.join(FIGURES)}"
            f"{did_you_mean(name, FIGURES)}"
        )
    return _cut(name.replace("human", RIFLE), {RIFLE: np.zeros(3)})


def _cut(name: str, origins: dict[str, Floats]) -> Flesh:
    """origins [m] of segments at rest, by name, in the order of their numbers."""
    cut = parse_settings(_text(f"{name}.flesh.toml"), f"{name}.flesh.toml", CutDocument)
    form = parse_settings(_text(f"{cut.form}.form.toml"), f"{cut.form}.form.toml", FormDocument)
    tubes = {tube.name: tube for tube in form.tube}
    materials = [material.name for material in form.material]
    nets: list[tuple[Net, int]] = []
    for piece in cut.piece:
        tube = tubes[_known(piece.tube, list(tubes), "tube", name)]
        material = materials.index(_known(piece.material, materials, "material", name))
        net = lofted(tube, piece)
        nets += [(one, material) for one in ([net, mirrored(net)] if piece.mirrored else [net])]
    return _joined(name, nets, form.material, origins)


def _joined(
    name: str, nets: list[tuple[Net, int]], palette: list[Material], origins: dict[str, Floats]
) -> Flesh:
    numbers = {segment: number for number, segment in enumerate(origins)}
    vertices, normals, segments, materials, faces = [], [], [], [], []
    count = 0
    for net, material in nets:
        owners = [_known(one, list(numbers), "segment", name) for one in net.segments]
        vertices.append(net.vertices - np.array([origins[one] for one in owners]))
        normals.append(net.normals)
        segments.append(np.array([numbers[one] for one in owners]))
        materials.append(np.full(len(owners), material))
        faces.append(np.where(net.faces < 0, -1, net.faces + count))
        count += len(owners)
    return Flesh(
        title=name,
        vertices=np.concatenate(vertices),
        normals=np.concatenate(normals),
        segments=np.concatenate(segments),
        materials=np.concatenate(materials),
        faces=np.concatenate(faces),
        material_names=tuple(one.name for one in palette),
        colors=np.array([_color(one.color) for one in palette]),
    )


def _text(file: str) -> str:
    return (resources.files("motorium.bodies.figure") / "library" / file).read_text("utf-8")


def _known(name: str, names: list[str], kind: str, file: str) -> str:
    if name not in names:
        known = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
        sentence = f"no {kind} is called {name!r}; known are {known}"
        raise SettingsError(f"{file}.flesh.toml: {sentence}{did_you_mean(name, names)}")
    return name


def _color(code: str) -> list[float]:
    """Red, green and blue from 0 to 1."""
    return [int(code[place : place + 2], 16) / 255.0 for place in (1, 3, 5)]
