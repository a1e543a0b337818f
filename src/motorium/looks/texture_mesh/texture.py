"""The texture of a fish: its photograph, pulled straight onto the parameters of its surfaces.

A texture is 1024 x 512 pixels. From left to right runs v, from nose to tail or from a fin's front
to its rear; downwards runs u: in BODY from back to belly, in DORSAL and VENTRAL from root to edge.
So no vertex needs coordinates of its own: the places of a surface are those of its texture, and the
crossing points of the mesh lie at the parameters of the control points (Tu 1999, section 5.2.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.outline import Outline
from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate, greville
from motorium.looks.shape import BODY_COLUMNS, BODY_ROWS, fin_points, half_body_points
from motorium.looks.texture_mesh.mesh import Mesh
from motorium.looks.texture_mesh.photo import Photo
from motorium.looks.texture_mesh.potential import blurred, sampled
from motorium.looks.texture_mesh.regions import Mask
from motorium.looks.texture_mesh.silhouette import Frame

__all__ = ["BODY", "DORSAL", "HEIGHT", "VENTRAL", "WIDTH", "Texture", "cut"]

WIDTH: Final = 1024
HEIGHT: Final = 512
BODY: Final = slice(0, 384)
DORSAL: Final = slice(384, 448)
VENTRAL: Final = slice(448, 512)
"""Rows of the image."""
INSIDE: Final = 0.012
"""How far within its border the body is looked at, in u and v: the last pixel is half water."""

SURELY: Final = 0.98
"""How much fish must be about a place of whose colour no background is part."""


@dataclass(frozen=True)
class Texture:
    """pixels, shape (512, 1024, 4), uint8: fins are transparent where there is none."""

    pixels: NDArray[np.uint8]

    def colour(self, u: tuple[float, float], v: tuple[float, float], part: slice = BODY) -> str:
        """The middle colour of a rectangle of parameters, as #rrggbb."""
        rows = self.pixels[part]
        height = len(rows)
        some = rows[
            int(u[0] * height) : max(int(u[1] * height), int(u[0] * height) + 1),
            int(v[0] * WIDTH) : max(int(v[1] * WIDTH), int(v[0] * WIDTH) + 1),
        ].reshape(-1, 4)
        seen = some[some[:, 3] > 127]
        red, green, blue = np.median(seen if len(seen) else some, axis=0)[:3].astype(int).tolist()
        return f"#{red:02x}{green:02x}{blue:02x}"


def cut(
    photo: Photo, mesh: Mesh, frame: Frame, skin: Outline, nodes: Floats, mask: Mask
) -> Texture:
    """The texture of body, dorsal and ventral fin.

    frame: of the mesh (outline.frame_of); skin: what was made of the mesh, with its fins; nodes of
    its body at rest [L], shape (23, 3); mask: what is fish.
    """
    pixels = np.empty((HEIGHT, WIDTH, 4), dtype=np.uint8)
    fish = blurred(mask.astype(np.float64), 1.0)[..., None]
    v = (np.arange(WIDTH) + 0.5) / WIDTH
    u = (np.arange(BODY.stop) + 0.5) / BODY.stop
    pixels[BODY, :, :3] = _looked_up(photo, fish, _on_mesh(mesh, u, v))
    pixels[BODY, :, 3] = 255
    body = half_body_points(nodes, skin)
    for fin, part, upwards in ((skin.dorsal, DORSAL, True), (skin.ventral, VENTRAL, False)):
        rows = part.stop - part.start
        surface, _ = evaluate(
            fin_points(body, fin, upwards), (1, 3), (np.arange(rows) + 0.5) / rows, v
        )
        side = np.stack([nodes[0, 0] - surface[..., 0], surface[..., 2]], axis=-1)
        places = frame.to_picture(side)
        pixels[part, :, :3] = _looked_up(photo, fish, places)
        cover = sampled(fish, places)[..., 0]
        pixels[part, :, 3] = np.clip(255 * (2 * cover - 0.5), 0, 255).astype(np.uint8)
    return Texture(pixels)


def _on_mesh(mesh: Mesh, u: Floats, v: Floats) -> Floats:
    """Places in the picture of parameters, shape (len(u), len(v), 2): straight between nodes."""
    u, v = (INSIDE + (1 - 2 * INSIDE) * at for at in (u, v))
    rows, columns = greville(BODY_ROWS, 3), greville(BODY_COLUMNS, 3)
    along = np.stack([[np.interp(v, columns, row[:, k]) for k in (0, 1)] for row in mesh.nodes])
    i = np.clip(np.searchsorted(rows, u, side="right") - 1, 0, BODY_ROWS - 2)
    share = ((u - rows[i]) / (rows[i + 1] - rows[i]))[:, None, None]
    places: Floats = ((1 - share) * along[i] + share * along[i + 1]).transpose(0, 2, 1)
    return places


def _looked_up(photo: Photo, fish: Floats, places: Floats) -> NDArray[np.uint8]:
    """Colours of places; of those that are no fish, the nearest in their column that is.

    fish, shape (height, width, 1): 1 well within it, 1/2 on its border.
    """
    full = (places + 0.5) * photo.enlarged - 0.5
    colours = np.rint(sampled(photo.full, full)).astype(np.uint8)
    inside = sampled(fish, places)[..., 0] > SURELY
    columns = np.flatnonzero(inside.any(axis=0))
    if not columns.size:
        return colours
    rows = np.stack([_nearest(inside[:, column]) for column in columns], axis=1)
    grown = colours[rows, columns]
    return grown[:, np.searchsorted(columns, _nearest_of(columns, inside.shape[1]))]


def _nearest(inside: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Of each place the nearest that is inside."""
    return _nearest_of(np.flatnonzero(inside), len(inside))


def _nearest_of(some: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """Of 0, 1, ... the nearest of some numbers in order."""
    return some[np.searchsorted((some[1:] + some[:-1]) / 2, np.arange(count))]
