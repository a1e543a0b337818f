"""What the controllers of a species know, and what they remember of each fish.

All numbers are those of a fish of 20 cm: seconds, and body lengths a second; an individual that is
longer lives slower by the root of its size (contracts.time.time_scale).
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.fish import MUSCLES
from motorium.bodies.gaits import EASY, Steering
from motorium.bodies.species import Species
from motorium.contracts.frames import Floats

__all__ = [
    "CONTROLS",
    "LAG",
    "LAG_AS_PRINTED",
    "MEMORY",
    "Controls",
    "Memories",
    "controls_of",
    "packed",
    "printed_controls",
    "resting",
]

Memories = NDArray[np.void]

LAG: Final = math.pi / 2
"""Between the swimming segments of the printed body [rad]: steady."""
LAG_AS_PRINTED: Final = math.pi

# What muscle action gives which speed, measured on the printed body of 20 cm.
PRINTED_SPEEDS: Final = (0.0, 0.067, 0.194, 0.298, 0.357)
PRINTED_BEATS: Final = (0.8, 0.8, 1.0, 1.2, 1.2)
PRINTED_DEPTHS: Final = (0.0, 0.1, 0.2, 0.3, 0.4)
PRINTED_MIDDLE_SHARE: Final = 0.8
PRINTED_STEERING: Final = Steering(curvature_per_bias=4.9, largest_bias=0.3)


MOST_LEGS: Final = 8
"""C-turns in a row, after which a turn is given up."""


class Controls(NamedTuple):
    """A species' controllers as numbers, for kernels.

    Swimming: speeds [L/s], beats [Hz], shape (n,), from rest; depths, shape (n, 3); offsets [rad],
    shape (n, 3): by how much each segment is late; quickest [1/s]: the fastest that a muscle
    contracts; curvature_per_bias [1/L] and largest_bias: steering.

    C-turns from rest and while swimming: bend and stroke (2, 3), times [s] (2, 5). The steering
    map: turn_amplitudes (k, m) by speed (k,) [L/s] and angle (m,) [rad], and turn_reach [rad] (k,),
    the most that one turn does at a speed; most_legs: turns in a row.

    Loops: gains as `bodies.calibration` explains them; cruise [L/s] is the speed at which they were
    found. Without loops (closed) a fish has no use of its fins. flat: 1 if oars are seen to turn
    it.
    """

    speeds: Floats
    beats: Floats
    depths: Floats
    offsets: Floats
    quickest: float
    curvature_per_bias: float
    largest_bias: float
    turns: bool
    turn_bend: Floats
    turn_stroke: Floats
    turn_times: Floats
    turn_speeds: Floats
    turn_angles: Floats
    turn_amplitudes: Floats
    turn_reach: Floats
    most_legs: int
    closed: bool
    cruise: float
    heading_gain: float
    heading_trim: float
    speed_gain: float
    speed_trim: float
    climb_gain: float
    climb_damping: float
    climb_trim: float
    righting: float
    roll_gain: float
    roll_damping: float
    rowing: float
    fastest_backward: float
    flat: float


LEAST_SPEED_TRIM: Final = 0.2
"""What is missing of a speed is made up for within seconds [1/s], also where a calibration, which
looks at straight ways, would take its time."""
SWIM_ROWS: Final = 8
TURN_ROWS: Final = 8
TURN_COLUMNS: Final = 16
"""Room in the kernels' tables."""

_TABLES: Final[dict[str, tuple[int, ...]]] = {
    "speeds": (SWIM_ROWS,),
    "beats": (SWIM_ROWS,),
    "depths": (SWIM_ROWS, 3),
    "offsets": (SWIM_ROWS, 3),
    "turn_bend": (2, 3),
    "turn_stroke": (2, 3),
    "turn_times": (2, 5),
    "turn_speeds": (TURN_ROWS,),
    "turn_angles": (TURN_COLUMNS,),
    "turn_amplitudes": (TURN_ROWS, TURN_COLUMNS),
    "turn_reach": (TURN_ROWS,),
}
_RISING: Final = ("speeds", "turn_speeds", "turn_angles")
CONTROLS: Final = np.dtype(
    [
        *((name, "f8", _TABLES.get(name, ())) for name in Controls._fields),
        ("top_speed", "f8"),
        ("top_turn_speed", "f8"),
    ]
)
"""`Controls` as kernels read them: one record costs nothing to hand on, a tuple of arrays does."""


