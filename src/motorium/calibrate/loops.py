"""Fins and gains: how fast to row, and how strongly to answer when a fish is not as it should be.

Gains are found by drill: one basin in which every fish does another exercise at the same time.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from motorium.bodies.calibration import Calibration, FinMap, Loops
from motorium.bodies.species import Shape, Species, build_species
from motorium.calibrate.search import minimise
from motorium.contracts.frames import Floats
from motorium.measure.basin import Basin, Watched

__all__ = ["find_loops", "find_rowing"]

GAINS: Final = (
    "heading",
    "heading_trim",
    "speed",
    "speed_trim",
    "climb",
    "climb_damping",
    "climb_trim",
    "righting",
    "roll",
    "roll_damping",
)
LOW: Final = np.log([0.1, 0.02, 0.1, 0.05, 0.3, 0.02, 0.2, 0.05, 0.1, 0.005])
HIGH: Final = np.log([2.0, 1.0, 2.0, 1.0, 5.0, 1.0, 3.0, 1.5, 3.0, 0.3])

OARS: Final = np.array([0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6])
"""Speeds of the oars [L/s of a fish of 20 cm] that are tried."""
MOST_PITCH: Final = np.radians(12.0)
"""Rowing so fast that the nose rises more is too fast."""

SETTLE: Final = 8
DRILL: Final = 12
LEVEL: Final = 6
"""Beats of the medium gait: before the drill, of it, and back to straight and level."""
CROSS: Final = 0.5
"""Of the swimming speed: the current of the second drill."""


def find_rowing(shape: Shape, draft: Calibration) -> tuple[float, float]:
    """Speed of the oars over that of the fish, and the fastest backward speed [L/s]."""
    species = build_species(shape, draft)
    basin = Basin(species, len(OARS))
    basin.controls = basin.controls._replace(rowing=1.0, fastest_backward=99.0)
    basin.ask(backward=OARS / species.pace)
    basin.advance(basin.beats(16))
    seen = basin.watch(basin.beats(12))
    speeds = -(seen.centres[-1] - seen.centres[0])[:, 0] / (len(seen.centres) - 1) * 60
    level = (np.abs(seen.pitches).max(axis=0) < MOST_PITCH) & (speeds > 0)
    level[basin.broken] = False
    usable = int(np.argmin(np.append(level, False)))
    if usable == 0:
        return 2.0, 0.05
    ratio = float(np.median(OARS[:usable] / species.pace / speeds[:usable]))
    return round(ratio, 3), round(float(speeds[usable - 1]), 3)


def find_loops(shape: Shape, draft: Calibration, effort: float) -> tuple[Loops, FinMap]:
    """Gains with which the drills go best."""
    species = build_species(shape, draft)
    start = np.log([*(getattr(draft.loops, name) for name in GAINS if name != "righting")])
    start = np.insert(start, GAINS.index("righting"), np.log(draft.fin_map.righting))

    def costs(candidates: Floats) -> Floats:
        return np.array([_drill(species, _gains(candidate)) for candidate in candidates])

    found = minimise(
        costs,
        start,
        LOW,
        HIGH,
        generations=max(2, round(14 * effort)),
        population=10,
        seed=5,
        spread=0.15,
    )
    gains = _gains(found[0].values)
    righting = gains.pop("righting")
    fins = draft.fin_map.model_copy(update={"righting": righting})
    return Loops(**gains), fins


def _gains(candidate: Floats) -> dict[str, float]:
    return {
        name: float(f"{np.exp(value):.3g}") for name, value in zip(GAINS, candidate, strict=True)
    }


def _with(basin: Basin, gains: dict[str, float]) -> None:
    plain = ("heading", "speed", "climb", "roll")
    changes: dict[str, Any] = {
        f"{name}_gain" if name in plain else name: gain for name, gain in gains.items()
    }
    basin.controls = basin.controls._replace(**changes)


def _drill(species: Species, gains: dict[str, float]) -> float:
    """How badly a school does its exercises; errors in degrees and percent."""
    slow, medium, fast = (gait.speed for gait in species.gaits.all)
    exercises = [
        *({"speed": medium, "climb": np.radians(angle)} for angle in (30, -30, 45, -45)),
        *({"speed": fast, "climb": np.radians(angle)} for angle in (30, -30)),
        *({"speed": slow, "climb": np.radians(angle)} for angle in (15, -15)),
        *({"speed": medium, "roll": np.radians(angle)} for angle in (15, -15)),
        {"speed": fast},
        {"speed": slow},
        {"speed": 0.5 * slow},
        {"speed": (medium + fast) / 2},
        {"speed": medium},
        {"speed": medium},
    ]
    asked = {
        name: np.array([one.get(name, 0.0) for one in exercises])
        for name in ("speed", "climb", "roll")
    }
    basin = Basin(species, len(exercises))
    _with(basin, gains)
    before = np.where(np.isin(asked["speed"], (slow, fast)), asked["speed"], medium)
    basin.ask(speed=before)
    basin.advance(basin.beats(SETTLE))
    basin.ask(**asked)
    seen = basin.watch(basin.beats(DRILL))
    basin.ask(speed=medium, climb=0.0, roll=0.0)
    level = basin.watch(basin.beats(LEVEL))
    cross = Basin(species, 4)
    _with(cross, gains)
    cross.ask(speed=medium)
    cross.advance(cross.beats(SETTLE))
    cross.motor.medium.current = np.array([0.0, CROSS * medium * species.length, 0.0])
    aside = cross.watch(cross.beats(LEVEL))
    if basin.broken or cross.broken:
        return np.inf
    beat = basin.beat_frames
    cost = _errors(seen, asked["speed"], asked["climb"], asked["roll"], beat)
    cost += 0.5 * _errors(level, np.full(len(exercises), medium), 0.0, 0.0, beat)
    cost += float(np.degrees(np.abs(_means(aside, aside.headings, beat))).max())
    return cost


def _errors(
    seen: Watched, speed: Floats, climb: Floats | float, roll: Floats | float, beat: int
) -> float:
    """Of means over a beat, in the second half of what was seen; half as much in the third quarter
    of the first half, so that settling counts."""
    velocities = seen.velocities(beat)
    pace = np.linalg.norm(velocities, axis=-1)
    path = np.arcsin(np.clip(velocities[..., 2] / np.maximum(pace, 1e-9), -1, 1))
    errors = (
        100 * np.abs(pace / speed - 1),
        np.degrees(np.abs(path - climb)),
        np.degrees(np.abs(_means(seen, seen.rolls, beat) - roll)),
        np.degrees(np.abs(_means(seen, seen.headings, beat))),
        3 * np.degrees(np.abs(np.diff(_means(seen, seen.pitches, beat), axis=0))) * beat / 6,
    )
    total = 0.0
    for error in errors:
        half = len(error) // 2
        late, settling = error[half:], error[half // 2 : half]
        total += float(late.mean() + 0.3 * late.max(axis=0).mean() + 0.3 * settling.mean())
    return total


def _means(seen: Watched, angles: Floats, beat: int) -> Floats:
    return seen.over_a_beat(angles, beat)
