"""Long evidence: a studio that is watched, left and pestered stays the size it was."""

import itertools
import time

import pytest

from tests.studio.studios import PATIENCE, Client, memory_of, studio

SECONDS = 150
VISITS = 30
"""At least, however slow the machine is."""


@pytest.mark.slow
def test_memory_stays_put_under_use() -> None:
    """Pages come, go, change the population and send rubbish for minutes."""
    with studio() as running, Client(running.socket_address) as watcher:
        watcher.next("status", running=True)
        settled = 0
        end = time.monotonic() + SECONDS
        for turn in itertools.count():
            if turn > VISITS and time.monotonic() > end:
                break
            with Client(running.socket_address) as visitor:
                visitor.send({"type": "population", "count": 20 + 200 * (turn % 3)})
                visitor.send("rubbish")
                visitor.next("refusal")
                for _ in range(60):
                    visitor.snapshot()
                    watcher.snapshot()
            if turn == 10:
                settled = memory_of(running.process.pid)
        grown = memory_of(running.process.pid) - settled
        print(f"{turn} visits; memory grew by {grown} KiB of {settled}")
        assert grown < 0.05 * settled + 1024
        # As soon as the machine has time for it.
        end = time.monotonic() + PATIENCE
        while watcher.next("status")["frames_per_second"] <= 30:
            assert time.monotonic() < end
