"""Momentum and energy of the natural model: every step's books close."""

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.physics.fish_reference import FishState, Ledger, momentum
from motorium.physics.natural_reference import NaturalFish
from tests.physics.natural import (
    AT_REST,
    SPECIES,
    disturbed,
    energy,
    gait_at,
    own_step,
    period_of,
)

CLOSES = 1e-3
"""Of the muscles' work: what may be missing after ten steady beats."""


@pytest.mark.parametrize("name", SPECIES)
def test_momentum_is_what_the_water_gave(name: str) -> None:
    """While beating, in a current, with spread fins; the couple and all units give nothing."""
    species = load_species(name)
    fish, state, ledger = NaturalFish(species.body), FishState.at_rest(species.body), Ledger()
    dt, current = own_step(species), np.array([0.5, 1.0, -0.2])
    angles, spread = np.array([0.5, 0.2]), np.array([1.0, 0.3])
    strokes = np.array([2.0, -1.0])
    largest = 0.0
    for step in range(200):
        contraction = gait_at(species, 2, (step + 1) * dt)
        fish.step(state, contraction, dt, 1.0, current, angles, spread, strokes, ledger)
        largest = max(largest, float(np.linalg.norm(momentum(species.body, state))))
    assert ledger.impulse is not None
    error = np.abs(momentum(species.body, state) - ledger.impulse).max() / largest
    print(f"{name}: momentum {momentum(species.body, state)}, off by {error:.1e} of the largest")
    assert largest > 10
    assert error < 1e-9


def _growth(name: str, factor: int) -> tuple[float, float]:
    """The largest growth of energy in a step, and above the start, over what there was then."""
    species = load_species(name)
    fish, step, above = NaturalFish(species.body), -np.inf, -np.inf
    for seed, density in ((0, 1.0), (1, 0.0), (2, 4.0)):
        state = disturbed(species.body, seed, bend=0.4, speed=3.0)
        held = start = energy(fish, state, AT_REST)
        for _ in range(100):
            fish.step(state, AT_REST, factor * own_step(species), density)
            now = energy(fish, state, AT_REST)
            step, above = max(step, (now - held) / start), max(above, (now - start) / start)
            held = now
    print(f"{name}, step x {factor}: energy grows in a step by at most {step:+.1e} of the start's")
    return step, above


@pytest.mark.parametrize("name", SPECIES)
def test_energy_never_grows_by_itself(name: str) -> None:
    """Bent and tumbling, without a muscle, in vacuum, water and a medium four times as dense."""
    step, _ = _growth(name, 1)
    assert step < 1e-9


@pytest.mark.parametrize("name", SPECIES)
def test_twice_the_step_makes_no_energy_to_speak_of(name: str) -> None:
    step, above = _growth(name, 2)
    assert step < 2e-3
    assert above < 0


def _books(name: str, gait: int, settle: int, beats: int) -> tuple[float, Ledger]:
    """What is missing after so many beats over the muscles' work, and where the work went.

    Some beats before these set the fish going. Muscles move as a motor moves them: evenly from one
    frame to the next.
    """
    species = load_species(name)
    fish, state, ledger = NaturalFish(species.body), FishState.at_rest(species.body), Ledger()
    dt, steps, contraction = own_step(species), species.steps_per_frame, AT_REST
    frames = period_of(species, gait) / dt / steps
    start = energy(fish, state, contraction)
    for frame in range(round((settle + beats) * frames)):
        if frame == round(settle * frames):
            ledger, start = Ledger(), energy(fish, state, contraction)
        wanted = gait_at(species, gait, (frame + 1) * steps * dt)
        way: Floats = (wanted - contraction) / steps
        for _ in range(steps):
            before, contraction = contraction, contraction + way
            fish.step(state, contraction, dt, ledger=ledger, contraction_before=before)
    gained = energy(fish, state, contraction) - start
    missing = gained - (ledger.muscles + ledger.oars - ledger.dashpots - ledger.water)
    share = missing / ledger.muscles
    print(
        f"{name}, gait {gait}: missing {100 * share:+.4f} % of the muscles' work "
        f"{ledger.muscles:.0f}; dampers took {ledger.dashpots / ledger.muscles:.2f}, "
        f"water {ledger.water / ledger.muscles:.2f}"
    )
    return share, ledger


@pytest.mark.parametrize("name", SPECIES)
def test_the_books_close_over_three_beats(name: str) -> None:
    missing, ledger = _books(name, 1, settle=0, beats=3)
    assert abs(missing) <= CLOSES
    assert min(ledger.muscles, ledger.water, ledger.dashpots) > 0
    assert abs(missing - ledger.water / ledger.muscles) > 10 * CLOSES


def test_the_books_close_while_rowing() -> None:
    """Broadside forwards, edge-on back, muscles still: what the oars spend is all there is."""
    species = load_species("herring")
    fish, state, ledger = NaturalFish(species.body), FishState.at_rest(species.body), Ledger()
    start, dt = energy(fish, state, AT_REST), own_step(species)
    for step in range(600):
        stroke = 3.0 * np.sin(2 * np.pi * step / 75)
        angles = np.full(2, np.pi / 2 if stroke > 0 else 0.0)
        fish.step(
            state,
            AT_REST,
            dt,
            fin_angles=angles,
            fin_spread=np.ones(2),
            fin_strokes=np.full(2, stroke),
            ledger=ledger,
        )
    gained = energy(fish, state, AT_REST) - start
    missing = (gained - (ledger.oars - ledger.dashpots - ledger.water)) / ledger.oars
    print(f"oars spent {ledger.oars:.1f}, missing {100 * missing:+.4f} %")
    assert ledger.oars > 10
    assert state.velocities[:, 0].mean() < -0.5
    assert -CLOSES < missing < CLOSES / 10


@pytest.mark.parametrize("name", SPECIES)
def test_what_a_fast_start_misses_is_lost_and_not_made(name: str) -> None:
    """A unit compressed beyond its slack is stiffer in the matrix than it is: that takes energy.

    While a fish gets going it bends more than it will in steady beats.
    """
    missing, _ = _books(name, 2, settle=0, beats=4)
    assert -3 * CLOSES < missing < CLOSES / 10


@pytest.mark.slow
@pytest.mark.parametrize("gait", [0, 1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_the_books_close_over_ten_steady_beats(name: str, gait: int) -> None:
    missing, _ = _books(name, gait, settle=4, beats=10)
    assert abs(missing) <= CLOSES
