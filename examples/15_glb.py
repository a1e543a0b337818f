"""A clownfish goes to other programs: its skin, its colours and a beat of its tail as GLB.

The file is read back by the numbers in it, as any program would, and what it draws is compared
with our own skin at every key; the last is the first again, so that it swims for ever.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pygltflib
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from PIL import Image

from motorium.bodies.species import load_species
from motorium.export.fish import FishMotion, rest_nodes
from motorium.export.glb import fish_glb
from motorium.looks.fish_mesh import FishMesh
from motorium.looks.skin import skin_of
from motorium.motion.cut import closed_cycle
from motorium.motion.cycle import steady_beat
from motorium.motion.segments import Segment

SPECIES = load_species("clownfish")
SHOWN = 6
NUMBERS = {5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


def main(folder: Path) -> None:
    """Catch a beat, write it, read it, check it, and draw it to `folder`."""
    beat = steady_beat(SPECIES, speed=SPECIES.gaits.medium.speed)
    segment = closed_cycle("swim-medium", "swim", beat, curved=False)
    glb = fish_glb(SPECIES, segment, seed=2)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "15_glb.glb").write_bytes(glb.data)
    print(
        f"{len(glb.data) / 1e6:.2f} MB: {glb.vertices} vertices, {glb.shapes} shapes for "
        f"{glb.keys} keys in {glb.seconds:.3f} s"
    )
    file = pygltflib.GLTF2().load(str(folder / "15_glb.glb"))
    seen = played(file)
    check(seen, segment)
    draw(file, seen, folder / "15_glb.png")


def numbers(file: Any, accessor: int) -> np.ndarray:
    """Rows of an accessor."""
    one = file.accessors[accessor]
    view = file.bufferViews[one.bufferView]
    width = WIDTHS[one.type]
    found = np.frombuffer(
        file.binary_blob(), NUMBERS[one.componentType], one.count * width, view.byteOffset
    )
    return found.reshape(-1, width)


def played(file: Any) -> np.ndarray:
    """Places of all vertices at all keys, seen from the fish, shape (keys, vertices, 3)."""
    moves = file.animations[0]
    weights = next(
        numbers(file, moves.samplers[one.sampler].output)
        for one in moves.channels
        if one.target.path == "weights"
    ).reshape(len(numbers(file, moves.samplers[0].input)), -1)
    parts = []
    for part in file.meshes[0].primitives:
        shapes = np.array([numbers(file, target["POSITION"]) for target in part.targets])
        parts.append(numbers(file, part.attributes.POSITION) + np.tensordot(weights, shapes, 1))
    return np.concatenate(parts, axis=1)


def check(seen: np.ndarray, segment: Segment) -> None:
    """It is our own skin, and closed."""
    rest = rest_nodes(SPECIES)
    mesh = FishMesh(skin_of(rest, SPECIES.skin), rest)
    nodes = FishMotion(segment, SPECIES.length, 1.0, travel=False, cycles=1).nodes
    places, _ = mesh.place(nodes, SPECIES.length)
    used = np.concatenate([np.unique(part) for part in mesh.triangles.values()])
    ours = places[:, used][..., [1, 2, 0]]  # x to the left, y up, z ahead.
    off = np.linalg.norm(seen - ours, axis=-1).max() / SPECIES.length
    seam = np.linalg.norm(seen[-1] - seen[0], axis=-1).max() / SPECIES.length
    print(f"at most {100 * off:.3f} % of its length off; the seam {100 * seam:.5f} %")
    assert off < 2.1e-4
    assert seam < 1e-6


def draw(file: Any, seen: np.ndarray, picture: Path) -> None:
    """A beat from above and from its right, with the colours of the file's own texture."""
    view = file.bufferViews[file.images[0].bufferView]
    png = file.binary_blob()[view.byteOffset : view.byteOffset + view.byteLength]
    texture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")) / 255.0
    triangles, colors, first = [], [], 0
    for part in file.meshes[0].primitives:
        corners = numbers(file, part.indices).reshape(-1, 3).astype(int)
        uv = numbers(file, part.attributes.TEXCOORD_0)[corners].mean(axis=1)
        column, row = (np.clip(uv * len(texture), 0, len(texture) - 1).astype(int)).T
        colors.append(texture[row, column])
        triangles.append(corners + first)
        first += len(numbers(file, part.attributes.POSITION))
    plt.style.use("dark_background")
    figure, axes = plt.subplots(2, 1, figsize=(11, 4.4), layout="constrained", facecolor="#04121c")
    keys = np.linspace(0, len(seen) - 1, SHOWN + 1).astype(int)[:-1]
    for ax, plane, towards in ((axes[0], (2, 0), [0, 1, 0]), (axes[1], (2, 1), [-1, 0, 0])):
        ax.set_facecolor("#061b29")
        for place, key in enumerate(keys):
            corners = seen[key][np.concatenate(triangles)]
            draw_fish(ax, corners, np.concatenate(colors), plane, np.array(towards), 1.15 * place)
        ax.set(aspect="equal", xticks=[], yticks=[], xlim=(-0.9, 1.15 * SHOWN - 0.5))
    axes[0].set_title("A beat of the tail, as it is in the file: from above")
    axes[1].set_title("and from its right")
    figure.savefig(picture, dpi=100)
    plt.close(figure)


def draw_fish(
    axes: Axes,
    corners: np.ndarray,
    colors: np.ndarray,
    plane: tuple[int, int],
    towards: np.ndarray,
    at: float,
) -> None:
    """Triangles `corners` [m], (t, 3, 3), from the farthest to the nearest."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    shade = 0.45 + 0.4 * abs(normals @ towards) + 0.2 * np.maximum(normals[:, 1], 0.0)
    order = np.argsort(corners.mean(axis=1) @ towards)
    flat = corners[order][:, :, plane] / SPECIES.length
    flat[..., 0] += at
    paint = np.clip(colors * shade[:, None], 0.0, 1.0)[order]
    axes.add_collection(
        PolyCollection(list(flat), facecolors=paint, edgecolors=paint, linewidths=0.2)
    )
    axes.set_ylim(-0.4, 0.4)


if __name__ == "__main__":
    main(Path("out"))
