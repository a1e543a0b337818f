"""The species that ship: how they look from the side, their sizes, and the table of their page.

Writes the table between its marks into docs/concepts/species.md.
"""

from __future__ import annotations

import re

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from docs.pictures.style import DIM, FOAM, HERE, REEF, SEA, bare, panel, save
from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species, known_species, load_species
from motorium.contracts.frames import Floats

PAGE = HERE.parent / "concepts" / "species.md"
MARKS = re.compile(r"(<!-- table: [^>]+ -->\n).*?(<!-- end -->)", re.DOTALL)


def by_length() -> list[Species]:
    return sorted((load_species(name) for name in known_species()), key=lambda kind: kind.length)


def outline(kind: Species) -> Floats:
    """The body from the side in its own lengths, by its stations, shape (n, 2)."""
    places = np.array([0.0, *(station.behind_nose for station in kind.stations), BODY_LENGTH])
    heights = np.array(
        [0.0, *(station.half_height for station in kind.stations), kind.body.nodes[21, 2]]
    )
    upper = np.stack([-places, heights], axis=1) / BODY_LENGTH
    return np.concatenate([upper, upper[::-1] * (1, -1)])


def skin(kind: Species) -> Floats | None:
    """Back and belly from nose to the root of the tail, if the file draws them."""
    if not (kind.skin.back and kind.skin.belly):
        return None
    back = np.array(kind.skin.back) * (-1, 1)
    belly = np.array(kind.skin.belly) * (-1, 1)
    return np.concatenate([back, belly[::-1]])


def draw(axes: Axes, kind: Species) -> None:
    axes.add_patch(Polygon(outline(kind), facecolor=SEA, edgecolor=REEF, linewidth=1.2))
    body = skin(kind)
    if body is not None:
        axes.add_patch(Polygon(body, fill=False, edgecolor=DIM, linewidth=0.9, linestyle="--"))
    for station in kind.stations:
        place, height = station.behind_nose / BODY_LENGTH, station.half_height / BODY_LENGTH
        axes.plot([-place, -place], [-height, height], color=REEF, linewidth=0.6, alpha=0.6)
    axes.text(-0.5, 0.33, f"{kind.label}, {100 * kind.length:g} cm", ha="center", fontsize=9)
    axes.set_xlim(-1.02, 0.02)
    axes.set_ylim(-0.3, 0.42)
    bare(axes)


def table() -> str:
    """One row a species, by length."""
    rows = [
        "| species | name in files | length | mass | role | swims like | speed [L/s] | beat [Hz] |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for kind in by_length():
        grams = kind.body.mass * kind.scale**3
        mass = f"{float(f'{grams:.2g}'):g} g" if grams < 1000 else f"{grams / 1000:.2g} kg"
        slow, fast = kind.gaits.slow, kind.gaits.fast
        rows.append(
            f"| {kind.label} | `{kind.name}` | {100 * kind.length:g} cm | {mass} | {kind.role} "
            f"| {kind.style} | {slow.speed:.2g} to {fast.speed:.2g} "
            f"| {slow.beat:.2g} to {fast.beat:.2g} |"
        )
    return "\n".join(rows) + "\n"


def main() -> None:
    figure, _ = panel(9.5, 6.0)
    figure.clf()
    grid = figure.add_gridspec(3, 4, height_ratios=(1, 1, 0.9))
    kinds = by_length()
    for index, kind in enumerate(kinds):
        draw(figure.add_subplot(grid[index // 4, index % 4]), kind)
    scale = figure.add_subplot(grid[2, :])
    nose = 0.0
    for kind in kinds:
        nose += kind.length + 0.06
        shape = outline(kind) * kind.length + (nose, 0.0)
        scale.add_patch(Polygon(shape, facecolor=SEA, edgecolor=REEF, linewidth=0.9))
    scale.plot([0.06, 1.06], [-0.42, -0.42], color=FOAM, linewidth=1)
    scale.text(0.56, -0.4, "1 m", ha="center", va="bottom", fontsize=9)
    scale.set_xlim(0, nose + 0.06)
    scale.set_ylim(-0.45, 0.42)
    bare(scale)
    save(figure, "silhouettes.svg")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(MARKS.sub(lambda found: found[1] + table() + found[2], page), encoding="utf-8")


if __name__ == "__main__":
    main()
