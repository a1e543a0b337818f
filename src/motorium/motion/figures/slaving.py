"""Slaving: a coarser figure does what a finer one does.

    slave = Slave(load_skeleton("human-med"))
    slaved = slave.follow(poses)
    slaved.poses, slaved.residuals["left grip"], slaved.warnings

First its joints follow those of its master that do the same, or the sum of several; then inverse
kinematics brings landmarks into line, hands before all others. What stays off is told.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Placed, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.channels import between
from motorium.motion.figures.reaching import Goal, Reach
from motorium.motion.figures.ways import eased, nearest_rotations
from motorium.settings import SettingsError

__all__ = ["LANDMARKS", "Landmark", "Slave", "Slaved", "combination", "following_text", "full_name"]


class Landmark(NamedTuple):
    """How much a site matters, and how far off it may be [m] before somebody is warned."""

    weight: float
    tolerance: float


LANDMARKS: Final = {
    "grip": Landmark(100.0, 0.005),
    "heel": Landmark(20.0, 0.02),
    "ball": Landmark(20.0, 0.02),
    "pelvis": Landmark(3.0, 0.06),
    "face": Landmark(3.0, 0.06),
    "head top": Landmark(3.0, 0.06),
    "knee": Landmark(3.0, 0.06),
    "shoulder": Landmark(2.0, 0.08),
    "elbow": Landmark(1.5, 0.10),
}
"""By the end of a site's name, in the order of priority: hands hold a rifle."""
TURN_WEIGHT: Final = 3.0
"""Of hands, where a figure has them."""
FIRST, LATER = 200, 40
"""Iterations at most, from afar and from a frame ago."""
POSTURE_WEIGHT: Final = 0.02
"""Of what follows joint by joint, where landmarks leave it free."""


@dataclass(frozen=True)
class Slaved:
    """What a slave does, how far each landmark is off [m] (frames,), and sentences about those that
    are farther off than they may be."""

    poses: Poses
    residuals: dict[str, Floats]
    warnings: list[str]


