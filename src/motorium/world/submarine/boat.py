"""The submarine: steered by a person, perceived by fishes as if it were another large fish.

Yu & Terzopoulos 1999, sections 8.2 and 9.1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.events import register_event
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.world.habitat.clearance import Limits
from motorium.world.submarine.holding import CONTACTS, gather, go, room_around
from motorium.world.submarine.motion import FASTEST, STATE, drive, move, orientation_of
from motorium.world.submarine.parting import part
from motorium.world.submarine.settings import LENGTH, RADIUS

__all__ = ["BUMPED", "FIRST", "NUMBERED", "TRACK", "Helm", "Submarine", "hull"]

BUMPED = register_event("bumped", "the submarine is held back by something solid")

FIRST: Final = 1
"""Number of the submarine that a scenario has; it is always there."""
TRACK: Final = np.dtype(
    [
        ("position", "f8", (3,)),
        ("orientation", "f8", (4,)),
        ("velocity", "f8", (3,)),
        ("helm", "f8", (4,)),
        ("stop", "u1"),
    ]
)
"""How a submarine is in a frame: as `Submarine` and `Helm` have it."""
NUMBERED: Final = np.dtype([("number", "u1"), *TRACK.descr])
"""And which one that is."""

HARD: Final = 0.2
"""Who comes faster than that to what holds him has bumped [m/s]; slower, he slides along it."""
AGAIN: Final = 60
"""And bumps again when that was not so for so many frames."""
AT_REST: Final = 0.15
"""How menacing it is when it lies still: large, but no more than that; at full speed all of 1, as a
predator. Prey that is as timid as a species' own never flees from it at rest."""
RISE: Final = 0.05
"""By which steps it looks for free water above where it is put [m]."""


def hull() -> Floats:
    """Points of it in its own frame [L], as many as a fish has nodes, shape (23, 3): the bow, five
    rings, and the stern twice, where a fish has the tips of its tail."""
    half, thick = 0.5, RADIUS / LENGTH
    rings = [
        (x, thick * y, thick * z)
        for x in np.linspace(half - thick, thick - half, 5)
        for y, z in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    ]
    return np.array([(half, 0.0, 0.0), *rings, *2 * [(-half, 0.0, 0.0)]])


@dataclass(frozen=True)
class Helm:
    """thrust: ahead 1, astern -1; turn: left 1, right -1; pitch: bow up 1, down -1; lift: up 1,
    down -1; stop: full stop, whatever else it says."""

    thrust: float = 0.0
    turn: float = 0.0
    pitch: float = 0.0
    lift: float = 0.0
    stop: bool = False

    def turned(
        self,
        thrust: float | None = None,
        turn: float | None = None,
        pitch: float | None = None,
        lift: float | None = None,
        stop: bool | None = None,
    ) -> Helm:
        """With what is given instead."""
        levers = {"thrust": thrust, "turn": turn, "pitch": pitch, "lift": lift}
        given = {name: value for name, value in levers.items() if value is not None}
        for name, value in given.items():
            if isinstance(value, bool) or not isinstance(value, int | float | np.number):
                raise ValueError(f"{name} {value!r} is not a number from -1 to 1")
            if not -1.0 <= value <= 1.0:
                raise ValueError(f"{name} {value} is not a number from -1 to 1")
        if stop is not None and not isinstance(stop, bool | np.bool_):
            raise ValueError(f"stop {stop!r} is neither true nor false")
        stopping = self.stop if stop is None else bool(stop)
        return replace(self, **{k: float(v) for k, v in given.items()}, stop=stopping)

    def said(self) -> dict[str, float | bool]:
        """By name."""
        return asdict(self)


