"""From one segment into another: limits are kept, nobody stops, nothing jumps, and who lies on his
side comes upright."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from motorium.bodies.species import known_species, load_species
from motorium.contracts.commands import ActionState
from motorium.contracts.frames import Floats, multiply, rotation_matrix
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.motion.replay import Pose, replay_at
from motorium.motion.segments import TURNS, Segment
from tests.motors.pond import Film, Pond, repertoire

SIZES = (0.5, 1.0, 2.0)
PHASES = 8
LIMIT = 6.0
"""The fastest that a warp moves a node [L/s of a fish of 20 cm]: in a frame 2 of the 20 units of a
body (appendix A)."""
OWN_WARP = 0.3
"""No warp takes longer [s of a fish of 20 cm]."""
MOST_JERKED = 1.25
"""By how much more a node may change its velocity from frame to frame than in fast beats."""
SLACK = 1.1
"""Where half of the limit for the warp and the segment's own motion come to more than the limit."""


def school(name: str, gait: str = "swim-medium") -> Pond:
    """One species, in three sizes and eight phases, that swims steadily."""
    count = len(SIZES) * PHASES
    phases = np.tile(np.linspace(0.0, 2 * np.pi, PHASES, endpoint=False), len(SIZES))
    pond = Pond([name] * count, np.repeat(SIZES, PHASES), phases=phases)
    pond.ask(speed=pond.gait(gait))
    pond.settle()
    return pond


@cache
def through(name: str, turn: str) -> tuple[Pond, Film, Film]:
    """Out of the medium gait through a recorded turn: a film of two beats before, and one after."""
    pond = school(name)
    before = pond.film(pond.frames(2))
    segment = repertoire(name)[turn]
    pond.turn(segment.turn)
    slowest = segment.seconds * float(pond.slower.max()) + 1.5 * load_species(name).pace
    return pond, before, pond.film(round(FRAME_RATE * slowest))


def done_at(film: Film) -> Floats:
    """Frames in which turns are done, (fishes,)."""
    done = film.states == ActionState.DONE
    assert done[-1].all()
    first: Floats = done.argmax(axis=0)
    return first


def warp_frames(film: Film) -> Floats:
    """How many frames a warp takes at most, (fishes,)."""
    frames: Floats = np.ceil(OWN_WARP / film.own_dt)
    return frames


def recorded_steps(segment: Segment, frames: int, slower: float) -> Floats:
    """The farthest that a node moves in each frame of a recording [L], (frames,)."""
    at = np.minimum(np.arange(frames + 1) * FRAME_SECONDS / slower * segment.rate, segment.frames)
    rows = np.asarray(segment.nodes, dtype=np.float64)
    whole = np.minimum(at.astype(np.intp), segment.frames - 2)
    way = np.minimum(at - whole, 1.0)[:, None, None]
    bodies = rows[whole] + way * (rows[whole + 1] - rows[whole])
    steps: Floats = np.linalg.norm(np.diff(bodies, axis=0), axis=-1).max(axis=-1)
    return steps


@pytest.mark.parametrize("name", known_species())
@pytest.mark.parametrize("turn", TURNS)
def test_no_node_moves_farther_than_the_limit_in_a_warp(name: str, turn: str) -> None:
    """Nor, where a turn is faster by itself, farther than it was recorded."""
    pond, _, film = through(name, turn)
    segment = repertoire(name)[turn]
    steps = film.node_steps()
    limit = LIMIT * pond.own_dt
    ended, warped = done_at(film).astype(int), warp_frames(film).astype(int)
    worst = 0.0
    for fish in range(len(pond)):
        into = slice(0, warped[fish])
        recorded = recorded_steps(segment, len(steps), pond.slower[fish])
        allowed = np.maximum(limit[fish], recorded[into])
        out_of = steps[ended[fish] : ended[fish] + warped[fish], fish]
        worst = max(
            worst,
            float((steps[into, fish] / allowed).max()),
            float(out_of.max() / limit[fish]),
        )
    print(f"{name}, {turn}: {worst:.2f} of what is allowed")
    assert worst <= SLACK


def half_beat(pond: Pond, fish: int) -> int:
    return max(2, round(float(pond.beats("swim-medium")[fish]) * FRAME_RATE / 2))


