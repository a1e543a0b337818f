"""Pages that ask a fish for its reasons, and what they are told."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.perception import Kind
from motorium.contracts.population import Population
from motorium.minds.instinct.explaining import Reason
from motorium.minds.instinct.reasons import FISHES
from motorium.studio.audience import Audience
from motorium.studio.behaving import character
from motorium.wire.thoughts import Because, Thinking, Urge
from motorium.world.habitat.habitat import Habitat
from motorium.world.influence import Influence

__all__ = ["Asking"]

EVERY: Final = 6
"""Pictures between two answers: as often as a fish decides."""


class Askable(Protocol):
    """A world, or a recording of one, whose fishes can be asked."""

    @property
    def population(self) -> Population: ...

    @property
    def habitat(self) -> Habitat | None: ...

    @property
    def seconds(self) -> float: ...

    @property
    def influence(self) -> Influence | None:
        """None if nothing can be changed any more."""

    def food_place(self, number: int) -> Floats | None:
        """Where a piece of food is [m], None if that is not known."""

    def reason(self, identity: int) -> Reason: ...


class Asking:
    """Which page asks which fish."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._asked: dict[object, int] = {}
        self._new: set[object] = set()
        self._pictures = 0

    def ask(self, world: Askable, page: object, identity: int | None) -> None:
        """A page wants to hear of a fish from now on, or of none."""
        if identity is None:
            self.forget(page)
            self._audience.message(Because(fish=None, reason=""), page)
            return
        if identity not in world.population:
            # Not only refused: a page already shows that it waits for an answer.
            self._let_go(page, identity)
            return
        self._asked[page] = identity
        self._new.add(page)

    def forget(self, page: object) -> None:
        """A page has gone."""
        self._asked.pop(page, None)
        self._new.discard(page)

    def step_aside(self) -> None:
        """Another world is shown for a while."""
        for page in self._asked:
            self._audience.message(Because(fish=None, reason=""), page)

    def tell(self, world: Askable, held: bool) -> None:
        """With every picture; held: there will be no other for a while."""
        self._pictures += 1
        everybody = held or self._pictures % EVERY == 0
        for page, identity in list(self._asked.items()):
            if identity not in world.population:
                self._let_go(page, identity)
            elif everybody or page in self._new:
                self._new.discard(page)
                told = Because(fish=_thinking(world, world.reason(identity)), reason="")
                self._audience.message(told, page)

    def _let_go(self, page: object, identity: int) -> None:
        self.forget(page)
        gone = f"fish {identity} is no longer there"
        self._audience.message(Because(fish=None, reason=gone), page)


def _thinking(world: Askable, reason: Reason) -> Thinking:
    people, row = world.population, reason.row
    slot = int(people.slots([reason.id])[0])
    preferences, fish, place = [], None, None
    if row is not None:
        preferences = np.nan_to_num(row["preferences"]).tolist()
        which, kind = int(row["target"]), int(row["target_kind"])
        if which >= 0 and kind in FISHES:
            fish = which if which in people else None
        elif which >= 0:
            place = _place(world, kind, which, float(people.positions[slot, 2]))
    influence = world.influence
    return Thinking(
        time=world.seconds,
        id=reason.id,
        species=int(people.species[slot]),
        sentence=reason.sentence,
        intention=reason.intention,
        routine=reason.routine,
        stage=reason.stage,
        seconds=reason.seconds,
        drives=[
            Urge(name=one.name, value=one.value, threshold=one.threshold) for one in reason.drives
        ],
        memory=reason.memory,
        target=reason.target,
        choice=reason.choice,
        sees=reason.sees,
        command=reason.command,
        preferences=preferences,
        target_id=fish,
        place=place,
        character=None if influence is None else character(influence, reason.id),
    )


def _place(
    world: Askable, kind: int, which: int, height: float
) -> tuple[float, float, float] | None:
    """Of a thing [m]; of an obstacle, as high as the fish is."""
    found: Floats | None = None
    if kind == Kind.FOOD:
        found = world.food_place(which)
    elif kind == Kind.OBSTACLE and world.habitat is not None:
        one = world.habitat.obstacles.cylinders[which]
        found = np.array([one["x"], one["y"], np.clip(height, one["bottom"], one["top"])])
    if found is None or not np.isfinite(found).all():
        return None
    x, y, z = found.tolist()
    return x, y, z
