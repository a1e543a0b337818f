"""A thousand fishes, eight species, a minute each of commands at random.

Nobody breaks, nothing that was asked for is ignored, and nobody is jerked about.
"""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.gaits import DEEPEST
from motorium.bodies.species import known_species, load_species
from motorium.contracts.commands import ActionState
from tests.motors.whims import jumps, random_commands, steady_jumps

FISHES = 125
FRAMES = 3600
TURN_BEATS = 25
"""Beats of the medium gait in which any turn must be done, also one that is disturbed."""
SPEED, CLIMB = 10.0, 5.0
SPEED_SHARE, CLIMB_SHARE = 0.85, 0.95
"""So many fishes come within 10 % of their last speed and 5 degrees of their last climb; those that
do not climb or dive steeply at the slowest gait, and lack speed."""
ABSURD_SPEED, ABSURD_CLIMB = 50.0, 20.0
"""Percent and degrees by which none is ever off."""


@pytest.mark.slow
@pytest.mark.parametrize("name", known_species())
def test_a_minute_of_random_commands(name: str) -> None:
    species = load_species(name)
    seen = random_commands(species, FISHES, FRAMES, seed=11)
    ended = [turn for turn in seen.turns if not turn.superseded]
    done = [turn for turn in ended if turn.state == ActionState.DONE]
    refused = [turn for turn in ended if turn.state == ActionState.REFUSED]
    beats = np.array([turn.end - turn.start for turn in seen.turns]) / seen.beat
    speeds, climbs, _ = seen.end()
    slow_by = 100 * np.abs(speeds / seen.last["speed"] - 1)
    steep_by = np.degrees(np.abs(climbs - seen.last["climb"]))
    steady, random = steady_jumps(species, 64, 900).max(), jumps(seen.centres).max()
    superseded = len(seen.turns) - len(ended)
    print(
        f"{name}: {len(seen.broken)} of {FISHES} broke; of {len(seen.turns)} turns {len(done)} "
        f"done, {len(refused)} refused, {superseded} superseded, the longest took "
        f"{beats.max():.1f} beats; in the end 95 % within {np.percentile(slow_by, 95):.1f} % and "
        f"{np.percentile(steep_by, 95):.1f} degrees, all within {slow_by.max():.1f} % and "
        f"{steep_by.max():.1f} degrees; acceleration jumps by {random:.2e} L/frame^2, under "
        f"constant commands by {steady:.2e}: {random / steady:.2f}"
    )
    assert not seen.broken
    assert seen.finite
    assert seen.fins < np.pi
    assert seen.contraction[0] >= 1 - DEEPEST - 1e-6
    assert seen.contraction[1] <= 1 + 1e-6
    assert not refused
    assert len(done) == len(ended)
    assert beats.max() <= TURN_BEATS
    assert np.mean(slow_by <= SPEED) >= SPEED_SHARE
    assert np.mean(steep_by <= CLIMB) >= CLIMB_SHARE
    assert slow_by.max() <= ABSURD_SPEED
    assert steep_by.max() <= ABSURD_CLIMB
    assert random <= 1.1 * steady


def test_some_seconds_of_random_commands() -> None:
    """The quick look: a few herrings."""
    seen = random_commands(load_species("herring"), 32, 600, seed=3)
    assert not seen.broken
    assert seen.finite
    ended = [turn for turn in seen.turns if not turn.superseded]
    assert {turn.state for turn in ended} == {ActionState.DONE}
    speeds, climbs, _ = seen.end()
    assert np.mean(100 * np.abs(speeds / seen.last["speed"] - 1) <= SPEED) >= 0.8
    assert np.mean(np.degrees(np.abs(climbs - seen.last["climb"])) <= CLIMB) >= 0.8
