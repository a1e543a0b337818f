"""The implicit tangent step against the printed cheap one: what a frame costs, and what the energy
books say; the table of docs/concepts/water.md."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from docs.pictures.style import CORAL, FOAM, REEF, panel, save
from motorium.bodies.fish import MUSCLES, FishBody, Tissue, masses_by_volume
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.motors.patterns import beating
from motorium.physics import fish_reference
from motorium.physics.fish_blocks import FishBlocks, Physics
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState, Ledger, elastic_energy, kinetic_energy
from motorium.physics.natural_reference import NaturalFish

HERRING = load_species("herring")
FRAME = 1 / 6
"""Of a fish of 20 cm [0.1 s]."""
BEAT = 4.0
SETTLE, BEATS = 6, 10
FISHES = 1024
WILD = 40
"""Beats under muscles that jump at random."""


def cheap_body() -> FishBody:
    """The stiffest tissue that the cheap step bears at six steps a frame: two thirds of the
    stiffness, no stiffer root of the tail, a fiftieth of the damping, tail tips of 2 g."""
    stations = list(HERRING.stations)
    masses = masses_by_volume(stations, 20.0)
    masses[21:] = 2.0
    return FishBody.build(stations, 20.0, 2.8, masses, tissue=Tissue(14.0, 3.0, damping=0.0014))


@dataclass(frozen=True)
class Scheme:
    """One way to step, and the body that it is given."""

    name: str
    physics: Physics
    body: FishBody
    counts: tuple[int, ...]
    color: str


SCHEMES = (
    Scheme("printed step", "printed", cheap_body(), (6, 12, 24), CORAL),
    Scheme("tangent step", "natural", HERRING.body, (1, 2, 3, 4, 6), REEF),
)


def muscles(beats: float) -> Floats:
    return beating(HERRING.gaits.medium, beats, min(1.0, beats / 1.5))


def residual(scheme: Scheme, steps: int) -> float:
    """Energy that appeared in ten beats, in percent of the muscles' work; NaN if the body broke."""
    body, dt = scheme.body, FRAME / steps
    state, contraction = FishState.at_rest(body), np.ones(MUSCLES)
    fish = NaturalFish(body)
    natural = scheme.physics == "natural"

    def energy() -> float:
        inside = kinetic_energy(body, state) + elastic_energy(body, state, contraction)
        return inside + (fish.potential(state) if natural else 0.0)

    books, before = Ledger(), 0.0
    settled = round(SETTLE * BEAT / dt)
    with np.errstate(all="ignore"):
        for step in range(round((SETTLE + BEATS) * BEAT / dt)):
            if step == settled:
                books, before = Ledger(), energy()
            was, contraction = contraction, muscles((step + 1) * dt / BEAT)
            if natural:
                fish.step(state, contraction, dt, ledger=books, contraction_before=was)
            else:
                fish_reference.step(
                    body, state, contraction, dt, ledger=books, contraction_before=was
                )
            if not np.abs(state.positions).max() < 1e5:
                return float("nan")
    work, lost = books.muscles, books.dashpots + books.water
    return 100 * (energy() - before - (work - lost)) / work


def nanoseconds(scheme: Scheme, steps: int) -> float:
    """A frame of one fish, one core; the best of many trials."""
    fishes = FishBlocks(scheme.body, scheme.physics)
    lanes = fishes.add(FISHES)
    fishes.set_row(Row.DT, lanes, 0.01)
    fishes.set_row(Row.WATER, lanes, 1.0)
    return best(lambda: fishes.step(steps, cores=1)) / FISHES * 1e9


def best(job: Callable[[], None], trials: int = 40) -> float:
    job()
    times = []
    for _ in range(trials):
        begun = time.thread_time()
        job()
        times.append(time.thread_time() - begun)
    return min(times)


def largest_step(scheme: Scheme) -> float:
    """The longest [ms] with which 16 fishes stay whole under muscles that jump at random."""
    longest = 0.0
    for dt in np.array([0.007, 0.014, 0.028, 0.042, 0.056, 0.083, 0.11, 0.17, 0.22, 0.33]):
        draw = np.random.default_rng(7)
        fishes = FishBlocks(scheme.body, scheme.physics)
        lanes = fishes.add(16)
        fishes.set_row(Row.DT, lanes, dt)
        fishes.set_row(Row.WATER, lanes, 1.0)
        for _ in range(round(WILD * BEAT / 0.5)):
            left = draw.random((16, 3, 1)) < 0.5
            wanted = np.where(left == [True, False, False, True], 0.5, 1.0).reshape(16, -1)
            steps = max(1, round(0.5 / dt))
            ramp = (wanted - fishes.contraction(lanes)) / max(1, round(0.1 / dt))
            for step in range(steps):
                moving = step < max(1, round(0.1 / dt))
                fishes.put(Row.CONTRACTION_STEP, lanes, ramp if moving else 0 * ramp)
                fishes.step(1, cores=1)
        x = fishes.positions(lanes)
        size = np.linalg.norm(x - x.mean(axis=1, keepdims=True), axis=2).max()
        if not size < 16:
            break
        longest = float(dt) * 100
    return longest


def main() -> None:
    figure, axes = panel(6.4, 4.0)
    print("| step | steps a frame | ns a fish and frame | energy residual | largest stable step |")
    print("|---|---|---|---|---|")
    for scheme in SCHEMES:
        limit = largest_step(scheme)
        costs, errors = [], []
        for steps in scheme.counts:
            cost, error = nanoseconds(scheme, steps), residual(scheme, steps)
            print(
                f"| {scheme.name} | {steps} | {cost:.0f} | {error:+.3g} % | {limit:.1f} ms |",
                flush=True,
            )
            costs.append(cost)
            errors.append(abs(error))
        axes.plot(costs, errors, "o-", color=scheme.color, label=scheme.name)
        for cost, error, steps in zip(costs, errors, scheme.counts, strict=True):
            axes.annotate(
                f" {steps}", (cost, error), color=FOAM, fontsize=8, va="bottom", ha="left"
            )
    axes.axhline(0.1, color=FOAM, linewidth=0.8, linestyle=":")
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="ns a fish and frame (number: steps a frame)",
        ylabel="|energy residual| [% of muscle work]",
        title="What a frame costs, and how well its books balance",
    )
    axes.legend(fontsize=8)
    save(figure, "integrators.svg")


if __name__ == "__main__":
    main()
