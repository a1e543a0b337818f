"""The Performance stage over real sockets: whole stories, as pages live them."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.simulated import double_poses, double_skeleton
from motorium.wire.performing.frame import (
    FLAG_FALLEN,
    FLAG_LEFT_HOLDS,
    FLAG_RIGHT_HOLDS,
    PerformanceFrame,
    unpack_performance_frame,
)
from motorium.world.performance.document import SCENES
from tests.motors.continuum.performers import FIGURE, walking
from tests.studio.studios import BUILDING, PATIENCE, Client, Studio

PACES = (0.5 + 0.001 * number for number in count())
"""That nobody has asked for yet."""
OWN = """
format = 1
[scene]
title = "Own"
acts = ["stand"]
[[prop]]
name = "brick"
shape = "box"
size = [0.1, 0.1, 0.1]
mass = 2.0
at = [1.0, 0.0, 0.1]
"""


class Spectator(Client):
    """A page of the Performance stage; revision: of the scene that it was told of last."""

    revision = 0

    def __enter__(self) -> Spectator:
        return self

    def arrivals(self, timeout: float) -> Iterator[str | bytes]:
        for data in super().arrivals(timeout):
            if isinstance(data, str) and (message := json.loads(data))["type"] == "scene":
                self.revision = message["revision"]
            yield data

    def frame(
        self, wanted: Any = lambda frame: True, timeout: float = PATIENCE
    ) -> PerformanceFrame:
        """The next frame of which this is true; those of scenes before are still under way."""
        for data in self.arrivals(timeout):
            if not isinstance(data, bytes):
                continue
            frame = unpack_performance_frame(data)
            if frame.revision >= self.revision and wanted(frame):
                return frame
        raise TimeoutError(f"no such frame within {timeout} s")

    def enter(self, scene: str) -> dict[str, Any]:
        """Another scene; what is told of it."""
        self.send({"type": "open", "scene": scene})
        return self.next("scene", name=scene)

    def refused(self, wish: dict[str, Any]) -> str:
        self.send(wish)
        return str(self.next("refusal")["message"])


@pytest.fixture(scope="module")
def stage() -> Iterator[Studio]:
    running = Studio("boulder", verb="perform")
    with Spectator(address(running)) as first:
        first.next("status", timeout=BUILDING)
    yield running
    running.stop()


@pytest.fixture
def page(stage: Studio) -> Iterator[Spectator]:
    """Of a stage as it began."""
    with Spectator(address(stage)) as one:
        one.next("status")
        pace = next(PACES)
        for wish in (
            {"type": "paused", "value": False},
            {"type": "gets_up", "value": True},
            {"type": "open", "scene": "boulder"},
            {"type": "acts", "acts": ["stand"]},
            {"type": "pace", "value": pace},
        ):
            one.send(wish)
        # The stage may have been so already, but for this.
        one.next("status", pace=pace)
        one.send({"type": "pace", "value": 1.0})
        one.next("status", pace=1.0)
        yield one


def address(stage: Studio) -> str:
    return stage.socket_address.replace("/socket", "/performance")


def fallen(frame: PerformanceFrame) -> bool:
    return bool(frame.doubles[0].flags & FLAG_FALLEN)


def test_a_page_is_told_who_then_what_then_how(stage: Studio, page: Spectator) -> None:
    with Spectator(address(stage)) as other:
        hello = other.next("performance")
        assert [scene["name"] for scene in hello["scenes"]] == list(SCENES)
        assert len(hello["parts"]) == 15
        assert len(hello["segments"]) == 69
        scene = other.next("scene")
        (performer,) = scene["performers"]
        assert len(performer["at_ease"]["places"]) == len(performer["scales"]) == 69
        status = other.next("status")
        assert status["performers"][0]["holds"] == [None, None]
        frame = other.frame(lambda frame: frame.revision == scene["revision"])
        moving = [prop for prop in scene["props"] if prop["moves"]]
        assert len(frame.props) == len(moving)


@pytest.mark.parametrize("scene", SCENES)
def test_each_scene_can_be_played(page: Spectator, scene: str) -> None:
    told = page.enter(scene)
    first = page.frame(lambda frame: frame.revision == told["revision"])
    later = page.frame(lambda frame: frame.tick > first.tick + 120)
    assert np.isfinite(later.doubles[0].coordinates).all()
    assert later.doubles[0].coordinates[2] > 0.7
    names = [prop["name"] for prop in told["props"]]
    assert {*told["tossed"]} < {*names}
    assert len(names) == len(set(names))


def test_a_boulder_knocks_him_down_and_he_gets_up(page: Spectator) -> None:
    page.frame(lambda frame: frame.seconds > 1.0)
    page.send({"type": "throw", "prop": "boulder"})
    page.next("happening", text="he has fallen")
    page.frame(fallen)
    up = page.frame(lambda frame: not fallen(frame) and frame.doubles[0].coordinates[2] > 0.8)
    double = up.doubles[0]
    # The performer is where his double has found up again.
    assert np.linalg.norm(double.coordinates[:2] - double.performer[:2]) < 0.3


def test_who_is_not_to_lies_until_told(page: Spectator) -> None:
    page.send({"type": "gets_up", "value": False})
    page.next("status", gets_up=False)
    assert "has not fallen" in page.refused({"type": "rise"})
    page.send({"type": "throw", "prop": "boulder"})
    down = page.frame(fallen)
    page.frame(lambda frame: frame.tick > down.tick + 360 and fallen(frame))
    page.send({"type": "paused", "value": True})
    page.next("status", running=False)
    page.send({"type": "line_up"})
    together = page.frame(
        lambda frame: (
            np.linalg.norm(frame.doubles[0].coordinates[:2] - frame.doubles[0].performer[:2]) < 1e-3
        )
    )
    assert fallen(together)
    page.send({"type": "rise"})
    page.send({"type": "paused", "value": False})
    page.frame(lambda frame: not fallen(frame) and frame.doubles[0].coordinates[2] > 0.8)


def test_a_tossed_ball_flies_to_him(page: Spectator) -> None:
    told = page.enter("bag")
    moving = [prop["name"] for prop in told["props"] if prop["moves"]]
    ball = moving.index("light ball")
    page.send({"type": "acts", "acts": ["stand"]})
    told = page.next("scene", acts=["stand"])
    page.frame(lambda frame: frame.revision == told["revision"] and frame.seconds > 0.5)
    # Slowly, so that a page that skips frames sees it fly.
    page.send({"type": "pace", "value": 0.25})
    page.send({"type": "toss", "at": [-3.0, 0.0, 1.2], "velocity": [6.0, 0.0, 1.5]})
    page.frame(lambda frame: np.linalg.norm(frame.props[ball, :3] - [-3.0, 0.0, 1.2]) < 0.6)
    page.frame(
        lambda frame: np.linalg.norm(frame.props[ball, :2] - frame.doubles[0].coordinates[:2]) < 0.4
    )
    page.send({"type": "pace", "value": 1.0})
    # He is in its way: it does not come past him.
    rests = page.frame(lambda frame: frame.props[ball, 2] < 0.2)
    assert rests.props[ball, 0] < rests.doubles[0].coordinates[0]
    page.send(
        {"type": "toss", "ball": "heavy", "at": [-3.0, 0.0, 1.2], "velocity": [9.0, 0.0, 1.2]}
    )
    page.frame(fallen)


def test_time_is_held_stepped_and_slowed(page: Spectator) -> None:
    assert "hold it first" in page.refused({"type": "step"})
    page.send({"type": "paused", "value": True})
    held = page.next("status", running=False)["seconds"]
    page.send({"type": "step"})
    page.next("status", seconds=pytest.approx(held + 1 / 120))
    page.send({"type": "pace", "value": 0.25})
    page.next("status", running=False, pace=0.25)
    # From before it goes on: this page may be slow to hear of frames.
    first, began = page.frame(), time.monotonic()
    page.send({"type": "paused", "value": False})
    last = page.frame(lambda frame: frame.tick >= first.tick + 60)
    assert last.tick - first.tick < 0.5 * 120 * (time.monotonic() - began)


def test_hands_take_hold_of_the_bag(page: Spectator) -> None:
    assert "within reach" in page.refused({"type": "grip"})
    page.enter("bag")
    page.send({"type": "acts", "acts": ["reach"]})
    page.next("scene", acts=["reach"])
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page.send({"type": "grip"})
        frame = page.frame()
        if frame.doubles[0].flags & (FLAG_LEFT_HOLDS | FLAG_RIGHT_HOLDS):
            break
    holds = page.next("status")["performers"][0]["holds"]
    while "bag" not in holds:
        holds = page.next("status")["performers"][0]["holds"]
    page.send({"type": "let_go"})
    page.frame(lambda frame: not frame.doubles[0].flags & (FLAG_LEFT_HOLDS | FLAG_RIGHT_HOLDS))


def test_what_he_did_can_be_kept(page: Spectator) -> None:
    page.frame(lambda frame: frame.seconds > 0.5)
    page.send({"type": "keep"})
    kept = page.next("kept")
    assert kept["filename"] == "boulder.bvh"
    assert len(parse_bvh(kept["text"])) >= 60


def test_a_clip_is_fitted_while_the_play_goes_on(page: Spectator) -> None:
    poses = double_poses(FIGURE, walking(2))
    text = write_bvh(double_skeleton(FIGURE), poses, 120.0)
    page.send({"type": "clip", "name": "two steps.bvh", "text": text})
    told = page.next("scene", clip="two steps")
    first = page.frame(lambda frame: frame.revision == told["revision"])
    assert first.doubles[0].coordinates[2] > 0.7
    # At its end it begins again.
    again = page.next("scene", clip="two steps")
    assert again["revision"] == told["revision"] + 1
    page.send({"type": "acts", "acts": []})
    assert page.next("scene", clip=None)["doing"]


def test_a_scene_that_cannot_begin_changes_nothing(page: Spectator) -> None:
    """And neither does a clip that is being fitted meanwhile end the stage."""
    clashing = OWN.replace("at = [1.0, 0.0, 0.1]", "at = [1.0, 0.0, 0.1]\ncopies = [2, 1, 1]")
    clashing += """
