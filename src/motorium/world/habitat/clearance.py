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
TIGHT: Final = 0.5
"""Where there is less room than that [L] on its way, a fish looks to both sides, too."""
ASIDE: Final = math.radians(70.0)
ASIDE_SINE: Final = math.sin(ASIDE)
ASIDE_COSINE: Final = math.cos(ASIDE)


class Clearance:
    """What minds are told of a habitat's limits (Yu & Terzopoulos 1999, section 6.2).

    Crevices count as filled up: who is large enough to be looked at does not fit in.
    """

    def __init__(self, habitat: Habitat, capacity: int) -> None:
        self._terrain = habitat.terrain
        self._cylinders = habitat.obstacles.cylinders
        self._surface = habitat.settings.surface
        self._boundary = habitat.settings.radius
        free, opened = np.full((2, capacity, 2), np.inf)
        self._room = Room(free, np.zeros((capacity, 2, 3)), opened)

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
            self._room.open,
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
def _way(
    heights: Heights,
    reach: float,
    step: float,
    surface: float,
    boundary: float,
    cylinders: Cylinders,
    shortest: float,
    begin: Floats,
    x: float,
    y: float,
    z: float,
    free_out: Floats,
    away_out: Floats,
) -> float:
    """How far a way from a place by (x, y, z) [m] leads before it is barred, and how much room
    there is where it begins and where it is tightest."""
    way = math.sqrt(x * x + y * y + z * z)
    gone = 0.0
    free_out[1] = math.inf
    while True:
        share = gone / way
        free, a, b, c = clearance(
            heights,
            reach,
            step,
            surface,
            boundary,
            cylinders,
            begin[0] + share * x,
            begin[1] + share * y,
            begin[2] + share * z,
        )
        if gone == 0.0:
            free_out[0] = free
            away_out[0, 0], away_out[0, 1], away_out[0, 2] = a, b, c
        if free < free_out[1]:
            free_out[1] = free
            away_out[1, 0], away_out[1, 1], away_out[1, 2] = a, b, c
        # What lies behind a wall does not matter.
        if free < 0.0:
            return gone
        # Nothing is nearer than that.
        gone += max(free, shortest)
        if gone > way:
            return way


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
    open_out: Floats,
) -> None:
    free, away = np.empty(2), np.empty((2, 3))
    for slot in living:
        w, i, j, k = orientations[slot]
        shortest = SHORTEST * lengths[slot]
        x, y, z = turned(w, i, j, k, LENGTHS_AHEAD * lengths[slot], 0.0, 0.0)
        x += SECONDS_AHEAD * velocities[slot, 0]
        y += SECONDS_AHEAD * velocities[slot, 1]
        z += SECONDS_AHEAD * velocities[slot, 2]
        _way(
            heights, reach, step, surface, boundary, cylinders, shortest,
            positions[slot], x, y, z, free_out[slot], away_out[slot],
        )  # fmt: skip
        if free_out[slot, 1] >= TIGHT * lengths[slot]:
            continue
        for side in range(2):
            sine = ASIDE_SINE if side == 0 else -ASIDE_SINE
            open_out[slot, side] = _way(
                heights, reach, step, surface, boundary, cylinders, shortest, positions[slot],
                ASIDE_COSINE * x - sine * y, ASIDE_COSINE * y + sine * x, z, free, away,
            )  # fmt: skip
