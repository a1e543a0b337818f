"""Motorium: a body, moved by a motor, commanded by a mind.

What stands in `__all__`, here and in every module, is the stable interface. The names below are
loaded when they are first used, so that asking for the version does not wait for a compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from motorium.bodies.species import Species, load_species
    from motorium.world.scenario import Scenario, load_scenario
    from motorium.world.world import World, WorldState

__all__ = [
    "Scenario",
    "Species",
    "World",
    "WorldState",
    "__version__",
    "load_scenario",
    "load_species",
]

__version__: Final = "0.1.0"

_HOMES: Final = {
    "Scenario": "motorium.world.scenario",
    "Species": "motorium.bodies.species",
    "World": "motorium.world.world",
    "WorldState": "motorium.world.world",
    "load_scenario": "motorium.world.scenario",
    "load_species": "motorium.bodies.species",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'motorium' has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(_HOMES[name]), name)
