"""Expecting: whether what a scenario says should happen does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from motorium.contracts.time import FRAME_RATE
from motorium.world.directing.cues import Expectation
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["Outcome", "Watcher", "play", "seeds_of"]


@dataclass(frozen=True)
class Outcome:
    """Of an expectation: whether it was met, when first [s], and how often, or how many live."""

    expected: Expectation
    met: bool
    at: float
    count: int

    def __str__(self) -> str:
        if self.expected.alive is not None:
            return f"{self.expected.told}: {self.count} alive at {self.expected.by:g} s"
        when = "never" if np.isnan(self.at) else f"{self.at:.1f} s"
        return f"{self.expected.told}: {self.count} times, the first at {when}"


class Watcher:
    """Follows a world from its beginning, a frame at a time (`World.after_frame`)."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._expected = world.scenario.expect
        self._seen = 0
        self._counts = [0 for _ in self._expected]
        self._firsts = [np.nan for _ in self._expected]
        self._alive: dict[int, int] = {}
        world.after_frame.append(self.watch)

    @property
    def until(self) -> float:
        """When all is decided [s]."""
        return max((expected.by for expected in self._expected), default=0.0)

    def watch(self) -> None:
        """Look at what a frame has brought."""
        world = self._world
        fresh, self._seen = world.events.since(self._seen), world.events.total
        for event in fresh:
            name = world.group_of(event.subject)
            for number, expected in enumerate(self._expected):
                alike = expected.event == event.kind and expected.who in (None, name)
                if alike and expected.since <= event.t <= expected.by:
                    self._counts[number] += 1
                    if np.isnan(self._firsts[number]):
                        self._firsts[number] = event.t
        for number, expected in enumerate(self._expected):
            counted = expected.alive is None or number in self._alive
            if not counted and world.clock.seconds >= expected.by:
                self._alive[number] = self._living(expected.who)

    def _living(self, name: str | None) -> int:
        ids = self._world.population.ids[self._world.population.living]
        return sum(name in (None, self._world.group_of(int(identity))) for identity in ids)

    def outcomes(self) -> list[Outcome]:
        """As far as it has come."""
        found = []
        for number, expected in enumerate(self._expected):
            count = self._counts[number]
            met = count >= expected.times
            if expected.alive is not None:
                count = self._alive.get(number, self._living(expected.who))
                met = expected.alive[0] <= count <= expected.alive[1]
            found.append(Outcome(expected, met, self._firsts[number], count))
        return found


def seeds_of(name: str, count: int = 30) -> list[int]:
    """Seeds of a scene, from a hash of its name: so that nobody chooses those that come out."""
    digest = hashlib.sha256(name.encode())
    return [
        int.from_bytes(hashlib.sha256(digest.digest() + bytes([number])).digest()[:4], "big")
        for number in range(count)
    ]


def play(
    scenario: Scenario, seed: int, tell: Callable[[float], None] | None = None
) -> list[Outcome]:
    """Play a scenario with another seed until all is decided; tell: how much is done, 0 to 1."""
    settings = scenario.world.model_copy(update={"seed": seed})
    world = World(scenario.model_copy(update={"world": settings}))
    watcher = Watcher(world)
    frames = int(watcher.until * FRAME_RATE) + 1
    for frame in range(frames):
        world.advance()
        if tell is not None and frame % FRAME_RATE == 0:
            tell(frame / frames)
    return watcher.outcomes()
