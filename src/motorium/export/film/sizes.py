"""How large a film is: by a name, or as width x height."""

from __future__ import annotations

import re
from typing import Final

from motorium.export.film.problems import FilmError

__all__ = ["NAMED", "size_of"]

NAMED: Final = {
    "240p": (426, 240),
    "360p": (640, 360),
    "480p": (854, 480),
    "720p": (1280, 720),
    "1080p": (1920, 1080),
}
MOST_SIDE, MOST_PIXELS, LEAST_SIDE = 1920, 1920 * 1080, 64


def size_of(text: str, side_by_side: bool = False) -> tuple[int, int]:
    """Width and height [pixels]; refused with a sentence."""
    named = NAMED.get(text.lower())
    found = re.fullmatch(r"([0-9]{1,5})[xX×]([0-9]{1,5})", text)
    if not named and not found:
        raise FilmError(f"--size {text}: it must be {', '.join(NAMED)}, or a size like 800x450")
    width, height = named or (int(found[1]), int(found[2]))  # type: ignore[index]
    if min(width, height) < LEAST_SIDE:
        raise FilmError(f"--size {text}: each side must have at least {LEAST_SIDE} pixels")
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise FilmError(f"--size {text}: films are at most as large as 1080p, 1920x1080")
    step = 4 if side_by_side else 2
    if named:
        return width - width % step, height
    if width % step or height % 2:
        halves = " of each half" if side_by_side else ""
        raise FilmError(f"--size {text}: width{halves} and height must be even")
    return width, height
