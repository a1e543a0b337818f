"""Starts the studio: its stages, a server, a browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path

from motorium.batch import BatchError
from motorium.bodies.puppet.document import PuppetDocument
from motorium.compiled import Report
from motorium.folders import recordings_folder
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.takes import Take
from motorium.motion.run import CompileError
from motorium.studio.conductor import Show
from motorium.studio.figure_graphs import ready_graphs
from motorium.studio.figure_network import GuestNetwork
from motorium.studio.hub import Hub
from motorium.studio.live_links import LiveLinks
from motorium.studio.motion import figures_stage
from motorium.studio.newcomers import Newcomers
from motorium.studio.onlookers import LookingOn, Onlookers, Spread
from motorium.studio.performing import PerformanceShow
from motorium.studio.player import Player
from motorium.studio.puppets import PuppetShow
from motorium.studio.server import Stage
from motorium.studio.serving import StudioError, serve
from motorium.studio.simulation import Simulation
from motorium.studio.texturing import TextureShow
from motorium.studio.tls import Tls
from motorium.studio.warm import open_films, open_repertoires
from motorium.wire.figures.models import MODELS_PATH, models_bytes
from motorium.world.performance.document import SceneDocument, load_scene
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Scenario
from motorium.world.town.document import load_town
from motorium.world.world import World

__all__ = ["DEFAULT_PORT", "run_performance", "run_puppet", "run_replay", "run_studio"]

DEFAULT_PORT = 8460
MOST_BYTES = 65_536
MOST_PUPPET_BYTES = 4_194_304
MOST_CLIP_BYTES = 33_554_432
MOST_PHOTO_BYTES = 16_777_216
"""Hard limits of sockets; a page's messages are refused far below them (wire.wishes, puppetry,
performing, texturing)."""
FIRST_SCENE = "boulder"
"""Of the Performance stage."""


def run_studio(
    scenario: Scenario,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    browser: bool = True,
    record: Callable[[World], Recorder] | None = None,
    tls: Tls | None = None,
) -> None:
    """Serve a scenario until interrupted; record: what follows its world. The other stages open
    when the first page asks for them."""

    def stages(report: Report) -> list[Stage]:
        hub = Hub()
        simulation = Simulation(scenario, hub, report, record, recordings_folder())
        ocean = _ocean(simulation, hub)
        town = figures_stage(load_town(), report, GuestNetwork(), waits=True)
        played = performance_stages(load_scene(FIRST_SCENE), FIRST_SCENE, report, waits=True)
        puppets, fishes = _puppets(None, report, waits=True), _own_fishes(simulation, report)
        return [ocean, puppets, town, *played, fishes]

    _serve(partial(open_repertoires, scenario), stages, host, port, token, browser, tls)


def run_replay(
    recording: Recording,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    browser: bool = True,
    tls: Tls | None = None,
) -> None:
    """Show a recording until interrupted."""

    def stages(report: Report) -> list[Stage]:
        hub = Hub()
        return [_ocean(Player(recording, hub, report), hub)]

    _serve(partial(open_films, recording), stages, host, port, token, browser, tls)


def run_puppet(
    document: PuppetDocument,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    browser: bool = True,
    tls: Tls | None = None,
) -> None:
    """Show the puppet stage alone until interrupted."""

    def stages(report: Report) -> list[Stage]:
        return [_puppets(document, report)]

    _serve(lambda: None, stages, host, port, token, browser, tls)


def run_performance(
    document: SceneDocument,
    name: str,
    take: Take | None = None,
    printed: bool = False,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str | None = None,
    browser: bool = True,
    links: LiveLinks | None = None,
    tls: Tls | None = None,
) -> None:
    """Show the Performance stage alone until interrupted; take: who performs; links: to others."""

    def stages(report: Report) -> list[Stage]:
        return performance_stages(document, name, report, take, printed, links=links)

    _serve(lambda: None, stages, host, port, token, browser, tls)


def performance_stages(
    document: SceneDocument,
    name: str,
    report: Report,
    take: Take | None = None,
    printed: bool = False,
    waits: bool = False,
    links: LiveLinks | None = None,
) -> list[Stage]:
    """A scene as a stage, and what an audience sees of it."""
    hub, onlookers = Hub(), Onlookers(Hub())
    everybody = Spread(hub, onlookers.hub)
    show = PerformanceShow(
        document, name, _performer_graph, everybody, report, take, printed, links, onlookers
    )
    files, looking_on = {MODELS_PATH: models_bytes}, LookingOn(show, onlookers)
    return [
        Stage("performance", "/performance", show, hub, MOST_CLIP_BYTES, waits, files),
        Stage("audience", "/audience", looking_on, onlookers.hub, MOST_BYTES, waits=True),
    ]


def _performer_graph(report: Report) -> PostureGraph:
    return ready_graphs(["performer"], report)["performer"]


def _ocean(show: Show, hub: Hub) -> Stage:
    return Stage("ocean", "/socket", show, hub, MOST_BYTES)


def _puppets(document: PuppetDocument | None, report: Report, waits: bool = False) -> Stage:
    hub = Hub()
    show = PuppetShow(document, hub, report)
    return Stage("puppet", "/puppet", show, hub, MOST_PUPPET_BYTES, waits)


def _own_fishes(ocean: Simulation, report: Report) -> Stage:
    def put(path: Path, template: str, count: int) -> Future[None]:
        return ocean.wish(Newcomers(path=str(path), template=template, count=count))

    hub = Hub()
    show = TextureShow(hub, report, put)
    return Stage(
        "texture", "/texture", show, hub, MOST_PHOTO_BYTES, waits=True, hear_bytes=show.hear_bytes
    )


def _serve(
    prepare: Callable[[], None],
    stages: Callable[[Report], list[Stage]],
    host: str,
    port: int,
    token: str | None,
    browser: bool,
    tls: Tls | None,
) -> None:
    def ready() -> None:
        try:
            prepare()
        except (BatchError, CompileError) as problem:
            raise StudioError(str(problem)) from None

    def announce(secure: str, place: str, query: str) -> None:
        address = f"http{secure}://{place}/{query}"
        print(f"Motorium studio at {address}", flush=True)
        if browser and _has_screen():
            threading.Timer(0.5, webbrowser.open, [address]).start()

    serve(stages, host, port, token, ready, announce, tls=tls)


def _has_screen() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
