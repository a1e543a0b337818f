"""A recording on the page, in a real Chromium: its time line leads to what was, when it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from motorium.contracts.time import FRAME_RATE
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, replayed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FRAMES, COMES_AT = 360, 180
EXTENT = 40.0
THUMB = 8
"""From the end of the line to the middle of its thumb [pixels]."""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recording]:
    """Six seconds of two herrings; a third one comes in the middle."""
    path = tmp_path_factory.mktemp("replay") / "herrings.arrow"
    settings = WorldSettings(title="Herrings", seed=4, capacity=8, extent=EXTENT)
    group = Group(species="herring", count=2, motor="repertoire")
    world = World(Scenario(format=1, world=settings, group=[group]))
    with Recorder(world, path, nodes=True):
        while world.clock.frame < FRAMES:
            if world.clock.frame == COMES_AT:
                world.resize(3)
            world.advance()
    with Recording.open(path) as one:
        yield one


@pytest.fixture(scope="module")
def running(recording: Recording) -> Iterator[Studio]:
    with replayed(recording.path) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address, width=800, height=460).ready()


@pytest.fixture
def server(running: Studio, viewer: Viewer) -> Iterator[Client]:
    """The studio's own word, beside the page's; the recording is held at its beginning."""
    with Client(running.socket_address) as one:
        one.send({"type": "paused", "value": True})
        one.send({"type": "rate", "value": 1.0})
        one.send({"type": "seek", "time": 0.0})
        one.next("status", paused=True, time=0.0, rate=1.0)
        expect(viewer.page.get_by_test_id("replay-time")).to_have_text("0:00.00")
        yield one


def is_drawn(viewer: Viewer, recording: Recording, frame: int) -> bool:
    """Whether the fishes on the page are those of a frame, where they were in it."""
    then = recording.states(recording.index_of(frame))
    drawn: dict[str, Any] = viewer.ask("window.motorium.drawn(0)")
    return drawn["ids"] == then.ids.tolist() and bool(
        np.abs(np.array(drawn["positions"]) - then.positions).max() < EXTENT / 2**20
    )


def drag(viewer: Viewer, start: float, goal: float) -> None:
    """Take the time line at a share of its way, and let it go at another."""
    box = viewer.page.get_by_test_id("seek").bounding_box()
    assert box is not None
    mouse, middle = viewer.page.mouse, box["y"] + box["height"] / 2
    left, width = box["x"] + THUMB, box["width"] - 2 * THUMB
    mouse.move(left + width * start, middle)
    mouse.down()
    for step in range(1, 11):
        mouse.move(left + width * (start + (goal - start) * step / 10), middle)
    mouse.up()


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("goal", [0.8, 0.3])
def test_the_time_line_is_dragged_to_what_was(
    viewer: Viewer, recording: Recording, goal: float
) -> None:
    drag(viewer, 0.05, goal)
    seek = viewer.page.get_by_test_id("seek")
    wait_for(lambda: abs(int(seek.input_value()) - goal * FRAMES) < 3, "where the hand let go")
    frame = int(seek.input_value())
    wait_for(lambda: is_drawn(viewer, recording, frame), f"the fishes of frame {frame}")
    assert not is_drawn(viewer, recording, frame - 1), "a frame makes a difference"
    expect(viewer.page.get_by_test_id("replay-time")).to_have_text(f"0:0{frame / FRAME_RATE:.2f}")
    viewer.page.keyboard.press(",")
    wait_for(lambda: is_drawn(viewer, recording, frame - 1), "the frame before")
    viewer.page.keyboard.press(".")
    wait_for(lambda: is_drawn(viewer, recording, frame), "that frame again")


def test_it_waits_for_the_hand_and_plays_on(viewer: Viewer, server: Client) -> None:
    page = viewer.page
    page.get_by_test_id("rate").select_option("0.1")
    server.next("status", rate=0.1)
    page.keyboard.press("Space")
    server.next("status", paused=False)
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Pause")
    drag(viewer, 0.1, 0.5)
    server.next("status", paused=True)
    wait_for(
        lambda: server.next("status", paused=False)["time"] * FRAME_RATE > 0.49 * FRAMES,
        "playing on from the middle",
    )
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Pause")


def test_at_its_end_it_stops_and_may_begin_again(
    viewer: Viewer, server: Client, recording: Recording
) -> None:
    page, play = viewer.page, viewer.page.get_by_test_id("play")
    page.keyboard.press("End")
    wait_for(lambda: is_drawn(viewer, recording, FRAMES), "the last frame")
    expect(play).to_have_attribute("aria-label", "Play again")
    expect(page.get_by_test_id("step-on")).to_be_disabled()
    play.click()
    status = server.next("status", paused=False)
    assert status["time"] * FRAME_RATE < FRAMES
    # The key holds what the page knows to play.
    expect(play).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    server.next("status", paused=True)


def test_what_happened_is_marked(viewer: Viewer) -> None:
    page = viewer.page
    marks = page.get_by_test_id("marks")
    expect(marks.locator("[data-kind=entered]")).to_have_count(1)
    expect(marks.locator("[data-kind='you: resize']")).to_have_count(1)
    box = page.get_by_test_id("seek").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("tip")).to_contain_text("entered")
    expect(page.get_by_test_id("tip")).to_contain_text("0:03.0")


def test_nothing_in_it_can_be_changed(viewer: Viewer) -> None:
    page = viewer.page
    expect(page).to_have_title("herrings.arrow, a recording of Herrings – Motorium")
    expect(page.get_by_test_id("recording")).to_contain_text("herrings.arrow")
    for control in ("population", "drive", "motor-all-muscle", "compare"):
        expect(page.get_by_test_id(control)).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator(".toast.refusal")).to_contain_text("nothing in it can be changed")
    assert viewer.complaints == []


def test_the_time_line_on_a_telephone(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=360, height=700).ready()
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert viewer.ask(overflow) == 0
    for control in ("seek", "play", "rate"):
        box = viewer.page.get_by_test_id(control).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    viewer.page.close()
