"""Measuring tanks: fishes without a mind, on the muscle motor or with every beat set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import BODY_LENGTH, CENTIMETRE, MUSCLES, NODES, UNIT_NODES
from motorium.bodies.species import Species, load_species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import Floats, quaternion_from_heading
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.beat import HALF_LIFE
from motorium.motors.controls import PRINTED_MIDDLE_SHARE
from motorium.motors.muscle import PRINTED_STEPS, MuscleMotor, MuscleOptions
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_kernel import Row

__all__ = ["Beats", "Tank", "beat_printed"]

SHORTEST, LONGEST = 0.2, 3.0
"""Of a whole unit, in rest lengths."""


class Tank:
    """One fish of each given species, at rest at the origin, looking along x."""

    def __init__(self, species: Sequence[Species], options: MuscleOptions | None = None) -> None:
        count = len(species)
        self.people = Population(count, NODES, MUSCLES)
        self.commands = Commands(FISH, count)
        self.broken: list[int] = []
        self.motor = MuscleMotor(
            self.people,
            self.commands,
            species,
            report_broken=lambda slot, detail: self.broken.append(slot),
            options=options,
        )
        slots = self.people.enter(count)
        self.people.species[slots] = np.arange(count)
        self.people.lengths[slots] = [kind.length for kind in species]
        still = np.zeros((count, 3))
        nodes = np.stack([kind.body.nodes * (kind.length / BODY_LENGTH) for kind in species])
        self.motor.adopt(
            slots,
            Handover(
                positions=still,
                orientations=quaternion_from_heading(np.zeros(count)),
                velocities=still,
                angular_velocities=still,
                nodes=nodes,
                node_velocities=np.zeros_like(nodes),
                contraction=np.ones((count, MUSCLES)),
                phase=np.zeros(count),
            ),
        )

    def run(self, frames: int) -> Floats:
        """Positions [m] after each frame, shape (frames, fishes, 3)."""
        path = np.empty((frames, self.people.capacity, 3))
        for frame in range(frames):
            self.motor.advance(frame)
            path[frame] = self.people.positions
        return path


@dataclass
class Beats:
    """What became of printed herrings: positions [m] (frames, fishes, 3), nodes at the end [cm]
    (fishes, 23, 3), and who is still whole (fishes,)."""

    path: Floats
    nodes: Floats
    whole: NDArray[np.bool_]


def beat_printed(
    beats: Sequence[tuple[float, float]], options: MuscleOptions, frames: int
) -> Beats:
    """Printed herrings that swim just so: frequency [Hz] and depth of contraction of each."""
    body = load_species("herring").printed_body(options.faces, options.tail_tip_mass)
    steps = options.steps_per_frame or PRINTED_STEPS
    fishes = FishBlocks(body, "printed", clamp=options.clamp)
    lanes = fishes.add(len(beats))
    fishes.set_row(Row.DT, lanes, 10 * FRAME_SECONDS / steps)
    fishes.set_row(Row.WATER, lanes, 1.0)
    frequency, depth = np.array(beats).T
    left = np.tile([True, False, False, True], 3)
    share = np.repeat([0.0, PRINTED_MIDDLE_SHARE, 1.0], 4)
    late = np.repeat([0.0, 0.0, options.lag], 4)
    i, j = UNIT_NODES.T
    path = np.empty((frames, len(beats), 3))
    whole = np.ones(len(beats), dtype=bool)
    for frame in range(frames):
        time = (frame + 1) * FRAME_SECONDS
        grown = depth * (1 - 0.5 ** (time / HALF_LIFE))
        angle = 2 * np.pi * frequency[:, None] * time - late
        wave = 0.5 - 0.5 * np.cos(angle)
        pull = share * np.where(left, wave, 1 - wave)
        ramp = (1 - grown[:, None] * pull - fishes.contraction(lanes)) / steps
        fishes.put(Row.CONTRACTION_STEP, lanes, ramp)
        fishes.step(steps)
        nodes = fishes.positions(lanes)
        length = np.linalg.norm(nodes[:, j] - nodes[:, i], axis=2) / body.rest_lengths
        # False for NaN too.
        whole &= ((length > SHORTEST) & (length < LONGEST)).all(axis=1)
        path[frame] = (nodes[:, 5] + nodes[:, 7]) / 2 * CENTIMETRE
    return Beats(path, nodes, whole)
