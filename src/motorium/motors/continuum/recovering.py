"""How a character that has fallen comes back to its performer (Soriano 2009, chapter 3).

The performer is set to where the character lies, and a way is blended from how it lies to how the
performer is, over the ground. Meanwhile it counts as in balance, and what supported it when it
began still does. It keeps its balance itself again once it has come near, and stays so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.rigid.parts import TURNS
from motorium.contracts.frames import Floats, multiply, quaternion_from_heading, rotation_matrix

__all__ = ["BLEND", "NEAR", "Recovery", "blended", "heading_of", "moved"]

BLEND: Final = 1.0
"""How long the way from how a character lies to how its performer is takes [s]."""
LIFT: Final = 0.12
"""How far it is over the ground in its middle, beyond straight [m]."""
NEAR: Final = 0.03
"""With its parts on average less far from the performer's a character is back [m]."""
LONGEST: Final = 4.0
"""Who is not back after so long has tripped over something, and falls again [s]."""


@dataclass
class Recovery:
    """Of one character. shift [m] and turn [rad]: how its performer is set into the scene;
    lain: how it lay when it began; seconds: since then."""

    shift: Floats = field(default_factory=lambda: np.zeros(3))
    turn: float = 0.0
    lain: Floats | None = None
    seconds: float = 0.0

    @property
    def runs(self) -> bool:
        """Whether it is on its way."""
        return self.lain is not None

    def align(self, character: Floats, performer: Floats, heading: bool) -> None:
        """Set the performer (as he stands in his own room) to where the character is; heading:
        turn him, too, so that they face the same way."""
        if heading:
            self.turn = heading_of(character) - heading_of(performer)
        self.shift[:] = 0.0
        self.shift[:2] = character[:2] - moved(performer, self.shift, self.turn)[:2]

    def placed(self, performer: Floats) -> Floats:
        """A performer as he is set into the scene."""
        return moved(performer, self.shift, self.turn)

    def carry(self, performer: Floats, step: Floats, turn: float) -> None:
        """The ground goes on by a step [m] (3,) and turns [rad]: so does the performer who stands
        on it, about himself, and how the character lay."""
        before = self.placed(performer)[:2]
        self.turn += turn
        self.shift[:2] += before + step[:2] - self.placed(performer)[:2]
        if self.lain is not None:
            place = self.lain[:3] + step
            self.lain = moved(self.lain, np.zeros(3), turn)
            self.lain[:3] = place

    def begin(self, character: Floats) -> None:
        """From how the character is now."""
        self.lain, self.seconds = character.copy(), 0.0

    def wanted(self, performer: Floats, seconds: float) -> Floats:
        """How the character is to be on a level floor, so many seconds later than last time."""
        return self.on_the_way(self.placed(performer), seconds)

    def on_the_way(self, here: Floats, seconds: float) -> Floats:
        """The same, of a performer as he is in the scene, wherever the ground is."""
        if self.lain is None:
            return here
        self.seconds += seconds
        return blended(self.lain, here, min(self.seconds / BLEND, 1.0))

    def end(self) -> None:
        """It is back, or has given up."""
        self.lain = None


def blended(one: Floats, other: Floats, share: float) -> Floats:
    """From one pose to another, beginning and ending gently, and lifted in between."""
    eased = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
    found = (1.0 - eased) * one + eased * other
    for at in TURNS:
        p, q = one[at : at + 4], other[at : at + 4]
        turn = (1.0 - eased) * p + eased * (q if p @ q >= 0.0 else -q)
        found[at : at + 4] = turn / max(float(np.linalg.norm(turn)), 1e-9)
    found[2] += LIFT * np.sin(np.pi * eased) ** 2
    return found


def moved(coordinates: Floats, shift: Floats, turn: float) -> Floats:
    """Turned about the origin [rad], and shifted [m]."""
    found = coordinates.copy()
    about = quaternion_from_heading(turn)
    found[:3] = rotation_matrix(about) @ coordinates[:3] + shift
    found[3:7] = multiply(about, coordinates[3:7])
    return found


def heading_of(coordinates: Floats) -> float:
    """Where the pelvis faces, or, if it lies on its back or belly, where its head points away
    from or to."""
    axes = rotation_matrix(coordinates[3:7])
    ahead = axes[:, 0] if abs(axes[2, 0]) < 0.7 else -np.sign(axes[2, 0]) * axes[:, 2]
    return float(np.arctan2(ahead[1], ahead[0]))
