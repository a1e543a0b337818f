"""Looking at fishes in lanes, against `body_frame` in plain NumPy."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from motorium.bodies.fish import CENTIMETRE, NODES, UNIT_NODES, UNITS
from motorium.contracts.frames import Floats, rotation_matrix, world_to_body
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_frame import (
    KNOT_FRAMES,
    KNOT_LOOKS,
    LONGEST,
    SHORTEST,
    body_frame,
    observe_fishes,
)
from motorium.physics.fish_kernel import Array, Row
from tests.physics.fishes import blocks, herring
from tests.physics.widths import kind

FRAME_SECONDS = 1 / 60
KINDS = [kind(4, np.float64), kind(8, np.float64), kind(8, np.float32), kind(16, np.float32)]
COUNT = 37
"""Of no width a multiple: the last block is partly filled."""
SPARE = 5
"""Slots of the population that belong to others."""

each_kind = pytest.mark.parametrize(("width", "dtype"), KINDS)


@dataclass
class Watched:
    """Fishes, and what was last written about them; every array begins with numbers of its own."""

    fishes: FishBlocks
    slots: NDArray[np.intp]
    scales: Floats
    origins: Floats
    positions: Floats
    orientations: Floats
    velocities: Floats
    angular_velocities: Floats
    nodes: Array
    knots: NDArray[np.int8]
    broken: NDArray[np.bool_]

    def outputs(self) -> tuple[Array, Array, Array, Array, Array]:
        return (
            self.positions,
            self.orientations,
            self.velocities,
            self.angular_velocities,
            self.nodes,
        )

    def look(
        self,
        first: int = 0,
        last: int | None = None,
        frame: int = 1,
        rest_lengths: Floats | None = None,
    ) -> int:
        return observe_fishes(
            self.fishes.lanes,
            self.fishes.body.rest_lengths if rest_lengths is None else rest_lengths,
            self.fishes.width,
            first,
            self.fishes.count if last is None else last,
            self.slots,
            self.scales,
            FRAME_SECONDS,
            frame,
            self.fishes.state,
            self.origins,
            *self.outputs(),
            self.knots,
            self.broken,
            self.fishes.look(0),
        )

    def put(self, lane: int, nodes: Floats) -> None:
        self.fishes.put(Row.POSITION, np.array([lane]), nodes[None])


def watched(width: int, dtype: type, far: float = 10.0, count: int = COUNT) -> Watched:
    """Bent bodies that have swum up to a few units, in any orientation, this far [m] from home."""
    draw = np.random.default_rng(width)
    fishes = blocks(count, width=width, dtype=dtype)
    bent = herring().nodes + draw.normal(scale=0.1, size=(count, NODES, 3))
    for lane in range(count):
        bent[lane] = Rotation.random(rng=draw).apply(bent[lane]) + draw.uniform(-3, 3, size=3)
    fishes.put(Row.POSITION, np.arange(count), bent)
    capacity = count + SPARE
    return Watched(
        fishes=fishes,
        slots=draw.permutation(capacity)[:count],
        scales=draw.uniform(0.5, 2.0, size=count),
        origins=draw.uniform(-far, far, size=(count, 3)),
        positions=draw.uniform(-far, far, size=(capacity, 3)),
        orientations=Rotation.random(capacity, rng=draw).as_quat(scalar_first=True),
        velocities=draw.normal(size=(capacity, 3)),
        angular_velocities=draw.normal(size=(capacity, 3)),
        nodes=draw.normal(size=(capacity, NODES, 3)).astype(np.float32),
        knots=np.zeros(count, dtype=np.int8),
        broken=draw.random(count) < 0.5,
    )


def copied(arrays: Iterable[Array]) -> list[Array]:
    return [array.copy() for array in arrays]


def assert_seen(seen: Watched, x: Floats, before: Floats, turned: Floats, home: Floats) -> None:
    """All of them, with these nodes x; before, turned, home: earlier positions and so on."""
    slots, unit = seen.slots, CENTIMETRE * seen.scales
    middle, orientation = body_frame(x)
    place = home + middle * unit[:, None]
    assert seen.positions[slots] == pytest.approx(place, rel=1e-15, abs=1e-12)
    moved = (seen.positions[slots] - before[slots]) / FRAME_SECONDS
    assert seen.velocities[slots] == pytest.approx(moved, rel=1e-12, abs=1e-12)
    assert seen.orientations[slots] == pytest.approx(orientation, abs=1e-12)
    assert (seen.orientations[slots, 0] >= 0).all()
    turn = rotation_matrix(orientation) @ rotation_matrix(turned[slots]).transpose(0, 2, 1)
    spin = Rotation.from_matrix(turn).as_rotvec() / FRAME_SECONDS
    assert seen.angular_velocities[slots] == pytest.approx(spin, rel=1e-6, abs=1e-6)
    nodes = world_to_body(orientation, (x - middle[:, None]) * unit[:, None, None])
    assert seen.nodes[slots] == pytest.approx(nodes, rel=1e-6, abs=1e-8)


@each_kind
@pytest.mark.parametrize("far", [10.0, 1e6])
def test_everybody_is_seen_as_by_numpy(width: int, dtype: type, far: float) -> None:
    seen = watched(width, dtype, far)
    everybody = np.arange(COUNT)
    x, home = seen.fishes.positions(everybody), seen.origins.copy()
    before, turned = seen.positions.copy(), seen.orientations.copy()
    others = np.setdiff1d(np.arange(COUNT + SPARE), seen.slots)
    kept = [array[others].copy() for array in seen.outputs()]
    assert seen.look() == 0
    assert not seen.broken.any()
    assert_seen(seen, x, before, turned, home)
    for array, wanted in zip(seen.outputs(), kept, strict=True):
        assert (array[others] == wanted).all()


@each_kind
def test_the_origin_goes_along_by_whole_units(width: int, dtype: type) -> None:
    seen = watched(width, dtype)
    everybody = np.arange(COUNT)
    x, home = seen.fishes.positions(everybody), seen.origins.copy()
    rest_of_state = seen.fishes.rows[:, Row.VELOCITY :].copy()
    seen.look()
    shift = np.round(body_frame(x)[0])
    assert shift.any(axis=0).all()
    assert seen.fishes.positions(everybody) == pytest.approx(x - shift[:, None], abs=1e-6)
    unit = CENTIMETRE * seen.scales[:, None]
    assert seen.origins == pytest.approx(home + shift * unit, rel=1e-15, abs=1e-13)
    assert (seen.fishes.rows[:, Row.VELOCITY :] == rest_of_state).all()
    after = seen.positions.copy()
    seen.look()
    assert seen.positions == pytest.approx(after, abs=1e-7)


@each_kind
def test_the_broken_are_marked_and_keep_their_outputs(width: int, dtype: type) -> None:
    """Each of them beside healthy fishes of the same block, who are not disturbed."""
    seen, healthy = watched(width, dtype), watched(width, dtype)
    healthy.look()
    everybody = np.arange(COUNT)
    x = seen.fishes.positions(everybody)
    rest = seen.fishes.body.rest_lengths
    i, j = UNIT_NODES[0]
    along = (x[:, j] - x[:, i]) / rest[0]
    x[1, 22, 2] = np.nan
    x[2] = np.nan
    x[5, 0, 0] = np.inf
    x[6] = -np.inf
    x[9, 11] = 1e30
    x[10, j] = x[10, i] + 0.05 * along[10]
    x[12, j] = x[12, i] + 5.0 * rest[0]
    x[13] = x[13, 0]
    x[COUNT - 1, 3, 1] = np.nan
    lost = [1, 2, 5, 6, 9, 10, 12, 13, COUNT - 1]
    seen.fishes.put(Row.POSITION, everybody, x)
    state = seen.fishes.positions(everybody)
    home, kept = seen.origins.copy(), copied(seen.outputs())
    assert seen.look() == len(lost)
    assert np.flatnonzero(seen.broken).tolist() == lost
    assert np.array_equal(seen.fishes.positions(everybody)[lost], state[lost], equal_nan=True)
    assert (seen.origins[lost] == home[lost]).all()
    others = np.setdiff1d(everybody, lost)
    assert (seen.origins[others] == healthy.origins[others]).all()
    for array, before, undisturbed in zip(seen.outputs(), kept, healthy.outputs(), strict=True):
        assert (array[seen.slots[lost]] == before[seen.slots[lost]]).all()
        assert (array[seen.slots[others]] == undisturbed[seen.slots[others]]).all()


@each_kind
def test_every_unit_has_its_bounds(width: int, dtype: type) -> None:
    """Of one unit after the other the rest length is not its length; lane by lane bodies grow."""
    sizes = np.array([0.2, 0.4999, 0.5001, 1.03, 1.0344, 1.0345, 1.035, 1.1])
    seen = watched(width, dtype, count=len(sizes))
    nodes = seen.fishes.body.nodes
    lengths = np.linalg.norm(nodes[UNIT_NODES[:, 1]] - nodes[UNIT_NODES[:, 0]], axis=1)
    seen.fishes.put(Row.POSITION, np.arange(len(sizes)), nodes * sizes[:, None, None])
    for unit in range(UNITS):
        for factor in (5.0, 1 / 2.9):
            rest = lengths.copy()
            rest[unit] *= factor
            seen.look(rest_lengths=rest)
            share = sizes / factor
            assert (seen.broken == ((share < SHORTEST) | (share > LONGEST))).all()


@each_kind
def test_strangers_in_the_last_block_disturb_nobody(width: int, dtype: type) -> None:
    """Neither do they change, whatever they hold, nor do those that are not asked about."""
    seen, alone = watched(width, dtype), watched(width, dtype)
    alone.look()
    full = seen.fishes.rows
    used = COUNT % width
    full[-1, Row.POSITION : Row.VELOCITY, used:] = np.nan
    full[-1, Row.POSITION : Row.VELOCITY, -1] = 100.0
    strangers = full[-1, :, used:].copy()
    assert seen.look() == 0
    assert np.array_equal(full[-1, :, used:], strangers, equal_nan=True)
    for array, wanted in zip(seen.outputs(), alone.outputs(), strict=True):
        assert (array == wanted).all()


@each_kind
def test_only_those_asked_about_are_looked_at(width: int, dtype: type) -> None:
    seen, everybody = watched(width, dtype), watched(width, dtype)
    everybody.look()
    first, last = width + 1, 2 * width + 3
    asked = np.arange(first, last)
    others = np.setdiff1d(np.arange(COUNT), asked)
    state, home = seen.fishes.positions(others), seen.origins.copy()
    marks, kept = seen.broken.copy(), copied(seen.outputs())
    seen.look(first, last)
    assert (seen.fishes.positions(others) == state).all()
    assert (seen.origins[others] == home[others]).all()
    assert (seen.broken[others] == marks[others]).all()
    slots = seen.slots
    for array, before, wanted in zip(seen.outputs(), kept, everybody.outputs(), strict=True):
        assert (array[slots[others]] == before[slots[others]]).all()
        assert (array[slots[asked]] == wanted[slots[asked]]).all()


@each_kind
def test_nobody_is_looked_at(width: int, dtype: type) -> None:
    seen = watched(width, dtype)
    kept = copied(seen.outputs())
    assert seen.look(0, 0) == 0
    assert all((a == b).all() for a, b in zip(seen.outputs(), kept, strict=True))


@each_kind
def test_a_knot_breaks_a_fish_when_seen_often_enough(width: int, dtype: type) -> None:
    seen = watched(width, dtype)
    seen.fishes.rest(np.arange(COUNT))
    folded = herring().nodes.copy()
    folded[21:, 0] = 2 * folded[17, 0] - folded[21:, 0]
    folded += [2.0, 0.0, 0.0]
    knotted = 17
    seen.put(knotted, folded)
    frames = [frame for frame in range(200) if (knotted + frame) % KNOT_FRAMES == 0]
    last = frames[KNOT_LOOKS - 1]
    for frame in range(last):
        assert seen.look(frame=frame) == 0
        # A healthy look brings the fish home: it swims off again.
        seen.put(knotted, folded)
    kept, home = copied(seen.outputs()), seen.origins[knotted].copy()
    assert seen.knots[knotted] == KNOT_LOOKS - 1
    assert seen.look(frame=last) == 1
    assert np.flatnonzero(seen.broken).tolist() == [knotted]
    assert not seen.knots.any()
    slot = seen.slots[knotted]
    assert all((a[slot] == b[slot]).all() for a, b in zip(seen.outputs(), kept, strict=True))
    assert (seen.origins[knotted] == home).all()
    assert seen.fishes.positions(np.array([knotted]))[0] == pytest.approx(folded, abs=1e-6)
    seen.knots = np.zeros(0, dtype=np.int8)
    assert seen.look(frame=last) == 0


@each_kind
def test_a_knot_that_undoes_itself_is_forgotten(width: int, dtype: type) -> None:
    seen = watched(width, dtype)
    seen.fishes.rest(np.arange(COUNT))
    seen.knots[3] = KNOT_LOOKS - 1
    seen.look(frame=KNOT_FRAMES - 3)
    assert seen.knots[3] == 0
    seen.knots[3] = KNOT_LOOKS - 1
    seen.put(3, np.full((NODES, 3), np.nan))
    assert seen.look(frame=KNOT_FRAMES - 3) == 1
    assert seen.knots[3] == 0
