"""Submarines and a fishing line over real sockets: a boat for each page, and nobody keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from motorium.wire.vessels import Line, Submarine
from tests.studio.studios import Client, Studio, studio_of

DIVE = """
format = 1

[world]
title = "A dive"
extent = 40.0

[submarine]
place = [-3.0, 0.0, 0.5]
heading = 0.25

[line]
place = [1.0, 0.5]
depth = 0.5

[habitat]
radius = 6.0

[[group]]
species = "herring"
count = 2
name = "pair"
center = [2.0, 0.0, 0.0]

[[group]]
species = "clownfish"
count = 1

[[camera]]
at = 0.0
position = [0.0, -4.0, 1.0]
target = [0.0, 0.0, 0.0]

[[camera]]
at = 5.0
position = [2.0, -4.0, 1.0]
follow = "pair"
"""

HELM = {"type": "steer", "thrust": 0.0, "turn": 0.0, "pitch": 0.0, "lift": 0.0, "stop": False}


@pytest.fixture(scope="module")
def diving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(DIVE, tmp_path_factory.mktemp("diving")) as one:
        yield one


@pytest.fixture
def client(diving: Studio) -> Iterator[Client]:
    with Client(diving.socket_address) as one:
        one.begin_anew()
        yield one


def boat(client: Client) -> Submarine:
    """As the next picture has it."""
    submarine = client.snapshot().submarine
    assert submarine is not None
    return submarine


def line_when(client: Client, state: str) -> Line:
    """The first picture of it in a state."""
    for _ in range(600):
        line = client.snapshot().line
        assert line is not None
        if line.state == state:
            return line
    raise AssertionError(f"the line never {state}")


def helm_stands(client: Client, thrust: float) -> None:
    """Wait for a picture in which the lever is there."""
    for _ in range(600):
        if boat(client).helm[0] == pytest.approx(thrust, abs=1e-6):
            return
    raise AssertionError(f"the lever never came to {thrust}")


def test_pages_are_told_of_hull_line_groups_and_camera(diving: Studio) -> None:
    with Client(diving.socket_address) as page:
        hello = page.next("hello")
        assert hello["submarine"] == {"length": 3.0, "radius": 0.7}
        assert hello["line"] is True
        assert hello["groups"] == ["pair", ""]
        assert hello["camera"] == [
            {"at": 0.0, "position": [0, -4, 1], "target": [0, 0, 0], "follow": None},
            {"at": 5.0, "position": [2, -4, 1], "target": None, "follow": 0},
        ]
        assert page.next("roster")["groups"] == [0, 0, 1]


def test_a_page_at_the_helm_sails(client: Client) -> None:
    client.send({"type": "board"})
    assert client.next("helm") == {"type": "helm", "aboard": True, "boat": 1, "reason": ""}
    client.send(HELM | {"thrust": 1.0})
    helm_stands(client, 1.0)
    first = client.snapshot()
    later = client.snapshot(first.tick + 60)
    assert first.submarine is not None
    assert later.submarine is not None
    assert later.time == pytest.approx(later.tick / 60)
    way = later.submarine.position - first.submarine.position
    ahead = np.array([np.cos(0.25), np.sin(0.25), 0.0])
    assert way @ ahead > 0.2
    assert np.linalg.norm(way - (way @ ahead) * ahead) < 0.02
    client.send(HELM | {"stop": True})
    speeds = (np.linalg.norm(boat(client).velocity) for _ in range(600))
    assert any(speed == 0.0 for speed in speeds), "a full stop stops"
    client.send({"type": "debark"})
    assert client.next("helm", aboard=False)["reason"] == ""


def test_only_who_is_aboard_steers(client: Client) -> None:
    client.send(HELM)
    refusal = "this page is not at the helm of a submarine; board one first"
    assert client.next("refusal")["message"] == refusal
    client.send({"type": "debark"})  # means nothing, and harms nobody
    client.send({"type": "board"})
    client.next("helm", aboard=True)
    client.send({"type": "debark"})
    client.next("helm", aboard=False)
    client.send(HELM)
    assert client.next("refusal")["message"] == refusal


def test_two_pages_have_a_submarine_each(diving: Studio, client: Client) -> None:
    client.send({"type": "board"})
    assert client.next("helm")["boat"] == 1
    with Client(diving.socket_address) as other:
        other.send({"type": "board"})
        assert other.next("helm") == {"type": "helm", "aboard": True, "boat": 2, "reason": ""}
        assert client.next("status", submarine={"taken": [1, 2], "most": 8})
        client.send(HELM | {"thrust": 1.0})
        other.send(HELM | {"thrust": -0.5})
        pictures = (other.snapshot() for _ in range(600))
        helms = ({one.number: one.helm[0] for one in seen.submarines} for seen in pictures)
        assert any(helm == {1: 1.0, 2: -0.5} for helm in helms)
        client.send({"type": "debark"})
        client.next("helm", aboard=False)
        # The first is free now; who has one keeps it.
        other.send({"type": "board"})
        assert other.next("helm")["boat"] == 2
    assert client.next("status", submarine={"taken": [], "most": 8})
    assert any([one.number for one in client.snapshot().submarines] == [1] for _ in range(600))


def test_a_page_that_goes_leaves_the_first_helm_at_zero(diving: Studio, client: Client) -> None:
    with Client(diving.socket_address) as other:
        other.send({"type": "board"})
        assert other.next("helm", aboard=True)["boat"] == 1
        other.send(HELM | {"thrust": 0.5})
        helm_stands(client, 0.5)
    helm_stands(client, 0.0)
    assert client.next("status", submarine={"taken": [], "most": 8})
    client.send({"type": "board"})
    assert client.next("helm")["boat"] == 1


def test_whoever_is_aboard_stays_there_when_it_begins_again(client: Client) -> None:
    client.send({"type": "board"})
    client.next("helm", aboard=True)
    client.send(HELM | {"thrust": 1.0})
    helm_stands(client, 1.0)
    client.send({"type": "restart"})
    assert client.next("helm")["aboard"] is True
    helm_stands(client, 0.0)
    client.send(HELM | {"thrust": 0.25})
    helm_stands(client, 0.25)


def test_all_stay_aboard_when_it_begins_again(diving: Studio, client: Client) -> None:
    client.send({"type": "board"})
    client.next("helm", boat=1)
    with Client(diving.socket_address) as other:
        other.send({"type": "board"})
        other.next("helm", boat=2)
        client.send({"type": "debark"})
        client.next("helm", aboard=False)
        client.send({"type": "restart"})
        assert other.next("helm")["boat"] == 2
        other.send(HELM | {"lift": 0.5})
        pictures = (client.snapshot().submarines for _ in range(600))
        assert any([one.helm[3] for one in boats] == [0.0, 0.5] for boats in pictures)


def test_the_ninth_gets_a_sentence(tmp_path: Path) -> None:
    wide = DIVE.replace("radius = 6.0", "radius = 14.0")
    with studio_of(wide, tmp_path) as running, ExitStack() as stack:
        pages = [stack.enter_context(Client(running.socket_address)) for _ in range(9)]
        for number, page in enumerate(pages[:8], start=1):
            page.send({"type": "board"})
            assert page.next("helm")["boat"] == number
        pages[8].send({"type": "board"})
        full = "all 8 submarines are in the water; wait until one goes"
        assert pages[8].next("refusal")["message"] == full
        pages[4].send({"type": "debark"})
        pages[4].next("helm", aboard=False)
        pages[8].send({"type": "board"})
        assert pages[8].next("helm")["boat"] == 5


def test_a_line_is_cast_and_pulled(client: Client) -> None:
    assert client.next("status")["line"] == {"state": "up", "caught": None}
    client.send({"type": "pull"})
    assert "up already" in client.next("refusal")["message"]
    client.send({"type": "cast", "place": [0.5, -0.25]})
    line = line_when(client, "sinks")
    assert line.top[:2] == pytest.approx([0.5, -0.25])
    client.send({"type": "cast", "place": [0.0, 0.0]})
    assert "in the water already" in client.next("refusal")["message"]
    line = line_when(client, "waits")
    assert line.top[2] - line.hook[2] == pytest.approx(0.5, abs=0.05)
    client.send({"type": "pull"})
    assert client.next("status", line={"state": "pulls", "caught": None})
