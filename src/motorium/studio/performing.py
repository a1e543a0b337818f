"""The Performance stage on show: a performer's double among things, at 120 frames a second."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

import numpy as np

from motorium.compiled import Report, watch_compilation
from motorium.contracts.time import FRAME_SECONDS, PERFORMANCE_RATE
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.takes import Take, act_take, check_act
from motorium.motors.continuum.motor import BOTH
from motorium.motors.continuum.options import PRINTED, ContinuumOptions
from motorium.settings import parse_settings
from motorium.studio import performance_hands
from motorium.studio.attendance import Attendance
from motorium.studio.audience import Audience
from motorium.studio.beat import Beat, Cost
from motorium.studio.conductor import Show
from motorium.studio.fitting import Fitting
from motorium.studio.live_links import LiveLinks
from motorium.studio.onlookers import Onlookers
from motorium.studio.performance_balls import with_balls
from motorium.studio.performance_telling import (
    frame_bytes,
    hello_message,
    performer_statuses,
    scene_message,
)
from motorium.wire.message import Message
from motorium.wire.messages import Happening
from motorium.wire.performing import messages, wishes
from motorium.world.performance.document import SCENES, SceneDocument, load_scene
from motorium.world.performance.live import LivePerformer
from motorium.world.performance.performance import Performance, repeatable

__all__ = ["PerformanceShow"]

FRAMES_A_PICTURE: Final = round(FRAME_SECONDS * PERFORMANCE_RATE)
GETS_UP: Final = 1.5
"""How long who has fallen lies, if he gets up by himself [s]."""
PAUSE: Final = 1.0
"""Between the end of a clip and its beginning [s]."""
FARTHEST: Final = 12.0
"""Who has gone farther from where he began [m] begins again,"""
SOONEST: Final = 3.0
"""but not sooner than after this [s]: some scenes throw everybody out."""
HANDS: Final = {"left": 0, "right": 1, "both": BOTH}
Graphs = Callable[[Report], PostureGraph]
"""Makes the built-in performer's motions, which may take a minute; told whom to report to."""


@dataclass(frozen=True)
class Choice:
    """What is performed: a scene and what it is called, the acts of the built-in performer, or the
    clip of somebody real; printed: controllers are as the thesis prints them."""

    document: SceneDocument
    name: str
    acts: list[str]
    clip: Take | None
    printed: bool


