"""Scenes of schools: they form, cruise, split and rejoin, and are led."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.minds.instinct.routines.schooling import LEADING
from tests.minds.schools import groups, in_rows, polarisation, scattered, spacing
from tests.minds.tanks import Tanks, Troupe, passing

CALM = {"instinct": {"hunger": 0.0}, "habits": {"schooling": True}}
MOTORS = pytest.mark.parametrize("motor", ["muscle", "repertoire"])


@pytest.mark.slow
@MOTORS
def test_scattered_fishes_form_a_school_that_cruises(motor: str) -> None:
    name = "a school cruises"
    tanks = Tanks(name, motor, [Troupe("herring", lambda ch: scattered(24, 1.5, 0.5, ch), CALM)])
    tanks.run(20.0)
    changes = tanks.brains["changes"].copy()
    polarised, near, nearest, alone = [], [], [], []

    def watch() -> None:
        polarised.append(polarisation(tanks))
        distances = spacing(tanks)
        near.append([one.mean() for one in distances])
        nearest.append([one.min() for one in distances])
        alone.append([np.bincount(one).max() < 24 for one in groups(tanks)])

    tanks.run(20.0, watch, every=30)
    living = tanks.world.population.living
    dithering = float((tanks.brains["changes"] - changes)[living].mean() * 3.0)
    middle, apart = np.mean(polarised, axis=0), np.mean(near, axis=0)
    print(
        f"\n{name}, {motor}: polarisation {middle.mean():.3f} (least {middle.min():.3f}), "
        f"nearest neighbour {apart.mean():.2f} L ({apart.min():.2f} to {apart.max():.2f}), never "
        f"nearer than {np.min(nearest):.2f} L, not all together {np.mean(alone):.1%} of the time, "
        f"{dithering:.1f} changes of intention a minute"
    )
    outcomes = (middle > 0.8) & (apart > 0.5) & (apart < 2.0)
    assert passing(outcomes.tolist(), name) is None
    assert dithering < 20.0


@pytest.mark.slow
@MOTORS
def test_a_school_splits_at_an_obstacle_and_rejoins(motor: str) -> None:
    name, count, radius, middle = "a school splits", 24, 0.4, 1.5
    tanks = Tanks(
        name,
        motor,
        [Troupe("herring", lambda ch: in_rows(count, 0.2, ch, x=-2.5, z=middle), CALM)],
        obstacles=[(0.0, 0.0)],
        radius=radius,
        habitat={"surface": 3.0},
    )
    people = tanks.world.population
    everybody = np.array([tanks.slots(0, tank) for tank in range(len(tanks.middles))])
    before = people.positions[everybody, :2] - tanks.middles[:, None]
    sides = np.zeros(everybody.shape)
    nearest = np.full(everybody.shape, np.inf)

    def watch() -> None:
        nonlocal before
        now = people.positions[everybody, :2] - tanks.middles[:, None]
        passes = (before[..., 0] < 0.0) & (now[..., 0] >= 0.0) & (sides == 0)
        sides[passes] = np.sign(now[passes][:, 1])
        nearest[:] = np.minimum(nearest, np.linalg.norm(now, axis=-1))
        before = now

    tanks.run(25.0, watch)
    together = np.array([np.bincount(one).max() for one in groups(tanks)])
    lesser = np.minimum((sides > 0).sum(axis=1), (sides < 0).sum(axis=1))
    outcomes = (lesser >= 2) & (together >= 0.9 * count)
    half_width = 0.1 * 0.2
    print(
        f"\n{name}, {motor}: {lesser.mean():.1f} of {count} pass on the emptier side, "
        f"{(lesser >= 2).sum()} of 30 split, {(together >= 0.9 * count).sum()} are together again, "
        f"{(nearest < radius + half_width).mean():.1%} touched, "
        f"{tanks.changes_per_minute(25.0):.1f} changes of intention a minute"
    )
    assert passing(outcomes.tolist(), name) is None


@pytest.mark.slow
@MOTORS
@pytest.mark.parametrize("appointed", [True, False], ids=["appointed", "whoever-is-in-front"])
def test_a_school_follows_its_leader(motor: str, appointed: bool) -> None:
    name, count = "a school is led", 12
    tanks = Tanks(name, motor, [Troupe("herring", lambda ch: in_rows(count, 0.22, ch), CALM)])
    people, brains = tanks.world.population, tanks.brains
    everybody = np.array([tanks.slots(0, tank) for tank in range(len(tanks.middles))])
    if appointed:
        tanks.world.instinct.tempers["leads"][everybody[:, -1]] = 1
    ahead, leaders, courses, polarised = [], [], [], []

    def watch() -> None:
        going = people.velocities[everybody].mean(axis=1)
        going /= np.linalg.norm(going, axis=1, keepdims=True)
        along = np.einsum("tfx,tx->tf", people.positions[everybody], going)
        leads = brains["stage"][everybody] == LEADING
        leaders.append(leads.sum(axis=1))
        if appointed:
            ahead.append((along[:, -1:] > along[:, :-1]).mean(axis=1))
        else:
            first = np.where(leads, along, -np.inf).max(axis=1)
            ahead.append((first[:, None] >= along - 1.0 * 0.2).mean(axis=1))
        courses.append(np.arctan2(going[:, 1], going[:, 0]))
        polarised.append(polarisation(tanks))

    tanks.run(10.0)
    tanks.run(25.0, watch)
    before, middle = np.mean(ahead, axis=0), np.mean(polarised, axis=0)
    turns = np.abs(np.unwrap(courses, axis=0)[-1] - courses[0])
    print(
        f"\n{name}, {motor}, {'appointed' if appointed else 'whoever is in front'}: its leader has "
        f"{before.mean():.0%} behind it, {np.mean(leaders):.1f} lead at a time, polarisation "
        f"{middle.mean():.2f}, turned by {np.degrees(turns).mean():.0f} degrees in 25 s"
    )
    outcomes = (before > 0.8) & (middle > 0.8)
    assert passing(outcomes.tolist(), name) is None
    assert np.degrees(turns).mean() > 15.0, "it has a will of its own"
