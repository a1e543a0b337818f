"""Worlds without a page: `motorium run`, as fast as it goes, `motorium why` and `export`."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from motorium.compiled import watch_compilation
from motorium.contracts.time import FRAME_RATE
from motorium.studio.warm import open_repertoires
from motorium.world.recording.export import FILES, check_folder, export_parquet
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.recording.rerun import check_rerun, recorded_scenario
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = [
    "RunSummary",
    "begin_world",
    "check_targets",
    "run_check",
    "run_export",
    "run_export_page",
    "run_headless",
    "run_why",
    "stoppable",
]

LONGEST: float = 30 * 86_400.0
"""That can be asked for [s]: a month."""
SHOWN_SECONDS: float = 0.1
"""Between two looks at the progress bar."""


@dataclass(frozen=True)
class RunSummary:
    """What a run came to; seconds simulated, and wall [s] on the clock; stopped: by hand, before
    its time; recording: path, recorded frames, bytes, waited [s] for the disk; ended: why early."""

    scenario: str
    seed: int
    fishes: int
    frames: int
    seconds: float
    wall: float
    times_real_time: float
    events: int
    stopped: bool
    recording: str | None = None
    recorded_frames: int = 0
    bytes: int = 0
    waited: float = 0.0
    ended: str = ""


def run_headless(
    scenario: Scenario,
    seconds: float,
    record: Path | None = None,
    every: int = 1,
    nodes: bool = False,
    force: bool = False,
    seed: int | None = None,
    as_json: bool = False,
) -> RunSummary:
    """Make frames as fast as it goes, with a progress bar; Ctrl-C ends it after a whole frame."""
    world = begin_world(scenario, seconds, seed)
    recorder = Recorder(world, record, every, nodes, force) if record else None
    begun = time.perf_counter()
    try:
        stopped = _make_frames(world, max(1, round(seconds * FRAME_RATE)))
    except BaseException:
        if recorder:
            recorder.close("the world came to grief")
        raise
    if recorder:
        recorder.close()
    wall = time.perf_counter() - begun
    summary = RunSummary(
        scenario=scenario.world.title,
        seed=world.scenario.world.seed,
        fishes=len(world.population),
        frames=world.clock.frame,
        seconds=world.clock.seconds,
        wall=round(wall, 3),
        times_real_time=round(world.clock.seconds / wall, 3),
        events=world.events.total,
        stopped=stopped,
    )
    if recorder:
        summary = RunSummary(
            **{
                **asdict(summary),
                "recording": str(recorder.path),
                "recorded_frames": recorder.rows,
                "bytes": recorder.size,
                "waited": round(recorder.waited, 3),
                "ended": recorder.failed,
            }
        )
    if as_json:
        print(json.dumps(asdict(summary), indent=2))
    else:
        _print(summary)
    return summary


def run_why(scenario: Scenario, fishes: list[int], seconds: float, seed: int | None = None) -> None:
    """Make frames, and print the reasons of these fishes, or a sentence of everybody."""
    world = begin_world(scenario, seconds, seed)
    _make_frames(world, max(1, round(seconds * FRAME_RATE)))
    people = world.population
    everybody = people.ids[people.living].tolist()
    for identity in fishes:
        if identity not in people:
            there = f"ids go from {everybody[0]} to {everybody[-1]}" if everybody else "nobody does"
            raise RecordingError(
                f"--fish {identity}: it does not live after {seconds:g} s; {there}"
            )
    for identity in fishes or everybody:
        reason = world.reason(identity)
        print(reason.sentence)
        for line in reason.details if fishes else ():
            print(f"  {line}")


def begin_world(scenario: Scenario, seconds: float, seed: int | None) -> World:
    """As a run begins, if it can."""
    if not 0 < seconds <= LONGEST:
        raise RecordingError(f"--seconds {seconds:g}: it must be above 0 and at most {LONGEST:g}")
    if seed is not None:
        scenario = scenario.model_copy(
            update={"world": scenario.world.model_copy(update={"seed": seed})}
        )
    open_repertoires(scenario)
    return World(scenario)


def _make_frames(world: World, frames: int) -> bool:
    """Whether somebody has stopped it."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[pace]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    begun = shown = time.perf_counter()
    with bar, stoppable() as stopped:
        task = bar.add_task("compiling", total=frames, pace="")

        def compiling(label: str, done: int, total: int) -> None:
            bar.update(task, description=f"compiling {label}")

        with watch_compilation(compiling):
            world.advance()
        while world.clock.frame < frames and not stopped:
            world.advance()
            now = time.perf_counter()
            if now - shown >= SHOWN_SECONDS:
                shown = now
                times = world.clock.seconds / (now - begun)
                fishes = f"{len(world.population)} fishes"
                pace = f"{times:.1f} times real time"
                bar.update(task, completed=world.clock.frame, description=fishes, pace=pace)
    return world.clock.frame < frames


