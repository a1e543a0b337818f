"""Suction: the water that streams into a mouth which is opened to suck something in."""

from __future__ import annotations

from typing import Final

from motorium.compiled import kernel
from motorium.contracts.frames import Floats, turned

__all__ = ["GAPE", "MOUTH", "REACH", "SUCTION", "mouth_of", "stream"]

MOUTH: Final = 0.36
"""How far ahead of the origin of its body a fish's snout is [L]: where its second section lies
behind it, 0.35 to 0.37 in all our species."""
GAPE: Final = 0.08
"""How far from its snout a fish snaps [L]: about as wide as a mouth opens, and what flows in."""
SUCTION: Final = 1.0
"""How fast water streams in, a gape from the snout [m/s]: ours, for all sizes, though larger
sunfishes suck faster (Journal of Experimental Biology 211, 2658, 2008)."""
REACH: Final = 3.0
"""As far as it streams [gapes]: there at a ninth of that, which hardly moves anything."""


@kernel
def mouth_of(place: Floats, orientation: Floats, length: float) -> tuple[float, float, float]:
    """Where the snout of a fish is [m]."""
    w, a, b, c = orientation
    x, y, z = turned(w, a, b, c, MOUTH * length, 0.0, 0.0)
    return place[0] + x, place[1] + y, place[2] + z


@kernel
def stream(distance: float, length: float, strength: float) -> float:
    """How fast water streams to the mouth of a fish [m/s] from a distance [m], strength 0 to 1.

    A sink: what flows in through one sphere around it flows in through all, so that speeds go as
    1/r^2; but within a gape, where it is uniform. Tu (1999, section 7.9.1) prints no law.
    """
    gape = GAPE * length
    if distance > REACH * gape:
        return 0.0
    return strength * SUCTION * (gape / max(distance, gape)) ** 2
