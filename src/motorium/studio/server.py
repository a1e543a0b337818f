"""The studio's server: the page over HTTP, each stage over one WebSocket a page."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from starlette.websockets import WebSocket, WebSocketDisconnect

from motorium.studio.conductor import Busy
from motorium.studio.doors import is_loopback
from motorium.studio.flood import MOST_A_SECOND, Flood
from motorium.studio.hub import Hub, Seat
from motorium.wire.message import Message, WireError
from motorium.wire.messages import Refusal

__all__ = ["PAGE", "Shown", "Stage", "create_app"]

_log = logging.getLogger(__name__)

PAGE: Final = Path(__file__).parent / "page"
"""The built page; the build hook puts it there."""
MOST_PAGES: Final = 64
"""Of a stage."""
MOST_FROM_ONE: Final = 48
"""Pages of a stage that watch from one address which is not this machine's."""
GUESSING: Final = 1.0
"""Whoever shows a wrong token waits so long for the answer [s]."""
POLICY_VIOLATION: Final = 1008
TOO_BIG: Final = 1009
TRY_AGAIN_LATER: Final = 1013
TOO_MANY: Final = f"more than {MOST_A_SECOND} messages a second come from this page"

_HEADERS: Final = {
    b"content-security-policy": b"default-src 'self'; connect-src 'self' ws: wss:; "
    b"img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; "
    b"frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
}


class Shown(Protocol):
    """Whoever makes the pictures of a stage, or follows who does: `conductor.Show` says it all."""

    @property
    def hello(self) -> Message: ...
    @property
    def failure(self) -> BaseException | None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def arrive(self, page: object) -> None: ...
    def forget(self, page: object) -> None: ...
    def hear(self, text: str, page: object) -> Future[None] | None: ...
    def refusal(self, reason: BaseException) -> Refusal: ...


@dataclass(frozen=True)
class Stage:
    """name: as pages call it; socket: the path of its WebSocket; most_bytes: whoever sends a larger
    message loses its connection; waits: the show begins when the first page comes; files: what it
    also serves over HTTP, by path: bytes that never change, made when they are first asked for;
    hear_bytes: who takes binary messages, which others refuse."""

    name: str
    socket: str
    show: Shown
    hub: Hub = field(repr=False)
    most_bytes: int
    waits: bool = False
    files: Mapping[str, Callable[[], bytes]] = field(default_factory=dict, repr=False)
    hear_bytes: Callable[[bytes, object], Future[None]] | None = field(default=None, repr=False)


