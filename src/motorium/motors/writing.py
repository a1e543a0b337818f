"""What was played, written into the population: vectors for whole blocks, else fish by fish."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats
from motorium.motors.rows import State
from motorium.motors.tables import OFFSET
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, lane_count, load, maximum, minimum, splat, store, stream
from motorium.physics.triples import load3
from motorium.physics.weaving import store_quads, store_triples, stream_quads, stream_triples

__all__ = ["SLACK", "write_bodies", "write_frames", "write_some_bodies", "write_some_frames"]

SLACK: Final = 0.4
"""No muscle is drawn shorter than this share of its length."""


@inlined
def write_frames(
    lanes: Lanes,
    first: int,
    at: int,
    state: Array,
    steps: Array,
    spins: Array,
    frame_seconds: float,
    streams: bool,
    wide: Floats,
    positions_out: Floats,
    orientations_out: Floats,
    velocities_out: Floats,
    angular_velocities_out: Floats,
) -> None:
    """Body frames of a block all of whose lanes are played, from slot `first` on; wide: work space.

    Positions are float64, and velocities just what they change by.
    """
    width = lane_count(lanes)
    store_triples(wide, 0, load3(lanes, width, steps, 0))
    rate = splat(lanes, 1.0 / frame_seconds)
    for i in range(0, 3 * width, width):
        p = 3 * first + i
        step = load(lanes, wide, i)
        store(positions_out, p, load(lanes, positions_out, p) + step)
    turned = load3(lanes, width, spins, 0)
    quaternion = _four(lanes, width, at + State.QUATERNION * width, state)
    if streams:
        for i in range(0, 3 * width, width):
            stream(velocities_out, 3 * first + i, load(lanes, wide, i) * rate)
        stream_triples(angular_velocities_out, 3 * first, turned)
        stream_quads(orientations_out, 4 * first, quaternion)
    else:
        for i in range(0, 3 * width, width):
            store(velocities_out, 3 * first + i, load(lanes, wide, i) * rate)
        store_triples(angular_velocities_out, 3 * first, turned)
        store_quads(orientations_out, 4 * first, quaternion)


@kernel
def write_some_frames(
    width: int,
    first: int,
    last: int,
    at: int,
    state: Array,
    steps: Array,
    spins: Array,
    frame_seconds: float,
    mine: NDArray[np.uint8],
    positions_out: Floats,
    orientations_out: Floats,
    velocities_out: Floats,
    angular_velocities_out: Floats,
) -> None:
    """Only of those in slots [first, last) that are `mine`."""
    for slot in range(first, last):
        if mine[slot] == 0:
            continue
        lane = slot - first
        for k in range(3):
            step = np.float64(steps[k * width + lane])
            positions_out[3 * slot + k] += step
            velocities_out[3 * slot + k] = step * (1.0 / frame_seconds)
            angular_velocities_out[3 * slot + k] = spins[k * width + lane]
        for k in range(4):
            p = at + (State.QUATERNION + k) * width + lane
            orientations_out[4 * slot + k] = state[p]


@inlined
def write_bodies(
    lanes: Lanes,
    first: int,
    at: int,
    state: Array,
    nodes: Array,
    muscles: Array,
    streams: bool,
    nodes_out: Array,
    fins_out: Array,
    contraction_out: Array,
) -> None:
    """Bodies of a block all of whose lanes are played and seen, from slot `first` on."""
    width = lane_count(lanes)
    fins = _four(lanes, width, at + State.FIN * width, state)
    least = splat(lanes, np.float32(SLACK))
    most = splat(lanes, np.float32(1.0))
    if streams:
        stream_quads(fins_out, 4 * first, fins)
        for i in range(0, OFFSET * width, width):
            stream(nodes_out, OFFSET * first + i, load(lanes, nodes, i))
        for i in range(0, MUSCLES * width, width):
            drawn = minimum(maximum(load(lanes, muscles, i), least), most)
            stream(contraction_out, MUSCLES * first + i, drawn)
    else:
        store_quads(fins_out, 4 * first, fins)
        for i in range(0, OFFSET * width, width):
            store(nodes_out, OFFSET * first + i, load(lanes, nodes, i))
        for i in range(0, MUSCLES * width, width):
            drawn = minimum(maximum(load(lanes, muscles, i), least), most)
            store(contraction_out, MUSCLES * first + i, drawn)


@kernel
def write_some_bodies(
    width: int,
    first: int,
    last: int,
    at: int,
    state: Array,
    nodes: Array,
    muscles: Array,
    mine: NDArray[np.uint8],
    seen: NDArray[np.uint8],
    nodes_out: Array,
    fins_out: Array,
    contraction_out: Array,
) -> None:
    """Only of those in slots [first, last) that are `mine` and seen."""
    for slot in range(first, last):
        if mine[slot] == 0 or seen[slot] == 0:
            continue
        lane = slot - first
        for k in range(4):
            fins_out[4 * slot + k] = state[at + (State.FIN + k) * width + lane]
        for k in range(OFFSET):
            nodes_out[OFFSET * slot + k] = nodes[OFFSET * lane + k]
        for k in range(MUSCLES):
            drawn = min(max(muscles[MUSCLES * lane + k], SLACK), 1.0)
            contraction_out[MUSCLES * slot + k] = drawn


@register_jitable
def _four(lanes: Any, width: int, at: int, state: Any) -> Any:
    """Four rows, one after the other."""
    return (
        load(lanes, state, at),
        load(lanes, state, at + width),
        load(lanes, state, at + 2 * width),
        load(lanes, state, at + 3 * width),
    )
