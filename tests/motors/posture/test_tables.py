"""The table of next arcs is the graph's shortest ways, and the locomotion's cycles."""

import dataclasses
from itertools import pairwise

import numpy as np
import pytest

from motorium.motion.figures.graph import PostureGraph
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.tables import FALL, MODES, RISE, STAY, Mode, ways_of
from motorium.settings import SettingsError
from tests.motors.posture.graphs import small_bank, small_graph

BANK = small_bank()
WAYS = ways_of(BANK)
NAMES = list(small_graph().nodes)
ARC_OF = {clip: ends for ends, clip in BANK.arcs[0].items()}
FIXED = [node.name for node in small_graph().nodes.values() if node.kind == "fixed"]


def followed(start: str, wish: int, steps: int = 12) -> list[str]:
    """Postures in the order in which the table leads through them."""
    way = [start]
    for _ in range(steps):
        clip = int(WAYS.next[0, NAMES.index(way[-1]), wish])
        if clip < 0:
            break
        way.append(ARC_OF[clip][1])
    return way


def test_it_leads_along_the_shortest_ways_in_time() -> None:
    graph = small_graph()
    for start in NAMES:
        for goal in FIXED:
            if "dead" in (start, goal):
                continue
            way = followed(start, NAMES.index(goal))
            assert way[-1] == goal
            taken = sum(graph.arcs[pair].seconds for pair in pairwise(way))
            assert taken == pytest.approx(sum(arc.seconds for arc in graph.path(start, goal)))


def test_the_papers_way() -> None:
    """Granieri et al., section 4: from standing deployed to prone firing."""
    assert followed("standing deployed", NAMES.index("prone firing")) == [
        "standing deployed",
        "crawl",
        "prone deployed",
        "prone firing",
    ]


def test_locomotion_goes_on_from_foot_to_foot() -> None:
    for mode, word in (
        (Mode.FORWARD, "walking forward"),
        (Mode.BACKWARD, "walking backward"),
        (Mode.RUNNING, "running"),
    ):
        way = followed("standing deployed", len(NAMES) + mode)
        sides = [name.removeprefix(f"{word} ") for name in way[1:]]
        assert len(sides) == 12
        assert all({one, other} == {"left", "right"} for one, other in pairwise(sides))
    way = followed("standing deployed", len(NAMES) + Mode.CRAWLING)
    assert way[:4] == ["standing deployed", "crawl", "prone deployed", "crawling"]
    assert set(way[3:]) == {"crawling"}


def test_into_and_out_of_what_is_fallen_into() -> None:
    dead = NAMES.index("dead")
    others = [NAMES.index(name) for name in NAMES if name != "dead"]
    assert (WAYS.next[0, others, dead] == FALL).all()
    assert (WAYS.next[0, dead, others] == RISE).all()
    assert (WAYS.next[0, dead, len(NAMES) :] == RISE).all()
    assert WAYS.next[0, dead, dead] == STAY
    assert NAMES[WAYS.rises[0]] == "prone deployed"


def test_speeds_are_those_of_the_strides() -> None:
    strides = ((0.72, 32 / 60), (0.48, 35 / 60), (1.1, 22 / 60), (0.5, 1.8))
    assert WAYS.speeds[0] == pytest.approx([far / seconds for far, seconds in strides])


def only(*kept: str) -> PostureGraph:
    """The graph without all other postures."""
    graph = small_graph()
    return dataclasses.replace(
        graph,
        nodes={name: node for name, node in graph.nodes.items() if name in kept},
        arcs={ends: arc for ends, arc in graph.arcs.items() if set(ends) <= set(kept)},
        gestures={},
    )


def test_a_graph_without_some_ways_of_locomotion() -> None:
    """It walks where it cannot run, back off or crawl; and gets up where it stands."""
    walker = only("standing deployed", "dead", "walking forward left", "walking forward right")
    both = MotionBank.of([small_graph(), walker])
    ways = ways_of(both)
    assert ways.modes[1].tolist() == [Mode.FORWARD] * MODES
    assert list(walker.nodes)[ways.rises[1]] == "standing deployed"
    assert not ways.low[1].any()
    # The columns of modes are where the largest graph has them.
    forward = ways.next[1, 0, len(NAMES) + Mode.RUNNING]
    assert both.arcs[1]["standing deployed", "walking forward left"] == forward


def test_a_graph_in_which_nobody_can_stay_is_refused() -> None:
    with pytest.raises(SettingsError, match="small has no fixed posture that could be asked for"):
        ways_of(MotionBank.of([only("dead")]))
    with pytest.raises(SettingsError, match="a motion bank needs a posture graph or more"):
        MotionBank.of([])


def test_gaits_that_lead_the_same_way_are_bridged() -> None:
    bridges = np.argwhere(WAYS.bridges[0] >= 0)
    pairs = {(NAMES[node], Mode(mode).name) for node, mode in bridges}
    assert pairs == {
        ("walking forward left", "RUNNING"),
        ("walking forward right", "RUNNING"),
        ("running left", "FORWARD"),
        ("running right", "FORWARD"),
    }
    for node, mode in bridges:
        start, _ = ARC_OF[int(WAYS.bridges[0, node, mode])]
        assert start.split()[-1] == NAMES[node].split()[-1]
