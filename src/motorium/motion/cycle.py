"""One exact beat of steady swimming, found and locked, so that its last frame leads to its first.

A beat is no whole number of frames. So the natural beat is measured first; then the same fish beats
just so, in frames that are stretched a little to divide the beat, until nothing changes any more
from one beat to the next.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.time import FRAME_RATE
from motorium.measure.basin import Basin
from motorium.measure.tank import BrokenBody
from motorium.motion.capture import Take, film
from motorium.motion.cut import gap

__all__ = ["MOST_MOMENTS", "NoCycle", "curve_rate", "natural_beat", "steady_beat"]

CURVED: Final = 0.6
"""Share of the tightest steering at which a fish is captured that swims in a circle."""

SETTLING: Final = 120
MEASURED: Final = 16
"""Medium beats until the natural beat is measured, and over which it is: a fish that swims in a
circle takes as long to trim its speed."""
LOCKED: Final = 40
"""Beats after which a locked fish is looked at, and between looks."""
MOST_LOOKS: Final = 4
CLOSED: Final = 2e-5
"""A beat whose ends are as close as this [L] is taken at once; else the best of some looks."""
OPEN: Final = 5e-3
"""One whose ends are farther apart than this is no cycle."""
MOST_MOMENTS: Final = 96
"""Of a beat; every step if there are not more, else every so many frames."""


class NoCycle(ValueError):
    """Swimming that does not repeat itself."""


def curve_rate(species: Species) -> float:
    """Turn rate [rad/s] at which swimming in a circle is captured."""
    steering = species.steering
    tightest = steering.largest_bias * steering.curvature_per_bias
    return CURVED * tightest * species.gaits.medium.speed


def natural_beat(basin: Basin) -> float:
    """How often a second its fish beats, on the whole, once it does as it is asked."""
    basin.advance(basin.beats(SETTLING))
    take = film(basin, basin.beats(MEASURED))
    _whole(basin)
    beats = (take.phase[-1, 0] - take.phase[0, 0]) / (2 * np.pi)
    return float(beats / (take.seconds * (take.moments - 1)))


def steady_beat(species: Species, **asked: float) -> Take:
    """One beat, from moment to moment, that ends as it began."""
    basin = Basin(species, 1)
    basin.ask(**asked)
    beat = natural_beat(basin)
    frames_wanted = FRAME_RATE / beat
    # Slow beats are looked at every so many frames, which must divide them.
    apart = max(1, math.ceil(frames_wanted / MOST_MOMENTS))
    frames = apart * max(1, round(frames_wanted / apart))
    controls, school = basin.controls, basin.motor.schools[0]
    basin.controls = controls._replace(beats=np.full_like(controls.beats, beat * species.pace))
    school.frame_seconds = 1.0 / (beat * frames)
    every = 1 if frames * school.steps <= MOST_MOMENTS else apart * school.steps
    best: Take | None = None
    for _ in range(MOST_LOOKS):
        basin.advance(LOCKED * frames)
        take = film(basin, frames)
        _whole(basin)
        if best is None or gap(take) < gap(best):
            best = take
        if gap(best) < CLOSED:
            break
    assert best is not None
    if gap(best) > OPEN:
        raise NoCycle(
            f"{species.name} does not settle into a beat: its ends stay {gap(best):.4f} L apart"
        )
    return best.cut(0, best.moments - 1, 0, every)


def _whole(basin: Basin) -> None:
    if basin.broken:
        raise BrokenBody(f"{basin.species.name}: its body breaks while it is captured")
