"""A habitat: ground and obstacles, water that flows, plants, what drifts, light and warmth."""

from __future__ import annotations

import numpy as np

from motorium.contracts.population import Population
from motorium.world.habitat.biting import Mouths
from motorium.world.habitat.carrying import solids_of
from motorium.world.habitat.currents import Currents, flow_field
from motorium.world.habitat.drifting import Bubbles, Food, Plankton, eaten
from motorium.world.habitat.fields import Light, Temperature
from motorium.world.habitat.flora import Weeds
from motorium.world.habitat.furniture import Furniture, carried_over, furniture_of
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain

__all__ = ["Habitat"]


class Habitat:
    """Owned by a world; each part draws from a chance of its own, so that one does not change the
    others."""

    def __init__(self, settings: HabitatSettings, seed: int) -> None:
        self.settings = settings
        chances = iter(np.random.SeedSequence(seed).spawn(5))

        def chance() -> np.random.Generator:
            return np.random.default_rng(next(chances))

        self.terrain = Terrain(settings, chance())
        self.obstacles = Obstacles(settings, self.terrain, chance())
        self.currents = Currents(settings, self.obstacles)
        self.weeds = Weeds(settings, self.terrain, self.obstacles, chance())
        drifting = chance()
        self.plankton = Plankton(settings, self.terrain, self.obstacles, drifting)
        self.food = Food(settings, self.terrain, self.obstacles, drifting)
        self.bubbles = Bubbles(settings, self.terrain, self.obstacles, chance())
        self.light = Light(settings, self.obstacles)
        self.temperature = Temperature(settings)

    def obstacles_of(self, settings: HabitatSettings) -> Obstacles:
        """Those of settings in which each is given."""
        return Obstacles(settings, self.terrain, np.random.default_rng(0))

    def furnish(
        self, settings: HabitatSettings, obstacles: Obstacles, furniture: Furniture
    ) -> None:
        """Let this stand, grow and drift here from now on (`furniture.furnished`)."""
        which = carried_over(furniture_of(self), furniture)
        self.settings, self.obstacles = settings, obstacles
        self.currents.field = flow_field(settings.flow, obstacles)
        weeds = Weeds(settings, self.terrain, obstacles, np.random.default_rng(0))
        weeds.grow_on(self.weeds, which)
        self.weeds = weeds
        solids = solids_of(settings, self.terrain, obstacles)
        for small in (self.plankton, self.food, self.bubbles):
            small.solids = solids
        self.plankton.hold(settings.plankton.count)
        self.light.obstacles = obstacles

    def advance(
        self, seconds: float, people: Population, mouths: Mouths | None = None
    ) -> list[tuple[int, str, int]]:
        """One frame, at a time [s]; who has eaten what (`drifting.eaten`)."""
        self.light.advance()
        self.weeds.advance(seconds, self.currents, people)
        self.plankton.advance(seconds, self.currents)
        self.food.advance(seconds, self.currents)
        self.bubbles.advance(seconds, self.currents)
        return eaten(people, self.plankton, self.food, mouths)
