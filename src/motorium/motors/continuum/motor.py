"""The continuum motor: characters that follow performers through a physical world.

    motor = ContinuumMotor(population, commands, [figure], props)
    motor.enter(slots, coordinates)
    motor.perform(slots, coordinates)     # where performers are at the end of the next frame
    motor.advance(frame)                  # 120 frames a second

A performer's pose pulls the parts of his character, and bends its joints; how much of each is up to
what supports it, and to its balance.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import numpy as np

from motorium.bodies.rigid.figure import RigidFigure
from motorium.bodies.rigid.parts import COORDINATES, FREEDOMS, part_number
from motorium.contracts.commands import ActionState, Commands
from motorium.contracts.frames import (
    Floats,
    body_to_world,
    quaternion_from_heading,
    world_to_body,
)
from motorium.contracts.motor import Handover
from motorium.contracts.population import Population, Slots
from motorium.motors.continuum.carrying import Carrying
from motorium.motors.continuum.footing import Footing
from motorium.motors.continuum.grasping import Grasping
from motorium.motors.continuum.handing import coordinates_of, given_of
from motorium.motors.continuum.legs import PELVIS
from motorium.motors.continuum.options import RATE, ContinuumOptions
from motorium.motors.continuum.recovering import BLEND, LONGEST, NEAR, Recovery, heading_of
from motorium.motors.continuum.stepping import Continuum
from motorium.motors.continuum.vocabulary import PERFORMED
from motorium.motors.posture.points import POINTS
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import HANDS, RigidScene

__all__ = ["BOTH", "ContinuumMotor"]

KNEE: Final = 0.5
"""Who lies is set upon ground that is less than so much higher than he [m]."""
REACH: Final = 0.12
"""A hand takes what is less far off [m]."""
BOTH: Final = len(HANDS)
"""The number of both hands together."""
_PART_OF: Final = {"neck": "neck", "head": "head", "pelvis": "pelvis"} | {
    f"{side} {point}": f"{side} {part}"
    for side in ("left", "right")
    for point, part in (
        ("shoulder", "upper arm"),
        ("elbow", "forearm"),
        ("hip", "thigh"),
        ("knee", "shin"),
        ("ankle", "foot"),
    )
}
"""At whose joints landmarks are; wrists are on forearms."""


class ContinuumMotor:
    """Moves the characters of one scene; the first slot that enters is its first character.

    recoveries: how each performer is set into the scene, and who gets up. grips_by_contact: hands
    take hold of what they push into, and let go, by themselves (`grasping.py`), besides `grip` and
    `let_go`.

    Limitations: a scene has as many characters as it was made with, whether they are used or not.
    Fingers, toes and twists of forearms are lost; what is adopted begins with the pose that it had,
    and with the velocity of its pelvis alone.
    """

    name = "continuum"
    vocabulary = PERFORMED

    def __init__(
        self,
        population: Population,
        commands: Commands,
        figures: Sequence[RigidFigure],
        props: Sequence[Prop] = (),
        options: ContinuumOptions | None = None,
        grips_by_contact: bool = False,
    ) -> None:
        if population.nodes.shape[1] != len(POINTS):
            raise ValueError(
                f"figures have {len(POINTS)} points, the population {population.nodes.shape[1]}"
            )
        self.options = options or ContinuumOptions()
        self.scene = RigidScene(figures, props, step=self.options.step)
        self.continuum = Continuum(self.scene, self.options)
        self.footing = Footing(self.scene, self.continuum.build)
        self.carrying = Carrying(self.scene, self.footing)
        self.grips_by_contact = grips_by_contact
        self.grasping = Grasping(self.scene, self.continuum.build)
        self._population, self._commands = population, commands
        count = self.scene.characters
        self._slots: Slots = np.full(count, -1, dtype=np.intp)
        self._character = np.full(population.capacity, -1, dtype=np.int64)
        self.recoveries = [Recovery() for _ in range(count)]
        self._performed = np.array([self._parked(number) for number in range(count)])
        self._targets = self._performed.copy()
        self._marks: Floats = np.zeros((count, 2, len(POINTS), 3))
        self.continuum.start(self._performed)
        for number in range(count):
            self._absent(number)

    def character_of(self, slot: int) -> int:
        """The number of the character that is in a slot."""
        number = int(self._character[slot])
        if number < 0:
            raise ValueError(f"slot {slot} is not on the continuum motor")
        return number

    def enter(self, slots: Slots, coordinates: Floats) -> None:
        """Put newcomers in, posed like this (n, COORDINATES), at rest."""
        poses = self._checked(slots, coordinates)
        for slot, pose in zip(slots, poses, strict=True):
            self._take(int(slot), pose, pose, np.zeros(FREEDOMS))
        self._write()

    def perform(self, slots: Slots, coordinates: Floats) -> None:
        """How performers are, each in his own room, at the end of the next frame."""
        poses = self._checked(slots, coordinates)
        for slot, pose in zip(slots, poses, strict=True):
            self._performed[self.character_of(int(slot))] = pose

    def advance(self, frame: int) -> None:
        """Move everybody, and all props, by one frame of 1/120 s."""
        for number, slot in enumerate(self._slots):
            if slot < 0:
                self._absent(number)
                continue
            self._act(number, int(slot))
            self._targets[number] = self._wanted(number)
        self.continuum.advance(self._targets)
        for number, slot in enumerate(self._slots):
            if slot >= 0 and self.grips_by_contact:
                awake = not self.continuum.balance.fallen[number]
                self.grasping.feel(number, self._targets[number], awake, 1.0 / RATE)
            if slot >= 0 and self.recoveries[number].runs:
                self._watch(number, int(slot))
        self._write()

    def rise(self, slot: int, heading: bool = False) -> bool:
        """Begin to come back from a fall; heading: turn the performer as the character lies.
        Returns whether there was one to come back from."""
        number = self.character_of(slot)
        if not self.continuum.balance.fallen[number]:
            return False
        self.rejoin(slot, heading)
        return True

    def rejoin(self, slot: int, heading: bool = True) -> None:
        """Let a character come to its performer over a moment, wherever both are: he is set to
        where it is, and it counts as in balance until it has come near."""
        number = self.character_of(slot)
        self.align(slot, heading)
        self.recoveries[number].begin(self.continuum.coordinates(number))
        self.continuum.get_up(number)

    def align(self, slot: int, heading: bool = True) -> None:
        """Set a performer to where his character is."""
        number = self.character_of(slot)
        character, performed = self.continuum.coordinates(number), self._performed[number]
        self.recoveries[number].align(character, performed, heading)
        here = self.recoveries[number].placed(performed)
        self.footing.settle(number, here, float(character[2]) + KNEE)

    def grip(self, slot: int, hand: int = BOTH) -> bool:
        """Close the left hand (0), the right one (1) or both around what is within reach; whether
        there was anything."""
        number, took = self.character_of(slot), False
        for one in _hands(hand):
            near = self.scene.within_reach(number, one, REACH)
            if near is not None and not self._holding(number, one):
                self.scene.take_hold(number, one, near)
                took = True
        return took

    def let_go(self, slot: int, hand: int = BOTH) -> bool:
        """Open the left hand, the right one or both; whether anything was held."""
        number = self.character_of(slot)
        held = any(self._holding(number, one) for one in _hands(hand))
        for one in _hands(hand):
            self.scene.let_go(number, one)
            self.grasping.rest(number, one)
        return held

    def take(self, hand: Hashable, slot: int, part: int, place: Sequence[float]) -> None:
        """A hand from outside takes a part of a character at a place [m]; see `pulling.py`."""
        self.continuum.pulling.take(hand, self.character_of(slot), part, place)

    def is_pulled(self, slot: int) -> bool:
        """Whether a character is in a hand from outside."""
        return self.continuum.pulling.holds(self.character_of(slot))

    def performer(self, slot: int) -> Floats:
        """How a performer is, where he is set into the scene (COORDINATES,)."""
        number = self.character_of(slot)
        here = self.recoveries[number].placed(self._performed[number])
        return self.footing.lifted(number, here)

    def release(self, slots: Slots) -> Handover:
        """Let characters go, as they are now."""
        numbers = [self.character_of(int(slot)) for slot in slots]
        poses = np.stack([self.continuum.coordinates(number) for number in numbers])
        steps = self._marks[numbers, 0] - self._marks[numbers, 1]
        handover = given_of(self._population, slots, poses, steps * RATE)
        for slot, number in zip(slots, numbers, strict=True):
            self._slots[number], self._character[slot] = -1, -1
            self.continuum.pulling.leave(number)
            self._absent(number)
        return handover

    def adopt(self, slots: Slots, handover: Handover) -> None:
        """Take figures on, where and as they are."""
        if len(handover.positions) != len(slots):
            raise ValueError(f"handover of {len(handover.positions)} for {len(slots)} figures")
        if handover.poses is None:
            raise ValueError("a physical character needs the pose of a figure; there is none")
        free = int((self._slots < 0).sum())
        if len(slots) > free:
            raise ValueError(f"{len(slots)} figures for {free} free characters of this scene")
        for row, slot in enumerate(slots):
            pose = coordinates_of(handover.poses, row)
            rates = np.zeros(FREEDOMS)
            rates[:3] = body_to_world(
                handover.orientations[row], handover.node_velocities[row, POINTS.index("pelvis")]
            )
            self._take(int(slot), pose, None, rates)
        self._write()

    def take_over(self, slot: int, other: ContinuumMotor, was: int) -> None:
        """Go on with a character just as it is in a slot of another such motor."""
        number, old = self.character_of(slot), other.character_of(was)
        self.recoveries[number] = other.recoveries[old]
        self._performed[number] = other._performed[old]
        self.continuum.take_over(number, other.continuum, old)
        self.footing.take_over(number, other.footing, old)
        self.carrying.take_over(number, other.carrying, old)
        self.grasping.take_over(number, other.grasping, old)
        for hand, prop in other.scene.held(old):
            self.scene.take_hold(number, hand, self.scene.prop_number(other.scene.props[prop].name))
        self._marks[number] = other._marks[old]
        self._write()

    # ------------------------------------------------------------ inside

    def _checked(self, slots: Slots, coordinates: Floats) -> Floats:
        poses: Floats = np.asarray(coordinates, dtype=np.float64)
        if poses.shape != (len(slots), COORDINATES):
            raise ValueError(
                f"poses of {len(slots)} characters are of shape ({len(slots)}, {COORDINATES}), "
                f"not {poses.shape}"
            )
        if not np.isfinite(poses).all():
            raise ValueError("poses must be finite")
        return poses

    def _take(self, slot: int, pose: Floats, performed: Floats | None, rates: Floats) -> None:
        """performed: None if the pose is that of who is in the scene already."""
        if self._character[slot] >= 0:
            raise ValueError(f"slot {slot} is on the continuum motor already")
        free = np.flatnonzero(self._slots < 0)
        if not len(free):
            raise ValueError(f"all {self.scene.characters} characters of this scene are taken")
        number = int(free[0])
        self._slots[number], self._character[slot] = slot, number
        self.recoveries[number] = Recovery()
        self.footing.settle(number, pose, float(pose[2]))
        self._performed[number] = pose
        if performed is None:
            self._performed[number, 2] -= self.footing.lifts[number, PELVIS]
        else:
            pose = self.footing.lifted(number, performed)
        self.continuum.put(number, pose, rates)
        self.scene.touchable(number, True)
        self._marks[number] = self._landmarks(number)

    def _parked(self, number: int) -> Floats:
        """Whom nobody uses stands far off."""
        pose = self.scene.figures[number].upright()
        pose[:2] = 900.0, 10.0 * number
        return pose

    def _absent(self, number: int) -> None:
        self.scene.touchable(number, False)
        self._targets[number] = self._performed[number] = self._parked(number)
        self.continuum.put(number, self._targets[number], np.zeros(FREEDOMS))

    def _act(self, number: int, slot: int) -> None:
        """Begin what was asked for."""
        commands, mine = self._commands, np.array([slot], dtype=np.intp)
        if commands.action_state[slot] != ActionState.ASKED:
            return
        if len(commands.refuse_unknown(mine, PERFORMED)):
            return
        name = commands.vocabulary.actions[commands.action[slot]].name
        value = int(commands.action_value[slot])
        if name == "rise":
            began = self.rise(slot, heading=value == 1)
            commands.action_state[slot] = ActionState.RUNNING if began else ActionState.REFUSED
            return
        did = self.grip(slot, value) if name == "grip" else self.let_go(slot, value)
        commands.action_state[slot] = ActionState.DONE if did else ActionState.REFUSED

    def _holding(self, number: int, hand: int) -> bool:
        return any(one == hand for one, _ in self.scene.held(number))

    def _wanted(self, number: int) -> Floats:
        """How a character is to be a frame later, on the ground that is there then."""
        recovery, balance = self.recoveries[number], self.continuum.balance
        performed = self._performed[number]
        balance.ground[number], _ = self.footing.height_below(number)
        if self.scene.restless:
            here = recovery.placed(performed)
            self.carrying.carry(number, here, balance, self.options.sticky, 1.0 / RATE)
            turn = float(self.carrying.turns[number])
            recovery.carry(performed, self.carrying.steps[number], turn)
        here = recovery.placed(performed)
        self.footing.feel(number, here, 1.0 / RATE)
        return recovery.on_the_way(self.footing.lifted(number, here), 1.0 / RATE)

    def _watch(self, number: int, slot: int) -> None:
        """Whether who gets up is back."""
        recovery, balance = self.recoveries[number], self.continuum.balance
        off = self.continuum.error(number)
        back = recovery.seconds >= BLEND and off < NEAR and balance.own[number] > 0.9
        if not back and recovery.seconds < LONGEST:
            return
        recovery.end()
        self.continuum.release(number)
        if self._commands.action_state[slot] == ActionState.RUNNING:
            done = ActionState.DONE if back else ActionState.REFUSED
            self._commands.action_state[slot] = done

    def _landmarks(self, number: int) -> Floats:
        """In the world [m], (points, 3)."""
        data, bodies = self.scene.data, self.scene.bodies[number]
        figure = self.scene.figures[number]
        places = np.empty((len(POINTS), 3))
        for row, point in enumerate(POINTS):
            if point in _PART_OF:
                places[row] = data.xpos[bodies[part_number(_PART_OF[point])]]
            else:
                hand = HANDS.index(f"{point.split()[0]} forearm")
                body = bodies[part_number(HANDS[hand])]
                places[row] = data.xpos[body] + data.xmat[body].reshape(3, 3) @ figure.wrists[hand]
        return places

    def _write(self) -> None:
        """Tell the population."""
        people = self._population
        for number, slot in enumerate(self._slots):
            if slot < 0:
                continue
            pose = self.continuum.coordinates(number)
            place = np.array([pose[0], pose[1], self.footing.lifts[number, PELVIS]])
            heading = heading_of(pose)
            turned = heading - float(
                np.arctan2(people.orientations[slot, 3], people.orientations[slot, 0]) * 2
            )
            people.velocities[slot] = (place - people.positions[slot]) * RATE
            people.angular_velocities[slot] = 0.0
            people.angular_velocities[slot, 2] = np.arctan2(np.sin(turned), np.cos(turned)) * RATE
            people.positions[slot] = place
            people.orientations[slot] = quaternion_from_heading(heading)
            self._marks[number, 1] = self._marks[number, 0]
            self._marks[number, 0] = self._landmarks(number)
            people.nodes[slot] = world_to_body(
                people.orientations[slot], self._marks[number, 0] - place
            )


def _hands(hand: int) -> list[int]:
    return [*range(len(HANDS))] if hand == BOTH else [hand]
