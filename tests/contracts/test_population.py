"""Slots are used again, ids never are."""

import numpy as np
import pytest

from motorium.contracts.population import Population


def test_ids_are_never_used_again() -> None:
    people = Population(4, points=23)
    first = people.ids[people.enter(3)].tolist()
    people.leave([first[1]])
    again = people.ids[people.enter(2)].tolist()
    assert first == [0, 1, 2]
    assert again == [3, 4]
    assert people.living.tolist() == [0, 1, 2, 3]
    assert people.slots([3]).tolist() == [1]
    assert len(people) == 4
    assert 1 not in people


def test_a_full_population_says_so() -> None:
    people = Population(2, points=23)
    people.enter(2)
    with pytest.raises(ValueError, match="no room for 1 more: 2 of 2 slots are taken"):
        people.enter(1)
    assert len(people) == 2


def test_a_stranger_is_named() -> None:
    people = Population(2, points=23)
    people.enter(1)
    with pytest.raises(KeyError, match="nobody has id 7; 1 individuals live"):
        people.leave([7])
    assert len(people) == 1


def test_an_individual_is_a_view() -> None:
    people = Population(2, points=23)
    slot = int(people.enter(1)[0])
    somebody = people[0]
    people.positions[slot] = (1, 2, 3)
    people.orientations[slot] = (1, 0, 0, 0)
    people.nodes[slot, 0] = (0.5, 0, 0)
    assert somebody.position.tolist() == [1, 2, 3]
    assert somebody.world_nodes[0] == pytest.approx([1.5, 2, 3])
    somebody.position[0] = 9
    assert people.positions[slot, 0] == 9


def test_every_change_is_a_revision() -> None:
    people = Population(3, points=1)
    seen = {people.revision}
    people.enter(2)
    seen.add(people.revision)
    people.leave(np.array([0]))
    seen.add(people.revision)
    assert len(seen) == 3


def test_no_room_at_all() -> None:
    with pytest.raises(ValueError, match="at least one, not 0"):
        Population(0, points=1)
