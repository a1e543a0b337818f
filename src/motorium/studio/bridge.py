"""Who is at the helm of which of a world's submarines: each page has one of its own."""

from __future__ import annotations

from motorium.studio.audience import Audience
from motorium.wire.diving import Helm
from motorium.wire.wishes import Steer
from motorium.world.submarine.boat import FIRST
from motorium.world.world import World

__all__ = ["Bridge"]


class Bridge:
    """The first submarine is always there: without anybody its helm stands at zero, and it coasts
    to a stop. All others come with a page, and go with it."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._boats: dict[object, int] = {}

    @property
    def taken(self) -> list[int]:
        """Numbers of the submarines that somebody steers."""
        return sorted(self._boats.values())

    def board(self, world: World, page: object) -> None:
        """A page takes the first if nobody has it, else one of its own."""
        if world.submarine is None:
            raise ValueError("there is no submarine in this scenario")
        if page not in self._boats:
            free = FIRST not in self._boats.values()
            self._boats[page] = FIRST if free else world.launch()
        self._welcome(world, page)

    def debark(self, world: World, page: object) -> None:
        """A page leaves the helm, if it has one."""
        if page not in self._boats:
            return
        number = self._boats.pop(page)
        if number == FIRST:
            _let_go(world, number)
        else:
            world.recover(number)
        self._audience.message(Helm(aboard=False, boat=None, reason=""), page)

    def steer(self, world: World, page: object, wanted: Steer) -> None:
        """Of a page that is aboard."""
        if page not in self._boats:
            raise ValueError("this page is not at the helm of a submarine; board one first")
        world.steer(**wanted.model_dump(exclude={"type"}), boat=self._boats[page])

    def begin_again(self, world: World) -> None:
        """Whoever is aboard stays there, in the new world, if there is room for him."""
        for page, number in sorted(self._boats.items(), key=lambda one: one[1]):
            try:
                if number != FIRST:
                    world.launch(number)
            except ValueError as refusal:
                del self._boats[page]
                reason = str(refusal.args[0])
                self._audience.message(Helm(aboard=False, boat=None, reason=reason), page)
            else:
                self._welcome(world, page)

    def step_aside(self, world: World) -> None:
        """Another world is shown for a while: nobody can steer by what he sees."""
        for page in list(self._boats):
            self.debark(world, page)

    def _welcome(self, world: World, page: object) -> None:
        _let_go(world, self._boats[page])
        self._audience.message(Helm(aboard=True, boat=self._boats[page], reason=""), page)


def _let_go(world: World, number: int) -> None:
    world.steer(thrust=0.0, turn=0.0, pitch=0.0, lift=0.0, stop=False, boat=number)
