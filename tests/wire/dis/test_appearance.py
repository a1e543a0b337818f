"""Appearances are read and written bit by bit, and are postures of ours."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.wire.dis.appearance import (
    HEALTHS,
    POSTURES,
    STATES,
    WEAPONS,
    Lifeform,
    lifeform_of,
    posture_codes,
)
from motorium.wire.message import WireError


@pytest.mark.parametrize(
    ("bits", "lifeform"),
    [
        (0x0201_0000, Lifeform("standing", "no injury", "deployed")),
        (0x0304_0000, Lifeform("kneeling", "no injury", "firing")),
        (0x0105_0008, Lifeform("prone", "slight injury", "stowed")),
        (0x000F_0018, Lifeform("detained", "fatal injury", "none")),
        (0x0220_0000, Lifeform("unused", "no injury", "deployed", frozen=True)),
        (0x0286_0010, Lifeform("crawling", "moderate injury", "deployed", deactivated=True)),
    ],
)
def test_bits_are_where_they_are_printed(bits: int, lifeform: Lifeform) -> None:
    assert Lifeform.from_bits(bits) == lifeform
    assert lifeform.bits == bits


def test_all_combinations_there_and_back_also_as_codes() -> None:
    everybody = [Lifeform(s, h, w) for s in STATES for h in HEALTHS for w in WEAPONS]
    for one in everybody:
        assert Lifeform.from_bits(one.bits) == one
        # Bits of other meaning do not matter.
        assert Lifeform.from_bits(one.bits | 0xF050_0FE7 & ~0x0FAF_0018) == one
    codes = posture_codes(np.array([one.bits for one in everybody], dtype=np.uint32))
    assert [POSTURES[code] for code in codes] == [one.posture for one in everybody]


@pytest.mark.parametrize("posture", POSTURES)
def test_a_posture_comes_back_as_it_was_sent(posture: str) -> None:
    assert lifeform_of(posture).posture == posture


@pytest.mark.parametrize(
    ("posture", "speed", "state", "shown"),
    [
        ("standing deployed", 0.0, "standing", "standing deployed"),
        ("standing deployed", 1.4, "walking", "standing deployed"),
        ("standing firing", 1.4, "walking", "standing firing"),
        ("standing deployed", 3.0, "running", "standing deployed"),
        ("walking forward left", 1.4, "walking", "standing deployed"),
        ("running right", 3.0, "running", "standing deployed"),
        ("crawl", 0.5, "crawling", "crawl"),
        ("crawling", 0.5, "crawling", "crawl"),
        ("prone deployed", 0.5, "crawling", "crawl"),
        ("kneeling firing", 0.0, "kneeling", "kneeling firing"),
        ("dead", 0.0, "prone", "dead"),
    ],
)
def test_who_moves_says_so(posture: str, speed: float, state: str, shown: str) -> None:
    one = lifeform_of(posture, speed)
    assert (one.state, one.posture) == (state, shown)


def test_weapons() -> None:
    assert lifeform_of("kneeling firing").weapon == "firing"
    assert lifeform_of("standing deployed", weapon="stowed").weapon == "stowed"
    assert [Lifeform(weapon=weapon).armed for weapon in WEAPONS] == [False, False, True, True]


def test_what_is_not_known_is_told() -> None:
    with pytest.raises(WireError, match="no posture is called 'kneeling'; known are standing depl"):
        lifeform_of("kneeling")
    with pytest.raises(WireError, match=r"state 'stading': .* did you mean 'standing'"):
        _ = Lifeform("stading").bits
