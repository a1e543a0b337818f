"""Bodies in body lengths, and the poses that a skin must stand."""

from __future__ import annotations

from functools import cache

import numpy as np

from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats
from motorium.looks.skin import Skin, skin_of

__all__ = ["BENDS", "SPECIES", "bent", "mirrored", "nodes_of", "poses", "skin", "turned_tail"]

SPECIES = known_species()
BENDS = (-120.0, 120.0)
SHAKE = 0.004
"""How far nodes are out of place in a fish that is shaken [L]."""
SWAPPED = [0, *(1 + 4 * (n // 4) + (1, 0, 3, 2)[n % 4] for n in range(20)), 21, 22]
"""The node on the other side of the fish."""


def nodes_of(name: str) -> Floats:
    """The body of a species at rest [L], shape (23, 3)."""
    body = load_species(name).body
    return np.array(body.nodes) / body.length


@cache
def skin(name: str) -> Skin:
    return skin_of(nodes_of(name), load_species(name).skin)


def bent(nodes: Floats, degrees: float, stiff: bool = True) -> Floats:
    """A C: nose and peduncle point `degrees` apart; the fish bends to the left if positive.

    stiff: head and tail fin stay straight, and what is between them lies on an arc; otherwise all
    of the fish does.
    """
    start, end = nodes[1 if stiff else 0, 0], nodes[17, 0]
    curvature = np.deg2rad(degrees) / (start - end)
    bowed = start - nodes[:, 0]
    if stiff:
        bowed = np.clip(bowed, 0.0, start - end)
    straight = start - nodes[:, 0] - bowed
    angle = curvature * bowed
    image = nodes.copy()
    image[:, 0] = start - np.sin(angle) / curvature - straight * np.cos(angle)
    image[:, 1] = (1 - np.cos(angle)) / curvature + straight * np.sin(angle)
    image[:, 0] += nodes[:, 1] * np.sin(angle)
    image[:, 1] += nodes[:, 1] * np.cos(angle)
    return image


def turned_tail(nodes: Floats, degrees: float) -> Floats:
    """The tail fin turned about the peduncle, as it is when it beats; to the left if positive."""
    angle = np.deg2rad(degrees)
    hinge = nodes[17:21].mean(axis=0)
    behind = hinge[0] - nodes[21:, 0]
    image = nodes.copy()
    image[21:, 0] = hinge[0] - behind * np.cos(angle)
    image[21:, 1] = behind * np.sin(angle)
    return image


def poses(nodes: Floats) -> dict[str, Floats]:
    """At rest, in the sharpest turns, squeezed and stretched by 30 %, and both together."""
    found = {"rest": nodes}
    shaken = np.random.default_rng(1).normal(size=nodes.shape)
    found["shaken"] = nodes + SHAKE * shaken
    for degrees in BENDS:
        found[f"bent by {degrees:.0f}"] = bent(nodes, degrees)
        found[f"arc of {degrees:.0f}"] = bent(nodes, degrees, stiff=False)
        found[f"tail turned by {degrees / 3:.0f}"] = turned_tail(nodes, degrees / 3)
    for axis, name in enumerate("xyz"):
        for factor in (0.7, 1.3):
            scale = np.ones(3)
            scale[axis] = factor
            found[f"{name} times {factor}"] = nodes * scale
            found[f"{name} times {factor}, bent"] = bent(nodes * scale, 120.0)
    return found


def mirrored(nodes: Floats) -> Floats:
    """The mirror image of a body: left and right change places."""
    image: Floats = nodes[..., SWAPPED, :] * np.array([1.0, -1.0, 1.0])
    return image
