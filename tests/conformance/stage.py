"""A stage on which fishes of one motor do as tests tell them, seen from outside only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from motorium.bodies.species import load_species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    heading_pitch_roll,
    rotation_matrix,
)
from motorium.contracts.motor import Motor
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import RESTED, World
from tests.conformance.motors import Conforming

SPECIES = "herring"
PHASES = 4
"""Fishes for each case, which begin in different phases of the beat."""
WINDOW = 2
"""Beats of the medium gait over which is averaged: whole beats of the slow and the fast one too."""


@dataclass(frozen=True)
class Seen:
    """What was seen from before the first frame on.

    positions [L] (frames + 1, fishes, 3); angles [rad] (frames + 1, fishes, 3): heading, counted on
    beyond a full turn, pitch and roll; forward [L/s] (frames + 1, fishes): along the nose.
    """

    positions: Floats
    angles: Floats
    forward: Floats
    window: int

    def _ways(self) -> Floats:
        """Way over every window [L]."""
        ways: Floats = self.positions[self.window :] - self.positions[: -self.window]
        return ways

    def speeds(self) -> Floats:
        """Mean speed [L/s] along the path as it was over windows."""
        lengths: Floats = np.linalg.norm(self._ways(), axis=-1).mean(axis=0)
        return lengths / (self.window * FRAME_SECONDS)

    def climbs(self) -> Floats:
        """Slope of the path over every window [rad], (windows, fishes)."""
        way = self._ways()
        slopes: Floats = np.arctan2(way[..., 2], np.linalg.norm(way[..., :2], axis=-1))
        return slopes

    def headings(self) -> Floats:
        """Means over every window [rad], (windows, fishes)."""
        return self._means(0)

    def rolls(self) -> Floats:
        return self._means(2)

    def _means(self, which: int) -> Floats:
        summed = np.cumsum(self.angles[..., which], axis=0)
        means: Floats = (summed[self.window :] - summed[: -self.window]) / self.window
        return means

    def turn_rates(self) -> Floats:
        """Of the mean heading [rad/s], (fishes,)."""
        headings = self.headings()
        rates: Floats = (headings[-1] - headings[0]) / ((len(headings) - 1) * FRAME_SECONDS)
        return rates


class Stage:
    """A world whose fishes, all of one size, are on one motor and have nobody but the test.

    Beats and speeds are those of a fish of this size: the root of size makes both slower.
    """

    def __init__(
        self, motor: Conforming, cases: int = 1, size: float = 1.0, phases: int = PHASES
    ) -> None:
        self.tolerances = motor.tolerances
        self.cases = cases
        self.count = cases * phases
        group = Group(
            species=SPECIES, count=self.count, size=(size, size), radius=(0.5, 5.0), speed=0.0
        )
        settings = WorldSettings(seed=5, capacity=self.count, extent=1000.0)
        self.world = World(Scenario(format=1, world=settings, group=[group]), motor.options)
        motor.join(self.world)
        self.world.exchange(self.world.population.ids[self.world.population.living], motor.motor)
        for identity in range(self.count):
            self.world.pilot(identity)
        self.motor: Motor = next(one for one in self.world.motors if one.name == motor.motor)
        self.people = self.world.population
        self.commands = self.world.commands
        self.slots = self.people.living
        species = load_species(SPECIES)
        self.length = species.length * size
        slower = float(np.sqrt(size))
        pace = motor.pace(species)
        self.slow, self.medium, self.fast = (speed / slower for speed in pace.speeds)
        self.beat_seconds = slower / pace.beat
        self.ask(**{word.name: word.default for word in self.motor.vocabulary.setpoints})

    def frames(self, beats: float) -> int:
        return max(1, round(beats * self.beat_seconds * FRAME_RATE))

    def each(self, values: ArrayLike) -> Floats:
        """One value a case, for all of its fishes."""
        return np.repeat(np.asarray(values, dtype=np.float64), self.count // self.cases)

    def worst(self, values: Floats) -> Floats:
        """The largest size of values (fishes,) or (rows, fishes), for every case."""
        sizes: Floats = np.abs(values).reshape(-1, self.cases, self.count // self.cases)
        largest: Floats = sizes.max(axis=(0, 2))
        return largest

    def ask(self, **setpoints: ArrayLike) -> None:
        """Set what the motor declares, one value or one for each fish."""
        for name, values in setpoints.items():
            self.commands.set(name, self.slots, values)

    def turn(self, angles: ArrayLike) -> None:
        """Ask for turns [rad]."""
        self.commands.begin("turn", self.slots, angles)

    def states(self) -> list[ActionState]:
        return [ActionState(int(state)) for state in self.commands.action_state[self.slots]]

    def advance(self, beats: float) -> None:
        self.world.advance(self.frames(beats))

    def settle(self) -> None:
        self.advance(self.tolerances.settle)

    def watch(self, beats: float) -> Seen:
        """Advance, and see what happens; for at least a window."""
        return self.watch_frames(self.frames(beats))

    def watch_frames(self, frames: int) -> Seen:
        people, slots = self.people, self.slots
        positions = np.empty((frames + 1, self.count, 3))
        orientations = np.empty((frames + 1, self.count, 4))
        velocities = np.empty((frames + 1, self.count, 3))
        for frame in range(frames + 1):
            if frame:
                self.world.advance()
            positions[frame] = people.positions[slots]
            orientations[frame] = people.orientations[slots]
            velocities[frame] = people.velocities[slots]
        angles = heading_pitch_roll(orientations)
        angles[..., 0] = np.unwrap(angles[..., 0], axis=0)
        noses = rotation_matrix(orientations)[..., 0]
        forward = (velocities * noses).sum(axis=-1) / self.length
        return Seen(positions / self.length, angles, forward, self.frames(WINDOW))

    def heading(self) -> Floats:
        """Mean heading over the coming window [rad], (fishes,)."""
        headings: Floats = self.watch_frames(self.frames(WINDOW)).headings()[-1]
        return headings

    def nodes(self) -> Floats:
        """Of all fishes in the world [m]."""
        people, slots = self.people, self.slots
        nodes = people.nodes[slots].astype(np.float64)
        placed: Floats = people.positions[slots][:, None] + body_to_world(
            people.orientations[slots], nodes
        )
        return placed

    def sound(self) -> bool:
        """Whether everything is finite and nobody had to be put back to rest."""
        people, slots = self.people, self.slots
        finite = all(
            bool(np.isfinite(values[slots]).all())
            for values in (
                people.positions,
                people.orientations,
                people.velocities,
                people.angular_velocities,
                people.nodes,
                people.fins,
                people.contraction,
            )
        )
        return finite and RESTED not in [event.kind for event in self.world.events]
