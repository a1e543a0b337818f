"""Audiences over real sockets: fed by packets alone, and heard by nobody."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from motorium.contracts.time import PERFORMANCE_RATE
from motorium.studio.hub import Hub
from motorium.studio.onlookers import Onlookers, Spread
from motorium.wire.messages import Happening, Progress
from motorium.wire.mocap.packets import Packet, SampleReader
from motorium.wire.mocap.state import CLOCK, REVISIONS
from motorium.wire.performing.frame import PerformanceFrame, unpack_performance_frame
from motorium.world.performance.performance import Performance
from tests.studio.studios import BUILDING, PATIENCE, Client, Studio

WALKING = [{"type": "open", "scene": "bag"}, {"type": "acts", "acts": ["walk", "walk back"]}]


def sample_of(data: bytes) -> dict[str, Packet]:
    reader = SampleReader()
    assert reader.feed(data) == [], "a message has two samples"
    (sample,) = reader.flush()
    assert reader.dropped == 0
    return {packet.name: packet for packet in sample}


class Onlooker(Client):
    """An audience's page."""

    def __enter__(self) -> Onlooker:
        return self

    def sample(self, wanted: Any = lambda sample: True) -> dict[str, Packet]:
        """The next one of which this is true."""
        for data in self.arrivals(PATIENCE):
            if isinstance(data, bytes) and wanted(sample := sample_of(data)):
                return sample
        raise TimeoutError("no such sample")


def seconds_of(sample: dict[str, Packet]) -> float:
    return float(sample[CLOCK].places[0, 0])


def frames(page: Client) -> Iterator[PerformanceFrame]:
    for data in page.arrivals(PATIENCE):
        if isinstance(data, bytes):
            yield unpack_performance_frame(data)


@pytest.fixture(scope="module")
def stage() -> Iterator[Studio]:
    running = Studio("boulder", verb="perform")
    # Nobody is on the stage's own page: an audience alone lets it begin.
    with Onlooker(address(running, "audience")) as first:
        first.next("scene", timeout=BUILDING)
    yield running
    running.stop()


def address(stage: Studio, name: str) -> str:
    return stage.socket_address.replace("/socket", f"/{name}")


@pytest.fixture
def page(stage: Studio) -> Iterator[Client]:
    """Of who performs: somebody walks."""
    with Client(address(stage, "performance")) as one:
        one.next("status")
        for wish in [{"type": "paused", "value": False}, *WALKING]:
            one.send(wish)
        one.next("scene", acts=["walk", "walk back"])
        yield one


@pytest.fixture
def onlooker(stage: Studio, page: Client) -> Iterator[Onlooker]:
    with Onlooker(address(stage, "audience")) as one:
        yield one


def test_measurements_come_first_then_packets_of_their_names(onlooker: Onlooker) -> None:
    hello = onlooker.next("performance")
    scene = onlooker.next("scene", acts=["walk", "walk back"])
    revision = scene["revision"] % REVISIONS
    sample = onlooker.sample(lambda sample: sample[CLOCK].places[0, 1] == revision)
    (performer,) = scene["performers"]
    moving = [prop["object"] for prop in scene["props"] if prop["moves"]]
    assert list(sample) == [CLOCK, performer["object"], *moving]
    assert all(prop["object"] is None for prop in scene["props"] if not prop["moves"])
    assert sample[performer["object"]].places.shape == (len(hello["parts"]), 3)


def test_a_held_stage_is_shown_as_it_is(page: Client, onlooker: Onlooker, stage: Studio) -> None:
    """Where the stage's own page is told that the pelvis and props are; who comes late, too."""
    onlooker.sample(lambda sample: seconds_of(sample) > 0.5)
    page.send({"type": "paused", "value": True})
    held = page.next("status", running=False)["seconds"]
    told = next(frame for frame in frames(reopened(stage)) if frame.seconds == held)
    for who in (onlooker, Onlooker(address(stage, "audience"))):
        scene = who.next("scene") if who is not onlooker else None
        sample = who.sample(lambda sample: abs(seconds_of(sample) - held) < 1e-9)
        _, performer, *props = sample.values()
        np.testing.assert_allclose(performer.places[0], told.doubles[0].coordinates[:3], atol=1e-5)
        np.testing.assert_allclose(
            [np.r_[one.places[0], one.turns[0]] for one in props], told.props, atol=1e-5
        )
        assert scene is None or scene["performers"][0]["object"] == performer.name
    page.send({"type": "paused", "value": False})
    page.next("status", running=True)


