"""Places on the Earth: geodetic, geocentric, and local about an origin (WGS 84).

geodetic    latitude and longitude [rad], altitude above the ellipsoid [m]
geocentric  metres from the Earth's centre: x to where Greenwich's meridian meets the equator,
            y to 90 degrees east, z to the north pole; what DIS sends
local       metres from an origin: x east, y north, z up; what a world is in

Orientations: DIS has a body frame of x forward, y right, z down, and says how it lies in the
geocentric frame by three angles: psi about z, then theta about the new y, then phi about the new x
[rad]. Ours is x forward, y left, z up, in the local frame, as quaternions and headings counted
counterclockwise from east.

Limitation: local is a flat frame that touches the Earth at its origin. The ground falls away from
it: by 8 cm at 1 km, by 8 m at 10 km.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from motorium.contracts.frames import Floats, quaternion_from_axes, rotation_matrix

__all__ = [
    "EQUATOR",
    "FLATTENING",
    "FLIPPED",
    "Origin",
    "euler_angles",
    "euler_axes",
    "geocentric",
    "geodetic",
]

EQUATOR: Final = 6_378_137.0
"""Radius [m] (WGS 84)."""
FLATTENING: Final = 1.0 / 298.257223563
POLE: Final = EQUATOR * (1.0 - FLATTENING)
"""Distance of the poles from the centre [m]."""
ECCENTRICITY: Final = FLATTENING * (2.0 - FLATTENING)
"""Squared."""
ROUNDS: Final = 3
"""Of Bowring's formula; from 10 km below the ground to beyond all satellites, the third changes
nothing any more."""
FLIPPED: Final = np.array([1.0, -1.0, -1.0])
"""Left and up instead of right and down."""


def geocentric(latitude: ArrayLike, longitude: ArrayLike, altitude: ArrayLike) -> Floats:
    """[m], shape (..., 3), of angles [rad] and altitudes [m]."""
    north, east = np.asarray(latitude, np.float64), np.asarray(longitude, np.float64)
    above = np.asarray(altitude, np.float64)
    curvature = EQUATOR / np.sqrt(1.0 - ECCENTRICITY * np.sin(north) ** 2)
    out = (curvature + above) * np.cos(north)
    up = (curvature * (1.0 - ECCENTRICITY) + above) * np.sin(north)
    return np.stack(np.broadcast_arrays(out * np.cos(east), out * np.sin(east), up), axis=-1)


def geodetic(places: Floats) -> tuple[Floats, Floats, Floats]:
    """Latitude and longitude [rad] and altitude [m], shapes (...,), of places [m], (..., 3).

    B. R. Bowring, "Transformation from spatial to geographical coordinates", Survey Review 23
    (1976): tan(latitude) = (z + e'^2 b sin^3 u) / (p - e^2 a cos^3 u), where u is the reduced
    latitude, tan u = (1 - f) tan(latitude); repeated.

    Limitation: not for places within some 50 km of the Earth's centre, which have no latitude.
    """
    x, y, z = np.moveaxis(np.asarray(places, np.float64), -1, 0)
    out = np.hypot(x, y)
    second = ECCENTRICITY / (1.0 - ECCENTRICITY)
    sine, cosine = z * EQUATOR, out * POLE
    for _ in range(ROUNDS):
        length = np.maximum(np.hypot(sine, cosine), 1e-300)
        sine, cosine = sine / length, cosine / length
        north = np.arctan2(z + second * POLE * sine**3, out - ECCENTRICITY * EQUATOR * cosine**3)
        sine, cosine = (1.0 - FLATTENING) * np.sin(north), np.cos(north)
    # Along the normal: exact at the equator as at the poles, where others divide by nothing.
    bulge = 1.0 - ECCENTRICITY * np.sin(north) ** 2
    altitude = out * np.cos(north) + z * np.sin(north) - EQUATOR * np.sqrt(bulge)
    return north, np.arctan2(y, x), altitude


@dataclass(frozen=True)
class Origin:
    """Where on the Earth a world's (0, 0, 0) is: latitude and longitude [rad], altitude [m].

    center [m], shape (3,): of the local frame in the geocentric one; axes, shape (3, 3): rows are
    east, north and up, so that they turn geocentric vectors into local ones.
    """

    latitude: float
    longitude: float
    altitude: float = 0.0
    center: Floats = field(init=False, repr=False, compare=False)
    axes: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (abs(self.latitude) <= math.pi / 2 and abs(self.longitude) <= 2.0 * math.pi):
            raise ValueError(
                f"an origin at latitude {math.degrees(self.latitude):g} and longitude "
                f"{math.degrees(self.longitude):g}: they go from -90 to 90 and -180 to 180 degrees"
            )
        if not abs(self.altitude) <= 1e6:
            raise ValueError(f"an origin at {self.altitude:g} m: at most 1000 km from the ground")
        north, east = self.latitude, self.longitude
        s, c, p, q = math.sin(north), math.cos(north), math.sin(east), math.cos(east)
        axes = np.array([[-p, q, 0.0], [-s * q, -s * p, c], [c * q, c * p, s]])
        object.__setattr__(self, "axes", axes)
        object.__setattr__(self, "center", geocentric(north, east, self.altitude))

    @classmethod
    def at_degrees(cls, latitude: float, longitude: float, altitude: float = 0.0) -> Origin:
        """Of a place as people write it."""
        return cls(math.radians(latitude), math.radians(longitude), altitude)

    def to_local(self, places: Floats) -> Floats:
        """[m], shape (..., 3), of geocentric places [m]."""
        local: Floats = (np.asarray(places, np.float64) - self.center) @ self.axes.T
        return local

    def to_geocentric(self, places: Floats) -> Floats:
        """[m], shape (..., 3), of local places [m]."""
        world: Floats = np.asarray(places, np.float64) @ self.axes + self.center
        return world

    def turn_to_local(self, vectors: Floats) -> Floats:
        """Velocities and the like, shape (..., 3)."""
        local: Floats = np.asarray(vectors, np.float64) @ self.axes.T
        return local

    def turn_to_geocentric(self, vectors: Floats) -> Floats:
        """Velocities and the like, shape (..., 3)."""
        world: Floats = np.asarray(vectors, np.float64) @ self.axes
        return world

    def orientations(self, angles: Floats) -> Floats:
        """Local orientations of our body frames, (..., 4), of psi, theta, phi [rad], (..., 3)."""
        return quaternion_from_axes(self.axes @ euler_axes(angles) * FLIPPED)

    def angles(self, orientations: Floats) -> Floats:
        """Psi, theta, phi [rad], (..., 3), of local orientations of our body frames, (..., 4)."""
        return euler_angles(self.axes.T @ rotation_matrix(orientations) * FLIPPED)


def euler_axes(angles: Floats) -> Floats:
    """Matrices whose columns are DIS's body axes, (..., 3, 3), of psi, theta, phi, (..., 3)."""
    psi, theta, phi = np.moveaxis(np.asarray(angles, np.float64), -1, 0)
    a, b = np.cos(psi), np.sin(psi)
    c, d = np.cos(theta), np.sin(theta)
    e, f = np.cos(phi), np.sin(phi)
    rows = [
        [a * c, a * d * f - b * e, a * d * e + b * f],
        [b * c, b * d * f + a * e, b * d * e - a * f],
        [-d, c * f, c * e],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def euler_angles(axes: Floats) -> Floats:
    """Psi, theta, phi [rad], (..., 3), of matrices as `euler_axes` makes them.

    Limitation: where theta is a right angle psi and phi are not separable; any pair does that
    turns the body as it is turned.
    """
    m = np.asarray(axes, np.float64)
    theta = np.arctan2(-m[..., 2, 0], np.hypot(m[..., 0, 0], m[..., 1, 0]))
    gimbal = np.hypot(m[..., 0, 0], m[..., 1, 0]) < 1e-9
    psi = np.where(gimbal, 0.0, np.arctan2(m[..., 1, 0], m[..., 0, 0]))
    level = np.arctan2(m[..., 2, 1], m[..., 2, 2])
    tipped = np.arctan2(-m[..., 1, 2], m[..., 1, 1])
    return np.stack([psi, theta, np.where(gimbal, tipped, level)], axis=-1)
