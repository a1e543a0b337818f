"""The page as somebody sees it who comes for the first time."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 760


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio("reef") as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, folded=True).ready()
        viewer.page.get_by_test_id("dock").wait_for()
        viewer.ask("(window.motorium.sharpen(), window.motorium.freeze(true))")
        viewer.drawn_anew()
        picture = Image.open(io.BytesIO(viewer.page.screenshot()))
    picture.convert("RGB").save(HERE / "first-screen.jpg", quality=84, optimize=True)
    print(f"wrote {HERE.name}/first-screen.jpg")


if __name__ == "__main__":
    main()
