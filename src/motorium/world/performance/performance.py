"""A performance: performers, their doubles and a scene, frame by frame.

    graph = ready_graph(Console(), script="performer")
    show = Performance(load_scene("boulder"), acts_of(graph, load_scene("boulder")))
    show.advance(360)
    show.throw("boulder")
    show.advance(360)
    show.motor.continuum.balance.fallen
    show.kept_bvh()

Everything is 120 frames a second. A double that has fallen lies until it is told to get up, or
gets up by itself after a while.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from itertools import count
from typing import Final, Protocol

import numpy as np

from motorium.bodies.figure.skeleton import Skeleton
from motorium.bodies.rigid.figure import RigidFigure
from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.capture.simulated import double_poses, double_skeleton
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.takes import Take, act_take, joined
from motorium.motors.continuum.motor import ContinuumMotor
from motorium.motors.continuum.options import ContinuumOptions
from motorium.motors.continuum.recovering import moved
from motorium.motors.continuum.vocabulary import PERFORMED
from motorium.motors.posture.points import POINTS
from motorium.physics.rigid.engine import engine
from motorium.world.performance.document import SceneDocument, props_of, waiting

__all__ = ["KEPT", "Performance", "Performer", "acts_of", "repeatable"]

KEPT: Final = 60.0
"""How much of what was simulated is kept [s]."""
LIES: Final = 0.3
"""By how much the pelvis of who lies is lower than that of who stands, at least [m]."""
APART: Final = 1.5
"""How far performers' rooms are from each other [m]: the first in the middle, then one to the left,
one to the right, and so on."""


class Performer(Protocol):
    """Who is followed: a `Take`, or somebody live. length: after how many frames he has done what
    he does, None if that is never."""

    @property
    def title(self) -> str: ...
    @property
    def skeleton(self) -> Skeleton: ...
    @property
    def figure(self) -> RigidFigure: ...
    @property
    def length(self) -> int | None: ...

    def at(self, frame: int) -> Floats:
        """How he is, in his own room (COORDINATES,)."""


def acts_of(graph: PostureGraph, document: SceneDocument) -> Take:
    """What the built-in performer does in a scene, as one take that can be done again and again."""
    return repeatable(
        [act_take(graph, act) for act in document.scene.acts], partial(act_take, graph)
    )


def repeatable(takes: Sequence[Take], act: Callable[[str], Take]) -> Take:
    """One after the other; who lies down at last gets up, and who gets up lies down, so that he can
    begin again. act: makes a take of its name."""
    lower = float(takes[0].at(0)[2] - takes[-1].at(len(takes[-1]))[2])
    if abs(lower) < LIES:
        return joined(takes)
    return joined([*takes, act("get up" if lower > 0.0 else "lie down")])


class Performance:
    """gets_up [s]: how long who has fallen lies before he gets up by himself; None: until told.

    paused: whether time stands still, as it may for a performer who lies down to line up.
    """

    def __init__(
        self,
        document: SceneDocument,
        performers: Performer | Sequence[Performer],
        options: ContinuumOptions | None = None,
        gets_up: float | None = 1.5,
        loop: bool = True,
    ) -> None:
        self.document, self.loop, self.gets_up = document, loop, gets_up
        self.performers: list[Performer] = (
            list(performers) if isinstance(performers, Sequence) else [performers]
        )
        if not self.performers:
            raise ValueError("a performance needs somebody who performs")
        self.options = options or ContinuumOptions()
        self._rooms = list(range(len(self.performers)))
        self.restart()

    def restart(self) -> None:
        """From the beginning, everything where it was."""
        cast = len(self.performers)
        self.population = Population(cast, len(POINTS))
        self.commands = Commands(PERFORMED, cast)
        self.motor = ContinuumMotor(
            self.population,
            self.commands,
            [performer.figure for performer in self.performers],
            props_of(self.document),
            self.options,
            grips_by_contact=self.document.scene.grip == "contact",
        )
        self.slots = self.population.enter(cast)
        self.frame, self.paused = 0, False
        self._cycle = [np.zeros(3) for _ in range(cast)]
        self._lain = np.zeros(cast)
        self._waits = waiting(self.document)
        self.motor.enter(self.slots, self.performed())
        self._kept: list[deque[Floats]] = [
            deque(maxlen=round(KEPT * PERFORMANCE_RATE)) for _ in range(cast)
        ]

    def recast(self, performers: Sequence[Performer]) -> None:
        """Others perform, or more, or fewer; whoever stays and all props go on as they are."""
        if not performers:
            raise ValueError("a performance needs somebody who performs")
        before = copy(self)
        stays = {
            number: self.performers.index(one)
            for number, one in enumerate(performers)
            if one in self.performers
        }
        taken = {number: self._rooms[old] for number, old in stays.items()}
        free = (room for room in count() if room not in taken.values())
        self.performers = list(performers)
        self._rooms = [taken[k] if k in taken else next(free) for k in range(len(performers))]
        self.restart()
        self.frame, self.paused = before.frame, before.paused
        self.motor.scene.copy_props(before.motor.scene)
        for number, old in stays.items():
            slot, was = int(self.slots[number]), int(before.slots[old])
            self._cycle[number], self._lain[number] = before._cycle[old], before._lain[old]
            self._kept[number] = before._kept[old]
            self.motor.take_over(slot, before.motor, was)

    def catch_up(self) -> None:
        """After time was held: whoever went on performing meanwhile is joined again by his double,
        which could not follow him. Who has fallen lies on."""
        self.motor.perform(self.slots, self.performed())
        for slot in self.slots:
            if not self.motor.continuum.balance.fallen[self.motor.character_of(int(slot))]:
                self.motor.rejoin(int(slot))

    @property
    def seconds(self) -> float:
        """Of the performance."""
        return self.frame / PERFORMANCE_RATE

    def performed(self) -> Floats:
        """How performers are now, each in his own room (performers, COORDINATES)."""
        poses = []
        for number, performer in enumerate(self.performers):
            again = self.loop and performer.length is not None
            frame = self.frame % (performer.length or 1) if again else self.frame
            aside = _room(self._rooms[number]) + self._cycle[number]
            poses.append(moved(performer.at(frame), aside, 0.0))
        return np.stack(poses)

    def advance(self, frames: int = 1) -> None:
        """So many frames; none while it is paused."""
        for _ in range(0 if self.paused else frames):
            self.frame += 1
            self._go_on()
            self.motor.perform(self.slots, self.performed())
            self.motor.advance(self.frame)
            self._care()

    @property
    def over(self) -> bool:
        """Whether all performers have done what they do, and nobody begins again."""
        lengths = [performer.length for performer in self.performers]
        return not self.loop and all(one is not None and self.frame >= one for one in lengths)

    @property
    def kept_seconds(self) -> float:
        """How much of what was simulated is kept [s]."""
        return len(self._kept[0]) / PERFORMANCE_RATE

    def slot(self, number: int) -> int:
        """Of a performer's double."""
        if not 0 <= number < len(self.slots):
            count = len(self.slots)
            raise ValueError(f"there is no performer {number}; there are {count}, from 0 on")
        return int(self.slots[number])

    def throw(self, name: str) -> None:
        """Put a prop that waits to where it began, and let it go with its velocity; a ball
        rolls. Copies have names of their own, as "boulder 1"."""
        if name not in self._waits:
            known = ", ".join(self._waits) or "none"
            raise KeyError(f"{name!r} is not to be thrown; what is: {known}")
        prop = self.motor.scene.props[self.motor.scene.prop_number(name)]
        velocity = np.array(self._waits[name].velocity)
        rolls = np.cross([0.0, 0.0, 1.0], velocity) / prop.size[0]
        self._let_fly(name, [*prop.at, *prop.turn], velocity, rolls if prop.shape == "ball" else 0)

    def toss(self, name: str, at: Sequence[float], velocity: Sequence[float]) -> None:
        """Let a prop that lies or flies freely fly from a place [m], at a velocity [m/s]."""
        self._let_fly(name, [*at, 1.0, 0.0, 0.0, 0.0], velocity, 0.0)

    def _let_fly(
        self,
        name: str,
        place: Sequence[float],
        velocity: Floats | Sequence[float],
        spin: Floats | float,
    ) -> None:
        scene = self.motor.scene
        number = scene.prop_number(name)
        prop = scene.props[number]
        if prop.is_fixed or prop.hangs is not None or prop.path is not None:
            raise KeyError(f"{name!r} stands fast, hangs or goes its own way: it cannot fly")
        joint = scene.model.body_jntadr[scene.prop_bodies[number]]
        at, freedom = scene.model.jnt_qposadr[joint], scene.model.jnt_dofadr[joint]
        scene.data.qpos[at : at + 7] = place
        scene.data.qvel[freedom : freedom + 3] = velocity
        scene.data.qvel[freedom + 3 : freedom + 6] = spin
        engine().mj_kinematics(scene.model, scene.data)

    def kept_bvh(self, number: int = 0) -> str:
        """What a double did in the last minute, as the text of a BVH file."""
        if not self._kept[number]:
            raise ValueError("nothing was simulated yet")
        figure = self.performers[number].figure
        poses = double_poses(figure, np.stack(self._kept[number]))
        return write_bvh(double_skeleton(figure), poses, float(PERFORMANCE_RATE))

    def _go_on(self) -> None:
        """Who performs the same again goes on from where he is."""
        for number, performer in enumerate(self.performers):
            length = performer.length
            if self.loop and length is not None and self.frame % length == 0:
                self._cycle[number][:2] += performer.at(length)[:2] - performer.at(0)[:2]

    def _care(self) -> None:
        balance = self.motor.continuum.balance
        for number, slot in enumerate(self.slots):
            character = self.motor.character_of(int(slot))
            self._kept[number].append(self.motor.continuum.coordinates(character).copy())
            # Nobody gets up against a hand that has him.
            lies = bool(balance.fallen[character]) and not self.motor.is_pulled(int(slot))
            self._lain[number] = self._lain[number] + 1 / PERFORMANCE_RATE if lies else 0.0
            if self.gets_up is not None and self._lain[number] > self.gets_up:
                self.motor.rise(int(slot))


def _room(number: int) -> Floats:
    """Where somebody's own room is in the scene [m]."""
    side = 1 if number % 2 else -1
    return np.array([0.0, side * APART * ((number + 1) // 2), 0.0])
