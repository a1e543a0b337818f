"""What a PDU says, brought into the local frame and our body frame; for kernels."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined
from motorium.contracts.frames import Floats
from motorium.wire.dis.kinds import ANIMALS, LIFEFORM
from motorium.wire.dis.pdu import MARKING_BYTES

__all__ = ["Frame", "Looks", "Told", "look_row", "tell_row"]


class Frame(NamedTuple):
    """The local frame in the geocentric one: center [m], (3,); axes, (3, 3): rows are east, north
    and up; turn, (4,): the same as a quaternion, from geocentric to local."""

    center: Floats
    axes: Floats
    turn: Floats


class Told(NamedTuple):
    """As the last PDU had it: model of dead reckoning; positions [m], velocities [m/s],
    accelerations [m/s^2], orientations and angular_velocities [rad/s] in our frames, float64; ages
    [s]: since that was true; silences [s]: since a PDU came; frozen, 1 where nothing moves; stamps,
    clocks, received: as `update_delay` keeps them. A row an entity."""

    models: NDArray[np.uint8]
    positions: Floats
    velocities: Floats
    accelerations: Floats
    orientations: Floats
    angular_velocities: Floats
    ages: Floats
    silences: Floats
    frozen: NDArray[np.uint8]
    stamps: NDArray[np.uint32]
    clocks: Floats
    received: Floats


class Looks(NamedTuple):
    """What else a PDU says of an entity, as `Entities` has it; markings, (n, 11), bytes."""

    appearances: NDArray[np.uint32]
    forces: NDArray[np.uint8]
    types: NDArray[np.uint8]
    markings: NDArray[np.uint8]
    lifeforms: NDArray[np.bool_]
    people: NDArray[np.bool_]
    postures: NDArray[np.int8]
    armed: NDArray[np.bool_]
    firing: NDArray[np.bool_]


@inlined
def tell_row(frame: Frame, state: Any, slot: int, told: Told) -> None:
    """A PDU in the local frame, and its body's vectors along x forward, y left, z up."""
    center, axes = frame.center, frame.axes
    body = 6 <= state.model <= 9
    told.models[slot] = state.model
    told.frozen[slot] = (state.appearance >> 21) & 1
    x, y, z = state.location[0], state.location[1], state.location[2]
    x, y, z = x - center[0], y - center[1], z - center[2]
    u, v, w = (
        np.float64(state.velocity[0]),
        np.float64(state.velocity[1]),
        np.float64(state.velocity[2]),
    )
    a, b, c = (
        np.float64(state.acceleration[0]),
        np.float64(state.acceleration[1]),
        np.float64(state.acceleration[2]),
    )
    for axis in range(3):
        e, f, g = axes[axis, 0], axes[axis, 1], axes[axis, 2]
        told.positions[slot, axis] = e * x + f * y + g * z
        if body:
            flip = 1.0 if axis == 0 else -1.0
            told.velocities[slot, axis] = flip * state.velocity[axis]
            told.accelerations[slot, axis] = flip * state.acceleration[axis]
        else:
            told.velocities[slot, axis] = e * u + f * v + g * w
            told.accelerations[slot, axis] = e * a + f * b + g * c
    told.angular_velocities[slot, 0] = state.angular_velocity[0]
    told.angular_velocities[slot, 1] = -state.angular_velocity[1]
    told.angular_velocities[slot, 2] = -state.angular_velocity[2]
    _turn(frame.turn, state, slot, told.orientations)


@inlined
def look_row(codes: NDArray[np.int8], state: Any, slot: int, looks: Looks) -> None:
    """What it looks like; codes: of postures, by state, weapon and health."""
    bits = np.int64(state.appearance)
    weapon = (bits >> 24) & 3
    alive = state.entity_type[0] == LIFEFORM
    person = alive and state.entity_type[4] < ANIMALS
    looks.appearances[slot] = state.appearance
    looks.forces[slot] = state.force
    for k in range(8):
        looks.types[slot, k] = state.entity_type[k]
    for k in range(MARKING_BYTES):
        looks.markings[slot, k] = state.marking[k]
    looks.lifeforms[slot] = alive
    looks.people[slot] = person
    looks.postures[slot] = codes[(bits >> 16) & 15, weapon, (bits >> 3) & 3] if person else -1
    looks.armed[slot] = person and weapon >= 2
    looks.firing[slot] = person and weapon == 3


@inlined
def _turn(turn: Floats, state: Any, slot: int, orientations_out: Floats) -> None:
    """Orientation of our body frame in the local one, as of `geodesy.Origin.orientations`."""
    psi, theta, phi = (
        0.5 * np.float64(state.orientation[0]),
        0.5 * np.float64(state.orientation[1]),
        0.5 * np.float64(state.orientation[2]),
    )
    a, b = math.cos(psi), math.sin(psi)
    c, d = math.cos(theta), math.sin(theta)
    e, f = math.cos(phi), math.sin(phi)
    w = a * c * e + b * d * f
    x = a * c * f - b * d * e
    y = a * d * e + b * c * f
    z = b * c * e - a * d * f
    # Half a turn about x: left and up instead of right and down.
    w, x, y, z = -x, w, z, -y
    e, f, g, h = turn[0], turn[1], turn[2], turn[3]
    orientations_out[slot, 0] = e * w - f * x - g * y - h * z
    orientations_out[slot, 1] = e * x + f * w + g * z - h * y
    orientations_out[slot, 2] = e * y - f * z + g * w + h * x
    orientations_out[slot, 3] = e * z + f * y - g * x + h * w
