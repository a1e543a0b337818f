"""The simulation thread: it alone owns the world; others leave wishes and receive pictures."""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from concurrent.futures import Future
from typing import Final, Protocol

from motorium import __version__
from motorium.bodies.species import Species
from motorium.compiled import Report
from motorium.contracts.commands import ActionState
from motorium.contracts.events import Event
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.looks.skin import skin_of
from motorium.minds.pilot import Pilot, PilotError
from motorium.studio.picture import Picture
from motorium.studio.warm import warm_kernels
from motorium.wire import messages
from motorium.world.scenario import Scenario
from motorium.world.world import ENTERED, LEFT, World

__all__ = ["Audience", "Busy", "Simulation"]

_log = logging.getLogger(__name__)

STATUS_SECONDS: Final = 0.25
NEWS_SECONDS: Final = 1.0
DRIVEN_FRAMES: Final = 3
"""Frames between two reports to a page of the fish that it drives."""
MOST_BEHIND: Final = 0.1
"""A simulation that is later than this [s] lets the lost time go instead of chasing it."""
MOST_WISHES: Final = 256
MEMORY: Final = 0.9
"""Share of the past in the costs that are shown."""
TURN_STATES: Final[dict[ActionState, messages.TurnState]] = {
    ActionState.NONE: "none",
    ActionState.ASKED: "asked",
    ActionState.RUNNING: "running",
    ActionState.DONE: "done",
    ActionState.REFUSED: "refused",
}
QUIET: Final = (ENTERED, LEFT)
"""Events that nobody needs to be told of."""


class Busy(RuntimeError):
    """Too many wishes wait; nothing has changed."""


class Audience(Protocol):
    """Who is told; called from the simulation thread, must not block."""

    def snapshot(self, data: bytes) -> None: ...

    def message(self, message: messages.Message, page: object | None = None) -> None:
        """To all pages, or to one."""


