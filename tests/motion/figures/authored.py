"""The soldier's postures, made once for all tests."""

from functools import cache

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.motion.figures.authoring.postures import author_nodes
from motorium.motion.figures.authoring.scripts import load_script

__all__ = ["soldier_nodes"]


@cache
def soldier_nodes() -> dict[str, Poses]:
    """By name, one frame each."""
    return author_nodes(load_script("soldier"), load_skeleton("human-high"))
