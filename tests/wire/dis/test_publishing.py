"""Fishes and the submarine are told of as what they are, where they are."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.wire.dis.entities import Entities
from motorium.wire.dis.kinds import SUBMARINE, fish_type
from motorium.wire.dis.pdu import decode
from motorium.wire.dis.publishing import FISH_FAR, FISH_TURNED, Publisher
from motorium.wire.dis.sending import Sender
from motorium.world.scenario import Scenario
from motorium.world.world import World
from tests.wire.dis.material import FRAME, ORIGIN, rows


def test_a_school_and_a_boat() -> None:
    world = World(
        Scenario.model_validate(
            {
                "format": 1,
                "world": {"seed": 3, "capacity": 4},
                "submarine": {"place": (3.0, 0.0, 0.0)},
                "group": [{"species": "herring", "count": 3, "motor": "muscle"}],
            }
        )
    )
    world.steer(thrust=1.0, turn=0.5)
    sent: list[bytes] = []
    sender = Sender(
        *(ORIGIN, lambda view: sent.append(bytes(view))), far=FISH_FAR, turned=FISH_TURNED
    )
    publisher = Publisher(world, sender)
    entities = Entities(ORIGIN, convergence=0.0)
    for _ in range(60):
        world.advance()
        entities.advance(FRAME)
        publisher.publish()
        if sent:
            entities.take(*rows(*sent))
            sent.clear()
    assert len(entities) == len(publisher) == 4
    kinds = {one.marking: one.entity_type for one in entities}
    assert kinds == {
        "submarine": SUBMARINE,
        **{f"herrin {number}": fish_type("herring") for number in range(3)},
    }
    for one in entities:
        fish = "herrin" in one.marking
        theirs = (
            world.population[int(one.marking.split()[1])].position
            if fish
            else world.submarine.position  # type: ignore[union-attr]
        )
        assert np.linalg.norm(np.subtract(one.position, theirs)) < FISH_FAR + 0.02
        assert entities.lifeforms[entities.slot(one.id)] == fish
    assert 4 <= sender.packets < 200

    world.remove([1])
    publisher.publish()
    entities.take(*rows(*sent))
    assert len(entities) == 3
    gone = decode(sent[0])
    assert gone.appearance == 0x0087_0000, "swimming, and deactivated"
    assert "herrin 1" not in entities.markings

    number = world.launch()
    sent.clear()
    publisher.publish()
    entities.take(*rows(*sent))
    assert "submarine 2" in entities.markings
    world.recover(number)
    sent.clear()
    publisher.publish()
    entities.take(*rows(*sent))
    assert "submarine 2" not in entities.markings
    assert "submarine" in entities.markings


def test_there_must_be_room() -> None:
    world = World(
        Scenario.model_validate(
            {"format": 1, "group": [{"species": "herring", "count": 3, "motor": "muscle"}]}
        )
    )
    with pytest.raises(ValueError, match="no room for 'herrin 2': 2 entities are sent"):
        Publisher(world, Sender(ORIGIN, lambda view: None, capacity=2))
