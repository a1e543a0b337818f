"""Mouths: what they draw in, what they swallow, and what becomes of who is swallowed."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from motorium.contracts.perception import Role
from motorium.contracts.time import FRAME_RATE
from motorium.minds.pilot import PilotError
from motorium.studio.recorded import RecordedWorld
from motorium.studio.scene import Scene
from motorium.wire.message import Message
from motorium.wire.messages import Driving
from motorium.world.feeding import MOUTHFUL
from motorium.world.habitat.biting import Mouths
from motorium.world.habitat.drifting import EDIBLE, eaten
from motorium.world.habitat.suction import GAPE, MOUTH, REACH, mouth_of, stream
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.recording.rerun import check_rerun
from motorium.world.scenario import Scenario
from motorium.world.world import EATEN, LEFT, World
from tests.world.seas import fishes, sea

MOTORS = ("muscle", "repertoire")


def agape(capacity: int, suction: float) -> Mouths:
    return Mouths(np.ones(capacity), np.full(capacity, suction))


# ---------------------------------------------------------------- the stream


@pytest.mark.parametrize(
    ("distance", "speed"),
    [(0.0, 1.0), (0.01, 1.0), (0.016, 1.0), (0.032, 0.25), (0.04, 0.16), (0.049, 0.0)],
)
def test_water_streams_as_into_a_sink(distance: float, speed: float) -> None:
    """A fish of 20 cm has a gape of 1.6 cm; twice as far off it is a quarter of 1 m/s."""
    assert stream(distance, 0.2, 1.0) == pytest.approx(speed)
    assert stream(distance, 0.2, 0.5) == pytest.approx(0.5 * speed)


@given(length=st.floats(0.1, 2.0), near=st.floats(1.0, REACH), far=st.floats(1.0, REACH))
def test_as_much_flows_through_all_spheres_around_a_mouth(
    length: float, near: float, far: float
) -> None:
    gape = GAPE * length * (1.0 - 1e-9)
    through = [stream(gape * r, length, 1.0) * (gape * r) ** 2 for r in (near, far)]
    assert through[0] == pytest.approx(through[1])


def test_the_snout_is_where_the_fish_looks_to() -> None:
    half = math.sqrt(0.5)
    left = mouth_of(np.array([1.0, 2.0, 3.0]), np.array([half, 0.0, 0.0, half]), 0.5)
    assert left == pytest.approx((1.0, 2.0 + MOUTH * 0.5, 3.0))


def test_a_particle_is_drawn_in_as_the_stream_says() -> None:
    """Against SciPy's solution of dr/dt = -u(r)."""
    habitat = sea(plankton={"count": 1})
    people = fishes([(0.0, 0.0, 0.0)], eats=0, length=1.0)
    mouths = agape(people.capacity, 0.2)
    habitat.plankton.positions[0] = (0.36, 0.2, 0.0)
    frames = 6
    for _ in range(frames):
        eaten(people, habitat.plankton, habitat.food, mouths)
    exact = solve_ivp(lambda _, r: [-stream(float(r[0]), 1.0, 0.2)], (0, frames / 60), [0.2])
    assert habitat.plankton.positions[0, 1] == pytest.approx(exact.y[0, -1], abs=2e-4)
    assert habitat.plankton.positions[0, [0, 2]] == pytest.approx((0.36, 0.0))


# ---------------------------------------------------------------- particles


def test_a_closed_mouth_takes_nothing() -> None:
    habitat = sea(plankton={"count": 1})
    habitat.plankton.positions[:] = (0.072, 0, 0)
    people = fishes([(0.0, 0.0, 0.0)], EDIBLE["plankton"])
    shut = Mouths(np.zeros(people.capacity), np.zeros(people.capacity))
    assert eaten(people, habitat.plankton, habitat.food, shut) == []
    assert eaten(people, habitat.plankton, habitat.food) == [(0, "plankton", 0)]


