"""Where one can walk in a town: a net of pavements, paths and crossings, and ways through it.

    streets = Streets(load_town())
    way = streets.way(streets.beside((-40.0, 10.0)), streets.at_spot(3))
    way.points, way.halves, way.edges

Edges are strips: their middles meet in the net's nodes, and everybody keeps within their widths.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.settings import SettingsError
from motorium.world.town.document import TownDocument
from motorium.world.town.ground import Place, Strip
from motorium.world.town.streets_laid import Edge, laid
from motorium.world.town.streets_spots import LINK, Spot, bench_spots, window_spots

__all__ = ["Spot", "Start", "Streets", "Way"]

WAITING: Final = 12.0
"""By how many metres a crossing with a light counts longer: one may have to wait."""
ROWS: Final = (0.65, 1.3)
"""How far behind the kerb people wait [m]."""
APART: Final = 0.7
"""And how far beside each other [m]."""
COLUMNS: Final = 6
"""So many beside each other."""
SHORTEST: Final = 0.05
"""Legs that are shorter are left out [m]."""


class Start(NamedTuple):
    """Where a way begins or ends: so far along an edge, and from there by some more corners to
    where it is [m]; spot: its number, -1 if it is none."""

    edge: int
    along: float
    corners: tuple[Place, ...] = ()
    spot: int = -1


@dataclass(frozen=True)
class Way:
    """points [m] (legs + 1, 2): corners of its middle; halves [m] (legs,): how far one may go to
    either side; edges (legs,): which edge of the net each leg is on, -1 if none."""

    points: Floats
    halves: Floats
    edges: NDArray[np.int64]

    @property
    def length(self) -> float:
        """[m]"""
        return float(np.linalg.norm(np.diff(self.points, axis=0), axis=1).sum())


class Streets:
    """places [m] (nodes, 2); edges; spots: where one can stay; waiting: by edge and node, where
    people wait for its light [m] (places, 2)."""

    def __init__(self, town: TownDocument) -> None:
        self.town = town
        self.places, self.edges = laid(town)
        self.net = self._net()
        self.spots: list[Spot] = [
            *window_spots(self.edges, town.building),
            *bench_spots(self.edges, town.bench),
        ]
        self.waiting = {
            (number, node): _rows(edge, node)
            for number, edge in enumerate(self.edges)
            if edge.light >= 0
            for node in (edge.one, edge.other)
        }
        self._from = lru_cache(maxsize=None)(self._ways_from)

    # ------------------------------------------------------------ places

    def at_spot(self, number: int) -> Start:
        """A spot as the end of a way."""
        spot = self.spots[number]
        return Start(spot.edge, spot.along, spot.corners, number)

    def at_node(self, node: int) -> Start:
        """A node as the end of a way."""
        for number, edge in enumerate(self.edges):
            if node in (edge.one, edge.other) and edge.kind != "crossing":
                return Start(number, 0.0 if node == edge.one else edge.strip.length)
        raise ValueError(f"no pavement or path leads to node {node} of {len(self.places)}")

    def beside(self, place: Place) -> Start:
        """Any place: from the nearest pavement or path."""
        best = (math.inf, Start(0, 0.0))
        for number, edge in enumerate(self.edges):
            if edge.kind != "crossing":
                along, left = edge.strip.seen(place)
                held = min(max(along, 0.0), edge.strip.length)
                off = math.hypot(along - held, left)
                if off < best[0]:
                    best = off, Start(number, held, (place,))
        return best[1]

    def scattered(self, count: int, random: np.random.Generator) -> tuple[Floats, Floats]:
        """Places [m] (count, 2) on pavements and paths, apart from each other, and headings [rad]
        (count,) along them; for who enters the town."""
        able = [edge for edge in self.edges if edge.kind != "crossing" and edge.strip.length > 2.0]
        shares = np.array([edge.strip.length * edge.strip.half for edge in able])
        shares /= shares.sum()
        places, headings = np.zeros((count, 2)), np.zeros(count)
        for number in range(count):
            apart = 1.2
            while True:
                edge = able[random.choice(len(able), p=shares)]
                room = edge.strip.half - 0.45
                along = random.uniform(0.5, edge.strip.length - 0.5)
                place = np.array(edge.strip.at(along, random.uniform(-room, room)))
                gaps = np.linalg.norm(places[:number] - place, axis=1)
                if number == 0 or gaps.min() > apart:
                    break
                apart = max(apart - 0.01, 0.55)
            places[number] = place
            headings[number] = edge.strip.heading + math.pi * random.integers(2)
        return places, headings

    # ------------------------------------------------------------ ways

    def way(self, start: Start, goal: Start) -> Way:
        """The shortest one; where lights are, one may have to wait."""
        nodes = self._nodes(start, goal)
        legs = list(self._legs(start, goal, nodes))
        points, halves, edges = [legs[0][0].start], [], []
        for strip, edge in legs:
            if strip.length > SHORTEST:
                points.append(strip.end)
                halves.append(strip.half)
                edges.append(edge)
        return Way(np.array(points), np.array(halves), np.array(edges, dtype=np.int64))

    def _nodes(self, start: Start, goal: Start) -> list[int]:
        """Those between; none where both are on the same edge."""
        best = (math.inf, list[int]())
        if start.edge == goal.edge:
            best = (abs(start.along - goal.along), [])
        for first, begun in self._ends(start):
            costs, paths = self._from(first)
            for last, ended in self._ends(goal):
                if last in costs and begun + costs[last] + ended < best[0]:
                    best = (begun + costs[last] + ended, paths[last])
        if best[0] == math.inf:
            raise ValueError(f"no way leads from edge {start.edge} to edge {goal.edge}")
        return best[1]

    def _ends(self, start: Start) -> Iterator[tuple[int, float]]:
        edge = self.edges[start.edge]
        yield edge.one, start.along
        yield edge.other, edge.strip.length - start.along

    def _legs(self, start: Start, goal: Start, nodes: list[int]) -> Iterator[tuple[Strip, int]]:
        here = start.corners[-1] if start.corners else None
        foot = self.edges[start.edge].strip.at(start.along)
        for place in [*reversed(start.corners[:-1]), foot]:
            if here is not None:
                yield Strip(here, place, LINK), -1
            here = place
        assert here is not None
        on = start.edge
        for number, node in enumerate(nodes):
            if number:
                on = self.net.edges[nodes[number - 1], node]["number"]
            place = (float(self.places[node, 0]), float(self.places[node, 1]))
            yield Strip(here, place, self.edges[on].strip.half), on
            here = place
        foot = self.edges[goal.edge].strip.at(goal.along)
        yield Strip(here, foot, self.edges[goal.edge].strip.half), goal.edge
        here = foot
        for place in goal.corners:
            yield Strip(here, place, LINK), -1
            here = place

    def _ways_from(self, node: int) -> tuple[dict[int, float], dict[int, list[int]]]:
        costs, paths = _networkx().single_source_dijkstra(self.net, node, weight="cost")
        return costs, paths

    def _net(self) -> Any:
        networkx = _networkx()
        net = networkx.Graph()
        net.add_nodes_from(range(len(self.places)))
        for number, edge in enumerate(self.edges):
            cost = edge.strip.length + (WAITING if edge.light >= 0 else 0.0)
            net.add_edge(edge.one, edge.other, number=number, cost=cost, width=2 * edge.strip.half)
        return net


def _rows(edge: Edge, node: int) -> Floats:
    """Where people wait at one end of a crossing, behind the kerb: to the right of its middle, for
    on the left others come towards them."""
    strip = edge.strip if node == edge.one else edge.strip.back
    beside = [-(0.4 + APART * column) for column in range(COLUMNS)]
    return np.array([strip.at(edge.kerb - back, left) for back in ROWS for left in beside])


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise SettingsError(
            "ways through a town need networkx: pip install 'motorium[figures]'"
        ) from None
    return networkx
