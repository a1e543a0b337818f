"""Events have registered kinds, and old ones fall out."""

import pytest

from motorium.contracts.events import Event, Events, register_event

TESTED = register_event("tested", "a test has happened")


def test_unknown_kinds_are_errors() -> None:
    events = Events()
    with pytest.raises(ValueError, match=r"'tset' is not registered; known are .*tested"):
        events.add(Event(frame=1, t=0.1, kind="tset"))
    assert len(events) == 0


def test_a_kind_has_one_meaning() -> None:
    assert register_event("tested", "a test has happened") == TESTED
    with pytest.raises(ValueError, match="'tested' already means: a test has happened"):
        register_event("tested", "something else")


def test_what_is_new_since() -> None:
    events = Events()
    for frame in range(5):
        events.add(Event(frame=frame, t=frame / 60, kind=TESTED))
    assert [event.frame for event in events.since(3)] == [3, 4]
    assert events.since(5) == []
    assert [event.frame for event in events.since(0)] == [0, 1, 2, 3, 4]


def test_only_the_newest_are_kept() -> None:
    events = Events()
    for frame in range(events.KEPT + 10):
        events.add(Event(frame=frame, t=0.0, kind=TESTED))
    assert len(events) == events.KEPT
    assert events.total == events.KEPT + 10
    assert events.since(0)[0].frame == 10
