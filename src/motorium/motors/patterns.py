"""Muscle action as functions of time, open loop: beats and C-turns, for measuring and calibrating.

The kernel of `motors.controllers` beats in the same way; tests hold them together.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import MUSCLES
from motorium.bodies.gaits import DEEPEST, Gait, Turn
from motorium.contracts.frames import Floats

__all__ = ["beating", "bending", "turning"]

_SEGMENT: Final = np.repeat(np.arange(3), 4)
_LEFT: Final = np.tile([True, False, False, True], 3)
FADE: Final = 0.25
"""A turn lets the beat that it interrupts die away in this many beats."""


def beating(gait: Gait, beats: float, amplitude: float = 1.0, bias: float = 0.0) -> Floats:
    """Contraction of the 12 muscles after so many beats; bias: one-sided, left positive."""
    late = np.array([-gait.lead, 0.0, gait.lag])
    wave = 0.5 - 0.5 * np.cos(2 * np.pi * (beats - late))
    depth = amplitude * np.array(gait.depths)
    left = 1 - depth * wave - max(bias, 0.0)
    right = 1 - depth * (1 - wave) - max(-bias, 0.0)
    return _muscles(left, right)


def bending(turn: Turn, beats: float, to_the_left: bool = True) -> Floats:
    """Contraction of the 12 muscles so many beats after the start of a C-turn."""
    first, hold, back, hold_again, relax = turn.times
    bent = _smooth(beats, first)
    stroke = _smooth(beats - first - hold, back)
    gone = _smooth(beats - first - hold - back - hold_again, relax)
    bend = np.array(turn.bend) * bent * (1 - stroke) + np.array(turn.stroke) * stroke
    bend = bend * (1 - gone) * (1 if to_the_left else -1)
    return _muscles(1 - np.maximum(bend, 0), 1 - np.maximum(-bend, 0))


def turning(
    turn: Turn, gait: Gait, beats_before: float, beats: float, to_the_left: bool = True
) -> Floats:
    """A C-turn out of a beat that has lasted `beats_before`, so many beats after its start."""
    left_over = 1 - _smooth(beats, FADE)
    beat = beating(gait, beats_before + beats) - 1
    both: Floats = np.maximum(bending(turn, beats, to_the_left) + beat * left_over, 1 - DEEPEST)
    return both


def _muscles(left: Floats, right: Floats) -> Floats:
    contraction = np.where(_LEFT, left[_SEGMENT], right[_SEGMENT])
    assert contraction.shape == (MUSCLES,)
    deepest: Floats = np.maximum(contraction, 1 - DEEPEST)
    return deepest


def _smooth(time: float, duration: float) -> float:
    """From 0 to 1 within a duration, with level ends."""
    if duration <= 0:
        return 1.0 if time >= 0 else 0.0
    share = min(max(time / duration, 0.0), 1.0)
    return share * share * (3 - 2 * share)
