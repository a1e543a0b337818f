"""How far it is to what a fish must not swim into: ground, surface, boundary, obstacles."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats, turned
from motorium.contracts.mind import Room
from motorium.contracts.population import Population, Slots
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.obstacles import Cylinders
from motorium.world.habitat.terrain import Heights, ground_height, ground_slope

__all__ = ["Clearance", "clearance"]

LENGTHS_AHEAD: Final = 2.0
"""How far ahead of its middle a fish looks [L], however slow it is: it needs space to turn."""
SECONDS_AHEAD: Final = 0.9
"""And how much of the way that it goes now [s]: it needs time, and a current may carry it."""

SHORTEST: Final = 0.15
"""Step along the way [L] close to something."""


class Clearance:
    """What minds are told of a habitat's limits (Yu & Terzopoulos 1999, section 6.2).

    Crevices count as filled up: who is large enough to be looked at does not fit in.
    """

    def __init__(self, habitat: Habitat, capacity: int) -> None:
        self._terrain = habitat.terrain
        self._cylinders = habitat.obstacles.cylinders
        self._surface = habitat.settings.surface
        self._boundary = habitat.settings.radius
        self._room = Room(np.full((capacity, 2), np.inf), np.zeros((capacity, 2, 3)))

    def at(self, points: Floats) -> tuple[Floats, Floats]:
        """Distances [m], shape (n,), from points [m] to what is nearest, negative inside of it;
        and unit vectors away from it, shape (n, 3)."""
        places = np.asarray(points, dtype=np.float64)
        free, away = np.empty(len(places)), np.empty((len(places), 3))
        terrain = self._terrain
        _clearances(
            terrain.rims, terrain.reach, terrain.step, self._surface, self._boundary,
            self._cylinders, places, free, away,
        )  # fmt: skip
        return free, away

    def ahead(self, people: Population) -> Room:
        """Of all the living, on the way before them; the same arrays every time."""
        terrain = self._terrain
        _ahead(
            terrain.rims,
            terrain.reach,
            terrain.step,
            self._surface,
            self._boundary,
            self._cylinders,
            people.living,
            people.positions,
            people.orientations,
            people.velocities,
            people.lengths,
            self._room.free,
            self._room.away,
        )
        return self._room


@kernel
def clearance(
    heights: Heights,
    reach: float,
    step: float,
    surface: float,
    boundary: float,
    cylinders: Cylinders,
    x: float,
    y: float,
    z: float,
) -> tuple[float, float, float, float]:
    """Distance [m] from a point to the nearest limit, and the unit vector away from it.

    Limitation: the ground is taken as the plane through what is right below, so that the distance
    to it is true near it and where it is even.
    """
    # The surface; then whatever is nearer.
    free, away_x, away_y, away_z = surface - z, 0.0, 0.0, -1.0
    far = math.sqrt(x * x + y * y)
    if boundary - far < free:
        free, away_x, away_y, away_z = boundary - far, -x / far, -y / far, 0.0
    above = z - ground_height(heights, reach, step, x, y)
    p, q = ground_slope(heights, reach, step, x, y)
    level = 1.0 / math.sqrt(1.0 + p * p + q * q)
    if above * level < free:
        free, away_x, away_y, away_z = above * level, -p * level, -q * level, level
    for each in cylinders:
        off_x, off_y = x - each.x, y - each.y
        nearest = max(free, 0.0) + each.radius
        around = off_x * off_x + off_y * off_y
        if around >= nearest * nearest:
            continue
        far = math.sqrt(around)
        out, over = far - each.radius, z - each.top
        distance = math.hypot(out, over) if out > 0.0 and over > 0.0 else max(out, over)
        if distance >= free:
            continue
        free = distance
        # Sideways, upwards, or off the rim of the lid, between both.
        aside, up = (1.0, 0.0) if out > over else (0.0, 1.0)
        if out > 0.0 and over > 0.0:
            aside, up = out / distance, over / distance
        away_x = aside * off_x / far if far > 0.0 else aside
        away_y = aside * off_y / far if far > 0.0 else 0.0
        away_z = up
    return free, away_x, away_y, away_z


@kernel
def _clearances(
    heights: Heights,
    reach: float,
    step: float,
    surface: float,
    boundary: float,
    cylinders: Cylinders,
    points: Floats,
    free_out: Floats,
    away_out: Floats,
) -> None:
    for row in range(len(points)):
        x, y, z = points[row]
        free, a, b, c = clearance(heights, reach, step, surface, boundary, cylinders, x, y, z)
        free_out[row] = free
        away_out[row, 0], away_out[row, 1], away_out[row, 2] = a, b, c


@kernel
def _ahead(
    heights: Heights,
    reach: float,
    step: float,
    surface: float,
    boundary: float,
    cylinders: Cylinders,
    living: Slots,
    positions: Floats,
    orientations: Floats,
    velocities: Floats,
    lengths: NDArray[np.float32],
    free_out: Floats,
    away_out: Floats,
) -> None:
    for slot in living:
        w, i, j, k = orientations[slot]
        length = lengths[slot]
        x, y, z = turned(w, i, j, k, LENGTHS_AHEAD * length, 0.0, 0.0)
        x += SECONDS_AHEAD * velocities[slot, 0]
        y += SECONDS_AHEAD * velocities[slot, 1]
        z += SECONDS_AHEAD * velocities[slot, 2]
        way = math.sqrt(x * x + y * y + z * z)
        gone, tightest = 0.0, math.inf
        while True:
            share = gone / way
            free, a, b, c = clearance(
                heights,
                reach,
                step,
                surface,
                boundary,
                cylinders,
                positions[slot, 0] + share * x,
                positions[slot, 1] + share * y,
                positions[slot, 2] + share * z,
            )
            if gone == 0.0:
                free_out[slot, 0] = free
                away_out[slot, 0, 0], away_out[slot, 0, 1], away_out[slot, 0, 2] = a, b, c
            if free < tightest:
                tightest = free
                free_out[slot, 1] = free
                away_out[slot, 1, 0], away_out[slot, 1, 1], away_out[slot, 1, 2] = a, b, c
            # Nothing is nearer than that; and what lies behind a wall does not matter.
            gone += max(free, SHORTEST * length)
            if free < 0.0 or gone > way:
                break
