"""The posture motor against the contract that all motors meet: what it writes, and handovers."""

from dataclasses import fields, replace

import numpy as np
import pytest

from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import Floats, body_to_world, rotation_matrix
from motorium.contracts.motor import FigurePoses, Handover, Motor
from motorium.contracts.population import Population
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.motor import BORROWED_FOR, PostureMotor, PostureOptions
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.vocabulary import FIGURE
from tests.motors.posture.graphs import Troupe, small_bank, small_graph


def other_motor(troupe: Troupe, bank: MotionBank | None = None) -> PostureMotor:
    """Another motor for the same people."""
    options = PostureOptions(troupe.motor.options.variation)
    return PostureMotor(troupe.people, troupe.commands, [], 99, options, bank or small_bank())


def test_it_is_a_motor() -> None:
    motor: Motor = Troupe.of().motor
    assert motor.name == "posture"
    assert motor.vocabulary is FIGURE


def test_body_frames_are_on_the_ground_and_level() -> None:
    troupe = Troupe.of(6, variation=1.0)
    draw = np.random.default_rng(8)
    names = list(small_graph().nodes)
    for frame in range(600):
        if frame % 30 == 0:
            troupe.ask(speed=draw.choice([0.0, 1.3, 3.0], 6), heading=draw.uniform(-9, 9, 6))
            troupe.commands.begin("posture", troupe.slots, draw.integers(0, len(names), 6))
        before = troupe.people.positions.copy()
        troupe.motor.advance(frame)
        people = troupe.people
        assert np.allclose(people.velocities, (people.positions - before) * 60, atol=1e-6)
        assert (people.positions[:, 2] == 0.0).all()
        assert np.allclose(rotation_matrix(people.orientations)[:, 2, 2], 1.0)
        assert np.isfinite(people.nodes).all()
        # Landmarks are about the body: none farther than a figure is long.
        assert np.linalg.norm(people.nodes, axis=2).max() < 2.2
        # Limbs keep their lengths: shoulder to elbow, hip to knee, knee to ankle.
        for one, other, length in ((3, 5, 0.305), (9, 11, 0.42), (11, 13, 0.42)):
            arm = people.nodes[:, one] - people.nodes[:, other]
            assert np.linalg.norm(arm, axis=1) == pytest.approx(length, abs=1e-4)


def test_landmarks_are_those_of_the_segments() -> None:
    troupe = Troupe.of(3, variation=1.0)
    troupe.motor.set_levels(troupe.slots, [0, 1, 2])
    troupe.ask(speed=1.3, heading=0.7, course=0.3)
    troupe.advance(2.0)
    for slot, places in zip(troupe.slots, troupe.motor.places(troupe.slots), strict=True):
        row = troupe.motor.shown.row_of(int(troupe.people.ids[slot]))
        if troupe.motor.shown.stamps[row] == troupe.motor.shown.frame:
            assert np.allclose(places.landmarks, troupe.landmarks()[slot], atol=1e-5)


def test_the_same_seed_does_the_same() -> None:
    one, other = (Troupe.of(4, variation=1.0, seed=3) for _ in range(2))
    for troupe in (one, other):
        troupe.ask(speed=1.3, heading=1.0)
        troupe.posture("kneeling deployed")
        troupe.advance(3.0)
    assert np.array_equal(one.people.nodes, other.people.nodes)
    assert np.array_equal(one.motor.shown.rotations, other.motor.shown.rotations)


def test_a_handover_within_the_make_is_seamless() -> None:
    """As if nothing had happened, in the midst of everything."""
    stays, goes = (Troupe.of(4, variation=1.0, seed=3) for _ in range(2))
    for troupe in (stays, goes):
        troupe.ask(speed=[0.0, 1.3, 3.0, 0.0], heading=[0.0, 1.0, 2.0, 0.0], aim=[0.0, 0.0, 0.0, 1])
        troupe.commands.begin("posture", troupe.slots[:1], 4)
        troupe.commands.begin("posture", troupe.slots[3:], 7)
        troupe.advance(0.7)
    goes.motor.set_levels(goes.slots[1:2], 0)
    motor = other_motor(goes)
    before = goes.landmarks()
    motor.adopt(goes.slots, goes.motor.release(goes.slots))
    goes.motor = motor
    assert np.allclose(goes.landmarks(), before, atol=1e-6)
    for frame in range(90):
        stays.motor.advance(frame)
        goes.motor.advance(frame)
        assert np.allclose(stays.landmarks(), goes.landmarks(), atol=1e-5)
        assert np.array_equal(stays.people.positions, goes.people.positions)
    assert stays.doing == goes.doing


def handed(troupe: Troupe, turn: float) -> Handover:
    """What another kind of motor might hand over: a pose near a posture, with an arm elsewhere."""
    given = troupe.motor.release(troupe.slots)
    assert given.poses is not None
    rotations = given.poses.rotations.copy()
    rotations[:, 25] = np.cos(turn / 2), np.sin(turn / 2), 0.0, 0.0
    poses = replace(given.poses, rotations=rotations, make="somebody else's")
    return replace(given, poses=poses)


def test_what_an_adopted_figure_differs_by_dies_away() -> None:
    troupe = Troupe.of(posture="kneeling deployed")
    wrists = troupe.landmarks()[0, 7].copy()
    given = handed(troupe, 1.2)
    motor = other_motor(troupe)
    motor.adopt(troupe.slots, given)
    troupe.motor = motor
    assert troupe.doing == "kneeling deployed"
    assert given.poses is not None
    row = motor.shown.row_of(0)
    off = np.abs((motor.shown.rotations[row] * given.poses.rotations[0]).sum(axis=1))
    assert off == pytest.approx(1.0, abs=1e-5)
    assert np.linalg.norm(troupe.landmarks()[0, 7] - wrists) > 0.15
    before, steps = troupe.landmarks(), []
    for frame in range(round(60 * BORROWED_FOR) + 2):
        motor.advance(frame)
        steps.append(np.linalg.norm(troupe.landmarks() - before, axis=2).max())
        before = troupe.landmarks()
    assert max(steps) < 0.06
    assert troupe.landmarks()[0, 7] == pytest.approx(wrists, abs=1e-4)


