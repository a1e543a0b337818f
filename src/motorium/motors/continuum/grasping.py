"""Hands that take hold of what they touch, and let it go, without being told.

Whose hand comes to a thing calmly and goes on pushing into it, or closes both hands on it from two
sides, takes it; who pulls his hand away from it, or opens both, lets it go. A blow takes nothing,
nor does what merely brushes a hand or bumps into it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from motorium.bodies.rigid.parts import PARTS, part_number
from motorium.contracts.frames import Floats, body_to_world
from motorium.motors.continuum.placing import place_target
from motorium.motors.continuum.state import Build
from motorium.motors.continuum.supporting import TOUCHES
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.scene import HANDS, RigidScene

__all__ = ["Grasping", "Touch", "lets_go"]

DWELL: Final = 0.12
"""How long a hand must push, or both must close, to take hold [s],"""
SLOW: Final = 0.3
"""and how fast it is on the thing meanwhile at most [m/s]."""
PUSH: Final = 5.0
"""How hard it pushes at least [N],"""
DRAWN: Final = 0.01
"""and how far the performer's hand has been drawn back meanwhile at most [m]."""
COMES: Final = 0.05
"""Whose own hand came slower than this was bumped into [m/s],"""
FAST: Final = 1.6
"""and who was faster less than `CALM` before he touched it struck it [m/s]."""
CALM: Final = 0.3
APART: Final = 0.3
"""A touch has ended when there was none for so long [s]."""
OPPOSED: Final = -0.5
"""The cosine between the ways in which two hands push that hold a thing from two sides."""
FAR: Final = 0.25
"""How far off the performer's hand is [m] when his character's lets go,"""
OUTWARD: Final = 0.5
"""and the cosine between that and straight away from the thing, at least."""
OPENED: Final = 0.15
"""By how much the performer's hands are farther apart than his character's when both let go [m]."""
RESTS: Final = 0.5
"""For how long a hand takes nothing again [s]."""
LONG_AGO: Final = 1e9
_FOREARMS: Final = tuple(part_number(name) for name in HANDS)


class Touch(NamedTuple):
    """prop: its number; inward (3,): the way from the hand into it; push [N]: how hard."""

    prop: int
    inward: Floats
    push: float


def lets_go(hand: Floats, wanted: Floats, outward: Floats) -> bool:
    """Whether a hand that holds opens, since the performer's is elsewhere (3,) [m]: far off, and
    away from what is held."""
    off = wanted - hand
    far = float(np.linalg.norm(off))
    return far > FAR and float(off @ outward) > OUTWARD * far


def _closes(touch: Touch, other: Touch) -> bool:
    """Whether two hands are on two sides of one thing."""
    return touch.prop == other.prop and float(touch.inward @ other.inward) < OPPOSED


