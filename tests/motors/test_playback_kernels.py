"""What a fish does depends on nobody beside it, nor on how many are played at a time."""

from __future__ import annotations

import tracemalloc
from functools import cache

import numpy as np
import pytest

from motorium.bodies.species import known_species
from motorium.contracts.population import Slots
from tests.motors.pond import Film, Pond, Score

KINDS = ["herring", "shark", "clownfish"]
COUNT = 13
FRAMES = 400
SIZES = np.linspace(0.5, 2.0, COUNT)


def mixed(width: int = 8, **more: object) -> Pond:
    """Thirteen fishes of three species and all sizes; keywords as for `Pond`."""
    kinds = [KINDS[fish % len(KINDS)] for fish in range(COUNT)]
    headings = np.linspace(-3.0, 3.0, COUNT)
    return Pond(kinds, SIZES, headings=headings, width=width, **more)  # type: ignore[arg-type]


def score_for(pond: Pond, frames: int = FRAMES) -> Score:
    return Score(pond.gait("swim-fast"), frames, seed=4)


@cache
def played(width: int = 8) -> Film:
    pond = mixed(width)
    return pond.film(FRAMES, score=score_for(pond))


def assert_same(film: Film, other: Film, fishes: Slots | slice = slice(None)) -> None:
    """Bit for bit."""
    for part in ("positions", "orientations", "nodes", "velocities", "contraction", "states"):
        one, two = getattr(film, part)[:, fishes], getattr(other, part)[:, fishes]
        assert np.array_equal(one, two), part


def test_commands_at_random_move_them() -> None:
    """Otherwise the others prove nothing."""
    film = played()
    assert (film.states.max(axis=0) > 0).sum() > COUNT // 2
    assert np.linalg.norm(film.places()[-1] - film.places()[0], axis=-1).min() > 0.1


@pytest.mark.parametrize("width", [pytest.param(4, marks=pytest.mark.slow), 16])
def test_vectors_of_any_width_give_the_same(width: int) -> None:
    """To rounding, after some seconds of everything."""
    film, other = played(8), played(width)
    assert other.places() == pytest.approx(film.places(), abs=1e-4)
    assert other.bodies() == pytest.approx(film.bodies(), abs=1e-5)
    assert other.orientations == pytest.approx(film.orientations, abs=1e-5)
    assert np.array_equal(other.states, film.states)


def test_a_width_that_no_machine_has_is_refused() -> None:
    with pytest.raises(ValueError, match="choose 4, 8 or 16"):
        mixed(width=5)


@pytest.mark.parametrize("cores", [2, 3])
def test_cores_give_the_same_bits(cores: int) -> None:
    kinds = known_species() * 40
    sizes = np.linspace(0.5, 2.0, len(kinds))
    films = []
    for number in (1, cores):
        pond = Pond(kinds, sizes)
        pond.motor.cores = number
        films.append(pond.film(100, score=score_for(pond, 100)))
    assert_same(films[0], films[1])


def test_a_second_run_gives_the_same_bits() -> None:
    pond = mixed()
    assert_same(pond.film(FRAMES, score=score_for(pond)), played())


@pytest.mark.parametrize(
    "slots",
    [
        list(range(COUNT)),
        [0, 9, 2, 11, 4, 15, 16, 7, 24, 33, 40, 41, 42],
        [8 * fish + fish % 8 for fish in range(COUNT)],
        list(range(COUNT))[::-1],
    ],
    ids=["side by side", "with gaps", "each alone in a block", "the other way round"],
)
@pytest.mark.parametrize("more", [0, 1, 5])
def test_neighbours_and_gaps_have_no_influence(slots: list[int], more: int) -> None:
    """Bit for bit, wherever a fish is kept, and whatever the capacity is."""
    pond = mixed(slots=slots, capacity=max(slots) + 1 + more)
    assert_same(pond.film(FRAMES, score=score_for(pond)), played())


