"""Who is at the helm of a world's submarine: one page at a time."""

from __future__ import annotations

from motorium.studio.audience import Audience
from motorium.wire.diving import Helm
from motorium.wire.wishes import Steer
from motorium.world.world import World

__all__ = ["Bridge"]


class Bridge:
    """Without anybody there the helm stands at zero, and the submarine coasts to a stop."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._helmsman: object | None = None

    @property
    def taken(self) -> bool:
        """Whether somebody is there."""
        return self._helmsman is not None

    def board(self, world: World, page: object) -> None:
        """A page takes the helm; from nobody is it taken away."""
        if world.submarine is None:
            raise ValueError("there is no submarine in this scenario")
        if self._helmsman not in (None, page):
            raise ValueError("somebody else is at the helm of the submarine; wait until he leaves")
        self._helmsman = page
        self._welcome(world)

    def debark(self, world: World, page: object) -> None:
        """A page leaves the helm, if it has it."""
        if self._helmsman is page and page is not None:
            self._helmsman = None
            _let_go(world)
            self._audience.message(Helm(aboard=False, reason=""), page)

    def steer(self, world: World, page: object, wanted: Steer) -> None:
        """Of the page that is there."""
        if self._helmsman is None or self._helmsman is not page:
            raise ValueError("this page is not at the helm of the submarine; board it first")
        world.steer(**wanted.model_dump(exclude={"type"}))

    def begin_again(self, world: World) -> None:
        """Whoever is there stays there, in the new world."""
        if self._helmsman is not None:
            self._welcome(world)

    def step_aside(self, world: World) -> None:
        """Another world is shown for a while: nobody can steer by what he sees."""
        self.debark(world, self._helmsman)

    def _welcome(self, world: World) -> None:
        _let_go(world)
        self._audience.message(Helm(aboard=True, reason=""), self._helmsman)


def _let_go(world: World) -> None:
    world.steer(thrust=0.0, turn=0.0, pitch=0.0, lift=0.0, stop=False)
