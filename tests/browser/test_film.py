"""A person watches a film, live and recorded, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, expect

from motorium.contracts.time import FRAME_RATE
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Scenario
from motorium.world.world import World
from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, replayed, studio_of

pytestmark = pytest.mark.browser

LONG = """
format = 1

[world]
title = "A long film"

[[group]]
species = "herring"
count = 2
motor = "repertoire"

[[camera]]
at = 0.0
position = [0.0, -2.0, 0.5]
target = [0.0, 0.0, 0.0]

[[camera]]
at = 3600.0
position = [2.0, -2.0, 0.5]
target = [0.0, 0.0, 0.0]
"""

EXTENT = 40.0
KEYS = 6
"""A second apart, from the beginning of the recorded film to its end."""


@pytest.fixture(scope="module")
def viewer(chrome: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    with studio_of(LONG, tmp_path_factory.mktemp("film")) as running:
        yield Viewer(chrome, running.address, width=800, height=460).ready()


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recording]:
    path = tmp_path_factory.mktemp("film") / "film.arrow"
    world = World(
        Scenario.model_validate(
            {
                "format": 1,
                "world": {"title": "A film", "extent": EXTENT},
                "group": [{"species": "herring", "count": 2, "motor": "repertoire"}],
                "camera": [
                    {"at": float(k), "position": place_at(k).tolist(), "target": (0.0, 0.0, 0.0)}
                    for k in range(KEYS)
                ],
            }
        )
    )
    with Recorder(world, path):
        world.advance(KEYS * FRAME_RATE)
    with Recording.open(path) as one:
        yield one


def place_at(time: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Of the camera [m]: through keys in a row it goes straight, but for the first and the last
    second, when it starts and stops."""
    return np.array([-1.0, -3.0, 0.5]) + np.array([0.4, 0.1, 0.05]) * time


def controls(viewer: Viewer) -> Locator:
    """The button that says whether they are shown."""
    return viewer.page.get_by_test_id("panel-toggle")


def play_the_film(viewer: Viewer) -> None:
    film = viewer.page.get_by_test_id("film")
    if film.get_attribute("aria-pressed") == "false":
        film.click()
    expect(controls(viewer)).to_have_attribute("aria-expanded", "false")


def take_the_camera(viewer: Viewer) -> None:
    viewer.page.mouse.move(300, 250)
    viewer.page.mouse.down()
    viewer.page.mouse.move(360, 255, steps=4)
    viewer.page.mouse.up()
    expect(viewer.page.get_by_test_id("film")).to_have_attribute("aria-pressed", "false")


def test_controls_make_room_for_a_film_and_come_back_with_the_camera(viewer: Viewer) -> None:
    play_the_film(viewer)
    take_the_camera(viewer)
    expect(controls(viewer)).to_have_attribute("aria-expanded", "true")
    viewer.page.get_by_test_id("film").click()
    expect(controls(viewer)).to_have_attribute("aria-expanded", "false")
    assert viewer.complaints == []


@pytest.mark.parametrize("shown", ["true", "false"])
def test_what_a_hand_does_with_the_controls_outlasts_the_film(viewer: Viewer, shown: str) -> None:
    play_the_film(viewer)
    controls(viewer).click()
    expect(controls(viewer)).to_have_attribute("aria-expanded", "true")
    if shown == "false":
        viewer.page.keyboard.press("h")
    expect(controls(viewer)).to_have_attribute("aria-expanded", shown)
    take_the_camera(viewer)
    # What would open or close them of itself has had its time.
    viewer.page.wait_for_timeout(500)
    expect(controls(viewer)).to_have_attribute("aria-expanded", shown)


@pytest.mark.slow
def test_a_recorded_film_is_filmed_from_where_its_time_says(
    chrome: Browser, recording: Recording
) -> None:
    """Right after the page is there, to and fro; at the end the controls are back."""
    with replayed(recording.path) as running:
        viewer = Viewer(chrome, running.address, width=800, height=460).ready()
        with Client(running.socket_address) as server:
            server.send({"type": "paused", "value": True})
            for time in (2.5, 3.75, 1.25):
                server.send({"type": "seek", "time": time})
                assert camera_in(viewer, recording, time) == pytest.approx(place_at(time), abs=1e-3)
            expect(controls(viewer)).to_have_attribute("aria-expanded", "false")
            server.send({"type": "seek", "time": float(KEYS)})
            expect(controls(viewer)).to_have_attribute("aria-expanded", "true")
            assert camera_in(viewer, recording, KEYS) == pytest.approx(place_at(KEYS - 1), abs=1e-3)
        assert viewer.complaints == []


def camera_in(viewer: Viewer, recording: Recording, time: float) -> list[float]:
    """Where the camera was [m] as soon as the fishes of a time were drawn."""
    then = recording.states(recording.index_of(round(time * FRAME_RATE))).positions
    seen: dict[str, Any] = {}

    def is_drawn() -> bool:
        seen.update(
            viewer.ask("({ fishes: motorium.drawn(0).positions, camera: motorium.camera() })")
        )
        return bool(np.abs(np.array(seen["fishes"]) - then).max() < EXTENT / 2**20)

    wait_for(is_drawn, f"the fishes of {time} s")
    place: list[float] = seen["camera"]["position"]
    return place
