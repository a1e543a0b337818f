"""How fishes look, by pictures of the page: levels that nobody sees change, moods, individuals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser

from motorium.bodies.species import known_species, load_species
from tests.browser.tableau import Posed, Tableau, tableau

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LEVELS = (80, 45, 21)
"""Lengths on the screen at which a fish gets the next level, at most [pixels]."""
SPECIES = known_species()


@pytest.fixture(scope="module")
def scene(chrome: Browser) -> Iterator[Tableau]:
    with tableau(chrome, SPECIES) as one:
        yield one


def near(scene: Tableau, fish: Posed, lengths: float = 1.1, level: int = 0) -> NDArray[np.float64]:
    """From its left, so many of its lengths away."""
    x, y, z = fish.place
    away = lengths * load_species(fish.species).length
    return scene.seen((x, y - away, z + 0.08 * away), fish.place, level)


def pixels_of(
    scene: Tableau, fish: Posed, picture: NDArray[np.float64], least: float = 12.0
) -> NDArray[np.bool_]:
    """Where the picture shows it: there it is another one without it, in the same light."""
    scene.show([])
    without = near(scene, fish)
    scene.show([fish])
    found: NDArray[np.bool_] = np.abs(picture - without).max(axis=2) > least
    return found


def colourfulness(colours: NDArray[np.float64]) -> float:
    """How far colours are from grey, on average."""
    return float(np.ptp(colours, axis=-1).mean())


@pytest.mark.parametrize("name", SPECIES)
def test_no_switch_of_levels_is_seen(scene: Tableau, name: str) -> None:
    """It changes a picture less than a fish does that moves on by half a pixel, which is what the
    slowest swimmers of that size do from frame to frame."""
    fish = Posed(name, bend=25.0)
    scene.show([fish])
    length = load_species(name).length
    scene.seen((0.0, -1.0, 0.0), fish.place)
    (left, _), (right, _) = scene.on_screen((-0.5, 0, 0)), scene.on_screen((0.5, 0, 0))
    scale = right - left
    for level, size in enumerate(LEVELS):
        away = scale * length / size
        aside = 0.5 * away / scale

        def seen(level: int, x: float = 0.0, away: float = away) -> NDArray[np.float64]:
            picture = scene.seen((x, -away, 0.0), (x, 0.0, 0.0), level)
            rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
            return picture[rows - 60 : rows + 60, columns - 60 : columns + 60]

        before, after, moved = seen(level), seen(level + 1), seen(level, aside)
        switch, motion = np.abs(after - before), np.abs(moved - before)
        print(
            f"{name}, {level} to {level + 1} at {size} pixels: mean {switch.mean():.3f}, "
            f"half a pixel's motion {motion.mean():.3f}"
        )
        assert motion.mean() > 0.02, "a fish is seen"
        assert switch.mean() < motion.mean()


def test_fear_takes_colours_away_and_courtship_adds_them(scene: Tableau) -> None:
    found = {}
    for mood, looks in (("calm", (0, 0, 0)), ("courts", (0, 1, 0)), ("fears", (0, 0, 1))):
        fish = Posed("clownfish", looks=looks)
        scene.show([fish])
        picture = near(scene, fish)
        if mood == "calm":
            body = pixels_of(scene, fish, picture)
            scene.show([fish])
        found[mood] = colourfulness(picture[body])
    print(found)
    assert body.sum() > 5000
    assert found["fears"] < 0.7 * found["calm"]
    assert found["courts"] > 1.15 * found["calm"]


def test_a_mouth_opens(scene: Tableau) -> None:
    """The jaw drops, only the head changes, and it is dark inside."""
    shut, wide = (Posed("grouper", looks=(mouth, 0.0, 0.0)) for mouth in (0.0, 1.0))
    scene.show([shut])
    before = near(scene, shut)
    body = pixels_of(scene, shut, before)
    scene.show([wide])
    after = near(scene, wide)
    changed = np.abs(after - before).max(axis=2) > 25
    columns, own = np.nonzero(changed)[1], np.nonzero(body)[1]
    long = float(np.ptp(own))
    print(f"{changed.sum()} pixels, to {(columns.max() - own.min()) / long:.2f} of its length")
    assert changed.sum() > 0.004 * body.sum()
    assert np.quantile(columns, 0.98) - own.min() < 0.3 * long, "the head alone"
    assert (after[changed].mean(axis=1) < 0.6 * before[changed].mean(axis=1)).any()


def apart(pictures: Sequence[NDArray[np.float64]], body: NDArray[np.bool_]) -> list[float]:
    """How much each two of them differ where the fish is, on average, 0 to 255."""
    inside = [picture[body] for picture in pictures]
    return [float(np.abs(a - b).mean()) for k, a in enumerate(inside) for b in inside[k + 1 :]]


@pytest.mark.parametrize("name", ["clownfish", "herring"])
def test_no_two_neighbours_look_alike(scene: Tableau, name: str) -> None:
    """In the same pose, place and light; the same individual does not differ."""
    pictures = []
    for seed in (1_000, 1_001, 23_456, 40_000, 65_000):
        fish = Posed(name, seed=seed)
        scene.show([fish])
        pictures.append(near(scene, fish))
    body = pixels_of(scene, fish, pictures[-1])
    scene.show([fish])
    differ, same = apart(pictures, body), apart([near(scene, fish), pictures[-1]], body)
    print(f"{name}: {min(differ):.1f} to {max(differ):.1f}, the same one {same[0]:.2f}")
    assert min(differ) > 2.0
    assert same[0] < 0.2


@pytest.mark.parametrize("name", SPECIES)
def test_a_sharp_turn_has_another_silhouette(scene: Tableau, name: str) -> None:
    """Seen from above, where a straight fish is a straight line."""
    shares = []
    for bend in (0.5, 110.0):
        fish = Posed(name, bend=bend)
        away = 1.4 * load_species(name).length
        eye = (0.0, -0.05 * away, away)
        scene.show([fish])
        picture = scene.seen(eye, fish.place, 0)
        scene.show([])
        rows, _ = np.nonzero(np.abs(picture - scene.seen(eye, fish.place, 0)).max(axis=2) > 16)
        shares.append(np.ptp(np.quantile(rows, [0.02, 0.98])))
    print(f"{name}: {shares[1] / shares[0]:.2f} times as broad")
    assert shares[1] > 1.5 * shares[0]
