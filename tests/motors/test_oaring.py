"""Pectorals of flat-bodied fishes that turn: one rows forward, the other backward (Tu B.2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from motorium.bodies.species import known_species, load_species
from motorium.contracts.commands import Commands
from motorium.contracts.population import Population
from motorium.measure.basin import Basin
from tests.motors.pond import Pond

FLAT = ("butterflyfish", "emperor-angelfish")
FRAMES = 150
"""At the end of which fins are looked at; long enough to be in the turn by then."""

Motor = Callable[[str], tuple[Population, Commands, Callable[[], object]]]


def simulated(name: str) -> tuple[Population, Commands, Callable[[], object]]:
    basin = Basin(load_species(name), 4)
    return basin.people, basin.commands, basin.advance


def replayed(name: str) -> tuple[Population, Commands, Callable[[], object]]:
    pond = Pond([name] * 4)
    return pond.people, pond.commands, pond.advance


def agreement(name: str, motor: Motor, turn_rate: float) -> float:
    """How alike the left and the right fin swing: 1 as one, -1 against each other."""
    people, commands, advance = motor(name)
    species = load_species(name)
    commands["speed"][:] = species.gaits.medium.speed / species.pace
    commands["turn_rate"][:] = turn_rate / species.pace
    swung = []
    for frame in range(2 * FRAMES):
        advance()
        if frame >= FRAMES:
            swung.append(people.fins[:, :, 0].copy())
    left, right = np.moveaxis(np.array(swung), 2, 0)
    return float(np.corrcoef(left.ravel(), right.ravel())[0, 1])


def test_two_of_the_species_that_ship_are_flat() -> None:
    """Those in which Tu shows it."""
    flatness = {name: load_species(name).flatness for name in known_species()}
    assert [name for name, flat in flatness.items() if flat > 0.5] == list(FLAT)
    assert all(flat == 0.0 for name, flat in flatness.items() if name not in FLAT)


@pytest.mark.parametrize("motor", [simulated, replayed])
@pytest.mark.parametrize("name", FLAT)
def test_fins_of_flat_fishes_row_against_each_other_in_a_turn(name: str, motor: Motor) -> None:
    assert agreement(name, motor, 0.0) > 0.3
    assert agreement(name, motor, 1.5) < -0.5
    assert agreement(name, motor, -1.5) < -0.5


@pytest.mark.parametrize("motor", [simulated, replayed])
def test_those_of_others_flap_together(motor: Motor) -> None:
    assert agreement("herring", motor, 1.5) > 0.3
