"""A town that lives: figures, the motor that moves them, and whoever commands each of them.

    town = Town(load_town(), {"soldier": soldier, "pedestrian": pedestrian})
    guard = town.place("soldier", "guard", (2.0, 3.0), heading=0.0)
    town.ask_posture(guard, "kneeling deployed")
    for _ in range(120):
        town.advance()
    town.describe(guard).doing

Its own people follow their minds, until somebody asks one of them for something: then he waits for
what he is asked, until he is let go. Cameras choose levels of detail, and nothing else.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from motorium.contracts.commands import Commands
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.contracts.viewing import Camera
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.governor import Governor, checked_budget
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.levels import FigureLevels
from motorium.motors.posture.motor import PostureMotor
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.shown import Shown
from motorium.motors.posture.vocabulary import FIGURE
from motorium.problems import did_you_mean
from motorium.world.town.carrying import Carried
from motorium.world.town.document import TownDocument
from motorium.world.town.jostling import elbow_room, free_spot
from motorium.world.town.lights import LIGHT_STATES
from motorium.world.town.people import People
from motorium.world.town.residents import Resident, Source

__all__ = ["MOST_FIGURES", "Description", "Outside", "Town"]

MOST_FIGURES: Final = 2000
FARTHEST: Final = 10_000.0
"""[m] from the middle that anybody may be put."""
ARMED: Final = "soldier"
"""The kind that carries a rifle."""


@dataclass(frozen=True)
class Description:
    """Of one figure: the posture that it is in or leaves, what it does, why, the level (0 to 2) at
    which it is shown, and whether somebody has taken it from its mind."""

    resident: Resident
    posture: str
    doing: str
    why: str
    level: int
    taken: bool


class Outside(Protocol):
    """From where people come whom the town's minds do not command, as from a network."""

    def advance(self, seconds: float) -> None:
        """Place, command, lead and remove them, so long after the last time."""


