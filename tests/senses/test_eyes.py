"""Eyes against hand-worked places, and the page's copy of their numbers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import load_species
from motorium.looks.bspline import evaluate
from motorium.looks.skin import control_points, skin_of
from motorium.senses import eyes
from motorium.senses.eyes import Head, eye_frames
from motorium.wire.typescript import EYES, generate_eyes


def straight_head() -> tuple[Head, np.ndarray]:
    """A nose 0.4 L ahead of the origin, a ring 0.1 L behind it at the same height, eyes 0.05 L
    behind the nose, 0.02 L above it and 0.03 L aside."""
    nodes = np.zeros((23, 3))
    nodes[0] = (0.4, 0.0, 0.0)
    nodes[1:5] = [(0.3, y, z) for y, z in ((0.1, 0.1), (0.1, -0.1), (-0.1, -0.1), (-0.1, 0.1))]
    return Head.of(nodes, np.array([0.35, 0.03, 0.02])), nodes


def test_at_rest_eyes_are_where_the_skin_has_them() -> None:
    head, nodes = straight_head()
    places, axes = eye_frames(head, 2.0, 2.0 * nodes, np.eye(3))
    assert_allclose(places, [(0.7, 0.06, 0.04), (0.7, -0.06, 0.04)], atol=1e-12)
    # What both look at is 5 lengths ahead of their middle.
    for place, (ahead, left, up) in zip(places, axes, strict=True):
        assert_allclose(place + ahead * math.hypot(10.0, 0.06), (10.7, 0.0, 0.04), atol=1e-12)
        assert_allclose(np.cross(ahead, left), up, atol=1e-12)


def test_pan_turns_to_the_left_and_tilt_raises() -> None:
    head, nodes = straight_head()
    inwards = math.atan(0.03 / 5.0)
    _, axes = eye_frames(head, 1.0, nodes, np.eye(3), pan=math.pi / 2)
    assert_allclose(axes[0, 0], (math.sin(inwards), math.cos(inwards), 0.0), atol=1e-12)
    _, axes = eye_frames(head, 1.0, nodes, np.eye(3), tilt=math.pi / 6)
    assert_allclose(axes[:, 0, 2], 0.5, atol=1e-12)


def test_eyes_go_with_the_fish() -> None:
    head, nodes = straight_head()
    rng = np.random.default_rng(5)
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    turn *= np.sign(np.linalg.det(turn))
    offset = rng.normal(size=3)
    before = eye_frames(head, 1.0, nodes, np.eye(3), 0.4, -0.2)
    after = eye_frames(head, 1.0, nodes @ turn.T + offset, turn, 0.4, -0.2)
    assert_allclose(after[0], before[0] @ turn.T + offset, atol=1e-12)
    assert_allclose(after[1], before[1] @ turn.T, atol=1e-12)


def test_an_image_is_as_wide_as_it_says() -> None:
    assert math.tan(eyes.ACROSS / 2) / math.tan(eyes.UPWARDS / 2) == pytest.approx(eyes.ASPECT)
    assert pytest.approx(eyes.ASPECT) == eyes.RETINA_WIDTH / eyes.RETINA_HEIGHT
    assert math.degrees(eyes.MOST_PAN + eyes.ACROSS / 2) == pytest.approx(150.0)


def test_a_number_for_each_thing_and_none_for_a_fish() -> None:
    codes = list(eyes.THINGS.values())
    assert len(set(codes)) == len(codes)
    assert max(codes) < 0


def test_the_page_has_the_same_numbers() -> None:
    """`python -m motorium.wire.typescript` writes them."""
    page = Path(__file__).parents[2] / EYES
    assert page.read_text(encoding="utf-8") == generate_eyes()


@pytest.mark.parametrize("name", ["herring", "butterflyfish"])
def test_eyes_of_a_species_lie_on_its_skin(name: str) -> None:
    species = load_species(name)
    nodes = species.body.nodes / BODY_LENGTH
    skin = skin_of(nodes, species.skin)
    control = control_points(skin, nodes)["left"]
    u, v = skin.eye_uv
    on_skin = evaluate(control, (3, 3), np.array([u]), np.array([v]))[0][0, 0]
    places, _ = eye_frames(Head.of(nodes, on_skin), 1.0, nodes, np.eye(3))
    assert_allclose(places[0], on_skin, atol=1e-9)
    assert_allclose(places[1], on_skin * (1, -1, 1), atol=1e-9)
