"""UDP sockets for DIS: to one host, to a group that has joined, or to everybody who can hear."""

from __future__ import annotations

import errno
import ipaddress
import socket
import struct
from typing import Final

from motorium.wire.closing import Closing
from motorium.wire.message import WireError

__all__ = ["HOST", "PORT", "Target", "is_group", "listening", "parse_target", "talking"]

HOST: Final = "127.0.0.1"
PORT: Final = 3000
"""Of DIS (registered as another's, but everybody uses it)."""
BUFFER: Final = 4 * 1024 * 1024
"""Bytes that wait to be received, if the system lets us."""
SAME_SUBNET: Final = 1
"""How many routers a datagram to a group may pass, less one."""


def parse_target(text: str) -> tuple[str, int]:
    """HOST or HOST:PORT, as people write it."""
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = text, str(PORT)
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise WireError(f"{text!r} is no target; write HOST or HOST:PORT, like {HOST}:{PORT}")
    return host, int(port)


def is_group(host: str) -> bool:
    """Whether it is an address of a multicast group."""
    try:
        return ipaddress.IPv4Address(host).is_multicast
    except ValueError:
        return False


def listening(host: str, port: int, group: str | None) -> socket.socket:
    """A socket that receives what is sent to a port of this machine, or to a group as well."""
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        if group is not None and not is_group(group):
            raise WireError(f"{group} is no multicast address; they go from 224.0.0.0 on")
        udp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        if group is not None:
            # Others of this machine may listen to the group, too.
            udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        udp.bind(("" if group is not None else host, port))
        if group is not None:
            joined = struct.pack("4s4s", socket.inet_aton(group), socket.inet_aton(host))
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, joined)
    except OSError as problem:
        udp.close()
        where = f"{host}:{port}" + (f" for {group}" if group else "")
        raise WireError(f"cannot listen at {where}: {problem.strerror or problem}") from None
    except BaseException:
        udp.close()
        raise
    return udp


def talking(host: str, port: int, broadcasts: bool = False, interface: str = HOST) -> socket.socket:
    """A socket that sends to a host, or to a group by an interface of this machine.

    Never to everybody unless told so: a broadcast address is refused otherwise.
    """
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        if broadcasts:
            udp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if is_group(host):
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, SAME_SUBNET)
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
        udp.connect((host, port))
        udp.setblocking(False)
    except OSError as problem:
        udp.close()
        if problem.errno == errno.EACCES and not broadcasts:
            raise WireError(
                f"{host} is a broadcast address; say so if everybody is to be told "
                "(--broadcast, or broadcasts=True)"
            ) from None
        raise WireError(f"cannot send to {host}:{port}: {problem.strerror or problem}") from None
    return udp


class Target(Closing):
    """Where datagrams go: packets and bytes sent so far; failed: those that the system would not
    take, as when its buffer is full. On loopback the system tells when nobody listens: unheard."""

    def __init__(
        self, host: str = HOST, port: int = PORT, broadcasts: bool = False, interface: str = HOST
    ) -> None:
        self._socket = talking(host, port, broadcasts, interface)
        self.name = f"{host}:{port}"
        self.packets = 0
        self.bytes = 0
        self.failed = 0
        self.unheard = 0

    def close(self) -> None:
        """Send no more."""
        self._socket.close()

    def send(self, data: memoryview | bytes) -> None:
        """One datagram. What fails is counted: nobody waits for a network."""
        try:
            self._socket.send(data)
        except ConnectionRefusedError:
            # It tells of an earlier one, and has not sent this one.
            self.unheard += 1
            try:
                self._socket.send(data)
            except OSError:
                self.failed += 1
                return
        except OSError:
            self.failed += 1
            return
        self.packets += 1
        self.bytes += len(data)
