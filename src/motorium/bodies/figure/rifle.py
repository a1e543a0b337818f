"""The rifle: a rigid thing in the right hand, and where the left one holds it.

    positions, rotations = rifle_placed(skeleton, skeleton.place(poses))

Its own frame has the origin in the middle of the pistol grip, x along the barrel to the muzzle,
y to the left, z up to the sights. It does not move in the right hand.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import Placed, Site, Skeleton, turn_about
from motorium.contracts.frames import Floats

__all__ = ["HELD_BY", "RIFLE", "Rifle", "equipped", "rifle_placed"]

HELD_BY: Final = "right grip"
"""The site that the pistol grip is at."""
SUPPORTED_BY: Final = "left grip"
WRIST: Final = 2
"""Degrees of freedom that a hand needs to turn a rifle on its own."""
NEAR_ENOUGH: Final = 0.08
"""By how much the left hand may be nearer or farther than the support [m] to have a say."""
ON_FLOOR: Final = 0.02
"""How high the muzzle is at least [m]."""
_RAKE: Final = 0.06
"""By how much the muzzle is above the direction of the stretched fingers [rad]: a grip leans."""
_WRAP: Final = 0.25
"""By how much the palm is behind the grip, and not only beside it [rad]."""


def _turn_in_palm() -> Floats:
    """Stretched fingers (-z of the palm) would point along the barrel, the thumb (x) to the
    sights, and the palm (y) to the left; then the grip leans, and the hand goes behind it."""
    columns: Floats = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    wrap = turn_about(np.array([0.0, 0.0, 1.0]), np.array([_WRAP]))[0]
    rake = turn_about(np.array([0.0, -1.0, 0.0]), np.array([_RAKE]))[0]
    turn: Floats = columns @ wrap @ rake
    return turn


def _support_turn() -> Floats:
    """How the left palm is turned in the rifle's frame: it is below the fore-end, its fingers
    (-z) point to the right and forward, its thumb (x) forward and to the left."""
    fingers = np.array([0.55, -0.75, 0.25])
    palm = np.array([0.0, -0.35, 0.94])
    z = -fingers / np.linalg.norm(fingers)
    y = -(palm - (palm @ z) * z)
    y /= np.linalg.norm(y)
    return np.stack([np.cross(y, z), y, z], axis=1)


@dataclass(frozen=True)
class Rifle:
    """Places in the rifle's frame [m].

    turn: turns the rifle's axes into those of the segment that `right grip` is on, as all
    segments' axes are parallel at rest. support: where `left grip` is when the left hand holds it;
    support_turn: how the left palm is turned then, seen from the rifle.
    """

    turn: Floats = field(default_factory=_turn_in_palm)
    support: Floats = field(default_factory=lambda: np.array([0.28, 0.0, 0.02]))
    support_turn: Floats = field(default_factory=_support_turn)
    muzzle: Floats = field(default_factory=lambda: np.array([0.60, 0.0, 0.055]))
    butt: Floats = field(default_factory=lambda: np.array([-0.30, 0.0, 0.02]))
    sight: Floats = field(default_factory=lambda: np.array([0.05, 0.0, 0.125]))
    magazine: Floats = field(default_factory=lambda: np.array([0.13, 0.0, -0.11]))
    """The lowest point of the magazine."""

    @property
    def places(self) -> dict[str, Floats]:
        """All points that have a name."""
        return {
            "trigger": np.zeros(3),
            "muzzle": self.muzzle,
            "butt": self.butt,
            "sight": self.sight,
            "magazine": self.magazine,
            "support": self.support,
        }


RIFLE: Final = Rifle()
"""The one that ships."""


def equipped(skeleton: Skeleton, rifle: Rifle = RIFLE) -> Skeleton:
    """The figure with the rifle's points as sites of its right hand: trigger, muzzle, butt, sight,
    magazine and support."""
    segment, at = skeleton.sites[HELD_BY]
    sites = {name: Site(segment, at + rifle.turn @ place) for name, place in rifle.places.items()}
    return dataclasses.replace(skeleton, sites={**skeleton.sites, **sites})


def rifle_placed(skeleton: Skeleton, placed: Placed, rifle: Rifle = RIFLE) -> tuple[Floats, Floats]:
    """Where it is: positions [m] (frames, 3) of its origin, and rotations (frames, 3, 3), which
    turn its own axes to the world's."""
    segment = skeleton.sites[HELD_BY].segment
    grip, turn = skeleton.site_places(placed, HELD_BY), placed.rotations[:, segment] @ rifle.turn
    if len(skeleton.freedoms_of[segment]) < WRIST:
        other = skeleton.site_places(placed, SUPPORTED_BY)
        return grip, _aimed(turn, grip, other - grip, rifle)
    return grip, turn


def _aimed(turn: Floats, grip: Floats, reach: Floats, rifle: Rifle) -> Floats:
    """Who has no wrist points the rifle with both hands: as much as the left one is where it would
    support it. Else it would go with the forearm, also into the floor."""
    far = np.linalg.norm(reach, axis=1)
    held = np.clip(1.0 - np.abs(far - np.linalg.norm(rifle.support)) / NEAR_ENOUGH, 0.0, 1.0)
    turn = _led(turn, rifle.support, reach, held)
    muzzle = turn @ rifle.muzzle
    sunk = grip[:, 2] + muzzle[:, 2] < ON_FLOOR
    # As it was headed, but no deeper: what points straight down is laid down forward.
    heading = muzzle[:, :2] + [1e-6, 0.0]
    heading /= np.linalg.norm(heading, axis=1, keepdims=True)
    length = float(np.linalg.norm(rifle.muzzle))
    deep = np.clip(ON_FLOOR - grip[:, 2:], -length, length)
    level = np.concatenate([heading * np.sqrt(length**2 - deep**2), deep], axis=1)
    return _led(turn, rifle.muzzle, level, sunk.astype(float))


def _led(turn: Floats, place: Floats, wanted: Floats, share: Floats) -> Floats:
    """By the shortest turn that brings a place of the rifle into a direction, or a share of it."""
    along = turn @ (place / np.linalg.norm(place))
    goal = wanted / np.maximum(np.linalg.norm(wanted, axis=1, keepdims=True), 1e-9)
    axis = np.cross(along, goal)
    sine = np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, (along * goal).sum(axis=1)) * share
    axis /= np.maximum(sine, 1e-9)[:, np.newaxis]
    turns = [turn_about(one, np.array([by]))[0] for one, by in zip(axis, angle, strict=True)]
    led: Floats = np.array(turns) @ turn
    return led
