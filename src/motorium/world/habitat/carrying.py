"""Carries small things with the water, and keeps them out of all that is solid."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.physics.flow import FlowField, write_flow_in_rows
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain, ground_height

__all__ = [
    "COARSE",
    "EDGE",
    "FINE",
    "RESTS",
    "SUNKEN",
    "SURFACE",
    "Solids",
    "Work",
    "are_free",
    "carry",
    "push_out",
    "solids_of",
    "standing_height",
]

Flags = NDArray[np.uint8]

RESTS: Final = 1
"""Touched from above: the ground, or the top of an obstacle."""
SURFACE: Final = 2
EDGE: Final = 4
"""Of the habitat."""
SUNKEN: Final = 8
"""In the core of a sink."""

SKIN: Final = 1e-4
"""Gap that is left to what is solid [m], so that rounding leads nobody into it."""
PASSES: Final = 4
"""How often one is pushed out, between obstacles that overlap, before it stays where it was."""
SWALLOWS: Final = 0.5
"""Share of its core within which a sink takes what drifts."""

FINE: Final = np.array([(0.0, 1 / 6, 0.5), (0.5, 1 / 3, 0.5), (0.5, 1 / 3, 1.0), (1.0, 1 / 6, 0.0)])
"""Stages of the classical Runge-Kutta step: at which share of the step one looks, what that weighs,
and how far ahead the next one looks."""
COARSE: Final = np.array([(0.0, 0.0, 0.5), (0.5, 1.0, 0.0)])
"""Of the midpoint step: half the price."""


class Solids(NamedTuple):
    """Where nothing drifts: under the ground (`terrain.ground_height`), in cylinders, from their
    tops down, above the surface, and farther than the boundary from the middle [m].

    axes [m], shape (n, 2), tops [m] and squares of radii [m^2], shape (n,): of the cylinders, each
    with half a `SKIN` around.
    """

    heights: NDArray[np.float32]
    reach: float
    step: float
    axes: Floats
    tops: Floats
    squares: Floats
    surface: float
    boundary: float


class Work(NamedTuple):
    """Room for `carry`: who, shape (n,); where each begins and its own velocity, at which place one
    looks, the flow there, and the mean velocity, shape (3, n) each."""

    who: NDArray[np.intp]
    begins: Floats
    own: Floats
    places: Floats
    flow: Floats
    mean: Floats

    @classmethod
    def room(cls, capacity: int) -> Work:
        """For so many."""
        return cls(np.zeros(capacity, dtype=np.intp), *np.zeros((5, 3, capacity)))


def solids_of(settings: HabitatSettings, terrain: Terrain, obstacles: Obstacles) -> Solids:
    """What is solid in a habitat."""
    standing = obstacles.cylinders
    return Solids(
        terrain.heights,
        float(terrain.reach),
        float(terrain.step),
        np.stack([standing["x"], standing["y"]], axis=1),
        standing["top"] + 0.5 * SKIN,
        np.square(standing["radius"] + 0.5 * SKIN),
        float(settings.surface),
        float(settings.radius),
    )


def are_free(solids: Solids, places: Floats) -> NDArray[np.bool_]:
    """Whether nothing is in the way at places [m], shape (n, 3)."""
    free = np.zeros(len(places), dtype=np.bool_)
    _find_free(solids, places, free)
    return free


@kernel
def carry(
    field: FlowField,
    everywhere: Floats,
    strength: float,
    solids: Solids,
    stages: Floats,
    work: Work,
    seconds: float,
    dt: float,
    moving: Flags,
    own_velocities: Floats,
    positions_out: Floats,
    touched_out: Flags,
) -> None:
    """Move who is `moving` with the water and by its own velocity [m/s] for a step [s].

    A Runge-Kutta step, of stages `FINE` or `COARSE`, then pushed out of what is solid: who runs
    into it slides along. touched_out says what has been met, together. Limitation: what one passes
    within a step is not noticed, as a pole thinner than its way.
    """
    many = 0
    for i in range(len(moving)):
        touched_out[i] = 0
        if moving[i]:
            work.who[many] = i
            many += 1
    who, begins, own, places, flow, mean = work
    for row in range(many):
        for axis in range(3):
            begins[axis, row] = places[axis, row] = positions_out[who[row], axis]
            own[axis, row] = mean[axis, row] = own_velocities[who[row], axis]
    for at, weight, ahead in stages:
        write_flow_in_rows(field, everywhere, strength, seconds + at * dt, many, places, flow)
        for axis in range(3):
            _look_ahead(
                weight,
                ahead * dt,
                begins[axis, :many],
                own[axis, :many],
                flow[axis, :many],
                mean[axis, :many],
                places[axis, :many],
            )
    for row in range(many):
        i = who[row]
        free, x, y, z, touched = push_out(
            solids,
            begins[0, row] + dt * mean[0, row],
            begins[1, row] + dt * mean[1, row],
            begins[2, row] + dt * mean[2, row],
        )
        if free:
            positions_out[i, 0], positions_out[i, 1], positions_out[i, 2] = x, y, z
        touched_out[i] = touched
    _mark_sunken(field, strength, who[:many], positions_out, touched_out)


@inlined
def _look_ahead(
    weight: float,
    seconds: float,
    begins: Floats,
    own: Floats,
    flow: Floats,
    mean_out: Floats,
    places_out: Floats,
) -> None:
    # Two loops: over all five arrays at once they would not become vectors.
    for row in range(len(begins)):
        mean_out[row] += weight * flow[row]
    for row in range(len(begins)):
        places_out[row] = begins[row] + seconds * (flow[row] + own[row])


@kernel
def push_out(solids: Solids, x: float, y: float, z: float) -> tuple[bool, float, float, float, int]:
    """The free place next to a place [m], and what was in the way; whether it is free indeed."""
    touched = 0
    furthest = solids.boundary - SKIN
    for _ in range(PASSES):
        free = True
        far = np.sqrt(x * x + y * y)
        if far > furthest + 0.5 * SKIN:
            x, y = x * furthest / far, y * furthest / far
            free = False
            touched |= EDGE
        for row in range(len(solids.tops)):
            dx, dy = x - solids.axes[row, 0], y - solids.axes[row, 1]
            square = dx * dx + dy * dy
            if square >= solids.squares[row] or z >= solids.tops[row]:
                continue
            free = False
            d, wall = np.sqrt(square), np.sqrt(solids.squares[row]) + 0.5 * SKIN
            top = solids.tops[row] + 0.5 * SKIN
            if top - z < wall - d and top < solids.surface - SKIN:
                z = top
                touched |= RESTS
            elif d > 0.0:
                x, y = x + dx * (wall / d - 1.0), y + dy * (wall / d - 1.0)
            else:
                x += wall
        ground = ground_height(solids.heights, solids.reach, solids.step, x, y)
        if z < ground + 0.5 * SKIN:
            z = ground + SKIN
            free = False
            touched |= RESTS
        if z > solids.surface - 0.5 * SKIN:
            z = solids.surface - SKIN
            free = False
            touched |= SURFACE
        if free:
            return True, x, y, z, touched
    return False, x, y, z, touched


@kernel
def standing_height(solids: Solids, x: float, y: float) -> float:
    """Where something stands at (x, y) [m]: on the ground or on the highest obstacle."""
    height = ground_height(solids.heights, solids.reach, solids.step, x, y)
    for row in range(len(solids.tops)):
        square = (x - solids.axes[row, 0]) ** 2 + (y - solids.axes[row, 1]) ** 2
        if square < solids.squares[row]:
            height = max(height, solids.tops[row])
    return height + SKIN


@kernel
def _find_free(solids: Solids, places: Floats, free_out: NDArray[np.bool_]) -> None:
    for row in range(len(places)):
        x, y, z = places[row]
        _, there_x, there_y, there_z, _ = push_out(solids, x, y, z)
        free_out[row] = x == there_x and y == there_y and z == there_z


@inlined
def _mark_sunken(
    field: FlowField, strength: float, who: Slots, positions: Floats, touched_out: Flags
) -> None:
    for line in field.lines:
        if strength * line[3] < 0.0:
            least = (SWALLOWS * line[2]) ** 2
            for i in who:
                dx, dy = positions[i, 0] - line[0], positions[i, 1] - line[1]
                if dx * dx + dy * dy < least:
                    touched_out[i] |= SUNKEN
    for point in field.points:
        if strength * point[4] < 0.0:
            least = (SWALLOWS * point[3]) ** 2
            for i in who:
                dx, dy = positions[i, 0] - point[0], positions[i, 1] - point[1]
                dz = positions[i, 2] - point[2]
                if dx * dx + dy * dy + dz * dz < least:
                    touched_out[i] |= SUNKEN
