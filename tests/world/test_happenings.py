"""What is seen of groups, in situations that are made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from motorium.contracts.perception import Kind
from motorium.minds.instinct.attraction import APART, ASCENDING, CIRCLING, LOOPING, NUZZLING
from motorium.minds.instinct.behaviours import EAT, ESCAPE, MATE, WANDER
from motorium.world.directing.cues import Cue
from motorium.world.directing.happenings import Happenings
from motorium.world.habitat.obstacles import CYLINDER
from motorium.world.scenario import Group
from tests.minds.mindful import LENGTH, Mindful


class Seen:
    """Fishes of one group abreast, who look and swim along x; spread: from one to the next [L];
    first: what is told of them at once."""

    def __init__(
        self,
        count: int = 6,
        passes: list[Cue] | None = None,
        pillars: list[tuple[float, float]] | None = None,
        spread: float = 0.3,
    ) -> None:
        self.fish = Mindful(count)
        perceived = self.fish.perceived
        self.people = SimpleNamespace(
            ids=perceived.ids,
            positions=perceived.positions,
            velocities=perceived.velocities,
            lengths=perceived.lengths,
        )
        perceived.velocities[:] = (0.3, 0.0, 0.0)
        self.positions = perceived.positions
        self.positions[:, 1] = spread * np.arange(count) * LENGTH
        self.brains = self.fish.instinct.brains
        self.brains["intention"] = WANDER
        self.company = SimpleNamespace(
            group=Group(species="herring", count=count, name="group", mind="instinct"),
            slots=np.arange(count),
        )
        self.told: list[tuple[str, int, int]] = []
        cylinders = np.zeros(len(pillars or ()), dtype=CYLINDER)
        for number, (x, y) in enumerate(pillars or ()):
            cylinders[number] = (x, y, -5.0, 5.0, 0.3, 0.0)
        self._happenings = Happenings(
            cast(Any, self.people),
            self.fish.instinct,
            perceived.female,
            cast(Any, [self.company]),
            passes or [],
            cylinders,
            self._note,
        )
        self.first = self.look()

    def _note(self, kind: str, slot: int, detail: str = "", concerned: int = -1) -> None:
        self.told.append((kind, slot, concerned))

    def look(self) -> list[tuple[str, int, int]]:
        """What is told now: kind, slot and the other's id."""
        self.told.clear()
        self._happenings.watch()
        return list(self.told)

    def swim(self, metres: float) -> list[tuple[str, int, int]]:
        """All along x, with a look every 5 cm."""
        told = []
        for _ in range(round(metres / 0.05)):
            self.positions[:, 0] += 0.05
            told += self.look()
        return told


# ---------------------------------------------------------------- courtship


def test_a_courtship_is_told_stage_by_stage_by_him() -> None:
    seen = Seen(2)
    seen.fish.perceived.female[0] = 1
    brains = seen.brains
    brains["intention"], brains["mate"][0], brains["mate"][1] = MATE, 101, 100
    told = []
    for stage in (LOOPING, CIRCLING, ASCENDING, NUZZLING):
        brains["courtship"] = stage
        told += seen.look()
        assert not seen.look()
    assert told == [("courted", 1, 100), ("circled", 1, 100), ("ascended", 1, 100)]
    for touch in (1.0, 2.0):
        brains["progress"][1] = touch
        assert seen.look() == [("nudged", 1, 100)]
    # With the third they spawn, and have had enough of each other: that is no turning away.
    brains["courtship"], brains["progress"], brains["mate"] = APART, 0.0, -1
    brains["refused"][:2], brains["refused_until"] = (101, 100), 60.0
    brains["last_mating"] = 20.0
    assert seen.look() == [("nudged", 1, 100)]
    assert not seen.look()


def test_a_courtship_that_breaks_off_while_they_nuzzle_has_no_more_nudges() -> None:
    seen = Seen(1)
    seen.brains["refused"][0], seen.brains["refused_until"][0] = 104, 5.0
    seen.look()
    seen.brains["courtship"][0], seen.brains["progress"][0] = NUZZLING, 1.0
    assert seen.look() == [("nudged", 0, -1)]
    seen.brains["courtship"][0] = APART
    assert seen.look() == []


def test_who_gives_up_turns_away_each_time() -> None:
    seen = Seen(2)
    seen.brains["refused"][1], seen.brains["refused_until"][1] = 100, 40.0
    assert seen.look() == [("turned-away", 1, 100)]
    assert not seen.look()
    seen.brains["refused_until"][1] = 95.0
    assert seen.look() == [("turned-away", 1, 100)]


