"""Repertoires as the tables that playback reads: rows of poses, one after the other.

A row holds everything that is interpolated: nodes, how the body frame sways in its course, muscles.
Cycles are rolled so that row r is the share r / F of the beat, and their first row is repeated at
the end; passages begin with their first row and end with their last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.memory import aligned_zeros
from motorium.motion.course import course_of, turned_about_up
from motorium.motion.segments import CONTROL_POINTS, CURVES, SEGMENTS, Repertoire, Segment

__all__ = [
    "CLIP",
    "HEADING",
    "MUSCLE",
    "OFFSET",
    "POINTS_ROW",
    "ROW",
    "SCALED",
    "SPEED",
    "SWAY",
    "SWAY_TURN",
    "TURN",
    "Tables",
    "Trait",
]

OFFSET: Final = 3 * NODES
"""Of the body frame in its course [L], after the nodes [L]."""
SPEED: Final = OFFSET + 3
"""Along the course [L/s]."""
SCALED: Final = 80
"""Up to here a row grows with the fish."""
MUSCLE: Final = SCALED
TURN: Final = MUSCLE + MUSCLES
"""Of the body frame in its course, a rotation vector [rad]."""
HEADING: Final = TURN + 3
"""Of the course since the beginning of a passage [rad]."""
ROW: Final = 96
"""Floats of a row: whole cache lines."""
SWAY: Final = 8
"""Floats of a row of just how the body frame sways: the offset [L], then the turn [rad]."""
SWAY_TURN: Final = 4
POINTS_ROW: Final = -(-3 * CONTROL_POINTS // 16) * 16

CLIP: Final = np.dtype(
    [("first", "i8"), ("frames", "i8"), ("seconds", "f8"), ("turn", "f8"), ("end_share", "f8")]
)
"""Where a segment's rows begin; how many rows it is long from its beginning to its end; how long it
takes [s]; by how much it turns [rad]; with which share of the beat it ends."""


class _Traits(NamedTuple):
    """Rows of numbers of a species, each with one number a lane."""

    HOVER_ROW: int = 0
    SLOW_ROW: int = 1
    MEDIUM_ROW: int = 2
    FAST_ROW: int = 3
    HOVER_FRAMES: int = 4
    SLOW_FRAMES: int = 5
    MEDIUM_FRAMES: int = 6
    FAST_FRAMES: int = 7
    SLOW_SPEED: int = 8
    MEDIUM_SPEED: int = 9
    FAST_SPEED: int = 10
    SLOW_BEAT: int = 11
    MEDIUM_BEAT: int = 12
    FAST_BEAT: int = 13
    LEFT_ROW: int = 14
    RIGHT_ROW: int = 15
    LEFT_FRAMES: int = 16
    RIGHT_FRAMES: int = 17
    LEFT_CURVATURE: int = 18
    RIGHT_CURVATURE: int = 19
    CURVE_BEAT: int = 20
    TIGHTEST: int = 21
    DRAG: int = 22
    BRAKING: int = 23
    THRUST: int = 24
    BACKWARD: int = 25
    GATHERING: int = 26
    FLAT: int = 27
    COUNT: int = 28


Trait: Final = _Traits()


@dataclass(frozen=True)
class Tables:
    """Of several species, for kernels.

    poses: all rows, flat, float32; velocities [L/s], shape (rows, 23, 3): of the nodes; points:
    control points [L], flat, POINTS_ROW floats a row, or empty; clips: shape (species, segments);
    traits, flat: rows of `Trait` for each species.
    """

    poses: NDArray[np.float32]
    velocities: NDArray[np.float32]
    points: NDArray[np.float32]
    clips: NDArray[np.void]
    traits: NDArray[np.float32]

    @classmethod
    def build(
        cls, repertoires: Sequence[Repertoire], species: Sequence[Species], width: int, points: bool
    ) -> Tables:
        poses: list[Floats] = []
        velocities: list[Floats] = []
        skins: list[Floats] = []
        clips = np.zeros((len(repertoires), len(SEGMENTS)), dtype=CLIP)
        traits = aligned_zeros(len(repertoires) * Trait.COUNT * width, np.float32)
        table = traits.reshape(-1, Trait.COUNT, width)
        first = 0
        for number, (repertoire, kind) in enumerate(zip(repertoires, species, strict=True)):
            if points and not repertoire.has_points:
                raise ValueError(
                    f"the repertoire of {kind.name} was compiled without points; "
                    "take ready_repertoire(species, points=True)"
                )
            for index, segment in enumerate(repertoire.segments):
                rows = _played(repertoire, segment, _rows)
                poses.append(rows)
                velocities.append(_played(repertoire, segment, _flat_velocities))
                if points:
                    skins.append(_played(repertoire, segment, _flat_points))
                clip = clips[number, index]
                clip["first"], clip["frames"] = first, len(rows) - 1
                clip["seconds"] = segment.seconds * (1 if segment.cyclic else _shorter(segment))
                clip["turn"] = segment.turn
                clip["end_share"] = float(segment.phase[-1]) / (2 * np.pi) % 1.0
                first += len(rows)
            table[number] = _traits(repertoire, kind, clips[number])[:, None]
        return cls(
            poses=_aligned(np.concatenate(poses)),
            velocities=np.concatenate(velocities).reshape(-1, NODES, 3).astype(np.float32),
            points=_aligned(np.concatenate(skins)) if skins else aligned_zeros(0, np.float32),
            clips=clips,
            traits=traits,
        )


def _played(repertoire: Repertoire, segment: Segment, flat: Callable[[Segment], Floats]) -> Floats:
    """A segment's rows in the order of playing; of a curve, what it adds to the straight beat."""
    rows: Floats = flat(segment)[_order(segment)]
    if segment.name in CURVES:
        medium = repertoire["swim-medium"]
        rows = rows - _sampled(flat(medium)[_order(medium)], len(rows))
    return rows


