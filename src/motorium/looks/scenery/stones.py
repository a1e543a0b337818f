"""Forms of stone: boulders, mounds of old reef, and plain columns; 1 wide and high."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.scenery.chance import Chance
from motorium.looks.scenery.solids import Solid, SolidMesh

__all__ = ["boulder", "column", "mound"]


def _lumps(x: Floats, y: Floats, z: Floats, own: float) -> Floats:
    """Hills and hollows, about -1 to 1."""
    p, q, r = x + own, y + own * 1.7, z - own * 0.6
    broad = np.sin(p * 2.1 + 1.6 * np.sin(q * 1.7 + r)) * np.sin(q * 2.6 + 1.2 * np.sin(r * 1.9))
    small = np.sin(r * 4.3 + 1.9 * np.sin(p * 2.8)) * np.sin(p * 4.9 - q * 2.2)
    result: Floats = 0.62 * broad + 0.38 * small
    return result


def _splits(on: Floats, own: float) -> Floats:
    """Edges and faces, as where stone has split: 0 on the edges, up to 1."""
    k = np.arange(18)
    angle = k * 2.4 + own
    up = 1 - (2 * k + 1) / 18
    aside = np.sqrt(1 - up * up)
    jitter = 0.3 * np.sin(k * 12.9 + own * 7.3)
    points = np.stack(
        [
            aside * np.cos(angle) * (1 + jitter),
            up * (1 - jitter),
            aside * np.sin(angle) * (1 - jitter),
        ],
        axis=-1,
    )
    away = np.linalg.norm(on[:, None] - points, axis=-1)
    away.partition(1, axis=1)
    result: Floats = np.minimum(1, 1.8 * (away[:, 1] - away[:, 0]))
    return result


def _pressed(on: Floats, own: float, rough: float) -> Floats:
    """How far a place of the ball is pressed in: 0 to about 0.5."""
    x, y, z = on.T
    hills = 0.5 + 0.5 * _lumps(x * 1.2, y * 1.2, z * 1.2, own)
    crack = 1 - _splits(on, own)
    # Beds of stone, tilted a little: each juts out above the one below.
    bed = 3.6 * (y + 0.16 * x - 0.1 * z + 0.12 * _lumps(x, y, z, own + 9)) + own
    ledge = (bed - np.floor(bed)) ** 2
    fine = 0.5 + 0.5 * _lumps(x * 4.3, y * 4.3, z * 4.3, own + 2)
    finest = 0.5 + 0.5 * _lumps(x * 9, y * 9, z * 9, own + 4)
    result: Floats = rough * (
        0.5 * hills + 0.34 * crack**3 + 0.12 * ledge + 0.12 * fine + 0.06 * finest
    )
    return result


@dataclass(frozen=True)
class _Block:
    middle: tuple[float, float, float]
    size: tuple[float, float, float]
    own: float
    rough: float
    bulk: float
    """2 is a ball, more is a box."""

    def bent(self, on: Floats) -> Floats:
        """Places on a block, for directions."""
        round_ = np.sum(np.abs(on) ** self.bulk, axis=-1) ** (1 / self.bulk)
        out = (1 - _pressed(on, self.own, self.rough)) / round_
        # Its lower half is flat: stones lie in the sand, they do not balance on it.
        flat = on * np.where(on[:, 1:2] > 0, [1, 1, 1], [1, 0.45, 1])
        result: Floats = flat * out[:, None] * np.array(self.size) + np.array(self.middle)
        return result

    def look(self, on: Floats) -> Floats:
        hollow = _pressed(on, self.own, 1)
        low = np.maximum(0, -on[:, 1])
        open_ = np.maximum(0.15, (1.25 - 1.35 * hollow) * (1 - 0.5 * low))
        return np.stack([np.maximum(0, on[:, 1]), open_, np.zeros(len(on))], axis=-1)

    def put_into(self, solid: Solid, detail: int) -> None:
        solid.lump(detail, self.bent, self.look)


def _main_block(chance: Chance, rough: float) -> _Block:
    wide, own, rougher, bulk = (chance() for _ in range(4))
    return _Block(
        (0, 0.2, 0),
        (1, 0.8, 0.82 + 0.18 * wide),
        own=30 * own,
        rough=rough + 0.12 * rougher,
        bulk=2.2 + 1.2 * bulk,
    )


def boulder(chance: Chance, detail: int) -> SolidMesh:
    """With smaller ones that have come off it."""
    solid = Solid()
    _main_block(chance, 0.42).put_into(solid, detail)
    for _ in range(2):
        angle = 2 * math.pi * chance()
        size = 0.26 + 0.2 * chance()
        middle = (0.72 * math.cos(angle), 0.16, 0.72 * math.sin(angle))
        fallen = _Block(middle, (size, size, size), own=30 * chance(), rough=0.45, bulk=2.4)
        fallen.put_into(solid, math.ceil(0.5 * detail))
    return solid.mesh(filling=True)


def mound(chance: Chance, detail: int) -> SolidMesh:
    solid = Solid()
    _main_block(chance, 0.36).put_into(solid, detail)
    return solid.mesh(filling=True)


def column(_: Chance, detail: int) -> SolidMesh:
    solid = Solid()
    rings = [0, 0.25, 0.5, 0.75, 0.965, 1, 1]
    path = np.array([[0, share, 0] for share in rings])
    looks = [[share, 0.35 + 0.65 * min(1, 3 * share), 0] for share in rings]
    solid.tube(path, [1, 1, 1, 1, 1, 0.94, 0.02], looks, 3 * detail)
    return solid.mesh(filling=True)
