"""A square height field around the origin, which goes on at its edge as it is there."""

from __future__ import annotations

import base64
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["HeightField"]

_STEPS = 65535


@dataclass(frozen=True, eq=False)
class HeightField:
    step: float
    """Between points [m]."""
    reach: float
    """From the middle to an edge [m]."""
    heights: NDArray[np.float32]
    """[m], shape (size, size): the first index runs to the east, the second to the north."""

    @classmethod
    def packed(
        cls, size: int, step: float, reach: float, lowest: float, highest: float, heights: str
    ) -> HeightField:
        """As studios send it: base64 of size x size little-endian uint16, lowest to highest."""
        steps = np.frombuffer(base64.b64decode(heights), "<u2")
        if len(steps) != size * size:
            raise ValueError(f"a height field of {size} x {size} points came with {len(steps)}")
        scale = (highest - lowest) / _STEPS
        metres = (lowest + steps.astype(float) * scale).astype(np.float32)
        return cls(step, reach, metres.reshape(size, size))

    def at(self, x: Floats | float, z: Floats | float) -> Floats:
        """Heights at places, page axes [m]."""
        last = len(self.heights) - 1
        u = np.clip((np.asarray(x, float) + self.reach) / self.step, 0, last)
        v = np.clip((self.reach - np.asarray(z, float)) / self.step, 0, last)
        i = np.minimum(last - 1, np.floor(u)).astype(int)
        j = np.minimum(last - 1, np.floor(v)).astype(int)
        s, t = u - i, v - j
        heights = self.heights.astype(float)
        near = heights[i, j] * (1 - t) + heights[i, j + 1] * t
        far = heights[i + 1, j] * (1 - t) + heights[i + 1, j + 1] * t
        result: Floats = near * (1 - s) + far * s
        return result
