"""Arcs that are made on the fly: into death from everywhere, at once, and out of it again."""

import numpy as np
import pytest

from motorium.contracts.commands import ActionState
from motorium.contracts.frames import heading_pitch_roll
from motorium.motors.posture.places import figure_places
from motorium.motors.posture.points import floor_sites
from tests.motors.posture.graphs import Troupe

JUMP = 0.15
"""Landmarks move by less in a frame [m]: 9 m/s."""


def lowest(troupe: Troupe) -> float:
    """How far the body's surface is above the ground, of the places that the ground holds [m]."""
    places = troupe.motor.places(troupe.slots)[0]
    heights = []
    for site, thick in floor_sites(places.level):
        at = places.positions[site.segment] + places.rotations[site.segment] @ site.at
        heights.append(float(at[2]) - thick)
    return min(heights)


@pytest.mark.parametrize(
    ("posture", "speed", "after"),
    [
        ("standing deployed", 0.0, 0.5),
        ("standing deployed", 1.4, 1.13),
        ("standing deployed", 3.2, 2.21),
        ("prone firing", 0.0, 0.5),
        ("kneeling deployed", 0.0, 0.5),
        ("crawl", 0.0, 0.1),
    ],
)
@pytest.mark.parametrize("level", [0, 2])
def test_who_dies_falls_at_once_without_a_jump(
    posture: str, speed: float, after: float, level: int
) -> None:
    troupe = Troupe.of(posture=posture)
    troupe.motor.set_levels(troupe.slots, level)
    troupe.advance(0.5)
    troupe.ask(speed=speed)
    troupe.advance(after)
    before = troupe.landmarks()[0]
    troupe.posture("dead")
    troupe.motor.advance_by(1 / 60)
    assert troupe.doing == "falling"
    worst, deepest = 0.0, 0.0
    for frame in range(64):
        here = troupe.landmarks()[0]
        worst = max(worst, float(np.linalg.norm(here - before, axis=1).max()))
        deepest = min(deepest, lowest(troupe)) if frame > 10 and frame % 8 == 0 else deepest
        before = here
        troupe.motor.advance(frame)
    assert troupe.doing == "dead"
    assert troupe.became() is ActionState.DONE
    assert worst < (JUMP if level == 0 else 3 * JUMP)
    assert deepest > -0.12


def test_the_axis_of_who_lies_already_keeps_its_direction() -> None:
    """From prone one rolls over; from standing one falls backwards, over feet that stay."""
    for posture, heels in (("prone deployed", False), ("standing deployed", True)):
        troupe = Troupe.of(posture=posture)
        before = troupe.landmarks()[0]
        troupe.posture("dead")
        troupe.advance(1.5)
        after = troupe.landmarks()[0]
        spine = (after[2] - after[0])[:2]
        if heels:
            feet = after[-2:, :2].mean(axis=0) - before[-2:, :2].mean(axis=0)
            assert np.linalg.norm(feet) < 0.05
            assert spine[0] < -0.4
        else:
            assert spine[0] > 0.4
            assert np.linalg.norm(after[:, :2].mean(axis=0) - before[:, :2].mean(axis=0)) < 0.3


def test_headings_do_not_jump_when_somebody_rolls_over() -> None:
    troupe = Troupe.of(posture="prone deployed")
    troupe.posture("dead")
    headings = []
    for frame in range(70):
        troupe.motor.advance(frame)
        headings.append(heading_pitch_roll(troupe.people.orientations[0])[0])
    turned = np.unwrap(headings)
    assert np.abs(np.diff(turned)).max() < 0.15
    assert abs(turned[-1]) == pytest.approx(np.pi, abs=1e-6)


def test_the_dead_lie_still() -> None:
    """They neither breathe nor aim, look, walk or wave."""
    troupe = Troupe.of(variation=1.0)
    troupe.posture("dead")
    troupe.advance(3.0)
    before = troupe.landmarks()
    troupe.ask(speed=1.4, heading=1.0, aim=1.0, aim_turn=0.5, look_turn=0.5)
    troupe.commands.begin("gesture", troupe.slots, 0)
    troupe.advance(3.0)
    assert troupe.became() is ActionState.REFUSED
    assert np.array_equal(troupe.landmarks(), before)


def test_who_gets_up_goes_through_the_lying_posture() -> None:
    troupe = Troupe.of(posture="dead")
    troupe.posture("standing deployed")
    told: list[str] = []
    worst, before = 0.0, troupe.landmarks()
    for frame in range(360):
        troupe.motor.advance(frame)
        here = troupe.landmarks()
        worst = max(worst, float(np.linalg.norm(here - before, axis=2).max()))
        before = here
        if not told or told[-1] != troupe.doing:
            told.append(troupe.doing)
    # Where an arc ends just with a frame, its posture is there for this one.
    told = [one for one in told if one not in ("prone deployed", "crawl")]
    assert told == [
        "getting up",
        "prone deployed to crawl",
        "crawl to standing deployed",
        "standing deployed",
    ]
    assert worst < JUMP


def test_who_dies_while_getting_up_goes_back_the_way_he_came() -> None:
    troupe = Troupe.of(posture="dead")
    start = troupe.landmarks()
    troupe.posture("standing deployed")
    troupe.advance(0.9)
    before = troupe.landmarks()
    troupe.posture("dead")
    troupe.motor.advance_by(1 / 60)
    assert troupe.doing == "falling"
    assert np.linalg.norm(troupe.landmarks() - before, axis=2).max() < JUMP
    troupe.advance(1.0)
    assert troupe.doing == "dead"
    assert np.allclose(troupe.landmarks(), start, atol=1e-5)
    assert heading_pitch_roll(troupe.people.orientations[0])[0] == pytest.approx(0.0, abs=1e-9)


def test_time_left_of_a_fall_is_spent_on_what_follows() -> None:
    """Dead, alive again: 1.6 s to get up, then 2.1 s to crawl."""
    troupe = Troupe.of(posture="dead")
    troupe.posture("crawl")
    troupe.motor.advance_by(2.6)
    assert troupe.doing == "prone deployed to crawl"
    assert troupe.motor.frame_played(0) == pytest.approx(60.0)
    assert figure_places(troupe.motor.shown, 0).positions[0, 2] > 0.1
