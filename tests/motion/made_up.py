"""A repertoire that no fish ever swam: valid, small, and another one for every seed."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motion.segments import (
    CONTROL_POINTS,
    SEGMENTS,
    TENSORS,
    Kind,
    Repertoire,
    Segment,
    Traits,
)

KINDS: dict[str, Kind] = {
    "hover": "hover",
    "swim": "swim",
    "curve": "curve",
    "turn": "turn",
    "pivot": "pivot",
}


def made_up_segment(name: str, frames: int, points: bool, draws: np.random.Generator) -> Segment:
    """Rotations are proper ones; all else is drawn."""
    kind = KINDS[name.partition("-")[0]]
    arrays: dict[str, Floats] = {
        part: draws.normal(size=(frames, *shape)) for part, shape in TENSORS.items()
    }
    arrays["rotation"] = rotations(frames, draws)
    return Segment(
        name=name,
        kind=kind,
        cyclic=kind in ("hover", "swim", "curve"),
        seconds=float(draws.uniform(0.2, 2.0)),
        stance=rotations(1, draws)[0],
        speed=float(draws.uniform(0.0, 3.0)),
        turn=float(draws.normal()),
        points=draws.normal(size=(frames, CONTROL_POINTS, 3)) if points else None,
        **arrays,
    )


def rotations(count: int, draws: np.random.Generator) -> Floats:
    """Proper ones, shape (count, 3, 3)."""
    turned, _ = np.linalg.qr(draws.normal(size=(count, 3, 3)))
    turned *= np.sign(np.linalg.det(turned))[:, None, None]
    return turned


def made_up_repertoire(
    species: str = "herring",
    digest: str = "0123456789abcdef",
    *,
    frames: int = 2,
    points: bool = False,
    seed: int = 0,
) -> Repertoire:
    """Segments of `frames` frames and a few more."""
    draws = np.random.default_rng(seed)
    return Repertoire(
        species=species,
        digest=digest,
        segments=tuple(
            made_up_segment(name, frames + number % 3, points, draws)
            for number, name in enumerate(SEGMENTS)
        ),
        traits=Traits(drag=0.4, braking=1.5, thrust=0.8, backward=0.3, gathering=0.6),
        provenance={"motorium": "0.1.0", "seed": seed},
        receipt=(
            {
                "segment": "swim-slow",
                "size": 1.0,
                "quantity": "nodes_rms",
                "value": 0.004,
                "unit": "L",
            },
            {"segment": "swim-slow", "size": 0.5, "quantity": "path", "value": -1.5, "unit": "%"},
        ),
    )
