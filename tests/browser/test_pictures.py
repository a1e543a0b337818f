"""Pictures without a page are those of the page: the same world held, the same camera."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser

from motorium.contracts.viewing import Camera
from motorium.looks.drawing.context import GraphicsError
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.renderer import Renderer, thread_renderer
from tests.browser.pages import Viewer
from tests.browser.told import told_moment
from tests.studio.studios import Client, Studio, studio_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEA = """
format = 1

[world]
title = "A picture"
seed = 3

[submarine]
place = [-0.5, 1.8, 0.2]

[line]
place = [1.3, 0.2]

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
places = [[0.9, 0.6], [0.2, -0.4]]

[[habitat.obstacle]]
kind = "rock"
places = [[-0.6, -0.9]]

[[habitat.obstacle]]
kind = "cylinder"
places = [[1.4, -1.4]]

[[habitat.weed]]
kind = "kelp"
places = [[-1.4, 0.2]]
leaves = 4

[[habitat.weed]]
kind = "grass"
places = [[0.5, -1.2]]
leaves = 8

[[habitat.weed]]
kind = "ribbon"
places = [[-0.8, 0.5]]
leaves = 4

[habitat.plankton]
count = 40

[habitat.bubbles]
places = [[0.0, 0.8]]
rate = 6.0

[[group]]
species = "herring"
count = 5

[[group]]
species = "emperor-angelfish"
count = 2
"""
OPEN = """
format = 1

[world]
title = "Open water"

[[group]]
species = "clownfish"
count = 4
"""
SIZE = (480, 300)
TIME = 7.5
"""Of the water [s]."""
FROM = {
    "all of it": ((-3.2, -2.2, -0.6), (0.0, 0.0, -0.9)),
    "the surface": ((0.0, -2.5, -1.0), (0.3, 0.0, 0.3)),
    "sand and stones": ((1.0, 1.5, -1.0), (0.0, 0.2, -1.4)),
}
MOST_OFF = 2.0
"""Mean difference of colours, of 255: half of the steps along shafts would be more."""


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    try:
        return thread_renderer()
    except GraphicsError as problem:
        pytest.skip(str(problem))


@pytest.fixture(scope="module", params=["sea", "open water"])
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, renderer: Renderer
) -> Iterator[tuple[Studio, str]]:
    scenario = SEA if request.param == "sea" else OPEN
    with studio_of(scenario, tmp_path_factory.mktemp("pictures")) as one:
        yield one, request.param


def held_at(viewer: Viewer, running: Studio, hour: float | None) -> Moment:
    """What the page holds at an hour, in the very numbers that it was told."""
    with Client(running.socket_address) as server:
        hello, roster = server.next("hello"), server.next("roster")
        server.next("status", running=True)
        server.send({"type": "paused", "value": True})
        if hour is not None:
            server.send({"type": "hour", "value": hour})
            server.send({"type": "cast", "place": [1.3, 0.2]})
        tick = round(server.next("status", paused=True)["time"] * 60) + 1
        server.send({"type": "step"})
        snapshot = server.snapshot(tick)
        status = server.next("status", paused=True)
        while hour is not None and abs(status["habitat"]["hour"] - hour) > 0.1:
            status = server.next("status", paused=True)
    viewer.until(f"(window.motorium.settle({tick}), window.motorium.drawn(0)?.tick === {tick})")
    return replace(told_moment(hello, roster, status, snapshot), waves=TIME)


def page_picture(viewer: Viewer) -> NDArray[np.uint8]:
    address = viewer.ask(f"window.motorium.pictureAt({TIME})")
    data = base64.b64decode(address.split(",", 1)[1])
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def compare(viewer: Viewer, moment: Moment, renderer: Renderer, what: str) -> None:
    """What is held, from all sides, and lets it go."""
    viewer.ask("window.motorium.freeze(true)")
    for name, (place, at) in FROM.items():
        viewer.ask(f"window.motorium.lookFrom({list(place)}, {list(at)})")
        # The first one moves the camera.
        page_picture(viewer)
        page = page_picture(viewer)
        now = viewer.ask("window.motorium.camera()")
        height, width = page.shape[:2]
        own = renderer.picture(moment, Camera(now["position"], now["ahead"]), (width, height))
        off = np.abs(page.astype(int) - own.astype(int)).mean()
        print(f"{what}, {name}: {off:.2f}/255 off")
        assert page.std() > 5, "there is something to be seen"
        assert off < MOST_OFF
    viewer.ask("window.motorium.freeze(false)")
    viewer.ask("window.motorium.release()")


def test_page_and_python_draw_the_same(
    chrome: Browser, running: tuple[Studio, str], renderer: Renderer
) -> None:
    studio, what = running
    viewer = Viewer(chrome, studio.address, *SIZE).ready()
    # As a processor draws it, which leaves out what is small.
    moment = held_at(viewer, studio, 12.0 if what == "sea" else None)
    compare(viewer, moment, Renderer(frugal=True), f"{what}, frugally")
    viewer.ask("window.motorium.sharpen()")
    for hour in (12.0, 18.3) if what == "sea" else (None,):
        moment = held_at(viewer, studio, hour)
        compare(viewer, moment, renderer, f"{what}, {hour}")
    assert viewer.complaints == []
    viewer.page.close()
