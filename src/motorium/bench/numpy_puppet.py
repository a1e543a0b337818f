"""The peer of the puppet benchmark: the same step in NumPy, all figures at once.

Rods and joints are seen to one after the other, as the scheme has it (physics.rods.mended), so that
Python goes through them and NumPy through the figures. For puppets in the plane.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from motorium.bodies.puppet.model import Part, Puppet
from motorium.contracts.frames import Floats
from motorium.physics.rods.books import BRAKING, FORGETTING, SLACK, TORN
from motorium.physics.rods.mended import FULL_AGREEMENT, LARGEST_TURN
from motorium.physics.rods.motion import LARGEST_WAY
from motorium.physics.rods.stepping import MOST_PARTS
from motorium.physics.rods.table import ANGLE_RECOVERY, RECOVERY
from motorium.physics.rods.walls import Walls

__all__ = ["NumpyPuppets", "NumpySkin"]

Numbers = NDArray[Any]


class NumpyPuppets:
    """positions [m] and velocities [m/s], shape (figures, points, 2): x and z; nobody is held."""

    def __init__(
        self,
        puppet: Puppet,
        count: int,
        gravity: float,
        walls: Walls,
        iterations: int = 7,
        dtype: DTypeLike = np.float32,
    ) -> None:
        self.positions: Numbers = np.repeat(puppet.rest[None, :, ::2], count, axis=0).astype(dtype)
        self.velocities: Numbers = np.zeros_like(self.positions)
        self._puppet = puppet
        self._masses = puppet.masses.astype(dtype)
        self._gravity = np.array([0.0, gravity], dtype=dtype)
        self._low, self._high = (np.asarray(w, dtype=dtype)[::2] for w in (walls.low, walls.high))
        self._bounce, self._friction = walls.bounce, walls.friction
        self._iterations = iterations
        self._book = np.zeros(count, dtype=dtype)
        self._energy = np.zeros(count, dtype=dtype)

    def step(self, seconds: float) -> None:
        """One step of all figures, in as many parts as each of them needs."""
        alone = seconds * self.velocities + seconds * seconds * self._gravity
        apart = alone[:, self._puppet.rods[:, 0]] - alone[:, self._puppet.rods[:, 1]]
        far = np.sqrt(np.einsum("frk,frk->fr", apart, apart)) / self._puppet.lengths[:, 1]
        parts = np.clip(np.ceil(far.max(axis=1) / LARGEST_WAY), 1, MOST_PARTS)
        for part in range(int(parts.max())):
            which = np.flatnonzero(parts > part)
            self._dt = (seconds / parts[which]).astype(self.positions.dtype)
            self._x, self._v = self.positions[which], self.velocities[which]
            self._entered, self._had = self._book[which], self._energy[which]
            self._advance()
            self.positions[which], self.velocities[which] = self._x, self._v
            self._book[which], self._energy[which] = self._entered, self._had

    def _advance(self) -> None:
        """One part of a step, of those who have it to go."""
        dt = self._dt[:, None, None]
        now = self._kinetic(self._v)
        self._entered += np.maximum(now - self._had, 0)
        self._had = now
        alone = dt * self._v + dt * dt * self._gravity
        ways = alone.copy()
        wrong = np.zeros_like(now)
        rods = [self._remember_rod(k, wrong) for k in range(len(self._puppet.rods))]
        joints = [self._remember_joint(k, wrong) for k in range(len(self._puppet.joints))]
        for _ in range(self._iterations):
            for k, joint in enumerate(joints):
                self._turn(k, *joint, ways)
            for k, rod in enumerate(rods):
                self._draw(k, *rod, ways)
        ways = self._restrained(alone, ways, wrong, [rod[0] for rod in rods])
        self._x = self._x + ways
        self._v = ways / dt
        self._bounce_off()
        self._had = self._kinetic(self._v)
        lost = np.maximum(self._entered - self._had, 0)
        self._entered -= np.minimum(1, self._dt / FORGETTING) * lost

    def _kinetic(self, velocities: Numbers) -> Numbers:
        energy: Numbers = np.einsum("p,fpk,fpk->f", 0.5 * self._masses, velocities, velocities)
        return energy

    def _remember_rod(self, k: int, wrong: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """A rod as it is, and the least and most length of this step."""
        a, b = self._puppet.rods[k]
        least, most = self._puppet.lengths[k].tolist()
        along = self._x[:, a] - self._x[:, b]
        length = np.sqrt(np.einsum("fk,fk->f", along, along))
        low = np.minimum(least, length + RECOVERY * self._dt * most)
        high = np.maximum(most, length - RECOVERY * self._dt * most)
        weights = 1 / self._masses[[a, b]]
        self._add_wrong(wrong, length, (least, most), (low, high), weights.sum(), weights.max(), k)
        return along, low, high

    def _remember_joint(
        self, k: int, wrong: Numbers
    ) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
        """Gradients of a joint as it is, their size, and the goals of this step."""
        least, most = self._puppet.angles[k].tolist()
        bend, gradients = _bend(self._x[:, self._puppet.joints[k]])
        middle = 0.5 * (least + most)
        bend = _nearest_turn(bend, middle)
        low = np.minimum(least, bend + ANGLE_RECOVERY * self._dt)
        high = np.maximum(most, bend - ANGLE_RECOVERY * self._dt)
        weights = 1 / self._masses[self._puppet.joints[k]]
        gives = np.einsum("p,fpk,fpk->f", weights, gradients, gradients)
        last = len(self._puppet.rods) - 1
        self._add_wrong(wrong, bend, (least, most), (low, high), gives, weights.max(), last)
        middles = np.where((bend < least) | (bend > most), bend, middle)
        return gradients, gives, low, high, middles

    def _add_wrong(
        self,
        wrong: Numbers,
        value: Numbers,
        bounds: tuple[float, float],
        goals: tuple[Numbers, Numbers],
        gives: Numbers,
        largest: Numbers,
        rod: int,
    ) -> None:
        way = np.maximum(goals[0] - value, value - goals[1])
        farthest = RECOVERY * self._dt * float(self._puppet.lengths[: rod + 1, 1].max())
        takes = np.minimum(way * way / gives, farthest**2 / largest)
        wrong += np.where((value < bounds[0]) | (value > bounds[1]), takes, 0)

    def _draw(self, k: int, e: Numbers, low: Numbers, high: Numbers, ways: Numbers) -> None:
        a, b = self._puppet.rods[k]
        u = e + (ways[:, a] - ways[:, b])
        ee, eu, uu = (np.einsum("fk,fk->f", p, q) for p, q in ((e, e), (e, u), (u, u)))
        missing = np.clip(uu, low * low, high * high) - uu
        within = eu * eu + ee * missing
        larger = eu + np.copysign(np.sqrt(np.maximum(within, 0)), eu)
        with np.errstate(invalid="ignore", divide="ignore"):
            s = np.where(within < 0, -eu / ee, missing / larger)
        s = np.where(missing == 0, 0, s)[:, None]
        first, second = 1 / self._masses[[a, b]]
        ways[:, a] += (first / (first + second)) * s * e
        ways[:, b] -= (second / (first + second)) * s * e

    def _turn(
        self,
        k: int,
        old: Numbers,
        of_old: Numbers,
        low: Numbers,
        high: Numbers,
        middle: Numbers,
        ways: Numbers,
    ) -> None:
        points = self._puppet.joints[k]
        bend, trial = _bend(self._x[:, points] + ways[:, points])
        bend = _nearest_turn(bend, middle)
        missing = np.clip(np.clip(bend, low, high) - bend, -LARGEST_TURN, LARGEST_TURN)
        weights = 1 / self._masses[points]
        together = np.einsum("p,fpk,fpk->f", weights, old, trial)
        square = of_old * np.einsum("p,fpk,fpk->f", weights, trial, trial)
        share = np.minimum(1 / together, FULL_AGREEMENT**-2 * together / square)
        push = np.where(together > 1e-3 * np.sqrt(square), missing * share, 0)
        ways[:, points] += push[:, None, None] * weights[:, None] * old

    def _restrained(
        self, alone: Numbers, ways: Numbers, wrong: Numbers, rods: list[Numbers]
    ) -> Numbers:
        unit = 0.5 / (self._dt * self._dt)
        energy = 2 * self._kinetic(alone)
        self._entered = np.maximum(self._entered + energy * unit - self._had, 0)
        allowed = np.maximum(SLACK * (self._entered / unit + wrong), energy)
        wild = 2 * self._kinetic(ways) > allowed
        if wild.any():
            # As much of what constraints gave as there is energy for (`books.affordable`).
            across = np.einsum("p,fpk,fpk->f", self._masses, alone, ways - alone)
            given = np.maximum(2 * self._kinetic(ways - alone), 1e-30)
            root = np.sqrt(np.maximum(across**2 + given * (allowed - energy), 0))
            kept = np.where(wild, np.clip((root - across) / given, 0, 1), 1)
            ways = alone + kept[:, None, None] * (ways - alone)
        loose = np.where(wild, 1.0, TORN).astype(ways.dtype)
        for _ in range(BRAKING):
            if not self._brake(rods, loose, ways):
                break
        return ways

    def _brake(self, rods: list[Numbers], loose: Numbers, ways: Numbers) -> bool:
        braked = False
        longest = self._puppet.lengths[:, 1].tolist()
        for (a, b), most, e in zip(self._puppet.rods, longest, rods, strict=True):
            apart = ways[:, a] - ways[:, b]
            u = e + apart
            ee, along, uu = (np.einsum("fk,fk->f", p, q) for p, q in ((e, e), (e, apart), (u, u)))
            long = (uu > (loose * most) ** 2) & (along > 1e-9 * ee)
            if long.any():
                s = np.where(long, -along / ee, 0)[:, None]
                first, second = 1 / self._masses[[a, b]]
                ways[:, a] += (first / (first + second)) * s * e
                ways[:, b] -= (second / (first + second)) * s * e
                braked = True
        return braked

    def _bounce_off(self) -> None:
        x, v = self._x, self._v
        for axis in range(2):
            low, high = self._low[axis], self._high[axis]
            wall = np.where(x[..., axis] < low, low, high)
            out = (x[..., axis] < low) | (x[..., axis] > high)
            beyond, across = x[..., axis] - wall, v[..., axis].copy()
            lying = np.abs(across) <= 2 * self._dt[:, None] * abs(self._gravity[axis])
            bounce = np.where(lying, 0, self._bounce)
            back = np.clip(wall - bounce * beyond, low, high)
            hits = out & (across * beyond > 0)
            along = np.abs(v[..., 1 - axis])
            rubbed = self._friction * (1 + bounce) * np.abs(across)
            kept = np.maximum(1 - rubbed / np.maximum(along, 1e-30), 0)
            x[..., axis] = np.where(out, back, x[..., axis])
            v[..., axis] = np.where(hits, -bounce * across, across)
            v[..., 1 - axis] *= np.where(hits, kept, 1)


def _bend(points: Numbers) -> tuple[Numbers, Numbers]:
    """Signed bends of points before, at and behind a hinge, shape (figures, 3, 2); gradients."""
    a, b = points[:, 1] - points[:, 0], points[:, 2] - points[:, 1]
    bend = np.arctan2(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], np.einsum("fk,fk->f", a, b))
    gradients = np.empty_like(points)
    for row, along in ((0, a), (2, b)):
        turned = along[:, ::-1] * np.array([-1, 1], dtype=along.dtype)
        gradients[:, row] = turned / np.einsum("fk,fk->f", along, along)[:, None]
    gradients[:, 1] = -(gradients[:, 0] + gradients[:, 2])
    return bend, gradients


def _nearest_turn(angle: Numbers, middle: Numbers | float) -> Numbers:
    turned: Numbers = angle - 2 * np.pi * np.floor((angle - middle) / (2 * np.pi) + 0.5)
    return turned


class NumpySkin:
    """The skin of one puppet in the plane, part after part; fields are not blended where parts
    meet, which is less work than the skin has that it is compared with."""

    def __init__(self, puppet: Puppet) -> None:
        self._parts = [(part.follows, *_field(part, puppet.rest)) for part in puppet.parts]

    def drape(self, positions: Floats) -> list[Floats]:
        """Vertices of every part [m], shape (vertices, 2); positions of points, shape (n, 2)."""
        draped = []
        for follows, weights, arms, off in self._parts:
            points = positions[follows]
            now = points - points.mean(axis=0)
            cosine = np.einsum("pk,pk->", arms, now)
            sine = np.einsum("p,p->", arms[:, 0], now[:, 1])
            sine -= np.einsum("p,p->", arms[:, 1], now[:, 0])
            turn = np.array([[cosine, -sine], [sine, cosine]]) / np.hypot(cosine, sine)
            draped.append(weights @ points + off @ turn.T)
        return draped


def _field(part: Part, rest: Floats) -> tuple[Floats, Floats, Floats]:
    """Weights of Eq. 3, points from their centre, and what of vertices turns with the part."""
    points, vertices = rest[part.follows][:, ::2], part.vertices[:, ::2]
    distances = ((vertices[:, None] - points[None]) ** 2).sum(axis=2)
    weights = 1 / np.maximum(distances, 1e-18)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights, points - points.mean(axis=0), vertices - weights @ points