@pytest.mark.parametrize("name", known_species())
@pytest.mark.parametrize("turn", TURNS)
def test_nobody_stops_to_warp(name: str, turn: str) -> None:
    """Speed of the centre of mass, over half beats: within a tenth of what the two segments span,
    moment by moment."""
    pond, before, film = through(name, turn)
    segment, masses = repertoire(name)[turn], film.masses[0]
    whole = before.then(film)
    begun = len(before.positions) - 1
    centres = whole.centres()
    ended, warped = done_at(film).astype(int), warp_frames(film).astype(int)
    moments: Floats = FRAME_SECONDS * np.arange(len(film.positions), dtype=np.float64)
    start = Pose.along(segment, np.zeros(3), np.eye(3))
    paths = [
        np.einsum("p,fpk->fk", masses, replay_at(segment, start, moments, size=size).nodes) / size
        for size in SIZES
    ]
    for fish in range(len(pond)):
        half = half_beat(pond, fish)
        ways = np.linalg.norm(centres[half:, fish] - centres[:-half, fish], axis=-1)
        speeds = ways / (half * FRAME_SECONDS)
        path = paths[fish // PHASES]
        recorded = np.linalg.norm(path[half:] - path[:-half], axis=-1) / (half * FRAME_SECONDS)
        swims = pond.gait("swim-medium")[fish]
        into = range(min(warped[fish], ended[fish] - half))
        low = np.array([min(swims, recorded[k]) for k in into])
        high = np.array([max(swims, recorded[k]) for k in into])
        played = speeds[begun : begun + len(low)]
        assert (played >= 0.9 * low).all(), (fish, (played / low).min())
        assert (played <= 1.1 * high).all(), (fish, (played / high).max())
        # From the turn's last half beat into swimming.
        last = speeds[begun + ended[fish] - half]
        after = speeds[begun + ended[fish] - half : begun + ended[fish] + warped[fish]]
        assert after.min() >= 0.9 * min(last, swims)
        assert after.max() <= 1.1 * max(last, swims)


@cache
def fast_beats(name: str) -> tuple[Floats, Floats]:
    """At the fast gait, by size: the largest changes from frame to frame of the velocity of a node
    [L/s] and of the angular velocity of the body frame [rad/s]."""
    film = school(name, "swim-fast").film(60)
    turned = np.linalg.norm(np.diff(film.spins(), axis=0), axis=-1)
    by_size = (film.jerks().max(axis=0), turned.max(axis=0))
    jerks, spins = (values.reshape(len(SIZES), PHASES).max(axis=1) for values in by_size)
    return jerks, spins


def by_size(values: Floats) -> Floats:
    """Largest of values (frames, fishes) in each size."""
    largest: Floats = values.max(axis=0).reshape(len(SIZES), -1).max(axis=1)
    return largest


def most_jerked(name: str, gait: str, angle: float, newer: float | None = None) -> Floats:
    """By size, in a turn [degrees], superseded after a third of the time or not."""
    pond = school(name, gait)
    film = pond.film(2)
    frames = round(FRAME_RATE * 4.0 * load_species(name).pace * max(SIZES) ** 0.5)
    pond.turn(np.radians(angle))
    film = film.then(pond.film(frames // 3 if newer else frames))
    if newer:
        pond.turn(np.radians(newer))
        film = film.then(pond.film(frames - frames // 3))
    return by_size(film.jerks())


@pytest.mark.parametrize("name", known_species())
def test_nothing_jumps_from_segment_to_segment(name: str) -> None:
    """Into turns, from leg to leg and out of them, at all speeds: no node changes its velocity in a
    frame by much more than in fast beats."""
    jerks, _ = fast_beats(name)
    cases = (("hover", 80.0), ("swim-slow", 180.0), ("swim-medium", -100.0), ("swim-fast", -170.0))
    each = [most_jerked(name, gait, angle) for gait, angle in cases]
    worst = np.max(each, axis=0)
    print(f"{name}: {np.round(worst / jerks, 2)} of fast beats, for sizes {SIZES}")
    assert (worst <= MOST_JERKED * jerks).all()


@pytest.mark.parametrize("name", known_species())
def test_nothing_jumps_when_a_turn_is_superseded(name: str) -> None:
    jerks, _ = fast_beats(name)
    each = [
        most_jerked(name, gait, angle, newer)
        for gait in ("swim-slow", "swim-fast")
        for angle, newer in ((-100.0, 70.0), (150.0, 90.0))
    ]
    worst = np.max(each, axis=0)
    print(f"{name}: {np.round(worst / jerks, 2)} of fast beats, for sizes {SIZES}")
    assert (worst <= MOST_JERKED * jerks).all()


@pytest.mark.parametrize("name", known_species())
def test_the_nose_begins_and_ends_a_turn_smoothly(name: str) -> None:
    """In the frames in which a turn begins and ends its angular velocity changes no more than in
    fast beats and in the midst of the turn."""
    _, spins = fast_beats(name)
    for turn in TURNS:
        pond, before, film = through(name, turn)
        changes = np.linalg.norm(np.diff(before.then(film).spins(), axis=0), axis=-1)
        begun = len(before.positions) - 1
        ended = done_at(film).astype(int) + begun
        for fish in range(len(pond)):
            usual = changes[begun + 2 : ended[fish] - 2, fish].max()
            usual = max(usual, spins[fish // PHASES])
            at_once = changes[begun - 1 : begun + 1, fish].max()
            at_last = changes[ended[fish] - 2 : ended[fish] + 1, fish].max()
            assert max(at_once, at_last) <= usual, (turn, fish)


# ------------------------------------------------------------ taken over from muscles


SOME = ["clownfish", "herring", "grouper"]
"""Small, middling and large: simulating takes its time."""


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("angle", [0.0, 90.0, -60.0], ids=["swimming", "turning", "turning back"])
def test_who_is_taken_over_from_muscles_keeps_to_the_limit(name: str, angle: float) -> None:
    """In any phase of the beat, and in the midst of a turn: bodies warp from what they are."""
    count = 12
    pond = Pond([name] * count, np.repeat(SIZES, 4), starts_on="muscle")
    pond.ask(speed=pond.gait("swim-medium"))
    pond.flex(pond.frames(14))
    if angle:
        pond.turn(np.radians(angle))
        pond.flex(pond.frames(0.4))
    simulated = pond.film(6, on="muscle")
    pond.to_repertoire()
    film = simulated.then(pond.film(int(warp_frames(simulated).max())))
    steps, limit = film.node_steps(), LIMIT * pond.own_dt
    assert not pond.broken
    # A simulated turn, and a recorded one, may be faster by themselves.
    recorded = (
        max(
            float(np.linalg.norm(np.diff(part.nodes, axis=0), axis=-1).max()) * part.rate
            for part in pond.repertoires[0].segments
            if angle and part.kind == "turn"
        )
        if angle
        else 0.0
    )
    allowed = np.maximum(limit, recorded * FRAME_SECONDS / pond.slower)
    assert (steps[5:] <= SLACK * allowed).all()
    usual, _ = fast_beats(name)
    jumps = film.jerks()[4:8].max(axis=0)
    print(f"{name}: velocities change by {(jumps / np.repeat(usual, 4)).max():.2f} of fast beats")
    assert (jumps <= np.repeat(usual, 4)).all()


# ------------------------------------------------------------ balancing


UPRIGHT = 2.5
"""Until a fish that lay on its side or back is upright to a hundredth [s of a fish of 20 cm]."""


def about(axis: int, angles: Floats) -> Floats:
    """Quaternions of rotations about an axis."""
    turns = np.zeros((len(angles), 4))
    turns[:, 0], turns[:, 1 + axis] = np.cos(angles / 2), np.sin(angles / 2)
    return turns


@pytest.mark.parametrize("gait", ["hover", "swim-slow", "swim-medium", "swim-fast"])
@pytest.mark.parametrize("name", ["herring", "shark", "sardine"])
def test_who_lies_on_his_side_comes_upright_without_overshoot(name: str, gait: str) -> None:
    """Rolled by anything, and rolled while pitched: against a twin that is upright in the same
    phase the roll dies away, ever smaller, within a stated time."""
    rolls = np.radians([0.0, 90.0, -90.0, 179.0, -179.0, 45.0, 120.0, 90.0, -90.0, -150.0])
    pitches = np.radians([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 40.0, -50.0, 30.0])
    pond = Pond([name] * len(rolls), phases=1.1)
    pond.ask(speed=pond.gait(gait))
    pond.settle()
    given = pond.motor.release(pond.slots)
    moved = multiply(about(1, -pitches), about(0, rolls))
    turned = rotation_matrix(moved)
    pond.motor.adopt(
        pond.slots,
        replace(
            given,
            orientations=multiply(moved, given.orientations),
            velocities=np.einsum("nij,nj->ni", turned, given.velocities),
            angular_velocities=np.einsum("nij,nj->ni", turned, given.angular_velocities),
        ),
    )
    frames = round(FRAME_RATE * UPRIGHT * load_species(name).pace)
    angles = pond.film(frames).angles()
    swing = np.ptp(angles[:, 0, 1:])
    left = (angles[:, 1:, 2] - angles[:, :1, 2] + np.pi) % (2 * np.pi) - np.pi
    sides = np.sign(left[0])
    # Pitch and the swing of the nose enter into what is called roll; upright it is the same.
    assert (np.diff(left * sides, axis=0) <= 0.03 * swing + 1e-5).all()
    assert (left * sides).min() >= -0.05 * swing - 1e-5
    assert np.abs(left[-1]).max() < 0.01
    nosed = angles[:, 1:, 1] - angles[:, :1, 1]
    assert np.abs(nosed[-1]).max() < 0.01


def test_a_fish_upside_down_rolls_back_one_way() -> None:
    """Out of exactly 180 degrees, to either side, but without hesitating."""
    pond = Pond(["herring"])
    given = pond.motor.release(pond.slots)
    pond.motor.adopt(
        pond.slots,
        replace(given, orientations=multiply(given.orientations, about(0, np.array([np.pi])))),
    )
    rolls = pond.film(round(FRAME_RATE * UPRIGHT)).angles()[:, 0, 2]
    assert abs(rolls[0]) == pytest.approx(np.pi, abs=1e-3)
    assert (np.diff(np.abs(rolls)) <= 1e-6).all()
    assert abs(rolls[-1]) < 0.01
