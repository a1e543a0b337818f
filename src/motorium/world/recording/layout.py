"""What stands where in a recording: one Arrow IPC stream, one row a recorded frame.

The stream is a sequence of chunks, each one record batch and a **seal**: an empty batch whose
metadata carry the checksum of all bytes since the seal before. What is not sealed does not count,
so that a torn end is told from a whole one; the last seal says why the recording ended. Other tools
read the same file as any Arrow stream: empty batches hold no rows.

Later versions add columns; who reads takes columns by name and leaves others alone.
"""

from __future__ import annotations

import json
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from motorium.bodies.fish import NODES
from motorium.minds.instinct.reasons import REASON
from motorium.world.submarine.boat import NUMBERED, TRACK

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "EXPRESSION_STEPS",
    "FIN_STEPS",
    "FORMAT",
    "LEVELS",
    "NODE_STEPS",
    "Meta",
    "OwnSpecies",
    "RecordingError",
    "Seal",
    "arrow",
    "check_schema",
    "read_meta",
    "schema_of",
]

FORMAT: Final = 1
NODE_STEPS: Final = 16384
"""Of a node's place, to a body length: as on the wire."""
FIN_STEPS: Final = 64
"""Of a fin's angle, to a radian: as on the wire."""
EXPRESSION_STEPS: Final = 255
"""Of a mouth or a mood, from 0 to 1: as on the wire."""
LEVELS: Final = ("muscles", "playback", "frame")
"""What `level` counts; "frame": replayed, and seen by nobody."""
KEY: Final = b"motorium.recording"
SEAL: Final = "motorium.seal"


class RecordingError(ValueError):
    """A recording that cannot be made, read or repeated; the text says why."""


class OwnSpecies(BaseModel):
    """A species' two files, as text, and its texture as base64, if it has one."""

    model_config = ConfigDict(frozen=True)

    shape: str
    calibration: str
    texture: str | None = None


class Meta(BaseModel):
    """What suffices to run it again, in the schema's metadata.

    scenario: as it was given, and complete: with all defaults; species: names, in the order in
    which `states.species` counts them; own_species: files by their name in the scenario; sources:
    hashes of the shipped species' files; every: of how many frames one was recorded; first: frame;
    repeatable: empty, or why it cannot be run again; behaviours: names of what can be intended, by
    their numbers, if reasons were recorded; submarine: whether there is one; boats:
    whether others beside the first were recorded; expressions: whether mouths and moods were
    recorded with bodies.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: int = FORMAT
    motorium: str
    recorded: str
    scenario: dict[str, Any]
    complete: dict[str, Any]
    species: list[str]
    own_species: dict[str, OwnSpecies] = Field(default_factory=dict)
    sources: dict[str, str] = Field(default_factory=dict)
    seed: int
    options: dict[str, Any]
    hardware: dict[str, Any]
    every: int = Field(ge=1)
    nodes: bool = False
    first: int = Field(default=0, ge=0)
    repeatable: str = ""
    behaviours: list[str] = Field(default_factory=list)
    submarine: bool = False
    boats: bool = False
    expressions: bool = False


class Seal(BaseModel):
    """crc: of all bytes since the last seal; rows so far; frame: of the last row; end: of the whole
    recording, why, None while it goes on."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    crc: int = Field(ge=0, lt=2**32)
    rows: int = Field(ge=0)
    frame: int = Field(ge=-1)
    end: str | None = None


End = Literal["", "interrupted"]


def arrow() -> ModuleType:
    """Apache Arrow, which only recordings need."""
    try:
        import pyarrow as pa
        import pyarrow.ipc
    except ImportError:
        raise RecordingError("recordings need an extra: pip install 'motorium[record]'") from None
    module: ModuleType = pa
    return module


