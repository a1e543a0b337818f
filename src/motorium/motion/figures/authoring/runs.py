"""What a site of an arc does without a break, and how much it counts at which time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from motorium.motion.figures.authoring.postures import CONTACT, HOLD
from motorium.motion.figures.authoring.primitives import Ease, PlaceTrack, TurnTrack, ease
from motorium.motion.figures.authoring.script_document import Primitive

__all__ = ["MOVING", "TAKEN_OVER", "TURNED", "Run", "same_limb"]

TURNED: Final = {
    "left foot": ("left heel", 5.0),
    "right foot": ("right heel", 5.0),
    "left hand": ("left wrist", 0.5),
    "right hand": ("right wrist", 0.5),
    "rifle": ("trigger", 1.0),
}
"""What is turned as well as moved: its site, and the weight of the turn."""
FADE: Final = 0.3
"""A site that is let go is free after so many seconds [s]."""
FAINT: Final = 1e-5
"""What is left of a weight by then: it goes down by the same factor in equal times."""
TAKEN_OVER: Final = 0.15
"""What a limb does goes on until the next thing it does, if that begins within this time [s]."""
MOVING: Final = 20.0
"""The weight of a site that moves."""


@dataclass
class Run:
    """What a site does without a break: moves and stays, one after the other; until: when another
    run takes its limb over [s]."""

    site: str
    turn_weight: float | None
    on_rifle: bool
    primitives: list[Primitive]
    windows: list[Ease]
    place: PlaceTrack | None = None
    turn: TurnTrack | None = None
    until: float | None = None

    @property
    def begin(self) -> float:
        return self.windows[0].begin

    @property
    def end(self) -> float:
        return max(window.end for window in self.windows)

    def weight(self, time: float, seconds: float) -> float:
        """How much it counts at a time: a little longer than it lasts, if the arc goes on."""
        if time < self.begin - 1e-9:
            return 0.0
        staying = any(
            one.primitive in ("hold", "grasp") and window.begin <= time <= window.end
            for one, window in zip(self.primitives, self.windows, strict=True)
        )
        full = (HOLD if self.on_rifle else CONTACT) if staying else MOVING
        if time <= self.end + 1e-9 or self.end >= seconds - 1e-9:
            return full
        if self.until is not None:
            return full if time < self.until - 1e-9 else 0.0
        late = (time - self.end) / FADE
        return full * FAINT**late if late < 1.0 else 0.0

    def turning(self, time: float) -> float:
        """How much its turn counts, from 0 to 1: an empty hand turns on its way as arms have it."""
        share = 1.0
        if self.site == TURNED["rifle"][0]:
            return share
        for one, window in zip(self.primitives, self.windows, strict=True):
            if window.begin <= time < window.end and one.primitive in ("move_hand", "reach_rifle"):
                share = FAINT ** (1.0 - ease(window.share(time)))
        return share


def same_limb(one: str, other: str) -> bool:
    """Whether two sites cannot have runs of their own at a time."""
    return one == other or {one, other} == {"left wrist", "left grip"}
