"""Found again from the shape alone, a species is what its file says."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from motorium.bodies.species import build_species, load_species, read_shape, shape_file
from motorium.calibrate.run import calibrate
from motorium.calibrate.steering import find_steering_map
from motorium.measure.basin import Basin

SPECIES = "sardine"
LIKE = 0.1
"""Share by which sizes may differ from those of the file."""
SIZES = (
    "stride",
    "strouhal",
    "tail_amplitude",
    "head_yaw",
    "speed",
    "power",
    "turn_angle",
    "turn_beats",
    "steer_rate",
    "steer_radius",
    "max_stable_dt",
    "backward_speed",
    "brake_beats",
)
LIMITS = {
    "speed_error": 10.0,
    "turn_error": 5.0,
    "climb_error": 5.0,
    "climb_roll": 5.0,
    "heading_error": 5.0,
    "residual": 0.1,
    "end_bend": 5.0,
}
"""Errors need only be small: percent and degrees."""


def test_the_steering_map_is_found_again() -> None:
    """Every row of it, also that of turns from rest, which wait a moment before they begin."""
    stored = load_species("herring").calibration
    found = find_steering_map(read_shape(shape_file("herring")), stored)
    assert np.array(found.amplitudes) == pytest.approx(
        np.array(stored.steering_map.amplitudes), abs=0.1
    )
    assert found.reach == pytest.approx(stored.steering_map.reach, abs=10)


@pytest.mark.slow
def test_a_calibration_from_scratch_finds_the_same() -> None:
    shape, stored = read_shape(shape_file(SPECIES)), load_species(SPECIES).calibration
    # Compiled here, not by both processes.
    Basin(load_species(SPECIES), 1).advance()
    begun = time.monotonic()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = calibrate(shape, 1.0, pool)
    minutes = (time.monotonic() - begun) / 60
    build_species(shape, found)
    off = {
        (quantity, case): abs(found.figures[quantity][case] / value - 1)
        for quantity in SIZES
        for case, value in stored.figures[quantity].items()
    }
    worst = max(off, key=lambda key: off[key])
    print(
        f"{SPECIES}: {minutes:.1f} minutes; of {len(off)} sizes {' '.join(worst)} differs most, by "
        f"{100 * off[worst]:.2f} %"
    )
    for quantity, limit in LIMITS.items():
        largest = max(abs(value) for value in found.figures[quantity].values())
        print(f"{quantity}: at most {largest:.3g}")
        assert largest <= limit, quantity
    assert off[worst] <= LIKE
