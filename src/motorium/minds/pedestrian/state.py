"""What walkers know of themselves: arrays by slot, which kernels read and write."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["MOST_LEGS", "Crowd", "Event", "Mode", "Reason", "Walkers", "walkers_of"]

MOST_LEGS: Final = 48
"""Of a way."""

Bytes = NDArray[np.int8]
Ints = NDArray[np.int32]


class Mode(IntEnum):
    """What somebody is about."""

    AWAY = 0
    """Somebody else commands him."""
    WALKING = 1
    HOLDING = 2
    """He goes to where he waits for a light, and waits there."""
    STAYING = 3


class Event(IntEnum):
    """What steering found, for the mind to act upon."""

    NONE = 0
    ARRIVED = 1
    BARRED = 2
    """A light is in his way."""
    OPENED = 3
    """He need not wait for it any more."""


class Reason(IntEnum):
    """Why he does what he does."""

    NOTHING = 0
    WALKS = 1
    CROSSES = 2
    HURRIES = 3
    STOPS = 4
    """He comes to a red light."""
    WAITS = 5
    """He stands at one."""
    MAKES_WAY = 6
    FOLLOWS = 7
    LETS_PASS = 8
    STAYS = 9
    STEPS_BACK = 10


class Walkers(NamedTuple):
    """Rows by slot; lengths [m], speeds [m/s], angles [rad].

    Who he is: pace; aside, how far to the right of a way's middle he walks, as a share of its half
    width; hasty, whether he runs for a green light. His way: points (MOST_LEGS + 1, 2), halves,
    lights (its number or -1) and kerbs of legs, how many legs there are, and on which he is;
    passes, whether he goes on past its end without slowing down. What he is about: mode, target
    and face (where he goes and then looks while he holds or stays), granted (the leg whose light
    he need not heed any more), hindered (since how long he wants to go and does not [s]). Out:
    speed, heading, course, event, reason, whom it is about (a slot, -1 nobody), and whom he meets.
    """

    pace: Floats
    aside: Floats
    hasty: Bytes
    points: Floats
    halves: Floats
    lights: Bytes
    kerbs: Floats
    legs: Ints
    leg: Ints
    passes: Bytes
    mode: Bytes
    target: Floats
    face: Floats
    granted: Ints
    hindered: Floats
    speed: Floats
    heading: Floats
    course: Floats
    event: Bytes
    reason: Bytes
    about: Ints
    meets: Ints


class Crowd(NamedTuple):
    """All who are there, one row each: slots; places [m] and velocities [m/s] that others expect of
    them, shape (n, 2); speeds [m/s] that they have; radii [m]."""

    slots: Ints
    places: Floats
    velocities: Floats
    speeds: Floats
    radii: Floats


def walkers_of(capacity: int) -> Walkers:
    """With room for so many."""
    legs = (capacity, MOST_LEGS)
    return Walkers(
        pace=np.full(capacity, 1.3),
        aside=np.full(capacity, 0.5),
        hasty=np.zeros(capacity, dtype=np.int8),
        points=np.zeros((capacity, MOST_LEGS + 1, 2)),
        halves=np.zeros(legs),
        lights=np.full(legs, -1, dtype=np.int8),
        kerbs=np.zeros(legs),
        legs=np.zeros(capacity, dtype=np.int32),
        leg=np.zeros(capacity, dtype=np.int32),
        passes=np.zeros(capacity, dtype=np.int8),
        mode=np.zeros(capacity, dtype=np.int8),
        target=np.zeros((capacity, 2)),
        face=np.zeros(capacity),
        granted=np.full(capacity, -1, dtype=np.int32),
        hindered=np.zeros(capacity),
        speed=np.zeros(capacity),
        heading=np.zeros(capacity),
        course=np.zeros(capacity),
        event=np.zeros(capacity, dtype=np.int8),
        reason=np.zeros(capacity, dtype=np.int8),
        about=np.full(capacity, -1, dtype=np.int32),
        meets=np.full(capacity, -1, dtype=np.int32),
    )
