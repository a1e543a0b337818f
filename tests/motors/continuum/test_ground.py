"""Ground that is not level: who stands and walks on it, and who falls."""

from dataclasses import replace

import numpy as np
import pytest

from motorium.bodies.rigid.parts import PARTS, coordinate_of, part_number
from motorium.bodies.rigid.wearing import PlacedParts, place
from motorium.contracts.frames import Floats
from motorium.motors.continuum.legs import FEET, highest_pelvis, stand_on
from motorium.motors.continuum.options import ContinuumOptions
from motorium.motors.continuum.placing import place_target
from motorium.motors.continuum.stepping import Continuum
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene
from tests.motors.continuum.grounds import Walker, block, boulder, ramp
from tests.motors.continuum.performers import FIGURE, RATE, standing, walking

GROUNDS = {
    "a ramp": (ramp(10.0, 0.6),),
    "a step up": (block(0.15, 1.4),),
    "a step up with the other foot": (block(0.15, 1.1, 6.0),),
    "a step down": (block(0.15, -2.0, 3.6),),
    "two steps": (block(0.15, 1.2, 6.0), block(0.3, 2.0, 5.0, "second")),
}


def crouching() -> Floats:
    """With knees bent by 0.8 rad, and soles on the floor."""
    pose = FIGURE.upright()
    for side in ("left", "right"):
        for name, angle in (("thigh", -0.4), ("foot", -0.4)):
            at = coordinate_of(part_number(f"{side} {name}"))
            pose[at : at + 4] = np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0
        pose[coordinate_of(part_number(f"{side} shin"))] = 0.8
    pose[2] -= 0.84 * (1.0 - np.cos(0.4))
    return pose


def on_ground(
    lifts: list[float], slopes: list[list[float]]
) -> tuple[PlacedParts, PlacedParts, float]:
    """Who crouches, on the floor and on other ground, and how high his pelvis may be lifted."""
    build, pose = Continuum(RigidScene([FIGURE])).build, crouching()
    work, centres = np.zeros((len(PARTS), 7)), np.zeros((len(PARTS), 3))
    place_target(build, 0, pose, work, centres)
    highest = highest_pelvis(build, 0, work, np.array(lifts))
    before = place(FIGURE, pose[None])
    stand_on(build, 0, work, np.array(lifts), np.array(slopes), pose)
    return before, place(FIGURE, pose[None]), highest


def test_feet_are_lifted_and_turned_and_nothing_else_is() -> None:
    """The ground rises by 0.1 ahead of the left foot, which is 10 cm higher; the pelvis by 4 cm."""
    before, after, _ = on_ground([0.1, 0.0, 0.04], [[0.1, 0.0], [0.0, 0.0]])
    moved = (after.positions - before.positions)[0]
    assert moved[FEET[0]] == pytest.approx([0.0, 0.0, 0.1], abs=1e-9)
    assert moved[FEET[1]] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)
    for name in ("pelvis", "head", "left forearm", "right thigh"):
        assert moved[part_number(name)] == pytest.approx([0.0, 0.0, 0.04], abs=1e-9)
    left, right = after.rotations[0, FEET[0]], after.rotations[0, FEET[1]]
    assert left @ [0.0, 0.0, 1.0] == pytest.approx(np.array([-0.1, 0.0, 1.0]) / np.sqrt(1.01))
    assert right == pytest.approx(np.eye(3), abs=1e-9)
    # Knees stay in the plane of the leg.
    assert after.rotations[0, part_number("left shin"), 1, 1] == pytest.approx(1.0)


def test_a_pelvis_is_as_high_as_both_legs_reach() -> None:
    """Legs of 84 cm, of which 0.985 are used; the hip is 84 cos 0.4 cm above the ankle."""
    _, _, highest = on_ground([0.3, -0.1, 0.0], [[0.0, 0.0], [0.0, 0.0]])
    assert highest == pytest.approx(-0.1 + 0.84 * (0.985 - np.cos(0.4)))


def test_what_cannot_be_reached_leaves_a_straight_leg() -> None:
    _, after, _ = on_ground([0.0, -0.5, 0.0], [[0.0, 0.0], [0.0, 0.0]])
    hip, ankle = (after.positions[0, part_number(f"right {one}")] for one in ("thigh", "foot"))
    assert hip - ankle == pytest.approx([0.0, 0.0, 0.84], abs=1e-6)
    assert np.isfinite(after.positions).all()


