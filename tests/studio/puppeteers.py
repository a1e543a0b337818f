"""A puppet stage in a process of its own, and pages without a screen that play with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from motorium.wire.puppet_frame import PuppetFrame, unpack_puppet_frame
from tests.studio.studios import PATIENCE, Client, Studio


@contextmanager
def puppet_studio(*arguments: str, cache: Path | None = None) -> Iterator[Studio]:
    running = Studio(*arguments, cache=cache, verb="puppet")
    try:
        yield running
    finally:
        running.stop()


def puppet_address(studio: Studio) -> str:
    return studio.socket_address.replace("/socket", "/puppet")


class Puppeteer(Client):
    """A page of the puppet stage."""

    def __enter__(self) -> Puppeteer:
        return self

    def frame(self, revision: int = 0, tick: int = 0, timeout: float = PATIENCE) -> PuppetFrame:
        """The next frame, not older than this."""
        for data in self.arrivals(timeout):
            if isinstance(data, bytes):
                frame = unpack_puppet_frame(data)
                if frame.revision >= revision and frame.tick >= tick:
                    return frame
        raise TimeoutError(f"no frame of revision {revision} and tick {tick} within {timeout} s")

    def later(self, frames: int) -> PuppetFrame:
        """The stage so many frames from now."""
        return self.frame(tick=self.frame().tick + frames)