def test_who_sucks_gets_what_others_do_not() -> None:
    """Two and a half gapes before its snout: too far to snap, near enough to be drawn in."""
    for suction, got in ((0.0, 0), (1.0, 1)):
        habitat = sea(plankton={"count": 1})
        habitat.plankton.positions[:] = (0.072 + 2.5 * GAPE * 0.2, 0, 0)
        people = fishes([(0.0, 0.0, 0.0)], EDIBLE["plankton"])
        mouths = agape(people.capacity, suction)
        meals = [eaten(people, habitat.plankton, habitat.food, mouths) for _ in range(12)]
        assert sum(map(len, meals)) == got


def test_what_was_sucked_off_the_ground_sinks_again() -> None:
    habitat = sea(food={"pieces": 1})
    habitat.food.drop((0.0, 0.0, -1.99))
    for frame in range(60):
        habitat.food.advance(frame / FRAME_RATE, habitat.currents)
    piece = int(np.flatnonzero(habitat.food.there)[0])
    ground = habitat.food.positions[piece, 2]
    above = habitat.food.positions[piece] + (-MOUTH * 0.2, 0.0, 0.03)
    people = fishes([tuple(above)], eats=0)
    for _ in range(3):
        eaten(people, habitat.plankton, habitat.food, agape(people.capacity, 1.0))
    lifted = habitat.food.positions[piece, 2]
    assert lifted > ground + 0.01
    for frame in range(60, 120):
        habitat.food.advance(frame / FRAME_RATE, habitat.currents)
    assert habitat.food.positions[piece, 2] == pytest.approx(ground, abs=1e-3)


# ---------------------------------------------------------------- prey


SNOUT = MOUTH * 2.0


def waters(motor: str, *prey: tuple[float, float, float], **tables: Any) -> World:
    """A shark of 2 m that looks along x and keeps still, its mouth open to suck, and herrings."""
    shark = {"species": "shark", "places": [(0, 0, 0)], "headings": [0], "mind": "instinct"}
    herrings = {"species": "herring", "places": list(prey), "headings": [0.0] * len(prey)}
    groups = [{"motor": motor, "speed": 0.0, **group} for group in (shark, herrings)]
    world = World(Scenario(format=1, world={"capacity": 16}, group=groups, **tables))
    world.pilot(0).glide()
    world.commands.suction[0] = 1.0
    return world


@pytest.mark.parametrize("motor", MOTORS)
@pytest.mark.parametrize("tables", [{}, {"habitat": {"relief": 0.0}}], ids=["open", "habitat"])
def test_small_fishes_are_drawn_to_a_mouth_by_the_water(motor: str, tables: dict[str, Any]) -> None:
    """Alike on both motors, as the stream says; nobody who is beyond its reach."""
    world = waters(motor, (SNOUT, 0.4, 0.0), (SNOUT + 0.3, 0.0, 0.0), (SNOUT, 0.0, 0.6), **tables)
    begin = world.state().positions[1:]
    world.advance(7)
    across, ahead, beyond = world.state().positions[1:] - begin

    def way(far: float) -> float:
        """From the second frame on: in the first the mouth opens."""
        found = solve_ivp(lambda _, r: [-stream(float(r[0]), 2.0, 1.0)], (0, 0.1), [far])
        return float(found.y[0, -1]) - far

    assert across[1] == pytest.approx(way(0.4), abs=0.004)
    assert ahead[0] == pytest.approx(way(0.3), abs=0.004)
    assert np.linalg.norm(beyond) < 1e-3
    world.advance(60)
    assert [1 in world.population, 2 in world.population] == [False, False]
    assert 3 in world.population


def test_what_is_too_large_for_a_mouth_is_not_drawn() -> None:
    world = waters("repertoire", (SNOUT + 0.1, 0.0, 0.0))
    world.population.lengths[1] = MOUTHFUL * 2.0 + 0.01
    world.advance(5)
    assert len(world.population) == 2
    assert not world._medium.carrying.any()


