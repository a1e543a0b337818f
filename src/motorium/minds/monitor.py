"""The monitor: who is asked for the same for long is recommended something else.

Yu & Terzopoulos 1999, section 6.1: with few segments fishes fall into step. It goes by what is
asked for, not by what a motor makes of it, so that fates do not depend on motors.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.commands import Advice, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE

__all__ = ["LONG", "Monitor"]

WATCH: Final = 16
"""Frames between two looks at a fish."""
LONG: Final = 10.0
"""For about so long [s] may a fish of 20 cm do one thing before it is recommended another; larger
ones live more slowly, by the root of their size."""
TWENTY_CENTIMETRES: Final = 0.2
ALIKE: Final = 0.05
"""Speeds that differ by less than this share are the same thing."""
ADVICES: Final = len(Advice) - 1


class Monitor:
    """Keeps watch over a population; writes `commands.advice`, which minds heed or not."""

    def __init__(self, population: Population, commands: Commands) -> None:
        self._population = population
        self._commands = commands
        capacity = population.capacity
        self._owners = np.full(capacity, -1, dtype=np.int64)
        self._speeds = np.zeros(capacity)
        self._actions = np.zeros(capacity, dtype=np.uint32)
        self._since = np.zeros(capacity, dtype=np.int64)
        self._given = np.zeros(capacity, dtype=np.int64)

    def watch(self, frame: int) -> None:
        """Look at the next part of them."""
        _watch(
            frame,
            self._population.living,
            self._population.ids,
            self._population.lengths,
            self._commands["speed"],
            self._commands.action_sequence,
            self._owners,
            self._speeds,
            self._actions,
            self._since,
            self._given,
            self._commands.advice,
        )


@kernel
def _watch(
    frame: int,
    living: NDArray[np.intp],
    ids: NDArray[np.int64],
    lengths: NDArray[np.float32],
    speed: Floats,
    actions: NDArray[np.uint32],
    owners: NDArray[np.int64],
    speeds: Floats,
    actions_before: NDArray[np.uint32],
    since: NDArray[np.int64],
    given: NDArray[np.int64],
    advice_out: NDArray[np.int8],
) -> None:
    first = frame % WATCH
    for at in range(len(living)):
        slot = living[at]
        if slot % WATCH != first:
            continue
        same = owners[slot] == ids[slot] and actions_before[slot] == actions[slot]
        if not same or abs(speed[slot] - speeds[slot]) > ALIKE * speeds[slot]:
            if owners[slot] != ids[slot]:
                given[slot] = 0
            owners[slot] = ids[slot]
            speeds[slot] = speed[slot]
            actions_before[slot] = actions[slot]
            since[slot] = frame
            continue
        # Everybody has a patience of his own, else all would change at once.
        own = 0.75 + 0.5 * (_scrambled(ids[slot]) % 1024) / 1024
        patience = LONG * own * math.sqrt(lengths[slot] / TWENTY_CENTIMETRES)
        if frame - since[slot] > patience * FRAME_RATE:
            since[slot] = frame
            given[slot] += 1
            advice_out[slot] = 1 + _scrambled(ids[slot] * 7919 + given[slot]) % ADVICES


@kernel
def _scrambled(number: int) -> Any:
    """A whole number from 0 on that looks random, the same for the same number."""
    mixed = np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed ^ (mixed >> np.uint64(32))) >> np.uint64(16))
