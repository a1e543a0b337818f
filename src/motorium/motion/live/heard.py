"""What is heard of somebody who is captured live, whichever way it came."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from motorium.contracts.frames import Floats

__all__ = ["Hear", "Heard"]


class Heard(NamedTuple):
    """sender: whom it came from; name: whom or what it is about; came [s]: when, by our clock
    (`time.perf_counter`); told [s]: when it was taken, by the sender's, None if he does not say;
    places [m] (bodies, 3) and turns (bodies, 4) (w, x, y, z), in the world."""

    sender: str
    name: str
    came: float
    told: float | None
    places: Floats
    turns: Floats


Hear = Callable[[Heard], None]
"""Called on the thread of whoever receives; must not take long."""
