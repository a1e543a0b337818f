"""Servers that say to the real page whatever a test likes."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from motorium.studio.server import PAGE
from motorium.wire import messages
from motorium.wire.message import PROTOCOL

__all__ = ["hello", "strange_server"]

Script = Callable[[WebSocket], Awaitable[None]]


def hello(protocol: int = PROTOCOL, species: Sequence[messages.SpeciesInfo] = ()) -> str:
    return messages.Hello(
        protocol=protocol,
        version="9.9.9",
        stage="ocean",
        scenario="Nothing",
        frame_rate=60.0,
        seed=1,
        species=list(species),
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
