"""`motorium figures`: what human figures are, their motion built, shown, and written as BVH."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

__all__ = ["figures_app"]

figures_app = typer.Typer(
    help="Human figures: build their motion, list it, import and write BVH.",
    no_args_is_help=True,
)

Graph = Annotated[
    Path,
    typer.Option(
        "--graph", help="A posture graph's file, or a shipped script's name: built if need be."
    ),
]
SOLDIER = Path("soldier")
Force = Annotated[bool, typer.Option("--force", help="Write over a file.")]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="Processes; as many as there are cores if not said.")
]


@contextmanager
def _sentences() -> Iterator[None]:
    """What goes wrong is said in a sentence, and ends the command."""
    from motorium.batch import BatchError
    from motorium.motion.figures.store import GraphError
    from motorium.settings import SettingsError

    try:
        yield
    except (BatchError, GraphError, SettingsError, OSError) as problem:
        terminal = Console(stderr=True, highlight=False, soft_wrap=True)
        terminal.print(f"motorium: {problem}", markup=False)
        raise typer.Exit(1) from None


@figures_app.command()
def build(
    script: Annotated[
        str, typer.Argument(help="A shipped script's name, or a file of your own (.toml).")
    ] = "soldier",
    out: Annotated[
        Path | None, typer.Option(help="The file to write; in the cache if not said.")
    ] = None,
    capture: Annotated[
        list[str] | None,
        typer.Option(
            help="An arc from real motion: 'POSTURE to POSTURE=CLIP.bvh'; again for more."
        ),
    ] = None,
    jobs: Jobs = None,
    force: Force = False,
) -> None:
    """Make all postures, arcs and gaits of a script, for all three figures."""
    from motorium.motion.figures.run import run_build

    with _sentences():
        run_build(script, out, capture or [], jobs, force)


@figures_app.command(name="list")
def list_graph(graph: Graph = SOLDIER, jobs: Jobs = None) -> None:
    """The three figures, and what can be played on them."""
    from motorium.motion.figures.run import run_list

    with _sentences():
        run_list(graph, jobs)


@figures_app.command()
def bvh(
    postures: Annotated[
        list[str], typer.Argument(help="Postures to go through, from the first to the last.")
    ],
    out: Annotated[Path, typer.Option(help="The file to write (.bvh).")],
    graph: Graph = SOLDIER,
    figure: Annotated[str, typer.Option(help="human-high, human-med or human-low.")] = "human-high",
    jobs: Jobs = None,
    force: Force = False,
) -> None:
    """Write the way through some postures as BVH, for other programs."""
    from motorium.motion.figures.run import run_bvh

    with _sentences():
        run_bvh(postures, out, graph, figure, jobs, force)


@figures_app.command()
def retarget(
    clip: Annotated[Path, typer.Argument(help="Real motion (.bvh).")],
    out: Annotated[Path | None, typer.Option(help="Write it as BVH of human-high.")] = None,
    unit: Annotated[
        float | None, typer.Option(help="Metres a unit of the clip; guessed if not said.")
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="Which joint is which: a table (.toml), or a shipped one.")
    ] = None,
    upwards: Annotated[str, typer.Option("--up", help="The clip's axis that points up.")] = "y",
    force: Force = False,
) -> None:
    """Fit human-high to a clip, and say how near its joints come."""
    from motorium.motion.figures.run import run_retarget

    with _sentences():
        run_retarget(clip, out, force, unit, names, upwards)
