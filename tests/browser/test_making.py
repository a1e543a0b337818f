"""A world made from the page, by pointer and keyboard alone, in a real Chromium."""

from __future__ import annotations

import math
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
    # Quick clicks count, each of them.
    page.get_by_role("button", name="Add a shark").dblclick()
    server.next("status", counts=[4, 4])
    sharks = page.get_by_test_id("stock-shark")
    expect(sharks).to_have_value("4")
    sharks.fill("2")
    sharks.press("Enter")
    server.next("status", counts=[4, 2])
    expect(sharks).to_have_value("2")
    page.get_by_role("button", name="Remove one shark").press("Enter")
    server.next("status", counts=[4, 1])
    number = page.get_by_label("Herring", exact=True)
    number.click()
    number.press("ControlOrMeta+a")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    server.next("status", counts=[7, 1])
    viewer.until("window.motorium.drawn()?.positions.length === 8")


POOL = """
format = 1

[world]
title = "A pool"
seed = 3

[habitat]
radius = 4.0
ground = -1.5
surface = 2.0
relief = 0.1

[[habitat.obstacle]]
kind = "rock"
places = [[0.0, 0.0]]
radius = [0.5, 0.5]
height = [0.8, 0.8]

[[habitat.weed]]
kind = "ribbon"
places = [[-1.5, 0.5]]
leaves = 3

[habitat.plankton]
count = 20

[[group]]
species = "herring"
count = 3
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("pool")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOTORIUM_DATA", str(folder / "data"))
        with studio_of(POOL, folder) as one:
            yield one


def test_stones_are_put_and_dragged_in_the_view(chrome: Browser, pool: Studio) -> None:
    viewer = Viewer(chrome, pool.address, width=1000, height=800).ready()
    page = viewer.page
    with Client(pool.socket_address) as server:
        server.next("hello")
        # By pointer: put a coral behind the rock, then drag the rock.
        page.get_by_role("button", name="Add coral").click()
        page.mouse.click(300, 440)
        _, coral = server.next("furnished", 30.0)["habitat"]["obstacles"]
        assert coral["kind"] == "coral"
        expect(page.get_by_test_id("held-thing")).to_contain_text("Coral")
        viewer.until("window.motorium.standing() === 2")
        # From one place: the camera goes with the school, and a slow page draws it late.
        viewer.ask("window.motorium.lookFrom([3, -3, 1.5], [0, 0, -1.1])")
        x, y = (viewer.ask(f"window.motorium.screenAt([0, 0, -1.1]).{axis}") for axis in "xy")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y + 5, steps=3)
        page.mouse.move(x + 90, y + 15, steps=3)
        page.mouse.up()
        rock = server.next("furnished", 30.0)["habitat"]["obstacles"][0]
        assert math.hypot(rock["x"], rock["y"]) > 0.1
