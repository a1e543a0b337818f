"""Leaves in several currents beside what statics says, and a fish that passes through a cluster."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, Polygon

from docs.pictures.silhouettes import outline
from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, SHOAL, panel, save
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_SECONDS
from motorium.physics.weeds import NODES_PER_LEAF, Leaves
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.settings import HabitatSettings

CURRENTS = (0.0, 0.05, 0.1, 0.2, 0.4, 1.0)
"""[m/s]"""
FISH = load_species("herring")
LENGTH, NOSE = 0.3, 0.36
"""Of the fish [m], and where its nose is, in lengths before its frame."""
SPEED = 0.6
"""Of the fish [m/s]."""
HEIGHT = 0.55
"""Of its way above the ground [m]."""
PASSES, BACK = 1.2, 8.0
"""Moments that are drawn [s]."""
START = -0.65
"""Where it begins [m]."""


def settling(axes: Axes) -> None:
    """Leaves without a shape of their own, two minutes later, and the angles of the forces."""
    upright = np.tile([0.0, 0.0, 1.0], (1, NODES_PER_LEAF, 1))
    for current, color in zip(CURRENTS, (FOAM, SHOAL, REEF, GOLD, CORAL, DIM), strict=True):
        leaf = Leaves(np.ones(1), np.ones(1), upright, stiffness=0.0)
        flow = np.array([current, 0.0, 0.0])
        leaf.flow[:] = flow[:, None]
        for _ in range(round(120 / FRAME_SECONDS)):
            leaf.advance()
        said = np.concatenate([np.zeros((1, 3)), leaf.settled(flow)[0]])
        axes.plot(said[:, 0], said[:, 2], color=color, linewidth=1.2)
        axes.plot(leaf.nodes[0, :, 0], leaf.nodes[0, :, 2], "o", color=color, markersize=4)
        tip = said[-1]
        axes.text(tip[0] + 0.02, tip[2] + 0.015, f"{current:g} m/s", color=color, fontsize=8)
    axes.set_title("settled: simulated (dots), statics (lines)")
    axes.set_xlim(-0.08, 1.2)
    axes.set_ylim(-0.03, 1.12)
    axes.set_aspect("equal")
    axes.set_xlabel("m")


def passing(side: Axes, ahead: Axes, later: Axes) -> None:
    settings = HabitatSettings.model_validate(
        {"relief": 0.0, "ground": 0.0, "weed": [{"places": [(0.0, 0.0)], "leaves": 12}]}
    )
    habitat, people = Habitat(settings, seed=5), Population(1, points=23)
    (slot,) = people.enter(1)
    people.orientations[slot] = [1.0, 0.0, 0.0, 0.0]
    people.lengths[slot] = LENGTH
    people.velocities[slot] = [SPEED, 0.0, 0.0]
    rest = habitat.weeds.nodes.copy()
    for frame in range(round(BACK / FRAME_SECONDS) + 1):
        seconds = frame * FRAME_SECONDS
        people.positions[slot] = [START + SPEED * seconds, 0.0, HEIGHT]
        habitat.advance(seconds, people)
        if frame == round(PASSES / FRAME_SECONDS):
            draw(side, habitat.weeds.nodes, rest, axis=0)
            nose = people.positions[slot, [0, 2]] + [NOSE * LENGTH, 0.0]
            body = nose + LENGTH * outline(FISH)
            side.add_patch(Polygon(body, facecolor=SEA, edgecolor=GOLD, linewidth=1.2, zorder=3))
            draw(ahead, habitat.weeds.nodes, rest, axis=1)
            size = (0.2 * LENGTH, 0.28 * LENGTH)
            ahead.add_patch(Ellipse((0.0, HEIGHT), *size, facecolor=SEA, edgecolor=GOLD, zorder=3))
    draw(later, habitat.weeds.nodes, rest, axis=0)
    side.set_title("a fish passes")
    ahead.set_title("the same, from ahead")
    later.set_title(f"{BACK - PASSES:.1f} s later")


def draw(axes: Axes, leaves: Floats, rest: Floats, axis: int) -> None:
    """As seen across x or y; dotted: before."""
    for before, leaf in zip(rest, leaves, strict=True):
        axes.plot(before[:, axis], before[:, 2], color=DIM, linewidth=0.8, linestyle=":")
        axes.plot(leaf[:, axis], leaf[:, 2], color=REEF, linewidth=1.6, solid_capstyle="round")
    axes.axhline(0.0, color=SEA, linewidth=4)
    axes.set_xlim(-0.65, 0.65)
    axes.set_ylim(-0.03, 1.35)
    axes.set_xticks([-0.5, 0.0, 0.5])
    axes.set_aspect("equal")
    axes.set_xlabel("m")


def main() -> None:
    figure, axes = panel(13.5, 4.0, columns=4, width_ratios=[1.3, 1.0, 1.0, 1.0])
    settling(axes[0])
    passing(*axes[1:])
    save(figure, "seaweed.svg")


if __name__ == "__main__":
    main()
