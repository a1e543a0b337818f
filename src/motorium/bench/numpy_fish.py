"""The peer of the kernel benchmark: the same step in NumPy, all fishes at once, with LAPACK.

Sums over units and faces are matrix products, so that BLAS and not Python does the work.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLE_UNITS, NODES, UNIT_NODES, UNITS, FishBody

__all__ = ["NumpyFishes"]

Single = NDArray[np.float32]


class NumpyFishes:
    """A population in float32; positions, velocities (fishes, 23, 3), contraction (fishes, 12)."""

    def __init__(self, body: FishBody, count: int, dt: float) -> None:
        self.positions: Single = np.repeat(body.nodes[None].astype(np.float32), count, axis=0)
        self.velocities: Single = np.zeros_like(self.positions)
        self.contraction: Single = np.ones((count, len(MUSCLE_UNITS)), dtype=np.float32)
        self._dt = np.float32(dt)
        self._rest = body.rest_lengths.astype(np.float32)
        self._elasticity = body.elasticity.astype(np.float32)
        self._viscosity = body.damping.astype(np.float32)
        self._inertia = (body.masses / dt).astype(np.float32)
        self._i, self._j = UNIT_NODES.T
        self._faces = [(body.quads, (2, 0), (3, 1)), (body.triangles, (1, 0), (2, 0))]
        ends = np.zeros((NODES, UNITS), dtype=np.float32)
        ends[self._i, np.arange(UNITS)] = 1
        ends[self._j, np.arange(UNITS)] = -1
        self._ends = ends
        self._matrix_of_units = np.einsum("iu,ju->uij", ends, ends).reshape(UNITS, -1)
        self._corners = [
            np.eye(NODES, dtype=np.float32)[:, faces].sum(axis=2) for faces, _, _ in self._faces
        ]

    def step(self) -> None:
        """One step of all fishes (Tu 1999, Eqs. 4.1-4.14)."""
        x, v = self.positions, self.velocities
        r = x[:, self._j] - x[:, self._i]
        u = v[:, self._j] - v[:, self._i]
        length = np.sqrt(np.einsum("fuk,fuk->fu", r, r))
        rate = np.einsum("fuk,fuk->fu", u, r) / length
        rest = np.repeat(self._rest[None], len(x), axis=0)
        rest[:, MUSCLE_UNITS] *= self.contraction
        eta = (self._elasticity * (length - rest) + self._viscosity * rate) / length
        load = self._ends @ (eta[:, :, None] * r) + self._inertia[:, None] * v
        for (faces, first, second), corners in zip(self._faces, self._corners, strict=True):
            load += corners @ self._water(faces, first, second)
        matrix = (self._dt * np.maximum(eta, 0)) @ self._matrix_of_units
        matrix = matrix.reshape(-1, NODES, NODES)
        matrix[:, np.arange(NODES), np.arange(NODES)] += self._inertia
        self.velocities = np.linalg.solve(matrix, load)
        self.positions = x + self._dt * self.velocities

    def _water(
        self, faces: NDArray[np.int32], first: tuple[int, int], second: tuple[int, int]
    ) -> Single:
        x, corners = self.positions, faces.shape[1]
        normal = np.cross(
            x[:, faces[:, first[0]]] - x[:, faces[:, first[1]]],
            x[:, faces[:, second[0]]] - x[:, faces[:, second[1]]],
        )
        velocity = self.velocities[:, faces].mean(axis=2)
        speed = np.sqrt(np.einsum("fnk,fnk->fn", velocity, velocity))
        size = np.sqrt(np.einsum("fnk,fnk->fn", normal, normal))
        towards = np.maximum(np.einsum("fnk,fnk->fn", normal, velocity), 0)
        share: Single = (-0.5 / corners * speed * towards / size)[:, :, None] * normal
        return share.astype(np.float32)
