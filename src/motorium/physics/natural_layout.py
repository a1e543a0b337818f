"""Where the natural model's kernel keeps its numbers: the blocks of its matrix, and its work space.

The matrix has a 3 x 3 block for each pair of nodes that a unit, a face or a fin joins.
Before elimination every block is symmetric, so that six rows of numbers hold it; its factors need
nine.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from motorium.bodies.fish import NODES, UNIT_NODES, UNITS
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, inverse_sqrt, splat
from motorium.physics.skyline import Skyline
from motorium.physics.triples import dot, load3, times
from motorium.physics.water import SECTIONS, fin_weights

__all__ = [
    "AXES",
    "BLOCKS",
    "BLOCK_ROWS",
    "FIN_NODES",
    "FIN_SHARES",
    "FLOW",
    "LOAD",
    "PLACE",
    "PUSH",
    "SCRATCH_ROWS",
    "TOP",
    "WHERE",
    "node3",
    "unit3",
]

_FIN_WEIGHTS: Final = fin_weights()
FIN_NODES = np.array([np.flatnonzero(w) for w in _FIN_WEIGHTS])
FIN_SHARES = np.array([w[w != 0] for w in _FIN_WEIGHTS])
"""The eight nodes that carry each fin, and how much of it, shape (4, 8)."""


def _blocks() -> Skyline:
    """Pairs of nodes with a block: those of units, and those that a fin joins."""
    pairs = UNIT_NODES.tolist()
    for nodes in FIN_NODES:
        pairs += [(a, b) for a in nodes for b in nodes if a < b]
    return Skyline.of_pairs(NODES, np.array(pairs, dtype=np.int32))


BLOCKS: Final = _blocks()
TOP = BLOCKS.top.astype(np.int64)
PLACE = BLOCKS.diagonal.astype(np.int64)
"""Of the first block of each column, and of its diagonal one."""
BLOCK_ROWS: Final = 9

LOAD: Final = BLOCK_ROWS * BLOCKS.size
"""Of the right-hand side, which the solution replaces."""
WHERE: Final = LOAD + 3 * NODES
"""Where the nodes will be in the middle of the step."""
FLOW: Final = WHERE + 3 * NODES
"""How fast they lately moved against the water."""
AXES: Final = FLOW + 3 * NODES
"""Forward directions of the six stretches of the body."""
PUSH: Final = AXES + 3 * SECTIONS
"""What each unit adds to the load."""
SCRATCH_ROWS: Final = PUSH + 3 * UNITS
"""Of the work space of one thread."""


@register_jitable
def node3(lanes: Lanes, width: int, scratch: Array, first: int, node: int) -> Any:
    """Of this row of triples, the node's."""
    return load3(lanes, width, scratch, (first + 3 * node) * width)


@register_jitable
def unit3(lanes: Lanes, a: Any, state: Array) -> Any:
    """A triple over its length."""
    tiny = splat(lanes, state.dtype.type(1e-20))
    return times(inverse_sqrt(dot(a, a) + tiny), a)
