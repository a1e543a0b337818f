"""Who is told what happens on a stage."""

from __future__ import annotations

from typing import Any, Protocol

from motorium.wire.message import Message

__all__ = ["Audience", "Picture"]


class Picture(Protocol):
    """A snapshot that each page is told in its own words: what it does not know yet."""

    def fresh_memory(self) -> Any:
        """Of a page that knows nothing."""

    def pack_for(self, memory: Any) -> bytes:
        """What a page does not know; its memory takes it as told."""


class Audience(Protocol):
    """Who is told; called from the simulation thread, must not block."""

    def snapshot(self, data: bytes | Picture) -> None:
        """The newest picture, which takes the place of any before it."""

    def message(self, message: Message, page: object | None = None) -> None:
        """To all pages, or to one."""
