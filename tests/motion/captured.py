"""Movement of a real, simulated herring, captured once for all tests that look at it."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np

from motorium.bodies.species import find_species
from motorium.measure.basin import Basin
from motorium.motion.capture import Take, film
from motorium.motion.compile import compile_repertoire
from motorium.motion.cut import closed_cycle, passage
from motorium.motion.cycle import curve_rate, steady_beat
from motorium.motion.passages import capture_turns
from motorium.motion.segments import Repertoire, Segment

HERRING = find_species("herring")


@cache
def stretch() -> Take:
    """A fish that sets off, steers and climbs: nothing about it is steady, level or straight."""
    basin = Basin(HERRING, 1)
    basin.ask(speed=HERRING.gaits.fast.speed, turn_rate=1.0, climb=0.6)
    basin.advance(60)
    return film(basin, 40)


@cache
def unclosed() -> Segment:
    return passage("stretch", "turn", stretch(), heading=0.0, turn=0.0)


@cache
def beat(turn_rate: float = 0.0) -> Take:
    """One beat of the medium gait, as it was found."""
    return steady_beat(HERRING, speed=HERRING.gaits.medium.speed, turn_rate=turn_rate)


@cache
def cycle() -> Segment:
    return closed_cycle("swim-medium", "swim", beat(), curved=False)


@cache
def curve() -> Segment:
    return closed_cycle("curve-left", "curve", beat(curve_rate(HERRING)), curved=True)


@cache
def coarse_cycle() -> Segment:
    """In a sixth of the frames, for long journeys."""
    take = beat()
    return closed_cycle("swim-medium", "swim", take.cut(0, take.moments - 1, 0, 6), curved=False)


@cache
def coarse_curve() -> Segment:
    take = beat(curve_rate(HERRING))
    return closed_cycle("curve-left", "curve", take.cut(0, take.moments - 1, 0, 6), curved=True)


@cache
def turns() -> list[Segment]:
    return capture_turns(HERRING)


@cache
def repertoire() -> Repertoire:
    return compile_repertoire(HERRING, points=False)


def rounded(segment: Segment) -> Segment:
    """With arrays as files keep them."""
    names = ("rotation", "translation", "nodes", "node_velocities", "activation", "phase")
    arrays = {name: getattr(segment, name).astype(np.float32).astype(np.float64) for name in names}
    return dataclasses.replace(segment, **arrays)
