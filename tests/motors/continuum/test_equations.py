"""The printed equations at numbers worked out by hand (Soriano 2009)."""

import math

import numpy as np
import pytest

from motorium.bodies.rigid.parts import PARTS, freedom_of, part_number
from motorium.motors.continuum.balancing import balance_term, weigh
from motorium.motors.continuum.controlling import saturated
from motorium.motors.continuum.options import HELD, PRINTED, ContinuumOptions, gains_of
from motorium.motors.continuum.state import build_of, fresh_balance
from motorium.motors.continuum.stepping import Continuum, rules_of
from motorium.physics.rigid.scene import RigidScene
from tests.motors.continuum.performers import FIGURE

SQUARE = np.array([[0.0, 0.0], [0.3, 0.0], [0.3, 0.2], [0.0, 0.2]])


def test_forces_saturate() -> None:
    """Eq. 2.2: F(0) = 0, F(ln 3 / s) = 1/4, F(inf) = 1/2."""
    assert saturated(0.0) == 0.0
    assert saturated(math.log(3.0)) == pytest.approx(0.25)
    assert saturated(50.0) == pytest.approx(0.5)
    assert saturated(1e-4) == pytest.approx(0.25e-4)


@pytest.mark.parametrize(
    ("x", "velocity", "expected"),
    [
        (0.4, 1.0, 0.0),  # outside
        (0.1, 1.0, 1.0),  # 0.2 m to go
        (0.275, 1.0, math.sin(math.pi / 4)),  # half of the threshold
        (0.275, -1.0, 1.0),  # back to the middle
        (0.29, 0.0, 1.0),  # at rest
    ],
)
def test_balance(x: float, velocity: float, expected: float) -> None:
    """Eq. 3.1 with th = 0.05 m."""
    term = balance_term(SQUARE, 4, x, 0.1, velocity, 0.0, 0.05)
    assert term == pytest.approx(expected)


def test_weights_are_halved_with_every_link() -> None:
    """Eq. 2.4: on both feet the pelvis feels an eighth; on one the other foot a 64th."""
    scene = RigidScene([FIGURE])
    build, balance = build_of(scene, np.ones(1)), fresh_balance(1)
    feet = [part_number("left foot"), part_number("right foot")]
    balance.touched[0, feet] = 0.0
    weigh(build, rules_of(PRINTED), balance)
    expected = {"left foot": 1.0, "right shin": 0.5, "left thigh": 0.25, "pelvis": 0.125}
    expected |= {"abdomen": 0.0625, "head": 1 / 128, "right forearm": 1 / 128}
    for name, weight in expected.items():
        assert balance.weights[0, part_number(name)] == pytest.approx(weight), name
    balance.touched[0, feet[1]] = 1.0
    balance.beta[0] = 0.5
    weigh(build, rules_of(PRINTED), balance)
    assert balance.weights[0, feet[1]] == pytest.approx(0.5 / 64)
    balance.touched[:] = 1.0
    weigh(build, rules_of(PRINTED), balance)
    assert not balance.weights.any()


def test_gains_are_frequencies_and_strengths() -> None:
    """kp = 2 m a, s = 2 w^2 / a: so that kp F(x) is m w^2 x for a small x, and m a for a large."""
    scene = RigidScene([FIGURE])
    options = ContinuumOptions(frequency=100.0, strength=500.0, ratio=0.5)
    gains = gains_of(scene, options)
    mass = scene.model.body_mass[scene.bodies[0, 0]]
    assert gains.pull[0, 0] * saturated(gains.rise * 1e-6) / 1e-6 == pytest.approx(
        mass * 100.0**2, rel=1e-4
    )
    assert gains.pull[0, 0] * saturated(60.0) == pytest.approx(mass * 500.0)
    assert gains.drag[0, 0] == pytest.approx(2 * 0.5 * 100.0 * mass)
    elbow = part_number("left forearm")
    small = gains.torque[elbow] * saturated(gains.bend[elbow] * 1e-6) / 1e-6
    assert small == pytest.approx(PARTS[elbow].stiffness, rel=1e-4)
    assert gains.torque[elbow] * saturated(60.0) == pytest.approx(PARTS[elbow].strength)
    assert gains.damping[freedom_of(elbow)] == pytest.approx(0.08 * PARTS[elbow].stiffness)
    assert not gains.damping[:6].any()
    assert gains.strength[elbow] == PARTS[elbow].strength
    assert np.isinf(gains_of(scene, HELD).strength).all()


def test_a_part_is_pulled_as_printed() -> None:
    """Eq. 2.1 of a head at rest that shall be 5 cm higher, purely kinematic."""
    options = ContinuumOptions(blend="kinematic", relative=False, most=np.inf, carries=False)
    scene = RigidScene([FIGURE], step=options.step)
    continuum = Continuum(scene, options)
    pose = FIGURE.upright()
    continuum.start(pose[None])
    higher = pose.copy()
    higher[2] += 0.05
    continuum.jump(0, higher)
    continuum.advance(higher[None])
    # Of the last step: what it was then is within a frame of what it is now.
    head = scene.bodies[0, part_number("head")]
    mass = scene.model.body_mass[head]
    first = 2 * mass * 600.0 * (1 / (1 + math.exp(-2 * 120.0**2 / 600.0 * 0.05)) - 0.5)
    assert 0.0 < scene.data.xfrc_applied[head, 2] < first
    assert scene.data.xfrc_applied[head, :2] == pytest.approx([0.0, 0.0], abs=0.05 * first)


def test_gains_that_would_burst_are_refused() -> None:
    with pytest.raises(ValueError, match="with 1 steps a frame at most 120 rad/s are stable"):
        ContinuumOptions(steps=1, frequency=121.0)
    with pytest.raises(ValueError, match="ratio: with 1 steps a frame and 120 rad/s at most"):
        ContinuumOptions(steps=1, frequency=120.0, ratio=0.8)
    with pytest.raises(ValueError, match="blend must be one of integrated, kinematic, dynamic"):
        ContinuumOptions(blend="both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="discount must be from 0 to 1, not 2"):
        ContinuumOptions(discount=2.0)
    with pytest.raises(ValueError, match="strength must be more than 0, not nan"):
        ContinuumOptions(strength=math.nan)
    with pytest.raises(ValueError, match="1 to 32 steps, not 0"):
        ContinuumOptions(steps=0)
