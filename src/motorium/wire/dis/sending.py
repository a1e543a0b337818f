"""Tells others of our entities: only when they could not have known, and every five seconds.

Whoever receives dead-reckons. We do the same with what we last told him, and tell anew when that
has come to differ from how it is by a threshold, or when the appearance has changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats, quaternion_from_axes, world_to_body
from motorium.wire.dis.appearance import DEACTIVATED
from motorium.wire.dis.dead_reckoning import BODY, MODELS, reckon_row
from motorium.wire.dis.decoding import NATIVE
from motorium.wire.dis.geodesy import FLIPPED, Origin
from motorium.wire.dis.pdu import BYTES, EntityKey, EntityState, EntityType, encode
from motorium.wire.dis.timestamps import timestamp_of
from motorium.wire.message import WireError

__all__ = ["FAR", "TURNED", "Sender"]

FAR: Final = 1.0
"""Off by more, and others are told [m] (IEEE 1278.1, the default)."""
TURNED: Final = math.radians(3.0)
"""Likewise [rad]."""
HEARTBEAT: Final = 5.0
SPREAD: Final = 0.1
"""By which share of it heartbeats differ, so that they do not all come at once."""
ON_THE_WIRE: Final = NATIVE.newbyteorder(">")

Send = Callable[[memoryview], object]


class Sender:
    """Our entities, in slots whose arrays whoever moves them writes before `update`.

    positions [m], velocities [m/s], accelerations [m/s^2] and angular_velocities [rad/s] about the
    world's axes, all local, shapes (slots, 3); orientations of body frames, (slots, 4);
    appearances, (slots,), uint32. send: what takes a datagram, as a `Target` does. site and
    application: ours in the exercise; absolute: whether our clock is set by UTC. far [m] and turned
    [rad]: thresholds. packets: sent so far.
    """

    def __init__(
        self,
        origin: Origin,
        send: Send,
        *,
        exercise: int = 1,
        site: int = 1,
        application: int = 1,
        version: int = 7,
        capacity: int = 4096,
        heartbeat: float = HEARTBEAT,
        far: float = FAR,
        turned: float = TURNED,
        absolute: bool = True,
    ) -> None:
        if capacity < 1:
            raise WireError(f"a sender needs room for at least one entity, not {capacity}")
        self.origin = origin
        self.exercise, self.site, self.application = exercise, site, application
        self.version = version
        self.far, self.turned, self.heartbeat = far, turned, heartbeat
        self.absolute = absolute
        self.packets = 0
        self._send = send
        self.positions = np.zeros((capacity, 3))
        self.velocities = np.zeros((capacity, 3))
        self.accelerations = np.zeros((capacity, 3))
        self.orientations = quaternion_from_axes(np.broadcast_to(np.eye(3), (capacity, 3, 3)))
        self.angular_velocities = np.zeros((capacity, 3))
        self.appearances = np.zeros(capacity, dtype=np.uint32)
        self.entities = np.zeros(capacity, dtype=np.int64)
        """Number of each slot's entity, 0 in a free one."""
        self._models = np.zeros(capacity, dtype=np.uint8)
        self._headers = np.zeros(capacity, dtype=ON_THE_WIRE)
        self._packets = np.zeros(capacity, dtype=ON_THE_WIRE)
        raw = self._packets.view(np.uint8).reshape(capacity, BYTES)
        self._views = [row.data for row in raw]
        # As others know it: position, velocity, acceleration, orientation, angular velocity.
        self._known = _tables(capacity, 3, 3, 3, 4, 3)
        self._looks = np.zeros(capacity, dtype=np.uint32)
        self._ages = np.zeros(capacity)
        self._beats = np.zeros(capacity)
        self._now = _tables(capacity, 3, 3, 4, 3)
        self._due = np.zeros(capacity, dtype=np.int64)
        self._next = 1

    def enter(
        self,
        entity_type: EntityType,
        marking: str = "",
        force: int = 0,
        model: int = 2,
        appearance: int = 0,
    ) -> int:
        """A slot for an entity; others are told of it at the next update. model: by which they are
        to dead-reckon; 3 and 4 also turn."""
        free = np.flatnonzero(self.entities == 0)
        if not len(free):
            raise WireError(f"no room for {marking!r}: {len(self.entities)} entities are sent")
        if self._next > 65_534:
            raise WireError("no number is left for another entity; 65534 have been")
        if not 1 <= model < len(MODELS):
            raise WireError(f"dead-reckoning model {model}; they go from 1 to {len(MODELS) - 1}")
        slot = int(free[0])
        state = EntityState(
            key=EntityKey(self.site, self.application, self._next),
            entity_type=entity_type,
            # Wireshark tells of a lifeform's state only where this is filled in.
            alternative_type=entity_type,
            location=(0.0, 0.0, 0.0),
            marking=marking,
            force=force,
            model=model,
            version=self.version,
            exercise=self.exercise,
        )
        self._headers[slot] = np.frombuffer(encode(state), dtype=ON_THE_WIRE)[0]
        self._models[slot] = model
        self.entities[slot], self._next = self._next, self._next + 1
        self.appearances[slot] = appearance
        self._ages[slot] = math.inf
        self._beats[slot] = self.heartbeat * (1.0 - SPREAD * (self._next * 7 % 10) / 10.0)
        return slot

    def leave(self, slot: int) -> None:
        """Others are told at once that it is no more."""
        self.appearances[slot] |= DEACTIVATED
        self.tell(np.array([slot]))
        self.entities[slot] = 0

    def close(self) -> None:
        """Everybody leaves."""
        for slot in np.flatnonzero(self.entities):
            self.leave(int(slot))

    def update(self, seconds: float) -> int:
        """Time has passed [s], and all arrays are as it is now: tell what others could not know.
        How many PDUs that took."""
        living = np.flatnonzero(self.entities)
        count = _find_due(
            *(living, seconds, self.far, math.cos(0.5 * self.turned), self._models, self._beats),
            *(self.positions, self.orientations, self.appearances, self._looks),
            *(*self._known, *self._now, self._ages, self._due),
        )
        if count:
            self.tell(self._due[:count])
        return int(count)

    def tell(self, slots: NDArray[np.int64]) -> None:
        """Tell of these now, whether others could know it or not."""
        count = len(slots)
        out: NDArray[Any] = self._packets[:count]
        out[:] = self._headers[slots]
        turns = self.orientations[slots]
        body = np.isin(self._models[slots], BODY)[:, np.newaxis]
        spins = world_to_body(turns, self.angular_velocities[slots])
        sent = []
        for vectors in (self.velocities[slots], self.accelerations[slots]):
            own = np.where(body, world_to_body(turns, vectors), vectors)
            world = self.origin.turn_to_geocentric(own)
            sent.append((own, np.where(body, own * FLIPPED, world)))
        out["timestamp"] = timestamp_of(time.time(), self.absolute)
        out["location"] = self.origin.to_geocentric(self.positions[slots])
        out["orientation"] = self.origin.angles(turns)
        out["velocity"], out["acceleration"] = sent[0][1], sent[1][1]
        out["angular_velocity"] = spins * FLIPPED
        out["appearance"] = self.appearances[slots]
        known = (self.positions[slots], sent[0][0], sent[1][0], turns, spins)
        for array, values in zip(self._known, known, strict=True):
            array[slots] = values
        self._looks[slots] = self.appearances[slots]
        self._ages[slots] = 0.0
        for view in self._views[:count]:
            self._send(view)
        self.packets += count


