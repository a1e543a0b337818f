"""Through which camera a film looks: the scenario's own, or one that needs no scenario."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.population import Population, Slots
from motorium.contracts.viewing import Camera
from motorium.export.film.path import FilmPath
from motorium.export.film.problems import FilmError
from motorium.world.scenario import Scenario

__all__ = ["CHOICES", "FilmCamera", "Filmed", "Shot", "camera_of"]

CHOICES: Final = "film, orbit, chase, chase:FISH, or X,Y,Z:X,Y,Z (from where to where, in metres)"
FIELD: Final = math.radians(50.0)
"""The whole vertical angle of view, as on the page."""
ROUND: Final = 60.0
"""An orbit goes round once in so long [s]."""
FOLLOWING: Final = 0.6
"""Half of the way to a fish that is chased, or to the middle of all, takes so long [s]."""
ABOVE: Final = 0.3
"""An orbit is so much higher than what it looks at, as a share of its distance."""
BEHIND: Final = np.array([-3.0, 0.0, 0.9])
"""A fish that is chased is seen from there, in its lengths."""
_NUMBER: Final = r"(-?[0-9]+(?:\.[0-9]*)?)"
_PLACES: Final = re.compile(":".join([",".join([_NUMBER] * 3)] * 2))


class Filmed(Protocol):
    """A world, or a recording that is shown as one."""

    @property
    def population(self) -> Population: ...

    @property
    def seconds(self) -> float: ...

    def groups_of(self, slots: Slots) -> list[int]: ...


@dataclass(frozen=True)
class Shot:
    """Of one picture; distance [m]: of what it looks at."""

    camera: Camera
    distance: float

    @classmethod
    def looking(cls, place: Floats, target: Floats) -> Shot:
        """From a place to another [m]."""
        ahead = np.asarray(target, dtype=float) - place
        distance = float(np.linalg.norm(ahead))
        if math.hypot(ahead[0], ahead[1]) < 1e-6 * max(distance, 1e-9):
            # Straight down, or nowhere at all: its upper edge is north.
            ahead = ahead + np.array([0.0, 1e-3 * max(distance, 1.0), 0.0])
        x, y, z = (float(one) for one in place)
        a, b, c = (float(one) for one in ahead)
        return cls(Camera((x, y, z), (a, b, c), field=FIELD), max(distance, 0.1))


class FilmCamera(Protocol):
    """Goes with what is filmed."""

    def shot(self, world: Filmed, seconds: float) -> Shot:
        """Of the next picture; seconds have passed since the one before."""


def camera_of(text: str | None, scenario: Scenario) -> FilmCamera:
    """By its name; None: the scenario's own, else an orbit."""
    if text is None:
        text = "film" if scenario.camera else "orbit"
    if text == "film":
        if not scenario.camera:
            raise FilmError(
                f"--camera film: {scenario.world.title!r} has no [[camera]]; others are orbit, "
                "chase, chase:FISH, or X,Y,Z:X,Y,Z"
            )
        return _ByScenario(scenario)
    if text == "orbit":
        return _Orbit()
    if text == "chase" or re.fullmatch(r"chase:[0-9]{1,18}", text):
        return _Chase(int(text[6:]) if ":" in text else None)
    if found := _PLACES.fullmatch(text):
        numbers = np.array([float(one) for one in found.groups()])
        if np.array_equal(numbers[:3], numbers[3:]):
            raise FilmError(f"--camera {text}: the two places must differ")
        return _Fixed(numbers[:3], numbers[3:])
    raise FilmError(f"--camera {text}: it must be {CHOICES}")


class _ByScenario:
    def __init__(self, scenario: Scenario) -> None:
        self._path = FilmPath(scenario.camera, [group.name for group in scenario.group])

    def shot(self, world: Filmed, seconds: float) -> Shot:
        people = world.population
        slots = people.living
        groups: Sequence[int] = world.groups_of(slots)
        place, target = self._path.at(world.seconds, people.positions[slots], groups, seconds)
        return Shot.looking(place, target)


class _Orbit:
    """Slowly around the middle of all, as far away as half of them reach."""

    def __init__(self) -> None:
        self._middle: Floats | None = None
        self._reach = 1.0
        self._turned = 0.0

    def shot(self, world: Filmed, seconds: float) -> Shot:
        people = world.population
        places = people.positions[people.living]
        if len(places):
            middle = np.median(places, axis=0)
            spread = float(np.median(np.linalg.norm(places - middle, axis=1)))
            reach = min(max(2.5 * spread, 1.0), 8.0)
            share = 1.0 if self._middle is None else 1.0 - 0.5 ** (seconds / FOLLOWING)
            before = middle if self._middle is None else self._middle
            self._middle = before + (middle - before) * share
            self._reach += (reach - self._reach) * share
        target = np.zeros(3) if self._middle is None else self._middle
        self._turned += 2.0 * math.pi * seconds / ROUND
        around = np.array([-math.cos(self._turned), -math.sin(self._turned), ABOVE])
        return Shot.looking(target + self._reach * around, target)


class _Chase:
    """Behind a fish, the first if none is named; where it was last if it is gone."""

    def __init__(self, fish: int | None) -> None:
        self._fish = fish
        self._place: Floats | None = None
        self._target = np.zeros(3)

    def shot(self, world: Filmed, seconds: float) -> Shot:
        people = world.population
        living = people.ids[people.living]
        if self._fish is None and len(living):
            self._fish = int(living[0])
        if self._fish is not None and self._fish in people:
            slot = int(people.slots([self._fish])[0])
            target = people.positions[slot].astype(float)
            turned = body_to_world(people.orientations[slot], BEHIND * float(people.lengths[slot]))
            goal = target + turned
            share = 1.0 if self._place is None else 1.0 - 0.5 ** (seconds / FOLLOWING)
            before = goal if self._place is None else self._place
            self._place, self._target = before + (goal - before) * share, target
        elif self._place is None:
            there = f"ids go from {living[0]} to {living[-1]}" if len(living) else "nobody does"
            raise FilmError(f"--camera chase:{self._fish}: it does not live then; {there}")
        assert self._place is not None
        return Shot.looking(self._place, self._target)


@dataclass(frozen=True)
class _Fixed:
    place: Floats
    target: Floats

    def shot(self, world: Filmed, seconds: float) -> Shot:
        return Shot.looking(self.place, self.target)
