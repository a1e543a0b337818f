"""The parts of a picture."""

from __future__ import annotations

from enum import Enum, auto

__all__ = ["Pass"]


class Pass(Enum):
    """The parts of a picture, in the order in which they are drawn."""

    SOLID = auto()
    """What one does not see through."""
    BEHIND = auto()
    """What fills the rest: open water and the surface."""
    CLEAR = auto()
    """What one sees through, over all of that."""
    SIGHT = auto()
    """Not of a picture, but of a map of what is seen: shaders that end in ocean/sight.glsl."""
