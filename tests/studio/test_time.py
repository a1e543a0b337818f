"""The time of a living world: slow motion, and other seeds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from motorium.contracts.time import FRAME_RATE
from motorium.studio.pace import Pace
from motorium.studio.simulation import Simulation
from motorium.wire import messages, wishes
from motorium.wire.message import Message
from motorium.world.recording.digest import world_digest
from motorium.world.scenario import Group, Scenario, WorldSettings

RATES = (0.05, 0.1, 0.25, 0.3, 0.5, 0.97, 1.0)


class Told:
    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.pictures = 0

    def snapshot(self, data: object) -> None:
        self.pictures += 1

    def message(self, message: Message, page: object | None = None) -> None:
        self.messages.append(message)


def school() -> tuple[Simulation, Told]:
    group = Group(species="herring", count=4)
    told = Told()
    world = WorldSettings(title="Four", seed=5, capacity=8)
    return Simulation(Scenario(format=1, world=world, group=[group]), told), told


def run_beats(simulation: Simulation, count: int, patch: pytest.MonkeyPatch) -> None:
    """The simulation's own loop, for so many beats of a clock that takes no time."""

    class Clock:
        left = count

        def must_tell(self, changed: bool) -> bool:
            return changed

        def wait(self) -> None:
            self.left -= 1
            if self.left == 0:
                simulation._stop.set()

    patch.setattr("motorium.studio.simulation.Beat", Clock)
    simulation._stop.clear()
    simulation._frames()


@pytest.mark.parametrize("rate", RATES)
def test_so_many_beats_are_frames_and_evenly(rate: float) -> None:
    pace = Pace()
    pace.rate = rate
    due = [beat for beat in range(10 * FRAME_RATE) if pace.is_due()]
    assert len(due) == pytest.approx(10 * FRAME_RATE * rate, abs=1)
    gaps = {after - before for before, after in pairwise(due)}
    assert max(gaps) - min(gaps) <= 1


@pytest.mark.parametrize("rate", [0.0, 0.04, 1.01, 16.0, float("nan")])
def test_a_living_world_is_neither_stopped_nor_hurried(rate: float) -> None:
    pace = Pace()
    with pytest.raises(ValueError, match=r"0.05 to 1 of its pace"):
        pace.rate = rate
    assert pace.rate == 1.0


def test_slow_motion_makes_fewer_frames_and_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, _ = school()
    run_beats(usual, 30, monkeypatch)
    slow, told = school()
    slow.wish(wishes.Rate(value=0.25))
    run_beats(slow, 120, monkeypatch)
    assert usual._world.clock.frame == slow._world.clock.frame == 30
    assert world_digest(usual._world) == world_digest(slow._world)
    assert told.pictures == 31
    status = next(one for one in reversed(told.messages) if isinstance(one, messages.Status))
    assert status.rate == 0.25
    assert status.frames_per_second <= 15.0


def test_wishes_are_heard_at_once_in_slow_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation, _ = school()
    simulation.wish(wishes.Rate(value=0.05))
    run_beats(simulation, 2, monkeypatch)
    heard = simulation.wish(wishes.Speed(value=1.25))
    run_beats(simulation, 1, monkeypatch)
    assert heard.exception(timeout=0) is None
    assert (simulation._world.speed, simulation._world.clock.frame) == (1.25, 0)


def test_another_seed_is_another_world_and_the_same_seed_the_same() -> None:
    simulation, told = school()
    first = world_digest(simulation._world)
    simulation._carry_out(wishes.Seed(value=6), None)
    assert world_digest(simulation._world) != first
    hello = next(one for one in reversed(told.messages) if isinstance(one, messages.Hello))
    assert hello.seed == simulation.hello.seed == 6
    simulation._advance()
    simulation._carry_out(wishes.Restart(), None)
    assert simulation._world.scenario.world.seed == 6
    simulation._carry_out(wishes.Seed(value=5), None)
    assert world_digest(simulation._world) == first


def test_a_held_world_stays_held_with_another_seed() -> None:
    simulation, _ = school()
    simulation._carry_out(wishes.Paused(value=True), None)
    simulation._carry_out(wishes.Seed(value=6), None)
    assert simulation._status().paused


def test_what_has_its_own_chance_gets_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation, _ = school()
    simulation._carry_out(wishes.Compare(on=True, id=None), None)
    with pytest.raises(ValueError, match="two twins are compared; leave them first"):
        simulation._carry_out(wishes.Seed(value=6), None)
    simulation, _ = school()
    monkeypatch.setattr(Scenario, "appointments", ["somebody comes when another one does"])
    with pytest.raises(ValueError, match="rehearsed with the seed 5"):
        simulation._carry_out(wishes.Seed(value=6), None)
