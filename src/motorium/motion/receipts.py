"""Receipts: how far a repertoire's replay is from fishes that the muscle motor simulates anew.

They begin elsewhere, look elsewhere and beat in another phase than those that were captured, with
their controllers as they are, and are half and twice as large, too. A fish is watched from frame to
frame once it has settled; the replay enters the segment at the fish's phase of the beat and runs by
the clock from there on. It is laid on the fish where it fits best over one cycle (for a turn: over
the turn), by a shift and a turn about the vertical; nothing is fitted after that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    quaternion_from_axes,
    quaternion_from_heading,
    rotation_matrix,
)
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS, time_scale
from motorium.measure.basin import Basin
from motorium.measure.tank import BrokenBody
from motorium.motion.course import headings_of, turned_about_up
from motorium.motion.cycle import curve_rate
from motorium.motion.passages import ANGLES, turned
from motorium.motion.replay import Pose, replay_at
from motorium.motion.segments import CURVES, HOVER, PIVOTS, SWIMS, TURNS, Repertoire, Segment

__all__ = [
    "BARS",
    "SECONDS",
    "SEED",
    "SIZES",
    "UNITS",
    "Compared",
    "Record",
    "bar_of",
    "compare_cycles",
    "compare_turns",
    "measure_receipt",
    "within_bars",
]

Record = Mapping[str, Any]

SIZES: Final = (0.5, 1.0, 2.0)
SEED: Final = 20
SECONDS: Final = 10.0
"""Of the world's time, after which paths are compared."""
SETTLING: Final = 120
SETTLING_BEFORE_TURNS: Final = 40
"""Medium beats until fishes are watched."""
PHASES: Final = 4
"""Of the beat, evenly spread, at which turns begin: the first is the segment's own."""
PATIENCE: Final = 14
AFTER: Final = 3
"""Medium beats within which a turn is done, and that are watched after it."""
FAR: Final = 100.0
"""Fishes begin as far from the captured ones as this [m] at most."""

UNITS: Final = {
    "nodes_rms": "L",
    "nodes_worst": "L",
    "speed": "%",
    "turn_rate": "%",
    "path": "%",
    "drift": "L",
    "turn": "deg",
}
"""Every quantity. nodes: distances over one cycle or turn, root of their mean square and the
largest; speed, turn_rate: what the simulation has more; path: between the ends of the paths after
ten seconds, of their length (drift: in lengths, where there is none); turn: by which a fish turns
more than its segment, of all phases the worst."""
BARS: Final = {"nodes_rms": 0.01, "path": 3.0, "turn": 3.0}


@dataclass(frozen=True)
class Compared:
    """A fresh fish and the replay that lies on it, at m frames, in its own lengths and seconds.

    simulated, replayed: nodes [L] (m, 23, 3), and the origins [L] (m, 3) of the body frames;
    seconds: between frames; fitted: over how many frames they were laid on each other; turn [rad]:
    what a turn made more than its segment, else 0.
    """

    segment: Segment
    size: float
    seconds: float
    fitted: int
    simulated: Floats
    simulated_origins: Floats
    replayed: Floats
    replayed_origins: Floats
    turn: float = 0.0


def bar_of(record: Record) -> float | None:
    """What this figure must stay below, if there is such a bar: that of nodes is for cycles."""
    if record["quantity"] == "nodes_rms" and record["segment"] in (*TURNS, *PIVOTS):
        return None
    return BARS.get(record["quantity"])


def within_bars(records: Iterable[Record]) -> bool:
    """Whether all figures that have a bar are within it."""
    bars = ((record["value"], bar_of(record)) for record in records)
    return all(bar is None or abs(value) <= bar for value, bar in bars)


def measure_receipt(
    species: Species, repertoire: Repertoire, seed: int = SEED
) -> tuple[dict[str, Any], ...]:
    """{segment, size, quantity, value, unit} of every segment, at every size."""
    records: list[dict[str, Any]] = []
    for case in compare_cycles(species, repertoire, seed):
        figures = _nodes(case) | _steady(case)
        records += _records(case, figures)
    turns: dict[tuple[str, float], list[Compared]] = {}
    for case in compare_turns(species, repertoire, seed):
        turns.setdefault((case.segment.name, case.size), []).append(case)
    for cases in turns.values():
        worst = max((case.turn for case in cases), key=abs)
        records += _records(cases[0], _nodes(cases[0]) | {"turn": float(np.degrees(worst))})
    return tuple(records)


def compare_cycles(species: Species, repertoire: Repertoire, seed: int = SEED) -> list[Compared]:
    """Ten seconds of everything that goes round, at every size."""
    medium, rate = species.gaits.medium.speed, curve_rate(species)
    asked = {HOVER: (0.0, 0.0), **dict.fromkeys(CURVES, (medium, rate))}
    asked |= {name: (gait.speed, 0.0) for name, gait in zip(SWIMS, species.gaits.all, strict=True)}
    cases = [(repertoire[name], size) for name in (HOVER, *SWIMS, *CURVES) for size in SIZES]
    basin = _fresh_basin(species, [size for _, size in cases], seed)
    slower = time_scale(basin.people.sizes.astype(np.float64))
    side = np.array([np.sign(segment.turn) for segment, _ in cases])
    speeds, rates = np.array([asked[segment.name] for segment, _ in cases]).T
    basin.ask(speed=speeds / slower, turn_rate=side * rates / slower)
    basin.advance(basin.beats(SETTLING))
    seen = _watch(basin, round(SECONDS * FRAME_RATE))
    return [
        _laid_on(fish, segment, size) for fish, (segment, size) in zip(seen, cases, strict=True)
    ]


