"""Who may come to a studio, and how much he may say."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from motorium.studio import doors, server
from motorium.studio.doors import Visitors
from motorium.studio.flood import AT_ONCE, LASTS, MOST_A_SECOND, Flood
from motorium.studio.hub import Hub
from motorium.studio.server import Stage
from motorium.wire.message import Message
from motorium.wire.messages import Happening, Refusal
from tests.studio.studios import PATIENCE, Client
from tests.studio.town_stand_in import served_stage


class Silence:
    """A show where nothing is to be seen. heard: what pages said."""

    failure = None

    def __init__(self) -> None:
        self.heard: list[str] = []

    @property
    def hello(self) -> Message:
        return Happening(time=0.0, kind="hello", text="hello")

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def arrive(self, page: object) -> None: ...
    def forget(self, page: object) -> None: ...

    def hear(self, text: str, page: object) -> Future[None] | None:
        self.heard.append(text)
        return None

    def refusal(self, reason: BaseException) -> Refusal:
        return Refusal(message=str(reason))


@pytest.fixture
def show() -> Silence:
    return Silence()


@pytest.fixture
def quiet(show: Silence) -> Stage:
    return Stage("quiet", "/quiet", show, Hub(), 65_536)


@pytest.fixture
def address(quiet: Stage) -> Iterator[str]:
    with served_stage(quiet) as found:
        yield found


def test_only_so_many_come_and_this_machine_counts_only_in_all() -> None:
    visitors = Visitors(most=5, most_from_one=2)
    assert [visitors.come(k, "192.0.2.7") for k in range(3)] == [True, True, False]
    assert [visitors.come(10 + k, "127.0.0.1") for k in range(4)] == [True, True, True, False]
    assert not visitors.come(20, "192.0.2.8")
    visitors.go(2)
    assert not visitors.come(21, "192.0.2.8")
    visitors.go(0)
    visitors.go(0)
    assert visitors.come(22, "192.0.2.7")
    assert not visitors.come(23, "192.0.2.7")


def test_a_flood_is_what_does_not_end() -> None:
    now = [0.0]
    flood = Flood(lambda: now[0])
    assert {flood.judge() for _ in range(AT_ONCE)} == {"heard"}
    assert [flood.judge() for _ in range(3)] == ["too much", "lost", "lost"]
    now[0] = 1.0
    assert [flood.judge() for _ in range(MOST_A_SECOND + 1)] == ["heard"] * MOST_A_SECOND + ["lost"]
    verdicts = set()
    for _ in range(round(LASTS / 0.01) + 2):
        now[0] += 0.01
        verdicts = {flood.judge() for _ in range(2 * MOST_A_SECOND // 100)}
    assert verdicts == {"heard", "enough"}
    # Whoever has been quiet for a while is heard as if nothing had been.
    now[0] = 100.0
    assert {flood.judge() for _ in range(AT_ONCE)} == {"heard"}
    assert flood.judge() == "too much"


def test_a_page_that_floods_is_told_and_then_closed(
    address: str, show: Silence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motorium.studio.flood.LASTS", 0.3)
    with Client(address) as other, Client(address) as page:
        page.next("happening")
        end = time.monotonic() + PATIENCE
        with suppress(ConnectionClosed):
            while time.monotonic() < end:
                page.send("x")
        assert page.closed() == 1008
        assert page.socket.close_reason == "more than 500 messages a second come from this page"
        assert len(show.heard) >= AT_ONCE
        show.heard.clear()
        other.next("happening")
        other.send("still here")
        until(lambda: show.heard == ["still here"])


def test_a_flood_is_refused_in_a_sentence_once(address: str) -> None:
    with Client(address) as page:
        for _ in range(AT_ONCE + 500):
            page.send("x")
        refusal = page.next("refusal")["message"]
        assert refusal.endswith("what is more is not heard")


def test_whoever_asks_for_nothing_is_let_go(
    address: str, show: Silence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither silence nor a request that never ends; who watches stays."""
    monkeypatch.setattr(doors, "SILENCE", 0.1)
    port = int(address.rsplit(":", 1)[1].split("/")[0])
    with Client(address) as page:
        for said in (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "):
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as silent:
                silent.sendall(said)
                with suppress(ConnectionResetError):
                    assert silent.recv(1) == b""
        page.next("happening")
        page.send("x")
        until(lambda: show.heard == ["x"])
    until(lambda: not doors._visitors._here)


def frame(opcode: int, said: bytes = b"", last: bool = True) -> bytes:
    """As a client sends it; a mask of nothing but zeros changes nothing."""
    return bytes([opcode | (0x80 if last else 0), 0x80 | len(said)]) + bytes(4) + said


TEXT, REST, PING, PONG = 1, 0, 9, 10


@contextmanager
def handshaken(address: str) -> Iterator[socket.socket]:
    """A WebSocket whose frames one writes oneself."""
    port = int(address.rsplit(":", 1)[1].split("/")[0])
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as one:
        one.sendall(
            f"GET /quiet HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert one.recv(12) == b"HTTP/1.1 101"
        yield one


def test_a_message_in_parts_is_heard(address: str, show: Silence) -> None:
    with handshaken(address) as page:
        parts = [frame(REST, b"a", last=False), frame(PING, b"there?")] * 300
        page.sendall(frame(TEXT, b"b", last=False) + b"".join(parts) + frame(REST, b"c"))
        until(lambda: show.heard == ["b" + 300 * "a" + "c"])


def send_on(page: socket.socket, said: bytes) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page.sendall(said)


@pytest.mark.parametrize(
    "said",
    [frame(REST, b"", last=False), frame(REST, b"a", last=False), frame(PING), frame(PONG)],
    ids=["empty parts", "parts", "pings", "pongs"],
)
def test_frames_without_end_lose_their_connection(address: str, show: Silence, said: bytes) -> None:
    """They are no messages, and would be kept, or answered, for ever; all others stay."""
    with Client(address) as other, handshaken(address) as page:
        other.next("happening")
        page.sendall(frame(TEXT, b"", last=False))
        with pytest.raises(ConnectionError):
            send_on(page, 1000 * said)
        other.send("still here")
        until(lambda: show.heard == ["still here"])


def test_whoever_takes_nothing_is_let_go(
    address: str, quiet: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "STALLED", 0.2)
    with Client(address) as page:
        page.next("happening")
        until(lambda: len(quiet.hub.seats) == 1)
        end = time.monotonic() + PATIENCE
        while quiet.hub.seats:
            assert time.monotonic() < end
            quiet.hub.snapshot(bytes(1_000_000))
            time.sleep(0.01)


def test_a_studio_that_ends_before_a_wish_is_carried_out_says_so_in_a_line(
    show: Silence,
    quiet: Stage,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    asked: list[str] = []

    def hear(text: str, page: object) -> Future[None]:
        asked.append(text)
        return Future()

    monkeypatch.setattr(show, "hear", hear)
    with ExitStack() as until_then:
        with served_stage(quiet) as address:
            page = until_then.enter_context(handshaken(address))
            page.sendall(frame(TEXT, b"a wish"))
            until(lambda: bool(asked))
        # The studio has ended before the page.
        assert not quiet.hub.seats
    said = capfd.readouterr().err
    assert "Cancel 1 running task" in said
    assert "Traceback" not in said


def test_one_address_cannot_take_all_seats(quiet: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_FROM_ONE", 2)
    for _ in range(2):
        quiet.hub.sit_down(quiet.show.hello, "192.0.2.7")
        quiet.hub.sit_down(quiet.show.hello, "127.0.0.1")
    assert server._crowd(quiet.hub, "192.0.2.7") == "2 pages watch already from 192.0.2.7"
    assert server._crowd(quiet.hub, "192.0.2.8") == ""
    assert server._crowd(quiet.hub, "127.0.0.1") == ""
    monkeypatch.setattr(server, "MOST_PAGES", 4)
    assert server._crowd(quiet.hub, "127.0.0.1") == "4 pages watch already"


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
