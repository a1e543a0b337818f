"""Seaweeds: leaves as ribbons and fronds, which the shader lays along their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.looks.scenery.chance import Chance, spread_seed
from motorium.looks.shading import shader_constant

__all__ = [
    "WEED_KINDS",
    "LeafMesh",
    "WeedCluster",
    "cluster_radii",
    "leaf_mesh",
    "leaf_traits",
    "node_texels",
]

WEED_KINDS: Final = ("kelp", "ribbon", "grass")

LEAVES_PER_ROW: Final = int(shader_constant("LEAVES_PER_ROW"))

_WIDTHS: Final = {"kelp": (0.05, 0.09), "ribbon": (0.042, 0.06), "grass": (0.016, 0.018)}
"""Of a leaf, of its length; and at most [m]."""
_PARTS: Final = (22, 7)
"""Of a ribbon along its length: for near and for far clusters."""
_BLADES: Final = (14, 9)
"""Of a kelp frond."""


class WeedCluster(Protocol):
    """Leaves that grow around one root, z up [m]; nodes of leaves are in the order of clusters."""

    @property
    def kind(self) -> str: ...
    @property
    def root(self) -> Sequence[float]: ...
    @property
    def leaves(self) -> int: ...


@dataclass(frozen=True)
class LeafMesh:
    blades: NDArray[np.float32]
    """How far along the leaf, how far across in widths, how far on from there in widths, and where
    on its blade (0 at its edge, 1 in the middle), shape (n, 4)."""
    triangles: NDArray[np.int32]


@cache
def leaf_mesh(kind: str, level: int) -> LeafMesh:
    """`level`: 0 for near leaves, 1 for far ones."""
    return _frond(level) if kind == "kelp" else _ribbon(kind, level)


def _ribbon(kind: str, level: int) -> LeafMesh:
    """A plain leaf, widest in its lower third, pointed at its tip."""
    parts = _PARTS[level]
    along = np.arange(parts + 1) / parts
    taper = 1 - along**2.5 if kind == "grass" else (0.35 + 2.6 * along) * (1 - along) ** 0.75
    half = 0.5 * np.minimum(1, taper)
    zero = np.zeros_like(along)
    across = np.stack([-half, zero, half], axis=-1)
    rib = np.broadcast_to([0.0, 1.0, 0.0], across.shape)
    blades = np.stack(
        [np.broadcast_to(along[:, None], across.shape), across, 0 * across, rib], axis=-1
    )
    a = (np.arange(parts) * 3)[:, None] + np.arange(2)
    faces = np.stack([a, a + 1, a + 3, a + 1, a + 4, a + 3], axis=-1)
    return _leaf(blades, faces)


def _frond(level: int) -> LeafMesh:
    """A frond of kelp: a stalk, and blades to both sides that hang on it."""
    parts = _PARTS[level]
    along = np.arange(parts + 1) / parts
    half = 0.13 * (1.1 - along)
    stalk = np.stack(
        [
            np.repeat(along, 2),
            np.stack([-half, half], axis=-1).ravel(),
            np.zeros(2 * len(along)),
            np.full(2 * len(along), 0.3),
        ],
        axis=-1,
    )
    a = 2 * np.arange(parts)
    stalk_faces = np.stack([a, a + 1, a + 2, a + 1, a + 3, a + 2], axis=-1)
    count = _BLADES[level]
    blades = [_blade(k, count) for k in range(count)]
    first = (len(stalk) + 12 * np.arange(count))[:, None, None]
    a = first + (3 * np.arange(3))[:, None] + np.arange(2)
    faces = np.stack([a, a + 1, a + 3, a + 1, a + 4, a + 3], axis=-1)
    return _leaf(
        np.concatenate([stalk, *blades]),
        np.concatenate([stalk_faces.reshape(-1, 3), faces.reshape(-1, 3)]),
    )


def _blade(number: int, count: int) -> Floats:
    """Four cross lines from where it grows to its tip; each has two edges and a rib."""
    along = 0.1 + (0.9 * number) / (count - 1)
    side = 0 if number == count - 1 else 1 if number % 2 else -1
    size = 1.15 - 0.45 * along
    rows = []
    for out, half in ((0, 0.1), (0.3, 0.42), (0.7, 0.34), (1, 0)):
        across = side * out * 2.3 * size
        on = (0.9 if side else 2.6) * out * size
        # Edges lie along the stalk for blades at its side, across it for the last.
        edge_across, edge_on = (0.0, half * size) if side else (half * size, 0.0)
        rows.append([along, across - edge_across, on - edge_on, 0])
        rows.append([along, across, on, 1])
        rows.append([along, across + edge_across, on + edge_on, 0])
    return np.array(rows, float)


def _leaf(blades: Floats, faces: NDArray[np.int64]) -> LeafMesh:
    return LeafMesh(blades.reshape(-1, 4).astype(np.float32), faces.reshape(-1, 3).astype(np.int32))


def node_texels(nodes: Floats) -> NDArray[np.float32]:
    """Nodes of leaves, page axes [m], shape (leaves, nodes, 3), as the shader looks them up."""
    leaves, count, _ = nodes.shape
    rows = max(1, -(-leaves // LEAVES_PER_ROW))
    texels = np.zeros((rows * LEAVES_PER_ROW, count, 4), np.float32)
    texels[:leaves, :, :3] = nodes
    return texels.reshape(rows, LEAVES_PER_ROW * count, 4)


def leaf_traits(clusters: Sequence[WeedCluster], nodes: Floats) -> NDArray[np.float32]:
    """Width [m], chance, turn and kind of each leaf, as the shader looks them up: leaves are as
    wide as their length bears."""
    lengths = _lengths(nodes)
    rows = max(1, -(-len(lengths) // LEAVES_PER_ROW))
    texels = np.zeros((rows * LEAVES_PER_ROW, 4), np.float32)
    first = 0
    for number, cluster in enumerate(clusters):
        leaves = slice(first, first + cluster.leaves)
        drawn = Chance(spread_seed(number + 17)).many(3 * cluster.leaves).reshape(-1, 3)
        share, most = _WIDTHS[cluster.kind]
        width = np.minimum(most, share * lengths[leaves]) * (0.75 + 0.5 * drawn[:, 0])
        kind = np.full(cluster.leaves, WEED_KINDS.index(cluster.kind))
        texels[leaves] = np.stack([width, drawn[:, 1], 2 * np.pi * drawn[:, 2], kind], axis=-1)
        first += cluster.leaves
    return texels.reshape(rows, LEAVES_PER_ROW, 4)


def cluster_radii(clusters: Sequence[WeedCluster], nodes: Floats) -> Floats:
    """Around the roots: all of a cluster is within [m]."""
    lengths = _lengths(nodes)
    ends = np.cumsum([cluster.leaves for cluster in clusters])
    return np.array(
        [
            lengths[end - one.leaves : end].max(initial=0.0) + 0.3
            for one, end in zip(clusters, ends, strict=True)
        ]
    )


def _lengths(nodes: Floats) -> Floats:
    single = nodes.astype(np.float32).astype(float)
    result: Floats = np.linalg.norm(np.diff(single, axis=1), axis=-1).sum(axis=1)
    return result
