"""Schooling among neighbours made by hand: who pushes, pulls, leads and is followed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motorium.contracts.frames import quaternion_from_heading
from motorium.contracts.perception import Kind
from motorium.minds.instinct import numbers
from motorium.minds.instinct.routines import names
from motorium.minds.instinct.routines.schooling import (
    FORMATION,
    JOINING,
    LEADING,
    SNUG,
    WIDE,
    bond,
    company,
    school,
)
from motorium.minds.instinct.scene import Scene
from motorium.world.scenario import Scenario
from motorium.world.world import World

MATES = 5
LENGTH = 0.2
CRUISE = 2.0


def _world(species: str = "herring", count: int = MATES + 1) -> World:
    group = {"species": species, "motor": "repertoire", "mind": "instinct", "count": count}
    predator = {"species": "shark", "motor": "repertoire", "mind": "instinct", "count": 1}
    return World(Scenario(format=1, group=[group, predator]))


WORLD = _world()
SHARK = MATES + 1


def _scene(
    mates: Sequence[tuple[float, float, float]],
    velocities: Sequence[tuple[float, float, float]] | None = None,
    heading: float = 0.0,
    turned_by: float = 0.0,
) -> Scene:
    """Fish 0 in the origin, at its cruising speed, and what it perceives of others [L], [L/s];
    turned_by: all of it, about the vertical [rad]."""
    scene = WORLD.instinct.scene(1.0)
    perceived = scene.perceived
    cosine, sine = math.cos(turned_by), math.sin(turned_by)
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    for array in (scene.brains, scene.wishes):
        array[:] = np.zeros((), dtype=array.dtype)
    scene.tempers["cruise"], scene.tempers["top"], scene.tempers["leads"] = CRUISE, 4.0, 0
    scene.tempers["wariness"] = 1.0
    scene.brains["accompanied"] = scene.seconds
    perceived.lengths[:] = LENGTH
    perceived.schooling[:] = 1
    perceived.fish[:] = -1
    perceived.positions[:] = 0.0
    perceived.velocities[0] = [
        CRUISE * LENGTH * math.cos(heading),
        CRUISE * LENGTH * math.sin(heading),
        0.0,
    ]
    perceived.orientations[0] = quaternion_from_heading(heading + turned_by)
    perceived.counts[0] = 0
    perceived.counts[0, Kind.SCHOOLMATE] = len(mates)
    for number, mate in enumerate(mates, start=1):
        perceived.which[0, Kind.SCHOOLMATE, number - 1] = number
        perceived.positions[number] = LENGTH * np.array(mate)
        going = velocities[number - 1] if velocities else (CRUISE, 0.0, 0.0)
        perceived.velocities[number] = LENGTH * np.array(going)
    for array in (perceived.positions, perceived.velocities):
        array[: len(mates) + 1] = array[: len(mates) + 1] @ turn.T
    return scene


def _wish(scene: Scene) -> Any:
    school(scene, np.array([0]))
    return scene.wishes.view(np.recarray)[0]


@pytest.mark.parametrize(
    ("lengths", "strength"),
    [(0.0, -1.5), (0.5, -0.75), (1.0, 0.0), (1.3, 0.0), (3.9, 0.5), (6.4, 1.0), (20.0, 1.0)],
)
def test_who_is_near_pushes_and_who_is_far_pulls(lengths: float, strength: float) -> None:
    assert bond(lengths) == pytest.approx(strength)


@given(st.floats(0.0, 20.0), st.floats(0.0, 20.0))
def test_farther_ones_never_pull_less(one: float, other: float) -> None:
    assert bond(min(one, other)) <= bond(max(one, other))


def test_company_by_hand() -> None:
    # One half a length to the left, which pushes by 0.75; one 3.9 L ahead and one 6.4 L above,
    # which pull by 0.5 and 1, so by 0.5 / 3 and 1 / 3 in the mean of three.
    scene = _scene(
        [(0.0, 0.5, 0.0), (3.9, 0.0, 0.0), (0.0, 0.0, 6.4)],
        [(2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (1.0, 0.0, 1.0)],
    )
    others = company(scene, 0)
    assert (others.mates, others.nearest, others.leader) == (3, 1, -1)
    assert others.distance == pytest.approx(0.5)
    assert (others.x, others.y, others.z) == pytest.approx((0.5 / 3, -0.75, 1.0 / 3))
    # The one ahead counts 1.75, the others 1.
    assert (others.velocity_x, others.velocity_y, others.velocity_z) == pytest.approx(
        (3.0 / 3.75, 3.5 / 3.75, 1.0 / 3.75)
    )


def test_who_does_not_school_is_no_company() -> None:
    scene = _scene([(0.0, 0.5, 0.0), (2.0, 0.0, 0.0)])
    scene.perceived.schooling[1] = 0
    assert company(scene, 0).mates == 1


def test_whom_it_feels_it_counts_once_even_where_it_does_not_see() -> None:
    scene = _scene([(2.0, 0.0, 0.0), (-0.1, 0.1, 0.0)])
    both = company(scene, 0)
    scene.perceived.fish[0] = 2
    assert company(scene, 0) == both
    scene.perceived.counts[0, Kind.SCHOOLMATE] = 1
    assert company(scene, 0) == both
    scene.perceived.fish[0] = SHARK
    assert company(scene, 0).mates == 1


AHEAD = (1.2, 0.0, 0.0)
"""Somebody in the right place, so that fish 0 is not the first."""


def test_it_goes_where_the_others_go() -> None:
    north = [(0.0, CRUISE, 0.0)] * 2
    wish = _wish(_scene([(1.2, 0.6, 0.0), (-1.2, 0.6, 0.0)], north))
    assert wish.heading == pytest.approx(math.pi / 2)


@pytest.mark.parametrize(
    ("mate", "left"),
    [((0.0, 0.5, 0.0), -1), ((0.0, -0.5, 0.0), 1), ((0.0, 4.0, 0.0), 1), ((0.0, -4.0, 0.0), -1)],
)
def test_it_turns_off_who_is_near_and_to_who_is_far(
    mate: tuple[float, float, float], left: int
) -> None:
    scene = _scene([AHEAD, mate])
    assert math.copysign(1.0, _wish(scene).heading) == left
    assert abs(scene.wishes["heading"][0]) < math.pi / 2


def test_it_climbs_gently_to_who_is_above() -> None:
    scene = _scene([AHEAD, (0.0, 0.0, 3.0)])
    assert 0.0 < _wish(scene).climb <= 0.35
    assert _wish(_scene([AHEAD, (0.0, 0.0, 0.5)])).climb < 0.0


def test_it_brakes_behind_one_too_near_and_hurries_after_one_far() -> None:
    near = _wish(_scene([(0.6, 0.0, 0.0)]))
    assert near.speed == pytest.approx(CRUISE * (1.0 - 0.6))
    assert near.brake > 0.5
    right = _wish(_scene([AHEAD]))
    assert (right.speed, right.brake) == pytest.approx((CRUISE, 0.0))
    far = _wish(_scene([AHEAD, (3.9, 0.0, 0.0)]))
    assert (far.speed, far.brake) == pytest.approx((CRUISE * 1.25, 0.0))


def test_it_matches_the_speed_of_the_others() -> None:
    wish = _wish(_scene([AHEAD], [(3.0, 0.0, 0.0)]))
    assert wish.speed == pytest.approx(0.5 * (CRUISE + 3.0))


def test_who_is_in_front_leads_until_somebody_has_passed() -> None:
    scene = _scene([(-1.2, 0.0, 0.0), (-0.5, 1.0, 0.0)])
    _wish(scene)
    assert scene.brains["stage"][0] == LEADING
    scene.perceived.positions[1, 0] = 0.5 * LENGTH
    _wish(scene)
    assert scene.brains["stage"][0] == LEADING
    scene.perceived.positions[1, 0] = 1.2 * LENGTH
    _wish(scene)
    assert scene.brains["stage"][0] == FORMATION


def test_an_appointed_leader_leads_from_anywhere_and_nobody_passes_it() -> None:
    scene = _scene([(-1.2, 0.0, 0.0), (-0.2, 1.0, 0.0)])
    scene.tempers["leads"][2] = 1
    wish = _wish(scene)
    assert scene.brains["stage"][0] == FORMATION
    # It is 0.2 L ahead of the leader and should be 1 L behind: slower by all it can.
    assert wish.speed == pytest.approx(0.4 * CRUISE)
    scene.tempers["leads"][0] = 1
    _wish(scene)
    assert scene.brains["stage"][0] == LEADING


def test_where_an_appointed_leader_goes_counts_most() -> None:
    going = [(CRUISE, 0.0, 0.0), (0.0, CRUISE, 0.0)]
    scene = _scene([(0.0, 1.2, 0.0), (0.0, -1.2, 0.0)], going)
    scene.tempers["leads"][2] = 1
    others = company(scene, 0)
    assert (others.velocity_x, others.velocity_y) == pytest.approx((CRUISE / 11, 10 * CRUISE / 11))


def test_leaders_now_and_then_take_another_course() -> None:
    scene = _scene([(-1.2, 0.0, 0.0)])
    courses = []
    for decision in range(600):
        scene.brains["decisions"][0] = decision
        courses.append(float(_wish(scene).heading))
    turns = np.abs(np.diff(courses)) > math.radians(5.0)
    assert 8 <= turns.sum() <= 30
    assert np.abs(courses).max() < math.pi / 2, "it yields to where its school goes"


def test_who_is_far_off_chases_and_who_comes_back_is_in_formation() -> None:
    scene = _scene([(0.0, 6.0, 0.0)])
    wish = _wish(scene)
    assert scene.brains["stage"][0] == JOINING
    assert scene.brains["routine"][0] == names.CHASING
    assert wish.heading == pytest.approx(math.pi / 2)
    for far, stage in ((3.0, JOINING), (2.4, FORMATION), (3.0, FORMATION), (4.1, JOINING)):
        # Half ahead, half aside: else it would lead.
        scene.perceived.positions[1, :2] = far * LENGTH * math.sqrt(0.5)
        _wish(scene)
        assert scene.brains["stage"][0] == stage, far
    assert pytest.approx(math.pi / 5) == numbers.SCHOOLING_CLOSENESS


def test_it_does_not_mind_its_course_within_sigma_while_joining() -> None:
    # 30 degrees off: less than pi / 5.
    wish = _wish(_scene([(6.0 * math.cos(0.5), 6.0 * math.sin(0.5), 0.0)]))
    assert wish.heading == pytest.approx(0.0)


def test_the_sensitivity_region_is_smaller_in_formation() -> None:
    scene = _scene([AHEAD])
    scene.tempers["wariness"][0] = 1.5
    _wish(scene)
    assert scene.perceived.boxes[0] == pytest.approx(1.5 * np.array(SNUG))
    scene = _scene([(0.0, 6.0, 0.0)])
    _wish(scene)
    assert scene.perceived.boxes[0] == pytest.approx(np.array(WIDE))
    assert max(SNUG) < min(WIDE)


def test_who_is_afraid_turns_away_with_the_others_and_hurries() -> None:
    scene = _scene([AHEAD])
    brain = scene.brains[0]
    brain["afraid"], brain["fear"], brain["danger_fear"], brain["danger"] = 1, 0.5, 0.5, SHARK
    scene.perceived.positions[SHARK] = [0.0, 4.0, 0.0]
    wish = _wish(scene)
    # (1, 0) for where the others go, (0, -2 * 0.5) for the shark on the left.
    assert wish.heading == pytest.approx(-math.pi / 4)
    pace = CRUISE + 0.5 * (4.0 - CRUISE)
    assert wish.speed == pytest.approx(0.5 * (pace + CRUISE * math.sqrt(0.5)))


def test_alone_it_goes_on_and_soon_looks_back() -> None:
    scene = _scene([])
    scene.brains["accompanied"][0] = scene.seconds - 0.5
    wish = _wish(scene)
    assert scene.brains["stage"][0] == LEADING
    assert wish.speed == pytest.approx(CRUISE)
    assert abs(wish.heading) < math.pi / 3
    scene.brains["accompanied"][0] = scene.seconds - 0.8
    assert _wish(scene).heading == pytest.approx(math.pi / 2)
    scene.tempers["leads"][0] = 1
    assert abs(_wish(scene).heading) < math.pi / 3, "whoever was appointed is found by the others"


Triples = list[tuple[float, float, float]]


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[Triples, Triples]:
    """Places and velocities of some; drawn anywhere, so that no two are equally near, and nobody is
    right on a threshold."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = draw(st.integers(1, MATES))
    places = chance.uniform((-8.0, -8.0, -3.0), (8.0, 8.0, 3.0), (count, 3))
    places *= chance.uniform(0.1, 1.0)
    goings = chance.uniform((-3.0, -3.0, -1.0), (3.0, 3.0, 1.0), (count, 3))
    return [(x, y, z) for x, y, z in places], [(x, y, z) for x, y, z in goings]


