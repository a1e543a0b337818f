"""What a living thing looks like, in 32 bits, and which posture of ours that is.

Bits of a lifeform (SISO-REF-010, appearance records):

    3-4 health      16-19 state      21 frozen      23 deactivated      24-25, 26-27 weapons

Frozen and deactivated mean the same for all entities. DIS knows a soldier's state and what he does
with his weapon; both together are a posture of our graph. Whoever moves says so by his velocity,
whatever his state is (Granieri, Crabtree & Badler 1995, section 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.problems import did_you_mean
from motorium.wire.message import WireError

__all__ = [
    "CODES",
    "DEACTIVATED",
    "FROZEN",
    "HEALTHS",
    "POSTURES",
    "STATES",
    "WEAPONS",
    "Lifeform",
    "lifeform_of",
    "posture_codes",
]

HEALTHS: Final = ("no injury", "slight injury", "moderate injury", "fatal injury")
STATES: Final = (
    *("unused", "standing", "walking", "running", "kneeling", "prone", "crawling", "swimming"),
    *("parachuting", "jumping", "sitting", "squatting", "crouching", "wading", "surrender"),
    "detained",
)
WEAPONS: Final = ("none", "stowed", "deployed", "firing")
FROZEN: Final = 1 << 21
DEACTIVATED: Final = 1 << 23

POSTURES: Final = (
    *("standing deployed", "standing firing", "kneeling deployed", "kneeling firing"),
    *("crawl", "prone deployed", "prone firing", "dead"),
)
"""Fixed postures of the soldier's graph; a posture's code is its number here, -1 of no person."""
DEAD: Final = POSTURES.index("dead")
RUNNING: Final = 2.2
"""Whoever is faster runs [m/s]."""
STILL: Final = 0.05
"""Whoever is slower stands [m/s]."""

_LOW: Final = ("kneeling", "sitting", "squatting", "crouching")
_GOES: Final = {"standing": ("walking", "running"), "crawl": ("crawling", "crawling")}


@dataclass(frozen=True)
class Lifeform:
    """state, health and weapon: one of STATES, HEALTHS and WEAPONS."""

    state: str = "standing"
    health: str = "no injury"
    weapon: str = "deployed"
    frozen: bool = False
    deactivated: bool = False

    @classmethod
    def from_bits(cls, appearance: int) -> Lifeform:
        """Of an Entity State PDU."""
        return cls(
            STATES[appearance >> 16 & 15],
            HEALTHS[appearance >> 3 & 3],
            WEAPONS[appearance >> 24 & 3],
            bool(appearance & FROZEN),
            bool(appearance & DEACTIVATED),
        )

    @property
    def bits(self) -> int:
        """For an Entity State PDU."""
        return (
            _number("state", self.state, STATES) << 16
            | _number("health", self.health, HEALTHS) << 3
            | _number("weapon", self.weapon, WEAPONS) << 24
            | (FROZEN if self.frozen else 0)
            | (DEACTIVATED if self.deactivated else 0)
        )

    @property
    def posture(self) -> str:
        """Of our soldier; who has fallen is dead whatever else he does."""
        if self.health == HEALTHS[-1]:
            return "dead"
        use = "firing" if self.weapon == "firing" else "deployed"
        if self.state == "crawling":
            return "crawl"
        if self.state in ("prone", "swimming"):
            return f"prone {use}"
        return f"{'kneeling' if self.state in _LOW else 'standing'} {use}"

    @property
    def armed(self) -> bool:
        """Whether a weapon is in his hands."""
        return self.weapon in ("deployed", "firing")


def lifeform_of(
    posture: str, speed: float = 0.0, weapon: str | None = None, health: str = "no injury"
) -> Lifeform:
    """What tells others of a posture, fixed or of locomotion, and a speed [m/s]; weapon: if not
    what the posture says."""
    stance, _, use = posture.partition(" ")
    if posture == "dead":
        return Lifeform("prone", HEALTHS[-1], weapon or "deployed")
    if stance in ("walking", "running"):
        stance, use = "standing", "deployed"
    elif stance == "crawling":
        stance, use = "crawl", "deployed"
    elif posture not in POSTURES:
        meant = did_you_mean(posture, POSTURES)
        raise WireError(f"no posture is called {posture!r}; known are {', '.join(POSTURES)}{meant}")
    if stance == "crawl" or (stance == "prone" and speed > STILL):
        state = "crawling"
    elif speed > STILL:
        state = "running" if speed > RUNNING else "walking"
    else:
        state = stance
    return Lifeform(state, health, weapon or use or "deployed")


def posture_codes(appearances: NDArray[Any]) -> NDArray[np.int8]:
    """Codes of postures of lifeforms with these appearances, shape (n,)."""
    bits = np.asarray(appearances).astype(np.int64)
    codes: NDArray[np.int8] = CODES[bits >> 16 & 15, bits >> 24 & 3, bits >> 3 & 3]
    return codes


def _number(what: str, name: str, known: tuple[str, ...]) -> int:
    if name not in known:
        meant = did_you_mean(name, known)
        raise WireError(f"{what} {name!r}: it is one of {', '.join(known)}{meant}")
    return known.index(name)


CODES: Final = np.array(
    [
        [[POSTURES.index(Lifeform(s, h, w).posture) for h in HEALTHS] for w in WEAPONS]
        for s in STATES
    ],
    dtype=np.int8,
)
"""Codes of postures by state, weapon and health, shape (16, 4, 4)."""
