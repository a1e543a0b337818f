"""Lights are functions of the time."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.world.town.document import Light, load_town
from motorium.world.town.lights import FLASHING, GREEN, RED, Lights

TWO = (
    Light(name="a", green=10.0, flashing=5.0, red=15.0),
    Light(name="b", green=10.0, flashing=5.0, red=15.0, offset=12.0),
)


@pytest.mark.parametrize(
    ("seconds", "states", "until_red", "until_green"),
    [
        (0.0, (GREEN, FLASHING), (15.0, 3.0), (0.0, 18.0)),
        (9.9, (GREEN, RED), (5.1, 0.0), (0.0, 8.1)),
        (10.0, (FLASHING, RED), (5.0, 0.0), (20.0, 8.0)),
        (15.0, (RED, RED), (0.0, 0.0), (15.0, 3.0)),
        (18.0, (RED, GREEN), (0.0, 15.0), (12.0, 0.0)),
        (30.0, (GREEN, FLASHING), (15.0, 3.0), (0.0, 18.0)),
        (3000.0, (GREEN, FLASHING), (15.0, 3.0), (0.0, 18.0)),
    ],
)
def test_rounds(
    seconds: float,
    states: tuple[int, int],
    until_red: tuple[float, float],
    until_green: tuple[float, float],
) -> None:
    lights = Lights(TWO)
    assert tuple(lights.states(seconds)) == states
    assert lights.until_red(seconds) == pytest.approx(until_red)
    assert lights.until_green(seconds) == pytest.approx(until_green)


def test_what_is_told_comes_true() -> None:
    lights = Lights(load_town().light)
    for seconds in np.arange(0.0, 80.0, 0.37):
        states, red, green = (
            lights.states(seconds),
            lights.until_red(seconds),
            lights.until_green(seconds),
        )
        assert ((red > 0.0) == (states != RED)).all()
        assert ((green > 0.0) == (states != GREEN)).all()
        for light in range(len(lights)):
            if states[light] != RED:
                assert lights.states(seconds + red[light] - 1e-6)[light] == FLASHING
                assert lights.states(seconds + red[light] + 1e-6)[light] == RED
            else:
                assert lights.states(seconds + green[light] + 1e-6)[light] == GREEN


def test_a_town_without_lights() -> None:
    assert len(Lights([])) == 0
    assert Lights([]).states(3.0).shape == Lights([]).until_red(3.0).shape == (0,)
