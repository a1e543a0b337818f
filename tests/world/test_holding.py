"""The limits of the water hold whoever minds and currents do not keep off them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import ArrayLike

from motorium.contracts.frames import Floats
from motorium.world.habitat.clearance import Clearance, off_cylinder
from motorium.world.habitat.holding import SOFT, THICK, hold
from motorium.world.scenario import Scenario
from motorium.world.world import World
from tests.world.seas import sea

POST = {"kind": "cylinder", "places": [[2.0, 0.0]], "radius": (0.5, 0.5), "height": (3.0, 3.0)}
LENGTH = 0.2
NEAREST = THICK * LENGTH


def held(place: ArrayLike, velocity: ArrayLike, carried: ArrayLike = (0.0, 0.0, 0.0)) -> Floats:
    limits = Clearance(sea(obstacle=[POST]), capacity=1).limits
    carrying = np.array([carried], dtype=np.float64)
    hold(
        limits,
        np.array([0]),
        np.array([place], dtype=np.float64),
        np.array([velocity], dtype=np.float64),
        np.array([LENGTH], dtype=np.float32),
        carrying,
    )
    return np.asarray(carrying[0])


@pytest.mark.parametrize(
    ("place", "velocity", "carried"),
    [
        # 0.1 m from where it is held, 1 m/s towards it: 0.5 m/s are allowed.
        ((0.0, 0.0, -1.9 + NEAREST), (0.3, 0.0, -1.0), (0.0, 0.0, 0.5)),
        ((0.0, 0.0, 2.9 - NEAREST), (0.3, 0.0, 1.0), (0.0, 0.0, -0.5)),
        ((0.0, -7.9 + NEAREST, 0.0), (0.3, -1.0, 0.0), (0.0, 0.5, 0.0)),
        ((1.4 - NEAREST, 0.0, 0.0), (1.0, 0.3, 0.0), (-0.5, 0.0, 0.0)),
        # Away from it, along it, or slowly enough: nothing.
        ((0.0, 0.0, -1.95), (0.0, 0.0, 0.2), (0.0, 0.0, 0.0)),
        ((0.0, -7.9 + NEAREST, 0.0), (1.0, -0.4, 0.0), (0.0, 0.0, 0.0)),
        # Over the post, which ends at 1 m.
        ((1.4 - NEAREST, 0.0, 1.2), (1.0, 0.3, 0.0), (0.0, 0.0, 0.0)),
        # 0.1 m beyond, at rest: back.
        ((0.0, 0.0, -2.1 + NEAREST), (0.0, 0.0, 0.0), (0.0, 0.0, 0.1 / SOFT)),
        ((4.86, 6.48, 0.0), (0.0, 0.0, 0.0), (-0.6 * (0.1 + NEAREST) / SOFT,
                                              -0.8 * (0.1 + NEAREST) / SOFT, 0.0)),
    ],
)  # fmt: skip
def test_speeds_worked_by_hand(
    place: tuple[float, ...], velocity: tuple[float, ...], carried: tuple[float, ...]
) -> None:
    assert held(place, velocity) == pytest.approx(carried, abs=1e-6)


def test_what_carried_it_already_is_not_counted_twice() -> None:
    """It swims at 1 m/s into the ground and is carried upwards by half of that."""
    place = (0.0, 0.0, -1.9 + NEAREST)
    again = held(place, (0.0, 0.0, -0.5), carried=(0.0, 0.0, 0.5))
    assert again == pytest.approx((0.0, 0.0, 0.5), abs=1e-6)


def test_no_obstacle_that_holds_somebody_is_passed_over() -> None:
    """Of twenty, at speeds up to 3 m/s, in the middle of the water; against all, one by one."""
    posts = {"kind": "cylinder", "count": 20, "around": (0.5, 5.0), "height": (1.5, 3.0)}
    limits = Clearance(sea(obstacle=[posts]), capacity=1).limits
    chance = np.random.default_rng(4)
    near = limits.cylinders[chance.integers(20, size=500)]
    turn, far = chance.uniform(-np.pi, np.pi, 500), near["radius"] * chance.uniform(0.5, 3.0, 500)
    places = np.stack(
        [
            near["x"] + far * np.cos(turn),
            near["y"] + far * np.sin(turn),
            chance.uniform(-1.0, 1.0, 500),
        ],
        axis=1,
    )
    velocities = chance.uniform(-1.7, 1.7, (500, 3))
    velocities[:, 2] *= 0.1
    carrying = np.zeros((500, 3))
    lengths = np.full(500, LENGTH, dtype=np.float32)
    hold(limits, np.arange(500), places, velocities, lengths, carrying)
    expected = velocities.copy()
    for row, place in enumerate(places):
        for post in limits.cylinders:
            free, *away = off_cylinder(post, *place)
            lacks = -(free - THICK * float(lengths[row])) / SOFT - expected[row] @ away
            expected[row] += max(lacks, 0.0) * np.array(away)
    assert (np.abs(carrying) > 0.01).any(axis=1).sum() > 100
    assert carrying == pytest.approx(expected - velocities, abs=1e-12)


@pytest.mark.parametrize("motor", ["muscle", "repertoire"])
def test_a_current_that_is_too_strong_takes_nobody_out_of_the_world(motor: str) -> None:
    """At the lee side everybody is held, on ground that rises and falls, and at the surface."""
    herring = {"species": "herring", "count": 12, "motor": motor, "center": (3.0, 0.0, 0.0)}
    world = World(
        Scenario(
            format=1,
            world={"current": (1.5, 0.4, 0.0), "capacity": 12},
            habitat={"radius": 6.0, "relief": 0.3},
            group=[{**herring, "radius": (0.2, 1.5)}],
        )
    )
    people = world.population
    assert world.habitat is not None
    there = Clearance(world.habitat, 1)
    nearest = math.inf
    for _ in range(40):
        world.advance(15)
        nearest = min(nearest, there.at(people.positions)[0][people.living].min())
    assert 0.5 * NEAREST < nearest < 0.3, "they were carried to the boundary, and not beyond"
    assert np.isfinite(people.nodes[people.living]).all()
