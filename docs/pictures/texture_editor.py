"""The tab "Your fish": a mesh that rests around a drawn fish, with pins."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1180, 720


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio() as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, f"{running.address}#texture", WIDTH, HEIGHT, 1.5)
        viewer.page.get_by_test_id("drawn-fish").click()
        viewer.page.get_by_test_id("cut").wait_for()
        viewer.page.get_by_test_id("relax").click()
        viewer.until("document.querySelector('[data-testid=mesh]').dataset.rested === 'true'")
        viewer.drawn_anew()
        picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
        picture.save(HERE / "texture-editor.jpg", quality=86, optimize=True)


if __name__ == "__main__":
    main()
