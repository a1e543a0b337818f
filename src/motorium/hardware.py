"""The machine that figures are taken on and recordings are made on."""

from __future__ import annotations

import os
import platform

import llvmlite.binding as llvm
from pydantic import BaseModel, ConfigDict

from motorium import __version__
from motorium.cores import usable_cores
from motorium.physics.simd import host_width

__all__ = ["Hardware", "hardware"]


class Hardware(BaseModel):
    """What the figures were taken on."""

    model_config = ConfigDict(frozen=True)

    processor: str
    cores: int
    lanes: int
    load: float
    """Processes that wanted to run in the last minute: above `cores`, figures are pessimistic."""
    system: str
    python: str
    motorium: str


def hardware() -> Hardware:
    """This machine, now."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return Hardware(
        processor=llvm.get_host_cpu_name(),
        cores=usable_cores(),
        lanes=host_width(),
        load=round(load, 2),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        motorium=__version__,
    )
