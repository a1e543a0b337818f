"""Pictures that the shaders of the sea look up, all computed: nothing is loaded."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.chance import Chance

__all__ = ["CAUSTIC_LAYERS", "CAUSTIC_SIZE", "caustic_layers", "grain_texels", "noise_texels"]

Texels = NDArray[np.uint8]
Singles = NDArray[np.float32]
_Share = TypeVar("_Share", float, Floats)

CAUSTIC_SIZE = 128
CAUSTIC_LAYERS = 24
_NOISE_SIZE = 256
_GRAIN_SIZE = 48
_WAVES = 22


@cache
def noise_texels() -> Texels:
    """Tileable noise in four octaves: red is the sum, green and blue its slopes, alpha a finer
    grain; shape (256, 256, 4)."""
    heights = _fractal_noise(_NOISE_SIZE, (4, 8, 16, 32), 7).astype(float)
    grain = _fractal_noise(_NOISE_SIZE, (64, 128), 19).astype(float)
    slopes = [6 * (np.roll(heights, -1, axis) - np.roll(heights, 1, axis)) for axis in (1, 0)]
    channels = [255 * heights, *(127.5 + 127 * np.clip(s, -1, 1) for s in slopes), 255 * grain]
    return np.stack(channels, axis=-1).astype(np.uint8)


@cache
def grain_texels() -> Texels:
    """Noise in space for what is solid, which has no seams whatever its form: red and green are
    broad lumps, blue small ones, alpha grains; shape (48, 48, 48, 4)."""
    octaves = (((4, 8, 16), 5), ((4, 8, 16), 11), ((8, 16), 23), ((4, 16, 32), 31))
    channels = [_solid_noise(_GRAIN_SIZE, cells, seed) for cells, seed in octaves]
    return (255 * np.stack(channels, axis=-1).astype(float)).astype(np.uint8)


def _fractal_noise(size: int, cells: tuple[int, ...], seed: int) -> Singles:
    chance = Chance(seed)
    total = np.zeros((size, size), np.float32)
    weight = 0.5
    for count in cells:
        lattice = chance.many(count * count).astype(np.float32).reshape(count, count)
        total = (total + weight * _between_cells(lattice, size)).astype(np.float32)
        weight *= 0.5
    return _stretched(total)


def _solid_noise(size: int, cells: tuple[int, ...], seed: int) -> Singles:
    chance = Chance(seed)
    total = np.zeros((size, size, size), np.float32)
    weight = 0.5
    for count in cells:
        planes = chance.many(count**3).astype(np.float32).reshape(count, count, count)
        for z in range(size):
            at = z / size * count
            plane = math.floor(at)
            near = planes[plane].astype(float)
            far = planes[(plane + 1) % count].astype(float)
            between = (near + (far - near) * _eased(at - plane)).astype(np.float32)
            layer = total[z] + weight * _between_cells(between, size)
            total[z] = layer.astype(np.float32)
        weight *= 0.5
    return _stretched(total)


def _between_cells(lattice: Singles, size: int) -> Floats:
    """A lattice that repeats, smoothly between its points; shape (size, size)."""
    count = len(lattice)
    at = np.arange(size) / size * count
    first = np.floor(at).astype(int)
    share = _eased(at - first)
    second = (first + 1) % count
    values = lattice.astype(float)
    rows = values[:, first] * (1 - share) + values[:, second] * share
    result: Floats = rows[first] * (1 - share)[:, None] + rows[second] * share[:, None]
    return result


def _stretched(values: Singles) -> Singles:
    low, high = float(values.min()), float(values.max())
    return ((values.astype(float) - low) / (high - low)).astype(np.float32)


def _eased(t: _Share) -> _Share:
    return t * t * (3 - 2 * t)


@dataclass(frozen=True)
class _Wave:
    x: int
    """Whole numbers of waves over the patch, and of periods over the loop."""
    y: int
    turns: int
    phase: float
    shift: float
    """Sideways shift of the refracted ray at a slope of one, in patches."""


@cache
def caustic_layers() -> Texels:
    """Caustics by tracing light: a patch of waves that repeats in space and time refracts a grid of
    rays, and where they land on the ground is counted. The layers are one period of time; a texel
    holds a quarter of the brightness. Shape (24, 128, 128)."""
    waves = _caustic_waves()
    moments = np.arange(CAUSTIC_LAYERS) / CAUSTIC_LAYERS
    light = np.stack([_traced(waves, moment) for moment in moments])
    return np.minimum(255, light * (255 / 4)).astype(np.uint8)


def _caustic_waves() -> list[_Wave]:
    chance = Chance(3)
    waves: list[_Wave] = []
    while len(waves) < _WAVES:
        x = math.floor((chance() * 2 - 1) * 7 + 0.5)
        y = math.floor((chance() * 2 - 1) * 7 + 0.5)
        number = math.hypot(x, y)
        if not 1.5 <= number <= 7.5:
            continue
        # Longer waves run slower in the loop (deep water: frequency ~ root of the wave number).
        turns = max(1, math.floor(0.75 * math.sqrt(number) + 0.5))
        waves.append(_Wave(x, y, turns, chance() * 2 * math.pi, 0.024 / number**1.15))
    return waves


def _traced(waves: list[_Wave], moment: float) -> Floats:
    rays = 2 * CAUSTIC_SIZE
    at = np.arange(rays) / rays
    numbers = np.array([[wave.x, wave.y] for wave in waves], float)
    shifts = np.array([wave.shift for wave in waves])
    starts = np.array([wave.phase - 2 * math.pi * wave.turns * moment for wave in waves])
    across = 2 * math.pi * numbers[:, 0, None] * at + starts[:, None]
    along = 2 * math.pi * numbers[:, 1, None] * at
    # The cosine of a sum, so that a wave costs two rows and not a plane; rows are of v.
    places = []
    for axis, start in ((0, at[None, :]), (1, at[:, None])):
        weights = (numbers[:, axis] * shifts)[:, None]
        cosines = np.einsum("wv,wu->vu", weights * np.cos(along), np.cos(across))
        sines = np.einsum("wv,wu->vu", weights * np.sin(along), np.sin(across))
        places.append((start - cosines + sines) * CAUSTIC_SIZE)
    return _splat(places[0].ravel(), places[1].ravel(), (CAUSTIC_SIZE / rays) ** 2)


def _splat(x: Floats, y: Floats, amount: float) -> Floats:
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    tx, ty = x - column, y - row
    light = np.zeros(CAUSTIC_SIZE * CAUSTIC_SIZE)
    for right, up in ((0, 0), (1, 0), (0, 1), (1, 1)):
        part = (tx if right else 1 - tx) * (ty if up else 1 - ty) * amount
        wrapped = ((row + up) % CAUSTIC_SIZE) * CAUSTIC_SIZE + (column + right) % CAUSTIC_SIZE
        light += np.bincount(wrapped, part, len(light))
    return light.reshape(CAUSTIC_SIZE, CAUSTIC_SIZE)
