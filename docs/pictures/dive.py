"""Submarines on the page: three of them from outside, and the sea from the cockpit of a fourth."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio_of
from tools.browser import find_chromium

WIDTH, HEIGHT = 800, 560
SCALE = 2

SEA = """
format = 1

[world]
title = "A dive"
seed = 4

[submarine]
place = [-1.6, -0.2, 0.1]
heading = 0.6

[habitat]
radius = 8.0
ground = -2.0
surface = 3.0
relief = 0.6

[[habitat.obstacle]]
kind = "rock"
places = [[4.6, 2.2], [5.2, 0.4], [2.6, 4.2], [-4.4, 3.4], [1.2, -3.2]]
radius = [0.5, 0.9]
height = [0.7, 1.5]

[[habitat.obstacle]]
kind = "coral"
count = 12
around = [1.6, 4.6]
radius = [0.15, 0.3]
height = [0.2, 0.5]

[[habitat.weed]]
kind = "kelp"
places = [[3.4, -1.6], [4.0, 3.0], [-2.6, 3.2]]
height = [1.4, 2.4]

[[habitat.weed]]
kind = "ribbon"
count = 8
around = [2.0, 4.0]

[habitat.plankton]
count = 200

[[group]]
species = "sardine"
count = 30
mind = "instinct"
center = [3.4, 1.6, 0.5]
radius = [0.3, 1.0]

[[group]]
species = "emperor-angelfish"
count = 4
mind = "instinct"
center = [1.6, 0.4, 0.1]
radius = [0.3, 0.8]

[[group]]
species = "butterflyfish"
count = 6
mind = "instinct"
center = [1.5, -0.8, 0.3]
radius = [0.4, 1.0]
"""


def photograph(viewer: Viewer) -> Image.Image:
    viewer.ask("window.motorium.sharpen()")
    viewer.page.wait_for_timeout(6_000)
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    # Twice as many pixels, halved: the edges are smooth.
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    both = Image.new("RGB", (2 * WIDTH, HEIGHT))
    with (
        TemporaryDirectory() as folder,
        studio_of(SEA, Path(folder)) as running,
        browser(chromium) as chrome,
        Client(running.socket_address, ping_interval=None) as server,
        ExitStack() as crews,
    ):
        server.next("status", running=True)
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
        viewer.page.get_by_test_id("follow").uncheck(force=True)
        viewer.page.get_by_test_id("panel-toggle").click()
        server.snapshot(tick=6 * 60)
        for number in (1, 2, 3):
            crew = crews.enter_context(Client(running.socket_address, ping_interval=None))
            crew.send({"type": "board"})
            crew.next("helm", boat=number)
        server.send({"type": "paused", "value": True})
        server.next("status", paused=True)
        viewer.ask("window.motorium.lookFrom([4.0, -3.9, 1.3], [-0.9, 0.2, 0.2])")
        both.paste(photograph(viewer), (0, 0))
        viewer.page.get_by_test_id("scene").focus()
        viewer.page.keyboard.press("b")
        viewer.until("window.motorium.submarine().aboard && !window.motorium.submarine().hull")
        # The way onto the bridge takes a moment.
        viewer.page.wait_for_timeout(2_000)
        both.paste(photograph(viewer), (WIDTH, 0))
    both.save(HERE / "dive.jpg", quality=84, optimize=True)
    print(f"wrote {HERE.name}/dive.jpg")


if __name__ == "__main__":
    main()
