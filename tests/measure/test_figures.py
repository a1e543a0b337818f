"""How figures are taken, on movements that are known beforehand."""

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.contracts.time import FRAME_RATE
from motorium.measure.swimming import swimming_figures
from motorium.measure.turning import turn_figures

HERRING = load_species("herring")


def rigid(course: np.ndarray, headings: np.ndarray) -> np.ndarray:
    """Nodes of a stiff fish on a course (n, 2), with headings (n,)."""
    c, s, nil = np.cos(headings), np.sin(headings), np.zeros_like(headings)
    turn = np.stack([c, -s, nil, s, c, nil, nil, nil, nil + 1], axis=-1).reshape(-1, 3, 3)
    nodes = HERRING.body.nodes - HERRING.body.masses @ HERRING.body.nodes / HERRING.body.mass
    place = np.column_stack([course, np.zeros(len(course))])
    moved: np.ndarray = np.einsum("tij,nj->tni", turn, nodes) + place[:, None]
    return moved


def test_figures_of_a_fish_that_swings_by_five_degrees() -> None:
    gait = HERRING.gaits.medium
    seconds = np.arange(round(4 / gait.beat * FRAME_RATE) + 1) / FRAME_RATE
    swing = np.radians(5) * np.sin(2 * np.pi * gait.beat * seconds)
    for direction in (0.0, 1.2, -2.8):
        ahead = np.array([np.cos(direction), np.sin(direction)])
        path = rigid(30 * seconds[:, None] * ahead, direction + swing)
        figures = swimming_figures(HERRING.body, path, gait.beat)
        assert figures["speed"] == pytest.approx(1.5, rel=1e-3)
        assert figures["stride"] == pytest.approx(1.5 / gait.beat, rel=1e-3)
        assert figures["head_yaw"] == pytest.approx(5, abs=0.2)
        arm = (HERRING.body.masses @ HERRING.body.nodes / HERRING.body.mass)[0]
        tail = (arm - HERRING.body.nodes[21, 0]) / 20
        swept = 2 * tail * np.sin(np.radians(5))
        assert figures["tail_amplitude"] == pytest.approx(swept, rel=0.02)
        assert figures["strouhal"] == pytest.approx(
            figures["tail_amplitude"] * gait.beat / figures["speed"]
        )


def test_a_fish_that_goes_backwards_has_a_negative_speed() -> None:
    gait = HERRING.gaits.medium
    seconds = np.arange(100) / FRAME_RATE
    swing = 0.02 * np.sin(2 * np.pi * gait.beat * seconds)
    path = rigid(np.column_stack([-10 * seconds, 0 * seconds]), swing)
    assert swimming_figures(HERRING.body, path, gait.beat)["speed"] == pytest.approx(-0.5, rel=1e-2)


def test_figures_of_a_turn_on_a_circle() -> None:
    """A quarter of a circle of half a body length in one beat, then straight on at 1 L/s."""
    gait = HERRING.gaits.medium
    frames = np.arange(round(5 / gait.beat * FRAME_RATE) + 1)
    turned = np.minimum(frames / (FRAME_RATE / gait.beat), 1) * np.pi / 2
    radius = 10.0
    course = radius * np.column_stack([np.sin(turned), 1 - np.cos(turned)])
    after = np.maximum(frames - FRAME_RATE / gait.beat, 0) / FRAME_RATE
    course[:, 1] += 20 * after
    figures = turn_figures(HERRING, rigid(course, turned))
    assert figures.angle == pytest.approx(90, abs=0.1)
    assert figures.beats == pytest.approx(0.9, abs=0.05)
    assert figures.radius == pytest.approx(0.5, rel=0.05)
    assert figures.exit_speed == pytest.approx(1.0, rel=0.01)
    # Of the rest shape itself, whose axes are straight.
    assert figures.end_bend == pytest.approx(0, abs=0.1)
