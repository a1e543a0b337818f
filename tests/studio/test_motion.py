"""`motorium motion`: the real process, commanded over sockets and heard by others."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
from typer import Typer
from typer.testing import CliRunner

from motorium.studio.motion import status_line
from motorium.studio.motion_command import motion
from motorium.wire.figures.client import MotionClient, MotionError
from motorium.wire.figures.messages import FigureStatus, NetworkStatus
from tests.studio.studios import BUILDING, PATIENCE

APP = Typer()
APP.command()(motion)

BAD = {
    ("--token", "short"): "a token needs at least 8 characters",
    ("--origin", "here"): "--origin 'here': must be latitude and longitude in degrees, like "
    "52.37,9.73\n",
    ("--origin", "95,0"): "they go from -90 to 90",
    ("nowhere",): "nowhere",
    ("--port", "1", "--host", "203.0.113.1"): "cannot listen on 203.0.113.1 port 1",
}


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_what_cannot_be_served_is_said(arguments: tuple[str, ...]) -> None:
    answer = CliRunner().invoke(APP, list(arguments))
    assert answer.exit_code == 2
    assert BAD[arguments] in answer.output


def test_a_port_that_is_taken_is_said_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = CliRunner().invoke(APP, ["--port", str(port)])
    assert answer.exit_code == 2
    assert f"port {port} is already in use" in answer.output


def test_how_it_goes_fits_a_line() -> None:
    status = FigureStatus(
        running=True,
        seconds=61.25,
        figures=[2, 10, 40],
        milliseconds=0.375,
        detail=1.0,
        budget=None,
        joint_updates=12_345.6,
        bytes=98_765.0,
        clients=3,
        network=NetworkStatus(port=3000, entities=7, rate=35.2, received=1000, refused=0),
    )
    line = status_line(status)
    assert "2 high, 10 med, 40 low" in line
    assert "12,346 joint updates/s" in line
    assert "99 kB/s" in line
    assert "  3 clients  " in line
    assert "DIS: 7 entities, 35 PDU/s" in line
    assert status.network is not None
    alone = status.network.model_copy(update={"entities": 1})
    line = status_line(status.model_copy(update={"clients": 1, "network": alone}))
    assert "  1 client  " in line
    assert "DIS: 1 entity, 35 PDU/s" in line
    assert "DIS" not in status_line(status.model_copy(update={"network": None}))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "motorium", "motion", "--port=0", "--token=open sesame"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.fullmatch(r"Motorium motion at (ws://\S+)\n", process.stdout.readline())
    assert found
    try:
        yield found[1]
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


@pytest.mark.slow
def test_two_programs_meet_in_a_town(address: str) -> None:
    """The first start builds motions, which takes a minute or two."""
    with pytest.raises(MotionError, match="token"):
        MotionClient(address.partition("?")[0], timeout=PATIENCE).wait_for_frame()
    with (
        MotionClient(address, timeout=PATIENCE) as commander,
        MotionClient(address, timeout=PATIENCE) as watcher,
    ):
        commander.wait_until(lambda: commander.header is not None, BUILDING)
        guard = commander.place(
            "soldier", (0.0, 0.0), posture="standing deployed", timeout=PATIENCE
        )
        watcher.wait_until(lambda: watcher.is_shown(guard), PATIENCE)
        before = float(watcher.figure(guard).positions[0, 0, 2])
        commander.ask_state(guard, "kneeling", heading=0.0)
        watcher.wait_until(lambda: watcher.describe(guard).posture == "kneeling deployed", PATIENCE)
        watcher.wait_until(
            lambda: float(watcher.figure(guard).positions[0, 0, 2]) < before - 0.2, PATIENCE
        )
        commander.ask_motion(guard, 1.4, 0.0)
        start = watcher.figure(guard).positions[0, 0]
        watcher.wait_until(
            lambda: float(watcher.figure(guard).positions[0, 0, 0] - start[0]) > 2.0, PATIENCE
        )
        assert watcher.joint_updates > 0
