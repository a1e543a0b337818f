"""Fishes that change between muscles and repertoire while they move: nothing is seen of it.

What is exchanged, to what the numbers are, is printed: who chooses motors by distance needs them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from motorium.contracts.frames import Floats, body_to_world, multiply
from motorium.contracts.time import FRAME_SECONDS
from tests.motors.pond import Film, Pond

FISHES = 8
KINDS = ("clownfish", "herring", "shark")
MOST_TO_REPERTOIRE, MOST_TO_MUSCLE = 1.3, 1.6
"""By how much more a node may change its velocity in a frame than in fast beats. Muscles are harder
on what they get: a body between two recorded ones is a little too short, and springs back."""


def manoeuvre(name: str, what: str, on: str) -> Pond:
    """Fishes in all phases of the beat, in the midst of something."""
    pond = Pond([name] * FISHES, starts_on=on)

    def advance(beats: float) -> None:
        frames = pond.frames(beats)
        if on == "repertoire":
            pond.advance(frames)
        else:
            pond.flex(frames)

    swims = {"gliding": "swim-medium", "braking": "swim-fast"}.get(what, what)
    pond.ask(speed=pond.gait(swims if swims.startswith("swim") else "swim-medium"))
    advance(12)
    if what == "gliding":
        pond.ask(speed=0.0)
        advance(0.7)
    elif what == "braking":
        pond.ask(brake=1.0)
        advance(0.7)
    elif what == "steering":
        steering = pond.species[0].steering
        tightest = steering.curvature_per_bias * steering.largest_bias
        pond.ask(turn_rate=0.6 * tightest * pond.gait("swim-medium"))
        advance(8)
    elif what == "climbing":
        pond.ask(climb=0.8)
        advance(0.8)
    elif what == "turning":
        pond.turn(np.radians(90.0))
        advance(0.6)
    return pond


MANOEUVRES = (
    "swim-slow",
    "swim-medium",
    "swim-fast",
    "gliding",
    "braking",
    "steering",
    "climbing",
    "turning",
)


def filmed(pond: Pond, on: str, frames: int = 8) -> Film:
    return pond.film(frames, on=on)


@cache
def fast_beats(name: str) -> float:
    """The largest change of a node's velocity in a frame, at the fast gait [L/s]."""
    return float(filmed(manoeuvre(name, "swim-fast", "repertoire"), "repertoire", 40).jerks().max())


@pytest.mark.parametrize("what", MANOEUVRES)
@pytest.mark.parametrize("name", KINDS)
def test_an_exchange_is_not_seen(name: str, what: str) -> None:
    """Nodes stay where they are, and change their velocities little more than in fast beats."""
    for on, other, most in (
        ("muscle", "repertoire", MOST_TO_REPERTOIRE),
        ("repertoire", "muscle", MOST_TO_MUSCLE),
    ):
        pond = manoeuvre(name, what, on)
        before = filmed(pond, on)
        usual = max(fast_beats(name), float(before.jerks().max()))
        handover = pond.to_repertoire() if on == "muscle" else pond.to_muscle()
        unmoved = np.abs(handover.nodes - before.nodes[-1]).max() / pond.lengths[0]
        film = before.then(filmed(pond, other))
        now = film.places()[len(before.positions) - 1]
        jerks = film.jerks()[len(before.positions) - 2 :].max()
        print(
            f"{name}, {what}, {on} to {other}: nodes move by {unmoved:.0e} L, velocities change by "
            f"{jerks:.2f} L/s in a frame, otherwise by up to {usual:.2f}: {jerks / usual:.2f}"
        )
        assert unmoved < 1e-6
        assert np.array_equal(now, before.places()[-1])
        assert jerks <= most * usual
        assert not pond.broken


@pytest.mark.parametrize("name", KINDS)
def test_there_and_back_again(name: str) -> None:
    """From muscles to the repertoire and back within some beats: the fish swims on as it did."""
    pond = manoeuvre(name, "swim-medium", "muscle")
    before = filmed(pond, "muscle", pond.frames(2))
    pond.to_repertoire()
    between = filmed(pond, "repertoire", pond.frames(2.3))
    pond.to_muscle()
    pond.flex(pond.frames(2))
    after = filmed(pond, "muscle", pond.frames(2))
    speeds = [np.linalg.norm(f.places()[-1] - f.places()[0], axis=-1) for f in (before, after)]
    ways = np.linalg.norm(between.places()[-1] - between.places()[0], axis=-1)
    assert speeds[1] == pytest.approx(speeds[0], rel=0.05)
    assert ways == pytest.approx(2.3 / 2 * speeds[0], rel=0.05)
    headings = [f.angles()[:, :, 0].mean(axis=0) for f in (before, after)]
    # Muscles hold on to where the nose points when they take over, in the midst of its swing.
    assert np.degrees(headings[1] - headings[0]) == pytest.approx(np.zeros(FISHES), abs=7.0)
    assert not pond.broken


