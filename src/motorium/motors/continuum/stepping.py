"""A scene whose characters follow their performers, frame by frame.

continuum = Continuum(scene, ContinuumOptions())
continuum.start(coordinates)            # (characters, COORDINATES)
continuum.advance(coordinates)          # where performers are a frame later
continuum.balance.beta, continuum.coordinates()
"""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.rigid.parts import COORDINATES, FREEDOMS, PARTS
from motorium.compiled import specialized
from motorium.contracts.frames import Floats
from motorium.motors.continuum.balancing import Rules
from motorium.motors.continuum.controlling import control
from motorium.motors.continuum.options import RATE, ContinuumOptions, gains_of
from motorium.motors.continuum.placing import place_target
from motorium.motors.continuum.pulling import Pulling
from motorium.motors.continuum.state import (
    LONG_AGO,
    build_of,
    fresh_balance,
    fresh_scratch,
    fresh_targets,
)
from motorium.motors.continuum.supporting import Seen
from motorium.physics.rigid.engine import engine
from motorium.physics.rigid.posing import rates_to
from motorium.physics.rigid.scene import RigidScene

__all__ = ["GRAVITY", "Continuum", "rules_of"]

GRAVITY: Final = 9.81
"""As MuJoCo has it [m/s^2]."""


def rules_of(options: ContinuumOptions) -> Rules:
    """The same, for kernels."""
    return Rules(
        kinematic={"kinematic": 1, "dynamic": -1, "integrated": 0}[options.blend],
        discount=options.discount,
        threshold=options.threshold,
        aware=options.aware,
        near=options.near,
        slack=options.slack,
        by_height=options.by_height,
        fallen_below=options.fallen_below,
        patience=options.patience,
        sticky=options.sticky,
        relative=options.relative,
        carries=options.carries,
        most=np.inf if options.blend == "kinematic" else options.most * GRAVITY,
    )


