"""Action segments and repertoires (Yu & Terzopoulos 1999, section 4): motion as immutable arrays.

Lengths are in body lengths L, times in seconds of an individual of size 1: one record serves all
sizes. Frames follow the seed: frame k holds how the body frame moves from the moment before it into
it, in the axes of the body frame before (mended: FACTS of Eq. 6), and the body as it is then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np

from motorium.bodies.fish import MUSCLES, NODES
from motorium.contracts.frames import Floats

__all__ = [
    "CONTROL_POINTS",
    "CURVES",
    "EFFORT",
    "HOVER",
    "LAUNCH",
    "PIVOTS",
    "SEGMENTS",
    "SKIN_PATCHES",
    "SWIMS",
    "TENSORS",
    "TURNS",
    "Kind",
    "Repertoire",
    "Segment",
    "Traits",
]

CONTROL_POINTS: Final = 426
"""Of the body's B-spline surfaces and its dorsal and ventral fin (Tu 1999, section 5.1)."""

SKIN_PATCHES: Final = ("left", "right", "dorsal", "ventral")
"""The patches of the skin that they belong to, in this order."""

Kind = Literal["hover", "swim", "curve", "turn", "pivot"]

HOVER: Final = "hover"
SWIMS: Final = ("swim-slow", "swim-medium", "swim-fast")
CURVES: Final = ("curve-left", "curve-right")
TURNS: Final = (
    "turn-left-gradual",
    "turn-left-sharp",
    "turn-right-gradual",
    "turn-right-sharp",
)
PIVOTS: Final = ("pivot-left", "pivot-right")
SEGMENTS: Final = (HOVER, *SWIMS, *CURVES, *TURNS, *PIVOTS)
"""What every repertoire holds: rest; one cycle of each gait, and of swimming in a circle; C-turns
out of the medium gait; C-turns from rest."""

TENSORS: Final[Mapping[str, tuple[int, ...]]] = {
    "rotation": (3, 3),
    "translation": (3,),
    "nodes": (NODES, 3),
    "node_velocities": (NODES, 3),
    "activation": (MUSCLES,),
    "phase": (),
}
"""What is kept of every frame, and its shape."""


@dataclass(frozen=True)
class Segment:
    """A stretch of motion, of F frames that are equally long.

    seconds: the whole; a cyclic one goes on with its first frame after its last.
    stance (3, 3): axes of the body frame before the first frame, in the level frame that looks
    along the course (x ahead, z up).
    rotation (F, 3, 3), translation [L] (F, 3): of the body frame, in its axes before.
    nodes [L] and node_velocities [L/s] (F, 23, 3): in the body frame, and of the nodes in the
    world, turned into body axes. activation (F, 12): rest length of each muscle over its natural
    one; phase of the beat [rad] (F,). points [L] (F, 426, 3): of the skin, or None.
    speed [L/s]: mean along the course; turn [rad]: by which the course turns, in all.
    """

    name: str
    kind: Kind
    cyclic: bool
    seconds: float
    stance: Floats
    rotation: Floats
    translation: Floats
    nodes: Floats
    node_velocities: Floats
    activation: Floats
    phase: Floats
    speed: float
    turn: float
    points: Floats | None = None

    def __post_init__(self) -> None:
        if self.frames < 1 or not 0 < self.seconds < np.inf:
            raise ValueError(f"segment {self.name}: {self.frames} frames in {self.seconds} s")
        parts = dict(TENSORS, points=(CONTROL_POINTS, 3)) if self.points is not None else TENSORS
        for name, shape in parts.items():
            array = getattr(self, name)
            if array.shape != (self.frames, *shape):
                raise ValueError(
                    f"segment {self.name}: {name} has shape {array.shape}, "
                    f"not {(self.frames, *shape)}"
                )
            if not np.isfinite(array).all():
                raise ValueError(f"segment {self.name}: {name} is not finite")
            array.flags.writeable = False
        if self.stance.shape != (3, 3) or not np.isfinite(self.stance).all():
            raise ValueError(f"segment {self.name}: stance is not a rotation")

    @property
    def frames(self) -> int:
        return len(self.phase)

    @property
    def rate(self) -> float:
        """Frames a second, of an individual of size 1."""
        return self.frames / self.seconds


LAUNCH: Final = 0.12
EFFORT: Final = 0.6
"""How much of a drive works in standing water; and by how much of what is missing of its speed a
fish beats harder, about as muscles do."""


@dataclass(frozen=True)
class Traits:
    """How a species changes its speed, measured while capturing; for an individual of size 1.

    drag [1/L]: a gliding fish loses drag * speed^2; braking [1/L]: what spread fins add to that;
    thrust [1/L]: whose muscles work for a drive that is higher than its speed gains
    thrust * (drive - speed) * (2 speed + `LAUNCH` drive): in standing water a beat does little;
    backward [L/s]: the fastest that it rows; gathering [s]: within which it does.
    """

    drag: float
    braking: float
    thrust: float
    backward: float
    gathering: float

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0 < value < np.inf:
                raise ValueError(f"trait {name} is {value}, not a positive number")


@dataclass(frozen=True)
class Repertoire:
    """All segments of a species. digest: of what they were compiled from; receipt: how far they are
    from the simulation (motion.receipts), as plain records; provenance: of whom and with what."""

    species: str
    digest: str
    segments: tuple[Segment, ...]
    traits: Traits
    provenance: Mapping[str, Any] = field(default_factory=dict)
    receipt: tuple[Mapping[str, Any], ...] = ()

    def __post_init__(self) -> None:
        names = tuple(segment.name for segment in self.segments)
        if names != SEGMENTS:
            missing = [name for name in SEGMENTS if name not in names]
            raise ValueError(
                f"repertoire of {self.species}: segments are {', '.join(names)}; "
                f"missing: {', '.join(missing) or 'none, but their order differs'}"
            )

    def __getitem__(self, name: str) -> Segment:
        if name not in SEGMENTS:
            raise KeyError(f"no segment is called {name!r}; known are {', '.join(SEGMENTS)}")
        return self.segments[SEGMENTS.index(name)]

    @property
    def has_points(self) -> bool:
        """Whether control points are kept."""
        return all(segment.points is not None for segment in self.segments)
