"""A chunk of a recording, unpacked: states and reasons of its rows, as NumPy arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import NODES
from motorium.contracts.frames import Floats
from motorium.contracts.population import Ids
from motorium.minds.instinct.reasons import REASON
from motorium.world.recording.layout import EXPRESSION_STEPS, FIN_STEPS, NODE_STEPS, arrow
from motorium.world.submarine.boat import NUMBERED, TRACK

__all__ = ["States", "Unpacked"]


@dataclass(frozen=True)
class States:
    """How everybody was in one frame; rows are individuals, in the order of slots.

    ids; species: index of `Meta.species`; sizes, lengths [m], looks; levels: index of
    `layout.LEVELS`; automatic; positions [m] (n, 3); orientations (n, 4); velocities [m/s] (n, 3).
    If bodies were recorded: nodes [L] in the body frame, as (n, 23, 3), and fins [rad] (n, 2, 2);
    expression, 0 to 1, as `Population.expression` (n, 3), None in recordings without it; of who was
    not seen (level "frame") they are old. submarine: `world.submarine.boat.TRACK`, None without
    one; boats: of all others, `NUMBERED`, none in recordings that know only one.
    """

    frame: int
    time: float
    digest: bytes | None
    ids: Ids
    species: NDArray[np.int16]
    sizes: NDArray[np.float32]
    lengths: NDArray[np.float32]
    looks: NDArray[np.uint16]
    levels: NDArray[np.uint8]
    automatic: NDArray[np.uint8]
    positions: Floats
    orientations: NDArray[np.float32]
    velocities: NDArray[np.float32]
    nodes: NDArray[np.float32] | None
    fins: NDArray[np.float32] | None
    boats: NDArray[Any]
    submarine: NDArray[Any] | None = None
    expression: NDArray[np.float32] | None = None


class Unpacked:
    """Columns of a chunk, and which rows are whose; frames: of its rows."""

    def __init__(self, batch: Any) -> None:
        self.frames: NDArray[np.int64] = batch.column("frame").to_numpy()
        self._times = batch.column("time").to_numpy()
        self._digests = batch.column("digest").to_pylist()
        states = batch.column("states")
        if any(batch.column(name).null_count for name in ("frame", "time", "states")):
            raise ValueError("values are missing")
        self._offsets = states.offsets.to_numpy()
        kinds = states.type.value_type
        self._columns = {kind.name: _values(states.values, kind) for kind in kinds}
        self._decided, self._reasons = _listed(batch, "reasons", REASON)
        self._launched, self._boats = _listed(batch, "boats", NUMBERED)
        self._track = _track(batch)

    def written(self, row: int) -> NDArray[Any]:
        """Reasons that came with a row."""
        return self._reasons[self._decided[row] : self._decided[row + 1]]

    def reasons(self, row: int) -> NDArray[Any]:
        """The newest of everybody who lives in a row."""
        so_far = self._reasons[: self._decided[row + 1]][::-1]
        _, newest = np.unique(so_far["id"], return_index=True)
        found = so_far[newest]
        return found[np.isin(found["id"], self.states(row).ids)]

    def states(self, row: int) -> States:
        begin, end = int(self._offsets[row]), int(self._offsets[row + 1])
        count = end - begin
        own = {name: column[begin:end] for name, column in self._columns.items()}
        nodes, fins, expression = own.get("nodes"), own.get("fins"), own.get("expression")
        return States(
            frame=int(self.frames[row]),
            time=float(self._times[row]),
            digest=self._digests[row],
            ids=own["id"],
            species=own["species"],
            sizes=own["size"],
            lengths=own["length"],
            looks=own["look"],
            levels=own["level"],
            automatic=own["automatic"],
            positions=own["position"],
            orientations=own["orientation"],
            velocities=own["velocity"],
            nodes=None if nodes is None else _small(nodes, NODE_STEPS, count, NODES, 3),
            fins=None if fins is None else _small(fins, FIN_STEPS, count, 2, 2),
            boats=self._boats[self._launched[row] : self._launched[row + 1]],
            submarine=None if self._track is None else self._track[row],
            expression=(
                None if expression is None else _small(expression, EXPRESSION_STEPS, count, 3)
            ),
        )


def _listed(batch: Any, name: str, record: np.dtype[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each row's records begin in a column, and all of them."""
    if name not in batch.schema.names:
        return np.zeros(batch.num_rows + 1, dtype=np.int64), np.zeros(0, dtype=record)
    lists = batch.column(name)
    if lists.null_count:
        raise ValueError("values are missing")
    return lists.offsets.to_numpy(), _records(lists.values, record)


def _track(batch: Any) -> NDArray[Any] | None:
    """How the submarine was in each row."""
    if "submarine" not in batch.schema.names:
        return None
    structs = batch.column("submarine")
    if structs.null_count:
        raise ValueError("values are missing")
    return _records(structs, TRACK)


def _records(structs: Any, record: np.dtype[Any]) -> NDArray[Any]:
    """Arrow's records as NumPy's; what is not in them is zero."""
    found = np.zeros(len(structs), dtype=record)
    for kind in structs.type:
        if kind.name in (record.names or ()):
            found[kind.name] = _values(structs, kind)
    return found


def _small(steps: NDArray[Any], step: int, *shape: int) -> NDArray[np.float32]:
    return (steps.astype(np.float32) / np.float32(step)).reshape(shape)


def _values(states: Any, kind: Any) -> NDArray[Any]:
    column = states.field(kind.name)
    if column.null_count:
        raise ValueError(f"values of {kind.name} are missing")
    if not arrow().types.is_fixed_size_list(kind.type):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    flat = column.values.slice(
        column.offset * kind.type.list_size, len(column) * kind.type.list_size
    )
    if flat.null_count:
        raise ValueError(f"values of {kind.name} are missing")
    numbers = np.asarray(flat.to_numpy(zero_copy_only=False))
    return numbers.reshape(len(column), kind.type.list_size)
