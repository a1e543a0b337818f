"""Moments made by hand: fishes that bend this way and that, near each other."""

from __future__ import annotations

import numpy as np

from motorium.bodies.species import load_species
from motorium.contracts.frames import multiply, quaternion_from_heading
from motorium.looks.drawing.moment import OPEN_WATER, Fishes, Moment, Water
from tests.looks.fishes import bent

__all__ = ["NAMES", "shoal"]

NAMES = (
    "clownfish",
    "herring",
    "emperor-angelfish",
    "butterflyfish",
    "herring",
    "clownfish",
)


def shoal(
    names: tuple[str, ...] = NAMES, seed: int = 3, water: Water = OPEN_WATER, reach: float = 0.5
) -> Moment:
    """Fishes with ids from 100 on, in a box that reaches so far from the middle [m]."""
    draw = np.random.default_rng(seed)
    species = tuple(load_species(name) for name in dict.fromkeys(names))
    kinds = np.array([[one.name for one in species].index(name) for name in names])
    count = len(names)
    lengths = np.array([species[kind].length for kind in kinds]) * draw.uniform(0.8, 1.2, count)
    nodes = np.stack(
        [
            length * bent(species[kind].body.nodes / species[kind].body.length, bend)
            for kind, length, bend in zip(kinds, lengths, draw.uniform(-60, 60, count), strict=True)
        ]
    )
    pitches = draw.uniform(-0.2, 0.2, count)
    up = np.stack([np.cos(pitches), 0 * pitches, np.sin(pitches), 0 * pitches], axis=-1)
    return Moment(
        seconds=1.0,
        species=species,
        fishes=Fishes(
            ids=100 + np.arange(count),
            kinds=kinds,
            positions=draw.uniform(-reach, reach, (count, 3)) * [1.0, 1.0, 0.4],
            orientations=multiply(quaternion_from_heading(draw.uniform(-3, 3, count)), up),
            lengths=lengths,
            seeds=draw.integers(0, 65536, count),
            nodes=nodes.astype(np.float32),
            fins=np.zeros((count, 2, 2), np.float32),
            expression=np.zeros((count, 3), np.float32),
        ),
        water=water,
    )
