"""The world: who lives, who moves them, who commands them, and how a frame is made."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species, find_species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.events import Event, Events
from motorium.contracts.frames import Floats
from motorium.contracts.mind import Senses
from motorium.contracts.motor import Motor
from motorium.contracts.perception import Perception
from motorium.contracts.population import Ids, Population, Slots
from motorium.contracts.time import Clock
from motorium.contracts.viewing import Camera
from motorium.minds.instinct.explaining import Reason
from motorium.minds.instinct.reasons import Reasons
from motorium.minds.monitor import Monitor
from motorium.minds.pilot import Pilot, PilotError
from motorium.motors.medium import Medium
from motorium.motors.muscle import PUBLISHED, MuscleOptions
from motorium.motors.repertoire import RepertoireMotor
from motorium.physics.pushes import Pushes
from motorium.physics.settings import PhysicsSettings
from motorium.senses.collision import Region
from motorium.senses.retina import SIZE, Kind, retina
from motorium.world import changes
from motorium.world.detail import Detail, LevelsReport
from motorium.world.directing import rehearsal
from motorium.world.directing.director import Director
from motorium.world.driving import Driving
from motorium.world.expressing import Expressing
from motorium.world.feeding import EATEN, Feeding
from motorium.world.fishing.angling import CAUGHT, HOOKED, TORN_OFF, Angling
from motorium.world.fishing.line import Line
from motorium.world.furnishing import Furnishing
from motorium.world.habitat.furniture import Furniture
from motorium.world.habitat.habitat import Habitat
from motorium.world.influence import Influence
from motorium.world.inputs import Hear, Inputs, Journal
from motorium.world.instincts import SPAWNED, InstinctMind, LightSense
from motorium.world.moving import EXCHANGED, MUSCLES_FIRST, RESTED, Moving
from motorium.world.peopling import ENTERED, LEFT, Peopling
from motorium.world.reasoning import Reasoning
from motorium.world.renewal import BORN, Renewal
from motorium.world.scenario import Scenario
from motorium.world.showing import moment_of
from motorium.world.submarine.boat import BUMPED, FIRST, Submarine
from motorium.world.submarine.diving import Diving
from motorium.world.surroundings import Surroundings

__all__ = [
    "BORN",
    "BUMPED",
    "CAUGHT",
    "EATEN",
    "ENTERED",
    "EXCHANGED",
    "HOOKED",
    "LEFT",
    "RESTED",
    "SPAWNED",
    "TORN_OFF",
    "World",
    "WorldState",
]


@dataclass(frozen=True)
class WorldState:
    """A copy of how the living are in one frame; rows are individuals, in the order of slots.

    positions [m] (n, 3); orientations (n, 4); velocities [m/s] (n, 3); nodes [m] in the body frame
    (n, 23, 3); lengths [m] (n,); expression, 0 to 1 (n, 3): how far mouths are open, courtship,
    fear.
    """

    frame: int
    time: float
    ids: Ids
    positions: Floats
    orientations: Floats
    velocities: Floats
    nodes: Floats
    lengths: Floats
    expression: Floats


class World:
    """Owns everything that lives; one thread at a time may use it.

    The same scenario (and so the same seed) on the same machine gives the same bytes.
    """

    def __init__(
        self,
        scenario: Scenario,
        options: MuscleOptions | None = None,
        releases: Mapping[str, float] | None = None,
    ) -> None:
        """releases: when groups come into the world [s], by name, that have an appointment; left
        out, as rehearsed (`rehearsal`)."""
        self.scenario = scenario
        self.clock = Clock()
        self.events = Events()
        visitors = 0 if scenario.submarine is None else scenario.submarine.most
        self.population = Population(scenario.world.capacity, NODES, MUSCLES, visitors)
        self.commands = Commands(FISH, scenario.world.capacity)
        if options is None:
            options = PUBLISHED if scenario.world.model == "published" else MuscleOptions()
        self.species_names = scenario.species_names
        """As the scenario has them, in the order of `species`."""
        self.species: list[Species] = [find_species(name) for name in self.species_names]
        self.options = options
        self.after_frame: list[Callable[[], None]] = []
        """Who is called when a frame is made, as recorders are; they must change nothing."""
        people, commands = self.population, self.commands
        self._journal = Journal(self.clock)
        self._moving = Moving(people, commands, self.species, scenario.world, options, self._log)
        for name in sorted({group.motor for group in scenario.group}):
            self._moving.number(name)
        self._moving.muscle.physics = scenario.physics
        self._around = Surroundings(
            scenario, people, self._medium, self._moving.natural, self.clock, self._journal
        )
        self._diving = Diving(
            scenario,
            people,
            self._around,
            self._medium,
            self._moving.natural,
            self._journal,
            self._log,
        )
        self._detail = Detail(people, scenario.world.budget, self._journal)
        self._monitor = Monitor(people, commands)
        self._driving = Driving(people, commands, self._journal)
        self._peopling = Peopling(
            scenario,
            self.species,
            people,
            commands,
            self._moving,
            self._driving,
            self._around,
            self._log,
        )
        self._expressing = Expressing(people, commands, self._peopling.instincts)
        self._renewal = Renewal(people, self._peopling, self._around, self.clock, self._log)
        self._angling = Angling(
            people,
            commands,
            self._moving,
            self._around,
            self._renewal,
            self._expressing,
            self.clock,
            self._journal,
            self._log,
        )
        self._feeding = Feeding(
            people,
            commands,
            self._medium,
            self._moving.natural,
            self._around,
            self._peopling,
            self._renewal,
            self._expressing,
            self._log,
        )
        self.habits = self._peopling.habits
        self.influence = Influence(people, self._peopling, self.clock, self._journal)
        """By which a person changes minds."""
        self.instinct = self._peopling.instincts.instinct
        """Of all who have one."""
        if releases is None:
            releases = rehearsal.releases(scenario)
        self._director = Director(scenario, releases, people, self._peopling, self.clock, self._log)
        self._furnishing = Furnishing(
            self._around, self._peopling, self._diving, self._director, self._journal
        )
        self._reasoning = Reasoning(
            people, self.species, commands, self._peopling, self.clock, self.habitat
        )

    @property
    def perceived(self) -> Perception:
        """What all perceive who live by instinct."""
        return self._peopling.instincts.perceived

    @property
    def habitat(self) -> Habitat | None:
        """None in open water."""
        return self._around.habitat

    @property
    def motors(self) -> list[Motor]:
        """All that are there; `Population.motors` says who is moved by which."""
        return self._moving.motors

    @property
    def seconds(self) -> float:
        """Since it began."""
        return self.clock.seconds

    def groups_of(self, slots: Slots) -> list[int]:
        """To which group of the scenario each belongs, by its number; -1 for none."""
        return self._peopling.groups_of(slots)

    # ------------------------------------------------------------ frames

    def advance(self, frames: int = 1) -> None:
        """Make frames: levels follow the eye, minds decide, motors move, the habitat follows."""
        muscle = self._moving.muscle
        for _ in range(frames):
            begun = time.perf_counter()
            self._director.advance()
            driven = self._driving.slots
            self._follow_eyes(driven)
            self._decide(driven)
            simulating = time.perf_counter()
            muscle.advance(self.clock.frame)
            simulated = time.perf_counter() - simulating
            for motor in self.motors[1:]:
                motor.advance(self.clock.frame)
            self._diving.advance(self.perceived)
            self._feeding.advance()
            self._angling.advance()
            self._renewal.advance()
            self._expressing.advance(driven)
            self.clock.tick()
            for observe in tuple(self.after_frame):
                observe()
            others = time.perf_counter() - begun - simulated
            fishes = sum(school.blocks.count for school in muscle.schools)
            self._detail.account(1e3 * simulated, 1e3 * others, fishes)

    def _decide(self, driven: Slots) -> None:
        people = self.population
        room = self._around.room()
        for company in self._peopling.companies:
            if isinstance(company.mind, InstinctMind):
                continue
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
        instincts = self._peopling.instincts
        for male, female in instincts.decide(self.clock, driven, room, self.commands):
            self._log(SPAWNED, male, concerned=female)
            self._renewal.spawned(int(self.population.ids[male]), female)
        if self._moving.natural:
            self._monitor.watch(self.clock.frame)

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
            expression=people.expression[slots].astype(np.float64),
        )

    def group_of(self, identity: int) -> str | None:
        """The name of somebody's group, also when it has left; None if it has none."""
        return self._peopling.called.get(identity)

    def reasons(self, since: float | None = None) -> Reasons:
        """Why those who live by instinct do what they do, as arrays; since: only of who has
        decided later than at this time [s]."""
        thinking = self._reasoning.thinking(self._driving.slots)
        if since is not None:
            thinking = thinking[self.instinct.brains["decided"][thinking] > since]
        return self._reasoning.of(thinking)

    def reason(self, identity: int) -> Reason:
        """Why one does what it does, in words."""
        return self._reasoning.of_one(operator.index(identity), self._driving.pilots)

    def region(self, identity: int) -> Region | None:
        """The sensitivity region of one (Tu 1999, section 6.6.1); None for who does not decide by
        instinct."""
        return self._reasoning.region(operator.index(identity), self._driving.slots)

    def retina(
        self,
        fish: int,
        kind: Kind = "rgb",
        *,
        eyes: int = 2,
        pan: float = 0.0,
        tilt: float = 0.0,
        size: tuple[int, int] = SIZE,
    ) -> NDArray[Any]:
        """What a fish sees: colours, identities, ranges or brightness (`senses.retina`); needs the
        extra `film`. Nothing changes by it."""
        moment = moment_of(self, everybody=True)
        return retina(moment, fish, kind, eyes=eyes, pan=pan, tilt=tilt, size=size)

    @property
    def light_sense(self) -> LightSense | None:
        """By which fishes feel how bright it is, 0 to 1, given an id, whenever they decide; None:
        the habitat's light where they are, which is quick and what files can hold."""
        return self._peopling.instincts.light_sense

    @light_sense.setter
    def light_sense(self, sense: LightSense | None) -> None:
        if sense is not None and not callable(sense):
            raise ValueError(f"a light sense is a function of a fish's id, not {sense!r}")
        self._peopling.instincts.light_sense = sense
        self._journal.note(changes.Foreign, what="a light sense of one's own")

    def pushes(self, identity: int) -> Pushes | None:
        """What the water does to one, face by face; None for who is replayed, or of the printed
        model."""
        slot = int(self.population.slots([identity])[0])
        return self._moving.muscle.pushes(slot)

    def food_place(self, number: int) -> Floats | None:
        """Where something edible is [m], by its number in reasons; None if it is gone."""
        perceived = self.perceived
        if not 0 <= number < len(perceived.food_there) or not perceived.food_there[number]:
            return None
        place: Floats = perceived.food_places[number].copy()
        return place

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
    def physics(self) -> PhysicsSettings:
        """Of what fishes on muscles are made, how time is cut, and whether there is water."""
        return self._moving.muscle.physics

    @physics.setter
    def physics(self, physics: PhysicsSettings) -> None:
        self._moving.muscle.physics = physics
        self._journal.note(changes.Physics, settings=physics)

    @property
    def steps(self) -> list[int]:
        """Of physics that a frame takes, of each species."""
        return [school.steps for school in self._moving.muscle.schools]

    @property
    def hour(self) -> float:
        """Of the habitat's day, 0 to 24."""
        return self._around.hour

    @hour.setter
    def hour(self, value: float) -> None:
        self._around.hour = value

    @property
    def flow_strength(self) -> float:
        """By which the habitat's currents are multiplied."""
        return self._around.flow_strength

    @flow_strength.setter
    def flow_strength(self, value: float) -> None:
        self._around.flow_strength = value

    def drop_food(self, place: Sequence[float] | Floats) -> int:
        """Let food fall into the water at a place [m]; how many pieces there was room for."""
        return self._around.drop_food(place)

    @property
    def furniture(self) -> Furniture:
        """What stands and grows in the habitat, and how much drifts."""
        return self._furnishing.furniture

    def furnish(self, furniture: Furniture) -> None:
        """Let other things stand, grow and drift in the habitat; fishes, food and time stay."""
        self._furnishing.furnish(furniture)

    @property
    def line(self) -> Line | None:
        """The fishing line; None where there is none."""
        return self._angling.line

    def cast_line(self, place: Sequence[float] | Floats) -> None:
        """Let the hook down at a place, x and y [m]; whoever bites is pulled up."""
        self._angling.cast(place)

    def pull_line(self) -> None:
        """Pull the hook up, with or without somebody."""
        self._angling.pull()

    @property
    def speed(self) -> float:
        """What the minds of the first group cruise at [L/s]; 0 if nobody has a mind."""
        companies = self._peopling.companies
        return companies[0].mind.speed if companies else 0.0

    @speed.setter
    def speed(self, value: float) -> None:
        self._peopling.set_speed(value)
        self._journal.note(changes.Speed, value=float(value))

    @property
    def top_speed(self) -> float:
        """The fastest that the first group's species can swim [L/s]."""
        companies = self._peopling.companies
        return self._peopling.top_speed(companies[0]) if companies else 0.0

    def resize(self, count: int) -> None:
        """Let `count` individuals live, shared among the groups as the scenario shares them."""
        try:
            count = operator.index(count)
        except TypeError:
            raise ValueError(f"a population of {count!r}: it must be a whole number") from None
        self._peopling.check(count)
        try:
            self._peopling.share_out(count)
        except Exception:
            # Some may have come or gone by now, so that it belongs to what was done.
            self._journal.note(changes.Resize, count=count, failed=True)
            raise
        self._journal.note(changes.Resize, count=count)

    def stock(self, species: str, count: int) -> None:
        """Let `count` individuals of a species live, by its name in the scenario."""
        try:
            self._peopling.stock(species, count)
        except Exception:
            # As of `resize`: some may have come or gone.
            self._journal.note(changes.Stock, species=species, count=count, failed=True)
            raise
        self._journal.note(changes.Stock, species=species, count=count)

    @property
    def counts(self) -> list[int | None]:
        """How many of each group live; None of one that is still to come."""
        return self._peopling.counts()

    def remove(self, ids: Sequence[int] | Ids) -> None:
        """Take individuals out of the world."""
        self._peopling.remove(ids)
        self._journal.note(changes.Remove, ids=[int(identity) for identity in ids])

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
        self._angling.check_free(identity)
        self._moving.grab(identity, node, place)
        where = [float(part) for part in place]
        self._journal.note(changes.Grab, id=int(identity), node=int(node), place=where)

    def let_go(self, identity: int) -> None:
        """Take the hand away; the fish goes back to the motor that it had, and swims on."""
        self._angling.check_free(identity)
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
        company = self._peopling.of(int(slots[0]))
        top_speed = self._peopling.top_speed(company)

        def current() -> Floats:
            felt: Floats = self._medium.current_of(slots)[0]
            return felt

        return self._driving.begin(identity, company.mind.speed, top_speed, current)

    def release_pilot(self, identity: int) -> None:
        """Give a fish back to its mind."""
        self._driving.release(identity)

    @property
    def submarine(self) -> Submarine | None:
        """The first, number 1; None if the scenario has none."""
        return self._diving.boats.get(FIRST)

    @property
    def submarines(self) -> Sequence[Submarine]:
        """All of them, by their numbers."""
        return tuple(self._diving.boats.values())

    def launch(self, number: int | None = None) -> int:
        """Put one more submarine into the water, near the first, at rest; without a number, it gets
        the lowest that is free. Returns its number."""
        return self._diving.launch(number)

    def recover(self, number: int) -> None:
        """Take a submarine out of the water; the first stays."""
        self._diving.recover(number)

    def steer(
        self,
        thrust: float | None = None,
        turn: float | None = None,
        pitch: float | None = None,
        lift: float | None = None,
        stop: bool | None = None,
        boat: int = FIRST,
    ) -> None:
        """Set the helm of a submarine (`submarine.Helm`); what is left out stays as it is."""
        self._diving.steer(boat, thrust, turn, pitch, lift, stop)

    # ------------------------------------------------------------ inside

    @property
    def _medium(self) -> Medium:
        return self._moving.muscle.medium

    def _log(self, kind: str, slot: int, detail: str = "", concerned: int = -1) -> None:
        x, y, z = self.population.positions[slot].tolist()
        self.events.add(
            Event(
                frame=self.clock.frame,
                t=self.clock.seconds,
                kind=kind,
                subject=int(self.population.ids[slot]),
                object=concerned,
                x=x,
                y=y,
                z=z,
                detail=detail,
            )
        )
