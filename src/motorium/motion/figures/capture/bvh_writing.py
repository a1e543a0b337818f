"""Any motion of a figure as BVH, for other programs.

    Path("walk.bvh").write_text(write_bvh(skeleton, poses))

One joint a segment, named like it with underscores for spaces; y up, x to the left and z ahead at
rest, centimetres, degrees. The root has positions and turns (y, x, z), joints have turns (x, y, z),
read from the left to the right as BVH does. What slides has positions besides, if it slides in this
motion; if it stays, that is in its OFFSET, as some programs (pybvh) know no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh import FROM_Y_UP, pybvh_rotations

__all__ = ["UNITS_A_METRE", "write_bvh"]

UNITS_A_METRE: Final = 100.0
ROOT_ORDER: Final = "YXZ"
ORDER: Final = "XYZ"
"""The middle turn, which should stay within a right angle, is the one about the bone."""
TIP: Final = 0.8
"""How long the last bone of a chain is drawn beside the one before it."""


def write_bvh(skeleton: Skeleton, poses: Poses, rate: float = 60.0) -> str:
    """The text of a BVH file. It is exact to the sixth decimal: positions re-read to 1 µm."""
    if len(poses) == 0:
        raise ValueError("a motion without frames cannot be written as BVH")
    if not all(np.isfinite(part).all() for part in (poses.position, poses.rotation, poses.angles)):
        raise ValueError("a motion with angles or places that are not finite cannot be written")
    if not 0.1 <= rate <= 10_000.0:
        raise ValueError(f"rate must be from 0.1 to 10000 frames a second, not {rate:g}")
    shifts, turns = _relative(skeleton, poses)
    slides = np.ptp(shifts, axis=0).max(axis=1) > 1e-9
    slides[0] = True
    children: list[list[int]] = [[] for _ in skeleton.segments]
    for number, parent in enumerate(skeleton.parents[1:], start=1):
        children[parent].append(number)
    columns = []
    for number in _in_order(children):
        if slides[number]:
            columns.append(shifts[:, number])
        columns.append(_angles(turns[:, number], ORDER if number else ROOT_ORDER))
    lines = ["HIERARCHY", *_hierarchy(skeleton, children, shifts[0], slides), "MOTION"]
    lines += [f"Frames: {len(poses)}", f"Frame Time: {1.0 / rate:.10g}"]
    rows = np.concatenate(columns, axis=1) + 0.0  # No minus before a zero.
    lines += [" ".join(f"{value:.6f}" for value in row) for row in rows.tolist()]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- inside


def _relative(skeleton: Skeleton, poses: Poses) -> tuple[Floats, Floats]:
    """Where segments are and how they are turned, seen from their parents, in BVH's axes."""
    places, turns = skeleton.place(poses)
    parents = np.array(skeleton.parents[1:])
    back = turns[:, parents].transpose(0, 1, 3, 2)
    apart = (back @ (places[:, 1:] - places[:, parents])[..., np.newaxis])[..., 0]
    shifts = np.concatenate([places[:, :1], apart], axis=1)
    turned = np.concatenate([turns[:, :1], back @ turns[:, 1:]], axis=1)
    return UNITS_A_METRE * shifts @ FROM_Y_UP, FROM_Y_UP.T @ turned @ FROM_Y_UP


def _angles(turns: Floats, order: str) -> Floats:
    """In degrees (frames, 3), without leaps: of the two ways to write a turn the one that is nearer
    to the frame before."""
    _, rotmat_to_euler = pybvh_rotations()
    one = np.asarray(rotmat_to_euler(turns, order, degrees=True))
    other = one * [1.0, -1.0, 1.0] + 180.0
    before = one[0]
    chosen = np.empty_like(one)
    for frame, ways in enumerate(np.stack([one, other], axis=1)):
        near = ways - 360.0 * np.round((ways - before) / 360.0)
        before = near[int(np.argmin(np.abs(near - before).max(axis=1)))]
        chosen[frame] = before
    return chosen


def _in_order(children: list[list[int]], number: int = 0) -> Iterator[int]:
    """As BVH has them: a segment, then all that hangs on it, before the next one."""
    yield number
    for child in children[number]:
        yield from _in_order(children, child)


def _hierarchy(
    skeleton: Skeleton, children: list[list[int]], shifts: Floats, slides: Floats
) -> Iterator[str]:
    def block(number: int, indent: str) -> Iterator[str]:
        name = skeleton.segments[number].replace(" ", "_")
        yield f"{indent}{'JOINT' if number else 'ROOT'} {name}"
        yield f"{indent}{{"
        offset = shifts[number] if number else np.zeros(3)
        yield f"{indent}\tOFFSET {_numbers(offset)}"
        channels = [f"{axis}position" for axis in "XYZ"] if slides[number] else []
        channels += [f"{axis}rotation" for axis in (ORDER if number else ROOT_ORDER)]
        yield f"{indent}\tCHANNELS {len(channels)} {' '.join(channels)}"
        for child in children[number]:
            yield from block(child, indent + "\t")
        if not children[number]:
            yield f"{indent}\tEnd Site"
            yield f"{indent}\t{{"
            yield f"{indent}\t\tOFFSET {_numbers(_tip(skeleton, number))}"
            yield f"{indent}\t}}"
        yield f"{indent}}}"

    yield from block(0, "")


def _tip(skeleton: Skeleton, number: int) -> Floats:
    """The site that is farthest out on a last segment, or what looks like its end."""
    sites = [site.at for site in skeleton.sites.values() if site.segment == number]
    tip = max(sites, key=np.linalg.norm) if sites else TIP * skeleton.offsets[number]
    offset: Floats = UNITS_A_METRE * np.asarray(tip) @ FROM_Y_UP
    return offset


def _numbers(vector: Floats) -> str:
    return " ".join(f"{value:.6f}" for value in (np.round(vector, 9) + 0.0).tolist())
