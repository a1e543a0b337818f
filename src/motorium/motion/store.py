"""Repertoires as files: one safetensors file a species, made again where it does not serve.

Tensors are float32, those of all segments one after the other; the header's entry "motorium" holds
the rest as JSON. A checksum covers the whole file but itself.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from pydantic import Field, PositiveFloat, PositiveInt

from motorium.bodies.species import Species
from motorium.folders import cache_folder, replace_file
from motorium.motion.digest import FORMAT, repertoire_digest
from motorium.motion.segments import (
    CONTROL_POINTS,
    TENSORS,
    Kind,
    Repertoire,
    Segment,
    Traits,
)
from motorium.sealed import MissingFile, SealError, header_of, open_sealed, read_bytes, seal
from motorium.settings import StrictSettings

__all__ = [
    "RepertoireError",
    "StaleRepertoire",
    "parse_repertoire",
    "read_repertoire",
    "ready_repertoire",
    "repertoire_bytes",
    "repertoire_file",
    "serving_repertoire",
    "write_repertoire",
]

KIND: Final = "a repertoire"
POINTS: Final = {"points": (CONTROL_POINTS, 3)}

_log = logging.getLogger(__name__)


class RepertoireError(ValueError):
    """A file that cannot be used, with a sentence that names it and says why."""


class StaleRepertoire(RepertoireError):
    """Nothing is wrong: the file only has to be made, or made again."""


Axis = tuple[float, float, float]


class _Segment(StrictSettings):
    name: str
    kind: Kind
    cyclic: bool
    first: Annotated[int, Field(ge=0)]
    frames: PositiveInt
    seconds: PositiveFloat
    stance: tuple[Axis, Axis, Axis]
    speed: float
    turn: float


class _Header(StrictSettings):
    format: PositiveInt
    species: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    digest: str
    segments: list[_Segment]
    traits: Traits
    provenance: dict[str, Any]
    receipt: list[dict[str, Any]]
    checksum: str


def repertoire_file(species: Species) -> Path:
    """Where a species' repertoire is kept."""
    return cache_folder() / "repertoires" / f"{species.name}.safetensors"


def ready_repertoire(
    species: Species,
    points: bool | None = None,
    tell: Callable[[str], None] = lambda reason: None,
) -> Repertoire:
    """A species' repertoire from its file, which is written anew where it does not serve.

    points: whether control points are needed; None takes the file as it is, and compiles them for
    populous species. tell hears why something is compiled. The arrays are as in a file, whether
    there was one or not: the same at every start.
    """
    path = repertoire_file(species)
    try:
        return serving_repertoire(path, species, points or None)
    except RepertoireError as problem:
        level = logging.INFO if isinstance(problem, StaleRepertoire) else logging.WARNING
        _log.log(level, "%s; compiling it", problem)
        tell(str(problem))
    # What compiles is not loaded where nothing must be compiled.
    from motorium.motion.compile import compile_repertoire

    data = repertoire_bytes(compile_repertoire(species, points))
    try:
        write_repertoire(path, data)
    except OSError as problem:
        _log.warning("%s: cannot be written (%s); it will be compiled again", path, problem)
    return parse_repertoire(data, str(path))


def serving_repertoire(path: Path, species: Species, points: bool | None = None) -> Repertoire:
    """A file's repertoire, if it is that of this species as it is now.

    points: whether it must be with or without control points; None takes both.
    """
    repertoire = read_repertoire(path, species.name)
    if repertoire.digest != repertoire_digest(species):
        raise StaleRepertoire(
            f"{path}: is stale: {species.name}, or the program, has changed since it was compiled"
        )
    if points is not None and points != repertoire.has_points:
        has = "has" if repertoire.has_points else "lacks"
        raise StaleRepertoire(f"{path}: {has} control points")
    return repertoire


