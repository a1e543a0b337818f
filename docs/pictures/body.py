"""The body of a fish: its 23 nodes, 91 units and 12 muscles, from the side, above and askew."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, arrow, bare, pair, panel, save
from motorium.bodies.fish import KIND_CROSS, KIND_MUSCLE, UNIT_KINDS, UNIT_NODES
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats

LOOKS = {0: (REEF, 1.1, 0.9), KIND_CROSS: (DIM, 0.6, 0.45), KIND_MUSCLE: (CORAL, 2.6, 1.0)}


def draw(axes: Axes, points: Floats, masses: Floats) -> None:
    """Units and nodes, projected to the plane, shape (23, 2)."""
    for kind in (KIND_CROSS, 0, KIND_MUSCLE):
        color, width, alpha = LOOKS[kind]
        pairs = UNIT_NODES[kind == UNIT_KINDS]
        axes.add_collection(
            LineCollection(list(points[pairs]), colors=color, linewidths=width, alpha=alpha)
        )
    axes.scatter(
        points[:, 0], points[:, 1], s=10 + 6 * masses, color=GOLD, zorder=3, edgecolors="none"
    )
    axes.autoscale_view()
    axes.margins(0.12, 0.22)
    bare(axes)


def number(axes: Axes, points: Floats, names: dict[int, str], away: float) -> None:
    middle = points.mean(axis=0)
    for node, text in names.items():
        side = np.sign(points[node] - middle) * (0.25, 1.0)
        if node == 0:
            side = np.array([1.0, 0.0])
        elif node in (21, 22):
            side = np.array([-1.1 - 0.9 * (len(text) > 2), 0.2 * side[1]])
        axes.text(
            *pair(points[node] + away * side),
            text,
            ha="center",
            va="center",
            fontsize=9,
            color=FOAM,
        )


def main() -> None:
    body = load_species("herring").body
    x, y, z = body.nodes.T
    figure, _ = panel(9.5, 6.2)
    figure.clf()
    grid = figure.add_gridspec(2, 2, height_ratios=(1.7, 1))
    oblique = figure.add_subplot(grid[0, :])
    # Seen from the right, a little from above.
    points = np.stack([x * 0.93 - y * 0.62, z + x * 0.06 + y * 0.42], axis=1)
    draw(oblique, points, body.masses)
    for node in range(len(points)):
        shift = np.array([0.32, 0.3]) if points[node, 1] >= 0 else np.array([0.32, -0.36])
        oblique.text(*pair(points[node] + shift), str(node), fontsize=10, ha="center", va="center")
    tip = points[0] + (1.2, 0.1)
    arrow(oblique, tip, np.add(tip, (2.4, 0.15)), color=DIM)
    oblique.text(*pair(np.add(tip, (0.1, 0.45))), "forward, x", color=DIM, fontsize=9)
    oblique.set_xlim(points[:, 0].min() - 0.8, points[0, 0] + 4)
    oblique.set_title("23 nodes, 91 units; the 12 muscles are the thick lines")

    side = figure.add_subplot(grid[1, 0])
    flat = np.stack([x, z], axis=1)
    draw(side, flat, body.masses)
    names = {0: "0", 21: "21", 22: "22"}
    for quad in range(5):
        a, b, c, d = (1 + 4 * quad + k for k in range(4))
        names |= {a: f"{a}, {b}", d: f"{c}, {d}"}
    number(side, flat, names, 0.75)
    side.set_title("from the right: z is up")

    top = figure.add_subplot(grid[1, 1])
    flat = np.stack([x, y], axis=1)
    draw(top, flat, body.masses)
    names = {0: "0", 21: "21, 22"}
    for quad in range(5):
        a, b, c, d = (1 + 4 * quad + k for k in range(4))
        names |= {a: f"{a}, {d}", b: f"{b}, {c}"}
    number(top, flat, names, 0.75)
    top.set_title("from above: y is left")
    save(figure, "body.svg")


if __name__ == "__main__":
    main()
