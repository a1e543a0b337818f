"""`motorium glb`: fishes, figures and puppets for Blender and all that reads glTF."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

if TYPE_CHECKING:
    from motorium.export.gltf import Glb

__all__ = ["glb_app"]

glb_app = typer.Typer(
    help="Write a fish, a figure or a puppet and its motion as GLB, for other programs.",
    no_args_is_help=True,
)

Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="The file to write (.glb); called like it if not said."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over a file.")]


@contextmanager
def _sentences() -> Iterator[None]:
    """What goes wrong is said in a sentence, and ends the command."""
    from motorium.batch import BatchError
    from motorium.looks.texture_mesh.photo import PhotoError
    from motorium.motion.figures.store import GraphError
    from motorium.motion.run import CompileError
    from motorium.motion.store import RepertoireError
    from motorium.settings import SettingsError

    kinds = BatchError, CompileError, GraphError, PhotoError, RepertoireError, SettingsError
    try:
        yield
    except (*kinds, OSError) as problem:
        terminal = Console(stderr=True, highlight=False, soft_wrap=True)
        terminal.print(f"motorium: {problem}", markup=False)
        raise typer.Exit(1) from None


@glb_app.command()
def fish(
    species: Annotated[
        str, typer.Argument(help="A shipped species by name, or a file of your own (.toml).")
    ],
    out: Out = None,
    segment: Annotated[
        str, typer.Option(help="What it does: a segment of its repertoire.")
    ] = "swim-medium",
    travel: Annotated[
        bool, typer.Option("--travel", help="Swim ahead, not on the spot; turns always do.")
    ] = False,
    cycles: Annotated[int, typer.Option(help="How often it beats, with --travel.")] = 1,
    level: Annotated[int, typer.Option(help="0 the finest, to 2.")] = 0,
    size: Annotated[float, typer.Option(help="Of the individual; 1 as the species says.")] = 1.0,
    seed: Annotated[int, typer.Option(min=0, help="Of its own colours and marks.")] = 0,
    force: Force = False,
) -> None:
    """A fish with its colours that swims, in a cycle without a seam, or turns."""
    with _sentences():
        from motorium.bodies.species import find_species
        from motorium.export.fish import check_fish, fish_glb, photograph_of
        from motorium.motion.figures.run import check_target
        from motorium.motion.store import ready_repertoire

        check_fish(segment, size, level, cycles)
        kind = find_species(species)
        path = out or Path(f"{kind.name}.glb")
        check_target(path, force, ".glb")
        console = _console()
        with console.status(f"recording how {kind.label} moves, only at the first time"):
            repertoire = ready_repertoire(kind)
        with console.status("making the skin"):
            glb = fish_glb(
                kind,
                repertoire[segment],
                size=size,
                level=level,
                seed=seed,
                travel=travel,
                cycles=cycles,
                photograph=photograph_of(species),
            )
        _keep(path, glb, console)


@glb_app.command()
def figure(
    postures: Annotated[
        list[str], typer.Argument(help="Postures to go through, from the first to the last.")
    ],
    out: Out = None,
    graph: Annotated[
        Path,
        typer.Option(
            "--graph",
            help="A posture graph's file, or a shipped script's name: built if need be.",
        ),
    ] = Path("soldier"),
    name: Annotated[
        str, typer.Option("--figure", help="human-high, human-med or human-low.")
    ] = "human-high",
    rifle: Annotated[
        bool | None, typer.Option(help="Whether it holds one; as the script says if not said.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores if not said.")
    ] = None,
    force: Force = False,
) -> None:
    """A human figure with a body, that goes from posture to posture."""
    with _sentences():
        from motorium.bodies.figure.files import check_figure
        from motorium.export.figure import figure_glb
        from motorium.motion.figures.authoring.scripts import SCRIPTS, load_script
        from motorium.motion.figures.playing import played
        from motorium.motion.figures.run import check_target, graph_at

        check_figure(name)
        path = out or Path(f"{name}.glb")
        check_target(path, force, ".glb")
        console = _console()
        poses = played(graph_at(graph, jobs, console), postures, name)
        if rifle is None:
            rifle = str(graph) in SCRIPTS and load_script(str(graph)).script.rifle
        _keep(path, figure_glb(name, poses, rifle=rifle, title=" to ".join(postures)), console)


@glb_app.command()
def puppet(
    name: Annotated[
        str, typer.Argument(help="A shipped puppet's name, or a file of your own (.toml).")
    ] = "person",
    out: Out = None,
    seconds: Annotated[
        float | None, typer.Option(help="How long, from rest, if it has no take; 4 if not said.")
    ] = None,
    force: Force = False,
) -> None:
    """A puppet with its skin, and what was recorded of it in its file's take."""
    with _sentences():
        from motorium.bodies.puppet.files import load_puppet
        from motorium.export.puppet import puppet_glb
        from motorium.motion.figures.run import check_target

        document = load_puppet(name)
        path = out or Path(f"{Path(name).stem}.glb")
        check_target(path, force, ".glb")
        console = _console()
        with console.status("it plays"):
            glb = puppet_glb(document, seconds)
        _keep(path, glb, console)


def _keep(path: Path, glb: Glb, console: Console) -> None:
    from motorium.folders import replace_file

    replace_file(path, glb.data)
    held = [f"{glb.keys} keys", f"{glb.vertices} vertices", f"{glb.triangles} triangles"]
    held += [f"{glb.joints} joints"] if glb.joints else []
    held += [f"{glb.shapes} shapes"] if glb.shapes else []
    console.print(
        f"wrote {path}: {len(glb.data) / 1e6:.2f} MB, {glb.seconds:.2f} s, {', '.join(held)}; "
        f"at most {1e3 * glb.off:.2f} mm off"
    )


def _console() -> Console:
    """Names of files and postures may have brackets."""
    return Console(soft_wrap=True, markup=False, highlight=False)
