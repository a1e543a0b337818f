"""The skin of a fish as triangles: body, eyes and fins, with places on one texture.

    mesh = FishMesh(skin_of(nodes, outline), nodes, level=0)
    places, normals = mesh.place(frames_of_nodes)

The page draws the same surfaces (web/src/stages/ocean/fish/skinMesh.ts). On the texture v, from
nose to tail or from a fin's front to its rear, runs to the right; u, from back to belly or from a
root to its edge, runs downwards, in the rows that `ROWS` gives a part; both sides share theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate
from motorium.looks.skin import Binding, Patch, Skin, control_points, face_frames

__all__ = ["EYE_REACH", "LEVELS", "ROWS", "FishMesh", "Level"]

ROWS: Final = {
    "body": (0.0, 0.5),
    "dorsal": (0.5, 0.625),
    "ventral": (0.625, 0.75),
    "pectoral": (0.75, 0.875),
    "eye": (0.875, 1.0),
}
"""From where to where on the texture, of its height; an eye is a disc at the left."""
MARGIN: Final = 0.0015
"""Kept free at the border of each part, so that colours of another do not bleed in."""
EYE_REACH: Final = 1.08
"""The rim of the disc that an eye is painted on, in radii."""
DOME: Final = 0.62 * np.pi
"""From the pupil to the rim [rad]."""
INSIDE: Final = 0.012
"""Where an edge of a patch is drawn together to a point, normals are taken this far inside."""
THIN: Final = 1e-9
"""Triangles of less area are left out [L²]."""


@dataclass(frozen=True)
class Level:
    """How many cells surfaces are cut into: across and along a side, a fin, a pectoral fin, and an
    eye from pupil to rim."""

    body: tuple[int, int]
    fin: tuple[int, int]
    pectoral: tuple[int, int]
    eye: int


LEVELS: Final = (
    Level((18, 54), (3, 27), (3, 12), 6),
    Level((12, 36), (1, 18), (1, 8), 4),
    Level((9, 24), (1, 12), (1, 5), 3),
)
"""From the finest on."""


@dataclass(frozen=True)
class _Sheet:
    patch: Patch
    u: Floats
    v: Floats


class FishMesh:
    """uv (v, 2); triangles (t, 3) by part: "body", "eyes" and "fins", which are seen from both
    sides."""

    def __init__(self, skin: Skin, rest: Floats, level: int = 0) -> None:
        """rest [L]: nodes, shape (23, 3)."""
        if not 0 <= level < len(LEVELS):
            raise ValueError(f"level is {level}; there are 0 to {len(LEVELS) - 1}, 0 the finest")
        self._skin = skin
        detail = LEVELS[level]
        self._sheets = [_sheet(patch, detail) for patch in skin.patches]
        self._domes = [_Dome.of(skin, rest, side, detail.eye) for side in range(2) if detail.eye]
        uvs: list[Floats] = []
        faces: dict[str, list[NDArray[np.int64]]] = {"body": [], "eyes": [], "fins": []}
        first = 0
        for sheet in self._sheets:
            name = sheet.patch.name
            part = {"left": "body", "right": "body"}.get(name, name.partition("_")[0])
            uvs.append(_on_rows(part, *np.meshgrid(sheet.u, sheet.v, indexing="ij")))
            cells = _cells(len(sheet.u), len(sheet.v), sheet.patch.flip)
            faces["body" if part == "body" else "fins"].append(cells + first)
            first += len(uvs[-1])
        for dome in self._domes:
            uvs.append(dome.uv)
            faces["eyes"].append(dome.triangles + first)
            first += len(dome.uv)
        self.uv: Floats = np.concatenate(uvs)
        at_rest, _ = self.place(rest[np.newaxis])
        self.triangles: dict[str, NDArray[np.int64]] = {
            part: _solid(np.concatenate(of), at_rest[0]) for part, of in faces.items() if of
        }

    def place(self, nodes: Floats, length: float = 1.0) -> tuple[Floats, Floats]:
        """Places, in the unit of the nodes, and unit normals of all vertices, (frames, v, 3).

        nodes, shape (frames, 23, 3); length: of the individual at rest in the same unit.
        """
        control = control_points(self._skin, nodes, length)
        frames = len(nodes)
        places, normals = [], []
        for sheet in self._sheets:
            points = control[sheet.patch.name]
            at, _ = evaluate(points, sheet.patch.degrees, sheet.u, sheet.v)
            within = np.clip(sheet.v, INSIDE, 1.0 - INSIDE)
            _, out = evaluate(points, sheet.patch.degrees, sheet.u, within)
            places.append(at)
            normals.append(_unit(-out if sheet.patch.flip else out))
        _round_off(places, normals)
        corners, axes = face_frames(nodes)
        for dome in self._domes:
            at, out = dome.place(corners, axes, length)
            places.append(at)
            normals.append(out)
        flat = [
            np.concatenate([one.reshape(frames, -1, 3) for one in many], axis=1)
            for many in (places, normals)
        ]
        return flat[0], flat[1]


@dataclass(frozen=True)
class _Dome:
    """An eye: half a ball, flattened, whose pole is the pupil. offsets [L] and normals (v, 3) in
    the axes of a face."""

    binding: Binding
    offsets: Floats
    normals: Floats
    uv: Floats
    triangles: NDArray[np.int64]

    @classmethod
    def of(cls, skin: Skin, rest: Floats, side: int, steps: int) -> _Dome:
        patch, binding = skin.patches[side], skin.eyes[side]
        control = control_points(skin, rest)[patch.name]
        u, v = skin.eye_uv
        _, normal = evaluate(control, patch.degrees, np.array([u]), np.array([v]))
        here, _ = evaluate(control, patch.degrees, np.array([u]), np.array([v - 1e-4, v + 1e-4]))
        out = _unit(-normal[0, 0] if patch.flip else normal[0, 0])
        along = here[0, 1] - here[0, 0]
        along = _unit(along - out * (along @ out))
        basis = np.stack([out, along, np.cross(out, along)])
        _, axes = face_frames(rest)
        in_face = basis @ axes[binding.face].T
        down = np.linspace(0.0, DOME, steps + 1)[:, np.newaxis]
        round_ = np.linspace(0.0, 2.0 * np.pi, 2 * steps + 1)[np.newaxis]
        ring, rise = np.sin(down) + 0.0 * round_, np.cos(down) + 0.0 * round_
        wide = (ring * np.cos(round_), ring * np.sin(round_))
        radius = skin.outline.eye.radius
        offsets = radius * np.stack([0.55 * rise - 0.12, *wide], axis=-1) @ in_face
        normals = np.stack([rise, *wide], axis=-1) @ in_face
        # As it is seen from aside: behind the equator it goes on outwards.
        seen = np.where(down < np.pi / 2, ring, 2.0 - ring) / EYE_REACH
        return cls(
            binding,
            offsets.reshape(-1, 3),
            normals.reshape(-1, 3),
            _on_disc(seen * np.cos(round_), seen * np.sin(round_)),
            _cells(steps + 1, 2 * steps + 1, False),
        )

    def place(self, corners: Floats, axes: Floats, length: float) -> tuple[Floats, Floats]:
        """corners (frames, 26, 4, 3) and axes (frames, 26, 3, 3) of all faces."""
        face, u, v = self.binding[:3]
        weights = np.array([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v])
        middle = np.einsum("k,fkx->fx", weights, corners[:, face])
        middle = middle + length * np.array(self.binding[3:]) @ axes[:, face]
        places: Floats = middle[:, np.newaxis] + length * self.offsets @ axes[:, face]
        return places, self.normals @ axes[:, face]


def _sheet(patch: Patch, detail: Level) -> _Sheet:
    if patch.rows > 2:
        across, along = detail.body
    else:
        across, along = detail.pectoral if patch.name.startswith("pectoral") else detail.fin
    return _Sheet(patch, np.linspace(0.0, 1.0, across + 1), np.linspace(0.0, 1.0, along + 1))


def _round_off(places: list[Floats], normals: list[Floats]) -> None:
    """Back and belly are round: where both sides meet, the normal is the mean of theirs; but the
    tail fin's edge is an edge, as sides face away from each other there."""
    (left, right), (one, other) = places[:2], normals[:2]
    for row in (0, -1):
        meet = np.linalg.norm(left[:, row] - right[:, row], axis=-1) < 1e-9
        meet &= np.sum(one[:, row] * other[:, row], axis=-1) > -0.9
        mean = _unit(one[:, row] + other[:, row])
        for normal in (one, other):
            normal[:, row] = np.where(meet[..., np.newaxis], mean, normal[:, row])


