"""Of who is not seen only the body frame is moved, and it moves just as if he were seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.contracts.frames import Floats
from motorium.motors.repertoire import RepertoireOptions
from motorium.motors.rows import State
from tests.motors.pond import Pond, Score

KINDS = ["herring", "shark", "clownfish"]
FRAMES = 400
FINS = range(State.ROWING, State.FIN + 4)
"""Rows of the state that only drawn fins depend on."""


@dataclass
class Run:
    """frames: body frames and velocities; bodies: nodes and muscles; all by frame."""

    pond: Pond
    frames: Floats
    bodies: Floats
    fins: Floats
    state: NDArray[np.float32]


def run(
    width: int | None,
    seen: NDArray[np.uint8] | None,
    count: int = 21,
    frames: int = FRAMES,
    kinds: list[str] | None = None,
) -> Run:
    """Random commands: speeds, curves, climbs, rolls, turns; seen (frames, fishes), None for all.

    Sets nodes, fins and muscles of who was not seen to nonsense: nothing may depend on them.
    """
    names = kinds or KINDS
    pond = Pond(
        [names[fish % len(names)] for fish in range(count)],
        np.linspace(0.5, 2.0, count),
        headings=np.linspace(-3.0, 3.0, count),
        width=width,
    )
    score = Score(pond.gait("swim-fast"), frames, seed=7)
    people, slots = pond.people, pond.slots
    moved, bodies, fins = [], [], []
    for frame in range(frames):
        score.ask(pond, frame)
        if seen is not None:
            people.seen[slots] = seen[frame]
        pond.motor.advance(frame)
        hidden = slots[people.seen[slots] == 0]
        people.nodes[hidden] = people.fins[hidden] = people.contraction[hidden] = np.nan
        parts = people.positions, people.orientations, people.velocities, people.angular_velocities
        moved.append(np.concatenate([part[slots] for part in parts], axis=1))
        body = people.nodes[slots].reshape(count, -1), people.contraction[slots]
        bodies.append(np.concatenate(body, axis=1))
        fins.append(people.fins[slots].reshape(count, -1))
    state = pond.motor._played.columns()[slots // pond.motor.width, :, slots % pond.motor.width]
    return Run(pond, np.array(moved), np.array(bodies), np.array(fins), state)


def glances(frames: int, count: int, seed: int = 0) -> NDArray[np.uint8]:
    """Who is seen, by frame and fish: for some frames, then not for some, each for himself."""
    draw = np.random.default_rng(seed)
    seen = np.zeros((frames, count), dtype=np.uint8)
    for fish in range(count):
        frame, now = 0, fish % 2
        while frame < frames:
            lasts = int(draw.integers(1, 90))
            seen[frame : frame + lasts, fish] = now
            frame, now = frame + lasts, 1 - now
    return seen


def assert_frames_alike(one: Run, two: Run) -> None:
    assert np.array_equal(one.frames, two.frames)
    kept = [row for row in range(State.COUNT) if row not in FINS]
    assert np.array_equal(one.state[:, kept], two.state[:, kept])


@pytest.mark.parametrize(
    "width", [*(pytest.param(width, marks=pytest.mark.slow) for width in (4, 8)), 16]
)
def test_unseen_body_frames_are_those_of_seen_ones_to_the_byte(width: int) -> None:
    """Blocks of which nobody, some or all are seen; three species in a block; the last not full."""
    always = run(width, None)
    never = run(width, np.zeros((FRAMES, 21), dtype=np.uint8))
    now_and_then = run(width, glances(FRAMES, 21))
    assert (always.pond.commands.action_state > 0).any()
    assert_frames_alike(always, never)
    assert_frames_alike(always, now_and_then)


@pytest.mark.slow
def test_a_minute_of_everything_to_the_byte() -> None:
    frames = 60 * 60
    assert_frames_alike(
        run(None, None, 48, frames, ["herring"]),
        run(None, glances(frames, 48, seed=3), 48, frames, ["herring"]),
    )


def test_who_is_seen_again_has_the_right_body_in_that_very_frame() -> None:
    """To the byte; so do those beside him, who were always seen."""
    seen = glances(FRAMES, 21)
    always, now_and_then = run(8, None), run(8, seen)
    assert np.isnan(now_and_then.bodies[seen == 0]).all()
    assert np.array_equal(always.bodies[seen > 0], now_and_then.bodies[seen > 0])


def test_fins_that_were_left_out_are_at_once_where_they_are_to_be() -> None:
    """Fishes that have begun to brake meanwhile: only how far a fin flaps, nobody can know."""
    fins = []
    for hides in (False, True):
        pond = Pond(["herring"] * 8, width=8)
        pond.commands.set("speed", pond.slots, 1.0)
        for frame in range(160):
            if frame == 100:
                pond.commands.set("brake", pond.slots, 1.0)
            pond.people.seen[:] = not (hides and 60 <= frame < 159)
            pond.motor.advance(frame)
            if frame == 59:
                before = pond.people.fins.copy()
        fins.append(pond.people.fins.copy())
    always, left_out = fins
    assert np.abs(always - before)[..., 1].min() > 0.5
    assert left_out[..., 1] == pytest.approx(always[..., 1], abs=0.01)
    most_flap = 0.25
    assert np.abs(left_out - always)[..., 0].max() <= 2 * most_flap


def test_control_points_of_who_is_not_seen_are_left_alone() -> None:
    pond = Pond(["herring"] * 3, options=RepertoireOptions(points=True), width=8)
    pond.people.seen[pond.slots] = [0, 1, 0]
    pond.commands.set("speed", pond.slots, 1.0)
    before = pond.motor.points.copy()
    for frame in range(5):
        pond.motor.advance(frame)
    assert (pond.motor.points != before).any(axis=(1, 2)).tolist() == [False, True, False]


def test_who_is_released_unseen_takes_his_body_along() -> None:
    """In the midst of everything: handovers as of fishes that were always seen."""
    count = 21
    always, never = run(8, None), run(8, np.zeros((FRAMES, count), dtype=np.uint8))
    assert (never.pond.motor._played.busy > 0).sum() > 1
    one, two = (each.pond.motor.release(each.pond.slots) for each in (always, never))
    for part in ("positions", "orientations", "velocities", "angular_velocities", "phase"):
        assert np.array_equal(getattr(one, part), getattr(two, part)), part
    lengths = always.pond.lengths[:, None, None]
    assert two.nodes / lengths == pytest.approx(one.nodes / lengths, abs=1e-6)
    assert two.contraction == pytest.approx(one.contraction, abs=1e-6)
    assert two.node_velocities == pytest.approx(one.node_velocities, abs=1e-5)


def test_who_is_seen_since_the_last_frame_still_takes_his_body_along() -> None:
    """A level is chosen between two frames, and the motor may be changed before the next."""
    never = run(8, np.zeros((60, 5), dtype=np.uint8), 5, 60)
    never.pond.people.seen[:] = 1
    assert np.isfinite(never.pond.motor.release(never.pond.slots).nodes).all()


def test_published_gliding_draws_everybody() -> None:
    pond = Pond(["herring"] * 3, options=RepertoireOptions(gliding="published"), width=8)
    pond.people.seen[:] = 0
    pond.commands.set("speed", pond.slots, 1.0)
    before = pond.people.nodes.copy()
    for frame in range(10):
        pond.motor.advance(frame)
    assert (pond.people.nodes != before).any(axis=(1, 2)).all()
