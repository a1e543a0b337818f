"""Behaviours: what can be intended, in the order of its priority, and who carries it out.

A new one is a file of its own with a call of `register`; docs/adding-a-behaviour.md shows how. All
worlds of a process know the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.population import Slots
from motorium.minds.instinct.scene import Scene

__all__ = [
    "AVOID",
    "EAT",
    "ERRAND",
    "ESCAPE",
    "LEAVE",
    "LOOK",
    "MATE",
    "SCHOOL",
    "SLEEP",
    "WANDER",
    "Behaviour",
    "known",
    "register",
    "registered",
    "wanted",
]

Act = Callable[[Scene, Slots], None]
Wants = Callable[[Scene, Slots], NDArray[np.bool_]]

# The seven of the intention generator (Tu 1999, Fig. 7.4), by their numbers.
AVOID: Final = 0
ESCAPE: Final = 1
SCHOOL: Final = 2
EAT: Final = 3
MATE: Final = 4
LEAVE: Final = 5
WANDER: Final = 6
# And ours: what a director asks for, and a look at a visitor.
SLEEP: Final = 7
ERRAND: Final = 8
LOOK: Final = 9

MOST: Final = 127
"""Behaviours: brains keep their numbers in a byte."""


@dataclass(frozen=True)
class Behaviour:
    """name: of the intention; act: writes wishes for individuals who intend it; level: who wants
    several does what has the highest; wants: who of these wants it; None where
    only a selector chooses it, as the intention generator chooses the seven."""

    name: str
    act: Act
    level: float
    wants: Wants | None = None


_known: list[Behaviour] = []


def register(behaviour: Behaviour) -> int:
    """Make a behaviour known; returns its number."""
    _check(behaviour)
    if behaviour.name in [one.name for one in _known]:
        raise ValueError(f"there already is a behaviour {behaviour.name!r}")
    _known.append(behaviour)
    return len(_known) - 1


def _check(behaviour: Behaviour) -> None:
    name, level = behaviour.name, behaviour.level
    if not str(name).strip() or str(name) != name:
        raise ValueError(f"a behaviour is called by a word, not {name!r}")
    if not np.isreal(level) or not np.isfinite(level):
        raise ValueError(f"behaviour {name!r}: its level is a number, not {level!r}")
    if not callable(behaviour.act):
        raise ValueError(f"behaviour {name!r}: act is a function, not {behaviour.act!r}")
    if len(_known) == MOST:
        raise ValueError(f"behaviour {name!r} is one too many: {MOST} are known")


def wanted(behaviour: Behaviour, scene: Scene, slots: Slots) -> NDArray[np.bool_]:
    """Who of these wants it."""
    assert behaviour.wants is not None
    told = np.asarray(behaviour.wants(scene, slots))
    if told.shape != slots.shape or told.dtype.kind not in "bu":
        raise TypeError(
            f"behaviour {behaviour.name!r}: wants gave {told.dtype} of shape {told.shape}; it must "
            f"tell for each of {len(slots)} slots whether it wants, true or false"
        )
    return told.astype(np.bool_)


@contextmanager
def registered(behaviour: Behaviour) -> Iterator[int]:
    """Make a behaviour known for a while only, as tests and experiments want it; gives its number.

    Limitation: who intends it afterwards does what is made known next.
    """
    number = register(behaviour)
    try:
        yield number
    finally:
        _known.remove(behaviour)


def known() -> tuple[Behaviour, ...]:
    """All of them, by their numbers."""
    return tuple(_known)