class Continuum:
    """Characters of a scene, in the continuum between playback and physics.

    targets: what performers do; balance: see `Balance`; pulling: hands that pull besides.
    """

    def __init__(self, scene: RigidScene, options: ContinuumOptions | None = None) -> None:
        self.scene, self.options = scene, options or ContinuumOptions()
        if abs(scene.step - self.options.step) > 1e-12:
            raise ValueError(
                f"the scene steps by {scene.step:.6f} s, the options by {self.options.step:.6f} s"
            )
        self._mujoco: Any = engine()
        count = scene.characters
        self.gains, self.rules = gains_of(scene, self.options), rules_of(self.options)
        for begin in scene.freedoms:
            scene.model.dof_damping[begin : begin + FREEDOMS] = self.gains.damping
        self.build = build_of(scene, np.zeros(count))
        self.pulling = Pulling(scene)
        self.targets, self.balance = fresh_targets(count), fresh_balance(count)
        self._balance_arrays = cast(tuple[NDArray[Any], ...], self.balance)
        self.scratch = fresh_scratch()
        self._work = np.zeros((len(PARTS), 7))
        for number, figure in enumerate(scene.figures):
            self._place(number, 0, figure.upright())
            masses = self.build.masses[number]
            centre = masses @ self.targets.centres[number, 0] / masses.sum()
            self.build.standing[number] = centre[2]
        data = scene.data
        self.seen = Seen(
            data.xipos,
            data.cvel,
            data.subtree_com,
            data.geom_xpos,
            data.geom_xmat,
            data.qpos,
            data.qfrc_bias,
            data.qvel,
        )
        self._applied = data.xfrc_applied, data.qfrc_applied
        self._control = specialized(control, *self._step_arguments(0.0))

    def start(self, coordinates: Floats, following: Floats | None = None) -> None:
        """Everybody is as his performer is, and in balance; following: how performers are a frame
        later, which says how fast they are. Without it they are at rest."""
        self.scene.start(coordinates)
        second = coordinates if following is None else following
        for number in range(self.scene.characters):
            self.put(number, coordinates[number], self.rates(coordinates[number], second[number]))
        self._mujoco.mj_forward(self.scene.model, self.scene.data)

    def rates(self, one: Floats, two: Floats) -> Floats:
        """How fast all degrees of freedom are from one pose to another, a frame apart: [m/s] of the
        pelvis, [rad/s] (FREEDOMS,)."""
        found: Floats = np.zeros(FREEDOMS)
        rates_to(one, two, RATE, found)
        return found

    def jump(self, character: int, coordinates: Floats) -> None:
        """A performer is elsewhere all at once: nobody is to follow that way in a frame."""
        self._place(character, 1, coordinates)

    def advance(self, coordinates: Floats) -> None:
        """One frame, at the end of which performers are so (characters, COORDINATES)."""
        for number in range(self.scene.characters):
            self.targets.coordinates[number, 0] = self.targets.coordinates[number, 1]
            self.targets.centres[number, 0] = self.targets.centres[number, 1]
            self._place(number, 1, coordinates[number])
            begin, end = self.targets.coordinates[number]
            rates_to(begin, end, RATE, self.targets.rates[number])
        model, data = self.scene.model, self.scene.data
        steps = self.options.steps
        for step in range(steps):
            self.scene.go()
            self._mujoco.mj_step1(model, data)
            self.control(step / steps)
            self.pulling.add_forces(data.xfrc_applied)
            self._mujoco.mj_step2(model, data)
        # Else places are a step older than coordinates.
        self._mujoco.mj_kinematics(model, data)
        self._mujoco.mj_comPos(model, data)

    def control(self, share: float) -> None:
        """The forces and torques of one step, when such a share of the frame is over."""
        self._control(*self._step_arguments(share))

    def put(self, character: int, coordinates: Floats, rates: Floats) -> None:
        """Set a character into a pose, so fast (FREEDOMS,), and its performer, too."""
        begin, freedom = self.scene.coordinates[character], self.scene.freedoms[character]
        self.scene.data.qpos[begin : begin + COORDINATES] = coordinates
        self.scene.data.qvel[freedom : freedom + FREEDOMS] = rates
        self.jump(character, coordinates)
        self._steady(character)
        self._mujoco.mj_kinematics(self.scene.model, self.scene.data)

    def take_over(self, character: int, other: Continuum, was: int) -> None:
        """Go on with a character just as it is in another continuum."""
        begin, freedom = other.scene.coordinates[was], other.scene.freedoms[was]
        pose = other.scene.data.qpos[begin : begin + COORDINATES]
        self.put(character, pose, other.scene.data.qvel[freedom : freedom + FREEDOMS])
        self._place(character, 1, other.targets.coordinates[was, 1])
        for mine, theirs in zip(self._balance_arrays, other._balance_arrays, strict=True):
            mine[character] = theirs[was]

    def error(self, character: int) -> float:
        """How far parts are on average from where they are wanted [m]."""
        centres = self.scene.data.xipos[self.scene.bodies[character]]
        off = np.linalg.norm(centres - self.targets.centres[character, 1], axis=1)
        return float(off.mean())

    def coordinates(self, character: int = 0) -> Floats:
        """How a character is now; a view."""
        begin = self.scene.coordinates[character]
        mine: Floats = self.scene.data.qpos[begin : begin + COORDINATES]
        return mine

    def get_up(self, character: int) -> None:
        """From now on it is held in balance, and what touches the ground stays its support; it
        begins as it is, or its performer's leap to it would count as speed."""
        self.jump(character, self.coordinates(character))
        self.balance.held[character], self.balance.fallen[character] = 1, 0
        touched = self.balance.touched[character]
        touched[touched > self.options.sticky] = LONG_AGO

    def release(self, character: int) -> None:
        """It keeps its balance itself again."""
        self.balance.held[character] = 0

    def _step_arguments(self, share: float) -> tuple[Any, ...]:
        """What `control` takes; only contacts are other arrays in every step."""
        contacts = self.scene.data.contact
        return (
            self.build,
            self.gains,
            self.rules,
            self.targets,
            share,
            float(RATE),
            self.options.step,
            self.seen,
            contacts.geom,
            contacts.pos,
            contacts.dist,
            contacts.frame,
            self.scratch,
            self.balance,
            *self._applied,
        )

    def _steady(self, character: int) -> None:
        """In balance, and touching nothing yet."""
        for mine, new in zip(self._balance_arrays, fresh_balance(1), strict=True):
            mine[character] = cast(NDArray[Any], new)[0]

    def _place(self, number: int, end: int, coordinates: Floats) -> None:
        self.targets.coordinates[number, end] = coordinates
        place_target(
            self.build,
            number,
            self.targets.coordinates[number, end],
            self._work,
            self.targets.centres[number, end],
        )
