"""Who is captured live: by name, whichever way he is heard of.

    cast = LiveCast()
    with PacketListener(cast.hear, port=8470), VmcListener(cast.hear):
        for performer in cast.meet(): ...        # those who are there, in the order they came

A name belongs to who sends it first, until he has been silent for a second; whoever else sends it
is not heard until then, and is told why.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import SIDES, Skeleton
from motorium.bodies.rigid.figure import RigidFigure, rigid_figure
from motorium.bodies.rigid.parts import COORDINATES, FREEDOMS, PARTS, part_number
from motorium.bodies.rigid.sizing import is_human, sized_to, told_offsets
from motorium.contracts.frames import Floats
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.takes import HIGH
from motorium.motion.live.clocks import EvenClock, SenderClock
from motorium.motion.live.heard import Heard
from motorium.motion.live.track import Track
from motorium.physics.rigid.posing import offsets_off, wear_turns

__all__ = ["GONE", "MOST_PERFORMERS", "LiveCast", "LivePerformer"]

FREE: Final = 1.0
"""After a silence of so long a name may be taken by another sender [s]."""
GONE: Final = 5.0
"""Who was silent for so long has left [s]."""
UNITS: Final = (1.0, 0.01, 0.001, 0.0254)
"""In which people are told [m]: metres, centimetres, millimetres, inches."""
UNSTEADY: Final = 3
PENANCE: Final = 10.0
"""Who was measured anew so often within so long is not heard for as long again [s]."""
MEASURED: Final = 12
"""Samples that somebody's size is told from: a tenth of a second."""
MOST_PERFORMERS: Final = 8
FARTHEST_FLOOR: Final = 0.3
"""By how much a floor of theirs is higher or lower than ours at most [m]: who begins farther off
does not stand."""
MOST_NEWS: Final = 64
MOST_NAMES: Final = 64
"""That one remembers something of, besides those who perform."""
LOOSE: Final = 0.12
"""How far bones may be from where they were measured [m]: cameras see skin, not bones."""
FASTEST: Final = 15.0
"""Of a pelvis [m/s],"""
FASTEST_TURN: Final = 80.0
"""and of joints [rad/s]: a punch reaches 40."""
BELIEVED: Final = 30
"""What makes no sense so many times in a row is somebody else, or has been set elsewhere."""
Now = Callable[[], float]
Thing = TypeVar("Thing")


class LivePerformer:
    """Somebody, from when his size is known. title: his name; sender: who tells of him; skeleton,
    figure: of his own size, or as ours if what is told cannot be; sized: which of them; level [m]:
    how far his floor is raised to be ours; strange: samples that made no sense; oldest [s]: when
    the first came that the newest pose is the first to know of, None if nothing has come."""

    length: None = None
    """He never ends."""

    def __init__(self, title: str, sender: str, samples: list[Heard], now: Now) -> None:
        self.title, self.sender, self._now = title, sender, now
        offsets = np.median([told_offsets(one.places, one.turns) for one in samples], axis=0)
        standard = load_skeleton(HIGH)
        fitting = (unit for unit in UNITS if is_human(standard, unit * offsets))
        found = next(fitting, None)
        self.sized, self.unit = found is not None, found or 1.0
        self.skeleton: Skeleton = (
            sized_to(standard, self.unit * offsets) if self.sized else standard
        )
        self.figure: RigidFigure = rigid_figure(self.skeleton)
        self.level = _level(samples, self.figure, self.unit)
        self._last_told: float | None = None
        self.track = Track()
        self._lock = threading.Lock()
        self._even, self._told = EvenClock(float(PERFORMANCE_RATE)), SenderClock()
        self._pose, self._work = np.zeros(COORDINATES), np.zeros((len(PARTS), 4))
        self._rates = np.zeros(FREEDOMS)
        self.strange = self._strange_in_a_row = 0
        self.oldest: float | None = None
        self._unused: float | None = None
        for one in samples:
            self.hear(one)

    @property
    def is_himself(self) -> bool:
        """Whether what comes still makes sense of him."""
        return self._strange_in_a_row < BELIEVED

    def hear(self, one: Heard) -> None:
        """On the thread of who receives. What makes no sense is left, and counted."""
        with self._lock:
            taken = self._taken(one)
            places = self.unit * one.places
            wear_turns(places[0], one.turns, self._work, self._pose)
            self._pose[2] += self.level
            if self._can_be(places, one.turns, taken):
                self._strange_in_a_row = 0
                self.track.add(taken, self._pose)
                self._unused = one.came if self._unused is None else self._unused
            else:
                self._strange_in_a_row += 1
                self.strange += 1

    def _taken(self, one: Heard) -> float:
        """When, by our clock; a time that stands still is none."""
        before, self._last_told = self._last_told, one.told
        if one.told is None or one.told == before:
            return self._even.taken(one.came)
        return self._told.taken(one.came, one.told)

    def _can_be(self, places: Floats, turns: Floats, taken: float) -> bool:
        """Whether bones are his, and nothing is faster than people are."""
        if self.sized and offsets_off(places, turns, self.figure.offsets) > LOOSE:
            return False
        since = taken - self.track.newest
        if not 0.0 < since < FREE:
            return True
        self.track.rates_to(self._pose, taken, self._rates)
        fast = float(np.linalg.norm(self._rates[:3]))
        return fast < FASTEST and float(np.abs(self._rates[3:]).max()) < FASTEST_TURN

    def at(self, frame: int) -> Floats:
        """How he is now, in his own room (COORDINATES,): whatever frame it is."""
        found: Floats = np.zeros(COORDINATES)
        with self._lock:
            self.track.at(self._now(), found)
            self.oldest, self._unused = self._unused, None
        return found

    @property
    def unheard(self) -> float:
        """For how long nothing was heard of him [s]."""
        return self.track.unheard(self._now())