def test_who_comes_without_a_pose_begins_in_the_nearest_posture() -> None:
    for posture in ("standing firing", "kneeling deployed", "prone deployed", "dead"):
        troupe = Troupe.of(posture=posture)
        given = replace(troupe.motor.release(troupe.slots), poses=None)
        motor = other_motor(troupe)
        motor.adopt(troupe.slots, given)
        assert motor.posture_name(0) == posture


def test_momentum_is_handed_over() -> None:
    """Velocities of landmarks are what they moved by, in body axes."""
    troupe = Troupe.of()
    troupe.ask(speed=1.35, heading=0.8)
    troupe.advance(2.0)
    before = troupe.landmarks()
    troupe.motor.advance(0)
    after = troupe.landmarks()
    given = troupe.motor.release(troupe.slots)
    world = body_to_world(given.orientations, given.node_velocities)
    assert np.allclose(world, (after - before) * 60, atol=0.02)
    assert np.linalg.norm(world[0, 0]) == pytest.approx(1.35, rel=0.3)


def test_who_is_not_there_is_not_let_go() -> None:
    troupe = Troupe.of(2, capacity=3)
    with pytest.raises(ValueError, match=r"slots \[2\] are not on the posture motor"):
        troupe.motor.release(np.array([0, 2]))
    assert len(troupe.motor.release(troupe.slots).positions) == 2
    assert troupe.motor.shown.count == 0
    troupe.motor.advance(0)


def test_handovers_that_do_not_fit_are_refused() -> None:
    troupe = Troupe.of(2)
    given = troupe.motor.release(troupe.slots)
    assert given.poses is not None
    with pytest.raises(ValueError, match="handover of 2 for 1 figures"):
        troupe.motor.adopt(troupe.slots[:1], given)
    few = replace(given, nodes=given.nodes[:, :9], node_velocities=given.node_velocities[:, :9])
    with pytest.raises(ValueError, match="a figure has 15 points"):
        troupe.motor.adopt(troupe.slots, few)
    for poses, told in (
        (replace(given.poses, rotations=given.poses.rotations[:, :19]), "rotations has rows"),
        (replace(given.poses, levels=np.array([0, 7], dtype=np.uint8)), "levels of figures are"),
    ):
        with pytest.raises(ValueError, match=told):
            troupe.motor.adopt(troupe.slots, replace(given, poses=poses))
    troupe.motor.adopt(troupe.slots, given)
    assert troupe.motor.shown.count == 2


def test_poses_are_checked_and_taken_in_rows() -> None:
    given = Troupe.of(3).motor.release(np.arange(3))
    poses = given.poses
    assert poses is not None
    some = given.rows(np.array([2, 0])).poses
    assert some is not None
    for part in fields(FigurePoses):
        whole, taken = getattr(poses, part.name), getattr(some, part.name)
        assert taken == whole if part.name == "make" else np.array_equal(taken, whole[[2, 0]])
    with pytest.raises(ValueError, match="poses of 3 figures: turns has 2 rows"):
        replace(poses, turns=poses.turns[:2])
    with pytest.raises(ValueError, match="handover of 2: poses are of 3"):
        replace(given.rows(np.array([0, 1])), poses=poses)
    broken: Floats = poses.positions.copy()
    broken[1, 1] = np.nan
    with pytest.raises(ValueError, match="positions is not finite"):
        replace(poses, positions=broken)


def test_populations_and_commands_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="figures have 15 points, the population 23"):
        PostureMotor(Population(1, 23), Commands(FIGURE, 1), [], bank=small_bank())
    with pytest.raises(KeyError, match="no setpoint is called 'heading'"):
        PostureMotor(Population(1, len(POINTS)), Commands(FISH, 1), [], bank=small_bank())
    people = Population(1, len(POINTS))
    motor = PostureMotor(people, Commands(FIGURE, 1), [], bank=small_bank())
    slots = people.enter(1)
    people.species[slots] = 3
    with pytest.raises(ValueError, match="species 3 of slot 0 has no posture graph; there are 1"):
        motor.enter(slots, "standing deployed", np.zeros((1, 3)), np.zeros(1))
    people.species[slots] = 0
    with pytest.raises(ValueError, match="no posture is called 'stand'"):
        motor.enter(slots, "stand", np.zeros((1, 3)), np.zeros(1))
    with pytest.raises(ValueError, match="no gesture is called 'bow'; known are waving"):
        motor.gesture_number(0, "bow")
    with pytest.raises(ValueError, match="1 figures cannot enter in 2 postures"):
        motor.enter(slots, ["crawl", "crawl"], np.zeros((1, 3)), np.zeros(1))


def test_places_and_levels_that_are_none_are_refused() -> None:
    troupe = Troupe.of()
    for place in ([[np.nan, 0.0, 0.0]], [[0.0, np.inf, 0.0]]):
        with pytest.raises(ValueError, match="places are finite numbers of metres"):
            troupe.motor.lead(troupe.slots, place)
    for level in (np.nan, 1.5, -1, 3):
        with pytest.raises(ValueError, match="levels are 0 to 2, and whole"):
            troupe.motor.set_levels(troupe.slots, level)
    before = troupe.landmarks()
    troupe.advance(0.1)
    assert np.allclose(troupe.landmarks(), before, atol=0.05)
