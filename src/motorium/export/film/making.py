"""Films picture by picture: what is shown, through which camera, for one eye or two."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.time import FRAME_RATE
from motorium.export.film.cameras import FilmCamera, Filmed
from motorium.export.film.problems import FilmError
from motorium.export.film.stereo import Stereo, anaglyph, eyes, side_by_side
from motorium.export.film.writer import FilmWriter
from motorium.looks.drawing.renderer import Renderer
from motorium.studio.recorded import RecordedWorld
from motorium.world.showing import Shown, moment_of
from motorium.world.world import World

__all__ = ["RATES", "Footage", "Live", "Look", "Recorded", "film", "pictures"]

RATES: Final = (10, 12, 15, 20, 30, 60)
"""Pictures a second: between two there are whole frames."""
SAMPLES: Final = 4
"""Of each pixel, for smooth edges."""


class _FilmedAndShown(Filmed, Shown, Protocol):
    """Has a place for a camera, and looks like something."""


class Footage(Protocol):
    """What is filmed."""

    @property
    def world(self) -> _FilmedAndShown: ...

    def put_to(self, frame: int) -> None:
        """Let it be this frame; never back."""


@dataclass(frozen=True)
class Live:
    """A world that is simulated while it is filmed."""

    world: World

    def put_to(self, frame: int) -> None:
        self.world.advance(frame - self.world.clock.frame)


@dataclass(frozen=True)
class Recorded:
    """A world as it was recorded."""

    world: RecordedWorld

    def put_to(self, frame: int) -> None:
        # In short steps, so that what was not recorded lives on between them.
        while self.world.frame < frame - 1:
            self.world.show(min(self.world.frame + 8, frame - 1))
        self.world.show(float(frame))


@dataclass(frozen=True)
class Look:
    """How a film looks: size [pixels] of its pictures, for one eye or two."""

    size: tuple[int, int]
    stereo: Stereo | None = None
    samples: int = SAMPLES


def frames_of(begin: float, seconds: float, fps: int) -> range:
    """Which frames of a world are shown, from a time on [s]."""
    if fps not in RATES:
        raise FilmError(f"--fps {fps}: it must be {', '.join(map(str, RATES[:-1]))} or {RATES[-1]}")
    if not 0.0 < seconds <= 3600.0:
        raise FilmError(f"--seconds {seconds:g}: it must be above 0 and at most 3600")
    if not 0.0 <= begin <= 86_400.0:
        raise FilmError(f"--from {begin:g}: it must be 0 or more, and at most 86400")
    first = round(begin * FRAME_RATE)
    step = FRAME_RATE // fps
    return range(first, first + step * max(1, math.ceil(seconds * fps - 1e-9)), step)


def pictures(
    footage: Footage, camera: FilmCamera, look: Look, frames: range, renderer: Renderer
) -> Iterator[NDArray[np.uint8]]:
    """One after the other, shape (height, width, 3)."""
    width, height = look.size
    for frame in frames:
        footage.put_to(frame)
        shot = camera.shot(footage.world, frames.step / FRAME_RATE)
        moment = moment_of(footage.world)
        if look.stereo is None:
            yield renderer.picture(moment, shot.camera, look.size, look.samples)
            continue
        aside = look.stereo is Stereo.SIDE_BY_SIDE
        size = (width // 2, height) if aside else look.size
        left, right = (
            renderer.picture(moment, view, size, look.samples)
            for view in eyes(shot.camera, shot.distance, size)
        )
        yield side_by_side(left, right) if aside else anaglyph(left, right)


def film(
    path: Path,
    shown: Iterator[NDArray[np.uint8]],
    size: tuple[int, int],
    fps: int,
    report: Callable[[int], None] = lambda done: None,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[int, int]:
    """Write pictures as a film, and return how many, and its bytes.

    report: called with how many are done; stopped: asked after each, whether that is enough. The
    file appears when it is whole; whatever goes wrong leaves none.
    """
    with FilmWriter(path, size, fps) as writer:
        for picture in shown:
            writer.add(picture)
            report(writer.pictures)
            if stopped():
                break
        return writer.pictures, writer.finish()
