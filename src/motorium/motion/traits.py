"""How a species gains and loses speed, measured on the simulation, for its replay."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS, time_scale
from motorium.measure.basin import Basin, Watched
from motorium.measure.tank import BrokenBody
from motorium.motion.segments import EFFORT, LAUNCH, Traits
from motorium.motors.beat import HALF_LIFE
from motorium.motors.controllers import BEARABLE, BEARABLE_SPEEDS

__all__ = ["measure_traits"]

SETTLING: Final = 20
WATCHED: Final = 14
"""Beats of the medium gait."""
GLIDES, BRAKES, SETS_OFF, ROWS = range(4)
HALF: Final = 0.5
"""Losses are read off between full speed and this share of it; the brake's down to a quarter."""
NEARLY: Final = 0.75
"""Share of the medium speed at which the time of setting off is taken."""


def _eager() -> float:
    """What thrust * medium * time is when a fish is `NEARLY` there, by the law of `Traits`."""
    speed = np.linspace(0.0, NEARLY, 2001)
    drive = np.minimum(1.0 + EFFORT * (1.0 - speed), BEARABLE + BEARABLE_SPEEDS * speed)
    gain = (drive - speed) * (2.0 * speed + LAUNCH * drive)
    return float(np.trapezoid(1.0 / gain, speed))


EAGER: Final = _eager()


def measure_traits(species: Species) -> Traits:
    """Four fishes: one lets itself glide, one brakes, one sets off, one rows backwards."""
    medium = species.gaits.medium.speed
    fastest = species.calibration.fin_map.fastest_backward
    basin = Basin(species, 4)
    basin.ask(speed=[medium, medium, 0.0, 0.0])
    basin.advance(basin.beats(SETTLING))
    basin.ask(
        speed=[0.0, medium, medium, 0.0],
        brake=[0.0, 1.0, 0.0, 0.0],
        backward=[0.0, 0.0, 0.0, fastest],
    )
    seen = basin.watch(basin.beats(WATCHED))
    if basin.broken:
        raise BrokenBody(f"{species.name}: its body breaks while it gains and loses speed")
    speeds = _speeds(seen, basin.beat_frames)
    drag = _loss(speeds[:, GLIDES], HALF)
    setting_off = _reached(speeds[:, SETS_OFF], NEARLY * medium)
    # Muscles themselves follow what they are asked for.
    late = HALF_LIFE * float(time_scale(np.array(species.scale)))
    back = -speeds[:, ROWS]
    fastest = float(back[-basin.beats(4) :].mean())
    return Traits(
        drag=drag,
        braking=max(_loss(speeds[:, BRAKES], 0.25) - drag, drag),
        thrust=EAGER / (medium * max(setting_off - late, 0.5 * setting_off)),
        backward=fastest,
        gathering=_reached(back, (1 - np.exp(-1.0)) * fastest),
    )


def _speeds(seen: Watched, beat: int) -> Floats:
    """Forward [L/s], over half a beat at a time, (rows, fishes)."""
    frames = max(2, beat // 2)
    velocities = seen.velocities(frames)
    headings = seen.headings[: len(velocities)]
    forward: Floats = velocities[..., 0] * np.cos(headings) + velocities[..., 1] * np.sin(headings)
    return forward


def _loss(speeds: Floats, share: float) -> float:
    """The k of dv/dt = -k v^2, from how long it takes until a share of the speed is left."""
    seconds = _reached(-speeds, -share * float(speeds[0]))
    return float((1.0 / share - 1.0) / (speeds[0] * seconds))


def _reached(values: Floats, goal: float) -> float:
    """Seconds until values first reach a goal; the whole time if they never do."""
    there = np.flatnonzero(values >= goal)
    frames = there[0] if len(there) else len(values)
    return float(max(frames, 1) * FRAME_SECONDS)
