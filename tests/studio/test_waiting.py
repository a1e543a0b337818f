"""Wishes that wait for films: the newest counts, and nobody gets what he no longer wants."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from motorium.studio import simulation as studio
from motorium.studio.simulation import Simulation
from motorium.wire.message import Message
from motorium.wire.messages import Refusal
from motorium.wire.wishes import Compare, Motor, Restart
from motorium.world.scenario import Group, Scenario, WorldSettings


class Filming:
    """Takes as long as a test wants."""

    sentence = "Filming"

    def __init__(self) -> None:
        self.running = False
        self.done = False

    def begin(self, names: list[str]) -> None:
        self.running = True

    def end(self) -> str:
        return ""

    def unfilmed(self, names: Iterable[str]) -> list[str]:
        return [] if self.done else sorted(set(names))


class Refused:
    def __init__(self) -> None:
        self.sentences: list[str] = []

    def snapshot(self, data: object) -> None:
        pass

    def message(self, message: Message, page: object | None = None) -> None:
        if isinstance(message, Refusal):
            self.sentences.append(message.message)


class Show:
    """Three herrings of which there is no film yet."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        group = Group(species="herring", count=3)
        scenario = Scenario(format=1, world=WorldSettings(capacity=3), group=[group])
        self.refused = Refused()
        self.simulation = Simulation(scenario, self.refused)
        self.films = Filming()
        monkeypatch.setattr(self.simulation, "_films", self.films)
        monkeypatch.setattr(studio, "unfilmed", self.films.unfilmed)

    def wish(self, *messages: Message, page: object | None = None) -> None:
        for message in messages:
            self.simulation._grant(message, page)

    def film(self) -> None:
        self.films.running, self.films.done = False, True
        self.simulation._grant_waiting()

    @property
    def motors(self) -> list[int]:
        people = self.simulation._world.population
        motors: list[int] = people.motors[people.living].tolist()
        return motors

    @property
    def comparing(self) -> bool:
        return self.simulation._scene.comparing


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Show:
    return Show(monkeypatch)


def playback(identity: int | None = None) -> Motor:
    return Motor(id=identity, choice="repertoire")


def muscle(identity: int | None = None) -> Motor:
    return Motor(id=identity, choice="muscle")


@pytest.mark.parametrize(
    ("asked", "motors"),
    [
        ([playback()], [1, 1, 1]),
        ([playback(), muscle()], [0, 0, 0]),
        ([playback(), muscle(), playback(2)], [0, 0, 1]),
        ([playback(), muscle(1)], [1, 0, 1]),
        ([playback(1), playback(2), muscle(1)], [0, 0, 1]),
        ([playback(), Restart()], [0, 0, 0]),
    ],
)
def test_the_newest_wish_counts(show: Show, asked: list[Message], motors: list[int]) -> None:
    show.wish(*asked)
    assert show.motors == [0, 0, 0]
    show.film()
    assert show.motors == motors
    assert show.refused.sentences == []


def test_who_does_not_live_is_refused_at_once(show: Show) -> None:
    with pytest.raises(KeyError, match="nobody has id 99999"):
        show.wish(playback(99999))
    assert not show.films.running


def test_nobody_s_world_is_put_aside_for_a_page_that_has_gone(show: Show) -> None:
    compare = Compare(on=True, id=None)
    show.wish(compare, page="gone")
    show.simulation._waiting.forget("gone")
    show.film()
    assert not show.comparing
    show.wish(compare, compare, page="here")
    assert show.comparing
    assert show.refused.sentences == []


def test_a_wish_whose_film_ends_during_a_comparison_is_kept_for_the_world(show: Show) -> None:
    show.wish(Compare(on=True, id=2), playback(), page="here")
    show.film()
    assert show.comparing
    show.wish(Compare(on=True, id=2))
    show.simulation._grant_waiting()
    show.wish(Compare(on=False, id=None))
    assert show.motors == [0, 0, 0]
    show.simulation._grant_waiting()
    assert show.motors == [1, 1, 1]
    assert show.refused.sentences == []
