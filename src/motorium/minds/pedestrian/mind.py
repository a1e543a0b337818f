"""A pedestrian's mind: he has a goal in the town, walks there, stays for a while, and goes on.

    mind = Pedestrians(Streets(town), Lights(town.light), population, commands, POSTURES, GESTURES)
    mind.enter(slots)
    mind.decide(frame)          # writes speed, heading, postures and gestures as commands
    mind.why(slot)              # "waits at the red light of North Street"

It sees where everybody is and how fast he goes, and knows neither motors nor figures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.minds.pedestrian.looking import crowd_of, look
from motorium.minds.pedestrian.net import Lights, Net
from motorium.minds.pedestrian.others import MOST_NEAR
from motorium.minds.pedestrian.outings import Outings, Stage
from motorium.minds.pedestrian.reasons import told
from motorium.minds.pedestrian.state import Event, Mode, Reason, walkers_of
from motorium.minds.pedestrian.steering import PERIOD, steer

__all__ = ["BODY_RADIUS", "Pedestrians"]

BODY_RADIUS: Final = 0.25
"""[m]"""
ACQUAINTED: Final = 11
"""One of so many who meet know each other."""
AGAIN: Final = 25.0
"""Nobody greets sooner again [s]."""
ASKED_IN_VAIN: Final = 6.0
"""A posture that is not taken up for so long is not waited for [s]."""
FACED: Final = 0.3
"""Who looks within this angle of where he wants to look is done with turning [rad]."""


class Pedestrians:
    """postures and gestures: their names, in the order of their numbers in the figures' posture
    graph. All who live in the population are kept off, also who follows another mind; radii [m]
    (capacity,) may be changed."""

    def __init__(
        self,
        net: Net,
        lights: Lights,
        population: Population,
        commands: Commands,
        postures: Sequence[str],
        gestures: Sequence[str] = (),
        seed: int = 0,
    ) -> None:
        capacity = population.capacity
        self.net = net
        self.radii = np.full(capacity, BODY_RADIUS)
        self.slots: Slots = np.zeros(0, dtype=np.intp)
        """Whom it commands, ascending."""
        self.arrivals = 0
        """How many goals have been reached."""
        self._population, self._commands, self._lights = population, commands, lights
        self._postures = {name: number for number, name in enumerate(postures)}
        self._gestures = {name: number for number, name in enumerate(gestures)}
        self._random = np.random.default_rng(seed)
        self._walkers = walkers_of(capacity)
        self._outings = Outings(net, self._walkers, self._random)
        self._velocities = np.zeros((capacity, 2))
        self._crowd = crowd_of(0)
        self._headings = np.zeros(capacity)
        self._greeted = np.full(capacity, -math.inf)
        self._greets = np.full(capacity, -1, dtype=np.int64)
        self._near = np.zeros(MOST_NEAR, dtype=np.int32)
        self._row_of = np.zeros(capacity, dtype=np.int32)
        self._seconds = 0.0

    # ------------------------------------------------------------ who

    def enter(self, slots: Slots) -> None:
        """Commands these from now on: each finds a goal from where he is."""
        walkers, random = self._walkers, self._random
        for slot in slots:
            walkers.pace[slot] = np.clip(random.normal(1.3, 0.18), 0.9, 1.7)
            walkers.aside[slot] = random.uniform(0.25, 0.8)
            walkers.hasty[slot] = random.random() < 0.35
            self._velocities[slot] = self._population.velocities[slot, :2]
            place = self._population.positions[slot]
            self._outings.begin(int(slot), (float(place[0]), float(place[1])))
            if self._commands.action_state[slot] != ActionState.ASKED:
                self._ask("posture", int(slot), self._postures, "standing")
        self.slots = np.union1d(self.slots, slots).astype(np.intp)

    def leave(self, slots: Slots) -> None:
        """Lets these go: whoever commands them now, they are only kept off."""
        self.slots = np.setdiff1d(self.slots, slots).astype(np.intp)
        for slot in slots:
            self._outings.forget(int(slot))
        self._walkers.mode[slots] = Mode.AWAY

    def pace(self, slot: int) -> float:
        """How fast somebody likes to walk [m/s]."""
        return float(self._walkers.pace[slot])

    def why(self, slot: int) -> str:
        """Why somebody does what he does, in a sentence without its subject."""
        walkers, outing = self._walkers, self._outings
        if walkers.mode[slot] == Mode.AWAY:
            return "does what he is asked"
        whom = int(self._greets[slot])
        if whom >= 0 and self._seconds - self._greeted[slot] < 2.5:
            return f"waves to no. {self._population.ids[whom]}"
        about = int(walkers.about[slot])
        other = f"no. {self._population.ids[about]}" if about >= 0 else "somebody"
        street = outing.street_of(slot)
        reason = Reason(int(walkers.reason[slot]))
        return told(reason, outing.goal_of(slot), street, other, outing.stay_of(slot))

    # ------------------------------------------------------------ each frame

    def decide(self, frame: int) -> None:
        """Writes commands; a quarter of all decide anew."""
        self._seconds = seconds = frame * FRAME_SECONDS
        self._look()
        due = self.slots[self.slots % PERIOD == frame % PERIOD]
        walkers = self._walkers
        steer(
            due, self._row_of[due], self._headings, self._crowd,
            self._lights.states(seconds), self._lights.until_red(seconds),
            PERIOD * FRAME_SECONDS, self._near, walkers,
        )  # fmt: skip
        for slot in due[walkers.event[due] != Event.NONE]:
            self._happened(int(slot), Event(int(walkers.event[slot])))
        for slot in self.slots[self._outings.wakes[self.slots] <= seconds]:
            self._go_on(int(slot))
        meeting = due[walkers.meets[due] >= 0]
        for slot in meeting[seconds - self._greeted[meeting] > AGAIN]:
            self._meet(int(slot), int(walkers.meets[slot]))
        self._commands.set("speed", due, walkers.speed[due])
        self._commands.set("heading", due, walkers.heading[due])
        self._commands.set("course", due, walkers.course[due])

    # ------------------------------------------------------------ inside

    def _look(self) -> None:
        population = self._population
        living = population.living
        if len(living) != len(self._crowd.slots):
            self._crowd = crowd_of(len(living))
        look(
            living, population.positions, population.orientations, population.velocities,
            self.radii, self._walkers, self._velocities, self._row_of, self._headings, self._crowd,
        )  # fmt: skip

    def _happened(self, slot: int, event: Event) -> None:
        outings = self._outings
        if event is Event.BARRED:
            place = self._population.positions[slot]
            outings.wait(slot, (float(place[0]), float(place[1])))
            if self._random.random() < 0.25:
                self._ask("gesture", slot, self._gestures, "looking at a phone")
        elif event is Event.OPENED:
            outings.stop_waiting(slot)
        elif event is Event.ARRIVED:
            self.arrivals += 1
            outings.arrive(slot, self._seconds)
            if outings.stage[slot] == Stage.BETWEEN:
                outings.onward(slot)

    def _go_on(self, slot: int) -> None:
        """Somebody who stays has waited long enough for what comes next."""
        outings, seconds = self._outings, self._seconds
        stage = outings.stage[slot]
        if stage == Stage.TURNING:
            off = math.remainder(self._walkers.face[slot] - self._headings[slot], 2.0 * math.pi)
            going = math.hypot(*self._velocities[slot])
            late = seconds > outings.deadline[slot]
            if (abs(off) < FACED and going < 0.1) or late:
                posture, gesture = outings.settle(slot, seconds)
                if gesture:
                    self._ask("gesture", slot, self._gestures, gesture)
                elif posture != "standing":
                    self._ask("posture", slot, self._postures, posture)
        elif stage == Stage.THERE:
            if self._asked(slot) and seconds < outings.deadline[slot] + ASKED_IN_VAIN:
                return
            outings.rise(slot, seconds)
            if outings.posture[slot] != "standing":
                self._ask("posture", slot, self._postures, "standing")
        elif stage == Stage.RISING:
            if self._asked(slot) and seconds < outings.deadline[slot] + ASKED_IN_VAIN:
                return
            outings.onward(slot)

    def _meet(self, slot: int, other: int) -> None:
        """Those who know each other greet, once."""
        one, two = int(self._population.ids[slot]), int(self._population.ids[other])
        self._greeted[slot] = self._seconds
        if (one * 7 + two * 7 + one * two) % ACQUAINTED == 0 and not self._asked(slot):
            self._greets[slot] = other
            self._ask("gesture", slot, self._gestures, "waving")
        else:
            self._greets[slot] = -1

    def _asked(self, slot: int) -> bool:
        """Whether what he was asked for last is still to be done."""
        state = self._commands.action_state[slot]
        return bool(state == ActionState.ASKED or state == ActionState.RUNNING)

    def _ask(self, action: str, slot: int, numbers: dict[str, int], name: str) -> None:
        if name in numbers:
            self._commands.begin(action, np.array([slot]), numbers[name])
