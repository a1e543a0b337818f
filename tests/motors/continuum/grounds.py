"""Ground that is not level, and somebody on it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from motorium.contracts.commands import Commands
from motorium.contracts.frames import Floats
from motorium.contracts.population import Population
from motorium.motors.continuum.legs import FEET
from motorium.motors.continuum.motor import ContinuumMotor
from motorium.motors.continuum.vocabulary import PERFORMED
from motorium.motors.posture.points import POINTS
from motorium.physics.rigid.props import Prop
from tests.motors.continuum.performers import FIGURE


def block(
    high: float, begin: float = -1.5, long: float = 3.0, name: str = "block", ground: bool = True
) -> Prop:
    """Its top is so high [m], and from `begin` on so long."""
    size = (long / 2, 2.0, high / 2)
    return Prop(name, "box", size, 0.0, (begin + long / 2, 0.0, high / 2), ground=ground)


def ramp(degrees: float, begin: float, long: float = 3.0) -> Prop:
    """It rises from the floor at `begin` [m]."""
    angle, thick = np.radians(degrees), 0.1
    along, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    x, z = np.array([begin, 0.0]) + long / 2 * along - thick * up
    turn = (np.cos(angle / 2), 0.0, -np.sin(angle / 2), 0.0)
    return Prop("ramp", "box", (long / 2, 2.0, thick), 0.0, (x, 0.0, z), turn=turn, ground=True)


def boulder(speed: float, high: float) -> Prop:
    """150 kg that roll towards who stands at the origin, on ground that is so high."""
    velocity, spin = (-speed, 0.0, 0.0), (0.0, -speed / 0.33, 0.0)
    at = (1.3, 0.0, high + 0.331)
    return Prop("boulder", "ball", (0.33,), 150.0, at, velocity=velocity, spin=spin)


@dataclass
class Went:
    """errors [m] (frames, parts): from where the lifted performer is; fallen (frames,), beta,
    own; pelvis [m] (frames, 3); soles [m] (frames, 2): of the lowest corner of each above the
    ground beneath it."""

    errors: list[Floats] = field(default_factory=list)
    fallen: list[bool] = field(default_factory=list)
    beta: list[float] = field(default_factory=list)
    pelvis: list[Floats] = field(default_factory=list)
    soles: list[list[float]] = field(default_factory=list)

    @property
    def rms(self) -> float:
        return float(np.sqrt(np.square(self.errors).mean()))


class Walker:
    """Somebody on a continuum motor."""

    def __init__(self, props: tuple[Prop, ...], pose: Floats) -> None:
        people, commands = Population(1, len(POINTS)), Commands(PERFORMED, 1)
        self.motor = ContinuumMotor(people, commands, [FIGURE], props)
        self.slots = people.enter(1)
        self.motor.enter(self.slots, pose[None])
        self.continuum, self.scene = self.motor.continuum, self.motor.scene
        self.balance = self.continuum.balance

    def goes(self, poses: Floats) -> Went:
        went = Went()
        for frame, pose in enumerate(poses):
            self.motor.perform(self.slots, pose[None])
            self.motor.advance(frame)
            centres = self.scene.data.xipos[self.scene.bodies[0]]
            off = centres - self.continuum.targets.centres[0, 1]
            went.errors.append(np.linalg.norm(off, axis=1))
            went.fallen.append(bool(self.balance.fallen[0]))
            went.beta.append(float(self.balance.beta[0]))
            went.pelvis.append(self.continuum.coordinates()[:3].copy())
            went.soles.append([self.above_ground(foot) for foot in FEET])
        return went

    def corners(self) -> Floats:
        """Of the support polygon [m] (n, 2)."""
        return self.balance.corners[0, : self.balance.corner_count[0]].copy()

    def sole(self, foot: int) -> Floats:
        """The lower corners of a sole [m] (4, 3)."""
        body = self.scene.bodies[0, foot]
        geom = self.scene.model.body_geomadr[body]
        half = self.scene.model.geom_size[geom]
        signs = np.array([[1, 1, -1], [1, -1, -1], [-1, 1, -1], [-1, -1, -1]])
        axes = self.scene.data.geom_xmat[geom].reshape(3, 3)
        found: Floats = self.scene.data.geom_xpos[geom] + (signs * half) @ axes.T
        return found

    def above_ground(self, foot: int) -> float:
        """How high the lowest corner of a sole is above the ground [m]."""
        high = [0.0, 0.0, 0.3]
        return min(
            float(corner[2]) - self.scene.ground_below(corner + high)[0]
            for corner in self.sole(foot)
        )
