"""Which motor moves whom, how it is exchanged, and who is in somebody's hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import Commands
from motorium.contracts.events import Log, register_event
from motorium.contracts.frames import Floats
from motorium.contracts.motor import Motor
from motorium.contracts.population import Ids, Population, Slots
from motorium.motion.store import ready_repertoire
from motorium.motors.grabbing import checked_grips
from motorium.motors.muscle import MuscleMotor, MuscleOptions
from motorium.motors.repertoire import RepertoireMotor
from motorium.world.scenario import AUTOMATIC, WorldSettings

__all__ = ["EXCHANGED", "MUSCLES_FIRST", "RESTED", "Moving"]

EXCHANGED = register_event("exchanged", "an individual has changed its motor")
RESTED = register_event("rested", "a body broke and was put back to rest where it was")

MUSCLES_FIRST: Final = 0
"""Where the muscle motor stands among a world's motors."""


class Moving:
    """motors: all that are there, the muscle motor first; natural: whether its physics is ours."""

    def __init__(
        self,
        population: Population,
        commands: Commands,
        species: Sequence[Species],
        settings: WorldSettings,
        options: MuscleOptions,
        log: Log,
    ) -> None:
        self.natural = options.physics == "natural"
        self.muscle = MuscleMotor(
            population,
            commands,
            species,
            report_broken=lambda slot, detail: log(RESTED, slot, detail),
            options=options,
            viscosity=settings.viscosity,
            current=settings.current,
        )
        self.motors: list[Motor] = [self.muscle]
        self._population = population
        self._commands = commands
        self._species = species
        self._log = log
        self._held: dict[int, str] = {}

    def add(self, motor: Motor) -> None:
        """Make another motor available for exchange."""
        if motor.name == AUTOMATIC:
            raise ValueError(f"a motor cannot be called {AUTOMATIC!r}: that lets the world choose")
        if motor.name in [known.name for known in self.motors]:
            raise ValueError(f"there already is a motor {motor.name!r}")
        self.motors.append(motor)

    def number(self, name: str) -> int:
        """Where a motor stands in the list; repertoires are opened when somebody needs them."""
        names = [known.name for known in self.motors]
        name = RepertoireMotor.name if name == AUTOMATIC else name
        if name == RepertoireMotor.name and name not in names:
            self.add(self._repertoire_motor())
            return len(names)
        if name not in names:
            known = ", ".join(dict.fromkeys([*names, RepertoireMotor.name, AUTOMATIC]))
            raise KeyError(f"no motor is called {name!r}; known are {known}")
        return names.index(name)

    def _repertoire_motor(self) -> RepertoireMotor:
        if not self.natural:
            raise ValueError("repertoires are compiled from the natural model, not the printed one")
        return RepertoireMotor(
            self._population,
            self._commands,
            self._species,
            [ready_repertoire(species) for species in self._species],
            self.muscle.medium,
        )

    def exchange(self, ids: Sequence[int] | Ids, motor: str) -> None:
        """Let another motor carry these on; "automatic": let it be chosen from now on."""
        people = self._population
        slots = people.slots(ids)
        target = self.number(motor)
        # Who is held stays on muscles; this is where he goes when he is let go.
        held = [int(identity) for identity in ids if int(identity) in self._held]
        self._held.update(dict.fromkeys(held, motor))
        slots = slots[~np.isin(people.ids[slots], held)]
        leaving = people.motors[slots] != target
        if motor == AUTOMATIC:
            # Who is simulated may stay so; a motor of one's own is none that the world chooses.
            leaving &= people.motors[slots] != MUSCLES_FIRST
        changing = slots[leaving]
        before = [self.motors[holder].name for holder in people.motors[changing]]
        self.carry_on(changing, target)
        people.automatic[slots] = motor == AUTOMATIC
        for slot, name in zip(changing, before, strict=True):
            self._log(EXCHANGED, int(slot), f"{name} to {self.motors[target].name}")

    def carry_on(self, slots: Slots, target: int) -> None:
        """Let a motor, by its number, carry on from where and how they are: all, or nobody."""
        taker, released, adopted = self.motors[target], [], 0
        try:
            for index, holder in enumerate(self.motors):
                mine = slots[self._population.motors[slots] == index]
                if index != target and len(mine):
                    released.append((holder, mine, holder.release(mine)))
            for _, mine, handover in released:
                taker.adopt(mine, handover)
                adopted += 1
        except Exception:
            for number, (holder, mine, handover) in enumerate(released):
                if number < adopted:
                    taker.release(mine)
                holder.adopt(mine, handover)
            raise
        for _, mine, _ in released:
            self._population.motors[mine] = target

    def forget(self, ids: Sequence[int] | Ids, slots: Slots) -> None:
        """These leave the world."""
        for identity in ids:
            self._held.pop(int(identity), None)
        for index, motor in enumerate(self.motors):
            mine = slots[self._population.motors[slots] == index]
            if len(mine):
                motor.release(mine)

    # ------------------------------------------------------------ in somebody's hand

    def grab(self, identity: int, node: int, place: Sequence[float] | Floats) -> None:
        """Take a fish by a node and pull it to a place [m]; who is replayed goes to muscles."""
        people = self._population
        slots = people.slots([identity])
        nodes, places = checked_grips(node, place, 1)
        if not self.natural:
            raise ValueError("fishes of the printed model cannot be held: they would break")
        if int(identity) not in self._held:
            automatic = people.automatic[slots[0]]
            before = self.motors[people.motors[slots[0]]].name
            self.exchange([identity], self.muscle.name)
            self._held[int(identity)] = AUTOMATIC if automatic else before
        self.muscle.hold(slots, nodes, places)

    def let_go(self, identity: int) -> None:
        """Take the hand away; the fish goes back to the motor that it had."""
        slots = self._population.slots([identity])
        if int(identity) not in self._held:
            raise ValueError(f"nobody holds fish {identity}")
        self.muscle.let_go(slots)
        self.exchange([identity], self._held.pop(int(identity)))
