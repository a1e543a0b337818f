"""People play with a performer's double, in a real Chromium: every scene, every control."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, expect

from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.simulated import double_poses, double_skeleton
from motorium.world.performance.document import SCENES, load_scene
from tests.browser.pages import Viewer, wait_for
from tests.graphs import shipped_graph
from tests.motors.continuum.performers import FIGURE, walking
from tests.studio.studios import Studio

pytestmark = pytest.mark.browser

PROBE = "window.motorium.performance"
STANDING = 1.35
"""Whose head's segment is higher stands [m]."""
WIDTH, HEIGHT, FREE = 760, 480, 470
"""Of the page, and how much of its width no controls are over [pixels]."""
THINGS = {
    "ballroom": "ball 1",
    "boardroom": "board",
    "bag": "bag",
    "boulder": "boulder",
    "ferry": "ferry",
}
"""What there is to see in each scene."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    # Motions are built before anybody waits for a page.
    shipped_graph("performer")
    running = Studio("boulder", verb="perform")
    yield running.address
    running.stop()


class Stage:
    """The Performance stage of a page."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.page = viewer.page

    def ask(self, expression: str) -> Any:
        return self.viewer.ask(f"{PROBE}.{expression}")

    def until(self, expression: str) -> None:
        """Wait until something is true of what the probe tells."""
        known = "acts, caughtUp, doubles, paused, revision, scene, seconds, steady"
        self.viewer.until(f"(({{ {known} }}) => {expression})({PROBE})")

    @property
    def double(self) -> dict[str, Any]:
        double: dict[str, Any] = self.ask("doubles[0]")
        return double

    def control(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def perform(self, scene: str, act: str | None = None) -> None:
        """A scene from its beginning."""
        self.begin(f"scene-{scene}", f"scene === '{scene}'")
        if act is not None:
            self.begin(f"act-{act}", f"acts.join() === '{act}'")
            expect(self.control("doing")).to_contain_text(act)

    def begin(self, name: str, what: str) -> None:
        """Press what lets the play begin anew, and wait until that is drawn; who has gone far
        begins again by himself, so that it must be what was asked for."""
        before = self.ask("revision")
        self.control(name).click()
        self.until(f"revision > {before} && {what}")

    def hold(self) -> None:
        """Let time stand still, and wait until what is drawn does so, too: it is a little late."""
        self.control("pause").click()
        self.until("paused && caughtUp")

    def get_up(self, by_himself: bool) -> None:
        """Whether he does so or lies until he is told; what the studio said before it heard of
        that may set the switch back for a moment."""
        switch = self.control("gets-up")
        if switch.is_checked() != by_himself:
            switch.click()
        expect(switch).to_be_checked(checked=by_himself)

    def slow_motion(self, on: bool) -> None:
        slow = self.control("slow")
        if slow.get_attribute("aria-pressed") != str(on).lower():
            slow.click()
        expect(slow).to_have_attribute("aria-pressed", str(on).lower())

    def picture(self) -> np.ndarray:
        """Of the page, as far as no controls are over it."""
        self.viewer.drawn_anew()
        data = self.page.screenshot(clip={"x": 0, "y": 110, "width": FREE, "height": 300})
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=float)


@pytest.fixture(scope="module")
def one_stage(chrome: Browser, address: str) -> Iterator[Stage]:
    viewer = Viewer(chrome, address, WIDTH, HEIGHT)
    viewer.until(f"window.motorium?.performance !== undefined && {PROBE}.ready", 300)
    stage = Stage(viewer)
    yield stage
    assert viewer.complaints == []


@pytest.fixture
def stage(one_stage: Stage) -> Stage:
    """The boulder, as it began."""
    if one_stage.ask("paused"):
        one_stage.control("pause").click()
        one_stage.until("paused === false")
    one_stage.slow_motion(False)
    one_stage.get_up(by_himself=True)
    for name in ("ghost", "tinted", "aids", "follow"):
        one_stage.control(name).check()
    one_stage.perform("boulder", "stand")
    return one_stage


@pytest.mark.parametrize("scene", SCENES)
def test_each_scene_is_played(stage: Stage, scene: str) -> None:
    stage.perform(scene)
    title = load_scene(scene).scene.title
    expect(stage.page).to_have_title(f"{title} – Motorium")
    expect(stage.control(f"scene-{scene}")).to_have_attribute("aria-pressed", "true")
    expect(stage.control("scene-description")).to_have_text(load_scene(scene).scene.description)
    assert THINGS[scene] in stage.ask("props")
    began = stage.ask("seconds")
    stage.until(f"seconds > {began} + 0.5")
    assert stage.double["headHeight"] > STANDING
    assert not stage.double["fallen"]
    seen = stage.picture()
    assert seen.std() > 15, "nothing to see"


