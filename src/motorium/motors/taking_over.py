"""Taking fishes on with all their motion, and letting them go with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES, NODES
from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    heading_pitch_roll,
    quaternion_from_axes,
    rotation_matrix,
    world_to_body,
)
from motorium.contracts.motor import Handover, Intent
from motorium.contracts.population import Slots
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.memory import aligned_zeros
from motorium.motion.cut import rotation_of
from motorium.motors.following import SLUGGISH
from motorium.motors.passing import kept_ratio, resume_legs
from motorium.motors.played import Played
from motorium.motors.readings import Readings, composed, decomposed
from motorium.motors.rows import Reader, State
from motorium.motors.tables import HEADING, MUSCLE, OFFSET, ROW, SPEED, TURN, Trait
from motorium.motors.warping import (
    FRESH,
    LEAST_WARP,
    MASS_SHARES,
    PASSING,
    SECONDS_PER_LENGTH,
    WARPING,
)
from motorium.motors.writing import SLACK

__all__ = ["let_go", "take_on"]

BODY_CENTRE: Final = (5, 7)
"""Between these two nodes is the origin of the body frame."""
STRAIGHT: Final = 1e-3
"""Who turns more slowly [rad/s] swims straight on."""

DRIVES: Final = 25
"""Drives that are tried when a fish is taken on."""
RELAXED: Final = 0.01
"""Muscles that are all as near as this to their natural length are at rest."""
GENTLE: Final = 2.0
"""How fast a drift aside is taken away, at first [L/s^2 of a fish of 20 cm]."""
MOST_SWING: Final = 0.1
"""How far a node may swing out while the difference in its speed dies away [L]."""
HERMITE_PEAK: Final = 4 / 27
"""Of a difference in speed that dies away, by its speed and duration."""
RATIOS: Final = (0.3, 2.0)
"""Between which a turn is entered more slowly or faster than the recorded one."""
UNLIKELY: Final = 0.05
"""What a drive that is off by the fastest speed counts, against squares of contraction."""


def take_on(
    played: Played,
    slots: Slots,
    handover: Handover,
    commands: Commands,
    currents: Floats,
    foreseen: Callable[[Slots, int], Floats],
) -> None:
    """Set the state of fishes so that they go on from where and as they are.

    currents [m/s]: of the water that carries them; foreseen: nodes [m] of fishes as they would be
    shown in the next frames.
    """
    people = played.people
    played.measure_out(slots)
    lengths = people.lengths[slots].astype(np.float64)
    slower = time_scale(people.sizes[slots].astype(np.float64))
    axes = rotation_matrix(handover.orientations)
    # Of the body frame through the water, now, in its own axes.
    moves = handover.node_velocities[:, BODY_CENTRE].mean(axis=1)
    moves -= np.einsum("nji,nj->ni", axes, currents)
    moves *= (slower / lengths)[:, None]
    forward = moves[:, 0]
    fast = played.trait(slots, Trait.FAST_SPEED)
    played.set(slots, State.SHARE, handover.phase / (2 * np.pi) % 1.0)
    played.set(slots, State.SPEED, forward)
    moving = np.maximum(np.abs(forward), SLUGGISH * played.trait(slots, Trait.MEDIUM_SPEED))
    most = played.trait(slots, Trait.TIGHTEST) * moving
    turning = np.nan_to_num(commands["turn_rate"][slots]) * slower
    played.set(slots, State.TURNING, np.clip(turning, -most, most))
    played.passages[slots] = 0
    played.busy[slots] = 0
    intent = handover.intent
    if intent is None:
        drives = _drives(played, slots, commands, handover.contraction, forward, fast)
    else:
        drives = np.clip(intent.drives * slower, 0.0, fast)
        _resume_turns(played, slots, handover, intent, commands, slower)
    _set_drives(played, slots, drives)
    seen = played.read(slots)
    along = np.einsum("ni,ni->n", _sway(seen)[:, 0], moves) - seen.rates[:, OFFSET]
    played.set(slots, State.SPEED, along)
    _settle_speeds(played, slots, along, seen.rows[:, SPEED])
    # How much a body bends depends on its speed.
    seen = played.read(slots)
    sway = _sway(seen)
    course = axes @ np.swapaxes(sway, -1, -2)
    angles = heading_pitch_roll(quaternion_from_axes(course))
    for row, values in zip((State.HEADING, State.PITCH, State.ROLL), angles.T, strict=True):
        played.set(slots, row, values)
    for k in range(3):
        played.set(slots, State.AHEAD + k, course[:, k, 0])
    for k in range(4):
        played.set(slots, State.QUATERNION + k, handover.orientations[:, k])
    for k in range(3):
        played.set(slots, State.OFFSET + k, seen.rows[:, OFFSET + k] * lengths)
    people.positions[slots] = handover.positions
    people.orientations[slots] = handover.orientations
    people.velocities[slots] = handover.velocities
    people.angular_velocities[slots] = handover.angular_velocities
    people.nodes[slots] = handover.nodes
    people.contraction[slots] = handover.contraction
    _warp_from(played, slots, handover, foreseen(slots, 2))


def let_go(played: Played, slots: Slots, currents: Floats, coming: Floats) -> Handover:
    """Where and how fishes are, with all their motion; coming: what they would show next."""
    people = played.people
    lengths = people.lengths[slots].astype(np.float64)[:, None, None]
    slower = time_scale(people.sizes[slots].astype(np.float64))[:, None, None]
    seen = played.read(slots)
    nodes = people.nodes[slots].astype(np.float64)
    warping = composed(nodes / lengths, seen.warp_rates, _sway(seen))
    velocities = _base(played, slots, seen) + warping
    # A warp is no motion of the body, but for where it moves a fish as a whole.
    borrowed = np.stack([seen.warps[:, :OFFSET].reshape(-1, NODES, 3), warping / slower], axis=1)
    borrowed -= np.einsum("p,nkpi->nki", MASS_SHARES, borrowed)[:, :, None]
    turned = np.einsum("nji,nj->ni", rotation_matrix(people.orientations[slots]), currents)[:, None]
    contraction = people.contraction[slots].astype(np.float64)
    recorded = np.clip(seen.rows[:, MUSCLE : MUSCLE + MUSCLES], SLACK, 1.0)
    return Handover(
        positions=people.positions[slots],
        orientations=people.orientations[slots],
        velocities=people.velocities[slots],
        angular_velocities=people.angular_velocities[slots],
        nodes=nodes,
        node_velocities=velocities * lengths / slower + turned,
        contraction=contraction,
        phase=played.get(slots, State.SHARE) * (2 * np.pi),
        intent=_intent(played, slots, coming, borrowed * lengths[:, None], contraction - recorded),
    )


def _intent(
    played: Played, slots: Slots, coming: Floats, borrowed: Floats, borrowed_contraction: Floats
) -> Intent:
    slower = played.get(slots, State.SLOWER)
    passages, turns = played.passages[slots], (played.busy[slots] & PASSING) > 0
    return Intent(
        headings=played.get(slots, State.HEADING),
        drives=played.get(slots, State.DRIVE) / slower,
        turn_angles=passages["angle"],
        turn_seconds=np.where(turns, passages["place"] * passages["seconds"] * slower, -1.0),
        turn_speeds=passages["entered"] / slower,
        coming=coming,
        borrowed=borrowed,
        borrowed_contraction=borrowed_contraction,
    )


def _resume_turns(
    played: Played,
    slots: Slots,
    handover: Handover,
    intent: Intent,
    commands: Commands,
    slower: Floats,
) -> None:
    """Who is in the midst of a turn goes on with a recorded one, from where it is like his."""
    turns = (commands.action_state[slots] == ActionState.RUNNING) & (intent.turn_seconds >= 0.0)
    if not turns.any():
        return
    resume_legs(
        played.width,
        played.tables.poses,
        played.tables.traits,
        played.tables.clips,
        played.people.species,
        slots[turns],
        intent.turn_angles[turns],
        (intent.turn_seconds / slower)[turns],
        (intent.turn_speeds * slower)[turns],
        handover.nodes[turns] / played.people.lengths[slots[turns], None, None],
        handover.contraction[turns],
        (handover.angular_velocities[:, 2] * slower)[turns],
        aligned_zeros(Reader.COUNT * played.width, np.float32),
        np.zeros((2, ROW)),
        played.state,
        played.passages,
        played.busy,
        commands.action_state,
        commands.action_left,
    )


def _settle_speeds(played: Played, slots: Slots, speeds: Floats, recorded: Floats) -> None:
    """Let turns that are gone on with keep the speed [L/s]: in proportion to the recorded one, and
    what is too much for that dies away."""
    turns = np.flatnonzero(played.busy[slots] & PASSING)
    own, speed, table = slots[turns], speeds[turns], recorded[turns]
    least, most = RATIOS
    bounded = np.clip(speed, least * table, most * table)
    ratio = np.array([kept_ratio(*both) for both in zip(bounded, table, strict=True)])
    played.passages["ratio"][own] = ratio
    to_go = 1.0 - played.passages["place"][own]
    played.passages["entry"][own] = (speed - ratio * table) / np.square(to_go)


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
        _set_drives(played, own, share * top)
        muscles = played.read(own).rows[:, MUSCLE : MUSCLE + MUSCLES]
        off = np.square(contraction[works] - muscles).sum(axis=1)
        off += UNLIKELY * np.square(share - speeds[works] / top)
        better = off < least
        least[better] = off[better]
        drives[works[better]] = share * top[better]
    return drives


def _set_drives(played: Played, slots: Slots, drives: Floats) -> None:
    for row in (State.DRIVE, State.DEPTH):
        played.set(slots, row, drives)


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


def _warp_from(played: Played, slots: Slots, handover: Handover, coming: Floats) -> None:
    """Begin to warp from bodies as they are given to what the tables hold.

    coming [m]: nodes in the world in the next two frames, if there were no warp.
    """
    people = played.people
    seen = played.read(slots)
    lengths = people.lengths[slots].astype(np.float64)[:, None]
    per_length = played.get(slots, State.SLOWER)[:, None, None] / lengths[:, None]
    nodes = handover.nodes / lengths[:, None]
    read = seen.rows[:, :OFFSET].reshape(-1, NODES, 3)
    place = body_to_world(handover.orientations, read * lengths[:, None])
    place += handover.positions[:, None]
    # How fast they are now, not on the way to the next frame: fast beats take but ten frames.
    shown = (4.0 * coming[:, 0] - coming[:, 1] - 3.0 * place) / (2.0 * FRAME_SECONDS)
    shown = world_to_body(handover.orientations, shown)
    off = np.zeros((len(slots), 2, ROW))
    off[:, 0, :OFFSET] = (nodes - read).reshape(len(slots), -1)
    off[:, 0, MUSCLE : MUSCLE + MUSCLES] = (
        handover.contraction - seen.rows[:, MUSCLE : MUSCLE + MUSCLES]
    )
    # Far out positions are coarser: rounded, a fish moves there as it does at home.
    velocities = np.round((handover.node_velocities - shown) * per_length, 6)
    off[:, 1] = decomposed(nodes, velocities, _sway(seen))
    # The frame goes where the centre of mass stays.
    aside = np.einsum("p,npi->ni", MASS_SHARES, nodes - read)
    off[:, 0, OFFSET : OFFSET + 3] = -np.einsum("nij,nj->ni", _sway(seen), aside)
    for k in range(3):
        beside = (seen.rows[:, OFFSET + k] + off[:, 0, OFFSET + k]) * lengths[:, 0]
        played.set(slots, State.OFFSET + k, beside)
    played.warped[slots] = off
    passages = played.passages
    own = played.get(slots, State.DT) / played.get(slots, State.OWN_DT)
    farthest = np.linalg.norm(nodes - read, axis=-1).max(axis=1)
    least = own * np.maximum(SECONDS_PER_LENGTH * farthest, LEAST_WARP)
    # Whoever drifts aside is not stopped at once, unless his body would swing too far meanwhile.
    drifting = np.linalg.norm(off[:, 1, OFFSET : OFFSET + 3], axis=1)
    bending = np.linalg.norm(off[:, 1, :OFFSET].reshape(-1, NODES, 3), axis=-1).max(axis=1)
    gentle = 4.0 * own * drifting / GENTLE
    swings = MOST_SWING / (HERMITE_PEAK * np.maximum(bending, 1e-6))
    passages["warp_seconds"][slots] = np.maximum(least, np.minimum(gentle, swings))
    passages["warp_clock"][slots] = 0.0
    played.busy[slots] |= FRESH | WARPING
