"""Landmarks of figures in the world, now and when they were written before."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.motors.posture.points import POINTS

__all__ = ["Marks", "fresh_marks", "mark_velocities"]


class Marks(NamedTuple):
    """By slot: places [m], shape (capacity, 2, 15, 3), now and before, and at what age [s], shape
    (capacity, 2)."""

    places: Floats
    ages: Floats


def fresh_marks(capacity: int) -> Marks:
    """Of nobody yet."""
    return Marks(np.zeros((capacity, 2, len(POINTS), 3)), np.full((capacity, 2), -1.0))


def mark_velocities(marks: Marks, slots: Slots) -> Floats:
    """How fast landmarks moved in the world since they were written before [m/s]; at rest of whom
    they were written only once."""
    now, before = marks.ages[slots].T
    known = (before >= 0.0) & (now > before)
    span = np.where(known, now - before, 1.0)
    moved = marks.places[slots, 0] - marks.places[slots, 1]
    velocities: Floats = np.where(known, 1.0, 0.0)[:, None, None] * moved / span[:, None, None]
    return velocities
