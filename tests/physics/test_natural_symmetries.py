"""What must not matter to a fish of the natural model: side, place, heading, drift, size."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.physics import natural
from tests.physics.natural import (
    MIRROR,
    MIRRORED_MUSCLES,
    SPECIES,
    disturbed,
    gait_at,
    mirrored,
    own_step,
)

STEPS = 300


def _commands(name: str) -> Iterator[Floats]:
    """Contractions of a fast beat that also steers to the left, step by step."""
    species = load_species(name)
    for step in range(STEPS):
        contraction = gait_at(species, 2, (step + 1) * own_step(species))
        contraction[[0, 3, 4, 7]] -= 0.1
        yield contraction


def _two(name: str, first: FishState, second: FishState) -> FishBlocks:
    """Two fishes of a species in float64 lanes, with different pectorals."""
    species = load_species(name)
    fishes = natural.blocks(species.body, 2, own_step(species), width=8, dtype=np.float64)
    natural.place(fishes, np.arange(2), [first, second])
    angles, spread = np.array([0.5, -0.2]), np.array([1.0, 0.4])
    natural.set_fins(fishes, np.tile(angles, (2, 1)), np.tile(spread, (2, 1)))
    return fishes


def _swim(name: str, fishes: FishBlocks, swapped: bool = False) -> tuple[Floats, Floats]:
    """Both fishes' nodes in the end; `swapped` gives the second one mirrored muscles."""
    for contraction in _commands(name):
        second = contraction[MIRRORED_MUSCLES] if swapped else contraction
        natural.contract(fishes, np.array([contraction, second]))
        fishes.step(1)
    positions = fishes.positions(np.arange(2))
    return positions[0], positions[1]


def _start(name: str) -> FishState:
    return disturbed(load_species(name).body, seed=3, bend=0.05, speed=0.5)


def _mirror_error(name: str, spread: float) -> float:
    """How far a fish with mirrored start, muscles, fins and current is from the mirrored path."""
    start = _start(name)
    fishes = _two(name, start, FishState(mirrored(start.positions), mirrored(start.velocities)))
    current = np.array([0.3, 0.2, 0.1])
    fishes.put(Row.CURRENT, np.arange(2), np.array([current, current * MIRROR]))
    angles, open_ = np.array([[0.5, -0.2], [-0.2, 0.5]]), np.array([[1.0, 0.4], [0.4, 1.0]])
    natural.set_fins(fishes, angles, spread * open_)
    first, second = _swim(name, fishes, swapped=True)
    error = float(np.abs(mirrored(second) - first).max())
    aside = float(abs(first[0, 1] - second[0, 1]))
    print(f"{name}: off by {error:.1e} cm, noses {aside:.1f} cm apart")
    assert aside > 1
    return error


@pytest.mark.parametrize("name", SPECIES)
def test_a_mirrored_command_gives_the_mirrored_path(name: str) -> None:
    assert _mirror_error(name, spread=0.0) < 1e-9


@pytest.mark.parametrize("name", SPECIES)
def test_mirrored_pectorals_give_the_mirrored_path(name: str) -> None:
    assert _mirror_error(name, spread=1.0) < 1e-9


@pytest.mark.parametrize("name", SPECIES)
def test_a_current_carries_a_fish_that_drifts_with_it(name: str) -> None:
    """Galilei: the same path on water that moves."""
    start, current = _start(name), np.array([1.5, -2.0, 0.7])
    drifting = FishState(start.positions, start.velocities + current)
    fishes = _two(name, start, drifting)
    fishes.put(Row.CURRENT, np.array([1]), current[None])
    first, second = _swim(name, fishes)
    carried = STEPS * own_step(load_species(name)) * current
    error = np.abs(second - carried - first).max()
    print(f"{name}: carried {np.linalg.norm(carried):.0f} cm, off by {error:.1e} cm")
    assert error < 1e-9


@pytest.mark.parametrize("name", SPECIES)
def test_heading_and_place_do_not_matter(name: str) -> None:
    start, angle, shift = _start(name), 2.1, np.array([30.0, -50.0, 20.0])
    turn = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]]
    )
    turned = FishState(start.positions @ turn.T + shift, start.velocities @ turn.T)
    current = np.array([0.3, 0.2, 0.1])
    fishes = _two(name, start, turned)
    fishes.put(Row.CURRENT, np.arange(2), np.array([current, turn @ current]))
    first, second = _swim(name, fishes)
    error = np.abs(second - (first @ turn.T + shift)).max()
    print(f"{name}: off by {error:.1e} cm")
    assert error < 1e-9


def _path(name: str, size: float, frames: int) -> Floats:
    """Where a fish of a size is in the world after each frame, in its own lengths."""
    species = load_species(name)
    slower = math.sqrt(size)
    group = Group(
        species=name,
        count=1,
        speed=0.0,
        size=(size, size),
        center=(0.0, 0.0, 0.0),
        radius=(2.0, 2.0),
    )
    world = World(Scenario(format=1, world=WorldSettings(extent=1000.0, capacity=1), group=[group]))
    individual = world.population[0]
    start, path = individual.position.copy(), []
    world.commands["speed"][:] = species.gaits.medium.speed / slower
    world.commands["turn_rate"][:] = 0.3 / slower
    for frame in range(frames):
        # The motor alone: a mind would command something else.
        world.motors[0].advance(frame)
        path.append((individual.position - start) / (species.length * size))
    return np.array(path)


def test_individuals_of_other_sizes_swim_the_same_path() -> None:
    """Four times as long, half as quick: two frames of the large fish are one of the small."""
    frames = 240
    small, large = _path("herring", 0.5, frames), _path("herring", 2.0, 2 * frames)
    apart = np.linalg.norm(large[1::2] - small, axis=1).max()
    way = float(np.linalg.norm(np.diff(small, axis=0), axis=1).sum())
    print(f"after {way:.1f} lengths at most {apart:.3f} lengths apart")
    assert way > 3
    assert apart < 0.03 * way


def test_size_alone_changes_the_step_and_nothing_else() -> None:
    """Steps of half the length take a fish along the same path, ever closer as they shrink."""
    species = load_species("herring")
    ends = []
    for parts in (1, 2, 4):
        dt = own_step(species) / parts
        fishes = natural.blocks(species.body, 1, dt, width=8, dtype=np.float64)
        for step in range(400 * parts):
            natural.contract(fishes, gait_at(species, 2, (step + 1) * dt))
            fishes.step(1)
        ends.append(fishes.positions(np.arange(1))[0])
    away = np.abs(ends[2][0] - species.body.nodes[0]).max()
    first, second = (float(np.abs(ends[k] - ends[2]).max()) for k in (0, 1))
    print(f"after {away:.0f} cm: {first:.2f} cm apart at the step, {second:.2f} cm at half of it")
    assert away > 20
    assert second < 0.6 * first
    assert first < 0.05 * away
