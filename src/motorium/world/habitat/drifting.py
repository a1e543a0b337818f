"""What drifts: plankton, bubbles, and food that somebody dropped."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.world.habitat.biting import Columns, Mouths, bite
from motorium.world.habitat.carrying import (
    COARSE,
    EDGE,
    FINE,
    RESTS,
    SUNKEN,
    SURFACE,
    Solids,
    Work,
    are_free,
    carry,
    push_out,
    solids_of,
    standing_height,
)
from motorium.world.habitat.currents import Currents
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import MOST_PARTICLES, HabitatSettings
from motorium.world.habitat.terrain import Terrain

__all__ = ["EDIBLE", "Bubbles", "Food", "Particles", "Plankton", "eaten", "rising_speed"]

EDIBLE: Final = {"plankton": 1, "food": 2}
"""As `Population.eats` has it; who eats both adds them."""

PLANKTON_SIZES: Final = (0.002, 0.005)
"""[m], of copepods and krill's young."""
SWIMS: Final = 0.004
"""How fast [m/s], along each axis: about what a copepod does between its jumps."""
CALM: Final = 1.5
"""How long plankton swims about one way [s]."""
KEEPS: Final = 8
"""For so many frames it keeps its own velocity: chance costs more than water."""
TRIES: Final = 50
"""For a free place; who finds none tries again later."""
LATER: Final = 1.0
"""[s]"""
AROUND: Final = 0.4
"""How long it takes to come in again on the other side of a habitat [s]."""
INSIDE: Final = 0.99
"""Where one comes in, in radii of the habitat."""

PIECE_SIZES: Final = (0.004, 0.008)
"""Of food [m]."""
SCATTER: Final = 0.03
"""How far from where it was dropped food begins [m]: of a normal distribution."""
MOST_FOOD: Final = 600
"""Pieces in the water; the oldest make room."""
UNEVEN: Final = 0.25
"""By which share pieces sink faster or slower."""

GRAVITY: Final = 9.81
SURFACE_TENSION: Final = 0.072
"""Of water against air [N/m]."""
DENSITY: Final = 1000.0
"""Of water [kg/m^3]."""
VISCOSITY: Final = 1e-6
"""Of water, kinematic [m^2/s]."""
WOBBLE: Final = (0.4, 5.0)
"""Of a bubble: how fast it goes sideways, in speeds of its rise, and how often a second around.
Bubbles of some millimetres rise in spirals and zigzags of about their own width."""
SPARE: Final = 1.5
"""Places for bubbles, against how many are under way in still water."""


class Particles:
    """A fixed number of places for small things.

    positions [m], shape (capacity, 3); there: 1 where there is one, shape (capacity,); sizes:
    diameters [m], shape (capacity,).
    """

    def __init__(self, capacity: int, solids: Solids) -> None:
        self.solids = solids
        self._seconds = 0.0
        self._make_room(capacity)
        self._biters: Slots = np.zeros(0, dtype=np.intp)
        self._bitten: Slots = np.zeros(0, dtype=np.intp)

    def _make_room(self, capacity: int) -> None:
        self.positions: Floats = np.zeros((capacity, 3))
        self.there = np.zeros(capacity, dtype=np.uint8)
        self.sizes = np.zeros(capacity, dtype=np.float32)
        self._own = np.zeros((capacity, 3))
        self._touched = np.zeros(capacity, dtype=np.uint8)
        self._work = Work.room(capacity)
        self._columns = Columns.room(capacity)
        self._stirred = np.zeros(capacity, dtype=np.uint8)

    def __len__(self) -> int:
        return int(self.there.sum())

    def bitten(self, people: Population, what: int, mouths: Mouths) -> list[tuple[int, int]]:
        """Who has one of these in its mouth, of those that eat `what` (`EDIBLE`): (slot, which);
        they are taken away. Mouths that suck draw them near."""
        if len(self._biters) != people.capacity:
            self._biters, self._bitten = np.zeros((2, people.capacity), dtype=np.intp)
        count = bite(
            self._columns,
            self.solids.boundary,
            people.living,
            people.positions,
            people.orientations,
            people.lengths,
            people.eats,
            what,
            mouths,
            self.positions,
            self.there,
            self._stirred,
            self._biters,
            self._bitten,
        )
        if not count:
            return []
        self.take(self._bitten[:count])
        return list(zip(self._biters[:count].tolist(), self._bitten[:count].tolist(), strict=True))

    def take(self, which: Slots) -> None:
        """Somebody has swallowed these."""
        self.there[which] = 0

    def _carry(
        self, seconds: float, currents: Currents, moving: NDArray[np.uint8], stages: Floats
    ) -> None:
        carry(
            currents.field,
            currents.everywhere,
            currents.strength,
            self.solids,
            stages,
            self._work,
            seconds,
            FRAME_SECONDS,
            moving,
            self._own,
            self.positions,
            self._touched,
        )


