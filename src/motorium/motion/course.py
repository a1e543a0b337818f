"""The course of a segment: how a level, steady frame travels, and how the body frame sways in it.

A swimming fish's body frame swings with every beat. Split off what is steady, the course, and what
is left, the sway, is small and, in a cycle, closed: then motion can be slowed, steered, pitched and
blended without any drift.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_vector
from motorium.motion.segments import Segment

__all__ = ["Course", "arc", "course_of", "headings_of", "place", "turned_about_up"]

SMOOTHNESS: Final = 0.06
"""Of the course of a passage: share of its time by which it is blurred."""


@dataclass(frozen=True)
class Course:
    """At each of the F + 1 moments around a segment's frames, beginning level and straight ahead.

    headings [rad] (F + 1,) and places [L] (F + 1, 3) of the travelling frame, speeds [L/s] (F + 1,)
    along it; in its axes the sway of the body frame: offsets [L] (F + 1, 3), turns [rad] (F + 1, 3)
    as rotation vectors.
    """

    headings: Floats
    places: Floats
    speeds: Floats
    offsets: Floats
    turns: Floats


def turned_about_up(headings: Floats) -> Floats:
    """Axes of level frames, shape (..., 3, 3)."""
    cosine, sine = np.cos(headings), np.sin(headings)
    axes = np.zeros((*np.shape(headings), 3, 3))
    axes[..., 0, 0], axes[..., 0, 1] = cosine, -sine
    axes[..., 1, 0], axes[..., 1, 1] = sine, cosine
    axes[..., 2, 2] = 1.0
    return axes


def headings_of(axes: Floats) -> Floats:
    """Where noses point [rad], counted on, for axes (moments, 3, 3)."""
    headings: Floats = np.unwrap(np.arctan2(axes[:, 1, 0], axes[:, 0, 0]))
    return headings


def place(segment: Segment) -> tuple[Floats, Floats]:
    """Origins [L] (F + 1, 3) and axes (F + 1, 3, 3) of the body frame, from the stance on."""
    origins = np.zeros((segment.frames + 1, 3))
    axes = np.empty((segment.frames + 1, 3, 3))
    axes[0] = segment.stance
    for k in range(segment.frames):
        axes[k + 1] = axes[k] @ segment.rotation[k]
        origins[k + 1] = origins[k] + axes[k] @ segment.translation[k]
    return origins, axes


def arc(speed: float, turn: float, seconds: float, moments: Floats) -> Floats:
    """Places [L] along a circle that turns by `turn` in all, at shares `moments` of the time."""
    way = speed * seconds * moments
    half = 0.5 * turn * moments
    chord = way * np.sinc(half / np.pi)
    return np.stack([chord * np.cos(half), chord * np.sin(half), np.zeros_like(way)], axis=-1)


def course_of(segment: Segment) -> Course:
    """A cycle travels evenly along an arc; a passage along a blurred path of its own."""
    origins, axes = place(segment)
    moments = np.linspace(0.0, 1.0, segment.frames + 1)
    if segment.cyclic:
        headings = segment.turn * moments
        places = arc(segment.speed, segment.turn, segment.seconds, moments)
        speeds = np.full(len(moments), segment.speed)
    else:
        headings, places, speeds = _blurred(segment, origins, axes)
    frame = turned_about_up(headings)
    back = np.swapaxes(frame, -1, -2)
    offsets = np.einsum("kij,kj->ki", back, origins - places)
    turns = rotation_vector(quaternion_from_axes(back @ axes))
    if segment.cyclic:
        # The course begins where the body sways about it evenly, not where the body is.
        start = np.linalg.solve(back[1:].mean(axis=0), -offsets[1:].mean(axis=0))
        offsets = offsets + back @ start
    return Course(headings, places, speeds, offsets, turns)


def _blurred(segment: Segment, origins: Floats, axes: Floats) -> tuple[Floats, Floats, Floats]:
    count, dt = segment.frames + 1, segment.seconds / segment.frames
    width = max(1.0, SMOOTHNESS * count)
    shares = np.linspace(0.0, 1.0, count)
    headings = _blur(headings_of(axes), width, 0.0, segment.turn)
    headings = headings - headings[0]
    headings = headings + shares * (segment.turn - headings[-1])
    ahead = turned_about_up(headings)[..., 0]
    velocities = np.gradient(origins, dt, axis=0)
    speeds = np.sum(velocities * ahead, axis=-1)
    speeds = np.maximum(_blur(speeds, width, speeds[0], speeds[-1]), 0.0)
    middle = 0.5 * (ahead[1:] + ahead[:-1])
    steps = 0.5 * (speeds[1:] + speeds[:-1])[:, None] * dt * middle
    places = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    return headings, places, speeds


def _blur(values: Floats, width: float, before: float, after: float) -> Floats:
    """Gaussian, with constant values beyond both ends."""
    reach = int(np.ceil(3 * width))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    padded = np.concatenate([np.full(reach, before), values, np.full(reach, after)])
    blurred: Floats = np.convolve(padded, weights / weights.sum(), mode="valid")
    return blurred
