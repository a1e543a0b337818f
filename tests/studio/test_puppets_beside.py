"""The puppet stage beside the ocean: it opens when the first page asks for it."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator

import pytest

from motorium.contracts.time import FRAME_RATE
from tests.studio.puppeteers import Puppeteer, puppet_address
from tests.studio.studios import Client, Studio, studio


@pytest.fixture
def fresh() -> Iterator[Studio]:
    """A studio to whose puppets nobody has come yet."""
    with studio() as one:
        yield one


def test_both_stages_play_in_one_studio(fresh: Studio) -> None:
    with urllib.request.urlopen(fresh.address + "stages") as answer:
        names = ["ocean", "puppet", "figures", "performance", "audience", "texture"]
        assert json.load(answer) == {"stages": names}
    with Client(fresh.socket_address) as ocean:
        ocean.next("status", running=True)
        came = time.monotonic()
        with Puppeteer(puppet_address(fresh)) as puppets:
            assert puppets.next("theatre")["puppets"]
            assert puppets.next("puppet")["document"]["puppet"]["title"] == "A person"
            # It began when this page came, not with the studio.
            first = puppets.frame()
            assert first.tick <= FRAME_RATE * (time.monotonic() - came) + 1
            puppets.send({"type": "play", "value": True})
            assert puppets.later(30).seconds > first.seconds
        before = ocean.snapshot().tick
        assert ocean.snapshot(before + 30).tick >= before + 30


def test_large_messages_are_for_puppets_only(running: Studio) -> None:
    with Client(running.socket_address) as giant:
        giant.next("hello")
        giant.send("x" * 200_000)
        assert giant.closed() == 1009
    with Puppeteer(puppet_address(running)) as puppets:
        puppets.next("puppet")
        puppets.send("x" * 200_000)
        assert "not JSON" in puppets.next("refusal")["message"]
