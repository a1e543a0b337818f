"""Cutting a take into a segment: body frame, increments, deformation; and closing a cycle.

Yu & Terzopoulos 1999, Eqs. 1-9, with the increments in the axes of the body frame.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_vector
from motorium.motion.capture import Take
from motorium.motion.course import arc, headings_of, turned_about_up
from motorium.motion.segments import Kind, Segment

__all__ = ["closed_cycle", "gap", "passage", "rotation_of"]


@dataclass(frozen=True)
class _Body:
    """Moments 0 to F of one fish: what Eqs. 1-8 make of a take."""

    origins: Floats
    axes: Floats
    nodes: Floats
    velocities: Floats
    activation: Floats
    phase: Floats

    @classmethod
    def of(cls, take: Take) -> _Body:
        axes, origins = take.axes[:, 0], take.origins[:, 0]
        nodes = np.einsum("kji,knj->kni", axes, take.nodes[:, 0] - origins[:, None])
        velocities = np.einsum("kji,knj->kni", axes, take.velocities[:, 0])
        return cls(origins, axes, nodes, velocities, take.activation[:, 0], take.phase[:, 0])


def gap(take: Take) -> float:
    """How far the last moment's body is from the first one's, of the worst node [L]."""
    body = _Body.of(take)
    return float(np.linalg.norm(body.nodes[-1] - body.nodes[0], axis=-1).max())


def closed_cycle(name: str, kind: Kind, take: Take, curved: bool) -> Segment:
    """One beat whose end is its beginning: what is missing is shared out evenly over its frames.

    curved: the course turns by what the body frame turns; else it is straight.
    """
    body = _Body.of(take)
    count = len(body.phase) - 1
    seconds = take.seconds * count
    headings = headings_of(body.axes)
    turn = float(headings[-1] - headings[0]) if curved else 0.0
    shares = np.linspace(0.0, 1.0, count + 1)
    first, last = _ends(body.origins, turn, shares)
    speed, course = _course(last - first, turn, seconds, headings)
    frame = course @ turned_about_up(turn * shares)
    places = first + arc(speed, turn, seconds, shares) @ course.T
    late = shares - 0.5
    offsets = _shared_out(np.einsum("kji,kj->ki", frame, body.origins - places), late)
    offsets = offsets - offsets[1:].mean(axis=0)
    sway = np.swapaxes(frame, -1, -2) @ body.axes
    missing = rotation_vector(quaternion_from_axes(sway[0].T @ sway[-1]))
    sway = sway @ rotation_of(-late[:, None] * missing)
    level = turned_about_up(turn * shares)
    closed = _Body(
        origins=arc(speed, turn, seconds, shares) + np.einsum("kij,kj->ki", level, offsets),
        axes=level @ sway,
        nodes=_shared_out(body.nodes, late),
        velocities=_shared_out(body.velocities, late),
        activation=_shared_out(body.activation, late),
        phase=body.phase,
    )
    return _segment(name, kind, True, seconds, closed, speed, turn)


def passage(name: str, kind: Kind, take: Take, heading: float, turn: float) -> Segment:
    """A stretch as it was; its course begins along `heading` and ends turned by `turn` [rad]."""
    body = _Body.of(take)
    seconds = take.seconds * (len(body.phase) - 1)
    back = turned_about_up(np.array(heading)).T
    levelled = _Body(
        origins=(body.origins - body.origins[0]) @ back.T,
        axes=back @ body.axes,
        nodes=body.nodes,
        velocities=body.velocities,
        activation=body.activation,
        phase=body.phase,
    )
    way = np.linalg.norm(np.diff(levelled.origins, axis=0), axis=-1).sum()
    return _segment(name, kind, False, seconds, levelled, float(way) / seconds, turn)


def rotation_of(vectors: Floats) -> Floats:
    """Matrices (..., 3, 3) of rotation vectors (..., 3) [rad]."""
    vectors = np.asarray(vectors, dtype=np.float64)
    angle = np.linalg.norm(vectors, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(vectors, -1, 0)
    zero = np.zeros_like(x)
    cross = np.stack(
        [np.stack(row, axis=-1) for row in ((zero, -z, y), (z, zero, -x), (-y, x, zero))], axis=-2
    )
    # sin(a)/a and (1 - cos(a))/a^2, without dividing by nothing.
    first = np.sinc(angle / np.pi)
    second = 0.5 * np.sinc(angle / (2 * np.pi)) ** 2
    matrices: Floats = np.eye(3) + first * cross + second * (cross @ cross)
    return matrices


def _ends(origins: Floats, turn: float, shares: Floats) -> tuple[Floats, Floats]:
    """Where the course begins and ends [L]: on a circle, in the middle of what sways about it.

    From elsewhere the circle would be too wide or too narrow, by how far aside a fish just is.
    """
    first, last = origins[0], origins[-1]
    if turn == 0.0:
        return first, last
    round_up = turned_about_up(np.array(turn))
    centre = first.copy()
    flat = np.eye(2) - round_up[:2, :2]
    centre[:2] = np.linalg.solve(flat, (last - round_up @ first)[:2])
    back = np.swapaxes(turned_about_up(turn * shares), -1, -2)
    middle = np.einsum("kij,kj->ki", back, origins - centre)[1:].mean(axis=0)
    middle[2] = 0.0
    rise = np.array([0.0, 0.0, last[2] - first[2]])
    return centre + middle, centre + round_up @ middle + rise


def _course(way: Floats, turn: float, seconds: float, headings: Floats) -> tuple[float, Floats]:
    """Speed [L/s], and axes of the frame that looks along the course at its beginning.

    A path's slope counts as level; one that goes nowhere looks along the mean nose.
    """
    chord = float(np.linalg.norm(way))
    if chord < 1e-3:
        return 0.0, turned_about_up(np.array(headings.mean()))
    flat = float(np.linalg.norm(way[:2]))
    slope = np.arctan2(way[2], flat)
    heading = np.arctan2(way[1], way[0]) - 0.5 * turn
    cosine, sine = np.cos(slope), np.sin(slope)
    pitched = np.array([[cosine, 0.0, -sine], [0.0, 1.0, 0.0], [sine, 0.0, cosine]])
    speed = chord / seconds / float(np.sinc(0.5 * turn / np.pi))
    return speed, turned_about_up(np.array(heading)) @ pitched


def _shared_out(values: Floats, late: Floats) -> Floats:
    missing = values[-1] - values[0]
    shared: Floats = values - late.reshape(-1, *[1] * missing.ndim) * missing
    return shared


def _segment(
    name: str,
    kind: Kind,
    cyclic: bool,
    seconds: float,
    body: _Body,
    speed: float,
    turn: float,
) -> Segment:
    before = np.swapaxes(body.axes[:-1], -1, -2)
    return Segment(
        name=name,
        kind=kind,
        cyclic=cyclic,
        seconds=seconds,
        stance=body.axes[0],
        rotation=before @ body.axes[1:],
        translation=np.einsum("kij,kj->ki", before, np.diff(body.origins, axis=0)),
        nodes=body.nodes[1:],
        node_velocities=body.velocities[1:],
        activation=body.activation[1:],
        phase=body.phase[1:] % (2 * np.pi),
        speed=speed,
        turn=turn,
    )
