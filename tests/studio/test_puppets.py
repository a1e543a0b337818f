"""The puppet stage over real sockets: what it tells, obeys, refuses and survives."""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode

from motorium.bodies.puppet.files import load_puppet, parse_puppet, shipped_puppets
from motorium.wire.puppetry import MAX_PUPPET_BYTES, PUPPET_PROTOCOL
from tests.studio.puppeteers import Puppeteer, puppet_address, puppet_studio
from tests.studio.studios import PATIENCE, Client, Studio, memory_of

PERSON = load_puppet("person")
NAMES = [point.name for point in PERSON.point]
BOUNCES = (0.5 + 0.001 * number for number in count())
HEAD, HAND = NAMES.index("head"), NAMES.index("right hand")

STICK = {
    "format": 1,
    "puppet": {"title": "Two points & a rod", "dimensions": 2},
    "point": [{"name": "a", "at": [0, 1]}, {"name": "b", "at": [0, 1.5], "pinned": True}],
    "rod": [{"ends": ["a", "b"]}],
    "part": [
        {"name": "skin", "follows": ["a", "b"], "outline": [[-0.1, 0.9], [0.1, 0.9], [0, 1.6]]}
    ],
}


def load_rest() -> np.ndarray:
    return np.array([[x, 0.0, z] for x, z in (one.at for one in PERSON.point)], dtype=np.float32)


def rod_lengths(points: np.ndarray) -> np.ndarray:
    ends = np.array([[NAMES.index(end) for end in rod.ends] for rod in PERSON.rod])
    lengths: np.ndarray = np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1)
    return lengths


@pytest.fixture(scope="module")
def playing() -> Iterator[Studio]:
    with puppet_studio() as one:
        yield one


@pytest.fixture
def page(playing: Studio) -> Iterator[Puppeteer]:
    with Puppeteer(puppet_address(playing)) as one:
        one.next("playing")
        # Whatever others left behind.
        one.send({"type": "record", "on": False})
        one.send({"type": "open", "name": "person"})
        one.send({"type": "play", "value": True})
        # No test before has said this: so it is no news of theirs.
        bounce = next(BOUNCES)
        one.send({"type": "stage", "bounce": bounce})
        told = one.next("puppet")
        while told["document"]["stage"]["bounce"] != bounce:
            told = one.next("puppet")
        yield one


def test_says_who_is_there_then_how(playing: Studio) -> None:
    with Puppeteer(puppet_address(playing)) as page:
        hello = page.next("theatre")
        assert hello["protocol"] == PUPPET_PROTOCOL
        assert [one["name"] for one in hello["puppets"]] == shipped_puppets()
        assert {"name": "person", "title": "A person", "dimensions": 2} in hello["puppets"]
        puppet = page.next("puppet")
        assert len(puppet["document"]["point"]) == 16
        frame = page.frame(puppet["revision"])
        assert frame.points.shape == (16, 3)
        ends = [part["first"] + part["count"] for part in puppet["parts"]]
        assert [part["first"] for part in puppet["parts"]] == [0, *ends[:-1]]
        assert ends[-1] == len(frame.vertices)


def test_the_page_is_told_which_stages_there_are(playing: Studio) -> None:
    with urllib.request.urlopen(playing.address + "stages") as answer:
        assert json.load(answer) == {"stages": ["puppet"]}
        assert answer.headers["x-content-type-options"] == "nosniff"
    with pytest.raises(InvalidStatus):
        Client(playing.socket_address)


def test_frames_arrive_at_their_pace(page: Puppeteer) -> None:
    first = page.frame()
    ticks, seconds = [first.tick], [first.seconds]
    for _ in range(60):
        frame = page.frame()
        ticks.append(frame.tick)
        seconds.append(frame.seconds)
    assert ticks == sorted(ticks)
    assert seconds[-1] - seconds[0] == pytest.approx((ticks[-1] - ticks[0]) / 60)


def test_a_dragged_point_is_at_the_cursor_and_the_rest_follows(page: Puppeteer) -> None:
    page.send({"type": "grab", "point": HAND, "place": [0.5, 0.0, 1.2]})
    assert page.next("playing", held=[HAND])
    page.send({"type": "carry", "grips": [{"point": HAND, "place": [0.7, 0.0, 2.2]}]})
    frame = page.later(75)
    assert frame.points[HAND] == pytest.approx([0.7, 0.0, 2.2], abs=1e-5)
    lengths, at_rest = rod_lengths(frame.points), rod_lengths(load_rest())
    assert np.abs(lengths - at_rest).sum() < 0.1 * at_rest.sum()
    assert frame.points[:, 2].mean() > 1.0
    page.send({"type": "let_go", "point": HAND})
    page.next("playing", held=[])
    assert page.later(45).points[HAND, 2] < 1.5


