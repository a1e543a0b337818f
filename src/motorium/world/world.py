"""The world: who lives, who moves them, who commands them, and how a frame is made."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species, find_species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.events import Event, Events, register_event
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Mind, Senses
from motorium.contracts.motor import Motor
from motorium.contracts.population import Ids, Population, Slots
from motorium.contracts.time import Clock
from motorium.contracts.viewing import Camera
from motorium.minds.keep_swimming import KeepSwimming
from motorium.minds.monitor import Monitor
from motorium.minds.pilot import Pilot, PilotError
from motorium.minds.sequence import SequenceMind
from motorium.motors.medium import Medium
from motorium.motors.muscle import PUBLISHED, MuscleOptions
from motorium.motors.repertoire import RepertoireMotor
from motorium.world import changes
from motorium.world.companies import Company, newcomers, shared
from motorium.world.detail import Detail, LevelsReport
from motorium.world.driving import Driving
from motorium.world.habitat.clearance import Clearance
from motorium.world.habitat.habitat import Habitat
from motorium.world.habits import Habits
from motorium.world.inputs import Hear, Inputs, Journal
from motorium.world.moving import EXCHANGED, MUSCLES_FIRST, RESTED, Moving
from motorium.world.scenario import AUTOMATIC, Group, Scenario

__all__ = ["EATEN", "ENTERED", "EXCHANGED", "LEFT", "RESTED", "World", "WorldState"]

ENTERED = register_event("entered", "an individual has come into the world")
LEFT = register_event("left", "an individual has left the world")
EATEN = register_event("eaten", "an individual has eaten something")

EDIBLE: Final = {"plankton": 1, "food": 2}
STRONGEST_FLOW: Final = 10.0
"""Times the habitat's currents as its scenario has them."""


@dataclass(frozen=True)
class WorldState:
    """A copy of how the living are in one frame; rows are individuals, in the order of slots.

    positions [m] (n, 3); orientations (n, 4); velocities [m/s] (n, 3); nodes [m] in the body frame
    (n, 23, 3); lengths [m] (n,).
    """

    frame: int
    time: float
    ids: Ids
    positions: Floats
    orientations: Floats
    velocities: Floats
    nodes: Floats
    lengths: Floats