class Simulation:
    """Runs a scenario at 60 frames a second, or as fast as the machine can."""

    def __init__(
        self, scenario: Scenario, audience: Audience, report: Report | None = None
    ) -> None:
        self._scenario = scenario
        self._audience = audience
        self._report = report
        self._wishes: queue.Queue[tuple[messages.Message, object | None, Future[None]]] = (
            queue.Queue(MOST_WISHES)
        )
        self._gone: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._drivers: dict[object, Pilot] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulation", daemon=True)
        self._world = World(scenario)
        self.hello = _hello(self._world)
        """What a page must know first."""
        self._picture = Picture()
        self._told = 0
        self._told_news = 0.0
        self._running = False
        self._paused = False
        self._frame_seconds = 0.0
        self._period = FRAME_SECONDS
        self.failure: BaseException | None = None
        """Why the thread has ended, if it was not asked to."""

    def start(self) -> None:
        """Begin: compile kernels, then make frames."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stop.set()
        # While it compiles it cannot hear us; it is a daemon and ends with the process.
        if self._running and self._thread.is_alive():
            self._thread.join()

    def wish(self, message: messages.Message, page: object | None = None) -> Future[None]:
        """Leave a page's message for the next frame; the future ends when it is carried out."""
        future: Future[None] = Future()
        if self.failure is not None:
            raise Busy("the simulation has ended; restart the studio")
        try:
            self._wishes.put_nowait((message, page, future))
        except queue.Full:
            raise Busy(f"more than {MOST_WISHES} wishes wait; try again in a moment") from None
        return future

    def forget(self, page: object) -> None:
        """A page has gone; the fish that it drives goes back to its mind."""
        self._gone.put(page)

    # ------------------------------------------------------------ on the thread

    def _run(self) -> None:
        try:
            self._compile()
            self._frames()
        except BaseException as error:
            self.failure = error
            _log.exception("the simulation has ended")
            self._refuse_wishes(error)
            self._audience.message(
                messages.Refusal(message=f"the simulation has ended: {error}; restart the studio")
            )

    def _compile(self) -> None:
        def report(label: str, done: int, total: int) -> None:
            if self._report:
                self._report(label, done, total)
            shown = f"Compiling, only at the first start: {label}"
            self._audience.message(messages.Progress(label=shown, done=done, total=total))

        report("kernels", 0, 1)
        warm_kernels(report, self._scenario)
        report("kernels", 1, 1)
        self._running = True

    def _frames(self) -> None:
        due = time.perf_counter()
        told_status = 0.0
        self._show()
        while not self._stop.is_set():
            # Asked first, for whoever has gone by now may have left wishes.
            gone = self._pages_gone()
            changed = self._grant_wishes()
            for page in gone:
                self._stop_driving(page)
            if not self._paused:
                self._advance()
            elif changed:
                self._show()
            now = time.perf_counter()
            if changed or now - told_status > STATUS_SECONDS:
                told_status = now
                self._audience.message(self._status())
            due = max(due + FRAME_SECONDS, now - MOST_BEHIND)
            if due > now:
                time.sleep(due - now)

    def _advance(self) -> None:
        begun = time.perf_counter()
        self._world.advance()
        spent = time.perf_counter() - begun
        self._frame_seconds = MEMORY * self._frame_seconds + (1 - MEMORY) * spent
        self._period = MEMORY * self._period + (1 - MEMORY) * max(spent, FRAME_SECONDS)
        self._show()

    def _show(self) -> None:
        roster = self._picture.roster(self._world)
        if roster is not None:
            self._audience.message(roster)
        self._audience.snapshot(self._picture.take(self._world))
        self._tell_drivers()
        self._tell_news()

    def _tell_news(self) -> None:
        """Once a second at most, and many alike as one."""
        now = time.perf_counter()
        if self._told == self._world.events.total or now - self._told_news < NEWS_SECONDS:
            return
        news: dict[str, list[Event]] = {}
        for happened in self._world.events.since(self._told):
            if happened.kind not in QUIET:
                news.setdefault(happened.kind, []).append(happened)
        self._told = self._world.events.total
        self._told_news = now
        for alike in news.values():
            self._audience.message(_happening(alike))

    def _grant_wishes(self) -> bool:
        granted = False
        while True:
            try:
                message, page, future = self._wishes.get_nowait()
            except queue.Empty:
                return granted
            if not future.set_running_or_notify_cancel():
                continue
            try:
                self._carry_out(message, page)
                granted = True
            except Exception as refusal:
                if not isinstance(refusal, ValueError | KeyError):
                    _log.exception("a wish went wrong")
                future.set_exception(refusal)
            else:
                future.set_result(None)

    def _refuse_wishes(self, reason: BaseException) -> None:
        while not self._wishes.empty():
            _, _, future = self._wishes.get_nowait()
            if future.set_running_or_notify_cancel():
                future.set_exception(Busy(f"the simulation has ended: {reason}"))

    def _carry_out(self, message: messages.Message, page: object | None) -> None:
        match message:
            case messages.Population(count=count):
                self._world.resize(count)
            case messages.Speed(value=value):
                if value > self._world.top_speed:
                    top = self._world.top_speed
                    raise ValueError(f"speed {value:g} L/s: these fishes reach {top:g} at most")
                self._world.speed = value
            case messages.Viscosity(value=value):
                self._world.viscosity = value
            case messages.Paused(value=value):
                self._paused = value
            case messages.Step():
                if not self._paused:
                    raise ValueError("only a paused simulation can be stepped; pause it first")
                self._advance()
            case messages.Restart():
                for pilot in self._drivers.values():
                    pilot.end("the scenario began again")
                self._world = World(self._scenario)
                self._told = 0
            case messages.Pilot(id=identity):
                self._start_driving(page, identity)
            case messages.Leave():
                self._stop_driving(page)
            case messages.Drive():
                self._driver(page).ask(**message.model_dump(exclude={"type"}))
            case messages.Turn(angle=angle):
                pilot = self._driver(page)
                (pilot.left_turn if angle >= 0 else pilot.right_turn)(abs(angle))
            case _:
                raise ValueError(f"no wish: {message!r}")

    def _pages_gone(self) -> list[object]:
        return [self._gone.get() for _ in range(self._gone.qsize())]

    def _driver(self, page: object | None) -> Pilot:
        pilot = self._drivers.get(page)
        if pilot is None:
            raise PilotError("this page drives no fish; ask for one first")
        return pilot

    def _start_driving(self, page: object | None, identity: int | None) -> None:
        """One page drives one fish; a fish that somebody drives is not taken away."""
        before = self._drivers.get(page)
        if before is not None and before.id == identity and not before.ended:
            return
        pilot = self._world.pilot(identity)
        self._stop_driving(page)
        self._drivers[page] = pilot

    def _stop_driving(self, page: object | None) -> None:
        pilot = self._drivers.pop(page, None)
        if pilot is not None:
            if not pilot.ended:
                self._world.release_pilot(pilot.id)
            self._audience.message(messages.Driving(fish=None, reason=""), page)

    def _tell_drivers(self) -> None:
        """How the fishes are that pages drive; a page whose fish is gone is told why."""
        for page, pilot in list(self._drivers.items()):
            if pilot.ended:
                del self._drivers[page]
                reason = f"fish {pilot.id} is no longer yours: {pilot.ended}"
                self._audience.message(messages.Driving(fish=None, reason=reason), page)
            elif self._paused or self._world.clock.frame % DRIVEN_FRAMES == 0:
                species = int(self._world.population.species[self._slot_of(pilot)])
                driving = messages.Driving(fish=_driven(pilot, species), reason="")
                self._audience.message(driving, page)

    def _slot_of(self, pilot: Pilot) -> int:
        return int(self._world.population.slots([pilot.id])[0])

    def _status(self) -> messages.Status:
        world = self._world
        return messages.Status(
            running=self._running,
            paused=self._paused,
            population=len(world.population),
            speed=world.speed,
            viscosity=world.viscosity,
            time=world.clock.seconds,
            frames_per_second=0.0 if self._paused else 1.0 / self._period,
            frame_milliseconds=self._frame_seconds * 1e3,
        )