def test_a_person_is_drawn_where_he_is(stage: Stage) -> None:
    """Not only said to be: pixels change where he stands when he is tinted or not."""
    # What goes away by itself would be seen as well; a page that is slow saves pixels by then.
    expect(stage.control("toss-hint")).to_have_count(0)
    expect(stage.page.locator(".toast")).to_have_count(0)
    stage.control("ghost").uncheck()
    stage.hold()
    stage.until("steady")
    tinted = stage.picture()
    stage.control("tinted").uncheck()
    stage.until("doubles[0].tint[3] < 0.01")
    plain = stage.picture()
    at = stage.ask("screenOf(0)")
    rows, columns = np.nonzero(np.abs(tinted - plain).max(axis=2) > 12)
    assert len(rows) > 500
    assert abs(np.median(columns) - at["x"]) < 40
    tall, wide = (np.ptp(np.percentile(part, [5, 95])) for part in (rows, columns))
    assert tall > 1.5 * wide


def test_the_boulder_knocks_him_down_and_he_gets_up(stage: Stage) -> None:
    before = stage.double["tint"]
    assert before[1] > before[0]
    stage.until("seconds > 0.8")
    # He lies as long as a slow page takes to show that.
    stage.get_up(by_himself=False)
    stage.control("throw-boulder").click()
    stage.until("doubles[0].fallen")
    expect(stage.control("balance")).to_have_attribute("data-state", "has fallen")
    stage.until("doubles[0].tint[0] > doubles[0].tint[1]")
    stage.get_up(by_himself=True)
    stage.until(f"!doubles[0].fallen && doubles[0].headHeight > {STANDING}")
    wait_for(lambda: bool(stage.double["apart"] < 0.05), "him to be back with his performer")


def test_he_lies_until_told_and_time_is_held(stage: Stage) -> None:
    """The thesis' way back: hold, line up, get up, go on."""
    stage.get_up(by_himself=False)
    expect(stage.control("rise")).to_be_disabled()
    stage.page.keyboard.press("t")
    stage.until("doubles[0].fallen")
    fell = stage.ask("seconds")
    stage.until(f"seconds > {fell} + 2.5 && doubles[0].fallen")
    stage.page.keyboard.press("Space")
    stage.until("paused && caughtUp")
    held = stage.ask("seconds")
    stage.page.keyboard.press("l")
    stage.control("rise").click()
    expect(stage.control("balance")).to_have_attribute("data-state", "gets up")
    stage.until("doubles[0].rising")
    assert stage.ask("seconds") == held
    stage.page.keyboard.press("Space")
    stage.until(f"!doubles[0].fallen && doubles[0].headHeight > {STANDING}")


def test_a_click_tosses_a_ball_at_him(stage: Stage) -> None:
    stage.perform("bag", "stand")
    # It soon rolls away from him: between two pictures of a slow page, unless time is slow, too.
    stage.slow_motion(True)
    stage.until("steady")
    at = stage.ask("screenOf(0)")
    stage.viewer.pointer.click(at["x"], at["y"])

    def near() -> bool:
        ball, double = stage.ask("props['light ball']"), stage.double
        return bool(np.linalg.norm(np.subtract(ball, double["place"])[:2]) < 1.0)

    wait_for(near, "the ball to come near him")


def test_a_drag_on_him_pulls_him_and_one_beside_him_turns_the_view(stage: Stage) -> None:
    stage.perform("bag", "stand")
    stage.get_up(by_himself=True)
    stage.until("steady && seconds > 0.3")
    pointer, at = stage.viewer.pointer, stage.ask("screenOf(0)")
    camera = stage.ask("camera().position")
    pointer.press(at["x"], at["y"])
    pointer.move(at["x"] - 8, at["y"], 0.1)
    pointer.move(at["x"] - 90, at["y"], 0.1)
    stage.until("doubles[0].apart > 0.15")
    expect(stage.control("balance")).to_have_attribute("data-state", "is pulled")
    assert stage.ask("camera().position") == pytest.approx(camera, abs=0.1)
    pointer.lift(at["x"] - 90, at["y"])
    expect(stage.control("balance")).not_to_have_attribute("data-state", "is pulled")
    stage.until("doubles[0].apart < 0.05 && !doubles[0].fallen")
    stage.until("steady")
    camera = stage.ask("camera().position")
    pointer.press(30, 240)
    pointer.move(60, 240, 0.1)
    pointer.lift(60, 240)
    wait_for(
        lambda: bool(np.linalg.norm(np.subtract(stage.ask("camera().position"), camera)) > 0.2),
        "the view to turn",
    )
    assert stage.double["apart"] < 0.05


