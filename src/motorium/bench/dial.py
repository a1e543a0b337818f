"""Bench `dial`: what is seen of fishes that change their motor, either way.

node_jump_p99      L: by how much a node's step differs from its step before
velocity_jump_p99  cruising speeds: by how much a fish's velocity differs from that a frame before
lost               fishes that broke, or were not finite, in the ten seconds after

A jump is the largest over 60 frames from the change on, less the same of a twin that is alike but
never changes its motor; given is the 99th of a hundred. A velocity is that of the centre of mass.
All of it is taken from what pages get: of snapshots, packed and read back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bench.records import BenchRecord
from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species, known_species, load_species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import Floats
from motorium.contracts.motor import Motor
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_RATE, time_scale
from motorium.motion.store import ready_repertoire
from motorium.motors.muscle import MuscleMotor
from motorium.motors.repertoire import RepertoireMotor
from motorium.motors.rest import at_rest
from motorium.wire.snapshot import SnapshotPacker, unpack

__all__ = ["Changes", "Pond", "bar_of", "measure", "switched"]

SWITCHES: Final = {"calm": 8_000, "current": 2_000}
"""Fishes that change, in two ponds."""
WATCHED: Final = 60
"""Frames after a change."""
AFTER: Final = 10 * FRAME_RATE
SETTLING: Final = 4 * FRAME_RATE
SPREAD: Final = 2 * FRAME_RATE
"""Frames over which changes are spread."""
SOON: Final = 20
"""Frames within which some turn back."""
EXTENT: Final = 400.0
CURRENTS: Final = {"calm": (0.0, 0.0, 0.0), "current": (0.35, -0.2, 0.05)}
"""[m/s]"""
SITUATIONS: Final = {"cruise": 0.35, "turn": 0.25, "warp": 0.15, "back": 0.15, "grab": 0.1}
"""What fishes do when they change, and how many of them: whatever they were asked for; a C-turn;
the first moments of one, which playback warps into; they have changed a moment ago and turn back;
they were taken by the hand and let go."""
HELD: Final = 20
"""Frames in the hand."""
NODE_BAR: Final = 0.01
VELOCITY_BAR: Final = 0.05


class Pond:
    """Fishes and their twins, on two motors, under whims of their own.

    Slot n and slot n + count are twins: alike in all, until one of them changes its motor.
    """

    def __init__(
        self,
        count: int,
        seed: int,
        current: tuple[float, float, float] = (0.0, 0.0, 0.0),
        on_muscles: NDArray[np.bool_] | None = None,
    ) -> None:
        self.count = count
        self.species: list[Species] = [load_species(name) for name in known_species()]
        self.draw = np.random.default_rng(seed)
        self.people = people = Population(2 * count, points=NODES, muscles=MUSCLES)
        self.commands = Commands(FISH, 2 * count)
        self.broken = np.zeros(2 * count, dtype=np.bool_)
        self.muscle = MuscleMotor(people, self.commands, self.species, self._break, current=current)
        self.replay = RepertoireMotor(
            people,
            self.commands,
            self.species,
            [ready_repertoire(kind) for kind in self.species],
            self.muscle.medium,
        )
        self.motors: tuple[Motor, ...] = (self.muscle, self.replay)
        self.frame = 0
        self._packer = SnapshotPacker()
        self._all_nodes = np.ones(2 * count, dtype=np.bool_)
        people.enter(2 * count)
        draw = self.draw
        half = np.arange(count)
        people.species[: 2 * count] = np.tile(half % len(self.species), 2)
        people.sizes[: 2 * count] = np.tile(draw.uniform(0.5, 2.0, count), 2)
        lengths = np.array([kind.length for kind in self.species])
        people.lengths[:] = lengths[people.species] * people.sizes
        motors = draw.integers(0, 2, count)
        if on_muscles is not None:
            motors[on_muscles] = 0
        people.motors[:] = np.tile(motors, 2)
        places = np.tile(draw.uniform(-100.0, 100.0, (count, 3)), (2, 1))
        headings = np.tile(draw.uniform(-np.pi, np.pi, count), 2)
        phases = np.tile(draw.uniform(0, 2 * np.pi, count), 2)
        for kind, species in enumerate(self.species):
            for number in range(2):
                slots = np.flatnonzero((people.species == kind) & (people.motors == number))
                sizes = people.sizes[slots].astype(np.float64)
                self.motors[number].adopt(
                    slots,
                    at_rest(
                        species,
                        sizes,
                        places[slots],
                        headings[slots],
                        phases[slots],
                        self.muscle.medium.felt_current,
                    ),
                )
        self._slower = time_scale(people.sizes[:count].astype(np.float64))
        speeds = np.array([[gait.speed for gait in kind.gaits.all] for kind in self.species])
        self.speeds = speeds[people.species[:count]] / self._slower[:, None]
        self.cruise = self.speeds[:, 1] * people.lengths[:count]
        """[m/s]"""
        self._whim = np.zeros(count, dtype=np.int64)

    def _break(self, slot: int, reason: str) -> None:
        self.broken[slot] = True

    def whims(self) -> None:
        """Ask some fishes for something else, and their twins for the same."""
        draw, own = self.draw, np.flatnonzero(self._whim <= self.frame)
        count = len(own)
        if count == 0:
            return
        self._whim[own] = self.frame + draw.integers(FRAME_RATE, 4 * FRAME_RATE, count)
        slow, _, fast = self.speeds[own].T
        speed = draw.uniform(slow, fast)
        speed[draw.random(count) < 0.08] = 0.0
        steers = draw.uniform(-0.8, 0.8, count) / self._slower[own]
        steers[draw.random(count) < 0.5] = 0.0
        climb = draw.uniform(-0.6, 0.6, count)
        climb[draw.random(count) < 0.6] = 0.0
        brake = np.where(draw.random(count) < 0.04, 1.0, 0.0)
        self.ask(own, speed=speed, turn_rate=steers, climb=climb, brake=brake)

    def ask(self, own: Slots, **values: Floats) -> None:
        for name, value in values.items():
            for twin in (0, self.count):
                self.commands.set(name, own + twin, value)

    def turn(self, own: Slots) -> None:
        """Ask fishes, and their twins, for a C-turn."""
        angles = self.draw.uniform(np.radians(30), np.radians(150), len(own))
        angles *= self.draw.choice([-1.0, 1.0], len(own))
        for twin in (0, self.count):
            self.commands.begin("turn", own + twin, angles)

    def pull(self, own: Slots) -> None:
        """Take fishes, and their twins, by the nose and pull them aside."""
        for twin in (0, self.count):
            slots = own + twin
            hands = self.people.positions[slots] + 0.5 * self.people.lengths[slots, None]
            self.muscle.hold(slots, np.zeros(len(slots), dtype=np.intp), hands)

    def let_go(self, own: Slots) -> None:
        for twin in (0, self.count):
            self.muscle.let_go(own + twin)

    def switch(self, own: Slots) -> None:
        """Let fishes change to the other motor; their twins do not."""
        numbers = self.people.motors[own]
        for number, motor in enumerate(self.motors):
            mine = own[numbers == number]
            if len(mine):
                self.motors[1 - number].adopt(mine, motor.release(mine))
        self.people.motors[own] = 1 - numbers

    def advance(self) -> None:
        for motor in self.motors:
            motor.advance(self.frame)
        self.frame += 1

    def seen(self) -> Floats:
        """Nodes [m] as a page would see them, shape (2 count, 23, 3)."""
        people = self.people
        shot = unpack(
            self._packer.pack(
                self.frame,
                1,
                EXTENT,
                people.living,
                people.positions,
                people.orientations,
                people.lengths,
                people.nodes,
                self._all_nodes,
            )
        )
        return shot.world_nodes(people.lengths.astype(np.float64))


@dataclass(frozen=True)
class Changes:
    """Changes of motor, one row each: what the fish did, to which motor (0 muscles), and what was
    seen of it: node_jumps [L] and velocity_jumps [cruising speeds], (n, 2): of the fish and of its
    twin; lost."""

    situation: NDArray[np.str_]
    to: NDArray[np.int8]
    node_jumps: Floats
    velocity_jumps: Floats
    lost: NDArray[np.bool_]


class _Plan:
    """When each fish changes, turns back, turns, and is held: frames, -1 for never."""

    def __init__(self, situation: NDArray[np.str_], draw: np.random.Generator) -> None:
        count = len(situation)
        never = np.full(count, -1)
        self.first = SETTLING + draw.integers(0, SPREAD, count)
        again = self.first + draw.integers(1, SOON, count)
        self.back = np.where(situation == "back", again, never)
        earliest = np.where(situation == "turn", 50, 12)
        ago = draw.integers(0, earliest)
        turns = (situation == "turn") | (situation == "warp")
        self.turn = np.where(turns, self.first - ago, never)
        grabbed = situation == "grab"
        self.loose = np.where(grabbed, self.first - draw.integers(1, 20, count), never)
        self.grab = np.where(grabbed, self.loose - HELD, never)
        self.last = np.maximum(self.first, self.back)


def switched(count: int, seed: int, where: str) -> Changes:
    """Let so many fishes change their motor, and watch them for ten seconds."""
    draw = np.random.default_rng(seed)
    kinds = list(SITUATIONS)
    situation = draw.choice(kinds, count, p=list(SITUATIONS.values()))
    plan = _Plan(situation, draw)
    pond = Pond(count, seed, CURRENTS[where], situation == "grab")
    people = pond.people
    masses = np.array([kind.body.masses for kind in pond.species])[people.species]
    masses = masses / masses.sum(axis=1, keepdims=True)
    lengths = people.lengths.astype(np.float64)
    to = np.zeros(count, dtype=np.int8)
    nodes_worst, velocity_worst = np.zeros(2 * count), np.zeros(2 * count)
    before: list[Floats] = []
    end = int(plan.last.max()) + WATCHED
    for frame in range(end + AFTER):
        pond.whims()
        pond.turn(np.flatnonzero(plan.turn == frame))
        pond.pull(np.flatnonzero(plan.grab == frame))
        pond.let_go(np.flatnonzero(plan.loose == frame))
        own = np.flatnonzero((plan.first == frame) | (plan.back == frame))
        pond.switch(own)
        to[own] = people.motors[own]
        pond.advance()
        if not SETTLING - 2 <= frame < end:
            continue
        before.append(pond.seen())
        if len(before) < 3:
            continue
        # By how much this step differs from the last.
        bend = before[2] - 2 * before[1] + before[0]
        before.pop(0)
        watched = np.tile((frame >= plan.last) & (frame < plan.last + WATCHED), 2)
        jump = np.linalg.norm(bend, axis=-1).max(axis=1) / lengths
        nodes_worst[watched] = np.maximum(nodes_worst, jump)[watched]
        jump = np.linalg.norm(np.einsum("np,npi->ni", masses, bend), axis=-1) * FRAME_RATE
        jump /= np.tile(pond.cruise, 2)
        velocity_worst[watched] = np.maximum(velocity_worst, jump)[watched]
    finite = np.isfinite(people.nodes[:count]).all(axis=(1, 2))
    return Changes(
        np.where(where == "calm", situation, where),
        to,
        nodes_worst.reshape(2, -1).T,
        velocity_worst.reshape(2, -1).T,
        pond.broken[:count] | ~finite,
    )


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures: of all changes, then of each situation."""
    seen = [
        switched(count // 10 if quick else count, seed, where)
        for seed, (where, count) in enumerate(SWITCHES.items())
    ]
    situation = np.concatenate([part.situation for part in seen])
    nodes = np.concatenate([np.subtract(*part.node_jumps.T) for part in seen])
    speeds = np.concatenate([np.subtract(*part.velocity_jumps.T) for part in seen])
    lost = np.concatenate([part.lost for part in seen])
    for name in ("all", *SITUATIONS, "current"):
        own = np.full(len(situation), True) if name == "all" else situation == name
        figures = (
            ("node_jump_p99", np.percentile(nodes[own], 99), "L", NODE_BAR),
            ("velocity_jump_p99", np.percentile(speeds[own], 99), "cruising speeds", VELOCITY_BAR),
        )
        case: dict[str, int | float | str] = {"switches": int(own.sum()), "situation": name}
        for quantity, value, unit, bar in figures:
            yield BenchRecord(
                bench="dial",
                quantity=quantity,
                case=case,
                value=round(float(value), 5),
                unit=unit,
                against=f"at most {bar:g}",
                ratio=round(bar / max(float(value), 1e-6), 3),
            )
        yield BenchRecord(
            bench="dial", quantity="lost", case=case, value=int(lost[own].sum()), unit="fishes"
        )


def bar_of(record: BenchRecord) -> float | None:
    """Jumps of all changes together are to stay below their bars."""
    return 1.0 if record.ratio is not None and record.case["situation"] == "all" else None