class PerformanceShow(Show):
    """scene: to begin with; take: who performs, if not the built-in performer; links: to others,
    who perform in place of both as soon as they are heard. The show closes them when it ends;
    onlookers: who are shown packets."""

    def __init__(
        self,
        scene: SceneDocument,
        name: str,
        graphs: Graphs,
        audience: Audience,
        report: Report | None = None,
        take: Take | None = None,
        printed: bool = False,
        links: LiveLinks | None = None,
        onlookers: Onlookers | None = None,
    ) -> None:
        super().__init__(audience, report)
        self._onlookers = onlookers
        self._links, self._live = links, list[LivePerformer]()
        self._choice, self._graphs = Choice(scene, name, scene.scene.acts, take, printed), graphs
        self._gets_up, self._pace = True, 1.0
        self._takes: dict[str, Take] = {}
        self._attendance = Attendance()
        self._holder: object | None = None
        self._fitting: Fitting | None = None
        self._revision = self._tick = 0
        self._owed = self._waited = 0.0
        self._cost = Cost()
        self._playing = True

    @property
    def hello(self) -> messages.PerformanceHello:
        """What a page must know first."""
        return hello_message()

    def arrive(self, page: object) -> None:
        """A page watches."""
        self._attendance.arrive(page)

    def forget(self, page: object) -> None:
        """A page has gone: time that it held goes on, and its hand lets go."""
        self._attendance.forget(page)

    def hear(self, text: str, page: object) -> Future[None] | None:
        """Read a page's message."""
        return self.wish(wishes.parse_performance_wish(text), page)

    def stop(self) -> None:
        """End the thread and wait for it."""
        super().stop()
        if self._fitting is not None and not self._thread.is_alive():
            self._fitting.cancel()
        if self._links is not None:
            self._links.close()

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        self._tell_progress("performances", 0, 1)
        with watch_compilation(self._tell_progress):
            self._graph = self._graphs(self._tell_building)
            self._set_up(self._choice)
            self._performance.advance()
        self._begin(self._choice)
        self._tell_progress("performances", 1, 1)

    def _frames(self) -> None:
        # Who performs live is not to wait for a second frame.
        at_once = FRAMES_A_PICTURE if self._links is None else 1
        beat = Beat(frame_seconds=at_once / PERFORMANCE_RATE)
        self._show()
        for number in count():
            if self._stop.is_set():
                return
            pages = len(self._attendance.pages)
            changed = self._miss(self._attendance.meet())
            changed |= pages != len(self._attendance.pages)
            changed |= self._grant_wishes()
            changed |= self._watch_fitting()
            changed |= self._watch_cast()
            changed |= self._onlookers is not None and self._onlookers.meet()
            if self._playing:
                self._advance(at_once)
            self._tell_links()
            if beat.must_tell(changed):
                self._audience.message(self._status())
            if changed or (self._playing and number * at_once % FRAMES_A_PICTURE == 0):
                self._show()
            beat.wait()

    def _advance(self, frames: int) -> None:
        begun = time.perf_counter()
        self._owed += self._pace * frames
        while self._owed >= 1.0:
            self._owed -= 1.0
            self._one_frame()
        # Of a picture, however many frames are made at once.
        self._cost.add((time.perf_counter() - begun) * FRAMES_A_PICTURE / frames)

    def _one_frame(self) -> None:
        performance = self._performance
        fallen = performance.motor.continuum.balance.fallen.copy()
        performance.advance()
        self._tick += 1
        if self._onlookers is not None:
            self._onlookers.keep(performance, self._revision)
        for number in np.flatnonzero(performance.motor.continuum.balance.fallen & ~fallen):
            self._tell_all(
                "he has fallen"
                if len(fallen) == 1
                else f"{performance.performers[number].title} has fallen"
            )
        if self._live:
            return
        self._waited = self._waited + 1 / PERFORMANCE_RATE if performance.over else 0.0
        gone = np.linalg.norm(performance.population.positions[performance.slots, :2], axis=1)
        if self._waited > PAUSE or (gone.max() > FARTHEST and performance.seconds > SOONEST):
            self._restart()

    def _grant(self, message: Message, page: object | None) -> None:
        performance = self._performance
        match message:
            case wishes.OpenScene(scene=scene):
                self._enter(_shipped(scene), scene)
            case wishes.ReadScene(name=name, text=text):
                self._enter(parse_settings(text, name, SceneDocument), name)
            case wishes.PerformActs(acts=acts):
                for act in acts:
                    check_act(act)
                # Who has chosen something else waits for no clip any more.
                self._cancel_fitting()
                wanted = acts or self._choice.document.scene.acts
                self._begin(replace(self._choice, acts=wanted, clip=None))
            case wishes.PerformClip(name=name, text=text):
                self._cancel_fitting()
                self._fitting = Fitting(name, text, page)
            case wishes.CancelClip():
                if self._fitting is None:
                    raise ValueError("no clip is being fitted")
                self._cancel_fitting()
            case wishes.Throw(prop=prop):
                performance.throw(prop)
            case wishes.Toss(ball=ball, at=at, velocity=velocity):
                performance.toss(self._tossed[ball == "heavy"], at, velocity)
            case wishes.LineUp(performer=number):
                performance.motor.align(performance.slot(number))
            case wishes.Rise(performer=number):
                if not performance.motor.rise(performance.slot(number)):
                    raise ValueError("he has not fallen: there is nothing to get up from")
            case wishes.Grip(hand=hand, performer=number):
                if not performance.motor.grip(performance.slot(number), HANDS[hand]):
                    raise ValueError("nothing that could be held is within reach")
            case wishes.LetGo(hand=hand, performer=number):
                if not performance.motor.let_go(performance.slot(number), HANDS[hand]):
                    raise ValueError("he holds nothing that he could let go of")
            case wishes.Take() | wishes.Pull() | wishes.Release():
                performance_hands.grant(performance, page, message)
            case wishes.GetsUp(value=value):
                self._gets_up = value
                performance.gets_up = GETS_UP if value else None
            case wishes.Printed(value=value):
                self._begin(replace(self._choice, printed=value))
            case wishes.Pace(value=value):
                self._pace = value
            case wishes.Paused(value=value):
                if self._live and not value and not self._playing:
                    performance.catch_up()
                self._playing, self._holder = not value, page if value else None
                self._tell_others(page, "holds the stage" if value else "lets the stage go on")
            case wishes.Step() if self._playing:
                raise ValueError("time goes on by itself; hold it first, then step")
            case wishes.Step():
                self._one_frame()
            case wishes.Restart():
                self._restart()
            case wishes.Keep(performer=number):
                performance.slot(number)
                text = performance.kept_bvh(number)
                kept = messages.Kept(text=text, filename=_filename(self._choice.name))
                self._audience.message(kept, page)
            case _:
                raise ValueError(f"no wish: {message!r}")

    # ------------------------------------------------------------ what is performed

    def _enter(self, document: SceneDocument, name: str) -> None:
        """Another scene; whoever performs stays, but the built-in performer does what it asks."""
        acts = document.scene.acts
        self._begin(replace(self._choice, document=document, name=name, acts=acts))

    def _begin(self, choice: Choice) -> None:
        """From its beginning; what cannot begin raises a sentence, and nothing has changed."""
        self._set_up(choice)
        self._choice = choice
        self._told_anew()

    def _set_up(self, choice: Choice) -> None:
        document, tossed = with_balls(choice.document)
        self._performance = Performance(
            document,
            self._live
            or choice.clip
            or repeatable([self._take(act) for act in choice.acts], self._take),
            PRINTED if choice.printed else ContinuumOptions(),
            GETS_UP if self._gets_up else None,
            loop=choice.clip is None,
        )
        self._tossed = tossed

    def _restart(self) -> None:
        self._performance.restart()
        self._told_anew()

    def _told_anew(self) -> None:
        self._revision += 1
        self._waited = 0.0
        choice = self._choice
        clip = choice.clip.title if choice.clip else None
        if self._live:
            clip = ", ".join(one.title for one in self._live)
        self._audience.message(
            scene_message(
                self._performance, self._revision, choice.name, self._tossed, choice.acts, clip
            )
        )

    def _watch_cast(self) -> bool:
        """Whether somebody who is captured live has come or gone: the scene goes on with who is
        there, and with nobody as it was chosen."""
        if self._links is None:
            return False
        live = self._links.cast.meet()
        for sentence in self._links.news():
            self._tell_all(sentence)
        if live == self._live:
            return False
        goes_on, self._live = bool(live and self._live), live
        if goes_on:
            self._performance.recast(live)
            self._told_anew()
        else:
            self._begin(self._choice)
        return True

    def _tell_links(self) -> None:
        """What was simulated goes on being told while time is held: others are not to think that
        everybody has gone."""
        if self._links is not None:
            self._performance.paused = not self._playing
            self._links.tell(self._performance, self._revision)
            self._performance.paused = False

    def _take(self, act: str) -> Take:
        if act not in self._takes:
            self._takes[act] = act_take(self._graph, act)
        return self._takes[act]

    def _watch_fitting(self) -> bool:
        """Whether a clip has come, or cannot."""
        if self._fitting is None:
            return False
        page = self._fitting.page
        try:
            take = self._fitting.poll()
            if take is None:
                return False
            self._begin(replace(self._choice, clip=take))
        except ValueError as reason:
            self._audience.message(self.refusal(reason), page)
        self._cancel_fitting()
        return True

    def _cancel_fitting(self) -> None:
        if self._fitting is not None:
            self._fitting.cancel()
        self._fitting = None

    # ------------------------------------------------------------ what is told

    def _miss(self, gone: list[object]) -> bool:
        """Pages that have gone; whether anything has changed by that."""
        for page in gone:
            performance_hands.let_go(self._performance, page)
        if self._holder not in gone or self._holder is None:
            return False
        self._playing, self._holder = True, None
        self._tell_all("the page that held the stage has gone: it goes on")
        return True

    def _show(self) -> None:
        self._audience.snapshot(frame_bytes(self._performance, self._revision, self._tick))
        if self._onlookers is not None:
            self._onlookers.show(self._performance, self._revision)

    def _status(self) -> messages.PerformanceStatus:
        fitting = self._fitting
        share = f"{fitting.name}: {100 * fitting.done / fitting.total:.0f} %" if fitting else None
        return messages.PerformanceStatus(
            running=self._playing,
            seconds=self._performance.seconds,
            pace=self._pace,
            printed=self._choice.printed,
            gets_up=self._gets_up,
            milliseconds=self._cost.seconds * 1e3,
            pages=len(self._attendance.pages),
            fitting=share,
            kept=self._performance.kept_seconds,
            performers=performer_statuses(self._performance),
        )

    def _tell_all(self, sentence: str) -> None:
        self._audience.message(self._happening(sentence))

    def _tell_others(self, page: object | None, what: str) -> None:
        for other in self._attendance.pages - {page}:
            self._audience.message(self._happening(f"another page {what}"), other)

    def _happening(self, sentence: str) -> Happening:
        return Happening(time=self._performance.seconds, kind="performance", text=sentence)


def _shipped(name: str) -> SceneDocument:
    # Not any path: a page is no user of this machine.
    if name not in SCENES:
        raise ValueError(f"no scene is called {name!r}; known are {', '.join(SCENES)}")
    return load_scene(name)


def _filename(name: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower().removesuffix(".toml")).strip("-")
    return f"{plain[:60] or 'performance'}.bvh"
