"""How far it is to what a fish must not swim into: ground, surface, boundary, obstacles."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats, turned
from motorium.contracts.mind import Room
from motorium.contracts.population import Population, Slots
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.obstacles import Cylinder, Cylinders, Obstacles
from motorium.world.habitat.terrain import Heights, ground_height, ground_slope

__all__ = ["Clearance", "Limits", "clearance", "off_cylinder"]

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


class Limits(NamedTuple):
    """Ground without its crevices, surface, boundary and obstacles, for kernels."""

    heights: Heights
    reach: float
    step: float
    surface: float
    boundary: float
    cylinders: Cylinders


class Clearance:
    """What minds are told of a habitat's limits (Yu & Terzopoulos 1999, section 6.2).

    Crevices count as filled up: who is large enough to be looked at does not fit in. blind: 1 for
    who is not told of obstacles, because it perceives them itself; shape (capacity,).
    """

    def __init__(self, habitat: Habitat, capacity: int) -> None:
        self._habitat = habitat
        self.look_anew()
        self.blind = np.zeros(capacity, dtype=np.uint8)
        free, opened = np.full((2, capacity, 2), np.inf)
        self._room = Room(free, np.zeros((capacity, 2, 3)), opened, self._along)
        self._positions: Floats = np.zeros((capacity, 3))
        self._lengths: NDArray[np.float32] = np.ones(capacity, dtype=np.float32)

    def look_anew(self) -> None:
        """Other obstacles may stand there now."""
        self.limits = self.limits_with(self._habitat.obstacles)
        self._without_obstacles = self.limits._replace(cylinders=self.limits.cylinders[:0])

    def limits_with(self, obstacles: Obstacles) -> Limits:
        """As they would be if these stood there."""
        terrain, settings = self._habitat.terrain, self._habitat.settings
        return Limits(
            terrain.rims,
            float(terrain.reach),
            float(terrain.step),
            float(settings.surface),
            float(settings.radius),
            obstacles.cylinders,
        )

    def at(self, points: Floats) -> tuple[Floats, Floats]:
        """Distances [m], shape (n,), from points [m] to what is nearest, negative inside of it;
        and unit vectors away from it, shape (n, 3)."""
        places = np.asarray(points, dtype=np.float64)
        free, away = np.empty(len(places)), np.empty((len(places), 3))
        _clearances(self.limits, places, free, away)
        return free, away

    def ahead(self, people: Population) -> Room:
        """Of all the living, on the way before them; the same arrays every time."""
        self._positions, self._lengths = people.positions, people.lengths
        _ahead(
            self.limits,
            self._without_obstacles,
            self.blind,
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

    def _along(self, slots: Slots, courses: Floats, far: Floats) -> Floats:
        reached = np.empty(len(slots))
        _along(self.limits, slots, self._positions, self._lengths, courses, far, reached)
        return reached


@kernel
def clearance(
    limits: Limits,
    x: float,
    y: float,
    z: float,
) -> tuple[float, float, float, float]:
    """Distance [m] from a point to the nearest limit, and the unit vector away from it.

    Limitation: the ground is taken as the plane through what is right below, so that the distance
    to it is true near it and where it is even.
    """
    heights, reach, step, surface, boundary, cylinders = limits
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
        distance, a, b, c = off_cylinder(each, x, y, z)
        if distance < free:
            free, away_x, away_y, away_z = distance, a, b, c
    return free, away_x, away_y, away_z


@kernel
def off_cylinder(
    cylinder: Cylinder, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """Distance [m] from a point to a cylinder, negative within it, and the unit vector away."""
    off_x, off_y = x - cylinder.x, y - cylinder.y
    far = math.sqrt(off_x * off_x + off_y * off_y)
    out, over = far - cylinder.radius, z - cylinder.top
    # Sideways, upwards, or off the rim of the lid, between both.
    distance = max(out, over)
    aside, up = (1.0, 0.0) if out > over else (0.0, 1.0)
    if out > 0.0 and over > 0.0:
        distance = math.hypot(out, over)
        aside, up = out / distance, over / distance
    away_x = aside * off_x / far if far > 0.0 else aside
    away_y = aside * off_y / far if far > 0.0 else 0.0
    return distance, away_x, away_y, up


@kernel
def _clearances(
    limits: Limits,
    points: Floats,
    free_out: Floats,
    away_out: Floats,
) -> None:
    for row in range(len(points)):
        x, y, z = points[row]
        free, a, b, c = clearance(limits, x, y, z)
        free_out[row] = free
        away_out[row, 0], away_out[row, 1], away_out[row, 2] = a, b, c


@kernel
def _way(
    limits: Limits,
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
            limits,
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
    all_limits: Limits,
    without_obstacles: Limits,
    blind: NDArray[np.uint8],
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
        limits = without_obstacles if blind[slot] else all_limits
        w, i, j, k = orientations[slot]
        shortest = SHORTEST * lengths[slot]
        x, y, z = turned(w, i, j, k, LENGTHS_AHEAD * lengths[slot], 0.0, 0.0)
        x += SECONDS_AHEAD * velocities[slot, 0]
        y += SECONDS_AHEAD * velocities[slot, 1]
        z += SECONDS_AHEAD * velocities[slot, 2]
        _way(
            limits, shortest,
            positions[slot], x, y, z, free_out[slot], away_out[slot],
        )  # fmt: skip
        if free_out[slot, 1] >= TIGHT * lengths[slot]:
            continue
        for side in range(2):
            sine = ASIDE_SINE if side == 0 else -ASIDE_SINE
            open_out[slot, side] = _way(
                limits, shortest, positions[slot],
                ASIDE_COSINE * x - sine * y, ASIDE_COSINE * y + sine * x, z, free, away,
            )  # fmt: skip


@kernel
def _along(
    limits: Limits,
    slots: Slots,
    positions: Floats,
    lengths: NDArray[np.float32],
    courses: Floats,
    far: Floats,
    reached_out: Floats,
) -> None:
    free, away = np.empty(2), np.empty((2, 3))
    for row, slot in enumerate(slots):
        x, y = far[row] * math.cos(courses[row]), far[row] * math.sin(courses[row])
        shortest = SHORTEST * lengths[slot]
        reached_out[row] = _way(limits, shortest, positions[slot], x, y, 0.0, free, away)
