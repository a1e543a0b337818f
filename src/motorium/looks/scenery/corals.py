"""Forms of living corals, each as it stands on the origin; the farthest place is 1 away.

`level` is how finely: 0 near by, 2 far away.
"""

from __future__ import annotations

import math

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.scenery.chance import Chance
from motorium.looks.scenery.solids import Solid, SolidMesh, normalised

__all__ = ["anemone", "brain", "fan", "knobs", "staghorn", "table", "tubes"]

_UP = np.array([0.0, 1.0, 0.0])
_GOLDEN_ANGLE = 2.39996


def wild(numbers: Floats) -> Floats:
    """Directions of lengths below 1.8, from random numbers of shape (..., 3)."""
    return numbers * 2 - 1


def _looks(tip: Floats, open_: Floats, sway: Floats | float = 0.0) -> Floats:
    return np.stack(np.broadcast_arrays(tip, open_, sway), axis=-1)


def staghorn(chance: Chance, level: int) -> SolidMesh:
    """A thicket of branches that fork and taper, pale at their ends."""
    solid = Solid()
    paths: list[list[Floats]] = []
    widths: list[list[float]] = []
    looks: list[list[list[float]]] = []

    def branch(start: Floats, direction: Floats, length: float, width: float, forks: int) -> None:
        bend = wild(chance.many(3)) * 0.3 + _UP * 0.3
        middle = start + direction * (length * 0.5)
        onward = normalised(direction + bend)
        end = middle + onward * (length * 0.5)
        last = forks == 0
        base, open_ = 0.3 * (3 - forks) * 0.4, 0.45 + 0.18 * (3 - forks)
        tip = [1 if last else base + 0.2, min(1, open_ + 0.2), 0]
        thin = width * (0.34 if last else 0.7)
        if level == 0:
            paths.append([start, middle, end])
            widths.append([width, width * 0.85, thin])
            looks.append([[base, open_, 0], [base + 0.1, open_ + 0.1, 0], tip])
        elif level == 1:
            paths.append([start, end])
            widths.append([width, thin])
            looks.append([[base, open_, 0], tip])
        elif not last:
            # From afar the last forks are one with the branch that they grow from.
            paths.append([start, end + onward * (0.6 * length) if forks == 1 else end])
            widths.append([1.2 * width, thin])
            looks.append([[base, open_, 0], [1, 1, 0] if forks == 1 else tip])
        if last:
            return
        for fork in range(2):
            turned = direction + wild(chance.many(3)) * 0.8 + _UP * 0.3
            origin = end if fork == 0 else middle
            shorter = length * (0.62 + 0.2 * chance())
            branch(origin, normalised(turned), shorter, width * 0.7, forks - 1)

    for stem in range(5):
        angle = 1.257 * stem + chance()
        lean = np.array([math.cos(angle), 0.5 + 0.9 * chance(), math.sin(angle)])
        branch(np.zeros(3), normalised(lean), 0.4, 0.05, 3)
    sides = 6 if level == 0 else 3
    solid.tubes(np.array(paths), np.array(widths), np.array(looks, float), sides)
    return solid.mesh()


def brain(chance: Chance, level: int) -> SolidMesh:
    """A dome; its meandering grooves are the shader's."""
    a, b, c = 6 * chance(), 6 * chance(), 0.8 + 0.2 * chance()

    def shape(on: Floats) -> Floats:
        x, y, z = on.T
        bumps = 1 + 0.07 * np.sin(3 * x + a) * np.sin(2.6 * z + b)
        return np.stack([x * bumps, y * bumps * c * 0.85 + 0.2, z * bumps], axis=-1)

    def look(on: Floats) -> Floats:
        y = on[:, 1]
        return _looks(0.5 + 0.5 * y, np.clip(0.65 + 0.6 * y, 0.2, 1))

    solid = Solid()
    solid.lump((7, 3, 2)[level], shape, look)
    return solid.mesh()


def table(chance: Chance, level: int) -> SolidMesh:
    """Plates on a stalk, one above the other: ribs from the middle, a frayed rim."""
    solid = Solid()
    plates = 1 + math.floor(2 * chance())
    for plate in range(plates + 1):
        size = 1 if plate == 0 else 0.5 + 0.25 * chance()
        own, turn, lean = 20 * chance(), 6.3 * chance(), 0.16 * chance()
        off = 0.1 if plate == 0 else 0.4
        high = 0.42 + 0.17 * plate * (1 if plate == 1 else -0.4)
        middle = np.array([off * math.cos(turn), high, off * math.sin(turn)])
        _plate(solid, level, size, own, lean, middle)
        solid.tube(
            np.stack([[0, -0.05, 0], middle * 0.6, middle]),
            [0.13, 0.09, 0.2 * size],
            [[0, 0.35, 0], [0, 0.45, 0], [0, 0.4, 0]],
            (9, 6, 4)[level],
        )
    return solid.mesh()


