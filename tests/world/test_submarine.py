"""The submarine moves as its equations say, and never through anything."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.contracts.frames import Floats, body_to_world, heading_pitch_roll
from motorium.contracts.perception import VISITOR
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.world.habitat.clearance import Clearance, Limits
from motorium.world.scenario import Scenario
from motorium.world.submarine.boat import AT_REST, BUMPED, Helm, Submarine, hull
from motorium.world.submarine.holding import settle
from motorium.world.submarine.motion import (
    AHEAD,
    BRAKE,
    DRAG,
    DRAG_ACROSS,
    FASTEST,
    FASTEST_ASTERN,
    FASTEST_TURN,
    FASTEST_UP,
    FRICTION,
    FRICTION_ACROSS,
    STATE,
    STEEPEST,
    UP,
    drive,
)
from motorium.world.submarine.settings import LENGTH, RADIUS
from motorium.world.world import World
from tests.world.dives import boat_of, dive, in_reef

# ---------------------------------------------------------------- equations


def driven(velocity: tuple[float, ...], heading: float = 0.0, **helm: Any) -> tuple[Floats, Floats]:
    """Velocity and state after a frame of what the helm says."""
    stop = helm.pop("stop", False)
    levers = np.array([helm.get(name, 0.0) for name in ("thrust", "turn", "pitch", "lift")])
    moving, state = np.array(velocity), np.zeros(len(STATE))
    state[0] = heading
    drive(levers, stop, FRAME_SECONDS, moving, state)
    return moving, state


@pytest.mark.parametrize(
    ("velocity", "heading", "helm", "acceleration"),
    [
        ((0.0, 0.0, 0.0), 0.0, {"thrust": 1.0}, (AHEAD, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), math.pi / 2, {"thrust": 0.5}, (0.0, 0.5 * AHEAD, 0.0)),
        ((0.0, 0.0, 0.0), 0.0, {"lift": -1.0}, (0.0, 0.0, -UP)),
        # Along its axis: 0.35 x 1 and 0.12 x 1; across it 2 x 1 and 1 x 1.
        ((1.0, 0.0, 0.0), 0.0, {}, (-DRAG - FRICTION, 0.0, 0.0)),
        ((-1.0, 0.0, 0.0), 0.0, {}, (DRAG + FRICTION, 0.0, 0.0)),
        ((1.0, 0.0, 0.0), math.pi / 2, {}, (-DRAG_ACROSS - FRICTION_ACROSS, 0.0, 0.0)),
        # At its fastest, nothing changes.
        ((FASTEST, 0.0, 0.0), 0.0, {"thrust": 1.0}, (0.0, 0.0, 0.0)),
        ((-FASTEST_ASTERN, 0.0, 0.0), 0.0, {"thrust": -1.0}, (0.0, 0.0, 0.0)),
        ((0.0, 0.0, FASTEST_UP), 0.0, {"lift": 1.0}, (0.0, 0.0, 0.0)),
    ],
)
def test_accelerations_worked_by_hand(
    velocity: tuple[float, ...],
    heading: float,
    helm: dict[str, float],
    acceleration: tuple[float, ...],
) -> None:
    after, _ = driven(velocity, heading, **helm)
    expected = np.array(velocity) + FRAME_SECONDS * np.array(acceleration)
    assert after == pytest.approx(expected, abs=1e-12)


def test_a_full_stop_brakes_actively_and_ends_at_rest() -> None:
    after, state = driven((1.0, 0.0, 0.0), stop=True, thrust=1.0, turn=1.0)
    dragged = 1.0 - FRAME_SECONDS * (DRAG + FRICTION)
    assert after == pytest.approx([dragged - FRAME_SECONDS * BRAKE, 0.0, 0.0])
    assert state[3] == 0.0
    after, _ = driven((0.01, 0.0, 0.01), stop=True)
    assert after.tolist() == [0.0, 0.0, 0.0]


def sailed(seconds: float, **helm: Any) -> Submarine:
    """In open water."""
    world = dive([])
    world.steer(**helm)
    world.advance(round(seconds / FRAME_SECONDS))
    return boat_of(world)


@pytest.mark.parametrize(
    ("helm", "speed"),
    [
        ({"thrust": 1.0}, FASTEST),
        ({"thrust": -1.0}, FASTEST_ASTERN),
        ({"lift": 1.0}, FASTEST_UP),
    ],
)
def test_it_comes_to_its_speed_and_not_above(helm: dict[str, float], speed: float) -> None:
    assert sailed(1.0, **helm).speed < 0.95 * speed
    assert sailed(20.0, **helm).speed == pytest.approx(speed, rel=0.01)


def test_in_open_water_it_stays_where_it_is_seen() -> None:
    world = dive([], place=(95.0, 0.0, 0.0))
    world.steer(thrust=1.0)
    world.advance(20 * FRAME_RATE)
    boat = boat_of(world)
    assert boat.position.tolist() == [world.scenario.world.extent / 2, 0.0, 0.0]
    assert [event.kind for event in world.events].count(BUMPED) == 1
    world.steer(thrust=-1.0)
    world.advance(10 * FRAME_RATE)
    assert boat.position[0] < 98.0


def test_it_turns_left_pitches_up_and_trims_itself_level() -> None:
    boat = sailed(5.0, turn=1.0)
    assert boat.heading == pytest.approx(FASTEST_TURN * (5.0 - 0.5), rel=0.02)
    boat = sailed(6.0, pitch=1.0)
    assert 0.9 * STEEPEST < boat.pitch < 1.01 * STEEPEST
    world = dive([])
    world.steer(pitch=-1.0, thrust=1.0)
    world.advance(180)
    diving = boat_of(world)
    assert diving.pitch < -0.4
    assert diving.velocity[2] < -0.1
    world.steer(pitch=0.0)
    world.advance(600)
    assert abs(diving.pitch) < 0.01


def test_its_orientation_is_heading_pitch_and_a_lean_into_the_turn() -> None:
    world = dive([])
    world.steer(thrust=1.0, turn=0.7, pitch=0.4)
    world.advance(150)
    boat = boat_of(world)
    assert np.linalg.norm(boat.orientation) == pytest.approx(1.0)
    heading, pitch, roll = heading_pitch_roll(boat.orientation)
    assert (heading, pitch) == pytest.approx((boat.heading, boat.pitch))
    left = body_to_world(boat.orientation[None], np.array([[[0.0, 1.0, 0.0]]]))[0, 0]
    assert -0.2 < left[2] < -0.01, "left side down in a left turn"
    assert abs(roll) < 0.2


def test_it_goes_where_its_bow_points_after_a_turn() -> None:
    world = dive([])
    world.steer(thrust=1.0)
    world.advance(300)
    world.steer(turn=1.0)
    world.advance(150)
    world.steer(turn=0.0)
    world.advance(180)
    boat = boat_of(world)
    course = math.atan2(boat.velocity[1], boat.velocity[0])
    assert course == pytest.approx(boat.heading, abs=0.05)


# ---------------------------------------------------------------- what holds it


def test_impulses_worked_by_hand() -> None:
    """0.15 m off a wall ahead, 1 m/s towards it, held 5 cm off it: 0.1 / SOFT are allowed."""
    velocity, state = np.array([1.0, 0.3, 0.0]), np.zeros(len(STATE))
    contacts = np.array([[0.15, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0]])
    assert settle(contacts, 1, velocity, state) == pytest.approx(1.0)
    assert velocity == pytest.approx([0.5, 0.3, 0.0])
    # By the bow, which a wall on the left pushes to the right: it turns, too.
    velocity = np.array([0.0, 1.0, 0.0])
    contacts = np.array([[0.05, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0]])
    settle(contacts, 1, velocity, state)
    assert velocity[1] + 1.0 * state[3] == pytest.approx(0.0, abs=1e-9)
    assert state[3] < 0.0 < velocity[1]
    # By the bow, from below: it pitches up.
    velocity, state = np.array([0.0, 0.0, -1.0]), np.zeros(len(STATE))
    contacts = np.array([[0.05, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]])
    settle(contacts, 1, velocity, state)
    assert velocity[2] + 1.0 * state[4] == pytest.approx(0.0, abs=1e-9)
    assert state[4] > 0.0


def limits_of(world: World) -> Limits:
    assert world.habitat is not None
    return Clearance(world.habitat, capacity=1).limits


def hull_points(boat: Submarine) -> tuple[Floats, Floats]:
    """Points along the axis, 3 cm apart, and all over the hull [m], finer than it looks itself."""
    axis = np.linspace(RADIUS - LENGTH / 2, LENGTH / 2 - RADIUS, 54)
    around = np.linspace(0.0, 2.0 * math.pi, 24, endpoint=False)
    rings = [(x, RADIUS * math.cos(a), RADIUS * math.sin(a)) for x in axis for a in around]
    ends = np.random.default_rng(3).normal(size=(400, 3))
    ends *= RADIUS / np.linalg.norm(ends, axis=1, keepdims=True)
    ends[:, 0] += np.where(ends[:, 0] > 0.0, axis[-1], axis[0])
    skin = np.concatenate([np.array(rings), ends])
    middle = np.stack([axis, 0.0 * axis, 0.0 * axis], axis=1)
    middle, skin = (
        boat.position + body_to_world(boat.orientation[None], part[None])[0]
        for part in (middle, skin)
    )
    return middle, skin


def clear(limits: Limits, boat: Submarine) -> float:
    """From the hull to the nearest of all limits [m], told by other points than its own."""
    middle, skin = hull_points(boat)
    level = np.hypot(*middle[:, :2].T)
    rocks = [math.inf]
    for each in limits.cylinders:
        out = np.hypot(middle[:, 0] - each["x"], middle[:, 1] - each["y"]) - each["radius"]
        over = middle[:, 2] - each["top"]
        corner = np.hypot(np.maximum(out, 0.0), np.maximum(over, 0.0))
        rocks.append(float(np.where(corner > 0.0, corner, np.maximum(out, over)).min()))
    above = skin[:, 2] - heights_at(limits.heights, limits.reach, limits.step, skin)
    far = [limits.surface - middle[:, 2].max(), limits.boundary - level.max(), *rocks]
    return min(float(min(far)) - RADIUS, float(above.min()))


def heights_at(heights: NDArray[Any], reach: float, step: float, places: Floats) -> Floats:
    """Of the ground [m] between the points of its grid."""
    x, y = (np.clip((places[:, k] + reach) / step, 0.0, len(heights) - 1.001) for k in range(2))
    i, j = x.astype(int), y.astype(int)
    u, v = x - i, y - j
    near = heights[i, j] * (1 - v) + heights[i, j + 1] * v
    far = heights[i + 1, j] * (1 - v) + heights[i + 1, j + 1] * v
    return np.asarray(near * (1 - u) + far * u, dtype=np.float64)


def wild_dive(seed: int, seconds: int) -> None:
    world, chance = in_reef(seed), np.random.default_rng(seed)
    boat, limits = boat_of(world), limits_of(world)
    for _ in range(seconds):
        levers = np.clip(chance.normal(0.0, 0.9, 4), -1.0, 1.0)
        levers[0] = max(levers[0], -0.5) if chance.random() < 0.8 else levers[0]
        thrust, turn, pitch, lift = levers.tolist()
        boat.steer(Helm(thrust, turn, pitch, lift, stop=bool(chance.random() < 0.03)))
        for _ in range(6):
            for _ in range(10):
                boat.advance()
            assert np.isfinite(boat.position).all()
            assert np.isfinite(boat.velocity).all()
            assert abs(np.linalg.norm(boat.orientation) - 1.0) < 1e-9
            assert clear(limits, boat) >= 0.0
            assert boat.speed < 2.5


@pytest.mark.parametrize("seed", range(2))
def test_random_helms_never_lead_into_anything(seed: int) -> None:
    wild_dive(seed, 15)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_random_helms_of_minutes_never_lead_into_anything(seed: int) -> None:
    wild_dive(seed, 180)


@pytest.mark.parametrize(
    "helm", [{"thrust": 1.0}, {"thrust": -1.0}, {"lift": 1.0}, {"lift": -1.0},
             {"thrust": 1.0, "lift": -1.0, "pitch": -1.0}],
    ids=["ahead", "astern", "up", "down", "into the ground"],
)  # fmt: skip
def test_it_comes_to_rest_at_what_holds_it(helm: dict[str, Any]) -> None:
    world = dive([], habitat={"radius": 6.0, "relief": 0.0, "ground": -3.0, "surface": 3.0})
    boat = boat_of(world)
    world.steer(**helm)
    world.advance(1800)
    assert boat.speed < 0.02
    assert 0.0 < clear(limits_of(world), boat) < 0.1
    assert [event.kind for event in world.events].count(BUMPED) >= 1
    assert next(event for event in world.events if event.kind == BUMPED).subject == VISITOR


def test_it_slides_along_what_it_meets_aslant() -> None:
    post = {"kind": "cylinder", "places": [[4.0, 0.3]], "radius": [0.5, 0.5], "height": [6.0, 6.0]}
    world = dive([], habitat={"radius": 20.0, "relief": 0.0, "surface": 6.0, "obstacle": [post]})
    world.steer(thrust=1.0)
    world.advance(900)
    boat = boat_of(world)
    assert boat.position[0] > 8.0
    assert boat.position[1] < -0.3


def test_it_begins_above_what_is_in_its_way() -> None:
    post = {"kind": "cylinder", "places": [[0.5, 0.0]], "radius": [0.5, 0.5], "height": [2.5, 2.5]}
    sea = {"radius": 8.0, "relief": 0.0, "ground": -2.0, "surface": 3.0, "obstacle": [post]}
    boat = boat_of(dive([], place=(0.0, 0.0, 0.0), habitat=sea))
    assert 0.5 + RADIUS <= boat.position[2] <= 0.5 + RADIUS + 0.06
    with pytest.raises(ValueError, match="the submarine at 0, 0, 0 m does not fit in there"):
        dive([], habitat={**sea, "surface": 1.5})


# ---------------------------------------------------------------- who steers it


def test_what_is_not_given_stays() -> None:
    world = dive([])
    world.steer(thrust=0.5, turn=-1)
    world.steer(lift=1.0, turn=0.0)
    assert boat_of(world).helm == Helm(thrust=0.5, lift=1.0)
    world.steer(stop=True)
    assert boat_of(world).helm == Helm(thrust=0.5, lift=1.0, stop=True)


@pytest.mark.parametrize(
    ("helm", "refusal"),
    [
        ({"thrust": 1.5}, "thrust 1.5 is not a number from -1 to 1"),
        ({"turn": math.nan}, "turn nan is not a number from -1 to 1"),
        ({"lift": "up"}, "lift 'up' is not a number from -1 to 1"),
        ({"pitch": True}, "pitch True is not a number from -1 to 1"),
        ({"stop": 1}, "stop 1 is neither true nor false"),
    ],
)
def test_helms_that_cannot_be_are_refused(helm: dict[str, Any], refusal: str) -> None:
    world = dive([])
    with pytest.raises(ValueError, match=refusal):
        world.steer(thrust=helm.pop("thrust", 0.3), **helm)
    assert boat_of(world).helm == Helm()


def test_nobody_steers_what_is_not_there() -> None:
    world = World(Scenario.model_validate({"format": 1}))
    assert world.submarine is None
    with pytest.raises(ValueError, match=r"there is no submarine to steer; give .* \[submarine\]"):
        world.steer(thrust=1.0)


def test_it_is_as_menacing_as_it_is_fast() -> None:
    assert boat_of(dive([])).menace == AT_REST
    assert sailed(30.0, thrust=1.0).menace == pytest.approx(1.0, abs=0.01)
    world = dive([])
    world.steer(thrust=1.0)
    world.advance(60)
    boat = boat_of(world)
    assert world.perceived.menace[boat.slot] == pytest.approx(boat.menace)
    assert AT_REST < boat.menace < 0.7


def test_its_hull_has_as_many_points_as_a_fish_has_nodes() -> None:
    points = hull()
    assert points.shape == (23, 3)
    assert points[0, 0] == 0.5
    assert points[-2:, 0].tolist() == [-0.5, -0.5]
    assert np.hypot(points[1:-2, 1], points[1:-2, 2]) == pytest.approx(RADIUS / LENGTH)
