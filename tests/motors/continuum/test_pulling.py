"""A hand from outside takes a double by a part: it comes, falls, gets up, and never bursts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from motorium.bodies.rigid.parts import PARTS, part_number
from motorium.contracts.frames import Floats
from motorium.motors.continuum.options import ContinuumOptions
from motorium.motors.continuum.pulling import MOST
from motorium.motors.continuum.stepping import GRAVITY, Continuum
from motorium.physics.rigid.scene import RigidScene
from tests.motors.continuum.performers import FIGURE, RATE, standing

POSE = standing(0.05)[:1]
FARTHEST = [30.0, -30.0, 6.0]


class Pulled:
    """Somebody who would stand still, and a hand."""

    def __init__(self) -> None:
        options = ContinuumOptions()
        self.scene = RigidScene([FIGURE], (), step=options.step)
        self.continuum = Continuum(self.scene, options)
        self.continuum.start(POSE)
        self.stands(0.25)

    def stands(self, seconds: float) -> None:
        for _ in range(round(seconds * RATE)):
            self.continuum.advance(POSE)

    def place(self, part: str) -> Floats:
        body = self.scene.bodies[0, part_number(part)]
        found: Floats = self.scene.data.xipos[body].copy()
        return found

    def take(self, part: str, aside: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Floats:
        at = self.place(part) + aside
        self.continuum.pulling.take("hand", 0, part_number(part), at.tolist())
        return at

    def drag(self, part: str, way: tuple[float, float, float], seconds: float) -> Floats:
        """At an even pace; where the hand is at last."""
        start, frames = self.take(part), round(seconds * RATE)
        for frame in range(frames):
            goal = start + (frame + 1) / frames * np.array(way)
            self.continuum.pulling.pull("hand", goal.tolist())
            self.continuum.advance(POSE)
        return start + way

    @property
    def burst(self) -> bool:
        data = self.scene.data
        warned = any(int(one.number) for one in data.warning)
        return warned or not np.isfinite(data.qpos).all() or float(np.abs(data.qvel).max()) > 200.0


@pytest.mark.parametrize("part", ["left forearm", "head", "chest"])
def test_a_part_comes_to_the_hand(part: str) -> None:
    one = Pulled()
    goal = one.drag(part, (0.3, 0.0, 0.0), 0.5)
    one.stands(0.5)
    assert math.dist(one.place(part), goal) < 0.1
    assert not one.burst


def test_a_part_stays_aside_of_the_hand_as_it_was_taken() -> None:
    one = Pulled()
    before = one.place("left forearm")
    one.take("left forearm", aside=(0.1, 0.05, 0.0))
    one.stands(0.5)
    assert math.dist(one.place("left forearm"), before) < 0.02


def test_who_is_dragged_far_enough_loses_his_balance() -> None:
    one = Pulled()
    goal = one.drag("chest", (0.0, 1.2, 0.0), 1.0)
    one.stands(0.5)
    assert math.dist(one.place("chest"), goal) < 0.4
    one.continuum.pulling.let_go("hand")
    one.stands(1.0)
    assert one.continuum.balance.fallen[0]


def test_who_was_only_tugged_stands_as_before() -> None:
    one = Pulled()
    one.drag("right forearm", (0.1, 0.0, 0.0), 0.3)
    one.continuum.pulling.let_go("hand")
    one.stands(1.0)
    assert not one.continuum.balance.fallen[0]
    assert one.continuum.error(0) < 0.005


def test_all_hands_together_pull_no_harder_than_they_may() -> None:
    one = Pulled()
    for number in range(len(PARTS)):
        one.continuum.pulling.take(number, 0, number, one.place("chest").tolist())
        one.continuum.pulling.pull(number, FARTHEST)
    forces = np.zeros_like(one.scene.data.xfrc_applied)
    one.continuum.pulling.add_forces(forces)
    whole = np.linalg.norm(forces[:, :3], axis=1).sum()
    assert whole == pytest.approx(MOST * GRAVITY * FIGURE.mass)


def test_nothing_bursts_however_wildly_somebody_is_pulled() -> None:
    one, chance = Pulled(), np.random.default_rng(4)
    for _ in range(2 * RATE):
        for hand in range(3):
            place = chance.uniform([-30.0, -30.0, 0.0], [30.0, 30.0, 6.0]).tolist()
            if chance.random() < 0.1:
                part = int(chance.integers(len(PARTS)))
                one.continuum.pulling.take(hand, 0, part, place)
            one.continuum.pulling.pull(hand, place)
        one.continuum.advance(POSE)
    assert not one.burst


def test_a_hand_that_was_opened_leaves_nothing_behind() -> None:
    one, other = Pulled(), Pulled()
    one.take("head")
    one.continuum.pulling.let_go("hand")
    for pulled in (one, other):
        pulled.stands(0.2)
    assert np.array_equal(one.scene.data.qpos, other.scene.data.qpos)
    one.continuum.pulling.pull("hand", FARTHEST)
    assert not one.continuum.pulling.holds(0)


def test_what_is_no_part_or_no_place_is_refused() -> None:
    pulling = Pulled().continuum.pulling
    with pytest.raises(ValueError, match="there is no part 15; there are 0 pelvis"):
        pulling.take("hand", 0, 15, [0.0, 0.0, 1.0])
    with pytest.raises(ValueError, match="three finite numbers"):
        pulling.take("hand", 0, 0, [math.nan, 0.0, 1.0])
    with pytest.raises(ValueError, match="three finite numbers"):
        pulling.pull("hand", [0.0, 1.0])