class Grasping:
    """Of all hands of a scene (characters, 2): taken: whether it holds what it took by itself;
    dwells [s]: for how long it pushes; rested [s]: how long ago it let go; calm [s]: how long ago
    the performer's was fast; apart [s]: how long ago it touched anything; barred: whether this
    touch began with a blow or a bump; outwards (characters, 2, 3): away from what is held, in its
    axes; wanted [m] (characters, 2, 3): where performers' hands are."""

    def __init__(self, scene: RigidScene, build: Build) -> None:
        self._scene, self._build = scene, build
        self._mujoco: Any = engine()
        both = (scene.characters, len(HANDS))
        self.taken = np.zeros(both, dtype=bool)
        self.barred = np.zeros(both, dtype=bool)
        self.dwells: Floats = np.zeros(both)
        self.rested: Floats = np.full(both, LONG_AGO)
        self.calm: Floats = np.full(both, LONG_AGO)
        self.apart: Floats = np.full(both, LONG_AGO)
        self.outwards: Floats = np.zeros((*both, 3))
        self.wanted: Floats = np.full((*both, 3), np.nan)
        self._work, self._centres = np.zeros((len(PARTS), 7)), np.zeros((len(PARTS), 3))
        self._spin, self._forces = np.zeros(6), np.zeros(6)
        self._hand_of = {
            int(scene.model.body_geomadr[scene.bodies[character, forearm]]) + 1: (character, hand)
            for character in range(scene.characters)
            for hand, forearm in enumerate(_FOREARMS)
        }
        self._prop_of = {
            scene.model.geom(prop.name).id: number
            for number, prop in enumerate(scene.props)
            if prop.grip and not prop.is_fixed
        }

    def feel(self, character: int, pose: Floats, awake: bool, seconds: float) -> None:
        """A frame later; pose: how the character is wanted (COORDINATES,); awake: who lies takes
        nothing."""
        velocities = self._follow_performer(character, pose, seconds)
        self.rested[character] += seconds
        held = dict(self._scene.held(character))
        self._open(character, held)
        touches = self._touches(character)
        for hand, touch in touches.items():
            self._begin_touch(character, hand, touch, velocities[hand])
        ready = [self._is_ready(character, hand, touches, awake) for hand in range(len(HANDS))]
        self.apart[character] += seconds
        for hand in range(len(HANDS)):
            step = seconds if ready[hand] else -seconds
            self.dwells[character, hand] = max(self.dwells[character, hand] + step, 0.0)
            if hand in touches:
                self.apart[character, hand] = 0.0
            if hand in touches and hand not in held and self.dwells[character, hand] >= DWELL:
                self._take(character, hand, touches[hand])

    def rest(self, character: int, hand: int) -> None:
        """It was opened: it takes nothing for a while."""
        self.taken[character, hand], self.rested[character, hand] = False, 0.0
        self.dwells[character, hand] = 0.0

    def take_over(self, character: int, other: Grasping, was: int) -> None:
        """Go on with a character just as it is elsewhere."""
        names = "taken", "barred", "dwells", "rested", "calm", "apart", "outwards", "wanted"
        for name in names:
            getattr(self, name)[character] = getattr(other, name)[was]

    # ------------------------------------------------------------ inside

    def _follow_performer(self, character: int, pose: Floats, seconds: float) -> Floats:
        """Where his hands are, and how fast [m/s] (2, 3)."""
        place_target(self._build, character, pose, self._work, self._centres)
        velocities = np.zeros((len(HANDS), 3))
        for hand, forearm in enumerate(_FOREARMS):
            arm = body_to_world(self._work[forearm, 3:], self._scene.figures[character].hands[hand])
            place = self._work[forearm, :3] + arm
            if np.isfinite(self.wanted[character, hand]).all():
                velocities[hand] = (place - self.wanted[character, hand]) / seconds
            self.wanted[character, hand] = place
            self.calm[character, hand] += seconds
            if np.linalg.norm(velocities[hand]) > FAST:
                self.calm[character, hand] = 0.0
        return velocities

    def _open(self, character: int, held: dict[int, int]) -> None:
        """What was taken by itself is let go by itself."""
        mine = [hand for hand in held if self.taken[character, hand]]
        places = {hand: self._scene.hand_place(character, hand) for hand in mine}
        outward = {hand: self._axes(held[hand]) @ self.outwards[character, hand] for hand in mine}
        wanted = self.wanted[character]
        opens = {hand for hand in mine if lets_go(places[hand], wanted[hand], outward[hand])}
        if len(mine) == len(HANDS) and held[0] == held[1] and outward[0] @ outward[1] < OPPOSED:
            apart = np.linalg.norm(places[0] - places[1]) + OPENED
            if np.linalg.norm(wanted[0] - wanted[1]) > apart:
                opens = {*mine}
        for hand in opens:
            self._scene.let_go(character, hand)
            self.rest(character, hand)

    def _touches(self, character: int) -> dict[int, Touch]:
        """What the hands of a character touch that can be held."""
        contacts, found = self._scene.data.contact, {}
        for number, (one, two) in enumerate(contacts.geom.tolist()):
            mine, other, sign = (one, two, 1.0) if one in self._hand_of else (two, one, -1.0)
            owner, hand = self._hand_of.get(mine, (-1, -1))
            if owner == character and other in self._prop_of and contacts.dist[number] <= TOUCHES:
                inward = sign * contacts.frame[number, :3]
                found[hand] = Touch(self._prop_of[other], inward, self._push(number))
        return found

    def _push(self, contact: int) -> float:
        """How hard two things push each other [N]."""
        scene = self._scene
        self._mujoco.mj_contactForce(scene.model, scene.data, contact, self._forces)
        return float(self._forces[0])

    def _begin_touch(self, character: int, hand: int, touch: Touch, velocity: Floats) -> None:
        """Whether who begins to touch something struck it, or was bumped into."""
        if self.apart[character, hand] < APART:
            return
        struck = self.calm[character, hand] < CALM
        self.barred[character, hand] = struck or float(velocity @ touch.inward) < COMES

    def _is_ready(self, character: int, hand: int, touches: dict[int, Touch], awake: bool) -> bool:
        """Whether a hand is about to take hold."""
        touch, other = touches.get(hand), touches.get(1 - hand)
        if touch is None or not awake or self.rested[character, hand] < RESTS:
            return False
        place = self._scene.hand_place(character, hand)
        forearm = int(self._scene.bodies[character, _FOREARMS[hand]])
        slip = self._velocity(forearm, place)
        slip -= self._velocity(int(self._scene.prop_bodies[touch.prop]), place)
        if np.linalg.norm(slip) > SLOW or self.calm[character, hand] < CALM:
            return False
        if other is not None and _closes(touch, other):
            return True
        pressed = float((self.wanted[character, hand] - place) @ touch.inward)
        pushes = touch.push > PUSH and pressed > -DRAWN
        return pushes and not self.barred[character, hand]

    def _take(self, character: int, hand: int, touch: Touch) -> None:
        self._scene.take_hold(character, hand, touch.prop)
        self.taken[character, hand] = True
        self.outwards[character, hand] = -self._axes(touch.prop).T @ touch.inward

    def _axes(self, prop: int) -> Floats:
        axes: Floats = self._scene.data.xmat[self._scene.prop_bodies[prop]].reshape(3, 3)
        return axes

    def _velocity(self, body: int, place: Floats) -> Floats:
        """Of a place on a body [m/s] (3,)."""
        kind = self._mujoco.mjtObj.mjOBJ_XBODY
        data = self._scene.data
        self._mujoco.mj_objectVelocity(self._scene.model, data, kind, body, self._spin, 0)
        turned: Floats = np.cross(self._spin[:3], place - data.xpos[body])
        return turned + self._spin[3:]
