"""All acts of the built-in performer, and real clips: how near doubles stay, and that nobody falls.

The clips are of the CMU Graphics Lab motion capture database (mocap.cs.cmu.edu, created with
funding from NSF EIA-0196217)."""

from functools import cache

import pytest

from motorium.motion.figures.takes import ACTS, Take, act_take, clip_take
from motorium.motors.continuum.options import HELD, ContinuumOptions
from tests.graphs import shipped_graph
from tests.motion.figures.bvh_material import CLIPS, real
from tests.motors.continuum.performers import follow

pytestmark = pytest.mark.slow

QUASI_STATIC = ("stand", "wave", "reach", "squat", "77_02", "69_17")
"""RMS below 10 mm on the continuum,"""
WALKING = ("walk", "walk back", "walk home", "07_01", "133_01")
"""and below 25 mm."""


@cache
def take_of(name: str) -> Take:
    return act_take(shipped_graph("performer"), name) if name in ACTS else clip_take(real(name))


@pytest.mark.parametrize("name", [*ACTS, *CLIPS])
def test_a_take_is_followed(name: str) -> None:
    take = take_of(name)
    held = follow(take.coordinates, HELD, figure=take.figure)
    followed = follow(take.coordinates, ContinuumOptions(), figure=take.figure)
    print(f"{name}: held {1e3 * held.rms:.1f} mm, followed {1e3 * followed.rms:.1f} mm")
    assert held.warnings == followed.warnings == 0
    assert held.rms < 0.006
    assert not followed.fallen.any()
    assert followed.errors.mean(axis=1).max() < 0.5
    if name in QUASI_STATIC:
        assert followed.rms < 0.010
    if name in WALKING:
        assert followed.rms < 0.025
