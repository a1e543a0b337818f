"""Few shapes for many frames, triangles in outlines, painted skins, and how files are built."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pygltflib", reason="GLB needs motorium[export]")

from motorium.bodies.species import load_species
from motorium.export.fish import rest_nodes
from motorium.export.gltf import FACING_X, FACING_Y, Asset, Surface
from motorium.export.outlines import rounded, triangulated
from motorium.export.shapes import few_shapes
from motorium.looks.fish_mesh import ROWS
from motorium.looks.painted import painted
from motorium.looks.skin import skin_of
from motorium.looks.srgb import as_light, as_shown, shown_of
from motorium.settings import SettingsError
from tests.export.reading import Reader


@given(st.integers(1, 12), st.integers(1, 20), st.integers(0, 3), st.integers(0, 2**32 - 1))
def test_few_shapes_bring_all_frames_back(frames: int, points: int, ways: int, seed: int) -> None:
    draws = np.random.default_rng(seed)
    moves = np.tensordot(draws.normal(size=(frames, ways)), draws.normal(size=(ways, points, 3)), 1)
    places, normals = draws.normal(size=(points, 3)) + moves, 1.0 + moves
    shapes = few_shapes(places, normals, tolerance=1e-6)
    assert len(shapes.places) <= min(ways, max(frames - 1, 0))
    assert ((shapes.weights >= 0.0) & (shapes.weights <= 1.0)).all()
    again = shapes.base + np.tensordot(shapes.weights, shapes.places, 1)
    far = np.linalg.norm(again - places, axis=-1).max()
    assert far <= shapes.off + 1e-9
    assert shapes.off <= 1e-6
    bent = shapes.base_normals + np.tensordot(shapes.weights, shapes.normals, 1)
    np.testing.assert_allclose(bent, normals, atol=1e-4)


def test_more_tolerance_takes_fewer_shapes() -> None:
    draws = np.random.default_rng(3)
    places = draws.normal(size=(30, 40, 3)) * (0.5 ** np.arange(30))[:, None, None]
    counts = [len(few_shapes(places, places, by).places) for by in (1e-6, 1e-2, 0.3, 9.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1] > counts[2] > counts[3] == 0


@given(st.integers(3, 25), st.integers(0, 2**32 - 1), st.booleans())
def test_triangles_fill_an_outline(corners: int, seed: int, backwards: bool) -> None:
    """Of any star, which may be as jagged as it likes."""
    draws = np.random.default_rng(seed)
    angles = 2 * np.pi * (np.arange(corners) + draws.uniform(0.0, 0.8, corners)) / corners
    far = draws.uniform(0.2, 1.0, corners)
    star = np.stack([far * np.cos(angles), far * np.sin(angles)], axis=1)
    star = star[::-1] if backwards else star
    triangles = triangulated(star)
    assert len(triangles) == corners - 2
    assert set(triangles.reshape(-1).tolist()) == set(range(corners))
    a, b, c = (star[triangles[:, k]] for k in range(3))
    areas = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    ahead = np.roll(star, -1, axis=0)
    whole = abs(np.sum(star[:, 0] * ahead[:, 1] - star[:, 1] * ahead[:, 0]))
    assert areas.sum() == pytest.approx(whole)
    if corners > 4 or whole > 0:
        assert np.abs(areas).sum() < 1.5 * whole + 1e-9


def test_rounded_outlines_keep_their_corners() -> None:
    square = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    turns = 2 * np.pi * np.arange(12) / 12
    ring = np.stack([np.cos(turns), 0.0 * turns, np.sin(turns)], axis=1)
    dots = rounded(square).reshape(4, -1, 3)
    np.testing.assert_allclose(dots[:, 0], square)
    assert np.abs(dots[0, :, 2]).max() < 1e-12, "sharp corners have straight sides"
    dots = rounded(ring).reshape(12, -1, 3)
    np.testing.assert_allclose(dots[:, 0], ring, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(dots, axis=-1), 1.0, atol=2e-3)


def test_a_painted_fish_has_the_colours_of_its_palette() -> None:
    kind = load_species("clownfish")
    rest = rest_nodes(kind)
    skin = skin_of(rest, kind.skin)
    pixels = painted(skin, rest, seed=1, size=256)
    assert pixels.shape == (256, 256, 4)
    assert np.array_equal(pixels, painted(skin, rest, seed=1, size=256))
    assert not np.array_equal(pixels, painted(skin, rest, seed=2, size=256))
    body = pixels[: int(256 * ROWS["body"][1]), :, :3] / 255.0
    # Of the columns in the middle of its bands nearly all is white; between them nothing is.
    white = (body > 0.75).all(axis=-1).mean(axis=0)
    assert (white > 0.8).any()
    assert (white < 0.05).any()
    front = as_light(body[:, 20:60])
    assert front[:8].mean() < front[-8:].mean(), "dark above, light below"
    np.testing.assert_allclose(255 * as_shown(as_light(shown_of("#ff8000"))), [255, 128, 0])


def test_accessors_and_axes_come_back() -> None:
    draws = np.random.default_rng(1)
    places = draws.normal(size=(9, 3))
    triangles = np.arange(9).reshape(3, 3)
    for axes in (FACING_X, FACING_Y):
        assert np.linalg.det(axes) == 1.0
        asset = Asset("Ünïcode \x07 {}", axes)
        surface = Surface(places, places, triangles, asset.material("one"))
        node = asset.node("a\n", mesh=asset.mesh("it", [surface, surface]))
        asset.move(node, np.array([0.0, 1.0]), np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]]))
        reader = Reader(asset.to_bytes())
        part, other = reader.json["meshes"][0]["primitives"]
        assert part["attributes"] == other["attributes"], "nothing is kept twice"
        found = reader.accessor(part["attributes"]["POSITION"])
        np.testing.assert_allclose(found @ axes, places, rtol=1e-6)
        assert np.array_equal(reader.accessor(part["indices"]).reshape(-1, 3), triangles)
        np.testing.assert_allclose(reader.places(0.5)["a\n"] @ axes, [0.5, 1.0, 1.5])


def test_without_the_library_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pygltflib", None)
    with pytest.raises(SettingsError, match=r"pip install 'motorium\[export\]'"):
        Asset("nothing", FACING_X)
