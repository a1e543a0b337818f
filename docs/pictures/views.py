"""The views of the reef: a fish's eyes, two pictures for two eyes, and three windows as one."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, Studio, studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1000, 560
CHANNEL = (400, 300)
BARE = ".bar, .panels, .foot, .toasts { visibility: hidden !important }"


def shot(viewer: Viewer) -> Image.Image:
    viewer.drawn_anew()
    return Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    picture.save(HERE / name, quality=84, optimize=True)
    print(f"wrote {HERE.name}/{name}")


def eyes(viewer: Viewer) -> Image.Image:
    """The window of a fish's eyes, as colours and as identities."""
    page = viewer.page
    page.keyboard.press("e")
    pictures = []
    for kind in ("rgb", "identity", "range"):
        page.get_by_test_id(f"eyes-{kind}").check(force=True)
        viewer.until("document.querySelector('[data-testid=eyes-brightness]').textContent > '0'")
        box = page.get_by_test_id("eyes").bounding_box()
        assert box is not None
        left, top = round(box["x"]), round(box["y"])
        right, bottom = left + round(box["width"]), top + round(box["height"])
        pictures.append(shot(viewer).crop((left, top, right, bottom)))
    page.keyboard.press("e")
    return beside(pictures)


def beside(pictures: list[Image.Image], gap: int = 6) -> Image.Image:
    width = sum(one.width for one in pictures) + gap * (len(pictures) - 1)
    whole = Image.new("RGB", (width, max(one.height for one in pictures)), "#04121d")
    x = 0
    for one in pictures:
        whole.paste(one, (x, 0))
        x += one.width + gap
    return whole


def stereo(viewer: Viewer) -> tuple[Image.Image, Image.Image]:
    """Side by side, and for red-cyan glasses."""
    viewer.page.add_style_tag(content=BARE)
    taken = []
    for kind in ("parallel", "anaglyph"):
        viewer.ask(f"document.querySelector('[data-testid=stereo-{kind}]').click()")
        taken.append(shot(viewer))
    return taken[0], taken[1]


def panorama(running: Studio, chrome: object) -> Image.Image:
    """Three windows with a narrow frame between them."""
    sides = ("left", "centre", "right")
    pages = {}
    for side in ("centre", "left", "right"):
        address = f"{running.address}?channel={side}&angle=50"
        pages[side] = Viewer(chrome, address, *CHANNEL).ready()  # type: ignore[arg-type]
    for one in pages.values():
        one.page.add_style_tag(content=BARE)
        one.ask("window.motorium.sharpen()")
        one.until("window.motorium.led !== null")
    with Client(running.socket_address) as server:
        server.send({"type": "paused", "value": True})
        server.next("status", paused=True)
    for one in pages.values():
        one.drawn_anew()
    return beside([shot(pages[side]) for side in sides])


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio("reef") as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT).ready()
        viewer.ask("window.motorium.sharpen()")
        save(eyes(viewer), "views-eyes.jpg")
        for picture, name in zip(stereo(viewer), ("parallel", "anaglyph"), strict=True):
            save(picture, f"views-{name}.jpg")
        viewer.page.close()
        save(panorama(running, chrome), "views-panorama.jpg")


if __name__ == "__main__":
    main()
