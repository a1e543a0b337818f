"""Traits: the numbers of a temper that a person may change, as one speaks of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from motorium.minds.instinct import numbers

__all__ = ["TRAITS", "Trait"]

SLOWEST: Final = 1e-6
"""A rate counts at least so much [1/0.1 s] where it is told as a time."""


@dataclass(frozen=True)
class Trait:
    """column: of `scene.TEMPER`; low, high: between which it is safe; timed: the temper holds a
    rate [1/0.1 s], and people say how long it takes [s]."""

    name: str
    column: str
    low: float
    high: float
    timed: bool = False

    def shown(self, kept: float) -> float:
        """As people say it."""
        return numbers.DRIVE_TIME / max(kept, SLOWEST) if self.timed else kept

    def kept(self, shown: float) -> float:
        """As the temper has it."""
        return numbers.DRIVE_TIME / shown if self.timed else shown


TRAITS: Final = {
    trait.name: trait
    for trait in (
        Trait("appetite", "appetite", 0.5, 50.0),
        Trait("meal", "digestion", 5.0, 900.0, timed=True),
        Trait("longing", "lust", 5.0, 900.0, timed=True),
        Trait("acts", "acts", 0.0, 1.0),
        Trait("timidity", "timidity", 0.0, 10.0),
        Trait("flees", "flees", 0.0, 1.0),
        Trait("panics", "panics", 0.0, 1.0),
        Trait("loyalty", "loyalty", 0.0, 3.0),
        Trait("wariness", "wariness", 0.2, 4.0),
    )
}
"""By name: after how much it has eaten enough; how long a meal lasts, and how long it takes from
mating until libido is full [s]; above which hunger or libido it acts; from how far a predator is
feared most [m]; above which fear it flees, and above which it leaves its school for that; how much
nearer another target must be [m]; and by what its sense of being crowded is multiplied."""
