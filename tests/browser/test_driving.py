"""A person drives a fish by keyboard, in a real Chromium; the world follows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio_of

pytestmark = pytest.mark.browser

FEW = """
format = 1

[world]
title = "Five herring"
capacity = 64

[[group]]
species = "herring"
count = 5
speed = 1.3
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(FEW, tmp_path_factory.mktemp("driving")) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address, width=800, height=460).ready()


@pytest.fixture
def driver(viewer: Viewer) -> Iterator[Viewer]:
    """The page at the wheel of a fish, which it lets go in the end."""
    viewer.page.get_by_test_id("scene").focus()
    viewer.page.keyboard.press("p")
    viewer.until("window.motorium.driven !== null")
    yield viewer
    viewer.page.keyboard.press("Escape")
    viewer.until("window.motorium.driven === null")


def fish(viewer: Viewer) -> dict[str, Any]:
    driven: dict[str, Any] = viewer.ask("window.motorium.driven")
    return driven


def until(viewer: Viewer, condition: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
    """Wait until the studio says so of the fish that this page drives."""
    seen: list[dict[str, Any]] = [{}]

    def so() -> bool:
        seen[0] = fish(viewer)
        return condition(seen[0])

    try:
        wait_for(so, what)
    except AssertionError as late:
        raise AssertionError(f"{late}; the last was {seen[0]}") from None
    return seen[0]


def turned(now: float, before: float) -> float:
    return math.remainder(now - before, 2 * math.pi)


@pytest.mark.slow
def test_all_nine_controllers_by_keyboard(driver: Viewer) -> None:
    page = driver.page
    # swim
    start = fish(driver)["asked"]["speed"]
    for _ in range(4):
        page.keyboard.press("w")
    until(driver, lambda f: f["asked"]["speed"] > start + 0.5, "a higher speed to be asked for")
    page.keyboard.press("ArrowDown")
    until(driver, lambda f: f["speed"] > 1.6, "a faster fish")

    # left-turn and right-turn
    for key, side in (("q", 1), ("e", -1)):
        before = fish(driver)["heading"]
        page.keyboard.press(key)
        until(driver, lambda f, s=side: f["turn_angle"] * s > 1.0, "a turn")  # type: ignore[misc]
        after = until(driver, lambda f: f["turn"] == "done", "the end of the turn")
        assert 0.5 < side * turned(after["heading"], before) < 1.8
    expect(page.get_by_test_id("turning")).to_have_text("60° right: done")

    # ascend, descend, balance
    page.keyboard.down("r")
    until(driver, lambda f: f["climb"] > math.radians(20), "an ascent")
    page.keyboard.up("r")
    page.keyboard.down("Shift")
    page.keyboard.down("F")
    steep = until(driver, lambda f: f["climb"] < math.radians(-20), "a descent")
    assert steep["asked"]["climb"] == pytest.approx(math.radians(-45))
    expect(page.get_by_test_id("knob-descend")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("b")
    until(driver, lambda f: f["asked"]["climb"] == 0, "no climb to be asked for")
    page.keyboard.up("F")
    page.keyboard.up("Shift")
    until(driver, lambda f: abs(f["climb"]) < math.radians(12), "a level path")
    expect(page.get_by_test_id("knob-balance")).to_have_attribute("aria-pressed", "true")

    # brake, backward
    page.keyboard.down("x")
    until(driver, lambda f: f["asked"]["brake"] == 1 and f["speed"] < 0.6, "a stop")
    page.keyboard.up("x")
    page.keyboard.down("v")
    until(driver, lambda f: f["asked"]["brake"] == 0 and f["speed"] < -0.15, "the way back")
    assert fish(driver)["asked"]["speed"] == 0
    page.keyboard.up("v")
    asked = until(driver, lambda f: f["asked"]["backward"] == 0, "the end of it")["asked"]
    assert asked["speed"] > start

    # glide: the tail rests, and beats again
    page.keyboard.press("g")
    until(driver, lambda f: f["asked"]["speed"] == 0, "a glide")
    body = f"Math.min(...window.motorium.bodyOf({fish(driver)['id']}).contraction)"
    driver.until(f"{body} > 0.97")
    page.keyboard.press("g")
    driver.until(f"{body} < 0.9")
    assert fish(driver)["asked"]["speed"] == asked["speed"]
    assert driver.complaints == []


def test_nothing_stays_pressed_when_the_window_loses_focus(driver: Viewer) -> None:
    page = driver.page
    for key in ("a", "r", "x"):
        page.keyboard.down(key)
    until(driver, lambda f: f["asked"]["brake"] == 1 and f["asked"]["turn_rate"] > 0, "all three")
    driver.ask("window.dispatchEvent(new Event('blur'))")
    until(
        driver,
        lambda f: not any(f["asked"][name] for name in ("brake", "turn_rate", "climb")),
        "all keys to be let go",
    )
    for key in ("a", "r", "x"):
        page.keyboard.up(key)


def test_the_space_bar_still_pauses(driver: Viewer, running: Studio) -> None:
    with Client(running.socket_address) as server:
        driver.page.keyboard.press("Space")
        server.next("status", paused=True)
        expect(driver.page.get_by_test_id("pause")).to_have_accessible_name("Continue")
        driver.page.keyboard.press("Space")
        server.next("status", paused=False)


def test_of_too_many_as_many_come_as_there_is_room_for(viewer: Viewer, running: Studio) -> None:
    with Client(running.socket_address) as server:
        number = viewer.page.get_by_test_id("population-number")
        number.fill("999999")
        number.press("Enter")
        server.next("status", population=64)
        viewer.until("window.motorium.drawn(0)?.ids.length === 64")
        server.send({"type": "restart"})
        server.next("status", population=5)
        viewer.until("window.motorium.drawn(0)?.ids.length === 5")
    assert viewer.complaints == []


def test_by_button_and_with_muscles(driver: Viewer, running: Studio) -> None:
    """What a finger holds is asked for as long as it holds; the muscles are the simulation's."""
    page = driver.page
    knob = page.get_by_test_id("knob-brake")
    knob.dispatch_event("pointerdown", {"pointerId": 1, "isPrimary": True})
    until(driver, lambda f: f["asked"]["brake"] == 1, "the brake")
    expect(knob).to_have_attribute("aria-pressed", "true")
    knob.dispatch_event("pointerup", {"pointerId": 1})
    until(driver, lambda f: f["asked"]["brake"] == 0, "no brake")
    assert page.get_by_test_id("muscle-legend").is_visible()
    with Client(running.socket_address) as server:
        server.send({"type": "paused", "value": True})
        tick = round(server.next("status", paused=True)["time"] * 60) + 1
        server.send({"type": "step"})
        snapshot = server.snapshot(tick)
        driver.until(f"(window.motorium.settle({tick}), window.motorium.drawn(0)?.tick === {tick})")
        drawn = driver.ask(f"window.motorium.bodyOf({fish(driver)['id']})")
        driver.ask("window.motorium.release()")
        assert drawn["contraction"] == pytest.approx(snapshot.contraction[0].tolist())
        row = int(snapshot.muscle_rows[0])
        assert drawn["fins"] == pytest.approx(snapshot.fins[row].ravel().tolist())
        server.send({"type": "paused", "value": False})
        server.next("status", paused=False)
    page.keyboard.press("m")
    expect(page.get_by_test_id("muscle-legend")).to_be_hidden()
    page.keyboard.press("m")


def test_the_fish_that_was_clicked_on_is_driven_and_the_camera_follows(viewer: Viewer) -> None:
    viewer.page.get_by_test_id("follow").uncheck(force=True)
    wanted = viewer.ask("window.motorium.drawn(5).ids[3]")
    look = """(() => {{ const now = window.motorium.drawn(5), row = now.ids.indexOf({0});
      const [x, y, z] = now.positions[row];
      window.motorium.lookFrom([x, y - 0.6, z + 0.1], [x, y, z]); }})()"""
    # Only who is looked at is sent; what is held then shows it.
    viewer.ask(look.format(wanted))
    viewer.until(f"!window.motorium.levels().hidden.includes({wanted})")
    viewer.ask("window.motorium.hold()")
    viewer.ask(look.format(wanted))
    viewer.drawn_anew()
    place = viewer.ask(f"window.motorium.screenOf({wanted})")
    assert place["inView"]
    viewer.pointer.click(place["x"], place["y"])
    # Another one may swim before it, and somebody may have been asked before.
    viewer.until(f"""(() => {{ const who = window.motorium.thinking;
      if (who === null) return false;
      const there = window.motorium.screenOf(who.id);
      return Math.hypot(there.x - {place["x"]}, there.y - {place["y"]}) < 120; }})()""")
    wanted = viewer.ask("window.motorium.thinking.id")
    expect(viewer.page.get_by_test_id("sentence")).to_have_text(
        f"fish {wanted} keeps swimming: it has no instinct"
    )
    viewer.page.keyboard.press("p")
    viewer.until(f"window.motorium.driven?.id === {wanted}")
    expect(viewer.page.get_by_test_id("sentence")).to_have_text(
        f"fish {wanted} is driven by a person"
    )
    place_of = f"""(() => {{ const now = window.motorium.drawn(0);
      return now.positions[now.ids.indexOf({wanted})]; }})()"""
    start = viewer.ask(place_of)
    viewer.ask("window.motorium.release()")
    viewer.until(f"Math.hypot(...{place_of}.map((p, k) => p - {start}[k])) > 0.5")
    viewer.until(f"""(() => {{ const there = window.motorium.screenOf({wanted});
      return there.inView && Math.hypot(there.x - 400, there.y - 230) < 60; }})()""")
    viewer.page.keyboard.press("Escape")
    viewer.until("window.motorium.driven === null")
    viewer.page.keyboard.press("Escape")
    expect(viewer.page.get_by_test_id("reasons")).to_be_hidden()
    assert viewer.complaints == []
