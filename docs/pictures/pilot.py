"""The page while one drives a fish: its muscles in the middle of a C-turn."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SCALE = 2
FISH = 21
INTO_THE_TURN = 9
"""Frames."""


def photograph(viewer: Viewer, server: Client) -> Image.Image:
    """Drive, begin a turn, hold the world in the middle of it."""
    page = viewer.page
    viewer.ask(f"window.motorium.pilot({FISH})")
    viewer.until("window.motorium.driven !== null")
    page.mouse.move(500, 300)
    page.mouse.wheel(0, -240)
    for _ in range(3):
        page.keyboard.press("w")
    page.wait_for_timeout(1200)
    server.send({"type": "paused", "value": True})
    server.next("status", paused=True)
    page.keyboard.press("e")
    page.wait_for_timeout(500)
    for _ in range(INTO_THE_TURN):
        server.send({"type": "step"})
    page.wait_for_timeout(500)
    viewer.ask("window.motorium.sharpen()")
    page.wait_for_timeout(12_000)
    return Image.open(io.BytesIO(page.screenshot()))


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with (
        studio("school") as running,
        browser(chromium) as chrome,
        Client(running.socket_address, ping_interval=None) as server,
    ):
        server.next("status", running=True)
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
        picture = photograph(viewer, server)
    # Twice as many pixels, halved: the edges are smooth.
    picture = picture.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "pilot.jpg", quality=84, optimize=True)
    print(f"wrote {HERE.name}/pilot.jpg")


if __name__ == "__main__":
    main()
