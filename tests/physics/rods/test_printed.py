"""The printed algorithm: iterations worked by hand, and its compiled twin."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.physics.rods.printed import bend_as_printed, limits_as_printed, printed_step
from motorium.physics.rods.stepping import Stepper
from tests.physics.rods.figures import chain, person, puppet, spin


def once(made: Puppet, velocities: Floats | None = None, **options: bool) -> tuple[Floats, Floats]:
    """Positions and velocities after one iteration, from rest."""
    r = made.rest.copy()
    v = np.zeros_like(r) if velocities is None else velocities
    none = np.zeros(len(r), dtype=np.uint8)
    assert printed_step(made, r, v, none, r.copy(), iterations=1, **options) == 1
    return r, v


def test_a_rod_by_hand() -> None:
    """Twice too long: l = 2, d = (2 - 1) / 2 = 1/2, c = d (n1 - n2) = 1/2 (-2, 0) = (-1, 0);
    v1 = -c / 2 = (1/2, 0), v2 = (-1/2, 0), and with masses of 1 the rod is right at once."""
    made = puppet([(0, 0), (2, 0)], rods=[(0, 1)], lengths=[(1, 1)])
    r, v = once(made)
    assert v.tolist() == [[0.5, 0, 0], [-0.5, 0, 0]]
    assert r.tolist() == [[0.5, 0, 0], [1.5, 0, 0]]


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_joint_by_hand(dimensions: int) -> None:
    """h1 = (0, 0), h2 = (1, 0), h3 = (1, 1), in x and z; straight is asked for.

    h12 = x, h23 = z, a = pi/2, da = -pi/2. With k = x cross z, z cross k = x, k cross x = z:
    3: h23 turned is x, so ch3 = x - z;
    4: torque = (x - z) cross z = k;
    5: t_corr = k (1/1 + 1) = 2k;
    6: ch3 = x - z + z cross 2k = 3x - z;
    7: ch1 = x cross 2k = -2z;
    8: m_corr = 3x - 3z;
    9, 10, 11: ch1 = -x - z, ch2 = -x + z, ch3 = 2x.

    The sum is zero. The moment about h1 is x cross (-x + z) + (x + z) cross 2x = k - 2k = -k: as
    printed, a joint at rest begins to turn by itself."""
    rest = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, 1.0)])
    points = rest[:, ::2] if dimensions == 2 else rest
    made = puppet(points, joints=[(0, 1, 2)], angles=[(0.0, 0.0)])
    r, v = once(made)
    assert v == pytest.approx(np.array([(-1, 0, -1), (-1, 0, 1), (2, 0, 0)]), abs=1e-15)
    assert r == pytest.approx(rest + v)
    assert v.sum(axis=0) == pytest.approx(0.0, abs=1e-15)
    k = np.array([0.0, -1.0, 0.0])
    assert spin(rest, v) == pytest.approx(-k)


def test_a_joint_by_hand_with_statements_5_and_6_put_right() -> None:
    """As above to 4. 5: t_corr = k / (1 + 1). 6: ch3 = x - z - z cross k/2 = x/2 - z. 7: ch1 =
    x cross k/2 = -z/2: about the hinge no torque is left, z cross x/2 - x cross -z/2 = 0.
    8: m_corr = x/2 - 3z/2, so ch1 = -x/6, ch2 = -x/6 + z/2, ch3 = x/3 - z/2: about h1 the moment
    is k/2 + (x + z) cross (x/3 - z/2) = k/2 - k/2 - k/3. The shift brought it back."""
    made = puppet([(0, 0), (1, 0), (1, 1)], joints=[(0, 1, 2)], angles=[(0.0, 0.0)])
    _, v = once(made, put_right=True)
    assert v == pytest.approx(np.array([(-1 / 6, 0, 0), (-1 / 6, 0, 1 / 2), (1 / 3, 0, -1 / 2)]))
    assert spin(made.rest, v) == pytest.approx(np.array([0, 1 / 3, 0]))


def test_corrections_of_an_iteration_do_not_see_each_other() -> None:
    """Two rods of 1 that are 2 long: the middle point is drawn both ways, and stays; the ends each
    come by 1/2, so both rods are 1.5 long."""
    made = puppet([(0, 0), (2, 0), (4, 0)], rods=[(0, 1), (1, 2)], lengths=[(1, 1)] * 2)
    r, _ = once(made)
    assert r[:, 0].tolist() == [0.5, 2.0, 3.5]


def test_a_held_point_is_at_its_place_and_the_count_is_capped() -> None:
    made = puppet([(0, 0), (1, 0)], rods=[(0, 1)])
    r, v = made.rest.copy(), np.zeros((2, 3))
    held = np.array([1, 0], dtype=np.uint8)
    places = np.array([(-1.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
    assert printed_step(made, r, v, held, places, iterations=4) == 4
    # Each iteration halves what is too long: 1, 1/2, 1/4, 1/8, 1/16.
    assert r[:, 0] == pytest.approx([-1.0, 1 / 16])


def test_angles_go_round_in_the_plane_and_not_in_space() -> None:
    h1, h2, h3 = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.0, -1.0)])
    assert bend_as_printed(h1, h2, h3, 2) == pytest.approx(3 * np.pi / 2)
    assert bend_as_printed(h1, h2, h3, 3) == pytest.approx(np.pi / 2)


def test_what_limits_print_can_say() -> None:
    made = puppet(
        np.zeros((3, 2)),
        joints=[(0, 1, 2)] * 3,
        angles=[(0.1, 2.0), (-2.0, -0.1), (-0.5, 0.5)],
    )
    turn = 2 * np.pi
    assert limits_as_printed(made) == pytest.approx(
        np.array([(0.1, 2.0), (turn - 2.0, turn - 0.1), (0.0, turn)])
    )


def three_dimensions(masses: float = 1.0) -> Puppet:
    rest = np.random.default_rng(5).normal(size=(5, 3))
    return puppet(
        rest,
        rods=[(0, 1), (1, 2), (2, 3), (3, 4)],
        joints=[(0, 1, 2), (2, 3, 4)],
        angles=[(0.2, 0.9), (1.0, 2.5)],
        masses=np.full(5, masses),
    )


@pytest.mark.parametrize("iterations", [1, 2, 5])
@pytest.mark.parametrize("made", [person(), person(2.0), three_dimensions(20.0), chain(3)])
def test_the_compiled_twin_equals_the_reference(made: Puppet, iterations: int) -> None:
    """To rounding: few iterations, as where print diverges rounding does too."""
    stepper = Stepper(made, "printed", iterations, tolerance=0.0)
    push = np.random.default_rng(1).normal(scale=0.5, size=made.rest.shape)
    stepper.momenta[:] = push * [1, made.dimensions == 3, 1]
    stepper.held[2] = 1
    stepper.places[2] += [0.01, 0.0, 0.02]
    seconds = 0.05
    for _ in range(2):
        r, v = stepper.positions.copy(), seconds * stepper.momenta
        used = printed_step(made, r, v, stepper.held, stepper.places, iterations)
        assert stepper.step(seconds) == used
        scale = max(1.0, np.abs(v).max())
        assert stepper.positions == pytest.approx(r, abs=1e-11 * scale)
        free = stepper.held == 0
        assert stepper.momenta[free] * seconds == pytest.approx(v[free], abs=1e-11 * scale)
