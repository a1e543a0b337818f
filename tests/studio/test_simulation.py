"""The simulation by itself, frame by frame, with an audience that takes its time."""

from __future__ import annotations

import time

from motorium.studio.simulation import Simulation
from motorium.wire.message import Message
from motorium.world.scenario import Group, Scenario, WorldSettings

SLOW = 0.05
"""[s]"""


class SlowAudience:
    def snapshot(self, data: bytes) -> None:
        time.sleep(SLOW)

    def message(self, message: Message, page: object | None = None) -> None:
        pass


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
