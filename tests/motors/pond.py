"""A pond: fishes of shipped species on the repertoire motor, commanded by tests and filmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species, load_species
from motorium.contracts.commands import FISH, ActionState, Commands
from motorium.contracts.frames import (
    Floats,
    heading_pitch_roll,
    multiply,
    rotation_matrix,
    rotation_vector,
)
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS, time_scale
from motorium.motion.segments import Repertoire, Segment
from motorium.motion.store import ready_repertoire
from motorium.motors.muscle import MuscleMotor
from motorium.motors.repertoire import RepertoireMotor, RepertoireOptions
from motorium.motors.rest import at_rest


@cache
def repertoire(name: str, points: bool = False) -> Repertoire:
    """Of a shipped species; points: with its control points."""
    return ready_repertoire(load_species(name), points or None)


def find(segment: Segment, bodies: Floats) -> tuple[Floats, Floats]:
    """Where in a segment bodies [L] (m, 23, 3) are, and how far from it.

    Places (m,) are counted in frames, from 0 for the first on, straight between two of them;
    distances [L] (m,) are those of the worst node.
    """
    rows = np.asarray(segment.nodes, dtype=np.float64).reshape(segment.frames, -1)
    if segment.cyclic:
        rows = np.concatenate([rows, rows[:1]])
    ways = np.diff(rows, axis=0)
    off = bodies.reshape(len(bodies), 1, -1) - rows[:-1]
    shares = np.clip((off * ways).sum(axis=-1) / (ways * ways).sum(axis=-1), 0.0, 1.0)
    left = (off - shares[..., None] * ways).reshape(*shares.shape, NODES, 3)
    far = np.linalg.norm(left, axis=-1).max(axis=-1)
    best = far.argmin(axis=1)
    each = np.arange(len(bodies))
    return best + shares[each, best], far[each, best]


@dataclass(frozen=True)
class Film:
    """What was seen, frame by frame, from before the first frame on.

    positions [m] (frames + 1, fishes, 3), orientations (..., 4), nodes [m] (..., 23, 3) in the body
    frame, velocities [m/s] (..., 3), contraction (..., 12), states of actions (...,); lengths [m]
    (fishes,); own_dt [s] (fishes,): a frame in the time of a fish of 20 cm; masses (fishes, 23):
    shares of the nodes.
    """

    positions: Floats
    orientations: Floats
    nodes: Floats
    velocities: Floats
    contraction: Floats
    states: NDArray[np.int8]
    lengths: Floats
    own_dt: Floats
    masses: Floats

    def angles(self) -> Floats:
        """Heading, counted on, pitch and roll [rad], (frames + 1, fishes, 3)."""
        angles = heading_pitch_roll(self.orientations)
        angles[..., 0] = np.unwrap(angles[..., 0], axis=0)
        return angles

    def world_nodes(self) -> Floats:
        """[L], (frames + 1, fishes, 23, 3)."""
        turned = self.nodes @ np.swapaxes(rotation_matrix(self.orientations), -1, -2)
        placed: Floats = (self.positions[:, :, None] + turned) / self.lengths[:, None, None]
        return placed

    def centres(self) -> Floats:
        """Of mass [L], (frames + 1, fishes, 3)."""
        centres: Floats = np.einsum("np,fnpk->fnk", self.masses, self.world_nodes())
        return centres

    def places(self) -> Floats:
        """Of the body frames [L], (frames + 1, fishes, 3)."""
        places: Floats = self.positions / self.lengths[:, None]
        return places

    def bodies(self) -> Floats:
        """Nodes in the body frame [L], (frames + 1, fishes, 23, 3)."""
        bodies: Floats = self.nodes / self.lengths[:, None, None]
        return bodies

    def node_steps(self) -> Floats:
        """The farthest that a node moves in the body frame in each frame [L], (frames, fishes)."""
        steps: Floats = np.linalg.norm(np.diff(self.bodies(), axis=0), axis=-1).max(axis=-1)
        return steps

    def forward(self) -> Floats:
        """Speed along the nose [L/s], (frames + 1, fishes)."""
        noses = rotation_matrix(self.orientations)[..., 0]
        ahead: Floats = (self.velocities * noses).sum(axis=-1) / self.lengths
        return ahead

    def spins(self) -> Floats:
        """Angular velocities of the body frames in the world [rad/s], (frames, fishes, 3)."""
        back = self.orientations[:-1] * np.array([1.0, -1.0, -1.0, -1.0])
        return rotation_vector(multiply(self.orientations[1:], back)) / FRAME_SECONDS

    def jerks(self) -> Floats:
        """By how much any node changes its velocity in the world from frame to frame [L/s],
        (frames - 1, fishes)."""
        changes = np.linalg.norm(np.diff(self.world_nodes(), 2, axis=0), axis=-1)
        jerks: Floats = changes.max(axis=-1) / FRAME_SECONDS
        return jerks

    def then(self, other: Film) -> Film:
        """Both, one after the other: the last frame of this one is the first of the other."""
        parts = ("positions", "orientations", "nodes", "velocities", "contraction", "states")
        joined = {
            part: np.concatenate([getattr(self, part)[:-1], getattr(other, part)]) for part in parts
        }
        return replace(self, **joined)

    def speeds(self, frames: int) -> Floats:
        """Of the body frame over so many frames at a time [L/s], (rows, fishes)."""
        way = self.places()[frames:] - self.places()[:-frames]
        speeds: Floats = np.linalg.norm(way, axis=-1) / (frames * FRAME_SECONDS)
        return speeds


SHORTEST_WISH, LONGEST_WISH = 10, 240
"""Frames for which commands are held."""


class Score:
    """Random commands for a number of fishes, the same wherever these are kept."""

    def __init__(self, speeds: ArrayLike, frames: int, seed: int) -> None:
        """speeds [L/s]: the fastest that each fish is asked for."""
        fastest = np.asarray(speeds, dtype=np.float64)
        count = len(fastest)
        draw = np.random.default_rng(seed)
        self.due = np.zeros((frames, count), dtype=np.bool_)
        for fish in range(count):
            frame = int(draw.integers(0, SHORTEST_WISH))
            while frame < frames:
                self.due[frame, fish] = True
                frame += int(draw.integers(SHORTEST_WISH, LONGEST_WISH + 1))
        shape = (frames, count)

        def sometimes(share: float, low: float, high: float) -> Floats:
            return np.where(draw.random(shape) < share, draw.uniform(low, high, shape), 0.0)

        self._setpoints = {
            "speed": sometimes(0.8, 0.0, 1.0) * fastest,
            "turn_rate": sometimes(0.5, -3.0, 3.0),
            "climb": sometimes(0.6, -np.pi / 3, np.pi / 3),
            "roll": sometimes(0.5, -np.pi / 6, np.pi / 6),
            "brake": sometimes(0.15, 0.0, 1.0),
            "backward": sometimes(0.15, 0.0, 1.0),
        }
        self._turns = draw.random(shape) < 0.35
        self._angles = draw.uniform(-np.pi, np.pi, shape)

    def ask(self, pond: Pond, frame: int) -> None:
        """What is due in a frame."""
        due = np.flatnonzero(self.due[frame])
        if len(due) == 0:
            return
        for name, values in self._setpoints.items():
            pond.commands.set(name, pond.slots[due], values[frame, due])
        due = due[self._turns[frame, due]]
        if len(due):
            pond.commands.begin("turn", pond.slots[due], self._angles[frame, due])


class Pond:
    """Fishes, each of a species of its own, on the repertoire motor; muscles stand by.

    kinds: names, one a fish; slots: where they are kept in a population of this capacity.
    """

    def __init__(
        self,
        kinds: Sequence[str],
        sizes: ArrayLike = 1.0,
        *,
        headings: ArrayLike = 0.0,
        positions: ArrayLike = 0.0,
        phases: ArrayLike | None = None,
        slots: Sequence[int] | None = None,
        capacity: int | None = None,
        width: int | None = None,
        options: RepertoireOptions | None = None,
        starts_on: str = "repertoire",
    ) -> None:
        count = len(kinds)
        names = list(dict.fromkeys(kinds))
        self.kinds = list(kinds)
        self.species: list[Species] = [load_species(name) for name in names]
        points = bool(options and options.points)
        self.repertoires = [repertoire(name, points) for name in names]
        room = capacity or (count if slots is None else max(slots) + 1)
        self.people = Population(room, points=NODES, muscles=MUSCLES)
        self.commands = Commands(FISH, room)
        self.broken: list[int] = []
        self.muscle = MuscleMotor(
            self.people,
            self.commands,
            self.species,
            report_broken=lambda slot, _: self.broken.append(slot),
        )
        self.motor = RepertoireMotor(
            self.people,
            self.commands,
            self.species,
            self.repertoires,
            self.muscle.medium,
            options,
            width,
        )
        self.slots = self._settle_in(count if slots is None else slots)
        people = self.people
        people.species[self.slots] = [names.index(kind) for kind in kinds]
        people.sizes[self.slots] = sizes
        self.sizes: Floats = people.sizes[self.slots].astype(np.float64)
        own = np.array([kind.length for kind in self.species])[people.species[self.slots]]
        people.lengths[self.slots] = own * self.sizes
        self.lengths: Floats = people.lengths[self.slots].astype(np.float64)
        spread = np.linspace(0.0, 2 * np.pi, count, endpoint=False)
        begins = spread if phases is None else np.broadcast_to(phases, count).astype(np.float64)
        self._frame = 0
        self._adopt_resting(
            np.broadcast_to(headings, count).astype(np.float64),
            np.broadcast_to(positions, (count, 3)).astype(np.float64),
            begins,
            self.motor if starts_on == "repertoire" else self.muscle,
        )

    def _settle_in(self, wanted: int | Sequence[int]) -> Slots:
        if isinstance(wanted, int):
            return self.people.enter(wanted)
        self.people.enter(self.people.capacity)
        others = np.setdiff1d(np.arange(self.people.capacity), wanted)
        self.people.leave(self.people.ids[others])
        return np.array(wanted, dtype=np.intp)

    def _adopt_resting(
        self,
        headings: Floats,
        positions: Floats,
        phases: Floats,
        motor: RepertoireMotor | MuscleMotor,
    ) -> None:
        for number, kind in enumerate(self.species):
            mine = np.flatnonzero(self.people.species[self.slots] == number)
            resting = at_rest(
                kind, self.sizes[mine], positions[mine], headings[mine], phases[mine], np.zeros(3)
            )
            motor.adopt(self.slots[mine], resting)
            people, slots = self.people, self.slots[mine]
            people.positions[slots] = resting.positions
            people.orientations[slots] = resting.orientations
            people.nodes[slots] = resting.nodes

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def own_dt(self) -> Floats:
        """A frame in the time of a fish of 20 cm [s], (fishes,)."""
        scales = np.array([kind.scale for kind in self.species])[self.people.species[self.slots]]
        own: Floats = FRAME_SECONDS / time_scale(self.sizes * scales)
        return own

    @property
    def slower(self) -> Floats:
        """How much slower each lives than one of size 1."""
        return time_scale(self.sizes)

    def gait(self, level: str) -> Floats:
        """Recorded speed [L/s] of each fish at its size: hover, swim-slow, -medium, -fast."""
        recorded = np.array([kind[level].speed for kind in self.repertoires])
        speeds: Floats = recorded[self.people.species[self.slots]] / self.slower
        return speeds

    def beats(self, level: str) -> Floats:
        """Seconds of a beat of each fish, at its size."""
        recorded = np.array([kind[level].seconds for kind in self.repertoires])
        seconds: Floats = recorded[self.people.species[self.slots]] * self.slower
        return seconds

    def frames(self, beats: float) -> int:
        """Of so many medium beats of the slowest fish."""
        return max(1, round(beats * float(self.beats("swim-medium").max()) * FRAME_RATE))

    def ask(self, **setpoints: ArrayLike) -> None:
        """One value, or one for each fish."""
        for name, values in setpoints.items():
            self.commands.set(name, self.slots, values)

    def turn(self, angles: ArrayLike) -> None:
        """Ask for turns [rad]."""
        self.commands.begin("turn", self.slots, angles)

    def states(self) -> set[ActionState]:
        return {ActionState(int(state)) for state in self.commands.action_state[self.slots]}

    def advance(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.motor.advance(self._frame)
            self._frame += 1

    def flex(self, frames: int = 1) -> None:
        """Advance on muscles."""
        for _ in range(frames):
            self.muscle.advance(self._frame)
            self._frame += 1

    def to_muscle(self) -> Handover:
        handover = self.motor.release(self.slots)
        self.muscle.adopt(self.slots, handover)
        return handover

    def to_repertoire(self) -> Handover:
        handover = self.muscle.release(self.slots)
        self.motor.adopt(self.slots, handover)
        return handover

    def settle(self) -> None:
        """Until speeds differ from what is asked for by rounding only."""
        self.advance(round(24 * FRAME_RATE / float((self.gait("swim-slow")).min())))

    def play(self, score: Score, frames: int | None = None) -> None:
        """Ask for what a score says, from its beginning on, and make frames."""
        for frame in range(len(score.due) if frames is None else frames):
            score.ask(self, frame)
            self.advance()

    def film(self, frames: int, on: str = "repertoire", score: Score | None = None) -> Film:
        """Make frames, and see everything; a score is played from its beginning on."""
        people, slots = self.people, self.slots
        count = len(slots)
        positions = np.empty((frames + 1, count, 3))
        orientations = np.empty((frames + 1, count, 4))
        nodes = np.empty((frames + 1, count, NODES, 3))
        velocities = np.empty((frames + 1, count, 3))
        contraction = np.empty((frames + 1, count, MUSCLES))
        states = np.empty((frames + 1, count), dtype=np.int8)
        for frame in range(frames + 1):
            if frame and score is not None:
                score.ask(self, frame - 1)
            if frame and on == "repertoire":
                self.advance()
            elif frame:
                self.flex()
            positions[frame] = people.positions[slots]
            orientations[frame] = people.orientations[slots]
            nodes[frame] = people.nodes[slots]
            velocities[frame] = people.velocities[slots]
            contraction[frame] = people.contraction[slots]
            states[frame] = self.commands.action_state[slots]
        masses = np.array([kind.body.masses / kind.body.masses.sum() for kind in self.species])
        return Film(
            positions,
            orientations,
            nodes,
            velocities,
            contraction,
            states,
            self.lengths,
            self.own_dt,
            masses[people.species[slots]],
        )
