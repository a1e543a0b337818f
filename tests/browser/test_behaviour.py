"""The mind of a fish on the page, in a real Chromium: seen, and changed by pointer and keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import Viewer
from tests.studio.studios import Studio, studio_of

pytestmark = pytest.mark.browser

POOL = """
format = 1

[world]
title = "Three herrings"
seed = 5

[[group]]
species = "herring"
mind = "instinct"
motor = "repertoire"
places = [[0.0, 0.0, 0.0], [0.1, 0.3, 0.0], [0.1, -0.3, 0.0]]
headings = [0.0, 0.0, 0.0]
eats = ["food"]
instinct = { hunger = 0.0 }
"""
SATED = re.compile(r"0\.[01]\d")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(POOL, tmp_path_factory.mktemp("behaviour")) as one:
        yield one


def drawn_colours(page: Page) -> set[str]:
    """Of the curves and the strip, as the canvas has them."""
    colours: list[str] = (
        page.get_by_test_id("drive-graph")
        .locator("canvas")
        .evaluate(
            """(canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          const seen = new Set();
          for (let k = 0; k < data.length; k += 4)
            if (data[k + 3] === 255) seen.add([...data.slice(k, k + 3)].join(" "));
          return [...seen];
        }"""
        )
    )
    return set(colours)


def test_a_person_changes_a_mind(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=1000, height=700).ready()
    page = viewer.page
    shown = page.get_by_test_id

    page.get_by_role("button", name="Behaviour").click()
    shown("choose-fish").click()
    expect(shown("behaviour-sentence")).to_contain_text("schools")
    chosen = viewer.ask("window.motorium.thinking.id")
    expect(shown("behaviour-of")).to_contain_text(f"Herring {chosen}")
    expect(shown("now-hunger")).to_have_text(SATED)
    expect(shown("more-libido")).to_be_disabled()

    # By the pointer: it no longer likes company, and is hungry.
    shown("habit-schooling").click()
    expect(shown("habit-schooling")).not_to_be_checked()
    shown("more-hunger").click()
    expect(shown("now-hunger")).to_have_text("1.00")
    expect(shown("behaviour-intention")).to_have_text("eat")
    viewer.until("window.motorium.thinking.intention === 'eat'")
    viewer.until("window.motorium.thinking.seconds > 0.5")
    orange, sky, green = "230 159 0", "86 180 233", "0 158 115"
    assert {orange, sky, green} <= drawn_colours(page)

    # By the keyboard: fed, frightened, and another fish after it.
    shown("less-hunger").focus()
    page.keyboard.press("Enter")
    expect(shown("now-hunger")).to_have_text(SATED)
    shown("more-fear").focus()
    page.keyboard.press("Enter")
    expect(shown("behaviour-intention")).to_have_text("escape")
    expect(shown("behaviour-sentence")).to_contain_text("something has frightened it")
    shown("temper").focus()
    page.keyboard.press("Enter")
    shown("trait-timidity").focus()
    page.keyboard.press("End")
    expect(shown("trait-timidity-number")).to_have_value("10.00")
    traits = "window.motorium.thinking.character.traits"
    viewer.until(f"{traits}.some(({{ name, value }}) => name === 'timidity' && value === 10)")
    shown("mind-reset").click()
    expect(shown("trait-timidity-number")).to_have_value("2.00")
    expect(shown("habit-schooling")).to_be_checked()
    shown("fish-after").focus()
    page.keyboard.press("Enter")
    viewer.until(f"window.motorium.thinking?.id === {(chosen + 1) % 3}")
    expect(shown("now-fear")).to_have_text("0.00")
    assert viewer.complaints == []
    page.close()
