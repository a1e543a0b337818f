"""The skin of a species as triangles whose vertices hang on nodes (web/.../fish/skinMesh.ts)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.looks.drawing.stations import Tessellation, stations
from motorium.looks.drawing.terms import Terms, bound_terms, pack, patch_terms, stacked
from motorium.looks.shading import shader_constant
from motorium.looks.skin import Binding, Patch, Skin, face_frames, skin_of

__all__ = ["LEVELS", "Detail", "Landmarks", "Parts", "RestBody", "SkinMesh", "skin_mesh"]

RAYS: Final = 62
"""A body length of a fin's root."""
FEWEST_RAYS: Final = 6
DOME: Final = 0.62 * np.pi
"""From the pupil to the rim of an eye [rad]."""
LAST_TAIL: Final = 0.95
SAME_PLACE: Final = 1e-6

Parts = Literal["body", "fins", "all"]


@dataclass(frozen=True)
class Detail:
    """How finely parts are drawn. pixels: shorter fishes than this on the picture get the next
    level; clear_fins: they are a mesh of their own, through which one sees; body: of a side, from
    nose to tail and from back to belly; eye: of an eye from pupil to rim, painted only at 0."""

    pixels: float
    clear_fins: bool
    body: Tessellation
    fins: Tessellation
    eye: int


LEVELS: Final = (
    Detail(80.0, True, 1, 1, 7),
    Detail(45.0, False, "control", 1, 0),
    Detail(21.0, False, "control", "control", 0),
    Detail(0.0, False, "coarse", "coarse", 0),
)
"""The page's where a graphics card draws (Yu & Terzopoulos 1999, Table 2 and Fig. 7)."""


@dataclass(frozen=True)
class SkinMesh:
    """places at rest (v, 3): behind the nose, up, left [L]; paint (v, 4): what a part is painted
    by, the part first; terms and texels as `terms.pack` says; triangles (t, 3)."""

    terms: Terms
    places: NDArray[np.float32]
    paint: NDArray[np.float32]
    starts: NDArray[np.float32]
    texels: NDArray[np.float32]
    triangles: NDArray[np.uint32]


@dataclass(frozen=True)
class Landmarks:
    """Places at rest that shaders paint around, behind the nose and up [L]. eye: with how far
    aside it is; mouth: front and corner; tail_from: the parameter from nose to tail at which the
    tail fin begins."""

    eye: Floats
    mouth: Floats
    tail_from: float


class RestBody:
    """A species at rest [L]."""

    def __init__(self, species: Species) -> None:
        self.nodes: Floats = (species.body.nodes / species.body.length).round(6)
        self.skin: Skin = skin_of(species.body.nodes / species.body.length, species.skin)
        self.patches: dict[str, Patch] = {patch.name: patch for patch in self.skin.patches}

    def places(self, terms: Terms) -> Floats:
        """Behind the nose, up, left, shape (v, 3)."""
        x, y, z = np.moveaxis(terms.sums(self.nodes)[0], -1, 0)
        return np.stack([self.nodes[0, 0] - x, z, y], axis=-1)

    def place(self, patch: Patch, u: float, v: float) -> Floats:
        """Of one place of a patch."""
        at: Floats = self.places(patch_terms(patch, np.array([u]), np.array([v])))[0]
        return at

    @property
    def landmarks(self) -> Landmarks:
        side = self.patches["left"]
        front, corner = (self.place(side, u, v)[:2] for u, v in self.skin.mouth_uv.round(5))
        eye = self.place(side, *self.skin.eye_uv.round(5))
        return Landmarks(eye, np.concatenate([front, corner]), self.tail_parameter(side))

    def tail_parameter(self, side: Patch) -> float:
        """The v where the tail fin leaves the body, half way between back and belly."""
        start = self.nodes[0, 0] - self.nodes[17, 0]
        low, high = 0.0, 1.0
        for _ in range(20):
            middle = (low + high) / 2.0
            if self.place(side, 0.5, middle)[0] < start:
                low = middle
            else:
                high = middle
        return min(low, LAST_TAIL)


def skin_mesh(rest: RestBody, detail: Detail, parts: Parts) -> SkinMesh:
    """The body with its eyes, the fins, or all of it."""
    builder = _Builder(rest)
    if parts != "fins":
        builder.add_sides(detail)
        if detail.eye:
            builder.add_eyes(detail.eye)
    if parts != "body":
        builder.add_fins(detail.fins, both_faces=parts == "all")
    return builder.build()


