"""What holds a submarine: it never goes through ground, surface, boundary or rock."""

from __future__ import annotations

import math
from typing import Final

from motorium.compiled import borrowing_kernel as kernel
from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.world.habitat.clearance import Limits, off_cylinder
from motorium.world.habitat.holding import SOFT
from motorium.world.habitat.terrain import ground_height, ground_slope
from motorium.world.submarine.motion import ahead_of, move
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["CONTACTS", "gather", "go", "room_around", "settle"]

SKIN: Final = 0.05
"""How far off everything it is held [m]: between the points of the hull that are looked at there
is up to 2 cm of it, and a step is not a differential."""
STATIONS: Final = 7
"""Spheres along its axis that make up the hull."""
AROUND: Final = tuple(
    (RADIUS * math.sin(angle), -RADIUS * math.cos(angle))
    for angle in (-0.5 * math.pi, -0.25 * math.pi, 0.0, 0.25 * math.pi, 0.5 * math.pi)
)
"""Where around the keel it is looked at for the ground: to the left and up of the axis [m]."""
SOON: Final = 0.6
"""What is farther off cannot be met within SOFT [m]."""
CONTACTS: Final = 256
"""Of those that are nearer, so many count."""
SWEEPS: Final = 12
"""Rounds in which what one contact demands is reconciled with the others."""
GYRATION: Final = (LENGTH**2 / 12.0 + RADIUS**2 / 4.0) ** 0.5
"""How far from its middle it is as if its mass were, when it turns [m]."""


@kernel
def gather(
    limits: Limits, place: Floats, heading: float, pitch: float, contacts_out: Floats
) -> int:
    """Where the hull is near something; returns how often.

    contacts [m], shape (CONTACTS, 7): how far it is, the unit vector away from it, and where on
    the hull, seen from its middle.
    """
    _, _, _, surface, boundary, cylinders = limits
    a, b, c = ahead_of(heading, pitch)
    left_x, left_y = -math.sin(heading), math.cos(heading)
    up_x, up_y, up_z = (
        -math.sin(pitch) * math.cos(heading),
        -math.sin(pitch) * math.sin(heading),
        math.cos(pitch),
    )
    count = 0
    for each in cylinders:
        near = each.radius + 0.5 * LENGTH + SOON
        if abs(place[0] - each.x) > near or abs(place[1] - each.y) > near:
            continue
        for station in range(STATIONS):
            s = _station(station)
            x, y, z = s * a, s * b, s * c
            free, p, q, r = off_cylinder(each, place[0] + x, place[1] + y, place[2] + z)
            if free < RADIUS + SOON:
                count = _note(contacts_out, count, free - RADIUS, p, q, r, x, y, z)
    for station in range(STATIONS):
        s = _station(station)
        x, y, z = s * a, s * b, s * c
        at_x, at_y, at_z = place[0] + x, place[1] + y, place[2] + z
        free = surface - at_z - RADIUS
        if free < SOON:
            count = _note(contacts_out, count, free, 0.0, 0.0, -1.0, x, y, z)
        far = math.sqrt(at_x * at_x + at_y * at_y)
        free = boundary - far - RADIUS
        if free < SOON and far > 0.0:
            count = _note(contacts_out, count, free, -at_x / far, -at_y / far, 0.0, x, y, z)
        for part in range(len(AROUND)):
            # The ground is as it looks from right above it: from the keel, not from the axis.
            aside, down = AROUND[part]
            count = _meet_ground(
                limits,
                place,
                x + aside * left_x + down * up_x,
                y + aside * left_y + down * up_y,
                z + down * up_z,
                contacts_out,
                count,
            )
        if station == 0 or station == STATIONS - 1:
            end = RADIUS if station else -RADIUS
            for share in (0.5, 0.87, 1.0):
                ahead, down = end * share, -RADIUS * math.sqrt(1.0 - share * share)
                count = _meet_ground(
                    limits,
                    place,
                    x + ahead * a + down * up_x,
                    y + ahead * b + down * up_y,
                    z + ahead * c + down * up_z,
                    contacts_out,
                    count,
                )
    return count


