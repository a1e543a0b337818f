"""Draws moments: pictures, and maps of what is seen."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.viewing import Camera
from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.scene import drawers
from motorium.looks.drawing.target import PictureTarget, SightTarget
from motorium.looks.drawing.view import View

__all__ = ["MOST_PIXELS", "Renderer", "thread_renderer"]

MOST_PIXELS: Final = 4096
"""Along a side."""
MOST_SIZES: Final = 6
"""Of pictures that are kept ready."""


class Renderer:
    """Needs graphics (`GraphicsError` if there are none); belongs to the thread that made it."""

    def __init__(self, frugal: bool = False) -> None:
        """frugal: leave out what is small, as pages do where a processor draws."""
        self._easel = Easel(frugal)
        self._drawers = drawers(self._easel)
        self._pictures: dict[tuple[tuple[int, int], int], PictureTarget] = {}
        self._sights: dict[tuple[int, int], SightTarget] = {}

    def picture(
        self, moment: Moment, camera: Camera | View, size: tuple[int, int], samples: int = 1
    ) -> NDArray[np.uint8]:
        """What a camera sees, shape (height, width, 3), the uppermost row first.

        size: width and height [pixels]; samples: of each pixel, 4 or 8 for smooth edges.
        """
        view = self._face(moment, camera, size)
        key = size, samples
        if key not in self._pictures:
            _make_room(self._pictures)
            self._pictures[key] = PictureTarget(self._easel.context, size, samples)
        target = self._pictures[key]
        target.begin()
        for pass_ in (Pass.SOLID, Pass.BEHIND, Pass.CLEAR):
            for drawer in self._drawers:
                drawer.draw(view, pass_)
        return target.read()

    def sight(
        self, moment: Moment, camera: Camera | View, size: tuple[int, int]
    ) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """What pixels show and its number (`SEEN_*` in constants.glsl; of a fish its row in the
        moment), and how far it is from the camera [m], inf where nothing is."""
        view = self._face(moment, camera, size)
        if size not in self._sights:
            _make_room(self._sights)
            self._sights[size] = SightTarget(self._easel.context, size)
        target = self._sights[size]
        target.begin()
        for drawer in self._drawers:
            drawer.draw(view, Pass.SIGHT)
        return target.read()

    def _face(self, moment: Moment, camera: Camera | View, size: tuple[int, int]) -> View:
        for name, side in zip(("width", "height"), size, strict=True):
            if not 1 <= side <= MOST_PIXELS:
                raise ValueError(f"{name} of a picture must be 1 to {MOST_PIXELS}, not {side}")
        self._easel.make_current()
        view = camera if isinstance(camera, View) else View.of(camera, size)
        self._easel.face(moment, view)
        for drawer in self._drawers:
            drawer.prepare(moment, view)
        return view


def _make_room(targets: dict[Any, Any]) -> None:
    """The oldest goes: whoever asks for ever other sizes gets no more memory for it."""
    if len(targets) >= MOST_SIZES:
        targets.pop(next(iter(targets))).release()


_own = threading.local()


def thread_renderer() -> Renderer:
    """One that this thread keeps: making another takes longer than a picture."""
    renderer: Renderer | None = getattr(_own, "renderer", None)
    if renderer is None:
        renderer = _own.renderer = Renderer()
    return renderer
