"""The form of the fishing line: a float, a hook, and the bait on it; page axes [m]."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.looks.scenery.painted import Painted, PaintedMesh, Tint
from motorium.looks.scenery.shapes import cone, cylinder, sphere, torus

__all__ = ["ABOVE", "EYE", "bait_mesh", "float_mesh", "hook_mesh"]

_STEEL: Final[Tint] = (0.42, 0.45, 0.48)
_RED: Final[Tint] = (0.75, 0.05, 0.03)
_WHITE: Final[Tint] = (0.8, 0.8, 0.76)
_SHRIMP: Final[Tint] = (0.95, 0.32, 0.18)
_BEND: Final = 0.017
"""Radius of the hook's bend: large for its bait, so that one finds it in the sea."""
EYE: Final = np.array([-0.75 * _BEND, 3.1 * _BEND, 0.0])
"""Where the thread is tied to it, from the bait."""
ABOVE: Final = 1.2
"""How far above the water the thread goes on, to whoever fishes."""


def hook_mesh() -> PaintedMesh:
    """The bait, which is bitten, is at the origin: in the bend."""
    thick = 0.13 * _BEND
    parts = Painted()
    for part in (
        torus(_BEND, thick, 8, 24, 1.25 * math.pi).turned("z", -math.pi),
        cylinder(thick, thick, 2.4 * _BEND, 8).moved(-_BEND, 1.2 * _BEND, 0),
        torus(2.2 * thick, thick, 6, 14).moved(-_BEND, 2.55 * _BEND, 0),
        cone(1.6 * thick, 0.6 * _BEND, 8).turned("z", 0.75).moved(0.62 * _BEND, 0.85 * _BEND, 0),
    ):
        parts.add(part, _STEEL, 1.0)
    return parts.mesh(0.25 * _BEND, 0.55 * _BEND, 0)


def bait_mesh() -> PaintedMesh:
    """A curled shrimp."""
    parts = Painted()
    for k in range(7):
        angle = -2.6 + 0.42 * k
        size = _BEND * (0.62 - 0.055 * k)
        x, y = 1.05 * _BEND * math.cos(angle), 1.05 * _BEND * math.sin(angle) + 0.5 * _BEND
        tint = _SHRIMP if k % 2 else (1.0, 0.5, 0.32)
        parts.add(sphere(size, 10, 8).moved(x, y, 0), tint, 0.6, 0.05)
    return parts.mesh()


def float_mesh() -> PaintedMesh:
    parts = Painted()
    parts.add(sphere(0.045, 16, 10, 0.5 * math.pi, 0.5 * math.pi), _WHITE, 0.8)
    parts.add(sphere(0.045, 16, 10, 0, 0.5 * math.pi), _RED, 0.8)
    parts.add(cylinder(0.006, 0.006, 0.16, 8), _RED, 0.4)
    return parts.mesh()