[[prop]]
name = "brick 1"
shape = "ball"
size = [0.1]
mass = 1.0
at = [2.0, 0.0, 0.1]
"""
    text = write_bvh(double_skeleton(FIGURE), double_poses(FIGURE, walking(2)), 120.0)
    page.send({"type": "clip", "name": "two steps.bvh", "text": text})
    assert "'brick 1'" in page.refused({"type": "read", "name": "mine.toml", "text": clashing})
    assert page.next("scene", clip="two steps")["name"] == "boulder"
    page.send({"type": "acts", "acts": ["wave"]})
    assert page.next("scene", acts=["wave"])["name"] == "boulder"


def test_a_clip_that_nobody_wants_any_more(page: Spectator) -> None:
    assert "no clip is being fitted" in page.refused({"type": "cancel"})
    text = write_bvh(double_skeleton(FIGURE), double_poses(FIGURE, walking(2)), 120.0)
    page.send({"type": "clip", "name": "two steps.bvh", "text": text})
    page.send({"type": "cancel"})
    page.next("status", fitting=None)
    page.send({"type": "clip", "name": "two steps.bvh", "text": text})
    page.send({"type": "acts", "acts": ["wave"]})
    page.next("scene", acts=["wave"])
    page.next("status", fitting=None)


def test_ctrl_c_ends_the_fitting_with_the_studio() -> None:
    """Whenever it comes; nothing is left behind."""
    text = write_bvh(double_skeleton(FIGURE), double_poses(FIGURE, walking(2)), 120.0)
    running = Studio("boulder", verb="perform")
    with Spectator(address(running)) as page:
        page.next("status", timeout=BUILDING)
        page.send({"type": "clip", "name": "two steps.bvh", "text": text})
        fitting = page.next("status")["fitting"]
        while fitting is None:
            fitting = page.next("status")["fitting"]
        children = children_of(running.process.pid)
        assert children
        running.process.send_signal(signal.SIGINT)
        running.process.communicate(timeout=PATIENCE)
    end = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < end, "somebody is left behind"
        time.sleep(0.1)


def children_of(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children")
    if not listed.exists():
        pytest.skip("this system does not tell whose children processes are")
    tasks = Path(f"/proc/{parent}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def test_what_is_no_clip_is_said_to_who_sent_it(page: Spectator, stage: Studio) -> None:
    with Spectator(address(stage)) as other:
        page.send({"type": "clip", "name": "x.bvh", "text": "nonsense"})
        assert "x.bvh" in page.next("refusal")["message"]
        with pytest.raises(TimeoutError):
            other.next("refusal", timeout=0.5)


def test_a_scene_of_ones_own(page: Spectator) -> None:
    page.send({"type": "read", "name": "mine.toml", "text": OWN})
    told = page.next("scene", title="Own")
    assert [prop["name"] for prop in told["props"]] == ["brick", "light ball", "heavy ball"]
    assert "mine.toml" in page.refused({"type": "read", "name": "mine.toml", "text": "x = 1"})
    wrong = OWN.replace('["stand"]', '["fly"]')
    assert "no act is called 'fly'" in page.refused(
        {"type": "read", "name": "mine.toml", "text": wrong}
    )
    page.frame(lambda frame: frame.revision == told["revision"])


def test_controllers_as_printed(page: Spectator) -> None:
    page.send({"type": "printed", "value": True})
    page.next("status", printed=True)
    page.frame(lambda frame: frame.seconds > 0.3)
    page.send({"type": "printed", "value": False})
    page.next("status", printed=False)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"type": "open", "scene": "attic"}, "no scene is called 'attic'; known are ballroom"),
        ({"type": "open", "scene": "/etc/passwd.toml"}, "no scene is called"),
        ({"type": "throw", "prop": "moon"}, "'moon' is not to be thrown; what is: boulder"),
        ({"type": "acts", "acts": ["jmp"]}, "no act is called 'jmp'"),
        ({"type": "rise", "performer": 3}, "there is no performer 3; there are 1, from 0 on"),
        ({"type": "let_go"}, "holds nothing"),
        ({"type": "pace", "value": 9}, "less than or equal to 1"),
    ],
)
def test_what_cannot_be_is_said(page: Spectator, wish: dict[str, Any], sentence: str) -> None:
    assert sentence in page.refused(wish)


def test_who_holds_the_stage_and_goes_lets_it_go_on(page: Spectator, stage: Studio) -> None:
    with Spectator(address(stage)) as other:
        other.next("status")
        other.send({"type": "paused", "value": True})
        page.next("happening", text="another page holds the stage")
    assert "has gone: it goes on" in page.next("happening")["text"]
    page.next("status", running=True)


def test_files_of_this_machine_are_nobodys_business(page: Spectator, tmp_path: Path) -> None:
    """A scene's name is no path, even of a file that is there."""
    path = tmp_path / "there.toml"
    path.write_text(OWN)
    assert "no scene is called" in page.refused({"type": "open", "scene": str(path)[:40]})


