"""Arcs: the motion from one posture to another, made of primitives by inverse kinematics.

    script = load_script("soldier")
    nodes = author_nodes(script, load_skeleton("human-high"))
    arc = author_arc(script, nodes, "standing deployed", "kneeling deployed")
    arc.poses  # 60 a second, from the one node to the other

What primitives say is followed frame by frame, from the frame before. What rests on the floor and
hands on the rifle weigh most; then the pelvis, then all the angles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.compiled import Report
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.postures import Solver
from motorium.motion.figures.authoring.script_document import Arc, ScriptDocument
from motorium.motion.figures.authoring.staging import Stage
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.reaching import Goal
from motorium.motion.figures.ways import led_between, moved, nearest_rotations

__all__ = ["Authored", "author_arc"]

PELVIS: Final = 3.0
PELVIS_TURN: Final = 2.0
POSTURE: Final = 0.03
GUARD: Final = 20.0
"""The weight with which a site is kept from sinking into the floor."""
SETTLED: Final = 0.4
"""Within so many seconds from both ends the rest of the way to the nodes is made up [s]."""
PASSES: Final = 2
"""How often a frame is solved anew because something is in the floor."""
STEPS: Final = 6
"""So many steps of inverse kinematics are made at most."""
SMOOTH: Final = 5.0
FINISH: Final = 1.5
"""How much is averaged between the runs, and behind them [frames]."""


@dataclass(frozen=True)
class Authored:
    """Motion between two nodes.

    poses: 60 a second; the first is the start node's, the last the end node's, moved by shift [m].
    contacts: which site stays where it is from which frame to which; holds: from which frame to
    which the left hand is on the rifle.
    """

    start: str
    end: str
    poses: Poses
    shift: Floats
    contacts: list[tuple[str, int, int]] = field(default_factory=list)
    holds: list[tuple[int, int]] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return (len(self.poses) - 1) / MADE_AT

    def backwards(self) -> Authored:
        """The same the other way round; it begins above the origin, too."""
        last = len(self.poses) - 1
        return Authored(
            self.end,
            self.start,
            moved(self.poses.frames(slice(None, None, -1)), (-self.shift, np.eye(3))),
            -self.shift,
            [(site, last - until, last - since) for site, since, until in self.contacts],
            [(last - until, last - since) for since, until in self.holds],
        )


def author_arc(
    script: ScriptDocument,
    nodes: dict[str, Poses],
    start: str,
    end: str,
    report: Report | None = None,
) -> Authored:
    """The arc from a node to another: as it is written, or the other way round."""
    arc, reverse = script.arc_between(start, end)
    made = _authored(script, nodes, arc, report)
    return made.backwards() if reverse else made


def _authored(
    script: ScriptDocument, nodes: dict[str, Poses], arc: Arc, report: Report | None
) -> Authored:
    """Twice: what comes out first has jerks where sites are let go or touch the floor. Smoothed,
    it is what the second run keeps near, with all contacts."""
    solver = Solver(script, load_skeleton(script.script.figure))
    stage = Stage(solver, arc, nodes)
    frames = round(arc.seconds * MADE_AT) + 1
    label = f"{arc.start} to {arc.end}"
    made = [stage.start]
    for frame in range(1, frames):
        if report is not None:
            report(label, frame, 2 * (frames - 1))
        time = frame / MADE_AT
        guide = Poses(
            stage.place.at(time)[np.newaxis],
            stage.turn.at(time)[np.newaxis],
            stage.angles.at(time)[np.newaxis],
        )
        made.append(_next(solver, stage, time, guide, made, made[-1]))
    guides = _settled(_smoothed(Poses.joined(made), SMOOTH), stage.start, stage.end)
    stage.restart()
    again = [stage.start]
    for frame in range(1, frames):
        if report is not None:
            report(label, frames - 1 + frame, 2 * (frames - 1))
        guide = guides.frames(slice(frame, frame + 1))
        again.append(_next(solver, stage, frame / MADE_AT, guide, again, guide))
    poses = _settled(_smoothed(Poses.joined(again), FINISH), stage.start, stage.end)
    np.clip(poses.angles, *solver.skeleton.limits.T, out=poses.angles)
    return Authored(
        arc.start, arc.end, poses, stage.shift, stage.contacts(MADE_AT), stage.holds(MADE_AT)
    )


def _next(
    solver: Solver, stage: Stage, time: float, guide: Poses, made: list[Poses], seed: Poses
) -> Poses:
    """The pose at a time, near a guide, from a pose to begin with; made: those before."""
    pose = Poses(seed.position, seed.rotation, np.where(stage.still, guide.angles, seed.angles))
    goals = [
        Goal("pelvis", guide.position[0], guide.rotation[0], PELVIS, PELVIS_TURN),
        *stage.goals(time, made, MADE_AT),
    ]
    busy = {goal.site for goal in goals}
    guards: dict[str, Goal] = {}
    for _ in range(PASSES):
        found = solver.reach.solve(
            pose,
            [*goals, *guards.values()],
            posture=guide.angles[0],
            posture_weight=POSTURE,
            most=STEPS,
        )
        pose = found.pose
        sunk = _sunk(solver, stage, pose, busy)
        if not sunk:
            break
        guards.update(sunk)
    return pose


def _sunk(solver: Solver, stage: Stage, pose: Poses, busy: set[str]) -> dict[str, Goal]:
    """Goals for all sites that are lower than they may be."""
    placed = solver.skeleton.place(pose)
    found = {}
    for site, height in stage.lowest.items():
        place = solver.skeleton.site_places(placed, site)[0]
        if site not in busy and place[2] < height:
            found[site] = Goal(site, np.array([place[0], place[1], height]), weight=GUARD)
    return found


def _smoothed(poses: Poses, frames: float) -> Poses:
    """Averaged over time with a Gaussian of so many frames."""
    reach = int(4 * frames)
    shares = np.exp(-0.5 * (np.arange(-reach, reach + 1) / frames) ** 2)
    shares /= shares.sum()

    def averaged(values: Floats) -> Floats:
        flat = values.reshape(len(values), -1)
        padded = np.concatenate(
            [np.repeat(flat[:1], reach, 0), flat, np.repeat(flat[-1:], reach, 0)]
        )
        found = np.stack([np.convolve(row, shares, "valid") for row in padded.T], axis=1)
        return found.reshape(values.shape)

    rotation = nearest_rotations(averaged(poses.rotation))
    return Poses(averaged(poses.position), rotation, averaged(poses.angles))


def _settled(poses: Poses, start: Poses, end: Poses) -> Poses:
    """The first and the last frame are the nodes' own; what is missing there goes softly."""
    settled = led_between(poses, start, end, min(SETTLED * MADE_AT, (len(poses) - 1) / 2))
    return Poses.joined([start, settled.frames(slice(1, -1)), end])
