"""A receipt as a picture: fishes that are simulated anew, and the replay that lies on them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.measure.pictures import AXIS, BACK, TEXT, TRACE, WATER, outline_from_above
from motorium.motion.course import turned_about_up
from motorium.motion.receipts import BARS, SECONDS, SEED, Compared, compare_cycles, compare_turns
from motorium.motion.segments import Repertoire

__all__ = ["draw_receipt"]

SWIM: Final = "swim-medium"
TURN: Final = "turn-left-sharp"
CURVE: Final = "curve-left"
BEATS: Final = 4
"""Of swimming that are shown."""
STILLS: Final = {SWIM: 4, TURN: 4, CURVE: 6}
GRID: Final = "#14384d"
WARM: Final = "#ff7b6b"
COLORS: Final = {
    "swim-slow": BACK,
    "swim-medium": TRACE,
    "swim-fast": WARM,
    "curve-left": "#9be38f",
    "curve-right": "#c79bff",
}
STYLES: Final = {0.5: ":", 1.0: "-", 2.0: "--"}


def draw_receipt(species: Species, repertoire: Repertoire, folder: Path, seed: int = SEED) -> Path:
    """A page of one species, as PNG; returns the file."""
    file = folder / f"{species.name}.png"
    cycles = compare_cycles(species, repertoire, seed)
    turns = compare_turns(species, repertoire, seed)
    with mpl.rc_context({"text.color": TEXT, "axes.labelcolor": TEXT, "axes.edgecolor": AXIS}):
        figure = Figure(figsize=(11, 9.5), facecolor=WATER, layout="constrained")
        grid = figure.subplot_mosaic(
            [["swim", "swim"], ["turn", "curve"], ["apart", "apart"]], height_ratios=[0.8, 1.7, 1.3]
        )
        _draw_swim(_of(cycles, SWIM), grid["swim"])
        _draw_way(_of(turns, TURN), grid["turn"], "a sharp turn, from the asking to its end")
        _draw_way(_of(cycles, CURVE), grid["curve"], "ten seconds in a circle")
        _draw_apart(cycles, grid["apart"])
        figure.suptitle(f"{species.label}: simulated, and replayed from its repertoire")
        handles = [
            Patch(facecolor=BACK, alpha=0.5, label="simulated anew"),
            Line2D([], [], color=TRACE, linestyle="--", label="replayed"),
        ]
        grid["swim"].legend(
            handles=handles,
            loc="lower right",
            bbox_to_anchor=(1.0, 1.0),
            ncols=2,
            fontsize=9,
            frameon=False,
            labelcolor=TEXT,
        )
        figure.savefig(file, dpi=110, facecolor=WATER)
    return file


def _of(cases: list[Compared], name: str) -> Compared:
    """The first of a segment, at size 1."""
    return next(case for case in cases if case.segment.name == name and case.size == 1.0)


def _draw_swim(case: Compared, axes: Axes) -> None:
    """Some beats from above, swimming to the right; what the tail's root and the nose write."""
    last = min(len(case.simulated), BEATS * case.fitted) - 1
    way = case.replayed_origins[last] - case.replayed_origins[0]
    level = turned_about_up(-np.arctan2(way[1], way[0])).T
    simulated, replayed = case.simulated @ level, case.replayed @ level
    _draw_bodies(axes, simulated, replayed, _spread(last, STILLS[SWIM]))
    for node in (0, 21):
        axes.plot(*simulated[: last + 1, node, :2].T, color=BACK, linewidth=1.1)
        axes.plot(*replayed[: last + 1, node, :2].T, "--", color=TRACE, linewidth=0.9)
    gait = f"{1 / case.segment.seconds:.2g} Hz, {case.segment.speed:.2g} L/s"
    _bare(axes, f"{BEATS} beats of the medium gait ({gait})", loc="left")


def _draw_way(case: Compared, axes: Axes, title: str) -> None:
    """All of a path from above, with some bodies; of a circle those of its first round."""
    last = len(case.simulated) - 1
    if case.segment.cyclic:
        last = min(last, round(2 * np.pi / abs(case.segment.turn) * (case.fitted - 1)))
    stills = _spread(last, STILLS[case.segment.name])
    if case.segment.cyclic:
        stills = stills[:-1]
    axes.plot(*case.simulated_origins[:, :2].T, color=BACK, linewidth=1.1)
    axes.plot(*case.replayed_origins[:, :2].T, "--", color=TRACE, linewidth=0.9)
    _draw_bodies(axes, case.simulated, case.replayed, stills)
    _bare(axes, title)


def _spread(last: int, count: int) -> list[int]:
    return [round(frame) for frame in np.linspace(0, last, count)]


def _draw_bodies(axes: Axes, simulated: Floats, replayed: Floats, stills: list[int]) -> None:
    for frame in stills:
        outline, _ = outline_from_above(simulated[frame] * BODY_LENGTH)
        axes.add_patch(Polygon(outline / BODY_LENGTH, facecolor=BACK, edgecolor="none", alpha=0.45))
        outline, spine = outline_from_above(replayed[frame] * BODY_LENGTH)
        axes.add_patch(
            Polygon(outline / BODY_LENGTH, fill=False, edgecolor=TRACE, linestyle="--", lw=0.9)
        )
        axes.plot(*spine[0] / BODY_LENGTH, ".", color=TEXT, markersize=3)


def _draw_apart(cases: list[Compared], axes: Axes) -> None:
    """How far the paths are apart, of the way, as time goes by."""
    for case in cases:
        color = COLORS.get(case.segment.name)
        if color is None:
            continue
        off = np.linalg.norm(case.simulated_origins - case.replayed_origins, axis=-1)
        way = np.linalg.norm(np.diff(case.replayed_origins, axis=0), axis=-1).sum()
        beat = np.full(case.fitted, 1.0 / case.fitted)
        times = SECONDS * np.arange(1, len(off)) / (len(off) - 1)
        shares = 100 * off[1:] / (way * times / SECONDS)
        axes.plot(
            np.convolve(times, beat, mode="valid"),
            np.convolve(shares, beat, mode="valid"),
            STYLES[case.size],
            color=color,
            linewidth=1.3 if case.size == 1.0 else 0.9,
            label=case.segment.name if case.size == 1.0 else None,
        )
    axes.axhline(BARS["path"], color=WARM, linewidth=0.8)
    axes.text(SECONDS, BARS["path"], "bar ", color=WARM, fontsize=8, ha="right", va="bottom")
    axes.set_yscale("log")
    axes.set_xlim(0.0, SECONDS)
    axes.set_ylim(top=4 * BARS["path"])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_facecolor(WATER)
    axes.tick_params(colors=AXIS, which="both")
    axes.grid(color=GRID)
    axes.set_xlabel("seconds (size 1 drawn through, 0.5 dotted, 2 dashed)")
    axes.set_ylabel("apart [% of the way], mean of a beat")
    axes.set_title("how far the paths are apart", color=TEXT, fontsize=10)
    axes.legend(fontsize=8, facecolor=WATER, labelcolor=TEXT, edgecolor=AXIS, ncols=5)


def _bare(axes: Axes, title: str, loc: Literal["center", "left"] = "center") -> None:
    axes.set_facecolor(WATER)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.axis("off")
    axes.set_title(title, color=TEXT, fontsize=10, loc=loc)
