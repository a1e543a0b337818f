"""What the page's drawing costs, measured in a real browser: part of bench `looks`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from motorium.bench.records import BenchRecord

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["ARGUMENTS", "PATIENCE_MS", "browser", "measure", "missing"]

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SCENARIO: Final = "reef"
SPECIES: Final = "herring"
EYE, AIM = (1.5, -1.6, -0.7), (-0.3, 0.2, -0.75)
"""From here about 40 fishes are seen, as in Yu 1999, Table 4 [m]."""
SIZES: Final = ((1280, 800), (320, 200))
"""Of the picture [pixels]: the fewer, the more its triangles count."""
PATIENCE_MS: Final = 120_000


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """Costs of levels, then of drawing; a sentence where there is no browser."""
    if reason := missing():
        print(f"looks: the page was not measured: {reason}", file=sys.stderr)
        return
    with _page() as page:
        yield from _costs(page.evaluate("window.motorium.levelCosts()"))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(1000)
            yield _drawing(page, width, draws=5 if quick else 15)


def missing() -> str | None:
    """Why no page can be measured here, if so."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "Playwright is missing; pip install playwright"
    if not any(map(shutil.which, BROWSERS)):
        return f"no browser is on the PATH; looked for {', '.join(BROWSERS)}"
    return None


def browser() -> str:
    """Where there is one, if none is missing."""
    return next(filter(None, map(shutil.which, BROWSERS)))


@contextmanager
def _page() -> Iterator[Page]:
    """The reef on a page that draws all its pixels, with the camera in its place."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "motorium", "studio", SCENARIO, "--no-browser", "--port=0"]
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert studio.stdout is not None
        lines = iter(studio.stdout.readline, "")
        address = next(filter(None, (re.search(r"at (http://\S+)", line) for line in lines)))[1]
        with sync_playwright() as playwright:
            chrome = playwright.chromium.launch(executable_path=browser(), args=list(ARGUMENTS))
            page = chrome.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE_MS)
            page.goto(address)
            # The page forbids the strings that waiting for a function would evaluate.
            while not page.evaluate("Boolean(window.motorium?.ready)"):
                page.wait_for_timeout(200)
            page.get_by_test_id("follow").uncheck(force=True)
            page.evaluate(f"window.motorium.lookFrom({list(EYE)}, {list(AIM)})")
            page.wait_for_timeout(2000)
            page.evaluate(
                "(window.motorium.hold(), window.motorium.sharpen(), window.motorium.freeze(true))"
            )
            yield page
            chrome.close()
    finally:
        studio.terminate()
        try:
            studio.wait(timeout=30)
        except subprocess.TimeoutExpired:
            studio.kill()


def _costs(costs: list[dict[str, Any]]) -> Iterator[BenchRecord]:
    """Triangles of one fish and bytes of its species' mesh, level by level."""
    levels = [cost for cost in costs if cost["species"] == SPECIES]
    for cost in levels:
        for quantity in ("triangles", "bytes"):
            yield BenchRecord(
                bench="looks",
                quantity=quantity,
                case={"species": SPECIES, "level": cost["level"]},
                value=cost[quantity],
                unit=quantity,
                against="level 0",
                ratio=round(levels[0][quantity] / cost[quantity], 2),
            )


def _drawing(page: Page, width: int, draws: int) -> BenchRecord:
    """The shortest of some frames; both ways in turns, so that a disturbance hits both."""
    best: dict[bool, dict[str, Any]] = {}
    for _ in range(3):
        for everything in (False, True):
            ask = f"window.motorium.timeDraws({draws}, {str(everything).lower()})"
            cost = page.evaluate(ask)
            before = best.get(everything, cost)
            best[everything] = min(before, cost, key=lambda one: float(one["milliseconds"]))
    own, theirs = best[False], best[True]
    return BenchRecord(
        bench="looks",
        quantity="draw",
        case={"width": width, "fish": own["fishes"], "triangles": own["triangles"]},
        value=round(own["milliseconds"], 2),
        unit="ms",
        against=f"all {theirs['fishes']} at level 0: {theirs['triangles']} triangles",
        ratio=round(theirs["milliseconds"] / own["milliseconds"], 2),
    )
