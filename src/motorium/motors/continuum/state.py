"""How characters in the continuum are: arrays, a row each."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.rigid.parts import COORDINATES, FREEDOMS, PARTS, links_between
from motorium.contracts.frames import Floats
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.polygon import MOST_CORNERS
from motorium.physics.rigid.scene import RigidScene

__all__ = [
    "LINKS",
    "LONG_AGO",
    "Balance",
    "Build",
    "Scratch",
    "Targets",
    "build_of",
    "fresh_balance",
    "fresh_scratch",
    "fresh_targets",
]

LINKS: Final = links_between()
"""How many links apart parts are, for kernels."""
LONG_AGO: Final = 1e9
"""Since when somebody has not touched who never has [s]."""


class Build(NamedTuple):
    """What does not change. Of characters: bodies (n, parts), coordinates and freedoms (n,),
    offsets [m] and centres [m] of parts (n, parts, 3), masses [kg] (n, parts), standing [m] (n,):
    how high the centre of mass is when upright. Of geoms: owner, part, ground, foot (1: a sole,
    whose corners count), box (1: it has edges to stand beyond), sizes."""

    bodies: NDArray[np.int64]
    coordinates: NDArray[np.int64]
    freedoms: NDArray[np.int64]
    offsets: Floats
    centres: Floats
    masses: Floats
    standing: Floats
    owner: NDArray[np.int64]
    part: NDArray[np.int64]
    ground: NDArray[np.uint8]
    foot: NDArray[np.uint8]
    box: NDArray[np.uint8]
    sizes: Floats


class Targets(NamedTuple):
    """What the performers do, at the beginning and at the end of a frame: coordinates
    (n, 2, COORDINATES), centres [m] of parts (n, 2, parts, 3); velocities of joints [rad/s]
    (n, FREEDOMS)."""

    coordinates: Floats
    centres: Floats
    rates: Floats


class Balance(NamedTuple):
    """Of each character: beta and own (Eq. 3.1 as printed); off [s]: for how long it is out of
    balance; fallen (1: it lies until it is to get up); held (1: it gets up, and is in balance
    whatever is measured); weights (n, parts), the y; touched [s] (n, parts): how long ago; centre
    [m] and velocity [m/s] of mass; performed: the performer's centre of mass, pace [m/s]: its
    speed; ground [m] and drift [m/s] (n, 2): how high the ground beneath it is, and how fast it
    goes; corners [m] of the support polygon (n, MOST_CORNERS, 2) and how many; pull [N]: of all
    kinematic forces."""

    beta: Floats
    own: Floats
    off: Floats
    fallen: NDArray[np.uint8]
    held: NDArray[np.uint8]
    weights: Floats
    touched: Floats
    centre: Floats
    velocity: Floats
    performed: Floats
    pace: Floats
    ground: Floats
    drift: Floats
    corners: Floats
    corner_count: NDArray[np.int64]
    pull: Floats


class Scratch(NamedTuple):
    """For hulls of support polygons: points (MOST_CORNERS, 2) and chain, twice as long."""

    points: Floats
    chain: Floats


def build_of(scene: RigidScene, standing: Floats) -> Build:
    """The tables of a scene. standing [m]: heights of centres of mass, (characters,)."""
    model = scene.model
    feet = {number for number, part in enumerate(PARTS) if part.name.endswith("foot")}
    return Build(
        bodies=scene.bodies,
        coordinates=scene.coordinates,
        freedoms=scene.freedoms,
        offsets=np.array([figure.offsets for figure in scene.figures]).reshape(-1, len(PARTS), 3),
        centres=model.body_ipos[scene.bodies].copy(),
        masses=model.body_mass[scene.bodies].copy(),
        standing=np.asarray(standing, dtype=np.float64),
        owner=scene.owner,
        part=scene.part,
        ground=scene.ground,
        foot=np.isin(scene.part, list(feet)).astype(np.uint8),
        box=(model.geom_type == engine().mjtGeom.mjGEOM_BOX).astype(np.uint8),
        sizes=model.geom_size.copy(),
    )


def fresh_targets(count: int) -> Targets:
    return Targets(
        np.zeros((count, 2, COORDINATES)),
        np.zeros((count, 2, len(PARTS), 3)),
        np.zeros((count, FREEDOMS)),
    )


def fresh_balance(count: int) -> Balance:
    parts = len(PARTS)
    return Balance(
        beta=np.ones(count),
        own=np.ones(count),
        off=np.zeros(count),
        fallen=np.zeros(count, dtype=np.uint8),
        held=np.zeros(count, dtype=np.uint8),
        weights=np.ones((count, parts)),
        touched=np.full((count, parts), LONG_AGO),
        centre=np.zeros((count, 3)),
        velocity=np.zeros((count, 3)),
        performed=np.zeros((count, 3)),
        pace=np.zeros(count),
        ground=np.zeros(count),
        drift=np.zeros((count, 2)),
        corners=np.zeros((count, MOST_CORNERS, 2)),
        corner_count=np.zeros(count, dtype=np.int64),
        pull=np.zeros(count),
    )


def fresh_scratch() -> Scratch:
    return Scratch(np.zeros((MOST_CORNERS, 2)), np.zeros((2 * MOST_CORNERS + 2, 2)))
