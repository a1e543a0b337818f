"""A thread that alone owns what is on show: others leave wishes and receive pictures."""

from __future__ import annotations

import logging
import queue
import threading
from abc import ABC, abstractmethod
from concurrent.futures import Future
from typing import Final

from motorium.compiled import Report
from motorium.studio.audience import Audience
from motorium.studio.panorama import Panorama
from motorium.wire import messages, wishes
from motorium.wire.message import Message

__all__ = ["MOST_WISHES", "Busy", "Conductor", "Show"]

_log = logging.getLogger(__name__)

MOST_WISHES: Final = 256


class Busy(RuntimeError):
    """Too many wishes wait; nothing has changed."""


class Show(ABC):
    """What the server asks of whoever makes the pictures of a stage."""

    def __init__(self, audience: Audience, report: Report | None = None) -> None:
        self._audience = audience
        self._report = report
        self._wishes: queue.Queue[tuple[Message, object | None, Future[None]]] = queue.Queue(
            MOST_WISHES
        )
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulation", daemon=True)
        self._started = False
        self._running = False
        self.failure: BaseException | None = None
        """Why the thread has ended, if it was not asked to."""

    @property
    @abstractmethod
    def hello(self) -> Message:
        """What a page must know first."""

    @abstractmethod
    def arrive(self, page: object) -> None:
        """A page watches."""

    @abstractmethod
    def hear(self, text: str, page: object) -> Future[None] | None:
        """Read a page's message: what ends when it is carried out; None: nobody waits for it."""

    @abstractmethod
    def forget(self, page: object) -> None:
        """A page has gone."""

    def refusal(self, reason: BaseException) -> messages.Refusal:
        """What is told to a page whose message was refused."""
        return messages.Refusal(message=str(_reason(reason)))

    def start(self) -> None:
        """Begin, if it has not: compile kernels, then make frames."""
        if not self._started:
            self._started = True
            self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stop.set()
        # While it compiles it cannot hear us; it is a daemon and ends with the process.
        if self._running and self._thread.is_alive():
            self._thread.join()

    def wish(self, message: Message, page: object | None = None) -> Future[None]:
        """Leave a page's message for the next frame; the future ends when it is carried out."""
        future: Future[None] = Future()
        if self.failure is not None:
            raise Busy("the simulation has ended; restart the studio")
        try:
            self._wishes.put_nowait((message, page, future))
        except queue.Full:
            raise Busy(f"more than {MOST_WISHES} wishes wait; try again in a moment") from None
        return future

    # ------------------------------------------------------------ on the thread

    @abstractmethod
    def _prepare(self) -> None:
        """What takes long before the first frame."""

    @abstractmethod
    def _frames(self) -> None:
        """Make frames until asked to stop."""

    @abstractmethod
    def _grant(self, message: Message, page: object | None) -> None:
        """Carry out a wish, or refuse it."""

    def _tell_progress(self, label: str, done: int, total: int) -> None:
        """What is compiled, on the terminal and on pages."""
        if self._report:
            self._report(label, done, total)
        shown = f"Compiling, only at the first start: {label}"
        self._audience.message(messages.Progress(label=shown, done=done, total=total))

    def _tell_building(self, label: str, done: int, total: int) -> None:
        """How far motions are that take long; they are not compiled."""
        if self._report:
            self._report(label, done, total)
        shown = f"Building, only at the first time: {label}"
        # What is done here is not all.
        self._audience.message(messages.Progress(label=shown, done=done, total=total + 1))

    def _run(self) -> None:
        try:
            self._prepare()
            self._running = True
            self._frames()
        except BaseException as error:
            self.failure = error
            _log.exception("the simulation has ended")
            self._refuse_wishes(error)
            self._audience.message(
                self.refusal(Busy(f"the simulation has ended: {error}; restart the studio"))
            )

    def _grant_wishes(self) -> bool:
        granted = False
        while True:
            try:
                message, page, future = self._wishes.get_nowait()
            except queue.Empty:
                return granted
            if not future.set_running_or_notify_cancel():
                continue
            try:
                self._grant(message, page)
                granted = True
            except Exception as refusal:
                if not isinstance(refusal, ValueError | KeyError):
                    _log.exception("a wish went wrong")
                future.set_exception(refusal)
            else:
                future.set_result(None)

    def _refuse_wishes(self, reason: BaseException) -> None:
        while not self._wishes.empty():
            _, _, future = self._wishes.get_nowait()
            if future.set_running_or_notify_cancel():
                future.set_exception(Busy(f"the simulation has ended: {reason}"))


class Conductor(Show):
    """Who makes the pictures of the ocean, live or from a recording."""

    def __init__(self, audience: Audience, report: Report | None = None) -> None:
        super().__init__(audience, report)
        self.panorama = Panorama(audience)

    @property
    @abstractmethod
    def hello(self) -> messages.Hello:
        """What a page must know first."""

    @abstractmethod
    def arrive(self, page: object) -> None:
        """A page watches; it sees everything until it looks somewhere."""

    @abstractmethod
    def look(self, page: object, message: wishes.Look) -> None:
        """A page looks elsewhere: often, so only the newest counts, and nobody waits for it."""

    def hear(self, text: str, page: object) -> Future[None] | None:
        """Read a page's message: what ends when it is carried out; None: nobody waits for it."""
        message = wishes.parse_client_message(text)
        if isinstance(message, wishes.Look):
            self.look(page, message)
            return None
        if isinstance(message, wishes.Lead):
            self.panorama.lead(message, page)
            return None
        if isinstance(message, wishes.Follow):
            self.panorama.follow(page)
            return None
        return self.wish(message, page)


def _reason(refusal: BaseException) -> object:
    return refusal.args[0] if refusal.args else type(refusal).__name__
