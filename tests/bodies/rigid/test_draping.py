"""A figure around its double: limbs exactly, backs round, hands open or closed, any size."""

from dataclasses import replace

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import FINGERS
from motorium.bodies.rigid.draping import drape_of, draped
from motorium.bodies.rigid.figure import rigid_figure
from motorium.bodies.rigid.parts import PARTS, TURNS, coordinate_of, part_number
from motorium.bodies.rigid.wearing import place, segment_for
from motorium.contracts.frames import Floats, quaternion_from_axes

HIGH = load_skeleton("human-high")
FIGURE = rigid_figure(HIGH)
DRAPE = drape_of(HIGH, HIGH)
LIMBS = [n for n, part in enumerate(PARTS) if part.name.split()[0] in ("left", "right")]


def twisted(seed: int) -> Floats:
    """Somebody in any pose."""
    rolls = np.random.default_rng(seed)
    pose = FIGURE.upright()
    pose[:3] = rolls.normal(size=3)
    for at in TURNS:
        pose[at : at + 4] += rolls.normal(0.0, 0.3, 4)
        pose[at : at + 4] /= np.linalg.norm(pose[at : at + 4])
    for number, part in enumerate(PARTS):
        if part.hinge:
            pose[coordinate_of(number)] = rolls.uniform(0.0, part.most)
    return pose


def test_upright_it_is_the_figure_at_rest() -> None:
    positions, turns = draped(FIGURE, DRAPE, place(FIGURE, FIGURE.upright()[None]))
    rest = HIGH.rest_positions + np.array([0.0, 0.0, FIGURE.height])
    fingers = [n for n, name in enumerate(HIGH.segments) if {*FINGERS} & {*name.split()}]
    others = np.setdiff1d(np.arange(len(HIGH.segments)), fingers)
    assert positions[others] == pytest.approx(rest[others], abs=1e-12)
    assert np.abs(positions[fingers] - rest[fingers]).max() > 0.003
    assert np.abs(turns[segment_for(HIGH, part_number("head"))]) == pytest.approx([1, 0, 0, 0])


@pytest.mark.parametrize("seed", range(20))
def test_limbs_and_head_are_where_the_parts_are(seed: int) -> None:
    placed = place(FIGURE, twisted(seed)[None])
    positions, turns = draped(FIGURE, DRAPE, placed)
    for number in [0, part_number("head"), *LIMBS]:
        segment = segment_for(HIGH, number)
        assert positions[segment] == pytest.approx(placed.positions[0, number], abs=1e-12)
        own = quaternion_from_axes(placed.rotations[0, number])
        assert abs(turns[segment] @ own) == pytest.approx(1.0, abs=1e-12)


def test_a_bent_back_is_round_and_whole() -> None:
    """No segment of the spine turns more than its share against the next, or leaves it."""
    pose = FIGURE.upright()
    bend = np.array([np.cos(0.3), 0.0, np.sin(0.3), 0.0])
    for name in ("abdomen", "chest"):
        at = coordinate_of(part_number(name))
        pose[at : at + 4] = bend
    positions, turns = draped(FIGURE, DRAPE, place(FIGURE, pose[None]))
    spine = range(HIGH.segment("pelvis"), HIGH.segment("T1") + 1)
    angles = [2 * np.arccos(min(1.0, abs(turns[a] @ turns[a + 1]))) for a in spine[:-1]]
    assert max(angles) < 0.2
    assert sum(angles) == pytest.approx(1.2, abs=1e-6)
    gaps = [np.linalg.norm(positions[a + 1] - positions[a]) for a in spine[:-1]]
    rest = [np.linalg.norm(HIGH.offsets[a + 1]) for a in spine[:-1]]
    assert np.abs(np.array(gaps) - rest).max() < 0.02


def test_closed_hands_have_their_tips_near_the_palm() -> None:
    placed = place(FIGURE, FIGURE.upright()[None])
    palm, tip = HIGH.segment("left palm"), HIGH.segment("left middle distal")
    far = [
        np.linalg.norm(np.subtract(*draped(FIGURE, DRAPE, placed, closed=closed)[0][[tip, palm]]))
        for closed in (False, True)
    ]
    assert far[1] < 0.7 * far[0]


def test_flesh_grows_with_bones() -> None:
    tall = replace(HIGH, offsets=1.1 * HIGH.offsets, stature=1.1 * HIGH.stature)
    assert drape_of(tall, HIGH).scales == pytest.approx(np.full((len(HIGH.segments), 3), 1.1))
    offsets = HIGH.offsets.copy()
    offsets[HIGH.segment("left shin")] *= 1.2
    legs = drape_of(replace(HIGH, offsets=offsets), HIGH).scales
    assert legs[HIGH.segment("left thigh")] == pytest.approx([1.0, 1.0, 1.2])
    assert legs[HIGH.segment("right thigh")] == pytest.approx(1.0)
    giant = drape_of(replace(HIGH, offsets=9.0 * HIGH.offsets), HIGH)
    assert giant.scales.max() == 1.6


def test_a_trunk_is_stretched_as_one_from_hips_to_shoulders() -> None:
    """However a clip's vertebrae and neck are: these begin anywhere."""
    offsets = HIGH.offsets.copy()
    offsets[HIGH.segment("L5")] *= 1.5
    offsets[HIGH.segment("head"), 2] += 0.15
    other = replace(HIGH, offsets=offsets)
    drape = drape_of(other, HIGH)
    trunk = [HIGH.segment(name) for name in ("pelvis", "L3", "T9", "T1")]
    assert drape.scales[trunk, 2] == pytest.approx(drape.scales[trunk[0], 2])
    assert 1.0 < drape.scales[trunk[0], 2] < 1.2
    neck, head = HIGH.segment("neck"), HIGH.segment("head")
    assert drape.places[0, head] - drape.places[0, neck] == pytest.approx(HIGH.offsets[head])
    arm = HIGH.segment("left upper arm")
    assert drape.places[0, arm] == pytest.approx(other.rest_positions[arm])
