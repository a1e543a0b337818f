"""The controllers' kernels, one by one, against what can be worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from motorium.bodies.gaits import DEEPEST, GAITS, Gait, GaitName
from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats, heading_pitch_roll, rotation_matrix
from motorium.motors.beat import (
    HALF_LIFE,
    beat,
    bent,
    number,
    row_of,
    smooth,
    take_on,
    towards,
    wrap,
)
from motorium.motors.controllers import _look
from motorium.motors.controls import Controls, controls_of, packed, resting
from motorium.motors.patterns import beat_muscles, bend_muscles
from motorium.motors.turns import _begin_leg, _turn_seconds

HERRING = load_species("herring")
SARDINE = load_species("sardine")
CONTROLS = controls_of(HERRING)
ROWS = {name: 4 + k for k, name in enumerate(GAITS)}
"""Of the swimming table: rest, three easy ones, three gaits."""
STILL_WATER = np.zeros(3)


def one(controls: Controls = CONTROLS) -> Any:
    """What kernels read."""
    return packed(controls)[0]


def memory(**values: Any) -> Any:
    """Of one fish that has done nothing, but for these values."""
    rows = resting(1)
    for name, value in values.items():
        rows[name] = value
    return rows[0]


# ---------------------------------------------------------------- small ones


@pytest.mark.parametrize("value", [0.0, -2.5, 1e300])
def test_a_number_is_itself(value: float) -> None:
    assert number(value) == value


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_nothing(value: float) -> None:
    assert number(value) == 0.0


def test_towards_goes_no_faster_than_it_may() -> None:
    assert towards(1.0, 5.0, 0.5) == 1.5
    assert towards(1.0, -5.0, 0.5) == 0.5
    assert towards(1.0, 1.2, 0.5) == 1.2


def test_wrap_is_the_same_direction_and_less_than_half_a_turn() -> None:
    for angle in np.linspace(-20, 20, 401):
        wrapped = wrap(float(angle))
        assert -math.pi <= wrapped <= math.pi
        assert math.cos(wrapped) == pytest.approx(math.cos(angle), abs=1e-12)
        assert math.sin(wrapped) == pytest.approx(math.sin(angle), abs=1e-12)
    assert wrap(0.5) == 0.5
    assert wrap(0.5 + 2 * math.pi) == pytest.approx(0.5)
    assert wrap(-3.5) == pytest.approx(2 * math.pi - 3.5)


def test_smooth_goes_from_nothing_to_all_with_level_ends() -> None:
    assert [smooth(t, 2.0) for t in (-1.0, 0.0, 1.0, 2.0, 9.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert smooth(0.5, 2.0) == pytest.approx(0.25**2 * 2.5)
    rising = np.array([smooth(t, 2.0) for t in np.linspace(0, 2, 50)])
    assert (np.diff(rising) > 0).all()
    assert (smooth(1e-4, 2.0) - smooth(0.0, 2.0)) / 1e-4 < 1e-3
    assert (smooth(2.0, 2.0) - smooth(2.0 - 1e-4, 2.0)) / 1e-4 < 1e-3


def test_smooth_without_a_duration_jumps() -> None:
    assert [smooth(t, 0.0) for t in (-0.1, 0.0, 0.1)] == [0.0, 1.0, 1.0]


def test_row_of_interpolates_as_numpy_does() -> None:
    table, values = np.array([0.0, 0.5, 2.0, 3.0]), np.array([1.0, 4.0, -2.0, 7.0])
    for at in np.linspace(-1.0, 4.0, 101):
        row, way = row_of(float(at), table)
        assert 0 <= row <= 2
        assert 0.0 <= way <= 1.0
        found = values[row] + (values[row + 1] - values[row]) * way
        assert found == pytest.approx(np.interp(at, table, values), abs=1e-12)


def test_row_of_at_the_rows_themselves() -> None:
    table = np.array([0.0, 0.5, 2.0, 3.0])
    assert [row_of(at, table) for at in (0.0, 0.5, 2.0, 3.0)] == [
        (0, 0.0),
        (1, 0.0),
        (2, 0.0),
        (2, 1.0),
    ]


def test_packed_controls_say_what_the_tables_say() -> None:
    """Also beyond their ends, where they are filled up: looking up gives the last row."""
    record = one()
    for name in ("speeds", "beats", "turn_speeds", "turn_angles", "turn_reach"):
        table = getattr(CONTROLS, name)
        assert record[name][: len(table)] == pytest.approx(table)
    assert record["top_speed"] == CONTROLS.speeds[-1]
    for speed in np.linspace(0, 1.2 * CONTROLS.speeds[-1], 60):
        row, way = row_of(float(speed), record["speeds"])
        beats = record["beats"]
        found = beats[row] + (beats[row + 1] - beats[row]) * way
        assert found == pytest.approx(np.interp(speed, CONTROLS.speeds, CONTROLS.beats))


def test_controls_with_too_many_rows_are_an_error() -> None:
    many = np.linspace(0, 1, 99)
    with pytest.raises(ValueError, match="turn_reach of shape"):
        packed(CONTROLS._replace(turn_reach=many))


# ---------------------------------------------------------------- looking


def looked(q: Floats, v: Floats, spin: Floats, current: Floats = STILL_WATER) -> Floats:
    return np.array(_look(q, v, spin, current, 5.0, 2.0))


def test_looks_at_random_fishes_as_the_frames_say() -> None:
    draw = np.random.default_rng(1)
    for _ in range(200):
        q = draw.normal(size=4)
        q /= np.linalg.norm(q)
        v, spin, current = draw.normal(size=(3, 3))
        seen = looked(q, v, spin, current)
        axes, through = rotation_matrix(q), v - current
        assert seen[:3] == pytest.approx(heading_pitch_roll(q), abs=1e-9)
        assert seen[3] == pytest.approx(math.asin(through[2] / np.linalg.norm(through)))
        # Nose up is a turn about the right hand side, left side up one about the nose.
        assert seen[4] == pytest.approx(-2.0 * float(spin @ axes[:, 1]))
        assert seen[5] == pytest.approx(2.0 * float(spin @ axes[:, 0]))
        assert seen[6] == pytest.approx(5.0 * float(through @ axes[:, 0]))
        assert seen[7] == pytest.approx(2.0 * spin[2])


def test_a_fish_that_stands_climbs_where_it_points() -> None:
    up = np.array([math.cos(0.2), 0.0, -math.sin(0.2), 0.0])
    seen = looked(up, np.zeros(3), np.zeros(3))
    assert seen[1] == pytest.approx(0.4)
    assert seen[3] == pytest.approx(0.4)
    assert looked(up, np.ones(3), np.zeros(3), np.ones(3))[3] == pytest.approx(0.4)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_straight_up_and_down_are_numbers_too(sign: float) -> None:
    half = sign * math.pi / 4
    upright = np.array([math.cos(half), 0.0, -math.sin(half), 0.0])
    seen = looked(upright, sign * np.array([0.0, 0.0, 1.0]), np.zeros(3))
    assert np.isfinite(seen).all()
    assert seen[1] == pytest.approx(sign * math.pi / 2, abs=1e-6)


# ---------------------------------------------------------------- the beat


def as_pattern(gait: Gait) -> Floats:
    return np.array([*gait.depths, gait.lag, gait.lead])


def beaten(controls: Controls, dt: float = 0.0, **values: Any) -> Floats:
    muscles = np.empty(12)
    beat(one(controls), memory(**values), dt, muscles)
    return muscles


@pytest.mark.parametrize("name", known_species())
@pytest.mark.parametrize("gait", GAITS)
def test_beats_as_the_pattern_does(name: str, gait: GaitName) -> None:
    """At the speed of a gait, in every phase, with and without steering."""
    species = load_species(name)
    controls = controls_of(species)
    pattern = as_pattern(getattr(species.gaits, gait))
    drive = controls.speeds[ROWS[gait]]
    for beats in np.linspace(0, 1, 9):
        for bias in (0.0, 0.07, -0.07):
            found = beaten(controls, phase=2 * math.pi * beats, drive=drive, bias=bias)
            assert found == pytest.approx(beat_muscles(pattern, beats, bias=bias), abs=1e-9)


def test_between_two_gaits_it_beats_in_between() -> None:
    slow, medium = CONTROLS.speeds[ROWS["slow"]], CONTROLS.speeds[ROWS["medium"]]
    pattern = (as_pattern(HERRING.gaits.slow) + as_pattern(HERRING.gaits.medium)) / 2
    found = beaten(CONTROLS, phase=1.0, drive=(slow + medium) / 2)
    assert found == pytest.approx(beat_muscles(pattern, 1.0 / (2 * math.pi)), abs=1e-9)


def test_the_phase_runs_with_the_frequency_of_the_gait() -> None:
    fish, muscles = memory(drive=CONTROLS.speeds[ROWS["medium"]]), np.empty(12)
    frequency = HERRING.gaits.medium.beat * HERRING.pace
    for _ in range(30):
        beat(one(), fish, 0.01, muscles)
    assert fish["phase"] == pytest.approx((2 * math.pi * frequency * 0.3) % (2 * math.pi))


def test_a_fish_without_drive_relaxes() -> None:
    assert beaten(CONTROLS, phase=1.0) == pytest.approx(np.ones(12))


@pytest.mark.parametrize("swimming", [0.0, 1.0])
@pytest.mark.parametrize("amplitude", [1.0, -1.0, 0.6])
def test_turns_as_the_pattern_does(swimming: float, amplitude: float) -> None:
    """From rest and while swimming, to both sides, at all times; the beat is silent."""
    turn = HERRING.turns[int(swimming)]
    pattern = np.array([*turn.bend, *turn.stroke, *turn.times])
    frequency = HERRING.gaits.medium.beat * HERRING.pace
    for clock in np.linspace(0, 1.05 * sum(turn.times), 23):
        found = beaten(
            CONTROLS,
            turn_clock=clock / frequency,
            turn_amplitude=amplitude,
            turn_swimming=swimming,
            hush=1.0,
        )
        assert found == pytest.approx(bend_muscles(pattern, clock, amplitude), abs=1e-9)


def test_a_turn_hushes_the_beat_and_lets_it_come_back() -> None:
    fish, muscles = memory(drive=CONTROLS.cruise, turn_clock=0.0), np.empty(12)
    own = one()
    hushed = []
    for _ in range(120):
        beat(own, fish, 0.01, muscles)
        hushed.append(float(fish["hush"]))
        fish["turn_clock"] += 0.01 if fish["turn_clock"] >= 0 else 0.0
        if fish["turn_clock"] > _turn_seconds(own, 0.0):
            fish["turn_clock"] = -1.0
    assert max(hushed) == 1.0
    rising = np.diff(hushed)
    assert np.abs(rising).max() <= 0.1 + 1e-9


def test_a_turn_takes_as_long_as_its_table_says() -> None:
    own, frequency = one(), HERRING.gaits.medium.beat * HERRING.pace
    rest, swimming = (sum(turn.times) / frequency for turn in HERRING.turns)
    assert _turn_seconds(own, 0.0) == pytest.approx(rest)
    assert _turn_seconds(own, 1.0) == pytest.approx(swimming)
    assert _turn_seconds(own, 0.5) == pytest.approx((rest + swimming) / 2)


def test_muscles_that_are_taken_on_die_away() -> None:
    draw = np.random.default_rng(2)
    given = draw.uniform(0.5, 1.0, 12).astype(np.float32)
    fish, muscles = memory(drive=0.0), np.empty(12)
    own = one()
    take_on(own, fish, given, muscles)
    beat(own, fish, 0.0, muscles)
    assert muscles == pytest.approx(given, abs=1e-6)
    assert bent(fish) == pytest.approx(np.abs(given - 1).max(), abs=1e-6)
    beat(own, fish, HALF_LIFE, muscles)
    assert muscles == pytest.approx(1 - (1 - given) / 2, abs=1e-6)


def test_no_muscle_leaves_its_range() -> None:
    """Whatever a fish remembers."""
    draw = np.random.default_rng(3)
    own, muscles = one(), np.empty(12)
    for _ in range(500):
        fish = memory(
            phase=draw.uniform(0, 2 * math.pi),
            drive=draw.uniform(0, 2 * CONTROLS.speeds[-1]),
            bias=draw.uniform(-0.5, 0.5),
            hush=draw.uniform(0, 1),
            turn_clock=draw.uniform(-1, 2),
            turn_amplitude=draw.uniform(-2, 2),
            turn_swimming=draw.uniform(0, 1),
            inherited=draw.uniform(-0.6, 0.6, 12),
        )
        beat(own, fish, draw.uniform(0, 0.02), muscles)
        assert muscles.min() >= 1 - DEEPEST - 1e-12
        assert muscles.max() <= 1 + 1e-12


# ---------------------------------------------------------------- the steering map


MAPPED = CONTROLS._replace(
    turn_speeds=np.array([0.0, 1.0, 3.0]),
    turn_angles=np.radians([0.0, 30.0, 90.0]),
    turn_amplitudes=np.array([[0.0, 0.5, 1.1], [0.0, 0.4, 1.0], [0.0, 0.3, 0.9]]),
    turn_reach=np.radians([45.0, 80.0, 90.0]),
    cruise=2.0,
)


@pytest.mark.parametrize(
    ("speed", "angle", "amplitude"),
    [
        (0.0, 30, 0.5),
        (1.0, 30, 0.4),
        (3.0, 90, 0.9),
        # Half way between rows, columns and both.
        (2.0, 30, 0.35),
        (1.0, 60, 0.7),
        (2.0, 60, 0.65),
        # Faster than the map, and backwards.
        (9.0, 30, 0.3),
        (-1.0, 30, 0.5),
    ],
)
@pytest.mark.parametrize("side", [1, -1])
def test_a_leg_by_hand(speed: float, angle: float, amplitude: float, side: int) -> None:
    fish = memory(speed=speed, heading=0.7, held=0.7 + side * math.radians(angle))
    _begin_leg(one(MAPPED), fish)
    assert fish["turn_amplitude"] == pytest.approx(side * amplitude)
    assert fish["turn_swimming"] == pytest.approx(min(max(speed / 2.0, 0.0), 1.0))
    assert (fish["turn_clock"], fish["turn_legs"]) == (0.0, 1.0)


def test_what_is_beyond_reach_is_made_of_equal_legs() -> None:
    """From rest 45 degrees are the most: 60 are twice 30, and 135 three times 45."""
    for angle, leg in ((60, 30.0), (90, 45.0), (135, 45.0), (180, 45.0)):
        fish = memory(held=math.radians(angle))
        _begin_leg(one(MAPPED), fish)
        assert fish["turn_amplitude"] == pytest.approx(np.interp(leg, [0, 30, 90], [0, 0.5, 1.1]))


def test_a_little_beyond_reach_is_done_in_one() -> None:
    fish = memory(held=math.radians(46))
    _begin_leg(one(MAPPED), fish)
    assert fish["turn_amplitude"] == pytest.approx(np.interp(45, [0, 30, 90], [0, 0.5, 1.1]))
