"""What is seen and smelled, in cases worked out by hand.

A herring of 0.2 m is at the origin and looks along x; its eye is at x = 0.36 x 0.2 = 0.072 m.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motorium.contracts.perception import Kind
from motorium.senses.sight import Eye, in_view, inside_from_to
from tests.senses.oracle import Waters

EYE = 0.072


def _two(
    other: str, place: tuple[float, float, float], heading: float = 0.0, **more: Any
) -> Waters:
    return Waters(["herring", other], [(0.0, 0.0, 0.0), place], [0.0, heading], **more).sense()


@pytest.mark.parametrize(
    ("name", "kind", "farthest"),
    [
        ("herring", Kind.SCHOOLMATE, 3.0),
        ("shark", Kind.PREDATOR, 30.0),
        ("grouper", Kind.PREDATOR, 11.25),
    ],
)
def test_sight_reaches_as_far_as_the_seen_one_is_long(
    name: str, kind: Kind, farthest: float
) -> None:
    """V_r = 3 m times the size parameter, length / 0.2 m."""
    assert list(_two(name, (EYE + farthest - 0.01, 0.0, 0.0)).of(0, kind).values()) == [
        pytest.approx(farthest - 0.01, rel=1e-5)
    ]
    assert _two(name, (EYE + farthest + 0.01, 0.0, 0.0)).of(0, kind) == {}


@pytest.mark.parametrize(("degrees", "seen"), [(0, True), (149, True), (151, False), (180, False)])
@pytest.mark.parametrize("side", ["left", "right", "above"])
def test_view_is_300_degrees(degrees: float, seen: bool, side: str) -> None:
    ahead, off = 2.0 * math.cos(math.radians(degrees)), 2.0 * math.sin(math.radians(degrees))
    place = {"left": (off, 0.0), "right": (-off, 0.0), "above": (0.0, off)}[side]
    assert bool(_two("herring", (EYE + ahead, *place)).of(0, Kind.SCHOOLMATE)) == seen
    eye = Eye(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0)
    assert in_view(eye, ahead, *place, 4.0) == seen


def test_a_ray_meets_a_cylinder_where_the_equations_say() -> None:
    """(6.1) in (6.2), O = (0, 0, 0), P = (4, 0, 4), a = 2, b = 0, r = 1: (4 t - 2)^2 = 1, so t =
    1/4 and 3/4, at heights 1 and 3."""
    ray = (0.0, 0.0, 0.0, 4.0, 0.0, 4.0)
    assert inside_from_to(2.0, 0.0, -9.0, 9.0, 1.0, *ray) == pytest.approx((0.25, 0.75))
    assert inside_from_to(2.0, 0.0, -9.0, 2.0, 1.0, *ray) == pytest.approx((0.25, 0.5))
    first, last = inside_from_to(2.0, 0.0, -9.0, 0.9, 1.0, *ray)
    assert first >= last
    first, last = inside_from_to(2.0, 1.1, -9.0, 9.0, 1.0, *ray)
    assert first >= last


POST = (1.0, 0.0, -2.0, 2.0, 0.05)


def test_who_is_wholly_behind_a_post_is_hidden() -> None:
    """Its shadow at 2 m is 0.05 x 1.928 / 0.928 = 0.1 m to each side: a herring that is end-on is
    0.02 m to each side, one that is broadside on reaches 0.072 and 0.128 m out."""
    end_on = _two("herring", (2.0, 0.0, 0.0), cylinders=[POST])
    assert end_on.of(0, Kind.SCHOOLMATE) == {}
    broadside = _two("herring", (2.0, 0.0, 0.0), math.pi / 2, cylinders=[POST])
    assert set(broadside.of(0, Kind.SCHOOLMATE)) == {1}


def test_who_is_before_or_above_a_post_is_seen() -> None:
    assert _two("herring", (0.7, 0.0, 0.0), cylinders=[POST]).of(0, Kind.SCHOOLMATE)
    low = (1.0, 0.0, -2.0, -0.01, 0.05)
    assert _two("herring", (2.0, 0.0, 0.1), cylinders=[low]).of(0, Kind.SCHOOLMATE)


def test_who_is_within_the_bounds_of_a_rock_is_not_blind() -> None:
    around = (0.0, 0.0, -2.0, 2.0, 0.3)
    assert _two("herring", (2.0, 0.0, 0.0), cylinders=[around]).of(0, Kind.SCHOOLMATE)


def test_obstacles_are_seen_on_all_sides_and_through_each_other() -> None:
    """||P - O|| - r < V_r: the axes are 3.4 and 3.6 m away, with r = 0.5 m."""
    near, far = (EYE - 3.4, 0.0, -1.0, 1.0, 0.5), (EYE + 3.6, 0.0, -1.0, 1.0, 0.5)
    waters = _two("herring", (2.0, 2.0, 0.0), cylinders=[near, far])
    assert waters.of(0, Kind.OBSTACLE) == {0: pytest.approx(2.9, rel=1e-5)}
    # Its top is 2.9 m below the eye, and sqrt(2.9^2 + 1.1^2) = 3.10 m less 0.05 m are too many.
    deep = (EYE + 1.1, 0.0, -9.0, -2.9, 0.05)
    assert _two("herring", (2.0, 2.0, 0.0), cylinders=[deep]).of(0, Kind.OBSTACLE) == {}


def test_seaweed_is_seen_if_a_corner_is() -> None:
    """Of a box from x = 2.0 to 2.4 m behind a post, two corners at y = 0.3 m are free."""
    box = [(2.0, -0.02, -1.0), (2.4, 0.3, 1.0)]
    waters = _two("herring", (2.0, 2.0, 0.0), cylinders=[(1.0, 0.0, -2.0, 2.0, 0.05)], weeds=[box])
    nearest = math.sqrt((2.0 - EYE) ** 2 + 0.3**2 + 1.0)
    assert waters.of(0, Kind.WEED) == {0: pytest.approx(nearest, rel=1e-5)}
    hidden = [(2.0, -0.02, -1.0), (2.4, 0.02, 1.0)]
    waters = _two(
        "herring", (2.0, 2.0, 0.0), cylinders=[(1.0, 0.0, -2.0, 2.0, 0.05)], weeds=[hidden]
    )
    assert waters.of(0, Kind.WEED) == {}
    behind = [(-2.4, -0.3, -0.3), (-2.0, 0.3, 0.3)]
    assert _two("herring", (2.0, 2.0, 0.0), weeds=[behind]).of(0, Kind.WEED) == {}


def test_food_is_smelled_on_all_sides_through_everything_but_only_what_one_eats() -> None:
    foods = [((EYE - 4.4, 0.0, 0.0), 1), ((EYE + 4.6, 0.0, 0.0), 1), ((EYE + 2.0, 0.0, 0.0), 2)]
    waters = _two("herring", (2.0, 2.0, 0.0), foods=foods, cylinders=[POST])
    assert waters.of(0, Kind.FOOD) == pytest.approx({2: 2.0, 0: 4.4}, rel=1e-5)
    waters.people.eats[0] = 1
    assert set(waters.sense().of(0, Kind.FOOD)) == {0}
    waters.people.eats[0] = 0
    assert waters.sense().of(0, Kind.FOOD) == {}


def test_kinds_follow_from_species_role_and_sex() -> None:
    names = ["herring", "shark", "clownfish", "clownfish", "clownfish", "herring"]
    places = np.array([[0.0, y, 0.0] for y in (0.0, 0.5, 1.0, 1.2, 1.4, 0.3)])
    waters = Waters(names, places, female=[0, 0, 1, 0, 0, 1]).sense()
    found = {(slot, kind): set(waters.of(slot, kind)) for slot in range(6) for kind in Kind}
    assert found[0, Kind.SCHOOLMATE] == {5}
    assert found[0, Kind.PREDATOR] == {1}
    assert found[0, Kind.MATE] == found[0, Kind.PREY] == set()
    assert found[1, Kind.PREY] == {0, 5}
    assert found[1, Kind.PREDATOR] == set()
    assert found[2, Kind.MATE] == {3, 4}
    assert found[3, Kind.MATE] == {2}
    assert found[3, Kind.SCHOOLMATE] == {2, 4}
    assert found[3, Kind.PREDATOR] == {1}
