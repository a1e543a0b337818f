"""Walls: reflections by hand."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.physics.rods.stepping import SCHEMES, Scheme, Stepper
from motorium.physics.rods.walls import Walls
from tests.physics.rods.figures import puppet

LOW, HIGH = np.array([-1.0, -1.0, 0.0]), np.array([1.0, 1.0, 2.0])


def ball(
    scheme: Scheme, at: tuple[float, float, float], speed: tuple[float, float, float]
) -> Stepper:
    stepper = Stepper(puppet([at], masses=[2.0]), scheme)
    stepper.momenta[0] = np.multiply(2.0, speed)
    return stepper


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_ball_bounces_off_the_floor(scheme: Scheme) -> None:
    """From 0.1 m with 3 m/s down for 0.1 s: 0.2 m below the floor, so 0.8 of that above it. Of its
    6 kg m/s 0.8 come back; along, friction takes 0.1 * 1.8 * 6 = 1.08 of its 2 kg m/s."""
    stepper = ball(scheme, (0.0, 0.0, 0.1), (1.0, 0.0, -3.0))
    stepper.walls = Walls(LOW, HIGH, bounce=0.8, friction=0.1)
    stepper.step(0.1)
    assert stepper.positions[0] == pytest.approx([0.1, 0.0, 0.16])
    assert stepper.momenta[0] == pytest.approx([0.92, 0.0, 4.8])


def test_friction_stops_and_never_turns_round() -> None:
    stepper = ball("mended", (0.0, 0.0, 0.1), (1.0, 0.0, -3.0))
    stepper.walls = Walls(LOW, HIGH, bounce=0.8, friction=1.0)
    stepper.step(0.1)
    assert stepper.momenta[0] == pytest.approx([0.0, 0.0, 4.8])


def test_a_corner_turns_both_ways() -> None:
    stepper = ball("mended", (0.9, 0.0, 0.1), (3.0, 0.0, -3.0))
    stepper.walls = Walls(LOW, HIGH, bounce=1.0, friction=0.0)
    stepper.step(0.1)
    assert stepper.positions[0] == pytest.approx([0.8, 0.0, 0.2])
    assert stepper.momenta[0] == pytest.approx([-6.0, 0.0, 6.0])


def test_however_fast_it_stays_inside() -> None:
    stepper = ball("mended", (0.0, 0.0, 1.0), (900.0, -500.0, -300.0))
    stepper.walls = Walls(LOW, HIGH, bounce=1.0, friction=0.0)
    for _ in range(50):
        stepper.step(0.1)
        assert (stepper.positions[0] >= LOW).all()
        assert (stepper.positions[0] <= HIGH).all()


def test_elastic_walls_keep_energy() -> None:
    """A ball under gravity for 100 s; its energy is that at the beginning, within what the first
    order of the step does at each bounce."""
    stepper = ball("mended", (0.0, 0.0, 1.0), (0.3, 0.0, 0.0))
    stepper.walls = Walls(LOW, np.array([1.0, 1.0, 9.0]), bounce=1.0, friction=0.0)
    stepper.forces[0, 2] = -2.0 * 9.81
    energies = []
    for _ in range(12000):
        stepper.step(1 / 120)
        kinetic = (stepper.momenta[0] ** 2).sum() / 4
        energies.append(kinetic + 2.0 * 9.81 * stepper.positions[0, 2])
    assert np.mean(energies[-1200:]) == pytest.approx(np.mean(energies[:1200]), rel=0.25)


def test_what_lies_on_the_floor_lies_still() -> None:
    stepper = ball("mended", (0.0, 0.0, 0.3), (0.0, 0.0, 0.0))
    stepper.walls = Walls(LOW, HIGH, bounce=0.5, friction=0.1)
    stepper.forces[0, 2] = -2.0 * 9.81
    for _ in range(600):
        stepper.step(1 / 60)
    assert stepper.positions[0, 2] == 0.0


def test_held_points_go_through_walls() -> None:
    stepper = ball("mended", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
    stepper.walls = Walls(LOW, HIGH)
    stepper.held[0] = 1
    stepper.places[0] = [5.0, 0.0, 1.0]
    stepper.step(0.1)
    assert stepper.positions[0].tolist() == [5.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"low": np.array([3.0, 0.0, 0.0])}, "low below high"),
        ({"bounce": 1.5}, "from 0 to 1, not 1.5"),
        ({"friction": -1.0}, "0 or more, not -1.0"),
    ],
)
def test_walls_that_cannot_be(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Walls(**{"low": LOW, "high": HIGH, **change})  # type: ignore[arg-type]