class Submarine:
    """position [m], orientation and velocity [m/s], as of an individual: rows of a population, in
    the slot of a visitor; number, from 1 on; length and radius [m] of its hull.

    It keeps its place against currents by itself and feels none of them. limits: None in open
    water, where it stays as near to the origin along each axis as things are shown, sight [m].
    """

    length: Final = LENGTH
    radius: Final = RADIUS
    fastest: Final = FASTEST
    """[m/s]"""

    def __init__(
        self,
        number: int,
        place: Sequence[float],
        heading: float,
        population: Population,
        limits: Limits | None,
        sight: float = math.inf,
    ) -> None:
        self.number = number
        self.slot = int(population.visitors[number - 1])
        population.visit(self.slot)
        self.position: Floats = population.positions[self.slot]
        self.orientation: Floats = population.orientations[self.slot]
        self.velocity: Floats = population.velocities[self.slot]
        population.lengths[self.slot] = LENGTH
        self.helm = Helm()
        self.held = 0.0
        """How fast it came to something solid that holds it back in this frame [m/s], else 0."""
        self._free_for = AGAIN
        self._limits = limits
        self._sight = sight
        self._levers = np.zeros(4)
        self._state = np.zeros(len(STATE))
        self._contacts = np.zeros((CONTACTS, 7))
        self._near = 0
        self.put(place, heading)

    @property
    def heading(self) -> float:
        """Left of the x axis [rad]."""
        return float(self._state[0])

    @property
    def angles(self) -> Floats:
        """Heading and pitch [rad], as they stand."""
        return self._state[:2]

    @property
    def spin(self) -> Floats:
        """How fast it turns and pitches [rad/s]."""
        return self._state[3:]

    @property
    def pitch(self) -> float:
        """Bow up [rad]."""
        return float(self._state[1])

    @property
    def speed(self) -> float:
        """[m/s]"""
        return math.hypot(*self.velocity)

    @property
    def menace(self) -> float:
        """What share of the fear of a predator it is worth."""
        return AT_REST + (1.0 - AT_REST) * min(self.speed / FASTEST, 1.0)

    def steer(self, helm: Helm) -> None:
        """From the next frame on."""
        self.helm = helm
        self._levers[:] = astuple(helm)[:4]

    def advance(self) -> bool:
        """One frame; whether it has bumped into something in it."""
        state, place, velocity = self._state, self.position, self.velocity
        drive(self._levers, self.helm.stop, FRAME_SECONDS, velocity, state)
        self.held = 0.0
        if self._limits is None:
            move(FRAME_SECONDS, place, velocity, state)
            self._stay_in_sight()
        else:
            self.held, self._near = go(
                self._limits, FRAME_SECONDS, self._near, place, velocity, state, self._contacts
            )
        orientation_of(state, self.orientation)
        bumped = self.held > HARD
        first = bumped and self._free_for >= AGAIN
        self._free_for = 0 if bumped else self._free_for + 1
        return first

    def _stay_in_sight(self) -> None:
        beyond = np.abs(self.position) > self._sight
        if beyond.any():
            self.held = float(np.abs(self.velocity[beyond]).max())
            self.velocity[beyond] = 0.0
            np.clip(self.position, -self._sight, self._sight, out=self.position)

    def put(self, place: Sequence[float] | Floats, heading: float, pitch: float = 0.0) -> None:
        """Somewhere [m], at rest."""
        self.position[:] = place
        self.velocity[:] = 0.0
        self._state[:2] = heading, pitch
        self._state[3:] = 0.0
        orientation_of(self._state, self.orientation)

    def part(
        self,
        people: Population,
        carrying: Floats,
        count: int,
        moved_out: Slots,
        streams_out: Floats,
    ) -> int:
        """Who must give way to its hull, and by which streams [m/s], beside so many who give way to
        others (`parting`); returns how many there are now."""
        return part(
            self.slot,
            self._state,
            people.living,
            people.positions,
            people.orientations,
            people.velocities,
            people.lengths,
            carrying,
            count,
            moved_out,
            streams_out,
        )

    def noted(self) -> NDArray[Any]:
        """How it is now, a record of TRACK."""
        row = np.zeros((), dtype=TRACK)
        row["position"], row["orientation"] = self.position, self.orientation
        row["velocity"], row["helm"] = self.velocity, self._levers
        row["stop"] = self.helm.stop
        return row

    def room(self) -> float:
        """From the hull to what is nearest [m], as far as that is near."""
        if self._limits is None:
            return math.inf
        state = self._state
        self._near = gather(self._limits, self.position, state[0], state[1], self._contacts)
        return room_around(self._contacts, self._near)

    def has_room(self, limits: Limits) -> bool:
        """Whether it would fit in where it is."""
        state = self._state
        near = gather(limits, self.position, state[0], state[1], self._contacts)
        return room_around(self._contacts, near) >= 0.0

    def look_anew(self, limits: Limits) -> None:
        """Something else is solid now."""
        self._limits = limits
        self.room()

    def rise_out(self) -> None:
        """Of whatever is where it was put."""
        limits = self._limits
        if limits is None:
            return
        x, y, z = self.position.tolist()
        while self.room() < 0.0:
            self.position[2] += RISE
            if self.position[2] + RADIUS > limits.surface:
                raise ValueError(
                    f"the submarine at {x:g}, {y:g}, {z:g} m does not fit in there, nor above; "
                    f"it is {LENGTH:g} m long and {2 * RADIUS:g} m thick"
                )
