"""Channels of a panorama: who leads, who is told, and what is refused."""

from __future__ import annotations

import pytest

from motorium.studio.panorama import MOST_CHANNELS, Panorama
from motorium.wire.message import Message, WireError
from motorium.wire.panorama import Lead, Led
from motorium.wire.wishes import parse_client_message


class Heard:
    """Remembers what each page was told."""

    def __init__(self) -> None:
        self.told: list[tuple[object | None, Message]] = []

    def snapshot(self, data: object) -> None:
        raise AssertionError("nobody makes pictures here")

    def message(self, message: Message, page: object | None = None) -> None:
        self.told.append((page, message))


def glance(tick: float) -> Lead:
    return Lead(tick=tick, seconds=2.0, position=(1, 2, 3), ahead=(1, 0, 0), up=(0, 0, 1))


def test_all_channels_are_told_the_same_and_nobody_else() -> None:
    heard = Heard()
    panorama = Panorama(heard)
    for page in ("centre", "left", "right"):
        panorama.follow(page)
    panorama.lead(glance(7.25), "centre")
    assert {page for page, _ in heard.told} == {"centre", "left", "right"}
    assert {message for _, message in heard.told} == {
        Led(number=1, tick=7.25, seconds=2.0, position=(1, 2, 3), ahead=(1, 0, 0), up=(0, 0, 1))
    }


def test_who_comes_late_sees_what_the_others_see() -> None:
    heard = Heard()
    panorama = Panorama(heard)
    panorama.lead(glance(1), "centre")
    panorama.lead(glance(2), "centre")
    panorama.follow("left")
    ((page, led),) = heard.told
    assert page == "left"
    assert isinstance(led, Led)
    assert (led.number, led.tick) == (2, 2)


def test_one_leads_until_it_is_gone() -> None:
    panorama = Panorama(Heard())
    panorama.lead(glance(1), "one")
    with pytest.raises(ValueError, match="another page leads the panorama"):
        panorama.lead(glance(1), "two")
    panorama.leave("two")
    with pytest.raises(ValueError, match="another page"):
        panorama.lead(glance(1), "two")
    panorama.leave("one")
    panorama.lead(glance(1), "two")


def test_channels_are_bounded_and_may_ask_twice() -> None:
    panorama = Panorama(Heard())
    for page in range(MOST_CHANNELS):
        panorama.follow(page)
        panorama.follow(page)
    with pytest.raises(ValueError, match=f"{MOST_CHANNELS} channels"):
        panorama.follow("one more")
    panorama.leave(3)
    panorama.follow("one more")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("tick", "-1", "lead.tick"),
        ("seconds", "1e12", "lead.seconds"),
        ("position", "[0, 0]", "lead.position"),
        ("ahead", "[0, 0, 0]", "two directions"),
        ("up", "[1, 0, 0]", "two directions"),
        ("fov", "3", "unknown key"),
    ],
)
def test_what_cannot_be_led_is_named(field: str, value: str, sentence: str) -> None:
    fields = {
        "tick": "1",
        "seconds": "2",
        "position": "[0, 0, 0]",
        "ahead": "[1, 0, 0]",
        "up": "[0, 0, 1]",
    } | {field: value}
    body = ", ".join(f'"{name}": {text}' for name, text in fields.items())
    with pytest.raises(WireError, match=sentence):
        parse_client_message('{"type": "lead", ' + body + "}")