class Plankton(Particles):
    """Drifts with the water, never into what is solid; who was eaten comes back elsewhere.

    It swims a little, ever another way. What flows out of the habitat comes in on the other side,
    or elsewhere if water flows out there, too; what a sink has taken comes back like what was
    eaten.

    swims: how fast it moves by itself [m/s], along each axis; 0: it only drifts.
    """

    def __init__(
        self,
        settings: HabitatSettings,
        terrain: Terrain,
        obstacles: Obstacles,
        chance: np.random.Generator,
    ) -> None:
        super().__init__(settings.plankton.count, solids_of(settings, terrain, obstacles))
        self._chance = chance
        self._away = settings.plankton.back
        self.swims = SWIMS
        self._back = np.zeros(settings.plankton.count)
        self._lowest = float(terrain.heights.min())
        self._keeps = KEEPS
        self._begin(0)

    def hold(self, count: int) -> None:
        """Let there be so many from now on: the first stay, and new ones come at free places."""
        kept, before = min(count, len(self.there)), self._rows()
        self._make_room(count)
        self._back = np.zeros(count)
        for new, old in zip(self._rows(), before, strict=True):
            new[:kept] = old[:kept]
        self._begin(kept)

    def _rows(self) -> list[NDArray[Any]]:
        """What is known of each."""
        return [self.positions, self.there, self.sizes, self._own, self._touched, self._back]

    def _begin(self, first: int) -> None:
        """All from this one on are new."""
        new = np.arange(first, len(self.there))
        self.sizes[new] = self._chance.uniform(*PLANKTON_SIZES, len(new))
        self._own[new] = self.swims * self._chance.standard_normal((len(new), 3))
        self._put(new)
        self.there[new[self._back[new] == 0.0]] = 1

    def advance(self, seconds: float, currents: Currents) -> None:
        """Drift for one frame."""
        self._seconds = seconds
        due = np.flatnonzero((self._back <= seconds) & (self.there == 0))
        if len(due):
            self.there[due] = are_free(self.solids, self.positions[due])
            self._put(due[self.there[due] == 0])
        self._turn()
        self._carry(seconds, currents, self.there, FINE)
        if (self._touched & (EDGE | SUNKEN)).any():
            self._flow_out(currents)

    def take(self, which: Slots) -> None:
        """Somebody has swallowed these: they come back elsewhere, after a while."""
        super().take(which)
        self._back[which] = self._seconds + self._away * self._chance.standard_exponential(
            len(which)
        )
        self._put(which)

    def _turn(self) -> None:
        """Own velocities, a random process without memory (Ornstein and Uhlenbeck's)."""
        if self.swims == 0.0:
            self._own[:] = 0.0
            return
        self._keeps -= 1
        if self._keeps > 0:
            return
        self._keeps = KEEPS
        kept = math.exp(-KEEPS * FRAME_SECONDS / CALM)
        another = self._chance.standard_normal(self._own.shape)
        another *= self.swims * math.sqrt(1.0 - kept * kept)
        self._own *= kept
        self._own += another

    def _flow_out(self, currents: Currents) -> None:
        self.take(np.flatnonzero(self._touched & SUNKEN))
        leaving = np.flatnonzero((self._touched & EDGE) * self.there)
        if not len(leaving):
            return
        self.there[leaving] = 0
        self._back[leaving] = self._seconds + AROUND
        across = self.positions[leaving] * (-INSIDE, -INSIDE, 1.0)
        inwards = (currents.at(across, self._seconds) * across)[:, :2].sum(axis=1) <= 0.0
        free = inwards & are_free(self.solids, across)
        self.positions[leaving[free]] = across[free]
        self._put(leaving[~free])

    def _put(self, which: Slots) -> None:
        """At free places, any is as likely as any other; who finds none tries later."""
        solids = self.solids
        for _ in range(TRIES):
            if not len(which):
                return
            far = solids.boundary * np.sqrt(self._chance.random(len(which)))
            angle = self._chance.uniform(-np.pi, np.pi, len(which))
            height = self._chance.uniform(self._lowest, solids.surface, len(which))
            places = np.stack([far * np.cos(angle), far * np.sin(angle), height], axis=1)
            free = are_free(solids, places)
            self.positions[which[free]] = places[free]
            which = which[~free]
        self._back[which] = np.maximum(self._back[which], self._seconds + LATER)


