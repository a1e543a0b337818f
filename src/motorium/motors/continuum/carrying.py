"""Moving ground carries who stands on it: his performer's room goes and turns with it."""

from __future__ import annotations

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motors.continuum.footing import Footing
from motorium.motors.continuum.legs import FEET
from motorium.motors.continuum.state import Balance
from motorium.physics.rigid.scene import RigidScene

__all__ = ["Carrying"]


class Carrying:
    """Of all characters of a scene. steps [m] (n, 3) and turns [rad] (n,): by how much the ground
    carried each in the last frame.

    Who stands on two grounds goes with both, half and half. Who lies or gets up goes with what is
    below him, and who is in the air goes on as he went, as he would.

    Limitation: only what goes its own way carries a room, not a cart that somebody pushes.
    """

    def __init__(self, scene: RigidScene, footing: Footing) -> None:
        self._scene, self._footing = scene, footing
        self.steps: Floats = np.zeros((scene.characters, 3))
        self.turns: Floats = np.zeros(scene.characters)

    def carry(
        self, character: int, here: Floats, balance: Balance, sticky: float, seconds: float
    ) -> None:
        """Through the next frame; here: how the performer is (COORDINATES,); sticky [s]: who has
        touched the ground less long ago stands."""
        grounds = self._grounds(character, balance, sticky)
        if grounds:
            at = np.append(here[:2], balance.ground[character])
            going = [self._scene.carried(one, at, seconds) for one in grounds]
            self.steps[character] = np.mean([step for step, _ in going], axis=0)
            self.turns[character] = np.mean([turn for _, turn in going])
        else:
            self.steps[character, 2] = 0.0
        self._footing.go_with(character, self.steps[character], seconds)
        balance.drift[character] = self.steps[character, :2] / seconds

    def take_over(self, character: int, other: Carrying, was: int) -> None:
        """Go on with a character just as it is carried elsewhere."""
        self.steps[character], self.turns[character] = other.steps[was], other.turns[was]

    def _grounds(self, character: int, balance: Balance, sticky: float) -> list[int]:
        """The geoms that bear a character."""
        touched = balance.touched[character]
        under = self._footing.under[character]
        upright = not (balance.fallen[character] or balance.held[character])
        feet = [int(under[side]) for side, foot in enumerate(FEET) if touched[foot] <= sticky]
        if upright and feet:
            return feet
        if touched.min() > sticky:
            return []
        return [self._footing.height_below(character)[1]]
