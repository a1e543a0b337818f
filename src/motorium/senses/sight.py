"""Sight: the view volume, and what stands in the way (Tu 1999, sections 6.3 and 6.4)."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import inlined, kernel
from motorium.contracts.frames import Floats, turned
from motorium.contracts.perception import Perception
from motorium.senses import numbers

__all__ = [
    "Eye",
    "Screens",
    "fish_is_hidden",
    "in_view",
    "inside_from_to",
    "is_hidden",
    "list_screens",
    "open_eye",
    "point_is_hidden",
    "weed_distance",
]

_COSINE_OF_VIEW: Final = math.cos(numbers.VIEW)


class Eye(NamedTuple):
    """The cyclopean eye: where it is [m], where it looks to, and in whose slot."""

    x: float
    y: float
    z: float
    ahead_x: float
    ahead_y: float
    ahead_z: float
    slot: int


class Screens(NamedTuple):
    """Cylinders that may hide something: gaps [m], from an eye to the outside of each, level;
    near: numbers of those that matter, the first `many[0]`."""

    gaps: Floats
    near: NDArray[np.int32]
    many: NDArray[np.int32]


@inlined
def open_eye(perceived: Perception, slot: int) -> Eye:
    """Of an individual."""
    w, i, j, k = perceived.orientations[slot]
    x, y, z = turned(w, i, j, k, 1.0, 0.0, 0.0)
    ahead, places = numbers.EYE * perceived.lengths[slot], perceived.positions
    return Eye(
        places[slot, 0] + ahead * x, places[slot, 1] + ahead * y, places[slot, 2] + ahead * z,
        x, y, z, slot,
    )  # fmt: skip


@inlined
def in_view(eye: Eye, across: float, along: float, up: float, square: float) -> bool:
    """Whether what lies in a direction [m], with the square of its length, is within the 300
    degrees."""
    ahead = across * eye.ahead_x + along * eye.ahead_y + up * eye.ahead_z
    return ahead >= 0.0 or ahead * ahead <= _COSINE_OF_VIEW * _COSINE_OF_VIEW * square


@kernel
def inside_from_to(
    x: float,
    y: float,
    bottom: float,
    top: float,
    radius: float,
    eye_x: float,
    eye_y: float,
    eye_z: float,
    to_x: float,
    to_y: float,
    to_z: float,
) -> tuple[float, float]:
    """Between which shares of the way from an eye to a point it runs inside a cylinder; the first
    is not below the second where it does not.

    Tu 1999, section 6.4.1, whose two solutions t of (6.1) in (6.2) are what the mantle cuts out;
    what the lids cut out is taken from it, so that upright rays, those through a lid and eyes
    inside come out right, too.
    """
    first, last = 0.0, 1.0
    across, along, up = to_x - eye_x, to_y - eye_y, to_z - eye_z
    if up != 0.0:
        low, high = (bottom - eye_z) / up, (top - eye_z) / up
        first, last = max(first, min(low, high)), min(last, max(low, high))
    elif not bottom < eye_z < top:
        return 1.0, 0.0
    off_x, off_y = eye_x - x, eye_y - y
    a = across * across + along * along
    c = off_x * off_x + off_y * off_y - radius * radius
    if a == 0.0:
        return (first, last) if c < 0.0 else (1.0, 0.0)
    b = across * off_x + along * off_y
    root = b * b - a * c
    if root <= 0.0:
        return 1.0, 0.0
    root = math.sqrt(root)
    return max(first, (-b - root) / a), min(last, (-b + root) / a)


@kernel
def is_hidden(
    cylinders: NDArray[Any],
    eye_x: float,
    eye_y: float,
    eye_z: float,
    to_x: float,
    to_y: float,
    to_z: float,
) -> bool:
    """Whether a cylinder stands between an eye and a point [m], or one of them is inside; what is
    only touched is seen."""
    for each in cylinders:
        first, last = inside_from_to(
            each.x, each.y, each.bottom, each.top, each.radius,
            eye_x, eye_y, eye_z, to_x, to_y, to_z,
        )  # fmt: skip
        if first < last:
            return True
    return False


@inlined
def list_screens(perceived: Perception, eye: Eye, reach: float, screens_out: Screens) -> None:
    """Cylinders that begin within reach [m]. One around the eye itself hides nothing: cylinders
    bound rocks, and whoever is between the two is not blind."""
    count = 0
    for number in range(len(perceived.cylinders)):
        gap = screens_out.gaps[number]
        each = perceived.cylinders[number]
        if gap < reach and (gap > 0.0 or not each.bottom < eye.z < each.top):
            screens_out.near[count] = number
            count += 1
    screens_out.many[0] = count


@inlined
def point_is_hidden(
    perceived: Perception, screens: Screens, eye: Eye, x: float, y: float, z: float, far: float
) -> bool:
    """Whether something stands between an eye and a point [m] that is so far away [m]."""
    for index in range(screens.many[0]):
        number = screens.near[index]
        if screens.gaps[number] < far:
            each = perceived.cylinders[number]
            first, last = inside_from_to(
                each.x, each.y, each.bottom, each.top, each.radius,
                eye.x, eye.y, eye.z, x, y, z,
            )  # fmt: skip
            if first < last:
                return True
    return False


@inlined
def fish_is_hidden(
    perceived: Perception, bodies: Floats, screens: Screens, eye: Eye, other: int, far: float
) -> bool:
    """Whether all of a fish is hidden, whose middle is so far away [m]: the middle and the nodes of
    its body at rest, bodies [L], shape (species, nodes, 3) (section 6.4.2)."""
    if screens.many[0] == 0:
        return False
    middle, length = perceived.positions[other], perceived.lengths[other]
    if not point_is_hidden(perceived, screens, eye, middle[0], middle[1], middle[2], far):
        return False
    w, i, j, k = perceived.orientations[other]
    for node in bodies[perceived.species[other]]:
        x, y, z = turned(w, i, j, k, length * node[0], length * node[1], length * node[2])
        if not point_is_hidden(
            perceived, screens, eye, middle[0] + x, middle[1] + y, middle[2] + z, far + length
        ):
            return False
    return True


@inlined
def weed_distance(perceived: Perception, screens: Screens, eye: Eye, cluster: int) -> float:
    """How far away the nearest corner is [m] that is seen of a cluster of seaweed, or infinity
    (section 6.4.4)."""
    box = perceived.weed_boxes[cluster]
    nearest = numbers.SIGHT * numbers.SIGHT
    found = False
    for corner in range(8):
        x, y, z = box[corner & 1, 0], box[corner >> 1 & 1, 1], box[corner >> 2, 2]
        across, along, up = x - eye.x, y - eye.y, z - eye.z
        square = across * across + along * along + up * up
        if (
            square <= nearest
            and in_view(eye, across, along, up, square)
            and not point_is_hidden(perceived, screens, eye, x, y, z, math.sqrt(square))
        ):
            nearest = square
            found = True
    return math.sqrt(nearest) if found else math.inf
