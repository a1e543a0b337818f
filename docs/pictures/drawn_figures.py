"""Pictures of figures, by a small renderer: depth buffer, smooth shading, shadows, a floor.

    image = draw_figures([Posed(flesh_of("human-high"), skeleton, poses)], View(size=(500, 700)))

Parallel projection, so a figure looks the same wherever it stands in a strip.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from docs.pictures.drawn_light import (
    Lit,
    Scene,
    axes_of,
    light_for,
    linear,
    openness,
    paint_floor,
    rasterised,
    shaded,
    to_screen,
)
from docs.pictures.style import DEEP
from motorium.bodies.figure.flesh import Flesh, rifle_flesh
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats

__all__ = ["Posed", "View", "draw_figures", "show"]

Ints = NDArray[np.int64]
Image = NDArray[np.uint8]

FINER: Final = 2
"""Pixels are drawn so many times finer in each direction, then averaged."""
MARGIN: Final = 0.06
"""Of the picture's size, left free on all sides where the scale is not told."""


class Posed(NamedTuple):
    """A figure in a posture (the first frame of poses), moved by offset [m]; rifle: where it is [m]
    (3,) before the offset, and how it is turned (3, 3), as `rifle_placed` tells it."""

    flesh: Flesh
    skeleton: Skeleton
    poses: Poses
    offset: Sequence[float] = (0.0, 0.0, 0.0)
    rifle: tuple[Floats, Floats] | None = None


class View(NamedTuple):
    """heading [rad]: on which side of the world's origin the viewer stands, 0 is in front (+x), a
    quarter turn to the left (+y); lift [rad]: how far above the horizon; size in pixels; centre
    [m]: what is in the middle; scale: pixels a metre. None: so that all is seen."""

    heading: float = 0.5
    lift: float = 0.14
    size: tuple[int, int] = (1600, 500)
    centre: Sequence[float] | None = None
    scale: float | None = None
    floor: bool = True


STANDARD: Final = View()
"""From in front, a little from the left."""


def draw_figures(figures: Sequence[Posed], view: View = STANDARD) -> Image:
    """Red, green and blue from 0 to 255, shape (height, width, 3)."""
    scene = _gathered(figures)
    axes = axes_of(view.heading, view.lift)
    seen = scene.places @ axes.T
    shape = (view.size[1] * FINER, view.size[0] * FINER)
    middle, scale = _framed(view, axes, seen)
    screen = to_screen(seen, middle, scale * FINER, shape)
    nearest, weights = rasterised(screen, scene.triangles, shape)

    light = light_for(view.heading)
    lit = Lit(scene, light)

    canvas = np.broadcast_to(linear(np.array(to_rgb(DEEP))), (*shape, 3)).copy()
    if view.floor:
        paint_floor(canvas, scene, axes, middle, scale * FINER, FINER, lit)
    rows, columns = np.nonzero(nearest >= 0)
    corners = scene.triangles[nearest[rows, columns]]
    share = weights[rows, columns][..., np.newaxis]
    places = (scene.places[corners] * share).sum(axis=1)
    normals = (scene.normals[corners] * share).sum(axis=1)
    colors = (linear(scene.colors)[corners] * share).sum(axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    facing = normals @ axes[2]
    # Insides of sleeves and hems are seen from behind.
    normals = np.where((facing < -0.25)[:, np.newaxis], -normals, normals)
    sky = openness(nearest, screen, scene.triangles, weights, scale * FINER, FINER)
    canvas[rows, columns] = shaded(
        colors, normals, np.abs(facing), light, lit.share(places, normals), sky[rows, columns]
    )
    small = canvas.reshape(view.size[1], FINER, view.size[0], FINER, 3).mean(axis=(1, 3))
    return np.asarray(np.clip(small, 0.0, 1.0) ** (1 / 2.2) * 255.0 + 0.5, dtype=np.uint8)


def show(axes: Axes, image: Image, **options: Any) -> None:
    """An image in a drawing, without frame and ticks."""
    axes.imshow(image, interpolation="lanczos", **options)
    axes.set_axis_off()


# ---------------------------------------------------------------- what is there


def _gathered(figures: Sequence[Posed]) -> Scene:
    parts: list[tuple[Floats, Floats, Floats, Ints]] = []
    feet = []
    for flesh, skeleton, poses, offset, rifle in figures:
        placed = skeleton.place(poses.frames(slice(0, 1)))
        places, normals = flesh.place(placed)
        parts.append((places + np.array(offset), normals, flesh.vertex_colors, flesh.triangles))
        feet.append((places.max(axis=0) + places.min(axis=0)) / 2 + np.array(offset))
        if rifle is not None:
            prop = rifle_flesh(flesh.title)
            place, turn = rifle
            there = prop.vertices @ turn.T + place + np.array(offset)
            parts.append((there, prop.normals @ turn.T, prop.vertex_colors, prop.triangles))
    counts = np.cumsum([0] + [len(part[0]) for part in parts])
    return Scene(
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        np.concatenate([part[2] for part in parts]),
        np.concatenate([part[3] + first for part, first in zip(parts, counts, strict=False)]),
        np.array(feet),
    )


def _framed(view: View, axes: Floats, seen: Floats) -> tuple[Floats, float]:
    low, high = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
    middle = (low + high) / 2 if view.centre is None else axes[:2] @ np.array(view.centre)
    if view.scale is not None:
        return middle, view.scale
    reach = 2 * np.maximum(high - middle, middle - low)
    return middle, float((np.array(view.size) * (1 - 2 * MARGIN) / reach).min())
