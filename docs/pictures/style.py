"""How the pictures of the documentation look: a dark panel that reads well on any page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from numpy.typing import ArrayLike
from PIL import Image

__all__ = [
    "CORAL",
    "DEEP",
    "DIM",
    "FOAM",
    "GOLD",
    "HERE",
    "REEF",
    "SEA",
    "SHOAL",
    "arrow",
    "bare",
    "box",
    "pair",
    "panel",
    "save",
]

HERE: Final = Path(__file__).parent

DEEP: Final = "#061b29"
"""The background."""
SEA: Final = "#0e3a54"
"""Boxes and fills on the background."""
REEF: Final = "#4fd0d6"
SHOAL: Final = "#8fb8ff"
CORAL: Final = "#ff7b6b"
GOLD: Final = "#ffcf6b"
FOAM: Final = "#e6f4f7"
"""Text."""
DIM: Final = "#86a8b8"
"""Axes and remarks."""

plt.rcParams.update(
    {
        "axes.edgecolor": DIM,
        "axes.facecolor": DEEP,
        "axes.grid": True,
        "axes.labelcolor": FOAM,
        "axes.prop_cycle": cycler(color=[REEF, GOLD, CORAL, SHOAL, FOAM]),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlecolor": FOAM,
        "axes.titlesize": 11,
        "figure.facecolor": DEEP,
        "font.size": 10,
        "grid.color": "#123247",
        "legend.frameon": False,
        "legend.labelcolor": FOAM,
        # The same drawing gives the same bytes.
        "svg.hashsalt": "motorium",
        "text.color": FOAM,
        "xtick.color": DIM,
        "ytick.color": DIM,
    }
)


def panel(
    width: float, height: float, columns: int = 1, rows: int = 1, **options: Any
) -> tuple[Figure, Any]:
    """A figure [inches] and its axes."""
    figure, axes = plt.subplots(
        rows, columns, figsize=(width, height), layout="constrained", **options
    )
    return figure, axes


def bare(axes: Axes) -> None:
    """No frame, no ticks, equal scales: for drawings."""
    axes.set_axis_off()
    axes.set_aspect("equal")


def box(
    axes: Axes,
    corner: tuple[float, float],
    size: tuple[float, float],
    text: str,
    color: str = SEA,
    **options: Any,
) -> None:
    """A rounded box with text in its middle."""
    shape = FancyBboxPatch(
        corner,
        *size,
        boxstyle="round,pad=0,rounding_size=0.12",
        facecolor=color,
        edgecolor=REEF,
        linewidth=1,
    )
    axes.add_patch(shape)
    middle = (corner[0] + size[0] / 2, corner[1] + size[1] / 2)
    axes.text(*middle, text, ha="center", va="center", **options)


def arrow(axes: Axes, start: ArrayLike, end: ArrayLike, color: str = REEF, **options: Any) -> None:
    """An arrow between two points of the drawing."""
    style = {"arrowstyle": "-|>", "mutation_scale": 12, "linewidth": 1.4, **options}
    axes.add_patch(
        FancyArrowPatch(pair(start), pair(end), color=color, shrinkA=0, shrinkB=0, **style)
    )


def pair(point: ArrayLike) -> tuple[float, float]:
    """A point of the plane as two numbers."""
    x, y = np.asarray(point, dtype=np.float64).tolist()
    return x, y


def save(figure: Figure, name: str, colors: int | None = None) -> None:
    """Write the picture beside its script; colors: so many at most, for a smaller file."""
    figure.savefig(HERE / name, metadata={"Date": None} if name.endswith(".svg") else None)
    plt.close(figure)
    if colors is not None:
        with Image.open(HERE / name) as picture:
            fewer = picture.convert("RGB").quantize(colors, dither=Image.Dither.NONE)
        fewer.save(HERE / name, optimize=True)
    print(f"wrote {HERE.name}/{name}")
