"""The pedestrian: unarmed, arms swinging, and what a script without a rifle may say."""

from __future__ import annotations

import tomllib
from functools import cache

import numpy as np
import pytest
from rich.console import Console

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.flesh import flesh_of
from motorium.bodies.figure.skeleton import SIDES, Poses
from motorium.contracts.frames import Floats
from motorium.problems import problems_of

pytest.importorskip("mink", reason="figures are made with motorium[figures]")

from motorium.motion.figures.authoring.postures import author_nodes
from motorium.motion.figures.authoring.procedures import author_procedure
from motorium.motion.figures.authoring.script_document import ScriptDocument
from motorium.motion.figures.authoring.scripts import load_script, shipped_text
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import graph_file, ready_graph
from motorium.motion.figures.walking.upper import Carriage
from motorium.motion.figures.walking.walks import walk
from tests.motion.figures.test_building import ends_meet

HUMAN = load_skeleton("human-high")
BENCH = 0.45
"""How high it is [m]."""
THIGH = 0.075
"""How far the middle of a hand is from that of a thigh at least [m]: half as thick as both are."""


@cache
def nodes() -> dict[str, Poses]:
    return author_nodes(load_script("pedestrian"), HUMAN)


def between(places: Floats, starts: Floats, ends: Floats) -> Floats:
    """How far places (frames, 3) are from lines."""
    by, along = places - starts, ends - starts
    share = np.clip((by * along).sum(axis=1) / (along * along).sum(axis=1), 0.0, 1.0)
    off: Floats = np.linalg.norm(by - share[:, None] * along, axis=1)
    return off


def hands_off_thighs(poses: Poses) -> float:
    """How near a grip comes to a thigh [m]."""
    placed = HUMAN.place(poses)

    def at(site: str) -> Floats:
        return HUMAN.site_places(placed, site)

    return min(
        float(between(at(f"{hand} grip"), at(f"{leg} hip"), at(f"{leg} knee")).min())
        for hand in SIDES
        for leg in SIDES
    )


def test_what_it_can_do() -> None:
    script = load_script("pedestrian")
    assert [one.name for one in script.posture] == ["standing", "waiting", "sitting", "dead"]
    assert [one.name for one in script.procedure] == ["waving", "pointing", "looking at a phone"]
    assert script.gaits is not None
    assert (script.gaits.posture, script.gaits.arms) == ("standing", "swinging")
    assert list(load_script("soldier").region) == list(script.region)[:-1]


def test_feet_are_on_the_floor_and_nothing_is_below() -> None:
    for name in ("standing", "waiting", "sitting"):
        placed = HUMAN.place(nodes()[name])
        for side in SIDES:
            for site in ("heel", "ball", "toe tip"):
                height = HUMAN.site_places(placed, f"{side} {site}")[0, 2]
                assert abs(height) < 0.005, (name, side, site)
        places, _ = flesh_of("human-high").place(placed)
        assert places[:, 2].min() > -0.01


def test_who_sits_is_as_high_as_a_bench() -> None:
    pose = nodes()["sitting"]
    places, _ = flesh_of("human-high").place(HUMAN.place(pose))
    seat = places[np.abs(places[:, 0]) < 0.15, 2].min()
    assert seat == pytest.approx(BENCH, abs=0.02)
    # From where he stands, he goes back onto it.
    heel = {
        name: HUMAN.site_places(HUMAN.place(nodes()[name]), "left heel")[0, 0]
        for name in ("standing", "sitting")
    }
    assert heel["sitting"] - heel["standing"] == pytest.approx(0.44, abs=0.01)


def test_hands_hang_beside_the_thighs() -> None:
    assert hands_off_thighs(nodes()["standing"]) > THIGH + 0.05


@pytest.mark.parametrize("kind", ["walking forward", "walking backward", "running"])
def test_arms_swing_past_the_thighs_against_the_legs(kind: str) -> None:
    carriage = Carriage(nodes()["standing"], swings=True, posture="standing")
    walked = walk(kind, 4, carriage=carriage)
    assert walked.begins == walked.ends == "standing"
    assert hands_off_thighs(walked.poses) > THIGH
    if kind != "walking backward":
        placed = HUMAN.place(walked.poses)
        middle = slice(walked.nodes[0], walked.nodes[-1])
        ankles, wrists = (
            [HUMAN.site_places(placed, f"{side} {site}")[middle, 0] for side in SIDES]
            for site in ("ankle", "wrist")
        )
        apart = np.corrcoef(ankles[0] - ankles[1], wrists[0] - wrists[1])[0, 1]
        assert apart < -0.6