class LiveCast:
    """news: sentences about who came, left and was refused since they were last taken."""

    def __init__(self, now: Now = time.perf_counter) -> None:
        self._now, self._lock = now, threading.Lock()
        self._there: dict[str, LivePerformer] = {}
        self._coming: dict[str, list[Heard]] = {}
        self._news: list[str] = []
        self._refused: set[tuple[str, str]] = set()
        self._hung_up: set[str] = set()
        self._anew: dict[str, list[float]] = {}
        self.unused = 0

    def hear(self, one: Heard) -> None:
        """On the thread of who receives."""
        with self._lock:
            performer = self._there.get(one.name)
            if performer is None:
                self._welcome(one)
                return
            if performer.sender != one.sender:
                if performer.unheard < FREE and performer.sender not in self._hung_up:
                    self._refuse(
                        one,
                        f"{one.name} is sent by {performer.sender} already, and {one.sender} is "
                        f"not heard before that one is silent for {FREE:g} s",
                    )
                    return
                self._tell(
                    f"{one.name} comes from {one.sender} now, and no more from {performer.sender}"
                )
                self._hung_up.discard(performer.sender)
                performer.sender = one.sender
            if len(one.turns) == len(PARTS):
                performer.hear(one)
            if not performer.is_himself:
                self._measure_anew(one)

    def hung_up(self, sender: str) -> None:
        """Whoever sends his names next may have them at once. From any thread."""
        with self._lock:
            if any(one.sender == sender for one in self._there.values()):
                self._hung_up.add(sender)

    def meet(self) -> list[LivePerformer]:
        """Who is there; whoever was silent for long has left by that."""
        with self._lock:
            for name, performer in [*self._there.items()]:
                if performer.unheard > GONE:
                    del self._there[name]
                    self._hung_up.discard(performer.sender)
                    self._tell(f"{name} was not heard of for {GONE:g} s, and has left")
            return [*self._there.values()]

    @property
    def there(self) -> list[LivePerformer]:
        """Who was there when `meet` was last asked, or has come since."""
        return [*self._there.values()]

    def take_news(self) -> list[str]:
        """Sentences since the last time."""
        with self._lock:
            news, self._news = self._news, []
            return news

    # ------------------------------------------------------------ inside, with the lock held

    def _measure_anew(self, one: Heard) -> None:
        del self._there[one.name]
        lately = [when for when in self._anew.get(one.name, []) if one.came - when < PENANCE]
        _remember(self._anew, one.name, [*lately, one.came])
        if len(lately) + 1 < UNSTEADY:
            self._tell(f"{one.name} is somebody else, or elsewhere, and is measured anew")
            return
        self._tell(
            f"{one.name} of {one.sender} makes no sense: bones change, or all is faster than "
            f"people are; he is not heard for {PENANCE:g} s. Are places in metres, in our axes?"
        )

    def _does_penance(self, one: Heard) -> bool:
        times = self._anew.get(one.name, [])
        return len(times) >= UNSTEADY and one.came - times[-1] < PENANCE

    def _welcome(self, one: Heard) -> None:
        if self._does_penance(one):
            self.unused += 1
            return
        if len(one.turns) != len(PARTS):
            self.unused += 1
            if len(one.turns) > 1:
                parts = ", ".join(part.name for part in PARTS)
                self._refuse(
                    one,
                    f"{one.name} of {one.sender} has {len(one.turns)} bodies; a performer has "
                    f"{len(PARTS)}: {parts}",
                )
            return
        if len(self._there) >= MOST_PERFORMERS:
            self._refuse(
                one, f"{one.name} of {one.sender}: {MOST_PERFORMERS} perform, and no more can"
            )
            return
        samples = self._coming.get(one.name, [])
        if samples and one.came - samples[-1].came > FREE:
            samples = []
        if samples and samples[-1].sender != one.sender:
            self._refuse(one, f"{one.name} is sent by {samples[-1].sender} already")
            return
        samples = [*samples, one]
        _remember(self._coming, one.name, samples)
        if len(samples) < MEASURED:
            return
        del self._coming[one.name]
        performer = LivePerformer(one.name, one.sender, samples, self._now)
        self._there[one.name] = performer
        size = (
            f"{performer.skeleton.stature:.2f} m tall"
            if performer.sized
            else "of no size that people have, and gets that of our own figure"
        )
        self._tell(f"{one.name} performs, heard from {one.sender}, {size}")

    def _refuse(self, one: Heard, sentence: str) -> None:
        """Once to each."""
        if (one.name, one.sender) not in self._refused and len(self._refused) < 4 * MOST_NEWS:
            self._refused.add((one.name, one.sender))
            self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self._news = [*self._news, sentence][-MOST_NEWS:]


def _remember(kept: dict[str, Thing], name: str, thing: Thing) -> None:
    """Of a few names: whoever makes up ever new ones does not make memory grow."""
    kept[name] = thing
    if len(kept) > MOST_NAMES:
        del kept[next(iter(kept))]


def _level(samples: list[Heard], figure: RigidFigure, unit: float) -> float:
    """By how much somebody must be raised to stand on our floor [m]."""
    feet = [part_number(f"{side} foot") for side in SIDES]
    lowest = unit * min(float(one.places[feet, 2].min()) for one in samples)
    sunk = figure.soles - lowest
    return sunk if abs(sunk) < FARTHEST_FLOOR else 0.0
