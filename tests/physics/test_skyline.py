"""Skyline storage and LDL^T against hand-worked numbers and SciPy."""

import numpy as np
import pytest
import scipy.linalg
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.fish import NODES, UNIT_NODES
from motorium.contracts.frames import Floats
from motorium.physics.skyline import Skyline


def stored(skyline: Skyline, matrix: Floats) -> Floats:
    storage = np.zeros(skyline.size)
    for j, top in enumerate(skyline.top):
        for i in range(int(top), j + 1):
            storage[skyline.place(i, j)] = matrix[i, j]
    return storage


def test_the_printed_example() -> None:
    """Tu, Fig. 4.7: columns of heights 0, 0, 2, 1, 1 have their diagonals at 0, 1, 2, 5, 7."""
    skyline = Skyline.of_pairs(5, np.array([(0, 2), (1, 2), (2, 3), (3, 4)], dtype=np.int32))
    assert skyline.diagonal[:-1].tolist() == [0, 1, 2, 5, 7]
    assert skyline.size == 9
    assert skyline.place(0, 2) == 4
    assert skyline.place(4, 3) == 8


def test_a_system_worked_by_hand() -> None:
    """[[4, 2], [2, 3]] = L D L^T with l = 1/2, D = (4, 2); with load (8, 7) x = (5/4, 3/2)."""
    skyline = Skyline.of_pairs(2, np.array([(0, 1)], dtype=np.int32))
    storage = stored(skyline, np.array([[4.0, 2.0], [2.0, 3.0]]))
    skyline.factorize(storage)
    assert storage.tolist() == [4.0, 2.0, 0.5]
    assert skyline.solve(storage, np.array([[8.0], [7.0]])).ravel().tolist() == [1.25, 1.5]


def test_the_fish_has_the_printed_bandwidth() -> None:
    assert Skyline.of_pairs(NODES, UNIT_NODES).half_bandwidth == 7


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_agrees_with_scipy(seed: int) -> None:
    """Random matrices with the fish's sparsity, indefinite ones too."""
    draw = np.random.default_rng(seed)
    skyline = Skyline.of_pairs(NODES, UNIT_NODES)
    matrix = np.diag(draw.uniform(1, 100, NODES))
    for i, j in UNIT_NODES:
        eta = draw.uniform(-0.5, 5)
        matrix[[i, j], [i, j]] += eta
        matrix[i, j] -= eta
        matrix[j, i] -= eta
    load = draw.normal(size=(NODES, 3))
    expected = scipy.linalg.solve(matrix, load, assume_a="sym")
    storage = stored(skyline, matrix)
    skyline.factorize(storage)
    assert skyline.solve(storage, load) == pytest.approx(expected, rel=1e-9, abs=1e-12)
