"""A recording's way to the disk, and what a file holds whose writer was killed."""

from __future__ import annotations

from matplotlib.patches import Rectangle

from docs.pictures.style import CORAL, DEEP, DIM, FOAM, GOLD, REEF, arrow, bare, box, panel, save


def main() -> None:
    figure, axes = panel(10, 4.0)
    bare(axes)
    axes.set(xlim=(0, 20), ylim=(1.2, 8.8))
    for x, width, text in (
        (0.2, 4.4, "the world\nmakes a frame"),
        (7.0, 4.4, "rows of a chunk\nhalf a second"),
        (13.8, 6.0, "a thread\nArrow, LZ4, checksum"),
    ):
        box(axes, (x, 6.6), (width, 1.9), text)
    arrow(axes, (4.7, 7.55), (6.9, 7.55))
    axes.text(5.8, 7.75, "copies", color=DIM, ha="center", fontsize=9)
    arrow(axes, (11.5, 7.55), (13.7, 7.55))
    axes.text(12.6, 7.75, "hands over", color=DIM, ha="center", fontsize=9)
    arrow(axes, (16.8, 6.5), (16.8, 5.2))
    axes.text(17.0, 5.8, "one write a chunk", color=DIM, fontsize=9)
    x = 0.2
    for width, text, color in (
        (3.6, "columns,\nscenario", "#0e3a54"),
        (0.7, "", REEF),
        (3.4, "frames 0-29", "#0e3a54"),
        (0.7, "", REEF),
        (3.4, "frames 30-59", "#0e3a54"),
        (0.7, "", REEF),
        (3.4, "frames 60-89", "#0e3a54"),
        (0.7, "", REEF),
        (1.7, "torn", CORAL),
    ):
        axes.add_patch(_block(x, width, color))
        dark = color == CORAL
        axes.text(
            x + width / 2,
            4.2,
            text,
            ha="center",
            va="center",
            fontsize=9,
            color=DEEP if dark else FOAM,
        )
        x += width + 0.1
    axes.text(0.2, 2.5, "seal: checksum of what stands before it", color=REEF, fontsize=10)
    axes.text(0.2, 1.7, "read: up to the last seal", color=GOLD, fontsize=10)
    axes.annotate("", (17.3, 3.1), (0.2, 3.1), arrowprops={"arrowstyle": "<->", "color": GOLD})
    axes.text(
        19.9,
        1.7,
        "killed here: not sealed, does not count",
        color=CORAL,
        fontsize=10,
        ha="right",
    )
    arrow(axes, (18.4, 2.1), (18.4, 3.2), color=CORAL)
    save(figure, "recording.svg")


def _block(x: float, width: float, color: str) -> Rectangle:
    return Rectangle((x, 3.4), width, 1.6, facecolor=color, edgecolor=REEF, linewidth=0.8)


if __name__ == "__main__":
    main()
