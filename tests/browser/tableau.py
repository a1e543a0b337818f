"""Fishes on the real page that nobody simulates: posed, in whatever mood, to be looked at."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser
from starlette.websockets import WebSocket

from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats, quaternion_from_heading
from motorium.studio.telling import introduced
from motorium.wire import messages
from motorium.wire.snapshot import SnapshotPacker
from tests.browser.pages import Viewer
from tests.browser.servers import hello, strange_server
from tests.looks.fishes import bent

__all__ = ["Posed", "Tableau", "tableau"]

ONLY_THE_SCENE = "body * { visibility: hidden } canvas { visibility: visible !important }"
BREATH = 0.05
"""From one frame that is sent to the next [s]."""
EXTENT = 200.0


@dataclass(frozen=True)
class Posed:
    """A fish that looks along -x, to the left of who stands at -y.

    place [m]; bend: its body's [degrees]; looks: mouth, courtship and fear, 0 to 1; seed: of its
    own colours and marks.
    """

    species: str
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    bend: float = 0.5
    looks: tuple[float, float, float] = (0.0, 0.0, 0.0)
    seed: int = 30_000


@dataclass
class Tableau:
    """What a page shows, and the page. Coordinates are the studio's [m]."""

    names: Sequence[str]
    viewer: Viewer = field(init=False)
    roster: str = ""
    frame: bytes = b""
    revision: int = 0

    async def talk(self, page: WebSocket) -> None:
        """Frames follow each other, as those of a studio do."""
        await page.send_text(hello(species=[introduced(load_species(name)) for name in self.names]))
        told = ""
        while True:
            roster, frame = self.roster, self.frame
            if roster and roster != told:
                await page.send_text(roster)
                told = roster
            if frame:
                await page.send_bytes(frame)
            await asyncio.sleep(BREATH)

    def show(self, fishes: Sequence[Posed]) -> None:
        """These, from now on; light and water stand still."""
        self._pack(fishes)
        if not hasattr(self, "viewer"):
            return
        self.viewer.ask("window.motorium.release()")
        # Drawn in vain, as long as nothing of it has come.
        shown = (
            f"(window.motorium.freeze(true), window.motorium.drawn(0)?.roster) === {self.revision}"
        )
        self.viewer.until(shown)
        self.viewer.ask("window.motorium.hold()")

    def seen(
        self, eye: Sequence[float], at: Sequence[float], level: int | None = None
    ) -> NDArray[np.float64]:
        """The picture from there, 0 to 255, shape (height, width, 3)."""
        asked = "null" if level is None else level
        self.viewer.ask(f"window.motorium.drawAt({asked})")
        self.viewer.ask(f"window.motorium.lookFrom({[*map(float, eye)]}, {[*map(float, at)]})")
        self.viewer.ask("window.motorium.freeze(true)")
        data = self.viewer.page.get_by_test_id("scene").screenshot()
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.float64)

    def on_screen(self, place: Sequence[float]) -> Floats:
        """Where a place is in the picture, (column, row)."""
        found = self.viewer.ask(f"window.motorium.screenAt({[*map(float, place)]})")
        return np.array([found["x"], found["y"]])

    def _pack(self, fishes: Sequence[Posed]) -> None:
        self.revision += 1
        count = len(fishes)
        kinds = [load_species(fish.species) for fish in fishes]
        lengths = np.array([kind.length for kind in kinds], dtype=np.float32)
        nodes = [
            kind.length * bent(kind.body.nodes / kind.body.length, fish.bend)
            for kind, fish in zip(kinds, fishes, strict=True)
        ]
        self.frame = SnapshotPacker().pack(
            tick=self.revision,
            roster=self.revision,
            extent=EXTENT,
            slots=np.arange(count),
            positions=np.array([fish.place for fish in fishes]).reshape(count, 3),
            orientations=quaternion_from_heading(np.full(count, np.pi)),
            lengths=lengths,
            nodes=np.array(nodes, dtype=np.float32).reshape(count, 23, 3),
            has_nodes=np.ones(count, np.bool_),
            looks=np.array([fish.looks for fish in fishes], np.float32).reshape(count, 3),
        )
        self.roster = messages.Roster(
            revision=self.revision,
            ids=[*range(count)],
            species=[self.names.index(fish.species) for fish in fishes],
            sizes=[1.0] * count,
            seeds=[fish.seed for fish in fishes],
            groups=[-1] * count,
        ).model_dump_json()


@contextmanager
def tableau(
    chrome: Browser, names: Sequence[str], width: int = 480, height: int = 300
) -> Iterator[Tableau]:
    """A page on which fishes of these species can be posed."""
    scene = Tableau(names)
    scene.show([Posed(names[0])])
    with strange_server(scene.talk) as address:
        scene.viewer = Viewer(chrome, address, width, height).ready()
        scene.viewer.page.add_style_tag(content=ONLY_THE_SCENE)
        scene.viewer.ask("window.motorium.sharpen()")
        yield scene
        scene.viewer.page.close()
