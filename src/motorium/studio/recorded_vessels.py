"""The submarines of a recording as they were, and its line, moved again by what was done to it."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE
from motorium.world.changes import CastLine, PullLine
from motorium.world.fishing.angling import CAUGHT, HOOKED, TORN_OFF
from motorium.world.fishing.line import Line
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.suction import mouth_of
from motorium.world.recording.reader import Recording
from motorium.world.recording.unpacked import States
from motorium.world.scenario import Scenario
from motorium.world.submarine.boat import FIRST, Helm, Submarine
from motorium.world.submarine.settings import SubmarineSettings

__all__ = ["RecordedLine", "RecordedSubmarines"]


class RecordedSubmarines:
    """As they were, or between two frames; `shown`, by number, are never moved but by that."""

    def __init__(self, settings: SubmarineSettings) -> None:
        people = Population(1, points=1, visitors=settings.most)
        self.shown: tuple[Submarine, ...] = ()
        self._boats = [
            Submarine(number, settings.place, settings.heading, people, limits=None)
            for number in range(FIRST, settings.most + 1)
        ]

    def show(self, now: States, then: States, share: float) -> None:
        """A share of the way from one frame to another."""
        before, after = _tracks(now), _tracks(then)
        self.shown = tuple(boat for boat in self._boats if boat.number in before)
        for boat in self.shown:
            track = before[boat.number]
            _put(boat, track, after.get(boat.number, track), share)


def _put(boat: Submarine, now: NDArray[Any], then: NDArray[Any], share: float) -> None:
    boat.position[:] = now["position"] + (then["position"] - now["position"]) * share
    boat.velocity[:] = now["velocity"] + (then["velocity"] - now["velocity"]) * share
    same = 1.0 if np.dot(now["orientation"], then["orientation"]) >= 0.0 else -1.0
    turned = now["orientation"] * (1.0 - share) + same * then["orientation"] * share
    boat.orientation[:] = turned / np.linalg.norm(turned)
    thrust, turn, pitch, lift = now["helm"].tolist()
    boat.helm = Helm(thrust, turn, pitch, lift, bool(now["stop"]))


def _tracks(states: States) -> dict[int, NDArray[Any]]:
    """How each was, by its number."""
    first = {} if states.submarine is None else {FIRST: states.submarine}
    return first | {int(one["number"]): one for one in states.boats}


class RecordedLine:
    """Cast and pulled as it was; who hung on it holds the hook."""

    def __init__(self, scenario: Scenario, recording: Recording) -> None:
        assert scenario.line is not None
        self._settings = scenario.line
        self._given: dict[int, list[CastLine | PullLine]] = defaultdict(list)
        for given in recording.inputs:
            if isinstance(given, CastLine | PullLine):
                self._given[given.frame].append(given)
        if scenario.line.at is not None:
            by_itself = math.ceil(scenario.line.at * FRAME_RATE)
            cast = CastLine(frame=by_itself, place=scenario.line.place)
            self._given[by_itself].append(cast)
        self._hooked = {e.frame: e.subject for e in recording.events if e.kind == HOOKED}
        self._ended = {e.frame for e in recording.events if e.kind == CAUGHT}
        self._torn_off = {e.frame for e in recording.events if e.kind == TORN_OFF}
        self.line: Line | None = None

    def begin(self, habitat: Habitat, people: Population, frame: float) -> None:
        """As it was at a frame: from when it was last cast."""
        self.line = Line(self._settings, habitat)
        casts = [
            at
            for at, given in self._given.items()
            if at < frame and any(isinstance(one, CastLine) for one in given)
        ]
        for step in range(max(casts, default=math.floor(frame)), math.floor(frame)):
            self.advance(step, habitat, people)

    def advance(self, frame: int, habitat: Habitat, people: Population) -> None:
        """Through a frame."""
        line = self.line
        if line is None:
            return
        for given in self._given.get(frame, ()):
            if isinstance(given, PullLine) and line.state in ("sinks", "waits"):
                line.pull()
            elif isinstance(given, CastLine) and line.state == "up":
                line.cast(given.place)
        if line.state == "up":
            return
        if frame in self._hooked:
            line.caught, line.state = self._hooked[frame], "pulls"
        if frame in self._torn_off:
            line.caught = None
        if frame in self._ended:
            line.rest()
        elif line.caught is not None and line.caught in people:
            slot = int(people.slots([line.caught])[0])
            length = float(people.lengths[slot])
            line.hook[:] = mouth_of(people.positions[slot], people.orientations[slot], length)
            line.length = max(math.dist(line.top, line.hook), 1e-6)
        else:
            line.advance(frame / FRAME_RATE, habitat.currents, taut=line.caught is None)
