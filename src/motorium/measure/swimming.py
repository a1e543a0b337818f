"""Straight swimming: speed, stride, Strouhal number, tail beat, yaw; and steering while beating."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.fish import BODY_LENGTH, FishBody
from motorium.bodies.gaits import GAITS, Gait
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.record import Measurement
from motorium.measure.tank import Tank, centre_of_mass, frames_of, heading

__all__ = ["measure_steering", "measure_swimming", "swimming_figures"]

SETTLE: Final = 8
MEASURED: Final = 4
"""Beats."""


def measure_swimming(species: Species) -> list[Measurement]:
    """Every gait, from rest, once it is steady."""
    records = []
    for name in GAITS:
        gait: Gait = getattr(species.gaits, name)
        tank = Tank(species)
        tank.swim(gait, SETTLE)
        path = tank.swim(gait, MEASURED)[:, 0]
        figures = swimming_figures(species.body, path, gait.beat)
        records += [
            Measurement.of(species.name, quantity, float(value), gait=name)
            for quantity, value in figures.items()
        ]
    return records


def swimming_figures(body: FishBody, path: Floats, beat: float) -> dict[str, Floats]:
    """Of nodes (frames + 1, ..., 23, 3) over some steady beats, beat [Hz]; of one fish or of many.

    Sideways is measured from a smooth course (a parabola through the centre of mass), so that a
    slow drift is not taken for a beat; amplitude is peak to peak, yaw half of it. A fish that goes
    backwards has a negative speed.
    """
    centre = centre_of_mass(body, path)
    seconds = (len(path) - 1) * FRAME_SECONDS
    course = _parabola(centre[..., :2])
    ahead = np.gradient(course, axis=0)
    ahead /= np.linalg.norm(ahead, axis=-1, keepdims=True)
    tail = (path[..., 21, :2] + path[..., 22, :2]) / 2 - course
    aside = tail[..., 1] * ahead[..., 0] - tail[..., 0] * ahead[..., 1]
    nose = path[..., 0, :2] - (path[..., 5, :2] + path[..., 7, :2]) / 2
    yaw = np.unwrap(np.arctan2(nose[..., 1], nose[..., 0]), axis=0)
    yaw -= np.unwrap(np.arctan2(ahead[..., 1], ahead[..., 0]), axis=0)
    forwards = np.sign((nose * ahead).sum(axis=(0, -1)))
    way = np.linalg.norm((centre[-1] - centre[0])[..., :2], axis=-1)
    speed = forwards * way / seconds / BODY_LENGTH
    amplitude = np.ptp(aside, axis=0) / BODY_LENGTH
    return {
        "stride": speed / beat,
        "strouhal": amplitude * beat / np.maximum(np.abs(speed), 1e-9),
        "tail_amplitude": amplitude,
        "head_yaw": np.degrees(np.ptp(yaw, axis=0) / 2),
        "speed": speed,
    }


def _parabola(course: Floats) -> Floats:
    """The parabolas in time that fit best to each column of rows in time."""
    time = np.arange(len(course))
    columns = course.reshape(len(course), -1)
    fit = np.polynomial.polynomial.polyfit(time, columns, 2)
    curve: Floats = np.asarray(np.polynomial.polynomial.polyval(time, fit))
    return curve.T.reshape(course.shape)


def measure_steering(species: Species) -> list[Measurement]:
    """Turn a beat and radius of the path at the largest one-sided contraction, by gait."""
    records = []
    for name in GAITS:
        rate, radius = steering_figures(
            species, getattr(species.gaits, name), species.steering.largest_bias
        )
        records.append(Measurement.of(species.name, "steer_rate", rate, gait=name))
        records.append(Measurement.of(species.name, "steer_radius", radius, gait=name))
    return records


def steering_figures(species: Species, gait: Gait, bias: float) -> tuple[float, float]:
    """Turn [degrees a beat] and radius [L] of the path, once steady."""
    tank = Tank(species)
    tank.swim(gait, SETTLE)
    tank.swim(gait, 2, bias)
    path = tank.swim(gait, MEASURED, bias)[:, 0]
    beats = (len(path) - 1) / frames_of(gait, 1)
    turned = np.unwrap(heading(path))
    # Whole beats apart, so that the beat's own swing cancels.
    rate = (turned[-1] - turned[0]) / beats
    centre = centre_of_mass(species.body, path)
    way = np.linalg.norm(np.diff(centre, axis=0), axis=1).sum()
    radius = way / max(abs(turned[-1] - turned[0]), 1e-6) / BODY_LENGTH
    return float(np.degrees(rate)), float(radius)
