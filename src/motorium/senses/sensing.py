"""Sensing: looks around for individuals, and writes what they perceive."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats
from motorium.contracts.perception import ATTENDED, Kind, Perception, Role
from motorium.contracts.population import Population, Slots
from motorium.senses import numbers
from motorium.senses.collision import Region, feel_fishes, feel_obstacles, region_of
from motorium.senses.grid import FOODS, Grid, empty_grid, fill
from motorium.senses.nearby import ANY, FELT, SMELLED, Nearest, attend, look_through
from motorium.senses.sight import Eye, Screens, list_screens, open_eye, weed_distance

__all__ = ["Sensing"]

_SCHOOLMATE = int(Kind.SCHOOLMATE)
_PREDATOR = int(Kind.PREDATOR)
_PREY = int(Kind.PREY)
_MATE = int(Kind.MATE)
_FOOD = int(Kind.FOOD)
_OBSTACLE = int(Kind.OBSTACLE)
_WEED = int(Kind.WEED)
_IS_PACIFIST = int(Role.PACIFIST)
_IS_PREDATOR = int(Role.PREDATOR)
_IS_PREY = int(Role.PREY)


class Sensing:
    """Writes `perceived` for those who are about to decide.

    bodies: nodes of all species at rest, in the body frame [L], shape (species, nodes, 3): senses
    take bodies as if they were straight, so that nothing depends on who draws them how. Visitors
    are a species of their own.
    """

    def __init__(self, population: Population, perceived: Perception, bodies: Floats) -> None:
        self._population = population
        self.perceived = perceived
        self._bodies = np.ascontiguousarray(bodies, dtype=np.float64)
        # The means of the nodes at the nose and at the tips of the tail.
        self._lines = np.stack([bodies[:, 0, 0], bodies[:, -2:, 0].mean(axis=1)], axis=1)
        foods, cylinders = len(perceived.food_there), len(perceived.cylinders)
        self._grid = empty_grid(len(bodies), len(population.ids) + foods)
        self._screens = Screens(
            np.zeros(cylinders), np.zeros(cylinders, np.int32), np.zeros(1, np.int32)
        )
        self._nearest = Nearest(
            np.zeros(ATTENDED), np.zeros(ATTENDED, np.int32), np.zeros(1, np.int32)
        )

    def region(self, slot: int) -> Region:
        """The sensitivity region of one, as its mind has it now."""
        return region_of(self.perceived, self._lines, slot)

    def sense(self, slots: Slots) -> None:
        """All that these perceive but light and warmth, which a habitat tells."""
        people = self._population
        fill(self._grid, people.present, self.perceived)
        _sense(
            self._grid,
            self._bodies,
            self._lines,
            people.eats,
            slots,
            self._screens,
            self._nearest,
            self.perceived,
        )


@borrowing_kernel
def _sense(
    grid: Grid,
    bodies: Floats,
    lines: Floats,
    eats: NDArray[np.uint8],
    slots: Slots,
    screens: Screens,
    nearest: Nearest,
    perceived: Perception,
) -> None:
    for slot in slots:
        eye = open_eye(perceived, slot)
        for number in range(len(perceived.cylinders)):
            each = perceived.cylinders[number]
            across, along = each.x - eye.x, each.y - eye.y
            screens.gaps[number] = math.sqrt(across * across + along * along) - each.radius
        for kind in range(perceived.counts.shape[1]):
            if kind == _OBSTACLE:
                _see_obstacles(perceived, eye, screens, nearest)
            elif kind == _WEED:
                _see_weeds(perceived, eye, screens, nearest)
            else:
                for group in range(len(grid.reaches)):
                    if _is_sought(grid, perceived, eats[slot], slot, kind, group):
                        list_screens(perceived, eye, grid.reaches[group], screens)
                        sex = SMELLED if kind == _PREY else FELT if kind == _PREDATOR else ANY
                        if kind == _MATE:
                            sex = 1 - int(perceived.female[slot])
                        look_through(grid, bodies, perceived, screens, eye, group, sex, nearest)
            perceived.counts[slot, kind] = nearest.known[0]
            for index in range(nearest.known[0]):
                perceived.which[slot, kind, index] = nearest.which[index]
                perceived.distances[slot, kind, index] = math.sqrt(nearest.squares[index])
            nearest.known[0] = 0
        feel_obstacles(perceived, eye)
        feel_fishes(grid, lines, perceived, slot)


@inlined
def _is_sought(
    grid: Grid, perceived: Perception, eats: int, slot: int, kind: int, group: int
) -> bool:
    """Whether somebody looks in a set for those of a kind."""
    if grid.begins[group] == grid.begins[group + 1]:
        return False
    foods = len(grid.reaches) - FOODS
    if kind == _FOOD:
        return group >= foods and eats & (1 << (group - foods)) != 0
    role = perceived.roles[slot]
    if kind == _PREDATOR:
        return bool(role != _IS_PREDATOR and grid.roles[group] == _IS_PREDATOR)
    if kind == _PREY:
        return bool(role == _IS_PREDATOR and grid.roles[group] == _IS_PREY)
    own = group == perceived.species[slot]
    return bool(own and (kind == _SCHOOLMATE or role == _IS_PACIFIST))


@inlined
def _see_obstacles(perceived: Perception, eye: Eye, screens: Screens, nearest: Nearest) -> None:
    """Cylinders whose axis, where it is nearest in height, is within sight (section 6.4.3)."""
    for number in range(len(perceived.cylinders)):
        if screens.gaps[number] < numbers.SIGHT:
            each = perceived.cylinders[number]
            level = screens.gaps[number] + each.radius
            up = min(max(eye.z, each.bottom), each.top) - eye.z
            far = math.sqrt(level * level + up * up) - each.radius
            if far < numbers.SIGHT:
                attend(nearest, max(far, 0.0) ** 2, number)


@inlined
def _see_weeds(perceived: Perception, eye: Eye, screens: Screens, nearest: Nearest) -> None:
    """Clusters of which a corner is seen (section 6.4.4)."""
    boxes, sight = perceived.weed_boxes, numbers.SIGHT
    if len(boxes):
        list_screens(perceived, eye, sight, screens)
    for cluster in range(len(boxes)):
        if (
            boxes[cluster, 0, 0] - sight < eye.x < boxes[cluster, 1, 0] + sight
            and boxes[cluster, 0, 1] - sight < eye.y < boxes[cluster, 1, 1] + sight
        ):
            far = weed_distance(perceived, screens, eye, cluster)
            if far < math.inf:
                attend(nearest, far * far, cluster)
