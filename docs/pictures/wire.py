"""The bytes of a snapshot and the bits of a record, drawn from `wire.layout`."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from docs.pictures.style import CORAL, DEEP, DIM, FOAM, GOLD, REEF, SHOAL, panel, save
from motorium.wire.layout import (
    FINS_PER_BLOCK,
    HEADER_BYTES,
    LOOKS_PER_BLOCK,
    MUSCLES_PER_BLOCK,
    NODE_BLOCK_BYTES,
    NODES_PER_BLOCK,
    PARTICLE_BYTES,
    RECORD_BYTES,
)

BITS = (
    (21, "x", REEF),
    (21, "y", REEF),
    (21, "z", REEF),
    (1, "", DIM),
    (10, "q", GOLD),
    (10, "q", GOLD),
    (10, "q", GOLD),
    (2, "", CORAL),
    (10, "segment", DIM),
    (8, "frame", DIM),
    (6, "sub", DIM),
    (8, "flags", SHOAL),
)


def cell(axes: Axes, x: float, y: float, width: float, text: str, color: str) -> None:
    axes.add_patch(Rectangle((x, y), width, 1, facecolor=color, edgecolor=DEEP, linewidth=2))
    axes.text(x + width / 2, y + 0.5, text, ha="center", va="center", color=DEEP, fontsize=9.5)


def main() -> None:
    figure, axes = panel(9.5, 3.7)
    axes.set_axis_off()
    axes.set_xlim(0, 100)
    axes.set_ylim(-2.2, 6)
    axes.text(0, 5.5, "a snapshot", fontsize=11, color=FOAM)
    parts = (
        (9, f"header\n{HEADER_BYTES} bytes", FOAM),
        (8, f"record 0\n{RECORD_BYTES}", REEF),
        (8, f"record 1\n{RECORD_BYTES}", REEF),
        (3, "…", REEF),
        (20, f"nodes of record 0\n{NODES_PER_BLOCK} × 3 × int16 = {NODE_BLOCK_BYTES}", GOLD),
        (3, "…", GOLD),
        (6, f"fins\n{FINS_PER_BLOCK} each", SHOAL),
        (6, f"looks\n{LOOKS_PER_BLOCK} each", REEF),
        (9, f"muscles\n{MUSCLES_PER_BLOCK} each", CORAL),
        (8, "leaves\n6 a node", SHOAL),
        (20, f"plankton, bubbles,\nfood: {PARTICLE_BYTES} each", FOAM),
    )
    x = 0.0
    for width, text, color in parts:
        cell(axes, x, 4.1, width, text, color)
        x += width
    axes.text(0, 2.6, "a record: four words of 32 bits, the lowest bit on the left", color=FOAM)
    bit = 0
    for width, text, color in BITS:
        row, place = divmod(bit, 64)
        scale = 100 / 64
        cell(axes, place * scale, 1.2 - 1.9 * row, width * scale, text, color)
        if text:
            axes.text(
                place * scale + 0.3, 0.98 - 1.9 * row, str(bit), color=DIM, fontsize=8, va="top"
            )
        bit += width
    axes.annotate(
        "which part of the quaternion\nis left out",
        xy=(31 * 100 / 64, -0.72),
        xytext=(54, -2.1),
        color=CORAL,
        fontsize=9,
        arrowprops={"arrowstyle": "-", "color": CORAL},
    )
    save(figure, "wire.svg")


if __name__ == "__main__":
    main()
