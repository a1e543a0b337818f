"""CMA-ES over a box, whole generations at a time."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from motorium.contracts.frames import Floats

__all__ = ["Candidate", "minimise"]

KEPT = 12
"""Candidates that a search remembers."""

Costs = Callable[[Floats], Floats]
"""Of candidates (n, d), (n,); not finite: rejected."""


@dataclass(frozen=True)
class Candidate:
    """A point that was tried."""

    cost: float
    values: Floats


def minimise(
    costs: Costs,
    start: Floats,
    low: Floats,
    high: Floats,
    *,
    spread: float = 0.2,
    generations: int,
    population: int,
    seed: int,
) -> list[Candidate]:
    """The best candidates found, best first; the box is searched as the unit cube."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import cma
    width = high - low
    settings = {
        "popsize": population,
        "seed": seed,
        "bounds": [0.0, 1.0],
        "verbose": -9,
        "verb_log": 0,
    }
    search = cma.CMAEvolutionStrategy(np.clip((start - low) / width, 0.02, 0.98), spread, settings)
    best: list[Candidate] = []
    for _ in range(generations):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tried = search.ask()
            values = low + width * np.array(tried)
            found = costs(values)
            worst = 1e3 + np.abs(found[np.isfinite(found)]).max(initial=0.0)
            told = np.where(np.isfinite(found), found, worst)
            search.tell(tried, told.tolist())
        best += [
            Candidate(float(cost), value)
            for cost, value in zip(found, values, strict=True)
            if np.isfinite(cost)
        ]
        best = sorted(best, key=lambda candidate: candidate.cost)[:KEPT]
    return best
