"""The peer of the mind benchmark: boids (Reynolds 1987) written for Mesa, in three dimensions.

They are the rules of Mesa's own example, with its weights: draw together, keep apart, match the
direction of who is in sight. Mesa finds neighbours in its continuous space.
"""

from __future__ import annotations

import numpy as np
from mesa import Model
from mesa.experimental.continuous_space import ContinuousSpace, ContinuousSpaceAgent

from motorium.contracts.frames import Floats

__all__ = ["Boids"]

SIGHT = (16 * 3 / (4 * np.pi)) ** (1 / 3)
"""Sixteen are within it, with one boid per cubic unit of length."""
APART = 0.5
STEP = 2.6 / 60
"""What a sardine swims in a frame [L]."""
COHERE, SEPARATE, MATCH = 0.03, 0.015, 0.05


class _Boid(ContinuousSpaceAgent):
    def __init__(self, model: Boids, position: Floats, direction: Floats) -> None:
        super().__init__(model.space, model)
        self.position = position
        self.direction = direction.copy()

    def step(self) -> None:
        others, distances = self.get_neighbors_in_radius(radius=SIGHT)
        if len(others):
            ways = self.space.calculate_difference_vector(self.position, agents=others)
            wish = COHERE * ways.sum(axis=0) - SEPARATE * ways[distances < APART].sum(axis=0)
            wish += MATCH * np.sum([other.direction for other in others], axis=0)
            direction = self.direction + wish / len(others)
            self.direction = direction / np.linalg.norm(direction)
        self.position = self.position + STEP * self.direction


class Boids(Model):
    """So many of them, one per cubic unit of length, in a space without walls."""

    def __init__(self, count: int, seed: int = 0) -> None:
        super().__init__(seed=seed)
        side = count ** (1 / 3)
        self.space = ContinuousSpace(
            [[0.0, side]] * 3, torus=True, random=self.random, n_agents=count
        )
        draw = np.random.default_rng(seed)
        directions = draw.normal(size=(count, 3))
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        _Boid.create_agents(
            self, count, position=draw.uniform(0.0, side, (count, 3)), direction=directions
        )

    def step(self) -> None:
        """Everybody once, in an order that is drawn."""
        self.agents.shuffle_do("step")
