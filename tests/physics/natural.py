"""Fishes of the natural model for tests: the species' own beats, and the law of motion anew.

Units are the kernels': cm, g, 0.1 s of a fish of 20 cm.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import DTypeLike, NDArray

from motorium.bodies.fish import MUSCLE_UNITS, MUSCLES, NODES, UNIT_NODES, FishBody, Station
from motorium.bodies.species import Species, known_species, load_species
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_SECONDS
from motorium.motors.controls import controls_of
from motorium.physics import water
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_frame import LONGEST, SHORTEST
from motorium.physics.fish_kernel import Row
from motorium.physics.fish_reference import FishState, elastic_energy, kinetic_energy
from motorium.physics.natural_reference import SHORT, SQUEEZE, NaturalFish

SPECIES = known_species()
AT_REST = np.ones(MUSCLES)
LEFT = np.array([0, 3])
RIGHT = np.array([1, 2])
"""Corners of a segment, that is muscle % 4."""

_I, _J = UNIT_NODES.T


def body_of(name: str) -> FishBody:
    return load_species(name).body


def own_step(species: Species) -> float:
    """The step that the world takes for an individual of size 1 [0.1 s of a fish of 20 cm]."""
    return FRAME_SECONDS / species.steps_per_frame / 0.1 / math.sqrt(species.scale)


def box() -> FishBody:
    """A body of round numbers: 20 long, 4 high, 2 wide, a tail fin of 8, no tissue of its own."""
    stations = [Station(x, 2.0, 1.0) for x in (3.0, 7.0, 11.0, 15.0, 18.0)]
    return FishBody.build(stations, 20.0, 4.0)


def period_of(species: Species, gait: int) -> float:
    """Of a beat [0.1 s of a fish of 20 cm]."""
    return 10 / float(controls_of(species).beats[gait - 3])


def wave(depths: Floats, offsets: Floats, phase: Floats) -> Floats:
    """Contraction (..., 12) of segments that beat this deep (..., 3), this late, at a phase (...).

    Left and right beat against each other; all angles in radians.
    """
    angle = np.asarray(phase)[..., None] - offsets
    pull = (0.5 - 0.5 * np.cos(angle))[..., None]
    sides = np.zeros((4,))
    sides[LEFT] = 1.0
    share = sides * pull + (1 - sides) * (1 - pull)
    contraction: Floats = 1 - np.asarray(depths)[..., None] * share
    return contraction.reshape(*contraction.shape[:-2], MUSCLES)


def gait_at(species: Species, gait: int, time: float) -> Floats:
    """Contraction (12,) of a gait at a time; it begins gently, within the first beat."""
    model, beats = controls_of(species), time / period_of(species, gait)
    depths = model.depths[gait - 3] * min(1.0, beats)
    return wave(depths, model.offsets[gait - 3], np.array(2 * np.pi * beats))


def blocks(
    body: FishBody,
    count: int = 1,
    dt: float = 0.06,
    width: int | None = None,
    dtype: DTypeLike = np.float32,
) -> FishBlocks:
    """Fishes at rest in water."""
    fishes = FishBlocks(body, "natural", width=width, dtype=dtype)
    lanes = fishes.add(count)
    fishes.set_row(Row.DT, lanes, dt)
    fishes.set_row(Row.WATER, lanes, 1.0)
    return fishes


def place(fishes: FishBlocks, lanes: NDArray[np.intp], states: list[FishState]) -> None:
    """Put fishes into these states."""
    velocities = np.array([state.velocities for state in states])
    fishes.put(Row.POSITION, lanes, np.array([state.positions for state in states]))
    fishes.put(Row.VELOCITY, lanes, velocities)
    fishes.put(Row.LATELY, lanes, velocities)


def contract(fishes: FishBlocks, contraction: Floats) -> None:
    """Let all fishes reach this contraction (12,) or (fishes, 12) within the next step."""
    lanes = np.arange(fishes.count)
    fishes.put(Row.CONTRACTION_STEP, lanes, contraction - fishes.contraction(lanes))


def set_fins(
    fishes: FishBlocks, angles: Floats, spread: Floats, strokes: Floats | None = None
) -> None:
    """Angles [rad], spread, strokes [cm / 0.1 s] (fishes, 2) of the pectorals, left and right."""
    rows = np.stack([np.cos(angles), np.sin(angles), spread], axis=-1)
    lanes = np.arange(fishes.count)
    fishes.put(Row.FINS, lanes, rows)
    fishes.put(Row.OARS, lanes, np.zeros_like(angles) if strokes is None else strokes)


def disturbed(body: FishBody, seed: int, bend: float = 0.1, speed: float = 1.0) -> FishState:
    """Every node off by about `bend` [cm], the whole fish turning and moving, and trembling."""
    draw = np.random.default_rng(seed)
    positions = body.nodes + draw.normal(scale=bend, size=(NODES, 3))
    turning = np.cross(draw.normal(scale=0.05 * speed, size=3), body.nodes)
    tremble = draw.normal(scale=0.3 * speed, size=(NODES, 3))
    return FishState(positions, turning + tremble + draw.normal(scale=speed, size=3))


def stretch(body: FishBody, positions: Floats) -> Floats:
    """Length of every unit over its rest length, (..., 91)."""
    lengths = np.linalg.norm(positions[..., _J, :] - positions[..., _I, :], axis=-1)
    return np.asarray(lengths / body.rest_lengths)


def broken(body: FishBody, positions: Floats) -> NDArray[np.bool_]:
    """Which fishes (..., 23, 3) are not finite or have a unit beyond its bounds."""
    ratio = stretch(body, positions)
    return np.asarray(~((ratio >= SHORTEST) & (ratio <= LONGEST)).all(axis=-1))


def folded(positions: Floats) -> NDArray[np.bool_]:
    """Which fishes (..., 23, 3) have their tail fin ahead of its root, on the wrong side of it."""
    a, b, c, d = (positions[..., node, :] for node in (17, 18, 19, 20))
    forward = np.cross(a - c, b - d)
    fin = positions[..., 21:, :].mean(axis=-2) - (a + b + c + d) / 4
    # Written so that NaN is folded.
    return np.asarray(~((forward * fin).sum(axis=-1) < 0))


def energy(fish: NaturalFish, state: FishState, contraction: Floats) -> float:
    """All that a fish holds: kinetic, elastic, and of the righting couple."""
    held = kinetic_energy(fish.body, state) + elastic_energy(fish.body, state, contraction)
    return held + fish.potential(state)


MIRROR = np.array([1.0, -1.0, 1.0])
_BESIDE = np.array([1, 0, 3, 2])
MIRRORED_NODES = np.concatenate([[0], *(4 * q + 1 + _BESIDE for q in range(5)), [21, 22]])
MIRRORED_MUSCLES = np.concatenate([4 * s + _BESIDE for s in range(3)])


def mirrored(nodes: Floats) -> Floats:
    """Nodes (..., 23, 3) with left and right exchanged."""
    return np.asarray(nodes[..., MIRRORED_NODES, :] * MIRROR)


# The law of motion, written a second time, node by node and face by face.


def _normalised(v: Floats) -> Floats:
    return np.asarray(v / math.sqrt(float(v @ v))) if v.any() else v


def _axes(x: Floats) -> list[Floats]:
    spine = [x[0], *(x[1 + 4 * q : 5 + 4 * q].mean(axis=0) for q in range(5)), x[21:].mean(axis=0)]
    return [_normalised(spine[k] - spine[k + 1]) for k in range(6)]


def _kind(face: list[int]) -> tuple[water.Surface, int]:
    """What a face is made of and the stretch of the body that it lies on, from its nodes alone."""
    quads = {(node + 3) // 4 for node in face if 1 <= node <= 20}
    if 0 in face:
        return water.BODY, 0
    if len(quads) == 1:
        return (water.TAIL_FIN if len(face) == 4 else water.BODY), 5
    return (water.PEDUNCLE if quads == {4, 5} else water.BODY), min(quads)


def water_forces(body: FishBody, x: Floats, v: Floats, density: float = 1.0) -> Floats:
    """What still water does to nodes at x with velocities v, pectorals folded, (23, 3)."""
    force = np.zeros((NODES, 3))
    axes = _axes(x)
    for face in [*body.quads.tolist(), *body.triangles.tolist()]:
        surface, stretch_of_body = _kind(face)
        t = axes[stretch_of_body]
        corners = x[face]
        if len(face) == 4:
            twice = np.cross(corners[2] - corners[0], corners[3] - corners[1])
        else:
            twice = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        area = math.sqrt(float(twice @ twice)) / 2
        n = twice / (2 * area)
        n = n - (1 - surface.bluntness) * float(n @ t) * t
        u = v[face].mean(axis=0)
        speed = math.sqrt(float(u @ u))
        across = u - float(u @ t) * t
        felt = math.sqrt(float(across @ across)) if surface.crosswise else speed
        pressed = -surface.drag * area * felt * max(float(n @ u), 0.0) * n
        rubbed = -water.SKIN_FRICTION * area * speed * float(u @ t) * t
        force[face] += (pressed + rubbed) / len(face)
    left = sum(x[node] for node in (9, 12, 13, 16)) - sum(x[node] for node in (10, 11, 14, 15))
    n = _normalised(left - float(left @ axes[3]) * axes[3])
    for weights, area in zip(water.fin_weights(), (body.fins.dorsal, body.fins.anal), strict=False):
        u = weights @ v
        push = -water.FIN_DRAG * area * math.sqrt(float(u @ u)) * float(u @ n) * n
        force += weights[:, None] * push
    force[21:] += edge_force(body, x, v) / 2
    return density * force


def edge_force(body: FishBody, x: Floats, v: Floats) -> Floats:
    """What the tail's edge feels for the wake that it sheds."""
    t = _axes(x)[5]
    n = _normalised(np.cross(x[21] - x[22], t))
    tips = v[21:].mean(axis=0)
    u, w = max(float(tips @ t), 0.0), float(tips @ n)
    shed = math.copysign(min(abs(w), u + water.SHED_SPEED), w)
    m = math.pi / 4 * float(body.nodes[21, 2] - body.nodes[22, 2]) ** 2
    drag = -m / 2 * u * w * n
    workless = m / 2 * u / (u + 1) * shed * (w * t - float(tips @ t) * n)
    return np.asarray(drag + workless)


def acceleration(
    body: FishBody, x: Floats, v: Floats, contraction: Floats, density: float
) -> Floats:
    """Of every node: springs, also squeezed ones, dampers, water and the righting couple over its
    mass, (23, 3)."""
    rest = body.rest_lengths.copy()
    rest[MUSCLE_UNITS] *= contraction
    force = water_forces(body, x, v, density) if density else np.zeros((NODES, 3))
    r = x[_J] - x[_I]
    length = np.linalg.norm(r, axis=1)
    n = r / length[:, None]
    rate = ((v[_J] - v[_I]) * n).sum(axis=1)
    pull = body.elasticity * (length - rest) + body.damping * rate
    for unit, shortest in enumerate(SHORT * body.rest_lengths):
        if length[unit] < shortest:
            lacking = (shortest - length[unit]) / length[unit]
            pull[unit] -= SQUEEZE * body.elasticity[unit] * shortest * lacking
    np.add.at(force, _I, pull[:, None] * n)
    np.add.at(force, _J, -pull[:, None] * n)
    force[:, 2] += water.upward_pull(body)
    return np.asarray(force / body.masses[:, None])
