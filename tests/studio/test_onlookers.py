"""Audiences over real sockets: fed by packets alone, and heard by nobody."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import numpy as np
import pytest

from motorium.contracts.time import PERFORMANCE_RATE
from motorium.studio.conductor import Show
from motorium.studio.hub import Hub
from motorium.studio.onlookers import LookingOn, Onlookers, Spread
from motorium.studio.performance_telling import hello_message
from motorium.studio.server import Stage
from motorium.wire.messages import Happening, Progress
from motorium.wire.mocap.packets import Packet, SampleReader, pack_sample
from motorium.wire.mocap.state import CLOCK, REVISIONS
from motorium.wire.performing.frame import PerformanceFrame, unpack_performance_frame
from motorium.world.performance.performance import Performance
from tests.studio.studios import BUILDING, PATIENCE, Client, Studio
from tests.studio.town_stand_in import served_stage

WALKING = [{"type": "open", "scene": "bag"}, {"type": "acts", "acts": ["walk", "walk back"]}]


def samples_of(data: bytes) -> list[dict[str, Packet]]:
    """Of a message: all that were simulated since the last one."""
    reader = SampleReader()
    samples = [*reader.feed(data), *reader.flush()]
    assert reader.dropped == 0
    return [{packet.name: packet for packet in sample} for sample in samples]


class Onlooker(Client):
    """An audience's page."""

    def __enter__(self) -> Onlooker:
        return self

    def sample(self, wanted: Any = lambda sample: True) -> dict[str, Packet]:
        """The next message whose newest one this is true of."""
        for data in self.arrivals(PATIENCE):
            if isinstance(data, bytes) and wanted(sample := samples_of(data)[-1]):
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


def test_messages_are_sixty_a_second_and_have_every_frame(onlooker: Onlooker) -> None:
    seen: list[list[float]] = []
    for data in onlooker.arrivals(PATIENCE):
        if isinstance(data, bytes):
            seen.append([PERFORMANCE_RATE * seconds_of(one) for one in samples_of(data)])
        if len(seen) == 60:
            break
    # Who has just come may be told twice how it is; from then on two frames are a picture.
    assert all(len(ticks) <= 2 for ticks in seen)
    assert np.median([len(ticks) for ticks in seen]) == 2
    assert all(round(ticks[1] - ticks[0]) == 1 for ticks in seen if len(ticks) == 2)
    steps = np.round(np.diff([ticks[-1] for ticks in seen]))
    # A busy machine may skip some.
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


class Play:
    """A performance that is over before it begins."""

    hello = hello_message()
    failure = None

    def start(self) -> None:
        """Nothing moves by itself."""


def test_who_reads_slowly_gets_the_newest_only() -> None:
    """He reads nothing for a while, and there is little room for what he does not read."""
    still = np.array([[1.0, 0.0, 0.0, 0.0]])
    crowd = Packet("CROWD", np.zeros((255, 3)), np.tile(still, (255, 1)))
    onlookers = Onlookers(Hub())
    play = LookingOn(cast(Show, Play()), onlookers)
    stage = Stage("audience", "/audience", play, onlookers.hub, 65_536, waits=True)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with served_stage(stage) as where:
        narrow.connect(("127.0.0.1", urlsplit(where).port))
        with Onlooker(where, sock=narrow, max_queue=1) as slow:
            slow.next("performance")
            for tick in range(600):
                clock = Packet(CLOCK, np.array([[float(tick), 1.0, 0.0]]), still)
                onlookers.hub.snapshot(pack_sample([clock, crowd]))
                time.sleep(0.001)
            read = [seconds_of(slow.sample())]
            while read[-1] < 599:
                read.append(seconds_of(slow.sample()))
    assert len(read) < 300
    assert read == sorted(read)
    assert read[-1] - read[-2] > 20, "he was behind until he read"


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
    nobody = cast(Performance, SimpleNamespace(seconds=1.0))
    onlookers = Onlookers(Hub())
    onlookers.show(nobody, 1)
    assert made == []
    onlookers.attendance.arrive("a page")
    assert onlookers.meet()
    assert not onlookers.meet()
    onlookers.keep(nobody, 1)
    onlookers.show(nobody, 1)
    # What has just been simulated is packed once; a held stage is shown all the same.
    assert len(made) == 1
    onlookers.show(nobody, 1)
    assert len(made) == 2
    onlookers.attendance.forget("a page")
    assert not onlookers.meet()
    onlookers.keep(nobody, 1)
    onlookers.show(nobody, 1)
    assert len(made) == 2
