"""The motors that must conform, how each comes into a world, and how exact it must be.

A new motor joins by an entry in `MOTORS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pytest

from motorium.bodies.species import Species
from motorium.contracts.commands import FISH, ActionState, Commands, Vocabulary
from motorium.contracts.frames import multiply, quaternion_from_heading
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.constraint import ConstraintMotor
from motorium.motors.muscle import MENDED, MuscleOptions
from motorium.world.world import World

__all__ = [
    "MOTORS",
    "Conforming",
    "DriftMotor",
    "Pace",
    "Tolerances",
    "motors",
    "motors_and_missing_setpoints",
    "motors_without",
    "words_of",
]


@dataclass(frozen=True)
class Tolerances:
    """How far means over beats may be off from what is asked for. Times in beats.

    speed [%]; turn, climb, roll, heading [degrees]; turn_rate [%]; straying [degrees]: of the
    heading of a fish that nobody steers; brake: until a quarter of the speed is left; backward
    [L/s]: the least that rowing must give; gliding: until less than half of the speed is left;
    relaxed: how far a muscle of a gliding fish may be from rest.

    settle: until a setpoint has been reached; patience: until a turn is done.
    """

    speed: float = 10.0
    turn_rate: float = 15.0
    turn: float = 5.0
    climb: float = 5.0
    roll: float = 5.0
    heading: float = 5.0
    straying: float = 5.0
    brake: float = 1.5
    backward: float = 0.1
    gliding: float = 8.0
    relaxed: float = 0.02
    settle: float = 12.0
    patience: float = 25.0


@dataclass(frozen=True)
class Pace:
    """speeds [L/s], slow, medium and fast, and beat [Hz] at the medium one, at size 1."""

    speeds: tuple[float, float, float]
    beat: float


def own_gaits(species: Species) -> Pace:
    """What the species' file says."""
    slow, medium, fast = species.gaits.all
    return Pace((slow.speed, medium.speed, fast.speed), medium.beat)


def nothing(world: World) -> None:
    """The motor is there by itself."""


@dataclass(frozen=True)
class Conforming:
    """A motor that is tried.

    motor: what worlds call it; words: setpoints and actions that it declares; join: makes it
    available; options: of the muscle motor that the world begins with; feels_current: whether the
    world's current carries its fishes.
    """

    name: str
    motor: str
    words: frozenset[str]
    tolerances: Tolerances = field(default_factory=Tolerances)
    join: Callable[[World], None] = nothing
    options: MuscleOptions | None = None
    pace: Callable[[Species], Pace] = own_gaits
    feels_current: bool = True


def words_of(vocabulary: Vocabulary) -> frozenset[str]:
    """Names of all setpoints and actions."""
    setpoints = {setpoint.name for setpoint in vocabulary.setpoints}
    return frozenset(setpoints | {action.name for action in vocabulary.actions})


class DriftMotor:
    """A trivial motor: bodies keep their shape and drift on; a turn is done at once."""

    name = "drift"
    vocabulary = Vocabulary(setpoints=(), actions=FISH.actions)

    def __init__(self, population: Population, commands: Commands) -> None:
        self._people = population
        self._commands = commands
        self._given: dict[int, Handover] = {}

    def advance(self, frame: int) -> None:
        people, asked = self._people, self._commands
        for slot in self._given:
            people.positions[slot] += people.velocities[slot] * FRAME_SECONDS
            people.angular_velocities[slot] = 0.0
            if asked.action_state[slot] == ActionState.ASKED:
                angle = float(asked.action_value[slot])
                if np.isfinite(angle):
                    turn = quaternion_from_heading(angle)
                    people.orientations[slot] = multiply(turn, people.orientations[slot])
                    people.angular_velocities[slot, 2] = angle / FRAME_SECONDS
                asked.action_state[slot] = ActionState.DONE

    def adopt(self, slots: Slots, handover: Handover) -> None:
        for row, slot in enumerate(slots.tolist()):
            self._given[slot] = handover.rows(np.array([row]))

    def release(self, slots: Slots) -> Handover:
        kept = [self._given.pop(slot) for slot in slots.tolist()]
        people = self._people
        return Handover(
            positions=people.positions[slots],
            orientations=people.orientations[slots],
            velocities=people.velocities[slots],
            angular_velocities=people.angular_velocities[slots],
            nodes=np.concatenate([k.nodes for k in kept]),
            node_velocities=np.concatenate([k.node_velocities for k in kept]),
            contraction=np.concatenate([k.contraction for k in kept]),
            phase=np.concatenate([k.phase for k in kept]),
        )


def _add_drift(world: World) -> None:
    world.add_motor(DriftMotor(world.population, world.commands))


def _add_constraint(world: World) -> None:
    world.add_motor(ConstraintMotor.of_fishes(world.population, world.commands, world.species))


MOTORS: Final = (
    Conforming("muscle", "muscle", words_of(FISH)),
    Conforming(
        "printed",
        "muscle",
        frozenset({"speed", "turn_rate"}),
        # Open loop: it neither holds a heading nor knows how fast it is.
        Tolerances(speed=12.0, turn_rate=60.0, straying=20.0, settle=14.0, gliding=12.0),
        options=MENDED,
        pace=lambda species: Pace((0.1, 0.2, 0.3), 1.0),
        feels_current=False,
    ),
    Conforming(
        "repertoire",
        "repertoire",
        words_of(FISH),
        # It is led along its course: nothing has to be felt for.
        Tolerances(
            speed=1.0,
            turn_rate=2.0,
            turn=2.0,
            climb=1.0,
            roll=1.0,
            heading=1.0,
            straying=1.0,
            backward=0.3,
            relaxed=0.001,
            patience=12.0,
        ),
    ),
    Conforming("drift", "drift", frozenset({"turn"}), join=_add_drift, feels_current=False),
    Conforming("constraint", "constraint", frozenset(), join=_add_constraint, feels_current=False),
)


def motors(*words: str, feels_current: bool = False) -> pytest.MarkDecorator:
    """Try a test with every motor that declares these words."""
    fit = [
        one
        for one in MOTORS
        if one.words.issuperset(words) and (one.feels_current or not feels_current)
    ]
    return _tried("motor", [pytest.param(one, id=one.name) for one in fit])


def motors_without(action: str) -> pytest.MarkDecorator:
    """Try a test with every motor that does not declare this action."""
    return _tried(
        "motor", [pytest.param(one, id=one.name) for one in MOTORS if action not in one.words]
    )


def motors_and_missing_setpoints() -> pytest.MarkDecorator:
    """Try a test with every motor and each setpoint that it does not declare."""
    return _tried(
        "motor, missing",
        [
            pytest.param(one, setpoint.name, id=f"{one.name}-{setpoint.name}")
            for one in MOTORS
            for setpoint in FISH.setpoints
            if setpoint.name not in one.words
        ],
    )


def _tried(names: str, cases: list[Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(names, cases)
