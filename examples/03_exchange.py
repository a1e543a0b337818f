"""A motor of your own: fishes change from muscles to drifting and back, without a jump."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.contracts.commands import Vocabulary
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.contracts.time import FRAME_SECONDS
from motorium.world.scenario import Group, Scenario
from motorium.world.world import EXCHANGED, World, WorldState

SECONDS = 2
"""On each motor."""


class DriftMotor:
    """Carries fishes on, stiff, with the velocity that they came with. It obeys no command."""

    name = "drift"
    vocabulary = Vocabulary(setpoints=())

    def __init__(self, population: Population) -> None:
        self._people = population
        self._held: dict[int, Handover] = {}

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Remember everything; the next motor will want it back."""
        for row, slot in enumerate(slots):
            self._held[int(slot)] = handover.rows(np.array([row]))
            self._people.angular_velocities[slot] = 0.0

    def advance(self, frame: int) -> None:
        """Move everybody by one frame."""
        for slot, held in self._held.items():
            self._people.positions[slot] += held.velocities[0] * FRAME_SECONDS

    def release(self, slots: Slots) -> Handover:
        """Give them back as they came, but where they are now."""
        mine = [self._held.pop(int(slot)).arrays for slot in slots]
        parts: dict[str, Any] = {
            name: np.concatenate([held[name] for held in mine]) for name in mine[0]
        }
        return Handover(**{**parts, "positions": self._people.positions[slots].copy()})


def main(folder: Path) -> None:
    """Exchange the motors of half a school twice, and draw paths and speeds to `folder`."""
    group = Group(species="herring", count=8, speed=1.2, radius=(0.6, 1.2), size=(0.8, 1.2))
    world = World(Scenario(format=1, group=[group]))
    world.add_motor(DriftMotor(world.population))
    world.advance(8 * 60)
    some = [1, 3, 5, 7]
    rows = np.array(some)

    frames: list[WorldState] = []
    for motor in ("muscle", "drift", "muscle"):
        if motor != "muscle" or frames:
            before = world.state()
            world.exchange(some, motor)
            after = world.state()
            # Nothing but the motor has changed.
            np.testing.assert_array_equal(after.positions, before.positions)
            np.testing.assert_array_equal(after.velocities, before.velocities)
            np.testing.assert_allclose(after.nodes, before.nodes, atol=1e-6)
        for _ in range(SECONDS * 60):
            world.advance()
            frames.append(world.state())
    positions = np.array([state.positions for state in frames])
    velocities = np.array([state.velocities for state in frames])

    # No frame moves a fish farther than its speed explains, exchange or not.
    steps = np.linalg.norm(np.diff(positions, axis=0), axis=2)
    fastest = np.linalg.norm(velocities, axis=2).max()
    assert steps.max() <= fastest * FRAME_SECONDS * 1.001
    jumps = np.linalg.norm(np.diff(velocities, axis=0), axis=2)
    usual = jumps[: SECONDS * 60 - 1].max()
    at_exchange = jumps[[SECONDS * 60 - 1, 2 * SECONDS * 60 - 1]].max()
    print(f"change of velocity a frame: {usual:.4f} m/s usually, {at_exchange:.4f} at an exchange")
    assert at_exchange < 2 * usual
    exchanges = [event for event in world.events if event.kind == EXCHANGED]
    assert [event.subject for event in exchanges] == some + some
    assert world.motors[0].name == "muscle"

    draw(positions[:, rows], velocities[:, rows], folder / "03_exchange.png")


def draw(positions: np.ndarray, velocities: np.ndarray, file: Path) -> None:
    """positions [m] and velocities [m/s], shape (frames, fishes, 3)."""
    plt.style.use("dark_background")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(9, 3.8), layout="constrained", facecolor="#061b29"
    )
    part = SECONDS * 60
    for k, (color, name) in enumerate(
        (("#4fd0d6", "muscle"), ("#ff7b6b", "drift"), ("#ffcf6b", "muscle again"))
    ):
        when = slice(max(0, k * part - 1), (k + 1) * part)
        time = np.arange(len(positions))[when] / 60
        for fish in range(positions.shape[1]):
            label = name if fish == 0 else None
            left.plot(*positions[when, fish, :2].T, color=color, label=label)
        right.plot(time, 100 * np.linalg.norm(velocities[when, 0], axis=1), color=color)
    for axes in (left, right):
        axes.set_facecolor("#061b29")
    left.set_aspect("equal")
    left.set(xlabel="x [m]", ylabel="y [m]", title="four fishes, three motors in turn")
    left.legend(fontsize=8)
    right.set(xlabel="time [s]", ylabel="speed [cm/s]", title="speed of one of them")
    right.set_ylim(0)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
