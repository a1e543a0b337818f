"""`motorium texture`: a photograph becomes a species."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["texture"]


def texture(
    photo: Annotated[Path, typer.Argument(help="A photograph of one fish in profile.")],
    species: Annotated[
        str, typer.Option(help="Whose body, calibration and habits it gets: a name or a file.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write into.")] = Path(),
    name: Annotated[
        str | None, typer.Option(help="Of the new species; that of the photograph if left out.")
    ] = None,
    label: Annotated[str | None, typer.Option(help="What the page calls it.")] = None,
    flip: Annotated[
        bool, typer.Option("--flip", help="The head is at the other end than was found.")
    ] = False,
    preview: Annotated[
        Path | None, typer.Option(metavar="PNG", help="Draw the mesh over the photograph.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files.")] = False,
) -> None:
    """Put your own fish into the world: from a photograph to its outline and texture."""
    from motorium.looks.texture_mesh.making import make_species
    from motorium.looks.texture_mesh.photo import PhotoError
    from motorium.looks.texture_mesh.start import NoFish
    from motorium.settings import SettingsError

    try:
        make_species(photo, species, out, name, label, flip, preview, force)
    except (PhotoError, NoFish, SettingsError) as problem:
        print(problem, file=sys.stderr)
        raise typer.Exit(1) from None
