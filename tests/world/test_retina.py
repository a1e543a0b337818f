"""A world lends its fishes' eyes, and is not changed by who looks out of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from motorium.contracts.frames import Floats
from motorium.looks.drawing.context import GraphicsError
from motorium.looks.drawing.renderer import thread_renderer
from motorium.senses.eyes import THINGS
from motorium.senses.retina import pixels_by_identity, retina_views
from motorium.world.scenario import Scenario
from motorium.world.showing import moment_of
from motorium.world.world import World
from tests.looks.drawing.rays import directions, to_world


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


def test_ranges_end_on_the_ground_and_within_what_is_solid() -> None:
    world = lagoon()
    habitat = world.habitat
    assert habitat is not None
    moment = moment_of(world)
    view = retina_views(moment, 0, tilt=-0.2, eyes=1)[0]
    identity = world.retina(0, "identity", tilt=-0.2, eyes=1)[0]
    ranges = world.retina(0, "range", tilt=-0.2, eyes=1)[0].astype(np.float64)

    def places(thing: str) -> Floats:
        pixels = np.argwhere((identity == THINGS[thing]) & (ranges < 5.0))
        away = ranges[tuple(pixels.T)][:, np.newaxis]
        found: Floats = to_world(view.eye) + away * directions(view, pixels)
        return found

    x, y, z = places("ground").T
    assert len(x) > 2000
    # It is drawn of the heights that studios send, in cells of their own.
    assert np.abs(z - habitat.terrain.height(x, y)).max() < 0.05
    cylinder = habitat.obstacles.cylinders[0]
    x, y, z = places("rock").T
    assert len(x) > 300
    aside = np.hypot(x - cylinder["x"], y - cylinder["y"])
    # Pebbles lie around it.
    solid = z > habitat.terrain.height(x, y) + 0.3
    assert solid.mean() > 0.5
    assert (aside[solid] < cylinder["radius"] + 0.02).all()
    assert (z[solid] < cylinder["top"] + 0.02).all()


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


@pytest.mark.parametrize("light", [None, float("nan"), -1.0, 1e30, "bright"])
def test_a_light_sense_that_gives_no_light_is_named(light: object) -> None:
    world = lagoon()
    world.light_sense = lambda fish: light  # type: ignore[assignment,return-value]
    with pytest.raises(ValueError, match=r"light sense of fish \d+ must give a number from 0 to 1"):
        world.advance(30)
