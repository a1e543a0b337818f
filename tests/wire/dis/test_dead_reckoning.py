"""Dead reckoning gives the results that others give, and the kernel what the equations give."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from motorium.compiled import borrowing_kernel
from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_matrix
from motorium.wire.dis.dead_reckoning import BODY, MODELS, ROTATING, reckon_row, reckoned
from motorium.wire.dis.geodesy import euler_angles, euler_axes
from tests.wire.dis.material import foreign

SECONDS = 0.5
TOLERANCE = 0.01


@borrowing_kernel
def _reckon(
    seconds: float,
    models: Any,
    p: Floats,
    v: Floats,
    a: Floats,
    q: Floats,
    w: Floats,
    p_out: Floats,
    v_out: Floats,
    q_out: Floats,
    w_out: Floats,
) -> None:
    for row in range(len(models)):
        reckon_row(row, seconds, models, p, v, a, q, w, p_out, v_out, q_out, w_out)


def by_kernel(
    model: int, seconds: float, p: Floats, v: Floats, a: Floats, axes: Floats, w: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Place, axes, velocity and angular velocity, along the world's axes."""
    told = [one[None].astype(np.float64) for one in (p, v, a, quaternion_from_axes(axes), w)]
    out = [np.zeros((1, width)) for width in (3, 3, 4, 3)]
    _reckon(seconds, np.array([model], dtype=np.uint8), *told, *out)
    return out[0][0], rotation_matrix(out[2][0]), out[1][0], out[3][0]


def cases() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(foreign("dr_vectors.json").read_text())
    return found


@pytest.mark.parametrize("model", range(1, 10))
def test_all_models_give_the_published_results(model: int) -> None:
    vectors = cases()
    expected = vectors["expected"][str(model)]
    given = vectors["inputs"][expected["in"]]
    p, v, a = (np.array(given[key], dtype=np.float64) for key in ("pos", "vel", "acc"))
    axes = euler_axes(np.radians(given["psi_theta_phi_deg"]))
    w = np.radians(given["omega_xyz_deg_s"])
    reference = reckoned(model, SECONDS, p, v, a, axes, w)
    place, turned, velocity, _ = by_kernel(model, SECONDS, p, v, a, axes, w)
    if model == 1:
        # It says that nothing moves, so that the velocity that was told means nothing.
        assert velocity.tolist() == [0.0, 0.0, 0.0]
    else:
        own = turned.T @ velocity if model in BODY else velocity
        np.testing.assert_allclose(own, expected["vel"], atol=TOLERANCE)
    np.testing.assert_allclose(reference.velocity, expected["vel"], atol=TOLERANCE)
    for found in (reference.position, place):
        np.testing.assert_allclose(found, expected["pos"], rtol=0.0, atol=TOLERANCE)
    for found in (reference.axes, turned):
        np.testing.assert_allclose(np.degrees(euler_angles(found)), expected["ori"], atol=TOLERANCE)


def drawn(seed: int, spin: float) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    draw = np.random.default_rng(seed)
    p, v, a, w = draw.normal(0.0, 1.0, (4, 3))
    axes = euler_axes(draw.uniform(-1.4, 1.4, 3))
    return 1000.0 * p, 20.0 * v, 5.0 * a, axes, spin * w / np.linalg.norm(w)


@pytest.mark.parametrize("spin", [0.0, 1e-9, 1e-4, 0.019, 0.021, 1.0, 9.0])
@pytest.mark.parametrize("model", range(11))
def test_the_kernel_agrees_with_the_reference(model: int, spin: float) -> None:
    """Also where angles are so small that sines would leave no digits."""
    for seed in range(5):
        p, v, a, axes, w = drawn(seed, spin)
        one = reckoned(model, 2.5, p, v, a, axes, w)
        place, turned, velocity, rate = by_kernel(model, 2.5, p, v, a, axes, w)
        np.testing.assert_allclose(place, one.position, rtol=0.0, atol=1e-9)
        np.testing.assert_allclose(turned, one.axes, atol=1e-12)
        if 2 <= model < len(MODELS):
            then = one.axes @ one.velocity if model in BODY else one.velocity
            np.testing.assert_allclose(velocity, then, atol=1e-10)
            turning = one.axes @ w if model in ROTATING else np.zeros(3)
            np.testing.assert_allclose(rate, turning, atol=1e-12)
        else:
            assert not velocity.any()
            assert not rate.any()


@pytest.mark.parametrize("model", range(2, 10))
def test_velocities_are_what_places_change_by(model: int) -> None:
    p, v, a, axes, w = drawn(3, 1.3)
    step = 1e-4
    before, after = (by_kernel(model, 0.8 + side * step, p, v, a, axes, w) for side in (-1, 1))
    _, turned, velocity, rate = by_kernel(model, 0.8, p, v, a, axes, w)
    np.testing.assert_allclose((after[0] - before[0]) / (2 * step), velocity, atol=1e-5)
    change = (after[1] - before[1]) / (2 * step) @ turned.T
    np.testing.assert_allclose([change[2, 1], change[0, 2], change[1, 0]], rate, atol=1e-6)


def test_a_circle_is_closed() -> None:
    """Ahead at 2 m/s, to the left at 1 rad/s about z: a circle of 2 m (model 7)."""
    zero = np.zeros(3)
    ahead, left = np.array([2.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
    quarter, *_ = by_kernel(7, math.pi / 2, zero, ahead, zero, np.eye(3), left)
    np.testing.assert_allclose(quarter, [2.0, 2.0, 0.0], atol=1e-12)
    whole, axes, *_ = by_kernel(7, 2 * math.pi, zero, ahead, zero, np.eye(3), left)
    np.testing.assert_allclose(whole, zero, atol=1e-12)
    np.testing.assert_allclose(axes, np.eye(3), atol=1e-12)
