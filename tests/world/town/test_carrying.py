"""Somebody is carried about by a hand: he comes along, comes down, and goes on with his life."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.world.town.carrying import FASTEST, HIGHEST, outdoors
from motorium.world.town.document import load_town
from motorium.world.town.town import Town
from tests.world.town.test_living_town import opened
from tests.world.town.towns import small_town


def few(seed: int = 0) -> Town:
    document = load_town()
    few = document.town.model_copy(update={"pedestrians": 3})
    return opened(document.model_copy(update={"town": few}), capacity=40, seed=seed)


def place_of(town: Town, identity: int) -> Floats:
    found: Floats = town.population.positions[town.slots_of(identity)[0]].copy()
    return found


def lives(town: Town, identity: int, seconds: float) -> Floats:
    """Where somebody is, frame by frame [m] (frames, 3)."""
    places = [place_of(town, identity)]
    for _ in range(round(60 * seconds)):
        town.advance()
        places.append(place_of(town, identity))
    return np.array(places)


def test_who_is_carried_comes_along_and_comes_down_without_a_jump() -> None:
    town = few()
    who = town.roster[0].id
    start = place_of(town, who)
    goal = start + np.array([3.0, -2.0, 1.5])
    town.carry(who, goal.tolist())
    up = lives(town, who, 1.5)
    assert math.dist(up[-1], goal) < 0.05
    assert town.describe(who).why == "is in somebody's hand"
    town.put_down(who)
    down = lives(town, who, 1.5)
    assert down[-1, 2] == start[2]
    steps = np.linalg.norm(np.diff(np.concatenate([up, down]), axis=0), axis=1)
    assert steps.max() < FASTEST / 60 + 0.05
    assert town.describe(who).why != "is in somebody's hand"
    assert not town.describe(who).taken


def test_who_was_put_down_goes_on_from_there() -> None:
    town = few()
    who = next(one.id for one in town.roster if one.kind == "pedestrian")
    there = place_of(town, town.roster[1].id) + np.array([1.0, 1.0, 0.0])
    town.carry(who, there.tolist())
    lives(town, who, 4.0)
    town.put_down(who)
    went = lives(town, who, 10.0)
    assert math.dist(went[0][:2], there[:2]) < 1.0
    assert np.ptp(went[60:, :2], axis=0).max() > 1.0


def test_who_was_taken_before_does_what_he_was_asked() -> None:
    town = few()
    who = town.roster[0].id
    town.ask_motion(who, 0.0, 0.5)
    town.carry(who, (place_of(town, who) + np.array([1.0, 0.0, 1.0])).tolist())
    lives(town, who, 0.5)
    town.put_down(who)
    lives(town, who, 1.5)
    assert town.describe(who).taken


def test_nobody_is_carried_out_of_the_town_nor_into_the_ground_or_a_house() -> None:
    town = few()
    who = town.roster[0].id
    town.carry(who, [1e4, -1e4, -50.0])
    lives(town, who, 15.0)
    bounds = town.document.town
    assert place_of(town, who) == pytest.approx([bounds.high[0], bounds.low[1], 0.0], abs=0.1)
    house = town.document.building[0]
    inside = [(low + high) / 2 for low, high in zip(house.low, house.high, strict=True)]
    town.carry(who, [*inside, 1e3])
    lives(town, who, 15.0)
    assert place_of(town, who) == pytest.approx([*inside, HIGHEST], abs=0.1)
    town.put_down(who)
    lives(town, who, 5.0)
    x, y, z = place_of(town, who)
    assert z == 0.0
    assert not (house.low[0] < x < house.high[0] and house.low[1] < y < house.high[1])


def test_the_nearest_side_of_a_house() -> None:
    document = small_town()
    assert outdoors(document, (-19.5, 9.0)) == (-20.5, 9.0)
    assert outdoors(document, (-10.0, 5.5)) == (-10.0, 4.5)
    assert outdoors(document, (0.0, 0.0)) == (0.0, 0.0)


def test_who_cannot_be_carried() -> None:
    town = few()
    who = town.roster[0].id
    with pytest.raises(ValueError, match="finite numbers"):
        town.carry(who, [math.nan, 0.0, 0.0])
    assert not town.describe(who).taken
    guest = town.place("soldier", "guest", (0.0, 0.0), source="network")
    with pytest.raises(ValueError, match="does what packets tell"):
        town.carry(guest, [0.0, 0.0, 1.0])
    town.put_down(guest)
    town.carry(who, [0.0, 0.0, 1.0])
    town.remove(who)
    town.advance()
    with pytest.raises(KeyError):
        town.carry(who, [0.0, 0.0, 1.0])


def test_nothing_is_otherwise_for_who_looks_on() -> None:
    """Carrying somebody and not: until he is taken all is the same."""
    one, other = few(seed=3), few(seed=3)
    for town in (one, other):
        lives(town, town.roster[0].id, 0.5)
    one.put_down(one.roster[0].id)
    for town in (one, other):
        lives(town, town.roster[0].id, 0.5)
    assert np.array_equal(one.population.positions, other.population.positions)
