"""What `motorium figures` does: with progress, tables, and files that are written at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from threadpoolctl import threadpool_limits

from motorium.bodies.figure.files import FIGURES, check_figure, load_skeleton
from motorium.compiled import Report
from motorium.folders import cache_folder, one_at_a_time, replace_file
from motorium.motion.figures.authoring.scripts import SCRIPTS, load_script
from motorium.motion.figures.capture.bvh import read_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.retargeting import retarget
from motorium.motion.figures.capture.sources.tables import load_source
from motorium.motion.figures.channels import MADE_AT, RATES
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.playing import played
from motorium.motion.figures.store import GraphError, read_graph, write_graph
from motorium.settings import SettingsError

__all__ = [
    "check_target",
    "graph_at",
    "graph_file",
    "kept_graph",
    "ready_graph",
    "run_build",
    "run_bvh",
    "run_list",
    "run_retarget",
]

DEFAULT = "soldier"
ENDING = ".safetensors"


def graph_file(script: str = DEFAULT) -> Path:
    """Where a shipped script's graph is kept."""
    return cache_folder() / "figures" / f"{script}{ENDING}"


def ready_graph(console: Console, jobs: int | None = None, script: str = DEFAULT) -> PostureGraph:
    """A shipped script's graph from its file, which is built first where it does not serve."""

    def build() -> PostureGraph:
        console.print(f"building {script}, only at the first time or when it has changed")
        return _build(script, graph_file(script), [], jobs, console)

    return kept_graph(script, build)


def kept_graph(script: str, build: Callable[[], PostureGraph]) -> PostureGraph:
    """A shipped script's graph from its file, or as it is built and written there: once, however
    many programs want it at the same time."""
    if (graph := _kept(script)) is not None:
        return graph
    # Matrices of joints are so small that threads of linear algebra only wait for each other.
    with one_at_a_time(graph_file(script)), threadpool_limits(1):
        return _kept(script) or build()


def _kept(script: str) -> PostureGraph | None:
    """What is in the file, if it was made of this script by this program, and from nobody's
    clips."""
    from motorium.motion.figures.building import script_digest

    try:
        graph = read_graph(graph_file(script))
    except GraphError:
        return None
    made = graph.provenance
    fresh = made.get("script") == script_digest(load_script(script)) and not made.get("captured")
    return graph if fresh else None


def run_build(
    script: str, out: Path | None, capture: list[str], jobs: int | None, force: bool
) -> None:
    """capture: arcs that come from clips, as "A to B=CLIP.bvh"."""
    console = _console()
    if capture and out is None:
        raise SettingsError(f"--capture needs --out: the {script} that others use stays as it is")
    own = script not in SCRIPTS and out is None
    path = Path(f"{Path(script).stem}{ENDING}") if own else out or graph_file(script)
    if own or out is not None:
        check_target(path, force, ENDING)
    graph = _build(script, path, capture, jobs, console)
    _show_arcs(graph, console)
    console.print(f"wrote {path}, {path.stat().st_size / 1e6:.2f} MB")


def run_list(graph_of: Path, jobs: int | None) -> None:
    """graph_of: a file, or the name of a shipped script."""
    console = _console()
    graph = graph_at(graph_of, jobs, console)
    table = Table("figure", "segments", "joints", "freedoms", "frames a second", box=SIMPLE_HEAD)
    for name in FIGURES:
        skeleton = load_skeleton(name)
        counts = (len(skeleton.segments), len(skeleton.joints), skeleton.freedoms, RATES[name])
        table.add_row(name, *map(str, counts))
    console.print(table)
    for kind in ("fixed", "locomotion"):
        names = [node.name for node in graph.nodes.values() if node.kind == kind]
        console.print(f"{kind} postures: {', '.join(names)}")
    if graph.gestures:
        console.print(f"gestures: {', '.join(graph.gestures)}")
    _show_arcs(graph, console)


def run_bvh(
    postures: list[str],
    out: Path,
    graph_of: Path,
    figure: str,
    jobs: int | None,
    force: bool,
) -> None:
    console = _console()
    check_figure(figure)
    check_target(out, force, ".bvh")
    graph = graph_at(graph_of, jobs, console)
    poses = played(graph, postures, figure)
    replace_file(out, write_bvh(load_skeleton(figure), poses, MADE_AT).encode())
    console.print(f"wrote {out}: {len(poses)} frames, {(len(poses) - 1) / MADE_AT:.2f} s")


