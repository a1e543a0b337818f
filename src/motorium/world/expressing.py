"""Expressions: mouths that open and snap shut, colours of courtship, and paleness for fear.

What is seen of a mind on a face. It follows from what minds decide and from what is eaten, for
everybody alike, whether somebody looks or not; nothing in the world depends on it.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.perception import Kind
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.minds.instinct.behaviours import EAT, MATE
from motorium.minds.instinct.routines import names
from motorium.world.habitat.suction import mouth_of
from motorium.world.instincts import Instincts

__all__ = ["COURTSHIP", "FEAR", "MOUTH", "Expressing"]

# Columns of `Population.expression`.
MOUTH: Final = 0
COURTSHIP: Final = 1
FEAR: Final = 2

# Ours: the seeds draw mouths and colours, and print no times.
OPENING: Final = 0.1
"""How long a fish of the standard length takes to open its mouth wide [s]."""
CLOSING: Final = 0.15
"""And to close it again [s]: together a gulp, as long as that of a sunfish that feeds."""
STANDARD: Final = 0.2
"""[m]: others gulp slower or faster by the square root of their length."""
LUNGE: Final = 1.5
"""A predator begins to open its mouth when its snout is as near to its prey as that [its L]."""
NIBBLE: Final = 0.3
"""How far open is a mouth that nuzzles."""
BLUSHES: Final = 2.0
"""How long it takes to put on the colours of courtship [s]."""
PALES: Final = 4.0
"""And until they are gone again [s]."""
HERS: Final = 1.0 / 3.0
"""How bright a female's are: males are the colourful ones."""
STARTLES: Final = 0.15
"""Time constant with which fear shows [s]."""
CALMS: Final = 2.0
"""And with which it goes [s]."""
FAINT: Final = 1.0 / 512.0
"""Half of what can be sent: less does not show."""

_PREY: Final = int(Kind.PREY)


class Expressing:
    """Writes `Population.expression`, frame by frame."""

    def __init__(self, population: Population, commands: Commands, instincts: Instincts) -> None:
        self._population = population
        self._suction = commands.suction
        self._instincts = instincts
        capacity = population.capacity
        self._ids = np.full(capacity, -1, dtype=np.int64)
        self._opened = np.zeros(capacity)
        self._gulps = np.zeros(capacity)
        self._minded = np.zeros(capacity, dtype=np.uint8)

    def swallowed(self, slot: int) -> None:
        """Somebody has taken something into its mouth in this frame."""
        pace = _pace(float(self._population.lengths[slot]))
        if self._gulps[slot] <= CLOSING * pace:
            self._gulps[slot] = (OPENING + CLOSING) * pace

    def advance(self, driven: Slots) -> None:
        """A frame, after everybody has decided, moved and eaten; driven: by hand."""
        people, instincts = self._population, self._instincts
        minded = self._minded
        minded[:] = 0
        minded[instincts.slots] = 1
        minded[driven] = 0
        _express(
            people.living,
            people.ids,
            people.positions,
            people.orientations,
            people.lengths,
            self._suction,
            minded,
            instincts.perceived.female,
            instincts.instinct.brains,
            self._ids,
            self._opened,
            self._gulps,
            people.expression,
        )


@kernel
def _pace(length: float) -> float:
    """How many times slower than one of the standard length it gulps."""
    return math.sqrt(length / STANDARD)


@kernel
def _express(
    slots: Slots,
    ids: NDArray[np.int64],
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    suction: Floats,
    minded: NDArray[np.uint8],
    female: NDArray[np.uint8],
    brains: NDArray[Any],
    ids_out: NDArray[np.int64],
    opened_out: Floats,
    gulps_out: Floats,
    expression_out: NDArray[np.float32],
) -> None:
    """opened_out: how far on a mouth is from shut to open, 0 to 1; gulps_out [s]: what is left of
    a gulp; ids_out: whose they are, for slots are used again."""
    for slot in slots:
        if ids_out[slot] != ids[slot]:
            ids_out[slot] = ids[slot]
            opened_out[slot] = gulps_out[slot] = 0.0
        pace = _pace(lengths[slot])
        courtship, fear, brightest = 0.0, 0.0, 1.0
        mouth = min(max(suction[slot], 0.0), 1.0)
        if minded[slot]:
            brain = brains[slot]
            fear = min(max(float(brain.fear), 0.0), 1.0)
            brightest = HERS if female[slot] else 1.0
            if brain.intention == MATE:
                courtship = brightest
                if brain.routine == names.NUZZLING and not female[slot]:
                    mouth = max(mouth, NIBBLE)
            elif _hunts(brain, ids):
                near = _nearness(slot, brain.target, positions, orientations, lengths)
                mouth = max(mouth, near)
        if gulps_out[slot] > 0.0:
            # What was taken in is kept in: the mouth shuts, whatever it is asked for; who has it
            # wide open already does so at once.
            if opened_out[slot] >= 1.0:
                gulps_out[slot] = min(gulps_out[slot], CLOSING * pace)
            mouth = 1.0 if gulps_out[slot] > CLOSING * pace else 0.0
            gulps_out[slot] -= FRAME_SECONDS
        opened_out[slot] = _moved(
            opened_out[slot],
            mouth,
            FRAME_SECONDS / (OPENING * pace),
            FRAME_SECONDS / (CLOSING * pace),
        )
        opened = opened_out[slot]
        expression_out[slot, MOUTH] = opened * opened * (3.0 - 2.0 * opened)
        expression_out[slot, COURTSHIP] = _moved(
            expression_out[slot, COURTSHIP],
            courtship,
            brightest * FRAME_SECONDS / BLUSHES,
            brightest * FRAME_SECONDS / PALES,
        )
        shown = float(expression_out[slot, FEAR])
        constant = STARTLES if fear > shown else CALMS
        shown += (fear - shown) * (1.0 - math.exp(-FRAME_SECONDS / constant))
        expression_out[slot, FEAR] = shown if shown > FAINT or fear > FAINT else 0.0


@kernel
def _hunts(brain: Any, ids: NDArray[np.int64]) -> bool:
    """Whether it is after prey that still lives."""
    after = brain.intention == EAT and brain.target_kind == _PREY and brain.target >= 0
    return bool(after and ids[brain.target] == brain.target_id)


@kernel
def _moved(value: float, goal: float, up: float, down: float) -> float:
    """A step towards a goal, as far as it goes in a frame."""
    return min(value + up, goal) if goal > value else max(value - down, goal)


@kernel
def _nearness(
    slot: int,
    prey: int,
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
) -> float:
    """How wide a predator opens its mouth for its prey: 0 from afar, 1 at half of a lunge."""
    length = float(lengths[slot])
    x, y, z = mouth_of(positions[slot], orientations[slot], length)
    place = positions[prey]
    far = math.sqrt((place[0] - x) ** 2 + (place[1] - y) ** 2 + (place[2] - z) ** 2)
    return min(max(2.0 * (1.0 - far / (LUNGE * length)), 0.0), 1.0)