def _tables(rows: int, *widths: int) -> tuple[Any, ...]:
    return tuple(np.zeros((rows, width)) for width in widths)


@borrowing_kernel
def _find_due(
    # Model
    slots: NDArray[np.int64],
    seconds: float,
    far: float,
    aligned: float,
    models: NDArray[np.uint8],
    beats: Floats,
    # How it is
    positions: Floats,
    orientations: Floats,
    appearances: NDArray[np.uint32],
    # As others know it
    looks: NDArray[np.uint32],
    known_positions: Floats,
    known_velocities: Floats,
    known_accelerations: Floats,
    known_orientations: Floats,
    known_spins: Floats,
    positions_out: Floats,
    velocities_out: Floats,
    orientations_out: Floats,
    spins_out: Floats,
    # State out
    ages_out: Floats,
    due_out: NDArray[np.int64],
) -> int:
    """aligned: cosine of half of the turn that is too much. How many are due."""
    count = 0
    for slot in slots:
        ages_out[slot] += seconds
        # A quarter of a frame early rather than three quarters late.
        due = ages_out[slot] + 0.25 * seconds >= beats[slot] or appearances[slot] != looks[slot]
        if not due:
            reckon_row(
                *(slot, ages_out[slot], models, known_positions, known_velocities),
                *(known_accelerations, known_orientations, known_spins),
                *(positions_out, velocities_out, orientations_out, spins_out),
            )
            off, alike = 0.0, 0.0
            for axis in range(3):
                apart = positions[slot, axis] - positions_out[slot, axis]
                off += apart * apart
            for part in range(4):
                alike += orientations[slot, part] * orientations_out[slot, part]
            due = off > far * far or abs(alike) < aligned
        if due:
            due_out[count] = slot
            count += 1
    return count
