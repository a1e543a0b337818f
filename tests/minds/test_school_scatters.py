"""A school and a predator: it scatters, and what comes of it is the same on both motors."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.minds.instinct.behaviours import ESCAPE
from tests.minds.schools import groups, in_rows, polarisation, spacing, spread
from tests.minds.tanks import Member, Tanks, Troupe, passing

NAME = "a school scatters"
AGAIN = (NAME, *(f"{NAME}, once more: {number}" for number in range(1, 4)))
"""How many are eaten is too much up to chance for thirty tanks to tell motors apart: 120 do."""
COUNT = 24
SECONDS = 30
PREY = {"instinct": {"hunger": 0.0}, "habits": {"schooling": True}}
SHARK = {"instinct": {"hunger": 1.0}}

Floats = NDArray[np.float64]


class Outcome(NamedTuple):
    """Of the scene on one motor. Rows are fifths of a second, columns are tanks: how polarised the
    school is, how far its members are from their nearest neighbours [L], in the median and in the
    mean, and how far it is spread [L], what share flees; by tank:
    how many were eaten, and what share of the others is in one group in the end."""

    polarised: Floats
    apart: Floats
    apart_in_the_mean: Floats
    spread: Floats
    flee: Floats
    eaten: Floats
    together: Floats
    changes: float


def _shark(chance: np.random.Generator) -> list[Member]:
    """From one side, on its way to the school."""
    angle = chance.choice([-1.0, 1.0]) * chance.uniform(0.4, 2.6)
    x, y = 6.5 * np.cos(angle), 6.5 * np.sin(angle)
    return [Member(x, y, chance.uniform(-0.3, 0.3), float(np.arctan2(-y, -x)))]


@cache
def _played(motor: str, name: str = NAME) -> Outcome:
    school = Troupe("herring", lambda chance: in_rows(COUNT, 0.2, chance), PREY)
    tanks = Tanks(name, motor, [school, Troupe("shark", _shark, SHARK)])
    everywhere = range(len(tanks.middles))
    rows: list[list[Any]] = [[], [], [], [], []]

    def watch() -> None:
        slots = [tanks.slots(0, tank) for tank in everywhere]
        rows[0].append(polarisation(tanks))
        distances = spacing(tanks)
        rows[1].append([np.median(one) for one in distances])
        rows[2].append([one.mean() for one in distances])
        rows[3].append(spread(tanks))
        rows[4].append([(tanks.brains["intention"][one] == ESCAPE).mean() for one in slots])

    tanks.run(SECONDS, watch, every=12)
    left = np.array([len(tanks.slots(0, tank)) for tank in everywhere])
    largest = np.array([np.bincount(one).max() for one in groups(tanks)])
    polarised, apart, in_the_mean, wide, flee = (np.array(row) for row in rows)
    changes = tanks.changes_per_minute(SECONDS)
    return Outcome(polarised, apart, in_the_mean, wide, flee, COUNT - left, largest / left, changes)


@pytest.mark.slow
@pytest.mark.parametrize("motor", ["muscle", "repertoire"])
def test_a_predators_approach_scatters_a_school(motor: str) -> None:
    played = _played(motor)
    before = slice(3, 8)
    calm, tight = played.polarised[before].mean(axis=0), played.spread[before].mean(axis=0)
    loose, fled = played.spread.max(axis=0), played.flee.max(axis=0)
    torn = played.polarised.min(axis=0)
    print(
        f"\n{NAME}, {motor}: polarisation {calm.mean():.2f} before, at least {torn.mean():.2f}, "
        f"{played.polarised[-1].mean():.2f} after; spread {tight.mean():.1f} L before, at most "
        f"{loose.mean():.1f} L, {played.spread[-1].mean():.1f} L after; {fled.mean():.0%} flee at "
        f"once; {played.eaten.mean():.1f} of {COUNT} eaten; {played.together.mean():.0%} of the "
        f"others together again; {played.changes:.1f} changes of intention a minute"
    )
    outcomes = (calm > 0.8) & (fled > 0.5) & (loose > 1.5 * tight) & (torn < calm - 0.2)
    assert passing(outcomes.tolist(), NAME) is None


def _both(what: str) -> tuple[float, float]:
    """Means of a figure on muscles and in playback."""
    one, other = (
        np.mean([getattr(_played(motor, name), what) for name in AGAIN])
        for motor in ("muscle", "repertoire")
    )
    return float(one), float(other)


def _same(what: str, figure: str) -> bool:
    one, other = _both(figure)
    off = abs(one - other) / (0.5 * (one + other))
    print(f"{what}: muscle {one:.2f}, repertoire {other:.2f}, {off:.1%} apart")
    return off < 0.15


@pytest.mark.slow
def test_schools_are_the_same_on_both_motors() -> None:
    assert _same("polarisation", "polarised")
    assert _same("nearest neighbour [L]", "apart")
    # Who has lost his school counts for as many as he is lengths away, so this is for information.
    _same("nearest neighbour in the mean [L]", "apart_in_the_mean")


@pytest.mark.slow
def test_as_many_are_eaten_on_both_motors() -> None:
    assert _same("eaten by a shark", "eaten")