@pytest.mark.parametrize(
    ("name", "site", "above"),
    [("waving", "left grip", 1.6), ("pointing", "right grip", 1.2)],
)
def test_gestures_lift_hands(name: str, site: str, above: float) -> None:
    poses = author_procedure(load_script("pedestrian"), nodes(), name).poses
    heights = HUMAN.site_places(HUMAN.place(poses), site)[:, 2]
    assert heights.max() > above
    assert heights[[0, -1]] == pytest.approx([heights[0]] * 2)


def test_who_looks_at_a_phone_has_it_before_his_face() -> None:
    poses = author_procedure(load_script("pedestrian"), nodes(), "looking at a phone").poses
    placed = HUMAN.place(poses.frames(slice(len(poses) // 2, len(poses) // 2 + 1)))
    face = HUMAN.sites["face"].segment
    hand = HUMAN.site_places(placed, "left grip")[0] - HUMAN.site_places(placed, "face")[0]
    ahead = placed.rotations[0, face] @ np.array([1.0, 0.0, 0.0])
    assert ahead[2] < -0.2
    assert hand @ ahead / np.linalg.norm(hand) > 0.5


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"gaits": {"posture": "standing up"}},
            "gaits.posture: no posture is called 'standing up'",
        ),
        (
            {"gaits": {"posture": "standing", "arms": "waving"}},
            "gaits.arms: must be one of held, swinging, not 'waving'",
        ),
    ],
)
def test_what_is_wrong_with_gaits_gets_a_sentence(change: dict[str, object], says: str) -> None:
    (problem,) = problems_of(tomllib.loads(shipped_text("pedestrian")) | change, ScriptDocument)
    assert says in problem


def test_without_a_rifle_nobody_grasps_it() -> None:
    tables = tomllib.loads(shipped_text("pedestrian"))
    tables["arc"][0]["do"].append({"primitive": "grasp"})
    (problem,) = problems_of(tables, ScriptDocument)
    assert "from standing to waiting: grasp needs a rifle" in problem


@pytest.fixture(scope="module")
def graph() -> PostureGraph:
    return ready_graph(Console(quiet=True), script="pedestrian")


@pytest.mark.slow
def test_the_graph(graph: PostureGraph) -> None:
    assert graph_file("pedestrian").is_file()
    kinds = {name: node.kind for name, node in graph.nodes.items()}
    fixed = {name for name, kind in kinds.items() if kind == "fixed"}
    assert fixed == {"standing", "waiting", "sitting", "dead"}
    assert graph.nodes["dead"].implied
    for kind in ("walking forward", "walking backward", "running"):
        for side, other in (SIDES, SIDES[::-1]):
            assert kinds[f"{kind} {side}"] == "locomotion"
            assert ("standing", f"{kind} {side}") in graph.arcs
            assert (f"{kind} {side}", f"{kind} {other}") in graph.arcs
            assert (f"{kind} {side}", "standing") in graph.arcs
    assert [arc.end for arc in graph.path("sitting", "waiting")] == ["standing", "waiting"]
    assert graph.arcs["standing", "sitting"].travel[0] == pytest.approx(-0.44, abs=0.01)


@pytest.mark.slow
def test_its_arcs_fit_and_its_feet_do_not_slide(graph: PostureGraph) -> None:
    for arc in graph.arcs.values():
        for figure in FIGURES:
            assert ends_meet(graph, arc, figure) < 2e-4, (arc.name, figure)
        for contact in arc.contacts:
            times = np.arange(contact.first, contact.last + 1e-9, 1 / 60)
            placed = HUMAN.place(arc.sets["human-high"].sample(times))
            places = HUMAN.site_places(placed, contact.site)
            assert np.ptp(places, axis=0).max() < 0.01, (arc.name, contact)
