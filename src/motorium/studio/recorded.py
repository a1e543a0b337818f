"""A recording as a world that can be shown: whoever was recorded, in a habitat that lives anew."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species, find_species
from motorium.contracts.events import Event
from motorium.contracts.frames import Floats
from motorium.contracts.population import Ids, Population, Slots
from motorium.contracts.time import FRAME_RATE, Clock
from motorium.minds.instinct.explaining import Reason, explain, unasked
from motorium.minds.pilot import Pilot
from motorium.studio.films import unfilmed
from motorium.studio.recorded_vessels import RecordedLine, RecordedSubmarines
from motorium.studio.stand_ins import StandIns
from motorium.world.changes import Change, Current, DropFood, FlowStrength, Hour
from motorium.world.edible import bait_number
from motorium.world.fishing.line import Line
from motorium.world.habitat.habitat import Habitat
from motorium.world.reasoning import calling
from motorium.world.recording.reader import Recording
from motorium.world.recording.rerun import recorded_scenario
from motorium.world.recording.unpacked import States
from motorium.world.submarine.boat import Submarine
from motorium.world.world import EATEN, ENTERED

__all__ = ["RecordedWorld"]

MOST_STEPS: Final = 16
"""A habitat follows at most so many frames at a time; farther on it settles anew."""
MOST_DROPS: Final = 20
MOST_SINKING: Final = 300
"""Frames that dropped food sinks again after a seek: more would make it slow."""
UNSEEN: Final = 2
"""The level of whom nobody saw: his recorded body is old."""
_NO_PILOTS: Final[Mapping[int, Pilot]] = MappingProxyType({})


class RecordedPopulation(Population):
    """Whoever was recorded in a frame, in the order in which it was."""

    def become(self, ids: Ids) -> None:
        """Let exactly these live, in the first slots."""
        self._slot_of = {int(identity): slot for slot, identity in enumerate(ids)}
        self.ids[:] = -1
        self.ids[: len(ids)] = ids
        self._changed()


class RecordedWorld:
    """What pages are shown of a recording; `show` puts it to a frame.

    What a recording does not hold is made again: the habitat lives on from where it is, in the
    light and the currents of the time, and bodies that were not recorded beat as fast as they go.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.scenario = recorded_scenario(recording)
        self.clock = Clock()
        """Counts pictures: recorded time runs at any rate, and back."""
        self.species: list[Species] = [find_species(name) for name in self.scenario.species_names]
        self.pilots = _NO_PILOTS
        self.top_speed = 0.0
        self.influence = None
        self.population = RecordedPopulation(1, points=NODES, muscles=MUSCLES)
        self.current: Floats = np.array(self.scenario.world.current)
        self.habitat: Habitat | None = None
        self.frame = float(recording.first_frame)
        """Of the recorded world, with what is between two."""
        self._stand_ins: StandIns | None = None
        self._given: dict[int, list[Change]] = defaultdict(list)
        for given in recording.inputs:
            if isinstance(given, Current | DropFood | FlowStrength | Hour):
                self._given[given.frame].append(given)
        meals = [event for event in recording.events if event.kind == EATEN]
        self._meals: dict[int, list[Event]] = defaultdict(list)
        for meal in meals:
            self._meals[meal.frame].append(meal)
        self._meal_frames = [meal.frame for meal in meals]
        self._groups = self._grouped()
        self._line = RecordedLine(self.scenario, recording) if self.scenario.line else None
        self._begin_habitat()
        self._boats: RecordedSubmarines | None = None
        if self.scenario.submarine is not None:
            self._boats = RecordedSubmarines(self.scenario.submarine)

    @property
    def submarine(self) -> Submarine | None:
        """The first, None without one."""
        return next(iter(self.submarines), None)

    @property
    def submarines(self) -> tuple[Submarine, ...]:
        """All that there are."""
        return () if self._boats is None else self._boats.shown

    @property
    def line(self) -> Line | None:
        """None without one."""
        return None if self._line is None else self._line.line

    @property
    def seconds(self) -> float:
        """Of the recorded world."""
        return self.frame / FRAME_RATE

    @property
    def last_seconds(self) -> float:
        return self.recording.last_frame / FRAME_RATE

    @property
    def eaten(self) -> int:
        """How much was, up to now."""
        return bisect_left(self._meal_frames, self.frame)

    def groups_of(self, slots: Slots) -> list[int]:
        """To which group of the scenario each belongs, by its number; -1 for none."""
        return [self._groups.get(int(identity), -1) for identity in self.population.ids[slots]]

    def prepare(self) -> None:
        """Open repertoires for bodies that were not recorded."""
        self._stand_ins = StandIns(self.species)

    def show(self, frame: float) -> None:
        """Put everything to a frame of the recording, or between two."""
        passed = frame - self.frame
        steps = math.floor(frame) - math.floor(self.frame)
        before = math.floor(self.frame)
        self.frame = frame
        self.clock.tick()
        self._put_fishes(passed)
        if not 0 <= steps <= MOST_STEPS:
            self._begin_habitat()
            return
        for step in range(before, before + steps):
            self._live_around(step)

    @cached_property
    def _can_stand_in(self) -> bool:
        return not unfilmed(self.scenario.species_names)

    def _grouped(self) -> dict[int, int]:
        """Groups by ids, from who came: each fills the first of its species that has room."""
        names, species = self.scenario.species_names, [one.name for one in self.species]
        called = [species[names.index(group.species)] for group in self.scenario.group]
        room = [group.count for group in self.scenario.group]
        groups: dict[int, int] = {}
        for event in self.recording.events:
            if event.kind != ENTERED or event.detail not in called:
                continue
            alike = [k for k, name in enumerate(called) if name == event.detail]
            group = next((k for k in alike if room[k] > 0), alike[0])
            room[group] -= 1
            groups[event.subject] = group
        return groups

    # ------------------------------------------------------------ fishes

    def reason(self, identity: int) -> Reason:
        """Why one did what it did, as far as it was recorded."""
        recording = self.recording
        if not recording.meta.behaviours:
            return unasked(identity, "unrecorded")
        reasons = recording.reasons(recording.index_of(math.floor(self.frame)))
        rows = reasons.rows[reasons.ids == identity]
        if not len(rows):
            return unasked(identity, "unknown")
        called = calling(self.population, self.species)
        bait = bait_number(self.habitat)
        return explain(rows[0], self.seconds, reasons.intention_names, called, bait)

    def food_place(self, number: int) -> None:
        """Not known: food lives anew."""

    def _put_fishes(self, passed: float) -> None:
        recording = self.recording
        index = recording.index_of(math.floor(self.frame))
        now = recording.states(index)
        share, then = 0.0, now
        if self.frame > now.frame and index + 1 < len(recording):
            then = recording.states(index + 1)
            share = (self.frame - now.frame) / (then.frame - now.frame)
        if self._boats is not None:
            self._boats.show(now, then, share)
        if not np.array_equal(now.ids, then.ids):
            share, then = 0.0, now
        self._introduce(now)
        people, slots = self.population, self.population.living
        people.positions[slots] = _mixed(now.positions, then.positions, share)
        people.velocities[slots] = _mixed(now.velocities, then.velocities, share)
        people.orientations[slots] = _turned(now.orientations, then.orientations, share)
        people.motors[slots] = now.levels > 0
        people.automatic[slots] = now.automatic
        undrawn = slots
        if now.nodes is not None and then.nodes is not None:
            lengths = now.lengths[:, None, None]
            people.nodes[slots] = _mixed(now.nodes, then.nodes, share) * lengths
            if now.fins is not None and then.fins is not None:
                people.fins[slots] = _mixed(now.fins, then.fins, share)
            if now.expression is not None and then.expression is not None:
                people.expression[slots] = _mixed(now.expression, then.expression, share)
            undrawn = slots[now.levels == UNSEEN]
            if len(undrawn) and not self._can_stand_in:
                # Who was seen by nobody keeps his old body.
                undrawn = undrawn[:0]
        self._draw(undrawn, passed)

    def _draw(self, slots: Slots, passed: float) -> None:
        if len(slots):
            if self._stand_ins is None:
                self.prepare()
            assert self._stand_ins is not None
            self._stand_ins.draw(self.population, slots, passed)

    def _introduce(self, states: States) -> None:
        """Let those live who lived in this frame."""
        people, count = self.population, len(states.ids)
        if np.array_equal(people.ids[people.living], states.ids):
            return
        if count > people.capacity:
            revision = people.revision
            people = self.population = RecordedPopulation(2 * count, points=NODES, muscles=MUSCLES)
            people.revision = revision
        people.become(states.ids)
        people.species[:count] = states.species
        people.sizes[:count] = states.sizes
        people.lengths[:count] = states.lengths
        people.looks[:count] = states.looks

    # ------------------------------------------------------------ around them

    def _begin_habitat(self) -> None:
        """As it would be without anybody in it, with what a person had set by then."""
        settings = self.scenario.habitat
        if settings is None:
            return
        self.habitat = habitat = Habitat(settings, self.scenario.habitat_seed)
        self.current = np.array(self.scenario.world.current)
        hour, since = settings.light.hour, 0
        for frame in sorted(frame for frame in self._given if frame <= self.frame):
            for given in self._given[frame]:
                if isinstance(given, Hour):
                    hour, since = given.value, frame
                if not isinstance(given, DropFood):
                    self._feel(given)
        self._drop_again(habitat)
        if self._line is not None:
            self._line.begin(habitat, self.population, self.frame)
        if settings.light.day is not None:
            passed = (self.frame - since) / FRAME_RATE
            habitat.light.hour = (hour + 24.0 * passed / settings.light.day) % 24.0

    def _drop_again(self, habitat: Habitat) -> None:
        """What was dropped lately, sunk as far as it has by now, up to a few seconds."""
        since = self.frame - habitat.settings.food.lasts * FRAME_RATE
        lately = [frame for frame in sorted(self._given) if since < frame < self.frame]
        drops = [
            (frame, given)
            for frame in lately
            for given in self._given[frame]
            if isinstance(given, DropFood)
        ][-MOST_DROPS:]
        if not drops:
            return
        first = max(drops[0][0], math.floor(self.frame) - MOST_SINKING)
        habitat.currents.everywhere = self.current
        for frame in range(first, math.floor(self.frame)):
            while drops and drops[0][0] <= frame:
                habitat.food.drop(drops.pop(0)[1].place)
            habitat.food.advance(frame / FRAME_RATE, habitat.currents)

    def _live_around(self, frame: int) -> None:
        """A frame of the habitat, with what was given and eaten in it."""
        habitat = self.habitat
        if habitat is None:
            return
        for given in self._given.get(frame, ()):
            self._feel(given)
        habitat.currents.everywhere = self.current
        habitat.advance(frame / FRAME_RATE, self.population)
        if self._line is not None:
            self._line.advance(frame, habitat, self.population)
        for meal in self._meals.get(frame, ()):
            if meal.object < 0:
                self._eat(habitat, meal.detail, np.array([meal.x, meal.y, meal.z]))

    def _feel(self, given: Change) -> None:
        habitat = self.habitat
        if isinstance(given, Current):
            self.current = np.array(given.velocity)
        if habitat is None:
            return
        if isinstance(given, FlowStrength):
            habitat.currents.strength = given.value
        elif isinstance(given, Hour):
            habitat.light.hour = given.value
        elif isinstance(given, DropFood):
            habitat.food.drop(given.place)

    def _eat(self, habitat: Habitat, detail: str, place: Floats) -> None:
        """The nearest piece disappears: after a seek things are not where they were."""
        things = habitat.food if detail.startswith("food") else habitat.plankton
        there = np.flatnonzero(things.there)
        if len(there):
            far = np.linalg.norm(things.positions[there] - place, axis=1)
            things.take(there[[int(np.argmin(far))]])


def _mixed(now: NDArray[Any], then: NDArray[Any], share: float) -> NDArray[Any]:
    return now if share == 0.0 else now + (then - now) * share


def _turned(now: NDArray[Any], then: NDArray[Any], share: float) -> NDArray[Any]:
    if share == 0.0:
        return now
    same = np.where((now * then).sum(axis=1, keepdims=True) < 0.0, -then, then)
    mixed = now + (same - now) * share
    level: NDArray[Any] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return level
