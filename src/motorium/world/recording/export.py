"""Recordings as Parquet, for other tools: one row a fish and frame, and plain columns."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.contracts.events import Event
from motorium.contracts.frames import heading_pitch_roll
from motorium.world.recording.export_reasons import write_reasons
from motorium.world.recording.layout import LEVELS, RecordingError, arrow
from motorium.world.recording.reader import Recording
from motorium.world.recording.unpacked import States
from motorium.world.submarine.boat import FIRST

__all__ = ["FILES", "check_folder", "export_parquet"]

FILES: Final = (
    "states.parquet",
    "reasons.parquet",
    "events.parquet",
    "inputs.parquet",
    "submarine.parquet",
    "metadata.json",
)
UNITS: Final = {
    "t": "s",
    **dict.fromkeys(("x", "y", "z", "length", "nodes"), "m"),
    **dict.fromkeys(("heading", "pitch", "roll"), "rad"),
    **dict.fromkeys(("vx", "vy", "vz"), "m/s"),
}
"""Of the columns of states; each has its own in its metadata."""
ROWS_AT_ONCE: Final = 100_000


def check_folder(folder: Path, force: bool) -> None:
    """Refuse a folder that holds such files already."""
    there = [name for name in FILES if (folder / name).exists()]
    if there and not force:
        raise RecordingError(f"{folder} holds {there[0]} already; --force writes over it")


def export_parquet(
    recording: Recording,
    folder: Path,
    force: bool = False,
    report: Callable[[int, int], None] | None = None,
) -> None:
    """Write FILES into a folder, all or none; report: called with frames done, and all."""
    pa = arrow()
    check_folder(folder, force)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(prefix=".half-", dir=folder))
    except OSError as problem:
        raise RecordingError(f"{folder} cannot be written: {problem.strerror}") from None
    try:
        _write_states(recording, half / "states.parquet", report)
        write_reasons(recording, half / "reasons.parquet")
        _write_rows(half / "events.parquet", _event_rows(recording))
        _write_rows(half / "inputs.parquet", _input_rows(recording))
        _write_rows(half / "submarine.parquet", _submarine_rows(recording))
        text = recording.meta.model_dump_json(indent=2)
        (half / "metadata.json").write_text(text + "\n", encoding="utf-8")
        for name in FILES:
            (half / name).replace(folder / name)
    except (OSError, pa.ArrowException) as problem:
        raise RecordingError(f"{folder} cannot be written: {problem}") from None
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _write_states(
    recording: Recording, path: Path, report: Callable[[int, int], None] | None
) -> None:
    import pyarrow.parquet as parquet

    schema = _states_schema(recording)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        waiting: list[States] = []
        count = 0
        for done, states in enumerate(recording, start=1):
            waiting.append(states)
            count += len(states.ids)
            if count >= ROWS_AT_ONCE or done == len(recording):
                writer.write_table(_table(recording, waiting, schema))
                waiting, count = [], 0
                if report:
                    report(done, len(recording))


def _states_schema(recording: Recording) -> Any:
    pa = arrow()
    words = pa.dictionary(pa.int16(), pa.string())
    columns = {
        "frame": pa.int64(),
        "t": pa.float64(),
        "id": pa.int64(),
        "species": words,
        **dict.fromkeys(("x", "y", "z", "heading", "pitch", "roll"), pa.float64()),
        **dict.fromkeys(("vx", "vy", "vz", "size", "length"), pa.float32()),
        "level": words,
        "automatic": pa.bool_(),
    }
    if recording.meta.nodes:
        columns["nodes"] = pa.list_(pa.float32(), 3 * NODES)
    return pa.schema(
        [
            pa.field(name, kind, metadata={"unit": UNITS[name]} if name in UNITS else None)
            for name, kind in columns.items()
        ]
    )


def _table(recording: Recording, frames: list[States], schema: Any) -> Any:
    """Angles in rad, nodes in the body frame in m."""
    pa = arrow()

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(states, name) for states in frames])

    counts = [len(states.ids) for states in frames]
    places, velocities = joined("positions"), joined("velocities")
    angles = heading_pitch_roll(joined("orientations").astype(np.float64))
    columns: dict[str, Any] = {
        "frame": np.repeat([states.frame for states in frames], counts),
        "t": np.repeat([states.time for states in frames], counts),
        "id": joined("ids"),
        "species": _words(joined("species"), recording.meta.species),
        **{name: places[:, k] for k, name in enumerate("xyz")},
        **{name: angles[:, k] for k, name in enumerate(("heading", "pitch", "roll"))},
        **{name: velocities[:, k] for k, name in enumerate(("vx", "vy", "vz"))},
        "size": joined("sizes"),
        "length": joined("lengths"),
        "level": _words(joined("levels"), list(LEVELS)),
        "automatic": joined("automatic").astype(bool),
    }
    if recording.meta.nodes:
        nodes = joined("nodes") * joined("lengths")[:, None, None]
        flat = pa.array(nodes.reshape(-1), type=pa.float32())
        columns["nodes"] = pa.FixedSizeListArray.from_arrays(flat, 3 * NODES)
    arrays = [pa.array(columns[field.name], type=field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


def _words(indices: NDArray[Any], words: list[str]) -> Any:
    pa = arrow()
    if len(indices) and not 0 <= indices.min() <= indices.max() < len(words):
        raise RecordingError(f"an index is beyond {', '.join(words)}")
    return pa.DictionaryArray.from_arrays(pa.array(indices.astype(np.int16)), pa.array(words))


def _event_rows(recording: Recording) -> dict[str, list[Any]]:
    events = [asdict(event) for event in recording.events]
    return {name: [event[name] for event in events] for name in Event.__dataclass_fields__}


def _input_rows(recording: Recording) -> dict[str, list[Any]]:
    inputs = recording.inputs
    return {
        "frame": [given.frame for given in inputs],
        "kind": [str(getattr(given, "kind", "")) for given in inputs],
        "json": [given.model_dump_json(exclude={"frame", "kind"}) for given in inputs],
    }


def _submarine_rows(recording: Recording) -> dict[str, list[Any]]:
    """Ways and helms of all; no rows without one."""
    rows: list[list[Any]] = []
    for states in recording:
        first = [] if states.submarine is None else [(FIRST, states.submarine)]
        for number, boat in [*first, *((one["number"], one) for one in states.boats)]:
            angles = heading_pitch_roll(boat["orientation"]).tolist()
            numbers = [*boat["position"], *angles, *boat["velocity"], *boat["helm"], boat["stop"]]
            rows.append([states.frame, states.time, int(number), *map(float, numbers)])
    names = ("frame", "t", "boat", *"xyz", "heading", "pitch", "roll", "vx", "vy", "vz")
    names += ("thrust", "turn", "pitching", "lift", "stop")
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


def _write_rows(path: Path, columns: dict[str, list[Any]]) -> None:
    import pyarrow.parquet as parquet

    pa = arrow()
    kinds = {name: pa.string() for name in ("kind", "detail", "json")}
    kinds |= {name: pa.int64() for name in ("frame", "subject", "object", "boat")}
    arrays = {
        name: pa.array(values, type=kinds.get(name, pa.float64()))
        for name, values in columns.items()
    }
    parquet.write_table(pa.table(arrays), path, compression="zstd")
