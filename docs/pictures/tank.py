"""A measuring tank: fishes on the muscle motor alone, each with its own controls, no mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from motorium.bodies.fish import CENTIMETRE, MUSCLES, NODES
from motorium.bodies.species import Species, load_species
from motorium.contracts.commands import FISH, Commands
from motorium.contracts.frames import Floats, quaternion_from_heading
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population
from motorium.motors.muscle import MuscleMotor, MuscleOptions

__all__ = ["Tank", "beating_at"]


def beating_at(frequency: float, depth: float, share: float = 0.8) -> Species:
    """A herring that beats just so [Hz, depth of contraction] when asked for any speed."""
    herring = load_species("herring")
    table = herring.swim.model_copy(
        update={
            "speeds": [0.0, 1e-3],
            "frequencies": [frequency, frequency],
            "depths": [0.0, depth],
            "anterior_share": share,
        }
    )
    return replace(herring, swim=table)


class Tank:
    """One fish of each given species, at rest at the origin, looking along x."""

    def __init__(self, species: Sequence[Species], options: MuscleOptions | None = None) -> None:
        count = len(species)
        self.people = Population(count, NODES)
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
        nodes = np.stack([kind.body.nodes for kind in species]) * CENTIMETRE
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
