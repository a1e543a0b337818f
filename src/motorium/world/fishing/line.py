"""A fishing line: where its hook hangs, how it sinks, swings and is pulled up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.settings import SettingsError
from motorium.world.fishing.settings import LineSettings
from motorium.world.habitat.carrying import push_out, standing_height
from motorium.world.habitat.currents import Currents
from motorium.world.habitat.drifting import Particles
from motorium.world.habitat.habitat import Habitat

__all__ = ["Line", "LineState"]

# Ours: the text says that a hook descends, and no more (Tu 1999, section 10.1).
SINKS: Final = 0.25
"""How fast line is given [m/s]: slower than the hook would fall, so that it stays taut."""
PULLS: Final = 0.25
"""How fast it is pulled up [m/s]: somewhat slower than a hand can pull a small fish."""
FALLS: Final = 0.6
"""How fast a free hook would fall [m/s], one of a few grams: what keeps it upright in a current."""
OFF_GROUND: Final = 0.3
"""How far from the ground it hangs at least [m]: a fish comes from all sides."""
SHALLOWEST: Final = 0.2
"""How deep at least [m]."""
BAIT: Final = 0.012
"""How large the bait is [m]."""

LineState = Literal["up", "sinks", "waits", "pulls"]


class Line:
    """Hangs from the surface of a habitat, or is up.

    top [m], shape (3,): where it enters the water; hook [m], shape (3,); state; caught: the id of
    who hangs on the hook; bait: on the hook, as something that can be bitten.
    """

    def __init__(self, settings: LineSettings, habitat: Habitat) -> None:
        self.settings = settings
        self.state: LineState = "up"
        self.caught: int | None = None
        solids = habitat.plankton.solids
        self.bait = Particles(1, solids)
        self.bait.sizes[:] = BAIT
        self.hook: Floats = self.bait.positions[0]
        self.top: Floats = np.array([*settings.place, solids.surface])
        self.hook[:] = self.top
        self.length = 0.0
        """Of the line in the water [m]."""
        try:
            self._depth = self._deepest(*settings.place)
        except ValueError as problem:
            raise SettingsError(f"line.place: {problem}") from None
        self._flow: Floats = np.zeros((1, 3))

    def check(self, place: Sequence[float] | Floats) -> tuple[float, float]:
        """Where it shall come into the water [m], if it can."""
        given = np.array(place)
        numbers = given.dtype.kind in "iuf" and given.shape == (2,)
        where = given.astype(np.float64) if numbers else np.full(2, np.nan)
        if not np.isfinite(where).all():
            raise ValueError(f"a line at {place}: its place is two finite numbers of metres, x, y")
        if self.state != "up":
            raise ValueError("the line is in the water already; pull it up first")
        x, y = where.tolist()
        boundary = self.bait.solids.boundary
        if math.hypot(x, y) > boundary:
            raise ValueError(
                f"a line at {x:g}, {y:g} m is outside the habitat: at most {boundary:g} m from its "
                "middle"
            )
        self._deepest(x, y)
        return x, y

    def cast(self, place: tuple[float, float]) -> None:
        """Let the hook down, with bait on it."""
        self._depth = self._deepest(*place)
        self.top[:2] = place
        self.hook[:] = self.top
        self.length = 0.0
        self.bait.there[0] = 1
        self.state = "sinks"

    def pull(self) -> None:
        """Begin to pull it up."""
        if self.state in ("up", "pulls"):
            done = "up" if self.state == "up" else "being pulled up"
            raise ValueError(f"the line is {done} already; cast it first")
        self.state = "pulls"

    def advance(self, seconds: float, currents: Currents, taut: bool) -> None:
        """One frame, at a time [s]; taut: whether who hangs on it follows, else it waits."""
        if self.state == "up":
            return
        if self.state == "sinks":
            self.length = min(self.length + SINKS * FRAME_SECONDS, self._depth)
            if self.length == self._depth:
                self.state = "waits"
        elif self.state == "pulls" and taut:
            self.length = max(self.length - PULLS * FRAME_SECONDS, 0.0)
        self._swing(seconds, currents)
        if self.state == "pulls" and self.length == 0.0 and self.caught is None:
            self.rest()

    def rest(self) -> None:
        """It is up, and has nobody on its hook."""
        self.state, self.caught, self.length = "up", None, 0.0
        self.bait.there[0] = 0
        self.hook[:] = self.top

    def _swing(self, seconds: float, currents: Currents) -> None:
        """Sideways the water takes the hook along, and its weight back: x' = u - FALLS x / length,
        so that in a steady current it hangs aslant by u / FALLS."""
        currents.write(self.bait.positions, seconds, self._flow)
        kept = self.length / (self.length + FALLS * FRAME_SECONDS)
        x, y = (
            kept * (self.hook[axis] - self.top[axis] + FRAME_SECONDS * self._flow[0, axis])
            for axis in range(2)
        )
        aside = math.hypot(x, y)
        if aside > self.length:
            x, y, aside = x * self.length / aside, y * self.length / aside, self.length
        down = math.sqrt(self.length**2 - aside**2)
        place = self.top[0] + x, self.top[1] + y, self.top[2] - down
        self.hook[:] = push_out(self.bait.solids, *place)[1:4]

    def _deepest(self, x: float, y: float) -> float:
        solids = self.bait.solids
        water = float(solids.surface - standing_height(solids, x, y)) - OFF_GROUND
        if water < SHALLOWEST:
            raise ValueError(
                f"a line at {x:g}, {y:g} m would lie on the ground or on a rock: it needs "
                f"{SHALLOWEST + OFF_GROUND:g} m of water"
            )
        return min(self.settings.depth, water)
