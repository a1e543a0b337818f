"""Which arc comes next: from every posture towards every wish, worked out beforehand.

A wish is a posture or a way of locomotion. So that figures follow their graph without a search, and
all of them in one kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES
from motorium.contracts.frames import Floats
from motorium.motion.figures.graph import Arc, PostureGraph
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.grounding import UPRIGHT
from motorium.settings import SettingsError

__all__ = ["FALL", "MODES", "RISE", "STAY", "Mode", "Ways", "mode_nodes", "ways_of"]

STAY: Final = -1
"""It is there."""
FALL: Final = -2
"""By an arc that is made on the fly, into a posture that every other one has an arc to."""
RISE: Final = -3
"""By one out of it again."""


class Mode(IntEnum):
    """Ways of locomotion."""

    FORWARD = 0
    BACKWARD = 1
    RUNNING = 2
    CRAWLING = 3


MODES: Final = len(Mode)
ClipOf = Mapping[tuple[str, str], int]
"""Numbers of clips by the ends of arcs."""
LOW: Final = ("prone", "crawl")
"""How the names of postures begin out of which one crawls."""
AIMS: Final = "firing"
"""How the names of postures end in which a rifle is aimed."""
STANCE: Final = 0.08
"""Postures whose first segments differ by less [m] are as high."""


class Ways(NamedTuple):
    """For each graph and posture, in the graphs' order.

    next, shape (graphs, nodes, nodes + MODES): the clip that leads towards a wish, or `STAY`,
    `FALL` or `RISE`. stills: clips of the postures; fixed, implied and low: 1 for those that are
    asked for, that are fallen into, and out of which one crawls; upper: 1 for those whose upper
    body goes on while one walks; all of shape (graphs, nodes).
    counts: nodes of each graph; rises: the posture through which one gets up. modes, shape (graphs,
    MODES): what is done where it is asked for, and speeds [m/s], its own. goes_on: of locomotion
    postures the next stride; bridges, shape (graphs, nodes, MODES): the stride of another gait that
    can be gone over into while this one goes on, -1 for none. gestures, shape (graphs, gestures,
    2): clip and mask, -1 for none; eases [s] of these.

    Of clips: ends, the posture that it leads to; strides, 1 if it is locomotion or leads into or
    out of it, steady, 1 if it is locomotion all along, and gaits, of which mode; upright, 1 if it
    is walking or running, or between postures in which one stands; unaimed, 1 if hands are on the
    ground or near it, so that no aim is taken: it is a low posture that only carries the rifle, or
    leads from or to a low one.
    """

    next: NDArray[np.int32]
    stills: NDArray[np.int32]
    fixed: NDArray[np.uint8]
    implied: NDArray[np.uint8]
    low: NDArray[np.uint8]
    upper: NDArray[np.uint8]
    counts: NDArray[np.int32]
    rises: NDArray[np.int32]
    modes: NDArray[np.int32]
    speeds: Floats
    goes_on: NDArray[np.int32]
    bridges: NDArray[np.int32]
    ends: NDArray[np.int32]
    strides: NDArray[np.uint8]
    steady: NDArray[np.uint8]
    gaits: NDArray[np.int8]
    upright: NDArray[np.uint8]
    unaimed: NDArray[np.uint8]
    gestures: NDArray[np.int32]
    eases: Floats


def ways_of(bank: MotionBank) -> Ways:
    """The tables of a bank's graphs."""
    graphs, clips = len(bank.graphs), len(bank.clips.seconds)
    nodes = max(len(graph.nodes) for graph in bank.graphs)
    gestures = max(1, *(len(graph.gestures) for graph in bank.graphs))
    ways = Ways(
        next=np.full((graphs, nodes, nodes + MODES), STAY, dtype=np.int32),
        stills=np.zeros((graphs, nodes), dtype=np.int32),
        fixed=np.zeros((graphs, nodes), dtype=np.uint8),
        implied=np.zeros((graphs, nodes), dtype=np.uint8),
        low=np.zeros((graphs, nodes), dtype=np.uint8),
        upper=np.zeros((graphs, nodes), dtype=np.uint8),
        counts=np.array([len(graph.nodes) for graph in bank.graphs], dtype=np.int32),
        rises=np.zeros(graphs, dtype=np.int32),
        modes=np.zeros((graphs, MODES), dtype=np.int32),
        speeds=np.ones((graphs, MODES)),
        goes_on=np.full((graphs, nodes), -1, dtype=np.int32),
        bridges=np.full((graphs, nodes, MODES), -1, dtype=np.int32),
        ends=np.zeros(clips, dtype=np.int32),
        strides=np.zeros(clips, dtype=np.uint8),
        steady=np.zeros(clips, dtype=np.uint8),
        gaits=np.full(clips, -1, dtype=np.int8),
        upright=np.zeros(clips, dtype=np.uint8),
        unaimed=np.zeros(clips, dtype=np.uint8),
        gestures=np.full((graphs, gestures, 2), -1, dtype=np.int32),
        eases=np.ones((graphs, gestures)),
    )
    for number in range(graphs):
        _fill(ways, bank, number, nodes)
    return ways


