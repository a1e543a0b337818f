"""The page before servers that are not ready, not of its version, or not sane."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect
from starlette.websockets import WebSocket

from motorium.wire import messages
from motorium.wire.message import PROTOCOL
from tests.browser.pages import Viewer
from tests.browser.servers import hello, strange_server
from tests.studio.studios import studio

pytestmark = pytest.mark.browser


def test_another_version_is_said_in_a_sentence(chrome: Browser) -> None:
    async def script(page: WebSocket) -> None:
        await page.send_text(hello(protocol=99))

    with strange_server(script) as address:
        viewer = Viewer(chrome, address)
        stopped = viewer.page.get_by_test_id("stopped")
        expect(stopped).to_be_visible()
        expect(stopped).to_contain_text("99")
        viewer.page.close()


def test_a_missing_token_is_said_and_not_asked_again(chrome: Browser) -> None:
    with studio("--host=0.0.0.0", "--token=open-sesame") as guarded:
        viewer = Viewer(chrome, f"http://127.0.0.1:{guarded.port}/")
        stopped = viewer.page.get_by_test_id("stopped")
        expect(stopped).to_contain_text("the token is missing or wrong")
        viewer.page.close()
        welcome = Viewer(chrome, f"http://127.0.0.1:{guarded.port}/?token=open-sesame").ready()
        assert welcome.complaints == []
        welcome.page.close()


def test_compiling_shows_progress(chrome: Browser) -> None:
    async def script(page: WebSocket) -> None:
        await page.send_text(hello())
        progress = messages.Progress(label="step fishes", done=2, total=5)
        await page.send_text(progress.model_dump_json())

    with strange_server(script) as address:
        viewer = Viewer(chrome, address)
        overlay = viewer.page.get_by_test_id("overlay")
        expect(overlay).to_contain_text("step fishes")
        expect(overlay).to_contain_text("2")
        expect(overlay).to_contain_text("5")
        viewer.page.close()


def test_rubbish_does_not_crash_the_page(chrome: Browser) -> None:
    async def script(page: WebSocket) -> None:
        odd = json.loads(hello())
        odd["species"] = [{"name": "odd", "label": "Odd", "length": 1, "nodes": [], "skin": {}}]
        for rubbish in (
            json.dumps(odd),
            "{",
            "[]",
            '{"type":"roster"}',
            '{"type":"status","paused":"maybe"}',
            '{"type":"driving","fish":{"id":1},"reason":""}',
            '{"type":"driving","fish":3,"reason":""}',
            "0",
        ):
            await page.send_text(rubbish)
        version = PROTOCOL.to_bytes(2, "little")
        for noise in (b"", b"\x00" * 31, b"MTRM" + version + b"\xff" * 400):
            await page.send_bytes(noise)
        await page.send_text(hello())
        await page.send_text(
            messages.Progress(label="still here", done=1, total=2).model_dump_json()
        )

    with strange_server(script) as address:
        viewer = Viewer(chrome, address)
        expect(viewer.page.get_by_test_id("overlay")).to_contain_text("still here")
        assert not [c for c in viewer.complaints if c.startswith("error")]
        viewer.page.close()
