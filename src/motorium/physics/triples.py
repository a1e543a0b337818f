"""Triples of vectors: x, y and z."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.physics.simd import Lanes, load, store

__all__ = ["cross", "dot", "load3", "minus", "plus", "store3", "times"]


@register_jitable
def load3(lanes: Lanes, width: int, array: NDArray[Any], offset: int) -> Any:
    """Three rows, one after the other: x, y and z."""
    return (
        load(lanes, array, offset),
        load(lanes, array, offset + width),
        load(lanes, array, offset + 2 * width),
    )


@register_jitable
def store3(width: int, array: NDArray[Any], offset: int, a: Any) -> None:
    """Write three rows, one after the other: x, y and z."""
    store(array, offset, a[0])
    store(array, offset + width, a[1])
    store(array, offset + 2 * width, a[2])


@register_jitable
def plus(a: Any, b: Any) -> Any:
    """Of two triples."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@register_jitable
def minus(a: Any, b: Any) -> Any:
    """Of two triples."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@register_jitable
def times(factor: Any, a: Any) -> Any:
    """Of a vector and a triple."""
    return factor * a[0], factor * a[1], factor * a[2]


@register_jitable
def dot(a: Any, b: Any) -> Any:
    """Of two triples."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@register_jitable
def cross(a: Any, b: Any) -> Any:
    """Of two triples."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
