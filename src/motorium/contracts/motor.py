"""Motors: command in, movement out, behind one contract, so that they can be exchanged."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Protocol

import numpy as np

from motorium.contracts.commands import Vocabulary
from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots

__all__ = ["Handover", "Motor"]


@dataclass(frozen=True)
class Handover:
    """All that one motor tells the next about the individuals it lets go, in the order asked for.

    positions [m], orientations, velocities [m/s], angular_velocities [rad/s] of the body frames, in
    the world; nodes [m] in the body frame; node_velocities [m/s] of the nodes in the world, turned
    into body axes, shape (n, points, 3), so that momentum crosses undiminished; contraction of each
    muscle, shape (n, muscles), 1 at rest; phase of the beat [rad], shape (n,).
    """

    positions: Floats
    orientations: Floats
    velocities: Floats
    angular_velocities: Floats
    nodes: Floats
    node_velocities: Floats
    contraction: Floats
    phase: Floats

    def __post_init__(self) -> None:
        count, points = len(self.positions), self.nodes.shape[1:]
        shapes = {
            "positions": (3,),
            "orientations": (4,),
            "velocities": (3,),
            "angular_velocities": (3,),
            "nodes": points,
            "node_velocities": points,
            "contraction": self.contraction.shape[1:],
            "phase": (),
        }
        for part in fields(self):
            value = getattr(self, part.name)
            if len(value) != count:
                raise ValueError(f"handover of {count}: {part.name} has {len(value)} rows")
            if value.shape[1:] != shapes[part.name]:
                raise ValueError(
                    f"handover: {part.name} has rows of shape {value.shape[1:]}, "
                    f"not {shapes[part.name]}"
                )
            if not np.isfinite(value).all():
                raise ValueError(f"handover: {part.name} is not finite")

    def check_fit(self, count: int, points: int, muscles: int) -> None:
        """Refuse to be given to so many individuals with these points and muscles."""
        if len(self.positions) != count:
            raise ValueError(f"handover of {len(self.positions)} for {count} fishes")
        if self.nodes.shape[1:] != (points, 3) or self.contraction.shape[1:] != (muscles,):
            raise ValueError(
                f"a fish has {points} nodes and {muscles} muscles; the handover has not"
            )


class Motor(Protocol):
    """Moves the individuals that it has adopted.

    `advance` reads their commands and writes body frame, velocities and nodes into the population.
    """

    @property
    def name(self) -> str:
        """What scenarios call it."""

    @property
    def vocabulary(self) -> Vocabulary:
        """What it can be asked for."""

    def advance(self, frame: int) -> None:
        """Move everybody by one frame."""

    def release(self, slots: Slots) -> Handover:
        """Let go of these individuals."""

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take these individuals on, where and as they are."""
