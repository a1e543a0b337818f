"""The arrays of a puppet are what its file says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.model import Puppet, bends, puppet_of
from motorium.contracts.frames import Floats
from tests.bodies.puppet.puppets import Tables, limb, space


def made(tables: Tables) -> Puppet:
    return puppet_of(PuppetDocument.model_validate(tables))


def test_places_of_two_and_three_numbers() -> None:
    tables = limb()
    tables["point"][1]["at"] = [1.0, 0.0, 1.0]
    puppet = made(tables)
    assert puppet.rest.tolist() == [[0, 0, 1], [1, 0, 1], [1, 0, 2]]
    assert puppet.rods.tolist() == [[0, 1], [1, 2]]
    assert puppet.masses.tolist() == [1, 1, 1]
    assert not puppet.pinned.any()


def test_what_is_left_out_is_as_at_rest() -> None:
    """Two rods of 1 m that turn left by a right angle."""
    puppet = made(limb(joint=[{"points": ["a", "b", "c"]}, {"points": ["c", "b", "a"]}]))
    assert puppet.lengths.tolist() == [[1, 1], [1, 1]]
    assert puppet.angles == pytest.approx(np.pi / 2 * np.array([[1, 1], [-1, -1]]))


def test_left_is_positive_and_straight_is_0() -> None:
    """Seen with x to the right and z up."""
    points = np.zeros((4, 3, 3))
    points[:, 1] = [1.0, 0.0, 0.0]
    points[:, 2] = np.array([[2, 0, 0], [1, 0, 1], [1, 0, -1], [0.5, 0, 0.5]])
    quarter = np.pi / 4
    assert bends(points, 2) / quarter == pytest.approx([0.0, 2.0, -2.0, 3.0])
    assert bends(points, 3) / quarter == pytest.approx([0.0, 2.0, 2.0, 3.0])


def axis_of(puppet: Puppet, coefficients: Floats, frame: list[int]) -> Floats:
    """As the model's docstring has it."""
    hinge, u, v = puppet.rest[frame]
    first, second = u - hinge, v - hinge
    a, b, c = coefficients
    axis: Floats = a * first + b * second + c * np.cross(first, second)
    return axis


def test_axes_of_cones_and_twists() -> None:
    """Left out, as the bone at rest; no twist is where the side is across the bone, at rest."""
    cone = {"at": "a", "bone": "d", "body": ["b", "c"]}
    up = {**cone, "axis": [0.5, 0.25, 2.0], "angle": 0.7}
    twist = {"at": "a", "bone": "d", "side": "e", "body": ["c", "b"], "angle": [-0.2, 0.9]}
    tables = space(cone=[cone, up], twist=[twist])
    tables["point"][4]["at"] = [1.5, 0.2, 0.5]
    puppet = made(tables)
    assert puppet.cones.tolist() == [[0, 3, 1, 2]] * 2
    assert puppet.twists.tolist() == [[0, 3, 4, 2, 1]]
    assert axis_of(puppet, puppet.cone_axes[0], [0, 1, 2]) == pytest.approx([1, 0, 0])
    assert axis_of(puppet, puppet.cone_axes[1], [0, 1, 2]) == pytest.approx([0.5, 0.25, 2.0])
    assert axis_of(puppet, puppet.twist_axes[0], [0, 2, 1]) == pytest.approx([0.0, 0.2, -0.5])
    assert puppet.cone_angles.tolist() == [1.0, 0.7]
    assert puppet.twist_angles.tolist() == [[-0.2, 0.9]]


@given(
    st.lists(st.floats(-1, 1), min_size=9, max_size=9),
    st.lists(st.floats(-3, 3), min_size=3, max_size=3),
)
def test_any_axis_in_any_frame(frame: list[float], axis: list[float]) -> None:
    places = np.array(frame).reshape(3, 3)
    first, second = places[1] - places[0], places[2] - places[0]
    across = np.linalg.norm(np.cross(first, second))
    if across < 0.05 or np.linalg.norm(axis) < 0.01:
        return
    tables = space(cone=[{"at": "a", "bone": "d", "body": ["b", "c"], "axis": axis}], rod=[])
    for point, at in zip(tables["point"][:3], places.tolist(), strict=True):
        point["at"] = at
    tables["point"][3]["at"] = [5.0, 5.0, 5.0]
    tables["cone"][0]["angle"] = np.pi  # Whatever the bone does.
    puppet = made(tables)
    assert axis_of(puppet, puppet.cone_axes[0], [0, 1, 2]) == pytest.approx(axis, abs=1e-4)


def test_parts() -> None:
    outline = {
        "name": "x",
        "follows": ["c", "a"],
        "color": "#AB0012",
        "outline": [[0, 1], [2, 3], [4, 0, 5]],
    }
    mesh = {
        "name": "y",
        "follows": ["b"],
        "vertices": [[0, 1], [2, 3], [4, 5]],
        "faces": [[0, 2, 1]],
        "blend": 0.1,
    }
    puppet = made(limb(part=[outline, mesh]))
    first, second = puppet.parts
    assert first.follows.tolist() == [2, 0]
    assert first.vertices.tolist() == [[0, 0, 1], [2, 0, 3], [4, 0, 5]]
    assert (first.faces.shape, first.color, first.blend) == ((0, 3), "#AB0012", 0.0)
    assert second.faces.tolist() == [[0, 2, 1]]
    assert second.blend == 0.1


def test_nothing_is_a_puppet_of_empty_arrays() -> None:
    puppet = made({"format": 1})
    shapes = [a.shape for a in (puppet.rest, puppet.rods, puppet.lengths, puppet.joints)]
    assert shapes == [(0, 3), (0, 2), (0, 2), (0, 3)]
    assert [a.shape for a in (puppet.cones, puppet.twists)] == [(0, 4), (0, 5)]
    assert puppet.parts == ()
