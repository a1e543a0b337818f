"""Seaweeds: clusters of leaves that are chains of masses and springs (Tu, section 8.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.physics.stirring import Stirring
from motorium.physics.weeds import NODES_PER_LEAF, WIDTH, Leaves
from motorium.settings import SettingsError
from motorium.world.habitat.currents import Currents
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings, Weed
from motorium.world.habitat.spots import free_spot
from motorium.world.habitat.terrain import Heights, Terrain, ground_height

__all__ = ["NODES_PER_LEAF", "Weeds"]

ROOT: Final = 0.03
"""Leaves of a cluster grow within this of its middle [m]."""
FAN: Final = (0.4, 1.5)
"""How far the shape of a cluster's outermost leaf leans outwards, at its root and its tip [rad];
those within lean less, and water lifts them all (`physics.weeds`)."""
UNEVEN: Final = 0.25
"""Leaves turn and lean by about so much differently [rad]."""
SPIRAL: Final = math.pi * (3.0 - math.sqrt(5.0))
"""From leaf to leaf around the root [rad]: no two have the same neighbours."""
CLEARANCE: Final = 0.05
"""Between a drawn root and an obstacle [m]."""


class Weeds:
    """roots [m], shape (clusters, 3); first_leaf: index of each cluster's first leaf, shape
    (clusters + 1,); kinds of clusters; nodes [m] in the world, shape (leaves, 1 + NODES_PER_LEAF,
    3), the first of each leaf its root; boxes [m]: of each cluster, lowest and highest corner,
    shape (clusters, 2, 3), for sight; leaves: their mechanics.

    Limitation: leaves know ground and surface, but pass through obstacles and one another, and no
    fish feels them.
    """

    def __init__(
        self,
        settings: HabitatSettings,
        terrain: Terrain,
        obstacles: Obstacles,
        chance: np.random.Generator,
    ) -> None:
        self.kinds: list[str] = []
        spots: list[tuple[float, float]] = []
        counts, heights, buoyancy, bases, directions = [], [], [], [], []
        for index, weed in enumerate(settings.weed):
            count = weed.count if weed.places is None else len(weed.places)
            for number in range(count):
                if weed.places is not None:
                    spots.append(weed.places[number])
                else:
                    name = f"habitat.weed[{index}]: number {number + 1} of {count}"
                    spots.append(_free_place(name, weed, settings.radius, obstacles, chance))
                draw = chance if weed.looks is None else np.random.default_rng(weed.looks)
                self.kinds.append(weed.kind)
                counts.append(weed.leaves)
                heights.append(draw.uniform(*weed.height, weed.leaves))
                buoyancy.append(np.full(weed.leaves, weed.buoyancy))
                base, direction = _fan(weed.leaves, draw)
                bases.append(base)
                directions.append(direction)
        x, y = np.array(spots, dtype=np.float64).reshape(-1, 2).T
        self.roots: Floats = np.stack([x, y, terrain.height(x, y)], axis=1)
        self.first_leaf = np.concatenate([[0], np.cumsum(counts, dtype=np.intp)])
        self.leaves = Leaves(
            np.concatenate([*heights, np.zeros(0)]),
            np.concatenate([*buoyancy, np.zeros(0)]),
            np.concatenate([*directions, np.zeros((0, NODES_PER_LEAF, 3))]),
        )
        self.nodes: Floats = np.zeros((len(self.leaves), 1 + NODES_PER_LEAF, 3))
        self.boxes: Floats = np.zeros((len(self.roots), 2, 3))
        ends = np.concatenate([*bases, np.zeros((0, 2))])
        self.nodes[:, 0, :2] = np.repeat(self.roots[:, :2], counts, axis=0) + ends
        self.nodes[:, 0, 2] = terrain.height(self.nodes[:, 0, 0], self.nodes[:, 0, 1])
        self._flow = np.zeros_like(self.nodes)
        self._grip = np.ones(self.nodes.size // 3)
        self._first_node = self.first_leaf * (1 + NODES_PER_LEAF)
        self._stirring = Stirring(len(self._grip))
        self._terrain = terrain
        self._begin(settings.surface)

    def advance(self, seconds: float, currents: Currents, people: Population) -> None:
        """Sway for one frame in the currents, pushed aside by who passes."""
        if not len(self.leaves):
            return
        points, flow = self.nodes.reshape(-1, 3), self._flow.reshape(-1, 3)
        currents.write(points, seconds, flow)
        self._stirring.add(
            people.living,
            people.positions,
            people.orientations,
            people.velocities,
            people.lengths,
            self._first_node,
            self.boxes,
            points,
            flow,
            self._grip,
        )
        ground, leaves = self._terrain, self.leaves
        _feel(
            ground.heights,
            ground.reach,
            ground.step,
            self.nodes,
            self._flow,
            self._grip,
            leaves.flow,
            leaves.grip,
            leaves.floor,
        )
        leaves.advance()
        _show(self.first_leaf, leaves.positions, self.nodes, self.boxes)

    def grow_on(self, before: Weeds, which: Sequence[int | None]) -> None:
        """Let clusters that were there before, by their numbers, hang as they did."""
        nodes, old = self.leaves.nodes, before.leaves.nodes
        for own, known in zip(pairwise(self.first_leaf), which, strict=True):
            if known is None:
                continue
            begin, end = before.first_leaf[known], before.first_leaf[known + 1]
            if end - begin == own[1] - own[0]:
                nodes[slice(*own)] = old[begin:end]
        self.leaves.nodes = nodes
        _show(self.first_leaf, self.leaves.positions, self.nodes, self.boxes)

    def _begin(self, surface: float) -> None:
        """Leaves as they rest in still water, between ground and surface."""
        leaves, roots = self.leaves, self.nodes[:, :1]
        standing = roots + leaves.nodes
        low = self._terrain.height(standing[:, :, 0], standing[:, :, 1])
        standing[:, :, 2] = np.clip(standing[:, :, 2], low, surface)
        leaves.nodes = standing - roots
        for leaf, root in enumerate(roots[:, 0, 2]):
            leaves.ceiling[leaf // WIDTH, leaf % WIDTH] = surface - root
        _show(self.first_leaf, leaves.positions, self.nodes, self.boxes)


def _free_place(
    name: str, weed: Weed, boundary: float, obstacles: Obstacles, chance: np.random.Generator
) -> tuple[float, float]:
    solid = obstacles.cylinders
    needs = solid["radius"] + ROOT + CLEARANCE

    def is_free(x: float, y: float) -> bool:
        return bool((np.hypot(solid["x"] - x, solid["y"] - y) > needs).all())

    spot = free_spot(weed.around, boundary, chance, is_free)
    if spot is None:
        inner, outer = weed.around
        raise SettingsError(
            f"{name} finds no ground free of obstacles between the circles {inner:g} and "
            f"{outer:g} m around the middle of a habitat of {boundary:g} m; let there be wider "
            "circles (around), or fewer and smaller obstacles"
        )
    return spot


def _fan(count: int, chance: np.random.Generator) -> tuple[Floats, Floats]:
    """Where leaves of a cluster grow from its middle [m], shape (count, 2), and the directions of
    their shape, shape (count, NODES_PER_LEAF, 3)."""
    outwards = np.sqrt((np.arange(count) + 0.5) / count)
    angles = SPIRAL * np.arange(count) + chance.uniform(-math.pi, math.pi)
    bases = ROOT * (outwards * np.stack([np.cos(angles), np.sin(angles)])).T
    turned = (angles + chance.normal(0.0, UNEVEN, count))[:, None]
    lean = np.linspace(*FAN, NODES_PER_LEAF) * outwards[:, None]
    lean = lean + chance.normal(0.0, UNEVEN, (count, 1)) * outwards[:, None]
    directions = np.stack(
        [np.sin(lean) * np.cos(turned), np.sin(lean) * np.sin(turned), np.cos(lean)], axis=2
    )
    return bases, directions


@kernel
def _feel(
    heights: Heights,
    reach: float,
    step: float,
    nodes: Floats,
    flow: Floats,
    grip: Floats,
    flow_out: NDArray[Any],
    grip_out: NDArray[Any],
    floor_out: NDArray[Any],
) -> None:
    """Flow, grip and ground at nodes in the world, into the blocks of `Leaves`."""
    for leaf in range(len(nodes)):
        block, lane = leaf // WIDTH, leaf % WIDTH
        root = nodes[leaf, 0, 2]
        for node in range(NODES_PER_LEAF):
            x, y = nodes[leaf, node + 1, 0], nodes[leaf, node + 1, 1]
            grip_out[block, node, lane] = grip[leaf * (1 + NODES_PER_LEAF) + node + 1]
            floor_out[block, node, lane] = ground_height(heights, reach, step, x, y) - root
            for axis in range(3):
                flow_out[block, node, axis, lane] = flow[leaf, node + 1, axis]


@kernel
def _show(
    first_leaf: NDArray[np.intp], positions: NDArray[Any], nodes_out: Floats, boxes_out: Floats
) -> None:
    """Nodes in the world, from the blocks of `Leaves`, and the boxes around clusters."""
    for cluster in range(len(boxes_out)):
        for axis in range(3):
            boxes_out[cluster, 0, axis] = np.inf
            boxes_out[cluster, 1, axis] = -np.inf
        for leaf in range(first_leaf[cluster], first_leaf[cluster + 1]):
            block, lane = leaf // WIDTH, leaf % WIDTH
            for node in range(1 + NODES_PER_LEAF):
                for axis in range(3):
                    place = nodes_out[leaf, 0, axis]
                    if node > 0:
                        place += positions[block, node - 1, axis, lane]
                        nodes_out[leaf, node, axis] = place
                    boxes_out[cluster, 0, axis] = min(boxes_out[cluster, 0, axis], place)
                    boxes_out[cluster, 1, axis] = max(boxes_out[cluster, 1, axis], place)
