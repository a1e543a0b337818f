"""Capturing: what is filmed is what was simulated, and what is kept of it is typical."""

import numpy as np
import pytest

from motorium.bodies.species import find_species
from motorium.contracts.frames import body_to_world
from motorium.contracts.time import FRAME_SECONDS
from motorium.measure.basin import Basin
from motorium.motion import cycle as cycles
from motorium.motion import passages
from motorium.motion.capture import film
from motorium.motion.cut import gap
from motorium.motion.cycle import MOST_MOMENTS, NoCycle, natural_beat, steady_beat
from motorium.motion.passages import ANGLES, NotTurned, capture_turns, film_turns, turned
from motorium.motion.segments import PIVOTS, TURNS
from tests.motion.captured import HERRING, beat, stretch, turns


@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_a_film_shows_what_the_motor_shows(size: float) -> None:
    """At the end of a frame, in lengths; and times are those of an individual of size 1."""
    basin = Basin(HERRING, 2, size)
    basin.ask(speed=HERRING.gaits.medium.speed)
    basin.advance(50)
    take = film(basin, 3)
    steps = HERRING.steps_per_frame
    assert take.moments == 3 * steps + 1
    assert take.seconds == pytest.approx(FRAME_SECONDS / steps / np.sqrt(size))
    people = basin.people
    length = HERRING.length * size
    shown = people.positions[:, None] + body_to_world(people.orientations, people.nodes)
    assert np.abs(take.nodes[-1] - shown / length).max() < 1e-6
    assert np.abs(take.origins[-1] - people.positions / length).max() < 1e-6
    assert np.allclose(take.activation[-1], people.contraction, atol=1e-6)


@pytest.mark.parametrize("size", [0.5, 2.0])
def test_velocities_lead_from_moment_to_moment(size: float) -> None:
    """Nodes move with the mean of the velocities before and after a step, in the same units."""
    basin = Basin(HERRING, 1, size)
    basin.ask(speed=HERRING.gaits.fast.speed)
    basin.advance(100)
    take = film(basin, 5)
    moved = np.diff(take.nodes, axis=0) / take.seconds
    means = (take.velocities[1:] + take.velocities[:-1]) / 2
    changes = np.abs(np.diff(take.velocities, axis=0)).max()
    assert np.abs(means).max() > 1.0
    assert np.abs(moved - means).max() < 0.01 * changes


def test_a_film_goes_on_where_frames_meet() -> None:
    """The motor moves its origin by whole units now and then; nothing jumps in the film."""
    take = stretch()
    leaps = np.linalg.norm(np.diff(take.nodes, axis=0), axis=-1).max()
    assert leaps < 2 * np.linalg.norm(take.velocities, axis=-1).max() * take.seconds
    assert np.all(np.diff(take.phase[:, 0]) > 0)
    assert np.allclose(take.axes @ np.swapaxes(take.axes, -1, -2), np.eye(3), atol=1e-12)


def test_who_films_leaves_the_basin_as_it_was() -> None:
    filmed, unseen = Basin(HERRING, 1), Basin(HERRING, 1)
    for basin in (filmed, unseen):
        basin.ask(speed=HERRING.gaits.medium.speed)
    film(filmed, 20)
    unseen.advance(20)
    assert np.array_equal(filmed.people.positions, unseen.people.positions)
    assert filmed.motor.schools[0].after_step is None


def test_a_beat_ends_as_it_began_and_is_the_natural_one() -> None:
    take = beat()
    assert gap(take) < 2e-5
    assert take.phase[-1, 0] - take.phase[0, 0] == pytest.approx(2 * np.pi)
    assert take.moments - 1 <= MOST_MOMENTS
    basin = Basin(HERRING, 1)
    basin.ask(speed=HERRING.gaits.medium.speed)
    seconds = take.seconds * (take.moments - 1)
    assert 1 / seconds == pytest.approx(natural_beat(basin), rel=1e-6)


def test_slow_beats_are_looked_at_more_rarely() -> None:
    shark = find_species("shark")
    take = steady_beat(shark, speed=shark.gaits.slow.speed)
    assert 0.5 * MOST_MOMENTS <= take.moments - 1 <= MOST_MOMENTS
    seconds = take.seconds * (take.moments - 1)
    assert seconds == pytest.approx(1 / shark.gaits.slow.beat, rel=0.02)


def test_what_does_not_repeat_itself_is_no_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles, "OPEN", 1e-12)
    monkeypatch.setattr(cycles, "MOST_LOOKS", 1)
    with pytest.raises(NoCycle, match="herring does not settle into a beat: its ends stay"):
        steady_beat(HERRING, speed=HERRING.gaits.medium.speed)


def test_turns_are_named_and_as_asked() -> None:
    names = (*TURNS, *PIVOTS)
    assert tuple(segment.name for segment in turns()) == names
    for segment in turns():
        asked = ANGLES["pivot" if segment.kind == "pivot" else segment.name.rsplit("-", 1)[1]]
        side = 1 if "left" in segment.name else -1
        assert np.degrees(segment.turn) * side == pytest.approx(asked, abs=3.0)
        assert segment.frames <= passages.MOST_MOMENTS
        assert not segment.cyclic


def test_of_all_phases_the_turn_in_the_middle_is_kept() -> None:
    """Of 24 fishes some turn by four degrees more than others; none by three more than it."""
    sharp = np.radians(ANGLES["sharp"])
    speeds = np.full(24, HERRING.gaits.medium.speed)
    take, begun, done = film_turns(HERRING, np.full(24, sharp), speeds)
    headings = take.headings()
    beat = round(1.0 / (HERRING.gaits.medium.beat * take.seconds))
    made = [turned(headings[:, n], begun[n], done[n], beat)[1] for n in range(24)]
    kept = next(segment for segment in turns() if segment.name == "turn-left-sharp")
    assert np.ptp(np.degrees(made)) > 3.0
    assert np.degrees(abs(kept.turn - (min(made) + max(made)) / 2)) < 1.0
    assert np.degrees(np.abs(np.array(made) - kept.turn)).max() < 3.0


def test_a_turn_that_is_never_done_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passages, "PATIENCE", 1)
    with pytest.raises(NotTurned, match="herring: a turn of 30 degrees is not done in time"):
        capture_turns(HERRING)
