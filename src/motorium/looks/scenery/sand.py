"""Sand without end, in open water: a disc that follows the camera; its relief is the shader's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.shading import shader_constant

__all__ = ["SURFACE_HEIGHT", "sand_disc", "sand_height"]

SURFACE_HEIGHT = 4.0
"""Of open water [m]."""

_RINGS = 56
_SPOKES = 72
_REACH = 48.0


def sand_height(x: Floats | float, z: Floats | float) -> Floats:
    """[m], as `ocean/seabed_relief.glsl` has it."""
    dunes = np.sin(x * 0.31 + 1.3 * np.sin(z * 0.17)) * np.sin(z * 0.23 + 0.7)
    banks = np.sin(x * 0.93 + z * 0.41) * np.sin(z * 0.77 - x * 0.29)
    result: Floats = shader_constant("SEABED_HEIGHT") + 0.26 * dunes + 0.07 * banks
    return result


def sand_disc() -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Places around the camera, in rings that widen with the distance, and triangles."""
    ring, spoke = np.indices((_RINGS + 1, _SPOKES))
    radius = _REACH * (ring / _RINGS) ** 2.2
    angle = spoke / _SPOKES * 2 * np.pi
    places = np.stack([radius * np.cos(angle), 0 * radius, radius * np.sin(angle)], axis=-1)
    a = (ring * _SPOKES + spoke)[:-1]
    b = np.roll(a, -1, axis=1)
    around = np.stack([a, b, a + _SPOKES, b, b + _SPOKES, a + _SPOKES], axis=-1)
    return places.reshape(-1, 3).astype(np.float32), around.reshape(-1, 3).astype(np.int32)
