"""A live world on show: its frames, and what pages wish."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from motorium.compiled import Report
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.motors.repertoire import RepertoireMotor
from motorium.studio import afloat, making, physical, telling
from motorium.studio.audience import Audience
from motorium.studio.beat import MEMORY, Beat
from motorium.studio.behaving import change_mind
from motorium.studio.comparison import comparison_scenario
from motorium.studio.conductor import Busy, Conductor
from motorium.studio.films import Films, unfilmed
from motorium.studio.library import Library
from motorium.studio.newcomers import Newcomers, with_newcomers
from motorium.studio.pace import Pace
from motorium.studio.picture import Picture
from motorium.studio.scene import Scene
from motorium.studio.waiting import Waiting
from motorium.studio.warm import warm_kernels
from motorium.studio.watchers import Watchers
from motorium.wire import messages, wishes
from motorium.wire.behaving import MindChange
from motorium.wire.making import MakingWish
from motorium.wire.message import Message
from motorium.world.recording.recorder import RECORDING_ENDED, Recorder
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["Simulation"]

SPOILS_COMPARISONS: Final = (
    wishes.Population,
    wishes.Speed,
    wishes.Motor,
    wishes.Pilot,
    wishes.Grab,
    wishes.Physics,
    wishes.ResetPhysics,
)
"""Wishes after which twins would not be twins."""


class Simulation(Conductor):
    """Runs a scenario at 60 frames a second or slower, or as fast as the machine can."""

    def __init__(
        self,
        scenario: Scenario,
        audience: Audience,
        report: Report | None = None,
        record: Callable[[World], Recorder] | None = None,
        recordings: Path | None = None,
    ) -> None:
        """record: what follows the world from its beginning; recordings: the folder of those that
        pages make and watch, None for none."""
        super().__init__(audience, report)
        self._gone: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._watchers = Watchers()
        self._films = Films()
        self._waiting = Waiting()
        self._scene = Scene(World(scenario), audience)
        self._recorder = record(self._world) if record else None
        self._behind: Scene | None = None
        self._picture = Picture()
        self._pace = Pace()
        self._library = Library(audience, self._picture, recordings)
        self._frame_seconds = 0.0
        self._period = FRAME_SECONDS

    @property
    def hello(self) -> messages.Hello:
        """What a page must know first."""
        playback = self._library.playback
        return self._scene.hello if playback is None else playback.hello

    @property
    def _world(self) -> World:
        return self._scene.world

    def stop(self) -> None:
        """End the thread and wait for it."""
        super().stop()
        self._films.stop()
        reason = "the simulation failed" if self.failure else ""
        if self._recorder:
            self._recorder.close(reason)
        self._library.close(reason)

    def arrive(self, page: object) -> None:
        """A page watches; it sees everything until it looks somewhere."""
        self._watchers.arrive(page)
        if self._recorder and self._recorder.failed:
            text = f"the recording has ended: {self._recorder.failed}"
            told = messages.Happening(
                time=self._world.clock.seconds, kind=RECORDING_ENDED, text=text
            )
            self._audience.message(told, page)

    def look(self, page: object, message: wishes.Look) -> None:
        """A page looks elsewhere: often, so only the newest counts, and nobody waits for it."""
        self._watchers.look(page, tuple(eye.camera() for eye in message.eyes))

    def forget(self, page: object) -> None:
        """A page has gone; the fish that it drives goes back to its mind."""
        self._watchers.leave(page)
        self.panorama.leave(page)
        self._gone.put(page)

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        self._tell_progress("kernels", 0, 1)
        warm_kernels(self._tell_progress, self._world.scenario)
        self._library.prepare()
        self._tell_progress("kernels", 1, 1)

    def _frames(self) -> None:
        beat = Beat()
        self._library.tell()
        self._show()
        while not self._stop.is_set():
            # Asked first, for whoever has gone by now may have left wishes.
            gone = self._pages_gone()
            changed = self._grant_wishes()
            for page in gone:
                self._waiting.forget(page)
                self._scene.forget(page)
                self._library.forget(page)
                if self._behind is not None:
                    self._behind.forget(page)
            changed |= self._grant_waiting()
            if self._library.playback is not None:
                self._library.play(self._scene)
            elif not self._scene.paused and self._pace.is_due():
                self._advance()
            if beat.must_tell(changed):
                self._library.check_tape()
                self._audience.message(self._status())
            if changed and self._held:
                # Last: a held world is not shown again, so its picture goes after what is told.
                self._show()
            beat.wait()

    def _advance(self) -> None:
        if self._scene.over:
            self._scene.begin_again()
        begun = time.perf_counter()
        # Whoever holds the world may look around: then all are shown.
        self._watchers.tell(self._world, self._scene.paused)
        advancing = time.perf_counter()
        self._world.advance()
        advanced = time.perf_counter() - advancing
        self._show()
        spent = time.perf_counter() - begun
        self._world.charge(1e3 * (spent - advanced))
        self._frame_seconds = MEMORY * self._frame_seconds + (1 - MEMORY) * spent
        self._period = MEMORY * self._period + (1 - MEMORY) * max(spent, FRAME_SECONDS)

    @property
    def _held(self) -> bool:
        playback = self._library.playback
        return self._scene.paused if playback is None else playback.paused

    def _show(self) -> None:
        if self._library.playback is not None:
            self._library.show(self._scene)
            return
        roster = self._picture.roster(self._world)
        if roster is not None:
            self._audience.message(roster)
        opened = self._scene.inspecting.opened(self._world)
        self._audience.snapshot(self._picture.take(self._world, opened))
        self._scene.tell_drivers(self._pace.rate)
        self._scene.asking.tell(self._world, self._scene.paused)
        self._scene.inspecting.tell(self._world, self._scene.paused)
        self._scene.tell_news()

    def _grant(self, message: Message, page: object | None) -> None:
        """Carry out a wish, or keep it until what it needs has been filmed."""
        if self._library.hears(message):
            self._library.carry_out(message, page, self._scene)
            return
        missing = self._unfilmed(message)
        if not missing and not self._goes_behind(message):
            self._carry_out(message, page)
            if not self._scene.comparing:
                self._waiting.replace(message, page)
            return
        self._waiting.add(message, page)
        if missing and not self._films.running:
            self._films.begin(missing)
            news = f"{self._films.sentence}: some ten seconds each"
            self._audience.message(
                messages.Happening(time=self._world.clock.seconds, kind="filming", text=news)
            )

    def _unfilmed(self, message: Message) -> list[str]:
        """The species that must be filmed before a wish can be granted."""
        if isinstance(message, MakingWish):
            return making.needs_films(message)
        if self._scene.comparing or self._world.scenario.world.model == "published":
            return []
        match message:
            case wishes.Motor(id=identity, choice="repertoire" | "automatic"):
                self._world.population.slots([] if identity is None else [identity])
                if RepertoireMotor.name in [motor.name for motor in self._world.motors]:
                    return []
                return unfilmed(group.species for group in self._world.scenario.group)
            case wishes.Compare(on=True, id=identity):
                return unfilmed([self._scene.species_name(identity)])
        return []

    def _goes_behind(self, message: Message) -> bool:
        """Whether a fish's motor is wished while all fishes' wait: then the newer comes later."""
        one = isinstance(message, wishes.Motor) and message.id is not None
        return one and self._waiting.for_motors and not self._scene.comparing

    def _grant_waiting(self) -> bool:
        if not self._waiting or self._films.running or self._library.playback is not None:
            return False
        failure = self._films.end()
        granted = False
        for message, page in self._waiting.take():
            if not failure and self._behind is not None and isinstance(message, wishes.Motor):
                # It is for the world that was put aside.
                self._waiting.add(message, page)
                continue
            granted = True
            try:
                if failure:
                    raise ValueError(failure)
                self._grant(message, page)
            except (ValueError, KeyError, Busy) as refusal:
                self._audience.message(messages.Refusal(message=str(refusal.args[0])), page)
        return granted

    def _carry_out(self, message: Message, page: object | None) -> None:
        if self._scene.comparing and isinstance(message, SPOILS_COMPARISONS):
            raise ValueError("two twins are compared: they stay as they are; leave them first")
        match message:
            case wishes.Population(count=count):
                self._world.resize(count)
            case wishes.Speed(value=value):
                if value > self._world.top_speed:
                    top = self._world.top_speed
                    raise ValueError(f"speed {value:g} L/s: these fishes reach {top:g} at most")
                self._world.speed = value
            case wishes.Viscosity(value=value):
                self._world.viscosity = value
            case wishes.Paused(value=value):
                self._hold(value)
            case wishes.Step(back=True) | wishes.Seek():
                raise ValueError("this is a live world: only a recording can be wound")
            case wishes.Rate(value=value):
                self._pace.rate = value
            case wishes.Step():
                if not self._scene.paused:
                    raise ValueError("only a paused simulation can be stepped; pause it first")
                self._advance()
            case wishes.Restart():
                self._end_recording("the scenario begins again")
                self._scene.begin_again()
            case wishes.Seed(value=seed):
                self._begin_with(seed)
            case Newcomers():
                self._let_in(message)
            case MakingWish():
                self._make(message, page)
            case wishes.Motor(id=identity, choice=choice):
                people = self._world.population
                everybody = people.ids[people.living].tolist()
                self._world.exchange(everybody if identity is None else [identity], choice)
            case wishes.Budget(milliseconds=milliseconds):
                self._world.budget = milliseconds
            case wishes.Food(place=place):
                self._world.drop_food(place)
            case wishes.FlowStrength(value=value):
                self._world.flow_strength = value
            case wishes.Hour(value=value):
                self._world.hour = value
            case wishes.Current(velocity=velocity):
                self._world.current = np.array(velocity)
            case wishes.Board():
                self._scene.bridge.board(self._world, page)
            case wishes.Debark():
                self._scene.bridge.debark(self._world, page)
            case wishes.Steer():
                self._scene.bridge.steer(self._world, page, message)
            case wishes.CastLine(place=place):
                self._world.cast_line(place)
            case wishes.PullLine():
                self._world.pull_line()
            case wishes.Physics() | wishes.ResetPhysics():
                physical.carry_out(self._world, message)
            case wishes.Compare(on=True, id=identity):
                self._compare(identity)
            case wishes.Compare(on=False):
                self._stop_comparing()
            case wishes.Pilot(id=identity):
                self._scene.start_driving(page, identity)
            case MindChange():
                change_mind(self._world.influence, message)
            case wishes.Leave():
                self._scene.stop_driving(page)
            case wishes.Grab() | wishes.LetGo():
                self._scene.hands.grant(self._world, page, message)
            case wishes.Why(id=identity):
                self._scene.asking.ask(self._world, page, identity)
            case wishes.Inspect():
                self._scene.inspecting.inspect(self._world, page, message)
            case wishes.Drive():
                self._scene.driver(page).ask(**message.model_dump(exclude={"type"}))
            case wishes.Turn(angle=angle):
                pilot = self._scene.driver(page)
                (pilot.left_turn if angle >= 0 else pilot.right_turn)(abs(angle))
            case _:
                raise ValueError(f"no wish: {message!r}")

    def _let_in(self, newcomers: Newcomers) -> None:
        """Begin again with fishes of a species that was not there."""
        if self._scene.comparing:
            raise ValueError("two twins are compared; leave them first, then fishes can come")
        scenario = with_newcomers(self._world.scenario, newcomers)
        self._begin(scenario, "the scenario begins again with new fishes")

    def _make(self, wish: MakingWish, page: object | None) -> None:
        """Change the world as its page says; or begin another where that must be."""
        if self._scene.comparing:
            raise ValueError("two twins are compared; leave them first, then change the world")
        another = making.grant(self._scene, wish, self._audience, page)
        if another is None:
            return
        scenario, news = another
        self._begin(scenario, news)
        told = messages.Happening(time=0.0, kind="made", text=news)
        self._audience.message(told)

    def _begin(self, scenario: Scenario, reason: str) -> None:
        world = World(scenario)
        self._end_recording(reason)
        self._show_scene(Scene(world, self._audience))

    def _begin_with(self, seed: int) -> None:
        """Begin again with other chance; a held world stays held."""
        if self._scene.comparing:
            raise ValueError("two twins are compared; leave them first, then another seed can come")
        scenario = self._world.scenario
        if scenario.appointments:
            kept = scenario.world.seed
            raise ValueError(f"this film was rehearsed with the seed {kept}: no other fits it")
        scene = Scene(World(scenario.with_seed(seed)), self._audience)
        scene.paused = self._scene.paused
        self._end_recording(f"the scenario begins again with the seed {seed}")
        self._show_scene(scene)

    def _end_recording(self, reason: str) -> None:
        """Of the world that is on show, for it goes."""
        recorder = self._recorder
        if self._scene.comparing:
            return
        self._library.end_tape(reason)
        if recorder is None or recorder.ended:
            return
        recorder.close()
        text = f"{reason}, the recording has ended: {recorder.seconds:.1f} s in {recorder.path}"
        seconds = self._world.clock.seconds
        self._audience.message(messages.Happening(time=seconds, kind=RECORDING_ENDED, text=text))

    # ------------------------------------------------------------ which world is on show

    def _hold(self, paused: bool) -> None:
        people = self._world.population
        if paused and not self._scene.paused and not people.seen[people.living].all():
            # One frame more, in which everybody is shown.
            self._scene.paused = True
            self._advance()
        self._scene.paused = paused

    def _compare(self, identity: int | None) -> None:
        if self._scene.comparing:
            # Whoever presses a key twice has what he wants.
            return
        world = World(comparison_scenario(self._scene.species_name(identity)))
        self._behind = self._scene
        self._show_scene(Scene(world, self._audience, leavable=True))

    def _stop_comparing(self) -> None:
        if self._behind is None:
            raise ValueError("no world waits behind this one")
        scene, self._behind = self._behind, None
        self._show_scene(scene)

    def _show_scene(self, scene: Scene) -> None:
        self._scene.step_aside()
        self._scene = scene
        self._audience.message(scene.hello)
        self._library.tell()
        self._show()

    def _pages_gone(self) -> list[object]:
        return [self._gone.get() for _ in range(self._gone.qsize())]

    @property
    def _frames_per_second(self) -> float:
        if self._scene.paused:
            return 0.0
        return min(1.0 / self._period, self._pace.rate * FRAME_RATE)

    def _status(self) -> messages.Status:
        if self._library.playback is not None:
            return self._library.playback.status(self._running)
        world = self._world
        return messages.Status(
            running=self._running,
            paused=self._scene.paused,
            population=len(world.population),
            counts=making.counts(world),
            speed=world.speed,
            viscosity=world.viscosity,
            time=world.clock.seconds,
            rate=self._pace.rate,
            frames_per_second=self._frames_per_second,
            frame_milliseconds=self._frame_seconds * 1e3,
            budget=world.budget,
            levels=telling.levels(world),
            preparing=self._films.sentence,
            habitat=telling.habitat_status(world, self._scene.eaten),
            submarine=afloat.boat_status(world, self._scene.bridge.taken),
            line=afloat.line_status(world),
            taping=self._library.taping,
            physics=physical.status(world),
        )
