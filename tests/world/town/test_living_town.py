"""A town as a whole: who lives there, who can be asked for what, and what cameras may change."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from motorium.contracts.viewing import Camera
from motorium.motors.posture.bank import MotionBank
from motorium.world.town.document import TownDocument, load_town
from motorium.world.town.town import Town
from tests.graphs import shipped_graph
from tests.motors.posture.graphs import small_graph

KINDS = ("soldier", "pedestrian")


@cache
def bank() -> MotionBank:
    return MotionBank.of([small_graph()] * len(KINDS))


def opened(document: TownDocument | None = None, **options: int) -> Town:
    """Everybody with the motions of a small graph, which is made at once."""
    graphs = dict.fromkeys(KINDS, small_graph())
    return Town(document or load_town(), graphs, bank=bank(), **options)


def empty() -> Town:
    document = load_town()
    nobody = document.town.model_copy(update={"pedestrians": 0})
    return opened(document.model_copy(update={"town": nobody, "guard": []}), capacity=40)


def advance(town: Town, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        town.advance()


def far_camera() -> Camera:
    return Camera((0.0, -90.0, 30.0), (0.0, 1.0, -0.3))


def test_its_people_live_there_and_can_be_asked_why() -> None:
    town = opened()
    sources = {one.source for one in town.roster}
    assert sources == {"town"}
    assert len(town.roster) == load_town().town.pedestrians + len(load_town().guard)
    before = town.population.positions[town.population.living].copy()
    advance(town, 5.0)
    moved = np.linalg.norm(town.population.positions[town.population.living] - before, axis=1)
    assert np.median(moved) > 1.0
    for one in town.roster:
        assert town.describe(one.id).why


@pytest.mark.slow
def test_who_is_asked_for_a_posture_takes_it_up_and_is_given_back() -> None:
    town = Town(load_town(), {kind: shipped_graph(kind) for kind in KINDS})
    walker = next(one for one in town.roster if one.kind == "pedestrian")
    town.ask_posture(walker.id, "sitting")
    advance(town, 8.0)
    told = town.describe(walker.id)
    assert (told.posture, told.taken) == ("sitting", True)
    here = town.population[walker.id].position.copy()
    town.let_go(walker.id)
    advance(town, 12.0)
    assert not town.describe(walker.id).taken
    assert np.linalg.norm(town.population[walker.id].position - here) > 1.0


def test_a_client_s_soldier_goes_where_it_is_told() -> None:
    town = empty()
    soldier = town.place("soldier", "Ada", (1.0, 2.0), heading=math.pi / 2)
    town.ask_motion(soldier, 1.4, math.pi / 2)
    advance(town, 5.0)
    at = town.population[soldier].position
    assert at[1] > 2.0 + 4.0
    assert abs(at[0] - 1.0) < 0.3
    town.ask_motion(soldier, 0.0)
    advance(town, 3.0)
    assert town.describe(soldier).doing == "standing deployed"


def test_cameras_change_levels_and_nothing_else() -> None:
    towns = opened(seed=3), opened(seed=3)
    towns[1].watch([far_camera()])
    for town in towns:
        advance(town, 4.0)
    one, other = (town.population for town in towns)
    assert set(towns[0].motor.levels[one.living]) == {0}
    assert set(towns[1].motor.levels[other.living]) == {2}
    for name in ("positions", "orientations", "velocities"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_the_same_seed_gives_the_same_town() -> None:
    first, again, another = opened(seed=1), opened(seed=1), opened(seed=2)
    for town in (first, again, another):
        advance(town, 2.0)
    rows = slice(0, first.shown.count)
    np.testing.assert_array_equal(first.shown.rotations[rows], again.shown.rotations[rows])
    assert not np.array_equal(first.population.positions, another.population.positions)


def test_who_is_removed_is_gone() -> None:
    town = empty()
    soldier = town.place("soldier", "Ada", (0.0, 0.0))
    advance(town, 0.1)
    assert soldier in town.shown.ids[: town.shown.count]
    version = town.roster_version
    town.remove(soldier)
    advance(town, 0.1)
    assert town.shown.count == 0
    assert town.roster == ()
    assert town.roster_version > version
    with pytest.raises(KeyError, match="nobody has id"):
        town.describe(soldier)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (lambda town, one: town.place("knight", "K", (0, 0)), "no people are called 'knight'"),
        (
            lambda town, one: town.place("soldier", "K", (0, math.nan)),
            "a place is numbers",
        ),
        (lambda town, one: town.place("soldier", "K", (0,)), "a place is x, y"),
        (lambda town, one: town.place("soldier", "K", (0, 0), math.inf), "heading inf"),
        (lambda town, one: town.place("soldier", "K", (0, 0), 0.0, "flying"), "no posture"),
        (lambda town, one: town.ask_posture(one, "kneeling"), "no posture is called 'kneeling'"),
        (lambda town, one: town.ask_posture(one, "crawling"), "nobody stays in 'crawling'"),
        (lambda town, one: town.ask_gesture(one, "bowing"), "no gesture is called 'bowing'"),
        (lambda town, one: town.ask_motion(one, math.nan), "speed nan: it must be from 0 to 8"),
        (lambda town, one: town.ask_motion(one, -1.0), "speed -1.0: it must be"),
        (lambda town, one: town.ask_motion(one, 1.0, math.inf), "heading inf: it must be"),
        (lambda town, one: town.ask_aim(one, 50.0, 0.0), "aim_turn 50.0: it must be"),
        (lambda town, one: town.ask_aim(one, 0.0, 0.0, 5.0), "aim 5.0: it must be"),
        (lambda town, one: town.ask_motion(99, 1.0), "nobody has id 99"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(wish, sentence: str) -> None:  # type: ignore[no-untyped-def]
    town = empty()
    one = town.place("soldier", "Ada", (0.0, 0.0))
    with pytest.raises((ValueError, KeyError), match=sentence):
        wish(town, one)
    assert len(town.population) == 1


def test_the_unarmed_cannot_aim() -> None:
    town = empty()
    walker = town.place("pedestrian", "Bo", (0.0, 0.0))
    with pytest.raises(ValueError, match="Bo has nothing to aim with"):
        town.ask_aim(walker, 0.1, 0.0)


def test_six_who_are_placed_on_one_spot_stand_beside_each_other() -> None:
    town = empty()
    ids = [town.place("soldier", f"soldier {number}", (2.0, 3.0)) for number in range(6)]
    places = np.array([town.population[one].position[:2] for one in ids])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 9.0 * np.eye(6)
    assert places[0].tolist() == [2.0, 3.0]
    assert apart.min() > 0.48
    assert np.linalg.norm(places - places[0], axis=1).max() < 1.0
