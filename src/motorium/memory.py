"""Arrays where vectors like them: on cache lines."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

__all__ = ["ALIGNMENT", "aligned_zeros"]

ALIGNMENT: Final = 64


def aligned_zeros(size: int, dtype: DTypeLike) -> NDArray[Any]:
    """A flat array of zeros that starts on a cache line."""
    kind = np.dtype(dtype)
    raw = np.zeros(size * kind.itemsize + ALIGNMENT, dtype=np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + size * kind.itemsize].view(kind)
