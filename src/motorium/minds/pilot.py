"""A pilot: somebody who drives one fish by hand, through Tu's nine motor controllers.

It takes the place of the mind that the fish shares with its group. What it asks for holds until it
asks for something else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from motorium.contracts.commands import FISH, Action, ActionState, Commands, Setpoint
from motorium.contracts.frames import Floats, heading_pitch_roll, world_to_body
from motorium.contracts.population import Population

__all__ = ["Pilot", "PilotError"]

DRIFTING: Final = 0.1
"""A fish that swims more slowly [L/s] has no path that climbs; then its nose counts."""

TURN: Final = FISH.actions[FISH.action_index("turn")]


class PilotError(ValueError):
    """What a pilot cannot ask for, or not any more; the text says why."""


class Pilot:
    """Asks one fish for what its motor can do; `World.pilot` makes one.

    Nine methods are Tu's controllers (1999, section 4.6): swim, left_turn, right_turn, glide,
    ascend, descend, balance, brake and backward. Two more, steer and lean, reach the rest of the
    vocabulary, and `ask` is given setpoints by name. Angles in radians, speeds in body lengths a
    second. Nothing is held to a range in silence: what is beyond it is a `PilotError`.
    """

    def __init__(
        self,
        population: Population,
        commands: Commands,
        identity: int,
        top_speed: float,
        current: Callable[[], Floats],
    ) -> None:
        self.id = identity
        self.top_speed = top_speed
        """The fastest that it can be asked for [L/s]."""
        self._slot = int(population.slots([identity])[0])
        self._slots = np.array([self._slot], dtype=np.intp)
        self._population = population
        self._commands = commands
        self._current = current
        self._turn: int | None = None
        self._ended = ""
        self.told: Callable[[Mapping[str, float], float | None], None] | None = None
        """Who hears what was asked for and not refused: setpoints by name, or a turn [rad]."""

    # ------------------------------------------------------------ the nine controllers

    def swim(self, speed: float) -> None:
        """Swim forward [L/s]; ends braking and rowing backwards."""
        self.ask(speed=speed, brake=0.0, backward=0.0)

    def left_turn(self, angle: float) -> None:
        """Begin a C-turn to the left by an angle [rad]."""
        self._begin_turn("left_turn", angle, 1)

    def right_turn(self, angle: float) -> None:
        """Begin a C-turn to the right by an angle [rad]."""
        self._begin_turn("right_turn", angle, -1)

    def glide(self) -> None:
        """Let the tail rest and drift on."""
        self.ask(speed=0.0, turn_rate=0.0, brake=0.0, backward=0.0)

    def ascend(self, angle: float) -> None:
        """Climb on a path so steep [rad]."""
        self.ask(climb=self._within("ascend", angle, 0.0, self._setpoint("climb").high, "rad"))

    def descend(self, angle: float) -> None:
        """Dive on a path so steep [rad]."""
        self.ask(climb=-self._within("descend", angle, 0.0, -self._setpoint("climb").low, "rad"))

    def balance(self) -> None:
        """Level out: neither climb nor dive, both sides at the same height."""
        self.ask(climb=0.0, roll=0.0)

    def brake(self, strength: float = 1.0) -> None:
        """Slow down by spreading the pectoral fins, 0 (let go) to 1."""
        self.ask(brake=strength)

    def backward(self, speed: float) -> None:
        """Row backwards [L/s], which needs a tail at rest; 0 stops it."""
        self.ask(speed=0.0, brake=0.0, backward=speed)

    # ------------------------------------------------------------ the rest of the vocabulary

    def steer(self, turn_rate: float) -> None:
        """Turn while swimming [rad/s], left positive; 0 swims straight on."""
        self.ask(turn_rate=turn_rate)

    def lean(self, roll: float) -> None:
        """Roll to an angle [rad], left side up positive; `balance` ends it."""
        self.ask(roll=roll)

    def ask(self, **setpoints: float) -> None:
        """Ask for setpoints by name; if one of them is refused, none is changed."""
        self._check_alive()
        checked = {}
        for name, value in setpoints.items():
            limits = self._setpoint(name)
            high = min(limits.high, self.top_speed) if name == "speed" else limits.high
            checked[name] = self._within(name, value, limits.low, high, limits.unit)
        for name, value in checked.items():
            self._commands.set(name, self._slots, value)
        if self.told and checked:
            self.told(checked, None)

    # ------------------------------------------------------------ what is so

    @property
    def ended(self) -> str:
        """Why it drives no more; empty while it does."""
        return self._ended

    @property
    def asked(self) -> dict[str, float]:
        """All setpoints as they stand."""
        self._check_alive()
        return {
            setpoint.name: float(self._commands[setpoint.name][self._slot])
            for setpoint in self._commands.vocabulary.setpoints
        }

    @property
    def turning(self) -> ActionState:
        """What became of the newest turn that this pilot has asked for."""
        commands = self._commands
        if self._ended or self._turn != int(commands.action_sequence[self._slot]):
            return ActionState.NONE
        return ActionState(int(commands.action_state[self._slot]))

    @property
    def turn_angle(self) -> float:
        """The angle of that turn [rad], left positive; 0 before the first."""
        if self.turning == ActionState.NONE:
            return 0.0
        return float(self._commands.action_value[self._slot])

    @property
    def speed(self) -> float:
        """How fast it goes ahead through the water [L/s]; negative backwards."""
        return float(self._ahead()[0])

    @property
    def heading(self) -> float:
        """Of the nose, left of the world's x axis [rad]."""
        return float(self._angles()[0])

    @property
    def climb(self) -> float:
        """Of its path through the water [rad], ascending positive; while it drifts, of its nose."""
        velocity = self._velocity()
        if self.speed < DRIFTING:
            return float(self._angles()[1])
        return math.atan2(velocity[2], math.hypot(velocity[0], velocity[1]))

    @property
    def roll(self) -> float:
        """Left side up is positive [rad]."""
        return float(self._angles()[2])

    # ------------------------------------------------------------ for the world

    def end(self, reason: str) -> None:
        """Drive no more; the world does this."""
        self._ended = reason

    def _velocity(self) -> Floats:
        """Through the water, in world axes [L/s]."""
        self._check_alive()
        people = self._population
        velocity: Floats = people.velocities[self._slot] - self._current()
        return velocity / float(people.lengths[self._slot])

    def _ahead(self) -> Floats:
        return world_to_body(self._population.orientations[self._slot], self._velocity())

    def _angles(self) -> Floats:
        self._check_alive()
        return heading_pitch_roll(self._population.orientations[self._slot])

    def _begin_turn(self, name: str, angle: float, sign: int) -> None:
        self._check_alive()
        limits: Action = TURN
        wanted = self._within(name, angle, 0.0, limits.high if sign > 0 else -limits.low, "rad")
        self._turn = int(self._commands.begin(limits.name, self._slots, sign * wanted)[0])
        if self.told:
            self.told({}, sign * wanted)

    def _setpoint(self, name: str) -> Setpoint:
        try:
            return self._commands.vocabulary.setpoint(name)
        except KeyError as unknown:
            raise PilotError(f"pilot of fish {self.id}: {unknown.args[0]}") from None

    def _within(self, name: str, value: float, low: float, high: float, unit: str) -> float:
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not low <= number <= high:
            raise PilotError(
                f"pilot of fish {self.id}: {name} {value!r}: "
                f"it must be a number from {low:.4g} to {high:.4g} [{unit}]"
            )
        return number

    def _check_alive(self) -> None:
        if self._ended:
            raise PilotError(f"the pilot of fish {self.id} drives no more: {self._ended}")
