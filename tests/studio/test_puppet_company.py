"""Several pages around one puppet: each holds, draws and records for itself."""

from __future__ import annotations

import pytest

from motorium.bodies.puppet.files import load_puppet
from motorium.studio.puppet_company import Company
from motorium.wire.puppetry import Play
from motorium.world.theatre.theatre import Theatre

HOLD, GO_ON = Play(value=False), Play(value=True)
DRAW, DRAWN = Play(value=False, drawing=True), Play(value=True, drawing=True)


@pytest.fixture
def theatre() -> Theatre:
    return Theatre(load_puppet("rope"))


@pytest.mark.parametrize("also", ["hold", "step", "draw"])
def test_it_stands_until_the_last_who_held_it_has_gone(theatre: Theatre, also: str) -> None:
    company = Company()
    company.play(HOLD, "A", theatre)
    if also == "step":
        company.step("B", theatre)
    else:
        company.play(HOLD if also == "hold" else DRAW, "B", theatre)
    company.leave("B", theatre)
    assert not theatre.playing
    assert not theatre.told
    company.leave("A", theatre)
    assert theatre.playing
    assert list(theatre.told) == ["the page that held it has gone: the play goes on"]


def test_who_has_drawn_does_not_let_go_what_others_hold(theatre: Theatre) -> None:
    company = Company()
    company.play(DRAW, "A", theatre)
    assert company.sentence(DRAW, theatre) == "another page draws on it"
    company.play(DRAW, "B", theatre)
    company.play(DRAWN, "A", theatre)
    assert not theatre.playing
    assert "somebody else holds it" in company.sentence(DRAWN, theatre)
    company.play(DRAWN, "B", theatre)
    assert theatre.playing
    # Who held it before it drew holds it when it has drawn.
    company.play(HOLD, "A", theatre)
    company.play(DRAW, "A", theatre)
    company.play(DRAWN, "A", theatre)
    assert not theatre.playing


def test_what_stood_by_itself_stands_when_it_has_been_drawn_on(theatre: Theatre) -> None:
    company = Company()
    theatre.playing = False
    company.play(DRAW, "A", theatre)
    company.play(DRAWN, "A", theatre)
    assert not theatre.playing


def test_anybody_lets_it_go_on(theatre: Theatre) -> None:
    company = Company()
    company.play(HOLD, "A", theatre)
    company.play(DRAW, "B", theatre)
    company.play(GO_ON, "C", theatre)
    assert theatre.playing
    company.leave("A", theatre)
    company.leave("B", theatre)
    assert not theatre.told


def test_nobody_takes_over_what_another_page_records(theatre: Theatre) -> None:
    company = Company()
    assert company.record(False, "B", theatre) == ""
    assert company.record(True, "A", theatre) == "another page has begun a recording"
    assert company.record(True, "B", theatre) == ""
    with pytest.raises(ValueError, match="another page records"):
        company.play(HOLD, "B", theatre)
    theatre.advance()
    company.leave("B", theatre)
    assert theatre.recording
    company.leave("A", theatre)
    assert not theatre.recording
    assert "the page that recorded has gone" in theatre.told[0]
