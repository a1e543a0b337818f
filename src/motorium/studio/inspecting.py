"""Pages that look into a fish: its muscles, the forces of the water, what it senses."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.perception import NOBODY, Kind
from motorium.senses import numbers
from motorium.studio.audience import Audience
from motorium.wire.inspecting import Inside, Inspect, Inspected, Push, Sensed, SensedFish
from motorium.world.world import World

__all__ = ["Inspecting"]

EVERY: Final = 6
"""Pictures between two answers: as often as a fish decides."""

_KINDS: Final = {
    Kind.SCHOOLMATE: "schoolmate",
    Kind.PREDATOR: "predator",
    Kind.PREY: "prey",
    Kind.MATE: "mate",
}


class Inspecting:
    """Which page looks into which fish, and for what."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._wanted: dict[object, Inspect] = {}
        self._pictures = 0

    def inspect(self, world: World, page: object, wish: Inspect) -> None:
        """A page wants to know more of a fish from now on, or of none."""
        if wish.id is None or not (wish.muscles or wish.forces or wish.senses):
            self.forget(page)
            return
        world.population.slots([wish.id])
        self._wanted[page] = wish

    def opened(self, world: World) -> list[int]:
        """Ids of fishes whose muscles somebody sees."""
        wanted = {one.id for one in self._wanted.values() if one.muscles and one.id is not None}
        return [identity for identity in wanted if identity in world.population]

    def forget(self, page: object) -> None:
        """A page has gone, or wants nothing."""
        self._wanted.pop(page, None)

    def tell(self, world: World, held: bool) -> None:
        """With every picture; held: there will be no other for a while."""
        self._pictures += 1
        if not held and self._pictures % EVERY:
            return
        for page, wish in list(self._wanted.items()):
            if wish.id in world.population:
                self._tell(world, page, wish)
            else:
                self.forget(page)
                gone = f"fish {wish.id} is no longer there"
                self._audience.message(Inspected(fish=None, reason=gone), page)

    def _tell(self, world: World, page: object, wish: Inspect) -> None:
        assert wish.id is not None
        inside = Inside(
            id=wish.id,
            forces=_forces(world, wish.id) if wish.forces else None,
            senses=_senses(world, wish.id) if wish.senses else None,
        )
        self._audience.message(Inspected(fish=inside, reason=""), page)


def _forces(world: World, identity: int) -> list[Push] | None:
    found = world.pushes(identity)
    if found is None:
        return None
    return [Push(nodes=nodes, force=_rounded(force)) for nodes, force in zip(*found, strict=True)]


def _senses(world: World, identity: int) -> Sensed | None:
    slot = int(world.population.slots([identity])[0])
    region = world.region(identity)
    if region is None:
        return None
    perceived = world.perceived
    length = float(perceived.lengths[slot])
    ahead = int(perceived.fish[slot])
    danger = int(perceived.ids[ahead]) if ahead != NOBODY else NOBODY
    return Sensed(
        eye=numbers.EYE * length,
        view=numbers.VIEW,
        sight=numbers.SIGHT * length / numbers.STANDARD_LENGTH,
        low=(region.behind, -region.aside, -region.above),
        high=(region.before, region.aside, region.above),
        fishes=_fishes(world, slot),
        danger=danger if danger >= 0 else None,
    )


def _fishes(world: World, slot: int) -> list[SensedFish]:
    """Whom it perceives and who still lives; as a predator sooner than as anything else."""
    perceived = world.perceived
    seen: dict[int, str] = {}
    for kind, name in _KINDS.items():
        for other in perceived.which[slot, kind, : perceived.counts[slot, kind]]:
            identity = int(perceived.ids[other])
            if identity in world.population and seen.get(identity) != "predator":
                seen[identity] = name
    return [SensedFish.model_validate({"id": one, "kind": name}) for one, name in seen.items()]


def _rounded(force: Floats) -> tuple[float, float, float]:
    x, y, z = np.round(force, 6).tolist()
    return x, y, z
