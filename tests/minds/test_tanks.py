"""The stage on which scenes are played."""

from __future__ import annotations

import numpy as np

from tests.minds.tanks import Member, Tanks, Troupe, passing, seeds_of


def _one(chance: np.random.Generator) -> list[Member]:
    x, y, z, heading = chance.uniform(-1.0, 1.0, 4)
    return [Member(x, y, z, heading)]


def test_seeds_follow_from_the_name_and_differ() -> None:
    assert seeds_of("a scene") == seeds_of("a scene")
    assert len(set(seeds_of("a scene"))) == 30
    assert set(seeds_of("a scene")).isdisjoint(seeds_of("another scene"))


def test_everybody_begins_in_his_tank() -> None:
    tanks = Tanks("tanks", "repertoire", [Troupe("herring", _one), Troupe("clownfish", _one)])
    people = tanks.world.population
    for tank, middle in enumerate(tanks.middles):
        for troupe, species in enumerate(("herring", "clownfish")):
            (slot,) = tanks.slots(troupe, tank)
            assert tanks.world.species[people.species[slot]].name == species
            assert np.abs(people.positions[slot, :2] - middle).max() <= 1.0
    tanks.run(0.2)
    assert (tanks.brains["decisions"][people.living] >= 1).all()


def test_too_few_who_pass_are_named() -> None:
    assert passing([True] * 25 + [False] * 5, "a scene") is None
    assert "24 of 30" in str(passing([True] * 24 + [False] * 6, "a scene"))