def compare_turns(species: Species, repertoire: Repertoire, seed: int = SEED) -> list[Compared]:
    """Turns and pivots at every size; turns out of several phases, from the segment's own on."""
    cases = [
        (repertoire[name], size, 2 * np.pi * k / PHASES)
        for name in (*TURNS, *PIVOTS)
        for size in SIZES
        for k in range(1 if name in PIVOTS else PHASES)
    ]
    segments = [segment for segment, _, _ in cases]
    rests = np.array([segment.kind == "pivot" for segment in segments])
    basin = _fresh_basin(species, [size for _, size, _ in cases], seed + 1)
    slower = time_scale(basin.people.sizes.astype(np.float64))
    basin.ask(speed=np.where(rests, 0.0, species.gaits.medium.speed) / slower)
    basin.advance(basin.beats(SETTLING_BEFORE_TURNS))
    beats = slower * FRAME_RATE / species.gaits.medium.beat
    wanted = np.array([_first_phase(segment) + late for segment, _, late in cases])
    angles = np.array([np.sign(s.turn) * np.radians(_angle(s)) for s in segments])
    begun, done = np.zeros(len(cases), dtype=np.intp), np.zeros(len(cases), dtype=np.intp)

    def after_frame(frame: int) -> bool:
        state = basin.commands.action_state[: len(cases)]
        done[(begun > 0) & (frame > begun) & (done == 0) & (state == ActionState.DONE)] = frame
        # Within half a frame of the phase that is wanted.
        off = np.abs((_phases(basin) - wanted + np.pi) % (2 * np.pi) - np.pi)
        now = (begun == 0) & (frame >= beats) & (rests | (off <= 1.05 * np.pi / beats))
        basin.commands.begin("turn", basin.slots[now], angles[now])
        begun[now] = frame
        return bool(((done > 0) & (frame >= done + AFTER * beats)).all())

    seen = _watch(basin, int((2 + PATIENCE + AFTER) * beats.max()), after_frame)
    frames = len(seen[0].phases) - 1
    done[done == 0] = np.maximum(1, frames - AFTER * beats[done == 0]).astype(np.intp)
    compared = []
    for n, (segment, size, _) in enumerate(cases):
        _, made = turned(seen[n].headings, int(begun[n]), int(done[n]), round(beats[n]))
        shown = _laid_on(seen[n].since(int(begun[n])), segment, size)
        compared.append(dataclasses.replace(shown, turn=made - segment.turn))
    return compared


@dataclass(frozen=True)
class _Seen:
    """A fish at frames, `seconds` apart of its own time: phases [rad] and headings [rad] (m,),
    counted on; origins [L] (m, 3) and nodes [L] (m, 23, 3) from where it was first seen."""

    seconds: float
    phases: Floats
    headings: Floats
    origins: Floats
    nodes: Floats

    def since(self, frame: int) -> _Seen:
        parts = (self.phases, self.headings, self.origins, self.nodes)
        return _Seen(self.seconds, *(part[frame:] for part in parts))


def _fresh_basin(species: Species, sizes: list[float], seed: int) -> Basin:
    """Fishes at rest, each somewhere, looking somewhere, in some phase."""
    basin = Basin(species, len(sizes), sizes)
    draws, count = np.random.default_rng(seed), len(sizes)
    handover = dataclasses.replace(
        basin.motor.release(basin.slots),
        positions=draws.uniform(-FAR, FAR, (count, 3)),
        orientations=quaternion_from_heading(draws.uniform(-np.pi, np.pi, count)),
        phase=draws.uniform(0.0, 2 * np.pi, count),
        intent=None,
    )
    basin.motor.adopt(basin.slots, handover)
    return basin


def _watch(
    basin: Basin, frames: int, after_frame: Callable[[int], bool] = lambda frame: False
) -> list[_Seen]:
    """Look at every fish before the first and after each frame, until it is enough."""
    people = basin.people
    looks: list[tuple[Floats, ...]] = []

    def look() -> None:
        nodes = people.nodes.astype(np.float64)
        looks.append((_phases(basin), people.positions.copy(), people.orientations.copy(), nodes))

    look()
    for frame in range(1, frames + 1):
        basin.advance()
        look()
        if after_frame(frame):
            break
    if basin.broken:
        raise BrokenBody(f"{basin.species.name}: its body breaks while its receipt is measured")
    phases, positions, orientations, nodes = (np.array(part) for part in zip(*looks, strict=True))
    lengths = basin.species.length * people.sizes.astype(np.float64)
    slower = time_scale(people.sizes.astype(np.float64))
    seen = []
    for n in range(len(basin.slots)):
        origins = (positions[:, n] - positions[0, n]) / lengths[n]
        turned = body_to_world(orientations[:, n], nodes[:, n] / lengths[n])
        seen.append(
            _Seen(
                seconds=float(FRAME_SECONDS / slower[n]),
                phases=np.unwrap(phases[:, n]),
                headings=headings_of(rotation_matrix(orientations[:, n])),
                origins=origins,
                nodes=origins[:, None] + turned,
            )
        )
    return seen


