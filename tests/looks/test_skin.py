"""The skin: its counts, its seams, and that it stays whole in every pose."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from pydantic import ValidationError

from motorium.bodies.outline import Outline
from motorium.contracts.frames import Floats, rotation_matrix
from motorium.looks.bspline import grid_triangles, surface
from motorium.looks.skin import (
    FACES,
    MIRRORED,
    Patch,
    Skin,
    control_points,
    face_frames,
    skin_of,
    surfaces,
)
from tests.looks.fishes import SPECIES, mirrored, nodes_of, poses, skin

BODY = ("left", "right")
COUNTS = {9: (36, 84), 2: (5, 48)}
"""Vertices of the pictures of a patch, by its rows."""


def patch(name: str, part: str) -> Patch:
    (found,) = (patch for patch in skin(name).patches if patch.name == part)
    return found


def drawn(skin: Skin, part: str, nodes: Floats) -> tuple[Floats, Floats, Floats]:
    """Points, unit normals and the unit normals of the triangles with their corners' normals."""
    (patch,) = (patch for patch in skin.patches if patch.name == part)
    counts = COUNTS[patch.rows]
    points, normals = surface(control_points(skin, nodes)[part], patch.degrees, counts, patch.flip)
    triangles = grid_triangles(*counts, patch.flip)
    a, b, c = np.moveaxis(points.reshape(-1, 3)[triangles], 1, 0)
    flat = np.cross(b - a, c - a)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    agreement = np.einsum("ti,tki->tk", flat, normals.reshape(-1, 3)[triangles])
    return points, normals, agreement


@pytest.mark.parametrize("name", SPECIES)
def test_the_printed_numbers_of_control_points(name: str) -> None:
    """9 x 21 a half, 2 x 12 a fin (Tu, section 5.1): 426 in all, pectoral fins apart."""
    sizes = {p.name: (p.rows, p.columns, p.degrees) for p in skin(name).patches}
    assert sizes["left"] == sizes["right"] == (9, 21, (3, 3))
    assert sizes["dorsal"] == sizes["ventral"] == (2, 12, (1, 3))
    assert sizes["pectoral_left"] == sizes["pectoral_right"] == (2, 4, (1, 3))
    numbers = {part: rows * columns for part, (rows, columns, _) in sizes.items()}
    assert sum(n for part, n in numbers.items() if not part.startswith("pectoral")) == 426
    assert all(p.bindings.shape == (numbers[p.name], 6) for p in skin(name).patches)


def test_faces_look_outwards_and_know_their_mirror_images() -> None:
    nodes = nodes_of("herring")
    corners, axes = face_frames(nodes)
    assert FACES.shape == (26, 4)
    outside = corners[:24].mean(axis=1) * (0, 1, 1)
    assert (np.sum(axes[:24, 2] * outside, axis=1) > 0).all()
    assert axes @ np.swapaxes(axes, 1, 2) == pytest.approx(np.broadcast_to(np.eye(3), (26, 3, 3)))
    images = mirrored(nodes)[FACES]
    for face, image in enumerate(MIRRORED):
        # b, a, d, c of the other side; a triangle has d = c.
        assert_array_equal(images[image][[1, 0, 3, 2]], corners[face] * (1, -1, 1))


@pytest.mark.parametrize("name", SPECIES)
def test_halves_share_their_border_whatever_the_nodes_do(name: str) -> None:
    left, right = (patch(name, part).bindings.reshape(9, 21, 6) for part in BODY)
    border = np.ones((9, 21), dtype=bool)
    border[1:-1, 1:-1] = False
    assert_array_equal(left[border], right[border])
    nodes = np.random.default_rng(7).normal(size=(3, 23, 3))
    points = control_points(skin(name), nodes, 0.3)
    assert_array_equal(points["left"][:, border], points["right"][:, border])


