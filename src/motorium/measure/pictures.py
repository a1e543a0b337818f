"""Top-view strips of a species: how it swims, how it turns, and what its tail writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.gaits import GAITS, Gait
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.looks.shape import smooth
from motorium.measure.tank import Tank, centre_of_mass, frames_of
from motorium.measure.turning import turn_path

__all__ = ["draw_beat", "draw_species", "draw_turn", "outline_from_above"]

WATER: Final = "#061b29"
TEXT: Final = "#e6f4f7"
AXIS: Final = "#86a8b8"
BACK: Final = "#4fd0d6"
TRACE: Final = "#ffcf6b"
STILLS: Final = 9
TURN_SHOWN: Final = 2.0
"""Beats of a turn that its strip shows."""
SAMPLES: Final = 40


def outline_from_above(nodes: Floats) -> tuple[Floats, Floats]:
    """Outline of the back (n, 2) and midline (m, 2) of a fish with these nodes (23, 3)."""
    quads = nodes[1:21].reshape(5, 4, 3)
    tail = (nodes[21] + nodes[22]) / 2
    middle = np.vstack([nodes[:1], quads.mean(axis=1), tail[None]])[:, :2]
    half = np.linalg.norm(quads[:, [0, 3]].mean(axis=1) - quads[:, [1, 2]].mean(axis=1), axis=1) / 2
    half = np.concatenate([[0.0], half, [0.02 * BODY_LENGTH / 4]])
    place = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(middle, axis=0), axis=1))])
    fine = np.linspace(0, place[-1], SAMPLES)
    x, y, width = (
        smooth(list(zip(place, values, strict=True)), fine) for values in (*middle.T, half)
    )
    spine = np.stack([x, y], axis=1)
    along = np.gradient(spine, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    left = spine + width[:, None] * np.stack([-along[:, 1], along[:, 0]], axis=1)
    right = spine - width[:, None] * np.stack([-along[:, 1], along[:, 0]], axis=1)
    return np.vstack([left, right[::-1]]), spine


def draw_species(species: Species, folder: Path) -> Path:
    """A page of pictures of one species, as PNG; returns the file."""
    file = folder / f"{species.name}.png"
    with mpl.rc_context({"text.color": TEXT, "axes.labelcolor": TEXT, "axes.edgecolor": AXIS}):
        figure = Figure(figsize=(11, 8.5), facecolor=WATER)
        grid = figure.subplot_mosaic(
            [["swim", "swim"], ["turn", "turn"], ["path", "tail"]], height_ratios=[1, 1, 1.6]
        )
        draw_beat(species, grid["swim"])
        draw_turn(species, grid["turn"], grid["path"])
        _draw_tail(species, grid["tail"])
        figure.suptitle(f"{species.label}: from above", color=TEXT)
        figure.tight_layout()
        figure.savefig(file, dpi=110, facecolor=WATER)
    return file


def draw_beat(species: Species, axes: Axes) -> None:
    """A beat of the medium gait as stills side by side."""
    gait = species.gaits.medium
    tank = Tank(species)
    tank.swim(gait, 8)
    path = tank.swim(gait, 1)[:, 0]
    axis = centre_of_mass(species.body, path)[-1] - centre_of_mass(species.body, path)[0]
    course = np.arctan2(axis[1], axis[0])
    stills = np.linspace(0, len(path) - 1, STILLS).astype(int)
    for number, frame in enumerate(stills):
        centre = centre_of_mass(species.body, path[frame])
        nodes = _turned(path[frame] - centre, -course)
        # Heads up, side by side.
        beside = np.array([number * 0.42 * BODY_LENGTH, 0.0, 0.0])
        _draw_fish(axes, _heads_up(nodes) + beside)
    _bare(axes, f"one beat at the medium gait ({gait.beat:.2g} Hz, {gait.speed:.2g} L/s)")


def draw_turn(species: Species, strip: Axes, path: Axes | None = None) -> None:
    """The sharpest turn while swimming: stills side by side, and where it led."""
    turns = [turn for turn in species.turns if turn.swimming]
    if not turns:
        strip.axis("off")
        return
    sharpest = max(turns, key=lambda turn: turn.angle)
    gait = species.gaits.medium
    before, after = turn_path(species, sharpest)
    frames = frames_of(gait, TURN_SHOWN)
    stills = np.linspace(0, frames, STILLS).astype(int)
    for number, frame in enumerate(stills):
        nodes = after[frame] - (after[frame].min(axis=0) + after[frame].max(axis=0)) / 2
        beside = np.array([number * 0.95 * BODY_LENGTH, 0.0, 0.0])
        _draw_fish(strip, _heads_up(nodes) + beside)
    _bare(strip, f"C-turn of {sharpest.angle:.0f} degrees to the left, in {TURN_SHOWN:g} beats")
    if path is None:
        return
    approach = frames_of(gait, 1)
    trail = centre_of_mass(species.body, np.vstack([before[-approach:], after]))
    shown = _heads_up(trail[: approach + frames_of(gait, 3)])
    path.plot(*shown[:, :2].T, color=TRACE, linewidth=1)
    for frame in stills[::2]:
        _draw_fish(path, _heads_up(after[frame]), fade=0.35 + 0.6 * frame / frames)
    _bare(path, "its way")


def _heads_up(nodes: Floats) -> Floats:
    """x forwards becomes up, y left stays left."""
    up: Floats = nodes[:, [1, 0, 2]] * np.array([-1, 1, 1])
    return up


def _draw_tail(species: Species, axes: Axes) -> None:
    """Where nose and tail go sideways, by gait."""
    for name, color in zip(GAITS, (BACK, TRACE, "#ff7b6b"), strict=True):
        gait: Gait = getattr(species.gaits, name)
        tank = Tank(species)
        tank.swim(gait, 8)
        path = tank.swim(gait, 2)[:, 0]
        centre = centre_of_mass(species.body, path)
        axis = centre[-1] - centre[0]
        turn = -np.arctan2(axis[1], axis[0])
        beats = np.arange(len(path)) / frames_of(gait, 1)
        for node, style in (((21, 22), "-"), ((0, 0), ":")):
            aside = (path[:, node[0]] + path[:, node[1]]) / 2 - centre[0]
            y = aside[:, 0] * np.sin(turn) + aside[:, 1] * np.cos(turn)
            label = f"{name}, tail" if style == "-" else None
            axes.plot(beats, y / BODY_LENGTH, style, color=color, linewidth=1.2, label=label)
    axes.set_facecolor(WATER)
    axes.tick_params(colors=AXIS)
    axes.grid(color="#14384d")
    axes.set_xlabel("beats")
    axes.set_ylabel("aside [L], nose dotted")
    axes.set_title("what nose and tail write", color=TEXT, fontsize=10)
    axes.legend(fontsize=8, facecolor=WATER, labelcolor=TEXT, edgecolor=AXIS)


def _turned(nodes: Floats, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    turned: Floats = nodes @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    return turned


def _draw_fish(axes: Axes, nodes: Floats, fade: float = 0.95) -> None:
    outline, spine = outline_from_above(nodes)
    style: dict[str, Any] = {"facecolor": BACK, "edgecolor": "none", "alpha": 0.55 * fade}
    axes.add_patch(Polygon(outline, **style))
    axes.plot(*spine.T, color=TEXT, linewidth=0.9, alpha=fade)
    axes.plot(*spine[0], ".", color=TEXT, markersize=3, alpha=fade)


def _bare(axes: Axes, title: str) -> None:
    axes.set_facecolor(WATER)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.axis("off")
    axes.set_title(title, color=TEXT, fontsize=10)
