"""Starts the studio: a socket, a server, a browser."""

from __future__ import annotations

import errno
import ipaddress
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from urllib.parse import quote

import uvicorn
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from motorium.batch import BatchError
from motorium.compiled import Report
from motorium.motion.run import CompileError
from motorium.studio.conductor import Conductor
from motorium.studio.hub import Hub
from motorium.studio.player import Player
from motorium.studio.server import create_app
from motorium.studio.simulation import Simulation
from motorium.studio.warm import open_films, open_repertoires
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["DEFAULT_PORT", "StudioError", "open_socket", "run_replay", "run_studio"]

DEFAULT_PORT = 8460
MOST_BYTES = 65_536
"""Hard limit of the socket; a page's messages are refused far below it (wire.wishes)."""


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


def run_studio(
    scenario: Scenario,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    browser: bool = True,
    record: Callable[[World], Recorder] | None = None,
) -> None:
    """Serve a scenario until interrupted; record: what follows its world."""

    def conduct(hub: Hub, report: Report) -> Conductor:
        return Simulation(scenario, hub, report, record)

    _serve(partial(open_repertoires, scenario), conduct, host, port, token, browser)


def run_replay(
    recording: Recording,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    browser: bool = True,
) -> None:
    """Show a recording until interrupted."""

    def conduct(hub: Hub, report: Report) -> Conductor:
        return Player(recording, hub, report)

    _serve(partial(open_films, recording), conduct, host, port, token, browser)


def _serve(
    prepare: Callable[[], None],
    conduct: Callable[[Hub, Report], Conductor],
    host: str,
    port: int,
    token: str | None,
    browser: bool,
) -> None:
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise StudioError(f"a token needs at least {SHORTEST_TOKEN} characters")
    listener = open_socket(host, port)
    try:
        prepare()
    except (BatchError, CompileError) as problem:
        raise StudioError(str(problem)) from None
    if token is None and not _loopback(host):
        token = secrets.token_urlsafe(16)
    name = socket.gethostname() if host in ("0.0.0.0", "::", "") else host
    shown = f"[{name}]" if ":" in name else name
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    if token is not None:
        address += f"?token={quote(token, safe='')}"
    print(f"Motorium studio at {address}", flush=True)
    hub = Hub()
    with _Bar() as bar:
        app = create_app(conduct(hub, bar.report), hub, token)
        config = uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            log_level="warning",
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        if browser and _has_screen():
            threading.Timer(0.5, webbrowser.open, [address]).start()
        server.run(sockets=[listener])


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


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _has_screen() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
