"""Gaits with true foot contacts: single strides between postures, and walks along paths.

    left = stride("walking forward", "cycle", "left")  # human-high, arms swinging
    left.poses, left.contacts, left.begins, left.ends
    walk("running", 6, gait_at("running", 3.5), turn_per_step=0.1)

Where a foot stands and when is planned first (`footsteps`); from that follow the ways of the feet
(`feet`) and of the pelvis (`pelvis`), the legs' angles between them (`leg_ways`), and what the
upper body does (`upper`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.skeleton import SIDES, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.channels import MADE_AT
from motorium.motion.figures.walking.footsteps import Step, plan_footsteps
from motorium.motion.figures.walking.gaits import SPEEDS, Gait, checked_kind, gait_at, size_of
from motorium.motion.figures.walking.leg_ways import leg_angles
from motorium.motion.figures.walking.legs import leg_of, side_sign, turned_heading
from motorium.motion.figures.walking.standing import standing_of
from motorium.motion.figures.walking.upper import Carriage, carry_upper_body, unarmed

__all__ = [
    "LENGTHS",
    "PARTS",
    "Contact",
    "Stride",
    "gait_nodes",
    "stride",
    "walk",
]

PARTS: Final = ("start", "cycle", "end")

LENGTHS: Final = {False: (0.4, 1.1), True: (0.9, 1.06)}
"""How short and how long steps may be as a share of a gait's own; True: of runners. Who wants to
take longer ones takes a faster gait."""
MOST_TURN: Final = 0.35
"""By how much a step turns at most [rad]."""


class Contact(NamedTuple):
    """A site that is at a place (3,) [m] from its first frame to its last."""

    site: str
    first: int
    last: int
    place: Floats


@dataclass(frozen=True)
class Stride:
    """Frames of a figure that walks, from one node to another; nodes: frames at which a foot
    strikes (backward: is lifted)."""

    poses: Poses
    contacts: tuple[Contact, ...]
    begins: str
    ends: str
    nodes: tuple[int, ...]

    @property
    def seconds(self) -> float:
        return (len(self.poses) - 1) / MADE_AT


def stride(
    kind: str,
    part: str,
    side: str,
    gait: Gait | None = None,
    skeleton: Skeleton | None = None,
    carriage: Carriage | None = None,
) -> Stride:
    """One stride on which the foot of a side moves (of an end of running: moves first), from the
    origin along +x."""
    checked_kind(kind)
    if part not in PARTS:
        raise ValueError(f"a stride is one of {', '.join(PARTS)}, not {part!r}")
    side_sign(side)
    skeleton, gait, carriage = _defaults(kind, skeleton, gait, carriage)
    backward = kind == "walking backward"
    # Backwards is forwards, run backwards.
    which = {"start": "end", "end": "start"}.get(part, part) if backward else part
    other = SIDES[1 - SIDES.index(side)]
    first = other if which == "cycle" else side
    steps = [Step(gait.step_length)] * 2
    made = _Walk(gait, steps, first, skeleton, carriage)
    nodes = made.frames
    begin, end = {
        "start": (0, nodes[0]),
        "cycle": (nodes[0], nodes[1]),
        "end": (nodes[1], made.last),
    }[which]
    return made.cut(begin, end, backward)


def walk(
    kind: str,
    steps: int | Sequence[float],
    gait: Gait | None = None,
    turn_per_step: float | Sequence[float] = 0.0,
    first: str = "left",
    skeleton: Skeleton | None = None,
    carriage: Carriage | None = None,
) -> Stride:
    """From standing to standing, from the origin along +x: so many steps, or steps of these
    lengths [m], after which the other foot is set beside. turn_per_step [rad]: by how much the
    path turns to the left on each; a curve of radius r turns by step length over r."""
    checked_kind(kind)
    side_sign(first)
    skeleton, gait, carriage = _defaults(kind, skeleton, gait, carriage)
    lengths = (
        [gait.step_length] * steps
        if isinstance(steps, (int, np.integer))
        else [float(s) for s in steps]
    )
    if not lengths:
        raise ValueError("a walk has at least one step")
    turns = (
        [float(turn_per_step)] * len(lengths)
        if isinstance(turn_per_step, (int, float, np.number))
        else [float(turn) for turn in turn_per_step]
    )
    if len(turns) != len(lengths):
        raise ValueError(f"{len(turns)} turns are given for {len(lengths)} steps")
    _check_steps(gait, skeleton, lengths, turns)
    backward = kind == "walking backward"
    planned = [Step(length, turn) for length, turn in zip(lengths, turns, strict=True)]
    if backward:
        planned = [Step(step.length, -step.turn) for step in reversed(planned)]
        if len(planned) % 2:
            first = SIDES[1 - SIDES.index(first)]
    made = _Walk(gait, planned, first, skeleton, carriage)
    return made.cut(0, made.last, backward)


def gait_nodes(
    kind: str,
    gait: Gait | None = None,
    skeleton: Skeleton | None = None,
    carriage: Carriage | None = None,
) -> dict[str, Poses]:
    """The two postures of a kind by name, each with one foot in front."""
    found = {}
    for side in SIDES:
        made = stride(kind, "cycle", side, gait, skeleton, carriage)
        found[made.begins] = made.poses.frames(slice(0, 1))
    return found


def _check_steps(gait: Gait, skeleton: Skeleton, lengths: list[float], turns: list[float]) -> None:
    least, most = LENGTHS[gait.bounce]
    fastest = SPEEDS[gait.kind][1] * math.sqrt(size_of(skeleton))
    shortest, longest = least * gait.step_length, most * gait.step_length
    longest = max(min(longest, fastest * gait.step_seconds), gait.step_length)
    for length in lengths:
        if not shortest - 1e-9 <= length <= longest + 1e-9:
            raise ValueError(
                f"a step of this gait is {shortest:.2f} to {longest:.2f} m long, not {length:.2f} m"
            )
    for turn in turns:
        if not abs(turn) <= MOST_TURN:
            raise ValueError(
                f"a step turns by up to {MOST_TURN} rad to either side, not by {turn:.2f}"
            )


def _defaults(
    kind: str, skeleton: Skeleton | None, gait: Gait | None, carriage: Carriage | None
) -> tuple[Skeleton, Gait, Carriage]:
    if skeleton is None:
        from motorium.bodies.figure.files import load_skeleton

        skeleton = load_skeleton("human-high")
    gait = gait_at(kind, skeleton=skeleton) if gait is None else gait
    if gait.kind != kind:
        raise ValueError(f"the gait is one of {gait.kind}, not of {kind}")
    return skeleton, gait, unarmed(skeleton) if carriage is None else carriage


class _Walk:
    """A whole walk, seen running forward."""

    def __init__(
        self, gait: Gait, steps: list[Step], first: str, skeleton: Skeleton, carriage: Carriage
    ) -> None:
        self.skeleton = skeleton
        self.posture = carriage.posture
        self.legs = {side: leg_of(skeleton, side) for side in SIDES}
        self.standing = standing_of(skeleton, carriage.standing)
        self.plan = plan_footsteps(gait, steps, first, self.standing, self.legs)
        self.last = round(self.plan.seconds * MADE_AT)
        self.frames = [round(node * MADE_AT) for node in self.plan.nodes]
        self.poses = self._poses(carriage.swings)

    def _poses(self, swings: bool) -> Poses:
        times = np.arange(self.last + 1) / MADE_AT
        pelvis, angles = leg_angles(times, self.plan, self.standing, self.legs)
        poses = Poses(
            pelvis.position,
            pelvis.rotation,
            np.repeat(self.standing.pose.angles, len(times), axis=0),
        )
        for side, leg in self.legs.items():
            poses.angles[:, list(leg.freedoms)] = angles[side]
        carry_upper_body(self.skeleton, poses, times, self.plan, pelvis, self.standing, swings)
        return poses

    def cut(self, begin: int, end: int, backward: bool) -> Stride:
        """Frames from one node to another, moved to the origin."""
        poses = self.poses.frames(slice(begin, end + 1))
        contacts = self._contacts(begin, end)
        names = self._name(begin), self._name(end)
        nodes = [frame - begin for frame in self.frames if begin <= frame <= end]
        origin, heading = self._where(end if backward else begin)
        if backward:
            count = end - begin
            poses = Poses(poses.position[::-1], poses.rotation[::-1], poses.angles[::-1])
            contacts = [
                Contact(site, count - last, count - first, place)
                for site, first, last, place in reversed(contacts)
            ]
            names = names[1], names[0]
            nodes = [count - frame for frame in reversed(nodes)]
        return _moved(Stride(poses, tuple(contacts), *names, tuple(nodes)), origin, heading)

    def _where(self, frame: int) -> tuple[Floats, float]:
        if frame == 0:
            return np.zeros(3), 0.0
        if frame == self.last:
            return np.array([*self.plan.end, 0.0]), self.plan.end_heading
        node = self.frames.index(frame)
        return np.array([*self.plan.pelvis[node].value, 0.0]), float(self.plan.headings[node].value)

    def _name(self, frame: int) -> str:
        if frame in (0, self.last):
            return self.posture
        return f"{self.plan.gait.kind} {self.plan.sides[self.frames.index(frame)]}"

    def _contacts(self, begin: int, end: int) -> list[Contact]:
        found = []
        for side in SIDES:
            for stance in self.plan.stances[side]:
                spans = [
                    ("heel", stance.strike, stance.heel_off, stance.heel),
                    ("ball", stance.down, stance.tip_off, stance.ball),
                ]
                if stance.heading == stance.off_heading:
                    spans.append(("toe tip", stance.down, stance.toe_off, stance.tip))
                else:
                    leg = self.legs[side]
                    ahead = turned_heading(np.array([stance.heading]))[0] @ (leg.tip - leg.ball)
                    spans.append(("toe tip", stance.down, stance.heel_off, stance.ball + ahead[:2]))
                    spans.append(("toe tip", stance.turned_by, stance.toe_off, stance.tip))
                for name, begun, ended, place in spans:
                    first = max(math.ceil(max(begun * MADE_AT, begin) - 1e-6), begin)
                    last = min(math.floor(min(ended * MADE_AT, end) + 1e-6), end)
                    if first <= last:
                        at = np.array([*place, 0.0])
                        found.append(Contact(f"{side} {name}", first - begin, last - begin, at))
        return sorted(found, key=lambda contact: contact.first)


def _moved(made: Stride, origin: Floats, heading: float) -> Stride:
    """Seen from an origin on the floor with a heading."""
    turn = turned_heading(np.array([-heading]))[0]
    poses = Poses(
        (made.poses.position - origin) @ turn.T,
        turn @ made.poses.rotation,
        made.poses.angles.copy(),
    )
    contacts = tuple(
        Contact(site, first, last, turn @ (place - origin))
        for site, first, last, place in made.contacts
    )
    return Stride(poses, contacts, made.begins, made.ends, made.nodes)
