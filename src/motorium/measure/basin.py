"""A basin: fishes of one species that are commanded, with all their controllers, and watched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from motorium.bodies.fish import MUSCLES, NODES
from motorium.bodies.species import Species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import Floats, body_to_world, heading_pitch_roll
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.motors.controls import Controls
from motorium.motors.muscle import MuscleMotor
from motorium.motors.rest import at_rest

__all__ = ["Basin", "Watched"]


@dataclass(frozen=True)
class Watched:
    """What was seen, frame by frame, from before the first frame on.

    centres: of mass [L], shape (frames + 1, fishes, 3); headings, pitches, rolls [rad], shape
    (frames + 1, fishes), headings counted on beyond a full turn.
    """

    centres: Floats
    headings: Floats
    pitches: Floats
    rolls: Floats

    def speeds(self, frames: int) -> Floats:
        """Mean speed [L/s] over the last so many frames, shape (fishes,)."""
        way = self.centres[-1] - self.centres[-1 - frames]
        speeds: Floats = np.linalg.norm(way, axis=1) / (frames * FRAME_SECONDS)
        return speeds

    def velocities(self, frames: int = 1) -> Floats:
        """Over so many frames at a time [L/s], shape (rows, fishes, 3)."""
        velocities: Floats = (self.centres[frames:] - self.centres[:-frames]) / (
            frames * FRAME_SECONDS
        )
        return velocities

    def over_a_beat(self, angles: Floats, frames: int) -> Floats:
        """Running mean of angles over a beat of so many frames."""
        padded = np.concatenate([np.zeros((1, angles.shape[1])), np.cumsum(angles, axis=0)])
        means: Floats = (padded[frames:] - padded[:-frames]) / frames
        return means


class Basin:
    """Fishes at rest at the origin, on the muscle motor, without a mind.

    They do not meet: each swims as if alone. Phases of the beat are spread evenly.
    """

    def __init__(
        self,
        species: Species,
        count: int,
        sizes: ArrayLike = 1.0,
        current: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        self.species = species
        self.people = Population(count, points=NODES, muscles=MUSCLES)
        self.commands = Commands(FISH, count)
        self.broken: list[int] = []
        self.motor = MuscleMotor(
            self.people,
            self.commands,
            [species],
            report_broken=lambda slot, _: self.broken.append(slot),
            current=current,
        )
        self.slots = self.people.enter(count)
        self.people.sizes[:] = sizes
        self.people.lengths[:] = species.length * self.people.sizes
        handover = at_rest(
            species,
            self.people.sizes.astype(np.float64),
            positions=np.zeros((count, 3)),
            headings=np.zeros(count),
            phases=np.linspace(0, 2 * np.pi, count, endpoint=False),
            drift=np.array(current),
        )
        self.motor.adopt(self.slots, handover)
        self._frame = 0

    @property
    def controls(self) -> Controls:
        return self.motor.schools[0].controls

    @controls.setter
    def controls(self, controls: Controls) -> None:
        self.motor.schools[0].controls = controls

    @property
    def beat_frames(self) -> int:
        """Frames of a beat of the medium gait, at size 1."""
        return max(1, round(FRAME_RATE / self.species.gaits.medium.beat))

    def ask(self, **setpoints: ArrayLike) -> None:
        """Set commands of all fishes: one value, or one for each."""
        for name, values in setpoints.items():
            self.commands.set(name, self.slots, values)

    def turn(self, angles: ArrayLike) -> None:
        """Ask for C-turns [rad]."""
        self.commands.begin("turn", self.slots, angles)

    def advance(self, frames: int = 1) -> None:
        """Make frames without watching."""
        for _ in range(frames):
            self.motor.advance(self._frame)
            self._frame += 1

    def beats(self, beats: float) -> int:
        """Frames of so many medium beats."""
        return round(beats * FRAME_RATE / self.species.gaits.medium.beat)

    def watch(self, frames: int) -> Watched:
        """Make frames and see where everybody is."""
        people = self.people
        places = np.empty((frames + 1, *people.positions.shape))
        turns = np.empty((frames + 1, *people.orientations.shape))
        nodes = np.empty((frames + 1, *people.nodes.shape), dtype=np.float32)
        for frame in range(frames + 1):
            if frame:
                self.advance()
            places[frame], turns[frame] = people.positions, people.orientations
            nodes[frame] = people.nodes
        masses = self.species.body.masses
        middle = np.einsum("i,fnik->fnk", masses / masses.sum(), nodes)
        turned = body_to_world(turns.reshape(-1, 4), middle.reshape(-1, 1, 3))
        centres = (places + turned.reshape(places.shape)) / people.lengths[:, None]
        angles = heading_pitch_roll(turns)
        return Watched(centres, np.unwrap(angles[..., 0], axis=0), angles[..., 1], angles[..., 2])
