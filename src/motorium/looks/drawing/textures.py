"""Pictures that shaders look up, computed as the page computes them (web/.../textures.ts)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

if TYPE_CHECKING:
    import moderngl

__all__ = ["eased", "noise_texels", "noise_texture", "plain_texture", "random_numbers"]

NOISE_SIZE: Final = 256


def random_numbers(seed: int, count: int, skip: int = 0) -> Floats:
    """The page's seeded generator (mulberry32): `count` numbers from 0 to 1 behind `skip`."""
    with np.errstate(over="ignore"):
        turns = np.arange(skip + 1, skip + count + 1, dtype=np.uint32)
        state = np.uint32(seed) + turns * np.uint32(0x6D2B79F5)
        mixed = (state ^ (state >> 15)) * (state | np.uint32(1))
        mixed = (mixed + (mixed ^ (mixed >> 7)) * (mixed | np.uint32(61))) ^ mixed
        return np.asarray((mixed ^ (mixed >> 14)) / 4294967296.0)


def eased(t: Floats) -> Floats:
    """From 0 to 1, level at both ends."""
    return t * t * (3.0 - 2.0 * t)


@cache
def noise_texels() -> NDArray[np.uint8]:
    """Tileable value noise in four octaves: the sum, its slopes along x and y, a finer grain;
    shape (rows y, columns x, 4)."""
    heights = _fractal_noise(NOISE_SIZE, (4, 8, 16, 32), 7)
    grain = _fractal_noise(NOISE_SIZE, (64, 128), 19)
    slope_x = 6.0 * (np.roll(heights, -1, axis=1) - np.roll(heights, 1, axis=1))
    slope_y = 6.0 * (np.roll(heights, -1, axis=0) - np.roll(heights, 1, axis=0))
    parts = [
        255.0 * heights,
        127.5 + 127.0 * np.clip(slope_x, -1.0, 1.0),
        127.5 + 127.0 * np.clip(slope_y, -1.0, 1.0),
        255.0 * grain,
    ]
    texels = np.stack(parts, axis=-1).astype(np.uint8)
    texels.setflags(write=False)
    return texels


def noise_texture(context: moderngl.Context) -> moderngl.Texture:
    """The noise that all shaders look up."""
    import moderngl

    texture = context.texture((NOISE_SIZE, NOISE_SIZE), 4, (noise_texels()/255.0).astype(np.float32).tobytes(), dtype='f4')
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
    return texture


def plain_texture(context: moderngl.Context, *texel: int) -> moderngl.Texture:
    """Of one colour everywhere, one number a channel."""
    return context.texture((1, 1), len(texel), bytes(texel))


def _fractal_noise(size: int, cells: Sequence[int], seed: int) -> Floats:
    # The page keeps 32 bits after each octave.
    total = np.zeros((size, size), dtype=np.float32)
    weight, drawn = 0.5, 0
    at = np.arange(size) / size
    for count in cells:
        lattice = random_numbers(seed, count * count, drawn).astype(np.float32)
        drawn += count * count
        total = (total + weight * _lattice_values(lattice.reshape(count, count), at, at)).astype(
            np.float32
        )
        weight *= 0.5
    return _stretched(total)


def _lattice_values(lattice: NDArray[np.float32], u: Floats, v: Floats) -> Floats:
    """Between the points of a lattice that repeats, on the grid of rows v and columns u."""
    count = len(lattice)
    x, y = u * count, v * count
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    tx, ty = eased(x - column), eased(y - row)[:, np.newaxis]
    grid = lattice.astype(np.float64)

    def along(rows: NDArray[np.int_]) -> Floats:
        line = grid[rows % count]
        left: Floats = line[:, column % count] * (1.0 - tx)
        return left + line[:, (column + 1) % count] * tx

    return along(row) * (1.0 - ty) + along(row + 1) * ty


def _stretched(values: NDArray[np.float32]) -> Floats:
    low, high = float(values.min()), float(values.max())
    stretched = (values.astype(np.float64) - low) / (high - low)
    return stretched.astype(np.float32).astype(np.float64)
