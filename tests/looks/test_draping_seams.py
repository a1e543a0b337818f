"""Where parts of a skin meet: one field for all of them, without a jump or an edge."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.looks.draping import Draping, blend_radii
from tests.looks.test_draping import (
    DIMENSIONS,
    best_fit,
    best_fit_in_plane,
    flat,
    part,
    puppet,
    well_known,
)

BODY = [(0.0, 1.0, 1.5), (0.0, 0.0, 1.5), (-0.2, 0.0, 0.9), (0.2, 0.0, 0.9)]
LEGS = [(-0.25, 0.1, 0.45), (-0.2, 0.0, 0.0), (0.25, 0.1, 0.45), (0.2, 0.0, 0.0)]
FOLLOWS = [[0, 1, 2, 3], [2, 4, 5], [3, 6, 7]]
"""A trunk and two legs that it meets at the hips, points 2 and 3."""


def person(dimensions: int, vertices: list[Floats], blend: float = 0.0) -> Puppet:
    rest = np.array(BODY + LEGS) * ((1, 1, 1) if dimensions == 3 else (1, 0, 1))
    if dimensions == 2:
        rest[0, 2] += 0.3
    parts = [part(f, v, blend) for f, v in zip(FOLLOWS, vertices, strict=True)]
    return puppet(rest, parts, dimensions)


def bent(dimensions: int, amount: float = 0.25, seed: int = 1) -> Floats:
    rest = person(dimensions, 3 * [np.zeros((0, 3))]).rest
    bend = np.random.default_rng(seed).normal(size=rest.shape)
    return rest + amount * bend * ((1, 1, 1) if dimensions == 3 else (1, 0, 1))


def fields(dimensions: int, places: Floats, blend: float = 0.0) -> list[Floats]:
    """Where each part's vertices at these places go in the bent pose."""
    draping = Draping(person(dimensions, 3 * [places], blend))
    draping.drape(bent(dimensions))
    return [draping.vertices[span] for span in draping.spans]


def line(through: Floats, direction: tuple[float, float, float], step: float, steps: int) -> Floats:
    """Places along a line, so many steps to either side."""
    way = np.array(direction) / np.linalg.norm(direction)
    places: Floats = through + step * np.arange(-steps, steps + 1)[:, None] * way
    return places


def kink(values: Floats, step: float) -> float:
    """The largest change of slope from one step to the next: of the order of the step where the
    slope is continuous, and of the edge's own size where it is not."""
    second = values[2:] - 2.0 * values[1:-1] + values[:-2]
    return float(np.linalg.norm(second, axis=1).max()) / step


def seam(dimensions: int, step: float, blend: float = 0.0) -> float:
    """The kink of an outline that goes over from the trunk to a leg beside the hip."""
    hip = person(dimensions, 3 * [np.zeros((0, 3))]).rest[2]
    places = line(hip + np.array([0.03, 0.0, 0.02]), (0.3, 0.0, 1.0), step, 50)
    trunk, leg, _ = fields(dimensions, places, blend)
    return kink(np.concatenate([trunk[:50], leg[50:]]), step)


@DIMENSIONS
def test_no_edge_across_parts(dimensions: int) -> None:
    edges = [seam(dimensions, step) for step in (1e-4, 1e-5, 1e-6)]
    assert edges[1] < 0.15 * edges[0]
    assert edges[2] < 0.15 * edges[1]
    assert edges[2] < 1e-4


@DIMENSIONS
def test_without_a_blend_there_is_a_jump(dimensions: int) -> None:
    """So the test above can fail."""
    assert seam(dimensions, 1e-6, blend=1e-9) > 100.0


@DIMENSIONS
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("direction", [(1.0, 0.0, 0.2), (-0.2, 0.0, 1.0)])
def test_no_edge_inside_a_part(
    dimensions: int, which: int, direction: tuple[float, float, float]
) -> None:
    """Lines through a hip, so through all of its blend, and near it."""
    model = person(dimensions, 3 * [np.zeros((0, 3))])
    hip, reach = model.rest[2], 1.2 * blend_radii(model)[2]
    for aside in (0.0, 0.01):
        through = hip + np.array([aside, 0.0, 0.0])
        coarse, fine = (
            kink(fields(dimensions, line(through, direction, step, int(reach / step)))[which], step)
            for step in (1e-3, 1e-4)
        )
        assert fine < 0.15 * coarse


