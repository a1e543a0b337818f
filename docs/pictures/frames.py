"""The axes of the world and of a fish, and the signs of heading, pitch and roll."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc, Polygon

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, arrow, bare, pair, panel, save
from motorium.bodies.fish import FishBody
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats


def outline(body: FishBody, across: int) -> Floats:
    """The silhouette from above (across = 1) or from the side (2), in body lengths."""
    x, side = body.nodes[:, 0] / body.length, body.nodes[:, across] / body.length
    near = [0, 1, 5, 9, 13, 17, 21]
    width = np.abs(side[near])
    up, down = np.stack([x[near], width], 1), np.stack([x[near], -width], 1)
    return np.concatenate([up, down[::-1]])


def turned(points: Floats, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    around: Floats = points @ np.array([[c, s], [-s, c]])
    return around


def cross(axes: Axes, angle: float, names: tuple[str, str], color: str, size: float) -> None:
    for k, name in enumerate(names):
        tip = size * turned(np.eye(2)[k : k + 1], angle)[0]
        arrow(axes, (0, 0), tip, color=color, linewidth=1.8)
        away = tip + (0.07 + 0.03 * len(name)) * tip / size * (1.0, 0.6)
        axes.text(*pair(away), name, color=color, ha="center", va="center", fontsize=10)


def view(axes: Axes, shape: Floats, angle: float, words: tuple[str, str, str]) -> None:
    """A fish at an angle in the world, with both crosses and the angle between them."""
    axes.add_patch(Polygon(turned(shape, angle), facecolor=SEA, edgecolor=REEF, linewidth=1.2))
    world, body, name = words
    cross(axes, 0.0, (f"{world[0]} world", world[1]), DIM, 0.62)
    cross(axes, angle, (body.split()[0], body.split()[1]), GOLD, 0.5)
    axes.add_patch(
        Arc((0, 0), 0.72, 0.72, theta1=0, theta2=np.degrees(angle), color=CORAL, linewidth=1.8)
    )
    axes.text(
        0.44 * np.cos(angle / 2),
        0.44 * np.sin(angle / 2),
        name,
        color=CORAL,
        fontsize=9,
        va="center",
    )
    axes.plot(0, 0, "o", color=FOAM, markersize=4)
    axes.set_xlim(-0.75, 1.0)
    axes.set_ylim(-0.6, 0.85)
    bare(axes)


def main() -> None:
    body = load_species("herring").body
    figure, (top, side, front) = panel(9.5, 3.0, 3)
    view(top, outline(body, 1), np.radians(38), ("xy", "forward left", " heading +"))
    top.set_title("from above")
    view(side, outline(body, 2), np.radians(30), ("xz", "forward up", " pitch +"))
    side.set_title("from the right")
    angle = np.linspace(0, 2 * np.pi, 60)
    round_body = np.stack([0.22 * np.cos(angle), 0.28 * np.sin(angle)], 1)
    front.add_patch(
        Polygon(turned(round_body, np.radians(-25)), facecolor=SEA, edgecolor=REEF, linewidth=1.2)
    )
    # Looking along the fish from behind, left is on the left.
    for base, color, size, names in (
        (0.0, DIM, 0.6, ("y world", "z")),
        (-25, GOLD, 0.5, ("left", "up")),
    ):
        tilt = np.radians(base)
        left, up = np.array([-np.cos(tilt), -np.sin(tilt)]), np.array([-np.sin(tilt), np.cos(tilt)])
        for tip, name in zip((left, up), names, strict=True):
            arrow(front, (0, 0), size * tip, color=color, linewidth=1.8)
            away = (size + 0.07 + 0.03 * len(name)) * tip
            front.text(*pair(away), name, color=color, ha="center", va="center")
    front.add_patch(Arc((0, 0), 0.78, 0.78, theta1=155, theta2=180, color=CORAL, linewidth=1.8))
    front.text(-0.46, 0.09, "roll +", color=CORAL, fontsize=9, ha="right", va="center")
    front.plot(0, 0, "o", color=FOAM, markersize=4)
    front.set_xlim(-1.0, 0.75)
    front.set_ylim(-0.6, 0.85)
    bare(front)
    front.set_title("from behind")
    save(figure, "frames.svg")


if __name__ == "__main__":
    main()
