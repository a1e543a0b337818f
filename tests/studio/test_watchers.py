"""Who watches: only the newest look of each page counts, and nobody is forgotten."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from motorium.contracts.viewing import Camera
from motorium.motion.viewing import eyes_of, view_fishes
from motorium.studio.watchers import BLIND, OVERVIEW, Watchers


class Listener:
    """A world that only remembers who looks."""

    def __init__(self) -> None:
        self.cameras: dict[Hashable, Camera] = {}
        self.told = 0

    def look(self, viewer: Hashable, camera: Camera | None) -> None:
        self.told += 1
        if camera is None:
            del self.cameras[viewer]
        else:
            self.cameras[viewer] = camera


HERE = Camera((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
THERE = Camera((5.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def told(watchers: Watchers, world: Listener, everybody: bool = False) -> list[Camera]:
    watchers.tell(world, everybody)  # type: ignore[arg-type]
    return list(world.cameras.values())


def test_each_page_sees_its_own_and_a_fresh_one_everything() -> None:
    watchers, world = Watchers(), Listener()
    assert told(watchers, world) == []
    watchers.arrive("a")
    assert told(watchers, world) == [OVERVIEW]
    watchers.look("a", (HERE,))
    assert told(watchers, world) == [HERE]
    watchers.arrive("b")
    assert told(watchers, world) == [HERE, OVERVIEW]
    watchers.look("b", (THERE, HERE))
    assert sorted(map(repr, told(watchers, world))) == sorted(map(repr, [HERE, THERE, HERE]))
    watchers.leave("b")
    assert told(watchers, world) == [HERE]


def test_hidden_pages_see_nothing_and_take_nothing_from_others() -> None:
    watchers, world = Watchers(), Listener()
    for page in "ab":
        watchers.arrive(page)
        watchers.look(page, ())
    assert told(watchers, world) == [BLIND]
    assert told(watchers, world, everybody=True) == [OVERVIEW]
    watchers.look("a", (HERE,))
    assert told(watchers, world) == [HERE]
    watchers.leave("a")
    watchers.leave("b")
    assert told(watchers, world) == []


def test_the_world_hears_only_what_is_new_and_another_world_hears_it_all() -> None:
    watchers, world = Watchers(), Listener()
    watchers.arrive("a")
    for place in range(50):
        watchers.look("a", (Camera((float(place), 0.0, 0.0), (0.0, 1.0, 0.0)),))
    told(watchers, world)
    before = world.told
    told(watchers, world)
    assert world.told == before == 1
    other = Listener()
    assert told(watchers, other) == told(watchers, world)


def test_no_camera_stays_behind_in_a_world_that_was_put_aside() -> None:
    watchers, aside, shown = Watchers(), Listener(), Listener()
    for page in "ab":
        watchers.arrive(page)
        watchers.look(page, (HERE,))
    assert told(watchers, aside, everybody=True) == [HERE, HERE, OVERVIEW]
    assert told(watchers, shown) == [HERE, HERE]
    watchers.leave("b")
    assert told(watchers, shown) == [HERE]
    watchers.look("a", (THERE,))
    assert told(watchers, aside) == [THERE]


def test_a_stranger_is_not_heard() -> None:
    watchers, world = Watchers(), Listener()
    watchers.arrive("a")
    watchers.leave("a")
    watchers.look("a", (HERE,))
    assert told(watchers, world) == []


def test_the_overview_sees_everybody_small_and_the_blind_nobody() -> None:
    reach = 2000.0
    positions = np.random.default_rng(1).uniform(-reach, reach, (500, 3))
    positions[:8] = [[x, y, z] for x in (-reach, reach) for y in (-reach, reach) for z in (-2, 2)]
    lengths = np.full(500, 2.0, dtype=np.float32)
    slots = np.arange(500)
    for camera, wanted in ((OVERVIEW, 1), (BLIND, 0)):
        unseen_for = np.full(500, 100, dtype=np.uint16)
        sizes = np.zeros(500, dtype=np.float32)
        seen = np.full(500, 9, dtype=np.uint8)
        view_fishes(eyes_of([camera]), slots, positions, lengths, 0, unseen_for, sizes, seen)
        assert set(seen.tolist()) == {wanted}
        assert sizes.max() < 0.1
