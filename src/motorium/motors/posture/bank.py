"""The motion bank: all postures, arcs and gestures of posture graphs, as a figure's motor reads
them. There is one set, shared by any number of figures.

    bank = MotionBank.of([graph])
    bank.clip(0, "standing deployed", "crawl")

Every motion is a clip: keys at even times, 60, 30 or 15 a second by level. What moves the figure
over the ground is apart from how it is posed above it, so that it can be led elsewhere, or turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.channels import RATES, ChannelSet
from motorium.motion.figures.gestures import Gesture, gesture_angles
from motorium.motion.figures.graph import Arc, PostureGraph
from motorium.motion.figures.regions import freedoms_of
from motorium.motors.posture.grounding import ground_of
from motorium.motors.posture.packing import LANES, Packer, room_of
from motorium.motors.posture.shown import LEVELS, SEGMENTS
from motorium.settings import SettingsError

__all__ = ["Clips", "MotionBank"]

RATE: Final = tuple(RATES[name] for name in FIGURES)
"""Keys a second of each level."""
_AT_ONCE: Final = 1e-6
"""[s]: a gesture without its rise and return, which the motor makes itself."""


class Clips(NamedTuple):
    """The bank as kernels read it.

    seconds of each clip, shape (clips,); rates [keys/s], firsts and counts of its keys, shape
    (levels, clips). turns, flat: of a key of level l 4 x rooms[l] numbers, all w first, from
    starts[l] + 4 rooms[l] (key - key_starts[l]) on. roots, shape (keys, 9): place [m] and turn of
    the first segment above the ground frame, and turn and rise [rad] of the rifle, 0 where it does
    not point about straight ahead. slides [m], shape (keys, 4, 3). grounds, shape
    (60 Hz keys, GROUND): the ground frame's way, see `grounding`. masks, shape (levels, masks, 80):
    1 where a segment belongs to a part of the body: a graph's upper one, then gestures'.
    """

    seconds: Floats
    rates: Floats
    firsts: NDArray[np.int64]
    counts: NDArray[np.int64]
    turns: NDArray[np.float32]
    starts: NDArray[np.int64]
    key_starts: NDArray[np.int64]
    rooms: NDArray[np.int64]
    segments: NDArray[np.int64]
    roots: NDArray[np.float32]
    slides: NDArray[np.float32]
    grounds: Floats
    masks: NDArray[np.float32]


@dataclass(frozen=True)
class MotionBank:
    """clips: the arrays; postures, arcs, gestures: for each graph the numbers of its clips."""

    graphs: tuple[PostureGraph, ...]
    clips: Clips
    postures: tuple[Mapping[str, int], ...]
    arcs: tuple[Mapping[tuple[str, str], int], ...]
    gestures: tuple[Mapping[str, int], ...]

    @staticmethod
    def of(graphs: Sequence[PostureGraph]) -> MotionBank:
        """All that some graphs hold."""
        if not graphs:
            raise SettingsError("a motion bank needs a posture graph or more")
        packer = Packer(RATE)
        masks = [np.zeros((LEVELS, LANES), dtype=np.float32) for _ in graphs]
        postures, arcs = [], []
        gestures: list[dict[str, int]] = []
        for number, graph in enumerate(graphs):
            for level in range(LEVELS):
                masks[number][level] = _region(graph, "upper", level)
            postures.append({name: packer.add(*_still(graph, name)) for name in graph.nodes})
            arcs.append({ends: packer.add(*_moving(arc)) for ends, arc in graph.arcs.items()})
            gestures.append({})
            for name, gesture in graph.gestures.items():
                sets, touched = _gestured(graph, gesture)
                gestures[-1][name] = packer.add(sets, None)
                masks.append(touched)
        keys = packer.packed()
        clips = Clips(
            seconds=keys.seconds,
            rates=keys.rates,
            firsts=keys.firsts,
            counts=keys.counts,
            turns=keys.turns,
            starts=keys.starts,
            key_starts=keys.key_starts,
            rooms=np.array([room_of(level) for level in range(LEVELS)]),
            segments=np.array(SEGMENTS),
            roots=keys.roots,
            slides=keys.slides,
            grounds=keys.grounds,
            masks=np.stack(masks, axis=1),
        )
        return MotionBank(tuple(graphs), clips, tuple(postures), tuple(arcs), tuple(gestures))

    @property
    def size(self) -> int:
        """In memory [bytes]."""
        return sum(array.nbytes for array in self.clips)

    def mask(self, graph: int, gesture: str) -> int:
        """The number of a gesture's mask."""
        before = sum(len(some) for some in self.gestures[:graph])
        return len(self.graphs) + before + list(self.gestures[graph]).index(gesture)


Sets = Sequence[ChannelSet]


def _still(graph: PostureGraph, name: str) -> tuple[Sets, Floats]:
    """A posture as a clip whose two keys are the same."""
    held = []
    for figure in FIGURES:
        one = graph.nodes[name].sets[figure]
        times = np.array([0.0, 1.0 / RATES[figure]])
        twice = (np.repeat(part[:1], 2, axis=0) for part in (one.position, one.turn, one.angles))
        held.append(ChannelSet(figure, times[1], times, *twice))
    return held, ground_of(held[0], (0.0, 0.0, 0.0), (), RATE[0])


def _moving(arc: Arc) -> tuple[Sets, Floats]:
    sets = [arc.sets[figure] for figure in FIGURES]
    return sets, ground_of(sets[0], arc.travel, arc.contacts, RATE[0])


def _gestured(graph: PostureGraph, gesture: Gesture) -> tuple[Sets, NDArray[np.float32]]:
    """A gesture without rise and return, and the segments that it moves."""
    sets = []
    touched = np.zeros((LEVELS, LANES), dtype=np.float32)
    risen = replace(gesture, ease=_AT_ONCE)
    for level, figure in enumerate(FIGURES):
        skeleton, posture = load_skeleton(figure), graph.node(gesture.posture).sets[figure]
        count = int(np.ceil(gesture.seconds * RATE[level]))
        times = np.linspace(0.0, gesture.seconds, count + 1)
        inside = np.clip(times, 2 * _AT_ONCE, gesture.seconds - 2 * _AT_ONCE)
        angles = gesture_angles(risen, skeleton, posture.angles[0].astype(float), inside)
        moved = (np.abs(angles - posture.angles[0]) > 1e-9).any(axis=0)
        for freedom in np.flatnonzero(moved):
            touched[level, skeleton.freedom_segments[freedom]] = 1.0
        whole = len(times)
        sets.append(
            ChannelSet(
                figure,
                gesture.seconds,
                times,
                np.repeat(posture.position[:1], whole, axis=0),
                np.repeat(posture.turn[:1], whole, axis=0),
                angles,
            )
        )
    return sets, touched


def _region(graph: PostureGraph, name: str, level: int) -> NDArray[np.float32]:
    mask = np.zeros(LANES, dtype=np.float32)
    if name in graph.regions:
        skeleton = load_skeleton(FIGURES[level])
        for freedom in freedoms_of(graph, name, skeleton):
            mask[skeleton.freedom_segments[freedom]] = 1.0
    return mask
