"""Perception: what senses write about each individual, and minds read.

Minds know nothing of the world but this: who and what is nearby, as far as it can be seen or
smelled; how bright and warm it is; and what threatens to be run into.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["ATTENDED", "KINDS", "NOBODY", "VISITOR", "Kind", "Perception", "Role"]

ATTENDED: Final = 16
"""So many of each kind does one attend to, the nearest."""
NOBODY: Final = -1
VISITOR: Final = -2
"""The id of who is perceived as if it were a fish and is none: a submarine."""


class Kind(IntEnum):
    """Of what is perceived. Of the first four `which` are slots, else numbers of things."""

    SCHOOLMATE = 0
    PREDATOR = 1
    PREY = 2
    MATE = 3
    FOOD = 4
    OBSTACLE = 5
    WEED = 6


KINDS: Final = len(Kind)


class Role(IntEnum):
    """What a species is to the others."""

    PACIFIST = 0
    PREY = 1
    PREDATOR = 2


class Perception(NamedTuple):
    """For kernels; rows are slots, those of visitors among them, but for what the last lines say.

    Of everybody: ids; species; roles, `Role`; female, schooling: 1 or 0; light_liking,
    warmth_liking: 1 likes it bright (warm), -1 dark (cold), 0 does not care; lengths [m];
    positions [m], orientations and velocities [m/s] of the body frames; menace, 0 to 1: what share
    of the fear of a predator it is worth.

    Of what each perceives: counts, shape (capacity, KINDS), how many of each `Kind`; which and
    distances [m], shape (capacity, KINDS, ATTENDED), nearest first, from the snout to the middle of
    a fish, to a thing, or to the outside of an obstacle; light, 0 to 1, and warmth [degrees
    Celsius] where it is, NaN in open water, which has neither.

    Of what each may run into: obstacle, the number of the most dangerous cylinder, or NOBODY, and
    obstacle_distance [m]; fish, the slot of the most dangerous one, or NOBODY, and fish_share, how
    much of its centre line is in the sensitivity region.

    Minds write: antenna [L], how far it feels for obstacles; boxes [L], shape (capacity, 3): how
    far the sensitivity region reaches before the snout, and to each side and up and down of the
    body.

    Things: food_places [m], food_velocities [m/s], shape (foods, 3), and food_there: 1 plankton, 2
    food, 0 where there is none; cylinders: `world.habitat.obstacles.CYLINDER`; weed_boxes [m],
    shape (clusters, 2, 3): lowest and highest corners around clusters of seaweed.
    half_sizes of species [L], shape (species, 2): half of how wide and how high they are at most.
    """

    ids: NDArray[np.int64]
    species: NDArray[np.int16]
    roles: NDArray[np.int8]
    female: NDArray[np.uint8]
    schooling: NDArray[np.uint8]
    light_liking: NDArray[np.int8]
    warmth_liking: NDArray[np.int8]
    lengths: NDArray[np.float32]
    positions: Floats
    orientations: Floats
    velocities: Floats
    menace: NDArray[np.float32]
    counts: NDArray[np.int16]
    which: NDArray[np.int32]
    distances: NDArray[np.float32]
    light: NDArray[np.float32]
    warmth: NDArray[np.float32]
    obstacle: NDArray[np.int32]
    obstacle_distance: NDArray[np.float32]
    fish: NDArray[np.int32]
    fish_share: NDArray[np.float32]
    antenna: NDArray[np.float32]
    boxes: NDArray[np.float32]
    food_places: Floats
    food_velocities: Floats
    food_there: NDArray[np.uint8]
    cylinders: NDArray[Any]
    weed_boxes: Floats
    half_sizes: NDArray[np.float32]