# ---------------------------------------------------------------- hunting and flight


def test_a_hunt_is_told_for_each_prey_and_a_flight_once() -> None:
    seen = Seen(2)
    brains = seen.brains
    brains["intention"][0], brains["target_kind"][0], brains["target_id"][0] = EAT, Kind.FOOD, 3
    assert not seen.look()
    brains["target_kind"][0], brains["target_id"][0] = Kind.PREY, 101
    assert seen.look() == [("hunted", 0, 101)]
    assert not seen.look()
    brains["target_id"][0] = 105
    assert seen.look() == [("hunted", 0, 105)]
    brains["intention"][1], brains["danger"][1] = ESCAPE, 0
    assert seen.look() == [("fled", 1, 100)]
    assert not seen.look()
    brains["intention"][1] = WANDER
    seen.look()
    brains["intention"][1], brains["danger"][1] = ESCAPE, -1
    assert seen.look() == [("fled", 1, -1)]


def test_who_is_new_in_a_slot_begins_anew() -> None:
    seen = Seen(1)
    seen.brains["intention"][0] = ESCAPE
    assert [kind for kind, *_ in seen.look()] == ["fled"]
    seen.people.ids[0] = 777
    assert [kind for kind, *_ in seen.look()] == ["fled"]


# ---------------------------------------------------------------- schools


def test_a_school_scatters_and_rejoins() -> None:
    seen = Seen(6)
    assert not seen.look()
    velocities, apart = seen.people.velocities, seen.positions.copy()
    turns = np.linspace(0.0, 2.0 * np.pi, 6, endpoint=False)
    velocities[:, :2] = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    # Whatever way they go, a school of whom nobody flees is not scattered.
    assert not seen.look()
    seen.brains["intention"][:2] = ESCAPE
    assert [kind for kind, *_ in seen.look()] == ["fled", "fled"]
    seen.brains["intention"][:3] = ESCAPE
    assert [kind for kind, *_ in seen.look()] == ["fled", "scattered"]
    velocities[:] = (0.3, 0.0, 0.0)
    seen.positions[3:, 1] += 30 * LENGTH
    assert not seen.look()
    seen.positions[:] = apart
    assert [kind for kind, *_ in seen.look()] == ["rejoined"]


@pytest.mark.parametrize(
    ("count", "spread", "schools"),
    [(6, 0.3, True), (3, 0.3, False), (6, 3.0, True), (6, 5.0, False)],
)
def test_who_is_near_enough_to_enough_others_is_a_school(
    count: int, spread: float, schools: bool
) -> None:
    seen = Seen(count, spread=spread)
    assert [kind for kind, *_ in seen.first] == ["schooled"] * schools


def test_who_goes_another_way_is_no_school() -> None:
    seen = Seen(4, spread=6.0)
    assert not seen.first
    seen.positions[:, 1] *= 0.1
    seen.people.velocities[:2] *= -1.0
    assert not seen.look()
    seen.people.velocities[:2] *= -1.0
    assert [kind for kind, *_ in seen.look()] == ["schooled"]


def test_a_school_splits_at_what_it_passes_on_both_sides_and_rejoins_behind() -> None:
    seen = Seen(6, pillars=[(1.0, 0.0)])
    seen.positions[:, 1] = (-0.5, -0.45, -0.4, 0.4, 0.45, 0.5)
    told = seen.swim(4.0)
    assert [kind for kind, *_ in told] == ["split", "rejoined"]


@pytest.mark.parametrize("left", [0, 1, 6])
def test_a_school_that_passes_on_one_side_does_not_split(left: int) -> None:
    """One who goes round the other side is not a part of a school."""
    seen = Seen(6, pillars=[(1.0, 0.0)])
    seen.positions[:, 1] = np.where(np.arange(6) < left, 0.4, -0.4) + 0.02 * np.arange(6)
    assert not seen.swim(4.0)


# ---------------------------------------------------------------- places


def test_a_group_passes_a_place_once_when_its_middle_does() -> None:
    cue = Cue(at=5.0, who="group", event="passed", place=(1.0, 0.0, 0.0), within=0.5)
    other = Cue(at=5.0, who="others", event="passed", place=(1.0, 0.0, 0.0), within=0.5)
    seen = Seen(2, passes=[cue, other])
    seen.positions[:, 1] = (-1.0, 1.0)
    told = seen.swim(0.45)
    assert not told
    assert seen.swim(0.2) == [("passed", 0, -1)]
    assert not seen.swim(3.0)
    seen.positions[:, 0] = 0.0
    assert not seen.swim(2.0)
