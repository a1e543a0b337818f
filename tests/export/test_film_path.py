"""The camera of a film: a curve, in time with the world, as on the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motorium.export.film.cameras import camera_of
from motorium.export.film.path import FilmPath, curve_at
from motorium.export.film.problems import FilmError
from motorium.world.directing.cues import CameraKey
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

GOLDEN = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "film.json"
PLACES = np.array([[0.0, 0.0, 0.0], [2.0, 1.0, 0.0], [3.0, -1.0, 5.0], [0.0, 4.0, 1.0]])
TIMES = [1.0, 3.0, 4.0, 9.0]


def test_it_goes_where_the_page_goes() -> None:
    """`web/tests/filmGolden.test.ts` holds the page to the same file."""
    golden: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    names = golden["names"]
    keys = [
        CameraKey(
            at=shot["at"],
            position=tuple(shot["position"]),
            target=None if shot["target"] is None else tuple(shot["target"]),
            follow=None if shot["follow"] is None else names[shot["follow"]],
        )
        for shot in golden["shots"]
    ]
    path = FilmPath(keys, names)
    assert path.seconds == 4.5
    for now in golden["moments"]:
        place, target = path.at(now["time"], np.array(now["places"]), now["groups"], now["seconds"])
        assert place == pytest.approx(now["position"], abs=2e-6)
        assert target == pytest.approx(now["target"], abs=2e-6)


def test_the_curve_goes_through_its_places_and_rests_outside_of_them() -> None:
    for at, place in zip(TIMES, PLACES, strict=True):
        assert curve_at(TIMES, PLACES, at) == pytest.approx(place)
    assert curve_at(TIMES, PLACES, 0.0) == pytest.approx(PLACES[0])
    assert curve_at(TIMES, PLACES, 99.0) == pytest.approx(PLACES[-1])
    assert curve_at([], np.zeros((0, 3)), 3.0) == pytest.approx([0.0, 0.0, 0.0])


def test_half_way_by_hand() -> None:
    """Half of the chord, and an eighth of the slopes' difference: 0 and (4, 3, 1) / 5 by 1 s."""
    found = curve_at([0.0, 1.0, 5.0], np.array([[0.0, 0, 0], [2.0, 1, 0], [4.0, 3, 1]]), 0.5)
    assert found == pytest.approx([1.0 - 0.8 / 8, 0.5 - 0.6 / 8, -0.2 / 8])


def a_scenario(*keys: CameraKey) -> Scenario:
    group = Group(species="herring", count=3, motor="repertoire", name="three")
    settings = WorldSettings(title="Three", seed=4, capacity=8)
    return Scenario(format=1, world=settings, group=[group], camera=list(keys))


def test_cameras_look_at_what_they_are_for() -> None:
    world = World(a_scenario(CameraKey(at=0.0, position=(0.0, -2.0, 0.5), follow="three")))
    places = world.population.positions[world.population.living]
    shot = camera_of(None, world.scenario).shot(world, 1 / 30)
    assert shot.camera.position == (0.0, -2.0, 0.5)
    assert np.array(shot.camera.ahead) == pytest.approx(places.mean(axis=0) - [0.0, -2.0, 0.5])
    orbit = camera_of("orbit", world.scenario).shot(world, 1 / 30)
    looked_at = np.array(orbit.camera.position) + np.array(orbit.camera.ahead)
    assert looked_at == pytest.approx(np.median(places, axis=0))
    second = int(world.population.ids[world.population.living][1])
    chase = camera_of(f"chase:{second}", world.scenario).shot(world, 1 / 30)
    slot = world.population.slots([second])[0]
    length = float(world.population.lengths[slot])
    assert chase.distance == pytest.approx(np.hypot(3.0, 0.9) * length, rel=1e-4)
    fixed = camera_of("1,-2.5,3:0,0,0", world.scenario).shot(world, 1 / 30)
    assert (fixed.camera.position, fixed.camera.ahead) == ((1.0, -2.5, 3.0), (-1.0, 2.5, -3.0))
    below = camera_of("0,0,3:0,0,0", world.scenario).shot(world, 1 / 30)
    assert below.camera.ahead[2] == pytest.approx(-3.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("film", "'Three' has no [[camera]]; others are orbit, chase"),
        ("nose", "--camera nose: it must be film, orbit, chase, chase:FISH, or X,Y,Z:X,Y,Z"),
        ("chase:x", "it must be"),
        ("1,2:3,4", "it must be"),
        ("1,2,3:1,2,3", "the two places must differ"),
    ],
)
def test_what_is_no_camera_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises(FilmError) as refused:
        camera_of(text, a_scenario())
    assert said in str(refused.value)


def test_nobody_is_chased_who_does_not_live() -> None:
    world = World(a_scenario())
    with pytest.raises(FilmError, match="chase:99: it does not live then; ids go from 0 to 2"):
        camera_of("chase:99", world.scenario).shot(world, 1 / 30)
