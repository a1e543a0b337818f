"""All steps from the file of a photograph to the files of a species, told on the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
from rich.console import Console

from motorium.bodies.species import Shape, known_species, read_shape, read_species, species_file
from motorium.folders import replace_file
from motorium.looks.texture_mesh.eye import find_eye
from motorium.looks.texture_mesh.mesh import Mesh, settle
from motorium.looks.texture_mesh.outline import (
    check_depth,
    far_from_body,
    frame_of,
    outline_of_mesh,
)
from motorium.looks.texture_mesh.photo import Photo, PhotoError, encode_png, pillow, read_photo
from motorium.looks.texture_mesh.places import (
    LONGEST,
    Places,
    check_label,
    check_name,
    check_preview,
    spare,
    writable,
)
from motorium.looks.texture_mesh.silhouette import rest_nodes
from motorium.looks.texture_mesh.species_files import write_species
from motorium.looks.texture_mesh.start import NoFish, find_fish
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
    console = Console(soft_wrap=True, highlight=False)
    pillow()
    name = name or _name_of(photo)
    check_name(name)
    if label is not None:
        check_label(label)
    shape = _template(template)
    places = Places.of(folder, name)
    if preview is not None:
        check_preview(preview, places)
    spare(photo, (*places.all, *([preview] if preview else [])), force)
    try:
        data = photo.read_bytes()
    except OSError as error:
        raise PhotoError(f"{photo}: cannot be read: {error.strerror or error}") from None
    with ExitStack() as stack:
        stack.enter_context(writable(folder))
        if preview is not None:
            stack.enter_context(writable(preview.parent))
        stack.enter_context(_told_of(photo))
        seen = read_photo(data)
        with console.status("Looking for the fish ..."):
            found = find_fish(seen, shape, flip)
        with console.status("The mesh settles ..."):
            for _ in settle(found.mesh, found.near_fields()):
                pass
        frame = frame_of(found.mesh)
        eye = find_eye(seen, frame, found.mask)
        skin = outline_of_mesh(found.mesh, frame, shape, found.mask, eye)
        check_depth(skin, shape)
        texture = cut(seen, found.mesh, frame, skin, rest_nodes(shape), found.mask)
        if preview is not None:
            _replace(preview, encode_png(over_photo(seen, found.mesh)))
        write_species(folder, name, template, skin, texture, label, force)
        _replace(places.scenario, SCENARIO.format(name=name).encode())
    side = "right" if found.frame.forward[0] > 0 else "left"
    console.print(
        f"A fish of {found.frame.length:.0f} pixels, head to the {side}, most like "
        f"{found.like.name}; if that is its tail, add --flip."
    )
    if warning := far_from_body(skin, shape):
        console.print(f"Note: {warning}; another --species may suit it better.", markup=False)
    console.print(f"Wrote {places.shape}, with its calibration and texture.", markup=False)
    console.print(f"See it: motorium studio {places.scenario}", markup=False)
    return places.shape


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


def _template(name: str) -> Shape:
    """Whose body the new species gets: one that has been calibrated."""
    source = species_file(name)
    try:
        read_species(source)
    except SettingsError as problem:
        if f"{source}: body: is missing" in str(problem).splitlines():
            raise SettingsError(
                f"{source}: is no species, for it has no [body]; known are "
                f"{', '.join(known_species())}"
            ) from None
        raise
    return read_shape(source)


@contextmanager
def _told_of(photo: Path) -> Iterator[None]:
    """What is wrong with a picture is said with its name."""
    try:
        yield
    except (PhotoError, NoFish) as problem:
        raise type(problem)(f"{photo}: {problem}") from None


def _name_of(photo: Path) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", photo.stem.lower()).strip("-")
    name = name if name[:1].isalpha() else f"fish-{name}"
    return name[: LONGEST["name"]].strip("-")


def _replace(file: Path, data: bytes) -> None:
    try:
        replace_file(file, data)
    except OSError as error:
        raise SettingsError(f"{file}: cannot be written: {error.strerror or error}") from None
