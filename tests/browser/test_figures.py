"""People look at a town, tell somebody what to do, and packets do so, in a real Chromium."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, expect

from motorium.studio.figure_network import TOWN_ORIGIN
from motorium.wire.dis.appearance import lifeform_of
from motorium.wire.dis.kinds import SOLDIER
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target
from tests.browser.pages import Viewer, wait_for
from tests.browser.towns import motion
from tests.graphs import shipped_graph

pytestmark = pytest.mark.browser

TOWN = """
format = 1
[town]
title = "Nook"
low = [-20.0, -15.0]
high = [20.0, 15.0]
pedestrians = 5

[[street]]
name = "the street"
start = [-20.0, -6.0]
end = [20.0, -6.0]

[[light]]
name = "corner"
green = 3.0
flashing = 2.0
red = 3.0

[[crossing]]
street = "the street"
at = 20.0
light = "corner"

[[square]]
name = "the square"
low = [-14.0, 0.5]
high = [14.0, 8.0]

[[path]]
name = "the path"
points = [[-12.0, -1.5], [-12.0, 6.0], [12.0, 6.0], [12.0, -1.5]]

[[building]]
name = "the house"
low = [-10.0, 9.0]
high = [4.0, 15.0]
height = 6.0

[[tree]]
at = [-6.0, 3.0]

[[bench]]
at = [7.0, 2.0]
faces = -90.0

[[guard]]
name = "the guard"
[[guard.stop]]
at = [0.0, 3.0]
seconds = 600.0
faces = -90.0

[[guard]]
name = "the sentry"
[[guard.stop]]
at = [9.0, 4.0]
seconds = 600.0
faces = -90.0
"""
"""Few people, and lights that soon change."""

POST = (0.0, 3.0)
"""Where the guard stands when nobody tells him anything."""
STANDING, KNEELING = 1.35, 1.2
"""Whose head's segment is higher stands, whose is lower kneels [m]."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    # Motions are built before anybody waits for a page.
    for kind in ("soldier", "pedestrian"):
        shipped_graph(kind)
    path = tmp_path_factory.mktemp("town") / "nook.toml"
    path.write_text(TOWN, encoding="utf-8")
    with motion(path) as one:
        yield one


