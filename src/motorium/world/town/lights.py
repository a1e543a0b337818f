"""Lights for walkers: green, flashing and red, by the time alone.

lights = Lights(load_town().light)
lights.states(12.5)       # one of GREEN, FLASHING, RED each
lights.until_red(12.5)    # [s], 0 where it is red
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.world.town.document import Light

__all__ = ["FLASHING", "GREEN", "LIGHT_STATES", "RED", "Lights"]

GREEN: Final = 0
"""One may begin to cross."""
FLASHING: Final = 1
"""Who is on the crossing goes on; nobody begins."""
RED: Final = 2
LIGHT_STATES: Final = ("green", "flashing", "red")


class Lights:
    """All lights of a town, in the order of its file."""

    def __init__(self, lights: Sequence[Light]) -> None:
        self.names = tuple(light.name for light in lights)
        self._green = np.array([light.green for light in lights])
        self._closes = self._green + [light.flashing for light in lights]
        self._round = self._closes + [light.red for light in lights]
        self._offset = np.array([light.offset for light in lights])

    def __len__(self) -> int:
        return len(self.names)

    def states(self, seconds: float) -> NDArray[np.int8]:
        """GREEN, FLASHING or RED, shape (lights,)."""
        since = self._since(seconds)
        return (since >= self._green).astype(np.int8) + (since >= self._closes).astype(np.int8)

    def until_red(self, seconds: float) -> Floats:
        """How long it is not yet red [s], shape (lights,); 0 where it is."""
        return np.maximum(self._closes - self._since(seconds), 0.0)

    def until_green(self, seconds: float) -> Floats:
        """How long it is not yet green [s], shape (lights,); 0 where it is."""
        since = self._since(seconds)
        return np.where(since < self._green, 0.0, self._round - since)

    def _since(self, seconds: float) -> Floats:
        """Since it last became green [s]."""
        since: Floats = (seconds + self._offset) % self._round
        return since
