"""Gestures: a few freedoms as functions of time, from a posture back to it. Nothing is recorded.

A freedom rises from the posture's own angle, swings, and returns (Granieri et al., section 7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.slaving import combination, full_name
from motorium.motion.figures.ways import eased

__all__ = ["Gesture", "Swing", "gesture_angles"]


@dataclass(frozen=True)
class Swing:
    """A freedom at raised + swing sin(2 pi rate t - lag), all in rad."""

    raised: float
    swing: float = 0.0
    lag: float = 0.0


@dataclass(frozen=True)
class Gesture:
    """From which posture, for how long, how long it rises and returns [s], how often it swings
    [Hz], and by which freedoms of human-high ("left elbow flexion")."""

    posture: str
    seconds: float
    ease: float
    rate: float
    swings: Mapping[str, Swing]


def gesture_angles(gesture: Gesture, skeleton: Skeleton, posture: Floats, times: Floats) -> Floats:
    """Angles of all freedoms (times, freedoms) at times [s] since it began; posture: those of its
    posture (freedoms,), which all others keep. A coarser figure does what it has freedoms for."""
    rising = eased(times / gesture.ease) * eased((gesture.seconds - times) / gesture.ease)
    angles = np.tile(posture, (len(times), 1))
    for number, swing in _own(gesture, skeleton).items():
        phase = 2.0 * np.pi * gesture.rate * times - swing.lag
        wanted = np.clip(swing.raised + swing.swing * np.sin(phase), *skeleton.limits[number])
        angles[:, number] += rising * (wanted - posture[number])
    return angles


def _own(gesture: Gesture, skeleton: Skeleton) -> dict[int, Swing]:
    """Freedoms that follow a single one of human-high, by their numbers."""
    master = load_skeleton("human-high")
    names = [full_name(master, number) for number in range(master.freedoms)]
    if skeleton.freedom_joints == master.freedom_joints:
        return {names.index(name): swing for name, swing in gesture.swings.items()}
    found = {}
    for number, row in enumerate(combination(skeleton, master)):
        (followed,) = np.nonzero(row)
        if len(followed) == 1 and names[followed[0]] in gesture.swings:
            found[number] = gesture.swings[names[followed[0]]]
    return found
