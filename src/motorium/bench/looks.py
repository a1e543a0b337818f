"""Bench `looks`: what skins cost.

surface    ns/vertex: points and normals of the half bodies of a school, from tables of basis
           functions, against `direct`: the same with the basis evaluated at each vertex
triangles  of one fish at a level of detail, against the first level
bytes      on the GPU for a species' mesh at a level, against the first level
draw       ms: a frame of 40 fishes in sight on the page, with levels and culling, against `plain`,
           without; by whatever draws here, needs Chromium and Playwright
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

from motorium.bench import looks_page
from motorium.bench.direct_bspline import direct_surfaces
from motorium.bench.records import BenchRecord, best_seconds
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.looks.shape import BODY_COLUMNS, BODY_ROWS
from motorium.looks.skin import control_points, skin_of
from motorium.looks.tabulated import basis_table, tabulated_surfaces

__all__ = ["bar_of", "measure"]

FISHES: Final = 60
CELLS: Final = (16, 48)
"""Of a half body, from back to belly and from nose to tail."""
TABLE_BAR: Final = 10.0
"""What surface is to reach against direct."""
ENOUGH: Final = 0.01
"""[s] of a trial: short, so that some are undisturbed."""


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    yield _surface(10 if quick else 60)
    yield from looks_page.measure(quick)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return TABLE_BAR if record.quantity == "surface" else None


def school_of(count: int) -> Floats:
    """Control points of the left halves of herrings that bend, shape (fish, 9, 21, 3) [L]."""
    species = load_species("herring")
    nodes = species.body.nodes / species.body.length
    noise = np.random.default_rng(2).normal(scale=0.004, size=(count, *nodes.shape))
    return control_points(skin_of(nodes, species.skin), nodes + noise)["left"]


def _surface(rounds: int) -> BenchRecord:
    control = school_of(FISHES)
    across = basis_table(BODY_ROWS, 3, CELLS[0])
    along = basis_table(BODY_COLUMNS, 3, CELLS[1])
    points = np.empty((FISHES, CELLS[0] + 1, CELLS[1] + 1, 3))
    normals = np.empty_like(points)
    with threadpool_limits(limits=1):
        own, theirs = best_seconds(
            [
                lambda: tabulated_surfaces(control, across, along, points, normals),
                lambda: direct_surfaces(control, (3, 3), points, normals),
            ],
            rounds,
            ENOUGH,
        )
    vertices = points.size / 3
    return BenchRecord(
        bench="looks",
        quantity="surface",
        case={"fish": FISHES},
        value=round(own / vertices * 1e9, 2),
        unit="ns/vertex",
        against="direct",
        ratio=round(theirs / own, 2),
    )
