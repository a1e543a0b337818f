"""Fishes that are drawn, so that their outlines are known."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from motorium.bodies.species import Shape, read_shape, shape_file
from motorium.contracts.frames import Floats
from motorium.looks.bspline import evaluate
from motorium.looks.shape import fin_points, half_body_points
from motorium.looks.texture_mesh.photo import Photo, read_photo
from motorium.looks.texture_mesh.silhouette import Frame, rest_nodes

SHARPER = 4
"""Pictures are drawn so much larger, and made smaller by averaging."""


@dataclass(frozen=True)
class Drawn:
    """A drawing, where the fish lies in it, and the outline of body and tail, shape (n, 2)."""

    image: Image.Image
    frame: Frame
    outline: Floats
    shape: Shape

    @property
    def photo(self) -> Photo:
        return read_photo(self.file("PNG"))

    def file(self, kind: str = "PNG") -> bytes:
        out = io.BytesIO()
        self.image.save(out, kind)
        return out.getvalue()


def outline_of(shape: Shape) -> Floats:
    """The border of the half body in profile, (behind the nose, height) [L], shape (n, 2)."""
    nodes = rest_nodes(shape)
    body = half_body_points(nodes, shape.skin)
    fine = np.linspace(0, 1, 300)
    ends = np.array([0.0, 1.0])
    rows, _ = evaluate(body, (3, 3), ends, fine)
    columns, _ = evaluate(body, (3, 3), fine, ends)
    loop = np.concatenate([rows[0], columns[:, 1], rows[1, ::-1], columns[::-1, 0]])
    return np.stack([nodes[0, 0] - loop[:, 0], loop[:, 2]], axis=-1)


def fin_outlines(shape: Shape) -> list[Floats]:
    nodes = rest_nodes(shape)
    body = half_body_points(nodes, shape.skin)
    found = []
    for fin, upwards in ((shape.skin.dorsal, True), (shape.skin.ventral, False)):
        points = fin_points(body, fin, upwards)
        edge, _ = evaluate(points, (1, 3), np.array([0.0, 1.0]), np.linspace(0, 1, 200))
        loop = np.concatenate([edge[0], edge[1, ::-1]])
        found.append(np.stack([nodes[0, 0] - loop[:, 0], loop[:, 2]], axis=-1))
    return found


def draw_fish(
    species: str = "clownfish",
    *,
    size: tuple[int, int] = (760, 460),
    length: float = 520.0,
    head: int = -1,
    tilt: float = 0.0,
    background: tuple[int, int, int] = (235, 238, 240),
    colour: tuple[int, int, int] = (70, 90, 120),
    fin_colour: tuple[int, int, int] | None = None,
    bands: bool = False,
    gradient: float = 0.0,
    noise: float = 0.0,
) -> Drawn:
    """A fish in the middle of a picture; head: 1 to the right; tilt [degrees]; noise [levels]."""
    shape = read_shape(shape_file(species))
    turn = np.deg2rad(tilt)
    right = np.array([np.cos(turn), -np.sin(turn)])
    up = np.array([-np.sin(turn), -np.cos(turn)])
    middle = (np.array(size) - 1) / 2
    frame = Frame(middle + head * right * length / 2, head * right, up, length)
    large = Image.new("RGB", (size[0] * SHARPER, size[1] * SHARPER), background)
    pen = ImageDraw.Draw(large)

    def fill(outline: Floats, ink: tuple[int, int, int]) -> None:
        places = (frame.to_picture(outline) + 0.5) * SHARPER - 0.5
        pen.polygon([(float(x), float(y)) for x, y in places], fill=ink)

    if fin_colour is not None:
        for fin in fin_outlines(shape):
            fill(fin, fin_colour)
    outline = outline_of(shape)
    fill(outline, colour)
    if bands:
        top, bottom = outline[:300], outline[600:900][::-1]
        for start, end in ((0.2, 0.27), (0.45, 0.55)):
            a, b = np.searchsorted(top[:, 0], [start, end])
            c, d = np.searchsorted(bottom[:, 0], [start, end])
            band = np.concatenate([top[a:b], bottom[c:d][::-1]])
            fill(band, (250, 200, 60))
    image = large.resize(size, resample=Image.Resampling.BOX)
    if gradient or noise:
        rng = np.random.default_rng(1)
        pixels = np.asarray(image).astype(np.float64)
        pixels += gradient * np.linspace(-1, 1, size[0])[None, :, None]
        pixels += noise * rng.standard_normal((size[1], size[0], 1))
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return Drawn(image, frame, frame.to_picture(outline), shape)


def border_error(border: Floats, outline: Floats) -> tuple[float, float]:
    """Mean distances [pixels] from the border's nodes to an outline, and from it to the border."""
    fine = _dense(outline)
    to_outline = np.min(np.linalg.norm(border[:, None] - fine[None], axis=-1), axis=1)
    curve = _dense(border)
    places = fine[:: max(1, len(fine) // 400)]
    to_border = np.min(np.linalg.norm(places[:, None] - curve[None], axis=-1), axis=1)
    return float(to_outline.mean()), float(to_border.mean())


def _dense(loop: Floats) -> Floats:
    closed = np.concatenate([loop, loop[:1]])
    gone = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    at = np.arange(0.0, gone[-1], 0.4)
    return np.stack([np.interp(at, gone, closed[:, k]) for k in (0, 1)], axis=-1)