def test_two_pages_play_with_one_puppet(playing: Studio, page: Puppeteer) -> None:
    with Puppeteer(puppet_address(playing)) as other:
        other.next("puppet")
        page.send({"type": "grab", "point": HEAD, "place": [-0.2, 0.0, 1.8]})
        other.send({"type": "grab", "point": HAND, "place": [0.3, 0.0, 1.6]})
        page.next("playing", held=sorted([HEAD, HAND]))
        mine = page.later(60)
        his = other.frame(tick=mine.tick)
        # Either may skip frames.
        while his.tick != mine.tick:
            if his.tick > mine.tick:
                mine = page.frame(tick=his.tick)
            else:
                his = other.frame(tick=mine.tick)
        assert np.array_equal(mine.points, his.points)
        assert mine.points[HEAD] == pytest.approx([-0.2, 0.0, 1.8], abs=1e-5)
        assert mine.points[HAND] == pytest.approx([0.3, 0.0, 1.6], abs=1e-5)
        # What another holds cannot be let go of, but taken.
        page.send({"type": "let_go", "point": HAND})
        page.send({"type": "carry", "grips": [{"point": HAND, "place": [0.0, 0.0, 0.5]}]})
        assert page.later(30).points[HAND] == pytest.approx([0.3, 0.0, 1.6], abs=1e-5)
    assert page.next("playing", held=[HEAD])


def test_who_comes_on_stands_until_somebody_takes_it(page: Puppeteer) -> None:
    page.send({"type": "open", "name": "person"})
    page.next("playing", poised=True, playing=True)
    assert np.array_equal(page.later(20).points, load_rest())
    page.send({"type": "grab", "point": HEAD, "place": [0.0, 0.0, 1.7]})
    page.next("playing", poised=False, held=[HEAD])
    assert page.later(20).points[HAND, 2] < load_rest()[HAND, 2]
    page.send({"type": "let_go", "point": HEAD})
    page.send({"type": "rest"})
    page.next("playing", poised=True)
    page.send({"type": "play", "value": True})
    page.next("playing", poised=False)
    assert page.later(20).points[:, 2].mean() < load_rest()[:, 2].mean()


def test_frame_by_frame(page: Puppeteer) -> None:
    page.send({"type": "rest"})
    for frames in range(1, 4):
        page.send({"type": "step"})
        page.next("playing", playing=False, poised=False, seconds=pytest.approx(frames / 60))


def test_pages_know_of_each_other(playing: Studio, page: Puppeteer) -> None:
    page.next("playing", pages=1)
    with Puppeteer(puppet_address(playing)) as other:
        page.next("playing", pages=2)
        for wish, sentence in (
            ({"type": "play", "value": False}, "another page holds it"),
            ({"type": "step"}, "another page goes on frame by frame"),
            ({"type": "play", "value": True}, "another page lets the play go on"),
            ({"type": "play", "value": False, "drawing": True}, "another page draws on it"),
            (
                {"type": "play", "value": True, "drawing": True},
                "another page has ended its drawing: the play goes on",
            ),
            ({"type": "rest"}, "another page has put the puppet back to rest"),
            ({"type": "record", "on": True}, "another page has begun a recording"),
        ):
            other.send(wish)
            assert page.next("happening")["text"] == sentence
        other.next("playing", recording=True)
        other.send({"type": "grab", "point": HEAD, "place": [0.0, 0.0, 1.7]})
        other.later(5)
        other.send({"type": "record", "on": False})
        assert page.next("happening")["text"] == "another page has ended a recording"
        other.send({"type": "open", "name": "cat"})
        assert page.next("happening")["text"] == "another page has opened 'A cat'"


def test_nobody_holds_what_another_page_records(playing: Studio, page: Puppeteer) -> None:
    with Puppeteer(puppet_address(playing)) as other:
        other.next("playing", pages=2)
        page.send({"type": "record", "on": True})
        other.next("playing", recording=True)
        for wish in ({"type": "play", "value": False}, {"type": "step"}):
            other.send(wish)
            assert "another page records" in other.next("refusal")["message"]
        # Who records may.
        page.send({"type": "play", "value": False})
        page.next("playing", playing=False)
        page.send({"type": "play", "value": True})
        page.later(3)
        page.send({"type": "record", "on": False})
        page.next("playing", recording=False)


