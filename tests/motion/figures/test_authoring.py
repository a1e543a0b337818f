"""Arcs begin and end at their nodes, move softly, and stay on what they rest on."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.rifle import RIFLE, equipped
from motorium.bodies.figure.skeleton import Poses
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.arcs import Authored, author_arc
from motorium.motion.figures.authoring.primitives import (
    AngleTrack,
    Ease,
    PlaceTrack,
    TurnTrack,
    coasting,
    ease,
    hump,
)
from motorium.motion.figures.authoring.procedures import author_procedure
from motorium.motion.figures.authoring.script_document import ScriptDocument
from motorium.motion.figures.authoring.scripts import arcs_of, load_script, shipped_text
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.ways import turn_vector, turned_by
from motorium.settings import SettingsError
from tests.motion.figures.authored import soldier_nodes

pytest.importorskip("mink", reason="inverse kinematics needs mink and MuJoCo")

SKELETON = equipped(load_skeleton("human-high"))
SOLDIER = load_script("soldier")
TEXT = shipped_text("soldier")
SLIDES = 0.01
"""So far may slide what is planted [m]."""
HELD = 0.005
"""So far may the left hand be from where it holds the rifle [m]."""
SOFT = 45.0
"""No site is accelerated more [m/s^2]."""


@pytest.fixture(scope="module")
def nodes() -> dict[str, Poses]:
    return soldier_nodes()


@pytest.fixture(scope="module")
def aiming(nodes: dict[str, Poses]) -> Authored:
    return author_arc(SOLDIER, nodes, "prone deployed", "prone firing")


# ---------------------------------------------------------------- tracks


def test_easing() -> None:
    shares = np.linspace(-0.5, 1.5, 401)
    eased = np.array([ease(share) for share in shares])
    assert eased[0] == 0.0
    assert eased[-1] == 1.0
    assert (np.diff(eased) >= 0.0).all()
    assert ease(0.5) == pytest.approx(0.5)
    assert hump(0.0) == hump(1.0) == 0.0
    assert hump(0.5) == pytest.approx(1.0)
    # What coasts begins with its speed and comes back.
    assert coasting(1e-6) == pytest.approx(1e-6, rel=1e-6)
    assert coasting(1.0) == pytest.approx(0.0)


def test_changes_add_up() -> None:
    angles = AngleTrack(np.array([0.0, 1.0]))
    angles.go(Ease(0.0, 1.0), [0], np.array([2.0, 9.0]))
    angles.go(Ease(0.5, 1.5), [0], np.array([1.0, 9.0]))
    assert np.allclose(angles.at(0.0), [0.0, 1.0])
    assert np.allclose(angles.at(2.0), [1.0, 1.0])
    place = PlaceTrack(np.zeros(3))
    place.go(Ease(0.0, 1.0), np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 0.1]))
    assert np.allclose(place.at(0.5), [0.5, 0.0, 0.1])
    assert np.allclose(place.at(1.0), [1.0, 0.0, 0.0])
    turn = TurnTrack(np.eye(3))
    quarter = turned_by(np.array([0.0, 0.0, np.pi / 2]))
    turn.go(Ease(0.0, 1.0), quarter)
    assert np.allclose(turn.at(3.0), quarter)
    assert np.allclose(turn_vector(turn.at(0.5)), [0.0, 0.0, np.pi / 4])


# ---------------------------------------------------------------- one short arc


def sites(arc: Authored) -> dict[str, Floats]:
    placed = SKELETON.place(arc.poses)
    return {name: SKELETON.site_places(placed, name) for name in SKELETON.sites}


def check_ends(arc: Authored, nodes: dict[str, Poses]) -> None:
    for frame, node, shift in ((0, arc.start, np.zeros(3)), (-1, arc.end, arc.shift)):
        assert np.allclose(arc.poses.position[frame], nodes[node].position[0] + shift, atol=1e-12)
        assert np.allclose(arc.poses.rotation[frame], nodes[node].rotation[0], atol=1e-12)
        assert np.allclose(arc.poses.angles[frame], nodes[node].angles[0], atol=1e-5)


def check(arc: Authored, nodes: dict[str, Poses]) -> None:
    check_ends(arc, nodes)
    places = sites(arc)
    for name, first, last in arc.contacts:
        gone = np.linalg.norm(places[name][first : last + 1] - places[name][first], axis=1)
        assert gone.max() < SLIDES, f"{name} slides by {1000 * gone.max():.1f} mm"
    for first, last in arc.holds:
        gap = np.linalg.norm(places["left grip"] - places["support"], axis=1)[first : last + 1]
        assert gap.max() < HELD, f"the left hand is {1000 * gap.max():.1f} mm off"
    for name, way in places.items():
        sunk = min(SOLDIER.clearance.get(name, 0.0), way[0, 2], way[-1, 2]) - 0.01
        assert way[:, 2].min() > sunk, f"{name} is in the floor"
        pull = np.linalg.norm(np.diff(way, 2, axis=0), axis=1).max() * MADE_AT**2
        assert pull < SOFT, f"{name} jumps: {pull:.0f} m/s^2"
        ends = np.linalg.norm([way[1] - way[0], way[-1] - way[-2]], axis=1) * MADE_AT
        assert ends.max() < 0.12, f"{name} is not at rest at a node: {ends} m/s"
    assert (arc.poses.angles >= SKELETON.limits[:, 0] - 1e-5).all()
    assert (arc.poses.angles <= SKELETON.limits[:, 1] + 1e-5).all()


@pytest.mark.slow
def test_a_short_arc(aiming: Authored, nodes: dict[str, Poses]) -> None:
    assert len(aiming.poses) == round(0.8 * MADE_AT) + 1
    assert aiming.seconds == pytest.approx(0.8)
    assert ("right elbow", 0, 48) in aiming.contacts
    assert aiming.holds == [(0, 48)]
    check(aiming, nodes)


@pytest.mark.slow
def test_backwards(aiming: Authored, nodes: dict[str, Poses]) -> None:
    back = aiming.backwards()
    check(back, nodes)
    assert (back.start, back.end) == ("prone firing", "prone deployed")
    assert np.array_equal(back.poses.angles, aiming.poses.angles[::-1])
    assert ("left elbow", 0, 24) in back.contacts


def test_waving_as_frames(nodes: dict[str, Poses]) -> None:
    arc = author_procedure(SOLDIER, nodes, "waving")
    check_ends(arc, nodes)
    hand = sites(arc)["left knuckles"]
    assert hand[:, 2].max() > 1.5  # Beside the head.
    assert np.ptp(hand[70:140, 1]) > 0.1


def soldier_with(*do: dict[str, Any], seconds: float = 0.2) -> ScriptDocument:
    tables = tomllib.loads(TEXT)
    ends = {"start": "standing deployed", "end": "standing deployed"}
    tables["arc"] = [{**ends, "seconds": seconds, "do": list(do)}]
    return ScriptDocument.model_validate(tables)


def test_progress_and_a_script_of_ones_own(nodes: dict[str, Poses]) -> None:
    told: list[tuple[str, int, int]] = []
    script = soldier_with({"primitive": "hold", "site": "left foot"}, {"primitive": "grasp"})
    arc = author_arc(
        script, nodes, "standing deployed", "standing deployed", lambda *one: told.append(one)
    )
    assert [done for _, done, _ in told] == list(range(1, 25))
    assert told[-1] == ("standing deployed to standing deployed", 24, 24)
    assert np.allclose(arc.poses.angles, nodes["standing deployed"].angles, atol=1e-3)


def test_what_is_not_there(nodes: dict[str, Poses]) -> None:
    with pytest.raises(KeyError, match="no arc from 'dead' to 'crawl'"):
        author_arc(SOLDIER, nodes, "dead", "crawl")
    script = soldier_with({"primitive": "hold", "site": "left fot"})
    with pytest.raises(SettingsError, match="no site 'left fot'; there are left foot, right foot"):
        author_arc(script, nodes, "standing deployed", "standing deployed")


# ---------------------------------------------------------------- all of them


@cache
def made(start: str, end: str) -> Authored:
    """Each is made once, also for the way back."""
    _, backwards = SOLDIER.arc_between(start, end)
    if backwards:
        return made(end, start).backwards()
    return author_arc(SOLDIER, soldier_nodes(), start, end)


@pytest.mark.slow
@pytest.mark.parametrize("pair", arcs_of(SOLDIER), ids=" to ".join)
def test_every_arc(pair: tuple[str, str], nodes: dict[str, Poses]) -> None:
    arc = made(*pair)
    assert (arc.start, arc.end) == pair
    check(arc, nodes)


@pytest.mark.slow
def test_crawling_goes_on() -> None:
    arc = made("crawling", "crawling")
    assert 0.45 <= arc.shift[0] <= 0.75
    # Every elbow and knee is lifted once, and something always carries.
    frames = np.zeros((len(arc.poses), 4), dtype=bool)
    for column, name in enumerate(("left elbow", "right elbow", "left knee", "right knee")):
        for site, first, last in arc.contacts:
            if site == name:
                frames[first : last + 1, column] = True
        assert not frames[:, column].all()
    assert (frames.sum(axis=1) >= 2).all()


@pytest.mark.slow
def test_rifle_stays_out_of_the_floor() -> None:
    for pair in arcs_of(SOLDIER):
        places = sites(made(*pair))
        for name in RIFLE.places:
            assert places[name][:, 2].min() > -0.01, (pair, name)
