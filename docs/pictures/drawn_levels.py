"""Levels of detail side by side: a fish near by at each, and as small as it is when it gets it."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from docs.pictures.portraits import ONLY_THE_SCENE
from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

SPECIES: Final = "clownfish"
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
FOCAL: Final = 1.2
"""Half the height of the picture over the distance at which it is that high, about."""
SCENARIO: Final = f"""format = 1
[[group]]
species = "{SPECIES}"
places = [[0.0, 0.0, 0.0]]
headings = [3.14159]
mind = "sequence"
motor = "muscle"
[[command]]
at = 0.0
speed = 0.6
"""


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.toml")
        path.write_text(SCENARIO)
        with studio(str(path)) as running, browser(chromium) as chrome:
            viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, 2).ready()
            with Client(running.socket_address) as server:
                server.send({"type": "paused", "value": True})
                server.next("status", paused=True)
            viewer.page.add_style_tag(content=ONLY_THE_SCENE)
            viewer.ask("window.motorium.sharpen()")
            nodes = viewer.ask("window.motorium.drawn(1).nodes[0]")
            middle = [sum(axis) / len(nodes) for axis in zip(*nodes, strict=True)]
            length = max(node[0] for node in nodes) - min(node[0] for node in nodes)

            def seen(level: int, away: float) -> Image.Image:
                eye = [middle[0], middle[1] - away, middle[2] + 0.08 * away]
                viewer.ask(f"window.motorium.drawAt({level})")
                viewer.ask(f"window.motorium.lookFrom({eye}, {middle})")
                viewer.ask("window.motorium.freeze(true)")
                data = viewer.page.get_by_test_id("scene").screenshot()
                viewer.ask("window.motorium.freeze(false)")
                return Image.open(io.BytesIO(data)).convert("RGB")

            near = [seen(level, 0.95 * length) for level in range(len(NAMES))]
            # What is so many pixels long at a distance is twice as long at half of it.
            scale = _long_on_screen(near[0]) * 0.95 * length
            small = [seen(k, scale / size) for k, size in enumerate(SIZES)]
    _save(near, small)


def _long_on_screen(picture: Image.Image) -> float:
    """How many pixels of a picture the fish takes up from left to right: it is orange."""
    reds = [
        x
        for x in range(picture.width)
        if any(
            red > 1.5 * blue and red > 90
            for red, _, blue in (
                picture.getpixel((x, y))  # type: ignore[misc]
                for y in range(picture.height // 4, 3 * picture.height // 4, 4)
            )
        )
    ]
    return float(max(reds) - min(reds))


def _save(near: list[Image.Image], small: list[Image.Image]) -> None:
    sheet = Image.new("RGB", (4 * WIDTH, HEIGHT + SMALL_HEIGHT))
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(20)
    for k, (large, tiny) in enumerate(zip(near, small, strict=True)):
        x = k * WIDTH
        sheet.paste(large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS), (x, 0))
        left, top = (tiny.width - WIDTH) // 2, (tiny.height - SMALL_HEIGHT) // 2
        sheet.paste(tiny.crop((left, top, left + WIDTH, top + SMALL_HEIGHT)), (x, HEIGHT))
        pen.text((x + 12, HEIGHT - 32), NAMES[k], font=font, fill="#e6f4f7")
    sheet.save(HERE / "drawn-levels.jpg", quality=88, optimize=True)
    print(f"wrote {HERE.name}/drawn-levels.jpg")


if __name__ == "__main__":
    main()
