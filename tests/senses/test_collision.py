"""What threatens to be run into, in cases worked out by hand.

A herring of 0.2 m is at the origin and looks along x: its eye and nose are at 0.072 m, its tail is
at -0.128 m, it is 0.04 m wide and 0.048 m high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from motorium.contracts.perception import NOBODY
from motorium.senses.collision import antenna_meets
from tests.senses.oracle import Waters, most_dangerous


def _alone(*cylinders: Sequence[float]) -> Waters:
    return Waters(["herring"], [(0.0, 0.0, 0.0)], cylinders=cylinders).sense()


@pytest.mark.parametrize(
    ("x", "y", "top", "meets"),
    [
        # Thickened by 1.5 x 0.04 = 0.06 m to 0.16 m; the antenna ends at 0.272 m.
        (0.43, 0.0, 1.0, True),  # begins at 0.27 m
        (0.44, 0.0, 1.0, False),  # at 0.28 m
        (0.2, 0.159, 1.0, True),
        (0.2, 0.161, 1.0, False),
        (-0.2, 0.0, 1.0, False),
        # It must be passed over by 0.048 m.
        (0.3, 0.0, -0.047, True),
        (0.3, 0.0, -0.049, False),
    ],
)
def test_the_antenna_meets_what_is_a_body_length_ahead(
    x: float, y: float, top: float, meets: bool
) -> None:
    waters = _alone((x, y, -2.0, top, 0.1))
    assert waters.perceived.half_sizes[0] == pytest.approx([0.1, 0.12])
    assert (waters.perceived.obstacle[0] == 0) == meets
    if meets and top > 0.0:
        far = math.hypot(x - 0.072, y) - 0.1
        assert waters.perceived.obstacle_distance[0] == pytest.approx(far, rel=1e-5)


def test_of_two_the_nearer_is_the_more_dangerous() -> None:
    """From the eye it is 0.17 m to the outside of the first, and 0.1 m to that of the second."""
    waters = _alone((0.4, 0.0, -2.0, 1.0, 0.158), (0.272, 0.0, -2.0, 1.0, 0.1))
    assert waters.perceived.obstacle[0] == 1
    assert waters.perceived.obstacle_distance[0] == pytest.approx(0.1, rel=1e-5)


def test_minds_say_how_long_the_antenna_is() -> None:
    waters = _alone((0.6, 0.0, -2.0, 1.0, 0.1))
    assert waters.perceived.obstacle[0] == NOBODY
    waters.perceived.antenna[0] = 2.0
    assert waters.sense().perceived.obstacle[0] == 0


def test_lower_ends_count_and_ways_out_do_not() -> None:
    """An antenna of 4 m that falls 2 m enters the circle at t = 1/4, 0.5 m lower, and leaves it at
    t = 3/4, 1.5 m lower."""
    assert antenna_meets(4.0, 0.0, -2.0, -2.0, 0.0, 1.4, 1.0)
    assert not antenna_meets(4.0, 0.0, -2.0, -2.0, 0.0, 1.6, 1.0)
    assert antenna_meets(4.0, 0.0, 2.0, -2.0, 0.0, -0.6, 1.0)
    assert not antenna_meets(4.0, 0.0, 2.0, -2.0, 0.0, -0.4, 1.0)
    # From inside, towards the axis and away from it.
    assert antenna_meets(0.1, 0.0, 0.0, -0.9, 0.0, -1.0, 1.0)
    assert not antenna_meets(-0.1, 0.0, 0.0, -0.9, 0.0, -1.0, 1.0)


def _share(
    place: tuple[float, float, float], heading: float = 0.0, other: str = "herring"
) -> float:
    """With a region of 0.5 L: x from -0.128 to 0.172 m, y to 0.12 m, z to 0.124 m."""
    waters = Waters(["herring", other], [(0.0, 0.0, 0.0), place], [0.0, heading]).sense()
    felt = waters.perceived.fish[0] == 1
    assert felt == (waters.perceived.fish_share[0] > 0.0)
    return float(waters.perceived.fish_share[0])


@pytest.mark.parametrize(
    ("place", "heading", "share"),
    [
        ((0.2, 0.0, 0.0), 0.0, 0.5),  # from 0.072 to 0.272 m, of which 0.1 m are inside
        ((0.29, 0.0, 0.0), 0.0, 0.05),  # from 0.162 m on
        ((0.31, 0.0, 0.0), 0.0, 0.0),
        ((0.0, 0.119, 0.0), 0.0, 1.0),
        ((0.0, 0.121, 0.0), 0.0, 0.0),
        ((0.0, 0.0, -0.123), 0.0, 1.0),
        ((0.0, 0.0, -0.125), 0.0, 0.0),
        ((-0.19, 0.0, 0.0), 0.0, 0.05),  # its nose at -0.118 m
        ((-0.21, 0.0, 0.0), 0.0, 0.0),
        ((0.1, 0.16, 0.0), -math.pi / 2, 0.16),  # its nose at y = 0.088 m, 0.032 m inside
    ],
)
def test_a_share_of_a_centre_line_is_in_the_region(
    place: tuple[float, float, float], heading: float, share: float
) -> None:
    assert _share(place, heading) == pytest.approx(share, abs=1e-5)


def test_no_small_region_slips_between_the_nodes_of_a_large_fish() -> None:
    """A shark of 2 m lies across, its nodes 0.2 m and more apart: 0.24 m of it are inside."""
    for shift in np.linspace(-0.5, 0.3, 9):
        assert _share((0.1, 1.0 + shift - 0.6, 0.0), math.pi / 2, "shark") == pytest.approx(
            0.12, abs=1e-5
        )


def test_the_largest_share_is_the_most_dangerous_and_then_the_nearest() -> None:
    places = [(0.0, 0.0, 0.0), (0.25, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, -0.05, 0.0)]
    waters = Waters(["herring"] * 4, places).sense()
    assert waters.perceived.fish[0] == 3
    assert waters.perceived.fish_share[0] == 1.0


def test_minds_say_how_large_the_region_is() -> None:
    waters = Waters(["herring"] * 2, [(0.0, 0.0, 0.0), (0.0, 0.1, 0.0)])
    waters.perceived.boxes[0] = (0.1, 0.3, 0.3)  # 0.08 m to each side
    assert waters.sense().perceived.fish[0] == NOBODY
    waters.perceived.boxes[0, 1] = 0.45
    assert waters.sense().perceived.fish[0] == 1


@pytest.mark.parametrize("count", [60, 900])
def test_shares_are_those_of_finely_sampled_lines(count: int) -> None:
    """In worlds with few and with many, of all sizes, at all angles."""
    chance = np.random.default_rng(count)
    names = ["shark"] * 2 + ["sardine"] * count
    waters = Waters(
        names,
        chance.uniform(-0.5, 0.5, (count + 2, 3)) * (count / 900) ** (1 / 3),
        lengths=np.concatenate([[0.8, 2.0], 0.12 * chance.uniform(0.5, 2.0, count)]),
    )
    turns = chance.normal(size=(count + 2, 4))
    waters.people.orientations[:] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
    for _ in range(3):
        waters.sense()
    for slot in range(0, count, count // 10):
        shares = most_dangerous(waters, slot)
        felt, share = waters.perceived.fish[slot], waters.perceived.fish_share[slot]
        if not shares:
            assert share < 2e-3
            continue
        assert share == pytest.approx(max(shares.values()), abs=2e-3)
        assert shares[felt] == pytest.approx(share, abs=2e-3)
