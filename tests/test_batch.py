"""Independent jobs: in order, one failure at a time, and ended at once by Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from motorium import batch
from motorium.batch import (
    BatchError,
    Outcome,
    check_workers,
    ended_by_ctrl_c,
    open_pool,
    run_batch,
)


def double(number: int) -> int:
    """Late jobs are done first."""
    time.sleep(0.02 * (5 - number))
    return 2 * number


def stumble(number: int) -> int:
    if number == 1:
        raise ValueError("one is\nnot to my taste")
    if number == 2:
        raise KeyError("two")
    return number


class CannotTravel(Exception):
    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fail_oddly(number: int) -> int:
    raise CannotTravel(number, number)


def die(number: int) -> int:
    if number == 1:
        os._exit(3)
    return number


def test_results_come_in_the_order_of_the_jobs() -> None:
    told: list[tuple[int, int | None]] = []

    def tell(number: int, outcome: Outcome[int]) -> None:
        told.append((number, outcome.result))

    outcomes = run_batch(double, range(5), workers=2, tell=tell)
    assert [outcome.result for outcome in outcomes] == [0, 2, 4, 6, 8]
    assert sorted(told) == [(number, 2 * number) for number in range(5)]
    assert all(outcome.problem is None and outcome.seconds > 0 for outcome in outcomes)
    places = {outcome.where for outcome in outcomes}
    assert len(places) <= 2
    assert all(place.startswith("process ") for place in places)
    assert f"process {os.getpid()}" not in places


def test_one_that_fails_spoils_no_other() -> None:
    outcomes = run_batch(stumble, range(4), workers=2)
    assert [outcome.result for outcome in outcomes] == [0, None, None, 3]
    assert [outcome.problem for outcome in outcomes] == [
        None,
        "one is not to my taste",
        "KeyError: 'two'",
        None,
    ]


def test_exceptions_that_cannot_travel_do_not_break_the_pool() -> None:
    outcomes = run_batch(fail_oddly, [1, 2], workers=1)
    assert [outcome.problem for outcome in outcomes] == [
        "CannotTravel: 1 and 1",
        "CannotTravel: 2 and 2",
    ]


def test_a_worker_that_dies_loses_only_its_own_job() -> None:
    outcomes = run_batch(die, range(4), workers=2)
    assert [outcome.result for outcome in outcomes] == [0, None, 2, 3]
    assert outcomes[1].problem == "its process has ended too early"


def test_no_jobs_are_done_at_once() -> None:
    assert run_batch(double, [], workers=1) == []


INTERRUPTED = """
import sys, time
sys.path.insert(0, {folder!r})
from motorium.batch import ended_by_ctrl_c, run_batch
from sleeper import sleep

if __name__ == "__main__":
    try:
        with ended_by_ctrl_c(ValueError("ended")):
            run_batch(sleep, [1, 2, 3], workers=2)
    except ValueError as end:
        print(end, flush=True)
"""
SLEEPER = """
import os, pathlib, time

def sleep(number):
    (pathlib.Path(__file__).parent / f"worker-{os.getpid()}").touch()
    time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal to a group")
def test_ctrl_c_ends_all_workers_at_once(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    (tmp_path / "main.py").write_text(INTERRUPTED.format(folder=str(tmp_path)))
    running = subprocess.Popen(
        [sys.executable, str(tmp_path / "main.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 120
        while len(list(tmp_path.glob("worker-*"))) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        for _ in range(6):
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.03)
        said, complaints = running.communicate(timeout=120)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    assert said == "ended\n", complaints
    assert running.returncode == 0
    workers = [int(worker.name.removeprefix("worker-")) for worker in tmp_path.glob("worker-*")]
    # Who has ended is still there until the system has cleared him away.
    deadline = time.monotonic() + 120
    while any(lives(worker) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def swallow_ctrl_c() -> None:
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("no compiled object yet") from None


def test_ctrl_c_that_was_swallowed_counts_where_something_fails_then() -> None:
    with pytest.raises(BatchError, match="the end"), ended_by_ctrl_c(BatchError("the end")):
        swallow_ctrl_c()
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_without_ctrl_c_nothing_is_changed() -> None:
    before = signal.getsignal(signal.SIGINT)
    with ended_by_ctrl_c(BatchError("the end")):
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyError, match="own"), ended_by_ctrl_c(BatchError("the end")):
        raise KeyError("its own")
    assert signal.getsignal(signal.SIGINT) is before


@pytest.fixture(autouse=True)
def keys_as_before() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("workers", "ray", "sentence"),
    [
        (0, None, "--jobs 0 is not between 1 and 1024"),
        (-3, None, "--jobs -3 is not between"),
        (9999, None, "--jobs 9999 is not between"),
        (2, "auto", "--jobs counts processes of this machine; leave it out with --ray"),
    ],
)
def test_workers_that_make_no_sense(workers: int, ray: str | None, sentence: str) -> None:
    with pytest.raises(BatchError, match=sentence):
        check_workers(workers, ray)


@pytest.mark.parametrize(
    "address", ["", "local", "nonsense", "host:", ":6379", "host:port", "http://host:80", "h:99999"]
)
def test_an_address_that_is_none_gets_a_sentence(address: str) -> None:
    """Above all, no cluster is started on this machine."""
    with (
        pytest.raises(BatchError, match="is no address; give HOST:PORT") as refusal,
        open_pool(ray=address),
    ):
        pass
    assert repr(address) in str(refusal.value)


def test_a_cluster_that_cannot_be_reached_gets_a_sentence() -> None:
    with (
        pytest.raises(BatchError, match=r"cannot reach a Ray cluster at 127\.0\.0\.1:1: "),
        open_pool(ray="127.0.0.1:1"),
    ):
        pass


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "find_spec", lambda name: None)
    with (
        pytest.raises(BatchError, match=r"pip install 'motorium\[cluster\]'"),
        open_pool(ray="auto"),
    ):
        pass
