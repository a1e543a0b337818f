"""Least squares, frame after frame: angles that bring segments to places and turns.

Each frame begins where the one before ended, so that angles stay continuous where several will do
(a stretched arm, an arm straight to the side). Gauss and Newton's steps. A limit may
give way a little where a place cannot be reached otherwise, against a force that grows with it; at
a second limit, farther out, an angle stops, and the rest makes up for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.ways import turned_by

__all__ = ["Aim", "Fit", "Tell"]

MOST_STEPS: Final = 12
FIRST_STEPS: Final = 60
NEAR: Final = 2e-4
"""A step that turns nothing farther than this [rad] is the last."""
FARTHEST: Final = 0.35
"""No step turns a joint farther than this [rad]."""

Tell = Callable[[int, int], None]
"""Told how many of how many are done."""


@dataclass(frozen=True)
class Aim:
    """Where a segment's origin shall be and how it shall be turned, in all frames: places [m]
    (frames, 3), turns (frames, 3, 3); how heavy that is: a turn of 1 rad counts as turn_weight [m].
    """

    segment: str
    places: Floats | None = None
    turns: Floats | None = None
    place_weight: float = 1.0
    turn_weight: float = 0.02


class Fit:
    """Fits a skeleton to aims. ease: how far each freedom is pulled back to zero [m a rad], shape
    (freedoms,); a freedom of ease 0 stands still. keep: how hard to stay where the frame before
    was [m a rad]. give: how far each freedom's limits give way [rad], by default not at all; stiff:
    how hard they resist [m a rad]. fastest: how far each freedom turns from frame to frame at most
    [rad]."""

    def __init__(
        self,
        skeleton: Skeleton,
        ease: Floats,
        keep: float = 2e-3,
        give: Floats | None = None,
        stiff: float = 1.0,
        fastest: Floats | None = None,
    ) -> None:
        self.skeleton, self.keep, self.stiff = skeleton, keep, stiff
        self.moving = np.flatnonzero((ease > 0.0) & ~np.array(skeleton.slides))
        self.ease = ease[self.moving]
        self.limits = skeleton.limits[self.moving]
        way = np.zeros(len(self.moving)) if give is None else give[self.moving]
        self.stops = self.limits + np.stack([-way, way], axis=1)
        self.fastest = np.full(len(self.moving), np.inf)
        if fastest is not None:
            self.fastest = fastest[self.moving]
        self.column = {int(freedom): n for n, freedom in enumerate(self.moving)}
        x, y, z = skeleton.axes[self.moving].T
        zero = np.zeros_like(x)
        cross = np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]]).transpose(2, 0, 1)
        self.cross, self.cross_twice = cross, cross @ cross

    def solve(
        self, aims: Sequence[Aim], start: Poses, first: int = 0, tell: Tell | None = None
    ) -> Poses:
        """Fit all frames, from the first one to be fitted on, then back from it; it begins with a
        pose of one frame. tell: told how many of how many frames are done."""
        frames = max(len(aim.places) for aim in aims if aim.places is not None)
        found = Poses(
            np.empty((frames, 3)),
            np.empty((frames, 3, 3)),
            np.tile(start.angles[0], (frames, 1)),
        )
        self._prepare(aims)
        angles = np.clip(start.angles[0, self.moving], *self.stops.T)
        state = self._frame(first, start.position[0], start.rotation[0], angles, FIRST_STEPS)
        done = 0
        for way in (range(first, frames), range(first, -1, -1)):
            now = state
            for frame in way:
                if tell is not None:
                    tell(min(done := done + 1, frames), frames)
                if frame != first:
                    now = self._frame(frame, *now, MOST_STEPS)
                found.position[frame], found.rotation[frame] = now[:2]
                found.angles[frame, self.moving] = now[2]
        return found

    def _frame(
        self, frame: int, place: Floats, turn: Floats, before: Floats, most: int
    ) -> tuple[Floats, Floats, Floats]:
        angles, (low, high) = before, self.stops.T
        if most == MOST_STEPS:  # The first is near no other.
            low = np.maximum(low, before - self.fastest)
            high = np.minimum(high, before + self.fastest)
        for _ in range(most):
            error, slope = self._errors(frame, place, turn, angles)
            near = before if most == MOST_STEPS else angles
            step = self._step(error, slope, angles, near, low - angles, high - angles)
            place = place + step[:3]
            turn = turned_by(step[3:6]) @ turn
            angles = np.clip(angles + step[6:], low, high)
            if np.abs(step).max() < NEAR:
                break
        return place, turn, angles

    # ------------------------------------------------------------ inside

    def _prepare(self, aims: Sequence[Aim]) -> None:
        skeleton = self.skeleton
        ends = [skeleton.segment(aim.segment) for aim in aims]
        above: set[int] = set()
        reach = np.zeros((len(aims), len(self.moving)))
        for row, end in enumerate(ends):
            segment = end
            while segment >= 0:
                above.add(segment)
                for freedom in skeleton.freedoms_of[segment]:
                    if freedom in self.column:
                        reach[row, self.column[freedom]] = 1.0
                segment = skeleton.parents[segment]
        self._chain = [
            (
                number,
                skeleton.parents[number],
                [
                    self.column[freedom]
                    for freedom in skeleton.freedoms_of[number]
                    if freedom in self.column
                ],
            )
            for number in sorted(above - {0})
        ]
        placed = [n for n, aim in enumerate(aims) if aim.places is not None]
        turned = [n for n, aim in enumerate(aims) if aim.turns is not None]
        self._placed = np.array([ends[n] for n in placed], dtype=int)
        self._turned = np.array([ends[n] for n in turned], dtype=int)
        self._place_reach, self._turn_reach = reach[placed], reach[turned]
        self._place_weights = np.array([aims[n].place_weight for n in placed])[:, np.newaxis]
        self._turn_weights = np.array([aims[n].turn_weight for n in turned])[:, np.newaxis]
        self._places = np.stack([_given(aims[n].places) for n in placed], axis=1)
        self._turns = np.stack([_given(aims[n].turns) for n in turned], axis=1)

    def _errors(
        self, frame: int, place: Floats, turn: Floats, angles: Floats
    ) -> tuple[Floats, Floats]:
        """How far all aims are missed, and by how much each freedom would change that."""
        count = len(self.skeleton.segments)
        places, turns = np.empty((count, 3)), np.empty((count, 3, 3))
        axes, anchors = np.zeros((len(angles), 3)), np.zeros((len(angles), 3))
        places[0], turns[0] = place, turn
        sine, cosine = np.sin(angles), np.cos(angles)
        own = (
            np.eye(3)
            + sine[:, np.newaxis, np.newaxis] * self.cross
            + (1.0 - cosine)[:, np.newaxis, np.newaxis] * self.cross_twice
        )
        rest_axes = self.skeleton.axes[self.moving]
        for number, parent, columns in self._chain:
            turned = turns[parent]
            places[number] = here = places[parent] + turned @ self.skeleton.offsets[number]
            for column in columns:
                axes[column], anchors[column] = turned @ rest_axes[column], here
                turned = turned @ own[column]
            turns[number] = turned
        ends = places[self._placed]
        missed = self._place_weights * (self._places[frame] - ends)
        arms = ends[:, np.newaxis] - anchors
        moved = np.cross(axes, arms) * self._place_reach[..., np.newaxis]
        root = _crosses(ends - place)
        eye = np.broadcast_to(np.eye(3), (len(ends), 3, 3))
        weights = self._place_weights[..., np.newaxis]
        rows = weights * np.concatenate([eye, root, moved.transpose(0, 2, 1)], axis=2)
        off = self._turn_weights * _ways(
            self._turns[frame] @ turns[self._turned].transpose(0, 2, 1)
        )
        spun = axes.T * self._turn_reach[:, np.newaxis]
        eye = np.broadcast_to(np.eye(3), (len(off), 3, 3))
        weights = self._turn_weights[..., np.newaxis]
        turning = weights * np.concatenate([np.zeros_like(eye), eye, spun], axis=2)
        width = 6 + len(angles)
        return (
            np.concatenate([missed.ravel(), off.ravel()]),
            np.concatenate([rows.reshape(-1, width), turning.reshape(-1, width)]),
        )

    def _step(
        self,
        error: Floats,
        slope: Floats,
        angles: Floats,
        before: Floats,
        low: Floats,
        high: Floats,
    ) -> Floats:
        matrix, pull = slope.T @ slope, slope.T @ error
        own = np.arange(6, len(matrix))
        matrix[own, own] += self.ease**2 + self.keep**2
        pull[own] -= self.ease**2 * angles + self.keep**2 * (angles - before)
        beyond = angles - np.clip(angles, *self.limits.T)
        matrix[own, own] += self.stiff**2 * (beyond != 0.0)
        pull[own] -= self.stiff**2 * beyond
        matrix[np.diag_indices(6)] += 1e-9
        step = np.linalg.solve(matrix, pull)
        for _ in range(6):
            stopped = (step[6:] < low) | (step[6:] > high)
            if not stopped.any():
                break
            held = np.flatnonzero(stopped | (step[6:] == low) | (step[6:] == high))
            free = np.setdiff1d(np.arange(len(step)), held + 6)
            step[held + 6] = np.clip(step[held + 6], low[held], high[held])
            rest = pull[free] - matrix[np.ix_(free, held + 6)] @ step[held + 6]
            step[free] = np.linalg.solve(matrix[np.ix_(free, free)], rest)
        short = min(1.0, FARTHEST / max(float(np.abs(step[3:]).max()), 1e-12))
        return np.asarray(short * step, dtype=np.float64)


def _given(values: Floats | None) -> Floats:
    assert values is not None
    return values


def _crosses(arms: Floats) -> Floats:
    """For each arm the matrix that a small turn about the world's axes moves its end by."""
    x, y, z = arms.T
    zero = np.zeros_like(x)
    return np.array([[zero, z, -y], [-z, zero, x], [y, -x, zero]]).transpose(2, 0, 1)


def _ways(matrices: Floats) -> Floats:
    """Rotation vectors [rad] of matrices (n, 3, 3); good to their half turn, where any axis of the
    two does."""
    skew = np.stack(
        [
            matrices[:, 2, 1] - matrices[:, 1, 2],
            matrices[:, 0, 2] - matrices[:, 2, 0],
            matrices[:, 1, 0] - matrices[:, 0, 1],
        ],
        axis=1,
    )
    sine = np.linalg.norm(skew, axis=1) / 2.0
    cosine = (np.trace(matrices, axis1=1, axis2=2) - 1.0) / 2.0
    angle = np.arctan2(sine, cosine)
    ways: Floats = skew * (angle / np.maximum(2.0 * sine, 1e-9))[:, np.newaxis]
    return ways
