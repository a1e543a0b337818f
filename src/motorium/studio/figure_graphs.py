"""Posture graphs of a stage: read from the cache, built first where they do not serve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from motorium.compiled import Report
from motorium.motion.figures.authoring.scripts import load_script
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import graph_file, kept_graph
from motorium.motion.figures.store import write_graph

__all__ = ["ready_graphs"]


def ready_graphs(names: Sequence[str], report: Report) -> dict[str, PostureGraph]:
    """Of shipped scripts, by their names. To build one takes about a minute, at the first time and
    when it has changed; report: told how far that is."""
    return {name: kept_graph(name, partial(_build, name, report)) for name in names}


def _build(name: str, report: Report) -> PostureGraph:
    from motorium.motion.figures.building import build_graph

    def tell(label: str, done: int, total: int) -> None:
        report(f"motions of the {name}: {label}", done, total)

    graph, _ = build_graph(load_script(name), tell)
    write_graph(graph_file(name), graph)
    return graph
