"""Events: what happened, when, to whom; kinds are registered, so that typing errors show."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

__all__ = ["Event", "Events", "Log", "known_events", "register_event"]

_KINDS: dict[str, str] = {}


def register_event(kind: str, meaning: str) -> str:
    """Make a kind of event known; returns it, to be kept as a constant."""
    if _KINDS.setdefault(kind, meaning) != meaning:
        raise ValueError(f"event kind {kind!r} already means: {_KINDS[kind]}")
    return kind


def known_events() -> dict[str, str]:
    """What each kind means; each becomes known when the module that tells of it is imported."""
    return dict(_KINDS)


@dataclass(frozen=True)
class Event:
    """frame and t [s] when; subject and object: ids, -1 for nobody; x, y, z [m] where."""

    frame: int
    t: float
    kind: str
    subject: int = -1
    object: int = -1
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    value: float = 0.0
    detail: str = ""


class Log(Protocol):
    """Notes that something has happened now to who is in a slot; concerned: the id of somebody
    else, -1 for nobody."""

    def __call__(self, kind: str, slot: int, detail: str = "", concerned: int = -1) -> None: ...


class Events:
    """The newest events of a world; older ones fall out."""

    KEPT: Final = 10_000

    def __init__(self) -> None:
        self._kept: deque[Event] = deque(maxlen=self.KEPT)
        self.total = 0
        """How many there have ever been."""

    def __iter__(self) -> Iterator[Event]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, event: Event) -> None:
        if event.kind not in _KINDS:
            raise ValueError(
                f"event kind {event.kind!r} is not registered; known are {', '.join(_KINDS)}"
            )
        self._kept.append(event)
        self.total += 1

    def since(self, total: int) -> list[Event]:
        """Those added after `total` was this log's total, as far as they are kept."""
        fresh = min(self.total - total, len(self._kept))
        return [self._kept[index - fresh] for index in range(fresh)]