def test_what_a_page_held_or_recorded_ends_when_it_goes(playing: Studio, page: Puppeteer) -> None:
    with Puppeteer(puppet_address(playing)) as other:
        other.send({"type": "play", "value": False})
        page.next("playing", playing=False, pages=2)
    page.next("playing", playing=True, pages=1)
    with Puppeteer(puppet_address(playing)) as other:
        other.send({"type": "record", "on": True})
        page.next("playing", recording=True)
        other.later(5)
    # It is said once; how it stands is said again and again.
    while "gone" not in (told := page.next("happening")["text"]):
        pass
    assert told == "the page that recorded has gone; what was recorded is the take"
    page.next("playing", recording=False)
    # Who holds the stage here keeps it, whoever else goes.
    page.send({"type": "play", "value": False})
    with Puppeteer(puppet_address(playing)) as other:
        other.next("playing", playing=False)
    page.next("playing", pages=1)
    assert not page.next("playing")["playing"]


def test_who_holds_keeps_the_stage_whoever_else_held_it_and_goes(
    playing: Studio, page: Puppeteer
) -> None:
    with Puppeteer(puppet_address(playing)) as watcher:
        watcher.next("playing", pages=2)
        with Puppeteer(puppet_address(playing)) as holder:
            holder.send({"type": "play", "value": False})
            page.next("playing", playing=False, pages=3)
            with Puppeteer(puppet_address(playing)) as other:
                other.send({"type": "step"})
                page.next("playing", playing=False, pages=4)
            assert not page.next("playing", pages=3)["playing"]
        page.next("playing", playing=True, pages=2)
        while "gone" not in (told := watcher.next("happening")["text"]):
            pass
        assert told == "the page that held it has gone: the play goes on"


def test_a_puppet_is_drawn_saved_and_loaded(page: Puppeteer) -> None:
    before = page.frame().revision
    page.send({"type": "build", "document": STICK})
    told = page.next("puppet")
    assert told["revision"] > before
    assert told["document"]["puppet"]["title"] == "Two points & a rod"
    assert told["undoable"]
    frame = page.frame(told["revision"])
    assert (frame.points.shape, frame.vertices.shape) == ((2, 3), (3, 3))
    page.send({"type": "save"})
    saved = page.next("saved")
    assert saved["filename"] == "two-points-a-rod.toml"
    assert parse_puppet(saved["text"], "saved").point[1].pinned
    page.send({"type": "undo"})
    assert len(page.next("puppet")["document"]["point"]) == 16
    page.send({"type": "load", "text": saved["text"]})
    assert page.next("puppet")["document"] == told["document"]
    page.send({"type": "undo"})
    assert page.next("puppet")["redoable"]
    page.send({"type": "redo"})
    assert page.next("puppet")["document"] == told["document"]


def test_nothing_at_all_can_be_drawn_on(page: Puppeteer) -> None:
    page.send({"type": "build", "document": {"format": 1}})
    told = page.next("puppet")
    assert told["document"]["point"] == told["parts"] == []
    assert page.frame(told["revision"]).points.shape == (0, 3)
    page.send({"type": "grab", "point": 0, "place": [0, 0, 1]})
    assert "no point has the number 0; there are 0" in page.next("refusal")["message"]


def without(*keys: str, **changes: Any) -> dict[str, Any]:
    return {key: value for key, value in STICK.items() if key not in keys} | changes


