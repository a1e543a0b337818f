"""Commands: what a mind can ask of a motor.

Setpoints hold until they are changed (a speed, a turn rate). Actions are discrete: they carry a
sequence number, start once, and report whether they run, are done or were refused. A motor
declares its vocabulary; what it does not know, it refuses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.contracts.population import Slots

__all__ = [
    "FISH",
    "MOST_ROLL",
    "STEEPEST",
    "Action",
    "ActionState",
    "Advice",
    "Commands",
    "Setpoint",
    "Vocabulary",
]


@dataclass(frozen=True)
class Setpoint:
    """A number that is asked for, frame by frame."""

    name: str
    unit: str
    low: float
    high: float
    default: float
    meaning: str


@dataclass(frozen=True)
class Action:
    """Something that is begun once, with one parameter."""

    name: str
    unit: str
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Vocabulary:
    """The setpoints and actions that a kind of character can be asked for."""

    setpoints: tuple[Setpoint, ...]
    actions: tuple[Action, ...] = ()

    def setpoint(self, name: str) -> Setpoint:
        for setpoint in self.setpoints:
            if setpoint.name == name:
                return setpoint
        known = ", ".join(s.name for s in self.setpoints)
        raise KeyError(f"no setpoint is called {name!r}; known are {known}")

    def action_index(self, name: str) -> int:
        for index, action in enumerate(self.actions):
            if action.name == name:
                return index
        known = ", ".join(a.name for a in self.actions) or "none"
        raise KeyError(f"no action is called {name!r}; known are {known}")


STEEPEST: Final = math.pi / 3
"""No fish is asked to climb or dive more steeply [rad]: upright it would have no heading."""
MOST_ROLL: Final = math.pi / 6
"""[rad]"""

FISH: Final = Vocabulary(
    setpoints=(
        Setpoint("speed", "L/s", 0.0, 20.0, 0.0, "swim forward; 0 lets the fish glide"),
        Setpoint("turn_rate", "rad/s", -20.0, 20.0, 0.0, "steer while swimming; left is positive"),
        Setpoint("climb", "rad", -STEEPEST, STEEPEST, 0.0, "of the path; ascending is positive"),
        Setpoint("roll", "rad", -MOST_ROLL, MOST_ROLL, 0.0, "balance; left side up is positive"),
        Setpoint("brake", "1", 0.0, 1.0, 0.0, "slow down by spreading the pectoral fins"),
        Setpoint("backward", "L/s", 0.0, 2.0, 0.0, "row backwards; 0 does not"),
    ),
    actions=(Action("turn", "rad", -np.pi, np.pi, "a C-turn by an angle; left is positive"),),
)
"""What fishes can be asked for. Motors say which of it they carry out.

Tu's nine controllers (1999, section 4.6) are: swim, speed; glide, speed 0; left-turn and
right-turn, the action turn; ascend and descend, climb; balance, roll; brake and backward. All of
them may be asked for at once: a brake takes the drive away, rowing backwards needs a fish that does
not swim, and a turn interrupts the beat; heading, climb and roll are held all the while.
"""


class ActionState(IntEnum):
    """What became of the newest action of an individual."""

    NONE = 0
    ASKED = 1
    RUNNING = 2
    DONE = 3
    REFUSED = 4


class Advice(IntEnum):
    """What a monitor recommends to a mind whose individual was asked for the same for long (Yu &
    Terzopoulos 1999, section 6.1); the mind decides, and takes the recommendation away."""

    NONE = 0
    SLOWER = 1
    FASTER = 2
    LEFT = 3
    RIGHT = 4


class Commands:
    """Commands to a whole population, by slot; minds write, motors read and report."""

    def __init__(self, vocabulary: Vocabulary, capacity: int) -> None:
        self.vocabulary = vocabulary
        self._values = {
            s.name: np.full(capacity, s.default, dtype=np.float64) for s in vocabulary.setpoints
        }
        self.action = np.full(capacity, -1, dtype=np.int8)
        self.action_value = np.zeros(capacity, dtype=np.float64)
        self.action_sequence = np.zeros(capacity, dtype=np.uint32)
        self.action_state = np.zeros(capacity, dtype=np.int8)
        self.action_left = np.zeros(capacity, dtype=np.float64)
        """What is left of a running action: a motor that takes over goes on from there."""

        self.mouth = np.ones(capacity)
        """How far mouths are open, 0 to 1; no motor moves them, but what comes in is swallowed."""
        self.suction = np.zeros(capacity)
        """How strongly water streams into them, 0 to 1, with all that is small and near."""

        self.advice = np.zeros(capacity, dtype=np.int8)
        """From the monitor, `Advice`."""

    def __getitem__(self, setpoint: str) -> NDArray[np.float64]:
        """All values of a setpoint, shape (capacity,)."""
        self.vocabulary.setpoint(setpoint)
        return self._values[setpoint]

    def set(self, setpoint: str, slots: Slots, values: ArrayLike) -> None:
        """Ask for values; they are held to the setpoint's range, and NaN is an error."""
        limits = self.vocabulary.setpoint(setpoint)
        wanted = np.asarray(values, dtype=np.float64)
        if np.isnan(wanted).any():
            raise ValueError(f"setpoint {setpoint!r} was given NaN [{limits.unit}]")
        self._values[setpoint][slots] = np.clip(wanted, limits.low, limits.high)

    def begin(self, action: str, slots: Slots, values: ArrayLike) -> NDArray[np.uint32]:
        """Ask for an action once; returns the sequence numbers to ask after it."""
        index = self.vocabulary.action_index(action)
        limits = self.vocabulary.actions[index]
        wanted = np.asarray(values, dtype=np.float64)
        if np.isnan(wanted).any():
            raise ValueError(f"action {action!r} was given NaN [{limits.unit}]")
        self.action[slots] = index
        self.action_value[slots] = np.clip(wanted, limits.low, limits.high)
        self.action_left[slots] = self.action_value[slots]
        self.action_sequence[slots] += 1
        self.action_state[slots] = ActionState.ASKED
        sequence: NDArray[np.uint32] = self.action_sequence[slots]
        return sequence

    def reset(self, slots: Slots) -> None:
        """All setpoints back to their defaults."""
        for setpoint in self.vocabulary.setpoints:
            self._values[setpoint.name][slots] = setpoint.default
        self.mouth[slots] = 1.0
        self.suction[slots] = 0.0

    def forget(self, slots: Slots) -> None:
        """Back to defaults, for individuals that have left."""
        self.reset(slots)
        self.action[slots] = -1
        self.action_left[slots] = 0.0
        self.action_state[slots] = ActionState.NONE
        self.advice[slots] = Advice.NONE

    def refuse_unknown(self, slots: Slots, known: Vocabulary) -> Slots:
        """Mark asked-for actions that a motor does not know; returns the slots of those refused."""
        asked = slots[self.action_state[slots] == ActionState.ASKED]
        names = {action.name for action in known.actions}
        strange: Slots = np.array(
            [s for s in asked if self.vocabulary.actions[self.action[s]].name not in names],
            dtype=np.intp,
        )
        self.action_state[strange] = ActionState.REFUSED
        return strange
