"""Muscle action as functions of time, open loop: beats and C-turns, for measuring and calibrating.

The kernels of `motors.controllers` move muscles in the same way; tests hold them together. All
functions take one fish, or many at once along leading axes.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES
from motorium.bodies.gaits import DEEPEST, Gait, Turn
from motorium.contracts.frames import Floats

__all__ = ["beat_muscles", "beating", "bend_muscles", "bending", "turn_muscles", "turning"]

_SEGMENT: Final = np.repeat(np.arange(3), 4)
_LEFT: Final = np.tile([True, False, False, True], 3)
FADE: Final = 0.25
"""A turn lets the beat that it interrupts die away in this many beats."""


def beating(gait: Gait, beats: float, amplitude: float = 1.0, bias: float = 0.0) -> Floats:
    """Contraction of the 12 muscles after so many beats; bias: one-sided, left positive."""
    return beat_muscles(np.array([*gait.depths, gait.lag, gait.lead]), beats, amplitude, bias)


def beat_muscles(
    beat: Floats, beats: Floats | float, amplitude: float = 1.0, bias: Floats | float = 0.0
) -> Floats:
    """As `beating`, for beats (..., 5): three depths, lag, lead."""
    late = np.stack([-beat[..., 4], np.zeros_like(beat[..., 4]), beat[..., 3]], axis=-1)
    wave = 0.5 - 0.5 * np.cos(2 * np.pi * (np.asarray(beats)[..., None] - late))
    depth = amplitude * beat[..., :3]
    one_sided = np.asarray(bias)[..., None]
    left = 1 - depth * wave - np.maximum(one_sided, 0.0)
    right = 1 - depth * (1 - wave) - np.maximum(-one_sided, 0.0)
    return _muscles(left, right)


def bending(turn: Turn, beats: float, to_the_left: bool = True) -> Floats:
    """Contraction of the 12 muscles so many beats after the start of a C-turn."""
    return bend_muscles(_row(turn), beats, 1.0 if to_the_left else -1.0)


def bend_muscles(turn: Floats, beats: float, amplitude: float = 1.0) -> Floats:
    """As `bending`, for turns (..., 11): bend, stroke, times; a negative one goes to the right."""
    first, hold, back, hold_again, relax = np.moveaxis(turn[..., 6:], -1, 0)
    bent = _smooth(beats, first)
    stroke = _smooth(beats - first - hold, back)
    gone = _smooth(beats - first - hold - back - hold_again, relax)
    bend = turn[..., :3] * (bent * (1 - stroke))[..., None] + turn[..., 3:6] * stroke[..., None]
    bend = bend * (1 - gone)[..., None] * amplitude
    return _muscles(1 - np.maximum(bend, 0), 1 - np.maximum(-bend, 0))


def turning(
    turn: Turn, gait: Gait, beats_before: float, beats: float, to_the_left: bool = True
) -> Floats:
    """A C-turn out of a beat that has lasted `beats_before`, so many beats after its start."""
    beat = np.array([*gait.depths, gait.lag, gait.lead])
    return turn_muscles(_row(turn), beat, beats_before, beats, 1.0 if to_the_left else -1.0)


def turn_muscles(
    turn: Floats, beat: Floats, beats_before: float, beats: float, amplitude: float = 1.0
) -> Floats:
    """As `turning`, for turns (..., 11) out of one beat (5,)."""
    left_over = 1 - _smooth(beats, np.array(FADE))
    beaten = beat_muscles(beat, beats_before + beats) - 1
    bent = bend_muscles(turn, beats, amplitude)
    both: Floats = np.maximum(bent + beaten * left_over, 1 - DEEPEST)
    return both


def _row(turn: Turn) -> Floats:
    return np.array([*turn.bend, *turn.stroke, *turn.times])


def _muscles(left: Floats, right: Floats) -> Floats:
    contraction = np.where(_LEFT, left[..., _SEGMENT], right[..., _SEGMENT])
    assert contraction.shape[-1] == MUSCLES
    deepest: Floats = np.maximum(contraction, 1 - DEEPEST)
    return deepest


def _smooth(time: Floats | float, duration: Floats) -> Floats:
    """From 0 to 1 within a duration, with level ends."""
    share = np.clip(np.asarray(time) / np.maximum(duration, 1e-9), 0.0, 1.0)
    smooth: Floats = share * share * (3 - 2 * share)
    return smooth
