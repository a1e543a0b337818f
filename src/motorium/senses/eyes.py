"""The eyes of a fish: where they are, where they look to and how far around they see.

Page and Python draw the same retinal images (Tu 1999, sections 6.3.3 and 6.7): the page's copy of
the numbers below, `web/src/wire/eyes.ts`, is generated from here, and `eye_frames` has its twin in
`web/src/stages/ocean/retina/eyes.ts`.

An eye is a pinhole beside the head. Both look along the head, a little towards each other, so that
what is `CROSSING` lengths ahead is in the middle of both; pan turns both to the left, tilt raises
them. The fish itself is not in its pictures, and neither is what only people are shown.

Limitations: a flat picture shows 100 of the 300 degrees that a fish sees around itself at a time,
the rest by pan; light is not bent at the eye, and its lens keeps everything sharp.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats

__all__ = [
    "ACROSS",
    "ASPECT",
    "CROSSING",
    "FARTHEST",
    "HEAD_RING",
    "MOST_PAN",
    "MOST_TILT",
    "NEAREST",
    "NOSE",
    "RETINA_HEIGHT",
    "RETINA_WIDTH",
    "THINGS",
    "TYPESCRIPT_NAMES",
    "UPWARDS",
    "Head",
    "eye_frames",
]

ACROSS: Final = math.radians(100.0)
"""Whole horizontal angle of a retinal image."""
ASPECT: Final = 4 / 3
"""Its width over its height."""
UPWARDS: Final = 2 * math.atan(math.tan(ACROSS / 2) / ASPECT)
"""Whole vertical angle."""
RETINA_WIDTH: Final = 160
RETINA_HEIGHT: Final = 120
"""Pixels of an image, where nobody asks for another number."""
CROSSING: Final = 5.0
"""Both eyes look at a place so far ahead of the middle between them [L]."""
NEAREST: Final = 0.01
FARTHEST: Final = 60.0
"""From and to where they see [m]; water hides what is farther than that."""
MOST_PAN: Final = math.radians(100.0)
"""To each side: with half an image beyond it, the 300 degrees of section 6.2."""
MOST_TILT: Final = math.radians(60.0)

NOSE: Final = 0
HEAD_RING: Final = (1, 2, 3, 4)
"""Nodes: the head is what lies between them."""

THINGS: Final = {
    "water": -1,
    "ground": -2,
    "rock": -3,
    "weed": -4,
    "plankton": -5,
    "bubble": -6,
    "food": -7,
    "submarine": -8,
    "line": -9,
}
"""What an identity map says of pixels that show no fish; of a fish it says the id. Corals count as
rock; the surface of the sea is water, and so is what lies behind all things. Membranes of fins are
as solid as the rest. Ranges are measured along the line of sight; of water they are infinite."""

TYPESCRIPT_NAMES: Final = (
    "ACROSS",
    "ASPECT",
    "UPWARDS",
    "RETINA_WIDTH",
    "RETINA_HEIGHT",
    "CROSSING",
    "NEAREST",
    "FARTHEST",
    "MOST_PAN",
    "MOST_TILT",
    "NOSE",
)


@dataclass(frozen=True)
class Head:
    """Where a species at rest has its eyes [L].

    nose_ahead, nose_above: of the nose from the origin of the body frame. eye_behind, eye_above,
    eye_aside: of the left eye from the nose. slope: how much higher the nose is than the middle of
    the head behind it, for each length ahead of it.
    """

    nose_ahead: float
    nose_above: float
    eye_behind: float
    eye_above: float
    eye_aside: float
    slope: float

    @staticmethod
    def of(nodes: Floats, eye: Floats) -> Head:
        """nodes at rest [L], shape (23, 3); eye: the left one on the skin, body frame [L]."""
        nose, ring = nodes[NOSE], nodes[list(HEAD_RING)].mean(axis=0)
        slope = (nose[2] - ring[2]) / max(nose[0] - ring[0], 1e-6)
        behind, aside, above = nose[0] - eye[0], eye[1], eye[2] - nose[2]
        return Head(*(float(value) for value in (nose[0], nose[2], behind, above, aside, slope)))


def eye_frames(
    head: Head,
    length: float,
    nodes: Floats,
    body_to_world: Floats,
    pan: float = 0.0,
    tilt: float = 0.0,
) -> tuple[Floats, Floats]:
    """Where the eyes are and how they are turned: left, then right.

    length [m]; nodes in the world [m], shape (23, 3); body_to_world, shape (3, 3); pan to the left
    and tilt upwards [rad]. Returns places [m], shape (2, 3), and axes, shape (2, 3, 3), whose rows
    are ahead, left and up of each eye in the world.
    """
    forward, up = body_to_world[:, 0], body_to_world[:, 2]
    ring = nodes[list(HEAD_RING)].mean(axis=0)
    ahead = nodes[NOSE] - ring
    ahead = _unit(ahead - head.slope * (ahead @ forward) * up)
    left = _unit(np.cross(up, ahead))
    upwards = np.cross(ahead, left)
    middle = nodes[NOSE] + length * (head.eye_above * up - head.eye_behind * ahead)
    places = middle + length * head.eye_aside * np.stack([left, -left])
    inwards = math.atan2(head.eye_aside, CROSSING)
    axes = np.stack(
        [_turned(ahead, left, upwards, pan + turn, tilt) for turn in (-inwards, inwards)]
    )
    return places, axes


def _turned(ahead: Floats, left: Floats, up: Floats, pan: float, tilt: float) -> Floats:
    """About the head's own up, then about the left of where it looks."""
    aside = math.cos(pan) * left - math.sin(pan) * ahead
    level = math.cos(pan) * ahead + math.sin(pan) * left
    return np.stack(
        [
            math.cos(tilt) * level + math.sin(tilt) * up,
            aside,
            math.cos(tilt) * up - math.sin(tilt) * level,
        ]
    )


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12))