@pytest.mark.parametrize(
    ("document", "where", "sentence"),
    [
        (without("format"), "format", "is missing"),
        (without("point"), "rod[0].ends", "no point is called 'a'"),
        (without(rod=[{"ends": ["a", "a"]}]), "rod[0].ends", "links a point with itself"),
        (without(rod=[{"ends": ["a", "b"], "length": [0.4, 0.3]}]), "rod[0].length", "not larger"),
        (without(stage={"steps": 0}), "stage.steps", "must be from 1 to 16, not 0"),
        (without(puppet={"title": 3}), "puppet.title", "must be text"),
        (without(rod=[{"ends": ["a", "b"], "length": [50, 60]}]), "rod[0].length", "5 m across"),
        (without(spring=[]), "spring", "unknown key"),
        (without(point=3), "point", "must be a list"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(
    page: Puppeteer, document: dict[str, Any], where: str, sentence: str
) -> None:
    revision = page.frame().revision
    page.send({"type": "build", "document": document})
    refusal = page.next("refusal")
    told = [one["sentence"] for one in refusal["problems"] if one["where"] == where]
    assert told, refusal
    assert sentence in told[0]
    assert page.later(2).revision == revision


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("nonsense", "not JSON"),
        ('{"type": "paused", "value": true}', "known types are build, open"),
        ('{"type": "grab", "point": 99, "place": [0, 0, 1]}', "no point has the number 99"),
        ('{"type": "open", "name": "../person"}', "no puppet is called '../person'; known are"),
        ('{"type": "open", "name": "/etc/passwd.toml"}', "no puppet is called"),
        ('{"type": "load", "text": "x ="}', "not valid TOML"),
        ('{"type": "loop", "on": true}', "there is no take to loop: record one first"),
        ('{"type": "redo"}', "there is nothing to redo"),
        ('{"type": "stage", "low": [3, 0, 0]}', "high must be above low along x"),
        ('{"type": "stage", "high": [-1.9, 1, 0.1]}', "and its stage 0.1414 m across"),
        (b"\x00\x01", "binary messages are not understood"),
        ("", "not JSON"),
        ("[" * 5000, "not JSON"),
        ("x" * (MAX_PUPPET_BYTES + 1), "at most 2000000 are read"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    page: Puppeteer, message: str | bytes, sentence: str
) -> None:
    revision = page.frame().revision
    page.send(message)
    assert sentence in page.next("refusal")["message"]
    assert page.later(2).revision == revision


def test_dials_turn_and_are_one_step_back(page: Puppeteer) -> None:
    # Held, so that no time passes between two turns of the dial, however slow this page is.
    page.send({"type": "play", "value": False})
    for value in range(12, 2, -1):
        page.send({"type": "stage", "iterations": value})
    told = page.next("puppet")
    while told["document"]["stage"]["iterations"] != 3:
        told = page.next("puppet")
    bounce = told["document"]["stage"]["bounce"]
    page.send({"type": "play", "value": True})
    assert page.next("playing", iterations=3)
    page.send({"type": "undo"})
    stage = page.next("puppet")["document"]["stage"]
    assert (stage["iterations"], stage["bounce"]) == (PERSON.stage.iterations, bounce)


def test_held_still_and_put_to_rest(page: Puppeteer) -> None:
    page.later(20)
    page.send({"type": "play", "value": False})
    page.next("playing", playing=False)
    still = page.frame()
    page.send({"type": "rest"})
    rest = page.frame()
    while rest.seconds > 0.0:
        # A picture from before may still be under way.
        rest = page.frame()
    assert np.array_equal(rest.points, load_rest())
    assert not np.array_equal(still.points, rest.points)
    page.send({"type": "play", "value": True})
    page.next("playing", playing=True)
    assert page.later(20).points[:, 2].mean() < rest.points[:, 2].mean()


def test_a_take_is_recorded_looped_and_undone(page: Puppeteer) -> None:
    page.send({"type": "record", "on": True})
    page.next("playing", recording=True)
    page.send({"type": "grab", "point": HAND, "place": [0.5, 0.0, 1.5]})
    page.later(20)
    page.send({"type": "rest"})
    assert "a recording is under way: end it first" in page.next("refusal")["message"]
    page.send({"type": "let_go", "point": HAND})
    page.later(10)
    page.send({"type": "record", "on": False})
    document = page.next("puppet")["document"]
    frames = round(document["take"]["seconds"] * 60)
    assert frames >= 30
    assert [path["point"] for path in document["path"]] == ["right hand"]
    page.send({"type": "loop", "on": True})
    page.next("playing", looping=True)
    # A picture from before may still be under way.
    page.frame()
    seen: dict[float, bytes] = {}
    again, end = 0, time.monotonic() + PATIENCE
    while again <= frames:
        # However many frames a slow page skips, it sees all of them sooner or later.
        assert time.monotonic() < end, f"only {again} frames came again"
        frame = page.frame()
        shown = frame.points.tobytes() + frame.vertices.tobytes()
        again += frame.seconds in seen
        assert seen.setdefault(frame.seconds, shown) == shown
    page.send({"type": "undo"})
    assert page.next("puppet")["document"]["take"] is None
    page.next("playing", looping=False)


def test_hands_that_hurry_are_kept_up_with(page: Puppeteer) -> None:
    """A page speaks more often than there are frames: the newest counts, and nothing piles up."""
    page.send({"type": "grab", "point": HAND, "place": [0.0, 0.0, 1.0]})
    for step in range(3000):
        grip = {"point": HAND, "place": [0.5 * np.sin(step / 50), 0.0, 1.5]}
        page.send({"type": "carry", "grips": [grip]})
    page.send({"type": "carry", "grips": [{"point": HAND, "place": [0.4, 0.0, 1.6]}]})
    # Answered when all that was said before has been heard, however long that took.
    page.send({"type": "save"})
    page.next("saved")
    page.next("playing", held=[HAND])
    assert page.later(45).points[HAND] == pytest.approx([0.4, 0.0, 1.6], abs=1e-4)


def test_a_flood_of_grabs_is_refused_not_stored(page: Puppeteer) -> None:
    for _ in range(3000):
        page.send({"type": "grab", "point": 0, "place": [0, 0, 1]})
        page.send({"type": "let_go", "point": 0})
    page.send({"type": "save"})
    assert page.next("saved")
    page.later(2)
    page.send({"type": "stage", "friction": 0.33})
    told = page.next("puppet")
    assert told["document"]["stage"]["friction"] == 0.33


def test_a_giant_message_ends_only_its_own_connection(playing: Studio, page: Puppeteer) -> None:
    with Puppeteer(puppet_address(playing)) as giant:
        giant.next("theatre")
        with suppress(ConnectionClosed):
            giant.send("x" * 5_000_000)
        # Who is still sending may not hear more than that it was cut off.
        assert giant.closed() in (CloseCode.MESSAGE_TOO_BIG, CloseCode.ABNORMAL_CLOSURE)
    before = page.frame().tick
    assert page.later(2).tick > before


def test_pages_that_vanish_in_the_midst_of_it_leave_the_stage_well(
    playing: Studio, page: Puppeteer
) -> None:
    for turn in range(20):
        with Puppeteer(puppet_address(playing)) as hasty:
            hasty.send({"type": "grab", "point": turn % 16, "place": [0.1, 0.0, 1.0]})
            hasty.send({"type": "build", "document": PERSON.model_dump(mode="json")})
            hasty.send({"type": "stage", "bounce": 0.5 + 0.01 * turn})
    friction = None
    while friction != 0.44:
        # What those who have gone wished to build may come after a dial.
        page.send({"type": "stage", "friction": 0.44})
        friction = page.next("puppet")["document"]["stage"]["friction"]
    page.later(10)
    assert page.next("playing", held=[])


def test_a_page_that_never_reads_holds_nobody_up(playing: Studio, page: Puppeteer) -> None:
    sleeper = socket.create_connection(("127.0.0.1", playing.port))
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sleeper.sendall(
        b"GET /puppet HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    end = time.monotonic() + PATIENCE
    grown = 20_000
    while grown >= 20_000:
        # What is compiled meanwhile, at the first start, takes memory, too, but comes to an end.
        assert time.monotonic() < end, f"memory grew by {grown} KiB"
        before = memory_of(playing.process.pid)
        first = page.frame().tick
        for _ in range(120):
            last = page.frame().tick
        assert last - first >= 100
        grown = memory_of(playing.process.pid) - before
    sleeper.close()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1"])
def test_a_foreign_origin_is_refused(playing: Studio, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Puppeteer(puppet_address(playing), origin=origin)
    assert refused.value.response.status_code == 403


def test_a_foreign_host_name_is_refused(playing: Studio) -> None:
    request = urllib.request.Request(playing.address + "stages", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request)


def test_beyond_this_machine_a_token_is_needed() -> None:
    with puppet_studio("--host=0.0.0.0", "--token=open-sesame", "rope") as guarded:
        bare = f"ws://127.0.0.1:{guarded.port}/puppet"
        for wrong in ("", "?token=guess"):
            with Puppeteer(bare + wrong) as stranger:
                assert stranger.closed() == 1008
        with Puppeteer(f"{bare}?token=open-sesame") as page:
            assert page.next("puppet")["document"]["puppet"]["title"] == load_title("rope")


def load_title(name: str) -> str:
    return load_puppet(name).puppet.title


def test_ends_cleanly_when_interrupted() -> None:
    with puppet_studio() as one:
        with Puppeteer(puppet_address(one)) as page:
            page.next("puppet")
            one.process.send_signal(2)
            one.process.wait(timeout=PATIENCE)
        assert one.process.stderr is not None
        assert "Traceback" not in one.process.stderr.read()


@pytest.mark.slow
def test_the_first_start_shows_its_progress(tmp_path: Path) -> None:
    """With no compiled kernel at hand: on the page, and in the terminal."""
    with puppet_studio(cache=tmp_path) as first:
        with Puppeteer(puppet_address(first)) as page:
            seen = [page.next("progress") for _ in range(3)]
            assert all(0 <= step["done"] <= step["total"] for step in seen)
            assert max(step["total"] for step in seen) > 5
            assert page.next("playing", timeout=2 * PATIENCE)
            assert page.frame().points.shape == (16, 3)
        first.process.send_signal(2)
        said = first.process.communicate(timeout=PATIENCE)[1]
        assert "compiling" in said
        assert "Traceback" not in said
