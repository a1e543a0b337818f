"""Whatever comes from outside can be done again, to the byte."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.viewing import Camera
from motorium.minds.pilot import PilotError
from motorium.motors.muscle import PUBLISHED
from motorium.world import changes
from motorium.world.changes import Change, InputsError
from motorium.world.habitat.settings import (
    Flow,
    HabitatSettings,
    Obstacle,
    PlanktonSettings,
    Weed,
)
from motorium.world.inputs import Inputs, load_inputs, read_input, replay, save_inputs
from motorium.world.recording.digest import world_digest
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

SEA = HabitatSettings(
    radius=4.0,
    flow=[Flow(kind="vortex", place=(0.0, 0.0, 0.0), strength=0.1)],
    obstacle=[Obstacle(kind="rock", count=2, around=(2.5, 3.5))],
    weed=[Weed(count=2, leaves=3)],
    plankton=PlanktonSettings(count=40),
)


def small_world(habitat: HabitatSettings | None = SEA, count: int = 6) -> World:
    groups = [
        Group(species="herring", count=count, motor="automatic", eats=["plankton", "food"]),
        Group(species="sardine", count=2, mind="instinct", eats=["plankton"]),
    ]
    world = WorldSettings(seed=11, capacity=24, budget=4.0)
    more = {}
    if habitat is not None:
        more = {"line": {"place": (0.5, 0.0)}, "submarine": {"place": (0.0, -2.0, 1.0)}}
    return World(Scenario(format=1, world=world, habitat=habitat, group=groups, **more))


def somebody(world: World, chance: np.random.Generator) -> int:
    return int(chance.choice(world.population.ids[world.population.living]))


def resize(world: World, chance: np.random.Generator) -> None:
    world.resize(int(chance.integers(4, 12)))


def stock(world: World, chance: np.random.Generator) -> None:
    world.stock("sardine", int(chance.integers(1, 5)))


def furnish(world: World, chance: np.random.Generator) -> None:
    now = world.furniture
    stones = now.stones[: int(chance.integers(0, 3))]
    plankton = int(chance.integers(0, 80))
    world.furnish(now.model_copy(update={"stones": stones, "plankton": plankton}))


def remove(world: World, chance: np.random.Generator) -> None:
    if len(world.population) > 3:
        world.remove([somebody(world, chance)])


def grab(world: World, chance: np.random.Generator) -> None:
    fish = somebody(world, chance)
    place = world.population[fish].position + chance.normal(0.0, 0.1, 3)
    world.grab(fish, int(chance.integers(23)), place)


def let_go(world: World, chance: np.random.Generator) -> None:
    for fish in chance.permutation(world.population.ids[world.population.living]):
        with suppress(ValueError):
            world.let_go(int(fish))


def exchange(world: World, chance: np.random.Generator) -> None:
    motor = str(chance.choice(["muscle", "repertoire", "automatic"]))
    world.exchange([somebody(world, chance)], motor)


def drive(world: World, chance: np.random.Generator) -> None:
    pilot = world.pilot(somebody(world, chance))
    pilot.swim(float(chance.uniform(0.0, 1.5)))


def steer(world: World, chance: np.random.Generator) -> None:
    for pilot in world.pilots.values():
        pilot.ask(turn_rate=float(chance.normal(0.0, 0.5)), climb=float(chance.normal(0.0, 0.1)))


def turn(world: World, chance: np.random.Generator) -> None:
    for pilot in world.pilots.values():
        angle = float(chance.uniform(0.2, 2.0))
        (pilot.left_turn if chance.random() < 0.5 else pilot.right_turn)(angle)


def release(world: World, chance: np.random.Generator) -> None:
    driven = [*world.pilots, somebody(world, chance)]
    world.release_pilot(driven[int(chance.integers(len(driven)))])


def look(world: World, chance: np.random.Generator) -> None:
    x, y, z = chance.normal(0.0, 2.0, 3)
    viewer = ("a", "b")[int(chance.integers(2))]
    world.look(viewer, Camera((x, y, z), (-x, -y, -z)) if chance.random() < 0.7 else None)


def allow(world: World, chance: np.random.Generator) -> None:
    world.allow(int(chance.integers(0, 6)))


def budget(world: World, chance: np.random.Generator) -> None:
    world.budget = float(chance.uniform(0.5, 8.0))


def water(world: World, chance: np.random.Generator) -> None:
    world.viscosity = float(chance.uniform(0.8, 1.2))
    world.current = chance.normal(0.0, 0.03, 3)
    world.speed = float(chance.uniform(0.5, 1.5))


def bodies(world: World, chance: np.random.Generator) -> None:
    mass, stiffness, damping = chance.uniform(0.8, 1.6, 3)
    is_wet = bool(chance.random() < 0.8)
    world.physics = world.physics.but(
        mass=mass, stiffness=stiffness, damping=damping, hydrodynamics=is_wet
    )


def sea(world: World, chance: np.random.Generator) -> None:
    world.hour = float(chance.uniform(0.0, 24.0))
    world.flow_strength = float(chance.uniform(0.0, 2.0))


def food(world: World, chance: np.random.Generator) -> None:
    x, y, z = chance.uniform(-1.5, 1.5, 3)
    world.drop_food((x, y, z))


def cast(world: World, chance: np.random.Generator) -> None:
    x, y = chance.uniform(-1.5, 1.5, 2)
    world.cast_line((x, y))


def pull(world: World, chance: np.random.Generator) -> None:
    world.pull_line()


def launch(world: World, chance: np.random.Generator) -> None:
    world.launch()


def recover(world: World, chance: np.random.Generator) -> None:
    world.recover(int(chance.integers(2, 4)))


def helm(world: World, chance: np.random.Generator) -> None:
    thrust, turn, pitch, lift = chance.uniform(-1.0, 1.0, 4)
    world.steer(thrust, turn, pitch, lift, stop=bool(chance.random() < 0.2))


def minds(world: World, chance: np.random.Generator) -> None:
    thinking = world.reasons().ids
    sardine, everybody = int(chance.choice(thinking)), bool(chance.random() < 0.5)
    world.influence.feel(sardine, "hunger", float(chance.random()), everybody)
    world.influence.feel(sardine, "fear", float(chance.random()), everybody)
    world.influence.set_trait(sardine, "timidity", float(chance.uniform(0.0, 9.0)), everybody)
    world.influence.set_habit(sardine, "schooling", bool(chance.random() < 0.5), everybody)
    if chance.random() < 0.3:
        world.influence.reset(sardine, everybody)


DOINGS: list[Callable[[World, np.random.Generator], None]] = [
    resize,
    stock,
    furnish,
    remove,
    grab,
    let_go,
    exchange,
    drive,
    steer,
    turn,
    release,
    look,
    allow,
    budget,
    water,
    bodies,
    sea,
    food,
    cast,
    pull,
    launch,
    recover,
    helm,
    minds,
]


def live(world: World, frames: int, seed: int) -> None:
    """Every few frames somebody does something; now and then it is refused."""
    chance = np.random.default_rng(seed)
    for _ in range(frames):
        if chance.random() < 0.4:
            doing = DOINGS[int(chance.integers(len(DOINGS)))]
            with suppress(ValueError, KeyError):
                doing(world, chance)
        world.advance()


def test_a_story_of_all_that_can_be_done_repeats_to_the_byte(tmp_path: Path) -> None:
    world = small_world()
    inputs = world.record_inputs()
    live(world, 400, seed=12)
    given_kinds = {type(given) for given in inputs.inputs}
    assert given_kinds == set(Change.__subclasses__()) - {changes.Foreign}
    save_inputs(inputs, tmp_path / "story.json")
    again = small_world()
    replay(again, load_inputs(tmp_path / "story.json"), 400)
    assert again.habitat is not None
    assert world.habitat is not None
    for name in ("positions", "orientations", "velocities", "angular_velocities", "nodes"):
        mine, its = (getattr(one.population, name) for one in (world, again))
        assert mine.tobytes() == its.tobytes(), name
    assert world.habitat.weeds.nodes.tobytes() == again.habitat.weeds.nodes.tobytes()
    for mine, its in (
        (world.habitat.plankton, again.habitat.plankton),
        (world.habitat.food, again.habitat.food),
        (world.habitat.bubbles, again.habitat.bubbles),
    ):
        assert mine.positions.tobytes() == its.positions.tobytes()
    assert world_digest(world) == world_digest(again)
    assert [e.kind for e in world.events] == [e.kind for e in again.events]


def test_without_its_inputs_a_story_ends_elsewhere() -> None:
    """The comparison above can fail."""
    world, idle = small_world(), small_world()
    live(world, 60, seed=5)
    idle.budget = None
    idle.advance(60)
    assert world_digest(world) != world_digest(idle)


@pytest.fixture(scope="module")
def calm() -> World:
    """Nobody changes it: whatever is wished is refused."""
    return small_world()


def _set(name: str, value: object) -> Callable[[World], object]:
    return lambda world: setattr(world, name, value)


REFUSED: list[Callable[[World], object]] = [
    lambda world: world.resize(25),
    lambda world: world.remove([99]),
    lambda world: world.exchange([0], "wings"),
    lambda world: world.grab(0, 23, (0.0, 0.0, 0.0)),
    lambda world: world.let_go(0),
    lambda world: world.pilot(99),
    lambda world: world.release_pilot(0),
    lambda world: world.drop_food((0.0, 0.0, math.nan)),
    lambda world: world.drop_food((0.0, 9.0, 0.0)),
    lambda world: world.drop_food((0.0, 0.0, 9.0)),
    lambda world: world.allow(-1),
    lambda world: world.influence.feel(0, "hunger", 0.5),
    lambda world: world.influence.feel(6, "hunger", 1.5),
    lambda world: world.influence.feel(6, "libido", 0.5),
    lambda world: world.influence.feel(6, "thirst", 0.5),
    lambda world: world.influence.set_trait(6, "flees", math.nan),
    lambda world: world.influence.set_trait(6, "courage", 0.5),
    lambda world: world.influence.set_habit(6, "reading", True),
    lambda world: world.influence.reset(99),
    _set("viscosity", -1.0),
    _set("current", (0.0, 0.0, 99.0)),
    _set("speed", math.nan),
    _set("hour", 24.0),
    _set("flow_strength", -0.1),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_is_refused_is_not_noted(calm: World, number: int) -> None:
    inputs = calm.record_inputs()
    before = len(inputs.inputs)
    with pytest.raises((ValueError, KeyError)):
        REFUSED[number](calm)
    assert inputs.inputs[before:] == []
    assert calm.as_begun


def test_a_pilot_s_refused_wish_is_not_noted() -> None:
    world = small_world()
    pilot = world.pilot(1)
    inputs = world.record_inputs()
    before = len(inputs.inputs)
    with pytest.raises(PilotError):
        pilot.ask(climb=0.1, speed=99.0)
    with pytest.raises(PilotError):
        pilot.left_turn(9.0)
    assert inputs.inputs[before:] == []
    pilot.right_turn(0.5)
    assert inputs.inputs[before:] == [changes.Asked(frame=0, id=1, turn=-0.5)]


def test_what_follows_from_an_input_is_not_one() -> None:
    """A resize removes, a hand exchanges: one input each."""
    world = small_world()
    inputs = world.record_inputs()
    before = len(inputs.inputs)
    world.resize(4)
    world.grab(0, 0, (0.0, 0.0, 0.0))
    world.let_go(0)
    assert [type(one) for one in inputs.inputs[before:]] == [
        changes.Resize,
        changes.Grab,
        changes.LetGo,
    ]


def test_a_population_that_finds_no_room_repeats_as_far_as_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crowded(*anything: object) -> None:
        raise ValueError("no room")

    world, again = small_world(), small_world()
    inputs = world.record_inputs()
    with monkeypatch.context() as broken:
        broken.setattr("motorium.world.peopling.newcomers", crowded)
        with pytest.raises(ValueError, match="no room"):
            world.resize(20)
        assert len(world.population) == 8
        for one in inputs.inputs:
            one.apply(again)
    for each in (world, again):
        each.budget = None
        each.resize(12)
        each.advance(3)
    assert world_digest(world) == world_digest(again)


def test_open_water_has_no_sea_to_change() -> None:
    world = small_world(None)
    with pytest.raises(ValueError, match=r"open water has no day; give the scenario a \[habitat\]"):
        world.hour = 3.0
    with pytest.raises(ValueError, match="open water has no currents of its own"):
        _ = world.flow_strength
    with pytest.raises(ValueError, match="open water has no ground"):
        world.drop_food((0.0, 0.0, 0.0))


def test_what_no_file_can_hold_is_told() -> None:
    world = small_world()
    inputs = world.record_inputs()
    motor = world.motors[0]
    own = type("Own", (type(motor),), {"name": "own"})
    world.add_motor(object.__new__(own))
    with pytest.raises(InputsError, match=r"a motor of one's own, 'own', was added at frame 0"):
        replay(small_world(), inputs, 1)


def test_inputs_that_do_not_fit_are_refused_in_a_sentence() -> None:
    world = World(Scenario(format=1, group=[Group(species="herring", count=1)]), PUBLISHED)
    wrong = Inputs(inputs=[changes.Remove(frame=0, ids=[7])])
    with pytest.raises(InputsError, match="an input of frame 0 is refused here: nobody has id 7"):
        replay(world, wrong, 1)
    lost = Inputs(inputs=[changes.Asked(frame=0, id=0, setpoints={"speed": 1.0})])
    with pytest.raises(InputsError, match="nobody drives fish 0 at frame 0"):
        replay(world, lost, 1)


@pytest.mark.parametrize(
    "text",
    ["no json", "[]", '{"kind": "dance", "frame": 0}', '{"kind": "speed", "frame": 0}', "[" * 9999],
)
def test_no_input(text: str) -> None:
    with pytest.raises(InputsError, match="an input cannot be read"):
        read_input(text)


@settings(max_examples=50, deadline=None)
@given(st.tuples(*3 * [st.floats(allow_nan=False, allow_infinity=False)]), st.integers(0, 10**9))
def test_numbers_are_written_exactly(place: tuple[float, float, float], frame: int) -> None:
    given_food = changes.DropFood(frame=frame, place=place)
    read = read_input(given_food.model_dump_json())
    assert isinstance(read, changes.DropFood)
    assert np.array(read.place).tobytes() == np.array(place).tobytes()
    assert json.loads(read.model_dump_json())["frame"] == frame
