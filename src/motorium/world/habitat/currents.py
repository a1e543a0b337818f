"""Currents of a habitat: its flow primitives and the flow around its obstacles, together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.contracts.population import Slots
from motorium.physics.flow import FlowField, write_flow
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import Flow, HabitatSettings

__all__ = ["Currents", "flow_field"]


class Currents:
    """The velocity of the water anywhere, at any time.

    field: what flows in this habitat (`physics.flow`); everywhere [m/s], shape (3,): what flows
    besides, the same at all places, as the world says.
    """

    def __init__(self, settings: HabitatSettings, obstacles: Obstacles) -> None:
        self.field = flow_field(settings.flow, obstacles)
        self.strength = 1.0
        """A person's slider: the habitat's own flow is multiplied by it."""
        self._everywhere = np.zeros(3)
        self._scratch = np.zeros((2, 0, 3))

    @property
    def everywhere(self) -> Floats:
        return self._everywhere

    @everywhere.setter
    def everywhere(self, value: Floats | Sequence[float]) -> None:
        self._everywhere[:] = value

    def at(self, points: Floats, seconds: float) -> Floats:
        """Velocity of the water [m/s] at points [m], both of shape (n, 3)."""
        places = np.ascontiguousarray(points, dtype=np.float64)
        velocities = np.zeros(places.shape)
        self.write(places, seconds, velocities)
        return velocities

    def write(self, points: Floats, seconds: float, velocities_out: Floats) -> None:
        """As `at`, into the caller's array; both are float64 and contiguous."""
        write_flow(self.field, self._everywhere, self.strength, seconds, points, velocities_out)

    def write_for(
        self, slots: Slots, positions: Floats, seconds: float, velocities_out: Floats
    ) -> None:
        """Likewise at some rows of `positions`, into the same rows; the others are left alone."""
        if len(slots) > self._scratch.shape[1]:
            self._scratch = np.zeros((2, len(slots), 3))
        places, velocities = self._scratch[0, : len(slots)], self._scratch[1, : len(slots)]
        # Only with a mode other than 'raise' NumPy writes straight into `out`.
        np.take(positions, slots, axis=0, out=places, mode="clip")
        self.write(places, seconds, velocities)
        velocities_out[slots] = velocities


def flow_field(flows: Sequence[Flow], obstacles: Obstacles) -> FlowField:
    """The tables of a scenario and the sources of its obstacles, packed."""
    uniform, lines, points = [], [], []
    for flow in flows:
        if flow.kind == "uniform":
            omega = 0.0 if flow.period is None else 2.0 * np.pi / flow.period
            uniform.append((*(flow.velocity or (0.0, 0.0, 0.0)), omega))
            continue
        x, y, z = flow.place or (0.0, 0.0, 0.0)
        strength = flow.strength or 0.0
        away = {"source": strength, "sink": -strength, "vortex": 0.0}[flow.kind]
        around = strength if flow.kind == "vortex" else 0.0
        if flow.line:
            lines.append((x, y, flow.core, away, around))
        else:
            points.append((x, y, z, flow.core, away, around))
    flowing = obstacles.cylinders[obstacles.cylinders["source"] > 0.0]
    columns = [flowing[name] for name in ("x", "y", "top", "radius", "source")]
    return FlowField(
        _rows(uniform, 4), _rows(lines, 5), _rows(points, 6), np.stack(columns, axis=1)
    )


def _rows(rows: Sequence[tuple[float, ...]], width: int) -> NDArray[np.float64]:
    return np.array(rows, dtype=np.float64).reshape(-1, width)
