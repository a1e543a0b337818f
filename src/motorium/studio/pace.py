"""How fast a living world goes against the clock on the wall."""

from __future__ import annotations

from typing import Final

from motorium.wire.wishes import SLOWEST

__all__ = ["NATURAL", "Pace"]

NATURAL: Final = 1.0
"""As fast as its own clock says; nothing in it is made for more."""
NEARLY: Final = 1.0 - 1e-9
"""Ten tenths do not quite make one."""


class Pace:
    """rate: seconds of the world for one on the wall. Slower, fewer frames are made, each as it
    would be made anyway."""

    def __init__(self) -> None:
        self._rate = NATURAL
        self._owed = 0.0

    @property
    def rate(self) -> float:
        return self._rate

    @rate.setter
    def rate(self, value: float) -> None:
        if not SLOWEST <= value <= NATURAL:
            raise ValueError(
                f"rate {value:g}: a live world goes at {SLOWEST:g} to {NATURAL:g} of its pace; "
                "only a recording can be played faster"
            )
        self._rate = value
        self._owed = 0.0

    def is_due(self) -> bool:
        """Asked once a beat of the clock: whether a frame is to be made in it."""
        self._owed += self._rate
        if self._owed < NEARLY:
            return False
        self._owed -= 1.0
        return True
