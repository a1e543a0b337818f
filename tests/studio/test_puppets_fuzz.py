"""The puppet stage by itself: whatever pages say, it goes on, and its frames can be read."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motorium.bodies.puppet.files import load_puppet
from motorium.studio.conductor import Busy
from motorium.studio.puppet_pending import MOST_PENDING, Pending
from motorium.studio.puppets import PuppetShow
from motorium.wire import puppetry
from motorium.wire.message import Message, WireError
from motorium.wire.messages import Happening
from motorium.wire.puppet_frame import unpack_puppet_frame

PERSON = load_puppet("person").model_dump(mode="json")


class Listener:
    """Reads all that it is told, as a page does."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.frames = 0

    def snapshot(self, data: object) -> None:
        assert isinstance(data, bytes)
        frame = unpack_puppet_frame(data)
        known = [one for one in self.heard if isinstance(one, puppetry.ShownPuppet)][-1]
        assert frame.revision == known.revision
        assert len(frame.points) == len(known.document["point"])
        assert len(frame.vertices) == sum(part.count for part in known.parts)
        self.frames += 1

    def message(self, message: Message, page: object | None = None) -> None:
        json.loads(message.model_dump_json())
        self.heard.append(message)


@pytest.fixture(scope="module")
def show() -> PuppetShow:
    made = PuppetShow(None, Listener())
    made._prepare()
    made._show()
    return made


def hear(show: PuppetShow, wish: object) -> BaseException | None:
    """Let a page say something, and a frame pass; why it was refused."""
    future = None
    with suppress(WireError, Busy):
        future = show.hear(json.dumps(wish), "page")
    show._obey_hands()
    show._grant_wishes()
    show._advance()
    show._tell_sentences()
    show._audience.message(show._playing())
    show._show()
    reason = future.exception(timeout=0) if future else None
    if reason is not None:
        assert isinstance(reason, ValueError), repr(reason)
        assert show.refusal(reason).message
    return reason


NUMBERS = st.integers(-3, 300) | st.floats(allow_nan=False) | st.floats(-2.0, 2.0)
WORDS = st.sampled_from([point["name"] for point in PERSON["point"]]) | st.text(max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=6,
)
PLACES = st.tuples(*[st.floats(-1000.0, 1000.0)] * 3)
POINTS = st.integers(0, 20)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """The person with a few things put in, taken out or made into something else."""
    document: dict[str, Any] = json.loads(json.dumps(PERSON))
    for _ in range(draw(st.integers(1, 4))):
        key = draw(st.sampled_from(sorted(document)))
        table = document[key]
        if not table or draw(st.integers(0, 9)) == 0:
            document[key] = draw(VALUES)
            continue
        row = draw(st.sampled_from(table)) if isinstance(table, list) else table
        match draw(st.integers(0, 3)), row:
            case 0, _ if isinstance(table, list):
                table.remove(row)
            case 1, _ if isinstance(table, list):
                table.append(row)
            case _, dict() if row:
                row[draw(st.sampled_from(sorted(row)))] = draw(VALUES)
    return document


STAGES = st.fixed_dictionaries(
    {"type": st.just("stage")},
    optional={
        "gravity": st.tuples(*[st.floats(-100.0, 100.0)] * 3),
        "low": PLACES,
        "high": PLACES,
        "bounce": st.floats(0.0, 1.0),
        "scheme": st.sampled_from(["printed", "mended", "newton"]),
        "iterations": st.integers(1, 100),
        "steps": st.integers(1, 16),
    },
)
WISHES = st.one_of(
    VALUES,
    st.fixed_dictionaries({"type": st.just("build"), "document": documents()}),
    st.fixed_dictionaries({"type": st.just("load"), "text": st.text(max_size=30)}),
    st.fixed_dictionaries({"type": st.just("open"), "name": WORDS}),
    st.fixed_dictionaries({"type": st.just("grab"), "point": POINTS, "place": PLACES}),
    st.fixed_dictionaries({"type": st.just("let_go"), "point": POINTS}),
    st.fixed_dictionaries(
        {
            "type": st.just("carry"),
            "grips": st.lists(st.fixed_dictionaries({"point": POINTS, "place": PLACES})),
        }
    ),
    STAGES,
    st.sampled_from([{"type": kind} for kind in ("undo", "redo", "save", "rest")]),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["record", "loop"]), "on": st.booleans()},
    ),
    st.fixed_dictionaries({"type": st.just("play"), "value": st.booleans()}),
)