def mode_nodes(graph: PostureGraph) -> dict[Mode, list[str]]:
    """The postures of each way of locomotion that a graph has, told by their names."""
    found: dict[Mode, list[str]] = {}
    for node in graph.nodes.values():
        if node.kind == "locomotion":
            found.setdefault(_mode_of(node.name), []).append(node.name)
    return found


def _mode_of(name: str) -> Mode:
    if "backward" in name:
        return Mode.BACKWARD
    if name.startswith("run"):
        return Mode.RUNNING
    return Mode.CRAWLING if name.startswith("crawl") else Mode.FORWARD


def _fill(ways: Ways, bank: MotionBank, number: int, wishes: int) -> None:
    graph, names = bank.graphs[number], list(bank.graphs[number].nodes)
    arcs, groups = bank.arcs[number], mode_nodes(bank.graphs[number])
    for at, node in enumerate(graph.nodes.values()):
        ways.stills[number, at] = bank.postures[number][node.name]
        ways.ends[ways.stills[number, at]] = at
        ways.fixed[number, at] = node.kind == "fixed"
        ways.implied[number, at] = node.implied
        ways.low[number, at] = node.name.startswith(LOW) and Mode.CRAWLING in groups
        carries = node.name.startswith(LOW) and not node.name.endswith(AIMS)
        ways.unaimed[ways.stills[number, at]] = carries
    bases, stances, alike = _standing(graph)
    for name in alike - bases:
        ways.upper[number, names.index(name)] = 1
    for name in stances:
        ways.upright[bank.postures[number][name]] = 1
    walked = {name for mode in Mode if mode != Mode.CRAWLING for name in groups.get(mode, [])}
    for (start, end), clip in arcs.items():
        ways.upright[clip] = {start, end} <= stances | walked
        ways.unaimed[clip] = start.startswith(LOW) or end.startswith(LOW)
        ways.ends[clip] = names.index(end)
        goes = [name for name in (start, end) if graph.nodes[name].kind == "locomotion"]
        ways.steady[clip] = len(goes) == 2
        for name in goes:
            ways.strides[clip], ways.gaits[clip] = 1, _mode_of(name)
    for at, (name, clip) in enumerate(bank.gestures[number].items()):
        ways.gestures[number, at] = clip, bank.mask(number, name)
        ways.eases[number, at] = graph.gestures[name].ease
    ways.rises[number] = names.index(_riser(graph))
    for at, name in enumerate(names):
        for wish, goal in enumerate(names):
            ways.next[number, at, wish] = _towards(graph, arcs, name, goal)
        for mode in Mode:
            done = _done_for(mode, groups)
            ways.modes[number, mode] = STAY if done is None else done
            if done is not None:
                goals = groups[done]
                ways.next[number, at, wishes + mode] = _into(graph, arcs, name, goals)
                ways.speeds[number, mode] = _speed(graph, goals)
    _bridge(ways, number, wishes, names, groups)


