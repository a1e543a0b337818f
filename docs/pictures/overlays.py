"""The page with all overlays of one fish."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
CLOSER = "(() => { const now = window.motorium.drawn(0), [x, y, z] = now.positions[0];"
LOOK = f"{CLOSER} window.motorium.lookFrom([x + 0.15, y - 0.55, z + 0.22], [x, y, z]); }})()"


def main() -> None:
    chromium = find_chromium()
    assert chromium is not None
    with studio("school") as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT).ready()
        page = viewer.page
        page.get_by_test_id("panel-overlays").click()
        page.get_by_test_id("overlays-reset").scroll_into_view_if_needed()
        viewer.ask("window.motorium.ask(0)")
        page.get_by_test_id("scene").focus()
        page.keyboard.press("o")
        viewer.until("window.motorium.overlays().forces > 3 && window.motorium.overlays().senses")
        page.get_by_test_id("follow").uncheck(force=True)
        page.keyboard.press("Space")
        viewer.ask(LOOK)
        viewer.ask("window.motorium.sharpen()")
        viewer.drawn_anew()
        page.get_by_test_id("overlays-reset").scroll_into_view_if_needed()
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        picture.save(HERE / "overlays.jpg", quality=82)


if __name__ == "__main__":
    main()
