"""A search at work: every beat that was tried for the herring's medium gait, generation by
generation."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, panel, save
from motorium.bodies.species import build_species, read_shape, shape_file
from motorium.calibrate.gaits import GOOD_STRIDE, HIGH, LOW, SETTLE, STROUHAL, TAIL, _costs, _swim
from motorium.calibrate.search import minimise
from motorium.calibrate.stages import begin
from motorium.contracts.frames import Floats

GENERATIONS = 40
POPULATION = 32


def main() -> None:
    shape = read_shape(shape_file("herring"))
    species = build_species(shape, begin(shape))
    gait = species.gaits.medium
    seen: list[dict[str, Floats]] = []

    def costs(candidates: Floats) -> Floats:
        figures = _swim(species, candidates, gait.beat, SETTLE)
        figures["cost"] = _costs(figures, "medium")
        seen.append(figures)
        return figures["cost"]

    found = minimise(
        costs,
        np.array([*gait.depths, gait.lag, gait.lead]),
        LOW,
        HIGH,
        generations=GENERATIONS,
        population=POPULATION,
        seed=1,
        spread=0.25,
    )
    print(f"{GENERATIONS * POPULATION} beats, the best one costs {found[0].cost:.3f}")
    every = {name: np.array([figures[name] for figures in seen]) for name in seen[0]}
    swims = np.isfinite(every["cost"])
    generation = np.repeat(np.arange(1, GENERATIONS + 1)[:, None], POPULATION, axis=1)
    costs_now = np.where(swims, every["cost"], np.inf).ravel()
    order = np.minimum.accumulate(costs_now)
    best = np.array([np.flatnonzero(costs_now == cost)[0] for cost in order])
    figure, (left, right) = panel(9.5, 3.9, 2)
    left.axhline(GOOD_STRIDE, color=DIM, linestyle="--", linewidth=1)
    left.text(GENERATIONS, GOOD_STRIDE + 0.015, "long enough", color=DIM, fontsize=9, ha="right")
    left.plot(generation[swims], every["stride"][swims], ".", color=REEF, markersize=3, alpha=0.6)
    last = best.reshape(GENERATIONS, POPULATION)[:, -1]
    left.plot(
        np.arange(1, GENERATIONS + 1),
        every["stride"].ravel()[last],
        color=GOLD,
        label="of the best so far",
    )
    rejected = generation[~swims]
    if len(rejected):
        left.plot(rejected, np.full(len(rejected), 0.41), "x", color=CORAL, markersize=4)
    left.set(xlabel="generation", ylabel="stride [L/beat]", title="32 beats a generation")
    left.set_ylim(0.4, 1.0)
    left.legend(fontsize=9, loc="lower right")

    late = LinearSegmentedColormap.from_list("late", [SEA, REEF, GOLD])
    right.add_patch(
        Rectangle(
            (STROUHAL[0], TAIL[0]),
            STROUHAL[1] - STROUHAL[0],
            TAIL[1] - TAIL[0],
            fill=False,
            edgecolor=FOAM,
            linewidth=1,
        )
    )
    right.text(STROUHAL[1] - 0.004, TAIL[0] + 0.003, "no penalty", fontsize=9, ha="right")
    dots = right.scatter(
        every["strouhal"][swims],
        every["tail_amplitude"][swims],
        c=generation[swims],
        cmap=late,
        s=7,
    )
    figure.colorbar(dots, ax=right, label="generation")
    right.set(
        xlabel="Strouhal number", ylabel="tail amplitude [L]", title="From all over to one place"
    )
    right.set_xlim(0.17, 0.34)
    right.set_ylim(0.09, 0.27)
    save(figure, "calibrate.png")


if __name__ == "__main__":
    main()
