"""How fishes lie in memory, and which blocks of their system matrix are stored."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle

from docs.pictures.style import CORAL, DEEP, DIM, FOAM, GOLD, REEF, SEA, SHOAL, bare, panel, save
from motorium.bodies.fish import NODES, UNIT_NODES
from motorium.physics.fish_kernel import Row
from motorium.physics.natural_layout import BLOCKS
from motorium.physics.water import fin_weights

LANES = 8
ROWS = (
    ("x of node 0", REEF),
    ("y of node 0", REEF),
    ("z of node 0", REEF),
    ("…", DIM),
    ("velocities", SHOAL),
    ("…", DIM),
    ("muscle 0", CORAL),
    ("…", DIM),
    ("time step", GOLD),
    ("water", GOLD),
)


def main() -> None:
    figure, (memory, matrix) = panel(9.5, 4.6, 2, width_ratios=(1.35, 1))
    for block in range(2):
        shift = 11.0 * block
        for row, (name, color) in enumerate(ROWS):
            if name != "…":
                for lane in range(LANES):
                    memory.add_patch(
                        Rectangle((shift + lane, -row), 0.9, 0.8, facecolor=color, alpha=0.75)
                    )
            if block == 0:
                memory.text(-0.4, 0.4 - row, name, ha="right", va="center", fontsize=9)
        memory.text(
            shift + 4, 1.4, f"block {block}", ha="center", va="center", fontsize=10, color=FOAM
        )
    memory.add_patch(Rectangle((2.0 - 0.1, -9.2), 1.1, 10.2, fill=False, edgecolor=FOAM))
    memory.text(2.45, -9.9, "one fish: a lane", ha="center", va="center", fontsize=9)
    memory.add_patch(Rectangle((11 - 0.1, -0.1), 8.1, 1.0, fill=False, edgecolor=FOAM))
    memory.text(15, -9.9, "one vector: a row", ha="center", va="center", fontsize=9)
    memory.set_xlim(-5.5, 19.5)
    memory.set_ylim(-10.6, 2.2)
    bare(memory)
    memory.set_title(f"{Row.COUNT} rows a block, drawn with {LANES} lanes")

    cells = np.full((NODES, NODES, 3), tuple(int(DEEP[k : k + 2], 16) / 255 for k in (1, 3, 5)))
    colors = {
        name: tuple(int(c[k : k + 2], 16) / 255 for k in (1, 3, 5))
        for name, c in (("inside", SEA), ("fin", SHOAL), ("unit", REEF), ("mass", GOLD))
    }
    for column, top in enumerate(BLOCKS.top):
        cells[top : column + 1, column] = colors["inside"]
    for weights in fin_weights():
        nodes = np.flatnonzero(weights)
        for i in nodes:
            cells[i, nodes[nodes > i]] = colors["fin"]
    for i, j in UNIT_NODES:
        cells[i, j] = colors["unit"]
    cells[np.arange(NODES), np.arange(NODES)] = colors["mass"]
    matrix.imshow(cells, extent=(-0.5, NODES - 0.5, NODES - 0.5, -0.5))
    matrix.set_xticks(np.arange(-0.5, NODES), minor=True)
    matrix.set_yticks(np.arange(-0.5, NODES), minor=True)
    matrix.grid(visible=False)
    matrix.grid(which="minor", color=DEEP, linewidth=1)
    matrix.tick_params(which="minor", length=0)
    matrix.set_title(f"{BLOCKS.size} blocks of 3 × 3, of {NODES * NODES}, are stored")
    matrix.text(1, 17.0, "diagonal", color=GOLD, fontsize=9)
    matrix.text(1, 18.5, "units and faces", color=REEF, fontsize=9)
    matrix.text(1, 20.0, "fins", color=SHOAL, fontsize=9)
    matrix.text(1, 21.5, "zero at first, filled", color=DIM, fontsize=9)
    save(figure, "kernel.svg")


if __name__ == "__main__":
    main()