@settings(max_examples=50)
@given(neighbours(), st.floats(-3.0, 3.0))
def test_no_direction_is_special(some: tuple[Triples, Triples], angle: float) -> None:
    before = _wish(_scene(*some)).copy()
    after = _wish(_scene(*some, turned_by=angle))
    off = (after["heading"] - before["heading"] - angle + math.pi) % (2.0 * math.pi) - math.pi
    assert off == pytest.approx(0.0, abs=1e-5)
    for name in ("speed", "climb", "brake"):
        assert after[name] == pytest.approx(before[name], abs=1e-5), name


@settings(max_examples=50)
@given(neighbours(), st.permutations(range(MATES)))
def test_the_order_of_neighbours_does_not_matter(
    some: tuple[Triples, Triples], order: list[int]
) -> None:
    places, goings = some
    shuffled = [number for number in order if number < len(places)]
    before = _wish(_scene(places, goings)).copy()
    after = _wish(_scene([places[n] for n in shuffled], [goings[n] for n in shuffled]))
    for name in ("heading", "speed", "climb", "brake"):
        assert after[name] == pytest.approx(before[name], abs=1e-9), name


@settings(max_examples=50)
@given(neighbours())
def test_wishes_can_be_carried_out(some: tuple[Triples, Triples]) -> None:
    wish = _wish(_scene(*some))
    assert 0.0 <= wish.speed <= 4.0
    assert 0.0 <= wish.brake <= 1.0
    assert abs(wish.climb) <= 0.25 * math.pi
    assert math.isfinite(wish.heading)
