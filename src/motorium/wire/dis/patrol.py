"""Patrols: soldiers that walk, kneel, lie down and fire as a script says, to be sent to others.

A script is a TOML file. Where a soldier is and what he does is a function of the time alone, so
that it can be asked for at any rate.
"""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass, replace
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Len
from pydantic import Field

from motorium.contracts.frames import quaternion_from_heading
from motorium.problems import Wrong
from motorium.settings import Number, Settings
from motorium.shipped import load_settings
from motorium.wire.dis.appearance import POSTURES, lifeform_of
from motorium.wire.dis.kinds import SOLDIER, force_number
from motorium.wire.dis.pdu import MARKING_BYTES
from motorium.wire.dis.sending import Sender

__all__ = [
    "Doing",
    "Patrol",
    "PatrolScript",
    "SoldierScript",
    "Step",
    "load_patrol",
    "shipped_patrols",
]

FASTEST: Final = 8.0
"""[m/s]"""
WALKING: Final = 1.4
CRAWLING: Final = 0.6
TURNING: Final = math.pi
"""How fast somebody turns round on the spot [rad/s]."""
ROTATING: Final = 3
"""Model of dead reckoning: a velocity, and how fast one turns (RPW)."""

Metres = Annotated[Number, Ge(-1e5), Le(1e5)]
Place = tuple[Metres, Metres]
Posture = Literal[
    "standing deployed",
    "standing firing",
    "kneeling deployed",
    "kneeling firing",
    "crawl",
    "prone deployed",
    "prone firing",
    "dead",
]


class Step(Settings):
    """Either `go` to a place [m], at a speed [m/s], upright or in the posture "crawl"; or `stay`
    for some seconds in a posture, and perhaps aim at a place."""

    go: Place | None = None
    speed: Annotated[Number, Gt(0.0), Le(FASTEST)] | None = None
    stay: Annotated[Number, Gt(0.0), Le(3600.0)] | None = None
    posture: Posture | None = None
    aims_at: Place | None = None
    weapon: Literal["none", "stowed", "deployed", "firing"] | None = None

    def wrongs(self) -> list[Wrong]:
        """What does not go together."""
        found = []
        if (self.go is None) == (self.stay is None):
            either = "a step either goes to a place or stays for some seconds"
            found.append(Wrong((), either, ("go", "stay")))
        if self.go is not None and self.aims_at is not None:
            found.append(Wrong(("aims_at",), "only who stays can aim", ("go",)))
        if self.stay is not None and self.speed is not None:
            found.append(Wrong(("speed",), "only who goes has a speed", ("stay",)))
        if self.go is not None and self.posture not in (None, "standing deployed", "crawl"):
            found.append(
                Wrong(
                    ("posture",),
                    'must be "standing deployed" or "crawl" of who goes',
                    ("go",),
                    self.posture,
                )
            )
        return found


class SoldierScript(Settings):
    """marking: what is written on him; start [m]; faces [rad], counterclockwise from east; repeats:
    he goes back to his start and begins again, else he stays as he was last."""

    marking: Annotated[str, Field(max_length=MARKING_BYTES, pattern=r"^[ -~]*$")] = "SOLDIER"
    force: Literal["other", "friendly", "opposing", "neutral"] = "friendly"
    start: Place = (0.0, 0.0)
    faces: Annotated[Number, Ge(-2.0 * math.pi), Le(2.0 * math.pi)] = 0.0
    repeats: bool = True
    step: Annotated[list[Step], Len(1, 1000)]


class PatrolSettings(Settings):
    """What it is called, and what there is to see."""

    title: str = "A patrol"
    description: str = ""


class PatrolScript(Settings):
    """A file."""

    format: Literal[1]
    patrol: PatrolSettings = PatrolSettings()
    soldier: Annotated[list[SoldierScript], Len(1, 1000)]


def shipped_patrols() -> list[str]:
    """Names of the patrols that ship with Motorium."""
    return sorted(Path(one.name).stem for one in _library().iterdir() if one.name.endswith(".toml"))


def _library() -> Traversable:
    return resources.files("motorium.wire.dis") / "library"


