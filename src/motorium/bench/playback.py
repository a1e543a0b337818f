"""Bench `playback`: what a frame of the repertoire motor costs.

nodes23    ns/fish-frame: body frames, velocities, nodes, fins and muscles
points426  ns/fish-frame: the same, and the control points of the skin besides

Both against `copy`, a copy in memory that reads and writes as many bytes; nodes23 also against
`muscle`, a frame of the muscle motor for as many fishes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count as counted
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

from motorium.bench import muscle
from motorium.bench.records import BenchRecord, best_seconds
from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import load_species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE, time_scale
from motorium.cores import share_blocks, usable_cores
from motorium.memory import ALIGNMENT, aligned_zeros
from motorium.motion.store import ready_repertoire
from motorium.motors.medium import Medium
from motorium.motors.repertoire import RepertoireMotor, RepertoireOptions
from motorium.motors.rest import at_rest
from motorium.motors.rows import State

__all__ = ["Shoal", "bar_of", "copying", "measure", "swimming"]

POPULATIONS: Final = {"nodes23": (1_000, 10_000, 100_000), "points426": (1_000, 10_000)}
MUSCLE_FISHES: Final = 10_000
COPY_BAR: Final = 0.8
"""What nodes23 is to reach against copy, with the most fishes on one core."""
MUSCLE_BAR: Final = 30.0
"""What it is to reach against muscle."""
SETTLING: Final = 2.0
"""[s] until everybody swims as it is asked to, and no warp is under way."""
SHARPEST: Final = 0.5
"""Of the turn rates that are asked for [rad/s]."""
CHANGING: Final = State.TURNS
"""Rows of the state from here on say how large a fish is and whether it turns: they stay."""
ENOUGH: Final = 0.01
"""[s] of a trial: short, so that some are undisturbed."""


@dataclass(frozen=True)
class Shoal:
    """A motor, and those whom it moves."""

    motor: RepertoireMotor
    people: Population
    commands: Commands

    @property
    def bytes_per_fish(self) -> int:
        """What a frame has to read and write of one fish, and nothing else.

        Written: all that the motor puts out. Read: the state, and the position, which is moved on;
        written back: the rows of the state that change. Tables, commands and work space do not
        count, nor what a processor reads of a cache line before it writes it.
        """
        people = self.people
        outputs = [
            people.positions,
            people.orientations,
            people.velocities,
            people.angular_velocities,
            people.nodes,
            people.fins,
            people.contraction,
        ]
        if self.motor.options.points:
            outputs.append(self.motor.points)
        written = sum(array[0].nbytes for array in outputs)
        state = np.dtype(np.float32).itemsize * (State.COUNT + CHANGING)
        return int(written + people.positions[0].nbytes + state)


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    rounds = 10 if quick else 60
    for quantity, populations in POPULATIONS.items():
        for count in populations:
            yield from _frames(quantity, count, rounds)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    if (record.quantity, record.case["cores"]) != ("nodes23", 1):
        return None
    fish = record.case["fish"]
    if record.against == "copy":
        return COPY_BAR if fish == max(POPULATIONS["nodes23"]) else None
    return MUSCLE_BAR if fish == MUSCLE_FISHES else None


def swimming(count: int, points: bool = False, seed: int = 0) -> Shoal:
    """Herrings of all sizes, each at a speed of its own, along a curve of its own."""
    species = load_species("herring")
    people = Population(count, points=NODES, muscles=MUSCLES)
    commands = Commands(FISH, count)
    motor = RepertoireMotor(
        people,
        commands,
        [species],
        [ready_repertoire(species, points or None)],
        Medium(1.0, (0.0, 0.0, 0.0), flows=True),
        RepertoireOptions(points=points),
    )
    draw = np.random.default_rng(seed)
    slots = people.enter(count)
    people.sizes[slots] = draw.uniform(0.7, 1.2, count)
    people.lengths[slots] = species.length * people.sizes[slots]
    sizes = people.sizes[slots].astype(np.float64)
    resting = at_rest(
        species,
        sizes,
        positions=draw.uniform(-40.0, 40.0, (count, 3)),
        headings=draw.uniform(-np.pi, np.pi, count),
        phases=draw.uniform(0.0, 2 * np.pi, count),
        drift=np.zeros(3),
    )
    motor.adopt(slots, resting)
    slow, _, fast = species.gaits.all
    speeds = draw.uniform(slow.speed, fast.speed, count) / time_scale(sizes)
    commands.set("speed", slots, speeds)
    commands.set("turn_rate", slots, draw.uniform(-SHARPEST, SHARPEST, count))
    for frame in range(round(SETTLING * FRAME_RATE)):
        motor.advance(frame)
    return Shoal(motor, people, commands)


def copying(size: int, cores: int) -> Callable[[], None]:
    """Copies so that `size` bytes are read and written in all, between whole cache lines."""
    lines = max(1, round(size / 2 / ALIGNMENT))
    floats = ALIGNMENT // np.dtype(np.float32).itemsize
    source = aligned_zeros(lines * floats, np.float32).reshape(lines, floats)
    target = aligned_zeros(lines * floats, np.float32).reshape(lines, floats)
    # Zeros that were never written are all one page of memory.
    source[:] = 1.0

    def copy_lines(core: int, first: int, last: int) -> None:
        np.copyto(target[first:last], source[first:last])

    return lambda: share_blocks(copy_lines, lines, cores)


def _frames(quantity: str, count: int, rounds: int) -> Iterator[BenchRecord]:
    shoal = swimming(count, points=quantity == "points426")
    motor, frames = shoal.motor, counted(round(SETTLING * FRAME_RATE))
    size = shoal.bytes_per_fish * count
    for cores in (1, 2):
        if cores > usable_cores():
            return
        motor.cores = cores
        jobs: dict[str, Callable[[], None]] = {
            "playback": lambda: motor.advance(next(frames)),
            "copy": copying(size, cores),
        }
        if (quantity, count, cores) == ("nodes23", MUSCLE_FISHES, 1):
            peer, _ = muscle.swimming(count)
            peer.cores = 1
            jobs["muscle"] = partial(peer.advance, 0)
        with threadpool_limits(limits=1):
            seconds = dict(
                zip(jobs, best_seconds(list(jobs.values()), rounds, ENOUGH), strict=True)
            )
        own = seconds.pop("playback")
        for against, theirs in seconds.items():
            yield BenchRecord(
                bench="playback",
                quantity=quantity,
                case={"fish": count, "cores": cores},
                value=round(own / count * 1e9, 1),
                unit="ns/fish-frame",
                against=against,
                ratio=round(theirs / own, 3),
            )
