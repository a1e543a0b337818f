"""Vectors in kernels, operation by operation, against NumPy."""

import numpy as np
import pytest

from motorium.compiled import kernel
from motorium.memory import aligned_zeros
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import (
    Lanes,
    inverse_sqrt,
    load,
    maximum,
    nearest,
    splat,
    store,
    where_between,
    widened,
)


@kernel
def everything(lanes: Lanes, width: int, a: Array, b: Array, out: Array) -> None:
    x = load(lanes, a, 0)
    y = load(lanes, b, 0)
    store(out, 0, x + y)
    store(out, width, x - y)
    store(out, 2 * width, x * y)
    store(out, 3 * width, x / y)
    store(out, 4 * width, maximum(x, y))
    store(out, 5 * width, inverse_sqrt(y))
    store(out, 6 * width, splat(lanes, a[0]) * y)


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_operations(width: int, dtype: type) -> None:
    draw = np.random.default_rng(width)
    a: Array = draw.normal(size=width).astype(dtype)
    b: Array = draw.uniform(1e-6, 1e6, size=width).astype(dtype)
    out = aligned_zeros(7 * width, dtype)
    everything(Lanes(width), width, a, b, out)
    wanted = np.stack([a + b, a - b, a * b, a / b, np.maximum(a, b), 1 / np.sqrt(b), a[0] * b])
    few_bits = 4 * float(np.finfo(dtype).eps)
    assert out.reshape(7, width) == pytest.approx(wanted, rel=few_bits)


def test_nan_stays_nan() -> None:
    """Nothing may be optimised on the assumption that there is none: broken fishes must show."""
    a, b = np.full(8, np.nan, np.float32), np.ones(8, np.float32)
    out = aligned_zeros(56, np.float32)
    everything(Lanes(8), 8, a, b, out)
    rows = out.reshape(7, 8)
    assert np.isnan(rows[[0, 1, 2, 3, 6]]).all()


@kernel
def conversions(lanes: Lanes, width: int, a: Array, out: Array, wide_out: Array) -> None:
    x = load(lanes, a, 0)
    third = widened(x) / splat(lanes, 3.0)
    store(wide_out, 0, third)
    store(out, 0, third)
    store(wide_out, width, x)
    store(out, width, nearest(x))
    store(wide_out, 2 * width, nearest(third))
    two = splat(lanes, a.dtype.type(2))
    store(out, 2 * width, where_between(splat(lanes, a.dtype.type(-1.5)), x, two, two))


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_conversions_and_whole_numbers(width: int, dtype: type) -> None:
    """Halves go to even numbers; bounds belong to what is between them; NaN lies nowhere."""
    numbers = [-1.5, 2.5, np.nan, 2.0, np.inf, -0.4, 7e9, -np.inf, 1.5, -1.6, 0.5]
    a: Array = np.resize(numbers, width).astype(dtype)
    out, wide_out = aligned_zeros(3 * width, dtype), aligned_zeros(3 * width, np.float64)
    conversions(Lanes(width), width, a, out, wide_out)
    wide = a.astype(np.float64)
    exact = np.stack([wide / 3, wide, np.round(wide / 3)])
    assert np.array_equal(wide_out.reshape(3, width), exact, equal_nan=True)
    between = np.where((a >= -1.5) & (a <= 2), 2, 0)
    wanted = np.stack([(wide / 3).astype(dtype), np.round(a), between])
    assert np.array_equal(out.reshape(3, width), wanted, equal_nan=True)


def test_width_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no vectors of 5 lanes; choose 4, 8 or 16"):
        Lanes(5)


def test_alignment() -> None:
    for size in (1, 17, 4096):
        assert aligned_zeros(size, np.float32).ctypes.data % 64 == 0
