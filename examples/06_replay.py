"""A shoal that is replayed: two thousand fishes, and one that is handed to its muscles and back."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.contracts.frames import heading_pitch_roll
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.world.scenario import load_scenario
from motorium.world.world import RESTED, World, WorldState

SECONDS = 12
"""Until everybody swims on its circle, and the first have changed their pace."""
EACH = 2
"""Seconds on each motor, for the fish that is handed over."""
FISH = 700


def main(folder: Path) -> None:
    """Run the scenario `shoal`, hand a fish over twice, check it, and draw it to `folder`."""
    scenario = load_scenario("shoal")
    world = World(scenario)
    assert [motor.name for motor in world.motors] == ["muscle", "repertoire"]
    replayed = world.population.motors[world.population.living] == 1
    assert replayed.sum() == scenario.group[0].count
    world.advance(SECONDS * FRAME_RATE)
    shoal = world.state()
    check(world, shoal)

    velocities = []
    for motor in ("repertoire", "muscle", "repertoire"):
        before = world.state()
        world.exchange([FISH], motor)
        after = world.state()
        # Nothing but the motor has changed.
        np.testing.assert_array_equal(after.positions, before.positions)
        np.testing.assert_array_equal(after.velocities, before.velocities)
        np.testing.assert_allclose(after.nodes, before.nodes, atol=1e-6)
        for _ in range(EACH * FRAME_RATE):
            world.advance()
            velocities.append(world.population[FISH].velocity.copy())
    speeds = np.linalg.norm(velocities, axis=1) / world.population[FISH].length
    jumps = np.linalg.norm(np.diff(velocities, axis=0), axis=1)
    usual = np.delete(jumps, [EACH * FRAME_RATE - 1, 2 * EACH * FRAME_RATE - 1]).max()
    at_exchange = jumps[[EACH * FRAME_RATE - 1, 2 * EACH * FRAME_RATE - 1]].max()
    print(f"change of velocity a frame: {usual:.4f} m/s at most, {at_exchange:.4f} at an exchange")
    assert at_exchange < 2 * usual
    assert np.ptp(speeds) < 0.5 * speeds.mean(), "it swims on at its speed"

    draw(shoal, replayed, speeds, folder / "06_replay.png")


def check(world: World, shoal: WorldState) -> None:
    """Everybody is whole and at home, and nobody keeps step with all the others."""
    group = world.scenario.group[0]
    assert RESTED not in [event.kind for event in world.events]
    assert np.isfinite(shoal.nodes).all()
    around = np.hypot(*shoal.positions[:, :2].T)
    assert around.max() < group.radius[1] + 1.0, "everybody is still at home"
    swims = np.linalg.norm(shoal.velocities, axis=1) / shoal.lengths
    assert 0.5 < np.median(swims) / world.speed < 1.5
    # The motor recommends a change to who has done the same for long; minds heed it.
    asked = world.commands["speed"][world.population.living]
    paces = len(np.unique(asked.round(3)))
    print(f"{len(shoal.ids)} fishes; farthest {around.max():.2f} m; {paces} paces")
    assert paces > 1


def draw(shoal: WorldState, replayed: np.ndarray, speeds: np.ndarray, file: Path) -> None:
    """`replayed`, (fishes,); `speeds` [L/s], (frames,): of the fish that is handed over."""
    plt.style.use("dark_background")
    figure, (left, right) = plt.subplots(
        1,
        2,
        figsize=(9.5, 4.9),
        width_ratios=(1.25, 1),
        layout="constrained",
        facecolor="#061b29",
    )
    heading = heading_pitch_roll(shoal.orientations)[:, 0]
    for rows, color, alpha, name in (
        (replayed, "#4fd0d6", 0.55, "replayed"),
        (~replayed, "#ffcf6b", 1.0, "on muscles"),
    ):
        left.quiver(
            *shoal.positions[rows, :2].T,
            shoal.lengths[rows] * np.cos(heading[rows]),
            shoal.lengths[rows] * np.sin(heading[rows]),
            color=color,
            alpha=alpha,
            angles="xy",
            scale_units="xy",
            scale=1,
            width=0.005 * alpha,
            pivot="mid",
            label=f"{rows.sum()} {name}",
        )
    left.set_aspect("equal")
    left.set(xlabel="x [m]", ylabel="y [m]", title=f"from above, after {shoal.time:g} s")
    left.legend(fontsize=8, loc="upper right")
    part = EACH * FRAME_RATE
    for k, (color, name) in enumerate(
        (("#4fd0d6", "replayed"), ("#ffcf6b", "on muscles"), ("#4fd0d6", "_replayed again"))
    ):
        when = slice(max(0, k * part - 1), (k + 1) * part)
        time = np.arange(len(speeds))[when] * FRAME_SECONDS
        right.plot(time, speeds[when], color=color, label=name)
    right.set_ylim(0, 1.4 * speeds.max())
    right.set(xlabel="time [s]", ylabel="speed [L/s]", title="one of them, handed over and back")
    right.legend(fontsize=8)
    for axes in (left, right):
        axes.set_facecolor("#061b29")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
