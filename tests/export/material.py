"""What is exported in several tests: made once, with what it should look like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.flesh import flesh_of, rifle_flesh
from motorium.bodies.figure.rifle import rifle_placed
from motorium.bodies.figure.skeleton import Poses
from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import load_puppet
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.export.fish import FishMotion, rest_nodes
from motorium.export.glb import Glb, figure_glb, fish_glb, puppet_glb
from motorium.looks.bspline import surface
from motorium.looks.fish_mesh import LEVELS
from motorium.looks.skin import control_points, skin_of
from motorium.world.theatre.theatre import Theatre
from tests.motion.captured import HERRING, cycle

KINDS = ("fish", "figure", "puppet", "rag doll")
FIGURE = "human-med"
FROM_X = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""From glTF's axes (x left, y up, z ahead) to ours."""
FROM_Y = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""The same for puppets: x right, y up, z towards who looks."""


@dataclass(frozen=True)
class Exported:
    """A file, and where its vertices should be: places at a key, by the node that has the mesh, in
    our axes; back: from glTF's to ours; size [m]: what an error is measured in."""

    glb: Glb
    ours: Callable[[int], dict[str, Floats]]
    back: Floats
    size: float


@cache
def exported(kind: str) -> Exported:
    """One of KINDS."""
    makers: dict[str, Callable[[], Exported]] = {
        "fish": fish,
        "figure": figure,
        "puppet": puppet,
        "rag doll": rag_doll,
    }
    return makers[kind]()


@cache
def fish(level: int = 1, travel: bool = False, cycles: int = 1) -> Exported:
    """A herring that swims."""
    glb = fish_glb(HERRING, cycle(), level=level, travel=travel, cycles=cycles)
    motion = FishMotion(cycle(), HERRING.length, 1.0, travel, cycles)

    def ours(key: int) -> dict[str, Floats]:
        inside = skin_points(motion.nodes[key], level)
        return {HERRING.name: inside @ motion.rotations[key].T + motion.positions[key]}

    return Exported(glb, ours, FROM_X, HERRING.length)


def skin_points(nodes: Floats, level: int, finer: int = 1) -> Floats:
    """Of a herring's patches without its eyes, on the grid of a level, or one that is finer."""
    rest = rest_nodes(HERRING)
    skin = skin_of(rest, HERRING.skin)
    control = control_points(skin, nodes, HERRING.length)
    detail, found = LEVELS[level], []
    for patch in skin.patches:
        kind = "body" if patch.rows > 2 else patch.name.partition("_")[0]
        cells = {"body": detail.body, "pectoral": detail.pectoral}.get(kind, detail.fin)
        counts = (finer * cells[0] + 1, finer * cells[1] + 1)
        found.append(surface(control[patch.name], patch.degrees, counts)[0].reshape(-1, 3))
    return np.concatenate(found)


def wild(figure: str, frames: int = 13) -> Poses:
    """Every freedom through its whole range, while it turns on its feet and goes."""
    skeleton = load_skeleton(figure)
    beat = np.linspace(0.0, 2.0 * np.pi, frames)
    phase = np.arange(skeleton.freedoms) * 0.7
    low, high = skeleton.limits.T
    angles = low + (high - low) * (0.5 + 0.5 * np.sin(beat[:, np.newaxis] + phase))
    x, y, zero = np.cos(beat), np.sin(beat), 0.0 * beat
    turn = np.array([[x, -y, zero], [y, x, zero], [zero, zero, zero + 1.0]]).transpose(2, 0, 1)
    return Poses(np.stack([x, 2.0 * y, 1.0 + 0.3 * beat], axis=1), turn, angles)


@cache
def figure(name: str = FIGURE) -> Exported:
    """A soldier in wild motion."""
    poses, skeleton = wild(name), load_skeleton(name)
    placed = skeleton.place(poses)
    gun, turns = rifle_placed(skeleton, placed)

    def ours(key: int) -> dict[str, Floats]:
        rifle = rifle_flesh(name).vertices @ turns[key].T + gun[key]
        return {f"{name} body": flesh_of(name).place(placed, key).places, "rifle": rifle}

    return Exported(figure_glb(name, poses, 30.0, rifle=True), ours, FROM_X, skeleton.stature)


def puppet() -> Exported:
    """A person who is thrown, and whose throw was recorded."""
    return taken(recorded("person", "left hand"))


def rag_doll() -> Exported:
    """In three dimensions, with a mesh."""
    return taken(recorded("ragdoll", "left hand"))


@cache
def recorded(name: str, point: str) -> PuppetDocument:
    """Taken by a point, swung, let go, and kept."""
    theatre = Theatre(load_puppet(name))
    start = theatre.positions[theatre.puppet.names.index(point)].copy()
    theatre.record()
    theatre.grab(point, start)
    for frame in range(25):
        way = np.array([0.02 * frame, 0.0, 0.3 * np.sin(0.2 * frame)])
        theatre.carry(point, start + way)
        theatre.advance()
    theatre.let_go(point)
    for _ in range(15):
        theatre.advance()
    theatre.record(False)
    return theatre.document


def taken(document: PuppetDocument) -> Exported:
    theatre = Theatre(document)
    theatre.loop()
    frames = []
    assert document.take is not None
    for _ in range(round(document.take.seconds * FRAME_RATE)):
        theatre.advance()
        frames.append(theatre.skin.copy())

    def ours(key: int) -> dict[str, Floats]:
        return {
            part.name: frames[key][span]
            for part, span in zip(theatre.puppet.parts, theatre.spans, strict=True)
        }

    size = float(np.ptp(theatre.puppet.rest, axis=0).max())
    return Exported(puppet_glb(document), ours, FROM_Y, size)