@pytest.mark.parametrize("name", SPECIES)
def test_no_triangle_is_flipped(name: str) -> None:
    """At rest, in the sharpest turn, squeezed and stretched by 30 %."""
    for pose, nodes in poses(nodes_of(name)).items():
        for part in (p.name for p in skin(name).patches):
            _, _, agreement = drawn(skin(name), part, nodes)
            assert agreement.min() > 0.05, f"{part}, {pose}"


@pytest.mark.parametrize("name", SPECIES)
def test_halves_look_outwards(name: str) -> None:
    """Together they enclose a volume that is positive only if all normals point outwards."""
    nodes = nodes_of(name)
    for pose, moved in poses(nodes).items():
        volume = 0.0
        for part, side in (("left", 1.0), ("right", -1.0)):
            points, normals, _ = drawn(skin(name), part, moved)
            triangles = grid_triangles(*COUNTS[9], part == "right")
            a, b, c = np.moveaxis(points.reshape(-1, 3)[triangles], 1, 0)
            volume += float(np.sum(a * np.cross(b, c)) / 6)
            if pose == "rest":
                assert (normals[18, 1:, 1] * side > 0).all()
        assert 0.003 < volume < 0.06, pose


@pytest.mark.parametrize("name", SPECIES)
def test_the_back_has_no_edge(name: str) -> None:
    """Where the halves meet on the trunk, their normals agree, in a turn too."""
    for pose, nodes in poses(nodes_of(name)).items():
        left, right = (drawn(skin(name), part, nodes)[1] for part in BODY)
        for seam in (0, -1):
            trunk = np.s_[seam, 8:56]
            agreement = np.sum(left[trunk] * right[trunk], axis=-1)
            assert agreement.min() > 0.98, pose


@pytest.mark.parametrize("name", SPECIES)
def test_fins_are_rooted_in_the_body(name: str) -> None:
    """No gap: in every pose, a root is below the skin."""
    roots = {"dorsal": BODY, "ventral": BODY, "pectoral_left": BODY[:1], "pectoral_right": BODY[1:]}
    for pose, nodes in poses(nodes_of(name)).items():
        body = {part: drawn(skin(name), part, nodes)[:2] for part in BODY}
        for fin, sides in roots.items():
            root = drawn(skin(name), fin, nodes)[0][0, ::4]
            points = np.concatenate([body[side][0].reshape(-1, 3) for side in sides])
            normals = np.concatenate([body[side][1].reshape(-1, 3) for side in sides])
            away = root[:, None] - points
            nearest = np.argmin(np.sum(away**2, axis=-1), axis=1)
            chosen = np.arange(len(root)), nearest
            height = np.sum(away[chosen] * normals[nearest], axis=-1)
            assert height.max() < 0.0, f"{fin}, {pose}"


@pytest.mark.parametrize("name", SPECIES)
def test_skin_moves_and_turns_with_the_nodes(name: str) -> None:
    nodes = poses(nodes_of(name))["bent by 120"]
    turn = rotation_matrix(np.array([0.5, 0.1, -0.7, 0.5]))
    shift = np.array([3.0, -20.0, 0.5])
    here = control_points(skin(name), nodes)
    there = control_points(skin(name), nodes @ turn.T + shift)
    for part, points in here.items():
        assert there[part] == pytest.approx(points @ turn.T + shift, abs=1e-9)


@pytest.mark.parametrize("name", SPECIES)
def test_a_mirrored_fish_has_the_mirrored_skin(name: str) -> None:
    """Exactly, but for points of the tail fin's rear edge that ride on the left flank."""
    for pose, nodes in poses(nodes_of(name)).items():
        here = control_points(skin(name), nodes)
        there = control_points(skin(name), mirrored(nodes))
        pairs = {"left": "right", "pectoral_left": "pectoral_right", "dorsal": "dorsal"}
        for part, other in pairs.items():
            apart = np.linalg.norm(there[other] - here[part] * (1, -1, 1), axis=-1)
            if part == "left":
                assert apart[:, 20].max() < 0.003, pose
                apart[:, 20] = 0.0
            assert apart.max() < 1e-12, f"{part}, {pose}"


