"""What pushes a printed fish, and where its energy goes; computed by the printed reference."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from matplotlib.patches import Polygon

from docs.pictures.style import CORAL, DIM, GOLD, REEF, SEA, SHOAL, arrow, bare, panel, save
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.physics.fish_reference import (
    FishState,
    Ledger,
    elastic_energy,
    hydrodynamic_forces,
    kinetic_energy,
    step,
)

FREQUENCY = 0.12
"""Of the beat, in beats a tenth of a second: 1.2 Hz."""
BEATS = 10
BODY = load_species("herring").printed_body()
DT = 0.1 / 1.8


def beat(time: float) -> Floats:
    """Contraction of the 12 muscles: depth 0.3, the posterior segment a quarter of a beat late."""
    phase = 2 * np.pi * FREQUENCY * time
    ahead = 0.5 - 0.5 * np.cos(phase)
    behind = 0.5 - 0.5 * np.cos(phase - np.pi / 2)
    strength = 0.3 * min(1.0, time / 8)
    contraction = np.ones(12)
    contraction[4:8] -= 0.8 * strength * np.where([1, 0, 0, 1], ahead, 1 - ahead)
    contraction[8:] -= strength * np.where([1, 0, 0, 1], behind, 1 - behind)
    return contraction


@dataclass
class Swim:
    """Rows of time, energy inside, and the ledger; and the state at the end."""

    times: Floats
    inside: Floats
    books: Floats
    state: FishState


def swim(dt: float, clamp: bool = True) -> Swim:
    state, ledger, before = FishState.at_rest(BODY), Ledger(), np.ones(12)
    steps = round(BEATS / FREQUENCY / dt)
    inside, books = np.empty(steps), np.empty((steps, 3))
    for k in range(steps):
        now = beat((k + 1) * dt)
        step(BODY, state, now, dt, clamp=clamp, ledger=ledger, contraction_before=before)
        before = now
        inside[k] = kinetic_energy(BODY, state) + elastic_energy(BODY, state, now)
        books[k] = ledger.muscles, ledger.dashpots, ledger.water
    return Swim(np.arange(1.0, steps + 1) * np.float64(dt), inside, books, replace(state))


def main() -> None:
    done = swim(DT)
    for dt, clamp in ((DT, True), (DT / 4, True), (DT, False)):
        run = done if (dt, clamp) == (DT, True) else swim(dt, clamp)
        work, dashpots, water = run.books[-1]
        missing = run.inside[-1] - (work - dashpots - water)
        print(f"dt {dt:.4f} clamp {clamp}: books off by {missing / work:+.1%} of the muscles' work")

    figure, (left, right) = panel(9.5, 3.9, 2, width_ratios=(1.15, 1))
    x = done.state.positions
    forces = hydrodynamic_forces(BODY, done.state, 1.0)
    ring = [0, 1, 5, 9, 13, 17, 21, 18, 14, 10, 6, 2]
    left.add_patch(Polygon(x[ring, :2], facecolor=SEA, edgecolor=REEF, linewidth=1.3))
    for node in range(23):
        end = x[node, :2] + 0.9 * forces[node, :2]
        if np.linalg.norm(forces[node, :2]) > 0.3:
            arrow(left, x[node, :2], end, color=CORAL, mutation_scale=9)
    v = 2.2 * done.state.velocities
    left.quiver(
        *x[[1, 5, 9, 13, 17, 21], :2].T,
        *v[[1, 5, 9, 13, 17, 21], :2].T,
        color=GOLD,
        angles="xy",
        scale_units="xy",
        scale=1,
        width=0.005,
    )
    left.plot([], [], color=CORAL, label="force of the water")
    left.plot([], [], color=GOLD, label="velocity")
    left.legend(loc="upper center", bbox_to_anchor=(0.5, 0.1), ncols=2, fontsize=9)
    left.autoscale_view()
    left.margins(0.05, 0.35)
    bare(left)
    left.set_title(f"from above, after {BEATS} beats")

    seconds = done.times / 10
    # 1 g cm^2 / (0.1 s)^2 is 10^-5 J.
    for values, name, color in (
        (done.books[:, 0], "work of the muscles", CORAL),
        (done.books[:, 2], "taken by the water", REEF),
        (done.inside, "in the fish", GOLD),
        (done.books[:, 1], "taken by the dashpots", SHOAL),
    ):
        right.plot(seconds, values / 100, color=color, label=name)
    right.set(xlabel="time [s]", ylabel="energy [mJ]", title="Where the energy goes")
    right.legend(fontsize=8)
    right.tick_params(colors=DIM)
    save(figure, "physics.svg")


if __name__ == "__main__":
    main()
