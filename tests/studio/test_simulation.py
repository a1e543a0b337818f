"""The simulation by itself, frame by frame, with an audience that takes its time."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import cast

from motorium.studio.simulation import Simulation
from motorium.wire.message import Message
from motorium.wire.messages import Happening, Status
from motorium.wire.wishes import Paused
from motorium.world.recording.recorder import Recorder
from motorium.world.scenario import Group, Scenario, WorldSettings
from tests.studio.studios import PATIENCE

SLOW = 0.05
"""[s]"""


class SlowAudience:
    def snapshot(self, data: object) -> None:
        time.sleep(SLOW)

    def message(self, message: Message, page: object | None = None) -> None:
        pass


class Listener:
    def __init__(self) -> None:
        self.heard: list[str] = []
        self.paused = threading.Event()

    def snapshot(self, data: object) -> None:
        self.heard.append("picture")

    def message(self, message: Message, page: object | None = None) -> None:
        if isinstance(message, Status):
            self.heard.append("held" if message.paused else "running")
            if message.paused and self.heard.count("held") > 1:
                self.paused.set()


def test_a_held_world_is_shown_after_it_is_told_that_it_is_held() -> None:
    """Whoever waits for the status and then for the picture must not wait for ever."""
    group = Group(species="herring", count=2)
    scenario = Scenario(format=1, world=WorldSettings(capacity=2), group=[group])
    listener = Listener()
    simulation = Simulation(scenario, listener)
    simulation.start()
    simulation.wish(Paused(type="paused", value=True)).result(timeout=PATIENCE)
    assert listener.paused.wait(timeout=PATIENCE)
    simulation.stop()
    first = listener.heard.index("held")
    assert listener.heard[first + 1] == "picture"


def test_pictures_count_for_the_budget_and_in_the_costs() -> None:
    group = Group(species="herring", count=2)
    scenario = Scenario(format=1, world=WorldSettings(capacity=2, budget=8.0), group=[group])
    simulation = Simulation(scenario, SlowAudience())
    for _ in range(3):
        simulation._advance()
    levels = simulation._world.levels
    # Of the last picture the world hears after its frame.
    assert levels.spent > 1e3 * SLOW * 2 / 3
    assert simulation._status().frame_milliseconds > 1e3 * SLOW * (1 - 0.9**3)


class Told:
    def __init__(self) -> None:
        self.news: list[tuple[object | None, str]] = []

    def snapshot(self, data: object) -> None:
        pass

    def message(self, message: Message, page: object | None = None) -> None:
        if isinstance(message, Happening):
            self.news.append((page, message.text))


def test_who_comes_late_is_told_that_nothing_is_recorded_any_more() -> None:
    failed = cast(Recorder, SimpleNamespace(failed="No space left on device"))
    scenario = Scenario(format=1, group=[Group(species="herring", count=1)])
    audience = Told()
    Simulation(scenario, audience, record=lambda world: failed).arrive("page")
    assert audience.news == [("page", "the recording has ended: No space left on device")]
