"""Places and orientations on the Earth: hand-worked ones, an oracle, and there and back."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motorium.contracts.frames import quaternion_from_heading, rotation_matrix
from motorium.wire.dis.geodesy import (
    EQUATOR,
    FLATTENING,
    Origin,
    euler_angles,
    euler_axes,
    geocentric,
    geodetic,
)

POLE = 6_356_752.314245179
"""[m], as WGS 84 prints it."""


def test_places_that_can_be_worked_out_by_hand() -> None:
    np.testing.assert_allclose(geocentric(0.0, 0.0, 0.0), [6_378_137.0, 0.0, 0.0])
    np.testing.assert_allclose(
        geocentric(0.0, math.pi / 2, 10.0), [0.0, 6_378_147.0, 0.0], atol=1e-9
    )
    np.testing.assert_allclose(geocentric(math.pi / 2, 1.0, 5.0), [0.0, 0.0, POLE + 5.0], atol=1e-9)
    # At 45 degrees: a / sqrt(2 - e^2), and that times 1 - e^2.
    e = FLATTENING * (2.0 - FLATTENING)
    out = EQUATOR / math.sqrt(2.0 - e)
    place = geocentric(math.pi / 4, 0.0, 0.0)
    np.testing.assert_allclose(place, [out, 0.0, out * (1.0 - e)], rtol=1e-15)
    np.testing.assert_allclose(place, [4_517_590.8788, 0.0, 4_487_348.4088], atol=1e-4)


def by_bisection(x: float, y: float, z: float) -> tuple[float, float]:
    """Latitude and altitude: where the normal of the ellipsoid meets the place."""
    out = math.hypot(x, y)
    e = FLATTENING * (2.0 - FLATTENING)
    low, high = -math.pi / 2, math.pi / 2
    for _ in range(200):
        north = (low + high) / 2
        bulge = EQUATOR / math.sqrt(1.0 - e * math.sin(north) ** 2)
        # Whether the place lies north of the normal at this latitude.
        beyond = (z + e * bulge * math.sin(north)) * math.cos(north) - out * math.sin(north)
        low, high = (north, high) if beyond > 0.0 else (low, north)
    bulge = EQUATOR / math.sqrt(1.0 - e * math.sin(north) ** 2)
    foot = (bulge * math.cos(north), bulge * (1.0 - e) * math.sin(north))
    away = (out - foot[0]) * math.cos(north) + (z - foot[1]) * math.sin(north)
    return north, away


@pytest.mark.parametrize("altitude", [-10_000.0, 0.0, 9_000.0, 400_000.0, 4.2e7])
@pytest.mark.parametrize("degrees", [-90.0, -89.9999, -45.0, -1e-7, 0.0, 12.3, 48.1, 89.0, 90.0])
def test_latitude_and_altitude_agree_with_an_oracle(degrees: float, altitude: float) -> None:
    x, y, z = geocentric(math.radians(degrees), 0.7, altitude).tolist()
    north, above = by_bisection(x, y, z)
    found = geodetic(np.array([x, y, z]))
    assert found[0] == pytest.approx(north, abs=1e-15)
    assert found[2] == pytest.approx(above, abs=1e-7)


@given(
    st.floats(-90.0, 90.0),
    st.floats(-180.0, 180.0),
    st.floats(-10_000.0, 5e7),
)
def test_there_and_back(latitude: float, longitude: float, altitude: float) -> None:
    place = geocentric(math.radians(latitude), math.radians(longitude), altitude)
    north, east, above = geodetic(place)
    again = geocentric(north, east, above)
    np.testing.assert_allclose(again, place, rtol=0.0, atol=2e-8 * max(1.0, altitude / 1e6))
    assert above == pytest.approx(altitude, abs=2e-8 * max(1.0, altitude / 1e6))
    assert math.degrees(north) == pytest.approx(latitude, abs=1e-12)


def test_local_axes_are_east_north_and_up() -> None:
    """At 48.1 N 11.5 E a hundredth of a second of arc is 31 cm north."""
    origin = Origin.at_degrees(48.1, 11.5, 520.0)
    np.testing.assert_allclose(origin.axes @ origin.axes.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(origin.axes) == pytest.approx(1.0)
    small = math.radians(0.01 / 3600.0)
    north = origin.to_local(geocentric(origin.latitude + small, origin.longitude, 520.0))
    east = origin.to_local(geocentric(origin.latitude, origin.longitude + small, 520.0))
    up = origin.to_local(geocentric(origin.latitude, origin.longitude, 527.0))
    np.testing.assert_allclose(north, [0.0, 0.3089, 0.0], atol=1e-4)
    np.testing.assert_allclose(east, [0.2069, 0.0, 0.0], atol=1e-4)
    np.testing.assert_allclose(up, [0.0, 0.0, 7.0], atol=1e-8)
    places = np.random.default_rng(1).normal(0.0, 1e4, (20, 3))
    np.testing.assert_allclose(origin.to_local(origin.to_geocentric(places)), places, atol=1e-8)
    np.testing.assert_allclose(
        origin.turn_to_local(origin.turn_to_geocentric(places)), places, atol=1e-10
    )


def test_who_faces_east_on_the_equator() -> None:
    """At 0 N 0 E up is x, east is y, north is z. Who faces east has his nose along y, his right
    along -z and his feet along -x: psi 90, theta 0, phi -90 degrees."""
    origin = Origin.at_degrees(0.0, 0.0)
    angles = origin.angles(quaternion_from_heading(0.0))
    np.testing.assert_allclose(np.degrees(angles), [90.0, 0.0, -90.0], atol=1e-12)
    # And south: nose -z, right -y, feet -x: theta 90, where psi and phi are one.
    axes = euler_axes(origin.angles(quaternion_from_heading(-math.pi / 2)))
    np.testing.assert_allclose(
        axes, np.array([[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]]), atol=1e-12
    )


@given(st.lists(st.floats(-7.0, 7.0), min_size=3, max_size=3))
def test_angles_there_and_back(angles: list[float]) -> None:
    """As rotations: of one there are several triples."""
    axes = euler_axes(np.array(angles))
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-14)
    np.testing.assert_allclose(euler_axes(euler_angles(axes)), axes, atol=2e-8)
    origin = Origin.at_degrees(-33.0, 151.0)
    again = origin.angles(origin.orientations(np.array(angles)))
    np.testing.assert_allclose(euler_axes(again), axes, atol=2e-8)


def test_nose_up_is_nose_up() -> None:
    """Of ours nose up is a positive pitch; the local z of x forward is its sine."""
    origin = Origin.at_degrees(48.1, 11.5)
    pitch = 0.3
    up = np.array([math.cos(pitch / 2), 0.0, -math.sin(pitch / 2), 0.0])
    again = origin.orientations(origin.angles(up))
    forward = rotation_matrix(again)[:, 0]
    np.testing.assert_allclose(forward, [math.cos(pitch), 0.0, math.sin(pitch)], atol=1e-12)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ((91.0, 0.0, 0.0), "latitude 91 and longitude 0: they go from -90 to 90"),
        ((math.nan, 0.0, 0.0), "latitude nan"),
        ((0.0, 0.0, 2e6), "an origin at 2e\\+06 m"),
    ],
)
def test_origins_are_on_the_earth(place: tuple[float, float, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Origin.at_degrees(*place)
