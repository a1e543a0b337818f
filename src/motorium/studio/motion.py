"""The MOTION process: it serves joint updates of a town's figures, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from motorium.compiled import Report
from motorium.studio.figure_graphs import ready_graphs
from motorium.studio.figure_network import GuestNetwork
from motorium.studio.figures import FiguresShow, Network
from motorium.studio.hub import Hub
from motorium.studio.server import Stage
from motorium.studio.serving import serve
from motorium.studio.tls import Tls
from motorium.wire.figures.messages import FigureStatus
from motorium.wire.figures.models import MODELS_PATH, models_bytes
from motorium.world.town.document import TownDocument
from motorium.world.town.town import Town

__all__ = ["DEFAULT_PORT", "FIGURES_SOCKET", "figures_stage", "run_motion", "status_line"]

DEFAULT_PORT: Final = 8461
FIGURES_SOCKET: Final = "/figures"
MOST_BYTES: Final = 65_536
"""Hard limit of the socket; messages are refused far below it."""
TOWNSPEOPLE: Final = ("soldier", "pedestrian")
"""Whose graphs a town plays."""
STATUS_PAUSE: Final = 5.0
"""Between two lines about how it goes [s]."""


def figures_stage(
    document: TownDocument,
    report: Report,
    network: Network | None = None,
    waits: bool = False,
) -> Stage:
    """A town as a stage."""
    hub = Hub()
    show = FiguresShow(partial(_open_town, document), hub, report, network)
    files = {MODELS_PATH: models_bytes}
    return Stage("figures", FIGURES_SOCKET, show, hub, MOST_BYTES, waits, files)


def run_motion(
    document: TownDocument,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    network: GuestNetwork | None = None,
    tell: Callable[[str], None] = print,
    tls: Tls | None = None,
) -> None:
    """Serve a town until interrupted; tell: told where it is, and how it goes."""
    network = network or GuestNetwork()
    shows: list[FiguresShow] = []

    def stages(report: Report) -> list[Stage]:
        stage = figures_stage(document, report, network)
        assert isinstance(stage.show, FiguresShow)
        shows.append(stage.show)
        return [stage]

    def announce(secure: str, place: str, query: str) -> None:
        tell(f"Motorium motion at ws{secure}://{place}{FIGURES_SOCKET}{query}")
        if network.port is not None:
            tell(f"hearing DIS at UDP port {network.port}")

    @contextmanager
    def telling() -> Iterator[None]:
        ended = threading.Event()

        def lines() -> None:
            while not ended.wait(STATUS_PAUSE):
                if shows[0].status is not None:
                    tell(status_line(shows[0].status))

        thread = threading.Thread(target=lines, name="status", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    serve(stages, host, port, token, announce=announce, during=telling, tls=tls)


def status_line(status: FigureStatus) -> str:
    """How it goes, for a terminal."""
    high, med, low = status.figures
    clients = "1 client" if status.clients == 1 else f"{status.clients} clients"
    line = (
        f"{status.seconds:8.1f} s  {high} high, {med} med, {low} low  "
        f"{status.milliseconds:.2f} ms a frame  {status.joint_updates:,.0f} joint updates/s  "
        f"{clients}  {status.bytes / 1e3:,.0f} kB/s"
    )
    heard = status.network
    if heard is None:
        return line
    entities = "1 entity" if heard.entities == 1 else f"{heard.entities} entities"
    return f"{line}  DIS: {entities}, {heard.rate:,.0f} PDU/s"


def _open_town(document: TownDocument, report: Report) -> Town:
    return Town(document, ready_graphs(TOWNSPEOPLE, report))
