"""A small posture graph of few angles, the soldier's in outline, and a troupe that plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.skeleton import Poses, turn_about
from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.population import Population, Slots
from motorium.motion.figures.channels import RATES, ChannelSet, at_rate, record
from motorium.motion.figures.gestures import Gesture, Swing
from motorium.motion.figures.graph import Arc, Contact, Node, PostureGraph
from motorium.motion.figures.ways import eased
from motorium.motors.posture.bank import MotionBank
from motorium.motors.posture.motor import PostureMotor, PostureOptions
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.vocabulary import FIGURE

__all__ = ["POSTURES", "Troupe", "small_bank", "small_graph"]

Angles = Mapping[tuple[str, str], float]
"""Freedoms that all three figures have."""
BOTH: Final = ("left", "right")

_LEGS: Final = {(f"{side} knee", "flexion"): 0.1 for side in BOTH}
_HELD: Final = {(f"{side} elbow", "flexion"): 0.5 for side in BOTH}
_AIMED: Final = {("right shoulder", "flexion"): 1.45, ("left shoulder", "flexion"): 1.2}


def _stride(side: str, reach: float) -> Angles:
    other = BOTH[1 - BOTH.index(side)]
    return {
        (f"{side} hip", "flexion"): reach,
        (f"{other} hip", "flexion"): -reach,
        (f"{other} knee", "flexion"): 0.4 * reach,
        **_HELD,
    }


POSTURES: Final[dict[str, tuple[float, float, Angles]]] = {
    "standing deployed": (0.9, 0.0, {**_LEGS, **_HELD}),
    "standing firing": (0.9, 0.0, {**_LEGS, **_AIMED}),
    "kneeling deployed": (0.47, 0.0, {("right knee", "flexion"): 1.5, **_HELD}),
    "crawl": (0.45, 1.4, {(f"{side} hip", "flexion"): 1.4 for side in BOTH}),
    "prone deployed": (0.12, 1.55, {**_HELD}),
    "prone firing": (0.12, 1.5, {**_AIMED}),
    "crawling": (0.2, 1.5, {**_HELD, ("left hip", "flexion"): 0.5}),
    "dead": (0.11, -1.5707, {("left shoulder", "abduction"): 0.8}),
    "walking forward left": (0.88, 0.02, _stride("left", 0.4)),
    "walking forward right": (0.88, 0.02, _stride("right", 0.4)),
    "walking backward left": (0.89, 0.0, _stride("left", 0.3)),
    "walking backward right": (0.89, 0.0, _stride("right", 0.3)),
    "running left": (0.87, 0.15, _stride("left", 0.6)),
    "running right": (0.87, 0.15, _stride("right", 0.6)),
}
"""Height of the pelvis [m], by how much it is bent forward [rad], and angles [rad]."""
LOCOMOTION: Final = ("walking", "running", "crawling")
ARCS: Final[dict[tuple[str, str], tuple[float, float]]] = {
    ("standing deployed", "standing firing"): (0.9, 0.02),
    ("standing deployed", "kneeling deployed"): (1.5, 0.4),
    ("kneeling deployed", "crawl"): (1.6, 0.1),
    ("standing deployed", "crawl"): (2.0, 0.5),
    ("crawl", "prone deployed"): (2.1, 0.1),
    ("prone deployed", "prone firing"): (0.8, 0.0),
    ("prone deployed", "crawling"): (1.4, 0.1),
}
"""There and back: how long [s] and how far [m]."""
GAITS: Final = {
    "walking forward": (32 / 60, 0.72, 0.3),
    "walking backward": (35 / 60, -0.48, -0.2),
    "running": (22 / 60, 1.1, 0.8),
}
"""How long a stride is [s], how far it leads, and how far the first one does [m]."""


def _pose(figure: str, name: str) -> Poses:
    skeleton = load_skeleton(figure)
    height, lean, angles = POSTURES[name]
    pose = skeleton.rest()
    pose.position[0] = 0.0, 0.0, height
    pose.rotation[0] = turn_about(np.array([0.0, 1.0, 0.0]), np.array([lean]))[0]
    for (joint, freedom), angle in angles.items():
        pose.angles[0, skeleton.freedom(joint, freedom)] = angle
    return pose


def _sets(start: str, end: str, seconds: float, travel: float) -> dict[str, ChannelSet]:
    """From posture to posture, with an arm that swings out on the way, so that it is no straight
    line."""
    sets = {}
    frames = round(seconds * 60)
    share = eased(np.arange(frames + 1) / frames)
    even = np.arange(frames + 1) / frames
    for figure in FIGURES:
        skeleton = load_skeleton(figure)
        one, other = _pose(figure, start), _pose(figure, end)
        angles = one.angles + share[:, None] * (other.angles - one.angles)
        swung = skeleton.freedom("left shoulder", "abduction")
        angles[:, swung] += 0.5 * np.sin(np.pi * even) ** 2
        position = one.position + share[:, None] * (other.position - one.position)
        position[:, 0] += travel * even
        leans = POSTURES[start][1] + share * (POSTURES[end][1] - POSTURES[start][1])
        turns = turn_about(np.array([0.0, 1.0, 0.0]), leans)
        kept = at_rate(frames + 1, RATES[figure])
        times = np.arange(frames + 1) / 60
        sets[figure] = record(skeleton, Poses(position, turns, angles), times, kept)
    return sets


def _arc(start: str, end: str, seconds: float, travel: float) -> Arc:
    side = end.split()[-1] if end.split()[-1] in BOTH else "left"
    other = BOTH[1 - BOTH.index(side)]
    contacts = (Contact(f"{other} ball", 0.0, seconds),) if start.startswith(LOCOMOTION) else ()
    sets = _sets(start, end, seconds, travel)
    return Arc(start, end, "authored", sets, (travel, 0.0, 0.0), contacts)


@cache
def small_graph() -> PostureGraph:
    """Fourteen postures, some thirty arcs, a gesture."""
    nodes = {}
    for name in POSTURES:
        sets = {
            figure: record(load_skeleton(figure), _pose(figure, name), np.zeros(1))
            for figure in FIGURES
        }
        kind: Any = "locomotion" if name.startswith(LOCOMOTION) else "fixed"
        nodes[name] = Node(name, kind, sets, implied=name == "dead")
    arcs = {}
    for (start, end), (seconds, travel) in ARCS.items():
        arcs[start, end] = _arc(start, end, seconds, travel)
        arcs[end, start] = _arc(end, start, seconds, -travel)
    arcs["crawling", "crawling"] = _arc("crawling", "crawling", 1.8, 0.5)
    for gait, (seconds, travel, begun) in GAITS.items():
        left, right = f"{gait} left", f"{gait} right"
        for side in (left, right):
            arcs["standing deployed", side] = _arc("standing deployed", side, 50 / 60, begun)
            arcs[side, "standing deployed"] = _arc(side, "standing deployed", 51 / 60, begun)
        arcs[left, right] = _arc(left, right, seconds, travel)
        arcs[right, left] = _arc(right, left, seconds, travel)
    legs = tuple(
        joint
        for joint in load_skeleton("human-high").joints
        if any(part in joint for part in ("hip", "knee", "ankle", "heel", "toes"))
    )
    upper = tuple(joint for joint in load_skeleton("human-high").joints if joint not in legs)
    swings = {
        "left shoulder abduction": Swing(1.2, 0.1),
        "left elbow flexion": Swing(1.6, 0.3),
    }
    waving = Gesture("standing deployed", 2.0, 0.5, 1.6, swings)
    return PostureGraph("small", nodes, arcs, {"upper": upper, "lower": legs}, {"waving": waving})


@cache
def small_bank() -> MotionBank:
    return MotionBank.of([small_graph()])


@dataclass
class Troupe:
    """Some figures and their motor."""

    people: Population
    commands: Commands
    motor: PostureMotor
    slots: Slots

    @staticmethod
    def of(
        count: int = 1,
        posture: str = "standing deployed",
        variation: float = 0.0,
        seed: int = 0,
        capacity: int | None = None,
    ) -> Troupe:
        """All at the origin, heading along x."""
        people = Population(capacity or count, len(POINTS))
        commands = Commands(FIGURE, people.capacity)
        options = PostureOptions(variation)
        motor = PostureMotor(people, commands, [], seed, options, small_bank())
        slots = people.enter(count)
        motor.enter(slots, posture, np.zeros((count, 3)), np.zeros(count))
        return Troupe(people, commands, motor, slots)

    def ask(self, **setpoints: Any) -> None:
        for name, value in setpoints.items():
            self.commands.set(name, self.slots, value)

    def posture(self, name: str) -> None:
        number = self.motor.posture_number(int(self.slots[0]), name)
        self.commands.begin("posture", self.slots, number)

    def advance(self, seconds: float) -> None:
        for frame in range(round(60 * seconds)):
            self.motor.advance(frame)

    @property
    def doing(self) -> str:
        return self.motor.doing(int(self.slots[0]))

    def became(self) -> ActionState:
        """What became of the newest action of the first one."""
        return ActionState(int(self.commands.action_state[self.slots[0]]))

    def landmarks(self) -> np.ndarray:
        """Of all in the world [m], (figures, 15, 3)."""
        people = self.people
        return np.stack([people[int(one)].world_nodes for one in people.ids[self.slots]])
