"""A click on a fish shows its reasons, in a real Chromium: live, and in a recording."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer
from tests.studio.studios import Client, Studio, replayed, studio

pytestmark = pytest.mark.browser

LONE = """
format = 1

[world]
title = "A lone herring"
seed = 5

[[group]]
species = "herring"
mind = "instinct"
motor = "repertoire"
places = [[0.0, 0.0, 0.0]]
headings = [0.0]
eats = ["plankton"]
"""
UNDECIDED = "fish 0 has not decided anything yet"


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reasons") / "lone.arrow"


@pytest.fixture(scope="module")
def running(recording: Path) -> Iterator[Studio]:
    path = recording.with_name("lone.toml")
    path.write_text(LONE, encoding="utf-8")
    with studio(str(path), f"--record={recording}") as one:
        yield one


def click_on(viewer: Viewer, fish: int) -> None:
    """Look at a fish from near, and click on it."""
    look = f"""(() => {{ const now = window.motorium.drawn(9), row = now.ids.indexOf({fish});
      const [x, y, z] = now.positions[row];
      window.motorium.lookFrom([x, y - 0.8, z + 0.2], [x, y, z]); }})()"""
    viewer.ask(look)
    viewer.until(f"!window.motorium.levels().hidden.includes({fish})")
    viewer.ask("window.motorium.hold()")
    viewer.ask(look)
    viewer.drawn_anew()
    place = viewer.ask(f"window.motorium.screenOf({fish})")
    assert place["inView"]
    viewer.pointer.click(place["x"], place["y"])


def test_a_click_shows_reasons_that_change(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=800, height=460).ready()
    page = viewer.page
    with Client(running.socket_address) as client:
        client.send({"type": "paused", "value": True})
        client.next("status", paused=True)
        page.get_by_test_id("follow").uncheck(force=True)
        click_on(viewer, 0)
        sentence = page.get_by_test_id("sentence")
        expect(sentence).to_contain_text("fish 0 ")
        expect(page.get_by_test_id("preferences")).to_be_visible()
        before = sentence.inner_text()
        assert 0.0 <= float(page.get_by_test_id("drive-hunger").inner_text()) <= 1.0
        client.send({"type": "paused", "value": False})
        client.next("status", paused=False)
    viewer.ask("window.motorium.release()")
    # It gets hungrier.
    expect(sentence).not_to_have_text(before)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("reasons")).to_be_hidden()
    assert viewer.complaints == []
    page.close()


@pytest.mark.slow
def test_a_recording_shows_them_too(chrome: Browser, running: Studio, recording: Path) -> None:
    with Client(running.socket_address) as client:
        client.snapshot(60)
    running.stop()
    with replayed(recording) as again:
        viewer = Viewer(chrome, again.address, width=800, height=460).ready()
        page = viewer.page
        with Client(again.socket_address) as client:
            client.send({"type": "paused", "value": True})
            client.next("status", paused=True)
        page.keyboard.press("Home")
        viewer.ask("window.motorium.ask(0)")
        sentence = page.get_by_test_id("sentence")
        expect(sentence).to_have_text(UNDECIDED)
        page.keyboard.press("End")
        expect(sentence).not_to_have_text(UNDECIDED)
        expect(page.get_by_test_id("drive-this")).to_be_hidden()
        page.get_by_test_id("panel-behaviour").click()
        expect(page.get_by_test_id("drive-graph")).to_be_visible()
        expect(page.get_by_test_id("more-hunger")).to_have_count(0)
        page.get_by_test_id("let-go").click()
        expect(page.get_by_test_id("reasons")).to_be_hidden()
        assert viewer.complaints == []
