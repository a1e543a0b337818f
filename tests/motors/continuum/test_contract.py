"""The continuum motor against the contract that all motors meet, and exchanges with playback."""

import numpy as np
import pytest

from motorium.bodies.rigid.parts import coordinate_of, part_number
from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.frames import Floats, body_to_world, rotation_matrix
from motorium.contracts.motor import Motor
from motorium.contracts.population import Population
from motorium.motors.continuum.motor import ContinuumMotor
from motorium.motors.continuum.vocabulary import PERFORMED
from motorium.motors.posture.points import POINTS
from motorium.physics.rigid.props import Prop
from tests.motors.continuum.performers import FIGURE, RATE, standing, walking
from tests.motors.continuum.test_following import boulder
from tests.motors.posture.graphs import Troupe


class Scene:
    """Some people on a continuum motor."""

    def __init__(self, count: int = 2, props: tuple[Prop, ...] = ()) -> None:
        self.people = Population(4, len(POINTS))
        self.commands = Commands(PERFORMED, 4)
        self.motor = ContinuumMotor(self.people, self.commands, [FIGURE] * count, props)
        self.slots = self.people.enter(count)

    def landmarks(self) -> Floats:
        people = self.people
        return people.positions[:, None] + body_to_world(
            people.orientations, people.nodes.astype(np.float64)
        )

    def enter(self, pose: Floats, apart: float = 2.0) -> None:
        poses = np.tile(pose, (len(self.slots), 1))
        poses[:, 1] += apart * np.arange(len(self.slots))
        self.motor.enter(self.slots, poses)
        self.poses = poses

    def advance(self, frames: int) -> None:
        for frame in range(frames):
            self.motor.perform(self.slots, self.poses)
            self.motor.advance(frame)


def test_it_is_a_motor() -> None:
    motor: Motor = Scene().motor
    assert motor.name == "continuum"
    assert motor.vocabulary is PERFORMED


def test_it_writes_level_frames_and_velocities() -> None:
    scene = Scene(1)
    performance = walking()
    scene.motor.enter(scene.slots, performance[:1])
    for frame, pose in enumerate(performance[1:400]):
        before = scene.people.positions[0].copy()
        scene.motor.perform(scene.slots, pose[None])
        scene.motor.advance(frame)
        moved = (scene.people.positions[0] - before) * RATE
        assert scene.people.velocities[0] == pytest.approx(moved, abs=1e-9)
        assert rotation_matrix(scene.people.orientations[0])[2, 2] == pytest.approx(1.0)
    thigh = scene.people.nodes[0, POINTS.index("left hip")]
    knee = scene.people.nodes[0, POINTS.index("left knee")]
    assert np.linalg.norm(thigh - knee) == pytest.approx(0.42, abs=1e-3)
    assert scene.people.positions[0, 0] == pytest.approx(performance[399, 0], abs=0.1)


def test_release_and_adopt_give_back_the_same_and_move_nobody_else() -> None:
    scene = Scene(2)
    scene.enter(standing(1.0)[0])
    scene.advance(30)
    before = scene.landmarks()[:2].copy()
    given = scene.motor.release(scene.slots[:1])
    assert given.poses is not None
    scene.motor.perform(scene.slots[1:], scene.poses[1:])
    scene.motor.advance(0)
    assert np.array_equal(scene.landmarks()[0], before[0])
    assert np.allclose(scene.landmarks()[1], before[1], atol=0.002)
    scene.motor.adopt(scene.slots[:1], given)
    assert np.allclose(scene.landmarks()[0], before[0], atol=1e-6)
    with pytest.raises(ValueError, match="slot 3 is not on the continuum motor"):
        scene.motor.release(np.array([3]))


def test_people_go_from_playback_to_physics_and_back_without_a_jump() -> None:
    """He walks, played; is handed over in the middle of a stride; and is played again."""
    troupe = Troupe.of()
    motor = ContinuumMotor(troupe.people, troupe.commands, [FIGURE])
    troupe.ask(speed=1.3)
    troupe.advance(1.5)
    before = troupe.landmarks()[0].copy()
    motor.adopt(troupe.slots, troupe.motor.release(troupe.slots))
    after = troupe.landmarks()[0]
    # A double has no clavicles and three parts for a spine: what is played bends both a little.
    assert np.linalg.norm(after - before, axis=1).max() < 0.01
    steps, last = [], after
    for frame in range(30):
        motor.advance(frame)
        now = troupe.landmarks()[0]
        steps.append(np.linalg.norm(now - last, axis=1).max())
        last = now.copy()
    assert max(steps) * RATE < 4.0
    troupe.motor.adopt(troupe.slots, motor.release(troupe.slots))
    assert np.linalg.norm(troupe.landmarks()[0] - last, axis=1).max() < 0.01