def run_retarget(
    clip: Path, out: Path | None, force: bool, unit: float | None, names: str | None, up: str
) -> None:
    """unit: metres a unit; names: a table of joints; up: the axis that points up, y or z."""
    console = _console()
    if out is not None:
        check_target(out, force, ".bvh")
    if up not in ("y", "z"):
        raise SettingsError(f"--up must be y or z, not {up!r}")
    if unit is not None and not 1e-6 < unit < 1e3:
        raise SettingsError(f"--unit must be metres, like 0.01, not {unit:g}")
    source = None if names is None else load_source(names)
    with console.status("fitting human-high to the clip"):
        read = read_bvh(clip, unit, "y" if up == "y" else "z")
        worn = retarget(read, load_skeleton("human-high"), source, float(MADE_AT))
    table = Table("joint", "mean [mm]", "most [mm]", box=SIMPLE_HEAD)
    for joint, off in worn.residuals.items():
        table.add_row(joint, f"{off.mean() * 1e3:.2f}", f"{off.max() * 1e3:.2f}")
    console.print(table)
    seconds = (len(worn.poses) - 1) / MADE_AT
    console.print(
        f"{clip.name}: {seconds:.2f} s, joints within {worn.most * 1e3:.1f} mm of the clip's"
    )
    if out is not None:
        replace_file(out, write_bvh(worn.skeleton, worn.poses, MADE_AT).encode())
        console.print(f"wrote {out}")


def graph_at(graph_of: Path, jobs: int | None, console: Console) -> PostureGraph:
    """A graph from its file, or a shipped script's by its name, which is built if need be."""
    if str(graph_of) in SCRIPTS:
        return ready_graph(console, jobs, str(graph_of))
    if not graph_of.exists():
        raise SettingsError(
            f"{graph_of}: there is no such file, and no shipped script of that name; known are "
            f"{', '.join(sorted(SCRIPTS))}"
        )
    return read_graph(graph_of)


def check_target(path: Path, force: bool, ending: str) -> None:
    """Refuse a file that could not be written, or is there and would be written over."""
    if path.suffix != ending:
        raise SettingsError(f"{path}: its name must end in {ending}")
    if path.is_dir() or not path.parent.is_dir():
        why = "is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise SettingsError(f"{path}: {why}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise SettingsError(f"{path}: cannot be written there")
    if path.exists() and not force:
        raise SettingsError(f"{path} is there already; --force writes over it")


# ---------------------------------------------------------------- inside


def _console() -> Console:
    """Names of files and postures may have brackets."""
    return Console(soft_wrap=True, markup=False, highlight=False)


def _build(
    script: str, path: Path, capture: list[str], jobs: int | None, console: Console
) -> PostureGraph:
    from motorium.motion.figures.building import build_graph

    document = load_script(script)
    clips = dict(_clip_of(text) for text in capture)
    with _progress(console) as report:
        graph, warnings = build_graph(document, report, clips, jobs)
    for sentence in warnings:
        console.print(f"warning: {sentence}")
    write_graph(path, graph)
    return graph


def _clip_of(text: str) -> tuple[tuple[str, str], Path]:
    arc, equals, file = text.partition("=")
    start, to, end = arc.partition(" to ")
    if not equals or not to or not file:
        raise SettingsError(f"{text!r}: must be like 'standing deployed to crawl=clip.bvh'")
    path = Path(file)
    if not path.is_file():
        raise SettingsError(f"{path}: there is no such file")
    return (start.strip(), end.strip()), path


@contextmanager
def _progress(console: Console) -> Iterator[Report]:
    columns = (
        TextColumn("{task.description:<48}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("postures", total=None)

        def report(label: str, done: int, total: int) -> None:
            progress.update(task, description=label, completed=done, total=total)

        yield report


def _show_arcs(graph: PostureGraph, console: Console) -> None:
    table = Table("from", "to", "by", "seconds", "keys", "slaves' hands", box=SIMPLE_HEAD)
    for arc in graph.arcs.values():
        keys = " ".join(str(len(arc.sets[name].times)) for name in FIGURES if name in arc.sets)
        table.add_row(
            arc.start, arc.end, arc.source, f"{arc.seconds:.2f}", keys, _hands_off(arc.off)
        )
    console.print(table)


def _hands_off(off: Mapping[str, Mapping[str, float]]) -> str:
    worst = [value for one in off.values() for site, value in one.items() if "grip" in site]
    return f"{max(worst) * 1e3:.1f} mm" if worst else "-"
