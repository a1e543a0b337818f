"""Those who live by instinct: what they perceive, and when they decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from motorium.bodies.fish import BODY_LENGTH, NODES
from motorium.bodies.species import Species
from motorium.contracts.commands import Commands
from motorium.contracts.events import register_event
from motorium.contracts.mind import Room, Senses
from motorium.contracts.perception import ATTENDED, KINDS, Perception, Role
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import Clock
from motorium.minds.instinct.instinct import Instinct, Nature
from motorium.senses import numbers
from motorium.senses.collision import Region
from motorium.senses.sensing import Sensing
from motorium.world.edible import Edible
from motorium.world.habitat.drifting import EDIBLE
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.obstacles import CYLINDER
from motorium.world.habits import Habits
from motorium.world.scenario import Group, Scenario
from motorium.world.submarine.boat import hull
from motorium.world.submarine.settings import LENGTH, RADIUS
from motorium.world.surroundings import Surroundings

__all__ = ["EVERY", "SPAWNED", "InstinctMind", "Instincts", "LightSense"]

SPAWNED = register_event("spawned", "a male has spawned with a female")

EVERY: Final = 6
"""Frames between two decisions of one individual: ten times a second, each when its turn is."""
APPETITE: Final = 25.0
"""How many particles a fish eats until it has enough, for each metre of its length."""
PREY_APPETITE: Final = 2.0
"""Likewise how many prey a predator."""
TEMPERATE: Final = 22.5
"""How warm it is where no habitat says it [degrees Celsius]: nobody minds."""
ROLES: Final = {"pacifist": Role.PACIFIST, "prey": Role.PREY, "predator": Role.PREDATOR}


LightSense = Callable[[int], float]
"""How bright it is for a fish, by its id, 0 to 1."""


class InstinctMind:
    """A group's share of the instinct, which decides for all groups at once; asleep: whether who
    comes rests until he is woken."""

    name = Instinct.name

    def __init__(
        self, instinct: Instinct, speed: float, top_speed: float, asleep: bool = False
    ) -> None:
        self.slots: Slots = np.zeros(0, dtype=np.intp)
        self._instinct = instinct
        self._speed = speed
        self.top_speed = top_speed
        self.asleep = asleep

    @property
    def speed(self) -> float:
        """What it cruises at [L/s]."""
        return self._speed

    @speed.setter
    def speed(self, value: float) -> None:
        self._speed = value
        self._instinct.tempers["cruise"][self.slots] = value

    def decide(self, senses: Senses, commands: Commands) -> None:
        """Nothing: `Instincts.decide` does it for everybody."""


class Instincts:
    """instinct: of all who have one; perceived: by them."""

    def __init__(
        self,
        scenario: Scenario,
        species: Sequence[Species],
        population: Population,
        habits: Habits,
        surroundings: Surroundings,
    ) -> None:
        self._population = population
        self._habitat = surroundings.habitat
        self._surroundings = surroundings
        self._species = species
        self._names = scenario.species_names
        self._minds: list[InstinctMind] = []
        self._edible = Edible(surroundings.habitat, surroundings.line)
        self._roles = np.zeros(len(population.ids), dtype=np.int8)
        visited = int(len(population.visitors) > 0)
        population.species[population.visitors] = len(species)
        self._roles[population.visitors] = Role.PREDATOR
        self.perceived = _perception(
            population, habits, self._roles, species, surroundings.habitat, self._edible
        )
        self.instinct = Instinct(self.perceived, scenario.world.seed)
        # There may be no species at all; visitors are one more.
        bodies = [one.body.nodes / BODY_LENGTH for one in species] + [hull()] * visited
        self._shapes = np.array(bodies).reshape(-1, NODES, 3)
        self._sensing = Sensing(population, self.perceived, self._shapes)
        self._clock: Clock | None = None
        self.slots: Slots = np.zeros(0, dtype=np.intp)
        """Of all who live by it, ascending."""
        self.light_sense: LightSense | None = None
        """By which they feel how bright it is; None: as it is where they are."""

    def look_anew(self) -> None:
        """The habitat has been furnished anew: what is perceived is other things, other numbers."""
        around = self._surroundings
        sea = around.sea("nothing to look at")
        self._edible = Edible(sea, around.line)
        self.perceived = self.perceived._replace(
            food_places=self._edible.places,
            food_velocities=self._edible.velocities,
            food_there=self._edible.there,
            cylinders=sea.obstacles.cylinders,
            weed_boxes=sea.weeds.boxes,
        )
        self.instinct.look_anew(self.perceived)
        self._sensing = Sensing(self._population, self.perceived, self._shapes)

    def mind(self, group: Group, speed: float) -> InstinctMind:
        """Of a group that cruises at a speed [L/s]."""
        species = self._species[self._names.index(group.species)]
        mind = InstinctMind(self.instinct, speed, species.top_speed, group.instinct.asleep)
        self._minds.append(mind)
        return mind

    def introduce(self, slots: Slots, species: Species) -> None:
        """These are now of a species, whatever mind they have."""
        self._roles[slots] = ROLES[species.role]
        self._surroundings.tell_of_obstacles(slots, True)

    def enter(self, mind: InstinctMind, slots: Slots, group: Group, young: bool = False) -> None:
        """Somebody is born into these slots; his species, size and habits are there already;
        young: he knows no mates until he is `grown`."""
        people, tempers = self._population, self.instinct.tempers
        given = group.instinct
        role = self._species[self._names.index(group.species)].role
        per_metre = PREY_APPETITE if role == "predator" else APPETITE
        appetites = np.maximum(per_metre * people.lengths[slots], 1.0)
        if given.appetite is not None:
            appetites[:] = given.appetite
        tempers["cruise"][slots] = mind.speed
        tempers["top"][slots] = mind.top_speed
        tempers["eats"][slots] = sum(EDIBLE[what] for what in set(group.eats))
        tempers["hunts"][slots] = role == "predator"
        tempers["mates"][slots] = role == "pacifist" and not young
        tempers["fears"][slots] = role == "prey"
        told = given.model_dump(exclude={"appetite", "leader", "asleep"})
        seconds = self._clock.seconds if self._clock else 0.0
        self.instinct.enter(slots, Nature(**told, appetite=appetites), seconds)
        self.instinct.brains["asleep"][slots] = mind.asleep
        self._surroundings.tell_of_obstacles(slots, False)
        tempers["leads"][slots] = 0
        if given.leader and not len(mind.slots):
            tempers["leads"][slots[:1]] = 1
        mind.slots = np.sort(np.concatenate([mind.slots, slots]))
        self.slots = np.sort(np.concatenate([self.slots, slots]))

    def grown(self, slot: int) -> None:
        """Who was young may mate from now on, and begins without libido."""
        self.instinct.tempers["mates"][slot] = 1
        self.instinct.brains["last_mating"][slot] = self._clock.seconds if self._clock else 0.0

    def forget(self, slots: Slots) -> None:
        """These have left."""
        for mind in self._minds:
            mind.slots = mind.slots[~np.isin(mind.slots, slots)]
        self.slots = self.slots[~np.isin(self.slots, slots)]

    def fed(self, slot: int, amount: float) -> None:
        """Somebody has eaten."""
        self.instinct.fed(slot, amount, self._clock.seconds if self._clock else 0.0)

    def decide(
        self, clock: Clock, driven: Slots, room: Room | None, commands: Commands
    ) -> list[tuple[int, int]]:
        """One frame; returns who has spawned in it: slots of males, with the ids of females."""
        self._clock = clock
        if not self._minds:
            return []
        people = self._population
        own = self.slots
        own = own[~np.isin(own, driven)] if len(driven) else own
        turn = own % EVERY == clock.frame % EVERY
        due = own[turn | (self.instinct.brains["decisions"][own] == 0)]
        self._edible.follow()
        if len(due):
            self._sensing.sense(due)
            self._feel(due)
        senses = Senses(
            clock.seconds, own, people.positions, people.orientations, people.lengths, room
        )
        self.instinct.decide(senses, due, commands)
        return self._spawned(due)

    def region(self, slot: int) -> Region:
        """In which one feels whom it may run into."""
        return self._sensing.region(slot)

    def _spawned(self, due: Slots) -> list[tuple[int, int]]:
        brains = self.instinct.brains
        males = due[brains["spawned"][due] != 0]
        brains["spawned"][males] = 0
        return list(zip(males.tolist(), brains["refused"][males].tolist(), strict=True))

    def _feel(self, due: Slots) -> None:
        """How bright and warm it is."""
        if self._habitat is not None:
            places = self._population.positions[due]
            self.perceived.light[due] = self._habitat.light.at(places)
            self.perceived.warmth[due] = self._habitat.temperature.at(places)
            if self.light_sense is not None:
                ids = self._population.ids[due].tolist()
                self.perceived.light[due] = [_sensed(self.light_sense, one) for one in ids]


def _sensed(sense: LightSense, identity: int) -> float:
    light: object = sense(identity)
    if not isinstance(light, int | float | np.number) or not 0.0 <= float(light) <= 1.0:
        raise ValueError(
            f"the light sense of fish {identity} must give a number from 0 to 1, not {light!r}"
        )
    return float(light)


def _perception(
    people: Population,
    habits: Habits,
    roles: np.ndarray[tuple[int], np.dtype[np.int8]],
    species: Sequence[Species],
    habitat: Habitat | None,
    edible: Edible,
) -> Perception:
    capacity = len(people.ids)
    sides = [
        [max(s.half_width for s in one.stations), max(s.half_height for s in one.stations)]
        for one in species
    ]
    half = RADIUS / LENGTH * BODY_LENGTH
    sides += [[half, half]] * (len(people.visitors) > 0)
    return Perception(
        ids=people.ids,
        species=people.species,
        roles=roles,
        female=habits.female,
        schooling=habits.schooling,
        light_liking=habits.light,
        warmth_liking=habits.warmth,
        lengths=people.lengths,
        positions=people.positions,
        orientations=people.orientations,
        velocities=people.velocities,
        menace=np.ones(capacity, dtype=np.float32),
        counts=np.zeros((capacity, KINDS), dtype=np.int16),
        which=np.zeros((capacity, KINDS, ATTENDED), dtype=np.int32),
        distances=np.zeros((capacity, KINDS, ATTENDED), dtype=np.float32),
        light=np.full(capacity, np.nan, dtype=np.float32),
        warmth=np.full(capacity, np.nan, dtype=np.float32),
        obstacle=np.full(capacity, -1, dtype=np.int32),
        obstacle_distance=np.zeros(capacity, dtype=np.float32),
        fish=np.full(capacity, -1, dtype=np.int32),
        fish_share=np.zeros(capacity, dtype=np.float32),
        antenna=np.full(capacity, numbers.ANTENNA, dtype=np.float32),
        boxes=np.full((capacity, 3), 0.5, dtype=np.float32),
        food_places=edible.places,
        food_velocities=edible.velocities,
        food_there=edible.there,
        cylinders=np.zeros(0, dtype=CYLINDER) if habitat is None else habitat.obstacles.cylinders,
        weed_boxes=np.zeros((0, 2, 3)) if habitat is None else habitat.weeds.boxes,
        half_sizes=np.array(sides, dtype=np.float32).reshape(-1, 2) / np.float32(BODY_LENGTH),
    )
