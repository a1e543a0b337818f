"""Bench `dial`: what is seen of fishes that change their motor, either way.

node_jump_p99      L: by how much a node's step differs from its step before
velocity_jump_p99  cruising speeds: by how much a fish's velocity differs from that a frame before
lost               fishes that broke, or were not finite, in the ten seconds after

A jump is the largest over 60 frames from the change on, less the same of a twin that is alike but
never changes its motor; given is the 99th of a hundred. All of it is taken from what pages get: of
snapshots, packed and read back.
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

__all__ = ["Change", "Pond", "measure", "switched"]

SWITCHES: Final = 10_000
WATCHED: Final = 60
"""Frames after a change."""
AFTER: Final = 10 * FRAME_RATE
SETTLING: Final = 4 * FRAME_RATE
SPREAD: Final = 2 * FRAME_RATE
"""Frames over which changes are spread."""
EXTENT: Final = 400.0
CURRENT: Final = (0.35, -0.2, 0.05)
"""[m/s]"""
SITUATIONS: Final = ("cruise", "turn", "warp", "back", "current", "grab")
"""What a fish does when it changes: whatever it was asked for; a C-turn; a turn that has just begun
or ended, which playback warps; it changed a moment ago and turns back; it swims in a current; it
was taken by the hand and let go."""


class Pond:
    """Fishes and their twins, on two motors, under whims of their own.

    Slot n and slot n + count are twins: alike in all, until one of them changes its motor.
    """

    def __init__(self, count: int, seed: int, current: tuple[float, float, float]) -> None:
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
        self.motors: tuple[Motor, Motor] = (self.muscle, self.replay)
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
        people.motors[:] = np.tile(draw.integers(0, 2, count), 2)
        places = np.tile(draw.uniform(-100.0, 100.0, (count, 3)), (2, 1))
        headings = np.tile(draw.uniform(-np.pi, np.pi, count), 2)
        phases = np.tile(draw.uniform(0, 2 * np.pi, count), 2)
        for kind, species in enumerate(self.species):
            for number, motor in enumerate(self.motors):
                slots = np.flatnonzero((people.species == kind) & (people.motors == number))
                sizes = people.sizes[slots].astype(np.float64)
                motor.adopt(
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
        angles = self.draw.uniform(np.radians(30), np.radians(150), len(own))
        angles *= self.draw.choice([-1.0, 1.0], len(own))
        for twin in (0, self.count):
            self.commands.begin("turn", own + twin, angles)

    def switch(self, own: Slots) -> None:
        """Let fishes change to the other motor; their twins do not."""
        for number, motor in enumerate(self.motors):
            mine = own[self.people.motors[own] == number]
            if len(mine):
                self.motors[1 - number].adopt(mine, motor.release(mine))
        self.people.motors[own] ^= 1

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
class Change:
    """Changes of motor: whose, of which kind, to which motor (0 muscles), and what was seen.

    node_jumps [L], velocity_jumps [cruising speeds], of the fish and of its twin, (n, 2); lost.
    """

    fish: Slots
    situation: NDArray[np.str_]
    to: NDArray[np.int8]
    node_jumps: Floats
    velocity_jumps: Floats
    lost: NDArray[np.bool_]


def switched(count: int, seed: int = 0, current: tuple[float, float, float] = (0, 0, 0)) -> Change:
    pond = Pond(count, seed, current)
    people, draw = pond.people, pond.draw
    masses = np.array([kind.body.masses for kind in pond.species])[people.species]
    masses = masses / masses.sum(axis=1, keepdims=True)
    if any(current):
        situation = np.full(count, "current")
    else:
        situation = draw.choice(["cruise", "turn", "warp", "back"], count, p=[0.4, 0.3, 0.15, 0.15])
    at = SETTLING + draw.integers(0, SPREAD, count)
    asked = np.full(count, -1)
    turns = situation == "turn"
    asked[turns] = at[turns] - draw.integers(1, 50, turns.sum())
    warps = situation == "warp"
    asked[warps] = at[warps] - draw.integers(0, 12, warps.sum())
    back = np.where(situation == "back", at + draw.integers(1, 20, count), -1)
    to = np.zeros(count, dtype=np.int8)
    worst_node = np.zeros(2 * count)
    worst_velocity = np.zeros(2 * count)
    before: list[Floats] = []
    lengths = people.lengths.astype(np.float64)
    last = SETTLING + SPREAD + 20 + WATCHED + 2
    for frame in range(last + AFTER):
        pond.whims()
        pond.turn(np.flatnonzero(asked == frame))
        own = np.flatnonzero((at == frame) | (back == frame))
        if len(own):
            pond.switch(own)
            to[own] = people.motors[own]
        pond.advance()
        if not SETTLING - 2 <= frame <= last:
            continue
        nodes = pond.seen()
        before.append(nodes)
        if len(before) < 3:
            continue
        bend = before[2] - 2 * before[1] + before[0]
        before.pop(0)
        own_at = np.maximum(at, back)
        watched = np.tile((frame >= own_at) & (frame < own_at + WATCHED), 2)
        node = np.linalg.norm(bend, axis=-1).max(axis=1) / lengths
        velocity = np.linalg.norm(np.einsum("np,npi->ni", masses, bend), axis=-1) * FRAME_RATE
        velocity /= np.tile(pond.cruise, 2)
        worst_node[watched] = np.maximum(worst_node, node)[watched]
        worst_velocity[watched] = np.maximum(worst_velocity, velocity)[watched]
    finite = np.isfinite(people.nodes[:count]).all(axis=(1, 2))
    return Change(
        np.arange(count),
        situation,
        to,
        worst_node.reshape(2, -1).T,
        worst_velocity.reshape(2, -1).T,
        pond.broken[:count] | ~finite,
    )
