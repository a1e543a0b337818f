"""The physics of the world on show, over a real socket."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from motorium.bodies.species import load_species
from tests.studio.studios import Client, Studio, studio_of

POND = """
format = 1

[world]
title = "A pond"
current = [0.0, 0.1, 0.0]

[[group]]
species = "herring"
count = 2

[[group]]
species = "sardine"
count = 1
"""
NOTHING = dict.fromkeys(("mass", "stiffness", "damping", "steps", "hydrodynamics"))
OWN = [load_species(name).steps_per_frame for name in ("herring", "sardine")]


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio_of(POND, tmp_path_factory.mktemp("pond")) as one:
        yield one


@pytest.fixture
def page(pond: Studio) -> Iterator[Client]:
    with Client(pond.socket_address) as one:
        one.begin_anew()
        yield one


def wish(page: Client, **changed: object) -> None:
    page.send({"type": "physics"} | NOTHING | changed)


def test_hello_tells_between_which_bounds(pond: Studio) -> None:
    with Client(pond.socket_address) as client:
        ranges = client.next("hello")["physics"]
    assert ranges["own_steps"] == OWN
    for name in ("mass", "stiffness", "damping"):
        assert ranges[name][0] < 1.0 < ranges[name][1]


def test_one_thing_is_changed_and_all_else_stays(page: Client) -> None:
    wish(page, stiffness=2.5)
    wish(page, hydrodynamics=False)
    wish(page, mass=0.5, steps=9)
    while (now := page.next("status")["physics"])["steps"] != 9:
        pass
    assert (now["stiffness"], now["mass"], now["damping"]) == (2.5, 0.5, 1.0)
    assert not now["hydrodynamics"]
    assert now["taken"] == [9, 9]
    assert not now["standard"]
    wish(page, steps=0)
    while (now := page.next("status")["physics"])["steps"] != 0:
        pass
    assert now["taken"] == OWN


def test_too_few_steps_are_raised_and_it_is_said(page: Client) -> None:
    wish(page, steps=1)
    while not (now := page.next("status")["physics"])["note"]:
        pass
    assert now["taken"] == [2, 2]
    assert now["note"] == "Herring, Sardine: 2 steps, for 1 would break their bodies"


def test_reset_is_as_the_scenario_has_it(page: Client) -> None:
    wish(page, damping=3.0, steps=2)
    page.send({"type": "viscosity", "value": 2.0})
    page.send({"type": "current", "velocity": [0.2, 0.0, 0.0]})
    while (status := page.next("status"))["physics"]["current"] != [0.2, 0.0, 0.0]:
        pass
    assert status["viscosity"] == 2.0
    page.send({"type": "reset-physics"})
    now = page.next("status", viscosity=1.0)["physics"]
    assert now["standard"]
    assert (now["damping"], now["steps"], now["current"]) == (1.0, 0, [0.0, 0.1, 0.0])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"mass": 5.0}, "mass"), ({"steps": 99}, "steps"), ({"hydrodynamics": 3}, "hydrodynamics")],
)
def test_what_cannot_be_is_refused(page: Client, wrong: dict[str, object], said: str) -> None:
    wish(page, **wrong)
    assert said in page.next("refusal")["message"]
    assert page.next("status")["physics"]["standard"]


def test_restart_begins_with_the_standard(page: Client) -> None:
    wish(page, mass=1.5)
    while page.next("status")["physics"]["mass"] != 1.5:
        pass
    page.send({"type": "restart"})
    while page.next("status")["physics"]["mass"] != 1.0:
        pass


def test_twins_that_are_compared_stay_twins(page: Client) -> None:
    page.send({"type": "compare", "on": True, "id": None})
    hello = page.next("hello")
    assert hello["comparison"] is not None
    wish(page, mass=1.5)
    assert "twins" in page.next("refusal")["message"]
    page.send({"type": "compare", "on": False, "id": None})
    page.next("hello", comparison=None)
