"""Scenes as files, and performances in them."""

from pathlib import Path

import numpy as np
import pytest

from motorium.bodies.rigid.parts import COORDINATES
from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.takes import ACTS, Take, joined
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene
from motorium.settings import SettingsError
from motorium.world.performance.document import SCENES, _overlaps, load_scene, props_of
from motorium.world.performance.performance import APART, Performance, acts_of
from tests.graphs import shipped_graph
from tests.motors.continuum.performers import FIGURE, HIGH, standing, walking

STAND = Take("stand", HIGH, FIGURE, standing(1.0))
WALK = Take("walk", HIGH, FIGURE, walking(4))


@pytest.mark.parametrize("name", SCENES)
def test_shipped_scenes_stand_still_while_nobody_moves(name: str) -> None:
    document = load_scene(name)
    assert set(document.scene.acts) <= set(ACTS)
    show = Performance(document, STAND)
    show.advance(120)
    assert not show.motor.continuum.balance.fallen.any()
    assert show.motor.continuum.error(0) < 0.01
    assert np.isfinite(show.motor.scene.data.qpos).all()


def test_masses_are_the_thesis() -> None:
    masses = {prop.name: prop.mass for name in SCENES for prop in props_of(load_scene(name))}
    assert masses["ball 1"] == 10.0
    assert masses["board"] == 40.0
    assert masses["bag"] == 50.0
    assert masses["boulder"] == 150.0


def test_the_boulder_waits_until_it_is_thrown_and_who_it_knocks_down_gets_up() -> None:
    show = Performance(load_scene("boulder"), STAND)
    show.advance(60)
    number = show.motor.scene.prop_number("boulder")
    body = show.motor.scene.prop_bodies[number]
    assert show.motor.scene.data.xpos[body][0] == pytest.approx(4.5, abs=0.02)
    show.throw("boulder")
    fell = False
    for _ in range(300):
        show.advance()
        fell = fell or bool(show.motor.continuum.balance.fallen[0])
    assert fell
    show.advance(6 * 120)
    assert not show.motor.continuum.balance.fallen[0]
    assert show.population.nodes[0, 2, 2] > 1.4
    with pytest.raises(KeyError, match="'wall 1' is not to be thrown; what is: boulder"):
        show.throw("wall 1")


def test_what_goes_its_own_way_goes_on_when_others_perform() -> None:
    show = Performance(load_scene("ferry"), STAND)
    show.advance(120)
    scene = show.motor.scene
    before = scene.data.xpos[scene.prop_bodies[scene.prop_number("ferry")]].copy()
    show.recast([STAND, WALK])
    show.advance(1)
    scene = show.motor.scene
    after = scene.data.xpos[scene.prop_bodies[scene.prop_number("ferry")]]
    assert after == pytest.approx(before, abs=0.01)
    assert after[1] > -0.35
    with pytest.raises(KeyError, match="'ferry' stands fast, hangs or goes its own way"):
        show.toss("ferry", [0.0, 0.0, 1.0], [1.0, 0.0, 0.0])


@pytest.mark.slow
def test_the_built_in_performer_crosses_by_ferry_and_comes_back() -> None:
    """Two times: carried to one side, and to the other."""
    document = load_scene("ferry")
    take = acts_of(shipped_graph("performer"), document)
    ferry = next(prop for prop in document.prop if prop.name == "ferry")
    assert ferry.period == pytest.approx(take.length / 120 / 3.5, abs=1e-3)
    show = Performance(document, take)
    errors, highest, aside = [], 0.0, []
    for frame in range(2 * take.length):
        show.advance()
        assert not show.motor.continuum.balance.fallen[0], f"fell at {show.seconds:.1f} s"
        errors.append(show.motor.continuum.error(0))
        pelvis = show.motor.continuum.coordinates(0)
        highest = max(highest, float(pelvis[2]))
        if frame % take.length == take.length - 1:
            aside.append(float(pelvis[1]))
    print(f"{1e3 * np.mean(errors):.1f} mm on average, aside {aside}")
    assert np.mean(errors) < 0.015
    assert highest > take.coordinates[0, 2] + 0.3
    assert aside[0] < -0.3
    assert aside[1] > 0.0


