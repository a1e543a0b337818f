"""Overlays of the chosen fish come and go by pointer and keyboard, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Viewer
from tests.studio.studios import Studio, studio_of

pytestmark = pytest.mark.browser

FEW = """
format = 1

[world]
title = "Five herrings"
seed = 5

[[group]]
species = "herring"
count = 5
mind = "instinct"
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(FEW, tmp_path_factory.mktemp("overlays")) as one:
        yield one


def test_each_overlay_appears_and_goes(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=900, height=600).ready()
    page = viewer.page
    page.get_by_test_id("panel-overlays").click()
    expect(page.get_by_test_id("overlay-fish")).to_contain_text("press O")
    # Whoever is in the middle is chosen.
    page.get_by_test_id("scene").focus()
    page.keyboard.press("o")
    expect(page.get_by_test_id("reasons")).to_be_visible()
    expect(page.get_by_test_id("forces-legend")).to_contain_text("mN")
    expect(page.get_by_test_id("senses-legend")).to_contain_text("schoolmates")
    expect(page.get_by_test_id("fish-label")).to_contain_text("moved by muscles")
    shown = "window.motorium.overlays()"
    viewer.until(f"{shown}.muscles !== null && {shown}.forces > 3 && {shown}.senses")
    page.get_by_test_id("overlay-forces").uncheck(force=True)
    viewer.until(f"{shown}.forces === 0 && {shown}.muscles !== null")
    page.get_by_test_id("overlay-muscles").uncheck(force=True)
    viewer.until(f"{shown}.muscles === null && {shown}.senses")
    page.get_by_test_id("overlay-senses").uncheck(force=True)
    viewer.until(f"!{shown}.senses && {shown}.label !== ''")
    page.keyboard.press("o")
    viewer.until(f"{shown}.label === ''")
    expect(page.get_by_test_id("fish-label")).to_be_hidden()
    page.keyboard.press("w")
    expect(page.get_by_test_id("overlay-wireframe")).to_be_checked()
    page.get_by_test_id("overlays-reset").click()
    expect(page.get_by_test_id("wireframe")).not_to_be_checked()
    assert viewer.complaints == []
    page.close()
