"""The reference fish against numbers worked by hand (Tu 1999, Eqs. 4.1, 4.3, 4.9)."""

import numpy as np
import pytest

from motorium.bodies.fish import UNIT_NODES
from motorium.bodies.species import load_species
from motorium.physics import fish_reference as reference
from motorium.physics.fish_reference import FishState
from tests.physics.fishes import DT, beats, centre, herring

AT_REST = np.ones(12)


def test_effective_stiffness_of_a_stretched_unit() -> None:
    """Unit S(21, 22), rest 5.6, stretched to 6.6 and opening at 2: (30*1 + 0.1*2) / 6.6."""
    body = herring()
    state = FishState.at_rest(body)
    state.positions[21, 2] += 1.0
    state.velocities[21, 2] = 2.0
    eta, r, rate = reference.effective_stiffness(body, state, body.rest_lengths)
    unit = int(np.flatnonzero((UNIT_NODES == (21, 22)).all(axis=1))[0])
    assert r[unit] == pytest.approx([0, 0, -6.6])
    assert rate[unit] == pytest.approx(2.0)
    assert eta[unit] == pytest.approx((30 * 1.0 + 0.1 * 2.0) / 6.6)


def test_water_pushes_against_the_tail_fin() -> None:
    """The tail's side, a quad with diagonals d1, d2: area |d1 x d2| / 2, moving left at speed 3.

    Left corners 17, 20 at y = 0.6 and tips 21, 22 on the axis: the outward normal is not quite
    along y; Eq. 4.3 worked out with its components.
    """
    body = herring()
    state = FishState.at_rest(body)
    state.velocities[:] = (0.0, 3.0, 0.0)
    forces = reference.hydrodynamic_forces(body, state, viscosity=2.0)
    d1 = body.nodes[22] - body.nodes[17]
    d2 = body.nodes[21] - body.nodes[20]
    area_normal = 0.5 * np.cross(d1, d2)
    area = np.linalg.norm(area_normal)
    normal = area_normal / area
    assert normal[1] > 0.9
    push = -2.0 * area * 3.0 * (normal[1] * 3.0) * normal
    # Tip 21 belongs to this quad (a quarter) and to the two small triangles of the peduncle's edge.
    top = body.nodes[[17, 18, 21]]
    edge = 0.5 * np.cross(top[1] - top[0], top[2] - top[0])
    assert abs(edge[1]) < 1e-12
    assert forces[21] == pytest.approx(push / 4)


def test_a_face_that_moves_away_feels_nothing() -> None:
    """min[0, .]: pushing left, only faces that look left are pressed; forces sum up rightwards."""
    body = herring()
    state = FishState.at_rest(body)
    state.velocities[:] = (0.0, 1.0, 0.0)
    forces = reference.hydrodynamic_forces(body, state, viscosity=1.0)
    right_only = [2, 3, 6, 7, 10, 11, 14, 15]
    assert np.abs(forces[right_only, 1]).max() < np.abs(forces[[1, 4, 5, 8], 1]).min()
    assert forces.sum(axis=0)[1] < 0
    assert forces.sum(axis=0)[[0, 2]] == pytest.approx([forces.sum(axis=0)[0], 0.0], abs=1e-12)


def test_still_water_and_a_fish_at_rest_stay_so() -> None:
    body = herring()
    state = FishState.at_rest(body)
    for _ in range(10):
        reference.step(body, state, AT_REST, DT)
    assert state.positions == pytest.approx(body.nodes, abs=1e-12)


def test_one_step_solves_the_printed_system() -> None:
    """A x' = G with A and G written out densely from Eqs. 4.10 and 4.11."""
    body = herring()
    state = FishState.at_rest(body)
    draw = np.random.default_rng(3)
    state.positions += draw.normal(scale=0.1, size=(23, 3))
    state.velocities += draw.normal(scale=0.5, size=(23, 3))
    contraction = draw.uniform(0.7, 1.0, 12)
    rest = reference.muscle_rest_lengths(body, contraction)
    eta, _, _ = reference.effective_stiffness(body, state, rest)
    stiffness = np.zeros((23, 23))
    for value, (i, j) in zip(eta, UNIT_NODES, strict=True):
        stiffness[[i, j], [i, j]] += value
        stiffness[[i, j], [j, i]] -= value
    mass = np.diag(body.masses)
    force = reference.hydrodynamic_forces(body, state, 1.0)
    system = DT * stiffness + mass / DT
    load = force - stiffness @ state.positions + mass @ state.velocities / DT
    expected = np.linalg.solve(system, load)
    before = state.positions.copy()
    reference.step(body, state, contraction, DT, clamp=False)
    assert state.velocities == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert state.positions == pytest.approx(before + DT * expected, rel=1e-9)


def test_the_clamp_changes_the_matrix_but_not_the_force() -> None:
    """At rest in velocity, both schemes start with the same acceleration as the step goes to 0."""
    body = herring()
    velocities = []
    for clamp in (True, False):
        state = FishState.at_rest(body)
        reference.step(body, state, np.full(12, 0.8), 1e-5, clamp=clamp)
        velocities.append(state.velocities)
    assert velocities[0] == pytest.approx(velocities[1], rel=1e-6, abs=1e-12)
    assert np.abs(velocities[0]).max() > 0


def test_mirrored_muscles_give_the_mirrored_path() -> None:
    body = herring()
    mirror = np.array([1, -1, 1])
    partner = np.array([1, 0, 3, 2])
    nodes = np.concatenate([[0], *(4 * q + 1 + partner for q in range(5)), [21, 22]])
    muscles = np.concatenate([4 * s + partner for s in range(3)])
    left, right = FishState.at_rest(body), FishState.at_rest(body)
    for contraction in beats(300):
        reference.step(body, left, contraction, DT)
        reference.step(body, right, contraction[muscles], DT)
    assert right.positions[nodes] * mirror == pytest.approx(left.positions, abs=1e-9)


def test_printed_triangles_are_selectable_and_break_the_symmetry() -> None:
    """One diagonal for each side face: the fish leaves its plane, where quads keep it for good."""
    wander = []
    for faces in ("quads", "triangles"):
        body = load_species("herring").printed_body(faces)
        assert len(body.quads) == (18 if faces == "quads" else 0)
        assert len(body.triangles) == (6 if faces == "quads" else 42)
        state = FishState.at_rest(body)
        for contraction in beats(1500):
            reference.step(body, state, contraction, DT)
        wander.append(abs(centre(body, state.positions)[2]))
    assert wander[0] < 1e-9
    assert wander[1] > 0.1