def reopened(stage: Studio) -> Client:
    """A page that has just come is shown how it is now."""
    return Client(address(stage, "performance"))


def test_samples_are_sixty_a_second_of_the_performance(onlooker: Onlooker) -> None:
    seen: list[float] = []
    while len(seen) < 60:
        seen.append(seconds_of(onlooker.sample()))
    steps = np.diff(seen) * PERFORMANCE_RATE
    # A busy machine may skip some, but nobody is sent more, nor anything twice.
    assert (np.round(steps[steps > 0]) >= 2).all()
    assert np.median(steps) <= 4


@pytest.mark.parametrize(
    "wish", ['{"type": "paused", "value": true}', '{"type": "restart"}', "{", b"\0\1"]
)
def test_an_audience_wishes_nothing(onlooker: Onlooker, wish: str | bytes) -> None:
    onlooker.send(wish)
    said = onlooker.next("refusal")["message"]
    assert "looks on" in said if isinstance(wish, str) else "binary" in said
    before = seconds_of(onlooker.sample())
    onlooker.sample(lambda sample: seconds_of(sample) != before)


def test_nothing_but_measurements_and_packets_is_told(page: Client, onlooker: Onlooker) -> None:
    page.send({"type": "toss", "ball": "light", "at": [2, 0, 1], "velocity": [0, 0, 1]})
    page.send({"type": "restart"})
    told = set()
    for count, data in enumerate(onlooker.arrivals(PATIENCE)):
        told.add("sample" if isinstance(data, bytes) else data.split('"')[3])
        if count > 120:
            break
    assert told <= {"performance", "progress", "scene", "sample"}


def test_who_reads_slowly_gets_the_newest_only(stage: Studio, page: Client) -> None:
    """A small window is soon full; what is not read then is not kept for him."""

    def narrow() -> socket.socket:
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", stage.port))
        return one

    with Onlooker(address(stage, "audience"), sock=narrow(), max_queue=1) as slow:
        first = slow.sample()
        begun = next(frames(page)).tick
        for frame in frames(page):
            if frame.tick > begun + 20 * PERFORMANCE_RATE:
                break
        most = 20 * PERFORMANCE_RATE // 2
        read = 0
        while True:
            sample, read = slow.sample(), read + 1
            if sample[CLOCK].places[0, 1] != first[CLOCK].places[0, 1]:
                break
            if seconds_of(sample) > seconds_of(first) + 18:
                break
        assert read < most / 2, "all of it was kept for him"


class Told:
    """An audience that keeps what it is told."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.pictures: list[Any] = []

    def message(self, message: Any, page: object | None = None) -> None:
        self.messages.append((message, page))

    def snapshot(self, data: Any) -> None:
        self.pictures.append(data)


def test_what_is_for_one_page_or_about_balance_is_for_no_audience() -> None:
    pages, onlookers = Told(), Told()
    both = Spread(pages, onlookers)
    progress = Progress(label="kernels", done=0, total=1)
    fallen = Happening(time=0.0, kind="performance", text="he has fallen")
    both.message(progress)
    both.message(progress, "a page")
    both.message(fallen)
    both.snapshot(b"frame")
    assert pages.messages == [(progress, None), (progress, "a page"), (fallen, None)]
    assert onlookers.messages == [(progress, None)]
    assert (pages.pictures, onlookers.pictures) == ([b"frame"], [])


def test_nothing_is_made_while_nobody_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def packets(*of: object) -> list[Packet]:
        made.append(of)
        return []

    monkeypatch.setattr("motorium.studio.onlookers.state_packets", packets)
    nobody: Performance = None  # type: ignore[assignment]
    onlookers = Onlookers(Hub())
    onlookers.show(nobody, 1)
    assert made == []
    onlookers.attendance.arrive("a page")
    assert onlookers.meet()
    assert not onlookers.meet()
    onlookers.show(nobody, 1)
    assert len(made) == 1
    onlookers.attendance.forget("a page")
    assert not onlookers.meet()
    onlookers.show(nobody, 1)
    assert len(made) == 1
