"""A scene without a world: what a few individuals perceive is written by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from motorium.contracts.perception import ATTENDED, KINDS, Kind, Perception, Role
from motorium.contracts.population import Slots
from motorium.minds.instinct.focuser import focus
from motorium.minds.instinct.instinct import Instinct, Nature
from motorium.minds.instinct.intentions import choose, take_up
from motorium.minds.instinct.mental_state import feel
from motorium.minds.instinct.scene import Scene
from motorium.senses import numbers as senses
from motorium.world.habitat.obstacles import CYLINDER

__all__ = ["Mindful"]

LENGTH = 0.2


class Mindful:
    """`count` fishes of one species at the origin, who look along x; ids are slots + 100, so that
    one is not taken for the other. The first is whom it is about."""

    def __init__(self, count: int = 6, foods: int = 4, **nature: float) -> None:
        orientations = np.zeros((count, 4))
        orientations[:, 0] = 1.0
        self.perceived = Perception(
            ids=np.arange(count) + 100,
            species=np.zeros(count, dtype=np.int16),
            roles=np.full(count, Role.PREY, dtype=np.int8),
            female=np.zeros(count, dtype=np.uint8),
            schooling=np.zeros(count, dtype=np.uint8),
            light_liking=np.zeros(count, dtype=np.int8),
            warmth_liking=np.zeros(count, dtype=np.int8),
            lengths=np.full(count, LENGTH, dtype=np.float32),
            positions=np.zeros((count, 3)),
            orientations=orientations,
            velocities=np.zeros((count, 3)),
            menace=np.ones(count, dtype=np.float32),
            counts=np.zeros((count, KINDS), dtype=np.int16),
            which=np.zeros((count, KINDS, ATTENDED), dtype=np.int32),
            distances=np.zeros((count, KINDS, ATTENDED), dtype=np.float32),
            light=np.ones(count, dtype=np.float32),
            warmth=np.full(count, 22.5, dtype=np.float32),
            obstacle=np.full(count, -1, dtype=np.int32),
            obstacle_distance=np.zeros(count, dtype=np.float32),
            fish=np.full(count, -1, dtype=np.int32),
            fish_share=np.zeros(count, dtype=np.float32),
            antenna=np.ones(count, dtype=np.float32),
            boxes=np.full((count, 3), 0.5, dtype=np.float32),
            food_places=np.zeros((foods, 3)),
            food_velocities=np.zeros((foods, 3)),
            food_there=np.ones(foods, dtype=np.uint8),
            cylinders=np.zeros(2, dtype=CYLINDER),
            weed_boxes=np.zeros((0, 2, 3)),
            half_sizes=np.full((1, 2), 0.1, dtype=np.float32),
        )
        self.instinct = Instinct(self.perceived, seed=5)
        self.everybody: Slots = np.arange(count)
        self.seconds = 0.0
        tempers = self.instinct.tempers
        tempers["cruise"], tempers["top"], tempers["eats"] = 1.0, 2.0, 1
        self.instinct.enter(
            self.everybody, Nature(**{"hunger": 0.0, "digestion": 0.0, **nature}), 0
        )

    @property
    def brain(self) -> Any:
        return self.instinct.brains[0]

    @property
    def scene(self) -> Scene:
        return self.instinct.scene(self.seconds)

    def sees(self, kind: Kind, which: int, there: tuple[float, float, float]) -> float:
        """The first now perceives this at a place [m]; returns how far from its snout."""
        perceived = self.perceived
        if kind < Kind.FOOD:
            perceived.positions[which] = there
        elif kind == Kind.FOOD:
            perceived.food_places[which] = there
        else:
            perceived.cylinders[which] = (*there[:2], -10.0, 10.0, 0.0, 0.0)
        far = float(np.linalg.norm(np.subtract(there, (senses.EYE * LENGTH, 0.0, 0.0))))
        count = perceived.counts[0, kind]
        known = perceived.which[0, kind, :count].tolist()
        pairs = sorted(
            [
                (distance, one)
                for distance, one in zip(
                    perceived.distances[0, kind, :count].tolist(), known, strict=True
                )
                if one != which
            ]
            + [(far, which)]
        )
        perceived.counts[0, kind] = len(pairs)
        for place, (distance, one) in enumerate(pairs):
            perceived.distances[0, kind, place] = distance
            perceived.which[0, kind, place] = one
        return far

    def sees_none(self, kind: Kind) -> None:
        """The first perceives nothing of a kind any longer."""
        self.perceived.counts[0, kind] = 0

    def decides(self, seconds: float = 0.1) -> int:
        """Its intention after a while, in which it decides ten times a second."""
        one = np.zeros(1, dtype=np.intp)
        for _ in range(round(seconds / 0.1)):
            self.seconds += 0.1
            feel(self.scene, one)
            choose(self.scene, one)
            take_up(self.scene, one)
            focus(self.scene, one)
        return int(self.brain["intention"])
