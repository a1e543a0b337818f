"""Who looks on at a performance from elsewhere, fed by packets alone (Soriano 2009, section 4.4).

    onlookers = Onlookers(Hub())
    show = PerformanceShow(..., Spread(hub, onlookers.hub), ..., onlookers=onlookers)
    stage = Stage("audience", "/audience", LookingOn(show, onlookers), onlookers.hub, ...)

They are told the measurements that a remote display must have beforehand: `performance` and
`scene`, as pages of the Performance stage are. Then binary messages of packets, 60 a second, each
with all samples (`wire.mocap.state`) since the last one: who runs puts his feet down so hard that
between samples 1/60 s apart one would be shown 14 mm beside him. Nothing is made while nobody looks
on.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from motorium.studio.attendance import Attendance
from motorium.studio.audience import Audience, Picture
from motorium.studio.conductor import Show
from motorium.studio.hub import Hub
from motorium.wire.message import Message
from motorium.wire.messages import Progress, Refusal
from motorium.wire.mocap.packets import pack_sample
from motorium.wire.mocap.state import state_packets
from motorium.wire.performing.messages import SceneShown
from motorium.world.performance.performance import Performance

__all__ = ["LookingOn", "Onlookers", "Spread"]

FOR_ALL: Final = (Progress, Refusal, SceneShown)
"""What onlookers are told as well, if all pages are."""
MOST_SAMPLES: Final = 8
"""In a message: time may go faster than it does."""


class Onlookers:
    """As the thread of a performance knows them."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.attendance = hub, Attendance()
        self._kept: list[bytes] = []
        self._last = (-1, -1.0)

    def meet(self) -> bool:
        """Whether somebody has come since it was asked last."""
        before = set(self.attendance.pages)
        self.attendance.meet()
        return not self.attendance.pages <= before

    def keep(self, performance: Performance, revision: int) -> None:
        """A frame has been simulated: it is shown with the next picture."""
        if self.attendance.pages:
            self._kept.append(pack_sample(state_packets(performance, revision)))
            self._last = revision, performance.seconds

    def show(self, performance: Performance, revision: int) -> None:
        """All that has been kept, and how it is now."""
        if self._last != (revision, performance.seconds) or not self._kept:
            self.keep(performance, revision)
        if self._kept:
            self.hub.snapshot(b"".join(self._kept[-MOST_SAMPLES:]))
        self._kept.clear()


class Spread:
    """An audience of pages, and of onlookers who hear only what is for all."""

    def __init__(self, pages: Audience, onlookers: Audience) -> None:
        self._pages, self._onlookers = pages, onlookers

    def snapshot(self, data: bytes | Picture) -> None:
        """For pages; onlookers have pictures of their own."""
        self._pages.snapshot(data)

    def message(self, message: Message, page: object | None = None) -> None:
        """To all, or to one page."""
        self._pages.message(message, page)
        if page is None and isinstance(message, FOR_ALL):
            self._onlookers.message(message)


class LookingOn:
    """A show that only follows another one, as the server knows it."""

    def __init__(self, play: Show, onlookers: Onlookers) -> None:
        self._play, self._onlookers = play, onlookers

    @property
    def hello(self) -> Message:
        """What a page must know first."""
        return self._play.hello

    @property
    def failure(self) -> BaseException | None:
        """Why the play has ended, if it was not asked to."""
        return self._play.failure

    def start(self) -> None:
        """Begin the play, if it has not."""
        self._play.start()

    def stop(self) -> None:
        """Whoever began it ends it."""

    def arrive(self, page: object) -> None:
        """A page looks on."""
        self._onlookers.attendance.arrive(page)

    def forget(self, page: object) -> None:
        """A page has gone; after the last one, what it saw would be old for the next."""
        self._onlookers.attendance.forget(page)
        if not self._onlookers.hub.seats:
            self._onlookers.hub.forget_snapshot()

    def hear(self, text: str, page: object) -> Future[None] | None:
        """Nothing is heard."""
        raise ValueError(
            "an audience looks on and wishes nothing; what happens is wished on the Performance "
            "stage"
        )

    def refusal(self, reason: BaseException) -> Refusal:
        """What is told to a page whose message was refused."""
        return self._play.refusal(reason)
