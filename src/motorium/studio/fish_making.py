"""From a mesh over a photograph to a skin, a texture and the files of a species."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.outline import Outline
from motorium.bodies.species import known_species, read_shape, shape_file
from motorium.looks.texture_mesh.eye import find_eye
from motorium.looks.texture_mesh.mesh import Mesh
from motorium.looks.texture_mesh.outline import (
    check_depth,
    far_from_body,
    frame_of,
    outline_of_mesh,
)
from motorium.looks.texture_mesh.photo import Photo
from motorium.looks.texture_mesh.regions import Mask
from motorium.looks.texture_mesh.silhouette import rest_nodes
from motorium.looks.texture_mesh.species_files import painted, write_species
from motorium.looks.texture_mesh.texture import BODY, Texture, cut

__all__ = ["body_texture", "far_bodies", "write_fish"]


def body_texture(photo: Photo, mesh: Mesh, mask: Mask, template: str) -> NDArray[np.uint8]:
    """What the mesh cuts out for the sides of the body, shape (height, width, 3): nose to the left,
    back up."""
    _, texture = _skin_and_texture(photo, mesh, mask, template)
    return texture.pixels[BODY, :, :3]


def far_bodies(mesh: Mesh, mask: Mask, template: str) -> dict[str, str]:
    """Species whose bodies the outline leaves by far, and how, in sentences; template: any."""
    skin = outline_of_mesh(mesh, frame_of(mesh), read_shape(shape_file(template)), mask)
    notes = {name: far_from_body(skin, read_shape(shape_file(name))) for name in known_species()}
    return {name: note for name, note in notes.items() if note}


def write_fish(
    folder: Path, name: str, label: str, template: str, photo: Photo, mesh: Mesh, mask: Mask
) -> Path:
    """The files of a species, never over others; returns the path of its own."""
    eye = find_eye(photo, frame_of(mesh), mask)
    skin, texture = _skin_and_texture(photo, mesh, mask, template, eye)
    check_depth(skin, read_shape(shape_file(template)))
    return write_species(folder, name, template, painted(skin, texture), texture, label)


def _skin_and_texture(
    photo: Photo, mesh: Mesh, mask: Mask, template: str, eye: tuple[float, float] | None = None
) -> tuple[Outline, Texture]:
    frame, shape = frame_of(mesh), read_shape(shape_file(template))
    skin = outline_of_mesh(mesh, frame, shape, mask, eye)
    return skin, cut(photo, mesh, frame, skin, rest_nodes(shape), mask)
