"""Light for pictures of figures: what is in front, what is in shadow, and the floor."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from matplotlib.colors import to_rgb
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, map_coordinates

from docs.pictures.style import REEF
from motorium.compiled import kernel
from motorium.contracts.frames import Floats

__all__ = [
    "Lit",
    "Scene",
    "axes_of",
    "light_for",
    "linear",
    "openness",
    "paint_floor",
    "rasterised",
    "shaded",
    "to_screen",
]

Ints = NDArray[np.int64]

LIGHT: Final = np.array([0.62, 0.50, 0.95])
"""Where light comes from: towards the viewer, to the right (where strips go), up."""
SUN: Final = np.array([1.0, 0.94, 0.82]) * 2.0
SKY: Final = np.array([0.62, 0.80, 0.95]) * 0.62
GROUND: Final = np.array([0.50, 0.44, 0.36]) * 0.42
"""Light from one direction, from above and from below: red, green, blue."""
FLOOR: Final = np.array(to_rgb("#17445c"))
SHADOW_GRAIN: Final = 0.005
"""Of the map of shadows on bodies and on the floor [m a pixel]."""
SOFTNESS: Final = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Where in that map it is looked up around a place, along both sides [pixels]."""


class Scene(NamedTuple):
    """places [m], normals and colors of vertices (vertices, 3); triangles (triangles, 3); feet [m]
    (figures, 3): the middles of figures."""

    places: Floats
    normals: Floats
    colors: Floats
    triangles: Ints
    feet: Floats


def axes_of(heading: float, lift: float) -> Floats:
    """To the right, up, and towards the viewer: rows."""
    flat = np.array([np.cos(heading), np.sin(heading), 0.0])
    right = np.array([-np.sin(heading), np.cos(heading), 0.0])
    eye = np.cos(lift) * flat + np.sin(lift) * np.array([0.0, 0.0, 1.0])
    return np.stack([right, np.cross(eye, right), eye])


def to_screen(seen: Floats, middle: Floats, scale: float, shape: tuple[int, int]) -> Floats:
    """Columns, rows and nearness, all in pixels."""
    screen: Floats = (seen - np.append(middle, 0.0)) * scale
    screen[:, 0] += shape[1] / 2
    screen[:, 1] = shape[0] / 2 - screen[:, 1]
    return screen


def light_for(heading: float) -> Floats:
    """Where light comes from, for a viewer on that side [rad]; of length 1."""
    light: Floats = LIGHT @ np.stack([*axes_of(heading, 0.0)[[2, 0]], np.array([0.0, 0.0, 1.0])])
    return light / np.linalg.norm(light)


# ---------------------------------------------------------------- which triangle is in front


def rasterised(screen: Floats, triangles: Ints, shape: tuple[int, int]) -> tuple[Ints, Floats]:
    """The nearest triangle of each pixel (-1: none), and the weights of its corners."""
    nearest = np.full(shape, -1, dtype=np.int64)
    weights = np.zeros((*shape, 3))
    near = np.full(shape, -np.inf)
    _rasterise(screen, triangles, nearest, weights, near)
    return nearest, weights


@kernel
def _rasterise(
    screen: Floats, triangles: Ints, nearest_out: Ints, weights_out: Floats, near_out: Floats
) -> None:
    height, width = nearest_out.shape
    for number in range(len(triangles)):
        a, b, c = triangles[number]
        ax, ay, bx, by, cx, cy = (
            screen[a, 0], screen[a, 1], screen[b, 0], screen[b, 1], screen[c, 0], screen[c, 1]
        )  # fmt: skip
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < 1e-9:
            continue
        left, right = int(min(ax, bx, cx)), int(max(ax, bx, cx)) + 1
        top, bottom = int(min(ay, by, cy)), int(max(ay, by, cy)) + 1
        for row in range(max(top, 0), min(bottom + 1, height)):
            for column in range(max(left, 0), min(right + 1, width)):
                x, y = column + 0.5, row + 0.5
                wa = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
                wb = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
                wc = 1.0 - wa - wb
                if wa < 0.0 or wb < 0.0 or wc < 0.0:
                    continue
                near = wa * screen[a, 2] + wb * screen[b, 2] + wc * screen[c, 2]
                if near > near_out[row, column]:
                    near_out[row, column] = near
                    nearest_out[row, column] = number
                    weights_out[row, column, 0] = wa
                    weights_out[row, column, 1] = wb
                    weights_out[row, column, 2] = wc


# ---------------------------------------------------------------- light and shadow


class Lit:
    """How much of the light reaches a place: by a picture of the scene as the light sees it."""

    def __init__(self, scene: Scene, light: Floats) -> None:
        self.axes = axes_of(float(np.arctan2(light[1], light[0])), float(np.arcsin(light[2])))
        seen = scene.places @ self.axes.T
        low, high = seen[:, :2].min(axis=0) - 0.1, seen[:, :2].max(axis=0) + 0.1
        self.middle = (low + high) / 2
        across = (high - low) / SHADOW_GRAIN
        self.shape = (int(across[1]) + 1, int(across[0]) + 1)
        screen = to_screen(seen, self.middle, 1.0 / SHADOW_GRAIN, self.shape)
        self.near = np.full(self.shape, -np.inf)
        nothing = np.full(self.shape, -1, dtype=np.int64)
        _rasterise(screen, scene.triangles, nothing, np.zeros((*self.shape, 3)), self.near)
        self.near = np.where(np.isfinite(self.near), self.near, -1e9)

    def share(self, places: Floats, normals: Floats) -> Floats:
        """From 0 to 1, soft at the borders."""
        seen = (places + 0.02 * normals) @ self.axes.T
        screen = to_screen(seen, self.middle, 1.0 / SHADOW_GRAIN, self.shape)
        total = np.zeros(len(places))
        steps = [(x, y) for x in SOFTNESS for y in SOFTNESS]
        for x, y in steps:
            column = np.clip(screen[:, 0] + x, 0, self.shape[1] - 1).astype(np.int64)
            row = np.clip(screen[:, 1] + y, 0, self.shape[0] - 1).astype(np.int64)
            total += self.near[row, column] < screen[:, 2] + 3.0
        return total / len(steps)


