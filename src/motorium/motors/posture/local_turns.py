"""Poses as turns and slides of segments against their parents: what is played and sent."""

from __future__ import annotations

import numpy as np

from motorium.bodies.figure.skeleton import Skeleton
from motorium.contracts.frames import Floats, body_to_world, multiply

__all__ = ["continued", "local_turns"]


def local_turns(skeleton: Skeleton, angles: Floats) -> tuple[Floats, Floats]:
    """Of angles [rad or m] (frames, freedoms): turns as quaternions (frames, segments, 4) and
    slides [m] (frames, segments, 3) in the parents' axes.

    A segment's turn is the product of its joints' freedoms, in their order; a slide goes along an
    axis as turned by the freedoms before it.
    """
    frames, segments = len(angles), len(skeleton.segments)
    turns: Floats = np.zeros((frames, segments, 4))
    turns[:, :, 0] = 1.0
    slides: Floats = np.zeros((frames, segments, 3))
    for segment, freedoms in enumerate(skeleton.freedoms_of):
        turn = turns[:, segment]
        for freedom in freedoms:
            axis, angle = skeleton.axes[freedom], angles[:, freedom]
            if skeleton.slides[freedom]:
                along = body_to_world(turn, np.tile(axis, (frames, 1)))
                slides[:, segment] += angle[:, None] * along
            else:
                about = np.empty((frames, 4))
                about[:, 0] = np.cos(angle / 2)
                about[:, 1:] = np.sin(angle / 2)[:, None] * axis
                turn = multiply(turn, about)
        turns[:, segment] = turn
    return turns, slides


def continued(turns: Floats) -> Floats:
    """The same turns (frames, ..., 4), each with the sign that is nearer to the one before: so that
    between neighbours goes the short way without a look at signs."""
    flips = (turns[1:] * turns[:-1]).sum(axis=-1, keepdims=True) < 0.0
    odd = np.cumsum(flips, axis=0) % 2 == 1
    joined: Floats = turns.copy()
    joined[1:] = np.where(odd, -turns[1:], turns[1:])
    return joined
