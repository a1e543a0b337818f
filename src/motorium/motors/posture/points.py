"""The points of a figure that its population row has: fifteen landmarks, on all three levels."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import SIDES, Site, Skeleton
from motorium.contracts.frames import Floats

__all__ = ["FLOOR", "POINTS", "floor_sites", "landmark_sites"]

_PAIRS: Final = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")
POINTS: Final = (
    "pelvis",
    "neck",
    "head",
    *(f"{side} {one}" for one in _PAIRS for side in SIDES),
)
"""In the order of a population's nodes."""
_SKULL: Final = np.array([0.024, 0.0, 0.09])
"""Where a head's origin is that has no neck below it, seen from the neck [m]."""

FLOOR: Final = {
    "pelvis": 0.11,
    "head top": 0.02,
    "chest": 0.02,
    **{f"{side} {one}": 0.0 for side in SIDES for one in ("heel", "ball", "toe tip")},
    **{f"{side} {one}": 0.045 for side in SIDES for one in ("elbow", "knee")},
    **{f"{side} knuckles": 0.02 for side in SIDES},
}
"""Sites that a falling body may touch the ground with, and how thick it is there [m]."""


def landmark_sites(level: int) -> tuple[Site, ...]:
    """On which segment each landmark of a level is, and where."""
    skeleton = load_skeleton(FIGURES[level])
    return tuple(_site(skeleton, name) for name in POINTS)


def _site(skeleton: Skeleton, name: str) -> Site:
    if name in skeleton.sites:
        return skeleton.sites[name]
    if skeleton.title == FIGURES[2]:
        at: Floats = _SKULL if name == "head" else np.zeros(3)
        return Site(skeleton.segment("head"), at)
    return Site(skeleton.segment(name), np.zeros(3))


def floor_sites(level: int) -> tuple[tuple[Site, float], ...]:
    """Sites of a level that the ground holds, and how far above it they stay [m]."""
    skeleton = load_skeleton(FIGURES[level])
    return tuple((skeleton.sites[name], above) for name, above in FLOOR.items())
