"""What the water does to faces and fins, against the law written a second time and the kernel."""

import numpy as np
import pytest

from motorium.contracts.frames import Floats
from motorium.motors.muscle import MENDED
from motorium.physics.fish_reference import FishState
from motorium.physics.natural_reference import NaturalFish
from motorium.physics.pushes import places_of_pushes, pushes
from motorium.world.scenario import Scenario
from motorium.world.world import World
from tests.physics import natural
from tests.physics.natural import SPECIES, body_of, disturbed, edge_force, water_forces

FOLDED = np.zeros(2)
INSTANT = 1e-5
"""A step so short [0.1 s] that nothing changes in it but momentum."""


def _pushes(fish: NaturalFish, state: FishState, density: float = 1.0) -> Floats:
    return pushes(fish, state.positions, state.velocities, density, FOLDED, FOLDED, FOLDED)


@pytest.mark.parametrize("name", SPECIES)
def test_faces_feel_what_their_nodes_feel(name: str) -> None:
    """Together as much as all nodes, and the last of them what the tail's edge feels."""
    body, state = body_of(name), disturbed(body_of(name), seed=4, speed=3.0)
    forces = _pushes(NaturalFish(body), state, 1.3)
    expected = water_forces(body, state.positions, state.velocities, 1.3)
    assert forces.sum(axis=0) == pytest.approx(expected.sum(axis=0), rel=1e-9)
    edge = 1.3 * edge_force(body, state.positions, state.velocities)
    assert forces[-1] == pytest.approx(edge, rel=1e-9)
    assert len(places_of_pushes(body)) == len(forces)


def test_a_flat_face_in_a_stream_feels_what_one_works_out_by_hand() -> None:
    """A box of rectangles, 2 wide, moved to its left at 3: drag is 0.6 A v^2 where the water
    presses, and friction 0.003 A v times nothing along the body."""
    body = natural.box()
    sideways = np.tile([0.0, 3.0, 0.0], (23, 1))
    forces = pushes(NaturalFish(body), body.nodes, sideways, 1.0, FOLDED, FOLDED, FOLDED)
    left = {
        tuple(nodes): force
        for nodes, force in zip(places_of_pushes(body), forces, strict=True)
        if len(nodes) == 4 and all(body.nodes[node, 1] == 1.0 for node in nodes)
    }
    sides = [k for k in left if max(k) <= 16 and not {1, 4} & set(k)]
    assert sides
    for nodes in sides:
        long = np.ptp(body.nodes[list(nodes), 0])
        assert left[nodes] == pytest.approx([0.0, -0.6 * long * 4.0 * 9.0, 0.0], abs=1e-9)


@pytest.mark.parametrize("name", SPECIES)
def test_their_sum_is_what_the_kernel_gives_the_fish(name: str) -> None:
    """Units and the righting couple give no momentum, so that all of its change is the water's."""
    body, state = body_of(name), disturbed(body_of(name), seed=2, speed=4.0)
    fishes = natural.blocks(body, 1, INSTANT, width=4, dtype=np.float64)
    lane = np.arange(1)
    natural.place(fishes, lane, [state])
    angles, spread, strokes = np.array([0.6, -0.4]), np.array([1.0, 0.5]), np.array([2.0, -1.0])
    natural.set_fins(fishes, angles[None], spread[None], strokes[None])
    fishes.step(1)
    gained = body.masses @ (fishes.velocities(lane)[0] - state.velocities) / INSTANT
    fish = NaturalFish(body)
    total = pushes(fish, state.positions, state.velocities, 1.0, angles, spread, strokes)
    off = np.abs(total.sum(axis=0) - gained).max() / np.linalg.norm(gained)
    print(f"{name}: the kernel gives {gained} g cm / (0.1 s)^2; off by {off:.1e} of that")
    assert np.linalg.norm(gained) > 1
    assert off < 1e-3


def _gliding(scale: float) -> Floats:
    group = {"species": "herring", "count": 1, "size": [scale, scale]}
    world = World(Scenario(format=1, group=[group]))
    world.advance(30)
    found = world.pushes(0)
    assert found is not None
    return found.forces


def test_force_grows_with_the_cube_of_size() -> None:
    """The same fish in its own time, but for frames that are no whole numbers of its steps."""
    ratio = (
        np.linalg.norm(_gliding(1.5), axis=1).max() / np.linalg.norm(_gliding(1.0), axis=1).max()
    )
    print(f"half as large again: {ratio:.2f} times the force, the cube is {1.5**3:.2f}")
    assert 1.5**2 < ratio < 1.5**4


def test_who_is_printed_tells_no_forces() -> None:
    world = World(Scenario(format=1, group=[{"species": "herring", "count": 1}]), MENDED)
    assert world.pushes(0) is None
