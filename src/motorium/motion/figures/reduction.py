"""Fewer keys: what interpolation finds again within a stated error need not be stored."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.channels import ChannelSet, record

__all__ = ["farthest_off", "reduced"]


def reduced(skeleton: Skeleton, poses: Poses, times: Floats, tolerance: float) -> ChannelSet:
    """Channels with as few keys as keep all segments' origins and all sites within so much [m].

    It begins with the two ends; wherever a stretch is off by more, its worst frame becomes a key.
    """
    truth = _places(skeleton, poses)
    keys = {0, len(poses) - 1}
    while True:
        channels = record(skeleton, poses, times, np.array(sorted(keys)))
        off = np.abs(_places(skeleton, channels.sample(times)) - truth)
        worst = np.sqrt((off**2).sum(axis=2)).max(axis=1)
        ordered = sorted(keys)
        more = set()
        for first, last in pairwise(ordered):
            inside = worst[first + 1 : last]
            if inside.size and inside.max() > tolerance:
                more.add(first + 1 + int(inside.argmax()))
        if not more:
            return channels
        keys |= more


def farthest_off(skeleton: Skeleton, channels: ChannelSet, poses: Poses, times: Floats) -> float:
    """By how much played channels miss the poses that were recorded, at worst [m]."""
    off = _places(skeleton, channels.sample(times)) - _places(skeleton, poses)
    return float(np.linalg.norm(off, axis=2).max())


def _places(skeleton: Skeleton, poses: Poses) -> Floats:
    """Of all segments' origins and all sites [m] (frames, places, 3)."""
    placed = skeleton.place(poses)
    sites = [skeleton.site_places(placed, name)[:, np.newaxis] for name in skeleton.sites]
    places: Floats = np.concatenate([placed.positions, *sites], axis=1)
    return places
