"""Takes pictures of a world for the wire: the roster when it changes, a snapshot every frame."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import Clock
from motorium.contracts.viewing import Level
from motorium.minds.pilot import Pilot
from motorium.wire import vessels
from motorium.wire.messages import Roster
from motorium.wire.moving import Drifting, Moving
from motorium.wire.snapshot import SnapshotPacker
from motorium.world.fishing.line import Line
from motorium.world.habitat.drifting import Particles
from motorium.world.habitat.habitat import Habitat
from motorium.world.scenario import Scenario
from motorium.world.submarine.boat import Submarine

__all__ = ["OnShow", "Picture"]


class OnShow(Protocol):
    """What can be shown: a world, or a recording of one."""

    @property
    def clock(self) -> Clock: ...

    @property
    def population(self) -> Population: ...

    @property
    def pilots(self) -> Mapping[int, Pilot]: ...

    @property
    def scenario(self) -> Scenario: ...

    @property
    def habitat(self) -> Habitat | None: ...

    @property
    def species(self) -> Sequence[Species]: ...

    @property
    def top_speed(self) -> float: ...

    @property
    def current(self) -> Floats: ...

    @property
    def seconds(self) -> float: ...

    @property
    def submarines(self) -> Sequence[Submarine]: ...

    @property
    def line(self) -> Line | None: ...

    def groups_of(self, slots: Slots) -> list[int]: ...


class Picture:
    """Remembers which roster the pages know, across worlds that replace each other."""

    def __init__(self) -> None:
        self.revision = 0
        self._packer = SnapshotPacker()
        self._known: tuple[OnShow, int] | None = None
        self._levels = np.zeros(0, dtype=np.uint8)
        self._scenery: _Scenery | None = None

    def forget(self) -> None:
        """Name everybody again before the next snapshot: then nobody is drawn on his way from where
        he was."""
        self._known = None

    def roster(self, world: OnShow) -> Roster | None:
        """Who is in the snapshots to come, if that has changed."""
        people = world.population
        if self._known == (world, people.revision):
            return None
        self._known = (world, people.revision)
        self.revision += 1
        slots = people.living
        return Roster(
            revision=self.revision,
            ids=people.ids[slots].tolist(),
            species=people.species[slots].tolist(),
            sizes=[round(size, 6) for size in people.sizes[slots].tolist()],
            seeds=people.looks[slots].tolist(),
            groups=world.groups_of(slots),
        )

    def take(self, world: OnShow, opened: Collection[int] = ()) -> bytes:
        """The world's frame, packed; opened: of whom muscles are shown besides who is driven."""
        people = world.population
        if len(self._levels) != people.capacity:
            self._levels = np.zeros(people.capacity, dtype=np.uint8)
        seen = people.seen.view(np.bool_)
        # Muscles 0, playback 1, frame only 2.
        np.subtract(2, people.seen, out=self._levels)
        self._levels[people.motors == 0] = Level.MUSCLES
        bare = np.zeros(people.capacity, dtype=np.bool_)
        bare[people.slots(list({*world.pilots, *opened}))] = True
        bare &= seen
        return self._packer.pack(
            world.clock.frame,
            self.revision,
            world.scenario.world.extent,
            people.living,
            people.positions,
            people.orientations,
            people.lengths,
            people.nodes,
            seen,
            people.fins,
            people.expression,
            people.contraction,
            bare,
            self._levels,
            people.automatic,
            self._moving(world.habitat),
            world.seconds,
            [_afloat(boat) for boat in world.submarines],
            None if world.line is None else _hanging(world.line),
        )

    def _moving(self, habitat: Habitat | None) -> Moving | None:
        if habitat is None:
            return None
        if self._scenery is None or self._scenery.weeds is not habitat.weeds:
            self._scenery = _Scenery(habitat)
        return self._scenery.moving()


class _Scenery:
    """A habitat, and what of it never changes."""

    def __init__(self, habitat: Habitat) -> None:
        self.habitat = habitat
        self._lowest = float(habitat.terrain.heights.min())
        self.weeds = weeds = habitat.weeds
        self._roots = np.repeat(weeds.roots, np.diff(weeds.first_leaf), axis=0)

    def moving(self) -> Moving:
        habitat, settings = self.habitat, self.habitat.settings
        return Moving(
            settings.radius,
            self._lowest,
            settings.surface,
            habitat.weeds.nodes,
            self._roots,
            (_drifting(habitat.plankton), _drifting(habitat.bubbles), _drifting(habitat.food)),
        )


def _drifting(particles: Particles) -> Drifting:
    return Drifting(particles.positions, particles.there, particles.sizes)


def _afloat(boat: Submarine) -> vessels.Submarine:
    helm = boat.helm
    return vessels.Submarine(
        boat.position,
        boat.orientation,
        boat.velocity,
        (helm.thrust, helm.turn, helm.pitch, helm.lift),
        boat.number,
    )


def _hanging(line: Line) -> vessels.Line:
    return vessels.Line(line.hook, line.top, line.state, line.caught is not None)
