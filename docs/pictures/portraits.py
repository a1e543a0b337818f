"""Portraits: every species in profile and in its sharpest turn, as the page draws them.

`python -m docs.pictures.portraits` photographs all; names of species after it, only those.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from docs.pictures.sitter import ONLY_THE_SCENE
from docs.pictures.style import FOAM, HERE
from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats
from motorium.world.scenario import Scenario, load_scenario
from motorium.world.world import World
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 600, 360
CELL = (380, 228)
"""Of the sheet."""
SCALE = 3
MIDDLE = 0.7
"""Of a picture's width and height that is kept: from farther away fishes are less foreshortened."""
APART = 12.0
"""From one fish to the next [m]: nobody is in another's picture."""
TURN_AT = 1.5
"""[s]; until then they swim."""
MOST_FRAMES = 360
AWAY = {"left": 1.02, "above": 1.3}
"""From eye to fish [L]: in a turn fins and snouts reach towards who looks from above."""
SCENARIO = """format = 1
{groups}
[[command]]
at = 0.0
speed = 1.2

[[command]]
at = {turn_at}
turn = 2.3
"""
GROUP = """
[[group]]
species = "{name}"
places = [[0.0, {y}, 0.0]]
headings = [3.14159]
mind = "sequence"
motor = "muscle"
"""


def sitting(names: list[str]) -> str:
    """A scenario in which each of them swims for itself, then turns."""
    groups = "".join(GROUP.format(name=name, y=APART * k) for k, name in enumerate(names))
    return SCENARIO.format(groups=groups, turn_at=TURN_AT)


def bend(nodes: Floats) -> float:
    """How far a body is bent: the angle between its head and its tail root [rad]."""
    head = nodes[0] - nodes[1:5].mean(axis=0)
    tail = nodes[13:17].mean(axis=0) - nodes[17:21].mean(axis=0)
    cosine = head @ tail / np.linalg.norm(head) / np.linalg.norm(tail)
    return float(np.arccos(np.clip(cosine, -1.0, 1.0)))


def moments(scenario: Scenario) -> tuple[dict[int, int], dict[int, int]]:
    """Frames in which each is straightest before its turn, and most bent in it."""
    world = World(scenario)
    count = len(world.population)
    bends = np.zeros((MOST_FRAMES, count))
    for frame in range(MOST_FRAMES):
        world.advance(1)
        bends[frame] = [bend(world.population[fish].world_nodes) for fish in range(count)]
    turn = int(TURN_AT * 60)
    straight = 30 + bends[30:turn].argmin(axis=0)
    bent = turn + bends[turn:].argmax(axis=0)
    return (
        {fish: int(straight[fish]) + 1 for fish in range(count)},
        {fish: int(bent[fish]) + 1 for fish in range(count)},
    )


class Sitters:
    """Fishes on a page that is held, and let go to a certain frame."""

    def __init__(self, viewer: Viewer, address: str, lengths: list[float]) -> None:
        self.viewer, self.address, self.lengths = viewer, address, lengths
        self.frame = 0

    def wait(self, frame: int) -> None:
        with Client(self.address) as server:
            while self.frame < frame:
                server.send({"type": "step"})
                self.frame += 1
                server.snapshot(self.frame)
        self.viewer.until(f"window.motorium.drawn(0).tick >= {frame} - 0.01")

    def photograph(self, fish: int, side: str) -> Image.Image:
        nodes = self.viewer.ask(f"window.motorium.drawn({fish + 1}).nodes[{fish}]")
        place = np.mean([np.min(nodes, axis=0), np.max(nodes, axis=0)], axis=0).tolist()
        length = self.lengths[fish]
        away = {"left": (0.0, -1.0, 0.06), "above": (-0.25, -0.55, 0.8)}[side]
        eye = [at + AWAY[side] * length * step for at, step in zip(place, away, strict=True)]
        viewer = self.viewer
        viewer.ask(f"window.motorium.lookFrom({eye}, {place})")
        viewer.ask("window.motorium.freeze(true)")
        data = viewer.page.get_by_test_id("scene").screenshot()
        viewer.ask("window.motorium.freeze(false)")
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        width, height = picture.size
        left, top = (round((1 - MIDDLE) / 2 * side) for side in picture.size)
        return picture.crop((left, top, width - left, height - top))


def portraits(names: list[str]) -> list[tuple[Image.Image, Image.Image]]:
    """In profile and in a turn, of each."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    lengths = [load_species(name).length for name in names]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sitting.toml")
        path.write_text(sitting(names))
        straight, bent = moments(load_scenario(str(path)))
        found: dict[tuple[int, str], Image.Image] = {}
        with studio(str(path)) as running, browser(chromium) as chrome:
            with Client(running.socket_address) as server:
                server.send({"type": "paused", "value": True})
                server.next("status", paused=True)
                server.send({"type": "restart"})
                server.next("status", paused=True, time=0.0)
            viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
            viewer.page.keyboard.press("l")
            viewer.page.add_style_tag(content=ONLY_THE_SCENE)
            viewer.ask("window.motorium.sharpen()")
            sitters = Sitters(viewer, running.socket_address, lengths)
            due = [(frame, fish, "left") for fish, frame in straight.items()]
            due += [(frame, fish, "above") for fish, frame in bent.items()]
            for frame, fish, side in sorted(due):
                sitters.wait(frame)
                found[fish, side] = sitters.photograph(fish, side)
    return [(found[fish, "left"], found[fish, "above"]) for fish in range(len(names))]


def main(names: list[str]) -> None:
    chosen = names or sorted(known_species())
    pairs = portraits(chosen)
    across = 2 if len(chosen) > 1 else 1
    rows = -(-len(chosen) // across)
    wide, high = CELL
    sheet = Image.new("RGB", (across * 2 * wide, rows * high))
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(16)
    for k, (name, pair) in enumerate(zip(chosen, pairs, strict=True)):
        x, y = 2 * wide * (k % across), high * (k // across)
        for step, picture in enumerate(pair):
            small = picture.resize(CELL, Image.Resampling.LANCZOS)
            sheet.paste(small, (x + step * wide, y))
        pen.text((x + 10, y + high - 26), load_species(name).label, font=font, fill=FOAM)
    sheet.save(HERE / "portraits.jpg", quality=74, optimize=True)
    print(f"wrote {HERE.name}/portraits.jpg")


if __name__ == "__main__":
    main(sys.argv[1:])
