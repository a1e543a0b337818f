"""Fishes that are asked for something else again and again, at random, and watched meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.species import Species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats, body_to_world, heading_pitch_roll
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.measure.basin import Basin

SHORTEST_WHIM: Final = 10
LONGEST_WHIM: Final = 240
"""Frames for which a set of commands is held."""
LAST_BEATS: Final = 24
WATCHED_BEATS: Final = 4
"""Beats of the medium gait for which the last set is held, and at whose end it is looked at."""


@dataclass(frozen=True)
class Turned:
    """A turn: frames when it was asked for and when it ended, how, or that a newer one came."""

    fish: int
    start: int
    end: int
    angle: float
    state: ActionState
    superseded: bool


@dataclass
class Whims:
    """What a run of random commands has shown.

    centres of mass [L], angles [rad] (heading, pitch, roll) by frame and fish; last: what was asked
    for in the end, by name; fins: the largest angle that was drawn [rad]; contraction: least and
    most.
    """

    species: Species
    centres: Floats
    angles: Floats
    last: dict[str, Floats]
    broken: list[int] = field(default_factory=list)
    turns: list[Turned] = field(default_factory=list)
    finite: bool = True
    fins: float = 0.0
    contraction: tuple[float, float] = (1.0, 1.0)

    @property
    def beat(self) -> int:
        """Frames of a medium beat."""
        return round(FRAME_RATE / self.species.gaits.medium.beat)

    def end(self) -> tuple[Floats, Floats, Floats]:
        """Over the last beats: mean speed [L/s], climb of the path and rate of turn [rad/s]."""
        seen = self.centres[-1 - WATCHED_BEATS * self.beat :]
        ways = (seen[self.beat :] - seen[: -self.beat]) / (self.beat * FRAME_SECONDS)
        speeds = np.linalg.norm(ways, axis=-1)
        climbs = np.arcsin(np.clip(ways[..., 2] / np.maximum(speeds, 1e-9), -1, 1))
        headings = np.unwrap(self.angles[-1 - WATCHED_BEATS * self.beat :, :, 0], axis=0)
        means = np.cumsum(headings, axis=0)
        means = (means[self.beat :] - means[: -self.beat]) / self.beat
        rates = (means[-1] - means[0]) / ((len(means) - 1) * FRAME_SECONDS)
        return speeds.mean(axis=0), climbs.mean(axis=0), rates


def jumps(centres: Floats) -> Floats:
    """Of centres (frames, fishes, 3) [L]: the largest change of acceleration from one frame to the
    next, for each fish [L/frame^2]."""
    worst: Floats = np.linalg.norm(np.diff(centres, 3, axis=0), axis=-1).max(axis=0)
    return worst


class Camera:
    """Sees centres of mass and orientations, frame by frame."""

    def __init__(self, basin: Basin, frames: int) -> None:
        self._basin = basin
        people = basin.people
        masses = basin.species.body.masses
        self._weights = masses / masses.sum()
        self.centres = np.empty((frames + 1, *people.positions.shape))
        self.angles = np.empty((frames + 1, *people.positions.shape))
        self._next = 0
        self.look()

    def look(self) -> None:
        people = self._basin.people
        middle = np.einsum("i,nik->nk", self._weights, people.nodes)
        turned = body_to_world(people.orientations, middle)
        self.centres[self._next] = (people.positions + turned) / people.lengths[:, None]
        self.angles[self._next] = heading_pitch_roll(people.orientations)
        self._next += 1


def random_commands(species: Species, count: int, frames: int, seed: int) -> Whims:
    """Let fishes live through one set of random commands after the other, and a last one for long.

    Turns are asked for in the whims only; those that still run then may end in the last one.
    """
    draw = np.random.default_rng(seed)
    basin = Basin(species, count)
    last_frames = basin.beats(LAST_BEATS)
    camera = Camera(basin, frames + last_frames)
    seen = Whims(species, camera.centres, camera.angles, {})
    commands, people = basin.commands, basin.people
    due = draw.integers(0, LONGEST_WHIM, count)
    turn_begun = np.full(count, -1)

    def end_turn(fish: int, frame: int, superseded: bool) -> None:
        state = ActionState(int(commands.action_state[fish]))
        angle = float(commands.action_value[fish])
        seen.turns.append(Turned(fish, int(turn_begun[fish]), frame, angle, state, superseded))
        turn_begun[fish] = -1

    def begin_whim(fish: int, frame: int) -> None:
        one = np.array([fish])
        whim = _whim(draw, species)
        turn = whim.pop("turn", None)
        for name, value in whim.items():
            commands.set(name, one, value)
        if turn is not None:
            if turn_begun[fish] >= 0:
                end_turn(fish, frame, superseded=True)
            commands.begin("turn", one, turn)
            turn_begun[fish] = frame
        due[fish] = frame + draw.integers(SHORTEST_WHIM, LONGEST_WHIM + 1)

    for frame in range(frames + last_frames):
        if frame < frames:
            for fish in np.flatnonzero(due == frame).tolist():
                begin_whim(fish, frame)
        elif frame == frames:
            seen.last = _last_wishes(draw, species, count)
            basin.ask(**seen.last, roll=0.0, brake=0.0, backward=0.0)
        basin.advance()
        camera.look()
        ended = (turn_begun >= 0) & (commands.action_state >= ActionState.DONE)
        for fish in np.flatnonzero(ended).tolist():
            end_turn(fish, frame + 1, superseded=False)
        seen.fins = max(seen.fins, float(np.abs(people.fins).max()))
        low, high = seen.contraction
        seen.contraction = (
            min(low, float(people.contraction.min())),
            max(high, float(people.contraction.max())),
        )
    for fish in np.flatnonzero(turn_begun >= 0).tolist():
        end_turn(fish, frames + last_frames, superseded=False)
    seen.broken = basin.broken
    seen.finite = all(
        bool(np.isfinite(values).all())
        for values in (seen.centres, seen.angles, people.nodes, people.fins, people.contraction)
    )
    return seen


def _whim(draw: np.random.Generator, species: Species) -> dict[str, float]:
    """Anything that can be asked for, also what contradicts itself."""
    asked = {
        "speed": 0.0 if draw.random() < 0.2 else draw.uniform(0, species.gaits.fast.speed),
        "turn_rate": 0.0 if draw.random() < 0.5 else draw.uniform(-3, 3),
        "climb": 0.0 if draw.random() < 0.4 else np.radians(draw.uniform(-60, 60)),
        "roll": 0.0 if draw.random() < 0.5 else np.radians(draw.uniform(-30, 30)),
        "brake": draw.uniform(0, 1) if draw.random() < 0.15 else 0.0,
        "backward": draw.uniform(0, 1) if draw.random() < 0.15 else 0.0,
    }
    if draw.random() < 0.3:
        asked["turn"] = np.radians(draw.uniform(-180, 180))
    return asked


def _last_wishes(draw: np.random.Generator, species: Species, count: int) -> dict[str, Floats]:
    """What a fish of this kind can do at once: swim at any gait, climb, steer."""
    slow, _, fast = (gait.speed for gait in species.gaits.all)
    speeds = draw.uniform(slow, fast, count)
    steering = species.steering
    # In a climb the same bias turns the path less about the vertical, and needs the fins as well.
    tightest = 0.3 * steering.curvature_per_bias * steering.largest_bias * speeds
    rates = np.where(draw.random(count) < 0.5, 0.0, draw.uniform(-1, 1, count) * tightest)
    climbs = np.where(draw.random(count) < 0.3, 0.0, np.radians(draw.uniform(-45, 45, count)))
    return {"speed": speeds, "turn_rate": rates, "climb": climbs}


def steady_jumps(species: Species, count: int, frames: int) -> Floats:
    """Of fishes that begin at rest and are asked for one thing only: speeds up to fast, each with a
    turn rate and a climb of its own."""
    draw = np.random.default_rng(0)
    basin = Basin(species, count)
    basin.ask(
        speed=species.gaits.fast.speed * np.linspace(0.1, 1.0, count),
        turn_rate=draw.permutation(np.linspace(-3, 3, count)),
        climb=np.radians(draw.permutation(np.linspace(-60, 60, count))),
    )
    camera = Camera(basin, frames)
    for _ in range(frames):
        basin.advance()
        camera.look()
    assert not basin.broken
    return jumps(camera.centres)