class Town:
    """graphs: the motions of every kind of people, by its name; seed: by which all chance goes;
    bank: made of these graphs, if it is there already."""

    def __init__(
        self,
        document: TownDocument,
        graphs: Mapping[str, PostureGraph],
        seed: int = 0,
        capacity: int = MOST_FIGURES,
        bank: MotionBank | None = None,
    ) -> None:
        self.document = document
        self.kinds = tuple(graphs)
        self.graphs = tuple(graphs.values())
        self.population = Population(capacity, points=len(POINTS))
        self.commands = Commands(FIGURE, capacity)
        chance = np.random.default_rng(seed)
        self.motor = PostureMotor(
            self.population,
            self.commands,
            self.graphs,
            seed=int(chance.integers(2**31)),
            bank=bank,
        )
        self.levels = FigureLevels(self.population)
        self.frame = 0
        self.roster: tuple[Resident, ...] = ()
        self.roster_version = 0
        self._residents: dict[int, Resident] = {}
        self._chance = chance
        self.outside: list[Outside] = []
        self._firm = np.zeros(capacity, dtype=np.bool_)
        self._carried: dict[int, Carried] = {}
        self._people = People(document, graphs, self.population, self.commands, chance)
        self._people.move_in(self)

    @property
    def seconds(self) -> float:
        """Since it began."""
        return self.frame * FRAME_SECONDS

    @property
    def shown(self) -> Shown:
        """What is seen of everybody."""
        return self.motor.shown

    def advance(self) -> None:
        """One frame: who comes from outside, minds, the motor, levels."""
        for place in self.outside:
            place.advance(FRAME_SECONDS)
        begun = time.perf_counter()
        self._people.decide(self.frame)
        decided = time.perf_counter()
        self._make_room()
        self._carry_on()
        self.motor.advance(self.frame)
        self.frame += 1
        self._choose_levels(decided - begun, time.perf_counter() - decided)

    def _make_room(self) -> None:
        """Packets say where their people are; all others yield to each other and to them."""
        people = self.population
        everybody = people.living
        shifts = elbow_room(
            everybody, people.positions, people.velocities, self._firm[everybody], FRAME_SECONDS
        )
        self.motor.shift(everybody, shifts)

    def _carry_on(self) -> None:
        """Whoever is in a hand follows it; who has been set down does what he did."""
        for identity, one in list(self._carried.items()):
            slots = self.slots_of(identity)
            place = self.population.positions[slots[0]]
            down = one.is_down(place)
            self.motor.shift(slots, one.step(place, FRAME_SECONDS)[None])
            if down:
                self._drop(identity)

    def _drop(self, identity: int) -> None:
        one = self._carried.pop(identity, None)
        if one is None:
            return
        self._firm[self.slots_of(identity)] = False
        if one.own:
            self.let_go(identity)

    def _choose_levels(self, deciding: float, showing: float) -> None:
        """How long it took to decide and to show [s] tells how many can be shown in full."""
        everybody = self.population.living
        if not len(everybody):
            return
        self.levels.observe(showing * 1e3, deciding * 1e3, everybody)
        self.motor.set_levels(everybody, self.levels.choose(everybody, FRAME_SECONDS))

    @property
    def lights(self) -> list[str]:
        """What every light shows now, in the order of the document."""
        return [LIGHT_STATES[state] for state in self._people.lights.states(self.seconds)]

    @property
    def budget(self) -> float | None:
        """What figures may cost a frame [ms]: who would cost more is shown in less detail."""
        governor = self.levels.governor
        return None if governor is None else governor.budget

    @budget.setter
    def budget(self, milliseconds: float | None) -> None:
        limit = checked_budget(milliseconds)
        self.levels.governor = None if limit is None else Governor(limit)

    def watch(self, cameras: Sequence[Camera]) -> None:
        """These look on from now on; if nobody does, everybody is near."""
        self.levels.look(cameras)

    # ------------------------------------------------------------ who is there

    def place(
        self,
        kind: str,
        name: str,
        position: Sequence[float],
        heading: float = 0.0,
        posture: str | None = None,
        source: Source = "client",
    ) -> int:
        """Somebody new on the ground at x, y and, if it is not zero, z [m], in a posture; returns
        his id. Whom a client places where somebody is already stands beside him."""
        if kind not in self.kinds:
            known = ", ".join(self.kinds)
            raise ValueError(
                f"no people are called {kind!r}; known are {known}{did_you_mean(kind, self.kinds)}"
            )
        where = _placed(position)
        if not math.isfinite(heading):
            raise ValueError(f"heading {heading!r}: it must be a number [rad]")
        number = self.kinds.index(kind)
        graph = self.graphs[number]
        chosen = graph.node(posture).name if posture else _first_posture(graph)
        if source == "client":
            taken = self.population.positions[self.population.living, :2]
            where[:2] = free_spot((float(where[0]), float(where[1])), taken)
        slots = self.population.enter(1)
        self.population.species[slots] = number
        self.population.looks[slots] = self._chance.integers(2**16)
        self.commands.forget(slots)
        self.commands.set("heading", slots, heading)
        self.motor.enter(slots, chosen, where[None], np.array([heading]))
        self._firm[slots] = source == "network"
        identity = int(self.population.ids[slots[0]])
        self._residents[identity] = Resident(
            id=identity,
            kind=kind,
            name=name,
            armed=kind == ARMED,
            look=int(self.population.looks[slots[0]]),
            source=source,
        )
        self._tell_roster()
        return identity

    def remove(self, identity: int) -> None:
        """Somebody goes for good."""
        slots = self.slots_of(identity)
        self._people.forget(int(slots[0]))
        self._carried.pop(identity, None)
        self.motor.release(slots)
        self.commands.forget(slots)
        self.population.leave([identity])
        del self._residents[identity]
        self._tell_roster()

    def rename(self, identity: int, name: str) -> None:
        """Somebody is called otherwise from now on."""
        self._residents[identity] = replace(self.resident(identity), name=name)
        self._tell_roster()

    def resident(self, identity: int) -> Resident:
        """Who has this id."""
        self.slots_of(identity)
        return self._residents[identity]

    def describe(self, identity: int) -> Description:
        """What somebody does, and why."""
        slot = int(self.slots_of(identity)[0])
        who, taken = self._residents[identity], self._people.is_taken(slot)
        if identity in self._carried:
            why = "is in somebody's hand"
        elif who.source == "network":
            why = "as packets tell"
        elif taken or who.source == "client":
            why = "as it was asked"
        else:
            why = self._people.why(slot)
        return Description(
            resident=who,
            posture=self.motor.posture_name(slot),
            doing=self.motor.doing(slot),
            why=why,
            level=int(self.motor.levels[slot]),
            taken=taken,
        )

    # ------------------------------------------------------------ what people are asked for

    def ask_posture(self, identity: int, posture: str) -> None:
        """Take up a fixed posture, and stay in it."""
        graph = self.graph_of(identity)
        fixed = [node.name for node in graph.nodes.values() if node.kind == "fixed"]
        if posture not in fixed:
            what = "nobody stays in" if posture in graph.nodes else "no posture is called"
            meant = did_you_mean(posture, fixed)
            raise ValueError(f"{what} {posture!r}; one can stay in {', '.join(fixed)}{meant}")
        slots = self._asked(identity)
        self.commands.set("speed", slots, 0.0)
        self.commands.begin("posture", slots, list(graph.nodes).index(posture))

    def ask_motion(
        self, identity: int, speed: float, heading: float | None = None, course: float = 0.0
    ) -> None:
        """Go with a speed [m/s] and face a heading [rad]; course: where it goes, against that."""
        asked = {"speed": speed, "course": course}
        if heading is not None:
            asked["heading"] = heading
        self._set(identity, asked)

    def ask_aim(self, identity: int, turn: float, rise: float, share: float = 1.0) -> None:
        """Point the rifle to the left and up [rad] of straight ahead; share 0 lets it be."""
        who = self.resident(identity)
        if not who.armed:
            raise ValueError(f"{who.name} has nothing to aim with")
        self._set(identity, {"aim_turn": turn, "aim_rise": rise, "aim": share}, keep_mind=True)

    def ask_gesture(self, identity: int, gesture: str) -> None:
        """Play a gesture on top of whatever one does."""
        slots = self._asked(identity, keep_mind=True)
        known = list(self.graph_of(identity).gestures)
        if gesture not in known:
            listed, meant = ", ".join(known) or "none", did_you_mean(gesture, known)
            raise ValueError(f"no gesture is called {gesture!r}; known are {listed}{meant}")
        self.commands.begin("gesture", slots, known.index(gesture))

    def carry(self, identity: int, place: Sequence[float]) -> None:
        """Take somebody bodily to a place [m] (3,), as a hand does; again: move the hand. He stands
        still meanwhile, and comes no faster than 12 m/s."""
        one = self._carried.get(identity)
        if one is None:
            slot = int(self.slots_of(identity)[0])
            had_a_mind = not self._people.is_taken(slot)
            one = Carried(
                self.document,
                ground=float(self.population.positions[slot, 2]),
                own=self.resident(identity).source == "town" and had_a_mind,
                goal=self.population.positions[slot].copy(),
            )
        one.follow(place)
        slots = self._asked(identity)
        self.commands.set("speed", slots, 0.0)
        self._carried[identity] = one
        self._firm[slots] = True

    def put_down(self, identity: int) -> None:
        """The hand opens: he comes down to the ground, beside a house if he is over one, and does
        what he did, from there. Whom no hand has stays as he is."""
        one = self._carried.get(identity)
        if one is not None:
            one.set_down(self.population.positions[self.slots_of(identity)[0]])

    def let_go(self, identity: int) -> None:
        """Back to the mind that he had before he was asked for something."""
        slots = self.slots_of(identity)
        if self._residents[identity].source == "town":
            self.commands.reset(slots)
            self._people.give_back(slots)

    def graph_of(self, identity: int) -> PostureGraph:
        """The motions of somebody."""
        return self.graphs[int(self.population.species[self.slots_of(identity)[0]])]

    def slots_of(self, identity: int) -> Slots:
        """Where somebody is kept, or a sentence that nobody has this id."""
        return self.population.slots([identity])

    # ------------------------------------------------------------ inside

    def _set(self, identity: int, asked: Mapping[str, float], keep_mind: bool = False) -> None:
        """Setpoints, all of them or none."""
        for name, value in asked.items():
            limits = FIGURE.setpoint(name)
            if not limits.low <= value <= limits.high:
                span = f"{limits.low:g} to {limits.high:g} {limits.unit}"
                raise ValueError(f"{name} {value!r}: it must be from {span}")
        slots = self._asked(identity, keep_mind)
        for name, value in asked.items():
            self.commands.set(name, slots, value)

    def _asked(self, identity: int, keep_mind: bool = False) -> Slots:
        """keep_mind: who is asked for this goes on with all else that he does."""
        slots = self.slots_of(identity)
        who = self._residents[identity]
        if who.source == "network":
            raise ValueError(f"{who.name} does what packets tell; ask whoever sends them")
        if who.source == "town" and not keep_mind:
            self._people.take(slots)
        return slots

    def _tell_roster(self) -> None:
        self.roster = tuple(self._residents.values())
        self.roster_version += 1


def _placed(position: Sequence[float]) -> np.ndarray:
    where = np.zeros(3)
    if len(position) not in (2, 3):
        raise ValueError(f"a place is x, y and perhaps z [m], not {list(position)!r}")
    where[: len(position)] = position
    if not (abs(where) <= FARTHEST).all():
        raise ValueError(f"a place is numbers of at most {FARTHEST:g} m, not {list(position)!r}")
    return where


def _first_posture(graph: PostureGraph) -> str:
    return next(node.name for node in graph.nodes.values() if node.kind == "fixed")
