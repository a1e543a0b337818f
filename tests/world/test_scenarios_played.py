"""Scenarios that tell a story come to what they say should happen, whatever the seed."""

from __future__ import annotations

import pytest

from motorium.rehearsing import on_motor, play_all
from motorium.world.directing.expecting import seeds_of
from motorium.world.scenario import known_scenarios, load_scenario

SEEDS = 30
NEEDED = 25
SHORTS = ("schooling", "preying", "mating")
TOLD = [name for name in known_scenarios() if load_scenario(name).expect]


def test_all_films_tell_what_should_happen() -> None:
    films = {"cousto", "dive", "go-fish", "mating", "preying", "reef", "schooling"}
    assert films <= set(TOLD)
    for name in films - {"dive", "reef"}:
        assert load_scenario(name).camera, f"{name} has a camera of its own"


def test_the_dive_is_as_printed() -> None:
    """Sixty fishes of seven species, 51 of them one school."""
    dive = load_scenario("dive")
    assert sum(group.count for group in dive.group) == 60
    assert len(dive.species_names) == 7
    assert max(group.count for group in dive.group) == 51
    assert dive.submarine is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", TOLD)
def test_what_a_scenario_expects_happens(name: str) -> None:
    scenario = load_scenario(name)
    if name not in SHORTS:
        # As where nobody is near enough to be simulated: it costs less, and comes to the same.
        scenario = on_motor(scenario, "repertoire")
    played = play_all(scenario, seeds_of(name, SEEDS))
    print()
    for number, expected in enumerate(scenario.expect):
        met = [outcomes[number].met for outcomes in played]
        print(f"{name}: {expected.told}: {sum(met)} of {SEEDS}")
    whole = [all(outcome.met for outcome in outcomes) for outcomes in played]
    missed = [number for number, came in enumerate(whole) if not came]
    print(f"{name}: all of it in {sum(whole)} of {SEEDS}")
    assert sum(whole) >= NEEDED, f"{name}: not with seeds {missed}"