@contextmanager
def stoppable() -> Iterator[list[int]]:
    """A list that holds something as soon as somebody wants to stop; the second time, at once."""
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append(number)

    kinds = (signal.SIGINT, signal.SIGTERM)
    before: list[Any] = []
    try:
        before = [signal.signal(kind, stop) for kind in kinds]
    except ValueError:
        # Only the main thread hears signals.
        before = []
    try:
        yield stopped
    finally:
        for kind, handler in zip(kinds, before, strict=False):
            signal.signal(kind, handler)


def _print(summary: RunSummary) -> None:
    print(
        f"{summary.scenario}: {summary.fishes} fishes, {summary.seconds:.2f} s in "
        f"{summary.wall:.2f} s, {summary.times_real_time:.1f} times real time"
        + (", stopped" if summary.stopped else "")
    )
    if summary.recording:
        per_frame = 1e3 * summary.waited / max(summary.frames, 1)
        print(
            f"{summary.recording}: {summary.recorded_frames} frames, {summary.bytes / 1e6:.2f} MB; "
            f"waited {per_frame:.3f} ms a frame for the disk"
        )


def run_check(file: Path) -> bool:
    """Run a recording again, and say whether it comes out the same to the byte."""
    console = Console(stderr=True)
    with Recording.open(file) as recording:
        if recording.problem:
            print(f"{file}: {recording.problem}", file=sys.stderr)
        open_repertoires(recorded_scenario(recording))
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("running it again", total=len(recording))
            verdict = check_rerun(recording, lambda done, _: bar.update(task, completed=done))
    print(f"{file}: {verdict.sentence}")
    return verdict.same


def check_targets(file: Path, folder: Path | None, page: Path, force: bool) -> None:
    """Refuse both forms of a recording where one of them cannot be written."""
    from motorium.export.recording_page import check_page

    check_page(page, force)
    check_folder(folder or _beside(file), force)


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}-parquet")


def run_export(file: Path, folder: Path | None, force: bool = False) -> None:
    """Write a recording as Parquet, and say what was written."""
    console = Console(stderr=True)
    with Recording.open(file) as recording:
        if recording.problem:
            print(f"{file}: {recording.problem}", file=sys.stderr)
        into = folder or _beside(file)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("exporting", total=len(recording))
            export_parquet(recording, into, force, lambda done, _: bar.update(task, completed=done))
        print(f"{into}: {', '.join(FILES)}; {len(recording)} frames")


def run_export_page(
    file: Path,
    page: Path,
    begin: float | None = None,
    end: float | None = None,
    fps: int = 30,
    force: bool = False,
) -> None:
    """Write a recording as a page that plays it, and say how large it is."""
    from motorium.export.recording_page import export_page
    from motorium.export.reel import Span

    console = Console(stderr=True)
    with Recording.open(file) as recording:
        if recording.problem:
            print(f"{file}: {recording.problem}", file=sys.stderr)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("packing pictures", total=None)
            size, seconds = export_page(
                recording,
                page,
                Span(begin, end, fps),
                force,
                lambda done, total: bar.update(task, completed=done, total=total),
            )
        print(f"{page}: {size / 1e6:.2f} MB, {seconds:.2f} s at {fps} pictures a second")