def test_a_block_of_one_species_gives_the_same_bits_as_a_mixed_one() -> None:
    """Traits are read once for all, or lane by lane."""
    pond = mixed()
    for kind in KINDS:
        chosen = np.array([fish for fish in range(COUNT) if pond.kinds[fish] == kind])
        # Their slots: one block that has this species only.
        alone = mixed(
            slots=[
                int(np.flatnonzero(chosen == fish)[0]) if fish in chosen else 16 + fish
                for fish in range(COUNT)
            ]
        )
        assert_same(alone.film(FRAMES, score=score_for(alone)), played(), chosen)


def test_a_full_block_gives_the_same_bits_as_one_with_a_gap() -> None:
    kinds, sizes = ["herring"] * 8, np.linspace(0.5, 2.0, 8)
    full, gapped = Pond(kinds, sizes, width=8), Pond(kinds, sizes, width=8)
    gapped.motor.release(gapped.slots[3:4])
    films = [pond.film(FRAMES, score=score_for(pond)) for pond in (full, gapped)]
    assert_same(films[0], films[1], np.array([0, 1, 2, 4, 5, 6, 7]))


def test_who_leaves_in_the_middle_of_a_block_disturbs_nobody() -> None:
    pond = mixed()
    score = score_for(pond)
    gone, stay = np.array([2, 5, 8, 12]), np.setdiff1d(np.arange(COUNT), [2, 5, 8, 12])
    for frame in range(FRAMES):
        if frame == FRAMES // 2:
            pond.motor.release(pond.slots[gone])
            left = pond.people.positions[pond.slots[gone]]
        score.ask(pond, frame)
        pond.advance()
    people, slots = pond.people, pond.slots[stay]
    film = played()
    assert np.array_equal(people.positions[slots], film.positions[-1, stay])
    assert np.array_equal(people.orientations[slots], film.orientations[-1, stay])
    assert np.array_equal(people.nodes[slots], film.nodes[-1, stay].astype(np.float32))
    assert np.array_equal(people.positions[pond.slots[gone]], left)


def test_who_comes_into_the_middle_of_a_block_disturbs_nobody() -> None:
    pond = mixed()
    late = pond.slots[[1, 6, 9]]
    handover = pond.motor.release(late)
    score = score_for(pond)
    for frame in range(FRAMES):
        if frame == FRAMES // 2:
            pond.motor.adopt(late, handover)
        score.ask(pond, frame)
        pond.advance()
    rest = np.setdiff1d(np.arange(COUNT), [1, 6, 9])
    assert np.array_equal(pond.people.positions[pond.slots[rest]], played().positions[-1, rest])
    assert np.isfinite(pond.people.nodes).all()


def test_a_free_slot_is_left_alone() -> None:
    """Whatever it holds, also what is no number, neither changes nor spreads."""
    slots = [0, 2, 3, 5, 6, 8, 9, 10, 12, 13, 14, 17, 18]
    pond = mixed(slots=slots, capacity=21)
    free = np.setdiff1d(np.arange(21), slots)
    people = pond.people
    for array in (people.positions, people.orientations, people.nodes, people.velocities):
        array[free] = np.nan
    for name in ("speed", "turn_rate", "climb", "roll", "brake", "backward"):
        pond.commands[name][free] = np.nan
    pond.commands.action_state[free] = 1
    assert_same(pond.film(FRAMES, score=score_for(pond)), played())
    assert np.isnan(people.positions[free]).all()
    assert np.isnan(people.nodes[free]).all()
    assert (pond.commands.action_state[free] == 1).all()


@pytest.mark.parametrize("cores", [1, 2])
def test_turns_and_warps_ask_for_no_memory(cores: int) -> None:
    """Nothing piles up in fishes that change their minds all the time."""
    pond = Pond(known_species() * 8)
    pond.motor.cores = cores
    score = score_for(pond, 300)
    pond.play(score, 200)
    tracemalloc.start()
    try:
        pond.advance()
        kept = highest = 0
        for frame in range(200, 300):
            score.ask(pond, frame)
            begun, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            pond.motor.advance(frame)
            after, peak = tracemalloc.get_traced_memory()
            kept, highest = kept + after - begun, max(highest, peak - begun)
    finally:
        tracemalloc.stop()
    print(f"{cores} cores: {kept} bytes kept in 100 frames, {highest} at most at once")
    assert kept < 8192
    assert highest < 10 * 1024
