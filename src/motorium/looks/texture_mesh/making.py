"""All steps from the file of a photograph to the files of a species, told on the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from rich.console import Console

from motorium.bodies.species import read_shape, species_file
from motorium.folders import replace_file
from motorium.looks.texture_mesh.mesh import Mesh, settle
from motorium.looks.texture_mesh.outline import far_from_body, frame_of, outline_of_mesh
from motorium.looks.texture_mesh.photo import Photo, PhotoError, encode_png, pillow, read_photo
from motorium.looks.texture_mesh.silhouette import rest_nodes
from motorium.looks.texture_mesh.species_files import write_species
from motorium.looks.texture_mesh.start import find_fish
from motorium.looks.texture_mesh.texture import cut
from motorium.settings import SettingsError

__all__ = ["make_species"]

SCENARIO = """format = 1

[[group]]
species = "{name}.toml"
count = 12
"""


def make_species(
    photo: Path,
    template: str,
    folder: Path,
    name: str | None = None,
    label: str | None = None,
    flip: bool = False,
    preview: Path | None = None,
    force: bool = False,
) -> Path:
    """Make a species of a photograph and say how to see it; returns the path of its file."""
    console = Console()
    name = name or _name_of(photo)
    shape = read_shape(species_file(template))
    scenario = folder / f"{name}.scenario.toml"
    for file in (scenario, preview):
        if file is not None and file.exists() and not force:
            raise SettingsError(f"{file}: there already; take another name, or --force")
    try:
        seen = read_photo(photo.read_bytes())
    except OSError as error:
        raise PhotoError(f"{photo}: cannot be read: {error.strerror or error}") from None
    with console.status("Looking for the fish ..."):
        found = find_fish(seen, shape, flip)
    with console.status("The mesh settles ..."):
        for _ in settle(found.mesh, found.near_fields()):
            pass
    frame = frame_of(found.mesh)
    skin = outline_of_mesh(found.mesh, frame, shape, found.mask)
    texture = cut(seen, found.mesh, frame, skin, rest_nodes(shape), found.mask)
    path = write_species(folder, name, template, skin, texture, label, force)
    replace_file(scenario, SCENARIO.format(name=name).encode())
    if preview is not None:
        replace_file(preview, encode_png(over_photo(seen, found.mesh)))
    side = "right" if found.frame.forward[0] > 0 else "left"
    console.print(
        f"A fish of {found.frame.length:.0f} pixels, head to the {side}, most like "
        f"{found.like.name}; if that is its tail, add --flip.",
        highlight=False,
    )
    if warning := far_from_body(skin, shape):
        console.print(f"Note: {warning}.", highlight=False)
    console.print(f"Wrote {path}, with its calibration and texture.", highlight=False)
    console.print(f"See it: motorium studio {scenario}", highlight=False)
    return path


def over_photo(photo: Photo, mesh: Mesh) -> np.typing.NDArray[np.uint8]:
    """The mesh drawn over its photograph, anchors as dots, shape (height, width, 3)."""
    from PIL import ImageDraw

    image = pillow().fromarray(photo.pixels)
    pen = ImageDraw.Draw(image)
    for contour in (*mesh.nodes, *mesh.nodes.transpose(1, 0, 2)):
        pen.line([(float(x), float(y)) for x, y in contour], fill=(255, 60, 40))
    for x, y in mesh.anchors.values():
        pen.ellipse([x - 3, y - 3, x + 3, y + 3], fill=(60, 230, 90))
    return np.asarray(image)


def _name_of(photo: Path) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", photo.stem.lower()).strip("-")
    return name if name[:1].isalpha() else f"fish-{name}".strip("-")
