"""A recording on show: played at any rate, held, stepped and wound, but never changed."""

from __future__ import annotations

import queue
import time
from typing import Final

from motorium.compiled import Report, watch_compilation
from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Level
from motorium.studio import afloat, telling
from motorium.studio.asking import Asking
from motorium.studio.audience import Audience
from motorium.studio.beat import Beat, Cost
from motorium.studio.conductor import Conductor
from motorium.studio.marks import marks_of
from motorium.studio.picture import Picture
from motorium.studio.recorded import RecordedWorld
from motorium.wire import messages, wishes
from motorium.wire.message import Message
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording

__all__ = ["Player"]

STATUS_SECONDS: Final = 0.1
"""Between two reports: a time line moves."""


class Player(Conductor):
    """Plays a recording to pages, from its beginning."""

    def __init__(
        self, recording: Recording, audience: Audience, report: Report | None = None
    ) -> None:
        super().__init__(audience, report)
        if not len(recording):
            raise RecordingError(f"{recording.path}: nothing was recorded")
        self._recording = recording
        self._world = RecordedWorld(recording)
        self._picture = Picture()
        self._asking = Asking(audience)
        self._gone: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._paused = False
        self._watched = False
        self._rate = 1.0
        self._cost = Cost()
        self._hello = telling.hello(
            self._world,
            recording=messages.Recorded(
                file=recording.path.name,
                made=recording.meta.recorded,
                first=recording.first_frame / FRAME_RATE,
                seconds=recording.seconds,
                every=recording.meta.every,
                bodies=recording.meta.nodes,
                problem=recording.problem,
                rates=(wishes.SLOWEST, wishes.FASTEST),
                marks=marks_of(recording),
            ),
        )

    @property
    def hello(self) -> messages.Hello:
        """What a page must know first."""
        return self._hello

    def arrive(self, page: object) -> None:
        """It plays from the first page on, and everybody sees all."""
        self._watched = True

    def look(self, page: object, message: wishes.Look) -> None:
        """Nothing hangs on who looks where."""

    def forget(self, page: object) -> None:
        """A page has gone, and asks no more."""
        self._gone.put(page)

    def stop(self) -> None:
        """End the thread, and close the file."""
        super().stop()
        self._recording.close()

    # ------------------------------------------------------------ on the thread

    def _prepare(self) -> None:
        self._tell_progress("bodies", 0, 1)
        with watch_compilation(self._tell_progress):
            self._world.show(self._world.frame)
            self._picture.take(self._world)
        self._tell_progress("bodies", 1, 1)

    def _frames(self) -> None:
        beat = Beat(STATUS_SECONDS)
        self._show(self._world.frame)
        while not self._stop.is_set():
            # Asked first, for whoever has gone by now may have left wishes.
            gone = [self._gone.get() for _ in range(self._gone.qsize())]
            changed = self._grant_wishes()
            for page in gone:
                self._asking.forget(page)
            if self._watched and not self._paused:
                self._play()
            if beat.must_tell(changed):
                self._audience.message(self._status())
            if changed and self._paused:
                self._show(self._world.frame)
            beat.wait()

    def _play(self) -> None:
        begun = time.perf_counter()
        last = float(self._recording.last_frame)
        frame = min(self._world.frame + self._rate, last)
        self._show(frame)
        self._paused = frame == last
        spent = time.perf_counter() - begun
        self._cost.add(spent)

    def _show(self, frame: float) -> None:
        self._world.show(frame)
        roster = self._picture.roster(self._world)
        if roster is not None:
            self._audience.message(roster)
        self._audience.snapshot(self._picture.take(self._world))
        self._asking.tell(self._world, self._paused)

    def _grant(self, message: Message, page: object | None) -> None:
        match message:
            case wishes.Paused(value=value):
                if not value and self._world.frame >= self._recording.last_frame:
                    self._wind(self._recording.first_frame)
                self._paused = value
            case wishes.Step(back=back):
                if not self._paused:
                    raise ValueError("only a paused recording can be stepped; pause it first")
                every = self._recording.meta.every
                self._wind(self._world.frame + (-every if back else every))
            case wishes.Seek(time=seconds):
                self._wind(seconds * FRAME_RATE)
            case wishes.Rate(value=value):
                self._rate = value
            case wishes.Restart():
                self._wind(self._recording.first_frame)
                self._paused = False
            case wishes.Why(id=identity):
                self._asking.ask(self._world, page, identity)
            case _:
                raise ValueError("this is a recording: nothing in it can be changed")

    def _wind(self, frame: float) -> None:
        """To a frame, or as near as there is one."""
        nearest = min(max(frame, self._recording.first_frame), self._recording.last_frame)
        self._world.show(float(nearest))
        self._picture.forget()

    def _status(self) -> messages.Status:
        world, people = self._world, self._world.population
        simulated = int((people.motors[people.living] == Level.MUSCLES).sum())
        return messages.Status(
            running=self._running,
            paused=self._paused,
            population=len(people),
            speed=0.0,
            viscosity=world.scenario.world.viscosity,
            time=world.seconds,
            rate=self._rate,
            frames_per_second=0.0 if self._paused else float(FRAME_RATE),
            frame_milliseconds=self._cost.seconds * 1e3,
            budget=None,
            levels=messages.Levels(
                muscles=simulated,
                playback=len(people) - simulated,
                frame=0,
                automatic=int(people.automatic[people.living].sum()),
                changes=0.0,
                governor="",
            ),
            preparing="",
            habitat=telling.habitat_status(world, world.eaten),
            submarine=afloat.boat_status(world, taken=False),
            line=afloat.line_status(world),
        )
