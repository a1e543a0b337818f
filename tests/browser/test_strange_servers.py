"""The page before servers that are not ready, not of its version, or not sane."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from playwright.sync_api import Browser, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from motorium.studio.server import PAGE
from motorium.wire import messages
from motorium.wire.message import PROTOCOL
from tests.browser.pages import Viewer
from tests.studio.studios import studio

pytestmark = pytest.mark.browser

Script = Callable[[WebSocket], Awaitable[None]]


def hello(protocol: int = PROTOCOL) -> str:
    return messages.Hello(
        protocol=protocol,
        version="9.9.9",
        stage="ocean",
        scenario="Nothing",
        frame_rate=60.0,
        seed=1,
        species=[],
        limits=messages.Limits(
            population=(0, 10),
            speed=(0.0, 1.0),
            viscosity=(0.0, 4.0),
            budget=(0.1, 100.0),
            flow=(0.0, 4.0),
            current=1.0,
            rate=(0.05, 1.0),
        ),
        comparison=None,
        habitat=None,
    ).model_dump_json()


@contextmanager
def strange_server(script: Script) -> Iterator[str]:
    """Serves the real page, and on its socket whatever the script says."""

    async def talk(page: WebSocket) -> None:
        await page.accept()
        await script(page)
        await asyncio.sleep(60)

    async def stages(_: Request) -> JSONResponse:
        return JSONResponse({"stages": ["ocean"]})

    routes = [
        WebSocketRoute("/socket", talk),
        Route("/stages", stages),
        Mount("/", StaticFiles(directory=PAGE, html=True)),
    ]
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        Starlette(routes=routes), log_level="critical", timeout_graceful_shutdown=0
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()


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
