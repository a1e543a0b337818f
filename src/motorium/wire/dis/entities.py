"""Remote entities: a table that follows Entity State PDUs, and shows everybody without a jump.

Local frame: x east, y north, z up [m] about an origin; headings are counted counterclockwise from
east [rad], as everywhere in Motorium.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.wire.dis.appearance import CODES, POSTURES
from motorium.wire.dis.decoding import Batch
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.pdu import (
    MARKING_BYTES,
    MOST_BYTES,
    EntityKey,
    EntityType,
    Refusal,
    marking_text,
)
from motorium.wire.dis.registry import (
    CHANGES,
    FREE,
    exercise_of,
    find,
    key_number,
    key_of,
    leave,
    make_registry,
)
from motorium.wire.dis.told import Frame, Looks, Told
from motorium.wire.dis.tracking import Off, Shown, follow, stiffness, take

if TYPE_CHECKING:
    from motorium.wire.dis.receiving import Receiver

__all__ = ["CONVERGENCE", "HEARTBEAT", "JUMP", "TIMEOUT", "Entities", "Remote"]

HEARTBEAT: Final = 5.0
"""At least so often everybody is told of [s]."""
TIMEOUT: Final = 2.4 * HEARTBEAT
"""Whoever is not is gone [s] (IEEE 1278.1-2012, 4.2.8)."""
CONVERGENCE: Final = 1.0
"""In which a correction fades to a hundredth [s]: a metre adds 2.4 m/s at most."""
JUMP: Final = 10.0
"""What is off by more was put elsewhere, and is shown there at once [m]."""
CAPACITY: Final = 4096
EXERCISES: Final = 256


@dataclass(frozen=True)
class Remote:
    """An entity as it is shown now; posture is "" of what is no person."""

    id: int
    exercise: int
    key: EntityKey
    entity_type: EntityType
    marking: str
    force: int
    position: tuple[float, float, float]
    velocity: tuple[float, float, float]
    heading: float
    posture: str
    armed: bool
    firing: bool
    frozen: bool
    silence: float


class Entities:
    """Everybody that others tell of.

    Arrays, a row a slot: ids, -1 in a free slot, never used again; positions [m], velocities [m/s],
    (slots, 3), and orientations, (slots, 4), of body frames as shown; headings [rad]; lifeforms,
    true of people and animals; people; postures, codes of `appearance.POSTURES`, -1 of no person;
    armed, firing; appearances, as they were sent; forces; types, (slots, 8), and marks, (slots,
    11), bytes. `living`: slots in use, ascending; rows of others mean nothing. Arrays never move;
    they change in `take`, `poll` and `advance`.

    exercise: whose PDUs alone are taken, None for any, each apart; own: site and application whose
    PDUs are our own; timeout [s]; convergence [s], 0 for none: entities jump; jump [m];
    compensates: whether what is known about delays is used.

    Limitation: DIS has no signatures. Whoever sends under another's number moves that other, and
    packets with made-up numbers take places until they time out; who has one keeps it.
    """

    def __init__(
        self,
        origin: Origin,
        *,
        exercise: int | None = None,
        own: tuple[int, int] | None = None,
        capacity: int = CAPACITY,
        timeout: float = TIMEOUT,
        convergence: float = CONVERGENCE,
        jump: float = JUMP,
        compensates: bool = True,
    ) -> None:
        if capacity < 1:
            raise ValueError(f"a table needs room for at least one entity, not {capacity}")
        for name, value in (("timeout", timeout), ("convergence", convergence), ("jump", jump)):
            if not 0.0 <= value < 1e6 or (name == "timeout" and not value):
                raise ValueError(f"{name} {value:g}: it must be positive")
        self.origin = origin
        self.capacity = capacity
        self.exercise = exercise
        self.own = own
        self.timeout = timeout
        self.compensates = compensates
        self.packets = 0
        """PDUs that were taken."""
        self._jump = jump if convergence else -1.0
        self._stiff = stiffness(convergence or 1.0)
        turn = quaternion_from_axes(origin.axes)
        self._frame = Frame(origin.center, np.ascontiguousarray(origin.axes), turn)
        self._batch = Batch()
        self._registry = make_registry(capacity)
        self.ids = self._registry.ids
        self._make_tables(capacity)
        self._unknown = np.zeros(0)
        self._living: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._slot_of: dict[int, int] = {}
        self._told_of: set[int] = set()
        self._seen = self._told = 0
        self._warm()

    def _warm(self) -> None:
        """Compile or load all kernels now: the first packet must not wait for that."""
        self._batch.decode(np.zeros((0, MOST_BYTES), np.uint8), np.zeros(0, np.int32))
        self._take(self._unknown, 0.0)
        self.advance(0.0)

    def _make_tables(self, capacity: int) -> None:
        def vectors(width: int = 3) -> Floats:
            return np.zeros((capacity, width))

        def flags() -> NDArray[np.bool_]:
            return np.zeros(capacity, dtype=np.bool_)

        self.lifeforms, self.people = flags(), flags()
        self.armed, self.firing = flags(), flags()
        self.postures = np.full(capacity, -1, dtype=np.int8)
        self.appearances = np.zeros(capacity, dtype=np.uint32)
        self.forces = np.zeros(capacity, dtype=np.uint8)
        self.types = np.zeros((capacity, 8), dtype=np.uint8)
        self.marks = np.zeros((capacity, MARKING_BYTES), dtype=np.uint8)
        self._looks = Looks(
            self.appearances,
            self.forces,
            self.types,
            self.marks,
            self.lifeforms,
            self.people,
            self.postures,
            self.armed,
            self.firing,
        )
        models, stamps = np.zeros(capacity, dtype=np.uint8), np.zeros(capacity, dtype=np.uint32)
        self._last = Told(
            *(models, vectors(), vectors(), vectors(), vectors(4), vectors()),
            *(np.zeros(capacity), np.zeros(capacity), np.zeros(capacity, dtype=np.uint8)),
            *(stamps, np.zeros(capacity), np.zeros(capacity)),
        )
        self._shown = Shown(vectors(), vectors(), vectors(4), vectors(), np.zeros(capacity))
        self._off = Off(vectors(), vectors(), vectors(), vectors())
        self.positions, self.velocities, self.orientations = self._shown[:3]
        self.headings = self._shown.headings

    # ------------------------------------------------------------ who is there

    def __len__(self) -> int:
        return self.capacity - int(self._registry.counts[FREE])

    def __iter__(self) -> Iterator[Remote]:
        return (self.at(slot) for slot in self.living.tolist())

    def __contains__(self, identity: object) -> bool:
        self._look_again()
        return identity in self._slot_of

    def __getitem__(self, identity: int) -> Remote:
        return self.at(self.slot(identity))

    @property
    def living(self) -> NDArray[np.int64]:
        """Slots in use, ascending."""
        self._look_again()
        return self._living

    @property
    def keys(self) -> list[EntityKey]:
        """Of the living, in the order of `living`."""
        return [key_of(key) for key in self._registry.keys[self.living].tolist()]

    @property
    def markings(self) -> list[str]:
        """Of the living, in the order of `living`."""
        return [self.marking(slot) for slot in self.living.tolist()]

    @property
    def told_velocities(self) -> Floats:
        """As dead-reckoned, without corrections that fade [m/s]; a row a slot: what whoever sends
        means by it."""
        return self.velocities - self._off.velocities

    @property
    def silences(self) -> Floats:
        """Since when nothing was heard of whom [s]; a row a slot."""
        return self._last.silences

    def slot(self, identity: int) -> int:
        """Where somebody is kept."""
        if identity not in self:
            raise KeyError(f"no entity has id {identity}; {len(self)} are there")
        return self._slot_of[identity]

    def find(self, key: EntityKey, exercise: int | None = None) -> int | None:
        """The id of whom others call so, in an exercise or in whichever has him first."""
        exercises = range(EXERCISES) if exercise is None else (exercise,)
        slots = (find(key_number(key, one), self._registry) for one in exercises)
        return next((int(self.ids[slot]) for slot in slots if slot >= 0), None)

    def marking(self, slot: int) -> str:
        """What is written on somebody."""
        return marking_text(self.marks[slot].tobytes())

    def posture(self, slot: int) -> str:
        """By name; "" of what is no person."""
        code = int(self.postures[slot])
        return POSTURES[code] if code >= 0 else ""

    def at(self, slot: int) -> Remote:
        """Who is in a slot, as it is now."""
        kind = self.types[slot].tolist()
        x, y, z = self.positions[slot].tolist()
        u, v, w = self.velocities[slot].tolist()
        return Remote(
            id=int(self.ids[slot]),
            exercise=exercise_of(int(self._registry.keys[slot])),
            key=key_of(int(self._registry.keys[slot])),
            entity_type=EntityType(kind[0], kind[1], kind[2] << 8 | kind[3], *kind[4:]),
            marking=self.marking(slot),
            force=int(self.forces[slot]),
            position=(x, y, z),
            velocity=(u, v, w),
            heading=float(self.headings[slot]),
            posture=self.posture(slot),
            armed=bool(self.armed[slot]),
            firing=bool(self.firing[slot]),
            frozen=bool(self._last.frozen[slot]),
            silence=float(self._last.silences[slot]),
        )

    def changes(self) -> tuple[list[int], list[int]]:
        """Ids of who has come, and of who has gone, since this was last asked. Who has come and
        gone meanwhile is in neither."""
        if self._registry.counts[CHANGES] == self._told:
            return [], []
        self._look_again()
        now = set(self._slot_of)
        came, gone = sorted(now - self._told_of), sorted(self._told_of - now)
        self._told_of, self._told = now, int(self._registry.counts[CHANGES])
        return came, gone

    @property
    def refused(self) -> dict[str, int]:
        """How many PDUs were not taken, by the reason."""
        counts = self._batch.refused.tolist()
        return {why.reason: counts[why] for why in Refusal if counts[why]}

    @property
    def problem(self) -> str:
        """What a person should know, in a sentence; "" if there is nothing."""
        if self._registry.counts[FREE]:
            return ""
        return (
            f"there is room for {self.capacity} entities, and all of it is taken; "
            f"{self._batch.refused[Refusal.FULL]} PDUs of others were left out"
        )

    # ------------------------------------------------------------ what comes

    def poll(self, receiver: Receiver) -> int:
        """Take all that has come since; how many PDUs."""
        return sum(self.take(*block) for block in receiver.blocks())

    def take(
        self,
        rows: NDArray[np.uint8],
        sizes: NDArray[np.int32] | None = None,
        received: Floats | None = None,
        now: float | None = None,
    ) -> int:
        """Take datagrams: bytes, shape (rows, most), of which `sizes` each count, or all; received
        [s]: when, UTC; now [s]: what time it is. How many PDUs were taken.

        Whatever is in them, nothing is raised: what cannot be taken is counted in `refused`.
        """
        if sizes is None:
            sizes = np.full(len(rows), rows.shape[1], dtype=np.int32)
        known = 0.0
        if received is None or not self.compensates:
            received = self._unknown
        else:
            known = time.time() if now is None else now
        taken, row = 0, 0
        while row < len(sizes):
            row = self._batch.decode(rows, sizes, row)
            taken += self._take(received, known)
        self.packets += taken
        return taken

    def _take(self, received: Floats, now: float) -> int:
        """What was decoded last."""
        batch = self._batch
        exercise = -1 if self.exercise is None else self.exercise
        own = -1 if self.own is None else self.own[0] << 16 | self.own[1]
        given: tuple[Any, ...] = (batch.count, batch.states, batch.sources, received, now)
        state: tuple[Any, ...] = (self._registry, self._last, self._shown, self._off, self._looks)
        return take(
            *(self._frame, self._jump, CODES, exercise, own),
            *(*given, *state, batch.refused),
        )

    def advance(self, seconds: float) -> None:
        """Let time pass [s]: everybody moves on, and who was not heard of for long is gone."""
        if not 0.0 <= seconds < 1e6:
            raise ValueError(f"time passes by {seconds} s; it must be a positive number")
        living = self.living
        follow(living, seconds, self._stiff, self._last, self._shown, self._off)
        for slot in living[self._last.silences[living] > self.timeout].tolist():
            leave(slot, self._registry)

    def _look_again(self) -> None:
        """Find out who is there, if somebody has come or gone."""
        changes = int(self._registry.counts[CHANGES])
        if changes == self._seen:
            return
        self._seen = changes
        self._living = np.flatnonzero(self.ids >= 0)
        self._slot_of = dict(
            zip(self.ids[self._living].tolist(), self._living.tolist(), strict=True)
        )
