"""Pictures that are packed for each page apart: whoever is slow skips, and ends up right."""

from __future__ import annotations

import ast
import asyncio
from dataclasses import dataclass, field

from motorium.studio.hub import Hub, Seat
from motorium.wire.messages import Progress


@dataclass
class Counts:
    """A picture of numbers, packed as those that a page does not know."""

    numbers: dict[str, int]
    packed: list[str] = field(default_factory=list)

    def fresh_memory(self) -> dict[str, int]:
        return {}

    def pack_for(self, memory: dict[str, int]) -> bytes:
        news = {key: value for key, value in self.numbers.items() if memory.get(key) != value}
        memory.update(news)
        return repr(news).encode()


def hello() -> Progress:
    return Progress(label="hello", done=0, total=1)


async def told(seat: Seat) -> dict[str, int]:
    _, data = await seat.take()
    assert data is not None
    news: dict[str, int] = ast.literal_eval(data.decode())
    return news


def test_each_page_is_told_what_it_does_not_know() -> None:
    async def run() -> None:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        quick = hub.sit_down(hello())
        hub.snapshot(Counts({"a": 1, "b": 1}))
        await asyncio.sleep(0)
        assert await told(quick) == {"a": 1, "b": 1}
        slow = hub.sit_down(hello())
        for step in range(2, 5):
            hub.snapshot(Counts({"a": step, "b": 1}))
            await asyncio.sleep(0)
            assert await told(quick) == {"a": step}
        # Of the three that came meanwhile it is told the newest, whole: it knew nothing.
        assert await told(slow) == {"a": 4, "b": 1}
        hub.snapshot(Counts({"a": 4, "b": 2}))
        await asyncio.sleep(0)
        assert await told(slow) == await told(quick) == {"b": 2}

    asyncio.run(run())


def test_a_page_without_memory_is_told_everything_again() -> None:
    async def run() -> None:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        seat = hub.sit_down(hello())
        for _ in range(2):
            hub.snapshot(Counts({"a": 1}))
            await asyncio.sleep(0)
            seat.memory = None
            assert await told(seat) == {"a": 1}

    asyncio.run(run())


def test_bytes_go_as_they_are() -> None:
    async def run() -> None:
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        seat = hub.sit_down(hello())
        hub.snapshot(b"whole")
        await asyncio.sleep(0)
        assert (await seat.take())[1] == b"whole"

    asyncio.run(run())
