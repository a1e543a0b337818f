"""Time on the page, in a real Chromium: slow motion, recordings, pictures and films."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Client, Studio, studio_of

pytestmark = pytest.mark.browser

SEA = """
format = 1
[world]
title = "Three herrings"
seed = 5
capacity = 8
[[group]]
species = "herring"
count = 3
"""
WIDTH, HEIGHT = 740, 460


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("time")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOTORIUM_DATA", str(folder))
        with studio_of(SEA, folder) as one:
            yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address, width=WIDTH, height=HEIGHT).ready()


@pytest.fixture
def server(running: Studio) -> Iterator[Client]:
    """The studio's own word, beside the page's."""
    with Client(running.socket_address) as one:
        one.next("status", running=True)
        yield one


def test_time_is_slowed_held_stepped_recorded_and_watched(viewer: Viewer, server: Client) -> None:
    page = viewer.page
    page.get_by_test_id("scene").focus()
    for rate in (0.5, 0.25, 0.1):
        page.keyboard.press("[")
        server.next("status", rate=rate)
        # The next key goes on from what the page knows.
        expect(page.get_by_test_id("pace-number")).to_have_value(f"{rate:.2f}")
    first, begun = server.snapshot().tick, time.monotonic()
    server.snapshot(first + 4)
    assert time.monotonic() - begun > 0.8 * 3 / 6, "six frames a second"
    page.get_by_test_id("pace").press("End")
    server.next("status", rate=1.0)

    page.get_by_test_id("panel-shelf").press("Enter")
    page.get_by_test_id("record").click()
    expect(page.get_by_test_id("taping")).to_contain_text("kB")
    page.get_by_test_id("record").press("Enter")
    shelf = page.get_by_test_id("shelf").get_by_role("listitem")
    expect(shelf).to_have_count(1)
    expect(shelf).to_contain_text("Three herrings")

    page.keyboard.press("Space")
    held = server.next("status", paused=True)["time"]
    expect(page.get_by_test_id("pause")).to_have_accessible_name("Continue")
    page.keyboard.press(".")
    wait_for(lambda: server.next("status")["time"] > held, "a step")
    after = server.next("status")["time"]
    assert after == pytest.approx(held + 1 / 60), "by one frame"

    shelf.get_by_role("button", name=re.compile("^Watch")).click()
    told = server.next("hello")["recording"]
    assert told["leavable"]
    expect(page.get_by_test_id("time-line")).to_be_visible()
    expect(page.get_by_test_id("population")).to_have_count(0)
    viewer.until("window.motorium.drawn(0)?.positions.length === 3")
    page.keyboard.press("Escape")
    assert server.next("hello")["recording"] is None
    back = server.next("status")
    assert (back["paused"], back["time"]) == (True, pytest.approx(after))
    expect(page.get_by_test_id("time-line")).to_have_count(0)

    shelf.get_by_role("button", name=re.compile("^Delete")).press("Enter")
    shelf.get_by_role("button", name="Delete", exact=True).press("Enter")
    expect(page.get_by_test_id("no-recordings")).to_be_visible()
    page.get_by_test_id("pause").click()
    server.next("status", paused=False)
    assert viewer.complaints == []


@pytest.mark.slow
def test_another_seed_by_dice_and_by_hand(viewer: Viewer, server: Client) -> None:
    page = viewer.page
    page.get_by_test_id("another-seed").click()
    seed = server.next("hello")["seed"]
    assert seed != 5
    field = page.get_by_test_id("seed")
    expect(field).to_have_value(str(seed))
    field.fill("-5")
    expect(page.get_by_test_id("begin-with-seed")).to_be_disabled()
    field.fill("5")
    field.press("Enter")
    assert server.next("hello")["seed"] == 5


@pytest.mark.slow
def test_pictures_and_films_are_downloaded(viewer: Viewer) -> None:
    image = pytest.importorskip("PIL.Image")
    page = viewer.page
    page.get_by_test_id("panel-pictures").click()
    for scale in (1, 2):
        page.get_by_test_id("picture-scale").select_option(str(scale))
        with page.expect_download() as download:
            page.get_by_test_id("take-picture").click()
        assert re.fullmatch(r"three-herrings-\d+\.\d\ds\.png", download.value.suggested_filename)
        with image.open(io.BytesIO(download.value.path().read_bytes())) as picture:
            assert picture.size == (scale * WIDTH, scale * HEIGHT)
            pixels = np.asarray(picture.convert("RGB"), dtype=float)
        assert pixels.std() > 5, "not blank"
        assert 10 < pixels.mean() < 245
    with page.expect_download() as download:
        page.get_by_test_id("film-clip").click()
        expect(page.get_by_test_id("filmed")).to_contain_text("kB")
        page.get_by_test_id("film-clip").click()
    assert re.fullmatch(r"three-herrings-\d+\.\d\ds\.webm", download.value.suggested_filename)
    data = download.value.path().read_bytes()
    assert data[:4] == b"\x1a\x45\xdf\xa3", "a WebM"
    assert len(data) > 5000
    expect(page.get_by_test_id("filmed")).to_have_count(0)
    assert viewer.complaints == []