def test_a_scene_says_how_hands_hold(tmp_path: Path) -> None:
    path = written(tmp_path, 'name = "p"\ngrip = true')
    assert not Performance(load_scene(path), STAND).motor.grips_by_contact
    path.write_text(path.read_text().replace("[scene]", '[scene]\ngrip = "contact"'))
    assert Performance(load_scene(path), STAND).motor.grips_by_contact
    path.write_text(path.read_text().replace('"contact"', '"magic"'))
    with pytest.raises(SettingsError, match=r"scene\.grip: must be one of key, contact"):
        load_scene(path)


def test_who_performs_the_same_again_goes_on_from_where_he_is() -> None:
    show = Performance(load_scene("boulder").model_copy(update={"prop": []}), WALK)
    show.advance(len(WALK) + 60)
    assert not show.motor.continuum.balance.fallen[0]
    assert show.population.positions[0, 0] > 0.9 * WALK.coordinates[-1, 0]
    before = show.performed()
    show.paused = True
    show.advance(100)
    assert np.array_equal(show.performed(), before)


def test_two_performers_begin_apart() -> None:
    show = Performance(load_scene("boulder").model_copy(update={"prop": []}), [STAND, STAND])
    show.advance(10)
    middle, left = show.population.positions[:2, 1]
    assert left - middle == pytest.approx(APART, abs=0.01)


def test_what_was_simulated_is_kept() -> None:
    show = Performance(load_scene("bag"), STAND)
    with pytest.raises(ValueError, match="nothing was simulated yet"):
        show.kept_bvh()
    show.advance(50)
    clip = parse_bvh(show.kept_bvh(), "kept.bvh")
    assert len(clip) == 50
    pelvis = clip.positions[-1, clip.joint("pelvis")]
    assert pelvis[2] == pytest.approx(show.population.nodes[0, 0, 2], abs=1e-4)


def test_takes_are_joined_where_one_ends() -> None:
    both = joined([WALK, STAND, WALK])
    steps = np.linalg.norm(np.diff(both.coordinates[:, :2], axis=0), axis=1)
    assert steps.max() < 0.03
    assert both.coordinates[-1, 0] == pytest.approx(2 * WALK.coordinates[-1, 0], abs=0.02)
    assert both.title == "walk, stand, walk"


WRONG = {
    'shape = "ball"\nsize = [0.1, 0.2]\nmass = 1.0': "a ball needs 1 length, not 2",
    'shape = "box"\nsize = [0.1]\nmass = 1.0': "a box needs 3 lengths",
    'shape = "bar"\nsize = [0.1, 0.5]\nhangs = 1.0': "what moves, waits, hangs or can be held",
    'shape = "cone"\nsize = [0.1]': "must be one of ball, box, bar, not 'cone'",
    'shape = "ball"\nsize = [0.1]\nweight = 3': "unknown key",
    'shape = "ball"\nsize = [0.1]\nmass = 1.0\ncopies = [9, 9, 9]': "at most 64 of one",
    'shape = "ball"\nsize = [0.1]\nwaits = true': r"prop\[0\].mass: what moves, waits, hangs or",
    'shape = "ball"\nsize = [0.1]\nmass = 1.0\nwaits = true\nhangs = 1.0': (
        r"prop\[0\].waits: what hangs cannot be thrown"
    ),
    'shape = "ball"\nsize = [0.009]\nmass = 1.0': "must be from 0.01 to 20, not 0.009",
    'shape = "ball"\nsize = [0.1]\npath = [[1.0, 0.0, 1.0]]': (
        r"prop\[0\].period: what has a path, or rocks, needs one"
    ),
    'shape = "ball"\nsize = [0.1]\nperiod = 4.0': "period: is for what has a path, or rocks",
    'shape = "ball"\nsize = [0.1]\nmass = 2.0\nturns = 30.0': (
        "what goes, rocks or turns by itself has no mass, and neither hangs, waits nor"
    ),
    'shape = "ball"\nsize = [0.1]\nperiod = 3.0\npath = [[3.0, 0.0, 1.0]]': (
        "it would go as fast as 3.1 m/s, and at most 2 may; it takes at least 4.7 s"
    ),
    'shape = "ball"\nsize = [0.1]\nperiod = 3.0\npath = [[0.0, 0.0, 1.0]]': (
        "its places must be at least 0.01 m from each other"
    ),
    'shape = "ball"\nsize = [0.1]\nmass = 0.009': "must be 0 or at least 0.01, not 0.009",
}


