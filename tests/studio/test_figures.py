"""The figures' stage over real sockets: what it tells, obeys, refuses and survives."""

from __future__ import annotations

import json
import math
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from typing import cast
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from motorium.compiled import Report
from motorium.contracts.viewing import Camera
from motorium.wire.figures import wishes
from motorium.wire.figures.client import MotionClient, MotionError
from motorium.wire.figures.frame import FrameMemory, unpack_frame
from motorium.wire.figures.levels import level_table, shipped_levels
from motorium.wire.figures.models import models_bytes
from motorium.wire.message import WireError
from motorium.world.town.town import Town
from tests.studio.studios import PATIENCE
from tests.studio.town_stand_in import StandInTown, served


@pytest.fixture
def town() -> StandInTown:
    return StandInTown()


@pytest.fixture
def address(town: StandInTown) -> Iterator[str]:
    with served(town) as one:
        yield one


def height(client: MotionClient, who: int) -> float:
    """Of somebody's first segment [m]."""
    return float(client.figure(who).positions[0, 0, 2])


def asked(town: StandInTown, what: str, timeout: float = PATIENCE) -> tuple[object, ...]:
    """The newest that the town was asked of a kind."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        heard = [one for one in town.heard if one[0] == what]
        if heard:
            return heard[-1]
        time.sleep(0.01)
    raise TimeoutError(f"nobody asked for {what}: {town.heard}")


def test_one_program_lets_a_soldier_kneel_and_the_other_sees_it(address: str) -> None:
    with MotionClient(address) as commander, MotionClient(address) as watcher:
        guard = commander.place("soldier", (2.0, -3.0), heading=1.0)
        # Who is there is told before the frame that shows him.
        watcher.wait_until(lambda: guard in watcher.residents, PATIENCE)
        watcher.wait_until(lambda: watcher.is_shown(guard), PATIENCE)
        watcher.wait_until(lambda: height(watcher, guard) == 1.0, PATIENCE)
        assert watcher.figure(guard).positions[0, 0, :2] == pytest.approx([2.0, -3.0], abs=1e-4)
        commander.ask_posture(guard, "kneeling deployed")
        watcher.wait_until(lambda: abs(height(watcher, guard) - 0.6) < 1e-3, PATIENCE)
        told = watcher.describe(guard)
        assert (told.posture, told.level) == ("kneeling deployed", 1)
        commander.remove(guard)
        watcher.wait_until(lambda: guard not in watcher.residents, PATIENCE)
        watcher.wait_until(lambda: not watcher.is_shown(guard), PATIENCE)
        with pytest.raises(KeyError, match=f"nobody with id {guard} is shown"):
            watcher.figure(guard)


def test_what_a_client_is_told_first(address: str, town: StandInTown) -> None:
    with MotionClient(address) as client:
        assert [level.name for level in client.hello.levels] == [
            "human-high",
            "human-med",
            "human-low",
        ]
        client.wait_for_frame(PATIENCE)
        assert client.town is not None
        assert client.town.document["town"]["title"] == town.document.town.title
        (kind,) = client.town.kinds
        assert [one.name for one in kind.postures] == list(town.graphs[0].nodes)
        assert kind.gestures == ["waving"]
        assert len(client.lights) == len(town.document.light)
        client.wait_until(lambda: client.status is not None, PATIENCE)
        assert client.status is not None
        assert client.status.network is None


def test_models_are_served_beside_the_socket(address: str) -> None:
    with urllib.request.urlopen(address.replace("ws", "http") + "/models") as answer:
        assert answer.read() == models_bytes()


def test_everything_that_can_be_asked_reaches_the_town(address: str, town: StandInTown) -> None:
    with MotionClient(address) as client:
        who = client.place("soldier", (0.0, 0.0), name="Ann")
        client.ask_motion(who, 1.4, 0.5, 0.1)
        assert asked(town, "motion") == ("motion", who, 1.4, 0.5, 0.1)
        client.ask_aim(who, 0.2, -0.1)
        assert asked(town, "aim") == ("aim", who, 0.2, -0.1, 1.0)
        client.ask_gesture(who, "waving")
        assert asked(town, "gesture") == ("gesture", who, "waving")
        client.let_go(who)
        assert asked(town, "let_go") == ("let_go", who)
        camera = Camera((0.0, -5.0, 1.7), (0.0, 1.0, 0.0))
        client.look(camera)
        client.wait_until(lambda: bool(town.watched), PATIENCE)
        assert town.watched[0].position == camera.position
        client.send(wishes.Detail(value=2.0))
        client.wait_until(
            lambda: client.status is not None and client.status.detail == 2.0, PATIENCE
        )
        client.send(wishes.Budget(milliseconds=3.0))
        client.wait_until(
            lambda: client.status is not None and client.status.budget == 3.0, PATIENCE
        )


def test_the_essential_state_is_a_posture_a_speed_and_a_course(
    address: str, town: StandInTown
) -> None:
    """Granieri et al., Fig. 2: backward at 1 m/s is a velocity against the heading."""
    with MotionClient(address) as client:
        who = client.place("soldier", (0.0, 0.0))
        client.ask_state(who, "kneeling", velocity=(0.0, -1.0, 0.0), heading=math.pi / 2)
        kind, identity, speed, heading, course = asked(town, "motion")
        assert (kind, identity, speed, heading) == ("motion", who, 1.0, math.pi / 2)
        assert math.cos(float(str(course))) == pytest.approx(-1.0)
        assert asked(town, "posture") == ("posture", who, "kneeling deployed")
        for step in range(5):
            client.ask_state(who, "kneeling", heading=0.1 * step, position=(1.0, 2.0, 0.0))
        client.wait_until(lambda: bool(town.motor.led), PATIENCE)
        assert town.motor.led[0] == [1.0, 2.0, 0.0]
        # To be told again is no reason to begin again.
        assert sum(one[0] == "posture" for one in town.heard) == 1


def test_whoever_asks_for_what_is_not_there_gets_a_sentence(address: str) -> None:
    with MotionClient(address) as client:
        with pytest.raises(WireError, match="no people are called 'ghost'; known are soldier"):
            client.place("ghost", (0.0, 0.0))
        with pytest.raises(WireError, match="speed: Input should be less than or equal to 8"):
            client.ask_motion(1, 20.0, 0.0)
        client.ask_posture(99, "dead")
        client.wait_until(
            lambda: any("nobody has id 99" in one for one in client.refusals), PATIENCE
        )
        who = client.place("soldier", (0.0, 0.0))
        client.ask_posture(who, "standing deployd")
        client.wait_until(
            lambda: "did you mean 'standing deployed'" in client.refusals[-1], PATIENCE
        )
        client.send(wishes.Listen(port=3000))
        client.wait_until(lambda: "packets are not heard here" in client.refusals[-1], PATIENCE)
    with connect(address) as raw:
        raw.send(b"\0\1")
        raw.send("no JSON")
        sentences: list[str] = []
        while len(sentences) < 2:
            data = raw.recv(PATIENCE)
            if isinstance(data, str) and json.loads(data)["type"] == "refusal":
                sentences.append(json.loads(data)["message"])
        assert "binary messages are not understood" in sentences[0]
        assert "not JSON" in sentences[1]


def test_who_is_described_is_told_with_what_he_was_asked(address: str, town: StandInTown) -> None:
    with MotionClient(address) as client:
        who = client.place("soldier", (0.0, 0.0))
        asked = {"speed": 1.5, "heading": -2.0, "course": 3.0}
        asked |= {"aim_turn": 0.25, "aim_rise": -0.125, "aim": 0.75}
        for name, value in asked.items():
            town.commands.set(name, town.slots_of(who), value)
        client.wait_until(lambda: client.describe(who).aim == 0.75, PATIENCE)
        told = client.describe(who)
        assert {name: getattr(told, name) for name in asked} == asked


def test_nobody_is_described_who_is_not_there(address: str) -> None:
    with MotionClient(address) as client:
        who = client.place("soldier", (0.0, 0.0))
        for _ in range(2):
            with pytest.raises(WireError, match="nobody has id 99; 1 individuals live"):
                client.describe(99, timeout=PATIENCE)
        # What is refused meanwhile is no answer.
        client.ask_posture(98, "dead")
        assert client.describe(who).id == who
        client.remove(who)
        client.wait_until(lambda: who not in client.residents, PATIENCE)
        with pytest.raises(WireError, match=f"nobody has id {who}; "):
            client.describe(who, timeout=PATIENCE)
        with pytest.raises(WireError, match="id: Input should be greater than or equal to 0"):
            client.describe(-1)


def test_names_have_no_control_characters(address: str) -> None:
    with MotionClient(address) as client:
        with pytest.raises(WireError, match="name: a name must not have control char"):
            client.place("soldier", (0.0, 0.0), name="a\x07b")
        with pytest.raises(WireError, match="name: a name must not be blank"):
            client.place("soldier", (0.0, 0.0), name="  ")
        who = client.place("soldier", (0.0, 0.0), name=" Ann ")
        assert client.residents[who].name == "Ann"


def test_a_town_can_be_held_and_goes_on_frame_by_frame(address: str, town: StandInTown) -> None:
    with MotionClient(address) as client:
        client.wait_for_frame(PATIENCE)
        # Only who holds it knows which frame is the next.
        client.send(wishes.Step())
        client.wait_until(lambda: any("hold it first" in one for one in client.refusals), PATIENCE)
        assert client.status is None or client.status.running
        client.send(wishes.Paused(value=True))
        client.wait_until(lambda: client.status is not None and not client.status.running, PATIENCE)
        held = town.frame
        client.send(wishes.Step())
        client.wait_until(
            lambda: client.header is not None and client.header.tick == held + 1, PATIENCE
        )
        time.sleep(0.1)
        assert town.frame == held + 1
        client.send(wishes.Paused(value=False))
        client.wait_until(
            lambda: client.header is not None and client.header.tick > held + 5, PATIENCE
        )


def test_a_slow_client_skips_frames_and_ends_up_right(town: StandInTown) -> None:
    """It reads nothing for a while, and there is little room for what it does not read."""
    soldiers = [town.place("soldier", str(k), (float(k), 0.0)) for k in range(60)]
    town.shakes = True
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with ExitStack() as open_:
        address = open_.enter_context(served(town))
        commander = open_.enter_context(MotionClient(address))
        narrow.connect(("127.0.0.1", urlsplit(address).port))
        slow = open_.enter_context(connect(address, sock=narrow, max_queue=1, close_timeout=0.5))
        begun = commander.wait_for_frame(PATIENCE).tick
        commander.wait_until(lambda: town.frame > begun + 120, PATIENCE)
        commander.remove(soldiers[0])
        commander.ask_posture(soldiers[1], "dead")
        commander.wait_until(lambda: abs(height(commander, soldiers[1]) - 0.1) < 1e-3, PATIENCE)
        memory = FrameMemory(level_table(shipped_levels()))
        ticks: list[int] = []
        last = commander.wait_for_frame(PATIENCE).tick
        while not ticks or ticks[-1] < last:
            data = slow.recv(PATIENCE)
            if isinstance(data, bytes):
                ticks.append(unpack_frame(data, memory).tick)
        assert max(later - earlier for earlier, later in pairwise(ticks)) > 20
        ids = memory.rows.keys[memory.rows.used] >> 2
        assert sorted(ids.tolist()) == soldiers[1:]
        slot = memory.rows.slot(soldiers[1], 1)
        assert slot is not None
        assert memory.rows.places[slot, 2] == pytest.approx(1000, abs=1)


def test_a_client_that_lost_its_way_is_told_all_again(address: str) -> None:
    with MotionClient(address) as client:
        who = client.place("soldier", (0.0, 0.0))
        with client._news:
            # As if a frame had been missed.
            client._memory.rows.clear()
            client._memory.sequence = 10**6
        client.wait_for_frame(PATIENCE)
        assert height(client, who) == pytest.approx(1.0)


def test_cameras_of_pages_come_and_go(town: StandInTown) -> None:
    near = Camera((0.0, -2.0, 1.7), (0.0, 1.0, 0.0))
    far = Camera((0.0, -90.0, 9.0), (0.0, 1.0, 0.0))
    with served(town) as address, MotionClient(address) as one:
        one.look(near)
        one.wait_until(lambda: len(town.watched) == 1, PATIENCE)
        with MotionClient(address) as other:
            other.look(far)
            one.wait_until(lambda: len(town.watched) == 2, PATIENCE)
            # Hidden: it looks from nowhere, and the other one's camera counts.
            other.look()
            one.wait_until(lambda: len(town.watched) == 1, PATIENCE)
        one.look()
        # Nobody looks: one camera that sees nobody, for without any all would be near.
        one.wait_until(lambda: bool(town.watched) and town.watched[0].far < 1.0, PATIENCE)


def test_who_waits_goes_on_waiting_while_motions_are_built(town: StandInTown) -> None:
    """Longer than the timeout, which counts from what was told last."""

    def opening(report: Report) -> Town:
        for part in range(60):
            report("soldier", part, 60)
            time.sleep(0.1)
        return cast(Town, town)

    with served(town, opening=opening) as address, MotionClient(address) as client:
        assert client.place("soldier", (0.0, 0.0), timeout=4.0) in client.residents

    ended = threading.Event()

    def stuck(report: Report) -> Town:
        report("soldier", 3, 8)
        ended.wait(PATIENCE)
        return cast(Town, town)

    with served(town, opening=stuck) as address, MotionClient(address) as client:
        client.wait_until(
            lambda: client.progress is not None and client.progress.done == 3, PATIENCE
        )
        try:
            with pytest.raises(
                TimeoutError, match=r"not so within 0.5 s; no frame .*: soldier, 3 of 9"
            ):
                client.wait_for_frame(0.5)
        finally:
            ended.set()


def test_a_wrong_address_is_said(address: str) -> None:
    with pytest.raises(
        MotionError, match=r"no MOTION process answers at ws://127\.0\.0\.1:1/figures"
    ):
        MotionClient("ws://127.0.0.1:1/figures")
    with pytest.raises(MotionError, match="no MOTION process answers"):
        MotionClient(address.replace("/figures", "/elsewhere"))


def test_a_client_carries_somebody_and_puts_him_down_when_it_leaves(
    address: str, town: StandInTown
) -> None:
    with MotionClient(address) as other:
        with MotionClient(address) as client:
            guard = client.place("soldier", (2.0, -3.0))
            client.send(wishes.Carry(id=guard, place=(3.0, 1.0, 0.5)))
            assert asked(town, "carry") == ("carry", guard, (3.0, 1.0, 0.5))
            other.send(wishes.Carry(id=guard, place=(0.0, 0.0, 0.5)))
            other.wait_until(
                lambda: any("somebody else's hand" in one for one in other.refusals), PATIENCE
            )
            client.send(wishes.PutDown())
            assert asked(town, "put_down") == ("put_down", guard)
            town.heard.clear()
            other.send(wishes.Carry(id=guard, place=(0.0, 0.0, 0.5)))
            assert asked(town, "carry") == ("carry", guard, (0.0, 0.0, 0.5))
            other.send(wishes.PutDown())
            asked(town, "put_down")
            town.heard.clear()
            client.send(wishes.Carry(id=guard, place=(5.0, 0.0, 0.5)))
            asked(town, "carry")
        assert asked(town, "put_down") == ("put_down", guard)
