"""What clients ask of figures since the last frame, and what they look at."""

from __future__ import annotations

import threading
from typing import Final

from motorium.contracts.viewing import Camera
from motorium.studio.conductor import Busy
from motorium.wire.figures import wishes

__all__ = ["Pending", "Quick", "Watching"]

MOST_PENDING: Final = 4096
"""Of one client: it may command everybody of a town in every frame."""
BLIND: Final = Camera((0.0, 0.0, 1e6), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0), 0.02, 1.0, 1.0, 1e-3)
"""Sees nobody: where all pages are hidden. A town without any camera would show everybody near."""

Quick = (
    wishes.AskPosture
    | wishes.AskMotion
    | wishes.AskGesture
    | wishes.AskState
    | wishes.Aim
    | wishes.LetGo
    | wishes.Carry
    | wishes.PutDown
)
"""Said of many figures, more often than there are frames; nobody waits until it is carried out."""
_NEWEST: Final = (wishes.AskMotion, wishes.AskState, wishes.Aim, wishes.Carry)
"""Of these only the newest counts."""


class Pending:
    """Such messages in the order of each client; what is said again of the same figure before a
    frame takes the place of what was said before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[object, dict[object, Quick]] = {}
        self._numbers = 0

    def put(self, page: object, message: Quick) -> None:
        """From the server."""
        with self._lock:
            line = self._lines.setdefault(page, {})
            self._numbers += 1
            key: object = self._numbers
            if isinstance(message, _NEWEST):
                key = (type(message), message.id)
            if key not in line and len(line) >= MOST_PENDING:
                raise Busy(f"more than {MOST_PENDING} wishes wait; try again in a moment")
            # The newest is said last, whatever was said between.
            line.pop(key, None)
            line[key] = message

    def take(self) -> list[tuple[object, Quick]]:
        """For the town: all of them, once."""
        with self._lock:
            lines, self._lines = self._lines, {}
        return [(page, message) for page, line in lines.items() for message in line.values()]

    def forget(self, page: object) -> None:
        """A client has gone."""
        with self._lock:
            self._lines.pop(page, None)


class Watching:
    """Who is there, where each looks from, and whom it has chosen; called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._eyes: dict[object, tuple[Camera, ...] | None] = {}
        self._chosen: dict[object, int] = {}

    def __len__(self) -> int:
        return len(self._eyes)

    def arrive(self, page: object) -> None:
        """Somebody who has not said yet where he looks."""
        with self._lock:
            self._eyes[page] = None

    def look(self, page: object, cameras: tuple[Camera, ...]) -> None:
        """A page looks from here; from nowhere if nobody can see it. Strangers are not heard."""
        with self._lock:
            if page in self._eyes:
                self._eyes[page] = cameras

    def choose(self, page: object, identity: int | None) -> None:
        """A page wants to know what somebody does; nobody: None."""
        with self._lock:
            self._chosen.pop(page, None)
            if identity is not None and page in self._eyes:
                self._chosen[page] = identity

    def leave(self, page: object) -> None:
        """A page takes its cameras with it."""
        with self._lock:
            self._eyes.pop(page, None)
            self._chosen.pop(page, None)

    @property
    def chosen(self) -> dict[object, int]:
        """By pages."""
        with self._lock:
            return dict(self._chosen)

    @property
    def cameras(self) -> list[Camera]:
        """Of all; none where nobody has said anything: then everybody is near."""
        with self._lock:
            eyes = list(self._eyes.values())
        found = [camera for cameras in eyes for camera in cameras or ()]
        if not found and eyes and all(cameras is not None for cameras in eyes):
            return [BLIND]
        return found
