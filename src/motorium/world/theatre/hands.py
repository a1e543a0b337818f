"""Hands that hold points of a puppet: of several people at once, each as quick as a hand is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS

__all__ = ["Hands", "within_reach"]

MOST_SPEED: Final = 20.0
"""Of a hand [m/s]; a cursor that jumps would else throw a puppet out of the world."""
CLOSING: Final = 0.5
"""What share of the way to where it is wanted a hand goes in a frame: pages speak at their own
pace, and a hand that stood still in between would not throw."""
THERE: Final = 1e-6
"""[m]; so near it is where it is wanted."""


@dataclass
class _Hand:
    whose: object
    wanted: Floats
    thrown: Floats | None = None
    """How fast it lets go within the next frame [m/s]."""


class Hands:
    """Who holds which point, and where it is wanted."""

    def __init__(self) -> None:
        self._hands: dict[int, _Hand] = {}

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._hands))

    def __contains__(self, point: int) -> bool:
        return point in self._hands

    def grab(self, point: int, place: Floats, whose: object) -> None:
        """Hold a point from now on; whoever held it before holds it no longer."""
        self._hands[point] = _Hand(whose, place)

    def carry(self, point: int, place: Floats, whose: object) -> None:
        """Want a point elsewhere [m], if it is still in this one's hand."""
        hand = self._hands.get(point)
        if hand is not None and hand.whose is whose:
            hand.wanted = place

    def let_go(self, point: int, whose: object, velocity: Floats | None = None) -> None:
        """Of a point that is in this one's hand; with a velocity [m/s], after one more frame in
        which it is moved so."""
        hand = self._hands.get(point)
        if hand is None or hand.whose is not whose:
            return
        if velocity is None:
            del self._hands[point]
        else:
            hand.thrown = velocity

    def end_throws(self) -> None:
        """The frame in which they were let go is over."""
        self.keep(point for point, hand in self._hands.items() if hand.thrown is None)

    def leave(self, whose: object) -> None:
        """Somebody goes, and lets go of everything."""
        self.keep(point for point, hand in self._hands.items() if hand.whose is not whose)

    def keep(self, points: Iterable[int]) -> None:
        """Let go of all others."""
        self._hands = {point: self._hands[point] for point in list(points)}

    def reach(self, point: int, here: Floats) -> Floats:
        """Where a hand has its point after a frame that begins here [m]."""
        hand = self._hands[point]
        if hand.thrown is not None:
            return here + FRAME_SECONDS * hand.thrown
        wanted = hand.wanted
        way = wanted - here
        if float(np.linalg.norm(way)) < THERE:
            return wanted
        return here + CLOSING * way


def within_reach(here: Floats, there: Floats) -> Floats:
    """As far on the way from here to there as a hand gets in a frame [m]."""
    way = there - here
    far = float(np.linalg.norm(way))
    most = MOST_SPEED * FRAME_SECONDS
    return there if far <= most else here + way * (most / far)
