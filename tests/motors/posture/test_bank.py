"""Motions are kept as they were recorded: local turns that put every segment where it was."""

import numpy as np
import pytest

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.contracts.frames import Floats, body_to_world, multiply, quaternion_from_axes
from motorium.motors.posture.local_turns import continued, local_turns
from motorium.motors.posture.packing import room_of
from motorium.motors.posture.sampling import sample_turns
from tests.motors.posture.graphs import small_bank, small_graph


def some_poses(figure: str, count: int, seed: int = 1) -> Poses:
    skeleton = load_skeleton(figure)
    draw = np.random.default_rng(seed)
    poses = skeleton.rest(count)
    low, high = skeleton.limits.T
    poses.angles[:] = draw.uniform(low, high, (count, skeleton.freedoms))
    return poses


@pytest.mark.parametrize("figure", FIGURES)
def test_turns_and_slides_place_segments_like_angles(figure: str) -> None:
    """Walked segment by segment, against the skeleton's own forward kinematics."""
    skeleton, poses = load_skeleton(figure), some_poses(figure, 20)
    turns, slides = local_turns(skeleton, poses.angles)
    placed = skeleton.place(poses)
    positions: Floats = np.zeros((20, len(skeleton.segments), 3))
    world = turns.copy()
    for segment in range(1, len(skeleton.segments)):
        parent = skeleton.parents[segment]
        reach = skeleton.offsets[segment] + slides[:, segment]
        positions[:, segment] = positions[:, parent] + body_to_world(world[:, parent], reach)
        world[:, segment] = multiply(world[:, parent], turns[:, segment])
    assert np.allclose(positions, placed.positions, atol=1e-12)
    off = np.abs((world * quaternion_from_axes(placed.rotations)).sum(axis=-1))
    assert np.allclose(off, 1.0, atol=1e-12)


def test_neighbours_have_the_same_sign() -> None:
    draw = np.random.default_rng(2)
    turns = draw.normal(size=(30, 5, 4))
    joined = continued(turns)
    assert ((joined[1:] * joined[:-1]).sum(axis=-1) >= 0.0).all()
    assert np.allclose(np.abs(joined), np.abs(turns))


@pytest.mark.parametrize("level", range(3))
def test_a_clip_is_the_arc_at_its_keys_and_between(level: int) -> None:
    bank, graph, figure = small_bank(), small_graph(), FIGURES[level]
    skeleton, room = load_skeleton(figure), room_of(level)
    for ends in (("standing deployed", "crawl"), ("crawling", "crawling")):
        clip, arc = bank.arcs[0][ends], graph.arcs[ends]
        rate = bank.clips.rates[level, clip]
        pose = np.zeros(4 * room, dtype=np.float32)
        for time in (0.0, 3 / rate, 7 / rate, 7.4 / rate, arc.seconds):
            sample_turns(bank.clips, level, clip, time, pose)
            wanted = local_turns(skeleton, arc.sets[figure].sample(time).angles)[0][0]
            got = pose.reshape(4, room).T[: len(wanted)]
            assert np.allclose(np.abs((got * wanted).sum(axis=1)), 1.0, atol=2e-5)
            assert np.allclose(np.linalg.norm(got, axis=1), 1.0, atol=1e-6)


def test_one_set_of_motions_for_all_levels_of_the_ground() -> None:
    """A clip's way over the ground ends where its travel says; the root is above it."""
    bank, graph = small_bank(), small_graph()
    for ends, clip in bank.arcs[0].items():
        last = bank.clips.firsts[0, clip] + bank.clips.counts[0, clip] - 1
        assert np.allclose(bank.clips.grounds[last, :3], graph.arcs[ends].travel, atol=1e-6)
        for level in range(3):
            keys = slice(
                bank.clips.firsts[level, clip],
                bank.clips.firsts[level, clip] + bank.clips.counts[level, clip],
            )
            assert np.abs(bank.clips.roots[keys, :2]).max() < 1e-5


def test_keys_are_at_least_as_dense_as_the_level_asks_for() -> None:
    rates = small_bank().clips.rates
    for level, least in enumerate((60, 30, 15)):
        assert (rates[level] >= least - 1e-9).all()
