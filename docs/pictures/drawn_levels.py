"""Levels of detail side by side: a fish near by at each, and as small as it is when it gets it."""

from __future__ import annotations

from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from docs.pictures.sitter import sitter
from docs.pictures.style import FOAM, HERE

SPECIES: Final = "clownfish"
NEAR: Final = 0.95
SIZES: Final = (110, 80, 45, 21)
"""Lengths on the screen below which a fish gets the level [pixels]; of the first, just above."""
NAMES: Final = (
    "0: B-spline surfaces",
    "1: control mesh, fins B-spline",
    "2: control mesh",
    "3: every second row of it",
)
WIDTH, HEIGHT = 480, 300
SMALL_HEIGHT: Final = 110


def main() -> None:
    with sitter(SPECIES, WIDTH, HEIGHT) as fish:
        near = [fish.seen(NEAR, level) for level in range(len(NAMES))]
        # What is so many pixels long at a distance is half as long at twice of it.
        scale = NEAR * long_on_screen(near[0])
        small = [fish.seen(scale / size, level) for level, size in enumerate(SIZES)]
    sheet = Image.new("RGB", (4 * WIDTH, HEIGHT + SMALL_HEIGHT))
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(20)
    for k, (large, tiny) in enumerate(zip(near, small, strict=True)):
        x = k * WIDTH
        sheet.paste(large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS), (x, 0))
        left, top = (tiny.width - WIDTH) // 2, (tiny.height - SMALL_HEIGHT) // 2
        sheet.paste(tiny.crop((left, top, left + WIDTH, top + SMALL_HEIGHT)), (x, HEIGHT))
        pen.text((x + 12, HEIGHT - 32), NAMES[k], font=font, fill=FOAM)
    sheet.save(HERE / "drawn-levels.jpg", quality=88, optimize=True)


def long_on_screen(picture: Image.Image) -> float:
    """How many pixels of a picture a clownfish takes up from left to right: it is orange."""
    red, _, blue = np.moveaxis(np.asarray(picture).astype(float), 2, 0)
    columns = np.flatnonzero(((red > 1.5 * blue) & (red > 90)).any(axis=0))
    return float(np.ptp(columns))


if __name__ == "__main__":
    main()
