"""Takes: what a performer did, for a physical double to follow.

    take = act_take(ready_graph(console, script="performer"), "punch")
    take = clip_take("07_01.bvh")
    take.coordinates                       # (frames, COORDINATES), 120 frames a second

A take is either an act, made of our figures' own motions, or a clip of somebody real, whose double
has his proportions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses, Skeleton
from motorium.bodies.rigid.figure import RigidFigure, rigid_figure
from motorium.bodies.rigid.wearing import continuous, worn_by
from motorium.contracts.frames import Floats
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.capture.bvh import Clip, read_bvh
from motorium.motion.figures.capture.fit import Tell
from motorium.motion.figures.capture.retargeting import retarget
from motorium.motion.figures.gestures import gesture_angles
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.grounding import grounded
from motorium.motion.figures.playing import played
from motorium.problems import did_you_mean
from motorium.settings import SettingsError

__all__ = [
    "ACTS",
    "HIGH",
    "Take",
    "act_take",
    "check_act",
    "clip_take",
    "clip_worn",
    "joined",
    "take_of",
]

HIGH: Final = "human-high"
HOLD: Final = 0.4
"""How long an act stays in each posture that it names [s]."""
_WALK: Final = [f"walking forward {side}" for _ in range(3) for side in ("left", "right")]
_BACK: Final = [f"walking backward {side}" for _ in range(2) for side in ("left", "right")]
_HOME: Final = [f"walking backward {('left', 'right')[step % 2]}" for step in range(9)]
_RUN: Final = [f"running {side}" for _ in range(3) for side in ("left", "right")]
_GET_UP: Final = ["lying", "on all fours", "kneeling", "standing"]

ACTS: Final[dict[str, tuple[str, ...]]] = {
    "stand": ("standing",),
    "walk": ("standing", *_WALK, "standing"),
    "walk back": ("standing", *_BACK, "standing"),
    "walk home": ("standing", *_HOME, "standing"),
    "run": ("standing", *_RUN, "standing"),
    "wave": ("standing", "waving"),
    "reach": ("standing", "reaching", "standing"),
    "punch": ("standing", "guard", "left punch", "guard", "right punch", "guard", "standing"),
    "squat": ("standing", "squatting", "standing"),
    "kneel": ("standing", "kneeling", "standing"),
    "get up": tuple(_GET_UP),
    "lie down": tuple(reversed(_GET_UP)),
}
"""By name the postures and gestures of the performer's graph that an act goes through."""


@dataclass(frozen=True)
class Take:
    """title; skeleton: the performer; figure: the double; coordinates (frames, COORDINATES) at
    `PERFORMANCE_RATE`."""

    title: str
    skeleton: Skeleton
    figure: RigidFigure
    coordinates: Floats

    def __len__(self) -> int:
        return len(self.coordinates)

    @property
    def length(self) -> int:
        """In frames."""
        return len(self)

    @property
    def seconds(self) -> float:
        """How long it is."""
        return (len(self) - 1) / PERFORMANCE_RATE

    def at(self, frame: int) -> Floats:
        """How the performer is; before the beginning and after the end he stays (COORDINATES,)."""
        pose: Floats = self.coordinates[min(max(frame, 0), len(self) - 1)]
        return pose


def take_of(skeleton: Skeleton, poses: Poses, title: str) -> Take:
    """Of poses at `PERFORMANCE_RATE`."""
    return Take(title, skeleton, rigid_figure(skeleton), worn_by(skeleton, poses))


def check_act(act: str) -> None:
    """Refuse what is none of `ACTS`."""
    if act not in ACTS:
        known, meant = ", ".join(ACTS), did_you_mean(act, ACTS)
        raise SettingsError(f"no act is called {act!r}; known are {known}{meant}")


def act_take(graph: PostureGraph, act: str, hold: float = HOLD) -> Take:
    """One of `ACTS`; hold [s]: how long it stays in postures on its way, and at both ends."""
    check_act(act)
    return take_of(load_skeleton(HIGH), act_poses(graph, ACTS[act], hold), act)


def act_poses(graph: PostureGraph, way: tuple[str, ...], hold: float) -> Poses:
    """Through postures and gestures, staying for a while in those that one can stay in."""
    still = round(hold * PERFORMANCE_RATE)
    parts = [_kept(graph.node(way[0]).sets[HIGH].sample(0.0), still)]
    for start, goal in pairwise(way):
        here = parts[-1].frames(slice(-1, None))
        if goal in graph.gestures:
            parts.append(_gestured(graph, goal, here))
            continue
        moved = played(graph, (start, goal), HIGH, PERFORMANCE_RATE)
        parts.append(_from_here(moved, here))
        if graph.node(goal).kind == "fixed":
            parts.append(_kept(parts[-1].frames(slice(-1, None)), still))
    return Poses.joined(parts)


def joined(takes: Sequence[Take]) -> Take:
    """One after the other, each from where the one before ended; all of one performer."""
    first = takes[0]
    parts = [first.coordinates]
    for take in takes[1:]:
        here, begin = parts[-1][-1], take.coordinates[0]
        shift = np.append(here[:2] - begin[:2], 0.0)
        there = take.coordinates.copy()
        there[:, :3] += shift
        parts.append(there[1:] if len(there) > 1 else there)
    title = ", ".join(take.title for take in takes)
    return replace(first, title=title, coordinates=continuous(np.concatenate(parts)))


def clip_take(path: str | Path, tell: Tell | None = None) -> Take:
    """A BVH file, worn by a double of the performer's proportions, his soles on the ground; tell:
    told how many of how many frames are fitted."""
    return clip_worn(read_bvh(path), Path(path).stem, tell)


def clip_worn(clip: Clip, title: str, tell: Tell | None = None) -> Take:
    """The same, of a clip that is read already."""
    worn = retarget(clip, load_skeleton(HIGH), rate=float(PERFORMANCE_RATE), tell=tell)
    take = take_of(worn.skeleton, worn.poses, title)
    level = grounded(take.figure, take.coordinates, PERFORMANCE_RATE)
    return replace(take, coordinates=level)


def _kept(pose: Poses, frames: int) -> Poses:
    return pose.frames(np.zeros(max(frames, 1), dtype=int))


def _gestured(graph: PostureGraph, name: str, here: Poses) -> Poses:
    gesture = graph.gestures[name]
    times = np.arange(round(gesture.seconds * PERFORMANCE_RATE) + 1) / PERFORMANCE_RATE
    angles = gesture_angles(gesture, load_skeleton(HIGH), here.angles[0], times)
    still = _kept(here, len(times))
    return Poses(still.position, still.rotation, angles)


def _from_here(moved: Poses, here: Poses) -> Poses:
    """A motion from the origin, on from where somebody is, but for its first frame."""
    turn = here.rotation[0] @ moved.rotation[0].T
    upright = np.arctan2(turn[1, 0], turn[0, 0])
    sine, cosine = np.sin(upright), np.cos(upright)
    about = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    shift = here.position[0] - about @ moved.position[0]
    shift[2] = 0.0
    return Poses(moved.position @ about.T + shift, about @ moved.rotation, moved.angles).frames(
        slice(1, None)
    )