@pytest.mark.parametrize("degrees", [10.0, -10.0])
def test_standing_on_a_ramp(degrees: float) -> None:
    slope = np.tan(np.radians(degrees))
    turned = ramp(10.0, -1.5) if degrees > 0.0 else _down(ramp(10.0, -1.5))
    walker = Walker((turned,), standing(1.0)[0])
    went = walker.goes(standing(2.0))
    assert not any(went.fallen)
    assert min(went.beta) == 1.0
    assert walker.balance.own[0] > 0.9
    assert went.rms < 0.010
    soles = np.concatenate([walker.sole(foot) for foot in FEET])
    assert len(walker.corners()) >= 4
    for corner in walker.corners():
        assert np.linalg.norm(soles[:, :2] - corner, axis=1).min() < 1e-3
    # All four corners of both soles are on the plane.
    above = np.array([0.0, 0.0, 0.3])
    high = [walker.scene.ground_below(sole + above)[0] for sole in soles]
    assert soles[:, 2] == pytest.approx(high, abs=0.006)
    assert np.polyfit(soles[:, 0], high, 1)[0] == pytest.approx(slope, abs=1e-6)


def _down(rising: Prop) -> Prop:
    """The same ramp, about z by half a turn."""
    w, _, y, _ = rising.turn
    x, _, z = rising.at
    return replace(rising, turn=(w, 0.0, -y, 0.0), at=(-x, 0.0, z))


def test_standing_on_a_box_and_on_its_edge() -> None:
    box = block(0.4, -1.5, 1.56)
    walker = Walker((box,), standing(1.0)[0])
    went = walker.goes(standing(2.0))
    assert not any(went.fallen)
    assert went.rms < 0.010
    toes = max(walker.sole(foot)[:, 0].max() for foot in FEET)
    assert toes > 0.08
    corners = walker.corners()
    assert len(corners) >= 4
    assert corners[:, 0].max() == pytest.approx(0.06, abs=1e-3)


@pytest.mark.parametrize("name", GROUNDS)
def test_walking_up_and_down(name: str) -> None:
    walker = Walker(GROUNDS[name], walking()[0])
    went = walker.goes(walking()[1:])
    soles = np.array(went.soles)
    highest = max(went.pelvis, key=lambda at: float(at[2]))[2]
    print(f"{name}: {1e3 * went.rms:.1f} mm, {soles.min():.3f} m below")
    assert not any(went.fallen)
    assert min(went.beta) > 0.9
    assert went.rms < 0.025
    # Nobody floats: a foot is on the ground at nearly any time; nor sinks, but at an edge.
    assert np.percentile(soles.min(axis=1), 95) < 0.012
    assert np.percentile(soles, 2) > -0.012
    assert highest > FIGURE.height + 0.1


def test_the_feet_of_who_walks_up_a_ramp_do_not_slide() -> None:
    walker = Walker((ramp(10.0, -1.5, 8.0),), walking()[0])
    went = walker.goes(walking()[1:])
    assert went.rms < 0.025
    assert went.pelvis[-1][2] - went.pelvis[0][2] == pytest.approx(
        np.tan(np.radians(10.0)) * (walking()[-1, 0] - walking()[0, 0]), abs=0.03
    )


def test_level_ground_is_as_if_there_was_no_other() -> None:
    """Bit for bit, also where there is a ramp somewhere else."""
    ways = []
    for ground in (True, False):
        walker = Walker((block(0.5, 15.0, ground=ground),), walking()[0])
        went = walker.goes(walking()[1:400])
        ways.append(np.array(went.pelvis))
    assert np.array_equal(ways[0], ways[1])


def test_who_falls_on_a_box_has_fallen_and_gets_up_there() -> None:
    """He is higher than who stands on the floor, and lies; it is seen by his height alone."""
    props = (block(0.8, -3.0, 6.0), boulder(6.0, 0.8))
    pose = standing(1.0)[0]
    walker = Walker(props, pose)
    walker.continuum.rules = walker.continuum.rules._replace(patience=1e6)
    went = walker.goes(standing(2.0))
    assert went.fallen[-1]
    assert went.pelvis[-1][2] > 0.8
    standing_height = walker.continuum.build.standing[0]
    assert walker.balance.centre[0, 2] > ContinuumOptions().fallen_below * standing_height
    assert walker.motor.rise(int(walker.slots[0]))
    back = walker.goes(standing(4.0))
    assert not back.fallen[-1]
    assert not walker.motor.recoveries[0].runs
    assert back.pelvis[-1][2] == pytest.approx(0.8 + pose[2], abs=0.03)


def test_the_performer_is_shown_on_the_ground_he_stands_on() -> None:
    walker = Walker((block(0.4),), standing(1.0)[0])
    walker.goes(standing(0.5))
    assert walker.motor.performer(0)[2] == pytest.approx(standing(1.0)[0, 2] + 0.4, abs=1e-6)


def test_who_is_handed_over_and_back_stays_on_his_box() -> None:
    walker = Walker((block(0.4),), standing(1.0)[0])
    walker.goes(standing(0.5))
    motor, before = walker.motor, walker.continuum.coordinates().copy()
    motor.adopt(walker.slots, motor.release(walker.slots))
    for frame in range(RATE):
        motor.advance(frame)
    assert walker.continuum.coordinates()[:3] == pytest.approx(before[:3], abs=0.01)
