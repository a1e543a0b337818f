"""Three ways to meet rods and joints, measured: how fast, how true, and when not at all.

The numbers that it prints are those of the page on puppets' schemes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, bare, panel, save
from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import Puppet, puppet_of
from motorium.contracts.frames import Floats
from motorium.physics.rods.printed import printed_step
from motorium.physics.rods.stepping import SCHEMES, Scheme, Stepper
from tests.physics.rods.exact import errors
from tests.physics.rods.figures import chain, puppet, spin

SECONDS = 1 / 60
COLORS: dict[str, str] = {
    "printed": CORAL,
    "put right": CORAL,
    "rods only": GOLD,
    "mended": REEF,
    "newton": SHOAL,
    "in parts": REEF,
}
"""put right: printed, with statements 5 and 6 of S2 as they must have been meant; rods only:
printed, without its joints; in parts: mended, as it is by default; all others make a step in one
piece."""
FRAMES = 300
ITERATIONS = 10


def person() -> Puppet:
    """The shipped one, with masses of 1 as print needs them."""
    shipped = puppet_of(load_puppet("person"))
    return replace(shipped, masses=np.ones(len(shipped.masses)))


@dataclass
class Frame:
    """How a frame began, before its constraints were met."""

    positions: Floats
    momenta: Floats
    held: NDArray[np.uint8]
    places: Floats


def dragged(made: Puppet, frames: int = FRAMES, seed: int = 1) -> Iterator[Frame]:
    """A hand takes the person by a point, drags it about for half a second and lets it go."""
    random = np.random.default_rng(seed)
    stepper = Stepper(made, "newton", 20)
    stepper.forces[:, 2] = -9.81 * made.masses
    place, to = stepper.positions[0].copy(), np.zeros(3)
    for frame in range(frames):
        if frame % 60 == 0:
            grabbed = int(random.integers(len(made.masses)))
            stepper.rest()
            place = stepper.positions[grabbed].copy()
            stepper.held[grabbed] = 1
        if frame % 10 == 0:
            to = place + random.uniform(-1.0, 1.0, 3) * [1, 0, 1]
        if frame % 60 == 30:
            stepper.held[:] = 0
        place = place + np.clip(to - place, -0.2, 0.2)
        stepper.places[grabbed] = place
        yield Frame(
            stepper.positions.copy(),
            stepper.momenta + SECONDS * stepper.forces,
            stepper.held.copy(),
            stepper.places.copy(),
        )
        stepper.step(SECONDS)


def deviation_by_iterations(made: Puppet, scheme: str, frame: Frame) -> Floats:
    """Deviation after 0, 1, 2, ... iterations of this frame."""
    plain: Scheme = "printed"
    if scheme in ("mended", "in parts"):
        plain = "mended"
    elif scheme == "newton":
        plain = "newton"
    if scheme == "rods only":
        made = replace(made, joints=made.joints[:0], angles=made.angles[:0])
    stepper = Stepper(made, plain)
    if scheme != "in parts":
        stepper.most_parts = 1
    found = []
    for iterations in range(ITERATIONS + 1):
        stepper.rest()
        stepper.iterations = iterations
        stepper.positions[:] = frame.positions
        stepper.momenta[:] = frame.momenta
        stepper.held[:] = frame.held
        stepper.places[:] = frame.places
        if iterations == 0:
            ways = SECONDS * frame.momenta / made.masses[:, None]
            held = frame.held[:, None] != 0
            stepper.positions[:] = np.where(held, frame.places, frame.positions + ways)
        elif scheme == "put right":
            v = SECONDS * frame.momenta
            printed_step(
                made, stepper.positions, v, stepper.held, stepper.places, iterations, 1e-4, True
            )
        else:
            stepper.step(SECONDS)
        found.append(stepper.deviation)
    return np.array(found)


def fig_10() -> None:
    """Deviation against iterations, and the share of frames below 7 % after seven."""
    figure, axes = panel(10.5, 3.2, 6, sharey=True)
    made = person()
    frames = list(dragged(made))[::2]
    begun = [deviation_by_iterations(made, "mended", frame)[0] for frame in frames]
    chosen = [f for f, b in zip(frames, begun, strict=True) if 0.01 < b <= 0.4]
    wild = sum(b > 0.4 for b in begun)
    print(f"{len(frames)} frames: {len(chosen)} begin at 1 to 40 %, {wild} above")
    for ax, scheme in zip(axes, COLORS, strict=True):
        with np.errstate(all="ignore"):
            paths = np.array([deviation_by_iterations(made, scheme, f) for f in chosen])
        share = np.mean(paths[:, 7] < 0.07)
        high = paths[:, 0] > 0.2
        share_high = np.mean(paths[high, 7] < 0.07)
        print(
            f"{scheme}: {share:.1%} of frames below 7 % after seven iterations "
            f"({share_high:.1%} of the {high.sum()} that begin above 20 %); "
            f"median {np.nanmedian(paths[:, 7]):.3%}"
        )
        for path in paths[:: max(1, len(paths) // 20)]:
            ax.plot(100 * np.minimum(path, 9), color=COLORS[scheme], alpha=0.25, linewidth=0.8)
        ax.plot(100 * np.nanmedian(paths, axis=0), color=FOAM, linewidth=2)
        ax.plot(7, 7, "v", color=GOLD, markersize=7)
        ax.set(yscale="log", ylim=(1e-3, 300), xlabel="iterations")
        ax.set_title(f"{scheme}: {share:.0%}")
    axes[0].set_ylabel("deviation of all rods [%]")
    save(figure, "puppet-deviation.svg")


def order() -> None:
    """Error of a hanging chain against the exact solution, by the step."""
    figure, axes = panel(9.5, 3.8, 3, sharey=True)
    steps = [30, 60, 120, 240, 480]
    for ax, scheme in zip(axes, SCHEMES, strict=True):
        for links in range(1, 6):
            found = errors(links, scheme, steps)
            orders = [np.log2(a / b) for a, b in pairwise(found)]
            print(f"{scheme}, {links} links: {found[-1]:.2e} m; orders {np.round(orders, 2)}")
            ax.plot(0.5 / np.array(steps), found, "o-", markersize=3, label=f"{links}")
        ax.plot([1e-3, 1.67e-2], [5e-4, 8.4e-3], ":", color=FOAM, label="order 1")
        ax.set(xscale="log", yscale="log", xlabel="step [s]", title=scheme)
    axes[0].set_ylabel("worst point off by [m]")
    axes[-1].legend(title="links", fontsize=8, loc="lower right")
    for iterations in (1, 2, 3, 4, 7):
        found = errors(5, "mended", [120, 240, 480], iterations=iterations)
        orders = [float(np.log2(a / b)) for a, b in pairwise(found)]
        print(f"mended, 5 links, {iterations} iterations: {found}, orders {np.round(orders, 2)}")
    save(figure, "puppet-order.svg")


def star(rods: int, mass: float) -> Puppet:
    """Rods from one point all around, 20 % too long."""
    angles = 2 * np.pi * np.arange(rods) / rods
    tips = 1.2 * np.column_stack([np.cos(angles), np.sin(angles)])
    return puppet(
        np.concatenate([np.zeros((1, 2)), tips]),
        rods=[(0, n + 1) for n in range(rods)],
        lengths=[(1.0, 1.0)] * rods,
        masses=np.full(rods + 1, mass),
    )


def grows_by(scheme: Scheme, made: Puppet) -> float:
    """By which factor deviation changes in an iteration, from the 4th to the 12th; 0 if it is met
    by then."""
    found = []
    for iterations in (4, 12):
        stepper = Stepper(made, scheme, iterations, tolerance=0.0)
        # Not quite even: where all is even, what one side does the other undoes.
        stepper.positions[:] += 0.02 * np.random.default_rng(0).normal(size=(len(made.rest), 3))
        stepper.positions[:, 1] = 0.0
        stepper.step(1.0)
        found.append(stepper.deviation)
    return 0.0 if found[0] < 1e-12 else float((found[1] / found[0]) ** (1 / 8))


def convergence() -> None:
    """Where print diverges."""
    figure, (left, right) = panel(9.5, 3.6, 2)
    counts = [2, 3, 4, 5, 6, 8, 10, 12, 16]
    masses = [0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.8, 1.0, 1.5, 2.0, 4.0]
    for scheme in ("printed", "mended"):
        with np.errstate(all="ignore"):
            by_count = [grows_by(scheme, star(n, 1.0)) for n in counts]
            by_mass = [grows_by(scheme, star(1, m)) for m in masses]
        print(f"{scheme} by rods {dict(zip(counts, np.round(by_count, 2), strict=True))}")
        print(f"{scheme} by mass {dict(zip(masses, np.round(by_mass, 2), strict=True))}")
        left.plot(counts, by_count, "o-", color=COLORS[scheme], label=scheme)
        right.plot(masses, by_mass, "o-", color=COLORS[scheme], label=scheme)
    for ax in (left, right):
        ax.axhline(1.0, color=FOAM, linestyle=":", linewidth=1)
        ax.set(ylim=(0, 4))
        ax.legend(fontsize=8)
    left.set(xlabel="rods at one point, masses of 1", ylabel="deviation changes by, an iteration")
    right.set(xlabel="masses of a single rod")
    save(figure, "puppet-convergence.svg")


def losses() -> None:
    """What one printed step of seven iterations makes of angular momentum."""
    figure, axes = panel(7.5, 3.4)
    speeds = np.geomspace(0.1, 10, 9)
    cases: dict[str, tuple[Puppet, str]] = {
        "a rod": (puppet([(0, 0), (1, 0)], rods=[(0, 1)]), CORAL),
        "a rod, masses 1 and 4": (
            puppet([(0, 0), (1, 0)], rods=[(0, 1)], masses=[1, 4]),
            SHOAL,
        ),
        "a joint": (
            puppet([(0, 0), (1, 0), (2, 0.1)], joints=[(0, 1, 2)], angles=[(0.0, 0.1)]),
            GOLD,
        ),
    }
    for name, (made, color) in cases.items():
        for scheme in ("printed", "mended"):
            lost = []
            for speed in speeds:
                stepper = Stepper(made, scheme)
                stepper.momenta[-1] = made.masses[-1] * np.array([0.5 * speed, 0.0, speed])
                before = spin(stepper.positions, stepper.momenta)
                stepper.step(SECONDS)
                after = spin(stepper.positions, stepper.momenta)
                lost.append(np.linalg.norm(after - before) / np.linalg.norm(before))
            line = "o-" if scheme == "printed" else "x:"
            axes.plot(speeds, np.maximum(lost, 1e-17), line, color=color, label=f"{name}, {scheme}")
            print(f"{name}, {scheme}: angular momentum changes by {np.round(lost, 17)}")
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="speed of an end [m/s]",
        ylabel="angular momentum changed by",
    )
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, "puppet-momentum.svg")


def dial() -> None:
    """A chain that a hand swings, with 1, 2, 4 and 20 iterations."""
    figure, axes = panel(9.5, 3.4, 4)
    for ax, iterations in zip(axes, (1, 2, 4, 20), strict=True):
        stepper = Stepper(chain(8, 0.1, 0.0), iterations=iterations)
        stepper.positions[:, 0] -= 0.25
        stepper.forces[:, 2] = -9.81
        worst = 0.0
        for n in range(80):
            stepper.places[0, 0] = 0.25 * (1 - np.cos(n / 10)) - 0.25
            stepper.step(SECONDS)
            worst = max(worst, stepper.deviation)
            if n % 5 == 0:
                shade = n / 80
                ax.plot(*stepper.positions[:, ::2].T, color=REEF, alpha=0.15 + 0.4 * shade)
        ax.plot(*stepper.positions[:, ::2].T, "o-", color=GOLD, markersize=3)
        ax.set_title(f"{iterations}: up to {100 * worst:.2g} %")
        ax.set(xlim=(-0.6, 0.6), ylim=(-1.1, 0.1))
        bare(ax)
        ax.plot(stepper.places[0, 0], 0, "s", color=DIM)
        print(f"dial, {iterations} iterations: up to {worst:.2%}")
    save(figure, "puppet-dial.svg")


def main() -> None:
    losses()
    convergence()
    order()
    dial()
    fig_10()


if __name__ == "__main__":
    main()