def packed(controls: Controls) -> NDArray[np.void]:
    """As one record, shape (1,); tables are filled up with their last rows."""
    record = np.zeros(1, dtype=CONTROLS)
    for name, value in controls._asdict().items():
        table = np.asarray(value, dtype=np.float64)
        room = _TABLES.get(name, ())
        if any(have > most for have, most in zip(table.shape, room, strict=True)):
            raise ValueError(f"controls: {name} of shape {table.shape} is larger than {room}")
        missing = [(0, most - have) for have, most in zip(table.shape, room, strict=True)]
        full = np.pad(table, missing, mode="edge") if missing else table
        if name in _RISING:
            # Beyond its end a table goes on rising, so that looking up never divides by nothing.
            full[len(table) :] += 1e3 * np.arange(1, len(full) - len(table) + 1)
        record[name] = full
    record["top_speed"] = controls.speeds[-1]
    record["top_turn_speed"] = controls.turn_speeds[-1]
    return record


MEMORY: Final = np.dtype(
    [
        # Swimming: phase of the beat [rad]; the speed that the muscles now work for [L/s];
        # one-sided contraction, left positive; how far a turn silences the beat; what is left of
        # the difference between the muscles that were taken over and the beat.
        ("phase", "f8"),
        ("drive", "f8"),
        ("bias", "f8"),
        ("hush", "f8"),
        ("inherited", "f8", (MUSCLES,)),
        # Forward through the water, smoothed [L/s]; how much more drive that needs, as a share;
        # how long much has been missing [s].
        ("speed", "f8"),
        ("speed_trim", "f8"),
        ("lacking", "f8"),
        # Mean heading over the beat, counted on beyond a full turn [rad]; how the nose swings about
        # it, cosine and sine parts in the phase of the beat; the heading that is held.
        ("heading", "f8"),
        ("swing", "f8", (2,)),
        ("held", "f8"),
        ("heading_trim", "f8"),
        # What is asked for, reached at a bearable rate [rad]; how much steeper the body must point;
        # how much more roll must be asked for.
        ("climb", "f8"),
        ("climb_trim", "f8"),
        ("roll_trim", "f8"),
        # Pectorals, left and right: leading edge raised [rad]; how far the brake is on; oars [L/s],
        # of both, and by how much the left one pushes back harder; the flapping that is seen.
        ("fins", "f8", (2,)),
        ("brake", "f8"),
        ("row", "f8"),
        ("row_phase", "f8"),
        ("swivel", "f8"),
        ("flap_phase", "f8"),
        # C-turn: time since it began [s], negative without one; by how much [rad] and from which
        # speed [L/s]; its depth; 0 as from rest, 1 as while swimming; how many so far; how long
        # steering has been trimming its end [s]; 1 while it waits for the fish to get its shape
        # back.
        ("turn_clock", "f8"),
        ("turn_angle", "f8"),
        ("turn_entry", "f8"),
        ("turn_amplitude", "f8"),
        ("turn_swimming", "f8"),
        ("turn_legs", "f8"),
        ("turn_wait", "f8"),
        ("turn_due", "f8"),
        ("fresh", "f8"),
    ]
)
"""What controllers remember of a fish; `fresh` is `UNKNOWN` or `TOLD` until they have seen it."""

UNKNOWN: Final = 1.0
TOLD: Final = 2.0
"""Controllers know nothing of a fish yet, or another motor has told them what it is about."""


