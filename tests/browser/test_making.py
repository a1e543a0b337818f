"""A world made from the page, by pointer and keyboard alone, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer
from tests.studio.studios import Client, Studio, studio_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEA = """
format = 1

[world]
title = "A pool"
seed = 3

[habitat]
radius = 6.0
ground = -1.5
surface = 2.0
relief = 0.1

[[group]]
species = "shark"
count = 1

[[group]]
species = "herring"
count = 4
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(SEA, tmp_path_factory.mktemp("making")) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address, width=1000, height=640).ready()


@pytest.fixture
def server(running: Studio) -> Iterator[Client]:
    """The simulation's own word, beside the page's."""
    with Client(running.socket_address) as one:
        yield one


def test_anybody_can_add_a_shark(viewer: Viewer, server: Client) -> None:
    page = viewer.page
    page.get_by_role("button", name="Add a shark").click()
    server.next("status", counts=[4, 2])
    expect(page.get_by_test_id("stock-shark")).to_have_value("2")
    page.get_by_role("button", name="Remove one shark").press("Enter")
    server.next("status", counts=[4, 1])
    number = page.get_by_label("Herring", exact=True)
    number.click()
    number.press("ControlOrMeta+a")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    server.next("status", counts=[7, 1])
    viewer.until("window.motorium.drawn()?.positions.length === 8")
