"""Posture graphs built of scripts: they fit together, and can be played, listed and written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses

pytest.importorskip("mink", reason="figures are made with motorium[figures]")

from motorium.cli import app
from motorium.motion.figures.authoring.scripts import ScriptDocument, load_script
from motorium.motion.figures.building import TOLERANCES, Built, build_graph
from motorium.motion.figures.capture.arcs import above_ground, fitted
from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.graph import Arc, PostureGraph
from motorium.motion.figures.playing import end_of, played
from motorium.motion.figures.store import write_graph
from motorium.motion.figures.ways import moved, way_between
from motorium.settings import SettingsError, parse_settings
from tests.motion.figures.bvh_material import real

SMALL = """
format = 1

[script]
title = "bows"

[clearance]
"left heel" = 0.0
"right heel" = 0.0

[region]
"torso" = ["L?", "T*"]

[hand.relaxed]
"index base.flexion" = 20.0

[[posture]]
name = "upright"
holds = false
goal = [
  { site = "left heel", floor = [0.0, 0.1] },
  { site = "right heel", floor = [0.0, -0.1] },
]

[[posture]]
name = "bowed"
like = "upright"
holds = false
goal = [
  { site = "left heel", floor = [0.0, 0.1] },
  { site = "right heel", floor = [0.0, -0.1] },
]
[posture.angles]
"L3.flexion" = 10.0
"L2.flexion" = 10.0
"neck.flexion" = 20.0

[[posture]]
name = "asleep"
like = "bowed"
holds = false

