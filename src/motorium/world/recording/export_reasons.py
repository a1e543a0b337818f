"""Recorded reasons as Parquet: one row a decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.commands import FISH
from motorium.contracts.perception import NOBODY, Kind
from motorium.minds.instinct.reasons import REASON
from motorium.minds.instinct.routines.names import ROUTINES
from motorium.minds.instinct.scene import DIRECTIONS, STRENGTHS
from motorium.world.recording.layout import arrow
from motorium.world.recording.reader import Recording

__all__ = ["write_reasons"]

ROWS_AT_ONCE: Final = 100_000
KINDS: Final = tuple(kind.name.lower() for kind in Kind)
PARTS: Final = {
    "activations": ("activation_eat", "activation_mate"),
    "sees": tuple(f"sees_{kind}" for kind in KINDS),
    "strengths": tuple(f"strength_{desire}" for desire in STRENGTHS),
    "preferences": tuple(f"prefers_{direction}" for direction in DIRECTIONS),
    "asked": tuple(f"asked_{setpoint.name}" for setpoint in FISH.setpoints),
}
"""Columns of what has several numbers."""
UNITS: Final = {
    **dict.fromkeys(("decided", "since", "busy"), "s"),
    **dict.fromkeys(("danger_distance", "target_distance"), "m"),
    **{f"asked_{setpoint.name}": setpoint.unit for setpoint in FISH.setpoints},
    "warmth": "degrees Celsius",
    "turn": "rad",
}


def write_reasons(recording: Recording, path: Path) -> None:
    """Write all decisions; none if they were not recorded."""
    import pyarrow.parquet as parquet

    names = recording.meta.behaviours
    schema = _schema()
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        waiting: list[tuple[int, NDArray[Any]]] = []
        count = 0
        for frame, reasons in recording.decisions():
            waiting.append((frame, reasons.rows))
            count += len(reasons)
            if count >= ROWS_AT_ONCE:
                writer.write_table(_table(waiting, names, schema))
                waiting, count = [], 0
        if waiting:
            writer.write_table(_table(waiting, names, schema))


def _schema() -> Any:
    pa = arrow()
    words = pa.dictionary(pa.int16(), pa.string())
    columns: dict[str, Any] = {"frame": pa.int64()}
    for name, (kind, *_) in (REASON.fields or {}).items():
        if name in PARTS:
            columns |= dict.fromkeys(PARTS[name], pa.from_numpy_dtype(kind.base))
        else:
            columns[name] = words if name in _WORDS else pa.from_numpy_dtype(kind)
    return pa.schema(
        [
            pa.field(name, kind, metadata={"unit": UNITS[name]} if name in UNITS else None)
            for name, kind in columns.items()
        ]
    )


def _table(frames: Sequence[tuple[int, NDArray[Any]]], names: Sequence[str], schema: Any) -> Any:
    pa = arrow()
    rows = np.concatenate([part for _, part in frames])
    columns: dict[str, Any] = {
        "frame": np.repeat([frame for frame, _ in frames], [len(part) for _, part in frames])
    }
    for name in REASON.names or ():
        if name in PARTS:
            columns |= {part: rows[name][:, k] for k, part in enumerate(PARTS[name])}
        elif name in _WORDS:
            numbers = rows[name]
            if name in _OF:
                numbers = np.where(rows[_OF[name]] == NOBODY, -1, numbers)
            columns[name] = _words(numbers, _WORDS[name] or names)
        else:
            columns[name] = rows[name]
    arrays = [pa.array(_plain(columns[field.name]), type=field.type) for field in schema]
    return pa.Table.from_arrays(arrays, schema=schema)


_WORDS: Final[dict[str, Sequence[str]]] = {
    "intention": (),
    "before": (),
    "stored": (),
    "routine": ROUTINES,
    "target_kind": KINDS,
    "stored_kind": KINDS,
}
"""Columns that are numbers of names; of behaviours if empty."""
_OF: Final = {"target_kind": "target", "stored_kind": "stored"}
"""Kinds of what may not be there."""


def _words(numbers: NDArray[Any], words: Sequence[str]) -> Any:
    """Numbers without a name, as -1 is, are null."""
    pa = arrow()
    strange = (numbers < 0) | (numbers >= len(words))
    indices = pa.array(np.where(strange, 0, numbers).astype(np.int16), mask=strange)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(words), type=pa.string()))


def _plain(column: Any) -> Any:
    return np.ascontiguousarray(column) if isinstance(column, np.ndarray) else column
