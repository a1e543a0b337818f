"""Bench `page`: what it costs to show a world, beyond the simulation.

server_share    %: of a core, to pack 1000 fishes and send them to 8 clients 30 times a second, with
                bodies and fins, over real sockets; against a fifth of a core
stalled_frames  a second that reach each of the others while one client reads nothing, against
                those without it
stalled_memory  MB that the server has more after a minute of that, against 1 MB
main_thread     ms a second of script on the page's main thread, with 10,000 fishes 60 times a
                second and drawing stubbed; against 25 ms
pictures        a second that it made, against 60; where they are fewer, main_thread is told as if
                they were not

Nobody swims: a studio in a process of its own shows the same fishes again and again.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from motorium.bench import looks_page
from motorium.bench.records import BenchRecord
from motorium.bench.still_life import StillLife, still_life

__all__ = ["Watched", "bar_of", "measure", "watch"]

CLIENTS: Final = 8
FISHES: Final = 1000
RATE: Final = 30.0
"""Frames a second."""
MOST_SHARE: Final = 0.2
"""Of a core."""
MOST_GROWTH: Final = 1.0
"""[MB]"""
CROWD: Final = 10_000
CROWD_RATE: Final = 60.0
MOST_SCRIPT: Final = 25.0
"""[ms/s]"""
SETTLES: Final = 2.0
"""Before anything counts [s]."""
# All that tells WebGL something, and nothing that asks it.
WITHOUT_DRAWING: Final = r"""
const told = RegExp(
  "^(draw|clear|bind|uniform|tex|buffer|vertex|copy|generate|pixelStore|framebuffer|invalidate)" +
  "|^(activeTexture|useProgram|enable|disable|viewport|scissor|frontFace|cullFace|polygonOffset)" +
  "|(Mask|Func|Equation|Separate|Op)$"
);
const context = WebGL2RenderingContext.prototype;
for (const name of Object.getOwnPropertyNames(context)) {
  const { value } = Object.getOwnPropertyDescriptor(context, name);
  if (typeof value === "function" && told.test(name)) context[name] = () => {};
}
// Once a picture.
globalThis.drawn = 0;
context.clear = () => { globalThis.drawn++; };
"""


@dataclass(frozen=True)
class Watched:
    """share of a core that the server took; frames a second of each client that reads; memory that
    the server has more in the end [MB], None where the system does not tell."""

    share: float
    frames: float
    growth: float | None


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    with still_life(FISHES, RATE) as studio:
        alone = watch(studio, CLIENTS, 4.0 if quick else 15.0)
        case: dict[str, int | float | str] = {"fish": FISHES, "clients": CLIENTS}
        yield BenchRecord(
            bench="page",
            quantity="server_share",
            case=case,
            value=round(100 * alone.share, 2),
            unit="% of a core",
            against=f"{100 * MOST_SHARE:g} % of a core",
            ratio=round(MOST_SHARE / alone.share, 3),
        )
        held = watch(studio, CLIENTS, 6.0 if quick else 60.0, stalled=1)
        case = case | {"stalled": 1}
        yield BenchRecord(
            bench="page",
            quantity="stalled_frames",
            case=case,
            value=round(held.frames, 2),
            unit="1/s",
            against=f"{alone.frames:.2f} a second without",
            ratio=round(held.frames / alone.frames, 3),
        )
        if held.growth is not None:
            yield BenchRecord(
                bench="page",
                quantity="stalled_memory",
                case=case,
                value=round(held.growth, 2),
                unit="MB",
                against=f"{MOST_GROWTH:g} MB",
                ratio=round(min(MOST_GROWTH / max(held.growth, 1e-3), 1000.0), 3),
            )
    if reason := looks_page.missing():
        print(f"page: the main thread was not measured: {reason}", file=sys.stderr)
        return
    with still_life(CROWD, CROWD_RATE) as studio:
        yield from main_thread(studio, CROWD, 5.0 if quick else 15.0)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return {"stalled_frames": 0.98, "pictures": None}.get(record.quantity, 1.0)


def watch(studio: StillLife, clients: int, seconds: float, stalled: int = 0) -> Watched:
    """Let so many watch for so long; stalled: so many of them read nothing."""
    address = f"ws://127.0.0.1:{studio.port}/socket"
    counts = [0] * (clients - stalled)
    with ExitStack() as stack:
        for number in range(len(counts)):
            stack.enter_context(_reading(address, counts, number))
        _wait_for_all(counts)
        for _ in range(stalled):
            stack.enter_context(_client(address))
        time.sleep(SETTLES)
        before, first, begun = studio.spent(), sum(counts), time.perf_counter()
        time.sleep(seconds)
        after, last, took = studio.spent(), sum(counts), time.perf_counter() - begun
    growth = (after.memory - before.memory) / 2**20 if before.memory else None
    return Watched((after.cpu - before.cpu) / took, (last - first) / took / len(counts), growth)


def main_thread(studio: StillLife, fishes: int, seconds: float) -> Iterator[BenchRecord]:
    """What a real browser says of its own main thread."""
    from playwright.sync_api import TimeoutError as TooLate
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(
            executable_path=looks_page.browser(), args=list(looks_page.ARGUMENTS)
        )
        page = chrome.new_page(viewport={"width": 800, "height": 500})
        page.set_default_timeout(looks_page.PATIENCE_MS)
        page.add_init_script(WITHOUT_DRAWING)
        page.goto(f"http://127.0.0.1:{studio.port}/")
        # Bounded by the page's patience; asked by the clock, as a crowd may hold up its frames.
        try:
            page.wait_for_function("Boolean(window.motorium?.ready)", polling=200)
        except TooLate:
            print("page: the main thread was not measured: the page was not ready", file=sys.stderr)
            return
        page.wait_for_timeout(1000 * SETTLES)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        drawn, before = page.evaluate("globalThis.drawn"), _metrics(session)
        page.wait_for_timeout(1000 * seconds)
        after, drawn = _metrics(session), page.evaluate("globalThis.drawn") - drawn
        chrome.close()
    took = after["Timestamp"] - before["Timestamp"]
    spent = {name: after[name] - before[name] for name in after}
    # Durations are the clock's: while others have the processor they go on, the thread's time not.
    share = spent["ScriptDuration"] / spent["TaskDuration"]
    pictures = drawn / took
    script = 1e3 * share * spent["ThreadTime"] / took * max(1.0, CROWD_RATE / pictures)
    case: dict[str, int | float | str] = {"fish": fishes, "rate": CROWD_RATE}
    yield BenchRecord(
        bench="page",
        quantity="main_thread",
        case=case,
        value=round(script, 2),
        unit="ms/s",
        against=f"{MOST_SCRIPT:g} ms a second",
        ratio=round(MOST_SCRIPT / script, 3),
    )
    yield BenchRecord(
        bench="page",
        quantity="pictures",
        case=case,
        value=round(pictures, 2),
        unit="1/s",
        against=f"{CROWD_RATE:g} a second",
        ratio=round(pictures / CROWD_RATE, 3),
    )


def _metrics(session: Any) -> dict[str, float]:
    found = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found}


def _client(address: str) -> ClientConnection:
    return connect(
        address, max_size=None, ping_interval=None, compression=None, max_queue=1, close_timeout=0.5
    )


@contextmanager
def _reading(address: str, counts: list[int], number: int) -> Iterator[None]:
    """Somebody who counts the pictures that he gets, as its number."""

    def read() -> None:
        try:
            while True:
                counts[number] += isinstance(client.recv(), bytes)
        except ConnectionClosed:
            return

    with _client(address) as client:
        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        yield
    thread.join(5.0)


def _wait_for_all(counts: list[int]) -> None:
    end = time.monotonic() + looks_page.PATIENCE_MS / 1000
    while not all(counts):
        if time.monotonic() > end:
            raise TimeoutError("not everybody got a picture")
        time.sleep(0.01)
