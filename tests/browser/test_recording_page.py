"""A recording in one file, opened in a real Chromium that has no network and no studio."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from motorium.export.recording_page import export_page
from motorium.export.reel import Span
from motorium.world.directing.cues import CameraKey
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.browser.pages import Viewer, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FRAMES, COMES_AT, FPS = 240, 120, 30
EXTENT = 40.0
EVIL = '<img src=x onerror="window.evil=1"></p>'
BUTTONS = {
    "help",
    "panel-toggle",
    "panel-recording",
    "panel-view",
    "panel-pictures",
    "film",
    "reset-view",
    "step-back",
    "play",
    "step-on",
}
"""All that can be pressed."""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recording]:
    """Four seconds of two herrings; a third one comes in the middle."""
    path = tmp_path_factory.mktemp("alone") / "herrings.arrow"
    settings = WorldSettings(title=EVIL, seed=4, capacity=8, extent=EXTENT)
    group = Group(species="herring", count=2, motor="repertoire", name=EVIL)
    ways = [
        CameraKey(at=at, position=(x, -3.0, 0.0), target=(0.0, 0.0, 0.0))
        for at, x in ((0.0, -2.0), (4.0, 2.0))
    ]
    world = World(Scenario(format=1, world=settings, group=[group], camera=ways))
    with Recorder(world, path, nodes=True):
        while world.clock.frame < FRAMES:
            if world.clock.frame == COMES_AT:
                world.resize(3)
            world.advance()
    with Recording.open(path) as one:
        yield one


@pytest.fixture(scope="module")
def file(recording: Recording) -> Path:
    path = recording.path.with_suffix(".html")
    export_page(recording, path, Span(fps=FPS))
    return path


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """What the page has asked for, of anybody."""
    return []


@pytest.fixture(scope="module")
def viewer(chrome: Browser, file: Path, asked: list[str]) -> Viewer:
    one = Viewer(chrome, "about:blank", width=800, height=560)
    one.page.on("request", lambda request: asked.append(request.url))
    one.page.context.set_offline(True)
    one.complaints.clear()
    one.page.goto(file.as_uri())
    return one.ready()


@pytest.fixture
def held(viewer: Viewer) -> Viewer:
    """At its beginning."""
    page = viewer.page
    if page.get_by_test_id("play").get_attribute("aria-label") == "Pause":
        page.keyboard.press("Space")
    page.keyboard.press("Home")
    expect(page.get_by_test_id("replay-time")).to_have_text("0:00.00")
    return viewer


def is_drawn(viewer: Viewer, recording: Recording, frame: int) -> bool:
    then = recording.states(recording.index_of(frame))
    drawn: dict[str, Any] = viewer.ask("window.motorium.drawn(0)")
    return drawn["ids"] == then.ids.tolist() and bool(
        np.abs(np.array(drawn["positions"]) - then.positions).max() < EXTENT / 2**20
    )


def test_it_looks_through_a_fishs_eyes_and_offers_nothing_that_it_has_not(held: Viewer) -> None:
    page = held.page
    page.keyboard.press("e")
    expect(page.get_by_test_id("eyes")).to_be_visible()
    expect(page.get_by_test_id("eyes-brightness")).not_to_have_text("–")
    page.keyboard.press("e")
    expect(page.get_by_test_id("eyes")).to_have_count(0)
    expect(page.get_by_test_id("panorama")).to_have_count(0)


def test_it_shows_what_was_recorded_at_any_time(held: Viewer, recording: Recording) -> None:
    seek = held.page.get_by_test_id("seek")
    put = (
        "(line, at) => { line.value = at; line.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    for frame in (0, 60, 118, 122, FRAMES):
        seek.evaluate(put, frame)
        wait_for(partial(is_drawn, held, recording, frame), f"the fishes of frame {frame}")
    assert held.ask("window.motorium.drawn(0).ids.length") == 3


def test_steps_lead_both_ways_and_keys_to_its_ends(held: Viewer, recording: Recording) -> None:
    keys, page = held.page.keyboard, held.page
    for _ in range(3):
        page.get_by_test_id("step-on").click()
    wait_for(lambda: is_drawn(held, recording, 6), "three pictures on")
    keys.press(",")
    wait_for(lambda: is_drawn(held, recording, 4), "one back")
    keys.press("End")
    wait_for(lambda: is_drawn(held, recording, FRAMES), "its end")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play again")
    keys.press(",")
    wait_for(lambda: is_drawn(held, recording, FRAMES - 2), "one before its end")


def test_it_plays_at_a_rate_to_its_end_and_again(held: Viewer) -> None:
    page = held.page
    page.get_by_test_id("rate").select_option("0.25")
    page.keyboard.press("Space")
    ticks = "window.motorium.drawn(0).tick"
    wait_for(lambda: 0 < held.ask(ticks) % 2 < 2, "a picture between two")
    page.get_by_test_id("rate").select_option("16")
    expect(page.get_by_test_id("play")).to_have_attribute("aria-label", "Play again")
    assert held.ask(ticks) == FRAMES
    page.get_by_test_id("rate").select_option("0.25")
    page.get_by_test_id("play").click()
    wait_for(lambda: 0 < held.ask(ticks) < FRAMES, "the beginning again")
    page.keyboard.press("Space")
    page.get_by_test_id("rate").select_option("1")


def test_cameras_go_their_ways(held: Viewer) -> None:
    """That of the film, one that a fish carries, and one that hands move."""
    page = held.page
    x = "window.motorium.camera().position[0]"
    page.get_by_test_id("film").evaluate("film => film.ariaPressed === 'true' || film.click()")
    wait_for(lambda: abs(held.ask(x) + 2.0) < 0.01, "the beginning of the film's path")
    page.keyboard.press("End")
    wait_for(lambda: abs(held.ask(x) - 2.0) < 0.01, "the end of the film's path")
    page.get_by_test_id("camera-ride").check(force=True)
    fishes = "window.motorium.drawn(0).positions"
    eye = "window.motorium.camera().position"
    wait_for(
        lambda: np.abs(np.array(held.ask(fishes)) - held.ask(eye)).max(axis=1).min() < 0.2,
        "the eyes of a fish",
    )
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("camera-orbit")).to_be_checked()
    before = held.ask(eye)
    page.keyboard.down("ArrowLeft")
    wait_for(lambda: held.ask(eye) != before, "the orbit goes round")
    page.keyboard.up("ArrowLeft")


def test_nothing_is_offered_that_would_need_a_studio(held: Viewer) -> None:
    page = held.page
    there = page.locator("button").evaluate_all("all => all.map(one => one.dataset.testid)")
    assert {name for name in there if name} == BUTTONS | {"take-picture", "film-clip"} & set(there)
    for key in "bcfgopBCFGOPR":
        page.keyboard.press(key)
    held.drawn_anew()
    assert page.get_by_test_id("toasts").inner_text() == ""
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("It needs no network")
    page.keyboard.press("Escape")


def test_names_are_only_shown(held: Viewer, recording: Recording) -> None:
    page = held.page
    assert page.title() == f"{recording.path.name}, a recording of {EVIL} – Motorium"
    expect(page.get_by_test_id("recording")).to_contain_text(EVIL)
    assert held.ask("window.evil") is None
    assert page.locator("img").count() == 0


def test_it_asks_nobody_for_anything(held: Viewer, file: Path, asked: list[str]) -> None:
    """Not even when somebody makes it try."""
    outside = held.ask("fetch('http://127.0.0.1:9/').then(() => 'came', () => 'refused')")
    assert outside == "refused"
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [file.as_uri()]
    expected = "Content Security Policy"
    assert all(expected in said for said in held.complaints), held.complaints


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: text.rindex('<script type="application')], "holds no recording"),
        (
            lambda text: text.replace("data-part>", "data-lost>", 1),
            "This file is not whole: 4 of its 5",
        ),
        (lambda text: text.replace("data-part>e", "data-part>f", 1), "cannot be unpacked"),
    ],
)
def test_a_damaged_file_says_so(
    chrome: Browser, file: Path, tmp_path: Path, damage: Any, said: str
) -> None:
    path = tmp_path / "damaged.html"
    path.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    one = Viewer(chrome, path.as_uri(), width=500, height=300)
    expect(one.page.get_by_test_id("stopped")).to_contain_text(said)
    one.page.close()
