"""The network beside a town: a port that is heard, and the guests that come by it."""

from __future__ import annotations

import threading
import time

import numpy as np

from motorium.contracts.time import FRAME_SECONDS
from motorium.studio.figure_telling import Rate
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.geodesy import Origin
from motorium.wire.dis.guests import Guests
from motorium.wire.dis.kinds import SOLDIER
from motorium.wire.dis.pdu import EntityKey, EntityState, encode
from motorium.wire.dis.receiving import Receiver
from motorium.wire.dis.sockets import HOST
from motorium.wire.figures.messages import NetworkStatus
from motorium.world.town.town import Town

__all__ = ["TOWN_ORIGIN", "GuestNetwork"]

TOWN_ORIGIN = Origin.at_degrees(36.618, -121.902)
"""Where on the Earth a town's middle is, if nothing else is said: as `motorium dis` has it."""


class GuestNetwork:
    """origin: where the town's middle is; host: the address of this machine at which packets are
    heard; port: heard from the beginning on."""

    def __init__(
        self, origin: Origin = TOWN_ORIGIN, host: str = HOST, port: int | None = None
    ) -> None:
        self._origin = origin
        self._host = host
        self._town: Town | None = None
        self._guests: Guests | None = None
        self._rate = Rate()
        # At once, so that a port that is taken is said before anything is built.
        self._receiver = None if port is None else Receiver(port, host)

    @property
    def port(self) -> int | None:
        """That is heard; None: none."""
        return None if self._receiver is None else self._receiver.port

    def attach(self, town: Town) -> None:
        """Guests are this town's."""
        self._town = town
        if self._receiver is not None:
            _warm()
            self._welcome(self._receiver)
        else:
            # Meanwhile, so that the town does not stop when somebody lets a port be heard.
            threading.Thread(target=_warm, name="warming", daemon=True).start()

    def listen(self, port: int | None) -> None:
        """Hear a port from now on, 0 for any that is free, or none; who came by another goes."""
        if port is not None and port == self.port:
            return
        receiver = None if port is None else Receiver(port, self._host)
        self.close()
        self._receiver = receiver
        if receiver is not None:
            self._welcome(receiver)

    def close(self) -> None:
        """Hear nothing any more."""
        if self._guests is not None and self._town is not None:
            self._guests.leave()
            self._town.outside.remove(self._guests)
            self._guests = None
        if self._receiver is not None:
            self._receiver.close()
            self._receiver = None

    @property
    def status(self) -> NetworkStatus | None:
        """None while nothing is heard."""
        if self._receiver is None or self._guests is None:
            return None
        entities = self._guests.entities
        return NetworkStatus(
            port=self._receiver.port,
            entities=len(entities),
            rate=self._rate.at(time.perf_counter(), self._receiver.packets),
            received=self._receiver.packets,
            refused=sum(entities.refused.values()) + self._receiver.dropped,
        )

    def _welcome(self, receiver: Receiver) -> None:
        if self._town is not None:
            self._rate = Rate()
            self._guests = Guests(self._town, Entities(self._origin), receiver)
            self._town.outside.append(self._guests)


def _warm() -> None:
    """Compile what takes packets in, by one of our own."""
    x, y, z = TOWN_ORIGIN.center.tolist()
    state = EntityState(key=EntityKey(1, 1, 1), entity_type=SOLDIER, location=(x, y, z))
    entities = Entities(TOWN_ORIGIN, capacity=1)
    entities.take(np.frombuffer(encode(state), dtype=np.uint8)[None].copy())
    entities.advance(FRAME_SECONDS)
