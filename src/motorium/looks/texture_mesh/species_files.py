"""The files of a new species: its shape, the calibration of the one it is like, and its texture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from motorium.bodies.outline import Outline
from motorium.bodies.species import (
    Shape,
    calibration_file,
    read_shape,
    read_species,
    species_file,
)
from motorium.folders import replace_file
from motorium.looks.texture_mesh.photo import encode_png
from motorium.looks.texture_mesh.places import Places, check_name
from motorium.looks.texture_mesh.texture import DORSAL, Texture
from motorium.settings import SettingsError

__all__ = ["painted", "write_species"]


def painted(skin: Outline, texture: Texture) -> Outline:
    """The outline in the colours of the texture, without the marks that the texture has itself."""
    colours = {
        "back": texture.colour((0.1, 0.25), (0.15, 0.7)),
        "flank": texture.colour((0.4, 0.6), (0.15, 0.7)),
        "belly": texture.colour((0.75, 0.9), (0.15, 0.7)),
        "fin": texture.colour((0.4, 0.9), (0.2, 0.8), DORSAL),
        "bands": [],
        "stripes": 0,
    }
    return skin.model_copy(update={"palette": skin.palette.model_copy(update=colours)})


def write_species(
    folder: Path,
    name: str,
    template: str,
    skin: Outline,
    texture: Texture,
    label: str | None = None,
    force: bool = False,
) -> Path:
    """Write the species, and read it again; returns the path of its file.

    template: the species, by name or file, whose body, calibration and habits it gets. Files that
    are there are not written over unless `force`.
    """
    check_name(name)
    source = species_file(template)
    shape = read_shape(source)
    places = Places.of(folder, name)
    taken = [str(file) for file in places.of_species if file.exists()]
    if taken and not force:
        raise SettingsError(f"{', '.join(taken)}: there already; take another name")
    own = painted(skin, texture).model_copy(update={"texture": places.texture.name})
    made = shape.model_copy(
        update={"name": name, "label": label or name.replace("-", " ").capitalize(), "skin": own}
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(places.texture, encode_png(texture.pixels))
        replace_file(places.calibration, calibration_file(source).read_bytes())
        replace_file(places.shape, _toml(made).encode())
    except OSError as error:
        raise SettingsError(
            f"{folder}: cannot be written into: {error.strerror or error}"
        ) from None
    read_species(places.shape)
    return places.shape


def _toml(shape: Shape) -> str:
    data = shape.model_dump(mode="json", exclude_none=True)
    plain = {key: value for key, value in data.items() if not isinstance(value, dict)}
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for key, value in data.items():
        if isinstance(value, dict):
            lines += _table(key, value)
    return "\n".join(lines) + "\n"


def _table(name: str, table: dict[str, Any]) -> list[str]:
    lines = ["", f"[{name}]"]
    inner = []
    for key, value in table.items():
        if isinstance(value, dict):
            inner += _table(f"{name}.{key}", value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for each in value:
                inner += ["", f"[[{name}.{key}]]", *(f"{k} = {_value(v)}" for k, v in each.items())]
        else:
            lines.append(f"{key} = {_value(value)}")
    return lines + inner


def _value(value: Any) -> str:
    # What JSON says of numbers, texts and lists is TOML as well.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
