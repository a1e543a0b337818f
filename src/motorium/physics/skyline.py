"""Skyline storage and LDL^T factorisation of a symmetric matrix (Tu 1999, section 4.5.1).

Column i keeps its entries from the diagonal up to the first nonzero row, one column after the
other, in one array; `diagonal[i]` (the text's MAXA) is the place of a_ii in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = ["Skyline"]


@dataclass(frozen=True)
class Skyline:
    """Where the entries of a matrix with a fixed sparsity are stored.

    top: row of the first nonzero entry of each column, shape (n,);
    diagonal: place of a_ii in storage, shape (n + 1,), the last being the storage's size.
    """

    top: NDArray[np.int32]
    diagonal: NDArray[np.int32]

    @classmethod
    def of_pairs(cls, size: int, pairs: NDArray[np.int32]) -> Skyline:
        """The skyline of a matrix with nonzero a_ij at the given pairs i < j."""
        top = np.arange(size, dtype=np.int32)
        for i, j in pairs:
            top[j] = min(top[j], i)
        heights = np.arange(size) - top
        diagonal = np.concatenate([[0], np.cumsum(heights + 1)]).astype(np.int32)
        return cls(top=top, diagonal=diagonal)

    @property
    def size(self) -> int:
        """Number of stored entries."""
        return int(self.diagonal[-1])

    @property
    def half_bandwidth(self) -> int:
        """The largest column height, n_A of Eq. 4.15."""
        return int((np.arange(len(self.top)) - self.top).max())

    def place(self, i: int, j: int) -> int:
        """Where a_ij = a_ji is stored."""
        return int(self.diagonal[max(i, j)]) + abs(j - i)

    def factorize(self, storage: Floats) -> None:
        """Overwrite A by its factors L (unit lower triangular) and D (Eq. 4.12)."""
        for j, top in enumerate(self.top):
            column = storage[self.diagonal[j] : self.diagonal[j + 1]]
            # column[h] is a_(j-h)j; rows from the top down become u_ij = l_ji d_i
            for i in range(top + 1, j):
                first = max(top, self.top[i])
                above = storage[self.diagonal[i] + 1 : self.diagonal[i] + 1 + i - first]
                column[j - i] -= above @ column[j - i + 1 : j - first + 1]
            for i in range(top, j):
                u = column[j - i]
                column[j - i] = u / storage[self.diagonal[i]]
                column[0] -= u * column[j - i]

    def solve(self, storage: Floats, load: Floats) -> Floats:
        """Solve L D L^T x = load (Eqs. 4.13, 4.14) with factorised storage; load shape (n, k)."""
        x = load.copy()
        for j, top in enumerate(self.top):
            l_row = storage[self.diagonal[j] + 1 : self.diagonal[j + 1]][::-1]
            x[j] -= l_row @ x[top:j]
        x /= storage[self.diagonal[:-1]][:, None]
        for j in range(len(self.top) - 1, -1, -1):
            top = self.top[j]
            l_row = storage[self.diagonal[j] + 1 : self.diagonal[j + 1]][::-1]
            x[top:j] -= np.outer(l_row, x[j])
        return x
