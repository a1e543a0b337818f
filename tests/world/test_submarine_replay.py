"""Dives are recorded and run again to the byte; fishes perceive who is none of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.contracts.perception import VISITOR, Kind
from motorium.contracts.population import Population
from motorium.world.inputs import load_inputs, replay, save_inputs
from motorium.world.recording.digest import world_digest
from motorium.world.submarine.settings import LENGTH
from motorium.world.world import World
from tests.world.dives import boat_of, dive, in_reef, off_hull

CAST: list[dict[str, Any]] = [
    {"species": "herring", "count": 5, "motor": "repertoire", "mind": "instinct"},
    {"species": "butterflyfish", "count": 3, "motor": "muscle", "mind": "instinct"},
]


def wild(world: World, seed: int, seconds: int) -> None:
    chance = np.random.default_rng(seed)
    for _ in range(3 * seconds):
        levers = np.clip(chance.normal(0.0, 0.8, 4), -1.0, 1.0)
        thrust, turn, pitch, lift = levers.tolist()
        world.steer(thrust, turn, pitch, lift, stop=bool(chance.random() < 0.1))
        world.advance(20)


def test_a_dive_with_random_helms_is_repeated_to_the_byte(tmp_path: Path) -> None:
    world = in_reef(4, CAST)
    given = world.record_inputs()
    wild(world, 1, 3)
    save_inputs(given, tmp_path / "dive.json")
    again = in_reef(4, CAST)
    replay(again, load_inputs(tmp_path / "dive.json"), world.clock.frame)
    assert world_digest(again) == world_digest(world)
    assert again.reason(0).sentence == world.reason(0).sentence
    # The helm is part of it: another dive is another world.
    other = in_reef(4, CAST)
    wild(other, 2, 3)
    assert world_digest(other) != world_digest(world)


def test_a_recorded_dive_shows_its_way_and_runs_again(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    from motorium.world.recording.export import export_parquet
    from motorium.world.recording.reader import Recording
    from motorium.world.recording.recorder import Recorder
    from motorium.world.recording.rerun import check_rerun

    world = dive(CAST[:1], seed=3, place=(-3.0, 0.0, 0.0))
    way = []
    with Recorder(world, tmp_path / "dive.arrow"):
        for _ in range(4):
            wild(world, world.clock.frame, 1)
            way.append((world.clock.frame, boat_of(world).position.copy()))
    with Recording.open(tmp_path / "dive.arrow") as recording:
        assert recording.meta.submarine
        for frame, place in way:
            boat = recording.states(recording.index_of(frame)).submarine
            assert boat is not None
            assert boat["position"].tolist() == place.tolist()
        assert check_rerun(recording).same
        export_parquet(recording, tmp_path / "flat")
    table = parquet.read_table(tmp_path / "flat" / "submarine.parquet").to_pydict()
    assert table["frame"] == list(range(world.clock.frame + 1))
    assert table["x"][-1] == boat_of(world).position[0]
    assert set(table["stop"]) <= {0.0, 1.0}


def test_visitors_are_not_of_the_population() -> None:
    people = Population(3, points=2, visitors=2)
    assert people.visitors.tolist() == [3, 4]
    assert people.present.tolist() == []
    people.visit(3)
    assert people.enter(3).tolist() == [0, 1, 2]
    assert (len(people), people.living.tolist(), people.present.tolist()) == (
        3, [0, 1, 2], [0, 1, 2, 3],
    )  # fmt: skip
    with pytest.raises(ValueError, match="no room for 1 more: 3 of 3 slots are taken"):
        people.enter(1)
    people.leave([1])
    assert people.present.tolist() == [0, 2, 3]
    assert people.ids.tolist() == [0, -1, 2, VISITOR, -1]
    assert VISITOR not in people
    assert len(people.positions) == 5
    assert len(people.nodes) == 3
    people.part(3)
    assert people.present.tolist() == [0, 2]


def test_prey_and_pacifists_see_it_as_a_predator_and_predators_do_not() -> None:
    """At 2.5 m along y from who looks along y, from its snout 0.36 L nearer."""
    groups = [
        {"species": name, "places": [[x, -2.5, 0.0]], "headings": [np.pi / 2], "mind": "instinct",
         "motor": "repertoire"}
        for name, x in (("herring", -1.0), ("butterflyfish", 0.0), ("grouper", 1.0))
    ]  # fmt: skip
    world = dive(groups)
    boat = boat_of(world)
    world.advance(1)
    perceived, people = world.perceived, world.population
    species = [world.species[people.species[slot]].name for slot in people.living]
    for slot, name in zip(people.living.tolist(), species, strict=True):
        seen = perceived.which[slot, Kind.PREDATOR, : perceived.counts[slot, Kind.PREDATOR]]
        assert (boat.slot in seen) == (name != "grouper")
    slot = species.index("butterflyfish")
    far = perceived.distances[slot, Kind.PREDATOR]
    which = perceived.which[slot, Kind.PREDATOR].tolist().index(boat.slot)
    assert far[which] == pytest.approx(2.5 - 0.36 * people.lengths[slot], abs=0.01)
    assert people.lengths[boat.slot] == LENGTH
    assert len(world.state().ids) == 3


def test_a_hull_is_felt_over_all_its_thickness() -> None:
    """By the snout of a butterflyfish that looks at its side: within half of its length, as all
    begin, and not beyond."""
    for gap, felt in ((0.04, True), (0.14, False)):
        length = 0.16
        away = 0.7 + gap + 0.5 * length
        group = {"species": "butterflyfish", "places": [[0.0, -away, 0.0]],
                 "headings": [np.pi / 2], "mind": "instinct", "motor": "repertoire"}  # fmt: skip
        world = dive([group])
        world.advance(1)
        assert (world.perceived.fish[0] == boat_of(world).slot) == felt


@pytest.mark.parametrize("motor", ["muscle", "repertoire"])
def test_nobody_is_ever_inside_of_the_hull(motor: str) -> None:
    """Not even who has no mind for it: it sails to and fro through fishes that swim in circles."""
    group = {"species": "herring", "count": 12, "motor": motor, "radius": [0.3, 2.0]}
    world = dive([group], place=(-4.0, 0.0, 0.0))
    chance = np.random.default_rng(5)
    for _ in range(12):
        world.steer(thrust=1.0, turn=float(chance.uniform(-1.0, 1.0)), lift=chance.uniform(-1, 1))
        for _ in range(30):
            world.advance()
            assert off_hull(world).min() > 0.0
