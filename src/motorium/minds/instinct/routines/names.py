"""Names of routines and subroutines: who acts writes its number into `brain.routine`.

They are the nine of Tu 1999, section 7.8, each followed by its subroutines, and ours; what a
behaviour of one's own leaves at NONE is named after the behaviour.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ROUTINES"]  # The numbers are read as `names.NAME`.

NONE: Final = 0
AVOIDING_OBSTACLE: Final = 1
AVOIDING_FISH: Final = 2
CHASING: Final = 3
EATING: Final = 4
SUCKING_IN: Final = 5
MATING: Final = 6
LOOPING: Final = 7
CIRCLING: Final = 8
ASCENDING: Final = 9
NUZZLING: Final = 10
LEAVING: Final = 11
WANDERING: Final = 12
ESCAPING: Final = 13
SCHOOLING: Final = 14
LOOKING: Final = 15

ROUTINES: Final = (
    "",
    "avoiding-static-obstacle",
    "avoiding-fish",
    "chasing-target",
    "eating-food",
    "suck-in",
    "mating",
    "looping",
    "circling",
    "ascending",
    "nuzzling",
    "leaving",
    "wandering",
    "escaping",
    "schooling",
    "looking",
)
