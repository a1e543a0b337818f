"""The cover over bodies that muscles have just taken over: what is seen goes on as before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from motorium.contracts.frames import Floats, body_to_world
from motorium.contracts.motor import Handover
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.covering import FORESEEN, Cover
from motorium.physics.fish_kernel import Row
from tests.motors.pond import Pond

FISHES = 6


def replayed(turning: bool = False) -> Pond:
    """Herrings of several sizes in the midst of playback."""
    pond = Pond(["herring"] * FISHES, np.linspace(0.6, 1.6, FISHES))
    pond.ask(speed=pond.gait("swim-medium"))
    pond.advance(90)
    if turning:
        pond.turn(np.radians(80.0))
        pond.advance(16)
    return pond


def cover_of(pond: Pond) -> Cover:
    return pond.muscle._cover


def simulated(pond: Pond) -> Floats:
    """Nodes as muscles have them, without what covers them [m]."""
    school = pond.muscle.schools[0]
    lanes = pond.muscle._lane_of_slot[pond.slots]
    unit, _ = school.units(lanes)
    nodes: Floats = school.blocks.positions(lanes) * unit[:, None, None]
    return nodes + school.origins[lanes][:, None]


def shown(pond: Pond) -> Floats:
    people, slots = pond.people, pond.slots
    nodes = body_to_world(people.orientations[slots], people.nodes[slots].astype(np.float64))
    placed: Floats = people.positions[slots][:, None] + nodes
    return placed


def in_the_world(given: Handover) -> tuple[Floats, Floats]:
    """Nodes [m] and their velocities [m/s]."""
    nodes = given.positions[:, None] + body_to_world(given.orientations, given.nodes)
    return nodes, body_to_world(given.orientations, given.node_velocities)


@pytest.mark.parametrize("turning", [False, True])
def test_what_playback_would_have_shown_is_shown(turning: bool) -> None:
    pond, twin = replayed(turning), replayed(turning)
    pond.to_muscle()
    for frame in range(FORESEEN):
        pond.flex()
        twin.advance()
        off = np.linalg.norm(shown(pond) - shown(twin), axis=-1).max(axis=1) / pond.lengths
        # Underneath, bodies go their own way.
        under = np.linalg.norm(simulated(pond) - shown(twin), axis=-1).max(axis=1) / pond.lengths
        print(f"frame {frame}: shown {off.max():.4f} L off, simulated {under.max():.4f} L")
        assert off.max() < 0.002
    assert under.min() > 1e-4


@pytest.mark.parametrize("turning", [False, True])
def test_nothing_is_seen_of_a_change(turning: bool) -> None:
    """Steps of nodes differ from those before by hardly more than a twin's who stays replayed."""
    pond, twin = replayed(turning), replayed(turning)
    before, usual = pond.film(3), twin.film(3)
    pond.to_muscle()
    film = before.then(pond.film(40, on="muscle"))
    usual = usual.then(twin.film(40))
    ratio = film.jerks().max() / usual.jerks().max()
    print(f"turning {turning}: {ratio:.2f}")
    assert ratio < 1.25


def test_covers_end() -> None:
    """Sooner over small fishes, over all in the end; then what is simulated is shown."""
    pond = replayed()
    pond.to_muscle()
    cover = cover_of(pond)
    assert cover.count == FISHES
    counts = []
    for _ in range(FORESEEN + int(cover.frames[:FISHES].max())):
        pond.flex()
        counts.append(cover.count)
    assert counts[FORESEEN] == FISHES
    assert 0 < counts[-2] < FISHES, "the largest last"
    assert counts[-1] == 0
    pond.flex()
    assert np.abs(shown(pond) - simulated(pond)).max() < 1e-6


@pytest.mark.parametrize("frames", [1, FORESEEN, 12])
def test_who_is_released_under_a_cover_is_as_he_was_seen(frames: int) -> None:
    """Nodes where they were shown, at the velocities with which they were seen to move."""
    pond = replayed(turning=True)
    pond.to_muscle()
    pond.flex(frames - 1)
    before = shown(pond)
    pond.flex()
    seen = shown(pond)
    given = pond.muscle.release(pond.slots)
    nodes, velocities = in_the_world(given)
    assert np.abs(nodes - seen).max() < 1e-6
    moved = (seen - before) / FRAME_SECONDS
    assert np.abs(velocities - moved).max() < 1e-4
    assert cover_of(pond).count == 0
    pond.motor.adopt(pond.slots, given)
    assert np.abs(shown(pond) - seen).max() < 1e-6
    pond.advance()
    # It goes on in the same way: turns themselves change steps by as much.
    change = np.linalg.norm(shown(pond) - 2 * seen + before, axis=-1).max(axis=1) / pond.lengths
    usual = replayed(turning=True).film(40).jerks().max(axis=0) * FRAME_SECONDS
    print(f"after {frames} frames: {(change / usual).max():.2f}")
    assert (change < 1.5 * usual).all()


def test_a_broken_fish_loses_its_cover() -> None:
    pond = replayed()
    pond.to_muscle()
    pond.flex(2)
    school, cover = pond.muscle.schools[0], cover_of(pond)
    broken = pond.slots[2]
    lane = pond.muscle._lane_of_slot[broken]
    school.blocks.set_row(Row.POSITION, np.array([lane]), np.nan)
    pond.flex()
    assert pond.broken == [broken]
    assert cover.count == FISHES - 1
    assert broken not in cover.slots[: cover.count]
    assert np.isfinite(shown(pond)).all()
    off = np.linalg.norm(shown(pond) - simulated(pond), axis=-1).max(axis=1)
    assert off[2] < 1e-6


def test_others_keep_their_covers_when_somebody_leaves() -> None:
    """To the byte as if he had stayed."""
    pond, whole = replayed(), replayed()
    for each in (pond, whole):
        each.to_muscle()
        each.flex(2)
    pond.muscle.release(pond.slots[[0, 3]])
    others = pond.slots[[1, 2, 4, 5]]
    for _ in range(20):
        pond.flex()
        whole.flex()
        assert np.array_equal(pond.people.nodes[others], whole.people.nodes[others])
    cover = cover_of(pond)
    assert set(cover.slots[: cover.count]) <= set(others)


def test_covers_of_newcomers_leave_the_others_alone() -> None:
    """More than there was room for at first."""
    pond = Pond(["herring"] * 40)
    pond.ask(speed=pond.gait("swim-medium"))
    pond.advance(30)
    first, second = pond.slots[:10], pond.slots[10:]
    pond.muscle.adopt(first, pond.motor.release(first))
    pond.flex(3)
    coming = cover_of(pond).shown[:10].copy()
    pond.muscle.adopt(second, pond.motor.release(second))
    cover = cover_of(pond)
    assert cover.count == 40
    assert np.array_equal(cover.shown[:10], coming)
    assert list(cover.clocks[:40]) == [3] * 10 + [0] * 30


def test_nothing_is_covered_if_nothing_was_foreseen() -> None:
    for foreseen in (0, FORESEEN - 1):
        pond = replayed()
        given = pond.motor.release(pond.slots)
        assert given.intent is not None
        short = replace(given.intent, coming=given.intent.coming[:, :foreseen])
        pond.muscle.adopt(pond.slots, replace(given, intent=short))
        assert cover_of(pond).count == 0
        pond.flex()
        assert np.abs(shown(pond) - simulated(pond)).max() < 1e-6
    pond = replayed()
    given = replace(pond.motor.release(pond.slots), intent=None)
    pond.muscle.adopt(pond.slots, given)
    assert cover_of(pond).count == 0
