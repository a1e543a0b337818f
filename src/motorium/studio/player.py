"""A studio of a recording alone."""

from __future__ import annotations

import queue
from typing import Final

from motorium.compiled import Report, watch_compilation
from motorium.studio.audience import Audience
from motorium.studio.beat import Beat
from motorium.studio.conductor import Conductor
from motorium.studio.picture import Picture
from motorium.studio.playback import Playback
from motorium.wire import messages, wishes
from motorium.wire.message import Message
from motorium.world.recording.reader import Recording

__all__ = ["Player"]

STATUS_SECONDS: Final = 0.1
"""Between two reports: a time line moves."""


class Player(Conductor):
    """Plays a recording to pages, from its beginning."""

    def __init__(
        self, recording: Recording, audience: Audience, report: Report | None = None
    ) -> None:
        super().__init__(audience, report)
        self._playback = Playback(recording, audience, Picture())
        self._gone: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._watched = False

    @property
    def hello(self) -> messages.Hello:
        """What a page must know first."""
        return self._playback.hello

    def arrive(self, page: object) -> None:
        """It plays from the first page on, and everybody sees all."""
        self._watched = True

    def look(self, page: object, message: wishes.Look) -> None:
        """Nothing hangs on who looks where."""

    def forget(self, page: object) -> None:
        """A page has gone, and asks no more."""
        self.panorama.leave(page)
        self._gone.put(page)

    def stop(self) -> None:
        """End the thread, and close the file."""
        super().stop()
        self._playback.close()

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        self._tell_progress("bodies", 0, 1)
        with watch_compilation(self._tell_progress):
            self._playback.prepare()
        self._tell_progress("bodies", 1, 1)

    def _frames(self) -> None:
        beat = Beat(STATUS_SECONDS)
        self._playback.show()
        while not self._stop.is_set():
            # Asked first, for whoever has gone by now may have left wishes.
            gone = [self._gone.get() for _ in range(self._gone.qsize())]
            changed = self._grant_wishes()
            for page in gone:
                self._playback.forget(page)
            if self._watched:
                self._playback.play()
            if beat.must_tell(changed):
                self._audience.message(self._playback.status(self._running))
            if changed and self._playback.paused:
                self._playback.show()
            beat.wait()

    def _grant(self, message: Message, page: object | None) -> None:
        self._playback.grant(message, page)
