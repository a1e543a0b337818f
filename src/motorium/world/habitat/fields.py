"""Fields of light and temperature, sampled anywhere.

Above the surface they are as at the surface; in the ground, as if water went on there.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.compiled import kernel
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.world.habitat.obstacles import Cylinder, Cylinders, Obstacles
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Heights, ground_height

__all__ = ["Light", "Temperature"]

NOON: Final = math.radians(70.0)
"""How high the sun stands at noon: in the tropics, where reefs are."""
REFRACTION: Final = 1.33
"""Of water against air: under it the sun never stands lower than 41 degrees."""
DIRECT: Final = 0.6
"""Share of the sun's own rays at noon; the rest comes from all of the sky, and into shadows."""
TWILIGHT: Final = math.radians(6.0)
"""How far the sun is below the horizon when the sky's light is gone (civil twilight)."""
PENUMBRA: Final = (0.02, 0.06)
"""Half the width of a shadow's edge [m], and by how much it grows with each metre from what casts
it: waves spread the rays."""


class Light:
    """hour: of the day, 0 to 24; a person may change it.

    The sun rises at 6 in the world's +x, stands over -y at noon and sets at 18 in -x.
    """

    def __init__(self, settings: HabitatSettings, obstacles: Obstacles) -> None:
        self.hour = settings.light.hour
        self._settings = settings.light
        self._surface = settings.surface
        self.obstacles = obstacles
        """What casts shadows."""
        self._terrain = obstacles.terrain

    def advance(self) -> None:
        """A frame passes."""
        if self._settings.day is not None:
            self.hour = (self.hour + 24.0 * FRAME_SECONDS / self._settings.day) % 24.0

    @property
    def sun(self) -> Floats:
        """Unit vector towards the sun in air, shape (3,); at night it points below."""
        angle = 2.0 * math.pi * (self.hour - 6.0) / 24.0
        high = math.sin(angle)
        return np.array([math.cos(angle), -math.cos(NOON) * high, math.sin(NOON) * high])

    @property
    def rays(self) -> Floats:
        """Unit vector towards where the sun's rays come from under water, shape (3,)."""
        across, along, _ = self.sun / REFRACTION
        return np.array([across, along, math.sqrt(1.0 - across**2 - along**2)])

    @property
    def direct(self) -> float:
        """Brightness of the sun's rays at the surface."""
        high = max(float(self.sun[2]), 0.0) / math.sin(NOON)
        return (1.0 - self._settings.night) * DIRECT * high

    @property
    def scattered(self) -> float:
        """Brightness of the sky at the surface: by day the sun's, by night moon and stars."""
        dusk = math.sin(TWILIGHT)
        high = max(float(self.sun[2]) + dusk, 0.0) / (math.sin(NOON) + dusk)
        night = self._settings.night
        return night + (1.0 - night) * (1.0 - DIRECT) * high

    def at(self, points: Floats) -> Floats:
        """Brightness, 0 to 1, at points [m] of shape (n, 3).

        What comes through the surface falls as exp(-depth / clarity); obstacles keep the sun's rays
        off; and a crevice lets in what its walls leave of the sky. The ground itself casts no
        shadow, nor do fishes.
        """
        found = np.empty(len(points))
        terrain = self._terrain
        _light(
            self.obstacles.cylinders,
            terrain.rims,
            terrain.reach,
            terrain.step,
            terrain.cleft,
            self._surface,
            self._settings.clarity,
            self.rays,
            self.direct,
            self.scattered,
            np.asarray(points, dtype=np.float64),
            found,
        )
        return found


class Temperature:
    """It does not change with time."""

    def __init__(self, settings: HabitatSettings) -> None:
        self._settings = settings.temperature
        self._surface = settings.surface
        spots = settings.temperature.spot
        self._spots = np.array([[*spot.place, spot.warmer, spot.radius] for spot in spots])
        self._spots = self._spots.reshape(-1, 5)

    def at(self, points: Floats) -> Floats:
        """Degrees Celsius at points [m] of shape (n, 3).

        From warm to cold by tanh, three quarters of it within the thermocline's thickness; a spot
        is warmer by exp(-(distance / radius)^2).
        """
        water = self._settings
        found = np.empty(len(points))
        _temperature(
            water.surface,
            water.deep,
            self._surface,
            self._surface - water.depth,
            water.thickness,
            self._spots,
            np.asarray(points, dtype=np.float64),
            found,
        )
        return found


@kernel
def _light(
    cylinders: Cylinders,
    rims: Heights,
    reach: float,
    step: float,
    cleft: float,
    surface: float,
    clarity: float,
    rays: Floats,
    direct: float,
    scattered: float,
    points: Floats,
    found_out: Floats,
) -> None:
    for row in range(len(points)):
        x, y, z = points[row]
        z = min(z, surface)
        lit = 1.0
        if direct > 0.0:
            for each in cylinders:
                lit = min(lit, 1.0 - _shade(each, x, y, z, rays[0], rays[1], rays[2]))
        light = scattered + direct * lit
        sunk = ground_height(rims, reach, step, x, y) - z
        if sunk > 0.0:
            light *= cleft / math.sqrt(cleft * cleft + sunk * sunk)
        found_out[row] = light * math.exp((z - surface) / clarity)


@kernel
def _shade(
    cylinder: Cylinder, x: float, y: float, z: float, to_x: float, to_y: float, to_z: float
) -> float:
    """How much of the sun a cylinder covers, 0 to 1, seen from a point along its rays.

    It goes by how far the ray passes inside the outline, sideways or below the upper lid.
    """
    off_x, off_y = cylinder.x - x, cylinder.y - y
    level = math.sqrt(to_x * to_x + to_y * to_y)
    # Never 0: the sun does not stand higher than at noon.
    along = (off_x * to_x + off_y * to_y) / level
    aside = math.sqrt(max(off_x * off_x + off_y * off_y - along * along, 0.0))
    half = math.sqrt(max(cylinder.radius**2 - aside * aside, 0.0))
    if along + half < 0.0 or z > cylinder.top:
        return 0.0
    enters = max(along - half, 0.0) / level
    under = (cylinder.top - z - enters * to_z) * level
    inside = min(cylinder.radius - aside, under)
    edge = PENUMBRA[0] + PENUMBRA[1] * enters
    return float(min(max(0.5 + 0.5 * inside / edge, 0.0), 1.0))


@kernel
def _temperature(
    warm: float,
    cold: float,
    surface: float,
    middle: float,
    thickness: float,
    spots: Floats,
    points: Floats,
    found_out: Floats,
) -> None:
    for row in range(len(points)):
        x, y, z = points[row]
        z = min(z, surface)
        share = 0.5 + 0.5 * math.tanh(2.0 * (z - middle) / thickness)
        found = cold + (warm - cold) * share
        for a, b, c, warmer, radius in spots:
            far = (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2
            found += warmer * math.exp(-far / radius**2)
        found_out[row] = found