def create_app(stages: Sequence[Stage], token: str | None = None) -> Starlette:
    """The web application around what is on show; with a token, only its bearers get in."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        for stage in stages:
            stage.hub.attach(asyncio.get_running_loop())
            if not stage.waits:
                stage.show.start()
        try:
            yield
        finally:
            for stage in stages:
                stage.hub.detach()
                await asyncio.to_thread(stage.show.stop)

    async def names(request: HTTPConnection) -> Response:
        return JSONResponse({"stages": [stage.name for stage in stages]})

    routes: list[BaseRoute] = [Route("/stages", names)]
    for stage in stages:
        routes.append(WebSocketRoute(stage.socket, partial(_serve_page, stage, token)))
        routes += [Route(path, partial(_serve_file, made)) for path, made in stage.files.items()]
    if (PAGE / "index.html").is_file():
        routes.append(Mount("/", StaticFiles(directory=PAGE, html=True)))
    else:
        routes.append(Route("/{path:path}", _no_page))
    guard = Middleware(_Guard, any_host=token is not None)
    return Starlette(routes=routes, lifespan=lifespan, middleware=[guard])


async def _serve_file(made: Callable[[], bytes], request: HTTPConnection) -> Response:
    return Response(await asyncio.to_thread(made), media_type="application/octet-stream")


async def _no_page(request: HTTPConnection) -> Response:
    return PlainTextResponse(
        "The page has not been built. Install Motorium with pip, or run 'make page'.", 503
    )


class _Guard:
    """Refuses names that are not ours (a foreign page's name may point here), and adds headers."""

    def __init__(self, app: ASGIApp, any_host: bool) -> None:
        self._app = app
        self._any_host = any_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = HTTPConnection(scope).headers.get("host", "")
        if not self._any_host and not _is_loopback(host):
            if scope["type"] == "http":
                refusal = PlainTextResponse(
                    f"This studio does not answer to the name {host!r}.", 403
                )
                await refusal(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return

        async def send_with_headers(message: Event) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS.items()]
            await send(message)

        await self._app(scope, receive, send_with_headers)


async def _serve_page(stage: Stage, token: str | None, page: WebSocket) -> None:
    show, hub = stage.show, stage.hub
    reason = _why_not(page)
    if reason:
        _log.warning("refused a connection: %s", reason)
        await page.close(POLICY_VIOLATION, reason)
        return
    await page.accept()
    if token is not None and not _knows(page, token):
        # Only an accepted page can be told why, and stops asking.
        await asyncio.sleep(GUESSING)
        await page.close(POLICY_VIOLATION, "the token is missing or wrong")
        return
    address = page.client.host if page.client else ""
    if crowd := _crowd(hub, address):
        refusal = show.refusal(Busy(f"{crowd}; close one first"))
        await page.send_text(refusal.model_dump_json())
        await page.close(TRY_AGAIN_LATER)
        return
    seat = hub.sit_down(show.hello, address)
    show.start()
    show.arrive(seat)
    if show.failure is not None:
        seat.say(show.refusal(Busy("the simulation has ended; restart the studio")))
    tasks = [
        asyncio.create_task(_tell(page, seat)),
        asyncio.create_task(_listen(page, seat, stage)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except (WebSocketDisconnect, ConnectionError, RuntimeError) as gone:
        _log.debug("a page has gone: %r", gone)
    except asyncio.CancelledError:
        # The studio ends, and the page has not answered its farewell.
        _log.debug("a page is left behind")
    finally:
        hub.stand_up(seat)
        show.forget(seat)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _tell(page: WebSocket, seat: Seat) -> None:
    while True:
        news, snapshot = await seat.take()
        for message in news:
            await page.send_text(message.model_dump_json())
        if snapshot is not None:
            await page.send_bytes(snapshot)


async def _listen(page: WebSocket, seat: Seat, stage: Stage) -> None:
    flood = Flood()
    while True:
        received = await page.receive()
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        if len(received["bytes"] if text is None else text) > stage.most_bytes:
            await page.close(TOO_BIG)
            return
        verdict = flood.judge()
        if verdict == "enough":
            await page.close(POLICY_VIOLATION, TOO_MANY)
            return
        if verdict == "too much":
            seat.say(stage.show.refusal(Busy(f"{TOO_MANY}; what is more is not heard")))
        if verdict != "heard":
            # Many may wait in line, and nobody else is served between them.
            await asyncio.sleep(0)
            continue
        try:
            if text is not None:
                wish = stage.show.hear(text, seat)
            elif stage.hear_bytes is not None:
                wish = stage.hear_bytes(received["bytes"], seat)
            else:
                raise WireError("binary messages are not understood; send a JSON object as text")
            if wish is not None:
                # Whoever wished may be gone before it is carried out; the wish stays.
                await asyncio.shield(asyncio.wrap_future(wish))
        except Exception as refusal:
            seat.say(stage.show.refusal(refusal))


def _crowd(hub: Hub, address: str) -> str:
    """Why there is no room for one more page; empty if there is."""
    if len(hub.seats) >= MOST_PAGES:
        return f"{MOST_PAGES} pages watch already"
    from_there = sum(seat.address == address for seat in hub.seats)
    if from_there >= MOST_FROM_ONE and not is_loopback(address):
        return f"{MOST_FROM_ONE} pages watch already from {address}"
    return ""


def _why_not(page: WebSocket) -> str:
    """Why this page may not come in; empty if it may.

    Programs send no Origin; browsers always do, and it must be the page that we served.
    """
    origin = page.headers.get("origin")
    host = page.headers.get("host", "")
    # Somebody else may end the TLS in front of us, but nobody takes ours off.
    own = {f"https://{host}"} if page.url.scheme == "wss" else {f"https://{host}", f"http://{host}"}
    if origin is not None and origin not in own:
        return f"origin {origin!a} is foreign"[:120]
    return ""


def _knows(page: WebSocket, token: str) -> bool:
    shown = page.query_params.get("token", "")
    return hmac.compare_digest(shown.encode(), token.encode())


def _is_loopback(host: str) -> bool:
    """Of a name with a port, as a browser asks for it."""
    try:
        return is_loopback(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False
