"""The instinct: decides for all who have one, each ten times a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.commands import Commands
from motorium.contracts.mind import Senses
from motorium.contracts.perception import NOBODY, Kind, Perception
from motorium.contracts.population import Slots
from motorium.minds.instinct import behaviours, numbers
from motorium.minds.instinct.focuser import focus
from motorium.minds.instinct.intentions import choose, take_up
from motorium.minds.instinct.mental_state import feel
from motorium.minds.instinct.routines.avoiding import steer_clear
from motorium.minds.instinct.routines.wandering import heed
from motorium.minds.instinct.scene import BRAIN, TEMPER, WISH, Scene
from motorium.minds.instinct.shipped import make_known
from motorium.minds.instinct.steering import Steering
from motorium.minds.keeping_off import KeepingOff

__all__ = ["Instinct", "Nature"]

make_known()

LONG_AGO: Final = -1e9
"""[s]"""
ROUSED: Final = 0.5
"""So sated is at least whose libido is full."""


@dataclass(frozen=True)
class Nature:
    """How a group is born: its temper (`scene.TEMPER`), and how hungry and lustful it begins."""

    appetite: float | NDArray[np.float32] = 5.0
    digestion: float = numbers.DIGESTION
    lust: float = numbers.LUST
    timidity: float = numbers.TIMIDITY
    flees: float = numbers.FLEES
    panics: float = numbers.PANICS
    acts: float = numbers.ACTS
    loyalty: float = numbers.LOYALTY
    wariness: float = 1.0
    hunger: float = 0.5
    libido: float = 0.0


class Instinct:
    """tempers, brains and wishes: of `scene`'s types, one a slot; born: tempers as they were at
    birth; selector: writes what each of
    those shall intend who are due, `chosen`, from what they feel and perceive."""

    name = "instinct"

    def __init__(self, perceived: Perception, seed: int) -> None:
        capacity = len(perceived.ids)
        self.tempers = np.zeros(capacity, dtype=TEMPER)
        self.born = np.zeros(capacity, dtype=TEMPER)
        self.brains = np.zeros(capacity, dtype=BRAIN)
        self.wishes = np.zeros(capacity, dtype=WISH)
        self.selector: Callable[[Scene, Slots], None] = choose
        self._perceived = perceived
        self._seed = seed
        self._steering = Steering(capacity)
        self._keeping_off = KeepingOff(keeps_height=False)

    def look_anew(self, perceived: Perception) -> None:
        """Things are counted anew, and nobody knows any of them yet."""
        self._perceived = perceived
        perceived.counts[:] = 0
        perceived.obstacle[:] = NOBODY
        brains = self.brains
        attending = np.isin(brains["target_kind"], (Kind.FOOD, Kind.OBSTACLE, Kind.WEED))
        for name in ("target", "rival", "target_id"):
            brains[name][attending] = NOBODY

    def scene(self, seconds: float) -> Scene:
        """What behaviours are given at a time [s]."""
        return Scene(seconds, self._seed, self._perceived, self.tempers, self.brains, self.wishes)

    def enter(self, slots: Slots, nature: Nature, seconds: float) -> None:
        """Somebody is born into these slots; who he is stands in what is perceived of him."""
        tempers, brains = self.tempers, self.brains
        for name in ("appetite", "digestion", "lust", "timidity", "flees", "panics", "acts",
                     "loyalty", "wariness"):  # fmt: skip
            tempers[name][slots] = getattr(nature, name)
        self.born[slots] = tempers[slots]
        brains[slots] = np.zeros((), dtype=BRAIN)
        for name in (
            "intention",
            "before",
            "stored",
            "stored_target",
            "partner",
            "mate",
            "refused",
        ):
            brains[name][slots] = -1
        for name in ("danger", "target", "rival", "target_id"):
            brains[name][slots] = NOBODY
        for name in ("alarmed", "threatened", "accompanied", "decided"):
            brains[name][slots] = LONG_AGO
        brains["errand"][slots] = np.nan
        self.set_hunger(slots, nature.hunger, seconds)
        self.set_libido(slots, nature.libido, seconds)
        self.wishes[slots] = np.zeros((), dtype=WISH)

    def set_hunger(self, slots: Slots, hunger: float, seconds: float) -> None:
        """As if these had eaten so much just now that they are as hungry as that."""
        self.brains["eaten"][slots] = (1.0 - hunger) * self.tempers["appetite"][slots]
        self.brains["last_meal"][slots] = seconds
        self.brains["hunger"][slots] = hunger

    def set_libido(self, slots: Slots, libido: float, seconds: float) -> None:
        """As if these had mated so long ago that they are as lustful as that, as hungry as they
        are; who eats nothing is never hungry."""
        eats = (self.tempers["eats"][slots] != 0) | (self.tempers["hunts"][slots] != 0)
        hungry = np.where(eats, self.brains["hunger"][slots], 0.0)
        sated = np.maximum(1.0 - hungry, 0.05)
        waited = libido / (np.maximum(self.tempers["lust"][slots], 1e-9) * sated)
        self.brains["last_mating"][slots] = seconds - waited * numbers.DRIVE_TIME

    def rouse(self, slots: Slots, libido: float, seconds: float) -> None:
        """As lustful as that from now on; who is too hungry for it has eaten."""
        brains = self.brains
        hungry = slots[brains["hunger"][slots] > 1.0 - libido * ROUSED]
        self.set_hunger(hungry, 1.0 - libido * ROUSED, seconds)
        self.set_libido(slots, libido, seconds)
        brains["libido"][slots] = libido

    def frighten(self, slots: Slots, fear: float, seconds: float) -> None:
        """Something frightens these, less and less; 0: calm again, but for what they see."""
        self.brains["fright"][slots] = fear
        self.brains["frightened"][slots] = seconds
        self.brains["fear"][slots] = fear

    def fed(self, slot: int, amount: float, seconds: float) -> None:
        """Somebody has swallowed so much: particles, or prey fishes."""
        self.brains["eaten"][slot] += amount
        self.brains["last_meal"][slot] = seconds

    def mated(self, slots: Slots, seconds: float) -> None:
        """These have mated."""
        self.brains["last_mating"][slots] = seconds

    def decide(self, senses: Senses, due: Slots, commands: Commands) -> None:
        """Think for those who are due, and steer all."""
        scene = self.scene(senses.time)
        if len(due):
            feel(scene, due)
            self.selector(scene, due)
            self._object(scene, due)
            take_up(scene, due)
            focus(scene, due)
            intentions = self.brains["intention"][due]
            for number, behaviour in enumerate(behaviours.known()):
                intending = due[intentions == number]
                if len(intending):
                    behaviour.act(scene, intending)
            heed(scene, due, commands.advice)
            steer_clear(scene, due)
        senseless = self._steering.carry_out(senses, self.wishes, commands)
        if senseless != NOBODY:
            self._refuse(senseless)
        if senses.room is not None:
            self._keeping_off.decide(senses, senses.room, commands)

    def _refuse(self, slot: int) -> None:
        """Say which behaviour has wished for something that is no number."""
        behaviour = behaviours.known()[self.brains["intention"][slot]]
        wish = self.wishes[slot]
        wrong = ", ".join(
            f"{name} {wish[name]:g}" for name in WISH.names or () if not np.isfinite(wish[name])
        )
        raise ValueError(
            f"behaviour {behaviour.name!r}: for fish {self._perceived.ids[slot]} it wishes "
            f"{wrong}; wishes are finite numbers"
        )

    def _object(self, scene: Scene, due: Slots) -> None:
        """Behaviours beyond the seven may want to go first: of several the one of the highest
        level, and of equals the one that was made known first."""
        everything = behaviours.known()
        levels = np.array([one.level for one in everything])
        for number, behaviour in enumerate(everything):
            if behaviour.wants is None:
                continue
            lower = due[levels[self.brains["chosen"][due]] < behaviour.level]
            wanting = lower[behaviours.wanted(behaviour, scene, lower)]
            self.brains["chosen"][wanting] = number
            self.brains["recalled"][wanting] = 0
