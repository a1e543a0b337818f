"""What is around a population: the habitat, and how its water reaches the fishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.contracts.mind import Room
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import Clock
from motorium.motors.medium import Medium
from motorium.world import changes
from motorium.world.fishing.line import Line
from motorium.world.habitat.biting import Mouths
from motorium.world.habitat.clearance import Clearance, Limits
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.holding import hold
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.inputs import Journal
from motorium.world.scenario import Scenario

__all__ = ["Surroundings"]

STRONGEST_FLOW: Final = 10.0
"""Times the habitat's currents as its scenario has them."""
_NOBODY: Final[Slots] = np.zeros(0, dtype=np.intp)
_NOTHING: Final[Floats] = np.zeros((0, 3))


class Surroundings:
    """habitat: None in open water, where nothing of this does anything, or is refused; line: that
    hangs into it, where the scenario has one."""

    def __init__(
        self,
        scenario: Scenario,
        population: Population,
        medium: Medium,
        flows: bool,
        clock: Clock,
        journal: Journal,
    ) -> None:
        self.habitat: Habitat | None = None
        self.line: Line | None = None
        self._population = population
        self._medium = medium
        self._clock = clock
        self._journal = journal
        if scenario.habitat is not None:
            self.habitat = Habitat(scenario.habitat, scenario.habitat_seed)
            self._clearance = Clearance(self.habitat, scenario.world.capacity)
            if flows:
                medium.vary(scenario.world.capacity)
            # Fishes of the printed model cannot be held, so that no line can be pulled up.
            if flows and scenario.line is not None:
                self.line = Line(scenario.line, self.habitat)

    @property
    def limits(self) -> Limits | None:
        """Of the water; None in open water."""
        return None if self.habitat is None else self._clearance.limits

    def limits_with(self, obstacles: Obstacles) -> Limits:
        """As they would be if these stood there."""
        return self._clearance.limits_with(obstacles)

    def look_anew(self) -> None:
        """The habitat has been furnished anew."""
        sea = self.sea("nothing to look at")
        self._clearance.look_anew()
        if self.line is not None:
            self.line.bait.solids = sea.plankton.solids

    def room(self) -> Room | None:
        """How much of it the living have before them."""
        return None if self.habitat is None else self._clearance.ahead(self._population)

    def tell_of_obstacles(self, slots: Slots, tell: bool) -> None:
        """Whether the room of these ends at obstacles: not for who perceives them itself."""
        if self.habitat is not None:
            self._clearance.blind[slots] = not tell

    def advance(self, mouths: Mouths) -> list[tuple[int, str, int]]:
        """One frame; who has eaten what (`drifting.eaten`)."""
        if self.habitat is None:
            return []
        eaten = self.habitat.advance(self._clock.seconds, self._population, mouths)
        self._flow(self._population.living)
        return eaten

    def hold(self, moved: Slots = _NOBODY, streams: Floats = _NOTHING) -> None:
        """Keep everybody within the limits of the water in the frame to come; but for these who are
        moved by streams [m/s] nothing carries anybody as yet."""
        people, medium = self._population, self._medium
        if not medium.varies:
            return
        if self.habitat is None:
            medium.carrying[people.living] = 0.0
        else:
            # The limits have the last word: they hold whoever a stream takes there, too.
            medium.carrying[moved] -= streams
            hold(
                self._clearance.limits,
                people.living,
                people.positions,
                people.velocities,
                people.lengths,
                medium.carrying,
            )
        medium.carrying[moved] += streams

    def _flow(self, slots: Slots) -> None:
        """Let the water flow where these individuals are."""
        medium = self._medium
        if self.habitat is None or not medium.varies:
            return
        currents = self.habitat.currents
        currents.everywhere = medium.felt_current
        positions = self._population.positions
        currents.write_for(slots, positions, self._clock.seconds, medium.local)
        medium.local[slots] -= medium.felt_current

    def flow_at(self, slots: Slots, places: Floats) -> Floats:
        """How the water flows [m/s] where individuals come into the world [m]; from the first frame
        on they feel all of it."""
        medium = self._medium
        self._population.positions[slots] = places
        self._flow(slots)
        if medium.varies:
            medium.felt_local[slots] = medium.local[slots]
            medium.carrying[slots] = 0.0
        return medium.current_of(slots)

    # ------------------------------------------------------------ what a person can change

    @property
    def hour(self) -> float:
        """Of the day, 0 to 24."""
        return self.sea("no day").light.hour

    @hour.setter
    def hour(self, value: float) -> None:
        sea = self.sea("no day")
        if not 0 <= value < 24:
            raise ValueError(f"hour {value} is not a number from 0 to below 24")
        sea.light.hour = float(value)
        self._journal.note(changes.Hour, value=float(value))

    @property
    def flow_strength(self) -> float:
        """By which the habitat's currents are multiplied."""
        return self.sea("no currents of its own").currents.strength

    @flow_strength.setter
    def flow_strength(self, value: float) -> None:
        sea = self.sea("no currents of its own")
        if not 0 <= value <= STRONGEST_FLOW:
            raise ValueError(f"flow strength {value} is not a number from 0 to {STRONGEST_FLOW:g}")
        sea.currents.strength = float(value)
        self._journal.note(changes.FlowStrength, value=float(value))

    def drop_food(self, place: Sequence[float] | Floats) -> int:
        """At a place [m]; how many pieces there was room for."""
        sea = self.sea("no ground on which food could lie")
        where = np.array(place, dtype=np.float64)
        if where.shape != (3,) or not np.isfinite(where).all():
            raise ValueError(f"food at {place}: a place is three finite numbers of metres")
        x, y, z = where.tolist()
        radius, surface = sea.settings.radius, sea.settings.surface
        if np.hypot(x, y) > radius or z > surface:
            raise ValueError(
                f"food at {x:g}, {y:g}, {z:g} m falls outside the habitat: at most {radius:g} m "
                f"from its middle, and not above the surface at {surface:g} m"
            )
        pieces = sea.food.drop(where)
        self._journal.note(changes.DropFood, place=(x, y, z))
        return pieces

    def sea(self, lacking: str) -> Habitat:
        """The habitat; open water lacks something."""
        if self.habitat is None:
            raise ValueError(f"open water has {lacking}; give the scenario a [habitat]")
        return self.habitat