def test_a_population_has_its_own_lengths() -> None:
    nodes = nodes_of("shark")
    lengths = np.array([0.5, 2.0])
    points = control_points(skin("shark"), lengths[:, None, None] * nodes, lengths)
    one = control_points(skin("shark"), nodes)
    for part in points:
        assert points[part] == pytest.approx(lengths[:, None, None, None] * one[part])


@pytest.mark.parametrize("name", SPECIES)
def test_the_skin_is_a_fish_around_its_nodes(name: str) -> None:
    """As long as the body, the nodes inside it or near it, the peduncle slim."""
    nodes = nodes_of(name)
    drawings = surfaces(skin(name), nodes)
    points = np.concatenate([drawings[part][0].reshape(-1, 3) for part in BODY])
    assert np.ptp(points[:, 0]) == pytest.approx(1.0, abs=0.01)
    for node in (*range(1, 17), 0):
        apart = np.linalg.norm(points - nodes[node], axis=1).min()
        assert apart < 0.065, node
    high = np.ptp(points[np.abs(points[:, 0] - nodes[9, 0]) < 0.02, 2]) / 2
    assert 0.75 < nodes[9, 2] / high < 1.05


def test_shapes_differ_and_not_only_in_size() -> None:
    depths = {}
    for name in SPECIES:
        drawings = surfaces(skin(name), nodes_of(name))
        points = np.concatenate([drawings[p][0].reshape(-1, 3) for p in (*BODY, "dorsal")])
        depths[name] = float(np.ptp(points[points[:, 0] > nodes_of(name)[17, 0], 2]))
    assert depths["butterflyfish"] > depths["clownfish"] > depths["herring"] > depths["sardine"]
    assert depths["emperor-angelfish"] > depths["grouper"] > depths["shark"]


def test_an_empty_table_is_a_fish() -> None:
    plain = skin_of(nodes_of("grouper"), Outline())
    for part in BODY:
        assert drawn(plain, part, nodes_of("grouper"))[2].min() > 0.05


def test_data_for_the_page() -> None:
    nodes = nodes_of("clownfish")
    data = json.loads(json.dumps(skin("clownfish").to_data()))
    assert set(data) == {"faces", "patches", "palette", "eye", "mouth"}
    assert data["faces"] == FACES.tolist()
    for told, patch in zip(data["patches"], skin("clownfish").patches, strict=True):
        assert (told["name"], told["rows"], told["columns"]) == (
            patch.name,
            patch.rows,
            patch.columns,
        )
        assert told["degrees"] == list(patch.degrees)
        assert told["flip"] is patch.flip
        assert np.reshape(told["bindings"], (-1, 6)) == pytest.approx(patch.bindings, abs=1e-5)
    assert data["palette"]["bands"][0] == [0.19, 0.265]
    # The eye sits on the skin.
    points = drawn(skin("clownfish"), "left", nodes)[0].reshape(-1, 3)
    face, u, v, *offsets = data["eye"]["left"]
    corners, axes = face_frames(nodes)
    a, b, c, d = corners[face]
    place = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
    eye = place + np.array(offsets) @ axes[face]
    assert np.linalg.norm(points - eye, axis=1).min() < 0.01


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"snout": 1}, "Extra inputs"),
        ({"back": [[0.1, 0.0], [0.2, 0.1], [0.3, 0.1]]}, "the first of them at the nose"),
        ({"width": [[0.0, 0.0], [0.2, 0.1], [0.2, 0.1]]}, "one behind the other"),
        ({"dorsal": {"start": 0.6, "end": 0.5, "heights": [0.1, 0.1]}}, "must end behind"),
        ({"palette": {"back": "red"}}, "pattern"),
    ],
)
def test_a_table_that_means_nothing_is_refused(table: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Outline.model_validate(table)
