"""Seaweeds of a habitat: where they grow, what sways them, who pushes them aside."""

from typing import Any

import numpy as np
import pytest

from motorium.contracts.population import Population
from motorium.contracts.time import FRAME_SECONDS
from motorium.settings import SettingsError
from motorium.world.habitat.currents import Currents
from motorium.world.habitat.flora import NODES_PER_LEAF, Weeds
from motorium.world.habitat.obstacles import Obstacles
from motorium.world.habitat.settings import HabitatSettings
from motorium.world.habitat.terrain import Terrain


class Bed:
    """Weeds with the ground that they grow on, the water around them, and room for fishes."""

    def __init__(self, seed: int = 1, fishes: int = 0, **habitat: Any) -> None:
        self.settings = HabitatSettings.model_validate(habitat)
        self.chance = np.random.default_rng(seed)
        self.terrain = Terrain(self.settings, self.chance)
        self.obstacles = Obstacles(self.settings, self.terrain, self.chance)
        self.currents = Currents(self.settings, self.obstacles)
        self.weeds = Weeds(self.settings, self.terrain, self.obstacles, self.chance)
        self.people = Population(max(fishes, 1), points=23)
        self.slots = self.people.enter(fishes)
        self.people.orientations[:, 0] = 1.0
        self.people.lengths[:] = 0.2
        self.frame = 0

    def advance(self, frames: int = 1) -> None:
        for _ in range(frames):
            self.weeds.advance(self.frame * FRAME_SECONDS, self.currents, self.people)
            self.frame += 1


REEF: dict[str, Any] = {
    "obstacle": [{"count": 6, "around": (0.0, 3.0)}],
    "weed": [
        {"count": 12, "around": (0.0, 3.0), "leaves": 5},
        {"places": [(1.5, -1.0), (2.0, 2.0)], "leaves": 3, "kind": "kelp"},
    ],
    "flow": [{"kind": "uniform", "velocity": (0.3, 0.1, 0.0), "period": 5.0}],
}
FLAT: dict[str, Any] = {"relief": 0.0, "weed": [{"places": [(0.0, 0.0)], "leaves": 8}]}


# ------------------------------------------------------------ where they grow


def test_clusters_are_drawn_and_given() -> None:
    weeds = Bed(**REEF).weeds
    assert len(weeds.roots) == 14
    assert weeds.kinds == ["ribbon"] * 12 + ["kelp"] * 2
    assert np.diff(weeds.first_leaf).tolist() == [5] * 12 + [3] * 2
    assert weeds.nodes.shape == (66, 1 + NODES_PER_LEAF, 3)
    assert weeds.roots[-2:, :2].tolist() == [[1.5, -1.0], [2.0, 2.0]]
    assert (np.hypot(*weeds.roots[:12, :2].T) <= 3.0).all()


def test_roots_stand_on_the_ground_and_stay() -> None:
    bed = Bed(**REEF)
    roots = bed.weeds.nodes[:, 0].copy()
    assert roots[:, 2] == pytest.approx(bed.terrain.height(roots[:, 0], roots[:, 1]))
    cluster = np.repeat(bed.weeds.roots, np.diff(bed.weeds.first_leaf), axis=0)
    assert np.hypot(*(roots - cluster)[:, :2].T).max() < 0.04
    bed.advance(60)
    assert np.array_equal(bed.weeds.nodes[:, 0], roots)


@pytest.mark.parametrize("seed", range(5))
def test_none_is_drawn_inside_an_obstacle(seed: int) -> None:
    bed = Bed(seed, **REEF)
    solid, roots = bed.obstacles.cylinders, bed.weeds.nodes[: 12 * 5, 0]
    for cylinder in solid:
        off = np.hypot(roots[:, 0] - cylinder["x"], roots[:, 1] - cylinder["y"])
        assert (off > cylinder["radius"]).all()


def test_where_there_is_no_room_it_says_so() -> None:
    rock = {"places": [(0.0, 0.0)], "radius": (1.0, 1.0)}
    weed = {"count": 2, "around": (0.0, 0.5)}
    with pytest.raises(SettingsError, match=r"weed\[0\]: number 1 of 2 finds no ground.*around"):
        Bed(obstacle=[rock], weed=[weed])


def test_leaves_of_a_cluster_fan_out() -> None:
    tips = Bed(**FLAT).weeds.nodes[:, -1]
    apart = np.linalg.norm(tips[:, None] - tips[None], axis=2)[~np.eye(8, dtype=bool)]
    assert apart.min() > 0.03
    assert apart.max() > 0.3
    assert np.abs(tips[:, :2].mean(axis=0)).max() < 0.15


def test_no_weeds_are_no_trouble() -> None:
    bed = Bed(weed=[], fishes=1)
    bed.advance()
    assert bed.weeds.nodes.shape == (0, 1 + NODES_PER_LEAF, 3)
    assert bed.weeds.first_leaf.tolist() == [0]


# ------------------------------------------------------------ what sways them


def test_each_leaf_settles_where_statics_says() -> None:
    flow = {"kind": "uniform", "velocity": (0.0, 0.25, 0.0)}
    bed = Bed(**FLAT, flow=[flow])
    bed.advance(60 * 60)
    shape = bed.weeds.nodes[:, 1:] - bed.weeds.nodes[:, :1]
    assert shape == pytest.approx(bed.weeds.leaves.settled(np.array([0.0, 0.25, 0.0])), abs=1e-4)


def test_in_still_water_they_stand_still() -> None:
    bed = Bed(**FLAT)
    before = bed.weeds.nodes.copy()
    bed.advance(120)
    assert bed.weeds.nodes == pytest.approx(before, abs=1e-12)


