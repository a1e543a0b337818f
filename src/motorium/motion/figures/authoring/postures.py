"""Postures: the nodes of a graph, solved from their goals by inverse kinematics.

nodes = author_nodes(load_script("soldier"), load_skeleton("human-high"))
nodes["standing firing"]  # poses of one frame
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import numpy as np

from motorium.bodies.figure.rifle import RIFLE, equipped
from motorium.bodies.figure.skeleton import FINGERS, Poses, Skeleton, turn_about
from motorium.compiled import Report
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.script_document import Goal, Posture, ScriptDocument
from motorium.motion.figures.reaching import FINE, Found, Reach
from motorium.motion.figures.reaching import Goal as Aim
from motorium.settings import SettingsError

__all__ = [
    "CONTACT",
    "HOLD",
    "HOLD_TURN",
    "ON_RIFLE",
    "Solver",
    "attitude",
    "author_nodes",
    "bent",
    "on_rifle",
    "shaped",
    "solve_posture",
]

CONTACT: Final = 60.0
"""The weight of what rests on the floor."""
HOLD: Final = 80.0
"""The weight of the left hand on the rifle."""
HOLD_TURN: Final = 0.1
ROUNDS: Final = 12
STEPS: Final = 10
"""Goals that hang on the body itself, like a butt in the shoulder, are taken anew so often at most,
after so many steps."""
SETTLED: Final = 1e-3
"""If no angle has changed by more [rad], a posture is found."""
STIFFNESS: Final = {"girdle": 3.0, "neck": 3.0, "atlas": 3.0, "heel": 3.0, "toes": 3.0}
"""How much a joint is kept where the posture has it, by a word in its name; otherwise 1."""
MISSED: Final = 0.06
"""A goal that is farther off than this [m] is told."""
ON_RIFLE: Final = tuple(RIFLE.places)
"""Sites that turn with the rifle."""


def attitude(degrees: tuple[float, float, float]) -> Floats:
    """Heading, pitch (up positive) and roll (left side up positive) as a rotation (3, 3)."""
    heading, pitch, roll = np.radians(degrees)
    turns = [
        turn_about(np.array(axis), np.array([angle]))[0]
        for axis, angle in (
            ([0.0, 0.0, 1.0], heading),
            ([0.0, -1.0, 0.0], pitch),
            ([1.0, 0.0, 0.0], roll),
        )
    ]
    turned: Floats = turns[0] @ turns[1] @ turns[2]
    return turned


def _stiffness(joint: str) -> float:
    """Arms and legs move first, then neck and shoulder blades, and last the vertebrae: there are
    so many of them that each must be much stiffer for all together to be so."""
    if joint[0] in "LT" and joint[1:].isdigit():
        return 12.0
    return next((stiff for word, stiff in STIFFNESS.items() if word in joint), 1.0)


def on_rifle(
    site: str, place: Floats, turn: Floats | None, weight: float, turn_weight: float
) -> Aim:
    """A goal in the rifle's frame: wherever the rifle goes, there the site goes with it."""
    # The site "trigger" has the axes of the hand, not of the rifle.
    own = None if turn is None else RIFLE.turn @ turn
    return Aim(site, RIFLE.turn @ place, own, weight, turn_weight, seen_from="trigger")


class Solver:
    """A figure, with its rifle if it has one, and what solves its poses. Toes bend, fingers have
    shapes."""

    def __init__(self, script: ScriptDocument, skeleton: Skeleton) -> None:
        self.script = script
        self.skeleton = equipped(skeleton) if script.script.rifle else skeleton
        words = [word for word in FINE if word != "toes"]
        self.reach = Reach(
            self.skeleton,
            still=[joint for joint in skeleton.joints if any(word in joint for word in words)],
            ease={joint: _stiffness(joint) for joint in skeleton.joints},
        )

    def bent(self, angles: Floats, wanted: Mapping[str, float], where: str) -> Floats:
        """Angles (freedoms,) with some of them set [degrees], within their limits."""
        return bent(self.script, self.skeleton, angles, wanted, where)

    def shaped(self, angles: Floats, side: str, shape: str) -> Floats:
        """Angles (freedoms,) with a hand's shape."""
        return shaped(self.script, self.skeleton, angles, side, shape)

    def aim(self, goal: Goal, pose: Poses) -> Aim:
        """A goal of the file as one of inverse kinematics, for a body in that pose."""
        place = None
        weight = goal.weight
        if goal.floor is not None:
            place = np.array([*goal.floor, self.script.clearance[goal.site]])
            weight = max(weight, CONTACT)
        elif goal.place is not None:
            place = np.array(goal.place)
            if goal.near is not None:
                placed = self.skeleton.place(pose)
                turned = placed.rotations[0, self.skeleton.sites[goal.near].segment]
                if goal.near in ON_RIFLE:
                    turned = turned @ RIFLE.turn
                place = self.skeleton.site_places(placed, goal.near)[0] + turned @ place
        turn = None
        if goal.points is not None:
            turn = attitude(goal.points)
            if goal.site in ON_RIFLE:
                turn = turn @ RIFLE.turn.T
        return Aim(goal.site, place, turn, weight, goal.turn_weight)


