"""Performers who use their hands."""

from __future__ import annotations

import numpy as np

from motorium.bodies.rigid.parts import coordinate_of, part_number
from motorium.bodies.rigid.wearing import place
from motorium.contracts.frames import Floats, multiply
from motorium.physics.rigid.scene import HANDS
from tests.motors.continuum.performers import FIGURE, RATE


def armed(raised: float, aside: float, bent: float, hands: tuple[int, ...] = (0, 1)) -> Floats:
    """Who stands with arms raised ahead, aside and bent [rad]; the other hand hangs."""
    pose = FIGURE.upright()
    for hand in hands:
        side, sign = ("left", 1.0) if hand == 0 else ("right", -1.0)
        at = coordinate_of(part_number(f"{side} upper arm"))
        about_z = np.array([np.cos(aside / 2), 0.0, 0.0, sign * np.sin(aside / 2)])
        about_y = np.array([np.cos(raised / 2), 0.0, -np.sin(raised / 2), 0.0])
        pose[at : at + 4] = multiply(about_z, about_y)
        pose[coordinate_of(part_number(f"{side} forearm"))] = bent
    return pose


def between(one: Floats, other: Floats, seconds: float) -> Floats:
    """From pose to pose, gently (frames, COORDINATES)."""
    shares = np.linspace(0.0, 1.0, max(round(seconds * RATE), 2))[:, None]
    eased = shares**2 * (3.0 - 2.0 * shares)
    return np.asarray((1.0 - eased) * one + eased * other)


def hand_of(pose: Floats, hand: int) -> Floats:
    """Where a performer's hand is [m]."""
    placed, forearm = place(FIGURE, pose[None]), part_number(HANDS[hand])
    found: Floats = placed.positions[0, forearm] + placed.rotations[0, forearm] @ FIGURE.hands[hand]
    return found
