"""Clips that this program wrote: their skeleton is ours, and angles are read off, not fitted."""

from __future__ import annotations

import numpy as np

from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh import Clip

__all__ = ["angles_about", "is_of", "read_off"]

SAME = 1e-4
"""By how much bones may differ [m]."""


def is_of(clip: Clip, skeleton: Skeleton) -> bool:
    """Whether a clip has this very skeleton."""
    numbers = _numbers(clip)
    if not set(skeleton.segments) <= set(numbers):
        return False
    # What slides is somewhere else in every frame.
    fixed = [
        number for number in range(1, len(skeleton.segments)) if not _parts(skeleton, number)[1]
    ]
    theirs = [clip.offsets[numbers[skeleton.segments[number]]] for number in fixed]
    return bool(np.allclose(theirs, skeleton.offsets[fixed], atol=SAME))


def read_off(clip: Clip, skeleton: Skeleton) -> Poses:
    """Its angles, to rounding."""
    numbers = _numbers(clip)
    angles = np.zeros((len(clip), skeleton.freedoms))
    for number in range(1, len(skeleton.segments)):
        node = numbers[skeleton.segments[number]]
        turns, slides = _parts(skeleton, number)
        turned = clip.rotations[:, node]
        if turns:
            angles[:, turns] = angles_about(turned, skeleton.axes[turns], skeleton.limits[turns])
        if slides and clip.shifts is not None:
            # All slides of ours come after all turns.
            away = clip.shifts[:, node] - skeleton.offsets[number]
            own = np.einsum("fji,fj->fi", turned, away)
            angles[:, slides] = own @ skeleton.axes[slides].T
    root = numbers[skeleton.segments[0]]
    return Poses(clip.root.copy(), clip.rotations[:, root].copy(), angles)


def _numbers(clip: Clip) -> dict[str, int]:
    return {name.replace("_", " "): number for number, name in enumerate(clip.names)}


def _parts(skeleton: Skeleton, segment: int) -> tuple[list[int], list[int]]:
    """Freedoms that turn, and those that slide."""
    own = skeleton.freedoms_of[segment]
    return [one for one in own if not skeleton.slides[one]], [
        one for one in own if skeleton.slides[one]
    ]


def angles_about(turned: Floats, axes: Floats, limits: Floats) -> Floats:
    """Angles (frames, axes) about up to three axes, one after the other, each across the others.

    A turn can be written in two ways: as the one that keeps the limits, if one does.
    """
    first = axes[0]
    aside = axes[1] if len(axes) > 1 else _across(first)
    third = axes[2] if len(axes) > 2 else np.cross(first, aside)
    basis = np.stack([first, aside, third], axis=1)
    hand = np.linalg.det(basis)
    own = basis.T @ turned @ basis
    angles = hand * np.stack(
        [
            np.arctan2(-own[:, 1, 2], own[:, 2, 2]),
            np.arcsin(np.clip(own[:, 0, 2], -1.0, 1.0)),
            np.arctan2(-own[:, 0, 1], own[:, 0, 0]),
        ],
        axis=1,
    )
    if len(axes) < 3:
        few: Floats = angles[:, : len(axes)]
        return few
    other = angles * [1.0, -1.0, 1.0] + np.pi
    other = (other + np.pi) % (2.0 * np.pi) - np.pi
    better = _beyond(other, limits) < _beyond(angles, limits) - 1e-9
    found: Floats = np.where(better[:, np.newaxis], other, angles)
    return found


def _beyond(angles: Floats, limits: Floats) -> Floats:
    low, high = limits.T
    over: Floats = np.maximum(0.0, np.maximum(angles - high, low - angles)).sum(axis=1)
    return over


def _across(axis: Floats) -> Floats:
    other = np.eye(3)[np.abs(axis).argmin()]
    across = np.cross(axis, other)
    unit: Floats = across / np.linalg.norm(across)
    return unit
