"""Where the ground is darker for what stands on it: a map of the habitat from above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.colonies import Standing
from motorium.looks.scenery.heights import HeightField

__all__ = ["ContactMap"]

_SIZE: Final = 512
"""Points of the map along an edge."""
_SUN_MOVED: Final = 0.9998
"""How far the sun may go before shadows are laid anew, as the cosine of an angle."""


@dataclass(frozen=True)
class _Shading:
    x: float
    z: float
    radius: float
    height: float
    dark: float


class ContactMap:
    """`texels`, shape (512, 512, 2): what is kept off the sky's light, and off the sun's."""

    def __init__(
        self,
        field: HeightField,
        standing: Sequence[Standing],
        roots: Sequence[Sequence[float]],
    ) -> None:
        """`roots` of clusters of weeds, z up [m]."""
        self.texels: NDArray[np.uint8] = np.zeros((_SIZE, _SIZE, 2), np.uint8)
        self.scale = 0.5 / field.reach
        self._reach = field.reach
        self._shadings = [
            _Shading(one.x, -one.y, 0.8 * one.radius, one.top - float(field.at(one.x, -one.y)), 0.8)
            for one in standing
        ]
        self._shadings += [_Shading(root[0], -root[1], 0.1, 0.12, 0.4) for root in roots]
        self._laid_for = np.zeros(3)
        for one in self._shadings:
            self._lay_contact(one)

    def lay_shadows(self, sunwards: Floats) -> bool:
        """Anew if the sun has moved; returns whether it has."""
        if sunwards @ self._laid_for > _SUN_MOVED:
            return False
        self._laid_for = np.array(sunwards)
        self.texels[..., 1] = 0
        for one in self._shadings:
            self._lay_shadow(one, sunwards)
        return True

    def _lay_contact(self, one: _Shading) -> None:
        """Darkest under it, and the farther around it the higher it is."""
        fall = 0.05 + 0.16 * min(one.height, 2 * one.radius)

        def dark(x: Floats, z: Floats) -> Floats:
            outside = np.hypot(x - one.x, z - one.z) - 0.9 * one.radius
            result: Floats = one.dark * np.exp(-np.maximum(0, outside) / fall)
            return result

        r = one.radius
        self._lay(0, (one.x - r, one.x + r), (one.z - r, one.z + r), 4 * fall, dark)

    def _lay_shadow(self, one: _Shading, sunwards: Floats) -> None:
        """Softer the farther it falls."""
        length = max(0.0, one.height) / sunwards[1]
        dx, dz = -sunwards[0] * length, -sunwards[2] * length
        square = max(1e-9, dx * dx + dz * dz)

        def dark(x: Floats, z: Floats) -> Floats:
            along = np.clip(((x - one.x) * dx + (z - one.z) * dz) / square, 0, 1)
            away = np.hypot(x - one.x - along * dx, z - one.z - along * dz)
            wide = one.radius * (1 - 0.25 * along)
            soft = 0.25 * one.radius + 0.22 * along * length
            t = np.clip((away - wide + soft) / (2 * soft), 0, 1)
            result: Floats = one.dark * (1 - 0.35 * along) * (1 - t * t * (3 - 2 * t))
            return result

        margin = 1.6 * one.radius + 0.3 * length
        self._lay(1, (one.x, one.x + dx), (one.z, one.z + dz), margin, dark)

    def _lay(
        self,
        channel: int,
        xs: tuple[float, float],
        zs: tuple[float, float],
        margin: float,
        dark: Callable[[Floats, Floats], Floats],
    ) -> None:
        step = 2 * self._reach / _SIZE

        def texels(ends: tuple[float, float]) -> NDArray[np.int64]:
            places = np.array([min(ends) - margin, max(ends) + margin])
            first, last = np.clip(np.floor((places + self._reach) / step), 0, _SIZE - 1).astype(int)
            return np.arange(first, last + 1)

        columns, rows = texels(xs), texels(zs)
        x = (columns.astype(np.float64) + 0.5) * step - self._reach
        z = (rows.astype(np.float64) + 0.5) * step - self._reach
        part = self.texels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1, channel]
        np.maximum(part, (255 * dark(x[None, :], z[:, None])).astype(np.uint8), out=part)
