"""One fish that swims before a page's camera and is held there."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

__all__ = ["ONLY_THE_SCENE", "Sitter", "near_by", "sitter"]

ONLY_THE_SCENE: Final = "body * { visibility: hidden } canvas { visibility: visible !important }"
SCENARIO: Final = """format = 1
[[group]]
species = "{species}"
places = [[0.0, 0.0, 0.0]]
headings = [3.14159]
mind = "sequence"
motor = "muscle"

[[command]]
at = 0.0
speed = 0.6
"""


class Sitter:
    """length [m]: from nose to tail."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        nodes = np.array(viewer.ask("window.motorium.drawn(1).nodes[0]"))
        low, high = nodes.min(axis=0), nodes.max(axis=0)
        self.length = float(high[0] - low[0])
        self._middle = (low + high) / 2

    def seen(self, away: float, level: int | None = None) -> Image.Image:
        """From its left, so many of its lengths away, at a level of detail."""
        x, y, z = self._middle.tolist()
        away *= self.length
        asked = "null" if level is None else level
        self.viewer.ask(f"window.motorium.drawAt({asked})")
        self.viewer.ask(
            f"window.motorium.lookFrom([{x}, {y - away}, {z + 0.08 * away}], [{x}, {y}, {z}])"
        )
        self.viewer.ask("window.motorium.freeze(true)")
        data = self.viewer.page.get_by_test_id("scene").screenshot()
        self.viewer.ask("window.motorium.freeze(false)")
        return Image.open(io.BytesIO(data)).convert("RGB")


@contextmanager
def sitter(species: str, width: int, height: int, scale: float = 2.0) -> Iterator[Sitter]:
    """One of a species, by name or file; of its pictures: width, height and scale."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.toml")
        path.write_text(SCENARIO.format(species=species))
        with studio(str(path)) as running, browser(chromium) as chrome:
            viewer = Viewer(chrome, running.address, width, height, scale).ready()
            with Client(running.socket_address) as server:
                server.send({"type": "paused", "value": True})
                server.next("status", paused=True)
            viewer.page.add_style_tag(content=ONLY_THE_SCENE)
            viewer.ask("window.motorium.sharpen()")
            yield Sitter(viewer)


def near_by(species: str) -> Image.Image:
    """One of a species that wears a photograph."""
    with sitter(species, 600, 340) as fish:
        fish.viewer.until("window.motorium.photographed().length === 1")
        return fish.seen(0.95)