def _hello(world: World) -> messages.Hello:
    return messages.Hello(
        protocol=messages.PROTOCOL,
        version=__version__,
        stage="ocean",
        scenario=world.scenario.world.title,
        frame_rate=float(FRAME_RATE),
        species=[_introduced(kind) for kind in world.species],
        limits=messages.Limits(
            population=(0, min(world.population.capacity, messages.MAX_POPULATION)),
            speed=(0.0, world.top_speed),
            viscosity=(0.0, messages.MAX_VISCOSITY),
        ),
    )


def _introduced(kind: Species) -> messages.SpeciesInfo:
    nodes = kind.body.nodes / kind.body.length
    skin = json.dumps(skin_of(nodes, kind.skin).to_data())
    return messages.SpeciesInfo(
        name=kind.name,
        label=kind.label,
        length=kind.length,
        nodes=nodes.round(6).ravel().tolist(),
        skin=messages.Skin.model_validate_json(skin),
    )


def _driven(pilot: Pilot, species: int) -> messages.Driven:
    turn: messages.TurnState = TURN_STATES[pilot.turning]
    return messages.Driven(
        id=pilot.id,
        species=species,
        top_speed=pilot.top_speed,
        speed=pilot.speed,
        heading=pilot.heading,
        climb=pilot.climb,
        roll=pilot.roll,
        asked=messages.Asked(**pilot.asked),
        turn=turn,
        turn_angle=pilot.turn_angle,
    )


def _happening(alike: list[Event]) -> messages.Happening:
    last = alike[-1]
    who = (
        f"fish {last.subject}"
        if len(alike) == 1
        else f"{len(alike)} fishes, the last {last.subject}"
    )
    return messages.Happening(time=last.t, kind=last.kind, text=f"{who}: {last.detail}")