@pytest.mark.parametrize("lines", WRONG)
def test_scenes_that_cannot_be_are_refused_in_a_sentence(tmp_path: Path, lines: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\n[scene]\ntitle = "Mine"\nacts = ["stand"]\n'
        f'[[prop]]\nname = "thing"\nat = [0.0, 0.0, 1.0]\n{lines}\n'
    )
    with pytest.raises(SettingsError, match=WRONG[lines]):
        load_scene(path)
    with pytest.raises(SettingsError, match="no scene is called 'ballrom'; known are ballroom"):
        load_scene("ballrom")


def written(folder: Path, *props: str, acts: str = '"stand"') -> Path:
    """A scene of balls of 5 kg; props: what else is said of each."""
    path = folder / "mine.toml"
    ball = '[[prop]]\nshape = "ball"\nsize = [0.2]\nmass = 5.0\nat = [2.0, 0.0, 0.3]\n'
    head = f'format = 1\n[scene]\ntitle = "Mine"\nacts = [{acts}]\n'
    path.write_text(head + "".join(f"{ball}{prop}\n" for prop in props))
    return path


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (['"p"', '"p"'], r"prop[1].name: 'p' is what prop[0] or a copy of it is called; every"),
        (['"p"\ncopies = [2, 1, 1]', '"p 1"'], "prop[1].name: 'p 1' is what prop[0] or a copy"),
        (['"p 2"', '"p"\ncopies = [1, 2, 1]'], "prop[1].name: 'p 2' is what prop[0] or a copy"),
        (['"world"'], "prop[0].name: 'world' is a name that every scene needs for itself"),
        (['"a"', '"ground"'], "prop[1].name: 'ground' is a name that every scene needs for"),
        (['"0 pelvis"'], "prop[0].name: '0 pelvis' is a name that every scene needs for itself"),
        (['"3 root"'], "prop[0].name: '3 root' is a name"),
        (['"grip 0 0"\ncopies = [2, 1, 1]'], "prop[0].name: 'grip 0 0 1' is a name"),
        ([r'"a\u0000b"'], r"prop[0].name: must be of printable characters, without spaces at"),
        ([r'"a\u001b[2J"'], r"prop[0].name: must be of printable characters"),
        (['" "'], "prop[0].name: must be of printable characters"),
        (['"p "'], "prop[0].name: must be of printable characters"),
    ],
)
def test_names_that_clash_are_told(tmp_path: Path, names: list[str], sentence: str) -> None:
    path = written(tmp_path, *(f"name = {name}" for name in names))
    with pytest.raises(SettingsError) as problem:
        load_scene(path)
    assert str(problem.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("name", ["pelvis", "floor", "a/b<x>&", "⚽ 球", "0", "grip"])
def test_other_names_will_do(tmp_path: Path, name: str) -> None:
    show = Performance(load_scene(written(tmp_path, f'name = "{name}"')), STAND)
    assert show.motor.scene.prop_number(name) == 0


def test_an_act_that_nobody_knows_is_told_once_with_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, acts='"stand", "wlak"')
    with pytest.raises(SettingsError) as problem:
        load_scene(path)
    assert str(problem.value) == (
        f"{path}: scene.acts[1]: no act is called 'wlak'; known are {', '.join(ACTS)}; "
        "did you mean 'walk'?"
    )


