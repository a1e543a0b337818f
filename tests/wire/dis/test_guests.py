"""Soldiers whom packets bring into a town, and command there."""

from __future__ import annotations

import math
import socket
from typing import Any

import numpy as np
import pytest

from motorium.studio.figure_network import GuestNetwork
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.guests import Guests
from motorium.wire.dis.pdu import EntityType, encode
from motorium.wire.message import WireError
from motorium.world.town.document import load_town
from motorium.world.town.town import Town
from tests.browser.pages import wait_for
from tests.motors.posture.graphs import small_bank, small_graph
from tests.wire.dis.material import ORIGIN, rows, soldier


def town_of(capacity: int = 20) -> Town:
    document = load_town()
    nobody = document.town.model_copy(update={"pedestrians": 0})
    bare = document.model_copy(update={"town": nobody, "guard": []})
    return Town(bare, {"soldier": small_graph()}, capacity=capacity, bank=small_bank())


@pytest.fixture
def town() -> Town:
    return town_of()


@pytest.fixture
def guests(town: Town) -> Guests:
    guests = Guests(town, Entities(ORIGIN, timeout=3.0))
    town.outside.append(guests)
    return guests


def advance(town: Town, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        town.advance()


def only_figure(town: Town) -> int:
    (resident,) = town.roster
    return resident.id


def test_who_is_told_of_appears_and_is_removed_in_silence(town: Town, guests: Guests) -> None:
    guests.entities.take(*rows(soldier(place=(4.0, 5.0, 0.0), heading=1.0)))
    town.advance()
    (resident,) = town.roster
    assert (resident.name, resident.source, resident.armed) == ("SOLDIER 1", "network", True)
    np.testing.assert_allclose(town.population[resident.id].position, (4, 5, 0), atol=0.01)
    assert town.population[resident.id].heading == pytest.approx(1.0, abs=0.01)
    advance(town, 3.2)
    assert town.roster == ()


def test_a_soldier_kneels_when_told_so(town: Town, guests: Guests) -> None:
    guests.entities.take(*rows(soldier()))
    advance(town, 0.5)
    guests.entities.take(*rows(soldier(posture="kneeling deployed")))
    advance(town, 2.5)
    assert town.describe(only_figure(town)).posture == "kneeling deployed"


def test_he_is_where_dead_reckoning_says(town: Town, guests: Guests) -> None:
    guests.entities.take(*rows(soldier(velocity=(1.2, 0.5, 0.0), heading=math.atan2(0.5, 1.2))))
    figure = None
    for frame in range(150):
        town.advance()
        figure = figure or only_figure(town)
        if frame > 5:
            slot = int(guests.entities.living[0])
            np.testing.assert_allclose(
                town.population[figure].position, guests.entities.positions[slot], atol=1e-6
            )
    assert figure is not None
    assert town.describe(figure).doing == "walking forward"
    x, y, _ = town.population[figure].position
    assert (x, y) == (pytest.approx(3.0, abs=0.05), pytest.approx(1.25, abs=0.05))


def test_who_is_led_along_while_he_gets_up_stays_and_catches_up(town: Town, guests: Guests) -> None:
    """He does not slide over the ground lying, and goes faster by no more than he can run."""
    guests.entities.take(*rows(soldier(posture="prone deployed")))
    advance(town, 0.5)
    figure = only_figure(town)
    guests.entities.take(*rows(soldier(velocity=(1.2, 0.0, 0.0))))
    slot = int(guests.entities.living[0])
    before = town.population[figure].position[0]
    behind, stayed, fastest = [], 0, 0.0
    for frame in range(900):
        if frame % 60 == 0:
            x, y, z = guests.entities.positions[slot]
            told = soldier(place=(float(x), float(y), float(z)), velocity=(1.2, 0.0, 0.0))
            guests.entities.take(*rows(told))
        town.advance()
        now = town.population[figure].position[0]
        if " to " in town.describe(figure).doing:
            stayed += 1
        else:
            fastest = max(fastest, (now - before) * 60)
        behind.append(guests.entities.positions[slot][0] - now)
        before = now
    assert stayed > 60
    assert max(behind) > 0.5
    assert fastest < 2.6
    assert abs(behind[-1]) < 1e-3


def test_who_goes_against_his_heading_walks_backward(town: Town, guests: Guests) -> None:
    guests.entities.take(*rows(soldier(velocity=(-0.8, 0.0, 0.0), heading=0.0)))
    advance(town, 2.0)
    assert town.describe(only_figure(town)).doing == "walking backward"


def test_nobody_else_commands_him(town: Town, guests: Guests) -> None:
    guests.entities.take(*rows(soldier()))
    town.advance()
    with pytest.raises(ValueError, match="does what packets tell"):
        town.ask_posture(only_figure(town), "standing firing")


def test_a_figure_that_was_taken_away_ends_nothing_and_moves_nobody_else(
    town: Town, guests: Guests
) -> None:
    guests.entities.take(*rows(soldier(place=(4.0, 5.0, 0.0))))
    town.advance()
    slots = town.slots_of(only_figure(town)).tolist()
    town.remove(only_figure(town))
    other = town.place("soldier", "another", (50.0, 50.0))
    assert town.slots_of(other).tolist() == slots
    guests.entities.take(*rows(soldier(place=(4.5, 5.0, 0.0), posture="kneeling deployed")))
    advance(town, 0.5)
    assert town.population[other].position[:2] == pytest.approx((50.0, 50.0), abs=0.01)
    # Packets still tell of him: he is there again, under another id.
    assert [one.name for one in town.roster] == ["another", "SOLDIER 1"]
    advance(town, 3.0)
    assert [one.id for one in town.roster] == [other]
    guests.leave()


@pytest.mark.parametrize(
    "becomes",
    [
        {"entity_type": EntityType(1, 1, 225, 1, 1, 0, 0)},
        {"place": (20_000.0, 0.0, 0.0)},
    ],
    ids=["a tank", "far away"],
)
def test_who_is_no_person_any_more_or_out_of_reach_goes(
    town: Town, guests: Guests, becomes: dict[str, Any]
) -> None:
    guests.entities.take(*rows(soldier(1), soldier(2)))
    town.advance()
    guests.entities.take(*rows(soldier(1, **becomes), soldier(2)))
    advance(town, 0.1)
    assert [one.name for one in town.roster] == ["SOLDIER 2"]
    assert len(guests.entities) == 2
    guests.entities.take(*rows(soldier(1), soldier(2)))
    advance(town, 0.1)
    assert [one.name for one in town.roster] == ["SOLDIER 2", "SOLDIER 1"]


def test_what_is_written_on_him_may_change(town: Town, guests: Guests) -> None:
    guests.entities.take(*rows(soldier(1)))
    town.advance()
    before, version = only_figure(town), town.roster_version
    # In the same frame somebody else comes.
    guests.entities.take(*rows(soldier(1, marking="ALPHA 1"), soldier(2)))
    town.advance()
    assert [one.name for one in town.roster] == ["ALPHA 1", "SOLDIER 2"]
    assert town.roster[0].id == before
    assert town.roster_version > version


def test_a_full_town_takes_as_many_as_it_can() -> None:
    town = town_of(capacity=3)
    guests = Guests(town, Entities(ORIGIN))
    town.outside.append(guests)
    guests.entities.take(*rows(*(soldier(entity) for entity in range(1, 6))))
    advance(town, 0.2)
    assert len(town.roster) == 3
    guests.leave()
    assert not town.roster


def test_packets_on_a_port_bring_soldiers_and_take_them_along(town: Town) -> None:
    network = GuestNetwork(ORIGIN)
    network.attach(town)
    assert network.status is None
    network.listen(0)
    status = network.status
    assert status is not None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
        sending.sendto(encode(soldier()), ("127.0.0.1", status.port))
        sending.sendto(b"\x07 no entity", ("127.0.0.1", status.port))

        def came() -> bool:
            town.advance()
            return len(town.roster) == 1 and (network.status or status).refused == 1

        wait_for(came, "a soldier", 300)
    network.listen(None)
    assert (town.roster, town.outside, network.status) == ((), [], None)


def test_a_port_that_is_taken_leaves_all_as_it_is(town: Town) -> None:
    network = GuestNetwork(ORIGIN)
    network.attach(town)
    network.listen(0)
    status = network.status
    assert status is not None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        taken = other.getsockname()[1]
        with pytest.raises(WireError, match=str(taken)):
            network.listen(taken)
    again = network.status
    assert again is not None
    assert again.port == status.port
    network.close()
