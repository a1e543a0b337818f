"""Rows of a recording: taken from a world as they are, put into Arrow's form later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.events import Event
from motorium.minds.instinct.reasons import REASON
from motorium.world.changes import Change
from motorium.world.moving import MUSCLES_FIRST
from motorium.world.recording.layout import EXPRESSION_STEPS, FIN_STEPS, NODE_STEPS, arrow
from motorium.world.submarine.boat import NUMBERED, TRACK
from motorium.world.world import World

__all__ = ["Row", "batch_of", "take_row"]

EVENT: tuple[str, ...] = tuple(Event.__dataclass_fields__)


@dataclass
class Row:
    """Copies of a frame's states, by column; what happened and what came since the row before;
    reasons: of who has decided since then, in a chunk's first row of everybody; submarine: `TRACK`,
    None without one; boats: `NUMBERED`, of all others."""

    frame: int
    time: float
    states: dict[str, NDArray[Any]]
    events: list[Event]
    inputs: list[Change]
    digest: bytes | None = None
    reasons: NDArray[Any] | None = None
    submarine: NDArray[Any] | None = None
    boats: NDArray[Any] | None = None

    @property
    def size(self) -> int:
        """Bytes of its states and reasons."""
        reasons = 0 if self.reasons is None else self.reasons.nbytes
        return reasons + sum(column.nbytes for column in self.states.values())


def take_row(world: World, nodes: bool, events: list[Event], inputs: list[Change]) -> Row:
    """A world as it is now."""
    people = world.population
    slots = people.living
    replayed = people.motors[slots] != MUSCLES_FIRST
    unseen = replayed & (people.seen[slots] == 0)
    states = {
        "id": people.ids[slots],
        "species": people.species[slots],
        "size": people.sizes[slots],
        "length": people.lengths[slots],
        "look": people.looks[slots],
        "level": replayed.astype(np.uint8) + unseen,
        "automatic": people.automatic[slots],
        "position": people.positions[slots],
        "orientation": people.orientations[slots].astype(np.float32),
        "velocity": people.velocities[slots].astype(np.float32),
    }
    if nodes:
        states["nodes"] = people.nodes[slots]
        states["fins"] = people.fins[slots]
        states["expression"] = people.expression[slots]
    row = Row(world.clock.frame, world.clock.seconds, states, events, inputs)
    if world.submarine is not None:
        row.submarine = world.submarine.noted()
        others = [(boat.number, *boat.noted().item()) for boat in world.submarines[1:]]
        row.boats = np.array(others, dtype=NUMBERED)
    return row


def batch_of(rows: Sequence[Row], schema: Any) -> Any:
    """Rows as one record batch."""
    pa = arrow()
    counts = [len(row.states["id"]) for row in rows]
    states = {name: np.concatenate([row.states[name] for row in rows]) for name in rows[0].states}
    if "nodes" in states:
        lengths = states["length"][:, None, None]
        states["nodes"] = _steps(states["nodes"] / lengths, NODE_STEPS, np.int16)
        states["fins"] = _steps(states["fins"], FIN_STEPS, np.int8)
        states["expression"] = _steps(states["expression"], EXPRESSION_STEPS, np.uint8)
    kinds = schema.field("states").type.value_type
    parts = [_column(states[part.name], part.type) for part in kinds]
    given = [
        {"frame": one.frame, "kind": getattr(one, "kind", ""), "json": one.model_dump_json()}
        for row in rows
        for one in row.inputs
    ]
    events = [{name: getattr(one, name) for name in EVENT} for row in rows for one in row.events]
    columns = {
        "frame": pa.array([row.frame for row in rows], type=pa.int64()),
        "time": pa.array([row.time for row in rows], type=pa.float64()),
        "digest": pa.array([row.digest for row in rows], type=pa.binary(16)),
        "states": _lists(counts, pa.StructArray.from_arrays(parts, fields=list(kinds)), "states"),
        "events": _of_dicts(schema, "events", [len(row.events) for row in rows], events),
        "inputs": _of_dicts(schema, "inputs", [len(row.inputs) for row in rows], given),
    }
    if "reasons" in schema.names:
        columns["reasons"] = _listed(
            [row.reasons for row in rows],
            schema.field("reasons").type.value_type,
            REASON,
            "reasons",
        )
    if "submarine" in schema.names:
        track = np.array([row.submarine for row in rows], dtype=TRACK)
        columns["submarine"] = _structs(track, schema.field("submarine").type)
    if "boats" in schema.names:
        columns["boats"] = _listed(
            [row.boats for row in rows], schema.field("boats").type.value_type, NUMBERED, "boats"
        )
    return pa.RecordBatch.from_arrays([columns[name] for name in schema.names], schema=schema)


def _listed(
    parts: Sequence[NDArray[Any] | None], kinds: Any, record: np.dtype[Any], name: str
) -> Any:
    """As many records for each row as it has."""
    found = [np.zeros(0, dtype=record) if part is None else part for part in parts]
    structs = _structs(np.concatenate(found), kinds)
    return _lists([len(part) for part in found], structs, name)


def _structs(records: NDArray[Any], kinds: Any) -> Any:
    """NumPy's records as Arrow's."""
    columns = [_column(np.ascontiguousarray(records[kind.name]), kind.type) for kind in kinds]
    return arrow().StructArray.from_arrays(columns, fields=list(kinds))


def _steps(values: NDArray[Any], steps: int, kind: type[np.integer[Any]]) -> NDArray[Any]:
    limits = np.iinfo(kind)
    counted: NDArray[Any] = np.clip(np.rint(values * steps), limits.min, limits.max).astype(kind)
    return counted


def _column(values: NDArray[Any], kind: Any) -> Any:
    pa = arrow()
    if values.ndim == 1:
        return pa.array(values, type=kind)
    flat = pa.array(np.ascontiguousarray(values).reshape(-1))
    return pa.FixedSizeListArray.from_arrays(flat, type=kind)


def _lists(counts: Sequence[int], values: Any, name: str) -> Any:
    pa = arrow()
    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    if offsets[-1] > np.iinfo(np.int32).max:
        raise ValueError(f"{name}: {offsets[-1]} do not fit into a chunk")
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), values)


def _of_dicts(schema: Any, name: str, counts: Sequence[int], rows: list[dict[str, Any]]) -> Any:
    pa = arrow()
    return _lists(counts, pa.array(rows, type=schema.field(name).type.value_type), name)
