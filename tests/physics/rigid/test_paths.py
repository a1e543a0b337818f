"""Things that go their own way."""

import math

import mujoco
import numpy as np
import pytest

from motorium.contracts.frames import rotation_matrix
from motorium.physics.rigid.paths import MOST_STOPS, Path, Paths, path_place, path_turn, paths_of
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene
from tests.bodies.rigid.test_wearing import FIGURE

STILL = (1.0, 0.0, 0.0, 0.0)
AWAY = FIGURE.upright()
AWAY[0] = 8.0


def of(path: Path) -> Paths:
    return paths_of([path], [(1.0, 2.0, 0.5)], [STILL], [0], [0])


def platform(path: Path) -> Prop:
    return Prop("ferry", "box", (1.0, 1.0, 0.1), 0.0, (0.0, 0.0, 0.1), ground=True, path=path)


def test_a_path_is_gone_from_stop_to_stop_and_back() -> None:
    """Ways of 3, 4 and 5 m in 12 s take 3, 4 and 5 s, each gently: half of it in half of them."""
    paths = of(Path(((3.0, 0.0, 0.0), (3.0, 4.0, 0.0)), 12.0))
    places = {
        0.0: (1.0, 2.0),
        1.5: (2.5, 2.0),
        3.0: (4.0, 2.0),
        4.0: (4.0, 2.0 + 4.0 * (0.5 - 0.5 * math.cos(math.pi / 4))),
        7.0: (4.0, 6.0),
        9.5: (2.5, 4.0),
        12.0: (1.0, 2.0),
        13.5: (2.5, 2.0),
    }
    for time, place in places.items():
        assert path_place(paths, 0, time) == pytest.approx((*place, 0.5)), time
    steps = np.array([path_place(paths, 0, time) for time in np.arange(0.0, 24.0, 1e-3)])
    speeds = np.linalg.norm(np.diff(steps, axis=0), axis=1) / 1e-3
    fastest = Path(((3.0, 0.0, 0.0), (3.0, 4.0, 0.0)), 12.0).fastest
    assert fastest == pytest.approx(math.pi / 2)
    assert speeds.max() == pytest.approx(fastest, rel=1e-3)


def test_it_rocks_to_both_sides_and_turns_evenly() -> None:
    paths = of(Path((), 4.0, rocks=0.2, turns=0.5))
    for time, tilt in ((0.0, 0.0), (1.0, 0.2), (2.0, 0.0), (3.0, -0.2)):
        axes = rotation_matrix(np.array(path_turn(paths, 0, time)))
        assert axes[2, 2] == pytest.approx(math.cos(tilt))
        ahead = axes[:, 0] / math.cos(tilt)
        assert ahead[:2] == pytest.approx([math.cos(0.5 * time), math.sin(0.5 * time)])
        assert path_place(paths, 0, time) == (1.0, 2.0, 0.5)


def test_more_stops_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match=f"a path has at most {MOST_STOPS} stops, not 17"):
        of(Path(((1.0, 0.0, 0.0),) * 17))


def test_what_lies_on_it_is_carried_and_nobody_pushes_it() -> None:
    """A crate rides on a platform that slides, turns and rocks; a boulder runs against it."""
    ferry = platform(Path(((1.0, 0.0, 0.2),), 6.0, rocks=0.1, turns=0.3))
    crate = Prop("crate", "box", (0.2, 0.2, 0.2), 20.0, (0.2, 0.0, 0.4))
    rock = Prop("rock", "ball", (0.3,), 150.0, (3.0, 0.9, 0.3), velocity=(-5.0, 0.0, 0.0))
    scene = RigidScene([FIGURE], [ferry, crate, rock])
    scene.start(AWAY[None])
    on, rides, _ = scene.prop_bodies
    for _ in range(6 * 480):
        scene.go()
        mujoco.mj_step(scene.model, scene.data)
        mujoco.mj_kinematics(scene.model, scene.data)
        where = path_place(scene.paths, 0, scene.data.time)
        assert scene.data.xpos[on] == pytest.approx(where, abs=1e-3)
        off = scene.data.xpos[rides] - scene.data.xpos[on]
        beside = scene.data.xmat[on].reshape(3, 3).T @ off
        assert beside == pytest.approx([0.2, 0.0, 0.3], abs=0.01)
    assert scene.data.warning.number.sum() == 0


def test_the_solver_is_as_exact_as_without() -> None:
    """MuJoCo measures errors against how heavy things are on average."""
    without, with_one = RigidScene([FIGURE]), RigidScene([FIGURE], [platform(Path(turns=1.0))])
    assert with_one.model.stat.meaninertia == pytest.approx(without.model.stat.meaninertia)


def test_it_goes_through_what_stands_fast() -> None:
    wall = Prop("wall", "box", (0.1, 1.0, 1.0), 0.0, (1.2, 0.0, 1.0))
    scene = RigidScene([FIGURE], [platform(Path(((1.0, 0.0, -0.1),), 4.0)), wall])
    scene.start(AWAY[None])
    for _ in range(4 * 480):
        scene.go()
        mujoco.mj_step1(scene.model, scene.data)
        touching = scene.model.geom_bodyid[scene.data.contact.geom]
        assert not (touching == scene.prop_bodies[0]).any()
        mujoco.mj_step2(scene.model, scene.data)


def test_places_on_it_are_carried() -> None:
    """A quarter of a turn about its middle, in a second, while it goes up by half of its way."""
    path = Path(((0.0, 0.0, 2.0),), 4.0, turns=math.pi / 2)
    scene = RigidScene([FIGURE], [platform(path)])
    scene.start(AWAY[None])
    geom = scene.model.geom("ferry").id
    step, turn = scene.carried(geom, np.array([0.5, 0.0, 0.2]), 1.0)
    assert step == pytest.approx([-0.5, 0.5, 1.0])
    assert turn == pytest.approx(math.pi / 2)
    for other in (-1, scene.model.geom("ground").id):
        step, turn = scene.carried(other, np.array([0.5, 0.0, 0.2]), 1.0)
        assert not step.any()
        assert turn == 0.0
