"""Bench `continuum`: what a performer inside physics costs.

controller  us/step: both controllers, support and balance of one character, against `CONTROLLER`;
            and against the same equations in plain NumPy
frame       ms: of 1/120 s, 99 of 100 take no longer, in time of the processor: one character among
            20 balls, against `FRAME`; 16 characters in one scene, against `CROWD`
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import numpy as np

from motorium.bench.numpy_continuum import NumpyController
from motorium.bench.records import BenchRecord
from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.figure import rigid_figure
from motorium.contracts.frames import Floats
from motorium.motors.continuum.options import RATE, ContinuumOptions
from motorium.motors.continuum.stepping import Continuum
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene

__all__ = ["bar_of", "controller_seconds", "frame_seconds", "measure"]

CONTROLLER: Final = 10e-6
FRAME: Final = 1.5e-3
CROWD: Final = 6e-3
"""[s]"""
BALLS: Final = 20
CHARACTERS: Final = 16


def measure(quick: bool = False) -> Iterator[BenchRecord]:
    """All figures, one after the other."""
    rounds = 400 if quick else 3000
    ours, theirs = controller_seconds(rounds)
    for against, limit in (("10 us", CONTROLLER), ("NumPy, the same equations", theirs)):
        yield _record("controller", 1, 0, 1e6 * ours, "us/step", against, limit / ours)
    seconds = 4.0 if quick else 15.0
    for characters, balls, limit in ((1, BALLS, FRAME), (CHARACTERS, 0, CROWD)):
        spent = frame_seconds(characters, balls, seconds)
        value = float(np.percentile(spent, 99))
        against = f"{1e3 * limit:g} ms"
        yield _record("frame", characters, balls, 1e3 * value, "ms", against, limit / value)


def bar_of(record: BenchRecord) -> float | None:
    """The ratio that a record is to reach, if there is a bar for it."""
    return None if (record.against or "").startswith("NumPy") else 1.0


def controller_seconds(rounds: int) -> tuple[float, float]:
    """Of one step of one character that stands: ours and NumPy's, the best of some turns."""
    continuum = _standing(1, 0)
    continuum.advance(continuum.targets.coordinates[:, 1].copy())
    peer = NumpyController(continuum)
    best = [np.inf, np.inf]
    for _ in range(5):
        begun = time.process_time()
        for _ in range(rounds):
            continuum.control(0.5)
        best[0] = min(best[0], (time.process_time() - begun) / rounds)
        few = max(rounds // 20, 1)
        begun = time.process_time()
        for _ in range(few):
            peer.control(0.5)
        best[1] = min(best[1], (time.process_time() - begun) / few)
    return best[0], best[1]


def frame_seconds(characters: int, balls: int, seconds: float) -> Floats:
    """What each frame took of the processor, while everybody sways and balls roll among them."""
    continuum = _standing(characters, balls)
    base = continuum.targets.coordinates[:, 1].copy()
    spent = []
    for frame in range(round(seconds * RATE)):
        pose = base.copy()
        pose[:, 1] += 0.03 * np.sin(2 * np.pi * 0.5 * frame / RATE)
        begun = time.process_time()
        continuum.advance(pose)
        spent.append(time.process_time() - begun)
    return np.array(spent[RATE // 2 :])


def _standing(characters: int, balls: int) -> Continuum:
    """Some people a metre apart, and balls that roll at them."""
    figure = rigid_figure(load_skeleton("human-high"))
    props = [
        Prop(
            f"ball {k}",
            "ball",
            (0.15,),
            10.0,
            (0.9 + 0.34 * (k % 5), -0.7 + 0.36 * (k // 5), 0.16),
            velocity=(-1.0, 0.0, 0.0),
        )
        for k in range(balls)
    ]
    options = ContinuumOptions()
    continuum = Continuum(RigidScene([figure] * characters, props, options.step), options)
    poses = np.tile(figure.upright(), (characters, 1))
    poses[:, 0] = np.arange(characters) // 4
    poses[:, 1] += np.arange(characters) % 4
    continuum.start(poses)
    return continuum


def _record(
    quantity: str,
    characters: int,
    balls: int,
    value: float,
    unit: str,
    against: str,
    ratio: float,
) -> BenchRecord:
    return BenchRecord(
        bench="continuum",
        quantity=quantity,
        case={"characters": characters, "balls": balls},
        value=round(value, 3),
        unit=unit,
        against=against,
        ratio=round(ratio, 3),
    )
