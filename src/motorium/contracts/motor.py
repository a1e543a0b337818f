"""Motors: command in, movement out, behind one contract, so that they can be exchanged."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.commands import Vocabulary
from motorium.contracts.frames import Floats, world_to_body
from motorium.contracts.population import Population, Slots

__all__ = ["FigurePoses", "Handover", "Intent", "Motor"]


@dataclass(frozen=True)
class Intent:
    """What individuals are about, for a motor that can go on with it.

    headings [rad] of their courses, about which the nose swings; drives [L/s]: speeds that their
    muscles work for. Of the C-turn under way: turn_angles [rad]; turn_seconds [s] since it began,
    -1 where there is none; turn_speeds [L/s] with which it was entered. coming [m], shape
    (n, frames, points, 3): nodes in the world, as they would have been shown in the next frames,
    none if frames is 0. What is left over from a change before, and dies away: borrowed, shape
    (n, 2, points, 3), of nodes [m] and node_velocities [m/s]; borrowed_contraction, shape
    (n, muscles).
    """

    headings: Floats
    drives: Floats
    turn_angles: Floats
    turn_seconds: Floats
    turn_speeds: Floats
    coming: Floats
    borrowed: Floats
    borrowed_contraction: Floats

    def rows(self, chosen: Slots) -> Intent:
        """Of some of them."""
        return Intent(**{part.name: getattr(self, part.name)[chosen] for part in fields(self)})


@dataclass(frozen=True)
class FigurePoses:
    """How articulated figures are posed, for a motor that moves such.

    levels: of how many segments each is; positions [m] and turns of the first segment in the world,
    shapes (n, 3), (n, 4); rotations of all segments against their parents, shape (n, segments, 4),
    and slides [m], shape (n, sliding, 3). memory: of each all that the motor that let it go knew,
    which only one of the same make understands; make: which that is.
    """

    levels: NDArray[np.uint8]
    positions: Floats
    turns: Floats
    rotations: Floats
    slides: Floats
    memory: NDArray[Any]
    make: str

    def __post_init__(self) -> None:
        for name in ("positions", "turns", "rotations", "slides", "memory"):
            value = getattr(self, name)
            if len(value) != len(self.levels):
                raise ValueError(
                    f"poses of {len(self.levels)} figures: {name} has {len(value)} rows"
                )
            if name != "memory" and not np.isfinite(value).all():
                raise ValueError(f"poses of figures: {name} is not finite")

    def rows(self, chosen: Slots) -> FigurePoses:
        """Of some of them."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        return FigurePoses(
            **{name: part if name == "make" else part[chosen] for name, part in parts.items()}
        )


@dataclass(frozen=True)
class Handover:
    """All that one motor tells the next about the individuals it lets go, in the order asked for.

    positions [m], orientations, velocities [m/s], angular_velocities [rad/s] of the body frames, in
    the world; nodes [m] in the body frame; node_velocities [m/s] of the nodes in the world, turned
    into body axes, shape (n, points, 3), so that momentum crosses undiminished; contraction of each
    muscle, shape (n, muscles), 1 at rest; phase of the beat [rad], shape (n,). intent: what they
    are about, if the motor knows; poses: of articulated figures.
    """

    positions: Floats
    orientations: Floats
    velocities: Floats
    angular_velocities: Floats
    nodes: Floats
    node_velocities: Floats
    contraction: Floats
    phase: Floats
    intent: Intent | None = None
    poses: FigurePoses | None = None

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
        parts = {name: getattr(self, name) for name in shapes}
        if self.intent is not None:
            parts |= vars(self.intent)
            shapes |= dict.fromkeys(vars(self.intent), ())
            shapes["coming"] = (self.intent.coming.shape[1], *points)
            shapes["borrowed"] = (2, *points)
            shapes["borrowed_contraction"] = shapes["contraction"]
        for name, value in parts.items():
            if len(value) != count:
                raise ValueError(f"handover of {count}: {name} has {len(value)} rows")
            if value.shape[1:] != shapes[name]:
                raise ValueError(
                    f"handover: {name} has rows of shape {value.shape[1:]}, not {shapes[name]}"
                )
            if not np.isfinite(value).all():
                raise ValueError(f"handover: {name} is not finite")
        if self.poses is not None and len(self.poses.levels) != count:
            raise ValueError(f"handover of {count}: poses are of {len(self.poses.levels)}")

    @classmethod
    def of_figures(
        cls, population: Population, slots: Slots, velocities: Floats, poses: FigurePoses
    ) -> Handover:
        """Of articulated figures, as the population has them; velocities [m/s] of their points in
        the world, shape (n, points, 3)."""
        turns = population.orientations[slots]
        return cls(
            positions=population.positions[slots],
            orientations=turns,
            velocities=population.velocities[slots],
            angular_velocities=population.angular_velocities[slots],
            nodes=population.nodes[slots].astype(np.float64),
            node_velocities=world_to_body(turns, velocities),
            contraction=np.ones((len(slots), population.contraction.shape[1])),
            phase=np.zeros(len(slots)),
            poses=poses,
        )

    @property
    def arrays(self) -> dict[str, Floats]:
        """What every motor tells, by name: all but the intent and the poses."""
        return {
            part.name: getattr(self, part.name)
            for part in fields(self)
            if part.name not in ("intent", "poses")
        }

    def rows(self, chosen: Slots) -> Handover:
        """Of some of them, by their places in this handover."""
        return Handover(
            **{name: array[chosen] for name, array in self.arrays.items()},
            intent=self.intent and self.intent.rows(chosen),
            poses=self.poses and self.poses.rows(chosen),
        )

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
        """Let go of these individuals; if it raises, it still has all of them."""

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take these individuals on, where and as they are."""
