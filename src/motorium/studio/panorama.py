"""The pages that are channels of one panorama: one leads, all show what it says."""

from __future__ import annotations

import threading
from typing import Final

from motorium.studio.audience import Audience
from motorium.wire.panorama import Lead, Led

__all__ = ["MOST_CHANNELS", "Panorama"]

MOST_CHANNELS: Final = 16
"""A wall has three; a studio must not spread pictures of one page to hundreds."""


class Panorama:
    """Spreads what the leading page says, from whatever thread it comes."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._lock = threading.Lock()
        self._leader: object | None = None
        self._followers: set[object] = set()
        self._led: Led | None = None
        self._number = 0

    def follow(self, page: object) -> None:
        """A page becomes a channel, and is told at once what the others show."""
        with self._lock:
            if page not in self._followers and len(self._followers) >= MOST_CHANNELS:
                raise ValueError(f"the panorama has {MOST_CHANNELS} channels, and no more")
            self._followers.add(page)
            led = self._led
        if led is not None:
            self._audience.message(led, page)

    def lead(self, message: Lead, page: object) -> None:
        """All channels show this, the leading one too: so all do at once."""
        with self._lock:
            if self._leader not in (None, page):
                raise ValueError(
                    "another page leads the panorama; close its window, or make this one "
                    "?channel=left or ?channel=right"
                )
            self._leader = page
            self._number += 1
            said = message.model_dump(exclude={"type"})
            self._led = led = Led(number=self._number, **said)
            followers = list(self._followers)
        for follower in followers:
            self._audience.message(led, follower)

    def leave(self, page: object) -> None:
        """A page has gone; another may lead."""
        with self._lock:
            self._followers.discard(page)
            if self._leader is page:
                self._leader = self._led = None
