"""What pages of the Performance stage may say, and what they are told."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.wire.message import WireError
from motorium.wire.performing import wishes
from motorium.wire.performing.wishes import (
    MAX_PERFORMANCE_BYTES,
    AnyPerformanceWish,
    parse_performance_wish,
)
from motorium.wire.typescript import PERFORMING, generate_performing

GOOD: list[dict[str, Any]] = [
    {"type": "open", "scene": "bag"},
    {"type": "read", "name": "my.toml", "text": "format = 1"},
    {"type": "acts", "acts": ["walk", "punch"]},
    {"type": "clip", "name": "07_01.bvh", "text": "HIERARCHY"},
    {"type": "cancel"},
    {"type": "throw", "prop": "boulder"},
    {"type": "toss", "ball": "heavy", "at": [1.0, 2.0, 1.5], "velocity": [-6.0, 0.0, 1.0]},
    {"type": "line_up", "performer": 0},
    {"type": "rise"},
    {"type": "grip", "hand": "left"},
    {"type": "let_go", "hand": "both", "performer": 1},
    {"type": "take", "performer": 1, "part": 14, "place": [1.0, 2.0, 1.5]},
    {"type": "pull", "place": [1.0, 2.0, 0.0]},
    {"type": "release"},
    {"type": "gets_up", "value": False},
    {"type": "printed", "value": True},
    {"type": "pace", "value": 0.25},
    {"type": "paused", "value": True},
    {"type": "step"},
    {"type": "restart"},
    {"type": "keep"},
]
BAD = {
    '{"type": "jump"}': "unknown message type; known types are open, read, acts",
    '{"type": "toss", "at": [0, 0], "velocity": [0, 0, 0]}': "toss.at",
    '{"type": "toss", "at": [0, 0, 1], "velocity": [0, 0, 99]}': "less than or equal to 20",
    '{"type": "take", "part": 15, "place": [0, 0, 1]}': "take.part: input should be less than 15",
    '{"type": "pull", "place": [0, 0, -1]}': "greater than or equal to 0",
    '{"type": "pull", "place": [0, NaN, 1]}': "pull.place.1",
    '{"type": "pace", "value": 0}': "greater than or equal to 0.05",
    '{"type": "grip", "hand": "third"}': "'left', 'right' or 'both'",
    '{"type": "acts", "acts": "walk"}': "acts.acts",
    '{"type": "rise", "performer": -1}': "greater than or equal to 0",
    '{"type": "open", "scene": "bag", "path": "/"}': "unknown key; known keys are type, scene",
    "{": "message is not JSON",
    "[]": "must be a JSON object",
}


def test_each_wish_is_read() -> None:
    read = [parse_performance_wish(json.dumps(wish)) for wish in GOOD]
    assert {type(one) for one in read} == set(get_args(AnyPerformanceWish))
    assert [one.model_dump(include=set(wish)) for one, wish in zip(read, GOOD, strict=True)][6][
        "velocity"
    ] == (-6.0, 0.0, 1.0)


@pytest.mark.parametrize("text", BAD)
def test_what_is_wrong_is_said(text: str) -> None:
    with pytest.raises(WireError) as refusal:
        parse_performance_wish(text)
    assert BAD[text] in str(refusal.value)


def test_what_is_too_large_is_not_read() -> None:
    with pytest.raises(WireError, match="at most 16000000 are read"):
        parse_performance_wish(b" " * (MAX_PERFORMANCE_BYTES + 1))


@given(text=st.text(max_size=100) | st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_anything_is_read_or_refused(text: str | bytes) -> None:
    with pytest.raises(WireError):
        parse_performance_wish(text)


def test_every_wish_says_what_it_is_for() -> None:
    for wish in get_args(AnyPerformanceWish):
        assert wish.__doc__, wish
        assert wish.__name__ in wishes.__all__


def test_the_page_has_the_same_messages() -> None:
    """`python -m motorium.wire.typescript` writes it; a forgotten run is found here."""
    page = Path(__file__).parents[3] / PERFORMING
    assert page.read_text(encoding="utf-8") == generate_performing()