def test_edges_are_found() -> None:
    """A blend whose weight had an edge would be told: that of a straight ramp."""
    places = np.linspace(-1.0, 1.0, 801)[:, None] * np.ones(3)
    step = 2.0 / 800
    assert kink(np.clip(places, -0.5, 0.5), step) == pytest.approx(np.sqrt(3.0), rel=1e-6)
    assert kink(np.sin(places), step) < 2.0 * step


@DIMENSIONS
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_parts_that_meet_have_one_field_in_the_core(dimensions: int, seed: int) -> None:
    """At both hips, though the other leg's blend is near."""
    rng = np.random.default_rng(seed)
    model = person(dimensions, 3 * [np.zeros((0, 3))])
    radii = blend_radii(model)
    for hip, leg in ((2, 1), (3, 2)):
        ways = rng.normal(size=(20, 3)) * ((1, 1, 1) if dimensions == 3 else (1, 0, 1))
        ways *= rng.uniform(0.0, 0.5, (20, 1)) / np.linalg.norm(ways, axis=1, keepdims=True)
        found = fields(dimensions, model.rest[hip] + radii[hip] * ways)
        assert_allclose(found[0], found[leg], rtol=0, atol=1e-14)


@DIMENSIONS
def test_the_order_of_parts_does_not_matter(dimensions: int) -> None:
    rng = np.random.default_rng(3)
    plane = (1, 1, 1) if dimensions == 3 else (1, 0, 1)
    vertices = [rng.normal(size=(12, 3)) * plane for _ in range(3)]
    model = person(dimensions, vertices)
    pose = bent(dimensions)
    expected = None
    for order in permutations(range(3)):
        draping = Draping(replace(model, parts=tuple(model.parts[k] for k in order)))
        draping.drape(pose)
        found = [draping.vertices[draping.spans[order.index(k)]] for k in range(3)]
        expected = expected or found
        assert_allclose(found, expected, rtol=0, atol=1e-14)


def test_radii_by_hand() -> None:
    """Points on a line, 0 - 1 - 2 - 3 - 4 at 0, 1, 3, 4, 9; parts meet at 1 and 3."""
    rest = flat([(0, 0), (1, 0), (3, 0), (4, 0), (9, 0)])
    parts = [part([0, 1], rest[:2]), part([1, 2, 3], rest[1:4]), part([3, 4], rest[3:])]
    assert_allclose(blend_radii(puppet(rest, parts, 2)), [0, 0.5, 0, 0.5, 0])
    wanted = [replace(parts[0], blend=0.4), replace(parts[1], blend=0.7), parts[2]]
    assert_allclose(blend_radii(puppet(rest, wanted, 2)), [0, 0.4, 0, 0.7, 0])
    wide = [replace(one, blend=9.0) for one in parts]
    assert_allclose(blend_radii(puppet(rest, wide, 2)), [0, 0.95, 0, 0.95, 0])
    # Now the nearest, 3 m off, is the one where others meet.
    near = flat([(-9, 0), (1, 0), (9, 0), (4, 0), (9, 9)])
    assert_allclose(blend_radii(puppet(near, wide, 2)), [0, 1.9, 0, 1.9, 0])


def test_parts_that_share_several_points() -> None:
    """Nothing limits a blend but what only one of them follows."""
    rest = flat([(0, 0), (1, 0), (1, 0.1), (3, 0)])
    parts = [part([0, 1, 2], rest[:3]), part([1, 2, 3], rest[1:])]
    assert_allclose(blend_radii(puppet(rest, parts, 2)), [0, 0.5, 0.5 * np.hypot(1, 0.1), 0])
    draping = Draping(puppet(rest, parts, 2))
    pose = flat([(0, 0), (1, 0.3), (0.9, 0.5), (2, 2)])
    draping.drape(pose)
    assert_array_equal(draping.vertices, pose[[0, 1, 2, 1, 2, 3]])


