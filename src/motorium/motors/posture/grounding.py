"""How clips move over the ground, and what there is to know of them besides their turns.

A figure's ground frame is below its first segment, x along its heading. It is that of human-high on
all levels, so that nobody is elsewhere because he is seen less well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.rifle import rifle_placed
from motorium.bodies.figure.skeleton import SIDES, Placed, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.channels import ChannelSet
from motorium.motion.figures.graph import Contact
from motorium.motion.figures.ways import eased

__all__ = ["FEET", "GROUND", "PIVOT", "UPRIGHT", "ground_of", "sights_of"]

PIVOT: Final = 3
FREE: Final = 5
FEET: Final = 6
GROUND: Final = 8
"""Columns: place x, y [m] and heading [rad] of the ground frame, seen from the clip's beginning;
then, in this frame, pivot x, y [m]: what stands on the ground, and how freely it turns about that,
1 on one foot, less on two; feet x, y [m]: between the ankles."""

AIMED: Final = 0.3
NOT_AIMED: Final = 0.6
"""A rifle within the one of straight ahead [rad] is aimed, beyond the other it is carried."""
HANDED_ON: Final = 0.08
"""It takes as long before and after [s] until a foot that was set down carries all."""
TIED: Final = 0.1
"""How freely one turns on both feet."""
UPRIGHT: Final = 0.3
"""Higher up [m] is the pelvis of who stands on his feet."""


def ground_of(
    channels: ChannelSet, travel: Sequence[float], contacts: Sequence[Contact], rate: int
) -> Floats:
    """Rows (keys, GROUND) of a clip of human-high, so many a second."""
    skeleton = load_skeleton(FIGURES[0])
    count = max(1, int(np.ceil(channels.seconds * rate - 1e-6))) + 1
    times = np.linspace(0.0, channels.seconds, count)
    poses = channels.sample(times)
    placed = skeleton.place(poses)
    rows: Floats = np.zeros((count, GROUND))
    rows[:, :2] = poses.position[:, :2]
    rows[:, 2] = travel[2] * np.linspace(0.0, 1.0, count)
    feet = np.mean([skeleton.site_places(placed, f"{side} ankle") for side in SIDES], axis=0)
    rows[:, FEET:] = _seen_from(rows, feet)
    if contacts:
        rows[:, PIVOT:FEET] = _pivots(skeleton, placed, contacts, times, rows)
    else:
        rows[:, FREE] = 1.0
        rows[:, PIVOT:FREE] = rows[:, FEET:] * (poses.position[:, 2:] > UPRIGHT)
    return rows


def _seen_from(rows: Floats, places: Floats) -> Floats:
    """Places (keys, 3) in the ground frames (keys, 2)."""
    x, y = (places[:, :2] - rows[:, :2]).T
    cosine, sine = np.cos(rows[:, 2]), np.sin(rows[:, 2])
    return np.stack([cosine * x + sine * y, cosine * y - sine * x], axis=1)


def _pivots(
    skeleton: Skeleton, placed: Placed, contacts: Sequence[Contact], times: Floats, rows: Floats
) -> Floats:
    """Where that is what touches the ground (keys, 2), going over by and by from one to the next,
    below the first segment as far as nothing does; and how freely it turns about that (keys,)."""
    total: Floats = np.zeros((len(times), 2))
    weights: Floats = np.zeros((len(contacts), len(times)))
    for number, contact in enumerate(contacts):
        before = np.clip((times - contact.first) / HANDED_ON + 0.5, 0.0, 1.0)
        after = np.clip((contact.last - times) / HANDED_ON + 0.5, 0.0, 1.0)
        weights[number] = np.minimum(before, after)
        place = _seen_from(rows, skeleton.site_places(placed, contact.site))
        total += weights[number][:, np.newaxis] * place
    whole = weights.sum(axis=0)
    left = weights[[contact.site.startswith(SIDES[0]) for contact in contacts]].sum(axis=0)
    uneven = np.abs(2.0 * left - whole) / np.maximum(whole, 1e-9)
    free = np.where(whole > 0.0, TIED + (1.0 - TIED) * uneven**2, 1.0)
    return np.column_stack([total / np.maximum(whole, 1.0)[:, np.newaxis], free])


def sights_of(skeleton: Skeleton, placed: Placed, headings: Floats) -> Floats:
    """Turn and rise of the rifle (keys, 2) seen from headings [rad]; less and less of them as it
    does not point about straight ahead."""
    along = rifle_placed(skeleton, placed)[1][:, :, 0]
    turn = np.arctan2(along[:, 1], along[:, 0]) - headings
    rise = np.arcsin(np.clip(along[:, 2], -1.0, 1.0))
    off = np.arccos(np.clip(np.cos(turn) * np.cos(rise), -1.0, 1.0))
    share = 1.0 - eased((off - AIMED) / (NOT_AIMED - AIMED))
    return np.stack([turn * share, rise * share], axis=1)
