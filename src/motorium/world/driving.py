"""Who is driven by hand, instead of by a mind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.minds.pilot import Pilot, PilotError
from motorium.world.changes import Asked, ReleasePilot, TakePilot
from motorium.world.inputs import Journal

__all__ = ["Driving"]


class Driving:
    """pilots: who drives, by the fish's id."""

    def __init__(self, population: Population, commands: Commands, journal: Journal) -> None:
        self.pilots: dict[int, Pilot] = {}
        self._population = population
        self._commands = commands
        self._journal = journal

    @property
    def slots(self) -> Slots:
        """Of all who are driven."""
        return self._population.slots(list(self.pilots))

    def somebody(self) -> int:
        """The first fish that nobody drives."""
        people = self._population
        for slot in people.living:
            if int(people.ids[slot]) not in self.pilots:
                return int(people.ids[slot])
        raise PilotError(
            "there is no fish to drive"
            if not len(people)
            else f"all {len(people)} fishes are driven by somebody already"
        )

    def begin(
        self, identity: int, speed: float, top_speed: float, current: Callable[[], Floats]
    ) -> Pilot:
        """Drive a fish, which goes on straight ahead at a speed [L/s]."""
        slots = self._population.slots([identity])
        pilot = Pilot(self._population, self._commands, identity, top_speed, current)
        self._commands.reset(slots)
        pilot.swim(min(speed, top_speed))
        self.pilots[identity] = pilot
        self._journal.note(TakePilot, id=identity)

        def told(setpoints: Mapping[str, float], turn: float | None) -> None:
            self._journal.note(Asked, id=identity, setpoints=dict(setpoints), turn=turn)

        pilot.told = told
        return pilot

    def release(self, identity: int) -> None:
        """Give a fish back to its mind."""
        if identity not in self.pilots:
            raise PilotError(f"nobody drives fish {identity}")
        self.pilots.pop(identity).end("it was given back to its mind")
        self._commands.reset(self._population.slots([identity]))
        self._journal.note(ReleasePilot, id=identity)

    def forget(self, identity: int, why: str) -> None:
        """Who leaves the world is driven no more."""
        if identity in self.pilots:
            self.pilots.pop(identity).end(why)
