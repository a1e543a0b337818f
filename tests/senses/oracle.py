"""An oracle of the senses: looks at everybody, one by one, in plain NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species, load_species
from motorium.contracts.frames import Floats, body_to_world, quaternion_from_heading, world_to_body
from motorium.contracts.perception import ATTENDED, KINDS, Kind, Perception, Role
from motorium.contracts.population import Population
from motorium.senses import numbers
from motorium.senses.sensing import Sensing
from motorium.senses.sight import inside_from_to
from motorium.world.habitat.obstacles import CYLINDER
from motorium.world.instincts import ROLES

__all__ = ["Waters", "distances_to", "most_dangerous"]


class Waters:
    """Fishes somewhere, with food, cylinders and seaweed, and what they perceive there.

    names: species of each fish; places [m]; headings [rad]; foods: places [m] and sort, 1 or 2;
    cylinders: x, y, bottom, top, radius [m]; weeds: lowest and highest corners [m].
    """

    def __init__(
        self,
        names: Sequence[str],
        places: Any,
        headings: Any = 0.0,
        lengths: Any = None,
        female: Any = 0,
        foods: Sequence[tuple[Sequence[float], int]] = (),
        cylinders: Sequence[Sequence[float]] = (),
        weeds: Any = (),
        spare: int = 0,
    ) -> None:
        kinds = sorted(set(names))
        self.species: list[Species] = [load_species(name) for name in kinds] or [
            load_species("sardine")
        ]
        count = len(names)
        self.people = people = Population(max(count + spare, 1), points=23)
        self.slots = people.enter(count)
        which = np.array([kinds.index(name) for name in names], dtype=int)
        own = np.array([self.species[index].length for index in which])
        people.species[:count] = which
        people.lengths[:count] = own if lengths is None else lengths
        people.positions[:count] = np.asarray(places, dtype=float).reshape(-1, 3)
        people.orientations[:] = quaternion_from_heading(0.0)
        people.orientations[:count] = quaternion_from_heading(np.broadcast_to(headings, count))
        people.eats[:] = 3
        self.bodies: Floats = np.stack([one.body.nodes for one in self.species]) / BODY_LENGTH
        self.perceived = self._perception(foods, cylinders, weeds)
        self.perceived.roles[:count] = [ROLES[self.species[index].role] for index in which]
        self.perceived.female[:count] = female
        self.sensing = Sensing(people, self.perceived, self.bodies)

    def _perception(
        self, foods: Sequence[tuple[Sequence[float], int]], cylinders: Any, weeds: Any
    ) -> Perception:
        people = self.people
        room = people.capacity
        halves = [
            [max(s.half_width for s in one.stations), max(s.half_height for s in one.stations)]
            for one in self.species
        ]
        return Perception(
            ids=people.ids,
            species=people.species,
            roles=np.zeros(room, dtype=np.int8),
            female=np.zeros(room, dtype=np.uint8),
            schooling=np.ones(room, dtype=np.uint8),
            light_liking=np.zeros(room, dtype=np.int8),
            warmth_liking=np.zeros(room, dtype=np.int8),
            lengths=people.lengths,
            positions=people.positions,
            orientations=people.orientations,
            velocities=people.velocities,
            menace=np.ones(len(people.ids), dtype=np.float32),
            counts=np.zeros((room, KINDS), dtype=np.int16),
            which=np.zeros((room, KINDS, ATTENDED), dtype=np.int32),
            distances=np.zeros((room, KINDS, ATTENDED), dtype=np.float32),
            light=np.ones(room, dtype=np.float32),
            warmth=np.zeros(room, dtype=np.float32),
            obstacle=np.full(room, -1, dtype=np.int32),
            obstacle_distance=np.zeros(room, dtype=np.float32),
            fish=np.full(room, -1, dtype=np.int32),
            fish_share=np.zeros(room, dtype=np.float32),
            antenna=np.full(room, numbers.ANTENNA, dtype=np.float32),
            boxes=np.full((room, 3), 0.5, dtype=np.float32),
            food_places=np.array([place for place, _ in foods], dtype=float).reshape(-1, 3),
            food_velocities=np.zeros((len(foods), 3)),
            food_there=np.array([sort for _, sort in foods], dtype=np.uint8),
            cylinders=np.array([(*row, 0.0) for row in cylinders], dtype=CYLINDER),
            weed_boxes=np.array(weeds, dtype=float).reshape(-1, 2, 3),
            half_sizes=np.array(halves, dtype=np.float32) / np.float32(BODY_LENGTH),
        )

    def sense(self) -> Waters:
        """Everybody at once."""
        self.sensing.sense(self.slots)
        return self

    def of(self, slot: int, kind: Kind) -> dict[int, float]:
        """What somebody perceives of a kind, and how far it is [m], nearest first."""
        count = self.perceived.counts[slot, kind]
        which = self.perceived.which[slot, kind, :count].tolist()
        return dict(zip(which, self.perceived.distances[slot, kind, :count].tolist(), strict=True))


def distances_to(waters: Waters, slot: int, kind: Kind) -> dict[int, float]:
    """What `Waters.of` should be."""
    seen = waters.perceived
    eye, ahead = _eye(waters, slot)
    found: dict[int, float] = {}
    if kind == Kind.FOOD:
        for number, (place, sort) in enumerate(zip(seen.food_places, seen.food_there, strict=True)):
            far = float(np.linalg.norm(place - eye))
            if sort & waters.people.eats[slot] and far <= numbers.SMELL:
                found[number] = far
    elif kind == Kind.OBSTACLE:
        for number, each in enumerate(seen.cylinders):
            axis = np.array([each["x"], each["y"], np.clip(eye[2], each["bottom"], each["top"])])
            far = float(np.linalg.norm(axis - eye)) - float(each["radius"])
            if far < numbers.SIGHT:
                found[number] = max(far, 0.0)
    elif kind == Kind.WEED:
        for number, box in enumerate(seen.weed_boxes):
            for corner in np.ndindex(2, 2, 2):
                point = np.array([box[corner[axis], axis] for axis in range(3)])
                far = float(np.linalg.norm(point - eye))
                if (
                    far <= numbers.SIGHT
                    and _in_view(eye, ahead, point)
                    and not _is_hidden(waters, eye, point)
                ):
                    found[number] = min(found.get(number, np.inf), far)
    else:
        for other in waters.slots.tolist():
            if other != slot and _is_of_kind(seen, slot, other, kind):
                point = seen.positions[other]
                far = float(np.linalg.norm(point - eye))
                size = float(seen.lengths[other]) / numbers.STANDARD_LENGTH
                if kind == Kind.PREY:
                    if far <= numbers.SMELL * size:
                        found[other] = far
                elif _is_felt(seen, other, kind, far) or (
                    far <= numbers.SIGHT * size
                    and _in_view(eye, ahead, point)
                    and not all(
                        _is_hidden(waters, eye, node) for node in [point, *_nodes(waters, other)]
                    )
                ):
                    found[other] = far
    nearest = sorted(found.items(), key=lambda item: (item[1], item[0]))[:ATTENDED]
    return dict(nearest)


def _is_felt(seen: Perception, other: int, kind: Kind, far: float) -> bool:
    return kind == Kind.PREDATOR and far <= numbers.LATERAL * float(seen.lengths[other])


def most_dangerous(waters: Waters, slot: int, samples: int = 1001) -> dict[int, float]:
    """Shares of centre lines, sampled finely, that are in somebody's sensitivity region."""
    seen = waters.perceived
    own, length = seen.species[slot], float(seen.lengths[slot])
    half, box = seen.half_sizes[own], seen.boxes[slot]
    tail = waters.bodies[own, -2:, 0].mean()
    low = length * np.array([tail, -half[0] - box[1], -half[1] - box[2]])
    high = length * np.array([waters.bodies[own, 0, 0] + box[0], *-low[1:] / length])
    shares = {}
    for other in waters.slots.tolist():
        near = 2.0 * length + float(seen.lengths[other])
        apart = np.linalg.norm(seen.positions[other] - seen.positions[slot])
        if other == slot or apart > near:
            continue
        body = waters.bodies[seen.species[other]]
        along = np.linspace(body[0, 0], body[-2:, 0].mean(), samples) * seen.lengths[other]
        line = np.stack([along, 0.0 * along, 0.0 * along], axis=1)
        line = body_to_world(seen.orientations[other][None], line[None])[0] + seen.positions[other]
        line = world_to_body(seen.orientations[slot][None], line[None] - seen.positions[slot])[0]
        inside = ((line >= low) & (line <= high)).all(axis=1).mean()
        if inside > 0.0:
            shares[other] = float(inside)
    return shares


