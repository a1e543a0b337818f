"""Several submarines in one world: numbered, fended off each other, feared by fishes, recorded."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.perception import VISITOR, Kind
from motorium.studio.recorded import RecordedWorld
from motorium.world.inputs import load_inputs, replay, save_inputs
from motorium.world.recording.digest import world_digest
from motorium.world.recording.export import export_parquet
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import Recorder
from motorium.world.recording.rerun import check_rerun
from motorium.world.scenario import Scenario
from motorium.world.submarine.boat import Submarine
from motorium.world.submarine.fending import gap
from motorium.world.submarine.motion import ahead_of
from motorium.world.submarine.settings import MOST, RADIUS
from motorium.world.world import World

OLD = Path(__file__).parent / "one_submarine.arrow"
"""A recording of the time when a world had one submarine at most."""
HERRINGS = {"species": "herring", "count": 3, "motor": "repertoire", "mind": "instinct"}


def sea(most: int = MOST, seed: int = 5) -> World:
    tables = {
        "format": 1,
        "world": {"seed": seed, "capacity": 8},
        "submarine": {"place": [-2.0, 0.0, 0.5], "heading": 0.4, "most": most},
        "habitat": {"radius": 9.0, "relief": 0.3},
        "group": [HERRINGS],
    }
    return World(Scenario.model_validate(tables))


def open_water() -> World:
    return World(Scenario.model_validate({"format": 1, "submarine": {}, "group": []}))


def between(one: Submarine, other: Submarine) -> float:
    """Of two hulls [m]."""
    axes = [np.array(ahead_of(*boat.angles)) for boat in (one, other)]
    return gap(other.position - one.position, axes[0], axes[1])


def tightest(world: World) -> float:
    boats = world.submarines
    return min(between(a, b) for k, a in enumerate(boats) for b in boats[:k])


def to_the_middle(world: World) -> None:
    """Everybody at full speed: they must meet."""
    for boat in world.submarines:
        there = math.atan2(-boat.position[1], -boat.position[0])
        off = math.remainder(there - boat.heading, math.tau)
        world.steer(thrust=1.0, turn=max(-1.0, min(1.0, off)), boat=boat.number)


@settings(max_examples=60, deadline=None)
@given(
    away=st.tuples(*[st.floats(-4.0, 4.0)] * 3),
    angles=st.tuples(*[st.floats(-math.pi, math.pi)] * 2, *[st.floats(-0.5, 0.5)] * 2),
)
def test_the_gap_is_that_of_the_nearest_places_on_the_axes(
    away: tuple[float, float, float], angles: tuple[float, float, float, float]
) -> None:
    one, other = np.array(ahead_of(angles[0], angles[2])), np.array(ahead_of(angles[1], angles[3]))
    along = np.linspace(-0.8, 0.8, 161)
    first, second = along[:, None, None] * one, along[None, :, None] * other + np.array(away)
    sampled = np.linalg.norm(first - second, axis=-1).min() - 2.0 * RADIUS
    found = gap(np.array(away), one, other)
    assert found <= sampled + 1e-9
    assert found == pytest.approx(sampled, abs=0.01)
    assert gap(-np.array(away), other, one) == pytest.approx(found, abs=1e-9)


def test_each_is_launched_with_a_number_and_room_of_its_own() -> None:
    world = sea()
    numbers = [world.launch() for _ in range(MOST - 1)]
    assert numbers == list(range(2, MOST + 1))
    assert [boat.number for boat in world.submarines] == list(range(1, MOST + 1))
    assert tightest(world) > 0.3
    assert all(boat.room() > 0.0 for boat in world.submarines)
    with pytest.raises(ValueError, match="all 8 submarines are in the water; wait until one goes"):
        world.launch()
    world.recover(3)
    assert [boat.number for boat in world.submarines] == [1, 2, 4, 5, 6, 7, 8]
    assert world.launch() == 3
    first = world.submarine
    assert first is not None
    assert first.position.tolist() == pytest.approx([-2.0, 0.0, 0.5])


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    world = sea(most=3)
    world.launch(3)
    for number, sentence in (
        (3, "no submarine can be number 3; free are 2"),
        (9, "no submarine can be number 9; free are 2"),
    ):
        with pytest.raises(ValueError, match=sentence):
            world.launch(number)
    with pytest.raises(ValueError, match="there is no submarine 2; there are 1, 3"):
        world.steer(thrust=1.0, boat=2)
    with pytest.raises(ValueError, match="there is no submarine 2; there are 1, 3"):
        world.recover(2)
    with pytest.raises(ValueError, match="the first submarine stays in the water"):
        world.recover(1)
    assert [boat.number for boat in world.submarines] == [1, 3]
    none = World(Scenario.model_validate({"format": 1, "group": []}))
    assert none.submarines == ()
    with pytest.raises(ValueError, match="there is no submarine in this scenario"):
        none.launch()


def test_without_room_nobody_is_launched() -> None:
    tables = {"format": 1, "submarine": {}, "habitat": {"radius": 2.4, "relief": 0.0}, "group": []}
    world = World(Scenario.model_validate(tables))
    with pytest.raises(ValueError, match="no room for another submarine near the first"):
        world.launch()
    assert len(world.submarines) == 1
    assert len(world.population.present) == 1


def test_each_goes_where_it_is_steered() -> None:
    world = open_water()
    world.launch()
    one, two = world.submarines
    starts = [boat.position.copy() for boat in (one, two)]
    world.steer(thrust=1.0)
    world.steer(thrust=-1.0, boat=2)
    world.advance(120)
    assert (one.position - starts[0])[0] > 0.5
    assert (two.position - starts[1])[0] < -0.3
    assert one.helm.thrust == 1.0
    assert two.helm.thrust == -1.0


def test_they_never_go_through_each_other() -> None:
    world = sea()
    for _ in range(MOST - 1):
        world.launch()
    nearest = math.inf
    for frame in range(360):
        if frame % 15 == 0:
            to_the_middle(world)
        world.advance()
        nearest = min(nearest, tightest(world))
    assert 0.0 <= nearest < 0.1, "they met"
    assert all(boat.room() > -1e-9 for boat in world.submarines)


def test_who_is_run_into_is_pushed_on_and_who_touches_gets_away() -> None:
    world = open_water()
    world.launch()
    one, two = world.submarines
    two.put((4.0, 0.0, 0.0), 0.5 * math.pi)
    world.steer(thrust=1.0)
    world.advance(360)
    assert two.position[0] > 4.3
    assert between(one, two) < 0.2
    world.steer(thrust=-1.0)
    world.advance(180)
    assert between(one, two) > 0.5


def test_fishes_perceive_each_and_no_more_when_it_has_gone() -> None:
    herring = {**HERRINGS, "count": 1, "places": [[3.0, 0.0, 0.0]], "headings": [math.pi]}
    world = World(Scenario.model_validate({"format": 1, "submarine": {}, "group": [herring]}))
    world.launch()
    world.submarines[1].put((3.0, 2.5, 0.0), 0.0)
    world.advance()
    seen = world.perceived
    which = seen.which[0, Kind.PREDATOR, : seen.counts[0, Kind.PREDATOR]].tolist()
    visitors = world.population.visitors.tolist()
    assert set(which) == set(visitors[:2])
    assert set(world.population.ids[which].tolist()) == {VISITOR}
    world.recover(2)
    world.advance(8)
    which = seen.which[0, Kind.PREDATOR, : seen.counts[0, Kind.PREDATOR]].tolist()
    assert which == visitors[:1]


def test_nobody_is_inside_of_any_hull() -> None:
    """Between two boats that close in, streams of both act on the same fish."""
    places = [[x, 0.0, 0.5] for x in (-0.4, 0.0, 0.4)]
    herrings = {**HERRINGS, "places": places, "headings": [0.0] * 3, "motor": "muscle"}
    tables = {
        "format": 1,
        "submarine": {"place": [0.0, -2.0, 0.5]},
        "habitat": {"radius": 9.0, "relief": 0.0},
        "group": [{k: v for k, v in herrings.items() if k != "count"}],
    }
    world = World(Scenario.model_validate(tables))
    world.launch()
    world.submarines[1].put((0.0, 2.0, 0.5), math.pi)
    for number in (1, 2):
        world.steer(thrust=0.6, turn=1.0, boat=number)
    for _ in range(240):
        world.advance()
        for boat in world.submarines:
            axis = np.array(ahead_of(*boat.angles))
            away = world.state().positions - boat.position
            along = np.clip(away @ axis, -0.8, 0.8)
            assert (np.linalg.norm(away - along[:, None] * axis, axis=1) > RADIUS).all()


def test_room_for_more_changes_nothing_for_one() -> None:
    digests = []
    for most in (1, MOST):
        world = sea(most)
        world.steer(thrust=1.0, turn=0.3)
        world.advance(120)
        digests.append(world_digest(world))
    assert digests[0] == digests[1]


def play(world: World, frames: int) -> None:
    for frame in range(frames):
        if frame in (3, 9):
            world.launch()
        if frame == 40:
            world.recover(2)
        if frame == 50:
            world.launch()
        if frame % 10 == 5:
            to_the_middle(world)
        world.advance()


def test_inputs_of_several_come_out_the_same(tmp_path: Path) -> None:
    world, again = sea(), sea()
    inputs = world.record_inputs()
    play(world, 80)
    save_inputs(inputs, tmp_path / "inputs.json")
    replay(again, load_inputs(tmp_path / "inputs.json"), 80)
    assert world_digest(again) == world_digest(world)
    assert [boat.number for boat in again.submarines] == [1, 2, 3]


def test_a_recording_has_all_of_them(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    world = sea()
    with Recorder(world, tmp_path / "several.arrow"):
        play(world, 80)
    with Recording.open(tmp_path / "several.arrow") as recording:
        assert check_rerun(recording).same
        shown = RecordedWorld(recording)
        for frame, numbers in ((2, [1]), (20, [1, 2, 3]), (45, [1, 3]), (80, [1, 2, 3])):
            shown.show(float(frame))
            assert [boat.number for boat in shown.submarines] == numbers
        for boat, real in zip(shown.submarines, world.submarines, strict=True):
            assert boat.position.tolist() == real.position.tolist()
        export_parquet(recording, tmp_path / "flat")
    table = parquet.read_table(tmp_path / "flat" / "submarine.parquet").to_pydict()
    last = [row for row, frame in enumerate(table["frame"]) if frame == 80]
    assert [table["boat"][row] for row in last] == [1, 2, 3]
    assert [table["x"][row] for row in last] == [boat.position[0] for boat in world.submarines]


def test_an_old_recording_of_one_is_read_and_run_again() -> None:
    with Recording.open(OLD) as recording:
        assert recording.meta.submarine
        assert not recording.meta.boats
        shown = RecordedWorld(recording)
        shown.show(75.0)
        assert [boat.number for boat in shown.submarines] == [1]
        x, y, z = shown.submarines[0].position.tolist()
        assert (x, y, z) == pytest.approx((-1.62130, 0.17089, 0.45793), abs=1e-5)
        # Whether fishes come out to the byte is up to the machine.
        verdict = check_rerun(recording)
        assert "submarine" not in verdict.sentence