def _plate(solid: Solid, level: int, size: float, own: float, lean: float, middle: Floats) -> None:
    def shape(on: Floats) -> Floats:
        x, y, z = on.T
        far = np.hypot(x, z)
        angle = np.arctan2(z, x)
        lobes = 0.13 * np.sin(3 * angle + own) + 0.08 * np.sin(7 * angle + 2 * own)
        frayed = 0.05 * np.sin(19 * angle + 3 * own) + 0.035 * np.sin(31 * angle + own)
        reach = size * (1 + far * far * (lobes + far * frayed))
        rise = size * (0.2 * far * far - 0.05 + 0.015 * np.sin(9 * angle + own) * far)
        high = rise + 0.035 * size * y + lean * x
        result: Floats = np.stack([x * reach, high, z * reach], axis=-1) + middle
        return result

    def look(on: Floats) -> Floats:
        far = np.hypot(on[:, 0], on[:, 2])
        return _looks(far**4, np.where(on[:, 1] < 0, 0.3 + 0.3 * far, 0.75 + 0.25 * far))

    solid.disc((48, 20, 13)[level], (6, 3, 2)[level], shape, look)


def tubes(chance: Chance, level: int) -> SolidMesh:
    """Upright sponges, open above and dark inside."""
    pipes = 5 + math.floor(3 * chance())
    drawn = chance.many(5 * pipes).reshape(pipes, 5)
    angle = 2.4 * np.arange(pipes)
    out = np.stack([np.cos(angle), np.zeros(pipes), np.sin(angle)], axis=-1)
    roots = 0.14 * out + [0, -0.05, 0]
    leans = normalised(0.4 * out + _UP + wild(drawn[:, :3]) * 0.18)
    lengths = 0.45 + 0.55 * drawn[:, 3]
    thick = 0.085 + 0.035 * drawn[:, 4]
    fine = level == 0
    shares = np.array(
        [0, 0.2, 0.45, 0.7, 0.9, 0.98, 1, 0.985, 0.9, 0.72] if fine else [0, 0.5, 1, 0.96, 0.75]
    )
    widths = np.array(
        [0.75, 0.88, 0.98, 0.95, 1.04, 1.1, 1.04, 0.86, 0.72, 0.62]
        if fine
        else [0.75, 0.97, 1.06, 0.8, 0.65]
    )
    k, inside = np.arange(len(shares)), 7 if fine else 3
    tips = np.where(k >= inside, 0.3, shares**3)
    opens = np.where(k > inside, 0.04, np.where(k == inside, 0.3, 0.4 + 0.6 * shares))
    solid = Solid()
    solid.tubes(
        _risen(roots, leans, lengths, shares, 0.06),
        thick[:, None] * widths,
        np.broadcast_to(_looks(tips, opens), (pipes, len(shares), 3)),
        (12, 7, 5)[level],
    )
    return solid.mesh()


def _risen(roots: Floats, leans: Floats, lengths: Floats, shares: Floats, rise: float) -> Floats:
    """Paths that bend upwards towards their ends, shape (paths, shares, 3)."""
    onward = leans[:, None] * (lengths[:, None] * shares)[..., None]
    result: Floats = roots[:, None] + onward + _UP * (rise * shares * shares)[:, None]
    return result


def fan(chance: Chance, level: int) -> SolidMesh:
    """A sea fan: a net of branches in one curved plane."""
    rings, rays = (12, 6, 4)[level], (25, 9, 7)[level]
    curl, own = 0.5 * chance() - 0.25, 6 * chance()
    knots = _knots(rings, rays, curl, own)
    ring, ray = np.indices((rings, rays))
    share = (ring + 0.5) / rings
    crossing = ((ray + ring) % 2 == 0) & (ring > 2) & (ray + 1 < rays) & (level == 0)
    onward, beside = knots[1:], np.roll(knots[1:], -1, axis=1)
    # A twig, and then one across to the next, of which most are left out.
    paths = np.stack(
        [np.stack([knots[:-1], onward], axis=2), np.stack([onward, beside], axis=2)], axis=2
    )
    widths = np.stack(
        [(0.022, 0.026, 0.03)[level] * (1.15 - share) + 0.006, np.full(share.shape, 0.0065)], axis=2
    )
    wanted = np.stack([np.ones_like(crossing), crossing], axis=2)
    apart = paths[..., 1, :] - paths[..., 0, :]
    wanted &= np.sum(apart * apart, axis=-1) >= 1e-6
    shares = np.stack([share, share], axis=2)[wanted]
    looks = _looks(shares, np.full(len(shares), 0.9), 0.16 * shares * shares)
    solid = Solid()
    solid.tubes(
        paths[wanted], np.stack([widths[wanted]] * 2, axis=1), np.stack([looks] * 2, axis=1), 3
    )
    return solid.mesh()


