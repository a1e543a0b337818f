"""A camera and the size of its picture, as shaders want to know them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.contracts.viewing import Camera
from motorium.looks.drawing.pages import page_places

__all__ = ["FAR", "NEAR", "View"]

NEAR: Final = 0.03
FAR: Final = 90.0
"""Nearer and farther nothing is drawn [m], as on the page."""


@dataclass(frozen=True)
class View:
    """eye [m] in page coordinates; looks_at and projects: 4 x 4 matrices that columns are
    multiplied to, from the world to the camera and from there to the screen; width, height
    [pixels]; finer: fishes are as fine as in a picture so many times as high."""

    eye: Floats
    looks_at: Floats
    projects: Floats
    width: int
    height: int
    finer: float = 1.0

    @classmethod
    def of(
        cls, camera: Camera, size: tuple[int, int], near: float = NEAR, finer: float = 1.0
    ) -> Self:
        """size: width and height of the picture [pixels]; it decides the aspect, not the camera.
        near [m]: what is nearer is not drawn."""
        width, height = size
        eye = page_places(camera.position)
        ahead, up = _unit(page_places(camera.ahead)), page_places(camera.up)
        aside = _unit(np.cross(ahead, up))
        looks_at = np.eye(4)
        looks_at[:3, :3] = aside, np.cross(aside, ahead), -ahead
        looks_at[:3, 3] = -looks_at[:3, :3] @ eye
        far = min(camera.far, FAR)
        steep = 1.0 / math.tan(camera.field / 2.0)
        projects = np.zeros((4, 4))
        projects[0, 0], projects[1, 1] = steep * height / width, steep
        projects[2, 2], projects[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
        projects[3, 2] = -1.0
        return cls(eye, looks_at, projects, width, height, finer)

    @property
    def scale(self) -> float:
        """How many pixels a metre has in a metre's distance."""
        return float(0.5 * self.height * self.projects[1, 1])

    @property
    def screen_to_world(self) -> Floats:
        """From the screen, -1 to 1, to page coordinates."""
        return np.asarray(np.linalg.inv(self.projects @ self.looks_at))

    def sees(self, middles: Floats, radii: Floats) -> NDArray[np.bool_]:
        """Whether something of balls can be on the picture; middles in page coordinates,
        shape (n, 3)."""
        rows = self.projects @ self.looks_at
        planes = np.concatenate([rows[3] + rows[:3], rows[3] - rows[:3]])
        planes = planes / np.linalg.norm(planes[:, :3], axis=1, keepdims=True)
        away = middles @ planes[:, :3].T + planes[:, 3]
        inside: NDArray[np.bool_] = (away >= -radii[:, np.newaxis]).all(axis=1)
        return inside


def _unit(vector: Floats) -> Floats:
    unit: Floats = vector / np.linalg.norm(vector)
    return unit