def test_more_than_can_be_simulated_inside_each_other_is_refused(tmp_path: Path) -> None:
    heaps = [f'name = "p{heap}"\ncopies = [8, 8, 1]' for heap in range(3)]
    with pytest.raises(
        SettingsError,
        match="18336 pairs of props overlap at the beginning, 'p0 1' and 'p0 2' first",
    ):
        load_scene(written(tmp_path, *heaps))
    # Side by side, or standing fast, they may be as many.
    apart = [f"{heap}\napart = [0.4, 0.4, 0.0]" for heap in heaps[:1]]
    load_scene(written(tmp_path, *apart))
    path = written(tmp_path, *heaps)
    path.write_text(path.read_text().replace("mass = 5.0\n", ""))
    load_scene(path)


@pytest.mark.parametrize(
    "shape", ['shape = "box"\nsize = [0.2, 0.2, 0.2]', 'shape = "ball"\nsize = [0.2]']
)
def test_as_many_as_may_overlap_can_be_simulated(tmp_path: Path, shape: str) -> None:
    path = written(tmp_path, 'name = "p"\ncopies = [9, 5, 1]\napart = [0.001, 0.001, 0.0]')
    path.write_text(path.read_text().replace('shape = "ball"\nsize = [0.2]', shape))
    document = load_scene(path)
    assert len(_overlaps(props_of(document))) == 990
    show = Performance(document, STAND)
    show.advance(10)
    assert np.isfinite(show.motor.scene.data.qpos).all()


def test_planks_that_lie_on_each_other_do_not_overlap() -> None:
    def plank(number: int, turn: tuple[float, float, float, float], height: float) -> Prop:
        return Prop(f"{number}", "box", (1.0, 0.1, 0.05), 5.0, (0.0, 0.0, height), turn=turn)

    upright = (np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0)
    flat = (1.0, 0.0, 0.0, 0.0)
    assert not _overlaps([plank(0, flat, 0.05), plank(1, flat, 0.16)])
    assert _overlaps([plank(0, flat, 0.05), plank(1, upright, 1.0)]) == [(0, 1)]
    bar = Prop("bar", "bar", (0.1, 0.9), 5.0, (0.0, 0.0, 1.05))
    assert _overlaps([plank(0, flat, 0.05), bar]) == [(0, 1)]


def test_what_mujoco_refuses_is_a_sentence() -> None:
    with pytest.raises(SettingsError, match=r"^mass and inertia of moving bodies .* MuJoCo cann"):
        RigidScene([], [Prop("dust", "ball", (1e-9,), 1e-18, (0.0, 0.0, 1.0))])
    heap = [Prop(f"{k}", "ball", (0.5,), 5.0, (0.0, 0.0, 1.0)) for k in range(192)]
    with pytest.raises(SettingsError, match=r"out of memory.*: MuJoCo cannot simulate this sce"):
        RigidScene([], heap).start(np.zeros((0, COORDINATES)))


def test_copies_that_wait_are_thrown_one_by_one(tmp_path: Path) -> None:
    prop = 'name = "p"\nwaits = true\nvelocity = [5.0, 0.0, 0.0]\ncopies = [1, 2, 1]'
    show = Performance(load_scene(written(tmp_path, f"{prop}\napart = [0.0, 1.0, 0.0]")), STAND)
    show.throw("p 2")
    show.advance(24)
    first, second = show.motor.scene.data.xpos[show.motor.scene.prop_bodies, 0]
    assert first == pytest.approx(2.0, abs=0.01)
    assert second > 2.5
    with pytest.raises(KeyError, match="'p' is not to be thrown; what is: p 1, p 2"):
        show.throw("p")
