"""Puts OSC messages together to samples: bones of one time come in several datagrams.

A sample is whole when all bones that the last one had have come again. When one comes a second
time, or the sender tells his time, before that, a datagram was lost, and the sample with it.
"""

from __future__ import annotations

import logging
import math
from typing import Final, NamedTuple

from pythonosc.osc_packet import OscPacket, TimedMessage

from motorium.contracts.frames import Floats
from motorium.wire.message import WireError
from motorium.wire.mocap.vmc.bones import NEEDED, Local, parts_of

__all__ = ["Button", "VmcReader", "VmcSample"]

BONE: Final = "/VMC/Ext/Bone/Pos"
ROOT: Final = "/VMC/Ext/Root/Pos"
TIME: Final = "/VMC/Ext/T"
CONTROLLER: Final = "/VMC/Ext/Con"
KEY: Final = "/VMC/Ext/Key"
FARTHEST: Final = 1e4
"""Places are nearer [m]."""
SHORTEST: Final = 1e-3
MOST_BONES: Final = 64
COARSE: Final = 16_384.0
"""From here on their time [s], which is a float32, is known to 2 ms at best, and not used."""
LONGEST_NAME: Final = 64
BELIEVED: Final = 5
"""Who sends fewer bones than before so many times in a row means it."""


def _not_of_osc(record: logging.LogRecord) -> bool:
    return "pythonosc" not in record.pathname


# It warns of every datagram that is rubbish: whoever reaches a port could fill a disk with that.
logging.getLogger().addFilter(_not_of_osc)


class VmcSample(NamedTuple):
    """told [s]: the sender's time, None if he does not say; places [m] (parts, 3), turns (parts, 4)
    of a double's parts in our world."""

    told: float | None
    places: Floats
    turns: Floats


class Button(NamedTuple):
    """Something was pressed or let go: on a controller, by its hand, or on a keyboard."""

    name: str
    pressed: bool
    hand: str | None


class VmcReader:
    """Of one sender. buttons: pressed and let go since they were last taken; strange: messages that
    made no sense; missing: bones without which there is no sample; incomplete: how many there were
    none of for that."""

    def __init__(self) -> None:
        self.buttons: list[Button] = []
        self.strange = self.incomplete = 0
        self._bones: dict[str, Local] = {}
        self._fresh: set[str] = set()
        self._usual: set[str] = set()
        self._fewer = 0
        self._root: Local | None = None
        self._time: float | None = None

    @property
    def missing(self) -> list[str]:
        return [bone for bone in NEEDED if bone not in self._bones]

    def feed(self, datagram: bytes) -> list[VmcSample]:
        """Samples that are whole now. Raises a `WireError` if it is no OSC at all."""
        try:
            messages = [(one.message.address, one.message.params) for one in _parsed(datagram)]
        except WireError:
            self.strange += 1
            raise
        found: list[VmcSample] = []
        for address, values in messages:
            self._take(address, values, found)
        return found

    def _take(self, address: str, values: list[object], found: list[VmcSample]) -> None:
        match address, values:
            case (("/VMC/Ext/Bone/Pos" | "/VMC/Ext/Root/Pos"), [str(name), *numbers]):
                local = _local(numbers)
                if local is None or len(name) > LONGEST_NAME:
                    self.strange += 1
                elif address == ROOT:
                    self._root = local
                else:
                    self._bone(name, local, found)
            case ("/VMC/Ext/T", [float() | int() as seconds, *_]):
                if self._fresh:
                    self._emit(found)
                if math.isfinite(seconds):
                    self._time = float(seconds) if 0.0 <= seconds < COARSE else None
            case ("/VMC/Ext/Con", [int(active), str(name), int(left), *_]):
                side = "left" if left else "right"
                self._press(Button(name[:LONGEST_NAME], active != 0, side))
            case ("/VMC/Ext/Key", [int(active), str(name), *_]):
                self._press(Button(name[:LONGEST_NAME], active != 0, None))
            case _ if address in (BONE, ROOT, TIME, CONTROLLER, KEY):
                self.strange += 1

    def _bone(self, name: str, local: Local, found: list[VmcSample]) -> None:
        if name in self._fresh:
            self._emit(found)
        if name not in self._bones and len(self._bones) >= MOST_BONES:
            self.strange += 1
            return
        self._bones[name] = local
        self._fresh.add(name)
        if self._usual and self._fresh >= self._usual:
            self._emit(found)

    def _emit(self, found: list[VmcSample]) -> None:
        fresh, self._fresh = self._fresh, set()
        told, self._time = self._time, None
        if not fresh >= self._usual and self._fewer < BELIEVED:
            # A datagram was lost: half of somebody would be as he was before.
            self._fewer += 1
            return
        self._usual, self._fewer = fresh, 0
        if self.missing:
            self.incomplete += 1
        else:
            found.append(VmcSample(told, *parts_of(self._bones, self._root)))

    def _press(self, button: Button) -> None:
        self.buttons = [*self.buttons, button][-MOST_BONES:]


def _parsed(datagram: bytes) -> list[TimedMessage]:
    try:
        return OscPacket(datagram).messages
    # A parser of others, and bytes of others: whatever it raises, they were rubbish.
    except Exception as problem:
        raise WireError(f"no OSC: {type(problem).__name__}: {problem}"[:200]) from None


def _local(numbers: list[object]) -> Local | None:
    """Seven numbers that make sense; more are of later versions, and left."""
    seven = [float(one) for one in numbers[:7] if isinstance(one, float | int)]
    if len(seven) < 7 or not all(abs(one) <= FARTHEST for one in seven):
        return None
    x, y, z, i, j, k, w = seven
    length = math.sqrt(i * i + j * j + k * k + w * w)
    if length < SHORTEST:
        return None
    return Local((x, y, z), (i / length, j / length, k / length, w / length))
