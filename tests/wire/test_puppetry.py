"""Messages of the puppet stage: strict, bounded, and the same in TypeScript."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.bodies.puppet.document import PuppetDocument, Stage
from motorium.bodies.puppet.files import load_puppet
from motorium.problems import allowed, field_limits
from motorium.wire import puppetry
from motorium.wire.message import Message, WireError
from motorium.wire.puppetry import MAX_PUPPET_BYTES, parse_puppet_wish
from motorium.wire.typescript import PUPPETRY, generate_puppetry

GRIP = puppetry.Grip(point=3, place=(0.1, 0.0, 1.5))
PERSON = load_puppet("person")

GOOD = [
    puppetry.Build(document=PERSON.model_dump(mode="json")),
    puppetry.Open(name="cat"),
    puppetry.Load(text="format = 1\n"),
    puppetry.Save(),
    puppetry.Undo(),
    puppetry.Redo(),
    puppetry.Play(value=False),
    puppetry.Rest(),
    puppetry.Grab(point=0, place=(0.0, 0.0, 1.0)),
    puppetry.Carry(grips=[]),
    puppetry.Carry(grips=[GRIP, GRIP]),
    puppetry.LetGo(point=199),
    puppetry.SetStage(),
    puppetry.SetStage(gravity=(0.0, 0.0, -1.6), scheme="newton", iterations=3),
    puppetry.RecordTake(on=True),
    puppetry.LoopTake(on=False),
]

CARRY = puppetry.Carry(grips=[GRIP]).model_dump_json()
MANY = puppetry.Carry.model_construct(grips=[GRIP] * 33).model_dump_json()

BAD = {
    "": "not JSON",
    "[" * 9000: "not JSON",
    "[]": "must be a JSON object",
    "null": "must be a JSON object",
    "{}": "known types are build, open",
    '{"type": "population", "count": 3}': "known types are build, open",
    '{"type": "build"}': "build.document: field required",
    '{"type": "build", "document": []}': "build.document: input should be an object",
    '{"type": "build", "document": {}, "force": true}': "known keys are type, document",
    '{"type": "open", "name": 3}': "open.name: input should be a valid string",
    '{"type": "open", "name": "' + "x" * 81 + '"}': "at most 80 characters",
    '{"type": "load", "text": null}': "load.text: input should be a valid string",
    '{"type": "undo", "steps": 3}': "unknown key; known keys are type",
    '{"type": "play", "value": 1}': "play.value: input should be a valid boolean",
    '{"type": "grab", "point": 0}': "grab.place: field required",
    '{"type": "grab", "point": -1, "place": [0, 0, 0]}': "grab.point: input should be greater",
    '{"type": "grab", "point": 200, "place": [0, 0, 0]}': "grab.point: input should be less",
    '{"type": "grab", "point": 1.5, "place": [0, 0, 0]}': "grab.point: input should be a valid int",
    '{"type": "grab", "point": "head", "place": [0, 0, 0]}': "grab.point: input should be a valid",
    '{"type": "grab", "point": 0, "place": [0, 1]}': "grab.place.2: field required",
    '{"type": "grab", "point": 0, "place": [0, 1, NaN]}': "grab.place",
    '{"type": "grab", "point": 0, "place": [0, 1, 1e9]}': "grab.place.2: input should be less",
    CARRY.replace('"point":3', '"point":3,"by":1'): "unknown key; known keys are point, place",
    MANY: "carry.grips: list should have at most 32 items",
    '{"type": "let_go"}': "let_go.point: field required",
    '{"type": "stage", "bounce": 1.1}': "stage.bounce: input should be less than or equal to 1",
    '{"type": "stage", "scheme": "euler"}': "input should be 'printed', 'mended' or 'newton'",
    '{"type": "stage", "iterations": 0}': "stage.iterations: input should be greater",
    '{"type": "stage", "steps": 17}': "stage.steps: input should be less",
    '{"type": "stage", "gravity": [0, 0]}': "stage.gravity.2: field required",
    '{"type": "stage", "wind": 1}': "unknown key; known keys are type, gravity, low",
    '{"type": "record"}': "record.on: field required",
    '{"type": "loop", "on": "yes"}': "loop.on: input should be a valid boolean",
    "x" * (MAX_PUPPET_BYTES + 1): "at most 2000000 are read",
}


@pytest.mark.parametrize("message", GOOD, ids=lambda m: m.type)
def test_good_messages_are_read(message: Message) -> None:
    assert parse_puppet_wish(message.model_dump_json()) == message


@pytest.mark.parametrize("text", BAD, ids=lambda t: t[:40])
def test_bad_messages_get_a_sentence(text: str) -> None:
    with pytest.raises(WireError, match=BAD[text]):
        parse_puppet_wish(text)


def test_a_document_comes_back_as_it_was() -> None:
    """A page sends what it was told; JavaScript writes 1.0 as 1."""
    sent = json.dumps({"type": "build", "document": PERSON.model_dump(mode="json")})
    wish = parse_puppet_wish(sent.replace(".0,", ",").replace(".0]", "]").replace(".0}", "}"))
    assert isinstance(wish, puppetry.Build)
    assert PuppetDocument.model_validate(wish.document) == PERSON


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=10,
)


@given(value=JSON)
@settings(max_examples=200, deadline=None)
def test_any_json_is_read_or_refused(value: object) -> None:
    for candidate in (
        value,
        {"type": value},
        {"type": "build", "document": value},
        {"type": "open", "name": value},
        {"type": "load", "text": value},
        {"type": "play", "value": value},
        {"type": "grab", "point": value, "place": [0, 0, 0]},
        {"type": "grab", "point": 0, "place": value},
        {"type": "carry", "grips": value},
        {"type": "carry", "grips": [{"point": 0, "place": [0, value, 0]}]},
        {"type": "stage", "gravity": value, "steps": value},
        {"type": "record", "on": value},
    ):
        with suppress(WireError):
            assert isinstance(parse_puppet_wish(json.dumps(candidate)), Message)


@given(data=st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        parse_puppet_wish(data)


@given(text=st.text(max_size=100))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(WireError):
        parse_puppet_wish(text)


def test_the_page_has_the_same_messages() -> None:
    """`python -m motorium.wire.typescript` writes it; a forgotten run is found here."""
    page = Path(__file__).parents[2] / PUPPETRY
    assert page.read_text(encoding="utf-8") == generate_puppetry()


@pytest.mark.parametrize("key", ["gravity", "bounce", "friction", "iterations", "steps"])
def test_limits_are_those_of_documents(key: str) -> None:
    own, documents = (
        allowed(field_limits(model.model_fields[key])) for model in (puppetry.SetStage, Stage)
    )
    assert own == documents != ""