def bent(
    script: ScriptDocument,
    skeleton: Skeleton,
    angles: Floats,
    wanted: Mapping[str, float],
    where: str,
) -> Floats:
    """Angles (freedoms,) with some of them, written "joint.freedom", set [degrees]; within their
    limits."""
    angles = angles.copy()
    for name, degrees in wanted.items():
        joint, _, freedom = name.rpartition(".")
        try:
            number = skeleton.freedom(joint, freedom)
        except KeyError as error:
            sentence = f"{script.script.title}: {where}: {name!r}: {error.args[0]}"
            raise SettingsError(sentence) from None
        if skeleton.slides[number]:
            raise SettingsError(f"{script.script.title}: {where}: {name!r} slides, and is not bent")
        angles[number] = np.clip(np.radians(degrees), *skeleton.limits[number])
    return angles


def shaped(
    script: ScriptDocument, skeleton: Skeleton, angles: Floats, side: str, shape: str
) -> Floats:
    """Angles (freedoms,) with a hand's shape: fingers that it does not name are straight."""
    straight = angles.copy()
    fingers = tuple(f"{side} {finger}" for finger in FINGERS)
    for number, joint in enumerate(skeleton.freedom_joints):
        if joint.startswith(fingers):
            straight[number] = 0.0
    wanted = {f"{side} {name}": value for name, value in script.hand[shape].items()}
    return bent(script, skeleton, straight, wanted, f"hand.{shape}")


def author_nodes(
    script: ScriptDocument,
    skeleton: Skeleton,
    report: Report | None = None,
    only: Collection[str] | None = None,
    missed: list[str] | None = None,
) -> dict[str, Poses]:
    """All postures of a script, or only some and those that they are like; each is a pose of one
    frame above the origin. missed: gets sentences about goals that were not met."""
    wanted = {posture.name for posture in script.posture} if only is None else set(only)
    for name in wanted:
        script.posture_named(name)
    for posture in reversed(script.posture):
        if posture.name in wanted and posture.like is not None:
            wanted.add(posture.like)
    postures = [posture for posture in script.posture if posture.name in wanted]
    solver = Solver(script, skeleton)
    nodes: dict[str, Poses] = {}
    for done, posture in enumerate(postures):
        if report is not None:
            report(posture.name, done, len(postures))
        found = solve_posture(solver, posture, nodes)
        nodes[posture.name] = found.pose
        if missed is not None:
            missed += [
                f"{posture.name}: {site} is {off * 1e3:.0f} mm from its goal"
                for site, off in found.residuals.items()
                if off > MISSED
            ]
    if report is not None:
        report("postures", len(postures), len(postures))
    return nodes


def solve_posture(solver: Solver, posture: Posture, nodes: dict[str, Poses]) -> Found:
    """One of them, and by how much its goals are missed."""
    skeleton, where = solver.skeleton, f"posture {posture.name}"
    for goal in posture.goal:
        for site in (goal.site, goal.near):
            if site is not None and site not in skeleton.sites:
                known = ", ".join(skeleton.sites)
                title = solver.script.script.title
                raise SettingsError(f"{title}: {where}: no site {site!r}; there are {known}")
    pose = skeleton.rest() if posture.like is None else nodes[posture.like]
    position, rotation = pose.position, pose.rotation
    if posture.like is None or "height" in posture.model_fields_set:
        position = np.array([[0.0, 0.0, posture.height]])
    if posture.like is None or "attitude" in posture.model_fields_set:
        rotation = attitude(posture.attitude)[np.newaxis]
    angles = solver.bent(pose.angles[0], posture.angles, where)
    for side in ("left", "right"):
        if "hands" in posture.model_fields_set or posture.like is None:
            angles = solver.shaped(angles, side, getattr(posture.hands, side))
    pose = Poses(position, rotation, angles[np.newaxis])
    for _ in range(ROUNDS):
        aims = [solver.aim(goal, pose) for goal in posture.goal]
        if posture.holds and solver.script.script.rifle:
            aims.append(on_rifle("left grip", RIFLE.support, RIFLE.support_turn, HOLD, HOLD_TURN))
        found = solver.reach.solve(pose, aims, posture=angles, most=STEPS)
        moved = np.abs(found.pose.angles - pose.angles).max()
        pose = found.pose
        if moved < SETTLED:
            break
    over = pose.position * [0.0, 0.0, 1.0]
    pose = Poses(over, pose.rotation, pose.angles)
    return Found(pose, found.residuals, found.turned, found.iterations)