class _Builder:
    def __init__(self, rest: RestBody) -> None:
        self._rest = rest
        self._terms: list[Terms] = []
        self._paint: list[Floats] = []
        self._triangles: list[NDArray[np.int64]] = []
        self._count = 0

    def add_sides(self, detail: Detail) -> None:
        rest = self._rest
        for name, opposite in (("left", "right"), ("right", "left")):
            side = rest.patches[name]
            around = stations(side.degrees[0], side.rows, detail.body)
            along = stations(side.degrees[1], side.columns, detail.body)
            u, v = _grid(around, along)
            terms, other = patch_terms(side, around, along), None
            places = rest.places(terms)
            other = patch_terms(rest.patches[opposite], around, along)
            # Back and belly are round: there the normal is the mean of both sides'. The fin has an
            # edge.
            meet = (u == 0.0) | (u == 1.0)
            meet &= v <= rest.tail_parameter(side)
            meet &= np.linalg.norm(rest.places(other) - places, axis=1) < SAME_PLACE
            terms = terms.with_along_u(other, meet)
            heights = places[:, 1].reshape(len(around), len(along))
            top, bottom = heights[0], heights[-1]
            rise = 2.0 * (heights - bottom) / np.maximum(top - bottom, 1e-6) - 1.0
            part = np.full_like(u, shader_constant("PART_BODY"))
            self._add(terms, np.stack([part, rise.ravel(), u, v], axis=-1))
            self._weave(len(around), len(along), side.flip)

    def add_fins(self, tessellation: Tessellation, both_faces: bool) -> None:
        rest = self._rest
        for patch in rest.skin.patches:
            if patch.name in ("left", "right"):
                continue
            pectoral = patch.name.startswith("pectoral")
            along = stations(patch.degrees[1], patch.columns, tessellation)
            across = stations(patch.degrees[0], patch.rows, tessellation)
            span = abs(rest.place(patch, 0.0, 1.0)[0] - rest.place(patch, 0.0, 0.0)[0])
            rays = max(FEWEST_RAYS, np.floor(span * RAYS + 0.5))
            part = "PART_FIN"
            if pectoral:
                rays, part = shader_constant("PECTORAL_RAYS"), "PART_PECTORAL"
            # Of pectoral fins the side, 1 or -1; of others how many rays, those of the belly
            # negative.
            side = 1.0 if patch.name.endswith("left") or patch.name == "dorsal" else -1.0
            kind = side if pectoral else side * rays
            u, v = _grid(across, along)
            same = np.ones_like(u)
            paint = [same * shader_constant(part), u, v * rays, same * kind]
            self._add(patch_terms(patch, across, along), np.stack(paint, axis=-1))
            self._weave(len(across), len(along), patch.flip)
            if both_faces:
                self._triangles.append(self._triangles[-1][:, [0, 2, 1]])

    def add_eyes(self, steps: int) -> None:
        rest = self._rest
        skin = rest.skin
        _, axes = face_frames(rest.nodes)
        for name, bound in zip(("left", "right"), skin.eyes, strict=True):
            u, v = skin.eye_uv.round(5)
            at = patch_terms(rest.patches[name], np.array([u]), np.array([v]))
            _, along_u, along_v = at.sums(rest.nodes)[:, 0]
            out, along = _unit(np.cross(along_u, along_v)), _unit(along_v)
            basis = np.stack([out, along, np.cross(out, along)]) @ axes[bound.face].T
            binding = Binding(*np.round(np.array(bound), 5))
            self._add_dome(binding, basis, skin.outline.eye.radius, steps)

    def _add_dome(self, binding: Binding, basis: Floats, radius: float, steps: int) -> None:
        """A dome whose pole is the pupil; basis: out, along and round in the axes of the face."""
        even = np.linspace(0.0, 1.0, steps + 1), np.linspace(0.0, 1.0, 2 * steps + 1)
        down, turned = _grid(*even)
        down, angle = DOME * down, 2.0 * np.pi * turned
        ring, rise = np.sin(down), np.cos(down)

        def on_dome(high: Floats, wide: Floats) -> Floats:
            parts = [high, wide * np.cos(angle), wide * np.sin(angle)]
            return np.asarray(np.stack(parts, axis=-1) @ basis)

        terms = bound_terms(np.array(binding), len(down))
        faces = terms.faces.copy()
        face = int(binding.face)
        faces[0, :, face] += on_dome((0.55 * rise - 0.12) * radius, ring * radius)
        # Two tangents whose cross product is the dome's normal.
        towards_rim = on_dome(-ring, rise)
        faces[1, :, face] = towards_rim
        faces[2, :, face] = np.cross(on_dome(rise, ring), towards_rim)
        # From the pupil's middle to the rim, as it is seen from aside.
        seen = np.where(down < np.pi / 2.0, ring, 2.0 - ring)
        part = np.full_like(seen, shader_constant("PART_EYE"))
        self._add(
            Terms(terms.nodes, faces),
            np.stack([part, seen, np.cos(angle), np.sin(angle)], axis=-1),
        )
        self._weave(steps + 1, 2 * steps + 1, flip=False)

    def build(self) -> SkinMesh:
        terms = stacked(self._terms)
        starts, texels = pack(terms)
        return SkinMesh(
            terms,
            self._rest.places(terms).astype(np.float32),
            np.concatenate(self._paint).astype(np.float32),
            starts,
            texels,
            np.concatenate(self._triangles).astype(np.uint32),
        )

    def _add(self, terms: Terms, paint: Floats) -> None:
        self._terms.append(terms)
        self._paint.append(paint)
        self._count += len(terms)

    def _weave(self, rows: int, columns: int, flip: bool) -> None:
        """Triangles of the grid that was added last, wound like rows x columns, or the other
        way round."""
        number = np.arange(rows * columns).reshape(rows, columns) + self._count - rows * columns
        a, b = number[:-1, :-1].ravel(), number[1:, :-1].ravel()
        cells = np.stack([a, b, a + 1, a + 1, b, b + 1], axis=-1).reshape(-1, 3)
        self._triangles.append(cells[:, [0, 2, 1]] if flip else cells)


def _grid(rows: Floats, columns: Floats) -> tuple[Floats, Floats]:
    u, v = np.meshgrid(rows, columns, indexing="ij")
    return u.ravel(), v.ravel()


def _unit(vector: Floats) -> Floats:
    unit: Floats = vector / np.linalg.norm(vector)
    return unit