class Food(Particles):
    """Sinks slowly to the ground and lies there until it is eaten or gone."""

    def __init__(
        self,
        settings: HabitatSettings,
        terrain: Terrain,
        obstacles: Obstacles,
        chance: np.random.Generator,
    ) -> None:
        super().__init__(MOST_FOOD, solids_of(settings, terrain, obstacles))
        # A chance of its own: plankton goes the same ways whether somebody drops food or not.
        self._chance = chance.spawn(1)[0]
        self._settings = settings.food
        self._dropped = np.zeros(MOST_FOOD)
        self._sinking = np.zeros(MOST_FOOD, dtype=np.uint8)

    def drop(self, place: ArrayLike) -> int:
        """Pieces around a place [m]; how many there was room for."""
        middle = np.asarray(place, dtype=np.float64)
        if middle.shape != (3,) or not np.isfinite(middle).all():
            raise ValueError(f"food is dropped at three numbers in metres, not at {place!r}")
        pieces = min(self._settings.pieces, MOST_FOOD)
        # Free places first, then the oldest.
        which = np.lexsort((self._dropped, self.there))[:pieces]
        self.there[which] = self._sinking[which] = 0
        self.positions[which] = middle + SCATTER * self._chance.standard_normal((pieces, 3))
        self.sizes[which] = self._chance.uniform(*PIECE_SIZES, pieces)
        self._own[which, 2] = -self._settings.sinks * self._chance.uniform(
            1.0 - UNEVEN, 1.0 + UNEVEN, pieces
        )
        for one in which:
            free, *found, _ = push_out(self.solids, *self.positions[one])
            self.positions[one] = found
            self.there[one] = self._sinking[one] = free
        self._dropped[which] = self._seconds
        return int(self.there[which].sum())

    def advance(self, seconds: float, currents: Currents) -> None:
        """Sink for one frame."""
        self._seconds = seconds
        if not self.there.any():
            return
        self.there[self._dropped + self._settings.lasts <= seconds] = 0
        # What was sucked off the ground sinks again.
        self._sinking |= self._stirred
        self._stirred[:] = 0
        self._sinking &= self.there
        if self._sinking.any():
            self._carry(seconds, currents, self._sinking, COARSE)
            self._sinking[self._touched & RESTS != 0] = 0


