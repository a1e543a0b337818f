"""The page with a performer's double: a boulder has just hit him."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser, wait_for
from tests.studio.studios import Studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SCALE = 2
PROBE = "window.motorium.performance"
EYE, AT = [2.9, -1.25, 1.55], [-0.15, 0.05, 0.85]
"""Where the camera is, and where it looks [m]."""
HIT = 0.12
"""How far he is from his performer in the picture, at least [m]."""


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    running = Studio("boulder", verb="perform")
    try:
        with browser(chromium) as chrome:
            viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE)
            viewer.until(f"window.motorium?.performance !== undefined && {PROBE}.ready", 300)
            photograph(viewer)
    finally:
        running.stop()


def photograph(viewer: Viewer) -> None:
    """In slow motion: what is drawn so finely takes a processor seconds."""
    viewer.ask(f"{PROBE}.lookFrom({EYE}, {AT})")
    viewer.page.get_by_test_id("slow").click()
    viewer.page.get_by_test_id("throw-boulder").click()
    wait_for(lambda: viewer.ask(f"{PROBE}.doubles[0].apart") > HIT, "the boulder to hit him")
    viewer.page.get_by_test_id("pause").click()
    viewer.until(f"{PROBE}.paused")
    viewer.page.wait_for_timeout(3000)
    viewer.ask(f"({PROBE}.freeze(true), {PROBE}.sharpen(), {PROBE}.freeze(true))")
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    # More pixels than are shown: the edges are smooth.
    picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "performance-stage.jpg", quality=80, optimize=True)
    print(f"wrote {HERE.name}/performance-stage.jpg")


if __name__ == "__main__":
    main()