def schema_of(meta: Meta) -> pa.Schema:
    """Columns of a recording, and its metadata."""
    pa = arrow()
    state = {
        "id": pa.int64(),
        "species": pa.int16(),
        "size": pa.float32(),
        "length": pa.float32(),
        "look": pa.uint16(),
        "level": pa.uint8(),
        "automatic": pa.uint8(),
        "position": pa.list_(pa.float64(), 3),
        "orientation": pa.list_(pa.float32(), 4),
        "velocity": pa.list_(pa.float32(), 3),
    }
    if meta.nodes:
        state["nodes"] = pa.list_(pa.int16(), 3 * NODES)
        state["fins"] = pa.list_(pa.int8(), 4)
    if meta.nodes and meta.expressions:
        state["expression"] = pa.list_(pa.uint8(), 3)
    event = {
        "frame": pa.int64(),
        "t": pa.float64(),
        "kind": pa.string(),
        "subject": pa.int64(),
        "object": pa.int64(),
        "x": pa.float64(),
        "y": pa.float64(),
        "z": pa.float64(),
        "value": pa.float64(),
        "detail": pa.string(),
    }
    given = {"frame": pa.int64(), "kind": pa.string(), "json": pa.string()}
    columns = {
        "frame": pa.int64(),
        "time": pa.float64(),
        "digest": pa.binary(16),
        "states": pa.list_(_struct(state)),
        "events": pa.list_(_struct(event)),
        "inputs": pa.list_(_struct(given)),
    }
    if meta.behaviours:
        columns["reasons"] = pa.list_(_struct(_fields_of(REASON)))
    if meta.submarine:
        columns["submarine"] = _struct(_fields_of(TRACK))
    if meta.boats:
        columns["boats"] = pa.list_(_struct(_fields_of(NUMBERED)))
    fields = [pa.field(name, kind, nullable=name == "digest") for name, kind in columns.items()]
    return pa.schema(fields, metadata={KEY: meta.model_dump_json().encode()})


def _fields_of(record: np.dtype[Any]) -> dict[str, Any]:
    """A NumPy record's fields, as Arrow has them."""
    pa = arrow()
    kinds = {}
    for name, (kind, *_) in (record.fields or {}).items():
        plain = pa.from_numpy_dtype(kind.base)
        kinds[name] = pa.list_(plain, kind.shape[0]) if kind.shape else plain
    return kinds


def _struct(fields: dict[str, Any]) -> Any:
    pa = arrow()
    return pa.struct([pa.field(name, kind, nullable=False) for name, kind in fields.items()])


def read_meta(schema: pa.Schema) -> Meta:
    """What a file says of itself; newer formats are refused."""
    text = (schema.metadata or {}).get(KEY)
    if text is None:
        raise RecordingError("an Arrow file, but not a recording of Motorium")
    try:
        data = json.loads(text)
        version = data["format"]
        if isinstance(version, int) and version > FORMAT:
            raise RecordingError(
                f"format {version} is newer than this program, which reads format {FORMAT}"
            )
        return Meta.model_validate(data)
    except RecordingError:
        raise
    except ValidationError as problem:
        worst = problem.errors(include_url=False)[0]
        place = ".".join(str(part) for part in worst["loc"])
        raise RecordingError(f"its metadata cannot be used: {place}: {worst['msg']}") from None
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise RecordingError(f"its metadata cannot be used: {problem!r}") from None


def check_schema(schema: pa.Schema, meta: Meta) -> None:
    """Refuse a file whose columns are not what its format says; more of them are welcome."""
    for field in schema_of(meta):
        index = schema.get_field_index(field.name)
        if index < 0:
            raise RecordingError(f"it has no column {field.name!r}")
        # What a decision is made of has been less, and will be more.
        if not _holds(schema.field(index).type, field.type, whole=field.name != "reasons"):
            found = schema.field(index).type
            raise RecordingError(f"its column {field.name!r} is {found}, not {field.type}")


def _holds(found: Any, wanted: Any, whole: bool = True) -> bool:
    """Whether a type is the wanted one, but for fields that were added to its structs; whole: no
    field may be missing."""
    types = arrow().types
    if types.is_list(wanted):
        return types.is_list(found) and _holds(found.value_type, wanted.value_type, whole)
    if types.is_struct(wanted):
        if not types.is_struct(found):
            return False
        there = [part for part in wanted if found.get_field_index(part.name) >= 0]
        return (len(there) == len(wanted) or not whole) and all(
            _holds(found.field(part.name).type, part.type) for part in there
        )
    if types.is_fixed_size_list(wanted):
        return (
            types.is_fixed_size_list(found)
            and found.list_size == wanted.list_size
            and _holds(found.value_type, wanted.value_type)
        )
    return bool(found == wanted)
