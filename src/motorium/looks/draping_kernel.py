"""One frame of a draped skin: the best-fit rotation of every field, then all vertices."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.compiled import borrowing_kernel, inlined
from motorium.contracts.frames import Floats

__all__ = ["THIN", "Indices", "Unsigned", "drape"]

Indices = NDArray[np.int64]
Unsigned = NDArray[np.uint32]
"""Indices that are never negative: nothing has to be done for those that might be."""

THIN: Final = 0.05
"""Points that spread less than this share of their length to the sides count as on a line."""
_NOTHING: Final = 1e-12
"""A pose that is smaller than this share of the rest shape has no rotation."""
_LEAN: Final = 2e-5
"""How much a field on a line leans on the rotation of another. It bends the line by about so many
radians, and turns the twist by about a twentieth of the way in each call (see `_turn`)."""
_SWEEPS: Final = 12
_ROUNDING: Final = 1e-31
_ONE, _TWO, _THREE = 1 / 2, 3 / 8, 5 / 16
"""Of the series of 1 / sqrt(1 - e): 1 + 1/2 e + 3/8 e^2 + 5/16 e^3."""


@borrowing_kernel
def drape(
    plane: bool,
    fields: Indices,
    followed: Indices,
    arms: Floats,
    starts: Unsigned,
    points: Unsigned,
    weights: Floats,
    offsets: Floats,
    sharers: Unsigned,
    shares: Floats,
    positions: Floats,
    looking: bool,
    scratch: Floats,
    turns: Floats,
    vertices_out: Floats,
) -> None:
    """vertices [m], shape (v, 3), from positions of the skeleton [m], shape (n, 3), and from the
    rotations of p fields since rest, `turns`, shape (p, 3, 3). These are looked for anew if
    `looking`, starting from what they are. plane: all is in y = 0.

    fields, shape (p, 4), in the order in which they are looked for: its number, the one that it
    leans on or -1, and where it starts and ends in `followed`, the points that it follows; arms
    [m]: from their middle to them at rest. scratch: shape (5, 4).

    starts, shape (v + 1, 2): where each vertex starts in `points` and in `sharers`. It is at the
    sum of weights times points, and offsets [m], shape (v, 3), from there, turned as the fields
    that share it are, `shares` of each.
    """
    if looking:
        for i in range(len(fields)):
            field, lead, first, end = fields[i, 0], fields[i, 1], fields[i, 2], fields[i, 3]
            if plane:
                _turn_in_plane(followed, arms, positions, first, end, lead, field, turns)
            else:
                _turn(followed, arms, positions, first, end, lead, field, scratch, turns)
    for vertex in range(len(vertices_out)):
        x, y, z = 0.0, 0.0, 0.0
        for k in range(starts[vertex, 0], starts[vertex + 1, 0]):
            weight, point = weights[k], points[k]
            x += weight * positions[point, 0]
            y += weight * positions[point, 1]
            z += weight * positions[point, 2]
        first, end = starts[vertex, 1], starts[vertex + 1, 1]
        if plane:
            a, c = _offset_in_plane(offsets, sharers, shares, turns, vertex, first, end)
            b = 0.0
        else:
            a, b, c = _offset(offsets, sharers, shares, turns, vertex, first, end)
        vertices_out[vertex, 0] = x + a
        vertices_out[vertex, 1] = y + b
        vertices_out[vertex, 2] = z + c


@inlined
def _offset_in_plane(
    offsets: Floats,
    sharers: Unsigned,
    shares: Floats,
    turns: Floats,
    vertex: int,
    first: int,
    end: int,
) -> tuple[float, float]:
    """As `_offset`, for two numbers cosine and sine."""
    cosine, sine = 0.0, 0.0
    for k in range(first, end):
        cosine += shares[k] * turns[sharers[k], 0, 0]
        sine += shares[k] * turns[sharers[k], 2, 0]
    if end - first > 1:
        lost = 1.0 - cosine * cosine - sine * sine
        grown = 1.0 + lost * (_ONE + lost * (_TWO + lost * _THREE))
        cosine *= grown
        sine *= grown
    x, z = offsets[vertex, 0], offsets[vertex, 2]
    return cosine * x - sine * z, sine * x + cosine * z


@inlined
def _offset(
    offsets: Floats,
    sharers: Unsigned,
    shares: Floats,
    turns: Floats,
    vertex: int,
    first: int,
    end: int,
) -> tuple[float, float, float]:
    """A vertex's offset [m], turned as the fields that share it are on average.

    The mean M of rotations shrinks what it turns. M (M' M)^-1/2 is a rotation again, but leaps
    where they are opposite; the first terms of its series, M (1 + E/2 + 3/8 E^2 + 5/16 E^3) with
    E = 1 - M' M, are as good for angles up to a right one, and never leap.
    """
    x, y, z = offsets[vertex, 0], offsets[vertex, 1], offsets[vertex, 2]
    xx, xy, xz, yx, yy, yz, zx, zy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(first, end):
        share, field = shares[k], sharers[k]
        xx += share * turns[field, 0, 0]
        xy += share * turns[field, 0, 1]
        xz += share * turns[field, 0, 2]
        yx += share * turns[field, 1, 0]
        yy += share * turns[field, 1, 1]
        yz += share * turns[field, 1, 2]
        zx += share * turns[field, 2, 0]
        zy += share * turns[field, 2, 1]
        zz += share * turns[field, 2, 2]
    u, v, w = x, y, z
    if end - first > 1:
        for term in (_THREE / _TWO, _TWO / _ONE, _ONE):
            a, b, c = xx * u + xy * v + xz * w, yx * u + yy * v + yz * w, zx * u + zy * v + zz * w
            u = x + term * (u - xx * a - yx * b - zx * c)
            v = y + term * (v - xy * a - yy * b - zy * c)
            w = z + term * (w - xz * a - yz * b - zz * c)
    return xx * u + xy * v + xz * w, yx * u + yy * v + yz * w, zx * u + zy * v + zz * w


@inlined
def _turn_in_plane(
    followed: Indices,
    arms: Floats,
    positions: Floats,
    first: int,
    end: int,
    lead: int,
    field: int,
    turns: Floats,
) -> None:
    """The rotation that brings the arms nearest to the points: tan = sum p x q / sum p . q."""
    cosine, sine, size = 0.0, 0.0, 0.0
    if lead >= 0:
        cosine, sine = turns[lead, 0, 0], turns[lead, 2, 0]
    anchor = followed[first]
    for i in range(first, end):
        x = positions[followed[i], 0] - positions[anchor, 0]
        z = positions[followed[i], 2] - positions[anchor, 2]
        cosine += arms[i, 0] * x + arms[i, 2] * z
        sine += arms[i, 0] * z - arms[i, 2] * x
        size += arms[i, 0] ** 2 + arms[i, 2] ** 2
    length = np.sqrt(cosine * cosine + sine * sine)
    # Neither if there is nothing to turn, nor if a number is not finite.
    if length > _NOTHING * size and length < np.inf:
        cosine /= length
        sine /= length
        turns[field, 0, 0], turns[field, 0, 2] = cosine, -sine
        turns[field, 2, 0], turns[field, 2, 2] = sine, cosine


@inlined
def _turn(
    followed: Indices,
    arms: Floats,
    positions: Floats,
    first: int,
    end: int,
    lead: int,
    field: int,
    matrix: Floats,
    turns: Floats,
) -> None:
    """Turn a field on to the best fit: the quaternion of the largest eigenvalue of Horn's matrix
    (J. Opt. Soc. Am. A 4, 1987), seen from where it is.

    Where several are (nearly) as good, as for points on a line, it is the nearest of them to what
    the rotation is: it keeps its twist, or follows slowly where that is badly known.
    """
    turn = turns[field]
    xx, xy, xz, yx, yy, yz, zx, zy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    anchor, size = followed[first], 0.0
    for i in range(first, end):
        dx = positions[followed[i], 0] - positions[anchor, 0]
        dy = positions[followed[i], 1] - positions[anchor, 1]
        dz = positions[followed[i], 2] - positions[anchor, 2]
        x = dx * turn[0, 0] + dy * turn[1, 0] + dz * turn[2, 0]
        y = dx * turn[0, 1] + dy * turn[1, 1] + dz * turn[2, 1]
        z = dx * turn[0, 2] + dy * turn[1, 2] + dz * turn[2, 2]
        a, b, c = arms[i, 0], arms[i, 1], arms[i, 2]
        xx, xy, xz = xx + a * x, xy + a * y, xz + a * z
        yx, yy, yz = yx + b * x, yy + b * y, yz + b * z
        zx, zy, zz = zx + c * x, zy + c * y, zz + c * z
        size += a * a + b * b + c * c
    if lead >= 0:
        lean = _LEAN * size if size > 0.0 else 1.0
        for k in range(3):
            a, b, c = turns[lead, k, 0], turns[lead, k, 1], turns[lead, k, 2]
            x, y, z = lean * turn[k, 0], lean * turn[k, 1], lean * turn[k, 2]
            xx, xy, xz = xx + a * x, xy + a * y, xz + a * z
            yx, yy, yz = yx + b * x, yy + b * y, yz + b * z
            zx, zy, zz = zx + c * x, zy + c * y, zz + c * z
    # Horn's matrix, and as much on its diagonal as makes all eigenvalues positive.
    matrix[0, 0], matrix[1, 1] = xx + yy + zz, xx - yy - zz
    matrix[2, 2], matrix[3, 3] = yy - xx - zz, zz - xx - yy
    matrix[0, 1], matrix[0, 2], matrix[0, 3] = yz - zy, zx - xz, xy - yx
    matrix[1, 2], matrix[1, 3], matrix[2, 3] = xy + yx, zx + xz, yz + zy
    shift = 0.0
    for i in range(4):
        for k in range(i, 4):
            shift += 2.0 * abs(matrix[i, k])
            matrix[k, i] = matrix[i, k]
    if not shift > _NOTHING * size:
        return
    for i in range(4):
        matrix[i, i] += shift
    _orthogonalize(matrix)
    best, most = 0, 0.0
    for i in range(4):
        value = 0.0
        for k in range(4):
            value += matrix[i, k] ** 2
        value = np.sqrt(value)
        for k in range(4):
            matrix[i, k] /= value
        matrix[4, i] = value - shift
        if value > most:
            best, most = i, value
    most -= shift
    w, a, b, c = 0.0, 0.0, 0.0, 0.0
    for i in range(4):
        share = max(0.0, 1.0 - (most - matrix[4, i]) / (THIN * THIN * most))
        share *= share * matrix[i, 0]
        w += share * matrix[i, 0]
        a += share * matrix[i, 1]
        b += share * matrix[i, 2]
        c += share * matrix[i, 3]
    length = np.sqrt(w * w + a * a + b * b + c * c)
    if length < _NOTHING:
        # Half a turn away all of them are equally far.
        w, a, b, c = matrix[best, 0], matrix[best, 1], matrix[best, 2], matrix[best, 3]
        length = 1.0
    if not length < np.inf:
        # A number is not finite.
        return
    _turn_on(w / length, a / length, b / length, c / length, turn)


@inlined
def _orthogonalize(matrix: Floats) -> None:
    """Jacobi's rotations from one side: the rows of a symmetric matrix with positive eigenvalues,
    shape (4, 4), become its eigenvectors times their eigenvalues."""
    for _ in range(_SWEEPS):
        changed = False
        for i in range(3):
            for k in range(i + 1, 4):
                one, other, both = 0.0, 0.0, 0.0
                for j in range(4):
                    one += matrix[i, j] * matrix[i, j]
                    other += matrix[k, j] * matrix[k, j]
                    both += matrix[i, j] * matrix[k, j]
                if both * both <= _ROUNDING * one * other:
                    continue
                changed = True
                # tan 2a = 2 both / (other - one), of which the smaller angle.
                twice = other - one
                root = np.sqrt(twice * twice + 4.0 * both * both)
                tangent = 2.0 * both / (twice + root if twice > 0.0 else twice - root)
                cosine = 1.0 / np.sqrt(tangent * tangent + 1.0)
                sine = tangent * cosine
                for j in range(4):
                    p, q = matrix[i, j], matrix[k, j]
                    matrix[i, j] = cosine * p - sine * q
                    matrix[k, j] = sine * p + cosine * q
        if not changed:
            break


@inlined
def _turn_on(w: float, a: float, b: float, c: float, turn: Floats) -> None:
    """Turn by a unit quaternion of the rotation's own frame, and keep columns at right angles."""
    for k in range(3):
        x, y, z = turn[k, 0], turn[k, 1], turn[k, 2]
        turn[k, 0] = (
            (1.0 - 2.0 * (b * b + c * c)) * x
            + 2.0 * (a * b + w * c) * y
            + 2.0 * (a * c - w * b) * z
        )
        turn[k, 1] = (
            2.0 * (a * b - w * c) * x
            + (1.0 - 2.0 * (a * a + c * c)) * y
            + 2.0 * (b * c + w * a) * z
        )
    ux, uy, uz = turn[0, 0], turn[1, 0], turn[2, 0]
    length = np.sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux / length, uy / length, uz / length
    vx, vy, vz = turn[0, 1], turn[1, 1], turn[2, 1]
    along = ux * vx + uy * vy + uz * vz
    vx, vy, vz = vx - along * ux, vy - along * uy, vz - along * uz
    length = np.sqrt(vx * vx + vy * vy + vz * vz)
    vx, vy, vz = vx / length, vy / length, vz / length
    turn[0, 0], turn[1, 0], turn[2, 0] = ux, uy, uz
    turn[0, 1], turn[1, 1], turn[2, 1] = vx, vy, vz
    turn[0, 2] = uy * vz - uz * vy
    turn[1, 2] = uz * vx - ux * vz
    turn[2, 2] = ux * vy - uy * vx
