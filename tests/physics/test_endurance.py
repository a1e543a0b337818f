"""Long evidence for the printed model: nobody blows up."""

import numpy as np
import pytest

from motorium.bodies.fish import UNIT_NODES
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.beat import HALF_LIFE
from motorium.physics.fish_frame import LONGEST, SHORTEST
from motorium.physics.fish_kernel import Row
from tests.physics.fishes import DT, blocks, herring
from tests.physics.natural import LEFT, RIGHT, wave

COUNT = 1000
STEPS = 100_000


@pytest.mark.slow
def test_a_thousand_fishes_swim_a_hundred_thousand_steps() -> None:
    """Random parameters in the documented window (docs: swimming): not one unit out of bounds.

    Frequency 0.5 to 4 Hz, depth of contraction up to 0.5, one-sided contraction up to 0.3,
    viscosity 0 to 4, individuals of 0.5 to 2 times their species' size. Muscles lag a
    little behind these, as they do in the motor; without that, 1 of the 1000 breaks.
    """
    draw = np.random.default_rng(2026)
    body = herring()
    fishes = blocks(COUNT)
    lanes = np.arange(COUNT)
    sizes = draw.uniform(0.5, 2.0, COUNT).astype(np.float32)
    fishes.set_row(Row.DT, lanes, DT / np.sqrt(sizes))
    fishes.set_row(Row.WATER, lanes, draw.uniform(0.0, 4.0, COUNT))
    phase: Floats = draw.uniform(0, 2 * np.pi, COUNT)
    frequency: Floats = draw.uniform(0.5, 4.0, COUNT)
    depth: Floats = draw.uniform(0.0, 0.5, COUNT)
    bias: Floats = draw.uniform(-0.3, 0.3, COUNT)
    # What the motor's half-life leaves of a depth that is asked for anew in every frame.
    kept = 0.5 ** (FRAME_SECONDS / np.sqrt(sizes) / HALF_LIFE)
    frequency, depth, bias = 1 + (frequency - 1) * kept, depth * kept, bias * kept
    depths = depth[:, None] * [0.0, 0.8, 1.0]
    offsets = np.array([0.0, 0.0, np.pi / 2])
    held = np.zeros((COUNT, 3, 4))
    held[:, :, LEFT] = np.maximum(bias, 0.0)[:, None, None]
    held[:, :, RIGHT] = np.maximum(-bias, 0.0)[:, None, None]
    i, j = UNIT_NODES.T
    for frame in range(STEPS // 3 + 1):
        phase += 2 * np.pi * frequency * FRAME_SECONDS / np.sqrt(sizes)
        target = wave(depths, offsets, phase) - held.reshape(COUNT, 12)
        fishes.put(Row.CONTRACTION_STEP, lanes, (target - fishes.contraction(lanes)) / 3)
        fishes.step(3)
        if frame % 200 == 0:
            x = fishes.positions(lanes)
            fishes.put(Row.POSITION, lanes, x - np.round(x[:, 5:6]))
            stretch = np.linalg.norm(x[:, j] - x[:, i], axis=2) / body.rest_lengths
            assert np.isfinite(stretch).all()
            assert stretch.min() > SHORTEST
            assert stretch.max() < LONGEST
    print(f"stretch of units between {stretch.min():.2f} and {stretch.max():.2f} at the end")