def _on_rows(part: str, u: Floats, v: Floats) -> Floats:
    first, last = ROWS[part]
    down = first + MARGIN + (last - first - 2 * MARGIN) * u
    return np.stack([v, down], axis=-1).reshape(-1, 2)


def _on_disc(x: Floats, y: Floats) -> Floats:
    first, last = ROWS["eye"]
    half = (last - first) / 2
    reach = half - MARGIN
    return np.stack([half + reach * x, first + half + reach * y], axis=-1).reshape(-1, 2)


def _cells(rows: int, columns: int, flip: bool) -> NDArray[np.int64]:
    """Two triangles a cell of a grid, seen from where du x dv points to, or from behind."""
    a = np.arange(rows * columns).reshape(rows, columns)[:-1, :-1].reshape(-1)
    b, right = a + columns, a + 1
    halves = [a, b, right], [right, b, b + 1]
    triangles = np.concatenate([np.stack(half, axis=-1) for half in halves])
    return triangles[:, ::-1] if flip else triangles


def _solid(triangles: NDArray[np.int64], places: Floats) -> NDArray[np.int64]:
    a, b, c = (places[triangles[:, k]] for k in range(3))
    found: NDArray[np.int64] = triangles[np.linalg.norm(np.cross(b - a, c - a), axis=-1) > THIN]
    return found


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Floats = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 1e-12)
    return unit