class Slave:
    """A coarser figure that follows a finer one, human-high if no other is named."""

    def __init__(self, skeleton: Skeleton, master: Skeleton | None = None) -> None:
        self.skeleton = skeleton
        self.master = master or load_skeleton("human-high")
        self._follows = combination(skeleton, self.master)
        self._reach = Reach(skeleton, still=())
        self._landmarks = {
            site: mark
            for end, mark in LANDMARKS.items()
            for site in skeleton.sites
            if site.endswith(end) and site in self.master.sites
        }
        self._hands = [
            site
            for site in self._landmarks
            if site.endswith("grip") and _turns_alone(skeleton, self.master, site)
        ]
        self._trunk = skeleton.segments[0] not in self.master.segments

    def follow(
        self, poses: Poses, motion: str = "", ends: tuple[Poses, Poses] | None = None
    ) -> Slaved:
        """motion: what it is called in warnings; ends: with which poses of its own it shall begin
        and end, so that motions can be joined."""
        placed = self.master.place(poses)
        first = self._first(poses, placed)
        if ends is None:
            slaved = self._pass(placed, first, None)
        else:
            slaved = self._between(placed, first, ends)
        residuals = self._residuals(placed, self.skeleton.place(slaved))
        return Slaved(slaved, residuals, self._warnings(residuals, motion))

    # ------------------------------------------------------------ inside

    def _first(self, poses: Poses, placed: Placed) -> Poses:
        """Joint by joint: near, but not in line."""
        angles = poses.angles @ self._follows.T
        low, high = self.skeleton.limits.T
        rotation = poses.rotation
        if self._trunk:
            # A trunk of one piece is turned half as far as the chest is against the pelvis.
            rotation = _halfway(rotation, placed.rotations[:, self.master.segment("T6")])
        return Poses(poses.position, rotation, np.clip(angles, low, high))

    def _between(self, placed: Placed, near: Poses, ends: tuple[Poses, Poses]) -> Poses:
        """Where several ways lead to the goals, those from one end and from the other may differ:
        so it goes over from the one to the other, and every frame is solved from there."""
        onward = self._pass(placed, near, ends[0])
        backwards = slice(None, None, -1)
        turned = Placed(placed.positions[backwards], placed.rotations[backwards])
        back = self._pass(turned, near.frames(backwards), ends[1]).frames(backwards)
        mixed = between(onward, back, eased(np.linspace(0.0, 1.0, len(near))))
        found = [ends[0]]
        for frame in range(1, len(near) - 1):
            own = mixed.frames(slice(frame, frame + 1))
            found.append(self._solve(own, placed, frame, own.angles[0]))
        return Poses.joined([*found, ends[1]])

    def _pass(self, placed: Placed, near: Poses, start: Poses | None) -> Poses:
        """Frame by frame, each from where the one before was: so nothing jumps where several ways
        lead to a goal."""
        before = near.frames(slice(0, 1)) if start is None else start
        found: list[Poses] = []
        for frame in range(len(near)):
            own = near.frames(slice(frame, frame + 1))
            begin = Poses(own.position, own.rotation, before.angles)
            most = LATER if found or start else FIRST
            before = self._solve(begin, placed, frame, own.angles[0], most)
            found.append(before)
        return Poses.joined(found)

    def _solve(
        self, begin: Poses, placed: Placed, frame: int, posture: Floats, most: int = LATER
    ) -> Poses:
        return self._reach.solve(
            begin,
            self._goals(placed, frame),
            posture=posture,
            posture_weight=POSTURE_WEIGHT,
            root_weight=POSTURE_WEIGHT,
            most=most,
        ).pose

    def _goals(self, placed: Placed, frame: int) -> list[Goal]:
        goals = []
        for site, mark in self._landmarks.items():
            segment, at = self.master.sites[site]
            turn = placed.rotations[frame, segment]
            place = placed.positions[frame, segment] + turn @ at
            hand = site in self._hands
            goals.append(Goal(site, place, turn if hand else None, mark.weight, TURN_WEIGHT))
        return goals

    def _residuals(self, placed: Placed, slaved: Placed) -> dict[str, Floats]:
        residuals: dict[str, Floats] = {}
        for site in self._landmarks:
            off = self.skeleton.site_places(slaved, site) - self.master.site_places(placed, site)
            residuals[site] = np.linalg.norm(off, axis=1)
        return residuals

    def _warnings(self, residuals: dict[str, Floats], motion: str) -> list[str]:
        sentences = []
        name = f"{motion}: " if motion else ""
        for site, off in residuals.items():
            worst, tolerance = float(off.max()), self._landmarks[site].tolerance
            if worst > tolerance:
                sentences.append(
                    f"{name}{self.skeleton.title} misses {site} by up to {worst * 1e3:.0f} mm, "
                    f"more than {tolerance * 1e3:.0f} (frame {int(off.argmax())})"
                )
        return sentences


def following_text() -> str:
    """The file that says which freedoms follow which."""
    return (resources.files("motorium.motion.figures") / "following.toml").read_text("utf-8")


def combination(skeleton: Skeleton, master: Skeleton) -> Floats:
    """A matrix (own freedoms, the master's): which ones are summed."""
    table = tomllib.loads(following_text()).get(skeleton.title, {})
    sums = table | {_right(name): [_right(one) for one in of] for name, of in table.items()}
    numbers = {full_name(master, number): number for number in range(master.freedoms)}
    matrix = np.zeros((skeleton.freedoms, master.freedoms))
    for freedom in range(skeleton.freedoms):
        name = full_name(skeleton, freedom)
        for of in sums.get(name, [name] if name in numbers else []):
            if of not in numbers:
                raise SettingsError(f"following.toml: {name} follows {of!r}, which there is not")
            matrix[freedom, numbers[of]] = 1.0
    return matrix


def full_name(skeleton: Skeleton, freedom: int) -> str:
    """With its joint's: "left elbow flexion"."""
    return f"{skeleton.freedom_joints[freedom]} {skeleton.freedom_names[freedom]}"


def _right(name: str) -> str:
    return name.replace("left", "right")


def _turns_alone(skeleton: Skeleton, master: Skeleton, site: str) -> bool:
    """Whether a site's segment can be turned as its master's, not only carried along."""
    joints = len(skeleton.freedoms_of[skeleton.sites[site].segment])
    return joints >= len(master.freedoms_of[master.sites[site].segment])


def _halfway(one: Floats, other: Floats) -> Floats:
    """Rotations between two, (frames, 3, 3): the nearest ones to their mean."""
    return nearest_rotations(one + other)
