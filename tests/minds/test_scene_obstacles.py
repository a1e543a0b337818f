"""Crossing a field of cylinders."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.contracts.frames import Floats, body_to_world
from tests.minds.tanks import SEEDS, Member, Tanks, Troupe, passing

RADIUS: Final = 0.2
FIELD: Final = [
    (1.2 * column + (0.6 if row % 2 else 0.0) - 2.1, 1.05 * row - 1.6)
    for row in range(4)
    for column in range(4)
]
"""Cylinders 1.2 m apart: 0.8 m between two, which are 7 lengths of a clownfish and 2 of an
emperor angelfish."""
EDGE: Final = 3.6
"""A passage is over when one is so far from the middle [m]; it begins farther in."""
LONGEST: Final = 40.0
"""[s]"""
SPECIES: Final = ("clownfish", "herring", "emperor-angelfish")
SHARE: Final = 0.95


def _entering(chance: np.random.Generator) -> list[Member]:
    """Two, from opposite sides, of any size, towards somewhere in the field."""
    members = []
    for side in (0.0, math.pi):
        angle = side + chance.uniform(-0.6, 0.6)
        towards = angle + math.pi + chance.uniform(-0.4, 0.4)
        x, y = 3.4 * math.cos(angle), 3.4 * math.sin(angle)
        size = chance.uniform(0.7, 1.3)
        towards = math.remainder(towards, 2.0 * math.pi)
        members.append(Member(x, y, chance.uniform(-0.6, 0.6), towards, size))
    return members


class Field:
    """Plays the scene, and watches who touches what. Results have one entry a passage, by the
    number of its tank: `tank`, `touched`, `over`."""

    def __init__(self, motor: str) -> None:
        calm = {
            "instinct": {"hunger": 0.0, "digestion": 0.0, "lust": 0.0},
            "habits": {"schooling": False, "light": "any", "warmth": "any"},
        }
        self.tanks = Tanks(
            "cylinder field",
            motor,
            [Troupe(species, _entering, calm) for species in SPECIES],
            obstacles=FIELD,
            radius=RADIUS,
            habitat={"ground": -2.0, "surface": 2.0},
        )
        self.slots = np.concatenate(
            [
                self.tanks.slots(troupe, tank)
                for troupe in range(len(SPECIES))
                for tank in range(SEEDS)
            ]
        )
        self.tank = np.tile(np.repeat(np.arange(SEEDS), 2), len(SPECIES))
        self.touched: NDArray[np.bool_] = np.zeros(len(self.slots), dtype=bool)
        self.over: NDArray[np.bool_] = np.zeros(len(self.slots), dtype=bool)
        self.tracks: list[Floats] = []

    def watch(self) -> None:
        """Look at all nodes of all bodies that are in the field."""
        people = self.tanks.world.population
        middles = self.tanks.middles[self.tank]
        away = people.positions[self.slots, :2] - middles
        self.tracks.append(away.copy())
        self.over |= np.hypot(away[:, 0], away[:, 1]) > EDGE
        turned = people.orientations[self.slots][:, None]
        nodes = body_to_world(turned, people.nodes[self.slots].astype(float))[..., :2]
        nodes += away[:, None]
        apart = np.linalg.norm(nodes[:, :, None] - np.array(FIELD), axis=-1)
        self.touched |= (apart.min(axis=(1, 2)) < RADIUS) & ~self.over

    def play(self) -> float:
        """Until everybody is through; for how long [s]."""
        seconds = 0.0
        while seconds < LONGEST and not self.over.all():
            self.tanks.run(1.0, self.watch, every=6)
            seconds += 1.0
        return seconds


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["repertoire", "muscle"])
def test_fishes_cross_a_field_of_cylinders(motor: str) -> None:
    field = Field(motor)
    seconds = field.play()
    clean = ~field.touched
    tanks = [bool(clean[field.tank == tank].all()) for tank in range(SEEDS)]
    shares = [part.mean() for part in np.split(clean, len(SPECIES))]
    by_species = ", ".join(f"{n} {x:.1%}" for n, x in zip(SPECIES, shares, strict=True))
    print(
        f"cylinder field, {motor}: {clean.sum()} of {len(clean)} passages without a touch "
        f"({by_species}), {field.over.mean():.0%} "
        f"through in {seconds:.0f} s, {sum(tanks)} of {SEEDS} tanks clean, "
        f"{field.tanks.changes_per_minute(seconds):.1f} intentions changed a minute"
    )
    assert clean.mean() >= SHARE
    assert field.over.mean() >= SHARE
    assert passing(tanks, "cylinder field") is None
