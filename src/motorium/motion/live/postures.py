"""Which posture somebody is in, told from where his parts are and how fast he goes.

    watch = PostureWatch(leg_of(figure))
    watch.see(places, 1 / 120)      # (parts, 3) [m]: "standing", "walking", "kneeling", ...
    watch.velocity                  # of his pelvis over the ground, smoothed [m/s]

A shape (upright, kneeling, lying, ...) follows from heights and the tilt of the trunk; with a gait
it is one of the states that DIS knows of people, as TTES told them of a soldier with two sensors
(Granieri, Crabtree & Badler 1995, section 5). Both have to last for a moment before they count.

Limitations: all heights are above the lowest joint, so that any floor will do, but who jumps is not
told from who stands. Who lies on his back is prone, as DIS has no word for him.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.skeleton import SIDES
from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import part_number
from motorium.contracts.frames import Floats

__all__ = [
    "GAITS",
    "RUNS",
    "SHAPES",
    "STATES",
    "Look",
    "PostureWatch",
    "gait_of",
    "leg_of",
    "look_of",
    "shape_of",
]

SHAPES: Final = ("upright", "crouching", "squatting", "kneeling", "sitting", "all fours", "lying")
GAITS: Final = ("still", "goes", "runs")
STATES: Final = {
    "upright": ("standing", "walking", "running"),
    "crouching": ("crouching", "crouching", "running"),
    "squatting": ("squatting",) * 3,
    "kneeling": ("kneeling",) * 3,
    "sitting": ("sitting",) * 3,
    "all fours": ("crawling",) * 3,
    "lying": ("prone", "crawling", "crawling"),
}
"""By shape and gait, in the words of DIS."""

UPRIGHT: Final = 0.82
"""Whose pelvis is higher, in legs above his ankles, stands: runners sink to 0.85."""
DEEP: Final = 0.66
"""Whose is lower squats, and does not only crouch: his thighs are nearer to level than upright."""
LOW: Final = 0.35
"""Who is bent over and lower lies: on all fours a thigh is between pelvis and ground, 0.5."""
KNEE: Final = 0.12
"""A knee that is lower is on the ground. Kneecaps are: in a deep squat knees stay above 0.2."""
BENT: Final = math.radians(50.0)
"""A trunk that leans farther is carried by arms, or by the ground; who aims on a knee leans by
31 degrees [rad]."""
AHEAD: Final = 0.35
"""Who has both ankles farther ahead of the middle of his trunk than this, in legs, would fall over
backwards if he did not sit on something; on a chair it is 0.6, in a squat 0."""
MARGIN: Final = 0.03
MARGIN_BENT: Final = math.radians(5.0)
"""By how much a limit has to be passed to leave a shape, and to come to another: captures shake by
less."""

RUNS: Final = 2.2
"""Whoever is faster runs [m/s], as in a DIS appearance."""
GOES: Final = (0.45, 0.25)
"""Who is upright goes from the first speed on, until he is slower than the second [m/s]: turning on
the spot and punching move a pelvis by 0.3 m/s for a moment."""
CREEPS: Final = (0.25, 0.12)
"""Likewise who crawls: people crawl at 0.3 to 0.6 m/s."""
MARGIN_RUNS: Final = 0.15
"""Between walking and running [m/s]."""

SMOOTH: Final = 0.2
"""How long a velocity is smoothed over [s]: a walker's pelvis is slowed at every step, twice a
second, and sways."""
LASTS: Final = 0.25
"""How long something new must last to count [s]."""
LASTS_CROUCHING: Final = 0.5
"""Likewise crouching, as everybody crouches for up to 0.4 s on his way down and up."""
FASTEST: Final = 12.0
"""Nobody is faster [m/s]; who seems so was put elsewhere."""

_NECK: Final = part_number("neck")
_THIGHS: Final = [part_number(f"{side} thigh") for side in SIDES]
_SHINS: Final = [part_number(f"{side} shin") for side in SIDES]
_FEET: Final = [part_number(f"{side} foot") for side in SIDES]


class Look(NamedTuple):
    """Of one frame. pelvis, knee: how high the pelvis and the lower knee are above the lowest
    joint; feet: how far the hinder ankle is ahead of the trunk's middle; all in legs. tilt [rad]:
    of the trunk, 0 upright, pi upside down."""

    pelvis: float
    knee: float
    feet: float
    tilt: float


def leg_of(figure: RigidFigure) -> float:
    """How far the pelvis is above the ankles of who stands straight [m]."""
    return figure.height - figure.soles


def look_of(places: Floats, leg: float) -> Look:
    """From where joints are [m] (parts, 3), z up; leg [m]: see `leg_of`."""
    low = float(places[:, 2].min())
    trunk = places[_NECK] - places[0]
    across = places[_THIGHS[0], :2] - places[_THIGHS[1], :2]
    ahead = np.array([across[1], -across[0]]) / max(float(np.hypot(*across)), 1e-9)
    feet = (places[_FEET, :2] - 0.5 * (places[0, :2] + places[_NECK, :2])) @ ahead
    upright = float(trunk[2]) / max(float(np.linalg.norm(trunk)), 1e-9)
    return Look(
        (float(places[0, 2]) - low) / leg,
        (float(places[_SHINS, 2].min()) - low) / leg,
        float(feet.min()) / leg,
        math.acos(min(max(upright, -1.0), 1.0)),
    )


def shape_of(look: Look, before: str = "") -> str:
    """One of `SHAPES`; before: which it was, whose limits are a little wider."""

    def kept(*shapes: str) -> float:
        return MARGIN if before in shapes else -MARGIN if before else 0.0

    bent = look.tilt > BENT - MARGIN_BENT / MARGIN * kept("all fours", "lying")
    if bent and look.pelvis < LOW + kept("lying"):
        return "lying"
    if look.pelvis > UPRIGHT - kept("upright"):
        return "upright"
    if not bent and look.feet > AHEAD - kept("sitting"):
        return "sitting"
    if look.knee < KNEE + kept("kneeling", "all fours"):
        return "all fours" if bent else "kneeling"
    return "squatting" if look.pelvis < DEEP + kept("squatting") else "crouching"


def gait_of(shape: str, speed: float, before: str = "still") -> str:
    """One of `GAITS`, at a speed [m/s]; before: which it was. Who kneels, sits or squats goes
    nowhere."""
    limits = {"upright": GOES, "crouching": GOES, "all fours": CREEPS, "lying": CREEPS}.get(shape)
    if limits is None or speed < limits[before != "still"]:
        return "still"
    return "runs" if speed > RUNS + MARGIN_RUNS * (-1 if before == "runs" else 1) else "goes"


class PostureWatch:
    """Watches one person, frame by frame. leg [m]: see `leg_of`.

    shape, gait: those that have lasted; velocity [m/s] (2,): of the pelvis over the ground,
    smoothed.
    """

    def __init__(self, leg: float) -> None:
        if not leg > 0.0:
            raise ValueError(f"a leg of {leg} m; somebody's is longer than nothing")
        self.shape, self.gait = "", "still"
        self.velocity: Floats = np.zeros(2)
        self._leg = leg
        self._at: Floats = np.zeros(2)
        self._new = {"shape": ("", 0.0), "gait": ("", 0.0)}

    @property
    def state(self) -> str:
        """As DIS calls it: "standing", "walking", "kneeling", ..."""
        return STATES[self.shape or "upright"][GAITS.index(self.gait)]

    @property
    def moves(self) -> bool:
        """Whether he goes anywhere; who does not may still sway."""
        return self.gait != "still"

    def see(self, places: Floats, seconds: float) -> str:
        """Where his joints are now [m] (parts, 3), so long [s] after last time; his state."""
        seen = shape_of(look_of(places, self._leg), self.shape)
        if not self.shape:
            self.shape = seen
        else:
            self._measure(places[0, :2], seconds)
            if self._lasted("shape", seen, self.shape, seconds):
                self.shape, self.gait = seen, "still"
                self._new["gait"] = ("", 0.0)
            # Who is on his way down or up moves, too, but goes nowhere.
            gait = gait_of(self.shape, float(np.hypot(*self.velocity)), self.gait)
            gait = gait if seen == self.shape else self.gait
            if self._lasted("gait", gait, self.gait, seconds):
                self.gait = gait
        self._at[:] = places[0, :2]
        return self.state

    def _measure(self, at: Floats, seconds: float) -> None:
        moved = at - self._at
        if float(np.hypot(*moved)) > FASTEST * seconds:
            self.velocity[:] = 0.0
        elif seconds > 0.0:
            share = 1.0 - math.exp(-seconds / SMOOTH)
            self.velocity += share * (moved / seconds - self.velocity)

    def _lasted(self, what: str, seen: str, now: str, seconds: float) -> bool:
        """Whether something other than what is now has been seen for long enough."""
        before, since = self._new[what]
        since = since + seconds if seen == before else 0.0
        self._new[what] = (seen, since)
        return seen != now and since >= (LASTS_CROUCHING if seen == "crouching" else LASTS)
