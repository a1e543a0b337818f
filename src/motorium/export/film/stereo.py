"""Pictures for two eyes: side by side, or one whose colours keep them apart."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.contracts.viewing import Camera
from motorium.looks.drawing.view import View

__all__ = ["Stereo", "anaglyph", "eyes", "side_by_side"]

APART: Final = 1 / 30
"""Of the eyes, as a share of how far away they look: so wide that depth is seen, so narrow that
what is near can be fused."""
BRIGHTNESS: Final = np.array([0.2126, 0.7152, 0.0722])
"""Of red, green and blue (Rec. 709)."""

Pixels = NDArray[np.uint8]


class Stereo(StrEnum):
    """How a picture for each eye becomes one."""

    SIDE_BY_SIDE = "side-by-side"
    ANAGLYPH = "anaglyph"


def eyes(camera: Camera, distance: float, size: tuple[int, int]) -> tuple[View, View]:
    """The views of the left and of the right eye, whose axes are parallel; what is so far away [m]
    has the same place in both, and seems to lie in the screen."""
    middle = View.of(camera, size)
    left, right = (_moved(middle, side * APART * distance / 2.0, distance) for side in (-1, 1))
    return left, right


def _moved(view: View, aside: float, distance: float) -> View:
    looks_at: Floats = view.looks_at.copy()
    looks_at[0, 3] -= aside
    eye = view.eye + view.looks_at[0, :3] * aside
    projects: Floats = view.projects.copy()
    # Off the axis, so that the middle of the screen stays there for either eye.
    projects[0, 2] = -projects[0, 0] * aside / distance
    return replace(view, eye=eye, looks_at=looks_at, projects=projects)


def side_by_side(left: Pixels, right: Pixels) -> Pixels:
    """For free fusing with parallel eyes, and for screens that part them."""
    return np.concatenate([left, right], axis=1)


def anaglyph(left: Pixels, right: Pixels) -> Pixels:
    """For red and cyan glasses: in red how bright the left eye sees it, the rest for the right."""
    both = right.copy()
    both[..., 0] = np.rint(left @ BRIGHTNESS)
    return both
