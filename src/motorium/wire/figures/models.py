"""What the three levels and their rifles look like: one file of tensors, the same for everybody.

It is a safetensors file, served as `GET /figures/models`. For each of "human-high", "human-med",
"human-low", "rifle-high", "rifle-med" and "rifle-low" it has

    NAME vertices   float32 (vertices, 3): in the frame of the vertex's segment [m]
    NAME normals    float32 (vertices, 3)
    NAME segments   uint8 (vertices,): the segment that it rides on
    NAME materials  uint8 (vertices,)
    NAME triangles  uint16 (triangles, 3): against the clock seen from outside
    NAME colors     float32 (materials, 3): red, green, blue, 0 to 1

and in its header, under the key "motorium", the names of each one's materials, as JSON.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES
from motorium.bodies.figure.flesh import Flesh, flesh_of, rifle_flesh
from motorium.sealed import seal

__all__ = ["MODELS_PATH", "models_bytes"]

MODELS_PATH: Final = "/figures/models"
FORMAT: Final = 1


@cache
def models_bytes() -> bytes:
    """The whole file."""
    models = {
        flesh.title: flesh for name in FIGURES for flesh in (flesh_of(name), rifle_flesh(name))
    }
    tensors: dict[str, np.ndarray] = {}
    for title, flesh in models.items():
        tensors |= {f"{title} {part}": array for part, array in _parts(flesh).items()}
    materials = {title: list(flesh.material_names) for title, flesh in models.items()}
    return seal(tensors, {"format": FORMAT, "materials": materials})


def _parts(flesh: Flesh) -> dict[str, np.ndarray]:
    return {
        "vertices": flesh.vertices.astype("<f4"),
        "normals": flesh.normals.astype("<f4"),
        "segments": flesh.segments.astype("u1"),
        "materials": flesh.materials.astype("u1"),
        "triangles": flesh.triangles.astype("<u2"),
        "colors": flesh.colors.astype("<f4"),
    }