def resting(lanes: int) -> Memories:
    """Of fishes that have done nothing yet."""
    memory = np.zeros(lanes, dtype=MEMORY)
    memory["turn_clock"] = -1.0
    memory["fresh"] = UNKNOWN
    return memory


def controls_of(species: Species) -> Controls:
    """Of a calibrated body."""
    found, pace = species.calibration, species.pace
    gaits, turns, loops, steering = found.gaits, found.turn, found.loops, found.steering_map
    rows = [*[gaits.slow] * (1 + len(EASY)), *gaits.all]
    share = np.array([0.0, *EASY, 1.0, 1.0, 1.0])
    depths = share[:, None] * np.array([gait.depths for gait in rows])
    return Controls(
        speeds=pace * np.array([0.0, *gaits.easy, *(gait.speed for gait in gaits.all)]),
        beats=pace * np.array([gait.beat for gait in rows]),
        depths=depths,
        offsets=2 * np.pi * np.array([(-gait.lead, 0.0, gait.lag) for gait in rows]),
        quickest=pace * max(np.pi * gait.beat * max(gait.depths) for gait in gaits.all),
        curvature_per_bias=found.steering.curvature_per_bias,
        largest_bias=found.steering.largest_bias,
        turns=True,
        turn_bend=np.array([turn.bend for turn in turns]),
        turn_stroke=np.array([turn.stroke for turn in turns]),
        turn_times=np.array([turn.times for turn in turns]) / (gaits.medium.beat * pace),
        turn_speeds=pace * np.array(steering.speeds),
        turn_angles=np.radians(steering.angles),
        turn_amplitudes=np.array(steering.amplitudes),
        turn_reach=np.radians(steering.reach),
        most_legs=MOST_LEGS,
        closed=True,
        cruise=pace * gaits.medium.speed,
        heading_gain=loops.heading,
        heading_trim=loops.heading_trim,
        speed_gain=loops.speed,
        speed_trim=max(loops.speed_trim, LEAST_SPEED_TRIM),
        climb_gain=loops.climb,
        climb_damping=loops.climb_damping,
        climb_trim=loops.climb_trim,
        righting=found.fin_map.righting,
        roll_gain=loops.roll,
        roll_damping=loops.roll_damping,
        rowing=found.fin_map.rowing,
        fastest_backward=pace * found.fin_map.fastest_backward,
        flat=species.flatness,
    )


def printed_controls(lag: float) -> Controls:
    """Of the printed body, open loop and without fins; lag [rad]."""
    depths = np.zeros((len(PRINTED_DEPTHS), 3))
    depths[:, 2] = PRINTED_DEPTHS
    depths[:, 1] = PRINTED_MIDDLE_SHARE * depths[:, 2]
    return Controls(
        speeds=np.array(PRINTED_SPEEDS),
        beats=np.array(PRINTED_BEATS),
        depths=depths,
        offsets=np.tile([0.0, 0.0, lag], (len(depths), 1)),
        quickest=1e3,
        curvature_per_bias=PRINTED_STEERING.curvature_per_bias,
        largest_bias=PRINTED_STEERING.largest_bias,
        turns=False,
        turn_bend=np.zeros((2, 3)),
        turn_stroke=np.zeros((2, 3)),
        turn_times=np.zeros((2, 5)),
        turn_speeds=np.array([0.0, 1.0]),
        turn_angles=np.array([0.0, 1.0]),
        turn_amplitudes=np.zeros((2, 2)),
        turn_reach=np.ones(2),
        most_legs=0,
        closed=False,
        cruise=1.0,
        **dict.fromkeys(
            (
                "heading_gain",
                "heading_trim",
                "speed_gain",
                "speed_trim",
                "climb_gain",
                "climb_damping",
                "climb_trim",
                "righting",
                "roll_gain",
                "roll_damping",
                "rowing",
                "fastest_backward",
                "flat",
            ),
            0.0,
        ),
    )
