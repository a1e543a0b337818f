"""Nothing on the pages is in the way of whoever sees, hears or points differently (axe-core)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.pages import Viewer
from tests.studio.studios import Studio, studio

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def running() -> Iterator[Studio]:
    with studio() as one:
        yield one


def found(viewer: Viewer) -> list[str]:
    """What axe-core finds serious, a line each."""
    viewer.ask(AXE.read_text(encoding="utf-8"))
    answer: Any = viewer.ask("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{problem['id']}: {problem['help']}: {', '.join(map(str, node['target']))}"
        for problem in answer["violations"]
        if problem["impact"] in SERIOUS
        for node in problem["nodes"]
    ]


def open_panels(viewer: Viewer) -> None:
    viewer.ask(
        "document.querySelectorAll('.fold[aria-expanded=false]').forEach((one) => one.click())"
    )


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["puppet", "figures", "performance", "texture"])
def test_other_stages_with_all_their_panels_open(
    chrome: Browser, running: Studio, stage: str
) -> None:
    viewer = Viewer(chrome, f"{running.address}#{stage}", width=900, height=600)
    viewer.page.locator("#panels .panel").first.wait_for()
    # Motions and kernels may have to be made first; meanwhile all is still there to be looked at.
    open_panels(viewer)
    assert found(viewer) == []
    if stage in ("puppet", "performance"):
        viewer.until(f"window.motorium.{stage}.ready", timeout=300)
        open_panels(viewer)
        assert found(viewer) == []


@pytest.mark.slow
def test_the_help_of_all_stages(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=900, height=600).ready()
    for tab in viewer.page.locator("nav.tabs .tab").all():
        tab.click()
        viewer.page.get_by_test_id("help").click()
        viewer.page.locator("dialog[open]").wait_for()
        assert found(viewer) == [], tab.text_content()
        viewer.page.keyboard.press("Escape")
        viewer.page.locator("dialog[open]").wait_for(state="hidden")


def test_the_ocean_with_all_its_panels_open(chrome: Browser, running: Studio) -> None:
    viewer = Viewer(chrome, running.address, width=900, height=600).ready()
    open_panels(viewer)
    viewer.page.get_by_test_id("dock").wait_for()
    viewer.page.get_by_test_id("eyes-shown").check(force=True)
    viewer.page.get_by_test_id("eyes-range").check(force=True)
    viewer.page.get_by_test_id("stereo-anaglyph").check(force=True)
    viewer.page.get_by_test_id("stereo-zero").wait_for()
    assert found(viewer) == []
