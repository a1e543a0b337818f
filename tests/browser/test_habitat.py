"""A small piece of sea on the page, in a real Chromium: what moves there, and what one can do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEA = """
format = 1

[world]
title = "A pool"
seed = 3

[habitat]
radius = 4.0
ground = -1.5
surface = 2.0
relief = 0.2

[[habitat.flow]]
kind = "uniform"
velocity = [0.15, 0.0, 0.0]
period = 3.0

[[habitat.obstacle]]
kind = "coral"
places = [[0.9, 0.6]]

[[habitat.weed]]
kind = "ribbon"
places = [[-0.8, 0.5], [0.2, 1.2]]
leaves = 3

[habitat.plankton]
count = 40

[habitat.bubbles]
places = [[0.0, 0.8]]
rate = 6.0

[[group]]
species = "herring"
count = 3
speed = 1.3
eats = ["food"]
"""
LEAVES, PLANKTON = 6, 40


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(SEA, tmp_path_factory.mktemp("habitat")) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    viewer = Viewer(chrome, running.address, width=800, height=460).ready()
    viewer.until(f"window.motorium.habitat()?.leaves.length === {LEAVES}")
    return viewer


@pytest.fixture
def server(running: Studio) -> Iterator[Client]:
    """The simulation's own word, beside the page's."""
    with Client(running.socket_address) as one:
        one.send({"type": "paused", "value": False})
        one.send({"type": "flow", "value": 1.0})
        one.next("status", paused=False)
        yield one


def habitat(viewer: Viewer) -> dict[str, Any]:
    drawn: dict[str, Any] = viewer.ask("window.motorium.habitat()")
    return drawn


def test_what_is_drawn_is_what_the_studio_sends(viewer: Viewer, server: Client) -> None:
    """Leaves, plankton and bubbles of a held world, against the bytes that another client reads."""
    server.send({"type": "paused", "value": True})
    tick = round(server.next("status", paused=True)["time"] * 60) + 1
    server.send({"type": "step"})
    sent = server.snapshot(tick).habitat
    assert sent is not None
    viewer.until(f"(window.motorium.settle({tick}), window.motorium.drawn(0)?.tick === {tick})")
    drawn = habitat(viewer)
    viewer.ask("window.motorium.release()")
    leaves = np.array(drawn["leaves"])
    roots = leaves[:, :1]
    assert np.abs((leaves - roots) - (sent.leaves - sent.leaves[:, :1])).max() < 1e-5
    # Both clusters stand where the scenario puts them.
    assert np.abs(roots[:3, 0, :2].mean(axis=0) - [-0.8, 0.5]).max() < 0.1
    assert np.abs(roots[3:, 0, :2].mean(axis=0) - [0.2, 1.2]).max() < 0.1
    for name in ("plankton", "bubbles"):
        places, sizes = getattr(sent, name)
        assert np.abs(np.array(drawn[name]) - places[sizes > 0]).max() < 1e-5
    # Some may have been eaten meanwhile.
    assert PLANKTON / 2 < len(drawn["plankton"]) <= PLANKTON


def test_weeds_sway_and_bubbles_rise(viewer: Viewer, server: Client) -> None:
    server.next("status", paused=False)
    tips = [np.array(habitat(viewer)["leaves"])[:, -1]]

    def sway() -> bool:
        tips.append(np.array(habitat(viewer)["leaves"])[:, -1])
        return bool(np.ptp(np.array(tips), axis=0).max() > 0.03)

    wait_for(sway, "tips of leaves that have moved by 3 cm")

    def risen() -> bool:
        heights = [place[2] for place in habitat(viewer)["bubbles"]]
        return bool(heights) and max(heights) - min(heights) > 1.0

    wait_for(risen, "bubbles all the way up")
    places = np.array(habitat(viewer)["bubbles"])
    assert np.hypot(places[:, 0], places[:, 1] - 0.8).max() < 1.5, "near their vent"


def test_a_click_with_feed_drops_food_there(viewer: Viewer, server: Client) -> None:
    page = viewer.page
    page.get_by_test_id("scene").focus()
    viewer.ask("window.motorium.lookFrom([0, -2.5, 0.3], [0, 0, 0.3])")
    page.keyboard.press("f")
    expect(page.get_by_test_id("feed-hud")).to_be_visible()
    # In a held world, so that nothing drifts away or is eaten until a slow page shows it.
    server.send({"type": "paused", "value": True})
    server.next("status", paused=True)
    viewer.drawn_anew()
    viewer.pointer.click(260, 150)
    wait_for(lambda: server.next("status")["habitat"]["food"] > 0, "food in the water")
    viewer.until("window.motorium.habitat().food.length > 0")
    crumbs = np.array(habitat(viewer)["food"])
    middle = crumbs.mean(axis=0)
    # How far away it is is the page's choice, so only the column under the click is asked for.
    clicked = viewer.ask(f"window.motorium.screenAt({middle.tolist()})")
    assert abs(clicked["x"] - 260) < 60
    assert clicked["y"] > 100
    assert np.linalg.norm(crumbs - middle, axis=1).max() < 0.6, "in one place"
    assert -1.8 < middle[2] < 2.0
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("feed-hud")).to_be_hidden()
    server.send({"type": "paused", "value": False})


def test_the_sliders_change_the_sea(viewer: Viewer, server: Client) -> None:
    page = viewer.page
    noon = habitat(viewer)["sunshine"]
    hour = page.get_by_test_id("hour-number")
    hour.fill("1")
    hour.press("Enter")
    wait_for(lambda: server.next("status")["habitat"]["hour"] == 1.0, "one o'clock at night")
    wait_for(lambda: habitat(viewer)["sunshine"] < 0.4 * noon, "darkness")
    hour.fill("12")
    hour.press("Enter")
    wait_for(lambda: habitat(viewer)["sunshine"] > 0.9 * noon, "day again")
    page.get_by_test_id("flow").press("Home")
    wait_for(lambda: server.next("status")["habitat"]["flow"] == 0.0, "still water")
    page.get_by_test_id("panel-physics").click()
    dial = page.get_by_test_id("current")
    box = dial.bounding_box()
    assert box is not None
    dial.click(position={"x": box["width"] * 0.75, "y": box["height"] / 2})

    def eastwards() -> bool:
        x, y, _ = server.next("status")["habitat"]["current"]
        return bool(0.12 < x < 0.32 and math.isclose(y, 0.0, abs_tol=0.04))

    wait_for(eastwards, "a current to the east")
    page.get_by_test_id("current-still").click()
    wait_for(lambda: server.next("status")["habitat"]["current"] == [0, 0, 0], "no current")
    assert viewer.complaints == []


def test_a_small_sea_on_a_telephone(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=390, height=780).ready()
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert viewer.ask(overflow) == 0
    viewer.page.close()
