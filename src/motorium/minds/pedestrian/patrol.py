"""Guards: soldiers who go from stop to stop, take up postures there, and go around again.

guards = Guards(population, commands, POSTURES)
guards.enter(slot, town.guard[0])
guards.decide(frame)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from motorium.contracts.commands import Commands
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_SECONDS

__all__ = ["Guards", "Patrol", "PatrolStop"]

THERE: Final = 0.35
"""How near to a stop a guard is there [m]."""
SLOWS: Final = 0.8
"""How long he slows down before it [s]."""
SLOWEST: Final = 0.4
"""[m/s]"""
TURNS_FIRST: Final = 0.9
"""Who must turn by more turns before he goes [rad]."""
KEEPS_OFF: Final = (0.75, 0.8)
"""He stands when somebody is so near in front of him [m], and as far as he goes in so long [s]."""
GETTING_UP: Final = 1.5
"""How long he gets up from a posture before he goes [s]."""


class PatrolStop(Protocol):
    """A place [m], how long he stays there [s], his posture there, and where he looks [degrees]."""

    @property
    def at(self) -> tuple[float, float]: ...
    @property
    def seconds(self) -> float: ...
    @property
    def posture(self) -> str: ...
    @property
    def faces(self) -> float | None: ...


class Patrol(Protocol):
    """Stops, a speed [m/s], and whether he goes back the same way."""

    @property
    def name(self) -> str: ...
    @property
    def stop(self) -> Sequence[PatrolStop]: ...
    @property
    def speed(self) -> float: ...
    @property
    def turns_back(self) -> bool: ...


@dataclass
class _Guard:
    patrol: Patrol
    next: int = 0
    onward: int = 1
    stays_until: float = math.inf
    leaves_at: float = -math.inf
    staying: bool = False
    face: float = 0.0
    why: str = ""


class Guards:
    """postures: their names, in the order of their numbers in the soldiers' posture graph."""

    def __init__(self, population: Population, commands: Commands, postures: Sequence[str]) -> None:
        self._population, self._commands = population, commands
        self._postures = {name: number for number, name in enumerate(postures)}
        self._guards: dict[int, _Guard] = {}

    def enter(self, slot: int, patrol: Patrol) -> None:
        """Sends somebody on a patrol, to its first stop."""
        for stop in patrol.stop:
            if stop.posture not in self._postures:
                known = ", ".join(self._postures)
                raise ValueError(f"{patrol.name}: no posture {stop.posture!r}; known are {known}")
        self._guards[slot] = _Guard(patrol)

    def leave(self, slot: int) -> None:
        """He is not commanded any more."""
        self._guards.pop(slot, None)

    def why(self, slot: int) -> str:
        """Why a guard does what he does, in a sentence without its subject."""
        return self._guards[slot].why if slot in self._guards else "does what he is asked"

    def decide(self, frame: int) -> None:
        """Writes commands."""
        seconds = frame * FRAME_SECONDS
        for slot, guard in self._guards.items():
            if guard.staying:
                self._stay(slot, guard, seconds)
            else:
                self._go(slot, guard, seconds)

    # ------------------------------------------------------------ inside

    def _go(self, slot: int, guard: _Guard, seconds: float) -> None:
        stop = guard.patrol.stop[guard.next]
        x, y, _ = self._population.positions[slot]
        by_x, by_y = stop.at[0] - x, stop.at[1] - y
        far = math.hypot(by_x, by_y)
        if far < THERE:
            self._arrive(slot, guard, seconds)
            return
        w, a, b, c = self._population.orientations[slot]
        heading = math.atan2(2.0 * (a * b + w * c), 1.0 - 2.0 * (b * b + c * c))
        turn = math.remainder(math.atan2(by_y, by_x) - heading, 2.0 * math.pi)
        speed = guard.patrol.speed
        if stop.seconds > 0.0:
            speed = min(speed, max(far / SLOWS, SLOWEST))
        guard.why = f"patrols to stop {guard.next + 1} of {len(guard.patrol.stop)}"
        if abs(turn) > TURNS_FIRST or seconds < guard.leaves_at:
            speed = 0.0
        elif self._barred(slot, heading + turn, speed):
            speed, guard.why = 0.0, "lets somebody pass on his patrol"
        self._set(slot, speed, heading + turn)
        guard.face = heading + turn

    def _arrive(self, slot: int, guard: _Guard, seconds: float) -> None:
        stop = guard.patrol.stop[guard.next]
        if stop.seconds <= 0.0:
            self._next(guard)
            return
        guard.staying, guard.stays_until = True, seconds + stop.seconds
        if stop.faces is not None:
            guard.face = math.radians(stop.faces)
        self._set(slot, 0.0, guard.face)
        self._commands.begin("posture", np.array([slot]), self._postures[stop.posture])
        guard.why = f"keeps watch, {stop.posture}"

    def _stay(self, slot: int, guard: _Guard, seconds: float) -> None:
        if seconds < guard.stays_until or len(guard.patrol.stop) == 1:
            return
        guard.staying = False
        guard.leaves_at = seconds + GETTING_UP
        first = next(iter(self._postures.values()))
        upright = self._postures.get("standing deployed", first)
        if guard.patrol.stop[guard.next].posture != "standing deployed":
            self._commands.begin("posture", np.array([slot]), upright)
        else:
            guard.leaves_at = seconds
        self._next(guard)

    def _next(self, guard: _Guard) -> None:
        count = len(guard.patrol.stop)
        if guard.patrol.turns_back and count > 1:
            if not 0 <= guard.next + guard.onward < count:
                guard.onward = -guard.onward
            guard.next += guard.onward
        else:
            guard.next = (guard.next + 1) % count

    def _barred(self, slot: int, heading: float, speed: float) -> bool:
        living = self._population.living
        by = self._population.positions[living, :2] - self._population.positions[slot, :2]
        ahead = by[:, 0] * math.cos(heading) + by[:, 1] * math.sin(heading)
        aside = by[:, 1] * math.cos(heading) - by[:, 0] * math.sin(heading)
        close = ahead < KEEPS_OFF[0] + KEEPS_OFF[1] * speed
        return bool(np.any((ahead > 0.1) & close & (np.abs(aside) < 0.45)))

    def _set(self, slot: int, speed: float, heading: float) -> None:
        slots = np.array([slot])
        self._commands.set("speed", slots, speed)
        self._commands.set("heading", slots, heading)
        self._commands.set("course", slots, 0.0)
