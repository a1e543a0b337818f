"""Things that go their own way, whatever pushes them: platforms, lifts, turntables, seesaws.

MuJoCo's own bodies of that kind (mocap) have no velocity, so nobody who stands on one is carried.
Here they are heavy bodies that are put to where they shall be before every step, as fast as they
shall be: contacts feel how fast they go, and who pushes one moves it by a micrometre.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats
from motorium.physics.quaternions import Turn, Vector, about_y, about_z, inverse, log_of, product

__all__ = ["HEAVY", "MOST_STOPS", "Path", "Paths", "go", "path_place", "path_turn", "paths_of"]

HEAVY: Final = 1e4
"""Their mass [kg]: a boulder that runs against one changes its speed by a hundredth, for a step."""
MOST_STOPS: Final = 16
Triple = tuple[float, float, float]


@dataclass(frozen=True)
class Path:
    """stops [m]: where it goes, one after the other, from where it begins and back again; period
    [s]: how long all of that takes; rocks [rad]: how far it tilts to both sides meanwhile; turns
    [rad/s]: about the vertical."""

    stops: tuple[Triple, ...] = ()
    period: float = 8.0
    rocks: float = 0.0
    turns: float = 0.0

    @property
    def lengths(self) -> list[float]:
        """Of the ways from stop to stop [m], the last one back."""
        way = [(0.0, 0.0, 0.0), *self.stops, (0.0, 0.0, 0.0)]
        return [math.dist(one, two) for one, two in pairwise(way)]

    @property
    def fastest(self) -> float:
        """Its highest speed [m/s]."""
        return math.pi / 2.0 * sum(self.lengths) / self.period


class Paths(NamedTuple):
    """Of some things: stops [m] (n, MOST_STOPS + 2, 3) in the world, the first and the last are
    where they begin; begins [s] (n, MOST_STOPS + 2): when they leave each; counts (n,): ways from
    stop to stop; periods [s], rocks [rad], turns [rad/s] (n,); bases (n, 4): how they are turned to
    begin with; coordinates and freedoms (n,): where theirs begin."""

    stops: Floats
    begins: Floats
    counts: NDArray[np.int64]
    periods: Floats
    rocks: Floats
    turns: Floats
    bases: Floats
    coordinates: NDArray[np.int64]
    freedoms: NDArray[np.int64]


def paths_of(
    paths: Sequence[Path],
    begins: Sequence[Triple],
    turns: Sequence[tuple[float, float, float, float]],
    coordinates: Sequence[int],
    freedoms: Sequence[int],
) -> Paths:
    """For kernels; begins [m] and turns: where and how they are at first."""
    rows = len(paths)
    found = Paths(
        np.zeros((rows, MOST_STOPS + 2, 3)),
        np.zeros((rows, MOST_STOPS + 2)),
        np.array([len(path.stops) + 1 for path in paths], dtype=np.int64),
        np.array([path.period for path in paths]),
        np.array([path.rocks for path in paths]),
        np.array([path.turns for path in paths]),
        np.array(turns).reshape(-1, 4),
        np.array(coordinates, dtype=np.int64),
        np.array(freedoms, dtype=np.int64),
    )
    for row, path in enumerate(paths):
        if len(path.stops) > MOST_STOPS:
            raise ValueError(f"a path has at most {MOST_STOPS} stops, not {len(path.stops)}")
        lengths = np.array(path.lengths)
        found.stops[row] = begins[row]
        found.stops[row, 1 : len(path.stops) + 1] += np.array(path.stops).reshape(-1, 3)
        if lengths.sum() > 0.0:
            shares = np.cumsum(lengths) / lengths.sum()
            found.begins[row, 1 : len(lengths) + 1] = path.period * shares
    return found


@borrowing_kernel
def path_place(paths: Paths, row: int, time: float) -> Vector:
    """Where it is [m]: from stop to stop, beginning and ending gently: x = (1 - cos(pi u)) / 2."""
    stops, begins = paths.stops[row], paths.begins[row]
    now = time % paths.periods[row]
    way = 0
    while way < paths.counts[row] - 1 and now >= begins[way + 1]:
        way += 1
    long = begins[way + 1] - begins[way]
    share = 0.5 - 0.5 * math.cos(math.pi * (now - begins[way]) / long) if long > 0.0 else 0.0
    one, two = stops[way], stops[way + 1]
    return (
        one[0] + share * (two[0] - one[0]),
        one[1] + share * (two[1] - one[1]),
        one[2] + share * (two[2] - one[2]),
    )


@borrowing_kernel
def path_turn(paths: Paths, row: int, time: float) -> Turn:
    """How it is turned: evenly about the vertical, and rocking about its own y axis."""
    base = paths.bases[row]
    tilt = paths.rocks[row] * math.sin(2.0 * math.pi * time / paths.periods[row])
    still: Turn = (base[0], base[1], base[2], base[3])
    return product(about_z(paths.turns[row] * time), product(still, about_y(tilt)))


@borrowing_kernel
def go(
    paths: Paths, time: float, seconds: float, coordinates_out: Floats, rates_out: Floats
) -> None:
    """Put all of them to where they are at a time [s], so fast that they are so many seconds later
    where they are then; turns are in their own axes, as MuJoCo has them."""
    for row in range(len(paths.counts)):
        at, to = paths.coordinates[row], paths.freedoms[row]
        here, there = path_place(paths, row, time), path_place(paths, row, time + seconds)
        turn = path_turn(paths, row, time)
        spin = log_of(product(inverse(turn), path_turn(paths, row, time + seconds)))
        for k in range(3):
            coordinates_out[at + k] = here[k]
            rates_out[to + k] = (there[k] - here[k]) / seconds
            rates_out[to + 3 + k] = spin[k] / seconds
        for k in range(4):
            coordinates_out[at + 3 + k] = turn[k]
