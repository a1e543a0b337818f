"""`motorium film`: a world or a recording as a film file, drawn without a page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from motorium.export.film.problems import FilmError

if TYPE_CHECKING:
    from motorium.export.film.making import Footage
    from motorium.export.film.stereo import Stereo
    from motorium.world.scenario import Scenario

__all__ = ["film"]

USUAL_SECONDS = 10.0


def film(
    shown: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO",
            help="A shipped scenario's name, a file of your own (.toml), or a recording (.arrow).",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The film: .mp4 (H.264) or .webm (VP9).")
    ],
    camera: Annotated[
        str | None,
        typer.Option(
            help="film (the scenario's own, if it has one), orbit, chase, chase:FISH, or "
            "X,Y,Z:X,Y,Z: from where to where."
        ),
    ] = None,
    stereo: Annotated[
        str | None, typer.Option(help="For two eyes: side-by-side or anaglyph (red and cyan).")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="How long; left out, as the camera's way or the recording, else 10."),
    ] = None,
    begin: Annotated[float, typer.Option("--from", help="Begin so late [s].")] = 0.0,
    size: Annotated[
        str, typer.Option(help="240p, 360p, 480p, 720p, 1080p, or like 800x450.")
    ] = "720p",
    fps: Annotated[int, typer.Option(help="Pictures a second: 10, 12, 15, 20, 30 or 60.")] = 30,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Another than the scenario's own.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
) -> None:
    """Film a scenario or a recording, picture by picture; Ctrl-C ends it early."""
    from motorium.batch import BatchError
    from motorium.looks.drawing.context import GraphicsError
    from motorium.motion.run import CompileError
    from motorium.settings import SettingsError
    from motorium.world.recording.layout import RecordingError

    kinds = BatchError, CompileError, FilmError, GraphicsError, RecordingError, SettingsError
    try:
        _film(shown, out, camera, stereo, seconds, begin, size, fps, seed, force)
    except kinds as problem:
        print(f"motorium: {problem}", file=sys.stderr)
        raise typer.Exit(2) from None


def _film(
    shown: str,
    out: Path,
    camera: str | None,
    stereo: str | None,
    seconds: float | None,
    begin: float,
    size: str,
    fps: int,
    seed: int | None,
    force: bool,
) -> None:
    from motorium.export.film import making
    from motorium.export.film.cameras import camera_of
    from motorium.export.film.sizes import size_of
    from motorium.export.film.stereo import Stereo
    from motorium.export.film.writer import check_place
    from motorium.headless import stoppable
    from motorium.looks.drawing.renderer import Renderer

    # All that can be refused is, before anything is simulated.
    eyes = _stereo(stereo)
    look = making.Look(size_of(size, eyes is Stereo.SIDE_BY_SIDE), eyes)
    check_place(out, force)
    making.frames_of(begin, seconds or USUAL_SECONDS, fps)
    renderer = Renderer()
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with ExitStack() as opened:
        scenario, last, open_it = _source(shown, seed, opened)
        through = camera_of(camera, scenario)
        by_scenario = scenario.camera and camera in (None, "film")
        ways = [one for one in (last, scenario.camera[-1].at if by_scenario else None) if one]
        if seconds is None:
            seconds = max(min(ways) - begin, 0.0) if ways else USUAL_SECONDS
            if seconds <= 0.0:
                raise FilmError(f"--from {begin:g}: there is nothing after it; {_until(ways)}")
        frames = making.frames_of(begin, seconds, fps)
        if last is not None:
            frames = range(frames.start, min(frames.stop, round(last * 60) + 1), frames.step)
        if not len(frames):
            raise FilmError(f"--from {begin:g}: the recording ends at {last:g} s")
        progress = opened.enter_context(
            Progress(*columns, console=console, disable=not console.is_terminal)
        )
        task = progress.add_task("simulating" if begin else "filming", total=len(frames))
        stopped = opened.enter_context(stoppable())
        pictures = making.pictures(open_it(), through, look, frames, renderer)
        count, written = making.film(
            out,
            pictures,
            look.size,
            fps,
            lambda done: progress.update(task, completed=done, description="filming"),
            lambda: bool(stopped),
        )
    width, height = look.size
    early = ", stopped" if count < len(frames) else ""
    if not early and last is not None and begin + seconds > last + 1 / fps:
        early = f"; the recording ends at {last:g} s"
    print(
        f"{out}: {count / fps:.2f} s, {count} pictures of {width}x{height}, {written / 1e6:.2f} MB"
        + early
    )


def _until(ways: list[float]) -> str:
    return f"it goes from 0 to {min(ways):g} s"


def _stereo(text: str | None) -> Stereo | None:
    from motorium.export.film.stereo import Stereo

    if text is None:
        return None
    if text not in tuple(Stereo):
        raise FilmError(f"--stereo {text}: it must be {' or '.join(Stereo)}")
    return Stereo(text)


def _source(
    shown: str, seed: int | None, opened: ExitStack
) -> tuple[Scenario, float | None, Callable[[], Footage]]:
    """The scenario; when a recording of it ends [s]; and what opens it."""
    from motorium.contracts.time import FRAME_RATE
    from motorium.export.film.making import Live, Recorded
    from motorium.headless import begin_world
    from motorium.studio.recorded import RecordedWorld
    from motorium.world.recording.layout import RecordingError
    from motorium.world.recording.reader import Recording
    from motorium.world.recording.rerun import recorded_scenario
    from motorium.world.scenario import load_scenario

    if not shown.lower().endswith(".arrow"):
        scenario = load_scenario(shown)
        return scenario, None, lambda: Live(begin_world(scenario, USUAL_SECONDS, seed))
    if seed is not None:
        raise FilmError("--seed: a recording has its own")
    recording = opened.enter_context(Recording.open(Path(shown)))
    if not len(recording):
        raise RecordingError(f"{shown}: nothing was recorded")
    if recording.problem:
        print(f"{shown}: {recording.problem}", file=sys.stderr)
    scenario = recorded_scenario(recording)
    return (
        scenario,
        recording.last_frame / FRAME_RATE,
        lambda: Recorded(RecordedWorld(recording)),
    )
