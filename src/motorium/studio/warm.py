"""Compiles every kernel that the first frames will need, and says how far it is."""

from __future__ import annotations

from motorium.compiled import Report, watch_compilation
from motorium.studio.picture import Picture
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

__all__ = ["warm_kernels"]


def warm_kernels(report: Report) -> None:
    """Make a few frames of a tiny world."""
    tiny = Scenario(
        format=1,
        world=WorldSettings(capacity=4),
        group=[Group(species="herring", count=2)],
    )
    with watch_compilation(report):
        world = World(tiny)
        world.advance()
        Picture().take(world)
