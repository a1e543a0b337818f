"""How figures look now: what they play, with all that is laid on top, written into rows."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.motors.posture.bank import Clips
from motorium.motors.posture.bending import (
    STILL_LYING,
    Bends,
    aimed,
    bend,
    head_sway,
    look,
    sway,
)
from motorium.motors.posture.falling import eased_share
from motorium.motors.posture.feet import foot_of, lift_of, reach
from motorium.motors.posture.grounding import PIVOT
from motorium.motors.posture.marks import Marks
from motorium.motors.posture.placing import Bones, Placed, place_segments, point_at
from motorium.motors.posture.reading import ground_at, root_at, sight_at
from motorium.motors.posture.sampling import (
    Pose,
    mix_slides,
    mix_turns,
    sample_slides,
    sample_turns,
    write_turns,
)
from motorium.motors.posture.state import States
from motorium.motors.posture.tables import Ways
from motorium.motors.posture.workspace import Borrowed, Rows, Workspace
from motorium.physics.quaternions import (
    Turn,
    about_z,
    between_turns,
    inverse,
    log_of,
    power,
    product,
)

__all__ = ["pose_rows"]

NO_TURN: Final = (1.0, 0.0, 0.0, 0.0)
LOWERED_LYING: Final = 0.05
"""Who lies lowers his rifle by no more [rad]: there is the ground."""
GONE: Final = 1e-4
"""Less of something is not played."""
SOON: Final = 8.0
"""In one part of so many of its fall a body comes to the ground."""


@borrowing_kernel
def pose_rows(
    clips: Clips,
    ways: Ways,
    bends: Bends,
    bones: Bones,
    state: States,
    borrowed: Borrowed,
    due: NDArray[np.intp],
    frame: int,
    variation: float,
    work: Workspace,
    rows_out: Rows,
    marks_out: Marks,
    nodes_out: NDArray[np.float32],
) -> None:
    """Write the rows that are due, and the landmarks of whom they show most."""
    for row in due:
        slot, level = rows_out.slots[row], int(rows_out.levels[row])
        one = state[slot]
        root = _pose(clips, ways, bends, bones, borrowed, slot, level, one, variation, work)
        room = clips.rooms[level]
        write_turns(room, clips.segments[level], work.pose, rows_out.rotations[row])
        for place in range(work.slides.shape[1]):
            for axis in range(3):
                rows_out.slides[row, place, axis] = work.slides[0, place, axis]
        world = product(about_z(one.facing), (root[3], root[4], root[5], root[6]))
        for part in range(4):
            rows_out.turns[row, part] = world[part]
        cosine, sine = math.cos(one.facing), math.sin(one.facing)
        rows_out.positions[row, 0] = one.x + cosine * root[0] - sine * root[1]
        rows_out.positions[row, 1] = one.y + sine * root[0] + cosine * root[1]
        rows_out.positions[row, 2] = one.z + root[2]
        rows_out.stamps[row] = frame
        place_segments(
            bones,
            level,
            rows_out.turns[row],
            rows_out.rotations[row],
            rows_out.slides[row],
            work.placed,
        )
        if one.falling == 1:
            rows_out.positions[row, 2] += _lift(bones, level, root[2], one, work.placed)
        if rows_out.shares[row] >= 0.5:
            _write_landmarks(
                bones, level, row, slot, one, work.placed, rows_out, marks_out, nodes_out
            )


@inlined
def _pose(
    clips: Clips,
    ways: Ways,
    bends: Bends,
    bones: Bones,
    borrowed: Borrowed,
    slot: int,
    level: int,
    one: Any,
    variation: float,
    work: Workspace,
) -> Any:
    """The pose into the work space; returns place [m] and turn of the first segment in the ground
    frame."""
    room = clips.rooms[level]
    pose, slides = work.pose, work.slides[0]
    sample_turns(clips, level, one.clip, one.time, pose)
    sample_slides(clips, level, one.clip, one.time, slides)
    x, y, z, w, a, b, c = root_at(clips, level, one.clip, one.time)
    sight_turn, sight_rise = sight_at(clips, level, one.clip, one.time)
    root = (w, a, b, c)
    if one.blend_seconds > 0.0:
        share = 1.0 - eased_share(one)
        sample_turns(clips, level, one.from_clip, one.from_time, work.other)
        mix_turns(room, work.other, work.whole, share, pose)
        sample_slides(clips, level, one.from_clip, one.from_time, work.slides[1])
        mix_slides(work.slides[1], share, slides)
        x1, y1, z1, w, a, b, c = root_at(clips, level, one.from_clip, one.from_time)
        root = between_turns(root, product(about_z(one.from_yaw), (w, a, b, c)), share)
        turn, rise = sight_at(clips, level, one.from_clip, one.from_time)
        sight_turn += share * (turn - sight_turn)
        sight_rise += share * (rise - sight_rise)
        cosine, sine = math.cos(one.from_yaw), math.sin(one.from_yaw)
        x += share * (cosine * x1 - sine * y1 - x)
        y += share * (sine * x1 + cosine * y1 - y)
        z += share * (z1 - z)
    chest = NO_TURN
    if one.upper > 0.0 and one.alive > GONE:
        still = ways.stills[one.graph, one.upper_node]
        share = one.alive * one.upper * one.upper * (3.0 - 2.0 * one.upper)
        sample_turns(clips, level, still, 0.0, work.other)
        mix_turns(room, work.other, clips.masks[level, one.graph], share, pose)
        _, _, _, w, a, b, c = root_at(clips, level, still, 0.0)
        chest = power(log_of(product((w, a, b, c), inverse(root))), share)
        turn, rise = sight_at(clips, level, still, 0.0)
        sight_turn += share * (turn - sight_turn)
        sight_rise += share * (rise - sight_rise)
    if one.gesture >= 0:
        clip, mask = ways.gestures[one.graph, one.gesture]
        share = _risen(one.gesture_time, clips.seconds[clip], ways.eases[one.graph, one.gesture])
        sample_turns(clips, level, clip, one.gesture_time, work.other)
        mix_turns(room, work.other, clips.masks[level, mask], share * _going(one.alive), pose)
    place, before = (x, y, z), root
    left = foot_of(bones, level, 0, room, place, root, pose)
    right = foot_of(bones, level, 1, room, place, root, pose)
    if one.alive > GONE:
        upright = max(0.0, 1.0 - 2.0 * (root[1] * root[1] + root[2] * root[2]))
        amount = one.alive * variation * (STILL_LYING + (1.0 - STILL_LYING) * upright)
        shaken = sway(one.seed, one.clock, amount) if level < 2 else NO_TURN
        rise = max(one.aim_rise, -LOWERED_LYING - upright)
        aim = aimed(one.aim_turn, rise, one.alive * one.aim, sight_turn, sight_rise)
        head = look(one.alive * one.look_turn, one.alive * one.look_rise)
        head = product(head, head_sway(one.seed, one.clock, amount))
        # What is played faces where the legs go; aims and looks are against the heading.
        ahead, axes = about_z(-one.alive * one.twist), about_z(-one.swing)
        chest = product(_seen(axes, aim), product(_seen(axes, shaken), chest))
        chest = product(ahead, chest)
        head = _seen(product(ahead, axes), head)
        root = bend(bends, level, room, chest, head, root, pose)
    turned = abs(one.left_off) + abs(one.right_off) > GONE or one.left_step + one.right_step > 0.0
    if turned or before != root:
        px, py, _ = ground_at(clips, one.clip, one.time, PIVOT)
        pivot = (px, py, 0.0)
        lift = lift_of(one.left_step)
        reach(bones, level, 0, room, place, root, left, one.left_off, lift, pivot, pose)
        lift = lift_of(one.right_step)
        reach(bones, level, 1, room, place, root, right, one.right_off, lift, pivot, pose)
    if one.borrowed > 0.0 and borrowed.levels[slot] == level:
        return _lend(borrowed, slot, room, one, pose, x, y, z, root)
    return x, y, z, root[0], root[1], root[2], root[3]


@inlined
def _seen(axes: Turn, turn: Turn) -> Turn:
    """A turn about axes that are turned themselves."""
    return product(axes, product(turn, inverse(axes)))


@inlined
def _risen(time: float, seconds: float, ease: float) -> float:
    """How much of a gesture there is: it rises, and returns."""
    u = min(max(min(time, seconds - time) / ease, 0.0), 1.0)
    return u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)


@inlined
def _going(alive: float) -> float:
    """How much of a gesture is left of who falls: none when he is half way, where it ends."""
    u = min(max(2.0 * alive - 1.0, 0.0), 1.0)
    return u * u * (3.0 - 2.0 * u)


@inlined
def _lend(
    borrowed: Borrowed,
    slot: int,
    room: int,
    one: Any,
    pose: Pose,
    x: float,
    y: float,
    z: float,
    root: Turn,
) -> Any:
    """What is still left over, before each turn."""
    u = one.borrowed / borrowed.seconds
    share = u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)
    for s in range(1, borrowed.turns.shape[1]):
        if s >= room:
            break
        left = borrowed.turns[slot, s]
        by = power(log_of((left[0], left[1], left[2], left[3])), share)
        turn = product(by, (pose[s], pose[room + s], pose[2 * room + s], pose[3 * room + s]))
        pose[s] = turn[0]
        pose[room + s] = turn[1]
        pose[2 * room + s] = turn[2]
        pose[3 * room + s] = turn[3]
    rest = borrowed.roots[slot]
    turn = product(power(log_of((rest[3], rest[4], rest[5], rest[6])), share), root)
    return (
        x + share * rest[0],
        y + share * rest[1],
        z + share * rest[2],
        turn[0],
        turn[1],
        turn[2],
        turn[3],
    )


@inlined
def _lift(bones: Bones, level: int, height: float, one: Any, placed: Placed) -> float:
    """By how much a falling body must be raised so that it touches the ground, and nothing of it is
    below [m]; where it begins and ends it is as it was recorded."""
    lowest = height
    for at in range(bones.floors.shape[1]):
        x, y, z, thick = bones.floor_places[level, at]
        _, _, up = point_at(placed, bones.floors[level, at], x, y, z)
        lowest = min(lowest, height + up - thick)
    u: float = one.blend_time / one.blend_seconds
    return -lowest * min(1.0, SOON * u, SOON * (1.0 - u))


@inlined
def _write_landmarks(
    bones: Bones,
    level: int,
    row: int,
    slot: int,
    one: Any,
    placed: Placed,
    rows: Rows,
    marks_out: Marks,
    nodes_out: NDArray[np.float32],
) -> None:
    """In the world, and in the body frame: on the ground, x along the heading."""
    heading = one.facing - one.twist - one.swing
    cosine, sine = math.cos(heading), math.sin(heading)
    x0 = rows.positions[row, 0] - one.x
    y0 = rows.positions[row, 1] - one.y
    z0 = rows.positions[row, 2] - one.z
    marks_out.ages[slot, 1] = marks_out.ages[slot, 0]
    marks_out.ages[slot, 0] = one.clock
    places = marks_out.places[slot]
    for mark in range(bones.landmarks.shape[1]):
        px, py, pz = bones.landmark_places[level, mark]
        x, y, z = point_at(placed, bones.landmarks[level, mark], px, py, pz)
        x, y, z = x + x0, y + y0, z + z0
        for axis in range(3):
            places[1, mark, axis] = places[0, mark, axis]
        places[0, mark, 0], places[0, mark, 1], places[0, mark, 2] = one.x + x, one.y + y, one.z + z
        nodes_out[slot, mark, 0] = cosine * x + sine * y
        nodes_out[slot, mark, 1] = cosine * y - sine * x
        nodes_out[slot, mark, 2] = z
