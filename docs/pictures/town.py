"""The page with the town: from above, and a soldier whom one has told to kneel."""

from __future__ import annotations

import io
import math

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser, wait_for
from tests.browser.towns import motion
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SCALE = 2
SECONDS = 25
"""Until people are on their ways."""
GUARD = "the guard of the square"
FAR, HIGH = 3.0, 1.25
"""Of the camera: from him, and above the ground [m]."""
ASIDE, TWISTED, SUNWARDS = math.radians(75.0), math.radians(50.0), math.radians(-142.0)
"""How far from straight ahead of him; by how much he aims to the left of his hips; where the sun
is."""
KNEELING = 1.15
"""Whose head is lower kneels [m]."""
PROBE = "window.motorium.figures"


def photograph(viewer: Viewer, name: str) -> None:
    """The last picture of a page: what is drawn so finely takes a processor seconds."""
    viewer.ask(f"({PROBE}.freeze(true), {PROBE}.sharpen(), {PROBE}.freeze(true))")
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    viewer.page.close()
    # More pixels than are shown: the edges are smooth.
    picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / name, quality=78, optimize=True)
    print(f"wrote {HERE.name}/{name}")


def kneel(viewer: Viewer) -> None:
    """Let the guard kneel and aim, and look at him."""
    residents = viewer.ask(f"{PROBE}.residents")
    guard = next(one["id"] for one in residents if one["name"] == GUARD)
    viewer.ask(f"{PROBE}.choose({guard})")
    viewer.until(f"{PROBE}.chosen !== null")
    look(viewer, guard)
    viewer.page.get_by_test_id("posture-kneeling-firing").click()
    wait_for(lambda: viewer.ask(f"{PROBE}.headHeight({guard})") < KNEELING, "the guard kneeling")
    viewer.page.wait_for_timeout(2000)
    look(viewer, guard)
    viewer.page.wait_for_timeout(3000)


def look(viewer: Viewer, guard: int) -> None:
    """From that of his sides on which the sun shines."""
    at = viewer.ask(f"{PROBE}.whereabouts({guard})")
    sides = [at["heading"] + TWISTED + side for side in (-ASIDE, ASIDE)]
    turn = max(sides, key=lambda side: math.cos(side - SUNWARDS))
    eye = [at["x"] + FAR * math.cos(turn), at["y"] + FAR * math.sin(turn), HIGH]
    viewer.ask(f"{PROBE}.lookFrom({eye}, [{at['x']}, {at['y']}, 0.75])")


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with motion() as address, browser(chromium) as chrome:

        def page() -> Viewer:
            viewer = Viewer(chrome, address, WIDTH, HEIGHT, SCALE)
            viewer.until("window.motorium?.figures?.ready", 300)
            return viewer

        viewer = page()
        viewer.until(f"{PROBE}.seconds > {SECONDS}")
        photograph(viewer, "town.jpg")
        viewer = page()
        kneel(viewer)
        photograph(viewer, "town-soldier.jpg")


if __name__ == "__main__":
    main()
