"""Blocks of 3 x 3 in lanes: symmetric ones as (xx, xy, xz, yy, yz, zz), full ones as rows."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from motorium.physics.fish_kernel import Array
from motorium.physics.natural_layout import BLOCK_ROWS, PLACE
from motorium.physics.simd import Lanes, inverse_sqrt, load, store
from motorium.physics.triples import load3, plus, store3, times

__all__ = [
    "add_block",
    "back",
    "block_difference",
    "block_sum",
    "block_times",
    "forth",
    "load_block",
    "load_rows",
    "outer",
    "root",
    "store_block",
    "store_rows",
    "transposed_times",
]


@register_jitable
def outer(factor: Any, n: Any) -> Any:
    """factor n n^T, symmetric."""
    a, b, c = factor * n[0], factor * n[1], factor * n[2]
    return a * n[0], a * n[1], a * n[2], b * n[1], b * n[2], c * n[2]


@register_jitable
def block_sum(a: Any, b: Any) -> Any:
    """Of two symmetric blocks."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@register_jitable
def block_difference(a: Any, b: Any) -> Any:
    """Of two symmetric blocks."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]


@register_jitable
def block_times(factor: Any, a: Any) -> Any:
    """Of a vector and a symmetric block."""
    return (
        factor * a[0],
        factor * a[1],
        factor * a[2],
        factor * a[3],
        factor * a[4],
        factor * a[5],
    )


@register_jitable
def load_block(lanes: Lanes, width: int, scratch: Array, p: int) -> Any:
    """The symmetric block that begins at an offset."""
    return (
        load(lanes, scratch, p),
        load(lanes, scratch, p + width),
        load(lanes, scratch, p + 2 * width),
        load(lanes, scratch, p + 3 * width),
        load(lanes, scratch, p + 4 * width),
        load(lanes, scratch, p + 5 * width),
    )


@register_jitable
def store_block(width: int, scratch: Array, place: int, block: Any) -> None:
    """Write a symmetric block to its place."""
    p = BLOCK_ROWS * place * width
    store(scratch, p, block[0])
    store(scratch, p + width, block[1])
    store(scratch, p + 2 * width, block[2])
    store(scratch, p + 3 * width, block[3])
    store(scratch, p + 4 * width, block[4])
    store(scratch, p + 5 * width, block[5])


@register_jitable
def add_block(lanes: Lanes, width: int, scratch: Array, i: int, j: int, block: Any) -> None:
    """Add a symmetric block (xx, xy, xz, yy, yz, zz) to that of nodes i <= j."""
    p = BLOCK_ROWS * (PLACE[j] + j - i) * width
    store(scratch, p, load(lanes, scratch, p) + block[0])
    store(scratch, p + width, load(lanes, scratch, p + width) + block[1])
    store(scratch, p + 2 * width, load(lanes, scratch, p + 2 * width) + block[2])
    store(scratch, p + 3 * width, load(lanes, scratch, p + 3 * width) + block[3])
    store(scratch, p + 4 * width, load(lanes, scratch, p + 4 * width) + block[4])
    store(scratch, p + 5 * width, load(lanes, scratch, p + 5 * width) + block[5])


@register_jitable
def load_rows(lanes: Lanes, width: int, scratch: Array, p: int) -> Any:
    """The three rows of a full block."""
    return (
        load3(lanes, width, scratch, p),
        load3(lanes, width, scratch, p + 3 * width),
        load3(lanes, width, scratch, p + 6 * width),
    )


@register_jitable
def store_rows(width: int, scratch: Array, p: int, a: Any) -> None:
    """Write a full block."""
    store3(width, scratch, p, a[0])
    store3(width, scratch, p + 3 * width, a[1])
    store3(width, scratch, p + 6 * width, a[2])


@register_jitable
def root(a: Any) -> Any:
    """Lower triangle C of a symmetric block C C^T: 1/xx, yx, zx, 1/yy, zy, 1/zz."""
    xx = inverse_sqrt(a[0])
    yx, zx = a[1] * xx, a[2] * xx
    yy = inverse_sqrt(a[3] - yx * yx)
    zy = (a[4] - zx * yx) * yy
    zz = inverse_sqrt(a[5] - zx * zx - zy * zy)
    return xx, yx, zx, yy, zy, zz


@register_jitable
def forth(c: Any, v: Any) -> Any:
    """C^-1 v."""
    x = v[0] * c[0]
    y = (v[1] - c[1] * x) * c[3]
    return x, y, (v[2] - c[2] * x - c[4] * y) * c[5]


@register_jitable
def back(c: Any, v: Any) -> Any:
    """C^-T v."""
    z = v[2] * c[5]
    y = (v[1] - c[4] * z) * c[3]
    return (v[0] - c[1] * y - c[2] * z) * c[0], y, z


@register_jitable
def transposed_times(f: Any, v: Any) -> Any:
    """The transpose of a full block, times a triple."""
    return plus(plus(times(v[0], f[0]), times(v[1], f[1])), times(v[2], f[2]))
