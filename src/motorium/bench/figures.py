"""Bench `figures`: what human figures cost that play a posture graph.

sample  ns/joint: local turns of human-high out of the motion bank, each in the midst of another arc
world   ns/joint: from these to places and turns in the world
both    ns/joint: the one after the other, against 20 ns, and against NumPy
posed   ns/joint: all that the motor does for a figure that is shown: aim, look, variations, feet,
        landmarks besides
town    of a core: 1000 figures walking, standing and kneeling about a town, on the levels that
        somebody in its midst sees them on, at 60 Hz: against a quarter of a core

A joint is one of the 73 named joints of human-high, which hang 69 segments together. Of short jobs
it is the least time of many, of the town that of the thread, which others do not lengthen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from threadpoolctl import threadpool_limits

from motorium.bench.numpy_figures import NumpyFigures
from motorium.bench.records import BenchRecord, best_seconds
from motorium.compiled import borrowing_kernel
from motorium.contracts.commands import Commands
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.contracts.viewing import Camera
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import ready_graph
from motorium.motors.posture.bank import Clips, MotionBank
from motorium.motors.posture.levels import FigureLevels
from motorium.motors.posture.motor import PostureMotor
from motorium.motors.posture.packing import LANES
from motorium.motors.posture.placing import Bones, Placed, bones_of, place_segments
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.sampling import sample_turns, write_turns
from motorium.motors.posture.shown import JOINTS, MOST_SLIDING, SEGMENTS
from motorium.motors.posture.vocabulary import FIGURE

__all__ = ["MOST_A_JOINT", "MOST_OF_A_CORE", "Crowd", "bar_of", "measure", "peopled_town"]

MOST_A_JOINT: Final = 20.0
"""[ns]"""
MOST_OF_A_CORE: Final = 0.25
FIGURES: Final = 100
TOWN: Final = 1000
WIDE: Final = 150.0
"""The town's sides [m]."""
ABOUT: Final = ("standing deployed", "kneeling firing", "prone deployed")
PEER: Final = "NumPy"
Singles = NDArray[np.float32]


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures."""
    graph = ready_graph(Console(stderr=True))
    rounds = 40 if quick else 300
    with threadpool_limits(limits=1):
        yield from _joints(graph, rounds)
        yield from _town(graph, 120 if quick else 600)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    if record.against == PEER:
        return None
    return 1.0 if record.quantity in ("both", "town") else None


class Crowd:
    """Figures of human-high that are each in the midst of an arc, and where their poses go."""

    def __init__(self, bank: MotionBank, count: int, seed: int = 0) -> None:
        draw = np.random.default_rng(seed)
        arcs = np.array(list(bank.arcs[0].values()))
        self.bank, self.bones = bank, bones_of()
        self.clips = draw.choice(arcs, count)
        self.times = draw.uniform(0.0, 1.0, count) * bank.clips.seconds[self.clips]
        self.rotations = np.zeros((count, SEGMENTS[0], 4), dtype=np.float32)
        self.roots = np.tile(np.array([1, 0, 0, 0], dtype=np.float32), (count, 1))
        self.slides = np.zeros((count, MOST_SLIDING, 3), dtype=np.float32)
        self.places = np.zeros((count, SEGMENTS[0], 3), dtype=np.float32)
        self.turns = np.zeros((count, SEGMENTS[0], 4), dtype=np.float32)
        self._pose = np.zeros(4 * LANES, dtype=np.float32)

    def sample(self) -> None:
        """Local turns of all."""
        _sample(self.bank.clips, self.clips, self.times, self._pose, self.rotations)

    def world(self) -> None:
        """Places and turns of all segments."""
        _place(self.bones, self.roots, self.rotations, self.slides, self.places, self.turns)


@borrowing_kernel
def _sample(
    clips: Clips,
    which: NDArray[np.int64],
    times: NDArray[np.float64],
    pose: Singles,
    rotations_out: Singles,
) -> None:
    for one in range(len(which)):
        sample_turns(clips, 0, which[one], times[one], pose)
        write_turns(clips.rooms[0], clips.segments[0], pose, rotations_out[one])


@borrowing_kernel
def _place(
    bones: Bones,
    roots: Singles,
    rotations: Singles,
    slides: Singles,
    places_out: Singles,
    turns_out: Singles,
) -> None:
    for one in range(len(roots)):
        placed = Placed(places_out[one], turns_out[one])
        place_segments(bones, 0, roots[one], rotations[one], slides[one], placed)


def _joints(graph: PostureGraph, rounds: int) -> Iterator[BenchRecord]:
    bank = MotionBank.of([graph])
    crowd = Crowd(bank, FIGURES)
    peer = NumpyFigures(bank, crowd.clips, crowd.times)
    motor = _marching(graph, bank)

    def both() -> None:
        crowd.sample()
        crowd.world()

    def peer_sample() -> None:
        peer.sample()

    def peer_both() -> None:
        peer.world(peer.sample(), crowd.roots)

    def posed() -> None:
        motor.advance(0)

    jobs = {"sample": crowd.sample, "world": crowd.world, "both": both, "posed": posed}
    *ours, sampled, whole = best_seconds([*jobs.values(), peer_sample, peer_both], rounds, 0.0)
    best = dict(zip(jobs, ours, strict=True))
    slow = {"sample": sampled, "both": whole}
    slow["world"] = slow["both"] - slow["sample"]
    joints = FIGURES * JOINTS[0]
    case: dict[str, int | float | str] = {"figures": FIGURES, "joints": JOINTS[0], "cores": 1}
    for name, seconds in best.items():
        value = 1e9 * seconds / joints
        if name == "both":
            bar = f"{MOST_A_JOINT:g} ns/joint"
            yield _record(name, case, value, "ns/joint", bar, MOST_A_JOINT / value)
        against, ratio = (PEER, slow[name] / seconds) if name in slow else (None, None)
        yield _record(name, case, value, "ns/joint", against, ratio)


def _marching(graph: PostureGraph, bank: MotionBank) -> PostureMotor:
    """As many figures that walk, aim and look about, all as human-high."""
    people = Population(FIGURES, len(POINTS))
    commands = Commands(FIGURE, FIGURES)
    motor = PostureMotor(people, commands, [graph], bank=bank)
    draw = np.random.default_rng(1)
    slots = people.enter(FIGURES)
    motor.enter(slots, "standing firing", draw.uniform(0, 50, (FIGURES, 3)), np.zeros(FIGURES))
    for name, low, high in (
        ("speed", 0.8, 3.5),
        ("heading", -3.0, 3.0),
        ("course", -1.0, 1.0),
        ("aim_turn", -0.5, 0.5),
        ("look_turn", -0.5, 0.5),
    ):
        commands.set(name, slots, draw.uniform(low, high, FIGURES))
    commands.set("aim", slots, 1.0)
    for frame in range(2 * FRAME_RATE):
        motor.advance(frame)
    return motor


def peopled_town(
    graph: PostureGraph, count: int, postures: Sequence[str] = ABOUT
) -> tuple[Callable[[], None], PostureMotor]:
    """A frame of a town, in which everybody is about something and somebody in its midst watches;
    and its motor."""
    people = Population(count, len(POINTS))
    commands = Commands(FIGURE, count)
    motor = PostureMotor(people, commands, [graph])
    levels = FigureLevels(people)
    draw = np.random.default_rng(2)
    slots = people.enter(count)
    names = draw.choice(postures, count)
    places = np.zeros((count, 3))
    places[:, :2] = draw.uniform(-WIDE / 2, WIDE / 2, (count, 2))
    motor.enter(slots, names.tolist(), places, draw.uniform(-3.0, 3.0, count))
    walkers = slots[draw.random(count) < 0.7]
    frame = 0

    def advance() -> None:
        nonlocal frame
        if frame % FRAME_RATE == 0:
            commands.set("heading", walkers, draw.uniform(-3.0, 3.0, len(walkers)))
            commands.set("speed", walkers, draw.choice([0.0, 1.2, 1.4, 3.0], len(walkers)))
            angle = 0.2 * frame / FRAME_RATE
            levels.look([Camera((0.0, 0.0, 1.7), (np.cos(angle), np.sin(angle), -0.05))])
        motor.set_levels(slots, levels.choose(slots, FRAME_SECONDS))
        motor.advance(frame)
        frame += 1

    return advance, motor


def _town(graph: PostureGraph, frames: int) -> Iterator[BenchRecord]:
    advance, _ = peopled_town(graph, TOWN)
    for _ in range(FRAME_RATE):
        advance()
    begun = time.thread_time()
    for _ in range(frames):
        advance()
    share = (time.thread_time() - begun) / frames / FRAME_SECONDS
    case: dict[str, int | float | str] = {"figures": TOWN, "cores": 1}
    bar = f"{MOST_OF_A_CORE:g} of a core"
    yield _record("town", case, share, "of a core", bar, MOST_OF_A_CORE / share)


def _record(
    quantity: str,
    case: dict[str, int | float | str],
    value: float,
    unit: str,
    against: str | None,
    ratio: float | None,
) -> BenchRecord:
    return BenchRecord(
        bench="figures",
        quantity=quantity,
        case=dict(case),
        value=round(float(value), 4),
        unit=unit,
        against=against,
        ratio=None if ratio is None else round(float(ratio), 3),
    )