class Bubbles(Particles):
    """Rise from vents in the ground to the surface, and drift on their way.

    vents [m], shape (n, 3).
    """

    def __init__(
        self,
        settings: HabitatSettings,
        terrain: Terrain,
        obstacles: Obstacles,
        chance: np.random.Generator,
    ) -> None:
        bubbles = settings.bubbles
        solids = solids_of(settings, terrain, obstacles)
        self.vents = _vents(settings, solids, chance)
        slowest = rising_speed(np.array(bubbles.diameter)).min()
        under_way = (settings.surface - self.vents[:, 2]) / slowest * bubbles.rate
        super().__init__(min(math.ceil(SPARE * (under_way + 1).sum()), MOST_PARTICLES), solids)
        self._chance = chance
        self._settings = bubbles
        self._next = chance.uniform(0.0, 1.0 / bubbles.rate, len(self.vents))
        self._sideways = np.zeros((len(self.there), 2))
        self._rotation = np.zeros((2, 2))

    def advance(self, seconds: float, currents: Currents) -> None:
        """Rise for one frame."""
        if not len(self.vents):
            return
        self._come_out(seconds)
        self._wobble(seconds)
        self._carry(seconds, currents, self.there, COARSE)
        self.there[self._touched & (SURFACE | EDGE | SUNKEN) != 0] = 0

    def _wobble(self, seconds: float) -> None:
        """Own velocities: up, and around each bubble's own way."""
        turned = 2.0 * np.pi * WOBBLE[1] * seconds
        across, along = math.cos(turned), math.sin(turned)
        self._rotation[:] = (across, along), (-along, across)
        np.matmul(self._sideways, self._rotation, out=self._own[:, :2])

    def _come_out(self, seconds: float) -> None:
        due = np.flatnonzero(self._next <= seconds)
        if not len(due):
            return
        free = np.flatnonzero(self.there == 0)[: len(due)]
        due = due[: len(free)]
        self._next[due] = seconds + self._chance.uniform(0.5, 1.5, len(due)) / self._settings.rate
        self.sizes[free] = self._chance.uniform(*self._settings.diameter, len(due))
        speeds = rising_speed(self.sizes[free])
        phases = self._chance.uniform(-np.pi, np.pi, len(due))
        self._own[free, 2] = speeds
        self._sideways[free, 0] = WOBBLE[0] * speeds * np.cos(phases)
        self._sideways[free, 1] = WOBBLE[0] * speeds * np.sin(phases)
        self.positions[free] = self.vents[due]
        self.there[free] = 1


def rising_speed(diameters: ArrayLike) -> Floats:
    """Terminal speed [m/s] of air bubbles in water, by diameter [m].

    From about 1.3 mm on Mendelson's (AIChE Journal 13, 1967): sqrt(2 sigma / (rho d) + g d / 2);
    smaller ones are slower, by Stokes: g d^2 / (18 nu).
    """
    d = np.asarray(diameters, dtype=np.float64)
    waves = np.sqrt(2.0 * SURFACE_TENSION / (DENSITY * d) + 0.5 * GRAVITY * d)
    return np.minimum(waves, GRAVITY * d**2 / (18.0 * VISCOSITY))


def _vents(settings: HabitatSettings, solids: Solids, chance: np.random.Generator) -> Floats:
    """On the ground, or on an obstacle that stands there."""
    bubbles = settings.bubbles
    if bubbles.places is not None:
        spots = np.array(bubbles.places, dtype=np.float64).reshape(-1, 2)
    else:
        inner, outer = np.square(bubbles.around)
        far = np.sqrt(chance.uniform(inner, outer, bubbles.count))
        angle = chance.uniform(-np.pi, np.pi, bubbles.count)
        spots = np.stack([far * np.cos(angle), far * np.sin(angle)], axis=1)
    vents = np.zeros((len(spots), 3))
    for vent, (x, y) in zip(vents, spots, strict=True):
        vent[:] = x, y, standing_height(solids, x, y)
    return vents


def eaten(
    people: Population, plankton: Plankton, food: Food, mouths: Mouths | None = None
) -> list[tuple[int, str, int]]:
    """What comes into mouths in this frame, taken away: (slot, "plankton" or "food", which);
    mouths: all are agape if it is left out."""
    mouths = Mouths.agape(people.capacity) if mouths is None else mouths
    return [
        (slot, name, which)
        for name, particles in (("plankton", plankton), ("food", food))
        for slot, which in particles.bitten(people, EDIBLE[name], mouths)
    ]
