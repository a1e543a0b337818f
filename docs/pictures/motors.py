"""The page with levels in colours, and two twins side by side."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1120, 700
SCALE = 1.5
STEPS_BACK = 4
"""Of the wheel: far fishes are small, and so replayed."""
INTO_THE_TURN = 270
"""Frames of the comparison."""


def sharp(viewer: Viewer) -> Image.Image:
    """More pixels than are kept: the edges are smooth."""
    viewer.page.wait_for_timeout(12_000)
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def show_levels(viewer: Viewer, server: Client) -> Image.Image:
    """Near fishes simulated, far ones replayed, five of them for good."""
    page = viewer.page
    page.get_by_test_id("motor-all-automatic").check(force=True)
    page.get_by_test_id("budget-on").check(force=True)
    page.get_by_test_id("show-levels").check(force=True)
    page.mouse.move(400, 300)
    for _ in range(STEPS_BACK):
        page.mouse.wheel(0, 120)
    page.wait_for_timeout(3000)
    for fish in (5, 17, 29):
        server.send({"type": "motor", "id": fish, "choice": "muscle"})
    for fish in (8, 33):
        server.send({"type": "motor", "id": fish, "choice": "repertoire"})
    page.get_by_test_id("governor").scroll_into_view_if_needed()
    server.send({"type": "paused", "value": True})
    server.next("status", paused=True)
    viewer.ask("window.motorium.sharpen()")
    return sharp(viewer)


def show_twins(viewer: Viewer, server: Client) -> Image.Image:
    """In the middle of a C-turn."""
    viewer.page.get_by_test_id("show-levels").uncheck(force=True)
    viewer.page.get_by_test_id("scene").focus()
    viewer.page.keyboard.press("c")
    while (now := server.snapshot()).tick < INTO_THE_TURN or len(now.positions) != 2:
        pass
    server.send({"type": "paused", "value": True})
    return sharp(viewer)


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio("school") as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
        for name, show in (("levels", show_levels), ("compare", show_twins)):
            with Client(running.socket_address, ping_interval=None, close_timeout=1) as server:
                picture = show(viewer, server)
            picture.save(HERE / f"{name}.jpg", quality=84, optimize=True)
            print(f"wrote {HERE.name}/{name}.jpg")


if __name__ == "__main__":
    main()