@inlined
def _station(number: int) -> float:
    """How far ahead of its middle a sphere of the hull is [m]."""
    return (LENGTH - 2.0 * RADIUS) * (number / (STATIONS - 1) - 0.5)


@kernel
def _meet_ground(
    limits: Limits, place: Floats, x: float, y: float, z: float, contacts_out: Floats, count: int
) -> int:
    heights, reach, step, _, _, _ = limits
    at_x, at_y = place[0] + x, place[1] + y
    above = place[2] + z - ground_height(heights, reach, step, at_x, at_y)
    if above > 2.0 * SOON:
        return count
    p, q = ground_slope(heights, reach, step, at_x, at_y)
    level = 1.0 / math.sqrt(1.0 + p * p + q * q)
    if above * level > SOON:
        return count
    return _note(contacts_out, count, above * level, -p * level, -q * level, level, x, y, z)


@kernel
def _note(
    contacts_out: Floats, count: int,
    free: float, p: float, q: float, r: float, x: float, y: float, z: float,
) -> int:  # fmt: skip
    if count == len(contacts_out):
        return count
    row = contacts_out[count]
    row[0], row[1], row[2], row[3], row[4], row[5], row[6] = free, p, q, r, x, y, z
    return count + 1


@kernel
def room_around(contacts: Floats, count: int) -> float:
    """How far the nearest of these is [m], negative within it."""
    nearest = SOON
    for number in range(count):
        nearest = min(nearest, contacts[number, 0])
    return nearest


@kernel
def settle(contacts: Floats, count: int, velocity: Floats, state: Floats) -> float:
    """Change velocity [m/s] and rates of turning as little as must be that the hull comes nearer to
    nothing by more than is left in a time SOFT: d' >= -(d - SKIN) / SOFT, as fishes are held.

    Impulses at the contacts, of a rod of mass 1; returns how fast it came at what holds it [m/s].
    """
    heading = state[0]
    left_x, left_y = -math.sin(heading), math.cos(heading)
    came = 0.0
    for sweep in range(SWEEPS):
        worst = 0.0
        for number in range(count):
            free, p, q, r, x, y, z = contacts[number]
            # How a point of the hull moves: by turning about z, by pitching about the right.
            turns = q * x - p * y
            pitches = -(p * left_y * z - q * left_x * z + r * (left_x * y - left_y * x))
            speed = (
                p * velocity[0]
                + q * velocity[1]
                + r * velocity[2]
                + turns * state[3]
                + pitches * state[4]
            )
            lacks = -(free - SKIN) / SOFT - speed
            if lacks <= 0.0:
                continue
            worst = max(worst, lacks)
            if sweep == 0:
                came = max(came, -speed)
            eager = GYRATION * GYRATION
            impulse = lacks / (1.0 + (turns * turns + pitches * pitches) / eager)
            velocity[0] += impulse * p
            velocity[1] += impulse * q
            velocity[2] += impulse * r
            state[3] += impulse * turns / eager
            state[4] += impulse * pitches / eager
        if worst < 1e-6:
            break
    return came


@kernel
def go(
    limits: Limits,
    seconds: float,
    count: int,
    place: Floats,
    velocity: Floats,
    state: Floats,
    contacts: Floats,
) -> tuple[float, int]:
    """One step of a time [s], held back where it must be by so many contacts; returns how fast it
    came there [m/s], and how many contacts there are now.

    A step that would lead into something all the same, round a corner, is not made: so the hull is
    never inside of anything, if it was not before.
    """
    came = settle(contacts, count, velocity, state)
    x, y, z = place[0], place[1], place[2]
    heading, pitch = state[0], state[1]
    move(seconds, place, velocity, state)
    count = gather(limits, place, state[0], state[1], contacts)
    if room_around(contacts, count) < 0.0:
        place[0], place[1], place[2] = x, y, z
        state[0], state[1] = heading, pitch
        velocity[0] = velocity[1] = velocity[2] = 0.0
        state[3] = state[4] = 0.0
        count = gather(limits, place, heading, pitch, contacts)
    return came, count