def test_a_page_pulls_him_down_and_lets_go_when_it_leaves(stage: Studio, page: Spectator) -> None:
    first = page.frame(lambda frame: frame.seconds > 0.3)
    before = first.doubles[0].coordinates[:2].copy()
    with Spectator(address(stage)) as other:
        other.next("status")
        x, y = (float(part) for part in before)
        other.send({"type": "take", "performer": 0, "part": 2, "place": [x, y, 1.3]})
        other.send({"type": "pull", "place": [x, y + 1.5, 0.9]})
        while not page.next("status")["performers"][0]["pulled"]:
            pass

        def far(frame: PerformanceFrame) -> bool:
            return float(np.linalg.norm(frame.doubles[0].coordinates[:2] - before)) > 0.5

        page.frame(far)
        refusals = (
            ({"type": "take", "performer": 7, "part": 0, "place": [0, 0, 1]}, "no performer 7"),
            ({"type": "take", "performer": 0, "part": 99, "place": [0, 0, 1]}, "part"),
            ({"type": "pull", "place": [0, 0, -1]}, "place"),
        )
        for wish, what in refusals:
            assert what in other.refused(wish)
    while page.next("status")["performers"][0]["pulled"]:
        pass
    page.frame(lambda frame: not fallen(frame) and frame.doubles[0].coordinates[2] > 0.7)
