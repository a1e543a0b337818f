"""Arrays where vectors like them: on cache lines, and in large pages."""

from __future__ import annotations

import mmap
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

__all__ = ["ALIGNMENT", "aligned_zeros"]

ALIGNMENT: Final = 64
LARGE: Final = 1 << 22
"""Arrays of so many bytes are mapped, in large pages where there are any: kernels that go through
many arrays at once would otherwise often wait for addresses to be looked up."""


def aligned_zeros(size: int, dtype: DTypeLike) -> NDArray[Any]:
    """A flat array of zeros that starts on a cache line; memory is taken as it is written to."""
    kind = np.dtype(dtype)
    if size * kind.itemsize >= LARGE:
        pages = mmap.mmap(-1, size * kind.itemsize)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            pages.madvise(mmap.MADV_HUGEPAGE)
        return np.frombuffer(pages, dtype=kind)
    raw = np.zeros(size * kind.itemsize + ALIGNMENT, dtype=np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + size * kind.itemsize].view(kind)