def test_each_node_feels_the_current_of_its_own_place() -> None:
    """A vortex between two clusters drives them in opposite directions."""
    vortex = {"kind": "vortex", "place": (0.0, 0.0, 0.0), "strength": 0.3}
    bed = Bed(relief=0.0, weed=[{"places": [(2.0, 0.0), (-2.0, 0.0)]}], flow=[vortex])
    before = bed.weeds.nodes.copy()
    bed.advance(120)
    swept = (bed.weeds.nodes - before)[:, -1, 1].reshape(2, -1)
    assert (swept[0] > 0.05).all()
    assert (swept[1] < -0.05).all()


@pytest.mark.parametrize("velocity", [(10.0, 0.0, 0.0), (0.0, 7.0, -7.0), (0.0, 0.0, 10.0)])
def test_they_stay_in_the_water(velocity: tuple[float, float, float]) -> None:
    """Over relief, in shallow water, in any storm; nodes that a dune meets slide up its slope."""
    storm = {"kind": "uniform", "velocity": velocity}
    bed = Bed(
        relief=0.4, surface=-1.0, flow=[storm], weed=[{"count": 15, "height": (0.5, 1.5)}], seed=3
    )
    for _ in range(60):
        bed.advance(4)
        x, y, z = np.moveaxis(bed.weeds.nodes, 2, 0)
        assert z.max() < -1.0 + 0.005
        assert (z - bed.terrain.height(x, y)).min() > -0.03
    assert np.isfinite(bed.weeds.nodes).all()


def test_boxes_hold_all_nodes_tightly() -> None:
    bed = Bed(**REEF)
    for _ in range(20):
        for cluster, (low, high) in enumerate(bed.weeds.boxes):
            first, last = bed.weeds.first_leaf[cluster : cluster + 2]
            nodes = bed.weeds.nodes[first:last].reshape(-1, 3)
            assert np.array_equal(low, nodes.min(axis=0))
            assert np.array_equal(high, nodes.max(axis=0))
        bed.advance(5)


# ------------------------------------------------------------ who passes


def swim_through(bed: Bed, height: float, frames: int) -> None:
    """A fish of 20 cm swims along x through the middle of the cluster, half a metre a second."""
    for frame in range(frames):
        bed.people.positions[0] = [-0.6 + 0.5 * frame * FRAME_SECONDS, 0.02, height]
        bed.people.velocities[0] = [0.5, 0.0, 0.0]
        bed.advance()


def test_a_fish_that_passes_bends_leaves_away_and_they_come_back() -> None:
    bed = Bed(**FLAT, fishes=1)
    before = bed.weeds.nodes.copy()
    swim_through(bed, height=-1.5, frames=75)
    moved = bed.weeds.nodes - before
    far = np.linalg.norm(moved, axis=2)
    assert 0.08 < far.max() < 0.5
    # Along with the fish, and off its way to the side on which they were.
    pushed = far > 0.05
    assert (moved[pushed][:, 0] > 0.0).all()
    side = np.sign(before[pushed][:, 1] - 0.02)
    assert (moved[pushed][:, 1] * side > 0.0).mean() > 0.8
    bed.people.positions[0] = [50.0, 0.0, 0.0]
    bed.advance(60 * 60)
    assert bed.weeds.nodes == pytest.approx(before, abs=2e-3)


def test_nobody_is_run_through() -> None:
    """A fish stays where leaves are: none keeps a node in it."""
    bed = Bed(**FLAT, fishes=1)
    axis = bed.weeds.nodes[3, 5] + [0.03, 0.005, 0.0]
    bed.people.positions[0] = axis

    def nearest() -> float:
        off = bed.weeds.nodes[:, 1:].reshape(-1, 3) - axis
        off[:, 0] -= np.clip(off[:, 0], -0.52 * 0.2, 0.24 * 0.2)
        return float(np.linalg.norm(off, axis=1).min())

    assert nearest() == pytest.approx(0.005)
    bed.advance(120)
    assert nearest() > 0.02


def test_who_passes_far_away_leaves_them_alone() -> None:
    bed = Bed(**FLAT, fishes=1)
    before = bed.weeds.nodes.copy()
    swim_through(bed, height=1.5, frames=80)
    assert bed.weeds.nodes == pytest.approx(before, abs=1e-12)


def test_empty_slots_stir_nothing() -> None:
    bed = Bed(**FLAT, fishes=1)
    bed.people.leave([0])
    before = bed.weeds.nodes.copy()
    swim_through(bed, height=-1.5, frames=80)
    assert bed.weeds.nodes == pytest.approx(before, abs=1e-12)


def test_it_does_not_matter_who_is_seen() -> None:
    """Nobody writes nodes, fins and contraction of the unseen."""
    seen, unseen = Bed(**FLAT, fishes=1), Bed(**FLAT, fishes=1)
    unseen.people.seen[:] = 0
    for never_written in (unseen.people.nodes, unseen.people.fins, unseen.people.contraction):
        never_written[:] = np.nan
    for bed in (seen, unseen):
        swim_through(bed, height=-1.5, frames=60)
    assert np.array_equal(seen.weeds.nodes, unseen.weeds.nodes)


def test_one_seed_gives_the_same_bytes_and_another_does_not() -> None:
    same, again, other = Bed(**REEF), Bed(**REEF), Bed(seed=2, **REEF)
    for bed in (same, again, other):
        bed.advance(120)
    assert same.weeds.nodes.tobytes() == again.weeds.nodes.tobytes()
    assert same.weeds.boxes.tobytes() == again.weeds.boxes.tobytes()
    assert same.weeds.nodes.tobytes() != other.weeds.nodes.tobytes()