def _standing(graph: PostureGraph) -> tuple[set[str], set[str], set[str]]:
    """Fixed postures from which one walks off; all in which one stands as high; and of these the
    ones whose names begin alike: in them only what is above the legs is different."""
    walked = mode_nodes(graph).get(Mode.FORWARD, [])
    heights = _heights(graph)
    bases = {start for start, end in graph.arcs if start in heights and end in walked}
    stances = {
        name
        for name, height in heights.items()
        if any(abs(height - heights[base]) < STANCE for base in bases)
    }
    words = {base.split()[0] for base in bases}
    return bases, stances, {name for name in stances if name.split()[0] in words}


def _heights(graph: PostureGraph) -> dict[str, float]:
    """Of the first segment in postures that can be stayed in, but for those that are fallen into
    [m]."""
    return {
        node.name: float(node.sets[FIGURES[0]].position[0, 2])
        for node in graph.nodes.values()
        if node.kind == "fixed" and not node.implied
    }


def _bridge(
    ways: Ways, number: int, wishes: int, names: list[str], groups: dict[Mode, list[str]]
) -> None:
    """Between gaits that lead the same way, from each foot to the same one."""
    for mode, members in groups.items():
        for name in members:
            node = names.index(name)
            ways.goes_on[number, node] = ways.next[number, node, wishes + mode]
    for mode, other in ((Mode.FORWARD, Mode.RUNNING), (Mode.RUNNING, Mode.FORWARD)):
        for name in groups.get(mode, []):
            for twin in groups.get(other, []):
                if name.split()[-1] == twin.split()[-1]:
                    stride = ways.goes_on[number, names.index(twin)]
                    ways.bridges[number, names.index(name), other] = stride


def _done_for(mode: Mode, groups: dict[Mode, list[str]]) -> Mode | None:
    """What a graph has instead of a way that it has not."""
    instead = {Mode.RUNNING: Mode.FORWARD, Mode.BACKWARD: Mode.FORWARD, Mode.CRAWLING: Mode.FORWARD}
    for one in (mode, instead.get(mode)):
        if one in groups:
            return one
    return None


def _towards(graph: PostureGraph, arcs: ClipOf, start: str, goal: str) -> int:
    if start == goal:
        return STAY
    if graph.nodes[goal].implied:
        return FALL
    if graph.nodes[start].implied:
        return RISE
    first = graph.path(start, goal)[0]
    return arcs[first.start, first.end]


def _into(graph: PostureGraph, arcs: ClipOf, start: str, goals: list[str]) -> int:
    """The first arc to the nearest of some locomotion postures, or the one that goes on."""
    if graph.nodes[start].implied:
        return RISE
    ways: list[list[Arc]] = []
    for goal in goals:
        around = graph.arcs.get((start, goal))
        try:
            ways.append([around] if around else graph.path(start, goal))
        except SettingsError:
            continue
    ways = [way for way in ways if way]
    if not ways:
        return STAY
    first = min(ways, key=lambda way: sum(arc.seconds for arc in way))[0]
    return arcs[first.start, first.end]


def _speed(graph: PostureGraph, names: list[str]) -> float:
    """Of the arcs among these [m/s]."""
    inside = [arc for arc in graph.arcs.values() if arc.start in names and arc.end in names]
    way = sum(float(np.hypot(*arc.travel[:2])) for arc in inside)
    return way / sum(arc.seconds for arc in inside)


def _riser(graph: PostureGraph) -> str:
    """Through which posture one gets up: of those in which one lies, or of all if there is none,
    the one from which the ways to all others are shortest."""
    heights = _heights(graph)
    if not heights:
        raise SettingsError(f"{graph.title} has no fixed posture that could be asked for")
    lying = [name for name, height in heights.items() if height < UPRIGHT]

    def seconds(start: str) -> float:
        return sum(arc.seconds for goal in heights for arc in graph.path(start, goal))

    return min(lying or heights, key=seconds)
