"""A world on show, with who drives in it and what pages have been told of it."""

from __future__ import annotations

import time
from typing import Final, get_args

from motorium.contracts.events import Event
from motorium.minds.pilot import Pilot, PilotError
from motorium.studio import physical, telling
from motorium.studio.asking import Asking
from motorium.studio.audience import Audience
from motorium.studio.bridge import Bridge
from motorium.studio.comparison import comparison_of
from motorium.studio.hands import Hands
from motorium.studio.inspecting import Inspecting
from motorium.studio.making import kinds
from motorium.wire.making import Furnished
from motorium.wire.messages import Driving
from motorium.world.directing.cues import Happening
from motorium.world.directing.director import WOKEN
from motorium.world.habitat.furniture import Furniture
from motorium.world.submarine.boat import BUMPED
from motorium.world.world import EATEN, ENTERED, LEFT, SPAWNED, World

__all__ = ["Scene"]

NEWS_SECONDS: Final = 1.0
DRIVEN_FRAMES: Final = 3
"""Frames between two reports to a page of the fish that it drives."""
QUIET: Final = (
    *(ENTERED, LEFT, EATEN, BUMPED, WOKEN),
    *(kind for kind in get_args(Happening) if kind != SPAWNED),
)
"""Events that nobody needs to be told of: whoever looks sees them, or they never end."""


class Scene:
    """Owned by the simulation's thread; while another is shown it waits, and nothing changes."""

    def __init__(self, world: World, audience: Audience, leavable: bool = False) -> None:
        self.world = world
        comparison = comparison_of(world, leavable)
        self.hello = telling.hello(
            world,
            comparison,
            kinds=() if comparison else kinds(world),
            physics=physical.ranges(world),
        )
        self.paused = False
        self.asking = Asking(audience)
        self.inspecting = Inspecting(audience)
        self.bridge = Bridge(audience)
        self.hands = Hands()
        self.past: list[Furniture] = []
        """What stood there before each change that can be undone, oldest first."""
        self._audience = audience
        self._drivers: dict[object, Pilot] = {}
        self._told = 0
        self._told_news = 0.0
        self._counted = 0
        self._eaten = 0

    @property
    def eaten(self) -> int:
        """How much was eaten since the scenario began; to be asked now and then, for a world keeps
        the newest events only."""
        events = self.world.events
        self._eaten += sum(happened.kind == EATEN for happened in events.since(self._counted))
        self._counted = events.total
        return self._eaten

    @property
    def comparing(self) -> bool:
        """Whether two twins are shown side by side."""
        return self.hello.comparison is not None

    @property
    def over(self) -> bool:
        """Whether a comparison has come to its end."""
        comparison = self.hello.comparison
        return comparison is not None and self.world.clock.seconds >= comparison.seconds

    def begin_again(self) -> None:
        """As the scenario says, with the same seed."""
        for pilot in self._drivers.values():
            pilot.end("the scenario began again")
        furnished = bool(self.past)
        self.past.clear()
        self.world = World(self.world.scenario)
        if furnished:
            self.tell_habitat()
        self.bridge.begin_again(self.world)
        self.hands.begin_again()
        self._told = self._counted = self._eaten = 0

    def species_name(self, identity: int | None) -> str:
        """Of a fish, or of the first; as the scenario calls it."""
        people = self.world.population
        if identity is None and not len(people):
            raise ValueError("there is no fish to compare")
        slot = people.living[0] if identity is None else people.slots([identity])[0]
        return self.world.species_names[int(people.species[slot])]

    # ------------------------------------------------------------ who drives

    def driver(self, page: object | None) -> Pilot:
        """Of the fish that a page drives."""
        pilot = self._drivers.get(page)
        if pilot is None:
            raise PilotError("this page drives no fish; ask for one first")
        return pilot

    def start_driving(self, page: object | None, identity: int | None) -> None:
        """One page drives one fish; a fish that somebody drives is not taken away."""
        before = self._drivers.get(page)
        if before is not None and before.id == identity and not before.ended:
            return
        pilot = self.world.pilot(identity)
        self.stop_driving(page)
        self._drivers[page] = pilot

    def stop_driving(self, page: object | None) -> None:
        """The fish that a page drives goes back to its mind."""
        pilot = self._drivers.pop(page, None)
        if pilot is not None:
            if not pilot.ended:
                self.world.release_pilot(pilot.id)
            self._audience.message(Driving(fish=None, reason=""), page)

    # ------------------------------------------------------------ what pages are told

    def tell_habitat(self) -> None:
        """It has been furnished anew."""
        if self.world.habitat is not None:
            habitat = telling.habitat_told(self.world.habitat)
            self.hello = self.hello.model_copy(update={"habitat": habitat})
            self._audience.message(Furnished(habitat=habitat))

    def step_aside(self) -> None:
        """Pages that drive or ask here do not see their fish for a while."""
        self.asking.step_aside()
        self.bridge.step_aside(self.world)
        self.hands.step_aside(self.world)
        for page in self._drivers:
            self._audience.message(Driving(fish=None, reason=""), page)

    def forget(self, page: object) -> None:
        """A page has gone."""
        self.stop_driving(page)
        self.bridge.debark(self.world, page)
        self.hands.let_go(self.world, page)
        self.asking.forget(page)
        self.inspecting.forget(page)

    def tell_drivers(self, rate: float = 1.0) -> None:
        """How the fishes are that pages drive; a page whose fish is gone is told why. rate: at
        which the world goes, so that slow motion does not keep them waiting."""
        every = max(1, round(rate * DRIVEN_FRAMES))
        for page, pilot in list(self._drivers.items()):
            if pilot.ended:
                del self._drivers[page]
                reason = f"fish {pilot.id} is no longer yours: {pilot.ended}"
                self._audience.message(Driving(fish=None, reason=reason), page)
            elif self.paused or self.world.clock.frame % every == 0:
                people = self.world.population
                species = int(people.species[people.slots([pilot.id])[0]])
                driving = Driving(fish=telling.driven(pilot, species), reason="")
                self._audience.message(driving, page)

    def tell_news(self) -> None:
        """Once a second at most, and many alike as one."""
        now = time.perf_counter()
        events = self.world.events
        if self._told == events.total or now - self._told_news < NEWS_SECONDS:
            return
        news: dict[str, list[Event]] = {}
        for happened in events.since(self._told):
            if happened.kind not in QUIET:
                news.setdefault(happened.kind, []).append(happened)
        self._told = events.total
        self._told_news = now
        for alike in news.values():
            self._audience.message(telling.happening(alike))
