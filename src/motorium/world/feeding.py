"""Feeding: what streams into mouths and is swallowed, particles and prey."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.commands import Commands
from motorium.contracts.events import Log, register_event
from motorium.contracts.frames import Floats, turned
from motorium.contracts.perception import Role
from motorium.contracts.population import Population, Slots
from motorium.motors.medium import Medium
from motorium.world.expressing import Expressing
from motorium.world.habitat.biting import Columns, Mouths, column_of, sort
from motorium.world.habitat.suction import GAPE, MOUTH, REACH, mouth_of, stream
from motorium.world.peopling import Peopling
from motorium.world.renewal import Renewal
from motorium.world.surroundings import Surroundings

__all__ = ["EATEN", "MOUTHFUL", "Feeding"]

MOUTHFUL: Final = 0.45
"""Who is longer than that share of a mouth's owner does not fit in, and feels nothing of what
streams there: little of its body is in it."""

_PREDATOR: Final = int(Role.PREDATOR)
_PREY: Final = int(Role.PREY)

EATEN = register_event("eaten", "an individual has eaten something")


class Feeding:
    """Goes between mouths, and all that they draw in: particles of the habitat, and fishes.

    The water that a mouth draws in takes small fishes with it (`Medium.carrying`), on all motors
    alike.
    """

    def __init__(
        self,
        population: Population,
        commands: Commands,
        medium: Medium,
        flows: bool,
        around: Surroundings,
        peopling: Peopling,
        renewal: Renewal,
        expressing: Expressing,
        log: Log,
    ) -> None:
        self._mouths = Mouths(commands.mouth, commands.suction)
        self._population = population
        self._medium = medium
        self._around = around
        self._peopling = peopling
        self._renewal = renewal
        self._expressing = expressing
        self._roles = peopling.instincts.perceived.roles
        self._log = log
        capacity = population.capacity
        self._columns = Columns.room(capacity)
        self._there = np.zeros(capacity, dtype=np.uint8)
        self._eaters: Slots = np.zeros(capacity, dtype=np.intp)
        self._prey: Slots = np.zeros(capacity, dtype=np.intp)
        # In open water the mouths of predators are all that lets it flow here and not there.
        if flows and not medium.varies and peopling.hunters:
            medium.vary(capacity)

    def advance(self) -> None:
        """A frame of the habitat and of what is eaten in it, after everybody has moved."""
        instincts = self._peopling.instincts
        for slot, what, which in self._around.advance(self._mouths):
            self._log(EATEN, slot, f"{what} {which}")
            instincts.fed(slot, 1.0)
            self._expressing.swallowed(slot)
        swallowed = self._suck()
        if not swallowed:
            return
        people = self._population
        species = self._peopling.species_of
        for eater, prey in swallowed:
            identity = int(people.ids[prey])
            self._log(EATEN, eater, f"{species(prey)} {identity}", identity)
            instincts.fed(eater, 1.0)
            self._expressing.swallowed(eater)
        for eater, prey in swallowed:
            why = f"it was eaten by {species(eater)} {people.ids[eater]}"
            self._renewal.lose([int(people.ids[prey])], why)

    def _suck(self) -> list[tuple[int, int]]:
        """Let water stream into mouths; whom it has brought into one: (slot of a predator, slot of
        its prey)."""
        people, medium = self._population, self._medium
        if not (self._mouths.suction[people.living] > 0.0).any():
            return []
        count = _suck(
            self._columns,
            people.living,
            people.positions,
            people.orientations,
            people.lengths,
            self._roles,
            self._mouths.suction,
            medium.carrying,
            self._there,
            self._eaters,
            self._prey,
        )
        return list(zip(self._eaters[:count].tolist(), self._prey[:count].tolist(), strict=True))


@kernel
def _suck(
    columns: Columns,
    slots: Slots,
    positions: Floats,
    orientations: Floats,
    lengths: NDArray[np.float32],
    roles: NDArray[np.int8],
    suction: Floats,
    carrying_out: Floats,
    there_out: NDArray[np.uint8],
    eaters_out: Slots,
    prey_out: Slots,
) -> int:
    """How many are swallowed; a predator takes the nearest, and who comes first takes first."""
    reach = 1e-3
    there_out[:] = 0
    for slot in slots:
        there_out[slot] = 1
        reach = max(reach, abs(positions[slot, 0]), abs(positions[slot, 1]))
    side = int(np.sqrt(len(columns.begins)))
    width = 2.0 * reach / side
    sort(columns, side, reach, width, positions, there_out)
    count = 0
    for slot in slots:
        strength, length = suction[slot], lengths[slot]
        if strength == 0.0:
            continue
        x, y, z = mouth_of(positions[slot], orientations[slot], length)
        around = REACH * GAPE * length
        nearest, found = GAPE * length, -1
        left = column_of(x - around, reach, width, side)
        right = column_of(x + around, reach, width, side)
        near = column_of(y - around, reach, width, side)
        far = column_of(y + around, reach, width, side)
        for i in range(left, right + 1):
            for column in range(i * side + near, i * side + far + 1):
                for entry in range(columns.begins[column], columns.begins[column + 1]):
                    other = columns.things[entry]
                    if lengths[other] > MOUTHFUL * length or not there_out[other]:
                        continue
                    to_x = x - positions[other, 0]
                    to_y = y - positions[other, 1]
                    to_z = z - positions[other, 2]
                    distance = math.sqrt(to_x * to_x + to_y * to_y + to_z * to_z)
                    speed = stream(distance, length, strength)
                    if speed > 0.0 and len(carrying_out) > 0:
                        share = speed / max(distance, 1e-9)
                        carrying_out[other, 0] += share * to_x
                        carrying_out[other, 1] += share * to_y
                        carrying_out[other, 2] += share * to_z
                    if roles[slot] != _PREDATOR or roles[other] != _PREY:
                        continue
                    # It is seized by the nearest part of its middle line, from snout to tail root.
                    w, a, b, c = orientations[other]
                    ahead_x, ahead_y, ahead_z = turned(w, a, b, c, 1.0, 0.0, 0.0)
                    half = MOUTH * lengths[other]
                    along = to_x * ahead_x + to_y * ahead_y + to_z * ahead_z
                    beyond = max(abs(along) - half, 0.0)
                    aside = distance * distance - along * along
                    seized = math.sqrt(max(aside, 0.0) + beyond * beyond)
                    if seized < nearest:
                        nearest, found = seized, other
        if found >= 0:
            there_out[found] = 0
            eaters_out[count], prey_out[count] = slot, found
            count += 1
    return count
