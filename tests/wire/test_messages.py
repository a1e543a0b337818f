"""Control messages: strict, bounded, and the same in TypeScript."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.wire import wishes
from motorium.wire.message import Message, WireError
from motorium.wire.typescript import GENERATED, generate
from motorium.wire.wishes import MAX_MESSAGE_BYTES, parse_client_message

EYE = wishes.Eye(
    position=(1.0, -2.0, 0.5),
    ahead=(0.0, 1.0, 0.0),
    up=(0.0, 0.0, 1.0),
    field=0.9,
    aspect=1.6,
    height=900.0,
    far=45.0,
)

GOOD = [
    wishes.Population(count=12),
    wishes.Speed(value=0.25),
    wishes.Viscosity(value=1.5),
    wishes.Paused(value=True),
    wishes.Step(),
    wishes.Restart(),
    wishes.Pilot(id=None),
    wishes.Pilot(id=17),
    wishes.Leave(),
    wishes.Drive(speed=1.5, turn_rate=-2.0, climb=0.5, roll=-0.4, brake=1.0, backward=0.0),
    wishes.Turn(angle=-1.0),
    wishes.Why(id=12),
    wishes.Why(id=None),
    wishes.Look(eyes=[]),
    wishes.Look(eyes=[EYE, EYE]),
    wishes.Motor(id=None, choice="automatic"),
    wishes.Motor(id=3, choice="muscle"),
    wishes.Budget(milliseconds=None),
    wishes.Budget(milliseconds=8.0),
    wishes.Compare(on=True, id=3),
    wishes.Compare(on=False, id=None),
    wishes.Food(place=(1.0, -2.5, 0.25)),
    wishes.FlowStrength(value=0.0),
    wishes.Hour(value=23.99),
    wishes.Current(velocity=(0.1, -0.4, 0.0)),
    wishes.Board(),
    wishes.Debark(),
    wishes.Steer(thrust=1.0, turn=-1.0, pitch=0.25, lift=0.0, stop=False),
    wishes.CastLine(place=(1.5, -2.0)),
    wishes.PullLine(),
]

LOOK = wishes.Look(eyes=[EYE]).model_dump_json()
MANY = wishes.Look.model_construct(eyes=[EYE] * 5).model_dump_json()

DRIVE = json.dumps(
    {"type": "drive"}
    | dict.fromkeys(("speed", "turn_rate", "climb", "roll", "brake", "backward"), 0)
)

STEER = json.dumps({"type": "steer", "thrust": 0, "turn": 0, "pitch": 0, "lift": 0, "stop": False})

BAD = {
    "": "not JSON",
    "{": "not JSON",
    "[]": "must be a JSON object",
    "null": "must be a JSON object",
    "3": "must be a JSON object",
    "{}": "known types are stock, put",
    '{"type": "nope"}': "known types are stock, put",
    '{"type": 3}': "known types are stock",
    '{"type": "hello"}': "known types are stock",
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
    '{"type": "why"}': "why.id: field required",
    '{"type": "why", "id": -1}': "why.id: input should be greater than",
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
    LOOK.replace('"ahead":[0.0,1.0,0.0]', '"ahead":[0,0,2]'): "must be two directions",
    LOOK.replace('"ahead":[0.0,1.0,0.0]', '"ahead":[0,0]'): "ahead.2: field required",
    LOOK.replace('"field":0.9', '"field":3.2'): "field: input should be less than",
    LOOK.replace('"far":45.0', '"far":NaN'): "far",
    LOOK.replace('"far":45.0', '"far":45.0,"fov":1'): "known keys are position, ahead, up, field",
    LOOK.replace('"position":[1.0', '"position":[1e9'): "input should be less than",
    MANY: "look.eyes: list should have at most 4 items",
    '{"type": "look"}': "look.eyes: field required",
    '{"type": "motor", "id": 1, "choice": "wings"}': "input should be 'muscle', 'repertoire' or",
    '{"type": "motor", "choice": "muscle"}': "motor.id: field required",
    '{"type": "budget", "milliseconds": 0}': "input should be greater than or equal to 0.1",
    '{"type": "budget", "milliseconds": 1e9}': "input should be less than or equal to 100",
    '{"type": "budget"}': "budget.milliseconds: field required",
    '{"type": "compare", "on": 1, "id": null}': "compare.on: input should be a valid boolean",
    '{"type": "food", "place": [0, 0]}': "food.place.2: field required",
    '{"type": "food", "place": [0, 0, 1e9]}': "food.place.2: input should be less than",
    '{"type": "food", "place": [0, 0, NaN]}': "food.place",
    '{"type": "food", "place": null}': "food.place: input should be a valid",
    '{"type": "flow", "value": 5}': "flow.value: input should be less than or equal to 4",
    '{"type": "flow", "value": -0.1}': "flow.value: input should be greater than",
    '{"type": "hour", "value": 24}': "hour.value: input should be less than 24",
    '{"type": "hour", "value": "noon"}': "hour.value: input should be a valid number",
    '{"type": "current", "velocity": [0, 1.5, 0]}': "current.velocity.1: input should be less",
    '{"type": "current", "velocity": [0, 0, 0, 0]}': "current.velocity: tuple should have at most",
    '{"type": "board", "id": 1}': "unknown key; known keys are type",
    '{"type": "steer", "thrust": 1}': "steer.turn: field required",
    STEER.replace('"turn": 0', '"turn": 1.01'): "steer.turn: input should be less than",
    STEER.replace('"lift": 0', '"lift": NaN'): "steer.lift",
    STEER.replace('"stop": false', '"stop": 0'): "steer.stop: input should be a valid boolean",
    '{"type": "cast", "place": [0, 0, 0]}': "cast.place: tuple should have at most 2 items",
    '{"type": "cast", "place": [0, null]}': "cast.place.1: input should be a valid number",
    '{"type": "pull", "up": true}': "unknown key; known keys are type",
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
        {"type": "look", "eyes": value},
        {"type": "look", "eyes": [EYE.model_dump() | {"ahead": value}]},
        {"type": "budget", "milliseconds": value},
        {"type": "food", "place": value},
        json.loads(STEER) | {"pitch": value},
        json.loads(STEER) | {"stop": value},
        {"type": "cast", "place": value},
        {"type": "current", "velocity": [0.0, value, 0.0]},
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
