"""What GLB files hold, read by the tests' own reader: a fish, a figure and a puppet in motion."""

from __future__ import annotations

import io

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from PIL import Image

from docs.pictures.style import DEEP, FOAM, HERE
from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.export.glb import figure_glb, fish_glb, puppet_glb
from motorium.looks.srgb import as_shown
from motorium.motion.cut import closed_cycle
from motorium.motion.cycle import steady_beat
from motorium.motion.figures.walking.gaits import gait_at
from motorium.motion.figures.walking.walks import walk
from tests.export.reading import Reader

FISH = load_species("emperor-angelfish")
SHOWN = 7


def beat() -> bytes:
    take = steady_beat(FISH, speed=FISH.gaits.medium.speed)
    return fish_glb(FISH, closed_cycle("swim-medium", "swim", take, curved=False), seed=4).data


def steps() -> bytes:
    stride = walk("walking forward", [0.62] * 6, gait_at("walking forward", 1.3))
    return figure_glb("human-high", stride.poses).data


def fall() -> bytes:
    return puppet_glb(load_puppet("somersault"), seconds=1.6).data


def main() -> None:
    """Draw all three."""
    figure, axes = plt.subplots(
        3, 1, figsize=(10, 7.6), height_ratios=(0.7, 1.0, 0.9), layout="constrained"
    )
    # A turn about the upright axis, and how far apart they are drawn.
    rows = (
        (beat(), "a fish: a few shapes, blended", 0.6, 1.1 * FISH.length),
        (steps(), "a figure: a skeleton and its flesh", 0.9, 0.95),
        (fall(), "a puppet: joints at its points, and shapes where parts blend", 0.0, 1.7),
    )
    for ax, (data, title, turn, apart) in zip(axes, rows, strict=True):
        draw(ax, Reader(data), turn, apart)
        ax.set_title(title, color=FOAM, fontsize=11)
        ax.set(aspect="equal")
        ax.autoscale_view()
        ax.axis("off")
    figure.savefig(HERE / "glb.png", dpi=75, facecolor=DEEP)
    plt.close(figure)
    with Image.open(HERE / "glb.png") as drawn:
        drawn.convert("RGB").save(HERE / "glb.jpg", quality=88)
    (HERE / "glb.png").unlink()


def draw(axes: Axes, reader: Reader, turn: float, apart: float) -> None:
    """Moments of a file side by side, each in its own middle."""
    right = np.array([np.sin(turn), 0.0, np.cos(turn)]) if turn else np.array([1.0, 0.0, 0.0])
    up = np.array([0.0, 1.0, 0.0])
    towards = np.cross(right, up)
    paints = {name: colors(reader, name) for name in reader.draw(0.0)}
    for place, time in enumerate(np.linspace(0.0, reader.seconds, SHOWN + 1)[:-1]):
        parts = reader.draw(float(time))
        corners = np.concatenate([one.places[one.triangles] for one in parts.values()])
        paint = np.concatenate([paints[name] for name in parts])
        middle = corners.reshape(-1, 3).mean(axis=0) * [1.0, 0.0, 1.0]
        corners = corners - middle
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
        shade = 0.5 + 0.35 * abs(across @ towards) + 0.2 * np.maximum(across[:, 1], 0.0)
        order = np.argsort(corners.mean(axis=1) @ towards)
        flat = np.stack([corners @ right + apart * place, corners @ up], axis=-1)
        lit = np.clip(paint * shade[:, None], 0.0, 1.0)[order]
        axes.add_collection(
            PolyCollection(list(flat[order]), facecolors=lit, edgecolors=lit, linewidths=0.15)
        )


def colors(reader: Reader, name: str) -> Floats:
    """Of the triangles of a node, from materials and textures."""
    node = next(one for one in reader.nodes if one["name"] == name)
    found = []
    for part in reader.json["meshes"][node["mesh"]]["primitives"]:
        pbr = reader.json["materials"][part["material"]]["pbrMetallicRoughness"]
        triangles = reader.accessor(part["indices"]).reshape(-1, 3)
        if "baseColorTexture" in pbr:
            view = reader.json["bufferViews"][reader.json["images"][0]["bufferView"]]
            png = reader.blob[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
            picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")) / 255.0
            at = reader.accessor(part["attributes"]["TEXCOORD_0"])[triangles].mean(axis=1)
            column, row = (at * len(picture)).astype(int).T
            found.append(picture[row, column])
        else:
            shown = as_shown(np.array(pbr["baseColorFactor"][:3]))
            found.append(np.tile(shown, (len(triangles), 1)))
    return np.concatenate(found)


if __name__ == "__main__":
    main()