@given(wishes=st.lists(WISHES, min_size=3, max_size=12))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_pages_say_the_stage_goes_on(show: PuppetShow, wishes: list[object]) -> None:
    for wish in wishes:
        hear(show, wish)
    listener = show._audience
    assert isinstance(listener, Listener)
    frames = listener.frames
    if show._theatre.recording:
        hear(show, {"type": "record", "on": False})
    assert hear(show, {"type": "open", "name": "person"}) is None
    hear(show, {"type": "play", "value": True})
    assert listener.frames > frames
    assert np.isfinite(show._theatre.positions).all()
    listener.heard = listener.heard[-9:]


@given(document=documents())
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_document_is_built_or_refused_with_its_problems(
    show: PuppetShow, document: dict[str, Any]
) -> None:
    before = show._theatre.document
    reason = hear(show, {"type": "build", "document": document})
    if reason is None:
        for _ in range(20):
            hear(show, {"type": "play", "value": True})
        assert np.isfinite(show._theatre.skin).all()
    else:
        told = show.refusal(reason)
        assert told.problems
        assert all(one.sentence for one in told.problems)
        assert show._theatre.document == before


def test_who_is_lost_is_told(show: PuppetShow) -> None:
    listener = show._audience
    assert isinstance(listener, Listener)
    hear(show, {"type": "open", "name": "person"})
    hear(show, {"type": "play", "value": True})
    show._theatre.positions[0] = np.nan
    hear(show, {"type": "play", "value": True})
    told = [one.text for one in listener.heard if isinstance(one, Happening)]
    assert "put back to rest" in told[-1]


def test_costs_are_those_of_the_frames_that_were_made(show: PuppetShow) -> None:
    def microseconds() -> float:
        """The least of some falls, for other work on the machine counts in what a frame takes."""
        told = []
        for _ in range(5):
            hear(show, {"type": "rest"})
            for _ in range(100):
                hear(show, {"type": "play", "value": True})
            told.append(show._playing().microseconds)
        return min(told)

    hear(show, {"type": "open", "name": "person"})
    few = microseconds()
    assert 1.0 < few < 1e5
    hear(show, {"type": "stage", "steps": 16, "iterations": 50})
    assert microseconds() > few


def grip(point: int, x: float) -> puppetry.Grip:
    return puppetry.Grip(point=point, place=(x, 0.0, 0.0))


def test_of_places_the_newest_count_and_order_stays() -> None:
    hands = Pending()
    grab = puppetry.Grab(point=1, place=(0.0, 0.0, 0.0))
    hands.put("a", grab)
    for x in (0.1, 0.2):
        hands.put("a", puppetry.Carry(grips=[grip(1, x), grip(2, x)]))
    hands.put("a", puppetry.LetGo(point=1))
    hands.put("a", puppetry.Carry(grips=[grip(2, 0.3)]))
    hands.put("b", grab)
    assert hands.take() == [
        ("a", grab),
        ("a", puppetry.Carry(grips=[grip(1, 0.2), grip(2, 0.2)])),
        ("a", puppetry.LetGo(point=1)),
        ("a", puppetry.Carry(grips=[grip(2, 0.3)])),
        ("b", grab),
    ]
    assert hands.take() == []


def test_a_dial_counts_as_it_stands_now() -> None:
    pending = Pending()
    for value in (0.1, 0.2, 0.3):
        pending.put("a", puppetry.SetStage(bounce=value))
    pending.put("a", puppetry.SetStage(friction=0.5))
    assert pending.take() == [
        ("a", puppetry.SetStage(bounce=0.3)),
        ("a", puppetry.SetStage(friction=0.5)),
    ]


def test_one_page_cannot_fill_the_line_of_another() -> None:
    hands = Pending()
    for _ in range(MOST_PENDING):
        hands.put("a", puppetry.LetGo(point=1))
    with pytest.raises(Busy, match="try again in a moment"):
        hands.put("a", puppetry.LetGo(point=1))
    hands.put("b", puppetry.LetGo(point=1))
    hands.forget("a")
    assert len(hands.take()) == 1


def test_no_wish_of_another_stage_is_carried_out(show: PuppetShow) -> None:
    with pytest.raises(WireError, match="known types are build"):
        show.hear('{"type": "population", "count": 3}', "page")