def world_velocities(pond: Pond, film: Film) -> Floats:
    """Of the nodes in the last frame of a film [L/s], (fishes, 23, 3)."""
    nodes = film.world_nodes()[-2:]
    velocities: Floats = (nodes[1] - nodes[0]) / FRAME_SECONDS
    return velocities


@pytest.mark.parametrize(
    "what", ["swim-slow", "swim-medium", "swim-fast", "steering", "climbing", "rolling", "turning"]
)
@pytest.mark.parametrize("name", KINDS)
def test_node_velocities_that_are_handed_over_are_those_of_the_film(name: str, what: str) -> None:
    """Half way between those of the frames before and after, by less than half of a fast beat's
    change."""
    pond = manoeuvre(name, "swim-medium" if what == "rolling" else what, "repertoire")
    if what == "rolling":
        lying = pond.motor.release(pond.slots)
        on_side = np.array([np.cos(0.7), np.sin(0.7), 0.0, 0.0])
        turned = multiply(lying.orientations, np.tile(on_side, (FISHES, 1)))
        pond.motor.adopt(pond.slots, replace(lying, orientations=turned))
        pond.advance(pond.frames(0.7))
    last = world_velocities(pond, pond.film(1))
    handover = pond.motor.release(pond.slots)
    pond.motor.adopt(pond.slots, handover)
    coming = world_velocities(pond, pond.film(1))
    given = body_to_world(handover.orientations, handover.node_velocities)
    given = given / pond.lengths[:, None, None]
    off = np.linalg.norm(given - 0.5 * (last + coming), axis=-1).max()
    print(
        f"{name}, {what}: handed over {off:.2f} L/s off; a fast beat changes {fast_beats(name):.2f}"
    )
    assert off < 0.5 * fast_beats(name)


@pytest.mark.parametrize("begun", [10, 20, 25, 30])
@pytest.mark.parametrize("name", ["clownfish", "herring"])
def test_a_turn_goes_there_and_back_again(name: str, begun: int) -> None:
    """Begun on muscles, played on, and ended on muscles: nobody is squashed or kicked, and it turns
    about as far as it was asked to."""
    pond = manoeuvre(name, "swim-medium", "muscle")
    before = pond.film(4, on="muscle")
    pond.turn(np.radians(90.0))
    film = before.then(pond.film(begun, on="muscle"))
    pond.to_repertoire()
    film = film.then(pond.film(8))
    pond.to_muscle()
    film = film.then(pond.film(pond.frames(10), on="muscle"))
    alone = manoeuvre(name, "swim-medium", "muscle")
    alone.turn(np.radians(90.0))
    usual = max(float(alone.film(pond.frames(3), on="muscle").jerks().max()), fast_beats(name))
    jerks = float(film.jerks().max())
    headings = film.angles()[..., 0]
    turned = np.degrees(headings[-pond.frames(2) :].mean(axis=0) - headings[:4].mean(axis=0))
    print(f"{name}, {begun}: {jerks / usual:.2f}, turned {turned.min():.0f} to {turned.max():.0f}")
    assert not pond.broken
    assert jerks <= 2.0 * usual
    assert np.abs(turned - 90.0).max() <= 20.0


def test_who_is_taken_on_with_a_wild_turn_rate_turns_no_faster_than_he_can() -> None:
    pond = Pond(["herring"] * 4, starts_on="muscle")
    pond.ask(speed=pond.gait("swim-medium"))
    pond.flex(120)
    pond.ask(turn_rate=20.0)
    pond.flex(1)
    pond.to_repertoire()
    film = pond.film(15)
    steering = pond.species[0].steering
    tightest = steering.curvature_per_bias * steering.largest_bias * 1.3 * pond.gait("swim-medium")
    turned = film.angles()[-1, :, 0] - film.angles()[0, :, 0]
    # The nose swings besides.
    assert (turned <= tightest * 0.25 + 0.3).all()
