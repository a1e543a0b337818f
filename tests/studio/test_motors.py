"""Motors, levels, budgets and comparisons, asked for over real sockets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from motorium.wire.snapshot import Snapshot
from tests.studio.studios import PATIENCE, Client, Studio

AWAY = {
    "position": [30.0, 0.0, 0.0],
    "ahead": [1.0, 0.0, 0.0],
    "up": [0.0, 0.0, 1.0],
    "field": 0.9,
    "aspect": 1.5,
    "height": 600,
    "far": 45.0,
}
MARKS = (1.02 + 0.001 * number for number in range(1000))
"""Values of the water that nobody has asked for yet."""
TOWARDS = AWAY | {"ahead": [-1.0, 0.0, 0.0]}


@pytest.fixture
def client(running: Studio) -> Iterator[Client]:
    with Client(running.socket_address) as one:
        one.begin_anew()
        yield one


def look(client: Client, *eyes: dict[str, Any]) -> None:
    client.send({"type": "look", "eyes": list(eyes)})


def until(client: Client, condition: Callable[[Snapshot], bool], what: str) -> Snapshot:
    end = time.monotonic() + PATIENCE
    while not condition(snapshot := client.snapshot()):
        assert time.monotonic() < end, f"waited for: {what}"
    return snapshot


def shown(count: int) -> Callable[[Snapshot], bool]:
    return lambda snapshot: len(snapshot.node_rows) == count


def switch(client: Client, choice: str, identity: int | None = None) -> dict[str, Any]:
    """Ask for a motor; filming takes its time where it must be done first."""
    client.send({"type": "motor", "id": identity, "choice": choice})
    # What was said before this came true is of the time before it was asked for.
    mark = next(MARKS)
    client.send({"type": "viscosity", "value": mark})
    while client.next("status", viscosity=mark)["preparing"]:
        pass
    return client.next("status", viscosity=mark)


def test_of_who_is_not_seen_only_the_record_is_sent(running: Studio, client: Client) -> None:
    assert shown(60)(client.snapshot())
    look(client, AWAY)
    culled = until(client, shown(0), "nobody to be shown")
    assert culled.positions.shape == (60, 3)
    # It reads nothing, and so would not hear that it may go.
    with Client(running.socket_address, close_timeout=0.2) as fresh:
        until(client, shown(60), "all for a page that has not looked yet")
        look(fresh, AWAY, TOWARDS)
        until(client, shown(60), "all for the second eye of another page")
        look(fresh)
        until(client, shown(0), "nobody for a hidden page")
        look(fresh, TOWARDS)
        until(client, shown(60), "all again")
    until(client, shown(0), "a page that takes its camera with it")


def test_who_holds_the_world_may_look_around(client: Client) -> None:
    look(client, AWAY)
    until(client, shown(0), "nobody to be shown")
    client.send({"type": "paused", "value": True})
    client.next("status", paused=True)
    held = until(client, shown(60), "all to be shown")
    client.send({"type": "step"})
    assert shown(60)(client.snapshot(held.tick + 1))
    client.send({"type": "paused", "value": False})
    until(client, shown(0), "nobody again")


def test_looks_are_no_wishes(client: Client) -> None:
    """However often a page looks elsewhere, nobody waits and nothing is refused."""
    for place in range(2000):
        look(client, AWAY | {"position": [30.0, place / 100, 0.0]})
    client.send({"type": "viscosity", "value": 1.25})
    statuses = 0
    with suppress(TimeoutError):
        while client.next("status", timeout=10.0)["viscosity"] != 1.25:
            statuses += 1
    client.send({"type": "speed", "value": -1})
    assert "speed.value" in client.next("refusal")["message"]
    assert statuses < 100
    look(client, AWAY | {"up": [1.0, 0.0, 0.0]})
    assert "two directions" in client.next("refusal")["message"]


def test_motors_are_exchanged_for_all_and_for_one(client: Client) -> None:
    levels = switch(client, "repertoire")["levels"]
    assert (levels["muscles"], levels["playback"], levels["automatic"]) == (0, 60, 0)
    snapshot = until(client, lambda s: bool((s.levels == 1).all()), "everybody on playback")
    assert not snapshot.automatic.any()
    levels = switch(client, "muscle", 7)["levels"]
    assert (levels["muscles"], levels["playback"]) == (1, 59)
    snapshot = until(client, lambda s: (s.levels == 0).sum() == 1, "one on muscles")
    assert snapshot.levels[7] == 0
    look(client, AWAY)
    snapshot = until(client, lambda s: (s.levels == 2).sum() == 59, "the others unseen")
    assert shown(0)(snapshot)
    assert snapshot.levels[7] == 0
    levels = switch(client, "automatic")["levels"]
    assert levels["automatic"] == 60
    until(client, lambda s: bool(s.automatic.all()), "all to be automatic")
    levels = switch(client, "muscle")["levels"]
    assert (levels["muscles"], levels["automatic"]) == (60, 0)
    client.send({"type": "motor", "id": 999, "choice": "muscle"})
    assert "nobody has id 999" in client.next("refusal")["message"]


def test_a_budget_is_kept_and_told(client: Client) -> None:
    assert client.next("status")["budget"] is None
    client.send({"type": "budget", "milliseconds": 6.5})
    assert client.next("status", budget=6.5)["levels"]["governor"]
    client.send({"type": "budget", "milliseconds": None})
    assert client.next("status", budget=None)["levels"]["governor"] == ""


def compare(client: Client) -> dict[str, Any]:
    client.send({"type": "compare", "on": True, "id": None})
    hello = client.next("hello")
    comparison: dict[str, Any] = hello["comparison"]
    return comparison


def test_a_comparison_puts_the_world_aside_and_brings_it_back(client: Client) -> None:
    switch(client, "repertoire")
    client.send({"type": "pilot", "id": 4})
    client.next("driving")
    client.send({"type": "paused", "value": True})
    before = client.next("status", paused=True)
    last = client.snapshot(round(before["time"] * 60))
    comparison = compare(client)
    assert comparison["leavable"]
    assert len(client.next("roster")["ids"]) == 2
    twins = until(client, lambda s: len(s.positions) == 2, "the twins")
    assert twins.levels.tolist() == [0, 1]
    assert client.next("status")["paused"] is False
    for wish in (
        {"type": "population", "count": 3},
        {"type": "motor", "id": None, "choice": "muscle"},
        {"type": "pilot", "id": 0},
        {"type": "speed", "value": 1.0},
    ):
        client.send(wish)
        assert "leave them first" in client.next("refusal")["message"]
    # Whoever asks for twins again has them already, whoever was compared.
    client.send({"type": "compare", "on": True, "id": 13})
    client.send({"type": "compare", "on": False, "id": None})
    assert client.next("hello")["comparison"] is None
    client.send({"type": "viscosity", "value": 1.5})
    after = client.next("status", population=60, viscosity=1.5)
    assert (after["paused"], after["time"]) == (True, before["time"])
    # A held world is shown again after every change.
    client.send({"type": "viscosity", "value": 1.6})
    assert np.array_equal(client.snapshot().positions, last.positions)
    client.send({"type": "viscosity", "value": 1.7})
    assert client.next("driving")["fish"]["id"] == 4
    client.send({"type": "compare", "on": False, "id": None})
    assert "no world waits" in client.next("refusal")["message"]


def test_pages_that_come_or_go_meanwhile(running: Studio, client: Client) -> None:
    with Client(running.socket_address) as other:
        other.send({"type": "pilot", "id": 2})
        assert other.next("driving")["fish"]["id"] == 2
        compare(client)
    with Client(running.socket_address) as late:
        assert late.next("hello")["comparison"]["cues"]
        assert len(late.next("roster")["ids"]) == 2
        assert len(late.snapshot().positions) == 2
        late.send({"type": "compare", "on": False, "id": None})
        assert late.next("hello")["comparison"] is None
        late.send({"type": "pilot", "id": 2})
        assert late.next("driving")["fish"]["id"] == 2
