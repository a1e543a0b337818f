"""Two people dive in one world, each in a page of his own, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer
from tests.studio.studios import Client, studio_of

pytestmark = pytest.mark.browser

SEA = """
format = 1

[world]
title = "Room for two"

[submarine]
place = [-3.0, 0.0, 0.5]
most = 2

[habitat]
radius = 9.0
relief = 0.0

[[group]]
species = "herring"
count = 2
motor = "repertoire"
"""


def place_of(number: int) -> str:
    return f"window.motorium.submarines().find((boat) => boat.number === {number}).position"


def board(viewer: Viewer, number: int) -> None:
    viewer.page.get_by_test_id("scene").focus()
    viewer.page.keyboard.press("b")
    viewer.until("window.motorium.submarine()?.aboard && !window.motorium.submarine().hull")
    badge = viewer.page.get_by_test_id("own-boat").get_by_role("img")
    expect(badge).to_have_text(str(number))


def test_two_people_dive_and_see_each_other(chrome: Browser, tmp_path: Path) -> None:
    with studio_of(SEA, tmp_path) as running, Client(running.socket_address) as server:
        server.next("status", running=True)
        pages = [Viewer(chrome, running.address, 480, 320) for _ in range(2)]
        one, two = (viewer.ready() for viewer in pages)
        board(one, 1)
        board(two, 2)
        one.until("window.motorium.submarines().length === 2")
        starts = [one.ask(place_of(number)) for number in (1, 2)]
        for _ in range(5):
            two.page.keyboard.press("w")
        one.until(f"{place_of(2)}[0] > {starts[1][0] + 0.3}")
        one.page.keyboard.down("s")
        two.until(f"{place_of(1)}[0] < {starts[0][0] - 0.1}")
        one.page.keyboard.up("s")
        # Whoever looks around sees the other's hull and number, and from outside both.
        assert one.ask("window.motorium.submarines().map((boat) => boat.shown)") == [False, True]
        assert two.ask("window.motorium.submarines().map((boat) => boat.shown)") == [True, False]
        server.send({"type": "board"})
        assert "all 2 submarines are in the water" in server.next("refusal")["message"]
        two.page.keyboard.press("Escape")
        one.until("window.motorium.submarines().length === 1")
        expect(two.page.get_by_test_id("bridge")).to_be_hidden()
        assert one.ask("window.motorium.submarine().aboard")
        assert one.complaints == two.complaints == []
        one.page.close()
        two.page.close()
