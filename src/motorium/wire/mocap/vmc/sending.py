"""Sends somebody as tracking programs do, so that any program that shows avatars can show him.

with VmcSender("127.0.0.1", 39539) as sender:
    sender.send(seconds, places, turns)
"""

from __future__ import annotations

from typing import Final

from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message_builder import OscMessageBuilder

from motorium.contracts.frames import Floats
from motorium.wire.closing import Closing
from motorium.wire.dis.sockets import Target
from motorium.wire.message import WireError
from motorium.wire.mocap.places import VMC_PORT
from motorium.wire.mocap.receiving import HOST
from motorium.wire.mocap.vmc.bones import Local, bones_of
from motorium.wire.mocap.vmc.reading import BONE, ROOT, TIME

__all__ = ["VmcSender", "datagrams_of"]

AVAILABLE: Final = "/VMC/Ext/OK"
EVERYBODY: Final = "255.255.255.255"
AT_A_TIME: Final = 12
"""Bones in a datagram: no more than networks carry in one piece."""
NOWHERE: Final = Local((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


class VmcSender(Closing):
    """samples: how many were sent."""

    def __init__(self, host: str = HOST, port: int = VMC_PORT) -> None:
        if host == EVERYBODY:
            raise WireError(f"{host} is a broadcast address; VMC is sent to one host")
        self._target = Target(host, port)
        self.samples = 0

    def send(self, seconds: float, places: Floats, turns: Floats) -> None:
        """One sample of a double's parts; nobody waits for a network."""
        for datagram in datagrams_of(seconds, places, turns):
            self._target.send(datagram)
        self.samples += 1

    def close(self) -> None:
        """Send no more."""
        self._target.close()


def datagrams_of(seconds: float, places: Floats, turns: Floats) -> list[bytes]:
    """Time first, then all bones: where parts hang [m] (parts, 3), and their turns (parts, 4)."""
    messages = [
        _message(AVAILABLE, 1),
        _message(TIME, float(seconds)),
        _posed(ROOT, "root", NOWHERE),
    ]
    bones = [_posed(BONE, name, local) for name, local in bones_of(places, turns).items()]
    found = [_bundle([*messages, *bones[:AT_A_TIME]])]
    found += [_bundle(bones[at : at + AT_A_TIME]) for at in range(AT_A_TIME, len(bones), AT_A_TIME)]
    return found


def _posed(address: str, name: str, local: Local) -> OscMessageBuilder:
    return _message(address, name, *local.place, *local.turn)


def _message(address: str, *values: str | float | int) -> OscMessageBuilder:
    builder = OscMessageBuilder(address)
    for value in values:
        builder.add_arg(value)
    return builder


def _bundle(messages: list[OscMessageBuilder]) -> bytes:
    builder = OscBundleBuilder(IMMEDIATELY)
    for message in messages:
        builder.add_content(message.build())
    return bytes(builder.build().dgram)
