"""Somebody new here finds what to do at once, by pointer alone and by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.pages import Viewer
from tests.studio.studios import Studio, studio_of

pytestmark = pytest.mark.browser

SEA = """
format = 1

[world]
title = "A small sea"
capacity = 8

[habitat]
radius = 4.0

[[group]]
species = "herring"
count = 1
speed = 0.6
places = [[0.0, 0.0, -1.0]]
"""
FISH = 0


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(SEA, tmp_path_factory.mktemp("first")) as one:
        yield one


def place_of(viewer: Viewer) -> Any:
    return np.array(viewer.ask("window.motorium.drawn(1).nodes[0]")).mean(axis=0)


def test_feeding_a_fish_and_looking_through_its_eyes(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=640, height=400).ready()
    page = viewer.page
    eyes, feed, move = (page.get_by_test_id(f"dock-{name}") for name in ("eyes", "feed", "fly"))
    eyes.click()
    expect(eyes).to_have_attribute("aria-pressed", "true")
    viewer.until(
        "Math.hypot(...window.motorium.camera().position"
        ".map((part, axis) => part - window.motorium.drawn(1).nodes[0][0][axis])) < 0.1"
    )
    move.click()
    expect(eyes).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("fly")).to_be_visible()
    feed.click()
    viewer.pointer.click(60, 200)
    viewer.until("window.motorium.habitat().food.length > 0")
    # Hands do one thing at a time.
    page.get_by_test_id("dock-hand").click()
    expect(feed).to_have_attribute("aria-pressed", "false")
    assert not viewer.complaints


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "lying"])
def test_a_telephone_shows_all_of_it(
    chrome: Browser, running: Studio, size: tuple[int, int]
) -> None:
    viewer = Viewer(chrome, running.address, *size, folded=True, telephone=True).ready()
    page = viewer.page
    page.get_by_test_id("dock").wait_for()
    expect(page.locator("#panels")).to_be_hidden()
    for button in page.locator(".dock-button").all():
        assert_within(button, size)
    page.get_by_test_id("dock-feed").tap()
    expect(page.get_by_test_id("feed-hud")).to_contain_text("Tap in the water")
    page.get_by_test_id("dock-be").tap()
    hud = page.get_by_test_id("hud")
    hud.wait_for()
    expect(page.get_by_test_id("feed-hud")).to_be_hidden()
    assert_within(hud, size)
    # Without a key.
    leave = page.get_by_test_id("hud-leave")
    assert_within(leave, size)
    leave.tap()
    expect(hud).to_be_hidden()
    page.get_by_test_id("dock").wait_for()
    assert not viewer.complaints


def assert_within(one: Locator, size: tuple[int, int]) -> None:
    box = one.bounding_box()
    assert box is not None
    width, height = size
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= width + 1
    assert box["y"] + box["height"] <= height + 1


def test_a_fish_is_dragged_by_the_hand(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=640, height=400).ready()
    page = viewer.page
    page.keyboard.press("g")
    expect(page.get_by_test_id("hand-hud")).to_contain_text("Take a fish")
    page.keyboard.press("Space")
    viewer.until(f"window.motorium.screenOf({FISH})?.inView")
    viewer.drawn_anew()
    at = viewer.ask(f"window.motorium.screenOf({FISH})")
    before = place_of(viewer)
    ahead = viewer.ask("window.motorium.camera().ahead")
    viewer.pointer.press(at["x"], at["y"])
    expect(page.get_by_test_id("hand-hud")).to_contain_text(f"You hold fish {FISH}")
    page.keyboard.press("Space")
    viewer.pointer.move(at["x"], at["y"] - 60, 0.1)
    viewer.until(f"window.motorium.drawn(1).nodes[0][5][2] > {before[2] + 0.05}")
    # The drag has not turned the view.
    assert viewer.ask("window.motorium.camera().ahead") == pytest.approx(ahead, abs=0.01)
    viewer.pointer.lift(at["x"], at["y"] - 60)
    expect(page.get_by_test_id("hand-hud")).to_contain_text("Take a fish")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("hand-hud")).to_be_hidden()
    assert not viewer.complaints
