"""What the tables say of fishes that stand still in time: for who takes them on or lets them go."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.compiled import kernel
from motorium.contracts.frames import Floats, rotation_vector
from motorium.contracts.population import Slots
from motorium.memory import aligned_zeros
from motorium.motors.following import follow
from motorium.motors.passing import read_passage
from motorium.motors.rows import Ask, Reader, State
from motorium.motors.sampling import sample
from motorium.motors.tables import OFFSET, ROW, TURN, Tables, Trait
from motorium.motors.warping import PASSING, WARPING, warp_shape, warp_slopes
from motorium.physics.fish_frame import body_frame
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes

__all__ = ["Readings", "composed", "decomposed", "read_fishes"]


class Readings(NamedTuple):
    """rows and rates [1/s], shape (n, ROW): what is read without a warp, and how it changes; warps
    and warp_rates, likewise: what the warp adds; velocities [L/s], shape (n, 23, 3): recorded.
    """

    rows: Floats
    rates: Floats
    warps: Floats
    warp_rates: Floats
    velocities: Floats


def read_fishes(
    tables: Tables,
    lanes: Lanes,
    width: int,
    slots: Slots,
    kinds: NDArray[np.int16],
    state: Array,
    passages: NDArray[np.void],
    busy: NDArray[np.uint8],
    warped: Array,
) -> Readings:
    """Of the fishes in these slots, as they are now."""
    count = len(slots)
    seen = Readings(
        np.zeros((count, ROW)),
        np.zeros((count, ROW)),
        np.zeros((count, ROW)),
        np.zeros((count, ROW)),
        np.zeros((count, NODES, 3)),
    )
    # One fish at a time, alone in a block whose clock stands still.
    still = aligned_zeros(State.COUNT * width, np.float32)
    _read(
        lanes,
        width,
        tables.poses,
        tables.velocities,
        tables.traits,
        slots,
        kinds,
        state,
        passages,
        busy,
        warped,
        aligned_zeros(Ask.COUNT * width, np.float32),
        aligned_zeros(Reader.COUNT * width, np.float32),
        still,
        *seen,
    )
    return seen


@kernel
def _read(
    lanes: Lanes,
    width: int,
    poses: Array,
    velocities: Array,
    traits: Array,
    slots: Slots,
    kinds: NDArray[np.int16],
    state: Array,
    passages: NDArray[np.void],
    busy: NDArray[np.uint8],
    warped: Array,
    ask: Array,
    readers: Array,
    still: Array,
    rows_out: Floats,
    rates_out: Floats,
    warps_out: Floats,
    warp_rates_out: Floats,
    velocities_out: Floats,
) -> None:
    for n in range(len(slots)):
        slot = slots[n]
        at = slot // width * State.COUNT * width + slot % width
        for row in range(State.COUNT):
            for lane in range(width):
                still[row * width + lane] = state[at + row * width]
        for lane in range(width):
            still[State.DT * width + lane] = 0.0
            still[State.OWN_DT * width + lane] = 0.0
            still[State.KEPT * width + lane] = 1.0
            still[State.SPRING * width + lane] = 1.0
        trait = kinds[slot] * Trait.COUNT * width
        follow(lanes, traits, trait, ask, 0, still, readers)
        if busy[slot] & PASSING:
            read_passage(width, 0, passages[slot], readers)
        sample(width, 0, poses, readers, rows_out[n], rates_out[n])
        for reader in range(3):
            p = reader * Reader.SIZE * width
            weight = readers[p + Reader.WEIGHT * width]
            place = np.int64(readers[p + Reader.ROW * width])
            way = readers[p + Reader.WAY * width]
            if weight != 0.0:
                here, there = velocities[place], velocities[place + 1]
                velocities_out[n] += weight * (here + way * (there - here))
        if busy[slot] & WARPING:
            me = passages[slot]
            here, rate = warp_shape(me)
            slope, rate_slope = warp_slopes(me)
            for k in range(ROW):
                warps_out[n, k] = here * warped[slot, 0, k]
                warps_out[n, k] += rate * me.warp_seconds * warped[slot, 1, k]
                warp_rates_out[n, k] = slope * warped[slot, 0, k] + rate_slope * warped[slot, 1, k]


INSTANT = 1e-5
"""[s]"""


def decomposed(nodes: Floats, velocities: Floats, sway: Floats) -> Floats:
    """What velocities [L/s] of nodes do to the body, to its frame's place beside the course and to
    how the frame is turned in it: as rates of a row, shape (n, ROW).

    nodes [L] and velocities in body axes, shape (n, 23, 3); sway (n, 3, 3): axes of the body frame
    in its course.
    """
    rates = np.zeros((len(nodes), ROW))
    before, _ = body_frame(nodes)
    after, turned = body_frame(nodes + INSTANT * velocities)
    spins = rotation_vector(turned) / INSTANT
    moves = (after - before) / INSTANT
    bodies = velocities - moves[:, None] - np.cross(spins[:, None], nodes)
    rates[:, :OFFSET] = bodies.reshape(len(nodes), -1)
    rates[:, OFFSET : OFFSET + 3] = np.einsum("nij,nj->ni", sway, moves)
    rates[:, TURN : TURN + 3] = spins
    return rates


def composed(nodes: Floats, rates: Floats, sway: Floats) -> Floats:
    """Velocities [L/s] of nodes, in body axes, from rates of a row: `decomposed` undone."""
    bodies = rates[:, :OFFSET].reshape(-1, NODES, 3)
    moves = np.einsum("nji,nj->ni", sway, rates[:, OFFSET : OFFSET + 3])
    spins = rates[:, TURN : TURN + 3]
    velocities: Floats = bodies + moves[:, None] + np.cross(spins[:, None], nodes)
    return velocities
