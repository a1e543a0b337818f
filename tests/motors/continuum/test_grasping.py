"""Hands that take hold of what they touch, and of nothing by accident."""

from dataclasses import replace

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.motors.continuum.grasping import FAST, RESTS, lets_go
from motorium.physics.rigid.props import Prop
from tests.motors.continuum.grounds import Walker
from tests.motors.continuum.performers import RATE, standing, walking
from tests.motors.continuum.reaching import armed, between, hand_of

LEFT = (0,)
BACK, AHEAD = armed(0.3, 0.0, 1.6, LEFT), armed(0.9, 0.0, 0.6, LEFT)
"""The left hand goes 17 cm ahead from the one to the other."""
WIDE, CLOSED = armed(1.2, 0.3, 0.3), armed(1.2, -0.3, 0.3)
BAG = Prop("bag", "bar", (0.12, 0.4), 50.0, (0.63, 0.163, 1.2), hangs=1.2, grip=True)
STAND = Prop("stand", "box", (0.1, 0.1, 0.57), 0.0, (0.6, 0.0, 0.57))
CRATE = Prop("crate", "box", (0.12, 0.12, 0.12), 4.0, (0.6, 0.0, 1.26), grip=True)


class Hands(Walker):
    """Somebody whose hands grip by contact; touched: for how many frames."""

    def __init__(self, props: tuple[Prop, ...], pose: Floats) -> None:
        super().__init__(props, pose)
        self.motor.grips_by_contact = True
        self.touched = 0

    def does(self, poses: Floats) -> list[tuple[int, int]]:
        """What is held by which hand at the end of it."""
        for pose in poses:
            self.goes(pose[None])
            self.touched += bool(self.motor.grasping._touches(0))
        return self.scene.held(0)

    def stays(self, pose: Floats, seconds: float) -> list[tuple[int, int]]:
        return self.does(np.repeat(pose[None], round(seconds * RATE), axis=0))


def place_of(hands: Hands, name: str) -> Floats:
    geom = hands.scene.model.geom(name).id
    found: Floats = hands.scene.data.geom_xpos[geom].copy()
    return found


def test_a_hand_opens_far_off_and_away_from_what_it_holds() -> None:
    hand, outward = np.zeros(3), np.array([-1.0, 0.0, 0.0])
    assert lets_go(hand, np.array([-0.26, 0.0, 0.0]), outward)
    assert not lets_go(hand, np.array([-0.24, 0.0, 0.0]), outward)
    assert not lets_go(hand, np.array([0.4, 0.0, 0.0]), outward)
    # More aside than away: who lifts something heavy does not mean to drop it.
    assert not lets_go(hand, np.array([-0.2, 0.4, 0.0]), outward)
    assert lets_go(hand, np.array([-0.3, 0.4, 0.0]), outward)


def test_a_hand_that_pushes_takes_hold_moves_it_and_lets_go() -> None:
    hands = Hands((BAG,), BACK)
    assert hands.stays(BACK, 0.3) == []
    assert hands.does(between(BACK, AHEAD, 1.0)) == [(0, 0)]
    # He pulls at it, and it comes.
    before = place_of(hands, "bag")
    nearer = armed(0.75, 0.0, 0.9, LEFT)
    assert hands.does(between(AHEAD, nearer, 0.5)) == [(0, 0)]
    assert hands.stays(nearer, 0.5) == [(0, 0)]
    assert place_of(hands, "bag")[0] < before[0] - 0.02
    # He takes his hand away: it opens, and takes nothing again though it was near.
    down = armed(0.0, 0.0, 0.0, LEFT)
    assert hands.does(between(nearer, down, 0.5)) == []
    assert hands.stays(down, RESTS + 0.5) == []


def test_without_it_nothing_is_taken() -> None:
    hands = Hands((BAG,), BACK)
    hands.motor.grips_by_contact = False
    assert hands.does(between(BACK, AHEAD, 1.0)) == []
    assert hands.touched > 0


def test_two_hands_close_on_a_crate_lift_it_and_open() -> None:
    hands = Hands((CRATE, STAND), WIDE)
    hands.stays(WIDE, 0.3)
    held = hands.does(between(WIDE, CLOSED, 1.0))
    assert sorted(held) == [(0, 0), (1, 0)]
    before = place_of(hands, "crate")[2]
    higher = armed(1.6, -0.3, 0.3)
    assert len(hands.does(between(CLOSED, higher, 1.0))) == 2
    assert place_of(hands, "crate")[2] > before + 0.15
    assert hands.does(between(higher, armed(1.6, 0.3, 0.3), 0.5)) == []
    hands.stays(armed(1.6, 0.3, 0.3), 0.5)
    assert place_of(hands, "crate")[2] < before + 0.1


def test_whoever_opened_his_hand_himself_takes_nothing_at_once() -> None:
    hands = Hands((BAG,), BACK)
    hands.stays(BACK, 0.3)
    assert hands.does(between(BACK, AHEAD, 1.0)) == [(0, 0)]
    assert hands.motor.let_go(0)
    assert hands.stays(AHEAD, RESTS - 0.05) == []


def test_what_was_taken_by_a_key_is_held_until_told() -> None:
    hands = Hands((BAG,), BACK)
    hands.does(between(BACK, AHEAD, 0.5)[:45])
    hands.motor.let_go(0)
    assert hands.motor.grip(0, 0)
    assert hands.does(between(AHEAD, armed(0.0, 0.0, 0.0, LEFT), 0.5)) == [(0, 0)]


@pytest.mark.parametrize("mass", [50.0, 1000.0])
def test_a_punch_takes_nothing(mass: float) -> None:
    """Neither of what flies off nor of what stays, though the fist stays in it."""
    drawn = armed(-0.6, 0.0, 2.2, LEFT)
    punch = between(drawn, AHEAD, 0.3)
    ways = np.diff([hand_of(pose, 0) for pose in punch], axis=0)
    assert np.linalg.norm(ways, axis=1).max() * RATE > FAST
    hands = Hands((replace(BAG, mass=mass),), drawn)
    hands.stays(drawn, 0.3)
    for poses in (punch, np.repeat(AHEAD[None], 60, axis=0), punch[::-1]):
        for pose in poses:
            assert hands.does(pose[None]) == []
    assert hands.touched > 5


@pytest.mark.parametrize("aside", [0.26, 0.29, 0.32])
def test_walking_past_takes_nothing(aside: float) -> None:
    bag = Prop("bag", "bar", (0.1, 0.5), 10.0, (2.2, aside, 0.9), hangs=1.5, grip=True)
    hands = Hands((bag,), walking()[0])
    for pose in walking()[1:]:
        assert hands.does(pose[None]) == []
    assert hands.touched > 0


def test_what_swings_against_a_hand_is_not_taken() -> None:
    swinging = Prop(
        "bag", "bar", (0.12, 0.4), 20.0, (0.75, 0.163, 1.2), hangs=1.2, grip=True, spin=(0, 0.5, 0)
    )
    hands = Hands((swinging,), AHEAD)
    for _ in range(2 * RATE):
        assert hands.does(AHEAD[None]) == []
    assert hands.touched > 5


def test_who_lies_takes_nothing() -> None:
    hands = Hands((BAG,), BACK)
    hands.stays(BACK, 0.3)
    hands.balance.fallen[0] = 1
    assert hands.does(between(BACK, AHEAD, 1.0)) == []


def test_standing_costs_nothing_and_takes_nothing() -> None:
    hands = Hands((BAG, CRATE, STAND), standing(1.0)[0])
    assert hands.does(standing(1.0)) == []
