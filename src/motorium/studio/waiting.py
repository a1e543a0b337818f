"""Wishes that wait until what they need has been filmed."""

from __future__ import annotations

from motorium.studio.conductor import MOST_WISHES, Busy
from motorium.wire import wishes
from motorium.wire.making import Load
from motorium.wire.message import Message

__all__ = ["Waiting"]

Wish = tuple[Message, object | None]


class Waiting:
    """A line of wishes, the oldest first; the newer of two that contradict each other counts."""

    def __init__(self) -> None:
        self._line: list[Wish] = []

    def __bool__(self) -> bool:
        return bool(self._line)

    @property
    def for_motors(self) -> bool:
        """Whether any of them is about motors."""
        return any(isinstance(message, wishes.Motor) for message, _ in self._line)

    def add(self, message: Message, page: object | None) -> None:
        """Let a wish wait behind the others."""
        self.replace(message, page)
        if len(self._line) >= MOST_WISHES:
            raise Busy(f"more than {MOST_WISHES} wishes wait for films; try again in a moment")
        self._line.append((message, page))

    def replace(self, message: Message, page: object | None) -> None:
        """A newer wish has come: forget those that it leaves without effect."""
        self._line = [older for older in self._line if not _void(older, (message, page))]

    def forget(self, page: object) -> None:
        """A page has gone: there is nobody to whom twins could be shown."""
        self.replace(wishes.Compare(on=False, id=None), page)

    def take(self) -> list[Wish]:
        """All of them; nobody waits any longer."""
        line, self._line = self._line, []
        return line


def _void(older: Wish, newer: Wish) -> bool:
    match older[0], newer[0]:
        case wishes.Motor(), wishes.Motor(id=None) | wishes.Restart():
            return True
        case wishes.Motor(id=one), wishes.Motor(id=other):
            return one == other
        case Load(), Load() | wishes.Restart():
            return True
        case wishes.Compare(), wishes.Compare():
            return older[1] is newer[1]
    return False
