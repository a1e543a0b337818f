"""A mind that says a list of commands at their times, whatever happens: to compare motors by."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from motorium.contracts.commands import Commands
from motorium.contracts.mind import Senses

__all__ = ["SequenceMind", "TimedCommand"]

EARLY: Final = 1e-6
"""Frames are counted, times are written: so much earlier [s] is in time."""


@dataclass(frozen=True)
class TimedCommand:
    """Setpoints by name, and a C-turn if any [rad], that are asked for at a time [s]."""

    at: float
    setpoints: Mapping[str, float]
    turn: float | None = None

    @property
    def text(self) -> str:
        """In a few words, for people."""
        words = [_WORDS[name](value) for name, value in self.setpoints.items()]
        if self.turn is not None:
            words.append(f"C-turn {_sideways(self.turn)}")
        return ", ".join(words)

    def at_pace(self, pace: float) -> TimedCommand:
        """The same for somebody who lives so many times as fast."""
        rates = ("speed", "turn_rate", "backward")
        setpoints = {
            name: value * (pace if name in rates else 1.0) for name, value in self.setpoints.items()
        }
        return TimedCommand(self.at / pace, setpoints, self.turn)


class SequenceMind:
    """Says one command after the other; each setpoint holds until a later one changes it."""

    name = "sequence"

    def __init__(self, commands: Sequence[TimedCommand]) -> None:
        self._commands = tuple(commands)
        self._said = 0
        self._asked: dict[str, float] = {}

    @property
    def speed(self) -> float:
        """What is asked for now [L/s]; what a person sets holds until the next that is said."""
        return self._asked.get("speed", 0.0)

    @speed.setter
    def speed(self, value: float) -> None:
        self._asked["speed"] = value

    def decide(self, senses: Senses, commands: Commands) -> None:
        """Say what is due, and hold what was said."""
        while (
            self._said < len(self._commands)
            and self._commands[self._said].at <= senses.time + EARLY
        ):
            due = self._commands[self._said]
            self._asked.update(due.setpoints)
            if due.turn is not None:
                commands.begin("turn", senses.slots, due.turn)
            self._said += 1
        for setpoint, value in self._asked.items():
            commands.set(setpoint, senses.slots, value)


def _sideways(angle: float) -> str:
    return f"{abs(math.degrees(angle)):.0f}° {'left' if angle > 0 else 'right'}"


_WORDS: Final[dict[str, Callable[[float], str]]] = {
    "speed": lambda value: f"swim {value:.2g} L/s" if value else "rest the tail",
    "turn_rate": lambda value: f"steer {_sideways(value)} a second" if value else "straight on",
    "climb": lambda value: (
        f"{'climb' if value > 0 else 'dive'} {abs(math.degrees(value)):.0f}°" if value else "level"
    ),
    "roll": lambda value: f"roll {_sideways(-value)}" if value else "upright",
    "brake": lambda value: "brake" if value else "fold the fins",
    "backward": lambda value: f"row back {value:.2g} L/s" if value else "stop rowing",
}
