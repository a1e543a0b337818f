"""A town whose people are moved by a simple stand-in for a motor: they speed up, slow down and turn
at limited rates."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.contracts.commands import Action, ActionState, Commands, Setpoint, Vocabulary
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.minds.pedestrian.mind import Pedestrians
from motorium.world.town.document import TownDocument, load_town
from motorium.world.town.lights import Lights
from motorium.world.town.streets import Streets

__all__ = ["GESTURES", "POSTURES", "WALKER", "StandIn", "Stroll"]

POSTURES: Final = ("standing", "waiting", "sitting", "dead")
GESTURES: Final = ("waving", "pointing", "looking at a phone")
WALKER: Final = Vocabulary(
    setpoints=(
        Setpoint("speed", "m/s", 0.0, 8.0, 0.0, "go"),
        Setpoint("heading", "rad", -1e4, 1e4, 0.0, "where it faces"),
        Setpoint("course", "rad", -1e4, 1e4, 0.0, "of its way against its heading"),
    ),
    actions=(
        Action("posture", "1", 0, 127, "take up a posture"),
        Action("gesture", "1", 0, 127, "play a gesture"),
    ),
)
LAG: Final = 0.5
"""Speeds follow within so long [s]."""
TURNS: Final = 2.5
"""The fastest turn [rad/s]."""
SITS_BACK: Final = 0.44
"""How far one goes back when one sits down [m]."""
TAKES: Final = 1.5
"""How long a posture or a gesture takes [s]."""


class StandIn:
    """Carries commands out: speeds with a lag, headings at a limited rate, postures after a while;
    who does not stand gets up before he walks."""

    def __init__(self, population: Population, commands: Commands) -> None:
        capacity = population.capacity
        self.population, self.commands = population, commands
        self.speeds, self.headings = np.zeros(capacity), np.zeros(capacity)
        self.courses = np.zeros(capacity)
        self.postures = np.zeros(capacity, dtype=int)
        self.left = np.zeros(capacity)

    def put(self, slots: Slots, places: Floats, headings: Floats) -> None:
        self.population.positions[slots, :2] = places
        self.headings[slots] = headings
        self.commands.set("heading", slots, headings)
        self._turn(slots)

    def advance(self) -> None:
        slots = self.population.living
        self._act(slots)
        wished = np.where(self.postures[slots] == 0, self.commands["speed"][slots], 0.0)
        # Who is to go elsewhere against where he looks stops first.
        course = self.commands["course"][slots]
        other = np.cos(course - self.courses[slots]) < 0.7
        wished[other] = 0.0
        ready = slots[other & (self.speeds[slots] < 0.1)]
        self.courses[ready] = self.commands["course"][ready]
        self.speeds[slots] += (wished - self.speeds[slots]) * FRAME_SECONDS / LAG
        off = self.commands["heading"][slots] - self.headings[slots]
        off = (off + math.pi) % (2.0 * math.pi) - math.pi
        most = TURNS * FRAME_SECONDS
        self.headings[slots] += np.clip(off, -most, most)
        going = self.headings[slots] + self.courses[slots]
        ahead = np.stack([np.cos(going), np.sin(going)], axis=1)
        velocity = self.speeds[slots, None] * ahead
        self.population.velocities[slots, :2] = velocity
        self.population.positions[slots, :2] += velocity * FRAME_SECONDS
        self._turn(slots)

    def _act(self, slots: Slots) -> None:
        state = self.commands.action_state
        for slot in slots[state[slots] == ActionState.ASKED]:
            state[slot], self.left[slot] = ActionState.RUNNING, TAKES
        running = slots[state[slots] == ActionState.RUNNING]
        self.left[running] -= FRAME_SECONDS
        for slot in running[self.left[running] <= 0.0]:
            state[slot] = ActionState.DONE
            if WALKER.actions[self.commands.action[slot]].name == "posture":
                wished, before = int(self.commands.action_value[slot]), self.postures[slot]
                self.postures[slot] = wished
                sits = POSTURES.index("sitting")
                by = SITS_BACK * (int(before == sits) - int(wished == sits))
                ahead = np.array([math.cos(self.headings[slot]), math.sin(self.headings[slot])])
                self.population.positions[slot, :2] += by * ahead

    def _turn(self, slots: Slots) -> None:
        self.population.orientations[slots] = 0.0
        self.population.orientations[slots, 0] = np.cos(self.headings[slots] / 2.0)
        self.population.orientations[slots, 3] = np.sin(self.headings[slots] / 2.0)


class Stroll:
    """So many pedestrians in the town that ships, or in another."""

    def __init__(
        self, count: int, seed: int = 0, town: TownDocument | None = None, strangers: int = 0
    ) -> None:
        self.town = load_town() if town is None else town
        self.streets, self.lights = Streets(self.town), Lights(self.town.light)
        self.population = Population(count + strangers, points=1)
        self.commands = Commands(WALKER, self.population.capacity)
        self.motor = StandIn(self.population, self.commands)
        self.mind = Pedestrians(
            self.streets, self.lights, self.population, self.commands, POSTURES, GESTURES, seed
        )
        random = np.random.default_rng(seed)
        places, headings = self.streets.scattered(count, random)
        self.slots = self.population.enter(count)
        self.motor.put(self.slots, places, headings)
        self.mind.enter(self.slots)
        self.frame = 0

    @property
    def seconds(self) -> float:
        return self.frame * FRAME_SECONDS

    @property
    def places(self) -> Floats:
        """[m] (people, 2)"""
        return self.population.positions[self.slots, :2]

    def advance(self) -> None:
        self.mind.decide(self.frame)
        self.motor.advance()
        self.frame += 1

    def nearest(self) -> Floats:
        """How far each one's nearest is [m] (people,)."""
        by = self.places[:, None] - self.places[None]
        apart = np.hypot(by[..., 0], by[..., 1])
        np.fill_diagonal(apart, np.inf)
        least: Floats = apart.min(axis=1)
        return least