def test_two_can_push_each_other() -> None:
    scene = Scene(2)
    scene.enter(standing(1.0)[0], apart=0.6)
    scene.advance(30)
    scene.poses[0, 1] += 0.35
    scene.advance(60)
    left, right = scene.landmarks()[:2, POINTS.index("pelvis"), 1]
    assert right - left > 0.15


def test_who_fell_gets_up_when_told_and_only_then() -> None:
    scene = Scene(1, (boulder(6.0),))
    scene.enter(standing(1.0)[0])
    scene.commands.begin("rise", scene.slots, 0)
    scene.advance(2)
    assert scene.commands.action_state[0] == ActionState.REFUSED
    scene.advance(300)
    assert scene.motor.continuum.balance.fallen[0] == 1
    scene.advance(60)
    assert scene.motor.continuum.balance.fallen[0] == 1
    scene.commands.begin("rise", scene.slots, 0)
    scene.advance(1)
    assert scene.commands.action_state[0] == ActionState.RUNNING
    scene.advance(500)
    assert scene.commands.action_state[0] == ActionState.DONE
    assert scene.motor.continuum.balance.beta[0] == 1.0
    assert scene.landmarks()[0, POINTS.index("head"), 2] > 1.4


def test_hanging_from_a_bag_with_both_feet_off_the_floor() -> None:
    """Hands hold, joints carry; neither balance nor kinematic forces are left (section 5.3)."""
    bag = Prop("bag", "bar", (0.16, 0.5), 50.0, (0.42, 0.0, 1.25), hangs=1.2, grip=True)
    scene = Scene(1, (bag,))
    pose = FIGURE.upright()
    for side, out in (("left", -0.15), ("right", 0.15)):
        at = coordinate_of(part_number(f"{side} upper arm"))
        half = -0.75
        pose[at : at + 4] = np.cos(half), 0.0, np.sin(half), out / 2
        pose[at : at + 4] /= np.linalg.norm(pose[at : at + 4])
        pose[coordinate_of(part_number(f"{side} forearm"))] = 0.5
    scene.enter(pose)
    scene.advance(60)
    scene.commands.begin("grip", scene.slots, 2)
    scene.advance(1)
    assert scene.commands.action_state[0] == ActionState.DONE
    for side in ("left", "right"):
        thigh = coordinate_of(part_number(f"{side} thigh"))
        scene.poses[0, thigh : thigh + 4] = np.cos(0.7), 0.0, -np.sin(0.7), 0.0
        scene.poses[0, coordinate_of(part_number(f"{side} shin"))] = 1.9
    scene.advance(360)
    assert not scene.motor.continuum.balance.weights.any()
    ankles = scene.landmarks()[0, [POINTS.index("left ankle"), POINTS.index("right ankle")], 2]
    assert ankles.min() > 0.12
    assert scene.landmarks()[0, POINTS.index("pelvis"), 2] > 0.5
    scene.commands.begin("let go", scene.slots, 2)
    scene.advance(1)
    assert scene.commands.action_state[0] == ActionState.DONE
    assert scene.motor.scene.held(0) == []


def test_what_does_not_fit_is_said() -> None:
    scene = Scene(1)
    pose = standing(1.0)[:1]
    with pytest.raises(ValueError, match="figures have 15 points, the population 7"):
        ContinuumMotor(Population(1, 7), scene.commands, [FIGURE])
    with pytest.raises(ValueError, match=r"of shape \(1, 51\), not \(1, 50\)"):
        scene.motor.enter(scene.slots, pose[:, :50])
    with pytest.raises(ValueError, match="poses must be finite"):
        scene.motor.enter(scene.slots, pose * np.nan)
    scene.motor.enter(scene.slots, pose)
    with pytest.raises(ValueError, match="slot 0 is on the continuum motor already"):
        scene.motor.enter(scene.slots, pose)
    with pytest.raises(ValueError, match="all 1 characters of this scene are taken"):
        scene.motor.enter(np.array([2]), pose)
