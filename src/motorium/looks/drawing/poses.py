"""Poses of fishes as texels, which the page computes of snapshots (ocean/pose.frag.glsl)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import body_to_world
from motorium.looks.drawing.moment import Fishes
from motorium.looks.drawing.pages import page_places
from motorium.looks.shading import shader_constant
from motorium.looks.skin import FACES, face_frames

__all__ = ["TEXELS_PER_FISH", "pose_texels", "trait_texels"]

A_ROW: Final = int(shader_constant("FISHES_PER_ROW"))
ORIGIN: Final = int(shader_constant("ORIGIN_TEXEL"))
FIRST_FIN: Final = int(shader_constant("FIRST_FIN_TEXEL"))
FIRST_LOOK: Final = int(shader_constant("FIRST_LOOK_TEXEL"))
FIRST_FACE: Final = int(shader_constant("FIRST_FACE_TEXEL"))
HAS_NODES: Final = int(shader_constant("FLAG_NODES"))
TEXELS_PER_FISH: Final = FIRST_FACE + 2 * len(FACES)


def pose_texels(fishes: Fishes) -> NDArray[np.float32]:
    """Rows of 16 fishes each, shape (rows, 16 * texels, 4), in page coordinates [m]: nodes from the
    origin, the origin, normals and tangents of faces; beside them fins and looks."""
    count = len(fishes)
    texels = np.zeros((_rows(count) * A_ROW, TEXELS_PER_FISH, 4), dtype=np.float32)
    if count:
        own = texels[:count]
        nodes = body_to_world(fishes.orientations[:, np.newaxis], fishes.nodes.astype(np.float64))
        _, axes = face_frames(nodes)
        own[..., 3] = 1.0
        own[:, :ORIGIN, :3] = page_places(nodes)
        own[:, ORIGIN, :3] = page_places(fishes.positions)
        own[:, ORIGIN, 3] = HAS_NODES
        own[:, FIRST_FACE::2, :3] = page_places(axes[:, :, 2])
        own[:, FIRST_FACE + 1 :: 2, :3] = page_places(axes[:, :, 0])
        own[:, FIRST_FIN : FIRST_FIN + 4, 3] = fishes.fins.reshape(count, 4)
        own[:, FIRST_LOOK : FIRST_LOOK + 3, 3] = fishes.expression
    return texels.reshape(-1, A_ROW * TEXELS_PER_FISH, 4)


def trait_texels(fishes: Fishes) -> NDArray[np.float32]:
    """Length [m], seed from 0 to 1 and species, shape (rows, 16, 4)."""
    count = len(fishes)
    texels = np.zeros((_rows(count) * A_ROW, 4), dtype=np.float32)
    texels[:count, 0] = fishes.lengths
    texels[:count, 1] = fishes.seeds / 65535.0
    texels[:count, 2] = fishes.kinds
    return texels.reshape(-1, A_ROW, 4)


def _rows(count: int) -> int:
    return max(1, -(-count // A_ROW))
