"""The balls that pages toss: every scene of a stage has them, parked far off."""

from __future__ import annotations

from typing import Final

from motorium.world.performance.document import PropSettings, SceneDocument

__all__ = ["with_balls"]

TOSSED: Final = {"light": (0.15, 10.0, "#e8b33a"), "heavy": (0.22, 60.0, "#50565e")}
"""The balls of pages: radius [m], mass [kg] and colour. The light one is of the thesis."""
PARKED: Final = 29.0
"""How far off they lie until they are tossed [m]."""


def with_balls(document: SceneDocument) -> tuple[SceneDocument, tuple[str, str]]:
    """A scene, and the names of the balls in it that pages toss."""
    balls = []
    for row, (name, (radius, mass, color)) in enumerate(TOSSED.items()):
        called = f"{name} ball"
        while any(prop.name.startswith(called) for prop in document.prop):
            called += " too"
        at = (PARKED, PARKED - row, radius)
        balls.append(
            PropSettings(name=called, shape="ball", size=[radius], mass=mass, at=at, color=color)
        )
    whole = document.model_copy(update={"prop": [*document.prop, *balls]})
    return whole, (balls[0].name, balls[1].name)
