"""What is drawn around the fishes of a world, against what pages are told of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from motorium.looks.scenery.heights import HeightField
from motorium.studio.telling import habitat_told
from motorium.world.fishing.line import Line
from motorium.world.fishing.settings import LineSettings
from motorium.world.habitat.furniture import Stone, furnished, furniture_of
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.settings import HabitatSettings, Obstacle, PlanktonSettings, Weed
from motorium.world.scenery import setting_of
from motorium.world.submarine.boat import Submarine

SEA = HabitatSettings(
    radius=5.0,
    obstacle=[
        Obstacle(kind="rock", count=3, around=(2.0, 4.0)),
        Obstacle(kind="coral", places=[(0.5, 0.5)]),
    ],
    weed=[Weed(kind="kelp", count=2, leaves=3), Weed(kind="grass", places=[(1.5, 0.0)])],
    plankton=PlanktonSettings(count=40),
)


@dataclass
class Around:
    habitat: Habitat | None = None
    submarines: list[Submarine] = field(default_factory=list)
    line: Line | None = None


@pytest.fixture(scope="module")
def habitat() -> Habitat:
    return Habitat(SEA, 3)


def test_it_is_what_pages_are_told(habitat: Habitat) -> None:
    told, reef = habitat_told(habitat), setting_of(Around(habitat)).reef
    assert reef is not None
    sent = HeightField.packed(**told.terrain.model_dump())
    assert sent.step == reef.field.step
    assert np.abs(sent.heights - reef.field.heights).max() < 1e-4
    assert len(told.obstacles) == len(reef.standing) == 4
    for one, other in zip(told.obstacles, reef.standing, strict=True):
        assert (one.kind, one.seed) == (other.kind, other.seed)
        for name in ("x", "y", "bottom", "top", "radius"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-4)
    for sown, grown in zip(told.weeds, reef.weeds, strict=True):
        assert (sown.kind, sown.leaves) == (grown.kind, grown.leaves)
        assert sown.root == pytest.approx(grown.root, abs=1e-4)


def test_what_moves_is_copied_and_what_stays_is_kept(habitat: Habitat) -> None:
    one, other = (setting_of(Around(habitat)) for _ in range(2))
    assert one.reef is other.reef
    assert one.adrift is not None
    assert one.adrift.leaves.shape == (len(habitat.weeds.nodes), *habitat.weeds.nodes.shape[1:])
    assert not np.shares_memory(one.adrift.leaves, habitat.weeds.nodes)
    assert (one.adrift.plankton[:, 3] > 0).sum() == len(habitat.plankton)
    habitat.plankton.take(np.array([0]))
    assert setting_of(Around(habitat)).adrift.plankton[0, 3] == 0  # type: ignore[union-attr]
    assert one.adrift.plankton[0, 3] > 0


def test_a_habitat_that_is_furnished_anew_looks_otherwise(habitat: Habitat) -> None:
    before = setting_of(Around(habitat)).reef
    now = furniture_of(habitat)
    rock = Stone(kind="rock", place=(-1.0, 0.5), radius=0.4, height=0.7, looks=7)
    more = now.model_copy(update={"stones": (*now.stones, rock)})
    settings = furnished(habitat.settings, more)
    habitat.furnish(settings, habitat.obstacles_of(settings), more)
    after = setting_of(Around(habitat)).reef
    assert before is not None
    assert after is not None
    assert len(after.standing) == len(before.standing) + 1
    assert after.standing[-1].seed == 7


def test_open_water_has_nothing_and_a_line_that_is_up_is_not_there(habitat: Habitat) -> None:
    nothing = setting_of(Around())
    assert (nothing.reef, nothing.adrift, nothing.boats, nothing.line) == (None, None, None, None)
    line = Line(LineSettings(place=(0.0, 0.0)), habitat)
    assert setting_of(Around(habitat, line=line)).line is None
    line.cast((0.0, 0.0))
    cast = setting_of(Around(habitat, line=line)).line
    assert cast is not None
    assert not cast.caught
    assert cast.top[2] == pytest.approx(SEA.surface)
