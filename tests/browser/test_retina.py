"""A fish's eyes on the page and in Python: the same world held, the same pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser

from motorium.looks.drawing.context import GraphicsError
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.renderer import thread_renderer
from motorium.senses.eyes import THINGS
from motorium.senses.retina import pixels_by_identity, retina
from tests.browser.pages import Viewer
from tests.browser.told import told_moment
from tests.studio.studios import Client, Studio, studio_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEA = """
format = 1

[world]
title = "Eye to eye"
seed = 5

[habitat]
radius = 5.0
ground = -1.5
surface = 2.5
relief = 0.2

[habitat.light]
hour = 15.0

[[habitat.obstacle]]
kind = "rock"
places = [[1.6, 0.9]]

[[habitat.obstacle]]
kind = "coral"
places = [[1.4, -0.9]]

[[habitat.weed]]
kind = "ribbon"
places = [[1.0, 0.6]]
leaves = 4

[[group]]
species = "butterflyfish"
places = [[0.0, 0.0, 0.0], [0.45, 0.12, 0.02]]
headings = [0.0, 2.4]

[[group]]
species = "emperor-angelfish"
places = [[0.8, -0.2, 0.05], [1.1, 0.2, -0.3]]
headings = [1.7, 0.2]

[[group]]
species = "herring"
places = [[0.6, 0.35, 0.15], [0.2, -0.3, -0.1], [-0.8, 0.2, 0.0]]
headings = [0.5, 1.0, 0.0]
"""
EYES = [
    (0, 0.0, 0.0, {"1", "2", "ground", "rock"}),
    (0, 0.7, -0.3, {"ground", "rock", "weed"}),
    (6, -0.3, 0.0, {"5", "ground", "rock"}),
]
"""Whose, pan and tilt, and whom they see."""
FRAMES = 20
TIME = 3.0
"""Of the water [s]."""
MOST_OFF = 3.0
"""Mean difference of colours, of 255."""
LEAST_SAME = 0.99


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    try:
        thread_renderer()
    except GraphicsError as problem:
        pytest.skip(str(problem))
    with studio_of(SEA, tmp_path_factory.mktemp("retina")) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    # A small window: what is compared is drawn beside it.
    viewer = Viewer(chrome, running.address, width=360, height=240).ready()
    viewer.ask("window.motorium.sharpen()")
    return viewer


@pytest.fixture(scope="module")
def held(viewer: Viewer, running: Studio) -> Iterator[Moment]:
    """What the page holds, in the very numbers that it was told."""
    with Client(running.socket_address) as server:
        hello = server.next("hello")
        server.next("roster")
        server.next("status", running=True)
        server.send({"type": "paused", "value": True})
        server.next("status", paused=True)
        # From the beginning, where all were put, and some frames on, so that they bend.
        server.send({"type": "restart"})
        roster = server.next("roster")
        snapshot = server.snapshot()
        for tick in range(1, FRAMES + 1):
            server.send({"type": "step"})
            while snapshot.roster != roster["revision"] or snapshot.tick < tick:
                snapshot = server.snapshot()
        status = server.next("status", paused=True)
        viewer.until(
            f"(window.motorium.settle({FRAMES}), window.motorium.drawn(0)?.tick === {FRAMES})"
        )
        viewer.ask("window.motorium.freeze(true)")
        yield replace(told_moment(hello, roster, status, snapshot), waves=TIME)
        viewer.ask("window.motorium.freeze(false)")
        viewer.ask("window.motorium.release()")


def eyes_of(flat: list[float], pages: dict[str, Any], channels: int = 1) -> NDArray[np.float64]:
    """What the page has side by side, one eye behind the other."""
    width, height = pages["width"], pages["height"]
    whole = np.array(flat, dtype=np.float64).reshape(height, 2, width, channels)
    return np.moveaxis(whole, 1, 0)


@pytest.mark.parametrize(("fish", "pan", "tilt", "sees"), EYES)
def test_page_and_python_see_the_same(
    viewer: Viewer, held: Moment, fish: int, pan: float, tilt: float, sees: set[str]
) -> None:
    pages = viewer.ask(
        f"window.motorium.retina({fish}, {{pan: {pan}, tilt: {tilt}, time: {TIME}}})"
    )
    assert pages is not None
    colours = eyes_of(pages["rgb"], pages, 3)
    identity = eyes_of(pages["identity"], pages)[..., 0]
    ranges = eyes_of(pages["range"], pages)[..., 0]
    own = retina(held, fish, "rgb", pan=pan, tilt=tilt)
    own_identity = retina(held, fish, "identity", pan=pan, tilt=tilt)
    own_ranges = retina(held, fish, "range", pan=pan, tilt=tilt)
    assert colours.shape == own.shape
    names = {number: thing for thing, number in THINGS.items()}
    assert sees <= {names.get(one, str(one)) for one in pixels_by_identity(own_identity)}

    off = np.abs(colours - own).mean()
    same = (identity == own_identity).mean()
    print(f"{fish} {pan:+.1f} {tilt:+.1f}: colours {off:.2f}/255 off, {same:.2%} identities")
    assert off < MOST_OFF
    assert same >= LEAST_SAME
    both = (identity == own_identity) & (identity != THINGS["water"])
    assert both.any()
    apart = np.abs(ranges - own_ranges)[both] / own_ranges[both]
    assert np.median(apart) < 0.002
    assert np.mean(apart < 0.02) >= LEAST_SAME
    brightness = retina(held, fish, "brightness", pan=pan, tilt=tilt).mean()
    assert pages["brightness"] == pytest.approx(brightness, abs=MOST_OFF / 255)