class Stage:
    """The figures' stage of a page."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.page = viewer.page

    def ask(self, what: str) -> Any:
        return self.viewer.ask(f"window.motorium.figures.{what}")

    def until(self, what: str) -> None:
        self.viewer.until(f"window.motorium.figures.{what}")

    def get(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def who(self, name: str) -> int:
        """The id of somebody by his name."""
        return next(int(one["id"]) for one in self.ask("residents") if one["name"] == name)

    def place(self, who: int) -> tuple[float, float]:
        """Where somebody is drawn [m]."""
        at = self.ask(f"whereabouts({who})")
        return at["x"], at["y"]

    def look_at(self, who: int, far: float) -> None:
        """From the south, a little above him; until that is drawn, places on the screen are those
        of the view before."""
        (x, y), z = self.place(who), 1.0
        self.ask(f"lookFrom([{x + 0.3 * far}, {y - far}, {z + 0.4 * far}], [{x}, {y}, {z}])")
        self.viewer.drawn_anew()

    def see(self, who: int, far: float, level: int) -> None:
        """Look at somebody, wherever he goes, until he is shown on a level."""

        def is_so() -> bool:
            self.look_at(who, far)
            return bool(self.ask(f"whereabouts({who}).level === {level}"))

        wait_for(is_so, f"number {who} on level {level}")

    def at_post(self) -> int:
        """The guard, who may be on his way back to where he stands."""
        guard = self.who("the guard")
        wait_for(lambda: math.dist(self.place(guard), POST) < 0.3, "the guard at his post")
        return guard

    def head(self, who: int) -> float:
        """How high it is drawn [m]."""
        return float(self.ask(f"headHeight({who})"))


@pytest.fixture(scope="module")
def viewer(chrome: Browser, address: str) -> Viewer:
    one = Viewer(chrome, address, width=760, height=460)
    # Kernels may have to be compiled first.
    one.until("window.motorium?.figures?.ready", timeout=300)
    return one


@pytest.fixture
def stage(viewer: Viewer) -> Stage:
    """With everybody in view, and nobody chosen."""
    one = Stage(viewer)
    one.page.keyboard.press("Escape")
    one.until("chosen === null")
    one.page.keyboard.press("v")
    one.until("steady")
    return one


def test_a_town_with_people_is_drawn(stage: Stage) -> None:
    expect(stage.page).to_have_title("Nook – Motorium")
    residents = stage.ask("residents")
    kinds = sorted(one["kind"] for one in residents)
    assert kinds == ["pedestrian"] * 5 + ["soldier"] * 2
    expect(stage.get("people-pedestrian")).to_have_text("5")
    expect(stage.get("overlay")).to_have_count(0)
    guard = stage.at_post()
    stage.see(guard, 3.0, level=0)
    stage.until("drawn[0] >= 1")
    picture = Image.open(io.BytesIO(stage.get("town-scene").screenshot())).convert("RGB")
    # Houses, ground, people: more than a plain background has.
    colors = picture.quantize(64).convert("RGB").getcolors(64)
    assert colors is not None
    assert len(colors) > 40
    # He is green and brown where he stands, and the square around him is not.
    at = stage.ask(f"screenOf({guard})")
    box = stage.get("town-scene").bounding_box()
    assert box is not None
    r, g, b = _mean(picture, at["x"] - box["x"], at["y"] - box["y"])
    ground = stage.ask("screenAt([-2.0, 1.5, 0.0])")
    red, green, blue = _mean(picture, ground["x"] - box["x"], ground["y"] - box["y"])
    assert math.dist((r, g, b), (red, green, blue)) > 20
    assert stage.viewer.complaints == []


def _mean(picture: Image.Image, x: float, y: float) -> tuple[float, float, float]:
    """Of a few pixels around a place."""
    part = picture.crop((int(x) - 3, int(y) - 3, int(x) + 4, int(y) + 4)).resize((1, 1))
    r, g, b = part.getpixel((0, 0))  # type: ignore[misc]
    return float(r), float(g), float(b)


def test_a_click_chooses_somebody_and_a_button_makes_him_kneel(stage: Stage) -> None:
    guard = stage.at_post()
    stage.see(guard, 3.0, level=0)
    at = stage.ask(f"screenOf({guard})")
    stage.viewer.pointer.click(at["x"], at["y"])
    stage.until(f"chosen?.id === {guard}")
    expect(stage.get("name-tag")).to_have_text("the guard")
    expect(stage.get("shown-as")).to_contain_text("high detail")
    wait_for(lambda: stage.head(guard) > STANDING, "the guard standing")
    stage.get("posture-kneeling-deployed").click()
    wait_for(lambda: stage.head(guard) < KNEELING, "the guard kneeling")
    expect(stage.get("posture-kneeling-deployed")).to_have_attribute("aria-pressed", "true")
    # He waits for more until he is left alone; then he does what he did before.
    stage.get("let-go").click()
    wait_for(lambda: stage.head(guard) > STANDING, "the guard standing again")
    assert stage.viewer.complaints == []


def test_a_drag_carries_somebody_who_goes_back_to_what_he_did(stage: Stage) -> None:
    guard = stage.at_post()
    stage.see(guard, 3.0, level=0)
    pointer, at = stage.viewer.pointer, stage.ask(f"screenOf({guard})")
    before, high = stage.place(guard), stage.head(guard)
    camera = stage.ask("camera().position")
    pointer.press(at["x"], at["y"])
    pointer.move(at["x"] - 8, at["y"], 0.1)
    pointer.move(at["x"] - 160, at["y"], 0.1)
    wait_for(lambda: math.dist(stage.place(guard), before) > 0.6, "the guard to come along")
    wait_for(lambda: stage.head(guard) > high + 0.2, "the guard in the air")
    assert stage.ask("camera().position") == pytest.approx(camera, abs=0.02)
    pointer.lift(at["x"] - 160, at["y"])
    stage.at_post()
    stage.page.keyboard.press("Escape")
    # Without a pointer.
    stage.ask(f"choose({guard})")
    stage.page.keyboard.press("p")
    for _ in range(6):
        stage.get("hand-right").press("Enter")
    expect(stage.get("hand-hud")).to_contain_text("You hold the guard")
    wait_for(lambda: stage.place(guard)[0] > POST[0] + 0.45, "the guard to be carried right")
    stage.get("hand-done").press("Enter")
    expect(stage.get("hand-hud")).to_have_count(0)
    stage.at_post()
    assert stage.viewer.complaints == []


def test_controls_show_what_was_asked_last(stage: Stage) -> None:
    guard = stage.who("the guard")
    stage.ask(f"choose({guard})")
    speed = stage.get("speed-number")
    expect(speed).to_have_value("0.00")
    speed.fill("1")
    speed.press("Enter")
    stage.until("chosen?.doing.includes('walk')")
    expect(speed).to_have_value("1.00")
    stage.get("posture-kneeling-deployed").click()
    expect(speed).to_have_value("0.00")
    stage.get("hold-aim").click()
    stage.get("aim").press("ArrowUp")
    expect(stage.get("aim-text")).to_have_text("0° left, 3° up")
    expect(stage.get("hold-aim")).to_be_checked()
    # The page shows at once what it sends a little later: only then is he let go.
    stage.until("chosen?.aim_rise > 0")
    stage.get("let-go").click()
    expect(stage.get("aim-text")).to_have_text("0° left, 0° up")
    expect(stage.get("hold-aim")).not_to_be_checked()
    assert stage.viewer.complaints == []


def test_a_newcomer_dies_and_is_removed_while_the_town_is_held_by_a_key(stage: Stage) -> None:
    known = {one["id"] for one in stage.ask("residents")}
    stage.get("add-soldier").click()

    def newcomers() -> list[int]:
        return [one["id"] for one in stage.ask("residents") if one["id"] not in known]

    wait_for(lambda: len(newcomers()) == 1, "the newcomer")
    # The button has let the keys go.
    stage.page.keyboard.press(" ")
    stage.until("paused")
    assert len(newcomers()) == 1
    stage.page.keyboard.press(" ")
    stage.until("paused === false")

    stage.ask(f"choose({newcomers()[0]})")
    expect(stage.get("speed")).to_be_enabled()
    stage.get("posture-dead").click()
    expect(stage.get("dead")).to_be_visible()
    expect(stage.get("speed")).to_be_disabled()
    expect(stage.get("stop")).to_be_disabled()
    expect(stage.get("posture-standing-deployed")).to_be_enabled()

    stage.get("remove").click()
    wait_for(lambda: newcomers() == [], "him gone")
    stage.until("chosen === null")
    stage.ask(f"choose({stage.who('the guard')})")
    expect(stage.get("posture-dead")).to_be_visible()
    expect(stage.get("remove")).to_have_count(0)
    assert stage.viewer.complaints == []


def test_somebody_is_sent_where_one_clicks(stage: Stage) -> None:
    sentry = stage.who("the sentry")
    stage.ask(f"choose({sentry})")
    stage.look_at(sentry, 8.0)
    stage.until(f"chosen?.id === {sentry}")
    stage.page.keyboard.press("c")
    goal = stage.ask("screenAt([11.0, 2.5, 0.0])")
    stage.viewer.pointer.click(goal["x"], goal["y"])
    wait_for(lambda: math.dist(stage.place(sentry), (11.0, 2.5)) < 0.9, "the sentry at his goal")
    stage.get("let-go").click()


def test_one_walks_the_streets_oneself_and_follows_somebody(stage: Stage) -> None:
    def eye() -> tuple[float, float, float]:
        x, y, z = stage.ask("camera().position")
        return x, y, z

    stage.page.keyboard.press("g")
    wait_for(lambda: abs(eye()[2] - 1.66) < 0.1, "the street")
    before = eye()
    stage.page.keyboard.down("w")
    wait_for(lambda: math.dist(eye(), before) > 1.0, "a few steps")
    stage.page.keyboard.up("w")
    assert abs(eye()[2] - 1.66) < 0.1
    guard = stage.who("the guard")
    stage.ask(f"choose({guard})")
    stage.page.keyboard.press("f")
    wait_for(lambda: math.dist(eye()[:2], stage.place(guard)) < 6.0, "the guard near")
    expect(stage.get("follow")).to_be_checked()


def test_levels_change_with_distance(stage: Stage) -> None:
    guard = stage.who("the guard")
    stage.see(guard, 3.0, level=0)
    stage.see(guard, 130.0, level=2)
    expect(stage.get("count-low")).not_to_have_text("0")
    # Far away few joints are worth an update.
    share = stage.get("joint-share")
    wait_for(lambda: int(share.inner_text().split(" %")[0]) < 40, "fewer updates")
    stage.page.keyboard.press("t")
    expect(stage.get("show-levels")).to_be_checked()
    stage.page.keyboard.press("t")
    stage.see(guard, 3.0, level=0)


def test_lights_change_and_time_can_be_held(stage: Stage) -> None:
    light = stage.get("lights").locator("li")
    expect(light).to_have_count(1)
    for state in ("red", "green", "flashing"):
        expect(light).to_have_attribute("data-state", state)
    stage.page.keyboard.press(" ")
    stage.until("paused")
    held = stage.ask("seconds")
    stage.page.keyboard.press(".")
    stage.until(f"seconds > {held}")
    assert stage.ask("seconds") < held + 0.2
    stage.page.keyboard.press(" ")
    stage.until("paused === false")


def test_a_soldier_kneels_when_packets_tell_so(stage: Stage) -> None:
    port = stage.get("dis-port")
    port.fill("0")
    port.press("Enter")
    stage.get("listen").click()
    expect(stage.get("network")).to_be_visible()
    with Target(port=int(port.input_value())) as target:
        sender = Sender(TOWN_ORIGIN, target.send, heartbeat=0.5)
        slot = sender.enter(SOLDIER, "BRAVO 1", appearance=lifeform_of("standing deployed").bits)
        sender.positions[slot] = 2.0, 1.5, 0.0

        def goes_on() -> bool:
            sender.update(0.1)
            return True

        def is_there() -> bool:
            return goes_on() and any(one["source"] == "network" for one in stage.ask("residents"))

        wait_for(is_there, "the soldier")
        soldier = next(one for one in stage.ask("residents") if one["source"] == "network")
        assert soldier["name"] == "BRAVO 1"
        assert soldier["armed"]
        who = int(soldier["id"])
        wait_for(lambda: goes_on() and stage.ask(f"whereabouts({who})") is not None, "him seen")
        assert math.dist(stage.place(who), (2.0, 1.5)) < 0.3
        stage.look_at(who, 3.0)
        wait_for(lambda: goes_on() and stage.head(who) > STANDING, "him standing")
        expect(stage.get("network-entities")).to_have_text("1")

        sender.appearances[slot] = lifeform_of("kneeling deployed").bits
        wait_for(lambda: goes_on() and stage.head(who) < KNEELING, "him kneeling")

        # Who is commanded by packets takes no orders here.
        stage.ask(f"choose({who})")
        expect(stage.get("commanded")).to_be_visible()
        sender.close()
    wait_for(lambda: all(one["source"] != "network" for one in stage.ask("residents")), "him gone")
    stage.get("listen").click()
    expect(stage.get("network")).to_have_count(0)
    assert stage.viewer.complaints == []
