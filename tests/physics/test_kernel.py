"""The fast kernel against the reference, and against itself."""

import numpy as np
import pytest

from motorium.bodies.fish import Faces
from motorium.bodies.species import load_species
from motorium.physics import fish_reference as reference
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState
from motorium.physics.simd import host_width
from tests.physics.fishes import DT, beats, blocks, contract, herring
from tests.physics.widths import kind


@pytest.mark.parametrize(
    ("width", "dtype", "tolerance"),
    [
        kind(8, np.float64, 1e-11),
        kind(8, np.float32, 1e-4),
        kind(16, np.float32, 1e-4),
        kind(4, np.float64, 1e-11),
    ],
)
@pytest.mark.parametrize("clamp", [True, False])
@pytest.mark.parametrize("faces", ["quads", "triangles"])
def test_steps_as_the_reference_does(
    width: int, dtype: type, tolerance: float, clamp: bool, faces: Faces
) -> None:
    """Every width, precision, scheme and kind of face; float64 lanes agree to rounding."""
    body = load_species("herring").printed_body(faces)
    fishes = blocks(1, body, width=width, dtype=dtype, clamp=clamp)
    state = FishState.at_rest(body)
    for contraction in beats(150, depth=0.2):
        contract(fishes, contraction)
        fishes.step(1)
        reference.step(body, state, contraction, DT, clamp=clamp)
    error = np.abs(fishes.positions(np.arange(1))[0] - state.positions).max()
    assert error < tolerance
    assert np.abs(state.positions - body.nodes).max() > 0.2


def test_lanes_do_not_touch_each_other() -> None:
    """A fish swims the same alone and among strangers, one of whom is broken."""
    alone, crowd = blocks(1), blocks(37)
    lane = 20
    draw = np.random.default_rng(0)
    crowd.put(Row.VELOCITY, np.arange(37), draw.normal(size=(37, 23, 3)))
    crowd.put(Row.VELOCITY, np.array([lane]), np.zeros((1, 23, 3)))
    crowd.put(Row.POSITION, np.array([lane + 1]), np.full((1, 23, 3), np.nan))
    for contraction in beats(60):
        contract(alone, contraction)
        crowd.put(
            Row.CONTRACTION_STEP,
            np.array([lane]),
            (contraction - crowd.contraction(np.array([lane]))[0])[None],
        )
        alone.step(1)
        crowd.step(1)
    assert np.array_equal(alone.positions(np.arange(1))[0], crowd.positions(np.array([lane]))[0])


def test_threads_change_no_bit() -> None:
    populations = [blocks(500), blocks(500)]
    for fishes, cores in zip(populations, (1, 3), strict=True):
        draw = np.random.default_rng(5)
        fishes.put(Row.VELOCITY, np.arange(500), draw.normal(scale=0.3, size=(500, 23, 3)))
        fishes.step(40, cores=cores)
    assert populations[0].state.tobytes() == populations[1].state.tobytes()


def test_each_individual_has_its_own_step_and_water() -> None:
    fishes = blocks(2)
    fishes.set_row(Row.DT, np.array([1]), DT / 2)
    fishes.set_row(Row.WATER, np.array([1]), 0.25)
    fishes.put(Row.VELOCITY, np.arange(2), np.full((2, 23, 3), 1.0))
    body = herring()
    for lane, (dt, mu) in enumerate(((DT, 1.0), (DT / 2, 0.25))):
        state = FishState(body.nodes.copy(), np.full((23, 3), 1.0))
        for _ in range(20):
            reference.step(body, state, np.ones(12), dt, viscosity=mu)
        if lane == 0:
            fishes.step(20)
        got = fishes.positions(np.array([lane]))[0]
        assert got == pytest.approx(state.positions, abs=1e-4)


def test_removing_a_fish_moves_the_last_into_its_lane() -> None:
    fishes = blocks(20)
    fishes.put(Row.VELOCITY, np.arange(20), np.arange(20)[:, None, None] * np.ones((1, 23, 3)))
    assert fishes.remove(3) == 19
    assert fishes.count == 19
    assert fishes.velocities(np.array([3]))[0, 0, 0] == 19
    assert fishes.blocks == -(-19 // fishes.width)


def test_growing_keeps_everybody() -> None:
    fishes = FishBlocks(herring(), "printed", width=8)
    fishes.add(5)
    fishes.put(Row.VELOCITY, np.arange(5), np.ones((5, 23, 3)))
    fishes.add(100)
    assert fishes.velocities(np.arange(5)).min() == 1
    assert np.array_equal(
        fishes.positions(np.array([104]))[0].astype(np.float32), herring().nodes.astype(np.float32)
    )
    assert fishes.state.ctypes.data % 64 == 0


def test_this_machine_has_a_width() -> None:
    assert host_width() in (8, 16)


def test_misuse_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="no physics is called 'naturl'; known are natural"):
        FishBlocks(herring(), "naturl")  # type: ignore[arg-type]
    fishes = FishBlocks(herring(), "printed")
    fishes.add(3)
    with pytest.raises(ValueError, match="cannot add -1"):
        fishes.add(-1)
    for lane in (-1, 3):
        with pytest.raises(IndexError, match=f"no fish in lane {lane}"):
            fishes.remove(lane)
    assert fishes.count == 3
