"""The studio over real sockets: what it tells, obeys, refuses and survives."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from websockets.exceptions import InvalidStatus

from motorium.bodies.species import load_species
from motorium.wire.message import PROTOCOL
from tests.studio.studios import PATIENCE, Client, Studio, memory_of, studio

TOP_SPEED = load_species("herring").top_speed


@pytest.fixture
def client(running: Studio) -> Iterator[Client]:
    with Client(running.socket_address) as one:
        one.begin_anew()
        yield one


def test_says_hello_then_who_then_where(running: Studio) -> None:
    with Client(running.socket_address) as page:
        hello = page.next("hello")
        assert hello["protocol"] == PROTOCOL
        (herring,) = hello["species"]
        assert (herring["name"], herring["label"], herring["length"]) == ("herring", "Herring", 0.2)
        nodes = np.array(herring["nodes"]).reshape(23, 3)
        assert np.ptp(nodes[:, 0]) == pytest.approx(1.0, abs=1e-5)
        assert (nodes[5] + nodes[7]) / 2 == pytest.approx(np.zeros(3), abs=1e-5)
        patches = {patch["name"]: patch for patch in herring["skin"]["patches"]}
        assert {"left", "right", "dorsal", "ventral"} <= patches.keys()
        for patch in patches.values():
            assert len(patch["bindings"]) == 6 * patch["rows"] * patch["columns"]
        assert hello["limits"]["speed"] == [0.0, TOP_SPEED]
        roster = page.next("roster")
        snapshot = page.snapshot()
        assert snapshot.roster == roster["revision"]
        assert len(snapshot.positions) == len(roster["ids"]) == len(roster["seeds"])


def test_frames_arrive_in_order_and_time(client: Client) -> None:
    """In time as soon as the machine has time for them."""
    rate, end = 0.0, time.monotonic() + PATIENCE
    while not 30 < rate < 75:
        assert time.monotonic() < end, f"the last rate was {rate} a second"
        begun = time.monotonic()
        first = client.snapshot().tick
        ticks = [client.snapshot().tick for _ in range(90)]
        assert ticks == sorted(ticks)
        rate = (ticks[-1] - first) / (time.monotonic() - begun)


def test_two_pages_see_the_same(running: Studio, client: Client) -> None:
    client.send({"type": "paused", "value": True})
    client.next("status", paused=True)
    with Client(running.socket_address) as other:
        old = other.snapshot()
        other.send({"type": "step"})
        a, b = client.snapshot(old.tick + 1), other.snapshot(old.tick + 1)
        assert a.tick == b.tick == old.tick + 1
        assert np.array_equal(a.nodes, b.nodes)
        other.send({"type": "population", "count": 3})
        assert len(client.next("roster")["ids"]) == 3
        assert client.next("status", population=3)


def test_controls_act_on_the_simulation(client: Client) -> None:
    client.send({"type": "population", "count": 7})
    client.next("status", population=7)
    client.send({"type": "viscosity", "value": 2.5})
    client.next("status", viscosity=2.5)
    client.send({"type": "speed", "value": 0.0})
    client.next("status", speed=0.0)
    client.send({"type": "paused", "value": True})
    held = round(client.next("status", paused=True)["time"] * 60)
    client.send({"type": "step"})
    assert client.snapshot(held + 1).positions.shape == (7, 3)
    client.next("status", time=(held + 1) / 60)
    client.send({"type": "restart"})
    status = client.next("status", population=60)
    assert status["time"] == 0.0
    assert status["viscosity"] == 1.0


def test_slower_when_told_to_be(client: Client) -> None:
    """The speed control is felt by muscles, not only shown."""

    def travelled() -> float:
        """On average in a frame [m]."""
        start = client.snapshot()
        end = client.snapshot(start.tick + 60)
        ways = np.linalg.norm(end.positions - start.positions, axis=1)
        return float(ways.mean() / (end.tick - start.tick))

    client.send({"type": "speed", "value": TOP_SPEED})
    client.next("status", speed=TOP_SPEED)
    client.snapshot(client.snapshot().tick + 60)
    fast = travelled()
    client.send({"type": "speed", "value": 0.0})
    client.next("status", speed=0.0)
    client.snapshot(client.snapshot().tick + 120)
    assert travelled() < 0.75 * fast


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("nonsense", "not JSON"),
        ('{"type": "explode"}', "unknown message type; known types are stock, put"),
        ('{"type": "population", "count": -1}', "population.count"),
        ('{"type": "population", "count": 19999}', "does not fit: at most 16384"),
        ('{"type": "speed", "value": 4.9}', f"these fishes reach {TOP_SPEED:g} at most"),
        ('{"type": "viscosity", "value": 1.0, "x": 1}', "unknown key"),
        ('{"type": "step"}', "only a paused simulation can be stepped"),
        (b"\x00\x01", "binary messages are not understood"),
        ("[" * 5000, "at most 4096 are read"),
        ("[" * 4000, "not JSON"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    client: Client, message: str | bytes, sentence: str
) -> None:
    client.send(message)
    assert sentence in client.next("refusal")["message"]
    status = client.next("status")
    assert (status["population"], status["viscosity"]) == (60, 1.0)
    assert client.snapshot().tick > 0


def test_a_giant_message_ends_only_its_own_connection(running: Studio, client: Client) -> None:
    with Client(running.socket_address) as giant:
        giant.next("hello")
        giant.send("x" * 200_000)
        assert giant.closed() == 1009
    assert client.next("status")["population"] == 60


def test_a_flood_is_answered_not_obeyed_forever(client: Client) -> None:
    for _ in range(2000):
        client.send('{"type": "nope"}')
    client.send({"type": "viscosity", "value": 3.0})
    client.next("status", viscosity=3.0)


def test_pages_that_vanish_after_a_wish_leave_the_studio_well(
    running: Studio, client: Client
) -> None:
    """A reload in the midst of dragging a slider must not take the simulation along."""
    for turn in range(20):
        with Client(running.socket_address, close_timeout=0.05) as hasty:
            for step in range(8):
                hasty.send({"type": "viscosity", "value": 1.0 + 0.01 * turn + 0.001 * step})
    # Not the viscosity: wishes that are still under way may change it once more.
    client.send({"type": "population", "count": 33})
    client.next("status", population=33)
    before = client.snapshot().tick
    assert client.snapshot(before + 20).tick >= before + 20


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1.evil.example",
        "null",
        "http://localhost:1",
        "http://[::1",
    ],
)
def test_a_foreign_origin_is_refused(running: Studio, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Client(running.socket_address, origin=origin)
    assert refused.value.response.status_code == 403


def test_the_own_origin_is_welcome(running: Studio) -> None:
    with Client(running.socket_address, origin=f"http://127.0.0.1:{running.port}") as page:
        assert page.next("hello")


def test_a_foreign_host_name_is_refused(running: Studio) -> None:
    request = urllib.request.Request(running.address, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request)


def test_the_page_comes_with_its_guards(running: Studio) -> None:
    with urllib.request.urlopen(running.address) as answer:
        assert b"<html" in answer.read()
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(running.address + "../../secrets")


def test_a_page_that_never_reads_holds_nobody_up(running: Studio, client: Client) -> None:
    """Its frames are dropped, not stored; the others get theirs."""
    sleeper = socket.create_connection(("127.0.0.1", running.port))
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.sendall(
        b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    end = time.monotonic() + PATIENCE
    grown = 20_000
    while grown >= 20_000:
        # What another stage compiles meanwhile takes memory, too, but comes to an end.
        assert time.monotonic() < end, f"memory grew by {grown} KiB"
        before = memory_of(running.process.pid)
        first = client.snapshot().tick
        for _ in range(120):
            last = client.snapshot().tick
        assert last - first >= 100
        grown = memory_of(running.process.pid) - before
    sleeper.close()


def test_a_busy_port_is_a_sentence(running: Studio) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "motorium", "studio", "--no-browser", f"--port={running.port}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert second.returncode == 2
    assert second.stdout == ""
    assert second.stderr.strip() == (
        f"motorium: port {running.port} is already in use; "
        "choose another with --port, or 0 for a free one"
    )


def test_beyond_this_machine_a_token_is_needed() -> None:
    with studio("--host=0.0.0.0", "--token=open-sesame") as guarded:
        assert guarded.address.endswith("?token=open-sesame")
        bare = f"ws://127.0.0.1:{guarded.port}/socket"
        for wrong in ("", "?token=", "?token=guess"):
            with Client(bare + wrong) as stranger:
                assert stranger.closed() == 1008
                assert stranger.socket.close_reason == "the token is missing or wrong"
        with Client(f"{bare}?token=open-sesame") as page:
            assert page.next("hello")


def test_a_token_is_made_up_where_none_is_given() -> None:
    with studio("--host=0.0.0.0") as guarded:
        token = guarded.address.partition("?token=")[2]
        assert len(token) >= 20
        guarded.process.terminate()
        assert "travel in the clear" in guarded.process.communicate(timeout=PATIENCE)[1]


def test_ends_cleanly_when_interrupted() -> None:
    with studio() as one:
        with Client(one.socket_address) as page:
            page.next("hello")
            one.process.send_signal(2)
            one.process.wait(timeout=PATIENCE)
        assert one.process.stderr is not None
        assert "Traceback" not in one.process.stderr.read()


@pytest.mark.slow
def test_the_first_start_shows_its_progress(tmp_path: Path) -> None:
    """With no compiled kernel at hand: on the page, and in the terminal."""
    with studio(cache=tmp_path) as first:
        with Client(first.socket_address) as page:
            seen = [page.next("progress") for _ in range(4)]
            assert all(0 <= step["done"] <= step["total"] for step in seen)
            assert max(step["total"] for step in seen) > 5
            assert page.next("status", timeout=2 * PATIENCE, running=True)
            assert page.snapshot().positions.shape == (60, 3)
        first.process.send_signal(2)
        said = first.process.communicate(timeout=PATIENCE)[1]
        assert "compiling" in said
        assert "Traceback" not in said
    assert list(tmp_path.rglob("*.nbc"))


def test_open_water_has_no_habitat(running: Studio) -> None:
    with Client(running.socket_address) as client:
        assert client.next("hello")["habitat"] is None
        assert client.next("status", running=True)["habitat"] is None
        assert client.snapshot().habitat is None
        for wish in (
            {"type": "food", "place": [0.0, 0.0, 0.0]},
            {"type": "hour", "value": 3.0},
            {"type": "flow", "value": 1.0},
        ):
            client.send(wish)
            assert client.next("refusal")["message"]
