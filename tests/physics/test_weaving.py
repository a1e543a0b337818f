"""Rows are woven out of vectors and parted into them; whole numbers are looked at together."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.memory import aligned_zeros
from motorium.physics.flags import every, some, store_whole
from motorium.physics.simd import Lanes, eight_at_most, lane_count, load, store
from motorium.physics.weaving import (
    load_eights,
    store_quads,
    store_triples,
    stream_quads,
    stream_triples,
)

WIDTHS = [*(pytest.param(width, marks=pytest.mark.slow) for width in (4, 8)), 16]


@kernel
def weave(lanes: Lanes, rows: Any, triples_out: Any, quads_out: Any, streams: bool) -> None:
    width = lane_count(lanes)
    a, b = load(lanes, rows, 0), load(lanes, rows, width)
    c, d = load(lanes, rows, 2 * width), load(lanes, rows, 3 * width)
    if streams:
        stream_triples(triples_out, 0, (a, b, c))
        stream_quads(quads_out, 0, (a, b, c, d))
    else:
        store_triples(triples_out, 0, (a, b, c))
        store_quads(quads_out, 0, (a, b, c, d))


@kernel
def part(lanes: Lanes, rows: Any, out: Any) -> None:
    width = lane_count(lanes)
    for number, vector in enumerate(load_eights(lanes, rows, 0)):
        store(out, number * width, vector)


@kernel
def look(lanes: Lanes, flags: Any, offset: int, value: int) -> Any:
    return every(lanes, flags, offset, value), some(lanes, flags, offset, value)


@kernel
def whole(lanes: Lanes, values: Any, out: Any) -> Any:
    store_whole(out, 0, load(lanes, values, 0))
    return lane_count(eight_at_most(lanes))


@pytest.mark.parametrize("streams", [False, True])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("width", WIDTHS)
def test_vectors_become_rows(width: int, kind: type, streams: bool) -> None:
    rows = np.arange(4 * width, dtype=np.float32)
    triples, quads = aligned_zeros(3 * width, kind), aligned_zeros(4 * width, kind)
    weave(Lanes(width), rows, triples, quads, streams)
    assert np.array_equal(triples.reshape(width, 3), rows.reshape(4, width)[:3].T)
    assert np.array_equal(quads.reshape(width, 4), rows.reshape(4, width).T)


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_become_vectors(width: int) -> None:
    rows = np.arange(8 * width, dtype=np.float32)
    out = np.zeros_like(rows)
    part(Lanes(width), rows, out)
    assert np.array_equal(out.reshape(8, width), rows.reshape(width, 8).T)


@pytest.mark.parametrize("kind", [np.uint8, np.int16])
@pytest.mark.parametrize("width", WIDTHS)
def test_flags_of_a_block(width: int, kind: type) -> None:
    lanes = Lanes(width)
    flags: NDArray[Any] = np.zeros(3 * width, dtype=kind)
    assert look(lanes, flags, width, 0) == (True, True)
    assert look(lanes, flags, width, 1) == (False, False)
    for lane in (0, width // 2, width - 1):
        flags[:] = 0
        flags[width + lane] = 1
        assert look(lanes, flags, width, 1) == (False, True)
        assert look(lanes, flags, width, 0) == (False, True)
        assert look(lanes, flags, 0, 0) == look(lanes, flags, 2 * width, 0) == (True, True)
    flags[width : 2 * width] = 1
    assert look(lanes, flags, width, 1) == (True, True)


@pytest.mark.parametrize("width", WIDTHS)
def test_whole_parts(width: int) -> None:
    out = np.zeros(width, dtype=np.int32)
    values = np.linspace(0.0, 1e6, width, dtype=np.float32) + np.float32(0.7)
    assert whole(Lanes(width), values, out) == min(width, 8)
    assert np.array_equal(out, values.astype(np.int32))
