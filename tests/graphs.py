"""The posture graphs that ship, for tests: from the cache, or built there once."""

from __future__ import annotations

from functools import cache

from motorium.motion.figures.graph import PostureGraph
from motorium.studio.figure_graphs import ready_graphs

__all__ = ["shipped_graph"]


@cache
def shipped_graph(name: str) -> PostureGraph:
    """The soldier's or the pedestrian's; to build one takes about half a minute."""
    return ready_graphs([name], lambda label, done, total: None)[name]
