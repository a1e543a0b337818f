"""A recorder: follows a world frame by frame, and lets a thread write what it saw."""

from __future__ import annotations

import atexit
import logging
import queue
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from motorium import __version__
from motorium.bodies.species import calibration_file, own_file, shape_file, texture_file
from motorium.contracts.events import Event, register_event
from motorium.contracts.time import FRAME_RATE
from motorium.hardware import hardware
from motorium.minds.instinct.instinct import Instinct
from motorium.minds.instinct.reasons import intention_names
from motorium.world.changes import Change
from motorium.world.recording.digest import world_digest
from motorium.world.recording.layout import Meta, OwnSpecies, RecordingError
from motorium.world.recording.rows import Row, batch_of, take_row
from motorium.world.recording.writer import ChunkFile
from motorium.world.scenario import Scenario
from motorium.world.world import World

__all__ = ["RECORDING_ENDED", "Recorder", "meta_of_scenario", "recording_to"]

_log = logging.getLogger(__name__)

RECORDING_ENDED = register_event("recording-ended", "a recording ended before it was closed")

CHUNK_FRAMES: Final = FRAME_RATE // 2
CHUNK_SECONDS: Final = 0.5
"""Of the clock on the wall: a slow world is written as often. One chunk is written while the next
one is filled, so that at most a second is lost whenever the process ends."""
CHUNK_BYTES: Final = 64 * 2**20


class Recorder:
    """Records a world until it is closed, or until the disk is full.

    every: of how many frames one is recorded; nodes: whether bodies are, too. It waits for a slow
    disk rather than lose something. `with Recorder(world, path): ...` closes it.
    """

    def __init__(
        self,
        world: World,
        path: Path | str,
        every: int = 1,
        nodes: bool = False,
        force: bool = False,
    ) -> None:
        if every != int(every) or every < 1:
            raise RecordingError(f"every {every}: it must be a whole number of frames, 1 or more")
        self.path = Path(path)
        self.ended = ""
        """Why it records no more; empty while it does."""
        self.waited = 0.0
        """For the disk, in all [s]."""
        self._world = world
        self._every = every
        self._nodes = nodes
        self._thinks = _thinks(world)
        self._last_seconds = -1.0
        self._file = ChunkFile(self.path, _meta(world, every, nodes), force)
        self._events: list[Event] = list(world.events.since(0)) if world.clock.frame == 0 else []
        self._told = world.events.total
        self._inputs: list[Change] = []
        self._rows: list[Row] = []
        self._size = 0
        self._begun = time.monotonic()
        self._failure: Exception | None = None
        self._chunks: queue.Queue[list[Row] | None] = queue.Queue(1)
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self._thread.start()
        world.listen(self._inputs_add)
        world.after_frame.append(self._follow)
        atexit.register(self.close, "the program ended")
        self._take()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close("the world came to grief" if exception[0] else "")

    @property
    def failed(self) -> str:
        """Why it could not go on; empty if it could."""
        return "" if self._failure is None else str(self._failure)

    @property
    def rows(self) -> int:
        """Frames that are in the file for sure."""
        return self._file.rows

    @property
    def size(self) -> int:
        """Of the file [bytes]."""
        return self._file.size

    @property
    def seconds(self) -> float:
        """Up to which simulated time it is in the file for sure."""
        return max(self._file.frame, 0) / FRAME_RATE

    def close(self, reason: str = "") -> None:
        """Write what is left and the end mark; reason: why it ends early, empty if it does not.

        What is changed after the last frame has shown nowhere, and is not written.
        """
        if self.ended:
            return
        self.ended = reason or "closed"
        if not reason and self._last_frame != self._world.clock.frame:
            self._take()
        if not reason and self._rows and not self._inputs:
            self._rows[-1].digest = world_digest(self._world)
        self._hand_over()
        self._leave()
        if self._failure is not None:
            self._tell_failure()
        self._file.close(reason if self._failure is None else str(self._failure))

    # ------------------------------------------------------------ on the world's thread

    def _inputs_add(self, given: Change) -> None:
        self._inputs.append(given)

    def _follow(self) -> None:
        if self._failure is not None:
            self.ended = str(self._failure)
            self._leave()
            self._tell_failure()
            self._file.close(self.ended)
            return
        self._hear()
        if self._world.clock.frame % self._every == 0:
            self._take()

    def _hear(self) -> None:
        """Every frame: a world keeps its newest events only."""
        self._events += self._world.events.since(self._told)
        self._told = self._world.events.total

    def _take(self) -> None:
        world = self._world
        self._hear()
        row = take_row(world, self._nodes, self._events, self._inputs)
        if self._thinks:
            # A chunk's first row has all of them: chunks are read alone.
            since = self._last_seconds if self._rows else None
            row.reasons = world.reasons(since).rows
            self._last_seconds = row.time - 0.5 / FRAME_RATE
        self._events, self._inputs = [], []
        self._rows.append(row)
        self._size += row.size
        self._last_frame = row.frame
        waited = time.monotonic() - self._begun
        whole = row.frame - self._rows[0].frame + self._every >= CHUNK_FRAMES
        if whole or waited >= CHUNK_SECONDS or self._size >= CHUNK_BYTES:
            row.digest = world_digest(world)
            self._hand_over()

    def _hand_over(self) -> None:
        begun = time.monotonic()
        self._chunks.join()
        if self._rows and self._failure is None:
            self._chunks.put(self._rows)
        self._rows, self._size = [], 0
        self._begun = time.monotonic()
        self.waited += self._begun - begun

    def _leave(self) -> None:
        self._chunks.join()
        self._chunks.put(None)
        self._thread.join()
        self._world.stop_listening(self._inputs_add)
        self._world.after_frame.remove(self._follow)
        atexit.unregister(self.close)

    def _tell_failure(self) -> None:
        world, file = self._world, self._file
        kept = f"{file.rows} frames up to {self.seconds:.2f} s are kept in {self.path}"
        sentence = f"the recording has ended: {self._failure}; {kept}"
        _log.error("%s", sentence)
        event = Event(world.clock.frame, world.clock.seconds, RECORDING_ENDED, detail=sentence)
        world.events.add(event)

    # ------------------------------------------------------------ on the recorder's thread

    def _write(self) -> None:
        while (rows := self._chunks.get()) is not None:
            try:
                if self._failure is None:
                    self._file.write(batch_of(rows, self._file.schema))
            except OSError as problem:
                self._failure = RecordingError(problem.strerror or str(problem))
            except Exception as problem:
                _log.exception("a recording could not be written")
                self._failure = problem
            finally:
                self._chunks.task_done()
        self._chunks.task_done()


