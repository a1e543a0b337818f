"""Sensing as a whole: the same from wherever one looks, and whoever else is due."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import cKDTree

from motorium.contracts.frames import Floats, body_to_world, quaternion_from_heading
from motorium.contracts.perception import ATTENDED, NOBODY, Kind
from motorium.senses import numbers
from motorium.senses.grid import FEW
from tests.senses.oracle import Waters, distances_to

TOLD = ("counts", "which", "distances", "obstacle", "obstacle_distance", "fish", "fish_share")


def _bay(
    seed: int, turn: float = 0.0, shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Waters:
    """Fishes among posts, food and seaweed, the whole turned and shifted."""
    chance = np.random.default_rng(seed)
    names = ["sardine"] * 12 + ["clownfish"] * 8 + ["shark"]

    def moved(places: Floats) -> Floats:
        turned: Floats = body_to_world(quaternion_from_heading(turn)[None], places[None])[0]
        turned += np.array(shift)
        return turned

    places, headings = chance.uniform(-1.0, 1.0, (21, 3)), chance.uniform(-3.0, 3.0, 21)
    posts = moved(chance.uniform(-1.5, 1.5, (5, 3)))
    cylinders = [(x, y, shift[2] - 1.0, z, 0.15) for x, y, z in posts]
    foods = [(place, 1) for place in moved(chance.uniform(-4.0, 4.0, (30, 3)))]
    female = chance.integers(0, 2, 21)
    return Waters(names, moved(places), headings + turn, None, female, foods, cylinders).sense()


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    turn=st.floats(-3.0, 3.0),
    shift=st.tuples(*[st.floats(-300.0, 300.0)] * 3),
)
def test_senses_do_not_know_where_in_the_world_they_are(
    seed: int, turn: float, shift: tuple[float, float, float]
) -> None:
    here, there = _bay(seed).perceived, _bay(seed, turn, shift).perceived
    for slot in range(21):
        for kind in Kind:
            count = here.counts[slot, kind]
            assert there.counts[slot, kind] == count
            assert (
                there.which[slot, kind, :count].tolist() == here.which[slot, kind, :count].tolist()
            )
            assert there.distances[slot, kind, :count] == pytest.approx(
                here.distances[slot, kind, :count], abs=1e-5
            )
    assert there.obstacle.tolist() == here.obstacle.tolist()
    assert there.fish.tolist() == here.fish.tolist()
    assert there.fish_share == pytest.approx(here.fish_share, abs=1e-4)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_all_kinds_are_what_a_search_through_everything_finds(seed: int) -> None:
    waters = _bay(seed)
    for slot in range(0, 21, 4):
        for kind in Kind:
            assert waters.of(slot, kind) == pytest.approx(
                distances_to(waters, slot, kind), rel=1e-5
            )


def test_who_is_due_in_turns_perceives_what_all_at_once_do() -> None:
    chance = np.random.default_rng(2)
    count = 2 * FEW
    places, headings = chance.uniform(-1.0, 1.0, (count, 3)), chance.uniform(-3.0, 3.0, count)
    together, in_turns = (Waters(["sardine"] * count, places, headings) for _ in range(2))
    together.sense()
    for turn in range(6):
        in_turns.sensing.sense(in_turns.slots[turn::6])
    for name in TOLD:
        assert np.array_equal(getattr(together.perceived, name), getattr(in_turns.perceived, name))


def test_the_nearest_are_those_of_a_tree() -> None:
    """SciPy's, of whose nearest those in the blind angle are left out."""
    chance = np.random.default_rng(5)
    count = 3000
    places, headings = chance.uniform(0.0, 1.7, (count, 3)), chance.uniform(-3.0, 3.0, count)
    waters = Waters(["sardine"] * count, places, headings)
    for _ in range(5):
        waters.sense()
    ahead = np.stack([np.cos(headings), np.sin(headings), 0.0 * headings], axis=1)
    eyes = places + numbers.EYE * waters.people.lengths[:, None] * ahead
    far, which = cKDTree(places).query(eyes, k=40)
    for slot in range(0, count, 11):
        ways = places[which[slot]] - eyes[slot]
        seen = (which[slot] != slot) & (ways @ ahead[slot] >= np.cos(numbers.VIEW) * far[slot])
        expected = which[slot][seen][:ATTENDED].tolist()
        assert waters.perceived.which[slot, Kind.SCHOOLMATE].tolist() == expected


def test_one_fish_alone_perceives_nobody_and_nobody_perceives_nothing() -> None:
    alone = Waters(["sardine"], [(0.0, 0.0, 0.0)]).sense()
    assert alone.perceived.counts[0].tolist() == [0] * len(Kind)
    assert alone.perceived.fish[0] == alone.perceived.obstacle[0] == NOBODY
    Waters([], np.zeros((0, 3))).sense()


def test_who_has_left_is_not_perceived() -> None:
    waters = Waters(["sardine"] * 3, [(0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.1, 0.0, 0.0)]).sense()
    assert list(waters.of(0, Kind.SCHOOLMATE)) == [2, 1]
    waters.people.leave([2])
    waters.sensing.sense(np.array([0]))
    assert list(waters.of(0, Kind.SCHOOLMATE)) == [1]
