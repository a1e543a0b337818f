"""The page in a real browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

PATIENCE = 120.0
"""How long to wait for a page that a processor must draw, on a busy machine [s]."""

expect.set_options(timeout=1000 * PATIENCE)

OPENED = ("habitat", "boat", "pilot", "motors", "readout")
"""Panels that newcomers see folded, and tests open, as whoever has opened them does."""

ARGUMENTS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def browser(chromium: Path) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(chromium), args=ARGUMENTS)
        try:
            yield running
        finally:
            running.close()


class Viewer:
    """A page, what its console said, and short ways to ask it things."""

    def __init__(
        self,
        running: Browser | BrowserContext,
        address: str,
        width: int = 800,
        height: int = 500,
        pixels_per_point: float = 1.0,
        trusting: bool = False,
        folded: bool = False,
        telephone: bool = False,
    ) -> None:
        """trusting: whatever certificate a studio has; folded: panels are as newcomers see them;
        telephone: fingers point, and nothing else.

        In a context that is there already only the size of the window counts.
        """
        if isinstance(running, BrowserContext):
            self.page: Page = running.new_page()
            self.page.set_viewport_size({"width": width, "height": height})
        else:
            self.page = running.new_page(
                viewport={"width": width, "height": height},
                device_scale_factor=pixels_per_point,
                ignore_https_errors=trusting,
                has_touch=telephone,
                is_mobile=telephone,
            )
        self.page.set_default_timeout(PATIENCE * 1000)
        self.complaints: list[str] = []
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        opened = {} if folded else dict.fromkeys(OPENED, False)
        self.page.add_init_script(
            f"localStorage['motorium-panels'] ??= {json.dumps(json.dumps(opened))}"
        )
        self.page.goto(address)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("warning", "error"):
            self.complaints.append(f"{message.type}: {message.text}")

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def until(self, expression: str, timeout: float = PATIENCE) -> None:
        """Wait until an expression is true on the page."""
        wait_for(lambda: bool(self.ask(expression)), expression, timeout)

    @cached_property
    def pointer(self) -> Pointer:
        return Pointer(self.page)

    def drawn_anew(self) -> None:
        """Wait until what is so now has been drawn."""
        self.ask(f"new Promise((drawn) => {4 * 'requestAnimationFrame(() => '}drawn(){4 * ')'})")

    def ready(self) -> Viewer:
        self.until("window.motorium !== undefined && window.motorium.ready")
        return self


class Pointer:
    """A mouse whose events say when they were.

    Those of Playwright are as far apart as a busy page takes for them, so that two quick clicks
    would be two slow ones, and a throw would be none.
    """

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._now = 0.0

    def press(self, x: float, y: float) -> None:
        self._now = max(self._now, time.time())
        self._send("mousePressed", x, y)

    def move(self, x: float, y: float, seconds: float) -> None:
        """To a place, so long after the event before."""
        self._now += seconds
        self._send("mouseMoved", x, y)

    def lift(self, x: float, y: float) -> None:
        self._send("mouseReleased", x, y)

    def click(self, x: float, y: float, times: int = 1) -> None:
        """At once, or twice at once."""
        for _ in range(times):
            self.press(x, y)
            self.lift(x, y)

    def _send(self, kind: str, x: float, y: float) -> None:
        event = {"type": kind, "x": x, "y": y, "timestamp": self._now}
        left = {"button": "left", "buttons": int(kind != "mouseReleased"), "clickCount": 1}
        self._session.send("Input.dispatchMouseEvent", event | left)


def wait_for(condition: Callable[[], bool], what: str, timeout: float = PATIENCE) -> None:
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, f"waited {timeout} s for: {what}"
        time.sleep(0.05)
