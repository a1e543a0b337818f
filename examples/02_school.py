"""The school that ships with Motorium: ten seconds without a browser."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.contracts.frames import heading_pitch_roll
from motorium.world.scenario import Group, load_scenario
from motorium.world.world import RESTED, World, WorldState

SECONDS = 10
TRAIL = 8
"""Quarters of a second that a drawn trail is long."""


def main(folder: Path) -> None:
    """Run the scenario `school`, check that all is well, and draw it to `folder`."""
    scenario = load_scenario("school")
    world = World(scenario)
    trails = [world.state().positions]
    for _ in range(SECONDS * 4):
        world.advance(15)
        trails.append(world.state().positions)
    state = world.state()

    broken = [event for event in world.events if event.kind == RESTED]
    assert not broken, f"a body broke: {broken[0]}"
    assert len(state.ids) == scenario.group[0].count
    assert np.isfinite(state.nodes).all()
    moved = np.linalg.norm(trails[-1] - trails[0], axis=1)
    assert (moved > 0.5 * state.lengths).all(), "everybody has left its place"
    group = scenario.group[0]
    around = np.hypot(*(state.positions[:, :2] - np.array(group.center[:2])).T)
    assert around.max() < group.radius[1] + 0.3, "everybody is still at home"
    print(f"{len(state.ids)} fishes, {SECONDS} s; nobody broke; farthest {around.max():.2f} m")

    draw(state, np.array(trails[-TRAIL:]), group, folder / "02_school.png")


def draw(state: WorldState, trails: np.ndarray, group: Group, file: Path) -> None:
    """`trails` [m], shape (times, fishes, 3)."""
    plt.style.use("dark_background")
    figure, axes = plt.subplots(figsize=(6, 5.6), layout="constrained", facecolor="#061b29")
    axes.set_facecolor("#061b29")
    for fish in range(trails.shape[1]):
        axes.plot(*trails[:, fish, :2].T, color="#4fd0d6", alpha=0.35, linewidth=1)
    heading = heading_pitch_roll(state.orientations)[:, 0]
    axes.quiver(
        *state.positions[:, :2].T,
        state.lengths * np.cos(heading),
        state.lengths * np.sin(heading),
        state.positions[:, 2],
        cmap="YlOrBr_r",
        angles="xy",
        scale_units="xy",
        scale=1,
        width=0.006,
    )
    angle = np.linspace(0, 2 * np.pi, 200)
    for radius in group.radius:
        axes.plot(radius * np.cos(angle), radius * np.sin(angle), "--", color="#86a8b8", lw=1)
    axes.set_aspect("equal")
    axes.set(
        xlabel="x [m]", ylabel="y [m]", title=f"{len(state.ids)} fishes after {state.time:g} s"
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