def _eye(waters: Waters, slot: int) -> tuple[Floats, Floats]:
    seen = waters.perceived
    ahead = body_to_world(seen.orientations[slot][None], np.array([[1.0, 0.0, 0.0]]))[0]
    return seen.positions[slot] + numbers.EYE * float(seen.lengths[slot]) * ahead, ahead


def _in_view(eye: Floats, ahead: Floats, point: Floats) -> bool:
    way = point - eye
    return bool(way @ ahead >= np.cos(numbers.VIEW) * np.linalg.norm(way))


def _nodes(waters: Waters, slot: int) -> Floats:
    seen = waters.perceived
    body = float(seen.lengths[slot]) * waters.bodies[seen.species[slot]]
    placed: Floats = (
        seen.positions[slot] + body_to_world(seen.orientations[slot][None], body[None])[0]
    )
    return placed


def _is_hidden(waters: Waters, eye: Floats, point: Floats) -> bool:
    for each in waters.perceived.cylinders:
        x, y, bottom, top, radius, _ = each.tolist()
        if np.hypot(eye[0] - x, eye[1] - y) <= radius and bottom < eye[2] < top:
            continue
        first, last = inside_from_to(x, y, bottom, top, radius, *eye, *point)
        if first < last:
            return True
    return False


def _is_of_kind(seen: Perception, slot: int, other: int, kind: Kind) -> bool:
    own, theirs = seen.roles[slot], seen.roles[other]
    same = seen.species[slot] == seen.species[other]
    if kind == Kind.SCHOOLMATE:
        return bool(same)
    if kind == Kind.MATE:
        return bool(same and own == Role.PACIFIST and seen.female[slot] != seen.female[other])
    if kind == Kind.PREDATOR:
        return bool(own != Role.PREDATOR and theirs == Role.PREDATOR)
    return bool(own == Role.PREDATOR and theirs == Role.PREY)
