"""Who has come too near is shifted aside."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from motorium.world.town.document import load_town
from motorium.world.town.jostling import APART, elbow_room, free_spot
from motorium.world.town.town import Town
from tests.graphs import shipped_graph

FRAME = 1.0 / 60.0


def shifted(places: list[tuple[float, float]], speeds: list[float], firm: list[bool]) -> np.ndarray:
    positions = np.array([[x, y, 0.0] for x, y in places])
    velocities = np.array([[speed, 0.0, 0.0] for speed in speeds])
    slots = np.arange(len(places))
    return elbow_room(slots, positions, velocities, np.array(firm), FRAME)


def test_who_is_far_enough_stays() -> None:
    assert not shifted([(0, 0), (APART, 0.0), (9, 9)], [1.0, 1.0, 0.0], [False] * 3).any()


def test_two_who_walk_part_alike_and_along_the_line_between_them() -> None:
    one, other = shifted([(0, 0), (0.3, 0.1)], [1.0, 1.0], [False] * 2)
    np.testing.assert_allclose(one, -other)
    assert other @ [0.1, -0.3] == pytest.approx(0.0, abs=1e-12)
    assert other[0] > 0.0


def test_who_walks_yields_to_who_stands() -> None:
    walking, standing = np.linalg.norm(shifted([(0, 0), (0.3, 0)], [1.0, 0.0], [False] * 2), axis=1)
    assert walking > 40 * standing


def test_who_is_led_from_outside_is_not_shifted() -> None:
    led, other = shifted([(0, 0), (0.3, 0)], [1.0, 0.0], [True, False])
    assert not led.any()
    assert other[0] > 0.0
    assert not shifted([(0, 0), (0.3, 0)], [1.0, 0.0], [True, True]).any()


def test_who_stands_in_the_same_place_comes_apart() -> None:
    places = np.zeros((2, 2))
    for _ in range(120):
        places += shifted([tuple(one) for one in places], [0.0, 0.0], [False] * 2)
    assert np.linalg.norm(places[0] - places[1]) > 0.95 * APART


def test_newcomers_are_put_where_nobody_is() -> None:
    """Nearest first, and exactly where they are wanted if that is free."""
    taken = np.zeros((0, 2))
    for _ in range(40):
        taken = np.vstack([taken, free_spot((3.0, -2.0), taken)])
    assert taken[0].tolist() == [3.0, -2.0]
    assert pdist(taken).min() > APART
    assert np.linalg.norm(taken - taken[0], axis=1).max() < 3.0
    assert free_spot((3.0, -9.0), taken) == (3.0, -9.0)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "seed"), [(40, 11), (120, 12)])
def test_people_who_play_real_strides_do_not_walk_through_each_other(count: int, seed: int) -> None:
    document = load_town()
    crowd = document.town.model_copy(update={"pedestrians": count})
    graphs = {kind: shipped_graph(kind) for kind in ("soldier", "pedestrian")}
    town = Town(document.model_copy(update={"town": crowd}), graphs, seed=seed)
    near: list[float] = []
    for frame in range(60 * 120):
        town.advance()
        if frame % 6 == 0:
            near.append(pdist(town.population.positions[town.population.living, :2]).min())
    assert min(near) > 0.3
    assert np.mean(np.array(near) < 0.4) < 0.02
