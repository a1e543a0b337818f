"""Long evidence: nobody blows up."""

import numpy as np
import pytest

from motorium.bodies.fish import UNIT_NODES
from motorium.contracts.frames import Floats
from motorium.motors.swim import SwimModel, SwimState, drive_muscles
from motorium.physics.fish_frame import LONGEST, SHORTEST
from motorium.physics.fish_kernel import Row
from tests.physics.fishes import DT, blocks, herring

COUNT = 1000
STEPS = 100_000


@pytest.mark.slow
def test_a_thousand_fishes_swim_a_hundred_thousand_steps() -> None:
    """Random parameters in the documented window (docs: swimming): not one unit out of bounds.

    Frequency 0.5 to 4 Hz, depth of contraction up to 0.5, one-sided contraction up to 0.3,
    viscosity 0 to 4, individuals of 0.5 to 2 times their species' size.
    """
    draw = np.random.default_rng(2026)
    body = herring()
    fishes = blocks(COUNT)
    lanes = np.arange(COUNT)
    sizes = draw.uniform(0.5, 2.0, COUNT).astype(np.float32)
    fishes.set_row(Row.DT, lanes, DT / np.sqrt(sizes))
    fishes.set_row(Row.WATER, lanes, draw.uniform(0.0, 4.0, COUNT))
    swim = SwimState.resting(COUNT)
    swim.phase[:] = draw.uniform(0, 2 * np.pi, COUNT)
    frequency: Floats = draw.uniform(0.5, 4.0, COUNT)
    depth: Floats = draw.uniform(0.0, 0.5, COUNT)
    bias: Floats = draw.uniform(-0.3, 0.3, COUNT)
    nothing = np.zeros(COUNT)
    model = SwimModel(
        XX
    )
    i, j = UNIT_NODES.T
    for frame in range(STEPS // 3 + 1):
        swim.frequency[:], swim.depth[:], swim.bias[:] = frequency, depth, bias
        drive_muscles(
            *model.arguments(), fishes.width, 0, COUNT, 3, 1 / 60, lanes, sizes, nothing, nothing,
            *swim.arrays(), fishes.state,
        )  # fmt: skip
        fishes.step(3)
        if frame % 200 == 0:
            x = fishes.positions(lanes)
            fishes.put(Row.POSITION, lanes, x - np.round(x[:, 5:6]))
            stretch = np.linalg.norm(x[:, j] - x[:, i], axis=2) / body.rest_lengths
            assert np.isfinite(stretch).all()
            assert stretch.min() > SHORTEST
            assert stretch.max() < LONGEST
    print(f"stretch of units between {stretch.min():.2f} and {stretch.max():.2f} at the end")
