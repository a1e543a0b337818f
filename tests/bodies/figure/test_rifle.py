"""The rifle goes with the right hand, and lies in it as one holds a rifle."""

import dataclasses

import numpy as np
import pytest

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.rifle import RIFLE, equipped, rifle_placed


@pytest.mark.parametrize("name", FIGURES)
def test_origin_is_in_the_hand(name: str) -> None:
    skeleton = load_skeleton(name)
    placed = skeleton.place(skeleton.rest(3))
    positions, rotations = rifle_placed(skeleton, placed)
    assert positions.shape == (3, 3)
    assert rotations.shape == (3, 3, 3)
    assert np.allclose(positions, skeleton.site_places(placed, "right grip"))
    assert np.allclose(rotations @ rotations.transpose(0, 2, 1), np.eye(3))
    assert np.allclose(np.linalg.det(rotations), 1.0)


def test_hand_holds_it_by_the_grip() -> None:
    """Seen from the palm: fingers (-z) along the barrel, the thumb (x) at the sights, and what the
    palm faces (y) is the rifle's left."""
    forward, left, up = RIFLE.turn.T
    assert forward @ [0.0, 0.0, -1.0] > 0.9
    assert left @ [0.0, 1.0, 0.0] > 0.9
    assert up @ [1.0, 0.0, 0.0] > 0.9


def test_left_palm_is_below_and_faces_up() -> None:
    palm = -RIFLE.support_turn[:, 1]
    thumb = RIFLE.support_turn[:, 0]
    assert palm @ [0.0, 0.0, 1.0] > 0.8
    assert thumb @ [1.0, 0.0, 0.0] > 0.5
    assert np.allclose(RIFLE.support_turn @ RIFLE.support_turn.T, np.eye(3))


def test_it_is_as_long_as_a_rifle() -> None:
    assert RIFLE.muzzle[0] - RIFLE.butt[0] == pytest.approx(0.9)
    assert RIFLE.butt[0] < 0.0 < RIFLE.support[0] < RIFLE.muzzle[0]


def test_its_points_become_sites() -> None:
    skeleton = equipped(load_skeleton("human-high"))
    pose = skeleton.rest()
    pose.angles[:, skeleton.freedom("right elbow", "flexion")] = 1.1
    pose.angles[:, skeleton.freedom("right forearm", "pronation")] = -0.7
    placed = skeleton.place(pose)
    positions, rotations = rifle_placed(skeleton, placed)
    for name, place in RIFLE.places.items():
        there = positions[0] + rotations[0] @ place
        assert np.allclose(skeleton.site_places(placed, name)[0], there), name


def test_who_has_no_wrist_points_it_with_both_hands() -> None:
    """Arms of human-low bent forward such that its hands are as far apart as the rifle wants it."""
    low = load_skeleton("human-low")
    pose = low.rest()
    for side, bend in (("left", 0.9), ("right", 1.5)):
        pose.angles[0, low.freedom(f"{side} shoulder", "flexion")] = 0.4
        pose.angles[0, low.freedom(f"{side} elbow", "flexion")] = bend
        pose.angles[0, low.freedom(f"{side} shoulder", "rotation")] = -0.35
    pose.position[0, 2] = 0.92
    placed = low.place(pose)
    hands = [low.site_places(placed, f"{side} grip")[0] for side in ("left", "right")]
    apart = float(np.linalg.norm(hands[0] - hands[1]))
    rifle = dataclasses.replace(RIFLE, support=np.array([apart, 0.0, 0.0]))
    positions, rotations = rifle_placed(low, placed, rifle)
    assert positions[0] == pytest.approx(hands[1])
    assert positions[0] + rotations[0] @ rifle.support == pytest.approx(hands[0], abs=1e-9)
    assert np.linalg.det(rotations[0]) == pytest.approx(1.0)


def test_who_has_no_wrist_does_not_stick_it_into_the_floor() -> None:
    low = load_skeleton("human-low")
    pose = low.rest()
    pose.position[0, 2] = 0.3
    positions, rotations = rifle_placed(low, low.place(pose))
    assert (positions[0] + rotations[0] @ RIFLE.muzzle)[2] > 0.0
