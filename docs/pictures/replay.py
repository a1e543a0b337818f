"""The page while a recording is shown: the time line, its marks, and the tip of one of them."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image

from docs.pictures.style import HERE
from motorium.contracts.time import FRAME_RATE
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import load_scenario
from motorium.world.world import World
from tests.browser.pages import Viewer, browser
from tests.studio.studios import replayed
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 720
SCALE = 2
SECONDS = 40
FED = {5: (50, 44), 8: (55,), 14: (50, 47), 18: (52, 45, 58), 29: (50, 60)}
"""Before which fishes food is dropped, and when [s]."""
SHOWN = 0.42
"""Of the recording."""


def record(path: Path) -> None:
    """A reef in which somebody feeds, adds fishes, takes some away, and lets evening come."""
    world = World(load_scenario("reef"))
    people = world.population
    inputs = {
        22: lambda: world.resize(len(people) + 6),
        27: lambda: setattr(world, "hour", 17.0),
        33: lambda: world.resize(len(people) - 3),
    }
    with Recorder(world, path, nodes=True):
        for second in range(SECONDS):
            inputs.get(second, lambda: None)()
            for fish in FED.get(second, ()):
                world.drop_food(people.positions[fish] + 0.3 * people.velocities[fish])
            world.advance(FRAME_RATE)


def photograph(viewer: Viewer) -> Image.Image:
    """Hold it in the middle, and point at a mark."""
    page = viewer.page
    page.keyboard.press("Space")
    page.wait_for_timeout(500)
    box = page.get_by_test_id("seek").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.click(box["x"] + box["width"] * SHOWN, middle)
    page.wait_for_timeout(500)
    # On from there for a while, so that the habitat has lived.
    page.keyboard.press("Space")
    page.wait_for_timeout(4000)
    page.keyboard.press("Space")
    page.wait_for_timeout(500)
    page.mouse.move(box["x"] + 8 + (box["width"] - 16) * 22 / SECONDS, middle)
    viewer.ask("(window.motorium.sharpen(), window.motorium.freeze(true))")
    page.wait_for_timeout(3000)
    return Image.open(io.BytesIO(page.screenshot()))


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reef.arrow"
        record(path)
        with replayed(path) as running, browser(chromium) as chrome:
            picture = photograph(Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready())
    # Twice as many pixels, halved: the edges are smooth.
    picture = picture.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / "replay.jpg", quality=84, optimize=True)
    print(f"wrote {HERE.name}/replay.jpg")


if __name__ == "__main__":
    main()
