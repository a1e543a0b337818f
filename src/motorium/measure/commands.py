"""What the controllers make of commands: errors of speed, turn, climb and heading; brake, retreat.

Every figure is the worst of several fishes that begin in different phases of the beat. Angles are
means over a beat: the nose swings with every stroke of the tail.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.measure.basin import Basin, Watched
from motorium.measure.record import Measurement
from motorium.measure.tank import BrokenBody

__all__ = ["measure_commands"]

PHASES: Final = 4
"""Fishes for each case."""
SETTLE: Final = 8
HELD: Final = 6
"""Beats of the medium gait: to get there, and that what is asked for must be held."""
TURNS: Final = (30, 45, 60, 90)
CLIMBS: Final = (30, 45, -30, -45)
PATIENCE: Final = 14
"""Beats within which any turn up to 90 degrees must be done."""
AFTER: Final = 2
"""Beats after a turn in which the heading must stay."""
QUARTER: Final = 0.25
CROSS_CURRENT: Final = 0.5
"""Of the swimming speed."""


def measure_commands(species: Species) -> list[Measurement]:
    """All figures that are about commands."""
    return [
        *_speeds(species),
        *_turns(species),
        *_climbs(species),
        *_brakes(species),
        _backward(species),
        _heading(species),
    ]


def _basin(species: Species, cases: int, **asked: Floats | float) -> Basin:
    """Some fishes for each case, which have done what is asked for long enough."""
    basin = Basin(species, cases * PHASES)
    basin.ask(**asked)
    basin.advance(basin.beats(SETTLE))
    return basin


def _sound(basin: Basin) -> None:
    if basin.broken:
        raise BrokenBody("its body breaks while it does as it is told")


def _worst(values: Floats, cases: int) -> Floats:
    """Of each case, over its fishes, (cases,); fishes of a case stand together."""
    worst: Floats = np.abs(values).reshape(cases, PHASES).max(axis=1)
    return worst


def _speeds(species: Species) -> list[Measurement]:
    slow, medium, fast = (gait.speed for gait in species.gaits.all)
    cases: list[tuple[dict[str, str], float]] = [
        ({"gait": "slow"}, slow),
        ({"gait": "medium"}, medium),
        ({"gait": "fast"}, fast),
        ({"between": "rest and slow"}, slow / 2),
        ({"between": "slow and medium"}, (slow + medium) / 2),
        ({"between": "medium and fast"}, (medium + fast) / 2),
    ]
    asked = np.repeat([speed for _, speed in cases], PHASES)
    basin = _basin(species, len(cases), speed=asked)
    basin.advance(basin.beats(SETTLE))
    seen = basin.watch(basin.beats(HELD))
    _sound(basin)
    errors = _worst(100 * (seen.speeds(len(seen.centres) - 1) / asked - 1), len(cases))
    return [
        Measurement.of(species.name, "speed_error", error, **case)
        for (case, _), error in zip(cases, errors, strict=True)
    ]


def _turns(species: Species) -> list[Measurement]:
    """To the left and to the right, out of the medium gait and from rest."""
    records = []
    for start in ("swimming", "rest"):
        angles = np.repeat(np.radians(TURNS), PHASES)
        side = np.where(np.arange(len(angles)) % 2, 1.0, -1.0)
        speed = species.gaits.medium.speed if start == "swimming" else 0.0
        basin = _basin(species, len(TURNS), speed=speed)
        before = _beat_headings(basin)
        basin.turn(angles * side)
        done = np.zeros(len(angles))
        for frame in range(basin.beats(PATIENCE)):
            basin.advance()
            state = basin.commands.action_state
            done[(state == ActionState.DONE) & (done == 0)] = frame + 1
            if (done > 0).all():
                break
        made = (_beat_headings(basin, AFTER) - before) * side
        # Counted on beyond half a turn, whichever way it went.
        errors = np.degrees((made - angles + np.pi) % (2 * np.pi) - np.pi)
        _sound(basin)
        beats = np.where(done > 0, done / FRAME_RATE * species.gaits.medium.beat, np.inf)
        for case, error, took in zip(
            TURNS, _worst(errors, len(TURNS)), _worst(beats, len(TURNS)), strict=True
        ):
            case_of = {"angle": case, "start": start}
            records.append(Measurement.of(species.name, "turn_error", error, **case_of))
            records.append(Measurement.of(species.name, "turn_done", took, **case_of))
    return records


def _beat_headings(basin: Basin, beats: float = 1) -> Floats:
    """Mean heading over the coming beats, (fishes,)."""
    headings: Floats = basin.watch(basin.beats(beats)).headings[1:].mean(axis=0)
    return headings


def _climbs(species: Species) -> list[Measurement]:
    asked = np.repeat(np.radians(CLIMBS), PHASES)
    basin = _basin(species, len(CLIMBS), speed=species.gaits.medium.speed, climb=asked)
    seen = basin.watch(basin.beats(HELD))
    _sound(basin)
    errors = _worst(np.abs(_paths(seen, basin.beat_frames) - asked).max(axis=0), len(CLIMBS))
    rolls = np.abs(seen.over_a_beat(seen.rolls, basin.beat_frames)).max(axis=0)
    records = []
    for angle, error, roll in zip(CLIMBS, errors, _worst(rolls, len(CLIMBS)), strict=True):
        records.append(Measurement.of(species.name, "climb_error", np.degrees(error), angle=angle))
        records.append(Measurement.of(species.name, "climb_roll", np.degrees(roll), angle=angle))
    return records


def _paths(seen: Watched, beat: int) -> Floats:
    """How steep the way over a beat was [rad], (rows, fishes)."""
    way = seen.velocities(beat)
    steep: Floats = np.arctan2(way[..., 2], np.linalg.norm(way[..., :2], axis=-1))
    return steep


def _brakes(species: Species) -> list[Measurement]:
    """Beats of the medium gait until the speed is a quarter of what it was."""
    names = ("medium", "fast")
    speeds = np.repeat([getattr(species.gaits, name).speed for name in names], PHASES)
    basin = _basin(species, len(names), speed=speeds)
    basin.ask(brake=1.0)
    seen = basin.watch(basin.beats(6))
    _sound(basin)
    slowed = np.linalg.norm(seen.velocities(), axis=-1) <= QUARTER * speeds
    frames = np.where(slowed.any(axis=0), slowed.argmax(axis=0) + 1, np.inf)
    beats = _worst(frames / FRAME_RATE * species.gaits.medium.beat, len(names))
    return [
        Measurement.of(species.name, "brake_beats", value, gait=name)
        for name, value in zip(names, beats, strict=True)
    ]


def _backward(species: Species) -> Measurement:
    """The slowest of the fishes that row as fast as they can."""
    fastest = species.calibration.fin_map.fastest_backward
    basin = _basin(species, 1, speed=0.0, backward=fastest)
    basin.advance(basin.beats(SETTLE))
    seen = basin.watch(basin.beats(HELD))
    _sound(basin)
    way = (seen.centres[-1] - seen.centres[0]) / ((len(seen.centres) - 1) / FRAME_RATE)
    heading = seen.headings.mean(axis=0)
    speeds = -(way[:, 0] * np.cos(heading) + way[:, 1] * np.sin(heading))
    return Measurement.of(species.name, "backward_speed", float(speeds.min()))


def _heading(species: Species) -> Measurement:
    """While a current from the side sets in, and after."""
    speed = species.gaits.medium.speed
    basin = _basin(species, 1, speed=speed)
    before = _beat_headings(basin)
    across = CROSS_CURRENT * speed * species.length
    basin.motor.medium.current = np.array([0.0, across, 0.0])
    seen = basin.watch(basin.beats(SETTLE + HELD))
    _sound(basin)
    off = seen.over_a_beat(seen.headings, basin.beat_frames) - before
    error = float(np.degrees(np.abs(off)).max())
    return Measurement.of(species.name, "heading_error", error, current=CROSS_CURRENT)