def read_repertoire(path: Path, species: str | None = None) -> Repertoire:
    """A repertoire from a file, with read-only float32 arrays in memory; stances are float64.

    species: whose it must be.
    """
    try:
        data = read_bytes(path, KIND)
    except MissingFile as problem:
        raise StaleRepertoire(f"{path}: {problem}") from None
    except SealError as problem:
        raise RepertoireError(f"{path}: {problem}") from None
    repertoire = parse_repertoire(data, str(path))
    if species is not None and repertoire.species != species:
        raise RepertoireError(f"{path}: is the repertoire of {repertoire.species}, not {species}")
    return repertoire


def write_repertoire(path: Path, repertoire: Repertoire | bytes) -> None:
    """Write a file at once: who reads it meanwhile sees the old one or the new one."""
    data = repertoire if isinstance(repertoire, bytes) else repertoire_bytes(repertoire)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, data)


def repertoire_bytes(repertoire: Repertoire) -> bytes:
    """What a file holds; the same repertoire gives the same bytes."""
    shapes = {**TENSORS, **POINTS} if repertoire.has_points else TENSORS
    tensors = {
        name: np.concatenate([getattr(part, name) for part in repertoire.segments], dtype="f4")
        for name in shapes
    }
    rows = []
    first = 0
    for part in repertoire.segments:
        facts = {name: getattr(part, name) for name in _Segment.model_fields if name != "first"}
        rows.append({**facts, "first": first, "stance": part.stance.tolist()})
        first += part.frames
    header = {
        "format": FORMAT,
        "species": repertoire.species,
        "digest": repertoire.digest,
        "segments": rows,
        "traits": vars(repertoire.traits),
        "provenance": dict(repertoire.provenance),
        "receipt": [dict(record) for record in repertoire.receipt],
    }
    try:
        return seal(tensors, header)
    except (TypeError, ValueError) as problem:
        raise RepertoireError(
            f"the repertoire of {repertoire.species} holds what JSON has no words for: {problem}"
        ) from None


def parse_repertoire(data: bytes, source: str) -> Repertoire:
    """What repertoire_bytes gave, checked in every respect; source: where it came from."""
    try:
        return _parse(data)
    except RepertoireError as problem:
        raise RepertoireError(f"{source}: {problem}") from None


def _parse(data: bytes) -> Repertoire:
    try:
        text, _, tensors = open_sealed(data, KIND, FORMAT, _compile_again)
        header = header_of(text, _Header)
    except SealError as problem:
        raise RepertoireError(str(problem)) from None
    frames = sum(row.frames for row in header.segments)
    shapes = {**TENSORS, **POINTS} if "points" in tensors else TENSORS
    if set(tensors) != set(shapes):
        raise RepertoireError(
            f"holds the tensors {', '.join(sorted(tensors))}, not {', '.join(sorted(shapes))}"
        )
    for name, shape in shapes.items():
        tensor = tensors[name]
        if tensor.dtype != np.float32 or tensor.shape != (frames, *shape):
            raise RepertoireError(
                f"{name} is {tensor.dtype} of shape {tensor.shape}, "
                f"not float32 of {(frames, *shape)}"
            )
    first = 0
    segments = []
    try:
        for row in header.segments:
            if row.first != first:
                raise ValueError(f"segment {row.name} begins at frame {row.first}, not {first}")
            last = first + row.frames
            parts: Any = {name: tensors[name][first:last] for name in shapes}
            facts = row.model_dump(exclude={"first", "frames", "stance"})
            segments.append(Segment(**facts, stance=np.array(row.stance), **parts))
            first = last
        return Repertoire(
            species=header.species,
            digest=header.digest,
            segments=tuple(segments),
            traits=header.traits,
            provenance=header.provenance,
            receipt=tuple(header.receipt),
        )
    except ValueError as problem:
        raise RepertoireError(str(problem)) from None


def _compile_again(header: dict[str, Any]) -> str:
    name = re.sub(r"[^a-z0-9-]", "", str(header.get("species"))) or "SPECIES"
    return f"compile again: motorium compile {name}"
