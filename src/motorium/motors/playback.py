"""One frame of playback, block by block, written straight into the population."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.compiled import kernel
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.looks.skin import FACES
from motorium.memory import aligned_zeros
from motorium.motors.finning import draw_fins
from motorium.motors.following import follow
from motorium.motors.framing import frame
from motorium.motors.passing import conduct
from motorium.motors.poses import pose, pose_points, warp_bodies
from motorium.motors.rows import Ask, Reader, State
from motorium.motors.swaying import sway, warp_sways
from motorium.motors.tables import OFFSET, ROW, SWAY, Trait
from motorium.motors.writing import (
    write_bodies,
    write_frames,
    write_some_bodies,
    write_some_frames,
)
from motorium.physics.fish_kernel import Array
from motorium.physics.flags import every, some
from motorium.physics.simd import (
    Lanes,
    borrowed,
    lane_count,
    load,
    narrowed,
    splat,
    store,
    where_between,
)

__all__ = ["Workspace", "play_fishes"]

_ASKED: Final = int(ActionState.ASKED)
_FEW: Final = 2
"""If more of a whole block are seen, all its bodies are written: at a stretch that is cheaper."""


class Workspace:
    """What one core needs to play a block, for vectors of some width."""

    def __init__(self, width: int) -> None:
        def room(rows: int) -> Array:
            return aligned_zeros(rows * width + 16, np.float32)

        self.arrays = (
            room(Ask.COUNT),
            room(Reader.COUNT + 1),
            aligned_zeros(Reader.COUNT * width, np.int32),
            room(Trait.COUNT),
            room(OFFSET),
            room(MUSCLES),
            room(SWAY),
            room(3),
            room(3),
            aligned_zeros(3 * width, np.float64),
            np.zeros((5, ROW)),
            np.zeros((len(FACES), 9)),
        )


@kernel
def play_fishes(
    first_block: int,
    last_block: int,
    mine: NDArray[np.uint8],
    seen: NDArray[np.uint8],
    drift: Array,
    lanes: Lanes,
    count: int,
    # Tables
    poses: Array,
    points: Array,
    sways: Array,
    traits: Array,
    clips: NDArray[np.void],
    bindings: Floats,
    # Commands
    speed: Floats,
    turn_rate: Floats,
    climb: Floats,
    roll: Floats,
    brake: Floats,
    backward: Floats,
    action_value: Floats,
    # In
    kinds: NDArray[np.int16],
    warps: bool,
    streams: bool,
    frame_seconds: float,
    # State
    state: Array,
    passages: NDArray[np.void],
    busy: NDArray[np.uint8],
    warped: Array,
    stale: NDArray[np.uint8],
    # Work space
    ask: Array,
    readers: Array,
    places: NDArray[np.int32],
    mixed: Array,
    nodes: Array,
    muscles: Array,
    swayed: Array,
    steps: Array,
    spins: Array,
    wide: Floats,
    rows: Floats,
    axes: Floats,
    # Out
    action_state: NDArray[np.int8],
    action_left: Floats,
    positions_out: Floats,
    orientations_out: Floats,
    velocities_out: Floats,
    angular_velocities_out: Floats,
    nodes_out: Array,
    fins_out: Array,
    contraction_out: Array,
    points_out: Array,
) -> None:
    """Play the fishes of blocks [first_block, last_block) that are `mine` for one frame.

    All arrays are flat but passages, warped, bindings, rows and axes. count: of lanes. streams:
    write past the caches what is only written. drift [m], (blocks, 3, lanes) or (1, 3, lanes):
    what the water moves in a frame.

    First everybody's body frame, which needs nothing of what follows; then bodies and fins of those
    who are seen. stale: whose fins were left out, since nobody of their block was seen.
    """
    poses = borrowed(poses)
    points = borrowed(points)
    traits = borrowed(traits)
    clips = borrowed(clips)
    speed = borrowed(speed)
    turn_rate = borrowed(turn_rate)
    climb = borrowed(climb)
    roll = borrowed(roll)
    brake = borrowed(brake)
    backward = borrowed(backward)
    action_value = borrowed(action_value)
    kinds = borrowed(kinds)
    mine = borrowed(mine)
    drift = borrowed(drift)
    state = borrowed(state)
    passages = borrowed(passages)
    busy = borrowed(busy)
    warped = borrowed(warped)
    stale = borrowed(stale)
    bindings = borrowed(bindings)
    axes = borrowed(axes)
    ask = borrowed(ask)
    readers = borrowed(readers)
    places = borrowed(places)
    mixed = borrowed(mixed)
    nodes = borrowed(nodes)
    muscles = borrowed(muscles)
    sways = borrowed(sways)
    seen = borrowed(seen)
    swayed = borrowed(swayed)
    steps = borrowed(steps)
    spins = borrowed(spins)
    wide = borrowed(wide)
    rows = borrowed(rows)
    action_state = borrowed(action_state)
    action_left = borrowed(action_left)
    positions_out = borrowed(positions_out)
    orientations_out = borrowed(orientations_out)
    velocities_out = borrowed(velocities_out)
    angular_velocities_out = borrowed(angular_velocities_out)
    nodes_out = borrowed(nodes_out)
    fins_out = borrowed(fins_out)
    contraction_out = borrowed(contraction_out)
    points_out = borrowed(points_out)
    width = lane_count(lanes)
    drifts = 3 * width if len(drift) > 3 * width else 0
    for block in range(first_block, last_block):
        first = block * width
        last = min(first + width, len(mine))
        whole = last - first == width and every(lanes, mine, first, 1)
        if whole:
            kind = kinds[first]
            same = every(lanes, kinds, first, kind)
            restless = not every(lanes, busy, first, 0) or some(lanes, action_state, first, _ASKED)
            drawn = not every(lanes, seen, first, 0)
            _take(lanes, width, first, Ask.SPEED, speed, ask)
            _take(lanes, width, first, Ask.TURN_RATE, turn_rate, ask)
            _take(lanes, width, first, Ask.CLIMB, climb, ask)
            _take(lanes, width, first, Ask.ROLL, roll, ask)
            _take(lanes, width, first, Ask.BRAKE, brake, ask)
            _take(lanes, width, first, Ask.BACKWARD, backward, ask)
        else:
            kind = -1
            same, restless, drawn = True, False, False
            for slot in range(first, last):
                if mine[slot]:
                    if kind < 0:
                        kind = kinds[slot]
                    same = same and kinds[slot] == kind
                    restless = restless or busy[slot] != 0 or action_state[slot] == _ASKED
                    drawn = drawn or seen[slot] != 0
            if kind < 0:
                continue
            _take_some(width, first, last, Ask.SPEED, speed, ask)
            _take_some(width, first, last, Ask.TURN_RATE, turn_rate, ask)
            _take_some(width, first, last, Ask.CLIMB, climb, ask)
            _take_some(width, first, last, Ask.ROLL, roll, ask)
            _take_some(width, first, last, Ask.BRAKE, brake, ask)
            _take_some(width, first, last, Ask.BACKWARD, backward, ask)
        at = block * State.COUNT * width
        trait = kind * Trait.COUNT * width
        own = traits
        if not same:
            for slot in range(first, last):
                lane = slot - first
                source = (kinds[slot] if mine[slot] else kind) * Trait.COUNT * width
                for row in range(Trait.COUNT):
                    mixed[row * width + lane] = traits[source + row * width]
            trait, own = 0, mixed
        follow(lanes, own, trait, ask, at, state, readers)
        if drawn:
            for lane in range(width):
                ask[Ask.STALE * width + lane] = stale[first + lane]
            draw_fins(lanes, own, trait, ask, at, state)
        for lane in range(width):
            stale[first + lane] = not drawn
        if restless:
            conduct(
                width,
                first,
                last,
                poses,
                own,
                trait,
                clips,
                kinds,
                mine,
                warps,
                action_value,
                at,
                state,
                readers,
                rows,
                passages,
                busy,
                warped,
                action_state,
                action_left,
            )
        lengths = at + State.LENGTH * width
        sway(lanes, count, sways, lengths, state, readers, places, swayed)
        if restless:
            warp_sways(width, first, last, mine, busy, passages, warped, lengths, state, swayed)
        carried = block * drifts
        frame(lanes, at, readers, swayed, frame_seconds, drift, carried, state, steps, spins)
        frames_out = (
            positions_out,
            orientations_out,
            velocities_out,
            angular_velocities_out,
        )
        if whole:
            write_frames(
                lanes, first, at, state, steps, spins, frame_seconds, streams, wide, *frames_out
            )
        else:
            write_some_frames(
                width, first, last, at, state, steps, spins, frame_seconds, mine, *frames_out
            )
        if not drawn:
            continue
        count_seen = 0
        for slot in range(first, last):
            count_seen += seen[slot] != 0
        all_of_them = whole and count_seen > _FEW
        pose(lanes, first, last, all_of_them, poses, mine, seen, readers, places, nodes, muscles)
        if restless:
            warp_bodies(
                width,
                first,
                last,
                all_of_them,
                mine,
                seen,
                busy,
                passages,
                warped,
                lengths,
                state,
                nodes,
                muscles,
            )
        if len(points_out) > 0:
            pose_points(
                lanes,
                first,
                last,
                points,
                readers,
                places,
                lengths,
                state,
                kinds,
                mine,
                seen,
                busy,
                bindings,
                nodes,
                streams,
                axes,
                points_out,
            )
        bodies_out = nodes_out, fins_out, contraction_out
        if all_of_them:
            write_bodies(lanes, first, at, state, nodes, muscles, streams, *bodies_out)
        else:
            write_some_bodies(
                width, first, last, at, state, nodes, muscles, mine, seen, *bodies_out
            )


@register_jitable
def _take(lanes: Any, width: int, first: int, row: int, values: Any, ask_out: Any) -> None:
    """A setpoint of a whole block; what is no number asks for nothing."""
    wanted = narrowed(load(lanes, values, first))
    least, most = splat(lanes, np.float32(-1e6)), splat(lanes, np.float32(1e6))
    store(ask_out, row * width, where_between(least, wanted, most, wanted))


@register_jitable
def _take_some(width: int, first: int, last: int, row: int, values: Any, ask_out: Any) -> None:
    for lane in range(width):
        wanted = values[first + lane] if first + lane < last else 0.0
        ask_out[row * width + lane] = wanted if -1e6 <= wanted <= 1e6 else 0.0