@pytest.mark.parametrize("count", [6, 7, 11])
def test_many_parts_meet_at_a_point(count: int) -> None:
    """Sixths and elevenths do not sum to 1, but the point is met to the bit."""
    angle = 2.0 * np.pi * np.arange(count) / count
    rest = np.concatenate([flat([(0, 0)]), flat(np.stack([np.cos(angle), np.sin(angle)], 1))])
    parts = [part([0, k + 1], rest[:1]) for k in range(count)]
    draping = Draping(puppet(rest, parts, 2))
    draping.drape(1.1 * rest + np.array([0.1, 0.0, 0.3]))
    assert_array_equal(draping.vertices, np.tile([0.1, 0.0, 0.3], (count, 1)))


@DIMENSIONS
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_blends_are_as_the_series_says(dimensions: int, seed: int) -> None:
    """Weights and rotations averaged; that of rotations stretched by 1 / sqrt of what it lost."""
    rng = np.random.default_rng(seed)
    plane = np.array((1, 1, 1) if dimensions == 3 else (1, 0, 1))
    model = person(dimensions, 3 * [np.zeros((0, 3))])
    hip, pose = model.rest[2], bent(dimensions, 0.1, seed)
    radius = blend_radii(model)[2]
    place = hip + plane * rng.uniform(-0.7, 0.7, 3) * radius
    draping = Draping(person(dimensions, [place, place, place]))
    draping.drape(pose)
    far = np.linalg.norm(place - hip) / radius
    way = np.clip(2.0 * far - 1.0, 0.0, 1.0)
    other = 1.0 - way**2 * (3.0 - 2.0 * way)
    weights, mean = np.zeros(8), np.zeros((3, 3))
    for points, share in ((FOLLOWS[0], 1.0), (FOLLOWS[1], other)):
        near = np.sum((place - model.rest[points]) ** 2, axis=1) ** -1.0
        weights[points] += share / (1.0 + other) * near / near.sum()
        assume(dimensions == 2 or well_known(model.rest[points], pose[points], 0.005))
        fit = best_fit_in_plane if dimensions == 2 else best_fit
        turn = fit(model.rest[points], pose[points]).as_matrix()
        mean += share / (1.0 + other) * turn
    lost = np.eye(3) - mean.T @ mean
    series = np.eye(3) + lost / 2 + 3 / 8 * lost @ lost + 5 / 16 * lost @ lost @ lost
    expected = weights @ pose + mean @ series @ (place - weights @ model.rest)
    assert_allclose(draping.vertices[0], expected, rtol=0, atol=1e-12)


def test_a_blend_is_not_squeezed() -> None:
    """Two bones at a right angle: a mean of both would leave cos 45 degrees, 71 %, of a ring that
    is around their joint; the series leaves 98 %."""
    rest = flat([(-1, 0), (0, 0), (1, 0)])
    angle = np.linspace(0.0, 2.0 * np.pi, 40)
    ring = 0.02 * flat(np.stack([np.cos(angle), np.sin(angle)], axis=1))
    draping = Draping(puppet(rest, [part([0, 1], ring), part([1, 2], ring)], 2))
    draping.drape(flat([(-1, 0), (0, 0), (0, 1)]))
    assert_allclose(np.linalg.norm(draping.vertices, axis=1), 0.02, rtol=0.05)


def test_parts_that_follow_the_same_points_are_one() -> None:
    rest = flat([(0, 0), (1, 0), (1, 1), (2, 1)])
    head, face = part([0, 1, 2], rest[:3] + 0.1), part([2, 1, 0], rest[:3] + 0.1)
    arm = part([2, 3], rest[2:])
    pose = flat([(0, 0), (1, 0.4), (0.5, 1.5), (1.5, 2)])
    draping = Draping(puppet(rest, [head, face, arm], 2))
    draping.drape(pose)
    assert len(draping.turns) == 2
    assert_array_equal(draping.vertices[:3], draping.vertices[3:6])
    # However many of them there are, they count once where others meet them.
    alone = Draping(puppet(rest, [head, arm], 2))
    alone.drape(pose)
    assert_array_equal(alone.vertices[:3], draping.vertices[:3])
