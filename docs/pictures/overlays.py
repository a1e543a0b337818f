"""The page with all overlays of one fish."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import studio_of
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SHOWN = (960, 600)
FEW = """
format = 1

[world]
title = "Nine herrings and a grouper"
seed = 5

[[group]]
species = "herring"
count = 9
mind = "instinct"

[[group]]
species = "grouper"
count = 1
mind = "instinct"
"""
LOOK = """(() => { const now = window.motorium.drawn(0), [x, y, z] = now.positions[0];
  window.motorium.lookFrom([x + 0.12, y - 0.3, z + 0.12], [x + 0.02, y, z]); })()"""


def show(viewer: Viewer) -> Image.Image:
    """All overlays of a fish that is held, from near."""
    page = viewer.page
    page.get_by_test_id("panel-view").click()
    page.get_by_test_id("panel-overlays").click()
    viewer.ask("window.motorium.ask(0)")
    page.get_by_test_id("scene").focus()
    page.keyboard.press("o")
    viewer.until("window.motorium.overlays().forces > 3 && window.motorium.overlays().senses")
    page.keyboard.press("Space")
    viewer.ask(LOOK)
    page.get_by_test_id("overlays-reset").scroll_into_view_if_needed()
    viewer.drawn_anew()
    viewer.ask(LOOK)
    viewer.drawn_anew()
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with (
        tempfile.TemporaryDirectory() as folder,
        studio_of(FEW, Path(folder)) as running,
        browser(chromium) as chrome,
    ):
        picture = show(Viewer(chrome, running.address, WIDTH, HEIGHT).ready())
    small = picture.resize(SHOWN, Image.Resampling.LANCZOS)
    small.save(HERE / "overlays.jpg", quality=84, optimize=True)
    print(f"wrote {HERE.name}/overlays.jpg")


if __name__ == "__main__":
    main()
