"""Whom pages hold by the hand: one fish each, and nobody takes a fish out of another's."""

from __future__ import annotations

from contextlib import suppress

from motorium.wire.hands import Grab, LetGo
from motorium.world.world import World

__all__ = ["Hands"]


class Hands:
    """Of the pages of one world."""

    def __init__(self) -> None:
        self._held: dict[object, int] = {}

    def grant(self, world: World, page: object, wish: Grab | LetGo) -> None:
        """Take a fish, move the hand that has it, or open it."""
        if isinstance(wish, LetGo):
            self.let_go(world, page)
            return
        if any(held == wish.id for other, held in self._held.items() if other is not page):
            raise ValueError(f"fish {wish.id} is in somebody else's hand; wait until he lets it go")
        if self._held.get(page) != wish.id:
            self.let_go(world, page)
        world.grab(wish.id, wish.node, wish.place)
        self._held[page] = wish.id

    def let_go(self, world: World, page: object) -> None:
        """The page's hand is empty now."""
        identity = self._held.pop(page, None)
        if identity is not None and identity in world.population:
            # Meanwhile it may have bitten: then the line has it.
            with suppress(ValueError):
                world.let_go(identity)

    def step_aside(self, world: World) -> None:
        """Another world is shown for a while: nobody can hold what he does not see."""
        for page in list(self._held):
            self.let_go(world, page)

    def begin_again(self) -> None:
        """The fishes that were held are no more."""
        self._held.clear()