def _knots(rings: int, rays: int, curl: float, own: float) -> Floats:
    """Few stems become many twigs: rays join towards the foot. Shape (rings + 1, rays, 3)."""
    ring, ray = np.indices((rings + 1, rays))
    share = ring / rings
    step = 2.0 ** np.maximum(0, np.floor(3.2 * (1 - 1.6 * share) + 0.5))
    joined = (np.floor(ray / step + 0.5) * step) / (rays - 1) - 0.5
    jitter = share * (0.045 * np.sin(ray * 12.9 + ring * 7.7 + own))
    angle = 2.2 * joined + jitter
    rim = 0.86 + 0.14 * np.sin(3 * angle + own) - 0.16 * np.abs(joined)
    far = share**0.85 * rim + 0.02 * np.sin(ray * 5.1 + ring * 3.3)
    across = far * np.sin(angle)
    return np.stack([across, far * np.cos(angle), curl * across * across + 0.05 * curl], axis=-1)


def anemone(chance: Chance, level: int) -> SolidMesh:
    """Tentacles that sway, with a bead at each tip."""
    count = (38, 20, 13)[level]
    solid = Solid()
    solid.tube(
        np.array([[0, y - 0.04, 0] for y in (0, 0.2, 0.36, 0.4)]),
        [0.34, 0.3, 0.42, 0.1],
        [[0, 0.35, 0], [0, 0.5, 0], [0.1, 0.45, 0], [0.1, 0.3, 0]],
        (14, 8, 5)[level],
    )
    drawn = chance.many(4 * count).reshape(count, 4)
    k = np.arange(count)
    angle, out = _GOLDEN_ANGLE * k, np.sqrt((k + 0.5) / count)
    cos, sin = np.cos(angle), np.sin(angle)
    roots = np.stack([cos * (0.4 * out), np.full(count, 0.34), sin * (0.4 * out)], axis=-1)
    leans = np.stack([cos * out * 1.1, 1.15 - 0.7 * out, sin * out * 1.1], axis=-1)
    leans = normalised(leans + wild(drawn[:, :3]) * 0.25)
    shares = np.array(([0, 0.35, 0.7, 0.86, 0.95, 1], [0, 0.5, 0.9, 1], [0, 0.6, 1])[level])
    widths = np.array(
        (
            [0.05, 0.042, 0.034, 0.045, 0.038, 0.012],
            [0.055, 0.042, 0.045, 0.012],
            [0.065, 0.06, 0.03],
        )[level]
    )
    looks = _looks(shares**3, 0.35 + 0.65 * shares, shares * shares)
    solid.tubes(
        _risen(roots, leans, 0.5 + 0.22 * drawn[:, 3], shares, 0.12),
        np.broadcast_to(widths, (count, len(widths))),
        np.broadcast_to(looks, (count, *looks.shape)),
        5 if level == 0 else 3,
    )
    return solid.mesh()


def knobs(chance: Chance, level: int) -> SolidMesh:
    """A cushion of knobs, as finger and cauliflower corals are."""
    count = (26, 15, 12)[level]
    drawn = chance.many(5 * count).reshape(count, 5)
    k = np.arange(count)
    up = 1 - (0.95 * (k + 0.5)) / count
    aside, angle = np.sqrt(1 - up * up), _GOLDEN_ANGLE * k
    leans = np.stack([aside * np.cos(angle), up + 0.15, aside * np.sin(angle)], axis=-1)
    leans = normalised(leans + wild(drawn[:, :3]) * 0.12)
    shares = np.array(([0.2, 0.6, 0.85, 0.97, 1.02], [0.2, 0.7, 1], [0.2, 0.95])[level])
    widths = np.array(([0.8, 1, 1.05, 0.7, 0.2], [0.9, 1.1, 0.4], [1, 0.9])[level])
    looks = _looks(shares**4 * 0.95, 0.1 + 0.9 * np.maximum(0, shares - 0.1))
    solid = Solid()
    solid.tubes(
        _risen(np.zeros((count, 3)), leans, 0.62 + 0.2 * drawn[:, 3], shares, 0.0),
        (0.105 + 0.03 * drawn[:, 4])[:, None] * widths,
        np.broadcast_to(looks, (count, *looks.shape)),
        (8, 5, 4)[level],
    )
    return solid.mesh()
