"""Skins as sums over nodes, against the surfaces that control points make."""

from __future__ import annotations

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.looks.bspline import evaluate
from motorium.looks.drawing.skin_mesh import LEVELS, RestBody, skin_mesh
from motorium.looks.drawing.stations import Tessellation, stations
from motorium.looks.drawing.terms import pack, patch_terms
from motorium.looks.skin import control_points, face_frames
from tests.looks.fishes import bent

U, V = np.array([0.0, 0.31, 0.77, 1.0]), np.array([0.06, 0.35, 0.61, 0.93])


@pytest.mark.parametrize("name", ["clownfish", "emperor-angelfish"])
def test_sums_are_the_surface_however_it_bends(name: str) -> None:
    rest = RestBody(load_species(name))
    nodes = bent(rest.nodes, -70.0)
    control = control_points(rest.skin, nodes)
    for patch in rest.skin.patches:
        places, along_u, along_v = patch_terms(patch, U, V).sums(nodes)
        points, normals = evaluate(control[patch.name], patch.degrees, U, V)
        # The page rounds bindings to five decimals.
        assert np.abs(places - points.reshape(-1, 3)).max() < 3e-5
        outwards = np.cross(along_u, along_v)
        expected = (-1.0 if patch.flip else 1.0) * normals.reshape(-1, 3)
        assert np.abs(outwards - expected).max() < 1e-3 * np.abs(expected).max()


def test_texels_hold_all_that_a_vertex_hangs_on() -> None:
    rest = RestBody(load_species("herring"))
    nodes = bent(rest.nodes, 50.0)
    _, axes = face_frames(nodes)
    mesh = skin_mesh(rest, LEVELS[2], "all")
    texels = mesh.texels.reshape(-1, 4).astype(np.float64)
    places = mesh.terms.sums(nodes)[0]
    for vertex in range(0, len(mesh.starts), 37):
        at, nodes_there, faces_there = mesh.starts[vertex].astype(int)
        there = texels[at : at + nodes_there]
        place = there[:, 1] @ nodes[there[:, 0].astype(int)]
        for face in texels[at + nodes_there : at + nodes_there + 3 * faces_there : 3]:
            place = place + face[:3] @ axes[int(face[3])]
        assert np.abs(place - places[vertex]).max() < 1e-5
    again, _ = pack(mesh.terms)
    assert (again == mesh.starts).all()


def test_levels_are_parts_of_the_finest_and_ever_coarser() -> None:
    finest = stations(3, 21, 1)
    assert len(finest) == 55
    assert len(stations(3, 9, 1)) == 19
    assert len(stations(1, 2, 1)) == 4
    coarser: tuple[Tessellation, ...] = (2, "control", "coarse")
    for tessellation in coarser:
        assert np.isin(stations(3, 21, tessellation), finest).all()
    assert len(stations(3, 21, "control")) == 21
    assert len(stations(3, 21, "coarse")) == 11
    rest = RestBody(load_species("herring"))
    counts = [len(skin_mesh(rest, level, "all").triangles) for level in LEVELS]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0] / 5


def test_skins_are_closed_around_the_body_and_face_outwards() -> None:
    """The volume within both sides, by the divergence theorem."""
    for name in ("herring", "butterflyfish"):
        rest = RestBody(load_species(name))
        mesh = skin_mesh(rest, LEVELS[1], "body")
        corners = mesh.terms.sums(rest.nodes)[0][mesh.triangles]
        volume = np.linalg.det(corners).sum() / 6.0
        box = np.prod(np.ptp(rest.nodes[:17], axis=0))
        assert 0.2 * box < volume < box
