"""Pages that drive fishes, over real sockets: one fish each, and nobody keeps a fish for good."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.studio.studios import Client, Studio

STILL = dict.fromkeys(("speed", "turn_rate", "climb", "roll", "brake", "backward"), 0.0)


@pytest.fixture
def client(running: Studio) -> Iterator[Client]:
    with Client(running.socket_address) as one:
        one.begin_anew()
        one.send({"type": "population", "count": 5})
        one.next("status", population=5)
        yield one


def drive(client: Client, **wishes: float) -> None:
    client.send({"type": "drive"} | STILL | wishes)


def driven(client: Client, **asked: float) -> dict[str, Any]:
    """The next report of this page's fish in which these setpoints stand."""
    for _ in range(600):
        fish = client.next("driving")["fish"]
        if fish and all(fish["asked"][name] == value for name, value in asked.items()):
            return dict(fish)
    raise AssertionError(f"no fish was asked for {asked}")


def test_a_page_drives_a_fish(client: Client) -> None:
    client.send({"type": "pilot", "id": 3})
    fish = driven(client)
    assert fish["id"] == 3
    assert fish["asked"] == STILL | {"speed": 1.3}
    assert fish["turn"] == "none"
    assert fish["top_speed"] > 2
    drive(client, speed=2.0, climb=0.25, turn_rate=-1.0)
    assert driven(client, climb=0.25)["asked"] == STILL | {
        "speed": 2.0,
        "climb": 0.25,
        "turn_rate": -1.0,
    }
    client.send({"type": "turn", "angle": -math.pi / 2})
    for _ in range(60):
        fish = driven(client)
        if fish["turn"] != "none":
            break
    assert fish["turn"] in ("asked", "running", "done", "refused")
    assert fish["turn_angle"] == pytest.approx(-math.pi / 2)
    client.send({"type": "leave"})
    assert client.next("driving", fish=None)["reason"] == ""


def test_only_who_is_driven_shows_muscles(client: Client) -> None:
    assert len(client.snapshot().muscle_rows) == 0
    client.send({"type": "pilot", "id": 2})
    driven(client)
    while len((snapshot := client.snapshot()).muscle_rows) == 0:
        pass
    assert snapshot.muscle_rows.tolist() == [2]
    assert np.all((snapshot.contraction >= 0.395) & (snapshot.contraction <= 1.0))


def test_asking_without_a_fish_is_refused(client: Client) -> None:
    for message in ({"type": "turn", "angle": 1.0}, {"type": "drive"} | STILL):
        client.send(message)
        assert client.next("refusal")["message"] == "this page drives no fish; ask for one first"
    client.send({"type": "leave"})  # means nothing, and harms nobody
    client.send({"type": "pilot", "id": 77})
    assert client.next("refusal")["message"].startswith("nobody has id 77")


def test_what_its_species_cannot_do_is_refused(client: Client) -> None:
    client.send({"type": "pilot", "id": None})
    before = driven(client)["asked"]
    drive(client, speed=15.0, climb=0.5)
    assert "speed 15.0: it must be a number from 0 to" in client.next("refusal")["message"]
    assert driven(client)["asked"] == before


def test_one_pilot_a_fish_and_several_pages(running: Studio, client: Client) -> None:
    client.send({"type": "pilot", "id": 1})
    driven(client)
    with Client(running.socket_address) as other:
        other.send({"type": "pilot", "id": 1})
        assert other.next("refusal")["message"] == "fish 1 is driven by somebody already"
        other.send({"type": "pilot", "id": None})
        assert driven(other)["id"] == 0
        drive(other, speed=0.5)
        drive(client, speed=2.5)
        assert driven(other, speed=0.5)["id"] == 0
        assert driven(client, speed=2.5)["id"] == 1
        # Another fish: the first is given back, and can be had.
        other.send({"type": "pilot", "id": 4})
        while driven(other)["id"] != 4:
            pass
        client.send({"type": "pilot", "id": 0})
        while driven(client)["id"] != 0:
            pass


def test_a_page_that_goes_gives_its_fish_back(running: Studio, client: Client) -> None:
    with Client(running.socket_address) as other:
        other.send({"type": "pilot", "id": 2})
        driven(other)
        while client.snapshot().muscle_rows.tolist() != [2]:
            pass
    while len(client.snapshot().muscle_rows):
        pass
    client.send({"type": "pilot", "id": 2})
    assert driven(client)["id"] == 2


def test_whoever_leaves_or_begins_again_is_driven_no_more(client: Client) -> None:
    client.send({"type": "pilot", "id": 0})
    driven(client)
    client.send({"type": "population", "count": 2})
    client.next("status", population=2)
    assert driven(client)["id"] == 0
    client.send({"type": "population", "count": 0})
    lost = client.next("driving", fish=None)
    assert lost["reason"] == "fish 0 is no longer yours: it has left the world"
    client.send({"type": "pilot", "id": None})
    assert client.next("refusal")["message"] == "there is no fish to drive"
    client.send({"type": "restart"})
    client.send({"type": "pilot", "id": 5})
    driven(client)
    client.send({"type": "restart"})
    lost = client.next("driving", fish=None)
    assert lost["reason"] == "fish 5 is no longer yours: the scenario began again"


def test_a_held_world_still_tells(client: Client) -> None:
    client.send({"type": "pilot", "id": 1})
    driven(client)
    client.send({"type": "paused", "value": True})
    client.next("status", paused=True)
    drive(client, speed=2.0)
    assert driven(client, speed=2.0)["id"] == 1


def test_where_there_is_no_boat_nobody_boards(running: Studio) -> None:
    with Client(running.socket_address) as page:
        hello = page.next("hello")
        assert (hello["submarine"], hello["line"], hello["camera"]) == (None, False, [])
        page.next("status", running=True)
        page.send({"type": "board"})
        assert page.next("refusal")["message"] == "there is no submarine in this scenario"
        page.send({"type": "cast", "place": [0.0, 0.0]})
        assert "no fishing line here" in page.next("refusal")["message"]
