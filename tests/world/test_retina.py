"""A world lends its fishes' eyes, and is not changed by who looks out of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from motorium.looks.drawing.context import GraphicsError
from motorium.looks.drawing.renderer import thread_renderer
from motorium.senses.eyes import THINGS
from motorium.senses.retina import pixels_by_identity
from motorium.world.scenario import Scenario
from motorium.world.world import World


@pytest.fixture(autouse=True)
def graphics() -> None:
    try:
        thread_renderer()
    except GraphicsError as problem:
        pytest.skip(str(problem))


def lagoon() -> World:
    """Three butterflyfishes, the first behind the others, in a small sea with a rock ahead."""
    group = {
        "species": "butterflyfish",
        "mind": "instinct",
        "motor": "repertoire",
        "places": [(0.0, 0.0, 0.0), (0.7, 0.1, 0.05), (0.9, -0.25, -0.05)],
        "headings": [0.0, 0.0, 0.0],
    }
    habitat = {
        "radius": 6.0,
        "obstacle": [{"places": [(3.0, 0.0)], "radius": (0.6, 0.7), "height": (3.0, 3.1)}],
    }
    return World(
        Scenario.model_validate(
            {"format": 1, "world": {"seed": 4}, "group": [group], "habitat": habitat}
        )
    )


def test_who_is_ahead_is_seen_and_nothing_changes_by_looking() -> None:
    world, other = lagoon(), lagoon()
    for _ in range(3):
        seen = pixels_by_identity(world.retina(0, "identity"))
        assert {1, 2, THINGS["ground"], THINGS["rock"]} <= set(seen)
        assert 0 not in seen
        assert 0.0 < world.retina(0, "brightness").mean() < 1.0
        world.advance()
        other.advance()
    for one, twin in zip(vars(world.state()).values(), vars(other.state()).values(), strict=True):
        assert_array_equal(one, twin)


def test_who_watches_does_not_decide_whom_a_fish_sees() -> None:
    world = lagoon()
    before = world.retina(0, "identity")
    world.population.seen[:] = 0
    world.population.nodes[1:] = np.nan
    after = world.retina(0, "identity")
    assert set(pixels_by_identity(after)) == set(pixels_by_identity(before))
    assert np.mean(after == before) > 0.97


def test_light_may_be_sensed_by_retinal_images() -> None:
    world = lagoon()
    world.advance()
    felt = world.perceived.light.copy()

    def by_eye(fish: int) -> float:
        return float(world.retina(fish, "brightness", eyes=1, size=(32, 24))[0])

    world.light_sense = by_eye
    world.advance(30)
    slots = world.population.slots([0, 1, 2])
    assert (world.perceived.light[slots] != felt[slots]).all()
    assert ((world.perceived.light[slots] > 0) & (world.perceived.light[slots] < 1)).all()
    world.light_sense = None
    world.advance(30)
    assert world.habitat is not None
    near = world.habitat.light.at(world.population.positions[slots])
    assert world.perceived.light[slots] == pytest.approx(near, abs=0.02)
    with pytest.raises(ValueError, match=r"a function of a fish's id, not 0\.5"):
        world.light_sense = 0.5  # type: ignore[assignment]