def load_patrol(name: str | Path = "patrol") -> PatrolScript:
    """A shipped patrol by name, or one's own by the path of its file."""
    return load_settings(name, "patrol", shipped_patrols(), _library(), PatrolScript)


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Doing:
    """What a soldier does at a time: place [m], velocity [m/s], heading [rad], a posture as of
    `appearance.POSTURES`, his weapon, and how fast he turns [rad/s]."""

    place: tuple[float, float]
    velocity: tuple[float, float]
    heading: float
    posture: str
    weapon: str | None
    turns: float = 0.0

    @property
    def appearance(self) -> int:
        """Bits for others."""
        return lifeform_of(self.posture, math.hypot(*self.velocity), self.weapon).bits

    @property
    def words(self) -> str:
        """Like "walking" or "prone firing"."""
        speed = math.hypot(*self.velocity)
        state = lifeform_of(self.posture, speed, self.weapon).state
        return state if speed else self.posture


@dataclass(frozen=True)
class _Stretch:
    """From `begin` [s] on, for so many seconds; turns [rad]: by how much he turns first."""

    begin: float
    seconds: float
    doing: Doing
    turns: float = 0.0

    def at(self, seconds: float) -> Doing:
        passed = min(seconds - self.begin, self.seconds)
        one = self.doing
        left = math.copysign(max(abs(self.turns) - TURNING * passed, 0.0), self.turns)
        x, y = (p + v * passed for p, v in zip(one.place, one.velocity, strict=True))
        rate = math.copysign(TURNING, left) if left else 0.0
        return replace(one, place=(x, y), heading=one.heading - left, turns=rate)


class Patrol:
    """A script, played: `soldiers` are its own. With a sender, which is then told of everybody in
    every `advance`; seconds: how long it has been played."""

    def __init__(self, script: PatrolScript, sender: Sender | None = None) -> None:
        self.script = script
        self.seconds = 0.0
        self._ways = [_way(soldier) for soldier in script.soldier]
        self._begins = [[stretch.begin for stretch in way] for way in self._ways]
        self._sender = sender
        self._slots: list[int] = []
        if sender is not None:
            self._slots = [
                sender.enter(SOLDIER, one.marking, force_number(one.force), model=ROTATING)
                for one in script.soldier
            ]
            self._write()

    def __len__(self) -> int:
        return len(self._ways)

    def doing(self, soldier: int, seconds: float | None = None) -> Doing:
        """What one of them does at a time [s], or now."""
        time = self.seconds if seconds is None else seconds
        way = self._ways[soldier]
        if self.script.soldier[soldier].repeats:
            time = math.fmod(time, way[-1].begin + way[-1].seconds)
        return way[bisect.bisect_right(self._begins[soldier], time) - 1].at(time)

    def advance(self, seconds: float) -> int:
        """Let time pass [s], and tell others what they could not know; how many PDUs that took."""
        self.seconds += seconds
        if self._sender is None:
            return 0
        self._write()
        return self._sender.update(seconds)

    def _write(self) -> None:
        sender = self._sender
        if sender is None:
            return
        for number, slot in enumerate(self._slots):
            one = self.doing(number)
            sender.positions[slot] = (*one.place, 0.0)
            sender.velocities[slot] = (*one.velocity, 0.0)
            sender.orientations[slot] = quaternion_from_heading(one.heading)
            sender.angular_velocities[slot, 2] = one.turns
            sender.appearances[slot] = one.appearance


def _way(soldier: SoldierScript) -> list[_Stretch]:
    """All that a soldier does, one after the other."""
    steps = list(soldier.step)
    places = [step.go for step in steps if step.go is not None]
    if soldier.repeats and places and places[-1] != soldier.start:
        last = next(step for step in reversed(steps) if step.go is not None)
        steps.append(Step(go=soldier.start, speed=last.speed, posture=last.posture))
    way: list[_Stretch] = []
    place, heading, begin = soldier.start, soldier.faces, 0.0
    for step in steps:
        towards = step.go if step.go is not None else step.aims_at
        away = np.subtract(towards, place) if towards is not None else np.zeros(2)
        distance = float(np.hypot(*away))
        faces = math.atan2(away[1], away[0]) if distance > 1e-9 else heading
        turns = math.remainder(faces - heading, 2.0 * math.pi)
        posture = POSTURES[0] if step.posture is None else step.posture
        velocity, seconds = (0.0, 0.0), step.stay
        if seconds is None:
            usual = CRAWLING if posture == "crawl" else WALKING
            speed = usual if step.speed is None else step.speed
            velocity = (speed * math.cos(faces), speed * math.sin(faces))
            seconds = distance / speed
        if seconds > 0.0:
            doing = Doing(place, velocity, faces, posture, step.weapon)
            way.append(_Stretch(begin, seconds, doing, turns))
            begin += seconds
        place, heading = step.go or place, faces
    return way or [_Stretch(0.0, 1.0, Doing(place, (0.0, 0.0), heading, POSTURES[0], None))]
