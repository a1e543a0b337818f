"""A recording as one HTML file that plays without a server: the page, and in it the pictures."""

from __future__ import annotations

import base64
import html
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from motorium.export.reel import Reel, Span
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording

__all__ = ["MOST_BYTES", "PAGE", "check_page", "export_page"]

PAGE: Final = Path(__file__).parent / "page" / "recording.html"
"""Built from `web/`, with all that it needs in it."""
TITLE: Final = "<title>Motorium</title>"
PLACE: Final = "<!--motorium:recording-->"
MOST_BYTES: Final = 250_000_000
"""Larger files take browsers too long to open."""


def export_page(
    recording: Recording,
    path: Path,
    span: Span | None = None,
    force: bool = False,
    report: Callable[[int, int], None] | None = None,
    most: int = MOST_BYTES,
) -> tuple[int, float]:
    """Write the file, whole or not at all, and return its bytes and seconds.

    report: called with pictures done, and all. What a recording says is only ever packed, or
    escaped: none of its names can be read as a part of the page.
    """
    check_page(path, force)
    head, foot = _page()
    reel = Reel(recording, span or Span())
    title = html.escape(f"{recording.path.name}, a recording of {reel.title}")
    head = head.replace(TITLE, f"<title>{title} – Motorium</title>", 1)
    half = path.with_suffix(f".{os.getpid()}.half")
    try:
        with half.open("wb") as file:
            size = file.write(head.encode())
            for done, part in reel.parts():
                size += file.write(_held("part", part))
                if size > most:
                    seconds = (done - 1) * reel.seconds / max(len(reel.frames) - 1, 1)
                    raise RecordingError(
                        f"{path} would be larger than {most / 1e6:g} MB, which {seconds:.1f} of "
                        f"its {reel.seconds:.1f} s fill; show less of it with --from and --to, or "
                        "fewer pictures a second with --fps"
                    )
                if report:
                    report(done, len(reel.frames))
            size += file.write(_held("told", reel.told()))
            size += file.write(foot.encode())
        half.replace(path)
    except OSError as problem:
        raise RecordingError(f"{path} cannot be written: {problem.strerror}") from None
    finally:
        half.unlink(missing_ok=True)
    return size, reel.seconds


def check_page(path: Path, force: bool) -> None:
    """Before anything is packed."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise RecordingError(f"{path}: a page's name ends in .html")
    if path.is_dir() or not path.parent.is_dir():
        why = "is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise RecordingError(f"{path}: {why}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise RecordingError(f"{path}: cannot be written there")
    if path.exists() and not force:
        raise RecordingError(f"{path} is there already; --force writes over it")


def _page() -> tuple[str, str]:
    """What stands before the recording, and behind it."""
    try:
        page = PAGE.read_text(encoding="utf-8")
    except OSError:
        raise RecordingError(
            "the page of recordings has not been built; install Motorium with pip, "
            "or run 'make page'"
        ) from None
    head, place, foot = page.partition(PLACE)
    if not place or TITLE not in head:
        raise RecordingError(f"{PAGE} has no room for a recording; run 'make page'")
    return head, foot


def _held(name: str, data: bytes) -> bytes:
    """In a script that is none: nothing in base 64 ends it."""
    text = base64.b64encode(data)
    return (
        b'<script type="application/octet-stream" data-'
        + name.encode()
        + b">"
        + text
        + b"</script>\n"
    )
