"""What threatens to be run into: the antenna feels for obstacles, a box around the body for fishes
(Tu 1999, section 6.6.1)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats, turned
from motorium.contracts.perception import NOBODY, VISITOR, Perception
from motorium.senses import numbers
from motorium.senses.grid import COARSE, FEW, FINE, FOODS, IN_SETS, Grid, bucket_of, cell_of
from motorium.senses.sight import Eye

__all__ = ["Region", "antenna_meets", "feel_fishes", "feel_obstacles", "region_of", "share_in"]


class Region(NamedTuple):
    """The sensitivity region: lowest and highest corners of a box in its owner's body frame [m],
    and whose."""

    behind: float
    before: float
    aside: float
    above: float
    slot: int


@kernel
def antenna_meets(
    across: float,
    along: float,
    up: float,
    off_x: float,
    off_y: float,
    height: float,
    radius: float,
) -> bool:
    """Whether an antenna (across, along, up) [m] meets an upright cylinder of this radius, seen
    from whose axis its root is at (off_x, off_y); height [m]: of the root above what a fish must
    pass over.

    The two solutions of (6.1) in (6.2) are where it enters and leaves; its lower end there counts.
    Ours: with its root inside it meets the cylinder unless it leads away from the axis.
    """
    a = across * across + along * along
    b = across * off_x + along * off_y
    c = off_x * off_x + off_y * off_y - radius * radius
    root = b * b - a * c
    if a == 0.0 or root < 0.0 or b >= 0.0:
        return False
    root = math.sqrt(root)
    enters, leaves = max((-b - root) / a, 0.0), min((-b + root) / a, 1.0)
    return enters <= 1.0 and height + min(enters * up, leaves * up) < 0.0


@inlined
def feel_obstacles(perceived: Perception, eye: Eye) -> None:
    """Write which cylinder is the most dangerous: the nearest of those that the antenna meets, as
    thick as they are for a body that is not thin."""
    slot = eye.slot
    length = perceived.lengths[slot]
    half_width, half_height = perceived.half_sizes[perceived.species[slot]]
    margin = numbers.BODY_WIDTHS * 2.0 * half_width * length
    body_height = 2.0 * half_height * length
    antenna = perceived.antenna[slot] * length
    perceived.obstacle[slot] = NOBODY
    nearest = math.inf
    for number in range(len(perceived.cylinders)):
        each = perceived.cylinders[number]
        off_x, off_y = eye.x - each.x, eye.y - each.y
        reach = each.radius + margin + antenna
        if abs(off_x) > reach or abs(off_y) > reach:
            continue
        if antenna_meets(
            antenna * eye.ahead_x, antenna * eye.ahead_y, antenna * eye.ahead_z,
            off_x, off_y, eye.z - each.top - body_height, each.radius + margin,
        ):  # fmt: skip
            level = math.sqrt(off_x * off_x + off_y * off_y) - each.radius
            over = max(eye.z - each.top, 0.0)
            far = math.sqrt(max(level, 0.0) ** 2 + over * over) if over > 0.0 else level
            if far < nearest:
                nearest = far
                perceived.obstacle[slot] = number
    perceived.obstacle_distance[slot] = nearest if perceived.obstacle[slot] != NOBODY else 0.0


@inlined
def region_of(perceived: Perception, lines: Floats, slot: int) -> Region:
    """Of an individual; lines [L], shape (species, 2): where centre lines begin and end, nose and
    tail."""
    species, length = perceived.species[slot], perceived.lengths[slot]
    box, half = perceived.boxes[slot], perceived.half_sizes[species]
    return Region(
        length * lines[species, 1],
        length * (lines[species, 0] + box[0]),
        length * (half[0] + box[1]),
        length * (half[1] + box[2]),
        slot,
    )


@inlined
def share_in(perceived: Perception, lines: Floats, region: Region, other: int) -> float:
    """How much of somebody's centre line is in a region, 0 to 1.

    At rest all nodes of the centre line lie in one line, which is cut here: what finer and finer
    interpolation of it comes to, so that no small region slips between two nodes. Ours: a visitor
    is no thin fish, and the region is larger by half of how thick it is.
    """
    slot = region.slot
    w, i, j, k = perceived.orientations[slot]
    places = perceived.positions
    x, y = places[other, 0] - places[slot, 0], places[other, 1] - places[slot, 1]
    z = places[other, 2] - places[slot, 2]
    x, y, z = turned(w, -i, -j, -k, x, y, z)
    length, species = perceived.lengths[other], perceived.species[other]
    thick = _thickness(perceived, other)
    nose, tail = length * lines[species, 0], length * lines[species, 1]
    longest = max(nose, -tail)
    if (
        abs(y) > region.aside + thick + longest
        or abs(z) > region.above + thick + longest
        or x > region.before + thick + longest
        or x < region.behind - thick - longest
    ):
        return 0.0
    p, q, r, s = perceived.orientations[other]
    a, b, c = turned(p, q, r, s, 1.0, 0.0, 0.0)
    a, b, c = turned(w, -i, -j, -k, a, b, c)
    first, last = tail, nose
    aside, above = region.aside + thick, region.above + thick
    first, last = _cut(x, a, region.behind - thick, region.before + thick, first, last)
    first, last = _cut(y, b, -aside, aside, first, last)
    first, last = _cut(z, c, -above, above, first, last)
    return float(max(last - first, 0.0) / (nose - tail))


@inlined
def _thickness(perceived: Perception, other: int) -> float:
    """Half of how thick a visitor is [m], 0 of fishes."""
    if perceived.ids[other] != VISITOR:
        return 0.0
    half = perceived.half_sizes[perceived.species[other], 0]
    return float(perceived.lengths[other] * half)


@kernel
def _cut(
    place: float, slope: float, low: float, high: float, first: float, last: float
) -> tuple[float, float]:
    """What is left of a line from first to last between two walls across one axis."""
    if slope == 0.0:
        return (first, last) if low <= place <= high else (1.0, 0.0)
    one, two = (low - place) / slope, (high - place) / slope
    return max(first, min(one, two)), min(last, max(one, two))


@inlined
def feel_fishes(grid: Grid, lines: Floats, perceived: Perception, slot: int) -> None:
    """Write which fish is the most dangerous: the one with the largest share of its centre line in
    the region; of several the nearest."""
    region = region_of(perceived, lines, slot)
    perceived.fish[slot] = NOBODY
    perceived.fish_share[slot] = 0.0
    middle = 0.5 * (region.before + region.behind)
    w, i, j, k = perceived.orientations[slot]
    x, y, z = turned(w, i, j, k, middle, 0.0, 0.0)
    place = perceived.positions[slot]
    x, y, z = x + place[0], y + place[1], z + place[2]
    half = region.before - middle
    radius = math.sqrt(half * half + region.aside * region.aside + region.above * region.above)
    nearest = math.inf
    for group in range(len(grid.reaches) - FOODS):
        begin, end = grid.begins[group], grid.begins[group + 1]
        if begin == end:
            continue
        longest = grid.reaches[group] / numbers.SIGHT * numbers.STANDARD_LENGTH
        far = radius + longest * max(lines[group, 0], -lines[group, 1])
        # The region is larger by a visitor's thickness, and at its corners by less than twice that.
        far += 2.0 * _thickness(perceived, grid.which[IN_SETS, begin])
        if end - begin <= FEW:
            for row in range(begin, end):
                nearest = _feel(grid, lines, perceived, region, x, y, z, far, IN_SETS, row, nearest)
            continue
        level = FINE if far < 3.0 * grid.sides[FINE, group] else COARSE
        side = grid.sides[level, group]
        for c in range(cell_of(z - far, side), cell_of(z + far, side) + 1):
            for b in range(cell_of(y - far, side), cell_of(y + far, side) + 1):
                for a in range(cell_of(x - far, side), cell_of(x + far, side) + 1):
                    key, bucket = bucket_of(grid, group, a, b, c)
                    for row in range(grid.starts[level, bucket], grid.starts[level, bucket + 1]):
                        if grid.keys[level, row] == key:
                            nearest = _feel(
                                grid, lines, perceived, region, x, y, z, far, level, row, nearest
                            )


@inlined
def _feel(
    grid: Grid,
    lines: Floats,
    perceived: Perception,
    region: Region,
    x: float,
    y: float,
    z: float,
    far: float,
    order: int,
    row: int,
    nearest: float,
) -> float:
    """Take somebody for the most dangerous if it is; returns the square of how far that one is."""
    points, other = grid.points, grid.which[order, row]
    across, along = points[order, row, 0] - x, points[order, row, 1] - y
    up = points[order, row, 2] - z
    square = across * across + along * along + up * up
    slot = region.slot
    if square > far * far or other == slot:
        return nearest
    # In the precision in which it is kept, where two that are all inside are equal.
    share = np.float32(share_in(perceived, lines, region, other))
    best = perceived.fish_share[slot]
    if share < best or share == 0.0:
        return nearest
    if share == best and (square > nearest or (square == nearest and other > perceived.fish[slot])):
        return nearest
    perceived.fish[slot] = other
    perceived.fish_share[slot] = share
    return float(square)
