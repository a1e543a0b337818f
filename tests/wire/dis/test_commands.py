"""`motorium dis listen` and `send` talk to each other over a real network."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from motorium.wire.dis.commands import dis_app
from motorium.wire.dis.entities import Entities
from motorium.wire.dis.patrol import Patrol, PatrolScript
from motorium.wire.dis.receiving import Receiver
from motorium.wire.dis.sending import Sender
from motorium.wire.dis.sockets import Target
from tests.browser.pages import wait_for
from tests.wire.dis.material import FRAME, ORIGIN, rows, soldier

TURNS = [{"stay": 1.0}, {"stay": 1.0, "posture": "kneeling deployed"}]
KNEELS = {"format": 1, "soldier": [{"marking": "KNEELS", "step": TURNS}]}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """What is compiled at the first packet would take the time in which they listen."""
    entities = Entities(ORIGIN)
    entities.take(*rows(soldier()))
    entities.advance(FRAME)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(dis_app, list(arguments))


def free_port() -> int:
    with Receiver(0) as receiver:
        return receiver.port


def listened(*options: str) -> str:
    """What `listen` prints while a soldier is sent to it."""
    port = free_port()
    found: list[Result] = []
    at = ("--latitude", "48.1", "--longitude", "11.5", "--altitude", "520")
    thread = threading.Thread(
        target=lambda: found.append(run("listen", "--port", str(port), *at, *options))
    )
    thread.start()
    with Target(port=port) as target:
        patrol = Patrol(PatrolScript.model_validate(KNEELS), Sender(ORIGIN, target.send))
        while thread.is_alive():
            patrol.advance(30 * FRAME)
            time.sleep(0.02)
    assert found[0].exit_code == 0, found[0].output
    return found[0].output


def test_listen_prints_a_table_once() -> None:
    text = listened("--once", "--seconds", "2")
    assert "1:1:1" in text
    assert "KNEELS" in text
    assert "lifeform" in text
    assert "standing deployed" in text or "kneeling deployed" in text


def test_listen_prints_lines_of_json() -> None:
    lines = [json.loads(line) for line in listened("--json", "--seconds", "2").splitlines()]
    assert lines[0]["event"] == "appeared"
    assert lines[0]["entity"] == "1:1:1"
    assert {line["posture"] for line in lines} == {"standing deployed", "kneeling deployed"}
    assert lines[0]["position"] == pytest.approx([0.0, 0.0, 0.0], abs=0.01)
    assert {line["event"] for line in lines[1:]} == {"heard"}


def test_who_has_gone_is_told_with_what_he_was_called() -> None:
    port = free_port()
    found: list[Result] = []
    options = ("--port", str(port), "--json", "--seconds", "3")
    thread = threading.Thread(target=lambda: found.append(run("listen", *options)))
    thread.start()
    with Target(port=port) as target:
        # He comes and goes until the listener has heard enough, however late that begins.
        while thread.is_alive():
            sender = Sender(ORIGIN, target.send, exercise=3)
            Patrol(PatrolScript.model_validate(KNEELS), sender).advance(FRAME)
            time.sleep(0.1)
            sender.close()
            time.sleep(0.1)
    thread.join()
    told = [json.loads(line) for line in found[0].output.splitlines()]
    gone = [one for one in told if one["event"] == "gone"]
    assert gone
    assert {(one["exercise"], one["entity"], one["marking"]) for one in gone} == {
        (3, "1:1:1", "KNEELS")
    }


def test_listen_shows_it_live() -> None:
    assert "KNEELS" in listened("--seconds", "2")


def test_send_sends_a_patrol() -> None:
    with Receiver(0) as receiver:
        result = run("send", "--to", f"127.0.0.1:{receiver.port}", "--seconds", "0.3")
        assert result.exit_code == 0, result.output
        wait_for(lambda: f"sent {receiver.packets} PDUs" in result.output, "all packets")
        # Four soldiers come, and go in the end.
        assert receiver.packets >= 8
    assert "A patrol: 4 soldiers, to 127.0.0.1:" in result.output
    assert "ALPHA 1 walking" in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("send", "nowhere"), "no patrol is called 'nowhere'; known are patrol"),
        (("send", "--to", "host:x"), "'host:x' is no target; write HOST or HOST:PORT"),
        (("send", "--to", "255.255.255.255"), "255.255.255.255 is a broadcast address"),
        (("send", "--to", "255.255.255.255:3000"), "is to be told (--broadcast"),
        (("send", "patrol", "--scenario", "reef"), "the patrol 'patrol' or the scenario 'reef'"),
        (("send", "--scenario", "rief"), "no scenario is called 'rief'"),
        (("listen", "--address", "203.0.113.7", "--seconds", "0"), "cannot listen at 203.0.113.7"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert sentence in result.output


def test_send_reads_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('format = 1\n[[soldier]]\nmarking = "ME"\n[[soldier.step]]\nstay = 1.0\n')
    result = run("send", str(file), "--to", f"127.0.0.1:{free_port()}", "--seconds", "0.1")
    assert result.exit_code == 0, result.output
    assert "ME standing deployed" in result.output
