"""Fishes and submarines of a world, told to others as entities."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.contracts.time import FRAME_SECONDS
from motorium.wire.dis.appearance import Lifeform
from motorium.wire.dis.kinds import SUBMARINE, fish_type
from motorium.wire.dis.pdu import MARKING_BYTES
from motorium.wire.dis.sending import Sender
from motorium.world.submarine.boat import FIRST
from motorium.world.world import World

__all__ = ["FISH_FAR", "FISH_TURNED", "Publisher"]

FISH_FAR: Final = 0.1
"""For fishes a metre is far: off by more, and others are told [m]."""
FISH_TURNED: Final = math.radians(15.0)
"""A swimming fish swings with every beat of its tail [rad]."""
SWIMMING: Final = Lifeform("swimming", weapon="none").bits
ROTATING: Final = 3
"""Model of dead reckoning: they go on at the speed they have, and turn on (RPW)."""


class Publisher:
    """Keeps a sender's entities like those who live in a world; x is east, y is north.

    Limitation: entities are body frames; that a fish bends is not told.
    """

    def __init__(self, world: World, sender: Sender) -> None:
        self._world = world
        self._sender = sender
        self._slots: dict[int, int] = {}
        self._revision = -1
        self._boats: dict[int, int] = {}
        self.follow()

    def __len__(self) -> int:
        return len(self._slots) + len(self._boats)

    def publish(self, seconds: float = FRAME_SECONDS) -> int:
        """After a frame: tell what others could not know; how many PDUs that took."""
        self.follow()
        return self._sender.update(seconds)

    def follow(self) -> None:
        """Bring the sender's entities up to date."""
        people, sender = self._world.population, self._sender
        self._follow_boats()
        if people.revision != self._revision:
            self._sync()
        ids = people.ids[people.living].tolist()
        slots = np.array([self._slots[one] for one in ids], dtype=np.int64)
        sender.positions[slots] = people.positions[people.living]
        sender.velocities[slots] = people.velocities[people.living]
        sender.orientations[slots] = people.orientations[people.living]
        sender.angular_velocities[slots] = people.angular_velocities[people.living]

    def _follow_boats(self) -> None:
        sender, boats = self._sender, self._world.submarines
        for gone in self._boats.keys() - {boat.number for boat in boats}:
            sender.leave(self._boats.pop(gone))
        for boat in boats:
            if boat.number not in self._boats:
                marking = "submarine" if boat.number == FIRST else f"submarine {boat.number}"
                self._boats[boat.number] = sender.enter(SUBMARINE, marking, model=ROTATING)
            slot = self._boats[boat.number]
            sender.positions[slot] = boat.position
            sender.velocities[slot] = boat.velocity
            sender.orientations[slot] = boat.orientation

    def _sync(self) -> None:
        """Who has come enters, who has gone leaves."""
        people = self._world.population
        living = people.ids[people.living].tolist()
        for gone in self._slots.keys() - set(living):
            self._sender.leave(self._slots.pop(gone))
        for slot, identity in zip(people.living.tolist(), living, strict=True):
            if identity not in self._slots:
                species = self._world.species[people.species[slot]].name
                marking = f"{species[: MARKING_BYTES - 5]} {identity % 10_000}"
                self._slots[identity] = self._sender.enter(
                    fish_type(species), marking, model=ROTATING, appearance=SWIMMING
                )
        self._revision = people.revision
