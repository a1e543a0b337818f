"""A pilot: nine controllers as commands, one fish, no mind, and a clean end."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from motorium.contracts.commands import ActionState
from motorium.minds.pilot import Pilot, PilotError
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World


def scenario(count: int = 4) -> Scenario:
    return Scenario(
        format=1,
        world=WorldSettings(seed=3, capacity=24),
        group=[
            Group(species="herring", count=count, speed=1.3),
            Group(species="sardine", count=2, center=(2.0, 0.0, 0.0)),
        ],
    )


@pytest.fixture
def world() -> World:
    return World(scenario())


@pytest.fixture
def pilot(world: World) -> Pilot:
    return world.pilot(1)


NINE: dict[str, tuple[Callable[[Pilot], None], dict[str, float]]] = {
    "swim": (lambda p: p.swim(2.5), {"speed": 2.5}),
    "glide": (lambda p: p.glide(), {"speed": 0.0}),
    "ascend": (lambda p: p.ascend(0.5), {"speed": 1.3, "climb": 0.5}),
    "descend": (lambda p: p.descend(0.5), {"speed": 1.3, "climb": -0.5}),
    "brake": (lambda p: p.brake(), {"speed": 1.3, "brake": 1.0}),
    "brake a little": (lambda p: p.brake(0.25), {"speed": 1.3, "brake": 0.25}),
    "backward": (lambda p: p.backward(0.5), {"speed": 0.0, "backward": 0.5}),
    "steer": (lambda p: p.steer(-2.0), {"speed": 1.3, "turn_rate": -2.0}),
    "lean": (lambda p: p.lean(0.4), {"speed": 1.3, "roll": 0.4}),
}


@pytest.mark.parametrize("name", NINE)
def test_controllers_become_setpoints(pilot: Pilot, name: str) -> None:
    call, changed = NINE[name]
    call(pilot)
    rest = dict.fromkeys(("speed", "turn_rate", "climb", "roll", "brake", "backward"), 0.0)
    assert pilot.asked == rest | changed


def test_balance_levels_out(pilot: Pilot) -> None:
    pilot.ascend(0.5)
    pilot.lean(0.3)
    pilot.balance()
    assert (pilot.asked["climb"], pilot.asked["roll"]) == (0.0, 0.0)


def test_swimming_ends_braking_and_rowing(pilot: Pilot) -> None:
    pilot.brake()
    pilot.swim(1.0)
    assert (pilot.asked["brake"], pilot.asked["speed"]) == (0.0, 1.0)
    pilot.backward(1.0)
    pilot.swim(1.0)
    assert (pilot.asked["backward"], pilot.asked["speed"]) == (0.0, 1.0)


@pytest.mark.parametrize("side", [1, -1])
def test_a_turn_is_begun_once_a_call(world: World, pilot: Pilot, side: int) -> None:
    slot = int(world.population.slots([1])[0])
    before = int(world.commands.action_sequence[slot])
    assert (pilot.turning, pilot.turn_angle) == (ActionState.NONE, 0.0)
    (pilot.left_turn if side > 0 else pilot.right_turn)(math.radians(60))
    assert pilot.turning == ActionState.ASKED
    assert pilot.turn_angle == pytest.approx(side * math.pi / 3)
    assert world.commands.action_sequence[slot] == before + 1
    world.advance(2)
    assert world.commands.action_sequence[slot] == before + 1
    assert world.commands.action_state[slot] != ActionState.ASKED


def test_a_turn_of_another_is_not_this_pilots(world: World) -> None:
    world.commands.begin("turn", world.population.slots([1]), 1.0)
    assert world.pilot(1).turning == ActionState.NONE


BAD: dict[str, tuple[Callable[[Pilot], None], str]] = {
    "too fast": (lambda p: p.swim(30), r"fish 1: speed 30: .* from 0 to [\d.]+ \[L/s\]"),
    "nan": (lambda p: p.swim(math.nan), "speed nan"),
    "no number": (lambda p: p.swim("fast"), "speed 'fast'"),  # type: ignore[arg-type]
    "nothing": (lambda p: p.steer(None), "turn_rate None"),  # type: ignore[arg-type]
    "downwards up": (lambda p: p.ascend(-0.1), r"ascend -0.1: .* from 0 to 1.047 \[rad\]"),
    "upside down": (lambda p: p.descend(2.0), "descend 2.0: .* from 0 to 1.047"),
    "wrong side": (lambda p: p.left_turn(-0.1), "left_turn -0.1: .* from 0 to 3.142"),
    "round and round": (lambda p: p.right_turn(4.0), "right_turn 4.0"),
    "brake": (lambda p: p.brake(2), "brake 2: .* from 0 to 1"),
    "backward": (lambda p: p.backward(3), "backward 3: .* from 0 to 2"),
    "unknown": (lambda p: p.ask(hop=1.0), "no setpoint is called 'hop'; known are speed"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_refused_is_named_and_changes_nothing(pilot: Pilot, name: str) -> None:
    call, sentence = BAD[name]
    before = pilot.asked
    with pytest.raises(PilotError, match=sentence):
        call(pilot)
    assert pilot.asked == before
    assert pilot.turning == ActionState.NONE


def test_all_or_nothing(pilot: Pilot) -> None:
    with pytest.raises(PilotError, match="climb"):
        pilot.ask(speed=0.2, climb=9.0)
    assert pilot.asked["speed"] == 1.3


def test_nobody_else_is_touched_and_the_mind_is_silent(world: World, pilot: Pilot) -> None:
    """The others swim as if nobody were driven, to the bit."""
    pilot.swim(0.5)
    pilot.steer(1.0)
    world.advance(30)
    assert pilot.asked["speed"] == 0.5
    assert pilot.asked["turn_rate"] == 1.0
    alone = World(scenario())
    alone.advance(30)
    others = alone.state().ids != 1
    assert np.array_equal(world.state().nodes[others], alone.state().nodes[others])
    assert not np.array_equal(world.state().nodes[~others], alone.state().nodes[~others])


def test_the_same_wishes_give_the_same_bytes() -> None:
    def swum() -> bytes:
        world = World(scenario())
        pilot = world.pilot(0)
        pilot.swim(2.0)
        pilot.ascend(0.4)
        world.advance(20)
        pilot.left_turn(1.0)
        world.advance(20)
        return world.state().nodes.tobytes()

    assert swum() == swum()


def test_readings_are_of_the_water(world: World, pilot: Pilot) -> None:
    pilot.swim(2.0)
    world.advance(150)
    assert 1.0 < pilot.speed < 3.0
    assert abs(pilot.climb) < 0.4
    assert abs(pilot.roll) < 0.4
    assert pilot.heading == world.population[1].heading


def test_who_drifts_with_the_current_does_not_swim() -> None:
    settings = WorldSettings(capacity=1, current=(0.3, 0.0, 0.0))
    resting = Group(species="herring", count=1, speed=0.0)
    world = World(Scenario(format=1, world=settings, group=[resting]))
    pilot = world.pilot()
    pilot.glide()
    world.advance(30)
    assert np.linalg.norm(world.population[0].velocity) > 0.25  # 1.25 L/s
    assert abs(pilot.speed) < 0.2
    assert abs(pilot.climb) < 0.2


def test_given_back_it_minds_itself(world: World, pilot: Pilot) -> None:
    pilot.brake()
    pilot.ascend(0.5)
    world.advance(2)
    world.release_pilot(1)
    assert dict(world.pilots) == {}
    world.advance()
    slot = int(world.population.slots([1])[0])
    asked = {name: float(world.commands[name][slot]) for name in ("speed", "climb", "brake")}
    assert asked == {"speed": 1.3, "climb": 0.0, "brake": 0.0}
    with pytest.raises(PilotError, match="fish 1 drives no more: it was given back"):
        pilot.swim(1.0)
    with pytest.raises(PilotError, match="drives no more"):
        _ = pilot.speed
    assert pilot.turning == ActionState.NONE
    with pytest.raises(PilotError, match="nobody drives fish 1"):
        world.release_pilot(1)
    world.pilot(1).swim(1.0)


def test_one_pilot_a_fish(world: World, pilot: Pilot) -> None:
    with pytest.raises(PilotError, match="fish 1 is driven by somebody already"):
        world.pilot(1)
    with pytest.raises(KeyError, match="nobody has id 99"):
        world.pilot(99)
    assert world.pilots == {1: pilot}
    assert [world.pilot().id for _ in range(5)] == [0, 2, 3, 4, 5]
    with pytest.raises(PilotError, match="all 6 fishes are driven"):
        world.pilot()


def test_an_empty_world_has_nobody_to_drive(world: World) -> None:
    world.resize(0)
    with pytest.raises(PilotError, match="no fish to drive"):
        world.pilot()


def test_who_leaves_has_no_pilot(world: World, pilot: Pilot) -> None:
    world.remove([1])
    assert pilot.ended == "it has left the world"
    assert dict(world.pilots) == {}
    world.advance(2)


def test_a_smaller_world_keeps_whom_it_can(world: World) -> None:
    """The newest leave; whoever is driven leaves last."""
    pilot = world.pilot(3)
    world.resize(3)
    assert 3 in world.population
    assert pilot.ended == ""
    world.resize(9)
    assert pilot.ended == ""
    world.resize(0)
    assert pilot.ended == "it has left the world"


def test_pilots_are_of_their_own_species(world: World) -> None:
    assert world.pilot(5).top_speed != world.pilot(0).top_speed
