"""Nobody leaves the world: all species in one sea, for half an hour.

Of the thirty seeds one plays for thirty minutes, all of them for twelve seconds each.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

from motorium.world.habitat.clearance import Clearance
from motorium.world.scenario import Scenario
from motorium.world.world import World
from tests.minds.tanks import passing, seeds_of

CAST: Final = {
    "sardine": 5,
    "herring": 2,
    "pokerfish": 2,
    "clownfish": 3,
    "butterflyfish": 2,
    "emperor-angelfish": 1,
    "grouper": 1,
    "shark": 1,
}
LONG: Final = 30 * 60
SHORT: Final = 12
"""[s]"""


def _sea(seed: int, motor: str) -> World:
    chance = np.random.default_rng(seed)
    groups: list[dict[str, Any]] = []
    for species, count in CAST.items():
        angle = chance.uniform(0.0, 2.0 * np.pi)
        far = chance.uniform(2.0, 8.0)
        center = [far * np.cos(angle), far * np.sin(angle), chance.uniform(-2.0, 1.0)]
        groups.append(
            {
                "species": species,
                "count": count,
                "motor": motor,
                "mind": "instinct",
                "center": center,
                "radius": [0.3, 1.5],
                "eats": ["plankton", "food"],
                "instinct": {"hunger": float(chance.uniform(0.0, 0.6))},
            }
        )
    return World(
        Scenario(
            format=1,
            world={"seed": seed, "capacity": 32},
            habitat={
                "radius": 12.0,
                "ground": -4.0,
                "surface": 3.0,
                "relief": 0.5,
                "flow": [{"kind": "uniform", "velocity": (0.05, 0.02, 0.0), "period": 12.0}],
                "obstacle": [
                    {"kind": "rock", "count": 5, "around": [1.0, 10.0], "height": [1.0, 4.0]},
                    {"kind": "coral", "count": 5, "around": [1.0, 10.0]},
                ],
                "plankton": {"count": 60},
            },
            group=groups,
        )
    )


def _least_room(world: World, seconds: int) -> float:
    """How near [m] the middle of anybody's body came to ground, obstacles, surface or
    boundary; negative: beyond it."""
    assert world.habitat is not None
    there = Clearance(world.habitat, 1)
    least = np.inf
    for _ in range(2 * seconds):
        world.advance(30)
        free, _ = there.at(world.population.positions[world.population.living])
        least = min(least, float(free.min()))
    return least


def _played(seeds: list[int], motor: str, seconds: int) -> list[float]:
    """The least room in each sea; tells how it was."""
    rooms, changes = [], []
    for seed in seeds:
        world = _sea(seed, motor)
        rooms.append(_least_room(world, seconds))
        living = world.population.living
        rate = world.instinct.brains["changes"][living].mean() / seconds * 60.0
        changes.append(float(rate))
    print(
        f"nobody leaves, {motor}: in {len(seeds)} seas, {seconds} s each, the nearest to any limit "
        f"was {min(rooms):.2f} m, with {np.mean(changes):.1f} intentions changed a minute"
    )
    return rooms


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["repertoire", "muscle"])
def test_nobody_leaves_the_world(motor: str) -> None:
    rooms = _played(seeds_of("nobody leaves"), motor, SHORT)
    assert passing([room > 0.0 for room in rooms], "nobody leaves") is None


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["repertoire", "muscle"])
def test_nobody_leaves_the_world_in_half_an_hour(motor: str) -> None:
    assert _played(seeds_of("nobody leaves")[:1], motor, LONG)[0] > 0.0
