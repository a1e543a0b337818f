"""Control messages: strict, bounded, and the same in TypeScript."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.wire import messages
from motorium.wire.messages import MAX_MESSAGE_BYTES, Message, WireError, parse_client_message
from motorium.wire.typescript import GENERATED, generate

GOOD = [
    messages.Population(count=12),
    messages.Speed(value=0.25),
    messages.Viscosity(value=1.5),
    messages.Paused(value=True),
    messages.Step(),
    messages.Restart(),
    messages.Pilot(id=None),
    messages.Pilot(id=17),
    messages.Leave(),
    messages.Drive(speed=1.5, turn_rate=-2.0, climb=0.5, roll=-0.4, brake=1.0, backward=0.0),
    messages.Turn(angle=-1.0),
]

DRIVE = json.dumps(
    {"type": "drive"}
    | dict.fromkeys(("speed", "turn_rate", "climb", "roll", "brake", "backward"), 0)
)

BAD = {
    "": "not JSON",
    "{": "not JSON",
    "[]": "must be a JSON object",
    "null": "must be a JSON object",
    "3": "must be a JSON object",
    "{}": "known types are population, speed",
    '{"type": "nope"}': "known types are population, speed",
    '{"type": 3}': "known types are population",
    '{"type": "hello"}': "known types are population",
    '{"type": "speed"}': "speed.value: field required",
    '{"type": "speed", "value": "fast"}': "speed.value: input should be a valid number",
    '{"type": "speed", "value": NaN}': "speed.value",
    '{"type": "speed", "value": 1e999}': "speed.value",
    '{"type": "speed", "value": -1}': "speed.value: input should be greater than",
    '{"type": "speed", "value": 1, "unit": "L"}': "unknown key; known keys are type, value",
    '{"type": "population", "count": 1.5}': "population.count",
    '{"type": "population", "count": true}': "population.count",
    '{"type": "population", "count": 99999999}': "population.count: input should be less than",
    '{"type": "paused", "value": 1}': "paused.value: input should be a valid boolean",
    '{"type": "pilot"}': "pilot.id: field required",
    '{"type": "pilot", "id": -1}': "pilot.id: input should be greater than or equal to 0",
    '{"type": "pilot", "id": "0"}': "pilot.id: input should be a valid integer",
    '{"type": "pilot", "id": true}': "pilot.id: input should be a valid integer",
    '{"type": "leave", "id": 1}': "unknown key; known keys are type",
    '{"type": "drive", "speed": 1}': "drive.turn_rate: field required",
    DRIVE.replace('"brake": 0', '"brake": 1.5'): "drive.brake: input should be less than",
    DRIVE.replace('"climb": 0', '"climb": 1.1'): "drive.climb: input should be less than",
    DRIVE.replace('"speed": 0', '"speed": NaN'): "drive.speed",
    DRIVE.replace('"roll": 0', '"roll": null'): "drive.roll: input should be a valid number",
    '{"type": "turn"}': "turn.angle: field required",
    '{"type": "turn", "angle": 3.2}': "turn.angle: input should be less than or equal to 3.14",
    "x" * (MAX_MESSAGE_BYTES + 1): "at most 4096 are read",
}


@pytest.mark.parametrize("message", GOOD, ids=lambda m: m.type)
def test_good_messages_are_read(message: Message) -> None:
    assert parse_client_message(message.model_dump_json()) == message


@pytest.mark.parametrize("text", BAD, ids=lambda t: t[:40])
def test_bad_messages_get_a_sentence(text: str) -> None:
    with pytest.raises(WireError, match=BAD[text].replace("(", "\\(")):
        parse_client_message(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=10,
)


@given(value=JSON)
@settings(max_examples=300, deadline=None)
def test_any_json_is_read_or_refused(value: object) -> None:
    for candidate in (
        value,
        {"type": "speed", "value": value},
        {"type": "population", "count": value},
        {"type": "pilot", "id": value},
        {"type": "turn", "angle": value},
        json.loads(DRIVE) | {"climb": value},
    ):
        with suppress(WireError):
            assert isinstance(parse_client_message(json.dumps(candidate)), Message)


@given(data=st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        parse_client_message(data)


def test_the_page_has_the_same_messages() -> None:
    """`python -m motorium.wire.typescript` writes it; a forgotten run is found here."""
    page = Path(__file__).parents[2] / GENERATED
    assert page.read_text(encoding="utf-8") == generate()
