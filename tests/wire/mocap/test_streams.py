"""Packets over real sockets: in, out, late, cut, and rubbish."""

from __future__ import annotations

import random
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pytest

from motorium.motion.live.heard import Heard
from motorium.wire.message import WireError
from motorium.wire.mocap.packets import Packet, SampleReader, pack_sample
from motorium.wire.mocap.receiving import PacketListener
from motorium.wire.mocap.sending import PacketSender, PacketServer
from tests.wire.mocap.test_packets import packet

PATIENCE = 60.0


class Ear:
    """Keeps what is heard."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self._news = threading.Condition()

    def __call__(self, one: Heard) -> None:
        with self._news:
            self.heard.append(one)
            self._news.notify_all()

    def until(self, condition: Callable[[list[Heard]], bool]) -> list[Heard]:
        with self._news:
            assert self._news.wait_for(lambda: condition(self.heard), PATIENCE), self.heard[-3:]
            return [*self.heard]


@contextmanager
def listening() -> Iterator[tuple[PacketListener, Ear]]:
    ear = Ear()
    with PacketListener(ear, port=0) as listener:
        yield listener, ear


def _wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_what_is_sent_is_heard_at_once() -> None:
    """Though nothing of the next sample has come yet."""
    hero, ball = packet("HERO", 15), packet("BALL", 1, 2)
    with listening() as (listener, ear), PacketSender(port=listener.port) as sender:
        before = time.perf_counter()
        sender.send([hero, ball])
        one, other = ear.until(lambda heard: len(heard) == 2)
    assert (one.name, other.name) == ("HERO", "BALL")
    assert one.sender == other.sender
    assert one.told is None
    assert before <= one.came <= time.perf_counter()
    assert np.array_equal(one.places, hero.places)
    assert np.allclose(one.turns, hero.turns, atol=1e-15)


def test_of_what_came_together_only_the_newest_counts() -> None:
    old = [packet("HERO", 15, seed) for seed in range(5)]
    with listening() as (listener, ear), PacketSender(port=listener.port) as sender:
        # Less than is read at a time, in one piece.
        data = b"".join(pack_sample([one]) for one in old)
        sender._outlet.socket.setblocking(True)
        sender._outlet.socket.sendall(data)
        last = ear.until(
            lambda heard: bool(heard) and np.array_equal(heard[-1].places, old[-1].places)
        )
        _wait(lambda: len(last) + listener.late == 5)
        assert np.array_equal(last[-1].places, old[-1].places)


def test_a_packet_may_come_in_pieces() -> None:
    hero = packet("HERO", 15)
    data = pack_sample([hero])
    with (
        listening() as (listener, ear),
        socket.create_connection(("127.0.0.1", listener.port)) as sender,
    ):
        for at in range(0, len(data), 100):
            sender.sendall(data[at : at + 100])
            time.sleep(0.001)
        (one,) = ear.until(lambda heard: len(heard) == 1)
    assert np.array_equal(one.places, hero.places)


def test_who_sends_rubbish_is_hung_up_on_and_others_are_not() -> None:
    with listening() as (listener, ear), PacketSender(port=listener.port) as good:
        with socket.create_connection(("127.0.0.1", listener.port)) as bad:
            bad.sendall(b"\xff\xfe GET / HTTP")
            bad.settimeout(PATIENCE)
            with suppress(ConnectionResetError):
                assert bad.recv(10) == b""
        good.send([packet("HERO", 15)])
        ear.until(lambda heard: len(heard) == 1)
        assert any("the stream is lost" in sentence for sentence in listener.refusals)
        assert len(listener.senders) == 1


def test_numbers_that_make_no_sense_are_dropped() -> None:
    mad = b"HERO\0\0\0\x01" + struct.pack("<7d", np.nan, 0, 0, 1, 0, 0, 0)
    with (
        listening() as (listener, ear),
        socket.create_connection(("127.0.0.1", listener.port)) as sender,
    ):
        sender.sendall(mad + pack_sample([packet("GOOD", 2)]))
        (one,) = ear.until(lambda heard: len(heard) == 1)
        assert one.name == "GOOD"
        assert listener.strange == 1


def test_mutated_streams_leave_it_listening() -> None:
    """Two hundred connections whose bytes were changed, cut and doubled anywhere."""
    rolls = random.Random(5)
    sane = pack_sample([packet("HERO", 15), packet("BALL", 1)])
    with listening() as (listener, ear):
        for _ in range(200):
            data = bytearray(sane * 2)
            for _ in range(rolls.randint(1, 20)):
                data[rolls.randrange(len(data))] = rolls.randrange(256)
            with (
                suppress(OSError),
                socket.create_connection(("127.0.0.1", listener.port)) as sender,
            ):
                sender.sendall(data[: rolls.randrange(1, len(data))])
        with PacketSender(port=listener.port) as sender:
            sender.send([packet("LAST", 3)])
            heard = ear.until(lambda heard: any(one.name == "LAST" for one in heard))
    assert all(np.isfinite(one.places).all() and np.isfinite(one.turns).all() for one in heard)


def test_state_is_sent_to_everybody_who_looks_on() -> None:
    hero = packet("HERO", 15)
    with PacketServer(port=0) as server:
        server.send([hero])
        viewers = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
        _wait(lambda: server.viewers == 3)
        server.send([hero])
        for viewer in viewers:
            viewer.settimeout(PATIENCE)
            data = b""
            while len(data) < 8 + 56 * 15:
                data += viewer.recv(4096)
            assert data == pack_sample([hero])
            viewer.close()

        # Whoever has gone is found out when there is something to be told.
        def all_have_gone() -> bool:
            server.send([hero])
            return server.viewers == 0

        _wait(all_have_gone)


def test_who_is_slow_goes_without_and_gets_whole_samples() -> None:
    with (
        PacketServer(port=0) as server,
        socket.create_connection(("127.0.0.1", server.port)) as slow,
    ):
        _wait(lambda: server.viewers == 1)
        begun = time.perf_counter()
        for number in range(3000):
            places = np.full((100, 3), float(number))
            server.send([Packet("MANY", places, np.tile([1.0, 0, 0, 0], (100, 1)))])
        assert time.perf_counter() - begun < PATIENCE, "nobody waits for who is slow"
        reader, seen = SampleReader(), []
        slow.settimeout(0.2)
        with suppress(TimeoutError):
            while data := slow.recv(1 << 16):
                seen += reader.feed(data)
        assert server.viewers == 1
    assert reader.dropped == 0
    numbers = [sample[0].places[0, 0] for sample in seen]
    assert 2 < len(numbers) < 3000
    assert all((sample[0].places == sample[0].places[0, 0]).all() for sample in seen)
    assert (np.diff(numbers) > 0.0).all()


def test_nobody_there_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(WireError, match=f"cannot listen at 127.0.0.1:{port}"):
            PacketListener(lambda heard: None, port=port)
    with pytest.raises(WireError, match=f"nobody to send to at 127.0.0.1:{port}"):
        PacketSender(port=port)


def test_who_was_listened_to_and_is_not_any_more_is_told() -> None:
    with listening() as (listener, ear):
        sender = PacketSender(port=listener.port)
        sender.send([packet("HERO", 2)])
        ear.until(lambda heard: len(heard) == 1)

    def send() -> bool:
        with suppress(WireError):
            sender.send([packet("HERO", 2)])
            return False
        return True

    _wait(send)
    sender.close()
