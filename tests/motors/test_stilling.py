"""A body that is held until it only wriggles."""

from __future__ import annotations

import numpy as np

from motorium.motors.stilling import without_way

MASSES = np.array([1.0, 3.0, 2.0, 1.0])
PLACES = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.2], [0.0, 2.0, 0.0], [0.3, 0.1, -1.0]]])


def test_a_rigid_motion_is_taken_away_wholly() -> None:
    drift, spin = np.array([0.4, -1.0, 2.0]), np.array([0.3, 0.8, -0.5])
    velocities = drift + np.cross(spin, PLACES)
    assert np.abs(without_way(MASSES, PLACES, velocities)).max() < 1e-12


def test_what_is_left_has_neither_momentum_nor_turns() -> None:
    velocities = np.random.default_rng(1).normal(size=PLACES.shape)
    left = without_way(MASSES, PLACES, velocities)
    assert np.abs(MASSES @ left[0]).max() < 1e-12
    turning = np.cross(PLACES[0], MASSES[:, None] * left[0]).sum(axis=0)
    assert np.abs(turning).max() < 1e-12
    # Two nodes that part from each other go on to do so.
    parting = (left - velocities)[0]
    gap = PLACES[0, 1] - PLACES[0, 0]
    assert abs(gap @ (parting[1] - parting[0])) < 1e-12
