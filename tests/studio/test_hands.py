"""Pages that hold fishes by the hand: one each, and a page that goes opens its hand."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.contracts.frames import Floats, body_to_world
from motorium.studio.hands import Hands
from motorium.wire.hands import Grab, LetGo
from motorium.world.scenario import Scenario
from motorium.world.world import World

PLACE = (0.05, 0.4, 0.1)


@pytest.fixture
def world() -> World:
    group = {"species": "herring", "count": 2, "places": [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]]}
    return World(Scenario(format=1, world={"capacity": 4}, group=[group]))


def node_of(world: World, identity: int, node: int) -> Floats:
    """Where a node is [m]."""
    people = world.population
    slots = people.slots([identity])
    offset = people.nodes[slots, node].astype(np.float64)
    places = people.positions[slots] + body_to_world(people.orientations[slots], offset)
    place: Floats = places[0]
    return place


def test_a_fish_comes_along_and_swims_on_when_it_is_let_go(world: World) -> None:
    hands = Hands()
    hands.grant(world, "one", Grab(id=0, node=5, place=PLACE))
    for _ in range(180):
        world.advance()
    assert node_of(world, 0, 5) == pytest.approx(np.array(PLACE), abs=0.01)
    hands.grant(world, "one", LetGo())
    for _ in range(120):
        world.advance()
    away = float(np.linalg.norm(node_of(world, 0, 5) - PLACE))
    assert away > 0.1
    assert np.isfinite(world.state().nodes).all()


def test_nobody_takes_a_fish_out_of_anothers_hand(world: World) -> None:
    hands = Hands()
    hands.grant(world, "one", Grab(id=0, node=5, place=PLACE))
    with pytest.raises(ValueError, match="fish 0 is in somebody else's hand"):
        hands.grant(world, "other", Grab(id=0, node=2, place=PLACE))
    hands.grant(world, "other", LetGo())  # means nothing, and harms nobody
    hands.grant(world, "other", Grab(id=1, node=2, place=PLACE))
    # Whoever takes another fish lets the first one go.
    hands.grant(world, "one", LetGo())
    hands.grant(world, "other", Grab(id=0, node=2, place=PLACE))
    hands.grant(world, "one", Grab(id=1, node=2, place=PLACE))


def test_a_page_that_goes_opens_its_hand(world: World) -> None:
    hands = Hands()
    hands.grant(world, "one", Grab(id=0, node=5, place=PLACE))
    hands.let_go(world, "one")
    hands.grant(world, "other", Grab(id=0, node=5, place=PLACE))
    world.remove([0])
    hands.let_go(world, "other")
    with pytest.raises(KeyError, match="nobody has id 0"):
        hands.grant(world, "other", Grab(id=0, node=5, place=PLACE))
    hands.let_go(world, "other")
