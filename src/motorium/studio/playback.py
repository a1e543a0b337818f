"""A recording on show: played at any rate, held, stepped and wound, but never changed."""

from __future__ import annotations

import time

from motorium.contracts.time import FRAME_RATE
from motorium.contracts.viewing import Level
from motorium.studio import afloat, telling
from motorium.studio.asking import Asking
from motorium.studio.audience import Audience
from motorium.studio.beat import Cost
from motorium.studio.marks import marks_of
from motorium.studio.picture import Picture
from motorium.studio.recorded import RecordedWorld
from motorium.wire import messages, wishes
from motorium.wire.message import Message
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording

__all__ = ["Playback"]


class Playback:
    """Owned by the thread that shows it; picture: which takes those of all that is shown there;
    leavable: whether a living world waits behind it."""

    def __init__(
        self, recording: Recording, audience: Audience, picture: Picture, leavable: bool = False
    ) -> None:
        if not len(recording):
            raise RecordingError(f"{recording.path}: nothing was recorded")
        self.name = recording.path.stem
        self.paused = False
        self._recording = recording
        self._world = RecordedWorld(recording)
        self._audience = audience
        self._picture = picture
        self._asking = Asking(audience)
        self._rate = 1.0
        self._cost = Cost()
        self.hello = telling.hello(
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
                leavable=leavable,
            ),
        )

    def close(self) -> None:
        """Close the file; whoever asked is asked no more."""
        self._asking.step_aside()
        self._recording.close()

    def forget(self, page: object) -> None:
        """A page has gone, and asks no more."""
        self._asking.forget(page)

    def prepare(self) -> None:
        """Compile what the first picture needs."""
        self._world.show(self._world.frame)
        self._picture.take(self._world)

    def play(self) -> None:
        """The picture of a beat, unless it is held."""
        if self.paused:
            return
        begun = time.perf_counter()
        last = float(self._recording.last_frame)
        frame = min(self._world.frame + self._rate, last)
        self.put_to(frame)
        self.paused = frame == last
        self._cost.add(time.perf_counter() - begun)

    def show(self) -> None:
        """The picture once more."""
        self.put_to(self._world.frame)

    def put_to(self, frame: float) -> None:
        """The picture of a frame, or of a place between two."""
        self._world.show(frame)
        roster = self._picture.roster(self._world)
        if roster is not None:
            self._audience.message(roster)
        self._audience.snapshot(self._picture.take(self._world))
        self._asking.tell(self._world, self.paused)

    def grant(self, message: Message, page: object | None) -> None:
        """Carry out a wish, or refuse it."""
        match message:
            case wishes.Paused(value=value):
                if not value and self._world.frame >= self._recording.last_frame:
                    self._wind(self._recording.first_frame)
                self.paused = value
            case wishes.Step(back=back):
                if not self.paused:
                    raise ValueError("only a paused recording can be stepped; pause it first")
                every = self._recording.meta.every
                self._wind(self._world.frame + (-every if back else every))
            case wishes.Seek(time=seconds):
                self._wind(seconds * FRAME_RATE)
            case wishes.Rate(value=value):
                self._rate = value
            case wishes.Restart():
                self._wind(self._recording.first_frame)
                self.paused = False
            case wishes.Why(id=identity):
                self._asking.ask(self._world, page, identity)
            case _:
                raise ValueError("this is a recording: nothing in it can be changed")

    def _wind(self, frame: float) -> None:
        """To a frame, or as near as there is one."""
        nearest = min(max(frame, self._recording.first_frame), self._recording.last_frame)
        self._world.show(float(nearest))
        self._picture.forget()

    def status(self, running: bool) -> messages.Status:
        """How it stands."""
        world, people = self._world, self._world.population
        simulated = int((people.motors[people.living] == Level.MUSCLES).sum())
        return messages.Status(
            running=running,
            paused=self.paused,
            population=len(people),
            speed=0.0,
            viscosity=world.scenario.world.viscosity,
            time=world.seconds,
            rate=self._rate,
            frames_per_second=0.0 if self.paused else float(FRAME_RATE),
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
            submarine=afloat.boat_status(world, taken=[]),
            line=afloat.line_status(world),
        )
