"""The file of authored motion: what ships is right, what is wrong gets a sentence."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.motion.figures.authoring.procedures import procedure_angles
from motorium.motion.figures.authoring.script_document import ScriptDocument
from motorium.motion.figures.authoring.scripts import arcs_of, load_script, shipped_text
from motorium.problems import problems_of
from motorium.settings import SettingsError

Tables = dict[str, Any]
TEXT = shipped_text("soldier")


@pytest.fixture(scope="module")
def soldier() -> ScriptDocument:
    return load_script("soldier")


def test_has_the_nodes_of_the_paper(soldier: ScriptDocument) -> None:
    assert {posture.name for posture in soldier.posture} == {
        "standing deployed",
        "standing firing",
        "kneeling deployed",
        "kneeling firing",
        "prone deployed",
        "prone firing",
        "crawl",
        "crawling",
        "dead",
    }


def test_every_fixed_node_can_be_reached_and_left(soldier: ScriptDocument) -> None:
    """Dead is reached by arcs that nobody writes."""
    arcs = arcs_of(soldier)
    assert len(set(arcs)) == len(arcs)
    assert ("crawling", "crawling") in arcs
    for posture in soldier.posture:
        if posture.name != "dead":
            known = {"standing deployed"}
            for _ in arcs:
                known |= {end for start, end in arcs if start in known}
            assert posture.name in known
            assert any(start == posture.name for start, _ in arcs)
    # The paper's own example of a path.
    for step in (("standing deployed", "crawl"), ("crawl", "prone deployed")):
        assert step in arcs


def test_arcs_are_made_of_primitives(soldier: ScriptDocument) -> None:
    for arc in soldier.arc:
        assert 5 <= len(arc.do) <= 25, (arc.start, arc.end)
        assert 0.6 <= arc.seconds <= 2.5


def test_backwards_unless_written(soldier: ScriptDocument) -> None:
    arc, backwards = soldier.arc_between("kneeling firing", "kneeling deployed")
    assert backwards
    assert (arc.start, arc.end) == ("kneeling deployed", "kneeling firing")
    with pytest.raises(
        KeyError, match="no arc from 'dead' to 'crawl'; there are standing deployed"
    ):
        soldier.arc_between("dead", "crawl")


def test_regions_share_out_all_joints(soldier: ScriptDocument) -> None:
    skeleton = load_skeleton("human-high")
    upper = soldier.joints_of("upper", skeleton)
    lower = soldier.joints_of("lower", skeleton)
    assert not set(upper) & set(lower)
    assert set(upper) | set(lower) == set(skeleton.joints)
    left = soldier.joints_of("left arm", skeleton)
    assert left[:2] == ["left girdle", "left shoulder"]
    assert "left index base" in left
    with pytest.raises(SettingsError, match=r"no region 'left arn'.*did you mean 'left arm'"):
        soldier.joints_of("left arn", skeleton)


def spoilt(change: Callable[[Tables], object]) -> list[str]:
    tables = copy.deepcopy(tomllib.loads(TEXT))
    change(tables)
    return problems_of(tables, ScriptDocument)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda t: t["posture"][1].update(like="standing deploed"),
            "posture[1].like: no earlier posture is called 'standing deploed'; did you mean",
        ),
        (
            lambda t: t["posture"][-1].update(name="crawling"),
            "posture[8].name: there are two postures 'crawling'",
        ),
        (
            lambda t: t["posture"][0]["hands"].update(left="cradel"),
            "posture[0].hands.left: no shape of a hand is called 'cradel'; did you mean 'cradle'?",
        ),
        (
            lambda t: t["posture"][0]["goal"][0].update(site="face"),
            "[clearance] does not say how high 'face' is on the floor",
        ),
        (
            lambda t: t["posture"][0]["goal"].append({"site": "face"}),
            "the goal of 'face' says neither place, floor nor points",
        ),
        (
            lambda t: t["posture"][0]["goal"][0].update(place=[0.0, 0.0, 0.0]),
            "the goal of 'left heel' has both floor and place",
        ),
        (lambda t: t["arc"][0].update(end="sitting"), "no posture is called 'sitting'; known are"),
        (
            lambda t: t["arc"].append(copy.deepcopy(t["arc"][0])),
            "there are two arcs from 'standing deployed' to 'standing firing'",
        ),
        (
            lambda t: t["arc"][0]["do"][0].update(end=7.0),
            "takes 0.9 s; grasp cannot be from 0 to 7 s",
        ),
        (
            lambda t: t["arc"][0]["do"][2].pop("side"),
            "from standing deployed to standing firing: move_foot needs a side, left or right",
        ),
        (lambda t: t["arc"][0]["do"][1].pop("site"), "hold needs a site that stays"),
        (
            lambda t: t["arc"][0]["do"][1].update(primitive="hodl"),
            "must be one of move_hand, move_foot",
        ),
        (
            lambda t: t["procedure"][0].update(ease=2.0),
            "'waving' rises and returns for longer than it lasts",
        ),
        (lambda t: t["procedure"][0].update(node="sitting"), "no posture is called 'sitting'"),
        (lambda t: t["arc"][0].update(second=1.0), "unknown key; did you mean 'seconds'?"),
    ],
)
def test_what_is_wrong_gets_a_sentence(change: Callable[[Tables], object], says: str) -> None:
    (problem,) = spoilt(change)
    assert says in problem


def test_files(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(TEXT, encoding="utf-8")
    assert load_script(own) == load_script("soldier")
    with pytest.raises(
        SettingsError, match=r"no script is called 'soldeir'.*did you mean 'soldier'"
    ):
        load_script("soldeir")
    with pytest.raises(SettingsError, match="there is no such file"):
        load_script(tmp_path / "none.toml")


def test_waving_is_a_function_of_time(soldier: ScriptDocument) -> None:
    skeleton = load_skeleton("human-high")
    node = np.zeros(skeleton.freedoms)
    seconds = soldier.procedure_named("waving").seconds
    times = np.linspace(0.0, seconds, 400)
    angles = procedure_angles(soldier, skeleton, "waving", node, times)
    assert np.array_equal(angles[0], node)
    assert np.array_equal(angles[-1], node)
    moved = {skeleton.freedom_joints[n] for n in np.flatnonzero(np.ptp(angles, axis=0))}
    assert {"left shoulder", "left elbow", "left wrist"} <= moved
    assert moved <= set(soldier.joints_of("left arm", skeleton))
    assert (angles >= skeleton.limits[:, 0]).all()
    assert (angles <= skeleton.limits[:, 1]).all()
    # It swings about four times.
    elbow = np.degrees(angles[:, skeleton.freedom("left elbow", "flexion")])
    assert 3 <= np.count_nonzero(np.diff(np.sign(elbow - 96.0)) > 0) <= 6
    # And at a single time it is the same.
    alone = procedure_angles(soldier, skeleton, "waving", node, times[123:124])
    assert np.allclose(alone[0], angles[123])


def test_a_procedure_keeps_to_its_region(soldier: ScriptDocument) -> None:
    tables = tomllib.loads(TEXT)
    tables["procedure"][0]["freedom"]["right elbow.flexion"] = {"raised": 10.0}
    script = ScriptDocument.model_validate(tables)
    skeleton = load_skeleton("human-high")
    with pytest.raises(
        SettingsError, match=r"'right elbow\.flexion' is not a freedom of the region"
    ):
        procedure_angles(script, skeleton, "waving", np.zeros(skeleton.freedoms), np.zeros(1))
