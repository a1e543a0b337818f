"""Cameras, and who can be seen from them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.contracts.viewing import Camera
from motorium.motion.viewing import NEAR, REACH, eyes_of, view_fishes

GRACE = 3


class Scene:
    """Points in the world, and what cameras see of them."""

    def __init__(self, positions: Floats, lengths: float = 0.2) -> None:
        count = len(positions)
        self.positions = np.asarray(positions, dtype=np.float64)
        self.lengths = np.full(count, lengths, dtype=np.float32)
        self.slots = np.arange(count)
        self.sizes = np.zeros(count, dtype=np.float32)
        self.seen = np.zeros(count, dtype=np.uint8)
        self._unseen_for = np.full(count, GRACE, dtype=np.uint16)

    def view(self, *cameras: Camera) -> np.ndarray:
        view_fishes(
            eyes_of(cameras),
            self.slots,
            self.positions,
            self.lengths,
            GRACE,
            self._unseen_for,
            self.sizes,
            self.seen,
        )
        seen: np.ndarray = self.seen == 1
        return seen


def in_picture(camera: Camera, points: Floats) -> np.ndarray:
    """By a projection matrix, as a page does it."""
    ahead = np.array(camera.ahead) / np.linalg.norm(camera.ahead)
    right = np.cross(ahead, camera.up)
    right /= np.linalg.norm(right)
    seen_from = np.stack([right, np.cross(right, ahead), ahead])
    across, up, depth = ((points - camera.position) @ seen_from.T).T
    half = math.tan(camera.field / 2)
    inside: np.ndarray = (
        (depth > 0) & (abs(up) < half * depth) & (abs(across) < half * camera.aspect * depth)
    )
    return inside


@pytest.mark.parametrize("field", [0.3, 1.2, 2.6])
def test_nobody_in_the_picture_is_missed(field: float) -> None:
    """Any point of a body that a page would draw belongs to somebody who is seen; and the enlarged
    picture is not so large that it holds everybody."""
    draw = np.random.default_rng(1)
    places = draw.uniform(-4, 4, (4000, 3))
    body = draw.normal(size=(4000, 3))
    body *= 0.1 / np.linalg.norm(body, axis=1, keepdims=True)
    for _ in range(5):
        ahead, up = draw.normal(size=(2, 3))
        camera = Camera(tuple(draw.uniform(-2, 2, 3)), tuple(ahead), tuple(up), field, 1.5)
        scene = Scene(places)
        seen = scene.view(camera)
        drawn = in_picture(camera, places) | in_picture(camera, places + body)
        assert drawn.any()
        assert seen[drawn].all()
        assert seen.sum() < 0.9 * len(seen)


def test_behind_and_beyond() -> None:
    ahead, far, behind = [3.0, 0, 0], [9.0, 0, 0], [-3.0, 0, 0]
    scene = Scene(np.array([ahead, far, behind]))
    camera = Camera((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert scene.view(camera).tolist() == [True, True, False]
    foggy = Camera((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), far=8.0)
    scene = Scene(np.array([ahead, far, [8.0 + 0.9 * REACH * 0.2, 0, 0]]))
    assert scene.view(foggy).tolist() == [True, False, True]


def test_sizes_are_those_of_a_screen() -> None:
    """A fish of 20 cm at 2 m, in a picture of 1000 pixels that shows 90 degrees."""
    camera = Camera((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), field=math.pi / 2, height=1000.0)
    scene = Scene(np.array([[2.0, 0.0, 0.0]]))
    scene.view(camera)
    assert scene.sizes[0] == pytest.approx(0.2 / 2.0 * 500.0)


def test_all_viewers_together() -> None:
    left = Camera((0.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    right = Camera((0.0, 0.0, 0.0), (0.0, -1.0, 0.0), height=500.0)
    closer = Camera((0.0, 1.0, 0.0), (0.0, 1.0, 0.0))
    scene = Scene(np.array([[0.0, 2.0, 0.0], [0.0, -2.0, 0.0]]))
    assert scene.view(left).tolist() == [True, False]
    alone = scene.sizes[0]
    assert scene.view(left, right).all()
    assert scene.sizes[1] == pytest.approx(alone * 500 / 1080)
    scene.view(left, right, closer)
    assert scene.sizes[0] == pytest.approx(2 * alone)


def test_nobody_watching_all_are_near() -> None:
    scene = Scene(np.array([[1e3, 0.0, 0.0], [0.0, 0.0, 0.0]]))
    assert scene.view().all()
    assert (scene.sizes == NEAR).all()


def test_seen_at_once_and_unseen_after_a_while() -> None:
    there = Camera((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    away = Camera((0.0, 0.0, 0.0), (-1.0, 0.0, 0.0))
    scene = Scene(np.array([[3.0, 0.0, 0.0]]))
    assert not scene.view(away)[0]
    assert scene.view(there)[0]
    size = scene.sizes[0]
    for _ in range(GRACE):
        assert scene.view(away)[0]
        assert scene.sizes[0] == size
    assert not scene.view(away)[0]
    assert scene.sizes[0] == 0


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"position": (math.nan, 0.0, 0.0)}, "position must be three finite numbers"),
        ({"ahead": (1.0, 0.0)}, "ahead must be three finite numbers"),
        ({"ahead": (0.0, 0.0, 0.0)}, "must be two directions"),
        ({"ahead": (0.0, 0.0, -2.0)}, "neither zero nor along one line"),
        ({"field": math.pi}, "field must be between 0 and pi"),
        ({"aspect": 0.0}, "aspect must be above 0"),
        ({"height": math.inf}, "height must be above 0"),
        ({"far": 0.0}, "far must be above 0"),
        ({"far": "9"}, "far must be a number, not '9'"),
        ({"position": ("1", "2", "3")}, "position must be three finite numbers"),
        ({"position": 3.0}, "position must be three finite numbers"),
    ],
)
def test_impossible_cameras(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Camera(**({"position": (0.0, 0.0, 0.0), "ahead": (1.0, 0.0, 0.0)} | wrong))


@pytest.mark.parametrize("scale", [1e-320, 1e-200, 1.0, 1e200])
def test_directions_may_have_any_length(scale: float) -> None:
    camera = Camera((0.0, 0.0, 0.0), (scale, 0.0, 0.0), (0.0, 0.0, scale))
    assert Scene(np.array([[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]])).view(camera).tolist() == [
        True,
        False,
    ]
    assert np.isfinite(eyes_of([camera])[0, :17]).all()


def test_a_camera_keeps_its_own_numbers() -> None:
    place = np.array([1.0, 2.0, 3.0])
    camera = Camera(place, (1.0, 0.0, 0.0))  # type: ignore[arg-type]
    place += 1.0
    assert camera.position == (1.0, 2.0, 3.0)
    assert hash(camera)
