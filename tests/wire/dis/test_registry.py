"""Keys are found in their slots, whoever has come and gone before."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.wire.dis.pdu import EntityKey
from motorium.wire.dis.registry import (
    FREE,
    enter,
    exercise_of,
    find,
    key_number,
    key_of,
    leave,
    make_registry,
)


def test_keys_there_and_back() -> None:
    for key in (EntityKey(0, 0, 0), EntityKey(1, 2, 3), EntityKey(65_535, 65_534, 65_533)):
        assert key_of(key_number(key)) == key
    assert key_number(EntityKey(1, 2, 3)) == 0x0001_0002_0003


def test_it_is_like_a_dict_of_fixed_size() -> None:
    """Few keys, so that they come and go often, in a table that is full at times."""
    draw = np.random.default_rng(6)
    registry = make_registry(20)
    known: dict[int, int] = {}
    ids: set[int] = set()
    full = 0
    for _ in range(20_000):
        key = key_number(EntityKey(*draw.integers(0, 4, 3).tolist()))
        slot = find(key, registry)
        assert slot == known.get(key, -1)
        if slot >= 0 and draw.random() < 0.6:
            leave(slot, registry)
            del known[key]
            assert registry.ids[slot] == -1
        elif slot < 0:
            slot = enter(key, registry)
            if len(known) == 20:
                full += 1
                assert slot == -1
            else:
                assert slot not in known.values()
                assert int(registry.ids[slot]) not in ids
                known[key] = slot
                ids.add(int(registry.ids[slot]))
        assert registry.counts[FREE] == 20 - len(known)
    assert full > 100
    assert all(find(key, registry) == slot for key, slot in known.items())


def test_exercises_are_part_of_it() -> None:
    key = EntityKey(65_535, 2, 3)
    numbers = {key_number(key, exercise) for exercise in range(256)}
    assert len(numbers) == 256
    assert {key_of(number) for number in numbers} == {key}
    assert {exercise_of(number) for number in numbers} == set(range(256))


@pytest.mark.parametrize("exercises", [1, 256])
def test_keys_that_follow_each_other_are_spread(exercises: int) -> None:
    registry = make_registry(4096)
    for entity in range(4096 // exercises):
        for exercise in range(exercises):
            enter(key_number(EntityKey(1, 1, entity), exercise), registry)
    taken = registry.places >= 0
    edges = np.flatnonzero(np.diff(np.concatenate([[0], taken.view(np.int8), [0]])))
    assert np.diff(edges)[::2].max() < 40, "the longest run that must be searched"