def openness(
    nearest: Ints, screen: Floats, triangles: Ints, weights: Floats, scale: float, finer: int
) -> Floats:
    """How much of the sky a pixel sees: less, the farther behind its surroundings it lies. Worked
    out for every so many pixels, as soft as it is."""
    nearest, weights = nearest[::finer, ::finer], weights[::finer, ::finer]
    there = nearest >= 0
    depth = np.zeros(nearest.shape)
    depth[there] = (screen[triangles[nearest[there]], 2] * weights[there]).sum(axis=1) / scale
    closed = np.zeros(nearest.shape)
    for reach in (0.02, 0.06):
        spread = reach * scale / finer
        mass = gaussian_filter(there.astype(np.float64), spread, truncate=2.0) + 1e-6
        around = gaussian_filter(depth, spread, truncate=2.0) / mass
        closed += 0.5 * np.clip((around - depth) / (1.5 * reach) - 0.1, 0.0, 1.0)
    coarse = 1.0 - 0.6 * np.where(there, closed, 0.0)
    return np.repeat(np.repeat(coarse, finer, axis=0), finer, axis=1)


def shaded(
    colors: Floats, normals: Floats, facing: Floats, light: Floats, lit: Floats, openness: Floats
) -> Floats:
    up = (0.5 + 0.5 * normals[:, 2])[:, np.newaxis]
    around = (SKY * up + GROUND * (1 - up)) * openness[:, np.newaxis]
    # A little of the light goes around the edge of the shadow.
    sun = np.clip((normals @ light + 0.12) / 1.12, 0.0, 1.0) * lit
    rim = (1.0 - np.clip(facing, 0.0, 1.0)) ** 3 * (0.35 + 0.65 * np.clip(normals[:, 2], 0, 1))
    glow = linear(np.array(to_rgb(REEF))) * (0.16 * rim)[:, np.newaxis]
    shades: Floats = colors * (around + SUN * sun[:, np.newaxis]) * 0.78 + glow
    return shades


def paint_floor(
    canvas_out: Floats,
    scene: Scene,
    axes: Floats,
    middle: Floats,
    scale: float,
    finer: int,
    lit: Lit,
) -> None:
    """The plane z = 0 around the figures, with their shadows; scale: pixels a metre, worked out for
    every so many of them."""
    height, width = canvas_out.shape[:2]
    columns, rows = np.meshgrid(np.arange(0, width, finer), np.arange(0, height, finer))
    right = (columns + finer / 2 - width / 2) / scale + middle[0]
    up = (height / 2 - rows - finer / 2) / scale + middle[1]
    # Along the line of sight to the floor: (right, up) fix a line, z = 0 a place on it.
    toward = -(up * axes[1, 2]) / axes[2, 2] if axes[2, 2] > 0.02 else np.full(up.shape, -99.0)
    places = (
        right[..., np.newaxis] * axes[0]
        + up[..., np.newaxis] * axes[1]
        + toward[..., np.newaxis] * axes[2]
    )
    glow = np.zeros(right.shape)
    for foot in scene.feet:
        away = places[..., :2] - foot[:2]
        glow = np.maximum(glow, np.exp(-0.5 * (away**2).sum(axis=-1) / 0.75**2))
    flat = places.reshape(-1, 3)
    upward = np.broadcast_to([0.0, 0.0, 1.0], flat.shape)
    near = glow.ravel() > 0.01
    sun = np.ones(len(flat))
    sun[near] = lit.share(flat[near], upward[near])
    shadow = gaussian_filter(1.0 - sun.reshape(right.shape), 0.012 * scale / finer)
    contact = _contact(scene, places)
    dark = (1.0 - 0.62 * shadow) * (1.0 - 0.55 * contact)
    floor = linear(FLOOR) * dark[..., np.newaxis]
    colored = (
        canvas_out[::finer, ::finer] * (1 - glow[..., np.newaxis]) + floor * (glow[..., np.newaxis])
    )
    canvas_out[:] = np.repeat(np.repeat(colored, finer, axis=0), finer, axis=1)


def _contact(scene: Scene, places: Floats) -> Floats:
    """Darkness on the floor under what is close to it."""
    grain = 0.01
    low = scene.places[:, :2].min(axis=0) - 0.4
    across = (scene.places[:, :2].max(axis=0) + 0.4 - low) / grain
    shape = (int(across[1]) + 1, int(across[0]) + 1)
    flat = np.column_stack([(scene.places[:, :2] - low) / grain, -scene.places[:, 2]])
    near = np.full(shape, -np.inf)
    nothing = np.full(shape, -1, dtype=np.int64)
    _rasterise(flat, scene.triangles, nothing, np.zeros((*shape, 3)), near)
    close = np.where(np.isfinite(near), np.exp(np.minimum(near, 0.0) / 0.10), 0.0)
    soft = np.maximum(gaussian_filter(close, 2.5), gaussian_filter(close, 8.0))
    columns, rows = np.moveaxis((places[..., :2] - low) / grain, -1, 0)
    found: Floats = map_coordinates(soft, [rows, columns], order=1, mode="constant")
    return np.clip(found * 1.3, 0.0, 1.0)


def linear(color: Floats) -> Floats:
    """Amounts of light, which can be added, of a colour as it is written."""
    amounts: Floats = np.asarray(color) ** 2.2
    return amounts
