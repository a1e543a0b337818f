"""Hands from outside that take a character by one of its parts, and pull it to a place.

A hand is a critically damped spring between the middle of the part and where the hand is. It is
stronger than what holds a character to its performer, so that whoever is pulled loses his balance;
and bounded, so that nothing bursts however far away or fast a hand is.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from motorium.bodies.rigid.parts import PARTS
from motorium.contracts.frames import Floats
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.scene import RigidScene

__all__ = ["MOST", "Pulling"]

FREQUENCY: Final = 30.0
"""Of the spring [rad/s], on a mass between the part's and the whole character's: so it neither
rings with a forearm nor bounces with all that hangs on it."""
STRETCH: Final = 0.3
"""It pulls no harder than when it is so long [m]: parts come at no more than 4.5 m/s."""
ASIDE: Final = 0.5
"""A part is taken no farther from its middle [m]."""
MOST: Final = 4.0
"""All hands together pull with no more than so many times the character's weight; what holds it to
its performer does with 3."""


@dataclass
class _Pull:
    """body: MuJoCo's; stiffness [N/m], drag [N s/m]; aside: from the part's middle to the hand, as
    it was taken [m] (3,); place: of the hand [m] (3,)."""

    character: int
    body: int
    stiffness: float
    drag: float
    aside: Floats
    place: Floats


class Pulling:
    """The hands in a scene. Whoever has one may be anything that can be told apart.

    Limitation: a part is held by its middle, however it was taken: a hand turns nothing.
    """

    def __init__(self, scene: RigidScene) -> None:
        self._scene = scene
        self._pulls: dict[Hashable, _Pull] = {}
        self._motion = np.zeros(6)

    def take(self, hand: Hashable, character: int, part: int, place: Sequence[float]) -> None:
        """Take a part where a hand is [m] (3,); what it held before it lets go."""
        if not 0 <= part < len(PARTS):
            known = ", ".join(f"{number} {one.name}" for number, one in enumerate(PARTS))
            raise ValueError(f"there is no part {part}; there are {known}")
        at = _finite(place)
        body = int(self._scene.bodies[character, part])
        model, data = self._scene.model, self._scene.data
        mass = math.sqrt(model.body_mass[body] * self._scene.figures[character].mass)
        aside = at - data.xipos[body]
        self._pulls[hand] = _Pull(
            character,
            body,
            stiffness=mass * FREQUENCY**2,
            drag=2.0 * mass * FREQUENCY,
            aside=aside * _at_most(aside, ASIDE),
            place=at,
        )

    def pull(self, hand: Hashable, place: Sequence[float]) -> None:
        """Move a hand to a place [m] (3,); an empty one pulls nothing."""
        at = _finite(place)
        if hand in self._pulls:
            self._pulls[hand].place = at

    def let_go(self, hand: Hashable) -> None:
        """Open a hand."""
        self._pulls.pop(hand, None)

    def leave(self, character: int) -> None:
        """All hands let go of a character."""
        for hand in [hand for hand, one in self._pulls.items() if one.character == character]:
            self.let_go(hand)

    def holds(self, character: int) -> bool:
        """Whether a character is in anybody's hand."""
        return any(one.character == character for one in self._pulls.values())

    def add_forces(self, forces_out: Floats) -> None:
        """To those on bodies (bodies, 6) [N], as parts are and move in this step."""
        if not self._pulls:
            return
        pulls = [(one, self._force(one)) for one in self._pulls.values()]
        gravity = float(np.linalg.norm(self._scene.model.opt.gravity))
        for character in {one.character for one, _ in pulls}:
            mine = [(one.body, force) for one, force in pulls if one.character == character]
            whole = sum(float(np.linalg.norm(force)) for _, force in mine)
            most = MOST * gravity * self._scene.figures[character].mass
            for body, force in mine:
                forces_out[body, :3] += force * min(1.0, most / max(whole, 1e-9))

    def _force(self, one: _Pull) -> Floats:
        mujoco: Any = engine()
        data = self._scene.data
        kind = mujoco.mjtObj.mjOBJ_BODY
        mujoco.mj_objectVelocity(self._scene.model, data, kind, one.body, self._motion, 0)
        off = one.place - one.aside - data.xipos[one.body]
        force: Floats = one.stiffness * _at_most(off, STRETCH) * off - one.drag * self._motion[3:]
        return force


def _at_most(way: Floats, length: float) -> float:
    """By how much a way must be shortened to be no longer."""
    return min(1.0, length / max(float(np.linalg.norm(way)), 1e-9))


def _finite(place: Sequence[float]) -> Floats:
    at: Floats = np.array(place, dtype=np.float64)
    if at.shape != (3,) or not np.isfinite(at).all():
        raise ValueError(f"a hand is at a place of three finite numbers [m], not {place!r}")
    return at
