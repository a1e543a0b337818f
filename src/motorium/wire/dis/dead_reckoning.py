"""Where an entity is by now, if it goes on as it was told: the models of IEEE 1278.1, annex E.

    number  name   rotation  rate of      velocity and acceleration
    1       static -         -            -
    2       FPW    fixed     position     along the world's axes
    3       RPW    rotating  position     along the world's axes
    4       RVW    rotating  velocity     along the world's axes
    5       FVW    fixed     velocity     along the world's axes
    6 to 9  FPB, RPB, RVB, FVB: the same as 2 to 5, along the body's axes

World: x(t) = x + v t + a t^2 / 2. Body: x(t) = x + R (S1 v + S2 a), where S1 and S2 are the
integrals of exp([w] s) and of s exp([w] s) from 0 to t, w the angular velocity about the body's
axes; of a fixed rotation t and t^2 / 2. Rotating: R(t) = R exp([w] t). Another number (0 is
'other') is taken as static.

Any frames do that are right-handed, as long as places, world vectors and rotations are in one, and
angular velocities and body vectors in the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats, turned

__all__ = ["BODY", "MODELS", "ROTATING", "VELOCITY", "Reckoned", "reckon_row", "reckoned"]

MODELS: Final = ("other", "static", "FPW", "RPW", "RVW", "FVW", "FPB", "RPB", "RVB", "FVB")
ROTATING: Final = (3, 4, 7, 8)
VELOCITY: Final = (4, 5, 8, 9)
"""Models whose velocity changes by the acceleration."""
BODY: Final = (6, 7, 8, 9)
SMALL: Final = 0.05
"""Below this angle [rad] integrals are sums of a few powers: sines would leave no digits."""


@dataclass(frozen=True)
class Reckoned:
    """position [m], (3,); axes, (3, 3): columns are the body's axes; velocity [m/s], (3,), along
    the axes that the model counts in."""

    position: Floats
    axes: Floats
    velocity: Floats


def reckoned(
    model: int,
    seconds: float,
    position: Floats,
    velocity: Floats,
    acceleration: Floats,
    axes: Floats,
    angular_velocity: Floats,
) -> Reckoned:
    """One entity, as the standard writes it: the reference that kernels are tested against."""
    t = seconds
    if not 2 <= model < len(MODELS):
        return Reckoned(position, axes, velocity)
    a = acceleration if model in VELOCITY else np.zeros(3)
    then = axes @ _exponential(angular_velocity, t) if model in ROTATING else axes
    if model not in BODY:
        way = velocity * t + a * t * t / 2.0
    elif model in ROTATING:
        first, second = _integrals(angular_velocity, t)
        way = axes @ (first @ velocity + second @ a)
    else:
        way = axes @ (velocity * t + a * t * t / 2.0)
    return Reckoned(position + way, then, velocity + a * t)


def _cross(w: Floats) -> Floats:
    return np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])


def _exponential(w: Floats, t: float) -> Floats:
    angle = float(np.linalg.norm(w)) * t
    if angle == 0.0:
        return np.eye(3)
    unit = _cross(w * t / angle)
    turn: Floats = np.eye(3) + math.sin(angle) * unit + (1.0 - math.cos(angle)) * unit @ unit
    return turn


def _integrals(w: Floats, t: float) -> tuple[Floats, Floats]:
    """Of exp([w] s) and of s exp([w] s), s from 0 to t."""
    angle = float(np.linalg.norm(w)) * t
    turn = _cross(w) * t
    if angle > 1.0:
        sine, cosine, square = math.sin(angle), math.cos(angle), turn @ turn
        first = (
            np.eye(3) + (1.0 - cosine) / angle**2 * turn + (1.0 - sine / angle) / angle**2 * square
        )
        second = (
            np.eye(3) / 2.0
            + (sine - angle * cosine) / angle**3 * turn
            + (angle**2 / 2.0 + 1.0 - cosine - angle * sine) / angle**4 * square
        )
        return first * t, second * t * t
    first, second = np.zeros((3, 3)), np.zeros((3, 3))
    term = np.eye(3)
    # Sums of powers of [w] t, to the last digit.
    for n in range(30):
        first += term / (n + 1)
        second += term / (n + 2)
        term = term @ turn / (n + 1)
    return first * t, second * t * t


# ---------------------------------------------------------------- for kernels


@inlined
def reckon_row(
    row: int,
    seconds: float,
    # As it was told
    models: NDArray[np.uint8],
    positions: Floats,
    velocities: Floats,
    accelerations: Floats,
    orientations: Floats,
    angular_velocities: Floats,
    # As it is by now
    positions_out: Floats,
    velocities_out: Floats,
    orientations_out: Floats,
    angular_velocities_out: Floats,
) -> None:
    """Row of tables, shapes (rows, 3), orientations (rows, 4). What comes out is along the world's
    axes, also velocities and angular velocities; `row` 0 of tables with one row is that row."""
    t = seconds
    model = models[row]
    moving = 2 <= model <= 9
    rotating = model == 3 or model == 4 or model == 7 or model == 8
    body = 6 <= model <= 9
    rate = 1.0 if (model == 4 or model == 5 or model == 8 or model == 9) else 0.0
    u, v, w = velocities[row, 0], velocities[row, 1], velocities[row, 2]
    a = rate * accelerations[row, 0]
    b = rate * accelerations[row, 1]
    c = rate * accelerations[row, 2]
    q0, q1 = orientations[row, 0], orientations[row, 1]
    q2, q3 = orientations[row, 2], orientations[row, 3]
    p = angular_velocities[row, 0] if rotating else 0.0
    q = angular_velocities[row, 1] if rotating else 0.0
    r = angular_velocities[row, 2] if rotating else 0.0
    if not moving:
        t, u, v, w, a, b, c = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    half = 0.5 * t * t
    x, y, z = u * t + a * half, v * t + b * half, w * t + c * half
    u, v, w = u + a * t, v + b * t, w + c * t
    n0, n1, n2, n3 = q0, q1, q2, q3
    spin = math.sqrt(p * p + q * q + r * r)
    if spin * abs(t) > 1e-12:
        if body:
            x, y, z = _spun(spin, t, p, q, r, u - a * t, v - b * t, w - c * t, a, b, c)
        sine = math.sin(0.5 * spin * t) / spin
        e0, e1, e2, e3 = math.cos(0.5 * spin * t), sine * p, sine * q, sine * r
        n0 = q0 * e0 - q1 * e1 - q2 * e2 - q3 * e3
        n1 = q0 * e1 + q1 * e0 + q2 * e3 - q3 * e2
        n2 = q0 * e2 - q1 * e3 + q2 * e0 + q3 * e1
        n3 = q0 * e3 + q1 * e2 - q2 * e1 + q3 * e0
    if body:
        x, y, z = turned(q0, q1, q2, q3, x, y, z)
        u, v, w = turned(n0, n1, n2, n3, u, v, w)
    if rotating:
        p, q, r = turned(n0, n1, n2, n3, p, q, r)
    positions_out[row, 0] = positions[row, 0] + x
    positions_out[row, 1] = positions[row, 1] + y
    positions_out[row, 2] = positions[row, 2] + z
    velocities_out[row, 0], velocities_out[row, 1], velocities_out[row, 2] = u, v, w
    orientations_out[row, 0], orientations_out[row, 1] = n0, n1
    orientations_out[row, 2], orientations_out[row, 3] = n2, n3
    angular_velocities_out[row, 0] = p
    angular_velocities_out[row, 1] = q
    angular_velocities_out[row, 2] = r


@borrowing_kernel
def _spun(
    spin: float,
    t: float,
    p: float,
    q: float,
    r: float,
    u: float,
    v: float,
    w: float,
    a: float,
    b: float,
    c: float,
) -> tuple[float, float, float]:
    """S1 (u, v, w) + S2 (a, b, c) of the angular velocity (p, q, r).

    Both are a 1 + b [w] + c w w^T, with S1: sin h / h t, (1 - cos h) / h^2 t^2,
    (h - sin h) / h^3 t^3 and S2: (cos h + h sin h - 1) / h^2 t^2, (sin h - h cos h) / h^3 t^3,
    (h^2 / 2 - cos h - h sin h + 1) / h^4 t^4, where h = |w| t.
    """
    h = spin * t
    k = h * h
    if abs(h) < SMALL:
        s1 = 1.0 - k / 6.0 + k * k / 120.0
        s2 = 0.5 - k / 24.0 + k * k / 720.0
        s3 = 1.0 / 6.0 - k / 120.0 + k * k / 5040.0
        d1 = 0.5 - k / 8.0 + k * k / 144.0
        d2 = 1.0 / 3.0 - k / 30.0 + k * k / 840.0
        d3 = 0.125 - k / 144.0 + k * k / 5760.0
    else:
        sine, cosine = math.sin(h), math.cos(h)
        s1 = sine / h
        s2 = (1.0 - cosine) / k
        s3 = (h - sine) / (h * k)
        d1 = (cosine + h * sine - 1.0) / k
        d2 = (sine - h * cosine) / (h * k)
        d3 = (0.5 * k - cosine - h * sine + 1.0) / (k * k)
    s1, s2, s3 = s1 * t, s2 * t * t, s3 * t * t * t
    d1, d2, d3 = d1 * t * t, d2 * t * t * t, d3 * t * t * t * t
    along = s3 * (p * u + q * v + r * w) + d3 * (p * a + q * b + r * c)
    return (
        s1 * u + d1 * a + s2 * (q * w - r * v) + d2 * (q * c - r * b) + along * p,
        s1 * v + d1 * b + s2 * (r * u - p * w) + d2 * (r * a - p * c) + along * q,
        s1 * w + d1 * c + s2 * (p * v - q * u) + d2 * (p * b - q * a) + along * r,
    )
