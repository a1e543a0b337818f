"""The whole reef at noon and at dusk."""

from __future__ import annotations

from docs.pictures.reef import HEIGHT, SCALE, SECONDS, WIDTH, hold, photograph
from docs.pictures.sitter import ONLY_THE_SCENE
from tests.browser.pages import Viewer, browser
from tests.studio.studios import Client, studio
from tools.browser import find_chromium

VIEW = ("[1.7, -3.7, -0.6]", "[-1.0, 0.3, -0.72]")
HOURS = {"reef-noon.jpg": 12.0, "reef-dusk.jpg": 18.2}


def main() -> None:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("no Chromium on this machine")
    with studio("reef") as running, browser(chromium) as chrome:
        # A world at rest, before it is looked at: then there is nothing that the camera follows.
        with Client(running.socket_address, ping_interval=None) as server:
            while server.next("status")["time"] < SECONDS:
                pass
            hold(server)
        viewer = Viewer(chrome, running.address, WIDTH, HEIGHT, SCALE).ready()
        viewer.page.add_style_tag(content=ONLY_THE_SCENE)
        for name, hour in HOURS.items():
            with Client(running.socket_address, ping_interval=None) as server:
                server.send({"type": "hour", "value": hour})
                while server.next("status")["habitat"]["hour"] != hour:
                    pass
            photograph(viewer, VIEW, name)


if __name__ == "__main__":
    main()
