"""An hour of world time in the default reef."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from motorium.rehearsing import on_motor
from motorium.world.habitat.clearance import Clearance
from motorium.world.scenario import AUTOMATIC, load_scenario
from motorium.world.world import World

MINUTES = 60
SIMULATED = 24
"""So many are on muscles, the others in playback, as on a page whose viewer is near some."""


def _resident() -> float:
    """Memory in use [MB]."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_an_hour_on_the_reef() -> None:
    world = World(on_motor(load_scenario(), AUTOMATIC))
    world.allow(SIMULATED)
    people = world.population
    assert world.habitat is not None
    there = Clearance(world.habitat, 1)
    before = dict(_counts(world))
    least, memory, eaten, seen = np.inf, [], 0, 0
    fewest = Counter(before)
    for _ in range(MINUTES):
        for _ in range(60):
            world.advance(60)
            living = people.living
            least = min(least, float(there.at(people.positions[living])[0].min()))
            assert np.isfinite(people.positions[living]).all()
            assert np.isfinite(people.nodes[living]).all()
            fresh, seen = world.events.since(seen), world.events.total
            eaten += sum(event.kind == "eaten" and event.object >= 0 for event in fresh)
            assert not any(event.kind == "rested" for event in fresh), "a body broke"
        fewest = Counter({name: min(fewest[name], _counts(world)[name]) for name in before})
        memory.append(_resident())
    print(
        f"\nan hour on the reef: {eaten} prey eaten; nearest to any limit {least:.3f} m; memory "
        f"{memory[0]:.0f} MB after a minute, at most {max(memory):.0f} MB; fewest: {dict(fewest)}"
    )
    assert least > 0.0
    assert max(memory) < 1.05 * memory[0]
    assert eaten > 0
    assert all(fewest[name] >= 0.7 * count for name, count in before.items() if count > 2)
    assert all(_counts(world)[name] >= 1 for name in before)


def _counts(world: World) -> Counter[str]:
    kinds = world.population.species[world.population.living]
    return Counter(world.species_names[kind] for kind in kinds)
