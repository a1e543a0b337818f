"""`motorium perform`: what it says, what it writes, and what it refuses."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from motorium.motion.figures.capture.bvh import read_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.simulated import double_poses, double_skeleton
from motorium.motion.figures.takes import Take
from motorium.physics.rigid.props import Prop
from motorium.studio.perform_command import perform
from motorium.studio.performance_telling import scene_message
from motorium.world.performance import document
from motorium.world.performance.document import load_scene
from motorium.world.performance.performance import Performance
from tests.motors.continuum.performers import FIGURE, HIGH, walking

APP = typer.Typer()
APP.command()(perform)

BAD = {
    ("ballrom",): "no scene is called 'ballrom'; known are ballroom",
    ("bag", "--act", "jump"): "no act is called 'jump'; known are stand, walk",
    ("bag", "--throw", "bag=1"): "nothing so called waits to be thrown, but none",
    ("boulder", "--throw", "boulder=soon"): "must be like boulder=3.5, in seconds",
    ("boulder", "--throw", "boulder=20", "--seconds", "2"): "which lasts from 0 to 2 s",
    ("boulder", "--throw", "boulder=10"): "which lasts from 0 to 10 s",
    ("boulder", "--throw", "boulder=-1"): "'boulder=-1': is not within the performance",
    ("bag", "--bvh", "/nope/x.bvh"): "--bvh /nope/x.bvh: there is no folder /nope",
    ("bag", "--bvh", "/", "--force"): "--bvh /: is a folder",
    ("bag", "--seconds", "1", "--port", "8460"): "--port: there is no page with --seconds",
    ("bag", "--bvh", "x.bvh", "--host", "::1", "--token", "t"): "--host and --token: there is",
    ("bag", "--clip", "/"): "motorium: --clip /: is a folder; a BVH file was expected",
    ("--clip", "/"): "motorium: --clip /: is a folder; a BVH file was expected",
    ("bag", "--clip", "nowhere.bvh"): "nowhere.bvh",
    ("bag", "--clip", "a.bvh", "--act", "walk"): "either somebody real performs, or our own",
}


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_what_cannot_be_is_said(arguments: tuple[str, ...]) -> None:
    answer = CliRunner().invoke(APP, list(arguments))
    assert answer.exit_code == 2
    assert BAD[arguments] in answer.output


def test_a_clip_is_performed_and_what_was_simulated_is_written(tmp_path: Path) -> None:
    clip, kept = tmp_path / "walk.bvh", tmp_path / "kept.bvh"
    poses = double_poses(FIGURE, walking(2))
    clip.write_text(write_bvh(double_skeleton(FIGURE), poses, 120.0))
    order = ["boulder", "--clip", str(clip), "--seconds", "2", "--bvh", str(kept)]
    answer = CliRunner().invoke(APP, order)
    assert answer.exit_code == 0, answer.output
    assert "Boulder, walk: 2 s in" in answer.output
    assert "fell never" in answer.output
    assert len(read_bvh(kept)) == 240
    roomy = CliRunner().invoke(APP, ["--clip", str(clip), "--seconds", "0.5"])
    assert "Punching bag, walk: 0.5 s in" in roomy.output
    again = CliRunner().invoke(APP, order)
    assert again.exit_code == 2
    assert "is there already; --force writes over it" in again.output


def test_copies_are_thrown_by_their_numbers(tmp_path: Path) -> None:
    clip, scene = tmp_path / "walk.bvh", tmp_path / "mine.toml"
    poses = double_poses(FIGURE, walking(2))
    clip.write_text(write_bvh(double_skeleton(FIGURE), poses, 120.0))
    scene.write_text(
        'format = 1\n[scene]\ntitle = "Mine"\nacts = ["stand"]\n[[prop]]\nname = "p"\n'
        'shape = "ball"\nsize = [0.2]\nmass = 5.0\nat = [9.0, 0.0, 0.2]\nwaits = true\n'
        "copies = [2, 1, 1]\napart = [1.0, 0.0, 0.0]\n"
    )
    show = Performance(load_scene(scene), Take("walk", HIGH, FIGURE, walking(2)))
    buttons = scene_message(show, 1, "mine", ("", ""), ["stand"], None).props
    assert [(one.name, one.waits) for one in buttons] == [("p 1", True), ("p 2", True)]
    order = [str(scene), "--clip", str(clip), "--seconds", "0.5"]
    thrown = CliRunner().invoke(APP, [*order, "--throw", "p 1=0", "--throw", "p 2=0.2"])
    assert thrown.exit_code == 0, thrown.output
    all_of_them = CliRunner().invoke(APP, [*order, "--throw", "p=0"])
    assert all_of_them.exit_code == 2
    assert "nothing so called waits to be thrown, but p 1, p 2" in all_of_them.output


def test_what_mujoco_refuses_is_said_before_anything_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dust = Prop("dust", "ball", (1e-9,), 1e-18, (0.0, 0.0, 1.0))
    monkeypatch.setattr(document, "props_of", lambda _: [dust])
    for order in (["bag"], ["bag", "--seconds", "1"]):
        answer = CliRunner().invoke(APP, order)
        assert answer.exit_code == 2
        assert answer.output.startswith("motorium: mass and inertia of moving bodies")
