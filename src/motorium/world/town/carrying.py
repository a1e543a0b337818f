"""Figures that are carried about by hands from outside, and set down on the ground again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.world.town.document import TownDocument

__all__ = ["HIGHEST", "Carried", "outdoors"]

FREQUENCY: Final = 12.0
"""Of the critically damped spring between a figure and the hand [rad/s]."""
FASTEST: Final = 12.0
"""Nobody is carried faster [m/s]."""
HIGHEST: Final = 20.0
"""Nor higher [m]."""
BESIDE_WALLS: Final = 0.5
"""Nobody is set down nearer to a house [m]."""
DOWN: Final = 0.005
"""Who is so near to the ground and to rest stands on it [m], [m/s]."""


@dataclass
class Carried:
    """Somebody in a hand, or on his way down. ground: how high he stood [m]; own: whether he goes
    back to his mind; held: whether the hand still has him."""

    town: TownDocument
    ground: float
    own: bool
    goal: Floats
    held: bool = True
    velocity: Floats = field(default_factory=lambda: np.zeros(3))

    def follow(self, place: Sequence[float]) -> None:
        """The hand is there [m] (3,): over the town, and not in the ground."""
        x, y, z = place
        if not all(map(math.isfinite, place)):
            raise ValueError(f"a place is finite numbers of metres, not {list(place)!r}")
        (left, near), (right, far) = self.town.town.low, self.town.town.high
        high = min(max(z, self.ground), self.ground + HIGHEST)
        self.goal = np.array([min(max(x, left), right), min(max(y, near), far), high])
        self.held = True

    def set_down(self, position: Floats) -> None:
        """The hand opens: he comes down where he is, or beside the house that he is over."""
        x, y = outdoors(self.town, (float(position[0]), float(position[1])))
        self.goal, self.held = np.array([x, y, self.ground]), False

    def step(self, position: Floats, seconds: float) -> Floats:
        """How far he comes in a time [m] (3,)."""
        pull = FREQUENCY**2 * (self.goal - position) - 2.0 * FREQUENCY * self.velocity
        self.velocity = self.velocity + seconds * pull
        speed = float(np.linalg.norm(self.velocity))
        self.velocity *= min(1.0, FASTEST / max(speed, 1e-9))
        if self.is_down(position):
            rest: Floats = self.goal - position
            return rest
        way: Floats = seconds * self.velocity
        return way

    def is_down(self, position: Floats) -> bool:
        """Whether he stands on the ground again, and nobody holds him."""
        off = max(float(np.linalg.norm(self.goal - position)), float(np.linalg.norm(self.velocity)))
        return not self.held and off < DOWN


def outdoors(town: TownDocument, place: tuple[float, float]) -> tuple[float, float]:
    """The same place, or the nearest beside the house that it is in."""
    x, y = place
    for house in town.building:
        left, right = house.low[0] - BESIDE_WALLS, house.high[0] + BESIDE_WALLS
        near, far = house.low[1] - BESIDE_WALLS, house.high[1] + BESIDE_WALLS
        if left < x < right and near < y < far:
            ways = {
                (left, y): x - left,
                (right, y): right - x,
                (x, near): y - near,
                (x, far): far - y,
            }
            free = [one for one in ways if not _is_in_a_house(town, one)]
            return min(free or ways, key=ways.__getitem__)
    return place


def _is_in_a_house(town: TownDocument, place: tuple[float, float]) -> bool:
    x, y = place
    return any(
        house.low[0] < x < house.high[0] and house.low[1] < y < house.high[1]
        for house in town.building
    )
