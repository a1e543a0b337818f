"""Figures that were made up: shown as a motor would, and moved at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.wire.figures.levels import level_table, shipped_levels

LEVELS = level_table(shipped_levels())


@dataclass
class MadeUp:
    """What `motors.posture.shown.Shown` has of it."""

    count: int
    ids: NDArray[np.int64]
    levels: NDArray[np.uint8]
    shares: NDArray[np.float32]
    positions: NDArray[np.float64]
    turns: NDArray[np.float32]
    rotations: NDArray[np.float32]
    slides: NDArray[np.float32]


def made_up(levels: list[int], seed: int = 1, first_id: int = 7) -> MadeUp:
    """A figure on each of these levels, turned anyhow."""
    chance = np.random.default_rng(seed)
    count = len(levels)
    rotations = random_turns(chance, (count, 69))
    return MadeUp(
        count=count,
        ids=np.arange(first_id, first_id + count),
        levels=np.array(levels, dtype=np.uint8),
        shares=np.ones(count, dtype=np.float32),
        positions=chance.normal(size=(count, 3)) * 30.0,
        turns=rotations[:, 0].copy(),
        rotations=rotations,
        slides=chance.uniform(-0.05, 0.05, (count, 4, 3)).astype(np.float32),
    )


def random_turns(chance: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    turns = chance.normal(size=(*shape, 4))
    turns /= np.linalg.norm(turns, axis=-1, keepdims=True)
    made: NDArray[np.float32] = turns.astype(np.float32)
    return made
