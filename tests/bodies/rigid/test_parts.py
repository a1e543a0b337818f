"""The parts of a physical character: counts, links, proportions and masses."""

import numpy as np
import pytest

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.figure import BALL, BAR, BLOCK, Shape, rigid_figure
from motorium.bodies.rigid.parts import (
    COORDINATES,
    FREEDOMS,
    PARTS,
    coordinate_of,
    freedom_of,
    links_between,
    part_number,
)


def test_fifteen_parts_of_which_elbows_and_knees_are_hinges() -> None:
    """Soriano, section 4.1; ten balls of 3 freedoms, four hinges, six of the pelvis."""
    assert len(PARTS) == 15
    hinges = {part.name for part in PARTS if part.hinge is not None}
    assert hinges == {"left forearm", "right forearm", "left shin", "right shin"}
    assert FREEDOMS == 6 + 10 * 3 + 4
    assert COORDINATES == 7 + 10 * 4 + 4
    assert coordinate_of(1) == 7
    assert freedom_of(1) == 6
    assert all(part.parent < number for number, part in enumerate(PARTS))


def test_the_pelvis_is_three_links_from_the_feet() -> None:
    """So that with alpha = 1/2 it feels an eighth (section 2.3)."""
    links = links_between()
    assert links[part_number("pelvis"), part_number("left foot")] == 3
    assert links[part_number("head"), part_number("right foot")] == 7
    assert links[part_number("left foot"), part_number("right foot")] == 6
    assert np.array_equal(links, links.T)


def test_a_part_that_is_none_is_named() -> None:
    with pytest.raises(KeyError, match="no part 'tail'; it has pelvis, abdomen"):
        part_number("tail")


def test_volumes_of_shapes() -> None:
    zero, up = np.zeros(3), np.array([0.0, 0.0, 1.0])
    assert Shape(0, BLOCK, (0.5, 0.25, 0.125), zero, up).volume == pytest.approx(0.125)
    assert Shape(0, BALL, (0.3,), zero, up).volume == pytest.approx(0.1130973)
    assert Shape(0, BAR, (0.1, 0.5), zero, up).volume == pytest.approx(0.0356047)


def test_a_person_of_usual_size_has_a_usual_mass_and_is_alike_on_both_sides() -> None:
    figure = rigid_figure(load_skeleton("human-high"))
    assert 60.0 < figure.mass < 80.0
    assert figure.height == pytest.approx(0.92)
    mirrored = figure.offsets * [1.0, -1.0, 1.0]
    for part in ("upper arm", "forearm", "thigh", "shin", "foot"):
        left, right = part_number(f"left {part}"), part_number(f"right {part}")
        assert mirrored[left] == pytest.approx(figure.offsets[right])
    assert figure.hands[0] * [1.0, -1.0, 1.0] == pytest.approx(figure.hands[1])
