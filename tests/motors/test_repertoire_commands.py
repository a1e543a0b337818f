"""What fishes on the repertoire motor are asked for, and how exactly they do it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from motorium.bodies.species import known_species, load_species
from motorium.contracts.commands import FISH, ActionState
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.motion.segments import SWIMS
from tests.motors.pond import Film, Pond, Score

GAITS = ("hover", *SWIMS)
SIZES = (0.5, 1.0, 2.0)
KINDS = known_species()


def everyone(each: int, sizes: Floats | float = 1.0) -> Pond:
    """So many fishes of every species, one species after the other."""
    return Pond([name for name in KINDS for _ in range(each)], sizes)


def mean_headings(film: Film) -> Floats:
    """[rad] (fishes,), over the whole film."""
    means: Floats = film.angles()[:, :, 0].mean(axis=0)
    return means


def tightest(pond: Pond) -> Floats:
    """Of the circles that fishes swim [rad/L], (fishes,)."""
    own = [kind.steering.curvature_per_bias * kind.steering.largest_bias for kind in pond.species]
    found: Floats = np.array(own)[pond.people.species[pond.slots]]
    return found


@pytest.mark.parametrize("size", SIZES)
def test_speeds_between_and_below_the_recorded_ones(size: float) -> None:
    """Within 1 %, from a fifth of the slow gait up to the fast one."""
    shares = np.array([0.2, 0.5, 0.8, 1.0, 1.3, 1.7, 2.0, 2.3, 2.7, 3.0])
    pond = everyone(len(shares), size)
    levels = np.array([pond.gait(gait) for gait in GAITS])
    asked = np.array(
        [
            np.interp(shares[fish % len(shares)], range(len(GAITS)), levels[:, fish])
            for fish in range(len(pond))
        ]
    )
    # Who is asked for less glides.
    assert (asked * pond.slower > 0.05).all()
    pond.ask(speed=asked)
    pond.settle()
    frames = pond.frames(10)
    film = pond.film(frames)
    ways = np.linalg.norm(film.places()[-1] - film.places()[0], axis=-1)
    # Where in the beat a film ends.
    swing = 0.02 / (frames * FRAME_SECONDS)
    off = np.abs(ways / (frames * FRAME_SECONDS) - asked)
    assert (off <= 0.01 * asked + swing).all()


def test_faster_than_fast_is_fast() -> None:
    pond = everyone(1)
    pond.ask(speed=20.0)
    pond.settle()
    film = pond.film(600)
    speeds = np.linalg.norm(film.places()[-1] - film.places()[0], axis=-1) / 10.0
    assert speeds == pytest.approx(pond.gait("swim-fast"), rel=0.01)


ANGLES = np.radians([-180, -135, -90, -60, -30, -10, -3, 3, 10, 30, 60, 90, 135, 180])


@pytest.mark.parametrize("gait", GAITS)
def test_turns_of_any_angle(gait: str) -> None:
    """Within a degree, at rest and swimming, whatever the phase of the beat."""
    pond = everyone(len(ANGLES))
    asked = np.tile(ANGLES, len(KINDS))
    pond.ask(speed=pond.gait(gait))
    pond.settle()
    whole = pond.frames(8)
    before = mean_headings(pond.film(whole))
    pond.turn(asked)
    assert pond.states() == {ActionState.ASKED}
    for _ in range(40):
        pond.advance(30)
        if pond.states() == {ActionState.DONE}:
            break
    assert pond.states() == {ActionState.DONE}
    pond.advance(pond.frames(3))
    made = mean_headings(pond.film(whole)) - before
    off = np.degrees((made - asked + np.pi) % (2 * np.pi) - np.pi)
    print(f"{gait}: turns are off by up to {np.abs(off).max():.2f} degrees")
    assert np.abs(off).max() < 1.0


def test_turns_are_made_the_way_that_was_asked_for() -> None:
    """Also those of nearly half a turn."""
    pond = everyone(2)
    pond.ask(speed=pond.gait("swim-medium"))
    pond.settle()
    pond.turn(np.tile(np.radians([170.0, -170.0]), len(KINDS)))
    headings = pond.film(900).angles()[:, :, 0]
    made = headings[-200:].mean(axis=0) - headings[0]
    assert np.degrees(made) == pytest.approx(np.tile([170.0, -170.0], len(KINDS)), abs=12.0)


@pytest.mark.parametrize("gait", SWIMS)
def test_a_turn_rate_is_held_and_bends_the_body_inwards(gait: str) -> None:
    """Within 2 %, up to the tightest circle; the tail lies on the side that the fish turns to."""
    shares = np.array([-1.0, -0.5, -0.2, 0.2, 0.5, 1.0])
    pond = everyone(len(shares))
    asked = np.tile(shares, len(KINDS)) * tightest(pond) * pond.gait(gait)
    pond.ask(speed=pond.gait(gait), turn_rate=asked)
    pond.settle()
    film = pond.film(pond.frames(12))
    window = pond.frames(4)
    sums = np.cumsum(film.angles()[:, :, 0], axis=0)
    means = (sums[window:] - sums[:-window]) / window
    rates = (means[-1] - means[0]) / ((len(means) - 1) * FRAME_SECONDS)
    assert rates == pytest.approx(asked, rel=0.02)
    tails = film.bodies().mean(axis=0)[:, 22, 1]
    straight = Pond(KINDS)
    straight.ask(speed=straight.gait(gait))
    straight.settle()
    middle = straight.film(pond.frames(12)).bodies().mean(axis=0)[:, 22, 1]
    bent = tails - np.repeat(middle, len(shares))
    assert (np.sign(bent) == np.sign(asked)).all()
    by_kind = bent.reshape(len(KINDS), len(shares))
    assert (np.diff(by_kind, axis=1) > 0).all()


def test_no_circle_is_tighter_than_a_fish_can_swim() -> None:
    pond = everyone(2)
    pond.ask(speed=pond.gait("swim-medium"), turn_rate=np.tile([15.0, -15.0], len(KINDS)))
    pond.settle()
    film = pond.film(600)
    headings = film.angles()[:, :, 0]
    rates = np.abs(headings[-1] - headings[0]) / 10.0
    assert rates == pytest.approx(tightest(pond) * pond.gait("swim-medium"), rel=0.03)


def test_paths_climb_as_asked_for() -> None:
    """Within a tenth of a degree, from -60 to 60, and as fast as on the level."""
    climbs = np.radians([-60.0, -45.0, -20.0, 10.0, 30.0, 60.0])
    pond = everyone(len(climbs))
    pond.ask(speed=pond.gait("swim-medium"), climb=np.tile(climbs, len(KINDS)))
    pond.settle()
    frames = pond.frames(12)
    film = pond.film(frames)
    ways = film.places()[-1] - film.places()[0]
    steep = np.degrees(np.arctan2(ways[:, 2], np.linalg.norm(ways[:, :2], axis=-1)))
    assert steep == pytest.approx(np.tile(np.degrees(climbs), len(KINDS)), abs=0.1)
    speeds = np.linalg.norm(ways, axis=-1) / (frames * FRAME_SECONDS)
    assert speeds == pytest.approx(pond.gait("swim-medium"), rel=0.01)


def test_rolls_are_held() -> None:
    pond = everyone(2)
    asked = np.tile(np.radians([25.0, -30.0]), len(KINDS))
    pond.ask(speed=pond.gait("swim-medium"), roll=asked)
    pond.settle()
    rolls = pond.film(pond.frames(12)).angles()[:, :, 2].mean(axis=0)
    assert np.degrees(rolls - asked) == pytest.approx(np.zeros(len(pond)), abs=1.0)


def test_a_brake_slows_down_ever_more_and_sooner_than_gliding() -> None:
    """Speeds of the body frame over a beat never grow; the harder the brake, the slower."""
    brakes = (0.0, 0.3, 0.6, 1.0)
    pond = everyone(len(brakes))
    pond.ask(speed=pond.gait("swim-medium"))
    pond.settle()
    pond.ask(speed=0.0, brake=np.tile(brakes, len(KINDS)))
    film = pond.film(pond.frames(10))
    speeds = film.speeds(pond.frames(1))
    assert (np.diff(speeds, axis=0) <= 1e-4 * speeds[0]).all()
    last = speeds[-1].reshape(len(KINDS), len(brakes))
    assert (np.diff(last, axis=1) < 0).all()
    # The fastest species take longer beats of time than they need; all have nearly stopped.
    assert (last[:, -1] < 0.1 * pond.gait("swim-medium")[:: len(brakes)]).all()


def backward_speeds(shares: Floats) -> tuple[Pond, Floats, Floats]:
    """Asked for as shares of what is measured as the fastest, and made [L/s]."""
    pond = everyone(len(shares))
    fastest = np.array([kind.traits.backward for kind in pond.repertoires])
    asked = np.repeat(fastest, len(shares)) * np.tile(shares, len(KINDS))
    pond.ask(backward=asked)
    pond.settle()
    film = pond.film(300)
    return pond, asked, (film.places()[-1] - film.places()[0])[:, 0] / 5.0


def test_nobody_rows_back_faster_than_measured() -> None:
    shares = np.array([0.3, 1.0, 1.7])
    _, asked, made = backward_speeds(shares)
    ahead = made.reshape(len(KINDS), -1)
    assert (ahead < 0).all()
    assert (np.abs(made) <= 1.001 * np.minimum(asked, np.repeat(asked[1::3], 3))).all()
    assert ahead[:, 2] == pytest.approx(ahead[:, 1], rel=0.01)
    assert (ahead[:, 1] < ahead[:, 0]).all()


def test_rowing_back_is_as_fast_as_asked_for() -> None:
    """Within 2 %, up to what was measured."""
    _, asked, made = backward_speeds(np.array([0.3, 0.6, 1.0]))
    assert -made == pytest.approx(asked, rel=0.02)


@pytest.mark.parametrize("size", SIZES)
def test_who_glides_loses_speed_by_the_measured_drag(size: float) -> None:
    """dv/dt = -k v^2: one over the speed grows evenly, by k (Traits.drag), at every size."""
    pond = Pond(KINDS, size)
    pond.ask(speed=pond.gait("swim-fast"))
    pond.settle()
    pond.ask(speed=0.0)
    # Until the muscles rest.
    pond.advance(round(FRAME_RATE * 3.0 * float(np.max(pond.own_dt.max() / pond.own_dt))))
    frames = pond.frames(16)
    film = pond.film(frames)
    steps = np.linalg.norm(np.diff(film.places(), axis=0), axis=-1) / FRAME_SECONDS
    growth = (1 / steps[-1] - 1 / steps[0]) / ((frames - 1) * FRAME_SECONDS)
    half = len(steps) // 2
    early = (1 / steps[half] - 1 / steps[0]) / (half * FRAME_SECONDS)
    drags = [kind.traits.drag for kind in pond.repertoires]
    assert growth == pytest.approx(drags, rel=0.02)
    assert early == pytest.approx(drags, rel=0.03)


def test_who_is_asked_for_nothing_hovers_still() -> None:
    pond = everyone(3, np.tile(SIZES, len(KINDS)))
    pond.advance(120)
    film = pond.film(600)
    assert np.ptp(film.places(), axis=0).max() < 1e-5
    assert np.ptp(film.angles(), axis=0).max() < 1e-6
    assert np.ptp(film.bodies(), axis=0).max() < 1e-5


STRANGE = (np.nan, np.inf, -np.inf, 1e300, -1e300, 1e38, -1e38, 1e-320)


@pytest.mark.parametrize("what", [setpoint.name for setpoint in FISH.setpoints])
def test_strange_numbers_do_no_harm(what: str) -> None:
    """Written past every check, into some lanes only, in the midst of turns: whoever is given one
    stays whole, and nobody else is touched."""
    strange, plain = (everyone(4) for _ in range(2))
    for pond in (strange, plain):
        pond.ask(speed=pond.gait("swim-medium"), turn_rate=0.4, climb=0.2)
        pond.advance(60)
        pond.turn(0.7)
    hit = strange.slots[::2]
    films = []
    for pond in (strange, plain):
        parts = [pond.film(10)]
        for value in STRANGE:
            if pond is strange:
                strange.commands[what][hit] = value
            parts.append(pond.film(15))
        film = parts[0]
        for part in parts[1:]:
            film = film.then(part)
        films.append(film)
    others = np.arange(1, len(plain), 2)
    assert np.array_equal(films[0].nodes[:, others], films[1].nodes[:, others])
    assert np.array_equal(films[0].positions[:, others], films[1].positions[:, others])
    assert sound(films[0])
    strange.commands[what][hit] = FISH.setpoint(what).default
    strange.turn(-0.5)
    strange.advance(1200)
    assert strange.states() == {ActionState.DONE}


@pytest.mark.parametrize("angle", [np.nan, np.inf, -np.inf, 1e300, -1e9, 400.0])
def test_strange_turns_do_no_harm(angle: float) -> None:
    pond = everyone(2)
    pond.ask(speed=pond.gait("swim-medium"))
    pond.advance(60)
    pond.turn(0.0)
    pond.commands.action_value[pond.slots] = angle
    assert sound(pond.film(120))
    pond.turn(0.3)
    pond.advance(900)
    assert pond.states() == {ActionState.DONE}


def sound(film: Film) -> bool:
    """All finite, orientations of unit length, nodes near the body, nobody faster than fishes."""
    parts = (film.positions, film.orientations, film.nodes, film.velocities, film.contraction)
    finite = all(bool(np.isfinite(part).all()) for part in parts)
    unit = float(np.abs(np.linalg.norm(film.orientations, axis=-1) - 1).max()) < 1e-5
    near = float(np.linalg.norm(film.bodies(), axis=-1).max()) < 1.0
    steps = np.linalg.norm(np.diff(film.places(), axis=0), axis=-1) / FRAME_SECONDS
    return finite and unit and near and float(steps.max()) < 15.0


@cache
def farthest(name: str) -> Floats:
    """Of each node from the body frame, in all that was recorded [L], (23,)."""
    parts = Pond([name]).repertoires[0].segments
    largest: Floats = np.max(
        [np.linalg.norm(part.nodes, axis=-1).max(axis=0) for part in parts], axis=0
    )
    return largest


def check_whims(each: int, frames: int, seed: int) -> None:
    sizes = np.random.default_rng(seed).uniform(0.5, 2.0, each * len(KINDS))
    pond = everyone(each, sizes)
    score = Score(pond.gait("swim-fast"), frames, seed)
    for frame in range(frames):
        score.ask(pond, frame)
        if frame % 40:
            pond.advance()
        else:
            assert sound(pond.film(1))
    people, slots = pond.people, pond.slots
    for fish in range(len(pond)):
        far = np.linalg.norm(people.nodes[slots[fish]], axis=-1) / pond.lengths[fish]
        # A curve may bend half more than the recorded one, a warp go on a little.
        assert (far <= 1.15 * farthest(pond.kinds[fish]) + 0.02).all()
    assert np.abs(people.fins[slots]).max() <= np.pi
    assert people.contraction[slots].min() >= 0.4 - 1e-6
    assert people.contraction[slots].max() <= 1.0
    slowest = max(load_species(kind).pace for kind in KINDS) * 2**0.5
    pond.advance(round(FRAME_RATE * 6 * slowest))
    asked = pond.commands.action_sequence[slots] > 0
    assert (pond.commands.action_state[slots][asked] == ActionState.DONE).all()


def test_random_commands_for_many_fish_seconds() -> None:
    """64 fishes of all species and sizes, 20 s each."""
    check_whims(8, 1200, seed=21)


@pytest.mark.slow
def test_random_commands_for_many_fish_hours() -> None:
    """800 fishes, two minutes each."""
    check_whims(100, 7200, seed=22)
