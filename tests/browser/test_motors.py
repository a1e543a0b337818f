"""Motors, levels and the comparison, as a person at the page sees them, in a real Chromium."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer, wait_for
from tests.studio.studios import Studio, studio, studio_of

pytestmark = pytest.mark.browser

FEW = """
format = 1

[world]
title = "Eight herring"

[[group]]
species = "herring"
count = 8
motor = "repertoire"
radius = [0.2, 0.5]
height = 0.3
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(FEW, tmp_path_factory.mktemp("motors")) as one:
        yield one


@pytest.fixture(scope="module")
def viewer(chrome: Browser, running: Studio) -> Viewer:
    return Viewer(chrome, running.address, width=800, height=460).ready()


def shown(viewer: Viewer, level: str) -> str:
    return f"window.motorium.levels()?.{level}.length"


def test_a_switch_for_all_and_counts_that_follow(viewer: Viewer) -> None:
    page = viewer.page
    expect(page.get_by_test_id("motor-all-repertoire")).to_be_checked()
    page.get_by_test_id("motor-all-muscle").click(force=True)
    expect(page.get_by_test_id("count-muscles")).to_have_text("8")
    viewer.until(f"{shown(viewer, 'muscles')} === 8")
    page.get_by_test_id("motor-all-automatic").click(force=True)
    viewer.until("window.motorium.automatic().length === 8")
    expect(page.get_by_test_id("motor-all-automatic")).to_be_checked()
    page.get_by_test_id("motor-all-repertoire").click(force=True)
    expect(page.get_by_test_id("count-muscles")).to_have_text("0")
    viewer.until(f"{shown(viewer, 'playback')} + {shown(viewer, 'hidden')} === 8")
    assert viewer.complaints == []


def test_a_switch_for_the_fish_that_is_driven(viewer: Viewer) -> None:
    page = viewer.page
    page.get_by_test_id("scene").focus()
    page.keyboard.press("p")
    viewer.until("window.motorium.driven !== null")
    own = viewer.ask("window.motorium.driven.id")
    expect(page.get_by_test_id("motor-one-repertoire")).to_be_checked()
    page.get_by_test_id("motor-one-muscle").click(force=True)
    viewer.until(f"window.motorium.levels().muscles.join() === '{own}'")
    expect(page.get_by_test_id("count-muscles")).to_have_text("1")
    page.keyboard.press("Escape")
    viewer.until("window.motorium.driven === null")
    page.get_by_test_id("motor-all-repertoire").click(force=True)
    viewer.until(f"{shown(viewer, 'muscles')} === 0")


def test_who_is_out_of_sight_is_spared_and_comes_back_at_once(viewer: Viewer) -> None:
    viewer.page.get_by_test_id("follow").uncheck(force=True)
    viewer.ask("window.motorium.lookFrom([30, 0, 0], [31, 0, 0])")
    viewer.until(f"{shown(viewer, 'hidden')} === 8")
    expect(viewer.page.get_by_test_id("count-frame")).to_have_text("8")
    seen: list[Any] = []

    def all_are_back() -> bool:
        # They swim on: where they are now, and all in one picture.
        _look_at_them(viewer, 3.0)
        seen[:] = viewer.ask("[motorium.levels().hidden.length, motorium.drawn(8).nodes]")
        return bool(seen[0] == 0)

    wait_for(all_are_back, "all fishes in sight")
    nodes = np.array(seen[1])
    spans = np.ptp(nodes, axis=1).max(axis=1)
    assert ((spans > 0.1) & (spans < 0.25)).all(), "fishes of 20 cm, none of them smeared"
    assert viewer.complaints == []


@pytest.mark.slow
def test_levels_have_colours(viewer: Viewer) -> None:
    page = viewer.page
    page.get_by_test_id("motor-all-repertoire").click(force=True)
    viewer.until(f"{shown(viewer, 'muscles')} === 0")
    page.get_by_test_id("follow").uncheck(force=True)
    page.get_by_test_id("scene").focus()
    warm, _ = _tints(viewer)
    page.keyboard.press("t")
    expect(page.get_by_test_id("level-legend")).to_be_visible()
    cool = _until_tinted(viewer, lambda _, blue: blue > 150, "playback is blue")[1]
    page.get_by_test_id("motor-all-muscle").click(force=True)
    viewer.until(f"{shown(viewer, 'muscles')} > 4")
    warmer, cooler = _until_tinted(
        viewer,
        lambda orange, blue: orange > warm + 150 and blue < cool / 4,
        "muscles are orange, and no longer blue",
    )
    page.get_by_test_id("show-levels").uncheck(force=True)
    _until_tinted(viewer, lambda orange, _: orange < warmer / 4, "without levels nobody is tinted")
    assert cooler < warmer


