"""The panel with the mind of a sardine: fed, made hungry, frightened."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SCALE = 2


def photograph(viewer: Viewer) -> Image.Image:
    page = viewer.page
    opened = page.locator(".panels .fold[aria-expanded=true]")
    while opened.count():
        opened.first.click()
    page.get_by_test_id("panel-behaviour").click()
    page.get_by_test_id("choose-fish").click()
    page.get_by_test_id("temper").click()
    for done, seconds in (
        (None, 5),
        ("more-hunger", 8),
        ("less-hunger", 4),
        ("more-fear", 9),
    ):
        if done is not None:
            page.get_by_test_id(done).click()
        page.wait_for_timeout(1000 * seconds)
    page.get_by_test_id("panel-behaviour").scroll_into_view_if_needed()
    viewer.ask("(window.motorium.sharpen(), window.motorium.freeze(true))")
    page.wait_for_timeout(3000)
    return Image.open(io.BytesIO(page.screenshot()))


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio("lagoon") as running, browser(chromium) as chrome:
        picture = photograph(Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready())
    # More pixels than are shown: the edges are smooth.
    picture = picture.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "behaviour.jpg", quality=80, optimize=True)
    print(f"wrote {HERE.name}/behaviour.jpg")


if __name__ == "__main__":
    main()
