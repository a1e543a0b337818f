"""The text of a BVH file, checked line by line: what is wrong gets one sentence, with its line.

pybvh reads from files only, refuses joints that have position channels, and is short about what is
wrong; so the text is read here, and what pybvh makes of sound files is what tests compare it with.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh_text import LARGEST, BvhError, Lines
from motorium.problems import did_you_mean, shown

__all__ = ["Node", "RawBvh", "raw_bvh"]

MOST_NUMBERS: Final = 10_000_000
"""Of all frames together: a quarter of an hour of 31 joints at 120 Hz."""
MOST_JOINTS: Final = 1000
MOST_DEPTH: Final = 200
CHANNELS: Final = tuple(
    f"{axis}{kind}" for kind in ("position", "rotation") for axis in ("X", "Y", "Z")
)
_BY_LOWER: Final = {name.lower(): name for name in CHANNELS}


@dataclass
class Node:
    """A joint or an end site: parent is the number of an earlier node (-1: none), offset in the
    file's units, channels as in the file's rows."""

    name: str
    parent: int
    line: int
    is_end: bool = False
    offset: tuple[float, float, float] | None = None
    channels: tuple[str, ...] | None = None
    children: int = field(default=0)


@dataclass(frozen=True)
class RawBvh:
    """What a file says, in its own units, degrees and axes: values (frames, channels)."""

    nodes: list[Node]
    seconds: float
    values: Floats


def raw_bvh(text: str, source: str) -> RawBvh:
    """Check and read the text of a file that came from `source`."""
    return _Reader(text, source).read()


class _Reader(Lines):
    def __init__(self, text: str, source: str) -> None:
        super().__init__(text, source)
        self.nodes: list[Node] = []
        self.open: list[int] = []

    def read(self) -> RawBvh:
        lines = self.filled()
        first = next(lines, None)
        if first is None:
            raise BvhError(f"{self.source}: is empty; a BVH file begins with HIERARCHY")
        if first[0].upper() != "HIERARCHY":
            self.wrong(f"a BVH file begins with HIERARCHY, not with {shown(first[0])}")
        self.hierarchy(lines)
        frames = self.frame_count(lines)
        seconds = self.frame_time(lines)
        return RawBvh(self.nodes, seconds, self.rows(lines, frames))

    # ------------------------------------------------------------ the hierarchy

    def hierarchy(self, lines: Iterator[list[str]]) -> None:
        awaited: Node | None = None  # Was named, and its brace is still to come.
        for words in lines:
            if words[0].upper() == "MOTION":
                self.ended(awaited)
                return
            for part in _statements(words):
                awaited = self.statement(part, awaited)
        if not self.nodes:
            raise BvhError(f"{self.source}: there is no ROOT after HIERARCHY")
        if awaited is not None or self.open:
            self.ended(awaited)
        raise BvhError(f"{self.source}: there is no MOTION after the hierarchy")

    def ended(self, awaited: Node | None) -> None:
        """The hierarchy is over: is it whole?"""
        if not self.nodes:
            self.wrong("a ROOT was expected before MOTION")
        if awaited is not None:
            self.wrong(f"the brace {{ of {_title(awaited)} of line {awaited.line} is missing")
        if self.open:
            node = self.nodes[self.open[-1]]
            self.wrong(f"the brace }} that closes {_title(node)} of line {node.line} is missing")

    def statement(self, words: list[str], awaited: Node | None) -> Node | None:
        word = words[0].upper()
        if word == "{":
            if awaited is None:
                self.wrong("this brace { belongs to no ROOT, JOINT or End Site")
            self.open.append(len(self.nodes) - 1)
            if len(self.open) > MOST_DEPTH:
                self.wrong(f"joints are nested deeper than {MOST_DEPTH}, the most that is read")
            return None
        if awaited is not None:
            title = _title(awaited)
            self.wrong(f"the brace {{ of {title} was expected, not {shown(words[0])}")
        if word == "}":
            self.close()
            return None
        if word in ("ROOT", "JOINT", "END"):
            return self.begin(word, words)
        if word not in ("OFFSET", "CHANNELS"):
            known = ("ROOT", "JOINT", "End Site", "OFFSET", "CHANNELS", "MOTION")
            meant = did_you_mean(words[0], known)
            self.wrong(f"{shown(words[0])} is unknown; known are {', '.join(known)}{meant}")
        if not self.open:
            self.wrong(f"this {word} belongs to no ROOT, JOINT or End Site")
        node = self.nodes[self.open[-1]]
        if word == "OFFSET":
            self.offset(node, words)
        else:
            self.channels(node, words)
        return None

    def begin(self, word: str, words: list[str]) -> Node:
        if word == "ROOT" and self.nodes:
            self.wrong(f"a second ROOT; the first one is {_title(self.nodes[0])}, there may be one")
        if word != "ROOT" and not self.open:
            what = "this JOINT" if word == "JOINT" else "this End Site"
            self.wrong(f"{what} is in no ROOT; all joints hang on one root")
        parent = self.open[-1] if self.open else -1
        if parent >= 0 and self.nodes[parent].is_end:
            self.wrong("an End Site has an OFFSET only; nothing hangs on it")
        if len(self.nodes) >= MOST_JOINTS:
            self.wrong(f"there are more than {MOST_JOINTS} joints, the most that is read")
        if word == "END":
            above = self.nodes[parent]
            above.children += 1
            more = f" {above.children}" if above.children > 1 else ""
            name = f"{above.name} end{more}"
        else:
            name = " ".join(words[1:])
            if not name:
                self.wrong(f"this {word} has no name")
            others = [node for node in self.nodes if node.name == name and not node.is_end]
            if others:
                self.wrong(
                    f"two joints are called {shown(name)}; the other is in line {others[0].line}"
                )
        node = Node(name, parent, self.line, is_end=word == "END")
        self.nodes.append(node)
        return node

    def close(self) -> None:
        if not self.open:
            self.wrong("this brace } closes nothing; there is one too many")
        node = self.nodes[self.open.pop()]
        if node.offset is None:
            self.wrong(f"{_title(node)} has no OFFSET")
        if node.channels is None and not node.is_end:
            self.wrong(f"{_title(node)} has no CHANNELS")

    def offset(self, node: Node, words: list[str]) -> None:
        if node.offset is not None:
            self.wrong(f"{_title(node)} has a second OFFSET")
        if len(words) != 4:
            self.wrong(f"the OFFSET of {_title(node)} must be 3 numbers, not {len(words) - 1}")
        x, y, z = (self.number(word, f"in the OFFSET of {_title(node)}") for word in words[1:])
        node.offset = x, y, z

    def channels(self, node: Node, words: list[str]) -> None:
        if node.is_end:
            self.wrong("an End Site has an OFFSET only, no CHANNELS")
        if node.channels is not None:
            self.wrong(f"{_title(node)} has CHANNELS a second time")
        count = words[1] if len(words) > 1 else "nothing"
        if count not in tuple("0123456"):
            self.wrong(f"after CHANNELS a number from 0 to 6 was expected, not {shown(count)}")
        names = [_BY_LOWER.get(word.lower()) for word in words[2:]]
        for word, name in zip(words[2:], names, strict=True):
            if name is None:
                meant = did_you_mean(word, CHANNELS)
                self.wrong(f"{shown(word)} is no channel; known are {', '.join(CHANNELS)}{meant}")
        if len(names) != int(count):
            self.wrong(f"{_title(node)} announces {count} CHANNELS and lists {len(names)}")
        known = tuple(name for name in names if name is not None)
        if len(set(known)) != len(known):
            self.wrong(f"{_title(node)} lists a channel twice: {' '.join(known)}")
        node.channels = known

    # ------------------------------------------------------------ the motion

    def labelled(self, lines: Iterator[list[str]], label: str) -> str:
        """What stands behind a label like "Frame Time:"."""
        words = next(lines, None)
        if words is None:
            raise BvhError(f"{self.source}: ends where '{label}:' was expected")
        said = " ".join(words)
        if not said.lower().replace(" :", ":").startswith(f"{label.lower()}:"):
            self.wrong(f"'{label}:' was expected, not {shown(said)}")
        return said.partition(":")[2].strip()

    def frame_count(self, lines: Iterator[list[str]]) -> int:
        given = self.labelled(lines, "Frames")
        if not given.removeprefix("-").isdecimal() or not given.isascii():
            self.wrong(f"'Frames:' must be a whole number, not {shown(given)}")
        if len(given) > 12:
            self.wrong(f"'Frames:' {shown(given)} is more than can be read")
        frames = int(given)
        if frames < 1:
            self.wrong(f"'Frames:' must be at least 1, not {frames}")
        width = sum(len(node.channels or ()) for node in self.nodes)
        if width == 0:
            self.wrong("no joint has a channel; there is no motion to read")
        # End sites and joints that stand still take up room, too.
        if frames * max(width, 3 * len(self.nodes)) > MOST_NUMBERS:
            self.wrong(
                f"{frames} frames of {len(self.nodes)} joints are more than can be read, "
                f"which is {MOST_NUMBERS:,} numbers"
            )
        return frames

    def frame_time(self, lines: Iterator[list[str]]) -> float:
        given = self.labelled(lines, "Frame Time")
        seconds = self.number(given, "behind 'Frame Time:'")
        if not 1e-4 <= seconds <= 10.0:
            self.wrong(f"'Frame Time:' must be from 0.0001 to 10 seconds, not {shown(given)}")
        return seconds

    def rows(self, lines: Iterator[list[str]], frames: int) -> Floats:
        width = sum(len(node.channels or ()) for node in self.nodes)
        found = array("d")  # Grows with the file, not with what the file announces.
        frame = 0
        for words in lines:
            frame += 1
            if frame > frames:
                self.wrong(f"this is frame {frame}; 'Frames:' announced {frames}")
            if len(words) != width:
                self.ragged(len(words), width, frame)
            found.extend(self.row(words, frame))
        if frame < frames:
            raise BvhError(
                f"{self.source}: ends after {frame} frames; 'Frames:' announced {frames}"
            )
        return np.frombuffer(found).reshape(frames, width)

    def ragged(self, given: int, width: int, frame: int) -> NoReturn:
        if given < width and self.line == len(self.lines):
            self.wrong(f"the file ends within frame {frame}, after {given} of {width} numbers")
        self.wrong(f"frame {frame} has {given} numbers; the channels of all joints are {width}")

    def row(self, words: list[str], frame: int) -> list[float]:
        try:
            values = [float(word) for word in words]
        except ValueError:
            values = [math.nan]
        # A comparison that NaN fails; Python takes 1_000 for a number.
        if not all(-LARGEST <= value <= LARGEST for value in values) or "_" in "".join(words):
            values = [self.number(word, f"in frame {frame}") for word in words]
        return values


def _statements(words: list[str]) -> Iterator[list[str]]:
    """The words of a line, with each brace apart: some programs write `JOINT Head {`."""
    said: list[str] = []
    for word in " ".join(words).replace("{", " { ").replace("}", " } ").split():
        if word in "{}":
            if said:
                yield said
            yield [word]
            said = []
        else:
            said.append(word)
    if said:
        yield said


def _title(node: Node) -> str:
    return f"the End Site of {shown(node.name[:-4])}" if node.is_end else f"{shown(node.name)}"
