"""Nobody blows up: fishes of the natural model under what would break the printed one.

To blow up is to be not finite, or to have a unit beyond the bounds of `physics.fish_frame`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from motorium.bodies.fish import NODES, FishBody
from motorium.bodies.species import load_species
from motorium.contracts.frames import Floats
from motorium.motors.muscle import MuscleMotor
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_frame import is_knotted
from motorium.physics.fish_kernel import Row
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World
from tests.physics import natural
from tests.physics.natural import (
    LEFT,
    RIGHT,
    SPECIES,
    body_of,
    broken,
    folded,
    own_step,
    stretch,
    wave,
)

SEEDS_STEP = 0.055


class Watch:
    """Takes fishes home before float32 loses digits, and remembers who broke and who folded.

    lost: who has ever been not finite.
    """

    def __init__(self, fishes: FishBlocks) -> None:
        self.fishes = fishes
        self.lanes = np.arange(fishes.count)
        self.broken: NDArray[np.bool_] = np.zeros(fishes.count, dtype=np.bool_)
        self.folded: NDArray[np.bool_] = np.zeros(fishes.count, dtype=np.bool_)
        self.lost: NDArray[np.bool_] = np.zeros(fishes.count, dtype=np.bool_)
        self.shortest, self.longest = np.inf, -np.inf

    def look(self) -> None:
        x = self.fishes.positions(self.lanes)
        ratio = stretch(self.fishes.body, x)
        self.broken |= broken(self.fishes.body, x)
        self.folded |= folded(x)
        self.lost |= ~np.isfinite(ratio).all(axis=1)
        self.shortest = min(self.shortest, float(ratio.min()))
        self.longest = max(self.longest, float(ratio.max()))
        self.fishes.put(Row.POSITION, self.lanes, x - np.round(x[:, 5:6]))

    def __str__(self) -> str:
        return (
            f"{int(self.broken.sum())} of {len(self.lanes)} broke; "
            f"units between {self.shortest:.2f} and {self.longest:.2f} of their rest length; "
            f"{int(self.folded.sum())} turned their tail fin over"
        )


def _shaped(body: FishBody, factor: float) -> FishBody:
    """Slimmer or deeper: heights and widths times a factor, mass with its square."""
    across = np.array([1.0, factor, factor])
    return replace(body, nodes=body.nodes * across, masses=body.masses * factor**2)


def _sweep(body: FishBody, doubled: int) -> Watch:
    """Lengths, periods, amplitudes and lags of the sweep, 180 fishes, from rest at once."""
    lengths, periods = np.array([14.0, 20.0, 26.0]), np.linspace(45, 180, 10)
    grid = np.meshgrid(lengths, periods, [0.5, 0.7, 0.9], [np.pi / 2, np.pi], indexing="ij")
    length, period, shortened, lag = (values.ravel() for values in grid)
    fishes = natural.blocks(body, len(length))
    watch = Watch(fishes)
    fishes.set_row(Row.DT, watch.lanes, doubled * SEEDS_STEP / np.sqrt(length / 20))
    depths = (1 - shortened)[:, None] * [0.0, 1.0, 1.0]
    offsets = lag[:, None] * [0.0, 0.0, 1.0]
    for step in range(2000):
        phase = 2 * np.pi * (step + 1) * doubled / period
        natural.contract(fishes, wave(depths, offsets, phase))
        fishes.step(1)
        if step % 10 == 9:
            watch.look()
    return watch


@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("shape", [1.0, 0.8, 1.2])
def test_the_sweep_that_broke_the_printed_fish(shape: float, doubled: int) -> None:
    """3 shapes x 3 lengths x 10 periods x 3 amplitudes x 2 lags: 540 runs of 2000 steps.

    Of the printed model 221 of them break, 16 with the clamp.
    """
    watch = _sweep(_shaped(body_of("herring"), shape), doubled)
    print(f"shape {shape}, step x {doubled}: {watch}")
    assert not watch.broken.any()


@pytest.mark.slow
@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_the_sweep_for_every_species(name: str, doubled: int) -> None:
    watch = _sweep(body_of(name), doubled)
    print(f"{name}, step x {doubled}: {watch}")
    assert not watch.broken.any()


JUMP = 0.5
"""Between two changes of mind [0.1 s]."""


def _bang_bang(name: str, beats: int, doubled: int, at_once: bool = False) -> Watch:
    """Every half time unit each segment jumps to one side, contracted by half; fins flap at random.

    64 individuals of sizes 0.5 to 2 in media from vacuum to four times water; a beat is two jumps.
    Muscles get there within a frame, which is as quick as a motor can be, or all at once.
    """
    species = load_species(name)
    draw = np.random.default_rng(SPECIES.index(name))
    count, steps = 64, species.steps_per_frame
    fishes = natural.blocks(species.body, count)
    watch = Watch(fishes)
    dt = doubled * own_step(species) / np.sqrt(draw.uniform(0.5, 2.0, count))
    fishes.set_row(Row.DT, watch.lanes, dt)
    fishes.set_row(Row.WATER, watch.lanes, np.linspace(0.0, 4.0, count))
    fishes.put(Row.CURRENT, watch.lanes, draw.normal(scale=0.5, size=(count, 3)))
    contraction = np.ones((count, 3, 4))
    angles, spread = np.zeros((count, 2)), np.zeros((count, 2))
    jumped = np.full(count, -1)
    for frame in range(round(2 * beats * JUMP / steps / dt.min())):
        interval = np.floor(frame * steps * dt / JUMP).astype(int)
        changed = np.flatnonzero(interval > jumped)
        jumped[changed] = interval[changed]
        left = draw.random((len(changed), 3)) < 0.5
        for side, held in ((LEFT, left), (RIGHT, ~left)):
            contraction[changed[:, None, None], np.arange(3)[:, None], side] = np.where(
                held, 0.5, 1.0
            )[:, :, None]
        angles[changed] = draw.uniform(-np.pi / 2, np.pi / 2, (len(changed), 2))
        spread[changed] = draw.uniform(0, 1, (len(changed), 2))
        natural.set_fins(fishes, angles, spread)
        wanted = contraction.reshape(count, 12)
        if at_once:
            fishes.put(Row.CONTRACTION, watch.lanes, wanted)
        else:
            way = wanted - fishes.contraction(watch.lanes)
            fishes.put(Row.CONTRACTION_STEP, watch.lanes, way / steps)
        fishes.step(steps)
        watch.look()
    print(f"{name}, step x {doubled}: {watch}")
    return watch


def _left_alone(watch: Watch) -> NDArray[np.bool_]:
    """Who is broken 3 s after the muscles have let go."""
    fishes = watch.fishes
    fishes.put(Row.CONTRACTION_STEP, watch.lanes, np.zeros((fishes.count, 12)))
    fishes.put(Row.CONTRACTION, watch.lanes, np.ones((fishes.count, 12)))
    fishes.step(round(30 / float(fishes.get(Row.DT, (1,), watch.lanes).min())))
    return broken(fishes.body, fishes.positions(watch.lanes))


@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", ["herring", "sardine"])
def test_bang_bang_muscles_break_nobody(name: str, doubled: int) -> None:
    watch = _bang_bang(name, 50, doubled)
    assert not watch.broken.any()
    assert not _left_alone(watch).any()


@pytest.mark.slow
@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_a_thousand_beats_of_bang_bang_muscles_break_nobody(name: str, doubled: int) -> None:
    watch = _bang_bang(name, 1000, doubled)
    assert not watch.broken.any()
    assert not _left_alone(watch).any()


@pytest.mark.slow
@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_muscles_that_jump_within_a_step_leave_nobody_broken(name: str, doubled: int) -> None:
    """No motor does so. A unit may be beyond its bounds for a moment, but everybody recovers."""
    watch = _bang_bang(name, 200, doubled, at_once=True)
    assert not watch.lost.any()
    assert not _left_alone(watch).any()


def _knots(positions: Floats) -> NDArray[np.bool_]:
    """Which fishes (n, 23, 3) the motor would put back to rest."""
    return np.array([bool(is_knotted(np.ascontiguousarray(nodes))) for nodes in positions])


@pytest.mark.parametrize("name", SPECIES)
def test_a_tail_fin_folded_forwards_stays_so_and_is_recognised(name: str) -> None:
    """Its tips hang on the last quad alone: their mirror image strains no unit."""
    body, lane = body_of(name), np.arange(1)
    fishes = natural.blocks(body, 1, own_step(load_species(name)))
    x = body.nodes.copy()
    x[21:, 0] = 2 * x[17, 0] - x[21, 0]
    ahead = stretch(body, x)
    assert ahead == pytest.approx(1)
    assert _knots(x[None]).all()
    fishes.put(Row.POSITION, lane, x[None])
    fishes.step(1000)
    after = fishes.positions(lane)
    print(
        f"{name}: units between {stretch(body, after).min():.3f} and "
        f"{stretch(body, after).max():.3f} of their rest length, fin still ahead of its root"
    )
    assert stretch(body, after) == pytest.approx(np.ones((1, 91)), abs=0.05)
    assert folded(after).all()
    assert _knots(after).all()


PULLS = 3
"""Directions in which each node is dragged."""
BACK = 0.5
"""A fish is itself again if no node is further than this from its place [cm]."""


@cache
def _dragged(name: str, pace: float, doubled: int) -> Floats:
    """Where nodes are of fishes that were dragged for half a second and let go for 4 s.

    Each by another node or in another direction. pace [L/s]; a length a second is 20 cm in 10 time
    units.
    """
    species = load_species(name)
    dt, count = doubled * own_step(species), PULLS * NODES
    fishes = natural.blocks(species.body, count, dt)
    lanes, node = np.arange(count), np.arange(count) % NODES
    way = np.random.default_rng(4).normal(size=(count, 3))
    speed = 2 * pace * way / np.linalg.norm(way, axis=1, keepdims=True)
    for step in range(round(5 / dt)):
        x, v = fishes.positions(lanes), fishes.velocities(lanes)
        lately = fishes.get(Row.LATELY, (NODES, 3), lanes)
        x[lanes, node] = species.body.nodes[node] + speed * step * dt
        v[lanes, node] = lately[lanes, node] = speed
        fishes.put(Row.POSITION, lanes, x)
        fishes.put(Row.VELOCITY, lanes, v)
        fishes.put(Row.LATELY, lanes, lately)
        fishes.step(1)
    ratio = stretch(species.body, fishes.positions(lanes))
    fishes.step(round(40 / dt))
    after = fishes.positions(lanes)
    apart, knots = _unlike(species.body, after), _knots(after)
    print(
        f"{name}, {pace} L/s, step x {doubled}: units between {ratio.min():.2f} and "
        f"{ratio.max():.2f} when let go, {stretch(species.body, after).min():.2f} and "
        f"{stretch(species.body, after).max():.2f} later; of {count} {int((apart < BACK).sum())} "
        f"are themselves again, {int(knots.sum())} are knotted, neither: "
        f"{int((~knots & ~(apart < BACK)).sum())}"
    )
    return after


@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_a_dragged_fish_does_not_break(name: str, doubled: int) -> None:
    """By any node at 10 lengths a second: afterwards whole, if perhaps in a false rest shape."""
    assert not broken(body_of(name), _dragged(name, 10.0, doubled)).any()


@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_a_dragged_fish_is_itself_again_or_knotted(name: str, doubled: int) -> None:
    after = _dragged(name, 10.0, doubled)
    itself, knots = _unlike(body_of(name), after) < BACK, _knots(after)
    assert not (itself & knots).any()
    assert (itself | knots).all()


@pytest.mark.parametrize("doubled", [1, 2])
@pytest.mark.parametrize("name", SPECIES)
def test_a_gently_dragged_fish_finds_back_to_its_shape(name: str, doubled: int) -> None:
    """At half a length a second."""
    after = _dragged(name, 0.5, doubled)
    assert _unlike(body_of(name), after).max() < BACK
    assert not _knots(after).any()


@pytest.mark.parametrize("name", SPECIES)
def test_a_twisted_body_is_itself_again_or_knotted(name: str) -> None:
    """All behind one of the four joints turned half round about the long axis, and let go."""
    body, lanes = body_of(name), np.arange(4)
    dt = own_step(load_species(name))
    fishes = natural.blocks(body, 4, dt)
    x = np.tile(body.nodes, (4, 1, 1))
    for joint in range(4):
        x[joint, 5 + 4 * joint :, 1:] *= -1
    fishes.put(Row.POSITION, lanes, x)
    fishes.step(round(100 / dt))
    after = fishes.positions(lanes)
    itself, knots = _unlike(body, after) < BACK, _knots(after)
    print(f"{name}, from the neck to the tail: itself again {itself}, knotted {knots}")
    assert (itself | knots).all()


def _commanded(name: str, seconds: int) -> int:
    """How many of 64 fishes, commanded at random, have turned their tail fin over.

    Speeds to the top and turns to both sides change all at once, 4 times a second, while sizes
    span 0.5 to 2. A fish that breaks counts as well.
    """
    group = Group(species=name, count=64, size=(0.5, 2.0))
    world = World(
        Scenario(format=1, world=WorldSettings(extent=1000.0, capacity=64), group=[group])
    )
    motor = world.motors[0]
    assert isinstance(motor, MuscleMotor)
    draw, top = np.random.default_rng(8), load_species(name).top_speed
    fishes, lanes = motor.schools[0].blocks, np.arange(64)
    turned = np.zeros(64, dtype=np.bool_)
    for frame in range(seconds * 60):
        if frame % 15 == 0:
            world.commands["speed"][:64] = draw.choice([0.0, 0.3, 1.0, 1.5], 64) * top
            world.commands["turn_rate"][:64] = draw.normal(scale=4.0, size=64)
        # The motor alone: minds would command something else.
        motor.advance(frame)
        turned |= folded(fishes.positions(lanes)) | motor.schools[0].broken[lanes]
    turned |= _knots(fishes.positions(lanes))
    print(f"{name}: {int(turned.sum())} of 64 turned their tail fin over or broke")
    return int(turned.sum())


@pytest.mark.parametrize("name", SPECIES)
def test_commands_never_turn_a_tail_fin_over(name: str) -> None:
    assert _commanded(name, 10) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECIES)
def test_commands_never_turn_a_tail_fin_over_in_five_minutes(name: str) -> None:
    assert _commanded(name, 300) == 0


def _unlike(body: FishBody, positions: Floats) -> Floats:
    """How far the worst node of each fish is from a rigidly moved rest shape [cm]."""
    rest = body.nodes - body.nodes.mean(axis=0)
    worst = []
    for nodes in positions:
        now = nodes - nodes.mean(axis=0)
        if not np.isfinite(now).all():
            worst.append(np.inf)
            continue
        u, _, vt = np.linalg.svd(rest.T @ now)
        # A reflection would make a fish that was turned inside out look whole.
        u[:, -1] *= np.sign(np.linalg.det(u @ vt))
        worst.append(float(np.linalg.norm(rest @ (u @ vt) - now, axis=1).max()))
    return np.array(worst)
