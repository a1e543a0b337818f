"""Fishes of the printed model for tests: bodies, beats, and short ways to run them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import DTypeLike

from motorium.bodies.fish import MUSCLES, FishBody
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_kernel import Row

DT = 1 / 18
"""The default step, 1/180 s, in the seed's unit of 0.1 s."""


def herring() -> FishBody:
    return load_species("herring").printed_body()


def beat(
    time: float, frequency: float = 1.2, depth: float = 0.3, lag: float = math.pi / 2
) -> Floats:
    """Contraction of the 12 muscles at a time [s]; full depth after two beats."""
    ramp = min(1.0, time * frequency / 2)
    contraction = np.ones(MUSCLES)
    for segment, share, late in ((1, 0.8, 0.0), (2, 1.0, lag)):
        wave = 0.5 - 0.5 * math.cos(2 * math.pi * frequency * time - late)
        for corner in range(4):
            pull = wave if corner in (0, 3) else 1 - wave
            contraction[4 * segment + corner] = 1 - share * depth * ramp * pull
    return contraction


def beats(steps: int, dt: float = DT, **how: float) -> Iterator[Floats]:
    """The contraction of each of so many steps; dt in 0.1 s."""
    for step in range(steps):
        yield beat((step + 1) * dt * 0.1, **how)


def blocks(
    count: int = 1,
    body: FishBody | None = None,
    clamp: bool = True,
    width: int | None = None,
    dtype: DTypeLike = np.float32,
) -> FishBlocks:
    """Fishes at rest in water, with the default step."""
    fishes = FishBlocks(body or herring(), "printed", clamp, width, dtype)
    lanes = fishes.add(count)
    fishes.set_row(Row.DT, lanes, DT)
    fishes.set_row(Row.WATER, lanes, 1.0)
    return fishes


def contract(fishes: FishBlocks, contraction: Floats) -> None:
    """Let all fishes reach this contraction within the next step."""
    lanes = np.arange(fishes.count)
    ramp = contraction - fishes.contraction(lanes)
    fishes.put(Row.CONTRACTION_STEP, lanes, ramp)


def centre(body: FishBody, positions: Floats) -> Floats:
    """Centre of mass of nodes (..., 23, 3)."""
    mean: Floats = np.einsum("n,...nk->...k", body.masses, positions) / body.mass
    return mean
