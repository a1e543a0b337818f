"""Real motion is set on a level floor."""

import numpy as np

from motorium.bodies.rigid.parts import part_number
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats, multiply, rotation_matrix
from motorium.motion.figures.grounding import grounded
from tests.motors.continuum.performers import FIGURE, standing, walking


def tilted(coordinates: Floats, angle: float) -> Floats:
    """On a floor that rises ahead."""
    turn = np.array([np.cos(angle / 2), 0.0, -np.sin(angle / 2), 0.0])
    found = coordinates.copy()
    found[:, :3] = coordinates[:, :3] @ rotation_matrix(turn).T
    found[:, 3:7] = multiply(np.broadcast_to(turn, (len(found), 4)), coordinates[:, 3:7])
    return found


def lowest_ankles(coordinates: Floats) -> Floats:
    placed = place(FIGURE, coordinates)
    feet = [part_number("left foot"), part_number("right foot")]
    lowest: Floats = placed.positions[:, feet, 2].min(axis=1)
    return lowest


def test_a_walk_up_a_slope_is_a_walk_on_the_level() -> None:
    level = walking()
    slope = tilted(level, 0.03)
    assert np.ptp(lowest_ankles(slope)) > 0.08
    again = grounded(FIGURE, slope, 120.0)
    assert np.abs(lowest_ankles(again) - lowest_ankles(level)).max() < 0.02


def test_who_stands_level_already_stays() -> None:
    stood = standing(1.0)
    again = grounded(FIGURE, stood, 120.0)
    before, after = place(FIGURE, stood), place(FIGURE, again)
    assert np.abs(before.positions - after.positions).max() < 0.01


def test_feet_that_are_turned_become_level_and_who_sinks_is_lifted() -> None:
    stood = standing(1.0)
    stood[:, 2] -= 0.07
    again = grounded(FIGURE, tilted(stood, 0.1), 120.0)
    placed = place(FIGURE, again)
    foot = part_number("left foot")
    assert placed.rotations[:, foot, 2, 2].min() > 0.9995
    assert np.abs(placed.positions[:, foot, 2] - FIGURE.soles).max() < 0.01
