"""Ground that goes its own way, and carries who stands on it."""

from dataclasses import replace

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.motors.continuum.legs import FEET
from motorium.motors.continuum.recovering import Recovery, heading_of
from motorium.motors.posture.points import POINTS
from motorium.physics.rigid.paths import Path
from motorium.physics.rigid.props import Prop
from tests.motors.continuum.grounds import Walker, Went, block, boulder
from tests.motors.continuum.performers import FIGURE, RATE, standing, walking

SLIDES = Path(((1.27, 0.0, 0.0),), 8.0)
"""At 0.5 m/s at most."""
RIDES = {
    "slides": SLIDES,
    "slides at 1 m/s": Path(((1.27, 0.0, 0.0),), 4.0),
    "goes up and down": Path(((0.0, 0.0, 1.2),), 8.0),
    "turns": Path(turns=0.5),
    "rocks": Path((), 6.0, rocks=0.12),
    "does all of it": Path(((1.0, 0.0, 0.3), (1.0, 1.0, 0.2)), 8.0, rocks=0.1, turns=0.3),
}


def platform(path: Path, begin: float = -1.5, high: float = 0.2, long: float = 3.0) -> Prop:
    return replace(block(high, begin, long, "platform"), path=path)


def ride(walker: Walker, poses: Floats) -> tuple[Went, float]:
    """How it went, and how far feet have slipped on the platform at most [m]."""
    went, slip, data = Went(), 0.0, walker.scene.data
    body, feet = walker.scene.prop_bodies[0], walker.scene.bodies[0, list(FEET)]

    def beside() -> Floats:
        axes = data.xmat[body].reshape(3, 3)
        return np.asarray((data.xpos[feet] - data.xpos[body]) @ axes)

    first = beside()
    for pose in poses:
        now = walker.goes(pose[None])
        for all_of_it, one in zip(vars(went).values(), vars(now).values(), strict=True):
            all_of_it.extend(one)
        slip = max(slip, float(np.linalg.norm(beside() - first, axis=1).max()))
    return went, slip


@pytest.mark.parametrize("name", RIDES)
def test_who_stands_is_carried(name: str) -> None:
    walker = Walker((platform(RIDES[name]),), standing(1.0)[0])
    went, slip = ride(walker, standing(10.0))
    print(f"{name}: {1e3 * went.rms:.1f} mm, slip {1e3 * slip:.1f} mm")
    assert not any(went.fallen)
    assert min(went.beta) == 1.0
    assert slip < 0.05
    assert went.rms < 0.010
    soles = np.array(went.soles)
    assert np.abs(soles).max() < 0.02
    if name != "rocks":
        pelvis = np.array(went.pelvis)
        way = np.linalg.norm(pelvis - pelvis[0], axis=1).max()
        assert way > 1.0 or "turns" in name


def test_whoever_turns_with_the_ground_faces_another_way() -> None:
    walker = Walker((platform(Path(turns=0.5)),), standing(1.0)[0])
    before = heading_of(walker.continuum.coordinates())
    ride(walker, standing(2.0))
    after = heading_of(walker.continuum.coordinates())
    assert after - before == pytest.approx(0.5 * 2.0, abs=0.02)


def test_support_polygons_go_with_the_ground() -> None:
    walker = Walker((platform(SLIDES),), standing(1.0)[0])
    ride(walker, standing(0.5))
    before, began = walker.corners(), walker.scene.data.xpos[walker.scene.prop_bodies[0]].copy()
    ride(walker, standing(3.0))
    gone = walker.scene.data.xpos[walker.scene.prop_bodies[0]] - began
    assert gone[0] > 0.8
    after = walker.corners()
    assert after.mean(axis=0) - before.mean(axis=0) == pytest.approx(gone[:2], abs=0.02)
    # It is in balance by itself, since it does not move against what it stands on.
    assert walker.balance.own[0] == 1.0
    assert walker.balance.drift[0, 0] == pytest.approx(walker.balance.velocity[0, 0], abs=0.03)


def test_walking_onto_it_and_off_again() -> None:
    """Sideways at up to 0.5 m/s: he comes out elsewhere than where he would have walked to."""
    across = Path(((0.0, 1.0, 0.0),), 6.0)
    walker = Walker((platform(across, 0.8, 0.15, 2.0),), walking()[0])
    went, _ = ride(walker, walking()[1:])
    print(f"{1e3 * went.rms:.1f} mm")
    assert not any(went.fallen)
    assert went.rms < 0.025
    assert abs(went.pelvis[-1][1] - walking()[-1, 1]) > 0.3
    # On the floor again nothing carries him.
    assert not walker.motor.carrying.steps.any()


def test_a_boulder_knocks_down_who_rides_and_he_gets_up_there() -> None:
    props = (platform(SLIDES, -3.0, 0.2, 6.0), boulder(6.0, 0.2))
    walker = Walker(props, standing(1.0)[0])
    went, _ = ride(walker, standing(2.0))
    assert went.fallen[-1]
    assert walker.motor.rise(int(walker.slots[0]))
    back, _ = ride(walker, standing(4.0))
    assert not back.fallen[-1]
    assert not walker.motor.recoveries[0].runs
    assert back.pelvis[-1][2] == pytest.approx(0.2 + standing(1.0)[0, 2], abs=0.03)


def test_who_rides_a_lift_is_told_to_be_up_there() -> None:
    """Where his ground is, and how fast it goes; landmarks are as high above it as ever."""
    walker = Walker((platform(RIDES["goes up and down"]),), standing(1.0)[0])
    people = walker.motor._population
    head = people.nodes[0, POINTS.index("head"), 2]
    assert people.positions[0, 2] == pytest.approx(0.2)
    ride(walker, standing(2.0))
    assert people.positions[0, 2] == pytest.approx(0.8, abs=0.01)
    assert people.velocities[0, 2] == pytest.approx(RIDES["goes up and down"].fastest, abs=0.02)
    assert people.nodes[0, POINTS.index("head"), 2] == pytest.approx(head, abs=0.01)


def test_a_room_is_carried_about_its_performer() -> None:
    """And so is how somebody lay who gets up."""
    recovery, pose = Recovery(), FIGURE.upright()
    pose[:2] = 2.0, 0.0
    recovery.begin(pose)
    recovery.carry(pose, np.array([0.1, 0.2, 0.3]), np.pi / 2)
    assert recovery.placed(pose)[:3] == pytest.approx([2.1, 0.2, FIGURE.height])
    assert heading_of(recovery.placed(pose)) == pytest.approx(np.pi / 2)
    ahead = pose.copy()
    ahead[0] += 1.0
    assert recovery.placed(ahead)[:2] == pytest.approx([2.1, 1.2])
    assert recovery.lain is not None
    assert recovery.lain[:3] == pytest.approx([2.1, 0.2, FIGURE.height + 0.3])


def test_the_same_again_is_the_same() -> None:
    ways = []
    for _ in range(2):
        walker = Walker((platform(RIDES["does all of it"]),), walking()[0])
        went, _ = ride(walker, walking()[1 : 2 * RATE])
        ways.append(np.array(went.pelvis))
    assert np.array_equal(ways[0], ways[1])
