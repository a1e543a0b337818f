"""The habitat of a world that lives, furnished anew between two frames: fishes, food and time stay,
and everybody who counts what stands there counts it afresh."""

from __future__ import annotations

from motorium.world import changes
from motorium.world.directing.director import Director
from motorium.world.habitat.furniture import Furniture, furnished, furniture_of
from motorium.world.inputs import Journal
from motorium.world.peopling import Peopling
from motorium.world.submarine.diving import Diving
from motorium.world.surroundings import Surroundings

__all__ = ["Furnishing"]


class Furnishing:
    """Knows who must look anew."""

    def __init__(
        self,
        around: Surroundings,
        peopling: Peopling,
        diving: Diving,
        director: Director,
        journal: Journal,
    ) -> None:
        self._around = around
        self._peopling = peopling
        self._diving = diving
        self._director = director
        self._journal = journal

    @property
    def furniture(self) -> Furniture:
        """What is there now."""
        return furniture_of(self._around.sea("no ground on which something could stand"))

    def furnish(self, furniture: Furniture) -> None:
        """Let this be there from now on, or refuse it whole."""
        sea = self._around.sea("no ground on which something could stand")
        settings = furnished(sea.settings, furniture)
        obstacles = sea.obstacles_of(settings)
        self._diving.check(self._around.limits_with(obstacles))
        sea.furnish(settings, obstacles, furniture)
        self._around.look_anew()
        self._diving.look_anew()
        self._peopling.instincts.look_anew()
        self._director.look_anew()
        self._journal.note(changes.Furnish, furniture=furniture)
