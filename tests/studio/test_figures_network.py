"""Packets of a network beside the figures' stage: heard, shown, counted, and left alone again."""

from __future__ import annotations

import socket
import time

from motorium.studio.figure_network import TOWN_ORIGIN, GuestNetwork
from motorium.wire.dis.patrol import Patrol, load_patrol
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target
from motorium.wire.figures import wishes
from motorium.wire.figures.client import MotionClient
from tests.studio.studios import PATIENCE
from tests.studio.town_stand_in import StandInTown, served


def test_a_page_lets_a_port_be_heard_and_sees_who_comes() -> None:
    network = GuestNetwork()
    with served(StandInTown(), network=network) as address, MotionClient(address) as page:
        page.wait_for_frame(PATIENCE)
        page.send(wishes.Listen(port=0))

        def heard() -> bool:
            return page.status is not None and page.status.network is not None

        page.wait_until(heard, PATIENCE)
        assert page.status is not None
        assert page.status.network is not None
        with Target(port=page.status.network.port) as target:
            patrol = Patrol(load_patrol(), Sender(TOWN_ORIGIN, target.send))
            end = time.monotonic() + PATIENCE
            while not page.residents and time.monotonic() < end:
                patrol.advance(1 / 60)
                time.sleep(1 / 60)
        assert {one.source for one in page.residents.values()} == {"network"}
        page.remove(min(page.residents))
        page.wait_until(
            lambda: any("as long as packets tell" in one for one in page.refusals), PATIENCE
        )
        page.wait_until(
            lambda: bool(
                page.status
                and page.status.network
                and page.status.network.entities == len(page.residents)
                and page.status.network.received >= len(page.residents)
            ),
            PATIENCE,
        )
        page.send(wishes.Listen(port=None))
        page.wait_until(lambda: not page.residents, PATIENCE)
        page.wait_until(lambda: not heard(), PATIENCE)
    assert network.port is None


def test_a_port_that_is_taken_is_refused_and_the_old_one_is_kept() -> None:
    network = GuestNetwork(port=0)
    kept = network.port
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken,
        served(StandInTown(), network=network) as address,
        MotionClient(address) as page,
    ):
        taken.bind(("127.0.0.1", 0))
        page.wait_for_frame(PATIENCE)
        page.send(wishes.Listen(port=taken.getsockname()[1]))
        page.wait_until(lambda: bool(page.refusals), PATIENCE)
        assert "cannot listen" in page.refusals[0]
        assert network.port == kept
