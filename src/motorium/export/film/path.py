"""The camera of a film: a curve through the shots of a scenario, in time with the world's clock.

Between two shots place and target follow a cubic whose slopes are those of a Catmull-Rom curve over
uneven times; before the first and after the last the camera rests there. The page does the same
(web/src/stages/ocean/film.ts); one golden file holds both to it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.world.directing.cues import CameraKey

__all__ = ["FilmPath", "curve_at"]

MIDDLE_HALF_LIFE: Final = 0.35
"""Half of the way to where the middle of a group has jumped to takes so long [s]."""
LEAP: Final = 1.0
"""Whoever leaps in time farther [s] finds groups where they are."""


def curve_at(times: Sequence[float], values: Floats, time: float) -> Floats:
    """A curve through values, shape (n, 3), at increasing times [s]."""
    last = len(times) - 1
    if last < 0:
        return np.zeros(3)
    if time <= times[0]:
        return np.asarray(values[0], dtype=float)
    if time >= times[last]:
        return np.asarray(values[last], dtype=float)
    k = next(k for k, later in enumerate(times) if later > time) - 1
    span = times[k + 1] - times[k]
    t = (time - times[k]) / span

    def slope(j: int) -> Floats:
        # The ends have none: a camera starts and stops gently.
        if j <= 0 or j >= last:
            return np.zeros(3)
        return np.asarray((values[j + 1] - values[j - 1]) / (times[j + 1] - times[j - 1]))

    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * values[k]
        + (t**3 - 2 * t**2 + t) * slope(k) * span
        + (3 * t**2 - 2 * t**3) * values[k + 1]
        + (t**3 - t**2) * slope(k + 1) * span
    )


class FilmPath:
    """The shots of a scenario, and the groups that they follow, by the numbers of their names."""

    def __init__(self, keys: Sequence[CameraKey], names: Sequence[str | None]) -> None:
        self._times = [key.at for key in keys]
        self._places = np.array([key.position for key in keys], dtype=float).reshape(-1, 3)
        self._targets = [key.target for key in keys]
        self._follow = [None if key.follow is None else names.index(key.follow) for key in keys]
        self._middles: dict[int, Floats] = {}
        """Of groups, followed a little late: whoever is eaten must not jerk the camera."""
        self._time = -math.inf

    @property
    def seconds(self) -> float:
        """When it comes to rest."""
        return self._times[-1] if self._times else 0.0

    def at(
        self, time: float, places: Floats, groups: Sequence[int], seconds: float
    ) -> tuple[Floats, Floats]:
        """Where the camera is and what it looks at [m].

        places [m], shape (fish, 3), and the groups that they are of; seconds have passed for it.
        """
        if abs(time - self._time) > LEAP:
            self._middles.clear()
        self._time = time
        self._follow_groups(places, np.asarray(groups), seconds)
        targets = np.array([self._target(k) for k in range(len(self._times))], dtype=float)
        return (
            curve_at(self._times, self._places, time),
            curve_at(self._times, targets.reshape(-1, 3), time),
        )

    def _follow_groups(self, places: Floats, groups: NDArray[np.int_], seconds: float) -> None:
        for group in {group for group in self._follow if group is not None}:
            there = places[groups == group]
            if not len(there):
                continue
            goal, before = there.mean(axis=0), self._middles.get(group)
            if before is None:
                self._middles[group] = goal
            else:
                share = 1.0 - 0.5 ** (seconds / MIDDLE_HALF_LIFE)
                self._middles[group] = before + (goal - before) * share

    def _target(self, k: int) -> Sequence[float]:
        """Of a group that has not come yet, or is gone, where the shot before or after looks."""
        own, group = self._targets[k], self._follow[k]
        if own is not None:
            return own
        if group in self._middles:
            return [float(one) for one in self._middles[group]]
        others = [*reversed(self._targets[:k]), *self._targets[k:]]
        return next((target for target in others if target is not None), (0.0, 0.0, 0.0))
