"""The page with the reef that the studio begins with: by day, and fed at dusk."""

from __future__ import annotations

import io

from PIL import Image

from docs.pictures.style import HERE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

WIDTH, HEIGHT = 1280, 800
SCALE = 2
SECONDS = 9
"""Until schools have come together, and bubbles to the surface."""
BY_DAY = ("[3.3, -3.6, -0.9]", "[-0.3, 0.2, -0.55]")
AT_DUSK = ("[0.6, -3.9, -1.35]", "[-0.1, -0.6, -1.0]")
DUSK = 17.2
CRUMBS = ([-0.2, -1.6, -0.6], [0.3, -1.5, -0.4], [0.1, -1.9, -0.8])


def photograph(viewer: Viewer, view: tuple[str, str], name: str) -> None:
    viewer.ask(f"window.motorium.lookFrom({', '.join(view)})")
    viewer.page.wait_for_timeout(2000)
    viewer.ask("(window.motorium.sharpen(), window.motorium.freeze(true))")
    viewer.page.wait_for_timeout(3000)
    picture = Image.open(io.BytesIO(viewer.page.screenshot())).convert("RGB")
    viewer.ask("window.motorium.freeze(false)")
    # More pixels than are shown: the edges are smooth.
    picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    picture.save(HERE / name, quality=84, optimize=True)
    print(f"wrote {HERE.name}/{name}")


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio("reef") as running, browser(chromium) as chrome:
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
        # The camera stays where it is put.
        viewer.page.get_by_test_id("follow").uncheck(force=True)
        viewer.ask("document.querySelector('#panels').scrollTo(0, 0)")
        with Client(running.socket_address, ping_interval=None) as server:
            while server.next("status")["time"] < SECONDS:
                pass
            hold(server)
        photograph(viewer, BY_DAY, "studio.jpg")
        with Client(running.socket_address, ping_interval=None) as server:
            feed(server)
        viewer.page.keyboard.press("h")
        photograph(viewer, AT_DUSK, "reef.jpg")


def hold(server: Client) -> None:
    server.send({"type": "paused", "value": True})
    server.next("status", paused=True)


def feed(server: Client) -> None:
    """Let it be dusk, drop crumbs, and give them a second to sink."""
    server.send({"type": "hour", "value": DUSK})
    for place in CRUMBS:
        server.send({"type": "food", "place": place})
    server.send({"type": "paused", "value": False})
    begun = server.next("status", paused=False)["time"]
    while server.next("status")["time"] < begun + 1.0:
        pass
    hold(server)


if __name__ == "__main__":
    main()
