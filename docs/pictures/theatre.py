"""The page with a flat puppet on its stage: somebody holds up the paw of the cat."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.puppeteers import puppet_studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SCALE = 2
PROBE = "window.motorium.puppet"
POINT = "right toe"
LIFTED = (70.0, -120.0)
"""How far the hand goes, in the window [CSS pixels]."""
LEAST = 0.2
"""How high the paw is then, at least [m]."""


def photograph(viewer: Viewer) -> None:
    before = viewer.ask(f"{PROBE}.revision")
    viewer.page.get_by_test_id("open-cat").click()
    viewer.until(f"{PROBE}.revision !== {before}")
    viewer.page.get_by_test_id("rest").click()
    viewer.until(f"{PROBE}.playing")
    viewer.drawn_anew()
    viewer.until(f"{PROBE}.steady")
    at = viewer.ask(f"{PROBE}.screenOf({POINT!r})")
    mouse = viewer.page.mouse
    mouse.move(at["x"], at["y"])
    mouse.down()
    mouse.move(at["x"] + LIFTED[0], at["y"] + LIFTED[1], steps=12)
    viewer.until(f"{PROBE}.newest()[{POINT!r}][2] > {LEAST}")
    viewer.page.wait_for_timeout(2000)
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    # More pixels than are shown: the edges are smooth.
    picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "theatre.jpg", quality=80, optimize=True)
    print(f"wrote {HERE.name}/theatre.jpg")


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with puppet_studio() as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE)
        viewer.until(f"window.motorium?.puppet !== undefined && {PROBE}.ready", 300)
        photograph(viewer)


if __name__ == "__main__":
    main()
