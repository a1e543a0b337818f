"""Messages of the motion protocol: strict, bounded, and the same in TypeScript."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load

from motorium.bodies.figure.files import FIGURES
from motorium.bodies.figure.flesh import flesh_of, rifle_flesh
from motorium.motors.posture.shown import JOINTS, SEGMENTS, sliding_segments
from motorium.wire.figures import wishes
from motorium.wire.figures.levels import shipped_levels
from motorium.wire.figures.models import models_bytes
from motorium.wire.figures.wishes import MAX_WISH_BYTES, parse_figure_wish
from motorium.wire.message import Message, WireError
from motorium.wire.typescript import FIGURES as PAGE
from motorium.wire.typescript import generate_figures
from motorium.wire.wishes import Eye

EYE = Eye(
    position=(0.0, -9.0, 1.7),
    ahead=(0.0, 1.0, 0.0),
    up=(0.0, 0.0, 1.0),
    field=0.9,
    aspect=1.7,
    height=1080.0,
    far=1000.0,
)

GOOD = [
    wishes.Look(eyes=[EYE, EYE]),
    wishes.Look(eyes=[]),
    wishes.Choose(id=3),
    wishes.Choose(id=None),
    wishes.AskPosture(id=0, posture="kneeling deployed"),
    wishes.AskMotion(id=2**32 - 1, speed=1.4, heading=-3.0),
    wishes.AskMotion(id=1, speed=0.0, heading=0.0, course=3.14),
    wishes.Aim(id=1, turn=-0.5, rise=0.2),
    wishes.AskGesture(id=1, gesture="waving"),
    wishes.AskState(id=1, posture="prone", weapon="firing", heading=1.0),
    wishes.AskState(id=1, posture="dead", heading=0.0, position=(1.0, 2.0, 0.0)),
    wishes.LetGo(id=9),
    wishes.Carry(id=9, place=(1.0, -2.0, 0.5)),
    wishes.PutDown(),
    wishes.Place(kind="soldier", position=(1.0, -2.0)),
    wishes.Place(kind="soldier", position=(0.0, 0.0), heading=1.0, posture="dead", name="Ann"),
    wishes.Remove(id=4),
    wishes.Detail(value=2.0),
    wishes.Budget(milliseconds=None),
    wishes.Budget(milliseconds=4.0),
    wishes.Paused(value=True),
    wishes.Step(),
    wishes.Listen(port=3000),
    wishes.Listen(port=None),
    wishes.Anew(),
]

BAD = {
    "": "not JSON",
    "[]": "must be a JSON object",
    "{}": "known types are look, choose, posture",
    '{"type": "swim"}': "known types are look, choose, posture",
    '{"type": "posture", "id": 1}': "posture.posture: field required",
    '{"type": "posture", "id": -1, "posture": "x"}': "posture.id: input should be greater",
    '{"type": "posture", "id": 4294967296, "posture": "x"}': "posture.id: input should be less",
    '{"type": "posture", "id": 1, "posture": ""}': "posture.posture: string should have at least",
    '{"type": "posture", "id": 1.5, "posture": "x"}': "posture.id: input should be a valid int",
    '{"type": "motion", "id": 1, "speed": 9, "heading": 0}': "motion.speed: input should be less",
    '{"type": "motion", "id": 1, "speed": NaN, "heading": 0}': "motion.speed: input should be",
    '{"type": "motion", "id": 1, "speed": 1, "heading": 0, "to": 1}': "unknown key; known keys are",
    '{"type": "aim", "id": 1, "turn": 3, "rise": 0}': "aim.turn: input should be less",
    '{"type": "state", "id": 1, "posture": "sitting", "heading": 0}': "'standing', 'kneeling'",
    '{"type": "posture", "id": 1, "posture": " "}': "posture.posture: a name must not be blank",
    '{"type": "place", "kind": "soldier", "position": [1, 2], "name": "A\\nB"}': "place.name: a "
    "name must not have control characters: 'A.*nB'",
    '{"type": "place", "kind": "soldier", "position": [1, 2], "name": "\\u202eA"}': "control char",
    '{"type": "carry", "id": 1, "place": [1, 2]}': "carry.place.2: field required",
    '{"type": "carry", "id": 1, "place": [1, 2, NaN]}': "carry.place.2: input should",
    '{"type": "place", "kind": "soldier", "position": [1]}': "place.position.1: field required",
    '{"type": "place", "kind": "soldier", "position": [1, 1e9]}': "place.position.1: input should",
    '{"type": "detail", "value": 9}': "detail.value: input should be less than or equal to 4",
    '{"type": "listen", "port": 70000}': "listen.port: input should be less",
    '{"type": "look", "eyes": [{"position": [0, 0, 0]}]}': "look.eyes.0.ahead: field required",
    "x" * (MAX_WISH_BYTES + 1): "at most 4096 are read",
}


@pytest.mark.parametrize("message", GOOD, ids=lambda m: m.type)
def test_good_messages_are_read(message: Message) -> None:
    assert parse_figure_wish(message.model_dump_json()) == message


@pytest.mark.parametrize("text", BAD, ids=lambda t: t[:40])
def test_bad_messages_get_a_sentence(text: str) -> None:
    with pytest.raises(WireError, match=BAD[text]):
        parse_figure_wish(text)


def test_names_are_read_without_blanks_around_them() -> None:
    wish = parse_figure_wish(
        '{"type": "place", "kind": "soldier", "position": [1, 2], "name": " Zoë Ann\\t"}'
    )
    assert isinstance(wish, wishes.Place)
    assert wish.name == "Zoë Ann"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=10,
)


@given(value=JSON)
@settings(max_examples=80, deadline=None)
def test_any_json_is_read_or_refused(value: object) -> None:
    for candidate in (
        value,
        {"type": value},
        {"type": "look", "eyes": value},
        {"type": "choose", "id": value},
        {"type": "posture", "id": value, "posture": value},
        {"type": "motion", "id": 1, "speed": value, "heading": value},
        {"type": "state", "id": 1, "posture": "prone", "heading": 0, "velocity": value},
        {"type": "place", "kind": value, "position": value},
        {"type": "listen", "port": value},
    ):
        with suppress(WireError):
            assert isinstance(parse_figure_wish(json.dumps(candidate)), Message)


@given(data=st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        parse_figure_wish(data)


def test_the_page_has_the_same_messages() -> None:
    """`python -m motorium.wire.typescript` writes it; a forgotten run is found here."""
    page = Path(__file__).parents[3] / PAGE
    assert page.read_text(encoding="utf-8") == generate_figures()


def test_levels_are_what_the_motor_shows() -> None:
    levels = shipped_levels()
    assert tuple(len(level.segments) for level in levels) == SEGMENTS
    assert tuple(sum(level.joints) for level in levels) == JOINTS == (73, 17, 11)
    assert [tuple(level.sliding) for level in levels] == [sliding_segments(k) for k in range(3)]
    assert [level.rate for level in levels] == [60, 30, 15]
    # The first segment hangs on nothing: its update is none of a joint's.
    assert [level.joints[0] for level in levels] == [0, 0, 0]


def test_models_have_all_flesh() -> None:
    tensors = load(models_bytes())
    for name in FIGURES:
        for flesh in (flesh_of(name), rifle_flesh(name)):
            parts = {
                part: tensors[f"{flesh.title} {part}"]
                for part in ("vertices", "normals", "segments", "materials", "triangles", "colors")
            }
            assert parts["vertices"] == pytest.approx(flesh.vertices, abs=1e-6)
            assert np.array_equal(parts["segments"], flesh.segments)
            assert np.array_equal(parts["triangles"], flesh.triangles)
            assert parts["triangles"].max() < len(flesh.vertices)
    assert len(models_bytes()) < 200_000
