"""Datagrams come over real sockets, into rows, and nothing waits for anybody."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from motorium.wire.dis.entities import Entities
from motorium.wire.dis.pdu import encode
from motorium.wire.dis.receiving import Receiver
from motorium.wire.dis.sockets import Target, parse_target
from motorium.wire.message import WireError
from tests.wire.dis.material import ORIGIN, soldier

GROUP = "239.1.2.3"


def wait_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not done():
        assert time.monotonic() < end, "it did not happen within two minutes"
        time.sleep(0.01)


def received(receiver: Receiver, packets: int) -> bool:
    return receiver.packets == packets


def test_datagrams_become_entities() -> None:
    entities = Entities(ORIGIN)
    with Receiver(0) as receiver, Target(port=receiver.port) as target:
        for number in range(1, 21):
            target.send(encode(soldier(number)))
        target.send(b"nonsense")
        wait_until(lambda: receiver.waiting == 21)
        assert entities.poll(receiver) == 20
        assert entities.poll(receiver) == 0
        assert (receiver.packets, receiver.bytes) == (21, 20 * 144 + 8)
    assert len(entities) == 20
    assert entities.refused == {"shorter than a PDU": 1}


def test_rows_go_round_and_what_finds_none_is_dropped() -> None:
    with Receiver(0, rows=8) as receiver, Target(port=receiver.port) as target:
        expected = 0
        for burst in (5, 6, 7, 8, 3):
            for number in range(burst):
                target.send(bytes([burst, number]))
            expected += burst
            wait_until(partial(received, receiver, expected))
            found = [
                row[:size].tolist()
                for rows, sizes, _ in receiver.blocks()
                for row, size in zip(rows, sizes, strict=True)
            ]
            assert found == [[burst, number] for number in range(burst)]
        assert receiver.dropped == 0
        for number in range(20):
            target.send(bytes([number]))
        wait_until(partial(received, receiver, expected + 20))
        assert receiver.dropped == 12
        assert [row[0] for rows, *_ in receiver.blocks() for row in rows] == list(range(8))


def test_it_says_when_they_came() -> None:
    with Receiver(0) as receiver, Target(port=receiver.port) as target:
        before = time.time()
        target.send(b"now")
        wait_until(lambda: receiver.waiting == 1)
        (came,) = [times.copy() for _, _, times in receiver.blocks()]
        assert before <= came[0] <= time.time()


def test_it_stops_and_leaves_nothing_behind() -> None:
    before = threading.enumerate()
    receiver = Receiver(0)
    port = receiver.port
    receiver.close()
    left = [thread for thread in threading.enumerate() if thread not in before]
    assert not any(thread.name == "motorium-dis" for thread in left)
    with Receiver(port) as again:
        assert again.port == port
        with pytest.raises(WireError, match=f"cannot listen at 127.0.0.1:{port}: "):
            Receiver(port)


def test_groups_are_joined() -> None:
    try:
        receiver = Receiver(0, group=GROUP)
    except WireError as problem:
        pytest.skip(f"no multicast on loopback here: {problem}")
    with receiver, Receiver(receiver.port, group=GROUP) as other:
        with Target(GROUP, receiver.port) as target:
            target.send(b"to all")
            if target.failed:
                pytest.skip("no multicast on loopback here")
        wait_until(lambda: receiver.waiting == other.waiting == 1)


def test_a_group_is_an_address_of_one() -> None:
    with pytest.raises(WireError, match=r"10\.0\.0\.1 is no multicast address"):
        Receiver(0, group="10.0.0.1")


def test_nobody_broadcasts_by_mistake() -> None:
    with pytest.raises(WireError, match=r"255\.255\.255\.255 is a broadcast address; say so"):
        Target("255.255.255.255")


def test_nobody_listening_is_no_error() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with Target(port=port) as target:
        for _ in range(5):
            target.send(b"hello")
            time.sleep(0.005)
        assert target.packets + target.failed == 5


@pytest.mark.parametrize(
    ("text", "target"),
    [("10.0.0.7", ("10.0.0.7", 3000)), ("host:3001", ("host", 3001))],
)
def test_targets(text: str, target: tuple[str, int]) -> None:
    assert parse_target(text) == target


@pytest.mark.parametrize("text", ["", ":3000", "host:", "host:x", "host:0", "host:70000"])
def test_what_is_no_target(text: str) -> None:
    with pytest.raises(WireError, match="is no target; write HOST or HOST:PORT"):
        parse_target(text)
