"""Who watches the world: the newest look of every page, told to the world once a frame."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Hashable
from typing import Final
from weakref import WeakKeyDictionary

from motorium.contracts.viewing import Camera
from motorium.world.world import World

__all__ = ["Watchers"]

OVERVIEW: Final = Camera((0.0, 0.0, -1e6), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), 0.02, 1.0, 1.0)
"""Sees everybody, and nobody large: of whoever has not said yet where he looks."""
BLIND: Final = Camera((0.0, 0.0, 1e6), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), 0.02, 1.0, 1.0, 1e-3)
"""Sees nobody: where all pages are hidden. A world without any camera would show everybody."""


class Watchers:
    """Pages and their cameras; looks may come from any thread, and only the newest counts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._pages: dict[object, tuple[int, tuple[Camera, ...] | None]] = {}
        self._given: WeakKeyDictionary[World, dict[Hashable, Camera]] = WeakKeyDictionary()

    def arrive(self, page: object) -> None:
        """A page that sees everything until it looks somewhere."""
        with self._lock:
            self._pages[page] = (next(self._numbers), None)

    def look(self, page: object, cameras: tuple[Camera, ...]) -> None:
        """A page looks from here; from nowhere if nobody can see it. Strangers are not heard."""
        with self._lock:
            if page in self._pages:
                self._pages[page] = (self._pages[page][0], cameras)

    def leave(self, page: object) -> None:
        """A page takes its cameras with it."""
        with self._lock:
            self._pages.pop(page, None)

    def tell(self, world: World, everybody: bool) -> None:
        """Tell a world what has changed; everybody: let it show all, whoever looks."""
        # A world that was put aside still has the cameras that it was given.
        given, wanted = self._given.get(world, {}), self._wanted(everybody)
        for viewer in given.keys() - wanted.keys():
            world.look(viewer, None)
        for viewer, camera in wanted.items():
            if given.get(viewer) != camera:
                world.look(viewer, camera)
        self._given[world] = wanted

    def _wanted(self, everybody: bool) -> dict[Hashable, Camera]:
        with self._lock:
            pages = list(self._pages.values())
        if not pages:
            return {}
        wanted: dict[Hashable, Camera] = {
            (number, k): camera
            for number, cameras in pages
            for k, camera in enumerate(cameras or ())
        }
        if everybody or any(cameras is None for _, cameras in pages):
            wanted["overview"] = OVERVIEW
        return wanted or {"blind": BLIND}
