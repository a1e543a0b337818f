"""The stage for fishes of one's own over real sockets: what it tells, refuses and survives."""

from __future__ import annotations

import base64
import io
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode

from motorium.bodies.species import known_species, read_species
from motorium.studio.run import MOST_PHOTO_BYTES
from motorium.wire.texturing import MAX_PHOTO_BYTES, MAX_TEXTURE_BYTES, TEXTURE_PROTOCOL
from motorium.wire.typescript import TEXTURING, generate_texturing
from tests.studio.drawn_fish import SIZE, drawn_fish, empty_water
from tests.studio.studios import Client, Studio, studio

FISH = drawn_fish("JPEG")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def making(data: Path) -> Iterator[Studio]:
    before = os.environ.get("MOTORIUM_DATA")
    os.environ["MOTORIUM_DATA"] = str(data)
    try:
        with studio() as one:
            yield one
    finally:
        if before is None:
            del os.environ["MOTORIUM_DATA"]
        else:
            os.environ["MOTORIUM_DATA"] = before


def address(making: Studio) -> str:
    return making.socket_address.replace("/socket", "/texture")


@pytest.fixture
def page(making: Studio) -> Iterator[Client]:
    with Client(address(making)) as one:
        yield one


def test_the_page_has_the_same_messages() -> None:
    written = Path(__file__).parents[2] / TEXTURING
    assert written.read_text(encoding="utf-8") == generate_texturing()


def test_a_fish_is_found_relaxed_and_put_into_the_ocean(
    making: Studio, page: Client, data: Path
) -> None:
    hello = page.next("fish_maker")
    assert hello["protocol"] == TEXTURE_PROTOCOL
    assert [one["name"] for one in hello["templates"]] == known_species()
    assert hello["ocean"] is True
    page.send(FISH)
    assert page.next("photo") == {
        "type": "photo",
        "width": SIZE[0],
        "height": SIZE[1],
        "problem": "",
    }
    begun = np.array(page.next("mesh")["nodes"])
    kind, _, encoded = page.next("cut")["picture"].partition(",")
    assert kind == "data:image/png;base64"
    red, _, blue = np.asarray(Image.open(io.BytesIO(base64.b64decode(encoded))))[..., :3].mean(
        (0, 1)
    )
    assert red > blue + 60, "the fish is orange, the water is not"
    page.send({"type": "relax", "on": True})
    page.next("mesh", relaxing=True)
    rested = page.next("mesh", rested=True)
    assert rested["relaxing"] is False
    assert np.abs(np.array(rested["nodes"]) - begun).max() > 0.1
    page.send({"type": "drag", "row": 0, "column": 9, "x": 300.0, "y": 60.0})
    page.send({"type": "release"})
    mesh = page.next("mesh", rested=False)
    assert mesh["nodes"][18:20] == [300.0, 60.0]
    wish = {"type": "finish", "name": "drawn", "label": "Drawn fish", "template": "clownfish"}
    with Client(making.socket_address) as ocean:
        ocean.next("status", running=True)
        page.send({**wish, "count": 4})
        made = page.next("made")
        assert made["swimming"] == 4
        assert Path(made["path"]) == data / "species" / "drawn.toml"
        assert read_species(Path(made["path"])).label == "Drawn fish"
        told = ocean.next("hello")
        while "Drawn fish" not in [one["label"] for one in told["species"]]:
            told = ocean.next("hello")
        drawn = [one["label"] for one in told["species"]].index("Drawn fish")
        assert ocean.next("roster")["species"].count(drawn) == 4
        ocean.snapshot()
    page.send({**wish, "label": "Another"})
    assert "drawn" in page.next("refusal")["message"]
    assert read_species(Path(made["path"])).label == "Drawn fish"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        ({"type": "flip"}, "no photograph yet"),
        (b"no picture", "no picture, or a damaged one"),
        (FISH[:300], "no picture, or a damaged one"),
        (bytes(MAX_PHOTO_BYTES + 1), "at most 8 are read"),
        ("{", "not JSON"),
        ("x" * (MAX_TEXTURE_BYTES + 1), f"at most {MAX_TEXTURE_BYTES} are read"),
        ({"type": "population", "count": 3}, "known types are drag, shift"),
        ({"type": "drag", "row": 9, "column": 0, "x": 0, "y": 0}, "less than 9"),
        ({"type": "drag", "row": 0, "column": 0, "x": 1e9, "y": 0}, "100000"),
        ({"type": "finish", "name": "../x", "label": "x", "template": "shark"}, "finish.name"),
    ],
)
def test_what_is_wrong_is_said_and_the_page_stays(page: Client, sent: object, answer: str) -> None:
    page.next("fish_maker")
    page.send(sent)
    assert answer in page.next("refusal")["message"]
    page.send(empty_water())
    assert "drag the mesh" in page.next("photo")["problem"]


def test_a_message_beyond_all_limits_ends_the_connection(page: Client) -> None:
    page.next("fish_maker")
    with suppress(ConnectionClosed):
        page.send(bytes(MOST_PHOTO_BYTES + 1))
    assert page.closed() == CloseCode.MESSAGE_TOO_BIG


def test_a_foreign_page_is_not_let_in(making: Studio) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        Client(address(making), origin="http://evil.example")


def test_pages_do_not_see_each_others_photographs(making: Studio, page: Client) -> None:
    page.next("fish_maker")
    with Client(address(making)) as other:
        other.next("fish_maker")
        page.send(FISH)
        page.next("mesh")
        other.send({"type": "flip"})
        assert json.loads(other.socket.recv(timeout=30))["type"] == "refusal"
