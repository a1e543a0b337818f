"""The panel Physics in a real Chromium: by pointer and by keys, seen in the simulation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio_of

pytestmark = pytest.mark.browser

POND = """
format = 1

[world]
title = "A pond"

[[group]]
species = "herring"
count = 3
"""


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(POND, tmp_path_factory.mktemp("pond")) as one:
        yield one


@pytest.fixture
def viewer(chrome: Browser, pond: Studio) -> Viewer:
    return Viewer(chrome, pond.address, width=900, height=700).ready()


@pytest.fixture
def server(pond: Studio) -> Iterator[Client]:
    """The simulation's own word, beside the page's."""
    with Client(pond.socket_address) as one:
        yield one


def test_bodies_water_and_time_by_pointer_and_keys(viewer: Viewer, server: Client) -> None:
    page = viewer.page

    def physics() -> dict[str, object]:
        now: dict[str, object] = server.next("status")["physics"]
        return now

    title = page.get_by_test_id("panel-physics")
    expect(title).to_have_attribute("aria-expanded", "false")
    title.focus()
    page.keyboard.press("Enter")
    stiffness = page.get_by_test_id("physics-stiffness")
    stiffness.focus()
    page.keyboard.press("End")
    wait_for(lambda: physics()["stiffness"] == 4.0, "the stiffest body")
    expect(page.get_by_test_id("physics-stiffness-number")).to_have_value("4.00")
    mass = page.get_by_test_id("physics-mass")
    box = mass.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.98 * box["width"], middle, steps=3)
    page.mouse.up()
    wait_for(lambda: float(str(physics()["mass"])) > 1.3, "a heavy body")
    # So few steps do not do for a body that stiff.
    page.get_by_test_id("physics-steps").press("Home")
    wait_for(lambda: physics()["taken"] == [3], "as many as it needs")
    expect(page.get_by_test_id("physics-note")).to_contain_text("Herring: 3 steps")
    expect(page.get_by_test_id("physics-dt")).to_contain_text("5.6 ms")
    # Without water nobody goes anywhere.
    page.get_by_test_id("hydrodynamics").click()
    wait_for(lambda: physics()["hydrodynamics"] is False, "no water")
    expect(page.get_by_test_id("physics-void")).to_contain_text("stay where they are")
    # What is drawn is a little older than what the studio says.
    tick = round(server.next("status")["time"] * 60)
    viewer.until(f"window.motorium.drawn(0).tick > {tick}")
    places = "window.motorium.drawn(0).positions"
    was = np.array(viewer.ask(places))
    tick = viewer.ask("window.motorium.drawn(0).tick")
    viewer.until(f"window.motorium.drawn(0).tick > {tick + 60}")
    assert np.abs(np.array(viewer.ask(places)) - was).max() < 0.05
    page.get_by_test_id("physics-reset").click()
    wait_for(lambda: bool(physics()["standard"]), "all as it was")
    assert (physics()["mass"], physics()["stiffness"], physics()["steps"]) == (1.0, 1.0, 0)
    expect(page.get_by_test_id("physics-stiffness-number")).to_have_value("1.00")
    expect(page.get_by_test_id("hydrodynamics")).to_be_checked()
    assert viewer.complaints == []
