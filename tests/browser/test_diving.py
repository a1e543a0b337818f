"""A person dives with the submarine, fishes, and watches a film, in a real Chromium."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio_of

pytestmark = pytest.mark.browser

DIVE = """
format = 1

[world]
title = "A dive"

[submarine]
place = [-3.0, 0.0, 0.5]

[line]
place = [1.0, 0.5]
depth = 0.5

[habitat]
radius = 6.0

[[group]]
species = "herring"
count = 3
name = "few"
motor = "repertoire"

[[camera]]
at = 0.0
position = [0.0, -4.0, 1.0]
target = [0.0, 0.0, 0.0]

[[camera]]
at = 2.0
position = [2.0, -4.0, 1.5]
follow = "few"
"""

AHEAD = """
format = 1

[world]
title = "One ahead, others aside"

[submarine]
place = [-4.0, 0.0, 0.5]
heading = 0.0

[habitat]
radius = 8.0

[[group]]
species = "herring"
places = [[-0.5, 0.0, 0.5], [4.0, 4.0, 0.5], [4.5, 4.0, 0.5], [4.0, 4.5, 0.5]]
headings = [1.6, 1.6, 1.6, 1.6]
speed = 0.0
motor = "repertoire"
"""

AT_THE_END = "Math.hypot(...window.motorium.camera().position.map((p, k) => p - [2, -4, 1.5][k]))"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(DIVE, tmp_path_factory.mktemp("diving")) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address, width=800, height=460).ready()


def boat(viewer: Viewer) -> dict[str, Any]:
    drawn: dict[str, Any] = viewer.ask("window.motorium.submarine()")
    return drawn


def tilt_of_horizon(viewer: Viewer) -> tuple[float, float]:
    """How far the drawn horizon is turned [degrees], and how far it is down."""
    line = viewer.page.get_by_test_id("horizon").locator("g[transform]")
    turned, moved = str(line.get_attribute("transform")).split(" ", 1)
    return float(turned[len("rotate(") : -1]), float(moved[len("translate(0 ") : -1])


def helm(watching: Client, number: int = 1) -> tuple[float, ...]:
    """Of a submarine, as it stands; of one that has not come yet, nothing."""
    boats = {boat.number: boat for boat in watching.snapshot().submarines}
    return boats[number].helm if number in boats else (math.nan,) * 4


# Before the page of the others is open, which would be drawn meanwhile.
def test_who_wants_a_fish_leaves_the_boat_for_the_one_ahead(
    chrome: Browser, tmp_path: Path
) -> None:
    with studio_of(AHEAD, tmp_path) as running:
        viewer = Viewer(chrome, running.address, width=800, height=460).ready()
        page = viewer.page
        page.get_by_test_id("scene").focus()
        page.keyboard.press("b")
        viewer.until("window.motorium.submarine().aboard && !window.motorium.submarine().hull")
        fishes = viewer.ask("window.motorium.drawn(0)")
        ahead = fishes["ids"][int(np.argmin([x for x, _, _ in fishes["positions"]]))]
        page.keyboard.press("p")
        viewer.until(f"window.motorium.driven?.id === {ahead}")
        viewer.until("!window.motorium.submarine().aboard && window.motorium.submarine().hull")
        expect(page.get_by_test_id("bridge")).to_be_hidden()
        away = """Math.hypot(...window.motorium.camera().position.map(
          (p, k) => p - window.motorium.drawn(0).positions[
            window.motorium.drawn(0).ids.indexOf(window.motorium.driven.id)][k]))"""
        viewer.until(f"{away} < 1")
        page.keyboard.press("Escape")
        viewer.until("window.motorium.driven === null")
        assert viewer.complaints == []
        page.close()


def test_a_film_plays_until_somebody_takes_the_camera(viewer: Viewer) -> None:
    page = viewer.page
    film = page.get_by_test_id("film")
    if film.get_attribute("aria-pressed") == "false":
        film.click()
    viewer.until(f"{AT_THE_END} < 0.01")
    expect(film).to_have_attribute("aria-pressed", "true")
    # Of one picture: they swim on, and the camera goes with them.
    fishes, camera = viewer.ask("[motorium.drawn(0).positions, motorium.camera()]")
    middle = np.mean(fishes, axis=0)
    looks = np.array(camera["ahead"])
    there = middle - camera["position"]
    assert looks @ there / np.linalg.norm(there) > 0.98, "it looks at the middle of its group"
    page.mouse.move(300, 250)
    page.mouse.down()
    page.mouse.move(420, 260, steps=4)
    page.mouse.up()
    expect(film).to_have_attribute("aria-pressed", "false")
    viewer.until(f"{AT_THE_END} > 0.3")
    film.click()
    viewer.until(f"{AT_THE_END} < 0.01")
    assert viewer.complaints == []


def test_a_dive(viewer: Viewer) -> None:
    """Board, accelerate, the world moves past, full stop stops, Esc leaves."""
    page = viewer.page
    assert boat(viewer)["hull"], "one sees it from outside"
    page.get_by_test_id("scene").focus()
    page.keyboard.press("b")
    viewer.until("window.motorium.submarine().aboard && !window.motorium.submarine().hull")
    expect(page.get_by_test_id("bridge")).to_be_visible()
    expect(page.get_by_test_id("panel-toggle")).to_have_attribute("aria-expanded", "false")
    start = boat(viewer)["position"]

    def looks_ahead() -> bool:
        camera = viewer.ask("window.motorium.camera()")
        near = np.linalg.norm(np.subtract(camera["position"], start)) < 1.5
        return bool(near and np.allclose(camera["ahead"], [1, 0, 0], atol=0.05))

    wait_for(looks_ahead, "the view out of the glass")
    camera = viewer.ask("window.motorium.camera()")
    page.keyboard.down("w")
    viewer.until(f"window.motorium.submarine().position[0] > {start[0] + 0.4}")
    page.keyboard.up("w")
    expect(page.get_by_test_id("gauge-speed")).not_to_contain_text("0.0")
    moved = viewer.ask("window.motorium.camera()")["position"]
    assert moved[0] > camera["position"][0] + 0.3, "the eye goes with the boat"
    expect(page.get_by_test_id("gauge-heading")).to_have_text("090° E")
    assert tilt_of_horizon(viewer) == (0.0, 0.0)
    page.keyboard.down("a")
    page.keyboard.down("ArrowUp")
    viewer.until("window.motorium.camera().ahead[1] > 0.2")
    viewer.until("window.motorium.camera().ahead[2] > 0.05")
    page.keyboard.up("ArrowUp")
    page.keyboard.up("a")
    viewer.drawn_anew()
    roll, down = tilt_of_horizon(viewer)
    assert down > 1.0, "bow up, the horizon sinks"
    assert roll != 0.0, "it leans into the turn"
    expect(page.get_by_test_id("gauge-heading")).not_to_contain_text("090°")
    tape = page.get_by_test_id("compass").locator("g[transform]").get_attribute("transform")
    assert float(str(tape).removeprefix("translate(").split()[0]) > -3 * 85, "towards north"
    page.keyboard.press("x")
    expect(page.get_by_test_id("boat-stop")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_test_id("gauge-speed")).to_contain_text("0.0")
    expect(page.get_by_test_id("lever")).to_contain_text("0 %")
    page.keyboard.press("Escape")
    viewer.until("!window.motorium.submarine().aboard && window.motorium.submarine().hull")
    expect(page.get_by_test_id("bridge")).to_be_hidden()
    assert viewer.complaints == []


def test_a_gamepad_that_is_plugged_in_aboard(viewer: Viewer, running: Studio) -> None:
    page = viewer.page
    page.get_by_test_id("scene").focus()
    page.keyboard.press("b")
    viewer.until("window.motorium.submarine().aboard")
    hint = page.get_by_test_id("bridge-hint")
    expect(hint).not_to_contain_text("Gamepad")
    viewer.ask(
        """{
          const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
          const pad = { connected: true, mapping: "standard", axes: [0, 0, 0, 0], buttons };
          window.pad = pad;
          navigator.getGamepads = () => [null, pad];
        }"""
    )
    expect(hint).to_contain_text("Gamepad")
    with Client(running.socket_address) as watching:
        viewer.ask("window.pad.axes.splice(0, 4, -1, -1, 0, 0.1)")
        wait_for(lambda: helm(watching) == (1.0, 1.0, 0.0, 0.0), "ahead and to the left")
        viewer.ask("window.pad.axes.splice(0, 4, 0, 0, 0, -1)")
        wait_for(lambda: helm(watching) == (0.0, 0.0, 1.0, 0.0), "bow up")
        viewer.ask("window.pad.buttons[7].value = 1")
        wait_for(lambda: helm(watching) == (0.0, 0.0, 1.0, 1.0), "rising")
    viewer.ask("window.pad.buttons[0].pressed = true")
    expect(page.get_by_test_id("boat-stop")).to_have_attribute("aria-pressed", "true")
    viewer.ask("window.pad.buttons[1].pressed = true")
    viewer.until("!window.motorium.submarine().aboard")
    assert viewer.complaints == []


def test_help_of_the_submarine_is_one_key_away(viewer: Viewer) -> None:
    page = viewer.page
    page.get_by_test_id("scene").focus()
    page.keyboard.press("b")
    viewer.until("window.motorium.submarine().aboard")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("You steer a submarine.")
    expect(dialog).to_contain_text("left stick")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_test_id("boat-leave").click()
    viewer.until("!window.motorium.submarine().aboard")


@pytest.mark.slow
def test_a_hand_steers_a_submarine_of_its_own(viewer: Viewer, running: Studio) -> None:
    page = viewer.page
    with Client(running.socket_address) as other, Client(running.socket_address) as watching:
        other.send({"type": "board"})
        other.next("helm", aboard=True)
        expect(page.get_by_test_id("boat-note")).to_contain_text("a submarine of your own")
        page.get_by_test_id("dive").click()
        viewer.until("window.motorium.submarine().aboard && !window.motorium.submarine().hull")
        expect(page.get_by_test_id("own-boat")).to_contain_text("2")
        page.mouse.move(400, 200)
        page.mouse.down()
        page.mouse.move(520, 200, steps=3)
        # A drag to the right is full rudder to the right; the wheel is the lever.
        wait_for(lambda: helm(watching, 2)[1] == -1.0, "the rudder")
        page.mouse.wheel(0, -300)
        # Nobody waits for a wheel: the button could be up before it has turned.
        wait_for(lambda: helm(watching, 2)[0] > 0.05, "the lever")
        page.mouse.up()
        wait_for(lambda: helm(watching, 2)[1] == 0.0, "no rudder")
        assert helm(watching, 2)[0] > 0.05
        assert helm(watching) == (0.0, 0.0, 0.0, 0.0)
    page.get_by_test_id("boat-leave").click()
    viewer.until("!window.motorium.submarine().aboard")


@pytest.mark.slow
def test_a_line_is_cast_and_pulled(viewer: Viewer) -> None:
    page = viewer.page
    state = page.get_by_test_id("line-state")
    expect(state).to_have_text("The line is up")
    expect(page.get_by_test_id("pull-line")).to_be_disabled()
    viewer.ask("window.motorium.lookFrom([2, -2, 1], [0.5, 0, 1])")
    page.get_by_test_id("cast-line").click()
    expect(state).to_have_text("The hook waits")
    page.get_by_test_id("pull-line").click()
    expect(state).to_have_text("The line is up")
    assert viewer.complaints == []
