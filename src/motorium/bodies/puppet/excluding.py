"""Intervals that exclude each other, found by reckoning: ways over rods, triangles, pins, paths."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

import numpy as np

from motorium.bodies.puppet.model import Indices, Puppet, in_space
from motorium.bodies.puppet.naming import call, listed
from motorium.contracts.frames import Floats
from motorium.problems import Wrong

if TYPE_CHECKING:
    from motorium.bodies.puppet.document import PuppetDocument

__all__ = ["excluding_wrongs", "reaches"]

SLACK: Final = 1e-4
"""By how much, relative, lengths may disagree: places are rounded to micrometres."""
ANGLE_SLACK: Final = 0.02
"""The same of angles [rad]."""

Track = tuple[Floats, Floats, float]
"""When a point that is not free is where: times [s], shape (k,), places [m], shape (k, 3), and
after which time it is all over again; infinite if it is not, and 0 if that point stands still."""


def excluding_wrongs(document: PuppetDocument, puppet: Puppet) -> Iterator[Wrong]:
    """Each at the row of the file that cannot be."""
    reach, towards = reaches(puppet)
    found = list(_too_long(document, puppet, reach, towards))
    yield from found
    yield from _triangles(document, puppet, without=[int(one.where[1]) for one in found])
    yield from _twice(document)
    yield from _pulled_apart(document, puppet, reach, towards)


# ---------------------------------------------------------------- ways


def reaches(puppet: Puppet) -> tuple[Floats, Indices]:
    """How far any two points can be apart [m], shape (n, n): the shortest way over the most lengths
    of rods (Floyd and Warshall), infinite without one; and which point is next on that way."""
    count = len(puppet.names)
    reach = np.full((count, count), np.inf)
    towards = np.tile(np.arange(count), (count, 1))
    np.fill_diagonal(reach, 0.0)
    first, second = puppet.rods.T
    reach[first, second] = reach[second, first] = puppet.lengths[:, 1]
    for stop in range(count):
        around = reach[:, stop, None] + reach[stop]
        shorter = around < reach
        reach = np.where(shorter, around, reach)
        towards = np.where(shorter, towards[:, stop, None], towards)
    return reach, towards


def _too_long(
    document: PuppetDocument, puppet: Puppet, reach: Floats, towards: Indices
) -> Iterator[Wrong]:
    """Rods that cannot be as short as the way around them."""
    for index, (first, second) in enumerate(puppet.rods.tolist()):
        least, most = puppet.lengths[index, 0], reach[first, second]
        if least > most * (1 + SLACK):
            way = listed(puppet.names[stop] for stop in _way(towards, first, second))
            long = f"{call(document.rod[index])} is at least {least:.4g} m long, but over other"
            yield Wrong(("rod", index), f"{long} rods ({way}) they are at most {most:.4g} m apart")


def _way(towards: Indices, first: int, last: int) -> Iterator[int]:
    yield first
    while first != last:
        first = int(towards[first, last])
        yield first


# ---------------------------------------------------------------- angles


def _triangles(
    document: PuppetDocument, puppet: Puppet, without: Collection[int]
) -> Iterator[Wrong]:
    """Joints whose three points are all linked, if not by rods that cannot be: the law of cosines
    tells their bend."""
    lengths = {
        frozenset(ends): (float(least), float(most))
        for index, (ends, (least, most)) in enumerate(
            zip(puppet.rods.tolist(), puppet.lengths, strict=True)
        )
        if index not in without
    }
    for index, (before, hinge, behind) in enumerate(puppet.joints.tolist()):
        sides = [
            lengths.get(frozenset(pair))
            for pair in ((before, hinge), (hinge, behind), (before, behind))
        ]
        one, other, across = sides
        if one is None or other is None or across is None:
            continue
        least, most = _bend_of_triangle(one, other, across)
        low, high = puppet.angles[index].tolist()
        folds = [(least, most)] if puppet.dimensions == 3 else [(least, most), (-most, -least)]
        if not any(low <= b + ANGLE_SLACK and high >= a - ANGLE_SLACK for a, b in folds):
            either = "" if puppet.dimensions == 3 else " to either side"
            says = f"{call(document.joint[index])} must bend from {low:.3g} to {high:.3g}, but the"
            rods = f"rods between its three points bend it from {least:.3g} to {most:.3g}{either}"
            yield Wrong(("joint", index), f"{says} {rods}")


def _bend_of_triangle(
    one: tuple[float, float], other: tuple[float, float], across: tuple[float, float]
) -> tuple[float, float]:
    """The least and the most bend [rad] between two sides of a triangle, by the interval [m] of
    each side: cos = (c² - a² - b²) / (2 a b). It has no extremes inside, only on edges, where
    a² = b² - c² or b² = a² - c²."""
    cosines = []
    for c in across:
        corners = list(product(one, other))
        corners += [(_into(math.sqrt(max(b * b - c * c, 0.0)), one), b) for b in other]
        corners += [(a, _into(math.sqrt(max(a * a - c * c, 0.0)), other)) for a in one]
        cosines += [(c * c - a * a - b * b) / max(2 * a * b, 1e-12) for a, b in corners]
    most, least = (_into(cosine, (-1.0, 1.0)) for cosine in (max(cosines), min(cosines)))
    return math.acos(most), math.acos(least)


def _into(value: float, interval: tuple[float, float]) -> float:
    return min(max(value, interval[0]), interval[1])


def _twice(document: PuppetDocument) -> Iterator[Wrong]:
    """Joints of the same three points, maybe told the other way round."""
    seen: dict[tuple[str, ...], tuple[float, float]] = {}
    for index, joint in enumerate(document.joint):
        if joint.angle is None:
            continue
        low, high = joint.angle
        key = joint.points
        if key[0] > key[2]:
            key = (key[2], key[1], key[0])
            if document.puppet.dimensions == 2:
                low, high = -high, -low
        if key in seen:
            least, most = max(low, seen[key][0]), min(high, seen[key][1])
            if least > most:
                other = "two joints of these points exclude each other: none of their bends is in"
                yield Wrong(("joint", index), f"{call(joint)}: {other} both intervals", ("angle",))
            low, high = least, most
        seen[key] = (low, high)


# ---------------------------------------------------------------- pins and paths


def _pulled_apart(
    document: PuppetDocument, puppet: Puppet, reach: Floats, towards: Indices
) -> Iterator[Wrong]:
    """Points that are pinned or scripted farther apart than what links them reaches.

    What hands did in a take may stretch a puppet, as hands do: these paths are not asked.
    """
    tracks: dict[int, tuple[str, Track]] = {}
    for index in np.flatnonzero(puppet.pinned).tolist():
        still = (np.zeros(1), puppet.rest[[index]], 0.0)
        tracks[index] = (f"{puppet.names[index]} is pinned", still)
    for path in document.path:
        if path.loop or document.take is None:
            times = np.array([key[0] for key in path.keys])
            places = np.array([in_space(key[1:]) for key in path.keys])
            index = puppet.names.index(path.point)
            ends = float(times[-1]) if path.loop else math.inf
            tracks[index] = (f"{path.point} has a path", (times, places, ends))
    for (first, (one, here)), (second, (other, there)) in combinations(tracks.items(), 2):
        most = float(reach[first, second])
        if math.isfinite(most) and (apart := _farthest(here, there, most)) > most * (1 + SLACK):
            way = listed(puppet.names[stop] for stop in _way(towards, first, second))
            far = f"{one} and {other}, up to {apart:.4g} m apart"
            links = f"what links them ({way}) reaches {most:.4g} m"
            yield Wrong(("point", second), f"{far}, but {links}", ("at", "pinned", "path"))


def _farthest(here: Track, there: Track, enough: float) -> float:
    """How far two points are apart at most [m]; not exactly if that is below `enough`.

    On straight ways between keys the distance is convex: it is farthest at a key.
    """
    (times, places, period), (other_times, others, other_period) = here, there
    apart = np.linalg.norm(places[:, None] - others[None], axis=-1)
    same = period == other_period or (math.isinf(period) and math.isinf(other_period))
    if apart.max() <= enough or period == 0.0 or other_period == 0.0 or not same:
        return float(apart.max())
    when = np.union1d(times, other_times)
    when = when[(when >= max(times[0], other_times[0])) & (when <= min(times[-1], other_times[-1]))]
    if not len(when):
        return 0.0
    ways = [
        np.stack([np.interp(when, keys, column) for column in track.T], axis=-1)
        for keys, track in ((times, places), (other_times, others))
    ]
    return float(np.linalg.norm(ways[0] - ways[1], axis=-1).max())
