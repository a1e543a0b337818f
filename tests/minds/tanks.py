"""Tanks: one scene, played thirty times side by side in one world, each from a seed of its own.

Tanks are so far apart that nobody sees from one into the next; so a frame costs what a frame of
all fishes costs, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from motorium.contracts.population import Slots
from motorium.world.directing.expecting import seeds_of
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["APART", "SEEDS", "Member", "Tanks", "Troupe", "passing", "seeds_of"]

SEEDS: Final = 30
APART: Final = 70.0
"""From the middle of a tank to that of the next [m]: a shark is seen from 30 m."""
IN_A_ROW: Final = 6
NEEDED: Final = 25


class Member(NamedTuple):
    """Where one begins [m], from the middle of its tank; where it looks to [rad]; its size."""

    x: float
    y: float
    z: float
    heading: float = 0.0
    size: float = 1.0


@dataclass(frozen=True)
class Troupe:
    """Those who begin alike in every tank; cast draws them, as many in each; settings: of their
    [[group]]."""

    species: str
    cast: Callable[[np.random.Generator], Sequence[Member]]
    settings: dict[str, Any] = field(default_factory=dict)


class Tanks:
    """world: of all tanks; middles [m], shape (tanks, 2).

    obstacles: places of cylinders in a tank [m], with `radius` [m], higher than the water is deep;
    habitat: what its table says beside them; None for both: open water.
    """

    def __init__(
        self,
        name: str,
        motor: str,
        troupes: Sequence[Troupe],
        obstacles: Sequence[tuple[float, float]] = (),
        radius: float = 0.3,
        habitat: dict[str, Any] | None = None,
        count: int = SEEDS,
    ) -> None:
        seeds = seeds_of(name, count)
        numbers = np.arange(count)
        self.middles = APART * np.stack(
            [numbers % IN_A_ROW - 0.5 * IN_A_ROW, numbers // IN_A_ROW - 2.0], axis=1
        )
        groups = []
        self._counts = []
        for number, troupe in enumerate(troupes):
            casts = [troupe.cast(np.random.default_rng([seed, number])) for seed in seeds]
            assert len({len(cast) for cast in casts}) == 1, "every tank holds as many"
            self._counts.append(len(casts[0]))
            members = [
                (x + middle[0], y + middle[1], z, heading, size)
                for cast, middle in zip(casts, self.middles.tolist(), strict=True)
                for x, y, z, heading, size in cast
            ]
            groups.append(
                {
                    "species": troupe.species,
                    "motor": motor,
                    "mind": "instinct",
                    "places": [member[:3] for member in members],
                    "headings": [member[3] for member in members],
                    "sizes": [member[4] for member in members],
                    **troupe.settings,
                }
            )
        tables: dict[str, Any] = {
            "format": 1,
            "world": {"seed": seeds[0], "extent": 1000.0, "capacity": 4096},
            "group": groups,
        }
        if obstacles or habitat is not None:
            sea = {"radius": 490.0, "relief": 0.0, **(habitat or {})}
            if obstacles:
                everywhere = [
                    (x + middle[0], y + middle[1])
                    for middle in self.middles.tolist()
                    for x, y in obstacles
                ]
                cylinders = {
                    "kind": "cylinder",
                    "places": everywhere,
                    "radius": (radius, radius),
                    "height": (20.0, 20.0),
                }
                sea["obstacle"] = [*sea.get("obstacle", []), cylinders]
            tables["habitat"] = sea
        self.world = World(Scenario(**tables))

    @property
    def brains(self) -> Any:
        """What goes on in everybody, by slot."""
        return self.world.instinct.brains

    def ids(self, troupe: int, tank: int) -> list[int]:
        """Of a troupe in a tank; they may have been eaten since."""
        before = sum(self._counts[:troupe]) * len(self.middles)
        count = self._counts[troupe]
        return list(range(before + tank * count, before + (tank + 1) * count))

    def slots(self, troupe: int, tank: int) -> Slots:
        """Of those of a troupe in a tank who live."""
        people = self.world.population
        return people.slots([identity for identity in self.ids(troupe, tank) if identity in people])

    def run(self, seconds: float, watch: Callable[[], None] | None = None, every: int = 6) -> None:
        """Let it play; `watch` is called every so many frames."""
        for _ in range(round(seconds * 60 / every)):
            self.world.advance(every)
            if watch is not None:
                watch()

    def changes_per_minute(self, seconds: float) -> float:
        """How often one changed its intention, in the mean over who lives now."""
        living = self.world.population.living
        return float(self.brains["changes"][living].mean() / seconds * 60.0)


def passing(outcomes: Sequence[bool], name: str, needed: int = NEEDED) -> str | None:
    """None if enough tanks came out as they should, else a sentence."""
    passed = sum(map(bool, outcomes))
    if passed >= needed:
        return None
    failed = [number for number, outcome in enumerate(outcomes) if not outcome]
    return f"{name}: {passed} of {len(outcomes)} passed, {needed} needed; not tanks {failed}"
