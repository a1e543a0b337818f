"""The body that the figures show: counts, masses, faces."""

import numpy as np
import pytest

from motorium.bodies.fish import (
    KIND_CROSS,
    KIND_MUSCLE,
    KIND_OTHER,
    MUSCLE_UNITS,
    UNIT_KINDS,
    UNIT_NODES,
    FishBody,
    Station,
    published_masses,
)
from tests.physics.fishes import herring


def test_the_printed_counts() -> None:
    """23 nodes, 91 units, 12 muscles (Tu, section 4.2), half-bandwidth 7 (section 4.5.1)."""
    assert herring().nodes.shape == (23, 3)
    assert len(UNIT_NODES) == 91
    assert len({tuple(pair) for pair in UNIT_NODES.tolist()}) == 91
    assert (UNIT_NODES[:, 0] < UNIT_NODES[:, 1]).all()
    assert (UNIT_NODES[:, 1] - UNIT_NODES[:, 0]).max() == 7
    counts = [
        int(np.count_nonzero(kind == UNIT_KINDS)) for kind in (KIND_OTHER, KIND_CROSS, KIND_MUSCLE)
    ]
    assert counts == [37, 42, 12]
    assert UNIT_NODES[MUSCLE_UNITS].tolist() == [[i, i + 4] for i in range(1, 13)]


def test_the_printed_masses() -> None:
    """Table 4.1, with node 20 as its neighbours: 10 * 1.1 - 1.1 + 8 * 6.6 + 4 * 11 + 2 * 0.165."""
    masses = published_masses()
    assert masses.sum() == pytest.approx(9 * 1.1 + 8 * 6.6 + 4 * 11.0 + 2 * 0.165)
    assert masses[20] == 1.1


def test_faces_close_the_body_and_look_outwards() -> None:
    """Area normals of a closed surface sum to zero; the enclosed volume is positive."""
    body = herring()
    x = body.nodes
    quads, triangles = x[body.quads], x[body.triangles]
    normals = np.concatenate(
        [
            0.5 * np.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]),
            0.5 * np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]),
        ]
    )
    centres = np.concatenate([quads.mean(axis=1), triangles.mean(axis=1)])
    assert normals.sum(axis=0) == pytest.approx([0, 0, 0], abs=1e-9)
    volume = (centres * normals).sum() / 3
    assert 80 < volume < 250
    sides = np.abs(centres[:, 1]) > 0.2
    assert (normals[sides, 1] * centres[sides, 1] > 0).all()


def test_a_body_without_extent_or_mass_is_refused() -> None:
    flat = [Station(3.2, 1.7, 1.4)] * 5
    with pytest.raises(ValueError, match="coincide"):
        FishBody.build(flat, 20.0, 2.8)
    good = [Station(x, 1, 1) for x in (3, 7, 11, 14, 17)]
    masses = published_masses()
    masses[3] = 0
    with pytest.raises(ValueError, match="node 3 has no mass"):
        FishBody.build(good, 20.0, 2.8, masses)
    with pytest.raises(ValueError, match="5 stations, not 1"):
        FishBody.build(flat[:1], 20.0, 2.8)


def test_a_body_cannot_be_changed_and_has_a_digest() -> None:
    body = herring()
    with pytest.raises(ValueError, match="read-only"):
        body.nodes[0] = 0
    thinner = [Station(x, 1, 0.9) for x in (3, 7, 11, 14, 17)]
    other = FishBody.build(thinner, 20.0, 2.8)
    assert body.digest() == herring().digest() != other.digest()
