"""Schooling: how schoolmates push and pull; a school that forms and splits, seen from above; and
one that meets a shark."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from numpy.typing import NDArray

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, panel, save
from motorium.minds.instinct.behaviours import ESCAPE
from motorium.minds.instinct.routines.schooling import KEEP, LOOSE, bond
from motorium.world.scenario import Scenario
from motorium.world.world import World

COUNT = 24
SPLIT, SCATTER = 2, 2
"""Seeds of the two scenes."""
RADIUS = 0.4
EVERY = 15
"""Frames between two points of a path."""

Floats = NDArray[np.float64]


def main() -> None:
    figure, (left, middle, right) = panel(
        12, 4.4, columns=3, gridspec_kw={"width_ratios": [1.0, 1.7, 1.2]}
    )
    _bonds(left)
    _split(middle)
    _scatter(right)
    save(figure, "schooling.svg")


def _bonds(axes: Axes) -> None:
    far = np.linspace(0.0, 8.0, 400)
    axes.axvspan(KEEP, LOOSE, color=SEA)
    axes.axhline(0.0, color=DIM, linewidth=0.8)
    axes.plot(far, [bond(each) for each in far], color=REEF)
    axes.text(0.5 * (KEEP + LOOSE), 0.35, "right", color=FOAM, ha="center", rotation=90)
    axes.text(2.6, -0.75, "pushes", color=CORAL)
    axes.text(5.2, 0.5, "pulls", color=GOLD)
    axes.set(xlabel="distance of a schoolmate [L]", ylabel="strength", title="Bonds")


def _group(count: int, **settings: object) -> dict[str, object]:
    return {"motor": "repertoire", "mind": "instinct", "count": count, **settings}


def _played(tables: dict[str, object], seconds: float) -> tuple[Floats, Floats]:
    """Places and intentions, shape (times, fishes, ...); NaN for who has been eaten."""
    world = World(Scenario.model_validate({"format": 1, **tables}))
    first = world.population.living.copy()
    places, intentions = [], []
    for _ in range(round(seconds * 60 / EVERY)):
        gone = ~np.isin(first, world.population.living)
        places.append(np.where(gone[:, None], np.nan, world.population.positions[first]))
        intentions.append(np.where(gone, -1, world.instinct.brains["intention"][first]))
        world.advance(EVERY)
    return np.array(places), np.array(intentions)


def _split(axes: Axes) -> None:
    chance = np.random.default_rng(SPLIT)
    places = chance.uniform((-3.6, -0.9, 1.2), (-2.4, 0.9, 1.8), (COUNT, 3))
    herring = _group(
        COUNT,
        species="herring",
        places=places.tolist(),
        headings=chance.uniform(-0.6, 0.6, COUNT).tolist(),
        instinct={"hunger": 0.0},
    )
    pillar = {
        "kind": "cylinder",
        "places": [(0.0, 0.0)],
        "radius": (RADIUS, RADIUS),
        "height": (20.0, 20.0),
    }
    sea = {"radius": 20.0, "relief": 0.0, "obstacle": [pillar]}
    tables = {"world": {"seed": SPLIT}, "habitat": sea, "group": [herring]}
    paths, _ = _played(tables, 20.0)
    for path in paths.transpose(1, 0, 2):
        axes.plot(path[:, 0], path[:, 1], color=REEF, linewidth=0.6, alpha=0.6)
    for number, then in enumerate(range(0, len(paths), 15)):
        color = GOLD if number % 2 else FOAM
        axes.plot(*paths[then, :, :2].T, ".", color=color, markersize=3)
    axes.add_patch(Circle((0.0, 0.0), RADIUS, facecolor=SEA, edgecolor=DIM))
    axes.set_aspect("equal")
    axes.set(xlabel="[m]", title="From above: it forms, splits and rejoins")


def _scatter(axes: Axes) -> None:
    chance = np.random.default_rng(SCATTER)
    places = chance.uniform((-0.5, -0.4, -0.2), (0.5, 0.4, 0.2), (COUNT, 3))
    herring = _group(
        COUNT,
        species="herring",
        places=places.tolist(),
        headings=[0.0] * COUNT,
        instinct={"hunger": 0.0},
    )
    shark = _group(
        1,
        species="shark",
        places=[(6.0, 4.0, 0.0)],
        headings=[-2.55],
        instinct={"hunger": 1.0},
    )
    paths, intentions = _played({"world": {"seed": SCATTER}, "group": [herring, shark]}, 14.0)
    for path, intends in zip(paths.transpose(1, 0, 2)[:-1], intentions.T[:-1], strict=True):
        axes.plot(path[:, 0], path[:, 1], color=REEF, linewidth=0.6)
        eaten = path[~np.isnan(path[:, 0])][-1]
        if np.isnan(path[-1, 0]):
            axes.plot(*eaten[:2], "x", color=GOLD, markersize=5)
        flees = np.where((intends == ESCAPE)[:, None], path[:, :2], np.nan)
        axes.plot(*flees.T, color=CORAL, linewidth=1.0)
    axes.plot(*paths[:, -1, :2].T, color=DIM, linewidth=2.5)
    axes.plot(*paths[0, :-1, :2].T, ".", color=FOAM, markersize=3)
    axes.set_aspect("equal")
    axes.set(xlim=(-2.5, 3.5), ylim=(-4.0, 2.5))
    axes.set(xlabel="[m]", title="A shark comes: red flees, x is eaten")


if __name__ == "__main__":
    main()