def _phases(basin: Basin) -> Floats:
    """Of the beat [rad], by slot."""
    school = basin.motor.schools[0]
    count = len(basin.slots)
    phases = np.empty(count)
    phases[school.slots[:count]] = school.memory["phase"][:count]
    return phases


def _first_phase(segment: Segment) -> float:
    """Of the beat [rad], before the first frame."""
    if segment.cyclic or segment.frames < 2:
        return float(segment.phase[-1])
    return float(segment.phase[0] - (segment.phase[1] - segment.phase[0]) % (2 * np.pi))


def _angle(segment: Segment) -> float:
    """What was asked for [degrees]."""
    return ANGLES["pivot" if segment.kind == "pivot" else segment.name.rsplit("-", 1)[1]]


def _laid_on(fish: _Seen, segment: Segment, size: float) -> Compared:
    """Replay as long as the fish was watched: a cycle from its phase on, a passage to its end."""
    times = fish.seconds * np.arange(len(fish.phases), dtype=np.float64)
    if segment.cyclic:
        late = (fish.phases[0] - _first_phase(segment)) % (2 * np.pi) / (2 * np.pi)
        times += late * segment.seconds
    else:
        times = times[times <= segment.seconds]
    start = Pose(np.zeros(3), quaternion_from_axes(segment.stance))
    replayed = replay_at(dataclasses.replace(segment, points=None), start, times)
    fitted = min(len(times), 1 + int(segment.seconds / fish.seconds))
    turn, shift = _fit(replayed.nodes[:fitted], fish.nodes[:fitted])
    return Compared(
        segment=segment,
        size=size,
        seconds=fish.seconds,
        fitted=fitted,
        simulated=fish.nodes[: len(times)],
        simulated_origins=fish.origins[: len(times)],
        replayed=replayed.nodes @ turn.T + shift,
        replayed_origins=replayed.positions @ turn.T + shift,
    )


def _fit(nodes: Floats, goal: Floats) -> tuple[Floats, Floats]:
    """The turn about the vertical (3, 3) and the shift (3,) that bring nodes nearest to a goal."""
    here, there = nodes.reshape(-1, 3), goal.reshape(-1, 3)
    a, b = here - here.mean(axis=0), there - there.mean(axis=0)
    sine = np.sum(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
    turn = turned_about_up(np.arctan2(sine, np.sum(a[:, :2] * b[:, :2])))
    return turn, there.mean(axis=0) - turn @ here.mean(axis=0)


def _nodes(case: Compared) -> dict[str, float]:
    off = np.linalg.norm(case.simulated - case.replayed, axis=-1)[: case.fitted]
    return {"nodes_rms": float(np.sqrt(np.mean(off**2))), "nodes_worst": float(off.max())}


def _steady(case: Compared) -> dict[str, float]:
    """Speed, rate of turning, and where the path ends."""
    apart = float(np.linalg.norm(case.simulated_origins[-1] - case.replayed_origins[-1]))
    if case.segment.kind == "hover":
        return {"drift": apart}
    cycle = case.fitted - 1
    simulated = _speed(case.simulated_origins, cycle)
    replayed = _speed(case.replayed_origins, cycle)
    frames = len(case.replayed_origins) - 1
    figures = {
        "speed": 100 * (simulated / replayed - 1),
        "path": 100 * apart / (replayed * frames),
    }
    if case.segment.kind == "curve":
        rates = [_rate(nodes, cycle) for nodes in (case.simulated, case.replayed)]
        figures["turn_rate"] = 100 * (rates[0] / rates[1] - 1)
    return figures


def _speed(origins: Floats, cycle: int) -> float:
    """Mean way of a cycle's time, straight, over all of it [L a frame]."""
    ways = np.linalg.norm(origins[cycle:] - origins[:-cycle], axis=-1)
    return float(ways.mean() / cycle)


def _rate(nodes: Floats, cycle: int) -> float:
    """Mean turn of the line from tail to nose in a cycle's time [rad a frame]."""
    axis = nodes[:, 0] - nodes[:, 17:21].mean(axis=1)
    headings = np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
    return float((headings[cycle:] - headings[:-cycle]).mean() / cycle)


def _records(case: Compared, figures: dict[str, float]) -> list[dict[str, Any]]:
    return [
        {
            "segment": case.segment.name,
            "size": case.size,
            "quantity": quantity,
            "value": float(f"{value:.4g}"),
            "unit": UNITS[quantity],
        }
        for quantity, value in figures.items()
    ]
