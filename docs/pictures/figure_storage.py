"""Measures ways to store motion (Granieri et al., section 6), and writes them into figures.md."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image as Pictures
from rich.console import Console

from docs.pictures.drawn_figures import Posed, View, draw_figures
from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.flesh import flesh_of
from motorium.motion.figures.building import TOLERANCES
from motorium.motion.figures.channels import RATES
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import ready_graph

PAGE: Final = Path(__file__).parent.parent / "concepts" / "figures.md"
BEGIN, END = "<!-- table: storage -->", "<!-- end -->"
VIEWS: Final = 8
PIXELS: Final = 256
CROWD: Final = 200
"""Figures that are played at once, for the time of one."""


def main() -> None:
    lines = table(ready_graph(Console()))
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text("\n".join([head + BEGIN, *lines, END + tail]), encoding="utf-8")
    print(f"wrote {PAGE.name}")


def table(graph: PostureGraph) -> list[str]:
    seconds = sum(arc.seconds for arc in graph.arcs.values())
    lines = [
        "| stored | human-high | human-med | human-low | to play a human-high |",
        "|---|---|---|---|---|",
    ]
    pictures = [VIEWS * picture_bytes(graph, name) * RATES[name] for name in FIGURES]
    lines.append(
        _row(f"pictures, {VIEWS} views of {PIXELS} x {PIXELS}, PNG", pictures, "a texture")
    )
    fleshes = [flesh_of(name) for name in FIGURES]
    vertices = [len(one.vertices) * 12 * RATES[one.title] for one in fleshes]
    lines.append(_row("bodies: all vertices", vertices, _time(copy_vertices())))
    skeletons = [load_skeleton(name) for name in FIGURES]
    matrices = [len(one.segments) * 48 * RATES[one.title] for one in skeletons]
    lines.append(_row("matrices of all segments", matrices, _time(read_matrices())))
    angles = [(one.freedoms + 7) * 4 * RATES[one.title] for one in skeletons]
    lines.append(_row("angles of all joints", angles, _time(place_angles(graph))))
    keyed = [sum(arc.sets[name].size for arc in graph.arcs.values()) / seconds for name in FIGURES]
    off = ", ".join(f"{TOLERANCES[name] * 1e3:g}" for name in FIGURES)
    lines.append(_row(f"angles at keys, within {off} mm", keyed, "the same"))
    return [
        "",
        f"Kilobytes a second of motion; all {seconds:.0f} s of the soldier:",
        "",
        *lines,
        "",
    ]


def _row(what: str, sizes: list[float] | list[int], cost: str) -> str:
    cells = " | ".join(f"{size / 1e3:,.1f}" for size in sizes)
    return f"| {what} | {cells} | {cost} |"


def _time(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def picture_bytes(graph: PostureGraph, name: str) -> float:
    """Of a picture, on the average of a few."""
    skeleton, flesh = load_skeleton(name), flesh_of(name)
    sizes = []
    for arc in list(graph.arcs.values())[::9]:
        pose = arc.sets[name].sample(arc.seconds / 2)
        image = draw_figures([Posed(flesh, skeleton, pose)], View(0.6, size=(PIXELS, PIXELS)))
        data = io.BytesIO()
        Pictures.fromarray(image).save(data, "png", optimize=True)
        sizes.append(len(data.getvalue()))
    return float(np.mean(sizes))


def copy_vertices() -> float:
    stored = np.random.default_rng(1).normal(size=(60, len(flesh_of("human-high").vertices), 3))
    return _taken(lambda: stored[np.arange(CROWD) % 60].astype(np.float32))


def read_matrices() -> float:
    stored = np.random.default_rng(1).normal(size=(60, 69, 3, 4)).astype(np.float32)
    return _taken(lambda: stored[np.arange(CROWD) % 60])


def place_angles(graph: PostureGraph) -> float:
    """Found between keys, and turned into matrices by forward kinematics."""
    skeleton = load_skeleton("human-high")
    arc = max(graph.arcs.values(), key=lambda one: one.seconds)
    times = np.linspace(0.0, arc.seconds, CROWD)
    return _taken(lambda: skeleton.place(arc.sets["human-high"].sample(times)))


def _taken(work: Callable[[], object]) -> float:
    """For one figure: the best of some."""
    best = np.inf
    for _ in range(20):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best / CROWD


if __name__ == "__main__":
    main()
