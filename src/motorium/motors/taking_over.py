"""Taking fishes on with all their motion, and letting them go with it."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES, NODES
from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.frames import (
    Floats,
    heading_pitch_roll,
    quaternion_from_axes,
    rotation_matrix,
)
from motorium.contracts.motor import Handover
from motorium.contracts.population import Slots
from motorium.contracts.time import time_scale
from motorium.motion.cut import rotation_of
from motorium.motors.following import SLUGGISH
from motorium.motors.played import Played
from motorium.motors.readings import Readings, composed, decomposed
from motorium.motors.resuming import find_turn, settle_turn
from motorium.motors.rows import State
from motorium.motors.tables import HEADING, MUSCLE, OFFSET, ROW, SPEED, TURN, Trait
from motorium.motors.warping import FRESH, LEAST_WARP, PASSING, SECONDS_PER_LENGTH, WARPING

__all__ = ["let_go", "take_on"]

STRAIGHT: Final = 1e-3
"""Who turns more slowly [rad/s] swims straight on."""

DRIVES: Final = 25
"""Drives that are tried when a fish is taken on."""
RELAXED: Final = 0.01
"""Muscles that are all as near as this to their natural length are at rest."""
UNLIKELY: Final = 0.05
"""What a drive that is off by the fastest speed counts, against squares of contraction."""


def take_on(
    played: Played, slots: Slots, handover: Handover, commands: Commands, current: Floats
) -> None:
    """Set the state of fishes so that they go on from where and as they are.

    current [m/s]: of the water that carries them.
    """
    people = played.people
    played.measure_out(slots)
    lengths = people.lengths[slots].astype(np.float64)
    slower = time_scale(people.sizes[slots].astype(np.float64))
    through_water = handover.velocities - current
    axes = rotation_matrix(handover.orientations)
    forward = np.einsum("ni,ni->n", through_water, axes[:, :, 0]) / lengths * slower
    fast = played.trait(slots, Trait.FAST_SPEED)
    played.set(slots, State.SHARE, handover.phase / (2 * np.pi) % 1.0)
    played.set(slots, State.SPEED, forward)
    moving = np.maximum(np.abs(forward), SLUGGISH * played.trait(slots, Trait.MEDIUM_SPEED))
    most = played.trait(slots, Trait.TIGHTEST) * moving
    turning = np.nan_to_num(commands["turn_rate"][slots]) * slower
    played.set(slots, State.TURNING, np.clip(turning, -most, most))
    played.passages[slots] = 0
    played.busy[slots] = 0
    played.set(
        slots, State.DRIVE, _drives(played, slots, commands, handover.contraction, forward, fast)
    )
    _resume_turns(played, slots, handover, commands, lengths, forward)
    seen = played.read(slots)
    played.set(slots, State.SPEED, forward - seen.rates[:, OFFSET])
    # How much a body bends depends on its speed.
    seen = played.read(slots)
    sway = rotation_of(seen.rows[:, TURN : TURN + 3])
    course = axes @ np.swapaxes(sway, -1, -2)
    angles = heading_pitch_roll(quaternion_from_axes(course))
    for row, values in zip((State.HEADING, State.PITCH, State.ROLL), angles.T, strict=True):
        played.set(slots, row, values)
    for k in range(3):
        played.set(slots, State.AHEAD + k, course[:, k, 0])
        played.set(slots, State.OFFSET + k, seen.rows[:, OFFSET + k] * lengths)
    for k in range(4):
        played.set(slots, State.QUATERNION + k, handover.orientations[:, k])
    _warp_from(played, slots, handover, lengths, slower, current)
    people.positions[slots] = handover.positions
    people.orientations[slots] = handover.orientations
    people.velocities[slots] = handover.velocities
    people.angular_velocities[slots] = handover.angular_velocities
    people.nodes[slots] = handover.nodes
    people.contraction[slots] = handover.contraction


def let_go(played: Played, slots: Slots, current: Floats) -> Handover:
    """Where and how fishes are, with all their motion."""
    people = played.people
    lengths = people.lengths[slots].astype(np.float64)[:, None, None]
    slower = time_scale(people.sizes[slots].astype(np.float64))[:, None, None]
    seen = played.read(slots)
    nodes = people.nodes[slots].astype(np.float64)
    velocities = _base(played, slots, seen) + composed(
        nodes / lengths, seen.warp_rates, _sway(seen)
    )
    carried = np.broadcast_to(current, (len(slots), 3))[:, None]
    turned = np.einsum("nji,npj->npi", rotation_matrix(people.orientations[slots]), carried)
    return Handover(
        positions=people.positions[slots],
        orientations=people.orientations[slots],
        velocities=people.velocities[slots],
        angular_velocities=people.angular_velocities[slots],
        nodes=nodes,
        node_velocities=velocities * lengths / slower + turned,
        contraction=people.contraction[slots].astype(np.float64),
        phase=played.get(slots, State.SHARE) * (2 * np.pi),
    )


def _resume_turns(
    played: Played,
    slots: Slots,
    handover: Handover,
    commands: Commands,
    lengths: Floats,
    speeds: Floats,
) -> None:
    """Who is in the midst of a turn goes on with a recorded one, from where it is like his."""
    kinds = played.people.species
    for n in np.flatnonzero(commands.action_state[slots] == ActionState.RUNNING):
        slot = slots[n]
        angle, kind = float(commands.action_left[slot]), int(kinds[slot])
        nodes = handover.nodes[n] / lengths[n]
        found = find_turn(played.tables, kind, nodes, handover.contraction[n])
        one = slots[n : n + 1]
        dt = float(played.get(one, State.DT)[0])
        passage = played.passages[slot]
        if found is None:
            continue
        settle_turn(played.tables, kind, found, angle, float(speeds[n]), dt, passage)
        played.busy[slot] = PASSING
        beat = float(played.trait(one, Trait.MEDIUM_BEAT)[0])
        to_go = (1.0 - float(passage["place"])) * float(passage["seconds"])
        played.set(one, State.SHARE, (float(passage["end_share"]) - to_go * beat) % 1.0)
        played.set(one, State.TURNS, 1.0)
        played.set(one, State.TURNING, 0.0)


def _drives(
    played: Played,
    slots: Slots,
    commands: Commands,
    contraction: Floats,
    speeds: Floats,
    fastest: Floats,
) -> Floats:
    """For which speeds [L/s] muscles work that look like this, in this phase of the beat.

    Of drives that look alike the one nearest to the speed; muscles at rest work for none.
    """
    # Muscles that bend a fish for a turn say nothing of its beat.
    turns = commands.action_state[slots] == ActionState.RUNNING
    drives = np.where(turns, np.clip(speeds, 0.0, fastest), 0.0)
    works = np.flatnonzero(~turns & (np.abs(contraction - 1.0).max(axis=1) > RELAXED))
    own, top = slots[works], fastest[works]
    least = np.full(len(works), np.inf)
    for share in np.linspace(0.0, 1.0, DRIVES):
        played.set(own, State.DRIVE, share * top)
        muscles = played.read(own).rows[:, MUSCLE : MUSCLE + MUSCLES]
        off = np.square(contraction[works] - muscles).sum(axis=1)
        off += UNLIKELY * np.square(share - speeds[works] / top)
        better = off < least
        least[better] = off[better]
        drives[works[better]] = share * top[better]
    return drives


def _base(played: Played, slots: Slots, seen: Readings) -> Floats:
    """Node velocities [L/s] in the world, in body axes, of fishes that follow their tables.

    Where a fish swims straight on these are the recorded ones; in curves and turns, which may
    be faster or slower than recorded, they are those of what is read.
    """
    passing = (played.busy[slots] & PASSING) > 0
    speed, turning = played.get(slots, State.SPEED), played.get(slots, State.TURNING)
    straight = (~passing & (np.abs(turning) < STRAIGHT))[:, None, None]
    gain = np.where(passing, played.passages["gain"][slots], 0.0)
    sway = _sway(seen)
    nodes = seen.rows[:, :OFFSET].reshape(-1, NODES, 3)
    faster = np.where(straight[:, 0], (speed - seen.rows[:, SPEED])[:, None], speed[:, None])
    read = np.where(straight, seen.velocities, composed(nodes, seen.rates, sway))
    spins = _course_spins(played, slots, turning + gain * seen.rates[:, HEADING])
    spins = np.einsum("nji,nj->ni", sway, spins)
    moved = (faster * sway[:, 0, :])[:, None]
    base: Floats = read + moved + np.cross(spins[:, None], nodes)
    return base


def _course_spins(played: Played, slots: Slots, heading: Floats) -> Floats:
    """How courses turn [rad/s], in their axes, (n, 3); heading [rad/s]: about the vertical."""
    own = played.get(slots, State.OWN_DT) / played.get(slots, State.DT)
    pitching = own * played.get(slots, State.PITCHING)
    rolling = own * played.get(slots, State.ROLLING)
    pitch, roll = played.get(slots, State.PITCH), played.get(slots, State.ROLL)
    spins: Floats = np.stack(
        [
            heading * np.sin(pitch) + rolling,
            heading * np.cos(pitch) * np.sin(roll) - pitching * np.cos(roll),
            heading * np.cos(pitch) * np.cos(roll) + pitching * np.sin(roll),
        ],
        axis=-1,
    )
    return spins


def _sway(seen: Readings) -> Floats:
    """Axes of the body frame in its course."""
    return rotation_of(seen.rows[:, TURN : TURN + 3])


def _warp_from(
    played: Played,
    slots: Slots,
    handover: Handover,
    lengths: Floats,
    slower: Floats,
    current: Floats,
) -> None:
    """Begin to warp from a body as it is given to what the tables hold."""
    seen = played.read(slots)
    long = lengths[:, None, None]
    nodes = handover.nodes / long
    carried = np.broadcast_to(current, (len(slots), 3))[:, None]
    axes = rotation_matrix(handover.orientations)
    turned = np.einsum("nji,npj->npi", axes, carried)
    given = (handover.node_velocities - turned) / long * slower[:, None, None]
    off = np.zeros((len(slots), 2, ROW))
    off[:, 0, :OFFSET] = nodes.reshape(len(slots), -1) - seen.rows[:, :OFFSET]
    off[:, 0, MUSCLE : MUSCLE + MUSCLES] = (
        handover.contraction - seen.rows[:, MUSCLE : MUSCLE + MUSCLES]
    )
    off[:, 1] = decomposed(nodes, given - _base(played, slots, seen), _sway(seen))
    played.warped[slots] = off
    passages = played.passages
    farthest = np.linalg.norm(off[:, 0, :OFFSET].reshape(-1, NODES, 3), axis=-1).max(axis=1)
    own = played.get(slots, State.DT) / played.get(slots, State.OWN_DT)
    passages["warp_seconds"][slots] = own * np.maximum(SECONDS_PER_LENGTH * farthest, LEAST_WARP)
    passages["warp_clock"][slots] = 0.0
    played.busy[slots] |= FRESH | WARPING
