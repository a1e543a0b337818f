"""Scenes: what MuJoCo makes of figures and props."""

import mujoco
import pytest

from motorium.bodies.rigid.parts import part_number
from motorium.bodies.rigid.wearing import place, worn_by
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import MOST_CHARACTERS, RigidScene
from tests.bodies.rigid.test_wearing import FIGURE, HIGH, some_poses

BALL = Prop("ball", "ball", (0.15,), 10.0, (2.0, 0.0, 1.0), velocity=(-3.0, 0.0, 0.0))
BAG = Prop("bag", "bar", (0.16, 0.45), 50.0, (0.6, 0.0, 1.3), hangs=1.2, grip=True)
WALL = Prop("wall", "box", (0.1, 1.0, 1.0), 0.0, (3.0, 0.0, 1.0))


def test_masses_and_places_are_the_figures() -> None:
    scene = RigidScene([FIGURE, FIGURE])
    masses = scene.model.body_mass[scene.bodies].sum(axis=1)
    assert masses == pytest.approx([FIGURE.mass] * 2)
    coordinates = worn_by(HIGH, some_poses(4, 2))
    scene.start(coordinates)
    placed = place(FIGURE, coordinates)
    for number in range(2):
        bodies = scene.bodies[number]
        assert scene.data.xpos[bodies] == pytest.approx(placed.positions[number], abs=1e-9)
        turned = scene.data.xmat[bodies].reshape(-1, 3, 3)
        assert turned == pytest.approx(placed.rotations[number], abs=1e-9)


def test_props_begin_as_they_are_told() -> None:
    scene = RigidScene([FIGURE], [BALL, BAG, WALL])
    scene.start(FIGURE.upright()[None])
    ball, bag, wall = scene.prop_bodies
    assert scene.data.xpos[ball] == pytest.approx([2.0, 0.0, 1.0])
    freedom = scene.model.body_dofadr[ball]
    assert scene.data.qvel[freedom : freedom + 3] == pytest.approx([-3.0, 0.0, 0.0])
    assert scene.data.xipos[bag] == pytest.approx([0.6, 0.0, 1.3])
    assert wall == 0
    before = scene.data.time
    for _ in range(144):
        mujoco.mj_step(scene.model, scene.data)
    assert scene.data.time == pytest.approx(before + 0.3)
    # What hangs stays where it hangs; what is thrown flies.
    assert scene.data.xipos[bag] == pytest.approx([0.6, 0.0, 1.3], abs=1e-3)
    assert scene.data.xpos[ball][0] == pytest.approx(1.1, abs=0.02)
    assert scene.data.xpos[ball][2] == pytest.approx(1.0 - 9.81 / 2 * 0.09, abs=0.02)


def test_a_hand_takes_hold_of_what_is_near_and_can_be_held() -> None:
    scene = RigidScene([FIGURE], [BALL, BAG])
    pose = FIGURE.upright()
    pose[:2] = 0.6, -0.4
    scene.start(pose[None])
    assert scene.within_reach(0, 0, 0.05) == 1
    assert scene.held(0) == []
    scene.take_hold(0, 0, 1)
    assert scene.held(0) == [(0, 1)]
    forearm = scene.bodies[0, part_number("left forearm")]
    for _ in range(480):
        mujoco.mj_step(scene.model, scene.data)
    hand = scene.data.xpos[forearm] + scene.data.xmat[forearm].reshape(3, 3) @ FIGURE.hands[0]
    held = scene.data.xpos[scene.prop_bodies[1]] + (
        scene.data.xmat[scene.prop_bodies[1]].reshape(3, 3) @ scene.model.eq_data[0, 3:6]
    )
    assert hand == pytest.approx(held, abs=0.02)
    scene.let_go(0)
    assert scene.held(0) == []
    with pytest.raises(KeyError, match="ball cannot be held; what can be: bag"):
        scene.take_hold(0, 0, 0)


def test_what_a_scene_cannot_have_is_said() -> None:
    with pytest.raises(ValueError, match="names of their own; more than one is 'ball'"):
        RigidScene([FIGURE], [BALL, BALL])
    with pytest.raises(ValueError, match=f"0 to {MOST_CHARACTERS} characters, not 25"):
        RigidScene([FIGURE] * 25)
    with pytest.raises(KeyError, match="no prop is called 'bal'; there are ball"):
        RigidScene([FIGURE], [BALL]).prop_number("bal")
