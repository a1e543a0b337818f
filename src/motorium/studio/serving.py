"""Serves stages: a socket that is bound first, a server, and what is said on the terminal."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from urllib.parse import quote

import uvicorn
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from motorium.compiled import Report
from motorium.studio.doors import HttpDoor, SocketDoor, is_loopback
from motorium.studio.own_certificate import own_certificate
from motorium.studio.server import Stage, create_app
from motorium.studio.tls import Tls, TlsError, fingerprint

__all__ = ["Announce", "StudioError", "configured", "open_socket", "serve"]

Announce = Callable[[str, str, str], None]
"""Told where a studio is: "s" with TLS, else ""; its address; and the query that has the token."""

SHORTEST_TOKEN = 8


class StudioError(RuntimeError):
    """The studio cannot start; the text says why and what to do."""


def open_socket(host: str, port: int) -> socket.socket:
    """Bind before anything is computed, so that a busy port is said at once."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, OverflowError) as error:
        raise StudioError(f"cannot listen on {host!r} port {port}: {error}") from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise StudioError(
                f"port {port} is already in use; choose another with --port, or 0 for a free one"
            ) from None
        if error.errno == errno.EACCES:
            raise StudioError(
                f"port {port} may not be used without more rights; try --port 0"
            ) from None
        raise StudioError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


def serve(
    stages: Callable[[Report], list[Stage]],
    host: str,
    port: int,
    token: str | None = None,
    prepare: Callable[[], None] = lambda: None,
    announce: Announce | None = None,
    during: Callable[[], AbstractContextManager[object]] = nullcontext,
    tls: Tls | None = None,
) -> None:
    """Serve stages until interrupted.

    Beyond this machine a token is required, and made up if none is given. prepare: what takes long
    before, with the port bound already; announce: told where it is; during: entered while it
    serves.
    """
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise StudioError(f"a token needs at least {SHORTEST_TOKEN} characters")
    files = _certificate(tls or Tls(), host)
    listener = open_socket(host, port)
    prepare()
    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(16)
    if files is None and not is_loopback(host):
        print(
            "motorium: the token and all else travel in the clear, and whoever is on the way can "
            "read them; --tls hides them",
            file=sys.stderr,
            flush=True,
        )
    name = socket.gethostname() if host in ("0.0.0.0", "::", "") else host
    shown = f"[{name}]" if ":" in name else name
    query = "" if token is None else f"?token={quote(token, safe='')}"
    if announce is not None:
        announce("s" if files else "", f"{shown}:{listener.getsockname()[1]}", query)
    if files and tls and tls.own and tls.given is None:
        print(
            f"Its certificate is its own; SHA-256 fingerprint {fingerprint(files[0])}", flush=True
        )
    with _Bar() as bar:
        shown_stages = stages(bar.report)
        config = configured(shown_stages, token, files)
        with during():
            uvicorn.Server(config).run(sockets=[listener])


def configured(
    stages: list[Stage], token: str | None = None, files: tuple[Path, Path] | None = None
) -> uvicorn.Config:
    """A server of stages, and what it allows; files: of a certificate and of its key."""
    return uvicorn.Config(
        create_app(stages, token),
        http=HttpDoor,
        ws=SocketDoor,
        ws_max_size=max(stage.most_bytes for stage in stages),
        ws_per_message_deflate=False,
        log_level="warning",
        timeout_graceful_shutdown=2,
        # Whoever says that he speaks for others would be believed.
        proxy_headers=False,
        server_header=False,
        ssl_certfile=files and files[0],
        ssl_keyfile=files and files[1],
    )


def _certificate(tls: Tls, host: str) -> tuple[Path, Path] | None:
    """Files of a certificate and of its key that are fit for use; None without TLS."""
    try:
        return tls.given or (own_certificate(host) if tls.own else None)
    except TlsError as problem:
        raise StudioError(str(problem)) from None


class _Bar:
    """A progress bar in the terminal that appears only if there is something to wait for."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("Compiling {task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = None if not self._progress.console.is_terminal else self._progress.add_task("")

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._task is not None:
            self._progress.stop()

    def report(self, label: str, done: int, total: int) -> None:
        if done == total:
            if self._task is not None:
                self._progress.stop()
        elif total > 1:
            if self._task is None:
                print(f"compiling {label} ({done}/{total})", file=sys.stderr, flush=True)
                return
            self._progress.start()
            self._progress.update(self._task, description=label, completed=done, total=total)