def _shorter(segment: Segment) -> float:
    """A passage is played from its first frame to its last."""
    return (segment.frames - 1) / segment.frames


def _order(segment: Segment) -> NDArray[np.intp]:
    """Which frames become rows, from the one that is nearest to the beginning of the beat on."""
    count = segment.frames
    if not segment.cyclic:
        return np.arange(count)
    if segment.kind == "hover":
        return np.arange(count + 1) % count
    share = np.asarray(segment.phase, dtype=np.float64) / (2 * np.pi) * count
    begins = int(np.argmin(np.abs((share + 0.5) % count - 0.5)))
    return (begins + np.arange(count + 1)) % count


def _rows(segment: Segment) -> Floats:
    """All frames as rows, shape (F, ROW)."""
    course = course_of(segment)
    rows = np.zeros((segment.frames, ROW))
    rows[:, :OFFSET] = np.asarray(segment.nodes, dtype=np.float64).reshape(segment.frames, -1)
    rows[:, OFFSET:SPEED] = _offsets(segment)
    rows[:, MUSCLE:TURN] = segment.activation
    rows[:, TURN:HEADING] = course.turns[1:]
    rows[:, SPEED] = course.speeds[1:]
    if not segment.cyclic:
        # All of the turn, though the way into the first frame is not played.
        played = course.headings[1:] - course.headings[1]
        rows[:, HEADING] = played * (segment.turn / played[-1])
    return rows


def _offsets(segment: Segment) -> Floats:
    """How the body frame moves beside its course [L], (F, 3), counted on from frame to frame.

    Counted so that a step of the body frame is one along the course, half with its old and half
    with its new heading, plus the difference of two offsets along the new axes.
    """
    course = course_of(segment)
    axes = turned_about_up(course.headings)
    origins = course.places + np.einsum("kij,kj->ki", axes, course.offsets)
    ahead = 0.5 * (axes[1:, :, 0] + axes[:-1, :, 0])
    speed = 0.5 * (course.speeds[1:] + course.speeds[:-1])[:, None]
    beside = np.diff(origins, axis=0) - ahead * speed * (segment.seconds / segment.frames)
    offsets: Floats = np.cumsum(np.einsum("kji,kj->ki", axes[1:], beside), axis=0)
    if segment.cyclic:
        offsets = offsets - np.linspace(0.0, 1.0, segment.frames + 1)[1:, None] * offsets[-1]
        offsets = offsets - offsets.mean(axis=0)
    return offsets


def _sampled(rows: Floats, count: int) -> Floats:
    """A cycle's rows at as many equal shares as are wanted, both ends included."""
    place = np.linspace(0.0, len(rows) - 1, count)
    low = np.minimum(place.astype(np.intp), len(rows) - 2)
    way = (place - low)[:, None]
    sampled: Floats = rows[low] * (1 - way) + rows[low + 1] * way
    return sampled


def _flat_velocities(segment: Segment) -> Floats:
    return np.asarray(segment.node_velocities, dtype=np.float64).reshape(segment.frames, -1)


def _flat_points(segment: Segment) -> Floats:
    flat = np.zeros((segment.frames, POINTS_ROW))
    assert segment.points is not None
    flat[:, : 3 * CONTROL_POINTS] = np.asarray(segment.points).reshape(segment.frames, -1)
    return flat


def _aligned(values: Floats) -> NDArray[np.float32]:
    flat = aligned_zeros(values.size, np.float32)
    flat[:] = values.ravel()
    return flat


def _traits(repertoire: Repertoire, species: Species, clips: NDArray[np.void]) -> Floats:
    own = np.zeros(Trait.COUNT)
    clip = dict(zip(SEGMENTS, clips, strict=True))
    segments = [repertoire[name] for name in ("hover", "swim-slow", "swim-medium", "swim-fast")]
    for level, segment in enumerate(segments):
        own[Trait.HOVER_ROW + level] = clip[segment.name]["first"]
        own[Trait.HOVER_FRAMES + level] = clip[segment.name]["frames"]
        if level:
            own[Trait.SLOW_SPEED + level - 1] = segment.speed
            own[Trait.SLOW_BEAT + level - 1] = 1.0 / segment.seconds
    for side, name in enumerate(CURVES):
        curve = repertoire[name]
        own[Trait.LEFT_ROW + side] = clip[name]["first"]
        own[Trait.LEFT_FRAMES + side] = clip[name]["frames"]
        own[Trait.LEFT_CURVATURE + side] = abs(curve.turn) / (curve.speed * curve.seconds)
    own[Trait.CURVE_BEAT] = (
        repertoire["swim-medium"].seconds / repertoire["curve-left"].seconds - 1.0
    )
    steering = species.steering
    own[Trait.FLAT] = species.flatness
    own[Trait.TIGHTEST] = steering.curvature_per_bias * steering.largest_bias
    traits = repertoire.traits
    own[Trait.DRAG : Trait.GATHERING + 1] = (
        traits.drag,
        traits.braking,
        traits.thrust,
        traits.backward,
        traits.gathering,
    )
    return own
