"""Recordings made, kept and watched from the page, while the living world is on show or waits."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from motorium.contracts.time import FRAME_RATE
from motorium.studio.audience import Audience
from motorium.studio.picture import Picture
from motorium.studio.playback import Playback
from motorium.studio.scene import Scene
from motorium.studio.shelf import LEAST_FREE, Shelf, free_bytes
from motorium.wire import messages, recordings
from motorium.wire.message import Message
from motorium.world.recording.layout import RecordingError, arrow
from motorium.world.recording.reader import Recording
from motorium.world.recording.recorder import RECORDING_ENDED, Recorder
from motorium.world.world import World

__all__ = ["MOST_BYTES", "Library"]

MOST_BYTES: Final = 2**30
"""Of a recording."""
MOST_TOLD: Final = 1000


class Library:
    """Owned by the simulation's thread; folder: where recordings are kept, None for nowhere.

    playback: what is watched instead of the world, None for nothing.
    """

    def __init__(self, audience: Audience, picture: Picture, folder: Path | None) -> None:
        self.playback: Playback | None = None
        self._audience = audience
        self._picture = picture
        self._shelf = None if folder is None else Shelf(folder)
        self._tape: Recorder | None = None
        self._world: World | None = None
        self._first = 0

    def prepare(self) -> None:
        """What would hold up the world when somebody records for the first time."""
        if self._shelf is not None:
            with suppress(RecordingError):
                arrow()

    # ------------------------------------------------------------ what pages wish

    def hears(self, message: Message) -> bool:
        """Whether a wish is for the library, and not for the world."""
        own = isinstance(message, recordings.Record | recordings.Watch | recordings.Discard)
        return own or self.playback is not None

    def carry_out(self, message: Message, page: object | None, scene: Scene) -> None:
        """A wish that it hears, while this scene is on show or waits."""
        match message:
            case recordings.Record(on=True):
                self._begin(scene)
            case recordings.Record(on=False):
                if self._tape is None:
                    raise ValueError("nothing is being recorded")
                self.end_tape()
            case recordings.Watch(name=None):
                self._back(scene)
            case recordings.Watch(name=str(name)):
                self._watch(name, scene)
            case recordings.Discard(name=name):
                self._discard(name)
            case _ if self.playback is not None:
                self.playback.grant(message, page)

    @property
    def _kept(self) -> Shelf:
        if self._shelf is None:
            raise ValueError("this studio keeps no recordings")
        return self._shelf

    # ------------------------------------------------------------ recording

    def _begin(self, scene: Scene) -> None:
        if self.playback is not None:
            raise ValueError("a recording is watched: go back to the living world to make another")
        if scene.comparing:
            raise ValueError("two twins are compared; leave them first, then you can record")
        if self._tape is not None:
            raise ValueError(f"{self._tape.path.stem} is being recorded already; stop it first")
        world = scene.world
        path = self._kept.new_path(world.scenario.world.title)
        self._tape = Recorder(world, path, nodes=True)
        self._world, self._first = world, world.clock.frame

    def check_tape(self) -> None:
        """Now and then: whether it may go on."""
        tape = self._tape
        if tape is None:
            return
        if tape.failed:
            # The world has told of it.
            self._forget_tape()
        elif tape.size > MOST_BYTES:
            self.end_tape(f"{MOST_BYTES / 2**20:.0f} MB are the most that one may have")
        elif free_bytes(tape.path.parent) < LEAST_FREE:
            self.end_tape("the disk is nearly full")

    def end_tape(self, reason: str = "") -> None:
        """Close what is being recorded, if anything is; reason: why, unless somebody wished it."""
        tape, world = self._tape, self._world
        if tape is None or world is None:
            return
        tape.close()
        seconds = (world.clock.frame - self._first) / FRAME_RATE
        text = f"recorded {seconds:.1f} s as {tape.path.stem}{f': {reason}' if reason else ''}"
        news = messages.Happening(time=world.clock.seconds, kind=RECORDING_ENDED, text=text)
        self._audience.message(news)
        self._forget_tape()

    def _forget_tape(self) -> None:
        self._tape = self._world = None
        self.tell()

    @property
    def taping(self) -> recordings.Taping | None:
        """How far it is with what is being recorded."""
        if self._tape is None or self._world is None:
            return None
        return recordings.Taping(
            name=self._tape.path.stem,
            seconds=(self._world.clock.frame - self._first) / FRAME_RATE,
            bytes=self._tape.size,
        )

    # ------------------------------------------------------------ watching

    def _watch(self, name: str, scene: Scene) -> None:
        if self._tape is not None:
            raise ValueError(f"{self._tape.path.stem} is being recorded; stop it first")
        recording = Recording.open(self._kept.find(name))
        try:
            playback = Playback(recording, self._audience, self._picture, leavable=True)
        except BaseException:
            recording.close()
            raise
        if self.playback is None:
            scene.step_aside()
        else:
            self.playback.close()
        self.playback = playback
        self._audience.message(playback.hello)
        self.tell()

    def _back(self, scene: Scene) -> None:
        if self.playback is None:
            raise ValueError("no recording is watched: this is the living world")
        self.playback.close()
        self.playback = None
        self._audience.message(scene.hello)
        self.tell()

    def play(self, scene: Scene) -> None:
        """The picture of a beat of what is watched; a file that fails gives the world back."""
        self._try(Playback.play, scene)

    def show(self, scene: Scene) -> None:
        """Its picture once more."""
        self._try(Playback.show, scene)

    def _try(self, what: Callable[[Playback], None], scene: Scene) -> None:
        if self.playback is None:
            return
        try:
            what(self.playback)
        except RecordingError as problem:
            self._back(scene)
            self._audience.message(messages.Refusal(message=str(problem)))

    def _discard(self, name: str) -> None:
        if self._tape is not None and self._tape.path.stem == name:
            raise ValueError(f"{name} is being recorded; stop it first")
        if self.playback is not None and self.playback.name == name:
            raise ValueError(f"{name} is watched; go back to the living world first")
        self._kept.remove(name)
        self.tell()

    # ------------------------------------------------------------ what pages are told

    def tell(self) -> None:
        """What is kept; again after every hello, which voids what was said before."""
        if self._shelf is None:
            return
        being_made = None if self._tape is None else self._tape.path.stem
        kept = [one for one in self._shelf.kept() if one.name != being_made]
        self._audience.message(recordings.Shelf(recordings=kept[:MOST_TOLD]))

    def forget(self, page: object) -> None:
        """A page has gone."""
        if self.playback is not None:
            self.playback.forget(page)

    def close(self, reason: str) -> None:
        """The studio ends; reason: why the recording does early, empty if it does not."""
        if self._tape is not None:
            self._tape.close(reason)
        if self.playback is not None:
            self.playback.close()