def recording_to(
    path: Path, every: int = 1, nodes: bool = False, force: bool = False
) -> Callable[[World], Recorder]:
    """What begins a recorder as soon as there is a world."""
    return lambda world: Recorder(world, path, every, nodes, force)


def _meta(world: World, every: int, nodes: bool) -> Meta:
    later = "it began when the world had been changed already, or was under way"
    return Meta(
        **meta_of_scenario(world.scenario),
        recorded=datetime.now(UTC).isoformat(timespec="seconds"),
        species=[species.name for species in world.species],
        options=asdict(world.options),
        every=every,
        nodes=nodes,
        first=world.clock.frame,
        repeatable="" if world.as_begun else later,
        behaviours=list(intention_names()) if _thinks(world) else [],
        submarine=world.submarine is not None,
        boats=world.submarine is not None,
        expressions=True,
    )


def _thinks(world: World) -> bool:
    """Whether there are reasons to record."""
    return any(group.mind == Instinct.name for group in world.scenario.group)


def meta_of_scenario(scenario: Scenario) -> dict[str, Any]:
    """What a recording of a scenario would say here and now, whatever is recorded."""
    names = {group.species for group in scenario.group}
    own = {name: _own(name) for name in names if name.endswith(".toml")}
    return {
        "motorium": __version__,
        # Some keys mean something by not being there.
        "scenario": scenario.model_dump(mode="json", exclude_unset=True),
        "complete": scenario.model_dump(mode="json"),
        "own_species": own,
        "sources": {name: _source(name) for name in names if name not in own},
        "seed": scenario.world.seed,
        "hardware": hardware().model_dump(),
    }


def _own(name: str) -> OwnSpecies:
    path = own_file(name)
    beside, texture = calibration_file(path), texture_file(path)
    return OwnSpecies(
        shape=path.read_text(encoding="utf-8-sig"),
        calibration=beside.read_text(encoding="utf-8-sig"),
        texture=None if texture is None else b64encode(texture.read_bytes()).decode("ascii"),
    )


def _source(name: str) -> str:
    path = shape_file(name)
    return sha256(path.read_bytes() + calibration_file(path).read_bytes()).hexdigest()[:16]