def test_he_is_pulled_without_a_pointer(stage: Stage) -> None:
    stage.page.keyboard.press("p")
    stage.control("hand-part").select_option("head")
    for _ in range(4):
        stage.control("hand-right").press("Enter")
    expect(stage.control("hand-hud")).to_contain_text("You hold his head")
    stage.until("doubles[0].apart > 0.15")
    stage.control("hand-open").press("Enter")
    expect(stage.control("hand-open")).to_be_disabled()
    stage.page.keyboard.press("Escape")
    expect(stage.control("hand-hud")).to_have_count(0)
    stage.until(f"!doubles[0].fallen && doubles[0].headHeight > {STANDING}")


def test_hands_hold_the_bag(stage: Stage) -> None:
    stage.perform("boulder", "stand")
    expect(stage.control("grip")).to_be_disabled()
    stage.perform("bag", "reach")

    def held() -> bool:
        """Whether a try has succeeded; the key would let go again of what is held already. Wishes
        are heard in their order: who is told that time is slow, or no longer, is told what the
        hands hold since."""
        slow = stage.control("slow").get_attribute("aria-pressed") == "true"
        stage.page.keyboard.press("g")
        stage.slow_motion(not slow)
        return stage.control("holds").text_content() != "nothing"

    wait_for(held, "hands to reach the bag")
    expect(stage.control("holds")).to_contain_text("bag")
    stage.control("grip").click()
    expect(stage.control("holds")).to_have_text("nothing")


def test_time_is_stepped_and_slowed(stage: Stage) -> None:
    expect(stage.control("step")).to_be_disabled()
    stage.hold()
    before = stage.ask("seconds")
    stage.control("step").click()
    stage.until(f"seconds > {before}")
    stage.control("slow").click()
    expect(stage.control("slow")).to_have_attribute("aria-pressed", "true")
    stage.page.keyboard.press("m")
    expect(stage.control("slow")).to_have_attribute("aria-pressed", "false")


def test_what_he_did_is_downloaded(stage: Stage) -> None:
    stage.until("seconds > 0.5")
    with stage.page.expect_download() as download:
        stage.control("keep").click()
    assert download.value.suggested_filename == "boulder.bvh"
    assert len(parse_bvh(download.value.path().read_text())) > 30


def test_a_clip_performs(stage: Stage, tmp_path: Path) -> None:
    clip = tmp_path / "two steps.bvh"
    clip.write_text(write_bvh(double_skeleton(FIGURE), double_poses(FIGURE, walking(2)), 120.0))
    stage.control("read-clip-file").set_input_files(clip)
    expect(stage.control("doing")).to_contain_text("two steps")
    stage.until(f"doubles[0].headHeight > {STANDING}")
    stage.control("act-scene").click()
    expect(stage.control("doing")).to_contain_text("The built-in performer")
    wrong = tmp_path / "photo.jpg"
    wrong.write_bytes(b"\xff\xd8")
    stage.control("read-clip-file").set_input_files(wrong)
    expect(stage.page.get_by_text("photo.jpg is neither a clip (.bvh) nor a scene")).to_be_visible()


def test_the_help_names_the_keys(stage: Stage) -> None:
    stage.page.keyboard.press("?")
    expect(stage.page.get_by_role("dialog")).to_contain_text("tosses a ball there")
    stage.page.keyboard.press("Escape")


def test_the_camera_stays_with_him_or_not(stage: Stage) -> None:
    stage.perform("boulder", "walk")
    first = stage.ask("camera().position")
    stage.until("doubles[0].place[0] > 1.5")
    wait_for(
        lambda: bool(np.linalg.norm(np.subtract(stage.ask("camera().position"), first)) > 0.5),
        "the camera to follow him",
    )
    stage.page.keyboard.press("f")
    expect(stage.control("follow")).not_to_be_checked()
    stage.page.keyboard.press("v")
    expect(stage.control("follow")).to_be_checked()
    # Behind who walks it is never at rest.
    stage.hold()
    stage.until("steady")


def test_on_a_telephone(chrome: Browser, address: str) -> None:
    viewer = Viewer(chrome, address, 390, 780)
    viewer.until(f"window.motorium?.performance !== undefined && {PROBE}.ready")
    box = viewer.page.get_by_role("toolbar").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    at = viewer.ask(f"{PROBE}.screenOf(0)")
    assert 0 < at["x"] < 390
    assert viewer.complaints == []
    viewer.page.close()
