"""Of what fishes are made besides, in how many steps, and whether water presses on them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final, Self

from pydantic import Field, StrictBool, StrictInt, ValidationError

from motorium.bodies.fish import FishBody
from motorium.problems import problems_of
from motorium.settings import Number, Settings, SettingsError

__all__ = ["MOST_STEPS", "RANGES", "STANDARD", "PhysicsSettings"]

RANGES: Final[dict[str, tuple[float, float]]] = {
    "mass": (0.25, 1.5),
    "stiffness": (0.5, 4.0),
    "damping": (0.75, 4.0),
}
"""Of the factors: between these every species swims and turns and nobody breaks
(docs/concepts/play-with-physics.md)."""
MOST_STEPS: Final = 16


def _factor(name: str) -> float:
    low, high = RANGES[name]
    field: float = Field(default=1.0, ge=low, le=high)
    return field


class PhysicsSettings(Settings):
    """The table `[physics]`: factors of what each species is made of, and how time is cut.

    Only fishes on [muscles](concepts/levels.md) of the natural model feel it.
    """

    mass: Number = _factor("mass")
    """Of all nodes."""
    stiffness: Number = _factor("stiffness")
    """Of all springs, and so of the muscles."""
    damping: Number = _factor("damping")
    """Of what resists when springs change their length: the body's own viscosity."""
    steps: StrictInt | None = Field(default=None, ge=1, le=MOST_STEPS)
    """Of physics in a frame, for all species; left out, each takes its own. Where that is too few
    for a body it takes what it needs."""
    hydrodynamics: StrictBool = True
    """Whether water presses on bodies; without, fishes beat their tails on the spot."""

    def but(self, **changed: Any) -> Self:
        """The same with something else."""
        data = {**self.model_dump(), **changed}
        try:
            return type(self).model_validate(data)
        except ValidationError:
            raise SettingsError("; ".join(problems_of(data, type(self)))) from None

    @property
    def is_standard(self) -> bool:
        """Whether it is that for which species were calibrated, and repertoires filmed."""
        return self == STANDARD

    def made(self, body: FishBody) -> FishBody:
        """A body with other masses, springs and dampers."""
        return replace(
            body,
            masses=body.masses * self.mass,
            elasticity=body.elasticity * self.stiffness,
            damping=body.damping * self.damping,
        )

    def steps_needed(self, own: int) -> int:
        """At least, in a frame, by a species that takes so many by itself: half of them, and all if
        its body is stiffest, or heaviest and least damped. Measured."""
        demand = max(1.0, self.stiffness, self.mass / self.damping)
        return math.ceil(own / 2 * math.sqrt(demand))

    def steps_taken(self, own: int) -> int:
        """In a frame, by a species that takes so many by itself."""
        return max(self.steps or own, self.steps_needed(own))


STANDARD: Final = PhysicsSettings()
