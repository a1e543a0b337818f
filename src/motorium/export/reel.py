"""Pictures of a recording as a page unpacks them: packed second by second, as what has changed.

`web/src/recording/reel.ts` reads what is written here.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from motorium.contracts.time import FRAME_RATE
from motorium.studio.picture import Picture
from motorium.studio.playback import Playback
from motorium.wire.message import Message
from motorium.wire.messages import Roster
from motorium.world.recording.layout import RecordingError
from motorium.world.recording.reader import Recording

__all__ = ["FORMAT", "RATES", "Reel", "Span", "fold"]

FORMAT: Final = 1
RATES: Final = (5, 6, 10, 12, 15, 20, 30, 60)
"""Pictures a second: between two there are whole frames."""
IN_PART: Final = 30
"""Pictures that are unpacked together."""
STATUSES_A_SECOND: Final = 10
LEVEL: Final = 6
"""Of zlib: the highest takes five times as long, and saves a hundredth."""


@dataclass(frozen=True)
class Span:
    """From which time of a recording to which [s], and pictures a second; None: all there is."""

    begin: float | None = None
    end: float | None = None
    fps: int = 30

    def frames(self, recording: Recording) -> range:
        """Which frames are shown; refused with a sentence if there are none."""
        if self.fps not in RATES:
            rates = ", ".join(map(str, RATES[:-1]))
            raise RecordingError(f"--fps {self.fps}: it must be {rates} or {RATES[-1]}")
        if not len(recording):
            raise RecordingError(f"{recording.path}: nothing was recorded")
        first, last = recording.first_frame, recording.last_frame
        there = f"it goes from {first / FRAME_RATE:g} to {last / FRAME_RATE:g} s"
        begin = first if self.begin is None else self._frame("--from", self.begin, there)
        end = last if self.end is None else self._frame("--to", self.end, there)
        if begin > last or end < first:
            raise RecordingError(f"{recording.path}: nothing was recorded then; {there}")
        if begin > end:
            raise RecordingError(f"--from {self.begin:g} lies behind --to {self.end:g}")
        return range(max(begin, first), min(end, last) + 1, FRAME_RATE // self.fps)

    @staticmethod
    def _frame(option: str, seconds: float, there: str) -> int:
        if not 0.0 <= seconds < float("inf"):
            raise RecordingError(
                f"{option} {seconds:g}: it must be a time of the recording; {there}"
            )
        return round(seconds * FRAME_RATE)


@dataclass
class _Kept:
    """An audience that keeps what it is told."""

    rosters: list[Roster] = field(default_factory=list)
    picture: bytes = b""

    def snapshot(self, data: Any) -> None:
        self.picture = bytes(data)

    def message(self, message: Message, page: object | None = None) -> None:
        if isinstance(message, Roster):
            self.rosters.append(message)


class Reel:
    """A span of a recording, picture by picture; iterate over `parts`, then ask what is `told`."""

    def __init__(self, recording: Recording, span: Span) -> None:
        self.frames = span.frames(recording)
        self._span = span
        self._kept = _Kept()
        self._playback = Playback(recording, self._kept, Picture())

    @property
    def title(self) -> str:
        """Of the scenario."""
        return self._playback.hello.scenario

    @property
    def seconds(self) -> float:
        """From the first picture to the last."""
        return (len(self.frames) - 1) / self._span.fps

    def parts(self) -> Iterator[tuple[int, bytes]]:
        """How many pictures are packed, and the newest part."""
        for begin in range(0, len(self.frames), IN_PART):
            frames = self.frames[begin : begin + IN_PART]
            yield begin + len(frames), self._part(frames)

    def told(self) -> bytes:
        """What must be known before the first picture, when all are packed."""
        hello, begin = self._playback.hello, self.frames[0] / FRAME_RATE
        assert hello.recording is not None
        marks = [mark for mark in hello.recording.marks if 0.0 <= mark.at - begin <= self.seconds]
        shown = hello.recording.model_copy(
            update={
                "first": begin,
                "seconds": self.seconds,
                "every": FRAME_RATE // self._span.fps,
                "marks": marks,
            }
        )
        told = {
            "format": FORMAT,
            "hello": hello.model_copy(update={"recording": shown}).model_dump(mode="json"),
            "rosters": [roster.model_dump(mode="json") for roster in self._kept.rosters],
            "fps": self._span.fps,
            "pictures": len(self.frames),
            "in_part": IN_PART,
        }
        return zlib.compress(_json(told), LEVEL)

    def _part(self, frames: range) -> bytes:
        every = max(1, self._span.fps // STATUSES_A_SECOND)
        pictures: list[bytes] = []
        statuses: list[tuple[int, Any]] = []
        for k, frame in enumerate(frames):
            self._playback.put_to(float(frame))
            pictures.append(self._kept.picture)
            if k % every == 0:
                statuses.append((k, self._playback.status(True).model_dump(mode="json")))
        caption = _json({"sizes": [len(picture) for picture in pictures], "statuses": statuses})
        return zlib.compress(struct.pack("<I", len(caption)) + caption + fold(pictures), LEVEL)


def fold(pictures: Sequence[bytes]) -> bytes:
    """Their 16-bit words less those of the picture before, if that was as long, with signs moved to
    the lowest bit; of each first the low bytes, then the high ones."""
    folded: list[bytes] = []
    before = np.zeros(0, dtype="<u2")
    for picture in pictures:
        words = np.frombuffer(picture + b"\0" * (len(picture) % 2), dtype="<u2")
        change = words - before if len(words) == len(before) else words
        step = change.view("<i2").astype(np.int32)
        moved = ((step << 1) ^ (step >> 31)).astype("<u2")
        folded += [
            (moved & 255).astype(np.uint8).tobytes(),
            (moved >> 8).astype(np.uint8).tobytes(),
        ]
        before = words
    return b"".join(folded)


def _json(told: object) -> bytes:
    return json.dumps(told, separators=(",", ":"), allow_nan=False).encode()
