"""Human figures in motion: figure-postures.png, figure-arcs(-low).png, figure-gaits.png."""

from __future__ import annotations

import math
from typing import Final

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from rich.console import Console

from docs.pictures.drawn_figures import Image, Posed, View, draw_figures, show
from docs.pictures.style import DEEP, FOAM, save
from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.flesh import flesh_of
from motorium.bodies.figure.rifle import rifle_placed
from motorium.bodies.figure.skeleton import Poses
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.playing import played
from motorium.motion.figures.run import ready_graph

HIGH: Final = load_skeleton("human-high")
FLESH: Final = flesh_of("human-high")
WIDTH: Final = 1500
SCALE: Final = 140.0
"""Pixels a metre."""
COLORS: Final = 96
LABEL: Final = 30
"""Pixels above each strip."""
ARCS: Final = (
    ("standing deployed", "standing firing"),
    ("standing deployed", "kneeling deployed"),
    ("kneeling deployed", "kneeling firing"),
    ("standing deployed", "crawl"),
    ("kneeling deployed", "crawl"),
    ("crawl", "prone deployed"),
    ("prone deployed", "prone firing"),
    ("prone deployed", "crawling"),
    ("crawling", "crawling"),
)
GAITS: Final = ("walking forward", "walking backward", "running")

Row = tuple[str, Image]


def main() -> None:
    graph = ready_graph(Console())
    draw_postures(graph)
    draw_arcs(graph)
    draw_gaits(graph)


def draw_postures(graph: PostureGraph) -> None:
    columns = 5
    names = list(graph.nodes)
    rows = []
    for first in range(0, len(names), columns):
        chosen = names[first : first + columns]
        poses = [graph.nodes[name].sets["human-high"].sample(0.0) for name in chosen]
        rows.append((chosen, _strip(poses, WIDTH / SCALE / columns, 1.95, heading=-1.0)))
    figure = _page([image for _, image in rows])
    axes = figure.axes[0]
    top = 0
    for chosen, image in rows:
        for column, name in enumerate(chosen):
            middle = (column + 0.5) * WIDTH / columns
            axes.text(middle, top + 20, name, color=FOAM, fontsize=11, ha="center")
        top += LABEL + len(image)
    save(figure, "figure-postures.png", COLORS)


def draw_arcs(graph: PostureGraph) -> None:
    upright: list[Row] = []
    low: list[Row] = []
    for start, end in ARCS:
        arc = graph.arcs[start, end]
        lying = start.startswith(("prone", "crawling")) or end.startswith("prone")
        pictures, high = (5, 1.15) if lying else (8, 1.95)
        poses = arc.sets["human-high"].sample(np.linspace(0.0, arc.seconds, pictures))
        each = [poses.frames(slice(k, k + 1)) for k in range(pictures)]
        label = f"{start} to {end}, {arc.seconds:.1f} s"
        rows = low if lying else upright
        rows.append((label, _strip(each, WIDTH / SCALE / pictures, high)))
    save_strips(upright, "figure-arcs.png")
    save_strips(low, "figure-arcs-low.png")


def draw_gaits(graph: PostureGraph) -> None:
    rows: list[Row] = []
    for kind in GAITS:
        way = [f"{kind} left", f"{kind} right", f"{kind} left", f"{kind} right"]
        poses = played(graph, ["standing deployed", *way, "standing deployed"])
        frames = np.linspace(0, len(poses) - 1, 13).round().astype(int)
        each = [poses.frames(slice(k, k + 1)) for k in frames]
        label = f"{kind}: from standing to standing in {(len(poses) - 1) / 60:.1f} s"
        rows.append((label, _strip(each, WIDTH / SCALE / 13, 1.95)))
    save_strips(rows, "figure-gaits.png")


def _strip(poses: list[Poses], apart: float, high: float, heading: float = -math.pi / 2) -> Image:
    """Side by side, so far apart and so high [m], wherever they were."""
    ahead = np.array([math.sin(-heading), math.cos(heading), 0.0])
    figures = []
    for number, pose in enumerate(poses):
        placed = HIGH.place(pose)
        middle = (placed.positions[0].min(axis=0) + placed.positions[0].max(axis=0)) / 2
        offset = ahead * apart * (number + 0.5) - middle * [1.0, 1.0, 0.0]
        positions, rotations = rifle_placed(HIGH, placed)
        figures.append(Posed(FLESH, HIGH, pose, offset.tolist(), (positions[0], rotations[0])))
    centre = ahead * WIDTH / SCALE / 2 + [0.0, 0.0, high / 2 - 0.12]
    size = (WIDTH, round(high * SCALE))
    return draw_figures(figures, View(heading, 0.1, size, centre.tolist(), SCALE))


def _page(images: list[Image]) -> Figure:
    """All of them below each other, with room for a line above each."""
    back = np.array(to_rgb(DEEP)) * 255
    rows = []
    for image in images:
        rows += [np.full((LABEL, WIDTH, 3), back, dtype=np.uint8), image]
    whole = np.concatenate(rows)
    figure = plt.figure(figsize=(12, 12 * len(whole) / WIDTH))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    show(axes, whole)
    return figure


def save_strips(rows: list[Row], name: str) -> None:
    figure = _page([image for _, image in rows])
    top = 0
    for label, image in rows:
        figure.axes[0].text(16, top + 22, label, color=FOAM, fontsize=11)
        top += LABEL + len(image)
    save(figure, name, COLORS)


if __name__ == "__main__":
    main()