[[arc]]
start = "upright"
end = "bowed"
seconds = 0.3
do = [
  { primitive = "hold", site = "left heel" },
  { primitive = "hold", site = "right heel" },
  { primitive = "bend_torso" },
]
"""


ITSELF = '{ site = "face", place = [0.0, 0.0, 0.1], near = "face" }'
TYPO = '{ primitive = "hold", site = "left hel" }'
FAR = '{ site = "right heel", floor = [0.0, -2.1] }'


@pytest.fixture(scope="module")
def bows() -> Built:
    return build_graph(parse_settings(SMALL, "bows.toml", ScriptDocument), workers=1)


@pytest.fixture
def file(bows: Built, tmp_path: Path) -> Path:
    path = tmp_path / "bows.safetensors"
    write_graph(path, bows.graph)
    return path


def ends_meet(graph: PostureGraph, arc: Arc, figure: str) -> float:
    """By how much an arc misses its postures, as far as float32 goes [m or rad]."""
    start = graph.nodes[arc.start].sets[figure].sample(0.0)
    end = graph.nodes[arc.end].sets[figure].sample(0.0)
    here = end_of(arc, (np.zeros(3), np.eye(3)))
    keys = arc.sets[figure].sample(np.array([0.0, arc.seconds]))
    off = 0.0
    for wanted, frame in ((start, 0), (moved(end, here), 1)):
        for part in ("position", "rotation", "angles"):
            apart = getattr(wanted, part)[0] - getattr(keys, part)[frame]
            off = max(off, float(np.abs(apart).max()))
    return off


def test_all_figures_have_all_of_it(bows: Built) -> None:
    graph = bows.graph
    assert list(graph.nodes) == ["upright", "bowed", "asleep"]
    assert {pair: arc.source for pair, arc in graph.arcs.items()} == {
        ("upright", "bowed"): "authored",
        ("bowed", "upright"): "reversed",
    }
    assert [node.implied for node in graph.nodes.values()] == [False, False, True]
    for arc in graph.arcs.values():
        assert list(arc.sets) == list(FIGURES)
        for figure in FIGURES:
            assert ends_meet(graph, arc, figure) < 1e-5, figure
    assert "L3" in graph.regions["torso"]
    assert graph.arcs["upright", "bowed"].contacts[0].site == "left heel"


def test_back_is_there_run_backwards(bows: Built) -> None:
    there, back = bows.graph.arcs.values()
    for figure in FIGURES:
        one = there.sets[figure].sample(np.array([0.1]))
        other = back.sets[figure].sample(np.array([there.seconds - 0.1]))
        assert one.angles == pytest.approx(other.angles, abs=2 * TOLERANCES[figure] / 0.1)


def test_a_way_is_one_motion(bows: Built) -> None:
    poses = played(bows.graph, ["upright", "bowed", "upright"])
    assert len(poses) == 37
    assert np.abs(np.diff(poses.angles, axis=0)).max() < 0.1
    assert poses.angles[0] == pytest.approx(poses.angles[-1], abs=1e-5)
    with pytest.raises(SettingsError, match="two postures or more"):
        played(bows.graph, ["upright"])
    with pytest.raises(SettingsError, match="known are human-high, human-med, human-low"):
        played(bows.graph, ["upright", "bowed"], "human")
    with pytest.raises(SettingsError, match="so many frames a second, not 0"):
        played(bows.graph, ["upright", "bowed"], rate=0)
    with pytest.raises(SettingsError, match="did you mean 'bowed'"):
        played(bows.graph, ["upright", "bowwed"])


def changed(**tables: tuple[str, str]) -> ScriptDocument:
    """The small script with other words in some places."""
    text = SMALL
    for before, after in tables.values():
        assert before in text
        text = text.replace(before, after, 1)
    return parse_settings(text, "bows.toml", ScriptDocument)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("seconds = 0.3", 'seconds = 0.3\nshift = [0.0, 0.0]\nanchor = "left heel"', "say one of"),
        ('{ site = "left heel", floor = [0.0, 0.1] }', ITSELF, "'face' is seen from itself"),
        ('["L?", "T*"]', '["tail"]', "region.torso: human-high has no joint 'tail'"),
        ('["L?", "T*"]', '["a"]\na = ["torso"]', "it is in itself: torso in a in torso"),
        ('{ primitive = "hold", site = "left heel" }', TYPO, "no site 'left hel'"),
        (
            "[clearance]",
            '[clearance]\n"left hel" = 0.0',
            "clearance: no site 'left hel'; did you mean",
        ),
        ('"index base.flexion"', '"index bse.flexion"', "hand.relaxed: 'left index bse.flexion'"),
    ],
)
def test_what_is_wrong_in_a_script_is_said(before: str, after: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        build_graph(changed(one=(before, after)), workers=1)
    assert sentence in str(refused.value)
    assert "KeyError" not in str(refused.value)


@pytest.mark.slow
def test_goals_that_are_not_met_are_told() -> None:
    """Heels two metres apart."""
    script = changed(one=('{ site = "right heel", floor = [0.0, -0.1] }', FAR))
    missed = build_graph(script, workers=1).warnings
    told = [sentence for sentence in missed if sentence.startswith("upright: ")]
    assert told
    assert "mm from its goal" in told[0]


def test_unknown_arcs_cannot_be_captured(bows: Built) -> None:
    script = parse_settings(SMALL, "bows.toml", ScriptDocument)
    with pytest.raises(
        SettingsError, match="there is no arc bowed to asleep; there are upright to"
    ):
        build_graph(script, captured={("bowed", "asleep"): Path("x.bvh")}, workers=1)


def test_a_clip_is_led_from_posture_to_posture() -> None:
    """However it begins: elsewhere, and turned away."""
    skeleton = load_skeleton("human-high")
    frames = 120
    clip = skeleton.rest(frames)
    share = np.linspace(0, 1, frames)
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    clip = Poses(
        np.stack([3.0 + 0 * share, 5.0 + 1.5 * share, 0.92 + 0 * share], axis=1),
        clip.rotation @ turn,
        clip.angles + 0.1 * np.sin(3 * share)[:, np.newaxis],
    )
    first, last = skeleton.rest(), skeleton.rest()
    first = Poses(first.position + np.array([0, 0, 0.9]), first.rotation, first.angles + 0.02)
    last = Poses(last.position + np.array([0, 0, 0.5]), last.rotation, last.angles - 0.02)
    poses = fitted(clip, first, last)
    assert poses.position[0] == pytest.approx([0, 0, 0.9])
    assert poses.angles[0] == pytest.approx(first.angles[0])
    # It went 1.5 m ahead, as it did in the clip.
    assert poses.position[-1] == pytest.approx([1.5, 0, 0.5], abs=1e-9)
    shift, level = way_between(last, poses.frames(slice(-1, None)))
    assert level == pytest.approx(np.eye(3), abs=1e-9)
    assert shift == pytest.approx([1.5, 0, 0], abs=1e-9)
    middle = moved(clip, (np.zeros(3), turn.T))
    assert poses.angles[60] == pytest.approx(middle.angles[60])
    assert poses.rotation[60] == pytest.approx(np.eye(3), abs=1e-9)


def test_nobody_sinks_into_the_floor() -> None:
    skeleton = load_skeleton("human-high")
    rest = skeleton.rest(90)
    height = 0.92 - 0.05 * np.sin(np.linspace(0.0, 3 * np.pi, 90))
    sinking = Poses(np.stack([0 * height, 0 * height, height], axis=1), rest.rotation, rest.angles)
    lifted = above_ground(skeleton, sinking)
    heels = skeleton.site_places(skeleton.place(lifted), "left heel")[:, 2]
    assert heels[6:-6].min() > -1e-9
    assert lifted.position[[0, -1]] == pytest.approx(sinking.position[[0, -1]])
    assert np.abs(np.diff(lifted.position[:, 2], 2)).max() < 0.01


@pytest.mark.slow
@pytest.mark.parametrize("clip", ["141_16", "07_01"])
def test_an_arc_comes_from_real_motion(clip: str) -> None:
    pytest.importorskip("pybvh", reason="BVH needs motorium[figures]")
    script = parse_settings(SMALL, "bows.toml", ScriptDocument)
    wished = {("upright", "bowed"): real(clip)}
    graph, _ = build_graph(script, captured=wished, workers=1)
    arc = graph.arcs["upright", "bowed"]
    assert arc.source == "captured"
    assert graph.arcs["bowed", "upright"].source == "reversed"
    for figure in FIGURES:
        assert ends_meet(graph, arc, figure) < 2e-4
        poses = arc.sets[figure].every(60)
        assert np.abs(np.diff(poses.angles, axis=0)).max() < 1.0
    assert arc.seconds > 1.0


# ---------------------------------------------------------------- commands


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["figures", *map(str, arguments)])
    return result.exit_code, " ".join(result.output.split())


def test_listed(file: Path) -> None:
    code, said = run("list", "--graph", file)
    assert code == 0
    for words in ("human-high 69 73 134 60", "human-med 19 17 50 30", "human-low 12 11 21 15"):
        assert words in said
    assert "upright bowed authored 0.30" in said


def test_written_as_bvh(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "bow.bvh"
    code, said = run("bvh", "upright", "bowed", "upright", "--graph", file, "--out", out)
    assert (code, "37 frames, 0.60 s" in said) == (0, True), said
    clip = parse_bvh(out.read_text(encoding="utf-8"), "bow", metres_a_unit=0.01)
    assert len(clip) == 37
    code, said = run("bvh", "upright", "bowed", "--graph", file, "--out", out)
    assert code == 1
    assert "is there already; --force writes over it" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["build", "sailor"], "no script is called 'sailor'; known are soldier"),
        (
            ["build", "--capture", "nonsense", "--out", "x.safetensors"],
            "must be like 'standing deployed to crawl=clip.bvh'",
        ),
        (
            ["build", "--capture", "a to b=none.bvh", "--out", "x.safetensors"],
            "none.bvh: there is no such file",
        ),
        (["build", "--capture", "a to b=c.bvh"], "--capture needs --out: the soldier"),
        (["build", "--out", "graph.txt"], "graph.txt: its name must end in .safetensors"),
        (["list", "--graph", "none.safetensors"], "there is no such file"),
        (["retarget", "none.bvh"], "none.bvh"),
        (["retarget", "take [a] [/red].bvh"], "take [a] [/red].bvh"),
        (["retarget", "none.bvh", "--up", "x"], "--up must be y or z, not 'x'"),
        (["retarget", "none.bvh", "--unit", "0"], "--unit must be metres, like 0.01, not 0"),
        (["retarget", "none.bvh", "--names", "martian"], "martian"),
        (["bvh", "a", "b", "--out", "x.bvh", "--figure", "human"], "known are human-high"),
        (["bvh", "a", "b", "--out", "x.txt"], "its name must end in .bvh"),
    ],
)
def test_mistakes_are_sentences(arguments: list[str], sentence: str) -> None:
    code, said = run(*arguments)
    assert code == 1
    assert sentence in said
    assert "Traceback" not in said


# ---------------------------------------------------------------- the soldier


@pytest.fixture(scope="module")
def soldier() -> Built:
    return build_graph(load_script("soldier"))


POSTURES = (
    "standing deployed",
    "standing firing",
    "kneeling deployed",
    "kneeling firing",
    "prone deployed",
    "prone firing",
    "crawl",
    "dead",
    "crawling",
    *(
        f"{kind} {side}"
        for kind in ("walking forward", "walking backward", "running")
        for side in ("left", "right")
    ),
)


@pytest.mark.slow
def test_the_soldier_has_the_postures_and_arcs_of_the_paper(soldier: Built) -> None:
    graph = soldier.graph
    assert set(POSTURES) <= set(graph.nodes)
    assert graph.nodes["dead"].implied
    for side, other in (("left", "right"), ("right", "left")):
        for kind in ("walking forward", "walking backward", "running"):
            assert ("standing deployed", f"{kind} {side}") in graph.arcs
            assert (f"{kind} {side}", f"{kind} {other}") in graph.arcs
            assert (f"{kind} {side}", "standing deployed") in graph.arcs
    # Section 4's example.
    way = [arc.end for arc in graph.path("standing deployed", "prone firing")]
    assert way == ["crawl", "prone deployed", "prone firing"]


@pytest.mark.slow
def test_every_arc_of_the_soldier_fits_and_hands_stay_on_the_rifle(soldier: Built) -> None:
    for arc in soldier.graph.arcs.values():
        for figure in FIGURES:
            assert ends_meet(soldier.graph, arc, figure) < 2e-4, (arc.name, figure)
        for figure, off in arc.off.items():
            for side in ("left", "right"):
                assert off[f"{side} grip"] < 0.005, (arc.name, figure)


@pytest.mark.slow
def test_contacts_of_the_soldier_do_not_slide(soldier: Built) -> None:
    """As recorded, with fewer keys and in float32: below 1 cm."""
    skeleton = load_skeleton("human-high")
    for arc in soldier.graph.arcs.values():
        for contact in arc.contacts:
            if contact.site not in skeleton.sites:
                continue
            times = np.arange(contact.first, contact.last + 1e-9, 1 / 60)
            placed = skeleton.place(arc.sets["human-high"].sample(times))
            places = skeleton.site_places(placed, contact.site)
            assert np.ptp(places, axis=0).max() < 0.01, (arc.name, contact)
