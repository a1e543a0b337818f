"""Long evidence: a studio that is watched, left and pestered stays the size it was."""

import itertools
import time

import pytest

from tests.studio.studios import Client, memory_of, studio

SECONDS = 150


@pytest.mark.slow
def test_memory_stays_put_under_use() -> None:
    """Pages come, go, change the population and send rubbish for minutes."""
    with studio() as running, Client(running.socket_address) as watcher:
        watcher.next("status", running=True)
        settled = 0
        end = time.monotonic() + SECONDS
        for turn in itertools.count():
            if time.monotonic() > end:
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
        assert turn > 30
        assert grown < 0.05 * settled + 1024
        assert watcher.next("status")["frames_per_second"] > 30
