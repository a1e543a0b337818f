"""Who can be seen, and how large: a single point of each fish against all cameras.

Yu & Terzopoulos 1999, section 7.1, for any number of viewers: a fish is seen if anybody may see it,
and as large as for whom it is largest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.contracts.viewing import Camera

__all__ = ["EYE", "NEAR", "eyes_of", "view_fishes"]

Sizes = NDArray[np.float32]

MARGIN: Final = math.radians(10.0)
"""By so much is each side of a picture enlarged: cameras turn before they tell [rad]."""
REACH: Final = 2.0
"""So far from its point is a fish or may it soon be [L]: its body, and what it swims in 0.1 s."""
NEAR: Final = 1e6
"""Size of everybody where nobody watches [pixels]: then all are near."""
WIDEST: Final = 0.49 * math.pi
"""Half a field [rad]: nobody sees behind himself."""

EYE: Final = 18
"""Numbers of an eye: position, ahead, right, up; sine and cosine of half its enlarged field across
and upwards; pixels of what is as long as it is far; the farthest that it makes out [m]."""


def eyes_of(cameras: Sequence[Camera]) -> Floats:
    """What the kernel knows of cameras, shape (cameras, EYE)."""
    eyes: Floats = np.zeros((len(cameras), EYE))
    for eye, camera in zip(eyes, cameras, strict=True):
        ahead = _unit(np.array(camera.ahead))
        right = _unit(np.cross(ahead, _unit(np.array(camera.up))))
        half = 0.5 * camera.field
        across = min(math.atan(math.tan(half) * camera.aspect) + MARGIN, WIDEST)
        upwards = min(half + MARGIN, WIDEST)
        eye[0:3] = camera.position
        eye[3:6], eye[6:9], eye[9:12] = ahead, right, np.cross(right, ahead)
        eye[12:14] = math.sin(across), math.cos(across)
        eye[14:16] = math.sin(upwards), math.cos(upwards)
        eye[16] = 0.5 * camera.height / math.tan(half)
        eye[17] = camera.far
    return eyes


def _unit(direction: Floats) -> Floats:
    scaled = direction / abs(direction).max()  # Or squares of what is tiny would vanish.
    unit: Floats = scaled / np.linalg.norm(scaled)
    return unit


@kernel
def view_fishes(
    eyes: Floats,
    slots: Slots,
    positions: Floats,
    lengths: Sizes,
    grace: int,
    unseen_for: NDArray[np.uint16],
    sizes_out: Sizes,
    seen_out: NDArray[np.uint8],
) -> None:
    """Who counts as seen, and how large he is [pixels]; 0 for who does not.

    Who comes into a picture is seen at once. Who goes out of all is, as large as he was last, for
    `grace` frames more, which `unseen_for` counts.
    """
    for slot in slots:
        largest = NEAR if len(eyes) == 0 else 0.0
        length = lengths[slot]
        reach = REACH * length
        for eye in range(len(eyes)):
            x = positions[slot, 0] - eyes[eye, 0]
            y = positions[slot, 1] - eyes[eye, 1]
            z = positions[slot, 2] - eyes[eye, 2]
            depth = eyes[eye, 3] * x + eyes[eye, 4] * y + eyes[eye, 5] * z
            right = abs(eyes[eye, 6] * x + eyes[eye, 7] * y + eyes[eye, 8] * z)
            up = abs(eyes[eye, 9] * x + eyes[eye, 10] * y + eyes[eye, 11] * z)
            if (
                depth >= -reach
                and right * eyes[eye, 13] - depth * eyes[eye, 12] <= reach
                and up * eyes[eye, 15] - depth * eyes[eye, 14] <= reach
            ):
                distance = math.sqrt(x * x + y * y + z * z)
                if distance <= eyes[eye, 17] + reach:
                    largest = max(largest, eyes[eye, 16] * length / max(distance, length))
        if largest > 0.0:
            unseen_for[slot] = 0
            sizes_out[slot] = largest
        elif unseen_for[slot] < grace:
            unseen_for[slot] += 1
        else:
            sizes_out[slot] = 0.0
        seen_out[slot] = sizes_out[slot] > 0.0