class World:
    """Owns everything that lives; one thread at a time may use it.

    The same scenario (and so the same seed) on the same machine gives the same bytes.
    """

    def __init__(self, scenario: Scenario, options: MuscleOptions | None = None) -> None:
        self.scenario = scenario
        self.clock = Clock()
        self.events = Events()
        self.population = Population(scenario.world.capacity, points=NODES, muscles=MUSCLES)
        self.commands = Commands(FISH, scenario.world.capacity)
        if options is None:
            options = PUBLISHED if scenario.world.model == "published" else MuscleOptions()
        self.species_names = scenario.species_names
        """As the scenario has them, in the order of `species`."""
        self.species: list[Species] = [find_species(name) for name in self.species_names]
        self._numbers = {name: number for number, name in enumerate(self.species_names)}
        self._random = np.random.default_rng(scenario.world.seed)
        self.options = options
        self._journal = Journal(self.clock)
        self._moving = Moving(
            self.population, self.commands, self.species, scenario.world, options, self._log
        )
        for name in sorted({_begins_on(group) for group in scenario.group}):
            self._moving.number(name)
        self.habitat: Habitat | None = None
        """None in open water."""
        if scenario.habitat is not None:
            seed = scenario.habitat.seed
            self.habitat = Habitat(scenario.habitat, scenario.world.seed if seed is None else seed)
            self._clearance = Clearance(self.habitat, scenario.world.capacity)
            if self._moving.natural:
                self._medium.vary(scenario.world.capacity)
        self.habits = Habits(scenario.world.capacity)
        self._detail = Detail(self.population, scenario.world.budget, self._journal)
        self._monitor = Monitor(self.population, self.commands)
        self._driving = Driving(self.population, self.commands, self._journal)
        self.after_frame: list[Callable[[], None]] = []
        """Who is called when a frame is made, as recorders are; they must change nothing."""
        self._companies = [self._company(group) for group in scenario.group]
        for company in self._companies:
            self._enter(company, company.group.count)

    # ------------------------------------------------------------ frames

    def advance(self, frames: int = 1) -> None:
        """Make frames: levels follow the eye, minds decide, motors move, the habitat follows."""
        muscle = self._moving.muscle
        for _ in range(frames):
            begun = time.perf_counter()
            driven = self._driving.slots
            self._follow_eyes(driven)
            self._decide(driven)
            simulating = time.perf_counter()
            muscle.advance(self.clock.frame)
            simulated = time.perf_counter() - simulating
            for motor in self.motors[1:]:
                motor.advance(self.clock.frame)
            self._live_around()
            self.clock.tick()
            for observe in tuple(self.after_frame):
                observe()
            others = time.perf_counter() - begun - simulated
            fishes = sum(school.blocks.count for school in muscle.schools)
            self._detail.account(1e3 * simulated, 1e3 * others, fishes)

    def _decide(self, driven: Slots) -> None:
        people = self.population
        room = None if self.habitat is None else self._clearance.ahead(people)
        for company in self._companies:
            own = company.slots
            senses = Senses(
                self.clock.seconds,
                own[~np.isin(own, driven)] if len(driven) else own,
                people.positions,
                people.orientations,
                people.lengths,
                room,
            )
            company.mind.decide(senses, self.commands)
        if self._moving.natural:
            self._monitor.watch(self.clock.frame)

    def _live_around(self) -> None:
        if self.habitat is None:
            return
        for slot, what, which in self.habitat.advance(self.clock.seconds, self.population):
            self._log(EATEN, slot, detail=f"{what} {which}")
        self._flow(self.population.living)

    def _flow(self, slots: Slots) -> None:
        """Let the water flow where these individuals are."""
        medium = self._medium
        if self.habitat is None or not medium.varies:
            return
        currents = self.habitat.currents
        currents.everywhere = medium.felt_current
        positions = self.population.positions
        currents.write_for(slots, positions, self.clock.seconds, medium.local)
        medium.local[slots] -= medium.felt_current

    def _flow_at(self, slots: Slots, places: Floats) -> Floats:
        """How the water flows [m/s] where individuals come into the world [m]; from the first frame
        on they feel all of it."""
        medium = self._medium
        self.population.positions[slots] = places
        self._flow(slots)
        if medium.varies:
            medium.felt_local[slots] = medium.local[slots]
        return medium.current_of(slots)

    def _follow_eyes(self, driven: Slots) -> None:
        rising, falling = self._detail.follow(self.clock.frame, MUSCLES_FIRST, driven)
        if len(rising):
            self._moving.carry_on(rising, MUSCLES_FIRST)
        if len(falling):
            self._moving.carry_on(falling, self._moving.number(RepertoireMotor.name))

    def state(self) -> WorldState:
        """A copy of how everybody is now."""
        people = self.population
        slots = people.living
        return WorldState(
            frame=self.clock.frame,
            time=self.clock.seconds,
            ids=people.ids[slots],
            positions=people.positions[slots],
            orientations=people.orientations[slots],
            velocities=people.velocities[slots],
            nodes=people.nodes[slots].astype(np.float64),
            lengths=people.lengths[slots].astype(np.float64),
        )

    # ------------------------------------------------------------ what a person can change

    @property
    def viscosity(self) -> float:
        """Of the water: 0 is air, 1 is water, more is oil."""
        return self._medium.viscosity

    @viscosity.setter
    def viscosity(self, value: float) -> None:
        self._medium.viscosity = value
        self._journal.note(changes.Viscosity, value=float(value))

    @property
    def current(self) -> Floats:
        """Velocity of the water everywhere [m/s], shape (3,)."""
        return self._medium.current

    @current.setter
    def current(self, value: Sequence[float] | Floats) -> None:
        self._medium.current = value
        self._journal.note(changes.Current, velocity=self._medium.current.tolist())

    @property
    def hour(self) -> float:
        """Of the habitat's day, 0 to 24."""
        return self._sea("no day").light.hour

    @hour.setter
    def hour(self, value: float) -> None:
        sea = self._sea("no day")
        if not 0 <= value < 24:
            raise ValueError(f"hour {value} is not a number from 0 to below 24")
        sea.light.hour = float(value)
        self._journal.note(changes.Hour, value=float(value))

    @property
    def flow_strength(self) -> float:
        """By which the habitat's currents are multiplied."""
        return self._sea("no currents of its own").currents.strength

    @flow_strength.setter
    def flow_strength(self, value: float) -> None:
        sea = self._sea("no currents of its own")
        if not 0 <= value <= STRONGEST_FLOW:
            raise ValueError(f"flow strength {value} is not a number from 0 to {STRONGEST_FLOW:g}")
        sea.currents.strength = float(value)
        self._journal.note(changes.FlowStrength, value=float(value))

    def drop_food(self, place: Sequence[float] | Floats) -> int:
        """Let food fall into the water at a place [m]; how many pieces there was room for."""
        sea = self._sea("no ground on which food could lie")
        where = np.array(place, dtype=np.float64)
        if where.shape != (3,) or not np.isfinite(where).all():
            raise ValueError(f"food at {place}: a place is three finite numbers of metres")
        x, y, z = where.tolist()
        radius, surface = sea.settings.radius, sea.settings.surface
        if np.hypot(x, y) > radius or z > surface:
            raise ValueError(
                f"food at {x:g}, {y:g}, {z:g} m falls outside the habitat: at most {radius:g} m "
                f"from its middle, and not above the surface at {surface:g} m"
            )
        pieces = sea.food.drop(where)
        self._journal.note(changes.DropFood, place=(x, y, z))
        return pieces

    def _sea(self, lacking: str) -> Habitat:
        if self.habitat is None:
            raise ValueError(f"open water has {lacking}; give the scenario a [habitat]")
        return self.habitat

    @property
    def speed(self) -> float:
        """What the minds of the first group cruise at [L/s]; 0 if nobody has a mind."""
        return self._companies[0].mind.speed if self._companies else 0.0

    @speed.setter
    def speed(self, value: float) -> None:
        if not 0 <= value < np.inf:
            raise ValueError(f"speed {value} is not a number of body lengths a second")
        # Groups keep their proportions: a shark's pace is not a sardine's.
        cruising = [self._cruising(company.group) for company in self._companies]
        for company, own in zip(self._companies, cruising, strict=True):
            share = own / cruising[0] if cruising[0] > 0 else 1.0
            company.mind.speed = min(value * share, self.species[company.species].top_speed)
        self._journal.note(changes.Speed, value=float(value))

    @property
    def top_speed(self) -> float:
        """The fastest that the first group's species can swim [L/s]."""
        if not self._companies:
            return 0.0
        return self.species[self._companies[0].species].top_speed

    def resize(self, count: int) -> None:
        """Let `count` individuals live, shared among the groups as the scenario shares them."""
        try:
            count = operator.index(count)
        except TypeError:
            raise ValueError(f"a population of {count!r}: it must be a whole number") from None
        if not 0 <= count <= self.population.capacity:
            raise ValueError(
                f"a population of {count} does not fit: at most {self.population.capacity} here"
            )
        if not self._companies:
            raise ValueError("this scenario has no [[group]] that could grow")
        try:
            self._share_out(count)
        except Exception:
            # Some may have come or gone by now, so that it belongs to what was done.
            self._journal.note(changes.Resize, count=count, failed=True)
            raise
        self._journal.note(changes.Resize, count=count)

    def _share_out(self, count: int) -> None:
        for company, wanted in zip(self._companies, shared(self._companies, count), strict=True):
            missing = wanted - len(company.slots)
            if missing > 0:
                self._enter(company, missing)
            elif missing < 0:
                ids = self.population.ids[company.slots]
                # The newest leave, and whoever is driven last of all.
                driven = np.isin(ids, list(self._driving.pilots))
                self._remove(ids[np.lexsort((ids, ~driven))[missing:]])

    def remove(self, ids: Sequence[int] | Ids) -> None:
        """Take individuals out of the world."""
        self._remove(ids)
        self._journal.note(changes.Remove, ids=[int(identity) for identity in ids])

    def _remove(self, ids: Sequence[int] | Ids) -> None:
        slots = self.population.slots(ids)
        for identity in ids:
            self._driving.forget(int(identity))
        for slot in slots:
            self._log(LEFT, int(slot))
        self._moving.forget(ids, slots)
        self.population.leave(ids)
        self.commands.forget(slots)
        for company in self._companies:
            company.slots = company.slots[~np.isin(company.slots, slots)]

    def add_motor(self, motor: Motor) -> None:
        """Make another motor available for exchange."""
        self._moving.add(motor)
        what = f"a motor of one's own, {motor.name!r},"
        self._journal.note(changes.Foreign, what=what)

    def exchange(self, ids: Sequence[int] | Ids, motor: str) -> None:
        """Let another motor carry these individuals on, from where and how they are.

        "automatic" lets the world choose between muscles and playback from now on.
        """
        self._moving.exchange(ids, motor)
        everybody = [int(identity) for identity in ids]
        self._journal.note(changes.Exchange, ids=everybody, motor=motor)

    # ------------------------------------------------------------ taking by the hand

    def grab(self, identity: int, node: int, place: Sequence[float] | Floats) -> None:
        """Take a fish by a node, 0 to 22, and pull it to a place [m]; again: move the hand.

        Only muscles feel a hand: who is replayed is simulated until he is let go.
        """
        self._moving.grab(identity, node, place)
        where = [float(part) for part in place]
        self._journal.note(changes.Grab, id=int(identity), node=int(node), place=where)

    def let_go(self, identity: int) -> None:
        """Take the hand away; the fish goes back to the motor that it had, and swims on."""
        self._moving.let_go(identity)
        self._journal.note(changes.LetGo, id=int(identity))

    # ------------------------------------------------------------ who watches

    def look(self, viewer: Hashable, camera: Camera | None) -> None:
        """Somebody watches from here from now on; None: no longer. Nobody watching, all is seen."""
        self._detail.look(viewer, camera)

    @property
    def viewers(self) -> tuple[Hashable, ...]:
        """Who watches."""
        return self._detail.viewers

    @property
    def budget(self) -> float | None:
        """Milliseconds that a frame may take, with what is charged for it; None: what it takes.

        Who is automatic is simulated or replayed accordingly.
        """
        return self._detail.budget

    @budget.setter
    def budget(self, milliseconds: float | None) -> None:
        self._detail.budget = milliseconds

    def charge(self, milliseconds: float) -> None:
        """Count what was spent on the last frame beside the world, as on its picture."""
        self._detail.charge(milliseconds)

    def allow(self, count: int) -> None:
        """Let so many who are automatic be on muscles; with a budget a governor decides it."""
        self._detail.allow(count)

    # ------------------------------------------------------------ who records

    def listen(self, hear: Hear) -> None:
        """Tell somebody all that comes from outside: first who looks from where and how many are
        allowed on muscles now, then whatever is not refused."""
        for given in self._detail.present(self.clock.frame):
            hear(given)
        self._journal.listeners.append(hear)

    def stop_listening(self, hear: Hear) -> None:
        """Tell him no more."""
        self._journal.listeners.remove(hear)

    def record_inputs(self) -> Inputs:
        """Note from now on what comes from outside, to be replayed (`world.inputs.replay`)."""
        inputs = Inputs(first=self.clock.frame)
        self.listen(inputs.add)
        return inputs

    @property
    def as_begun(self) -> bool:
        """Whether it is still as its scenario has it: what is recorded now can be repeated."""
        return self.clock.frame == 0 and self._journal.changes == 0

    @property
    def levels(self) -> LevelsReport:
        """Who runs on what, and what it costs."""
        return self._detail.report(MUSCLES_FIRST)

    # ------------------------------------------------------------ driving by hand

    @property
    def pilots(self) -> Mapping[int, Pilot]:
        """Who drives whom, by the fish's id."""
        return MappingProxyType(self._driving.pilots)

    def pilot(self, identity: int | None = None) -> Pilot:
        """Drive a fish by hand, instead of its mind; without an id, the first that nobody drives.

        It goes on at the speed of its mind, straight ahead.
        """
        identity = self._driving.somebody() if identity is None else operator.index(identity)
        if identity in self.pilots:
            raise PilotError(f"fish {identity} is driven by somebody already")
        slots = self.population.slots([identity])
        company = next(one for one in self._companies if slots[0] in one.slots)
        top_speed = self.species[company.species].top_speed
        current = lambda: self._medium.current_of(slots)[0]  # noqa: E731
        return self._driving.begin(identity, company.mind.speed, top_speed, current)

    def release_pilot(self, identity: int) -> None:
        """Give a fish back to its mind."""
        self._driving.release(identity)

    # ------------------------------------------------------------ inside

    @property
    def motors(self) -> list[Motor]:
        """All that are there; `Population.motors` says who is moved by which."""
        return self._moving.motors

    @property
    def _medium(self) -> Medium:
        return self._moving.muscle.medium

    def _company(self, group: Group) -> Company:
        number = self._numbers[group.species]
        home, circles = self.scenario.home(group)
        chance = self._random if group.seed is None else np.random.default_rng(group.seed)
        mind: Mind
        if group.mind == SequenceMind.name:
            mind = SequenceMind([command.timed() for command in self.scenario.command])
        else:
            mind = KeepSwimming(self._cruising(group), home, *circles)
        (nature,) = chance.spawn(1)
        nobody = np.zeros(0, dtype=np.intp)
        return Company(group, number, mind, chance, nature, nobody, home, circles)

    def _cruising(self, group: Group) -> float:
        """What a group cruises at [L/s]; its species' medium gait if it does not say."""
        if group.speed is not None:
            return group.speed
        return self.species[self._numbers[group.species]].gaits.medium.speed

    def _enter(self, company: Company, count: int) -> None:
        people = self.population
        slots = people.enter(count)
        species = self.species[company.species]
        # Who comes is on his way: from rest each motor sets off in a way of its own.
        pace = company.mind.speed if self._moving.natural else 0.0
        flow = partial(self._flow_at, slots)
        try:
            handover = newcomers(company, species, people, slots, pace, flow, self.habitat)
        except Exception:
            people.leave(people.ids[slots])
            raise
        self.habits.give(slots, company.group.habits, company.nature)
        motor = self._moving.number(_begins_on(company.group))
        people.motors[slots] = motor
        people.automatic[slots] = company.group.motor == AUTOMATIC
        people.eats[slots] = sum(EDIBLE[what] for what in set(company.group.eats))
        self.motors[motor].adopt(slots, handover)
        company.slots = np.sort(np.concatenate([company.slots, slots]))
        for slot in slots:
            self._log(ENTERED, int(slot), detail=species.name)

    def _log(self, kind: str, slot: int, detail: str = "") -> None:
        x, y, z = self.population.positions[slot].tolist()
        self.events.add(
            Event(
                frame=self.clock.frame,
                t=self.clock.seconds,
                kind=kind,
                subject=int(self.population.ids[slot]),
                x=x,
                y=y,
                z=z,
                detail=detail,
            )
        )


def _begins_on(group: Group) -> str:
    return RepertoireMotor.name if group.motor == AUTOMATIC else group.motor