def _until_tinted(viewer: Viewer, enough: Callable[[int, int], bool], what: str) -> tuple[int, int]:
    """Look at where the fishes are until it is so: they swim on, and a slow page draws late."""
    seen: list[tuple[int, int]] = []

    def so() -> bool:
        seen.append(_tints(viewer))
        return enough(*seen[-1])

    try:
        wait_for(so, what)
    except AssertionError as late:
        raise AssertionError(f"{late}; orange and blue pixels were {seen}") from None
    return seen[-1]


def _look_at_them(viewer: Viewer, away: float) -> None:
    """At the middle of all fishes, wherever they have swum; away [m]."""
    viewer.ask(f"""(() => {{
      const places = window.motorium.drawn(0).positions;
      const middle = [0, 1, 2].map((k) => places.reduce((sum, p) => sum + p[k], 0) / places.length);
      const [x, y, z] = middle;
      window.motorium.lookFrom([x + {away}, y, z + 0.1], middle);
    }})()""")


def _tints(viewer: Viewer) -> tuple[int, int]:
    """How many pixels around the middle of all are orange and how many saturated blue, left of the
    panels."""
    _look_at_them(viewer, 1.1)
    viewer.until(f"{shown(viewer, 'hidden')} < 4")
    viewer.drawn_anew()
    shot = Image.open(io.BytesIO(viewer.page.get_by_test_id("scene").screenshot()))
    picture = np.asarray(shot.convert("RGB"), dtype=np.int16)[:, :500]
    red, green, blue = picture[..., 0], picture[..., 1], picture[..., 2]
    orange = (red > blue + 50) & (red > green + 25)
    vivid = (blue > 200) & (blue > red + 110) & (blue > green + 45)
    return int(orange.sum()), int(vivid.sum())


def test_a_comparison_opens_and_closes(viewer: Viewer) -> None:
    page = viewer.page
    page.get_by_test_id("compare").click()
    expect(page.get_by_test_id("comparison")).to_be_visible()
    viewer.until("window.motorium.drawn(0)?.ids.length === 2")
    viewer.until(f"{shown(viewer, 'muscles')} === 1 && {shown(viewer, 'playback')} === 1")
    expect(page.get_by_test_id("cue")).to_have_text("swim 1.5 L/s")
    expect(page.get_by_test_id("panel-toggle")).to_have_attribute("aria-expanded", "false")
    viewer.drawn_anew()
    shot = Image.open(io.BytesIO(page.get_by_test_id("scene").screenshot()))
    picture = np.asarray(shot.convert("RGB"), dtype=np.float64)
    for half in (picture[:, :398], picture[:, 402:]):
        assert half.std(axis=(0, 1)).min() > 5, "one half is a flat colour"
    page.get_by_test_id("panel-toggle").click()
    expect(page.get_by_test_id("budget-on")).to_be_disabled()
    # A slow page takes its time to make room.
    viewer.until(
        """["[data-testid=twin-repertoire]", "[data-testid=scene]"].every((part) =>
          document.querySelector(part).getBoundingClientRect().right <=
          document.querySelector("#panels").getBoundingClientRect().left)"""
    )
    page.get_by_test_id("scene").focus()
    page.keyboard.press("c")
    expect(page.get_by_test_id("comparison")).to_be_hidden()
    viewer.until("window.motorium.drawn(0)?.ids.length === 8")
    expect(page.get_by_test_id("panel-toggle")).to_have_attribute("aria-expanded", "true")
    assert viewer.complaints == []


@pytest.mark.slow
def test_a_budget_is_shown_with_what_was_done(viewer: Viewer) -> None:
    page = viewer.page
    page.get_by_test_id("motor-all-automatic").click(force=True)
    page.get_by_test_id("budget-on").click(force=True)
    expect(page.get_by_test_id("budget-number")).to_have_value("8.00")
    expect(page.get_by_test_id("governor")).to_contain_text("changes a fish and minute")
    number = page.get_by_test_id("budget-number")
    number.fill("3.5")
    number.press("Enter")
    expect(page.get_by_test_id("readout")).to_contain_text("of 3.5 ms")
    page.get_by_test_id("budget-on").click(force=True)
    expect(page.get_by_test_id("governor")).to_be_hidden()


@pytest.mark.slow
def test_the_comparison_by_itself_cannot_be_left_and_fits_a_telephone(chrome: Browser) -> None:
    with studio("compare") as alone:
        viewer = Viewer(chrome, alone.address, width=390, height=780).ready()
        page = viewer.page
        expect(page.get_by_test_id("comparison")).to_be_visible()
        expect(page.get_by_test_id("stop-comparing")).to_be_hidden()
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert viewer.ask(overflow) == 0
        for twin in ("twin-muscle", "twin-repertoire"):
            expect(page.get_by_test_id(twin)).to_be_visible()
        above = page.get_by_test_id("twin-muscle").bounding_box()
        below = page.get_by_test_id("twin-repertoire").bounding_box()
        assert above
        assert below
        assert below["y"] > above["y"] + 200
        assert viewer.complaints == []
        page.close()
