"""Who likes it dark ends in the dark, who likes it cold in the cold."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
import pytest

from motorium.minds.instinct.intentions import BRIGHT, WARM
from tests.minds.tanks import SEEDS, Member, Tanks, Troupe, passing

SECONDS: Final = 100.0
LAST: Final = 25.0
"""Of these it counts where they are [s]."""
MOSTLY: Final = 0.6
COLD: Final = (4.0, 3.0)
"""Where it is cold in a tank [m]: for almost 4 m around."""
CLARITY: Final = 3.0
"""[m]: so it is dark below 2 m."""


def _calm(**habits: str) -> dict[str, Any]:
    indifferent = {"light": "any", "warmth": "any", "schooling": False}
    return {
        "instinct": {"hunger": 0.0, "digestion": 0.0, "lust": 0.0},
        "habits": {**indifferent, **habits},
    }


def _somewhere(chance: np.random.Generator, z: float) -> Member:
    x, y = chance.uniform(-1.0, 1.0, 2)
    return Member(x, y, z, chance.uniform(-3.0, 3.0))


def _in_the_bright(chance: np.random.Generator) -> list[Member]:
    return [_somewhere(chance, chance.uniform(-0.8, -0.3)) for _ in range(2)]


def _in_the_warm(chance: np.random.Generator) -> list[Member]:
    return [_somewhere(chance, -1.5)]


def _middles() -> list[tuple[float, float]]:
    """As `Tanks` has them."""
    tanks = Tanks("comfort", "repertoire", [Troupe("clownfish", _in_the_warm)])
    return [(float(x), float(y)) for x, y in tanks.middles]


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["repertoire", "muscle"])
def test_fishes_end_where_it_is_as_they_like_it(motor: str) -> None:
    spots = [
        {"place": (x + COLD[0], y + COLD[1], -1.5), "warmer": -9.0, "radius": 4.0}
        for x, y in _middles()
    ]
    tanks = Tanks(
        "comfort",
        motor,
        [
            Troupe("clownfish", _in_the_bright, _calm(light="dark")),
            Troupe("butterflyfish", _in_the_warm, _calm(warmth="cold")),
        ],
        habitat={
            "ground": -7.0,
            "surface": 0.0,
            "light": {"hour": 12.0, "clarity": CLARITY},
            "temperature": {"surface": 26.0, "deep": 26.0, "spot": spots},
        },
    )
    people, perceived = tanks.world.population, tanks.world.perceived
    lovers = [[tanks.slots(troupe, tank) for tank in range(SEEDS)] for troupe in range(2)]
    tanks.run(0.2)
    begun = float(np.mean([perceived.light[slots].mean() for slots in lovers[0]]))
    dark, cold, looks = np.zeros(SEEDS), np.zeros(SEEDS), 0

    def watch() -> None:
        nonlocal looks
        looks += 1
        dark[:] += [(perceived.light[slots] < BRIGHT).mean() for slots in lovers[0]]
        cold[:] += [(perceived.warmth[slots] < WARM).mean() for slots in lovers[1]]

    tanks.run(SECONDS - LAST)
    tanks.run(LAST, watch, every=30)
    dark, cold = dark / looks, cold / looks
    deepest = float(people.positions[people.living, 2].min())
    print(
        f"comfort, {motor}: began at brightness {begun:.2f}, then {dark.mean():.0%} of the time in "
        f"the dark (tanks: {(dark > MOSTLY).sum()}), in the cold {cold.mean():.0%} "
        f"({(cold > MOSTLY).sum()}), {tanks.changes_per_minute(SECONDS):.1f} intentions changed a "
        f"minute, deepest {deepest:.1f} m"
    )
    assert begun > math.exp(-1.0 / CLARITY) - 0.1
    assert passing((dark > MOSTLY).tolist(), "darkness") is None
    assert passing((cold > MOSTLY).tolist(), "cold") is None
    assert tanks.changes_per_minute(SECONDS) < 20.0
