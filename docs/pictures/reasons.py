"""The page with the reasons of a fish that somebody has clicked on."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio_of
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 720
SCALE = 2
SARDINES, SHARK = 24, 24
SECONDS = 1.0
"""Until the shark is near."""
SEA = """
format = 1

[world]
title = "A shark comes by"
seed = 3

[habitat]
radius = 6.0
ground = -1.6
surface = 1.6

[[group]]
species = "sardine"
count = 24
mind = "instinct"
motor = "repertoire"
radius = [0.2, 0.8]
height = 0.6

[[group]]
species = "shark"
mind = "instinct"
motor = "repertoire"
places = [[2.6, 0.0, 0.0]]
headings = [3.1416]
"""


def somebody_who_flees(server: Client) -> int:
    for fish in range(SARDINES):
        server.send({"type": "why", "id": fish})
        while (told := server.next("because"))["fish"]["id"] != fish:
            pass
        if told["fish"]["intention"] == "escape":
            return fish
    raise SystemExit("nobody flees")


def photograph(viewer: Viewer, fish: int) -> Image.Image:
    """From beside the fish, so that what it flees from is seen behind it."""
    viewer.ask(
        f"""(() => {{ const now = window.motorium.drawn(0);
      const [x, y, z] = now.positions[now.ids.indexOf({fish})];
      const [a, b, c] = now.positions[now.ids.indexOf({SHARK})];
      const [dx, dy] = [a - x, b - y], far = Math.hypot(dx, dy) || 1;
      const side = 0.4 + 0.5 * far, at = [x + 0.3 * dx, y + 0.3 * dy, (z + c) / 2];
      window.motorium.lookFrom(
        [at[0] - (dy / far) * side, at[1] + (dx / far) * side, at[2] + 0.25], at); }})()"""
    )
    viewer.page.wait_for_timeout(2000)
    viewer.ask("(window.motorium.sharpen(), window.motorium.freeze(true))")
    viewer.page.wait_for_timeout(3000)
    return Image.open(io.BytesIO(viewer.page.screenshot()))


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with (
        tempfile.TemporaryDirectory() as folder,
        studio_of(SEA, Path(folder)) as running,
        browser(chromium) as chrome,
        Client(running.socket_address, ping_interval=None) as server,
    ):
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
        viewer.page.get_by_test_id("follow").uncheck(force=True)
        viewer.page.keyboard.press("h")
        server.send({"type": "restart"})
        while server.next("status")["time"] > SECONDS:
            pass
        while server.next("status")["time"] < SECONDS:
            pass
        server.send({"type": "paused", "value": True})
        server.next("status", paused=True)
        fish = somebody_who_flees(server)
        viewer.ask(f"window.motorium.ask({fish})")
        picture = photograph(viewer, fish)
    # More pixels than are shown: the edges are smooth.
    picture = picture.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "reasons.jpg", quality=84, optimize=True)
    print(f"wrote {HERE.name}/reasons.jpg")


if __name__ == "__main__":
    main()
