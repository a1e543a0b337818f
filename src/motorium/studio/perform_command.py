"""`motorium perform`: a performer inside physics, in the browser, or without a page."""

from __future__ import annotations

import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from motorium.studio.options import (
    Host,
    OpensBrowser,
    OwnTls,
    Port,
    TlsCertificate,
    TlsKey,
    Token,
)

if TYPE_CHECKING:
    from motorium.motion.figures.takes import Take
    from motorium.world.performance.document import SceneDocument

__all__ = ["perform"]

FIRST_SCENE: Final = "boulder"
ROOMY_SCENE: Final = "bag"
"""For clips: real people walk into the walls of the boulder's alley."""
OF_PAGES: Final = (
    *("port", "host", "token", "tls", "tls_cert", "tls_key"),
    *("packets", "vmc", "state", "vmc_to", "dis", "heard_by"),
)
"""Options that mean nothing without a page."""
LASTS: Final = 10.0
"""A performance without a page, if it is not said how long [s]."""


def perform(
    context: typer.Context,
    scene: Annotated[
        str | None,
        typer.Argument(
            help="ballroom, boardroom, bag, boulder, ferry, or a file (.toml); if not said, "
            "boulder, but bag, which has room to walk about, with --clip."
        ),
    ] = None,
    clip: Annotated[
        Path | None, typer.Option(help="Who performs: a BVH file; if not said, the scene's acts.")
    ] = None,
    act: Annotated[
        list[str] | None,
        typer.Option(help="What the built-in performer does in place of the scene's acts; again."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, max=600.0, help="Without a page: so long, as fast as it goes."),
    ] = None,
    throw: Annotated[
        list[str] | None,
        typer.Option(help="Without a page: let go of a prop that waits, NAME=SECONDS; again."),
    ] = None,
    bvh: Annotated[
        Path | None,
        typer.Option(help="Without a page: write what was simulated, its last minute at most."),
    ] = None,
    printed: Annotated[
        bool, typer.Option("--printed", help="Controllers as the thesis prints them.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    packets: Annotated[
        int | None,
        typer.Option(
            min=0, max=65_535, help="Who is captured live performs: packets (TCP) to this port."
        ),
    ] = None,
    vmc: Annotated[
        list[int] | None,
        typer.Option(
            min=0, max=65_535, help="Likewise, VMC (UDP) of tracking programs, as 39539; again."
        ),
    ] = None,
    state: Annotated[
        int | None,
        typer.Option(
            min=0, max=65_535, help="Whoever connects here gets all that is simulated, as packets."
        ),
    ] = None,
    vmc_to: Annotated[
        str | None, typer.Option(help="Send the first double on as VMC, to HOST:PORT.")
    ] = None,
    dis: Annotated[
        str | None,
        typer.Option(help="Performers appear as soldiers on this DIS network, HOST:PORT."),
    ] = None,
    heard_by: Annotated[
        str,
        typer.Option(
            help="Address of this machine at which live performers and those who connect are "
            "heard; 0.0.0.0 for all, which has no password."
        ),
    ] = "127.0.0.1",
    port: Port = 8460,
    host: Host = "127.0.0.1",
    token: Token = None,
    browser: OpensBrowser = True,
    tls: OwnTls = False,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
) -> None:
    """Put a performer inside physics, in the browser; or without a page (--seconds), and tell how
    near his double stayed."""
    from motorium.motion.figures.store import GraphError
    from motorium.settings import SettingsError
    from motorium.studio.live_links import LinkOptions, LiveLinks
    from motorium.studio.run import run_performance
    from motorium.studio.serving import StudioError
    from motorium.studio.tls import Tls
    from motorium.wire.dis.sockets import parse_target
    from motorium.wire.message import WireError
    from motorium.wire.mocap.places import VMC_PORT, parse_place
    from motorium.world.performance.document import load_scene

    terminal = Console(stderr=True, highlight=False, soft_wrap=True)
    scene = scene or (FIRST_SCENE if clip is None else ROOMY_SCENE)
    try:
        if clip is not None and clip.is_dir():
            raise SettingsError(f"--clip {clip}: is a folder; a BVH file was expected")
        if clip is not None and act:
            raise SettingsError("--clip and --act: either somebody real performs, or our own")
        if bvh is not None:
            _check_writable(bvh, force)
        document = load_scene(scene)
        if act:
            document = _acting(document, act)
        to = None if vmc_to is None else parse_place(vmc_to, "--vmc-to", VMC_PORT)
        network = None if dis is None else parse_target(dis)
        if _was_given(context, "heard_by") and (packets, vmc, state) == (None, None, None):
            raise SettingsError("--heard-by is for --packets, --vmc or --state: there is none")
        others = LinkOptions(packets, tuple(vmc or ()), state, to, network, heard_by)
        if seconds is not None or throw or bvh:
            _check_no_page(context)
            _run(terminal, document, clip, seconds or LASTS, throw or [], bvh, printed)
            return
        _check_simulated(document)
        take = None if clip is None else _take(terminal, document, clip)
        secure = Tls(tls, tls_cert, tls_key)
        with LiveLinks(others, print) if others.is_used else nullcontext() as links:
            for way in () if links is None else links.open_ways:
                print(way, flush=True)
            run_performance(
                document, scene, take, printed, host, port, token, browser, links, secure
            )
    except (GraphError, SettingsError, StudioError, WireError, KeyError, OSError) as problem:
        sentence = problem.args[0] if isinstance(problem, KeyError) else problem
        terminal.print(f"motorium: {sentence}", markup=False)
        raise typer.Exit(2) from None


def _run(
    terminal: Console,
    document: SceneDocument,
    clip: Path | None,
    seconds: float,
    throws: list[str],
    bvh: Path | None,
    printed: bool,
) -> None:
    import numpy as np

    from motorium.contracts.time import PERFORMANCE_RATE
    from motorium.folders import replace_file
    from motorium.motors.continuum.options import PRINTED, ContinuumOptions
    from motorium.world.performance.performance import Performance

    due = _due(throws, document, seconds)
    _check_simulated(document)
    take = _take(terminal, document, clip)
    show = Performance(
        document, take, PRINTED if printed else ContinuumOptions(), loop=clip is None
    )
    frames = round(seconds * PERFORMANCE_RATE)
    errors, fallen, falls = [], 0, 0
    columns = TextColumn(document.scene.title), BarColumn(), TimeRemainingColumn()
    began = time.perf_counter()
    with Progress(*columns, console=terminal, transient=True) as progress:
        for frame in progress.track(range(frames)):
            for prop in due.pop(frame, []):
                show.throw(prop)
            lay = bool(show.motor.continuum.balance.fallen[0])
            show.advance()
            lies = bool(show.motor.continuum.balance.fallen[0])
            falls, fallen = falls + (lies and not lay), fallen + lies
            errors.append(show.motor.continuum.error(0))
    took = time.perf_counter() - began
    near = 1e3 * float(np.median(errors))
    print(
        f"{document.scene.title}, {take.title}: {seconds:g} s in {took:.1f} s; parts half of the "
        f"time within {near:.0f} mm of the performer's; fell {_times(falls)}, "
        f"lay for {fallen / PERFORMANCE_RATE:.1f} s"
    )
    if bvh is not None:
        replace_file(bvh, show.kept_bvh().encode())
        print(f"wrote {bvh}")


def _take(terminal: Console, document: SceneDocument, clip: Path | None) -> Take:
    from motorium.motion.figures.run import ready_graph
    from motorium.motion.figures.takes import clip_take
    from motorium.world.performance.performance import acts_of

    if clip is not None:
        columns = TextColumn(f"fitting {clip.name}", markup=False), BarColumn()
        with Progress(*columns, console=terminal, transient=True) as progress:
            task = progress.add_task("")
            return clip_take(
                clip, lambda done, total: progress.update(task, completed=done, total=total)
            )
    return acts_of(ready_graph(terminal, script="performer"), document)


def _acting(document: SceneDocument, acts: list[str]) -> SceneDocument:
    """The same scene with other acts."""
    from motorium.motion.figures.takes import check_act

    for act in acts:
        check_act(act)
    scene = document.scene.model_copy(update={"acts": acts})
    return document.model_copy(update={"scene": scene})


def _check_writable(bvh: Path, force: bool) -> None:
    """Before anything is simulated for it."""
    from motorium.settings import SettingsError

    if bvh.is_dir():
        raise SettingsError(f"--bvh {bvh}: is a folder; the name of a file was expected")
    if not bvh.parent.is_dir():
        raise SettingsError(f"--bvh {bvh}: there is no folder {bvh.parent}")
    if bvh.exists() and not force:
        raise SettingsError(f"{bvh} is there already; --force writes over it")


def _check_no_page(context: typer.Context) -> None:
    """Refuse what is about a page."""
    from motorium.settings import SettingsError

    given = [name for name in OF_PAGES if _was_given(context, name)]
    if given:
        options = " and ".join(f"--{name.replace('_', '-')}" for name in given)
        raise SettingsError(
            f"{options}: there is no page with --seconds, --throw or --bvh; leave out either"
        )


def _was_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _check_simulated(document: SceneDocument) -> None:
    """Refuse what MuJoCo does not take, before somebody waits for a page or a clip."""
    from motorium.physics.rigid.scene import RigidScene
    from motorium.world.performance.document import props_of

    RigidScene([], props_of(document))


def _due(throws: list[str], document: SceneDocument, seconds: float) -> dict[int, list[str]]:
    """By frame, what is let go."""
    from motorium.contracts.time import PERFORMANCE_RATE
    from motorium.settings import SettingsError
    from motorium.world.performance.document import waiting

    waits = waiting(document)
    due: dict[int, list[str]] = {}
    for text in throws:
        name, _, when = text.rpartition("=")
        try:
            frame = round(float(when) * PERFORMANCE_RATE)
        except (ValueError, OverflowError):
            raise SettingsError(f"--throw {text!r}: must be like boulder=3.5, in seconds") from None
        if name not in waits:
            known = ", ".join(waits) or "none"
            raise SettingsError(
                f"--throw {text!r}: nothing so called waits to be thrown, but {known}"
            )
        if not 0 <= frame < round(seconds * PERFORMANCE_RATE):
            raise SettingsError(
                f"--throw {text!r}: is not within the performance, which lasts from 0 to "
                f"{seconds:g} s (--seconds)"
            )
        due.setdefault(frame, []).append(name)
    return due


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