@pytest.mark.parametrize("motor", MOTORS)
def test_prey_in_the_mouth_leaves_the_world(motor: str) -> None:
    world = waters(motor, (SNOUT + 0.05, 0.0, 0.0), (SNOUT + 3.0, 0.0, 0.0))
    world.advance(2)
    assert world.population.ids[world.population.living].tolist() == [0, 2]
    told = [(e.kind, e.subject, e.object, e.detail) for e in world.events if e.kind != "entered"]
    assert told == [(EATEN, 0, 1, "herring 1"), (LEFT, 1, -1, "")]
    assert world.instinct.brains["eaten"][0] > 0.0
    world.resize(3)
    world.advance(5)
    assert world.population.velocities[1] == pytest.approx(np.zeros(3), abs=0.02)


def test_only_prey_is_swallowed_and_only_by_predators_that_suck() -> None:
    world = waters("repertoire", (SNOUT, 0.0, 0.0))
    world.commands.suction[0] = 0.0
    world.advance()
    assert len(world.population) == 2
    world.commands.suction[0] = 1.0
    for hunter, hunted in ((Role.PREDATOR, Role.PACIFIST), (Role.PACIFIST, Role.PREY)):
        world.perceived.roles[:2] = hunter, hunted
        world.advance()
        assert len(world.population) == 2
    world.perceived.roles[:2] = Role.PREDATOR, Role.PREY
    world.advance()
    assert len(world.population) == 1


def test_a_mouth_takes_the_nearest_and_one_a_frame() -> None:
    world = waters("repertoire", (SNOUT + 0.1, 0.0, 0.0), (SNOUT - 0.02, 0.0, 0.0))
    world.advance()
    assert world.population.ids[world.population.living].tolist() == [0, 1]


def test_who_drives_or_holds_what_is_eaten_is_told() -> None:
    world = waters("repertoire", (SNOUT, 0.0, 0.0), (SNOUT + 0.5, 0.0, 0.0))
    pilot = world.pilot(1)
    world.grab(2, 0, (SNOUT, 0.0, 0.0))
    world.advance(60)
    assert len(world.population) == 1
    assert pilot.ended == "it was eaten by shark 0"
    assert list(world.pilots) == [0]
    with pytest.raises(PilotError, match="eaten by shark 0"):
        pilot.swim(1.0)
    with pytest.raises(KeyError, match="nobody has id 2"):
        world.let_go(2)


def test_a_page_is_told_that_its_fish_was_eaten() -> None:
    told: list[Message] = []

    class Page:
        def snapshot(self, data: object) -> None:
            """Nobody looks."""

        def message(self, message: Message, page: object | None = None) -> None:
            told.append(message)

    scene = Scene(waters("repertoire", (SNOUT + 0.2, 0.0, 0.0)), Page())
    scene.start_driving("page", 1)
    for _ in range(30):
        scene.world.advance()
        scene.tell_drivers()
    gone = [message for message in told if isinstance(message, Driving) and message.reason]
    reason = "fish 1 is no longer yours: it was eaten by shark 0"
    assert gone == [Driving(fish=None, reason=reason)]


def test_who_is_eaten_is_eaten_again_in_a_rerun(tmp_path: Path) -> None:
    """It follows from the scenario: nothing of it is an input."""
    world = World(hunt())
    path = tmp_path / "hunt.arrow"
    with Recorder(world, path):
        world.advance(420)
    with Recording.open(path) as recording:
        assert check_rerun(recording).same
        meals = [event for event in recording.events if event.kind == EATEN]
        assert meals
        before, after = (
            recording.states(recording.index_of(meals[0].frame + later)).ids for later in (0, 1)
        )
        assert set(before) - set(after) == {meals[0].object}
        shown = RecordedWorld(recording)
        assert shown.eaten == 0
        for frame in range(420):
            shown.show(float(frame))
        assert shown.eaten == len(meals)


def hunt() -> Scenario:
    """A shark among herrings that know no fear."""
    around = [(2.5 + 0.3 * n, 0.1 * (n % 3), 0.0) for n in range(12)]
    return Scenario(
        format=1,
        world={"capacity": 16},
        group=[
            {
                "species": "shark",
                "places": [(0, 0, 0)],
                "headings": [0],
                "mind": "instinct",
                "motor": "repertoire",
            },
            {"species": "herring", "places": around, "speed": 0.5, "motor": "repertoire"},
        ],
    )
