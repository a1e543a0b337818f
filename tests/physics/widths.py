"""Vectors of all widths; kernels for those of other machines take long to compile, and are slow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from motorium.physics.simd import host_width

OWN_WIDTHS = {np.float32: host_width(), np.float64: host_width() // 2}


def kind(width: int, dtype: type[np.floating[Any]], *bounds: float) -> Any:
    """Parameters of a test for one of them."""
    marks = () if width == OWN_WIDTHS[dtype] else pytest.mark.slow
    return pytest.param(width, dtype, *bounds, marks=marks)
