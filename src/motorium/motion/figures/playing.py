"""Ways through a posture graph as one motion."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from motorium.bodies.figure.files import check_figure
from motorium.bodies.figure.skeleton import Poses, turn_about
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.graph import Arc, PostureGraph
from motorium.motion.figures.ways import Way, moved
from motorium.settings import SettingsError

__all__ = ["end_of", "played"]


def played(
    graph: PostureGraph, postures: Sequence[str], figure: str = "human-high", rate: int = MADE_AT
) -> Poses:
    """The shortest way through some postures, from the origin along x, so many frames a second.

    Naming a posture twice in a row goes once around, if it has an arc to itself.
    """
    check_figure(figure)
    if not rate > 0:
        raise SettingsError(f"a rate is so many frames a second, not {rate}")
    if len(postures) < 2:
        raise SettingsError("a way needs two postures or more")
    arcs: list[Arc] = []
    for start, goal in pairwise(postures):
        around = graph.arcs.get((start, goal))
        arcs += [around] if around else graph.path(start, goal)
    if not arcs:
        raise SettingsError(f"nothing is played from {postures[0]} to {postures[-1]}")
    parts: list[Poses] = []
    here: Way = np.zeros(3), np.eye(3)
    # Frames of the whole way are evenly spaced, wherever arcs end.
    begun, shown = 0.0, 0
    for arc in arcs:
        frames = np.arange(shown, np.floor((begun + arc.seconds) * rate + 1e-6) + 1)
        shown = int(frames[-1]) + 1 if len(frames) else shown
        if len(frames):
            parts.append(moved(arc.sets[figure].sample(frames / rate - begun), here))
        here = end_of(arc, here)
        begun += arc.seconds
    return Poses.joined(parts)


def end_of(arc: Arc, here: Way) -> Way:
    """Where one is after an arc that began here."""
    x, y, heading = arc.travel
    shift, turn = here
    around = turn_about(np.array([0.0, 0.0, 1.0]), np.array([heading]))[0]
    return shift + turn @ np.array([x, y, 0.0]), turn @ around
