"""The page of an audience: somebody punches a bag in the evening, and no aid is to be seen."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, Studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 720
SCALE = 2
PROBE = "window.motorium.audience"
EYE, AT = [1.35, -4.0, 1.0], [0.6, 0.0, 1.02]
"""Where the camera is, and where it looks [m]."""
PUNCH = 1.95
"""When the first punch is about to hit, in the performance [s]."""


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    running = Studio("bag", verb="perform")
    try:
        with browser(chromium) as chrome:
            viewer = Viewer(chrome, f"{running.address}audience.html", WIDTH, HEIGHT, SCALE)
            viewer.until(f"window.motorium?.audience !== undefined && {PROBE}.ready", 300)
            with Client(running.socket_address.replace("/socket", "/performance")) as stage:
                hold(stage)
                photograph(viewer)
    finally:
        running.stop()


def hold(stage: Client) -> None:
    """At the punch, whatever has been performed before: a held stage is stepped on to it."""
    stage.next("status")
    stage.send({"type": "paused", "value": True})
    stage.next("status", running=False)
    stage.send({"type": "restart"})
    for _ in range(round(120 * PUNCH)):
        stage.send({"type": "step"})
    for data in stage.arrivals(60):
        if isinstance(data, str) and f'"seconds":{PUNCH}' in data:
            return


def photograph(viewer: Viewer) -> None:
    """What is drawn so finely takes a processor seconds."""
    viewer.until(f"Math.abs({PROBE}.moment.seconds - {PUNCH}) < 0.01")
    viewer.ask(f"{PROBE}.lookFrom({EYE}, {AT})")
    viewer.page.get_by_test_id("audience-hint").evaluate("(hint) => hint.remove()")
    viewer.page.locator(".audience.idle").wait_for()
    viewer.ask(f"({PROBE}.freeze(true), {PROBE}.sharpen(), {PROBE}.freeze(true))")
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    # More pixels than are shown: the edges are smooth.
    picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "audience.jpg", quality=82, optimize=True)
    print(f"wrote {HERE.name}/audience.jpg")


if __name__ == "__main__":
    main()
