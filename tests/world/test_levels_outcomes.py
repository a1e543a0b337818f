"""What happens does not depend on who watches."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.contracts.viewing import Camera
from motorium.motion.receipts import BARS
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import World

SECONDS = 30
Watch = Callable[[World, int], None]


def _orbit(frame: int) -> Camera:
    """Among the fishes, once around in 12 s."""
    angle = 2 * math.pi * frame / 60 / 12
    x, y = math.cos(angle), math.sin(angle)
    return Camera((2.2 * x, 2.2 * y, 0.4), (-x, -y, -0.1))


def _nobody(world: World, frame: int) -> None:
    pass


def _near(world: World, frame: int) -> None:
    world.look("viewer", _orbit(frame))


def _far(world: World, frame: int) -> None:
    world.look("viewer", Camera((0.0, -90.0, 0.0), (0.0, 1.0, 0.0)))


def _away(world: World, frame: int) -> None:
    world.look("viewer", Camera((0.0, -90.0, 0.0), (0.0, -1.0, 0.0)))


def _tight(world: World, frame: int) -> None:
    """Few may be on muscles, now more, now less, as a governor might have it."""
    world.look("viewer", _orbit(frame))
    world.allow(12 if (frame // 480) % 2 else 4)


def _automatic(name: str) -> Scenario:
    scenario = load_scenario(name)
    groups = [group.model_copy(update={"motor": "automatic"}) for group in scenario.group]
    return scenario.model_copy(update={"group": groups})


def _watched(name: str, watch: Watch, seconds: int) -> tuple[World, Floats]:
    """A world after so many seconds, and the way that everybody swam [m]."""
    world = World(_automatic(name))
    ways = np.zeros(len(world.population))
    before = world.state().positions
    for frame in range(60 * seconds):
        watch(world, frame)
        world.advance()
        if frame % 6 == 5:
            now = world.state().positions
            ways += np.linalg.norm(now - before, axis=1)
            before = now
    return world, ways


def test_who_is_not_seen_swims_to_the_byte_like_one_who_is() -> None:
    (seen, _), (unseen, _) = (_watched("school", watch, 6) for watch in (_far, _away))
    assert seen.levels.playback == unseen.levels.frame == len(seen.population)
    for name in ("positions", "orientations", "velocities", "angular_velocities"):
        assert np.array_equal(getattr(seen.population, name), getattr(unseen.population, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["school", "gathering"])
def test_places_do_not_depend_on_who_watches(name: str) -> None:
    """Between any two ways to watch, nobody ends farther away than receipts grant to a path: a
    share of the way that he swam."""
    bar = BARS["path"] / 100
    watches = (_nobody, _near, _far, _away, _tight)
    seen = [_watched(name, watch, SECONDS) for watch in watches]
    ends = [world.state().positions for world, _ in seen]
    ways = np.minimum.reduce([way for _, way in seen])
    # Levels did differ, else this would say nothing.
    assert seen[0][0].levels.muscles == seen[2][0].levels.playback == len(ways)
    assert np.array_equal(ends[2], ends[3])
    for end in ends:
        for other in ends:
            off = np.linalg.norm(end - other, axis=1)
            assert (off / ways).max() <= bar
