"""What pages are told of events."""

from __future__ import annotations

from motorium.contracts.events import Event
from motorium.studio.telling import happening
from motorium.world.world import EXCHANGED


def exchanged(*subjects: int) -> str:
    """Of fishes who changed their motors one after the other."""
    detail = "repertoire to muscle"
    events = [
        Event(frame=k, t=k / 60, kind=EXCHANGED, subject=who, x=0.0, y=0.0, z=0.0, detail=detail)
        for k, who in enumerate(subjects)
    ]
    return happening(events).text


def test_fishes_are_counted_not_events_and_motors_called_as_on_the_page() -> None:
    assert exchanged(3) == "fish 3: playback to muscles"
    assert exchanged(3, 3, 3) == "fish 3: playback to muscles"
    assert exchanged(3, 4, 3) == "2 fishes, the last 3: playback to muscles"
