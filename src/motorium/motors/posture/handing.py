"""Figures that change their motor: let go with all there is to know, taken on as they are.

A motor of the same make goes on with what was played. One that is given only a pose begins with the
posture that is nearest, and what the figure differs by from it dies away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.contracts.frames import (
    Floats,
    heading_pitch_roll,
    multiply,
    quaternion_from_heading,
    world_to_body,
)
from motorium.contracts.motor import FigurePoses, Handover
from motorium.contracts.population import Population, Slots
from motorium.motion.figures.graph import PostureGraph
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.points import POINTS, landmark_sites
from motorium.motors.posture.shown import LEVELS, MOST_SEGMENTS, MOST_SLIDING, Shown
from motorium.motors.posture.state import FIGURE_STATE, States, fresh_states

__all__ = [
    "check_handed",
    "given_of",
    "guessed",
    "make_of",
    "nearest_postures",
    "remembered",
    "residuals",
]

ALIKE: Final = 1e-5
"""Poses whose turns and places differ by less are the same."""


def make_of(bank: MotionBank) -> str:
    """What must be the same so that one motor understands another's memory: what it plays, and what
    it remembers."""
    digest = hashlib.sha256(repr(FIGURE_STATE).encode())
    for graph in bank.graphs:
        digest.update(repr((graph.title, list(graph.nodes), list(graph.arcs))).encode())
    digest.update(bank.clips.seconds.tobytes() + bank.clips.turns.tobytes())
    return f"posture {digest.hexdigest()[:16]}"


def given_of(
    population: Population,
    slots: Slots,
    shown: Shown,
    rows: Slots,
    states: States,
    velocities: Floats,
    make: str,
) -> Handover:
    """What is told about figures that are let go; rows: those that show them; velocities [m/s] of
    their landmarks in the world."""
    return Handover.of_figures(
        population,
        slots,
        velocities,
        FigurePoses(
            levels=shown.levels[rows],
            positions=shown.positions[rows],
            turns=shown.turns[rows].astype(np.float64),
            rotations=shown.rotations[rows].astype(np.float64),
            slides=shown.slides[rows].astype(np.float64),
            memory=states[slots].copy(),
            make=make,
        ),
    )


def remembered(handover: Handover, make: str) -> States | None:
    """The states that figures come with, if they are of the same make."""
    poses = handover.poses
    if poses is None or poses.make != make or poses.memory.dtype != FIGURE_STATE:
        return None
    states: States = poses.memory.copy()
    return states


def guessed(bank: MotionBank, graphs: Sequence[int], stills: np.ndarray, given: Handover) -> States:
    """States in the postures that are nearest, where figures are."""
    rows = fresh_states(len(given.positions))
    rows["graph"] = graphs
    for row, graph in enumerate(graphs):
        node = nearest_postures(bank.graphs[graph], given.nodes[row : row + 1])[0]
        rows["node"][row] = rows["wish"][row] = node
    rows["clip"] = stills[rows["graph"], rows["node"]]
    rows["x"], rows["y"], rows["z"] = given.positions.T
    rows["facing"] = heading_pitch_roll(given.orientations)[:, 0]
    return rows


def nearest_postures(graph: PostureGraph, nodes: Floats) -> list[int]:
    """The numbers of the fixed postures whose landmarks are nearest to landmarks (n, 15, 3) in body
    frames."""
    skeleton = load_skeleton(FIGURES[0])
    known = {}
    for number, node in enumerate(graph.nodes.values()):
        if node.kind == "fixed":
            placed = skeleton.place(node.sets[FIGURES[0]].sample(0.0))
            known[number] = np.stack(
                [
                    placed.positions[0, site.segment] + placed.rotations[0, site.segment] @ site.at
                    for site in landmark_sites(0)
                ]
            )
    numbers = list(known)
    places = np.stack([known[number] for number in numbers])
    off = np.linalg.norm(nodes[:, None] - places[None], axis=-1).mean(axis=-1)
    return [numbers[best] for best in off.argmin(axis=1)]


def residuals(
    shown: Shown, rows: Slots, poses: FigurePoses, facing: Floats
) -> tuple[Floats, Floats, np.ndarray]:
    """What poses that were handed over differ by from those that are shown.

    Returns turns (n, 69, 4) before each segment's own, of the first one place [m] and turn (n, 7)
    in the ground frame, and whether it is anything at all.
    """
    now = shown.rotations[rows].astype(np.float64)
    turns = multiply(poses.rotations, now * [1.0, -1.0, -1.0, -1.0])
    back = quaternion_from_heading(-facing)
    ours = shown.turns[rows].astype(np.float64) * [1.0, -1.0, -1.0, -1.0]
    root: Floats = np.zeros((len(rows), 7))
    root[:, :3] = world_to_body(
        quaternion_from_heading(facing), poses.positions - shown.positions[rows]
    )
    about = multiply(poses.turns, ours)
    root[:, 3:] = multiply(multiply(back, about), back * [1.0, -1.0, -1.0, -1.0])
    off = np.abs(turns[:, :, 1:]).max(axis=(1, 2)) + np.abs(root[:, [0, 1, 2, 4, 5, 6]]).max(axis=1)
    return turns, root, off > ALIKE


def check_handed(handover: Handover, count: int) -> None:
    """Refuse what is not a handover of so many figures."""
    if len(handover.positions) != count:
        raise ValueError(f"handover of {len(handover.positions)} for {count} figures")
    if handover.nodes.shape[1:] != (len(POINTS), 3):
        raise ValueError(f"a figure has {len(POINTS)} points; the handover has not")
    poses = handover.poses
    if poses is None:
        return
    shapes = {"rotations": (MOST_SEGMENTS, 4), "slides": (MOST_SLIDING, 3)}
    for name, shape in shapes.items():
        if getattr(poses, name).shape[1:] != shape:
            raise ValueError(f"poses of figures: {name} has rows that are not of shape {shape}")
    if (poses.levels >= LEVELS).any():
        raise ValueError(f"levels of figures are 0 to {LEVELS - 1}, not {poses.levels.tolist()}")
