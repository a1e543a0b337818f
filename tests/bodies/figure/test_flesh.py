"""Bodies of figures: as many polygons as told, outlines that agree, and no gap at a bent joint."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.flesh import Flesh, flesh_of, rifle_flesh
from motorium.bodies.figure.flesh_document import Piece, Ring, Tube
from motorium.bodies.figure.flesh_lofting import face_normals, lofted, mirrored
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.settings import SettingsError

POLYGONS = {"human-high": 2400, "human-med": 500, "human-low": 120}
"""As Granieri, Crabtree and Badler give them."""
HIPS = 0.92
Ints = NDArray[np.int64]


def standing(name: str) -> Floats:
    """All vertices of a figure on the floor [m]."""
    skeleton = load_skeleton(name)
    poses = skeleton.rest()
    poses.position[0, 2] = HIPS
    return flesh_of(name).place(skeleton.place(poses)).places


def rays_that_escape(places: Floats, triangles: Ints, start: Floats, count: int = 160) -> int:
    """Of so many rays in all directions, how many meet no triangle (Möller and Trumbore)."""
    steps = np.arange(count) + 0.5
    height, turn = 1.0 - 2.0 * steps / count, np.pi * (1.0 + 5.0**0.5) * steps
    flat = np.sqrt(1.0 - height**2)
    rays = np.stack([flat * np.cos(turn), flat * np.sin(turn), height], axis=1)
    a, b, c = np.moveaxis(places[triangles], 1, 0)
    one, other, away = b - a, c - a, start - a
    across = np.cross(rays[:, np.newaxis], other)
    size = (across * one).sum(axis=-1)
    size = np.where(np.abs(size) < 1e-15, np.inf, size)
    u = (across * away).sum(axis=-1) / size
    beside = np.cross(away, one)
    v = (rays[:, np.newaxis] * beside).sum(axis=-1) / size
    far = (other * beside).sum(axis=-1) / size
    hit = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (far > 0) & (far < 1.5)
    return int((~hit.any(axis=1)).sum())


def welded(flesh: Flesh, places: Floats) -> Ints:
    """Faces whose vertices are numbered by material and place: those that meet share them."""
    keys = np.column_stack([np.round(places, 7), flesh.materials])
    _, numbers = np.unique(keys, axis=0, return_inverse=True)
    return np.where(flesh.faces < 0, -1, numbers.ravel()[flesh.faces])


def pieces(faces: Ints) -> list[list[int]]:
    """Numbers of faces that hang together."""
    group = np.arange(faces.max() + 1)
    for _ in range(200):
        before = group.copy()
        for face in faces:
            corners = face[face >= 0]
            group[corners] = group[corners].min()
        if (before == group).all():
            break
    of = group[faces[:, 0]]
    return [np.flatnonzero(of == one).tolist() for one in np.unique(of)]


@pytest.mark.parametrize("name", FIGURES)
def test_has_as_many_polygons_as_the_table_says(name: str) -> None:
    assert flesh_of(name).polygons == pytest.approx(POLYGONS[name], rel=0.05)


@pytest.mark.parametrize("name", FIGURES)
def test_all_segments_have_flesh(name: str) -> None:
    skeleton = load_skeleton(name)
    bare = set(range(len(skeleton.segments))) - set(flesh_of(name).segments.tolist())
    assert not [skeleton.segments[one] for one in bare]


@pytest.mark.parametrize("name", FIGURES)
def test_stands_on_the_floor_as_tall_as_it_should(name: str) -> None:
    heights = standing(name)[:, 2]
    assert heights.min() == pytest.approx(0.0, abs=1e-9)
    assert heights.max() == pytest.approx(load_skeleton(name).stature, abs=0.03)


@pytest.mark.parametrize("name", FIGURES)
def test_triangles_cover_the_polygons(name: str) -> None:
    flesh, places = flesh_of(name), standing(name)
    triangles = np.column_stack([flesh.triangles, np.full(len(flesh.triangles), -1)])
    whole = face_normals(places, flesh.faces).sum(axis=0)
    assert face_normals(places, triangles).sum(axis=0) == pytest.approx(whole, abs=1e-9)
    assert len(triangles) == flesh.polygons + (flesh.faces[:, 3] >= 0).sum()
    assert flesh.triangles.max() < len(flesh.vertices)


@pytest.mark.parametrize("name", FIGURES)
def test_polygons_face_outward_all_alike(name: str) -> None:
    flesh, places, skeleton = flesh_of(name), standing(name), load_skeleton(name)
    origins = skeleton.rest_positions + np.array([0.0, 0.0, HIPS])
    faces = welded(flesh, places)
    edges = [
        (int(one), int(other))
        for face in faces
        for one, other in zip(face[face >= 0], np.roll(face[face >= 0], -1), strict=True)
    ]
    assert len(edges) == len(set(edges)), "two neighbours run along an edge in the same sense"
    across = face_normals(places, flesh.faces)
    last = np.where(flesh.faces[:, 3] < 0, flesh.faces[:, 2], flesh.faces[:, 3])
    middles = (places[flesh.faces[:, :3]].sum(axis=1) + places[last]) / 4
    for piece in pieces(faces):
        owners = flesh.segments[flesh.faces[piece, 0]]
        # Strips that do not go around their segment are seen from it.
        around = np.ptp(np.sign(across[piece]), axis=0).min() == 2.0
        inside = (middles[piece] if around else origins[owners]).mean(axis=0)
        assert ((middles[piece] - inside) * across[piece]).sum() > 0.0


@pytest.mark.parametrize("name", FIGURES)
def test_normals_are_of_length_one_and_agree_with_the_polygons(name: str) -> None:
    flesh, places = flesh_of(name), standing(name)
    assert np.linalg.norm(flesh.normals, axis=1) == pytest.approx(1.0)
    across = face_normals(places, flesh.faces)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    agree = (flesh.normals[flesh.faces[:, :3]] * across[:, np.newaxis]).sum(axis=-1)
    assert (agree.mean(axis=1) > 0.0).all()


@pytest.mark.parametrize("name", FIGURES)
def test_left_and_right_are_mirror_images(name: str) -> None:
    flesh, skeleton = flesh_of(name), load_skeleton(name)
    for segment in (one for one in skeleton.segments if "right" not in one):
        twin = segment.replace("left", "right")
        here = flesh.vertices[flesh.segments == skeleton.segment(segment)]
        there = flesh.vertices[flesh.segments == skeleton.segment(twin)] * (1.0, -1.0, 1.0)
        far = np.linalg.norm(here[:, np.newaxis] - there, axis=-1)
        assert far.min(axis=1).max() < 1e-9, segment


@pytest.mark.parametrize("name", FIGURES)
def test_no_vertex_is_far_from_its_segment(name: str) -> None:
    flesh, skeleton = flesh_of(name), load_skeleton(name)
    for number, segment in enumerate(skeleton.segments):
        own = flesh.vertices[flesh.segments == number]
        small = any(part in segment for part in ("index", "middle", "ring", "little", "thumb"))
        most = 0.06 if small else 0.6 if segment == "trunk" else 0.48
        assert np.linalg.norm(own, axis=1).max() < most, segment


def outline(name: str, side: int) -> Floats:
    """How far the figure reaches to both sides at heights from 0.02 to 1.74 m."""
    flesh, places = flesh_of(name), standing(name)
    share = np.array([(i, j, 12 - i - j) for i in range(13) for j in range(13 - i)]) / 12
    points = np.einsum("sk,tkx->tsx", share, places[flesh.triangles]).reshape(-1, 3)
    slabs = np.round((points[:, 2] - 0.02) / 0.04).astype(int)
    reach = np.zeros((44, 2))
    for slab in range(44):
        here = points[slabs == slab, side]
        reach[slab] = here.min(), here.max()
    return reach


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("name", "mean", "most"), [("human-med", 0.006, 0.025), ("human-low", 0.015, 0.045)]
)
def test_outlines_of_all_figures_agree(name: str, side: int, mean: float, most: float) -> None:
    apart = np.abs(outline(name, side) - outline("human-high", side))
    assert apart.mean() < mean
    assert apart.max() < most


def bent(skeleton: Skeleton, joint: str, name: str, angle: float) -> Poses:
    poses = skeleton.rest()
    poses.angles[0, skeleton.freedom(joint, name)] = angle
    return poses


@pytest.mark.parametrize("name", ["human-high", "human-med"])
@pytest.mark.parametrize("angle", [0.0, 1.2, 2.1])
@pytest.mark.parametrize(
    ("joint", "freedom"),
    [
        ("elbow", "flexion"),
        ("knee", "flexion"),
        ("hip", "flexion"),
        ("shoulder", "flexion"),
        ("shoulder", "abduction"),
    ],
)
def test_nothing_is_seen_of_the_world_from_inside_a_joint(
    name: str, angle: float, joint: str, freedom: str
) -> None:
    skeleton, flesh = load_skeleton(name), flesh_of(name)
    placed = skeleton.place(bent(skeleton, f"left {joint}", freedom, angle))
    places = flesh.place(placed).places
    start = skeleton.site_places(placed, f"left {joint}")[0]
    assert rays_that_escape(places, flesh.triangles, start) == 0


def test_a_bent_spine_has_no_gaps() -> None:
    skeleton, flesh = load_skeleton("human-high"), flesh_of("human-high")
    poses = skeleton.rest()
    spine = [
        n for n, of in enumerate(skeleton.freedom_joints) if of[0] in "LT" and of[1:].isdigit()
    ]
    poses.angles[0, spine] = skeleton.limits[spine, 1]
    placed = skeleton.place(poses)
    places = flesh.place(placed).places
    for vertebra in ("L5", "L2", "T12", "T8", "T4"):
        start = placed.positions[0, skeleton.segment(vertebra)] + (0.03, 0.0, 0.0)
        assert rays_that_escape(places, flesh.triangles, start) == 0, vertebra


def test_jaw_and_eyes_move_what_is_theirs() -> None:
    skeleton, flesh = load_skeleton("human-high"), flesh_of("human-high")
    rest = flesh.place(skeleton.place(skeleton.rest())).places
    opened = flesh.place(skeleton.place(bent(skeleton, "jaw", "open", 0.4))).places
    moved = np.linalg.norm(opened - rest, axis=1) > 1e-6
    assert set(flesh.segments[moved].tolist()) == {skeleton.segment("jaw")}


@pytest.mark.parametrize(
    ("name", "most"), [("human-high", 100), ("human-med", 40), ("human-low", 20)]
)
def test_the_rifle_is_as_long_as_a_rifle(name: str, most: int) -> None:
    rifle = rifle_flesh(name)
    assert rifle.polygons <= most
    assert rifle.vertices[:, 0].min() == pytest.approx(-0.30, abs=0.005)
    assert rifle.vertices[:, 0].max() == pytest.approx(0.60, abs=0.005)
    assert np.abs(rifle.vertices[:, 1]).max() < 0.03
    assert set(rifle.segments.tolist()) == {0}


def test_unknown_names_are_told_with_known_ones() -> None:
    with pytest.raises(SettingsError, match="human-high, human-med, human-low"):
        flesh_of("human-hihg")
    with pytest.raises(SettingsError, match="did you mean 'human-low'"):
        rifle_flesh("human-lo")


# ---------------------------------------------------------------- lofting

PIPE = Tube(
    name="pipe",
    along=(0.0, 0.0, 1.0),
    front=(1.0, 0.0, 0.0),
    side=(0.0, 1.0, 0.0),
    section=[(0.0, -0.1, 0.1, -0.1, 0.1, 2.0), (1.0, -0.1, 0.1, -0.1, 0.1, 2.0)],
    end_round=0.1,
)


@pytest.mark.parametrize("sides", [3, 4, 6, 12])
def test_polygons_are_as_wide_over_all_views_as_what_they_stand_for(sides: int) -> None:
    """The mean width of a convex shape is its girth divided by pi (Cauchy)."""
    piece = Piece(tube="pipe", material="skin", sides=sides, ring=[Ring(on="a", at=[0.0, 1.0])])
    ring = lofted(PIPE, piece).vertices[:sides]
    girth = np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).sum()
    assert girth == pytest.approx(2.0 * np.pi * 0.1)


def test_a_round_end_comes_to_a_point() -> None:
    piece = Piece(tube="pipe", material="skin", ring=[Ring(on="a", at=[0.0, 1.0, 1.06, 1.1])])
    net = lofted(PIPE, piece)
    assert len(net.vertices) == 3 * 8 + 1
    assert (net.faces[:, 3] < 0).sum() == 8
    assert net.vertices[-1] == pytest.approx([0.0, 0.0, 1.1])
    assert net.normals[-1] == pytest.approx([0.0, 0.0, 1.0])
    assert net.normals[:8, 2] == pytest.approx(0.0, abs=1e-9)


def test_lids_close_a_piece() -> None:
    for sides in (3, 4, 5, 6):
        for turned in (False, True):
            piece = Piece(
                tube="pipe", material="skin", sides=sides, turned=turned, start="flat", end="flat",
                ring=[Ring(on="a", at=[0.0, 1.0])],
            )  # fmt: skip
            net = lofted(PIPE, piece)
            assert face_normals(net.vertices, net.faces).sum(axis=0) == pytest.approx(0, abs=1e-12)


def test_a_mirrored_piece_is_on_the_right_and_not_inside_out() -> None:
    piece = Piece(tube="pipe", material="skin", ring=[Ring(on="left arm", at=[0.0, 1.0, 1.1])])
    net = mirrored(lofted(PIPE, piece))
    assert set(net.segments) == {"right arm"}
    middles = net.vertices[net.faces[:, :3]].mean(axis=1) - (0.0, 0.0, 0.5)
    assert ((middles * face_normals(net.vertices, net.faces)).sum(axis=1) > 0.0).all()


def test_sections_must_follow_one_another() -> None:
    with pytest.raises(ValueError, match="must be farther along"):
        Tube(**{**PIPE.model_dump(), "section": [PIPE.section[1], PIPE.section[0]]})


def test_a_drawing_shows_the_figure_where_it_is() -> None:
    pytest.importorskip("matplotlib")
    drawing = pytest.importorskip("docs.pictures.drawn_figures")
    skeleton, poses = load_skeleton("human-low"), load_skeleton("human-low").rest()
    poses.position[0, 2] = HIPS
    figure = drawing.Posed(flesh_of("human-low"), skeleton, poses)
    image = drawing.draw_figures([figure], drawing.View(0.0, 0.1, (60, 90), floor=False))
    there = (image != image[0, 0]).any(axis=2)
    rows, columns = np.nonzero(there)
    assert image.shape == (90, 60, 3)
    assert (rows.min(), rows.max()) == pytest.approx((5, 84), abs=2)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(29.5, abs=1)
    assert 0.2 < there.mean() * 90 * 60 / (np.ptp(rows) * np.ptp(columns)) < 0.8
