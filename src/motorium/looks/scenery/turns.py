"""Quaternions (x, y, z, w) as shaders take them, page axes: y is up."""

from __future__ import annotations

import math

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["rotated", "turn_about_up", "turn_between", "turned_back", "turned_by"]


def turn_about_up(angle: float) -> Floats:
    return np.array([0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2)])


def turn_between(start: Floats, goal: Floats) -> Floats:
    """The shortest turn from a unit vector to another."""
    w = float(start @ goal) + 1
    if w < np.finfo(float).eps:
        x, y, z = start
        aside = [-y, x, 0.0] if abs(x) > abs(z) else [0.0, -z, y]
        turn = np.array([*aside, 0.0])
    else:
        turn = np.array([*np.cross(start, goal), w])
    result: Floats = turn / np.linalg.norm(turn)
    return result


def turned_by(turn: Floats, other: Floats) -> Floats:
    """First the other turn, then this one."""
    v, w = turn[:3], turn[3]
    u, t = other[:3], other[3]
    return np.array([*(w * u + t * v + np.cross(v, u)), w * t - v @ u])


def turned_back(turn: Floats) -> Floats:
    result: Floats = turn * [-1, -1, -1, 1]
    return result


def rotated(turn: Floats, vectors: Floats) -> Floats:
    """Vectors, shape (..., 3)."""
    axis, w = turn[:3], turn[3]
    result: Floats = vectors + 2 * np.cross(axis, np.cross(axis, vectors) + w * vectors)
    return result
