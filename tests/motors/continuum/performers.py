"""Performers without cameras or files, and how well they are followed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import mujoco
import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.figure import RigidFigure, rigid_figure
from motorium.bodies.rigid.parts import TURNS
from motorium.bodies.rigid.wearing import worn_by
from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.gaits import gait_at
from motorium.motion.figures.walking.walks import walk
from motorium.motors.continuum.options import ContinuumOptions
from motorium.motors.continuum.stepping import Continuum
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene

HIGH = load_skeleton("human-high")
FIGURE = rigid_figure(HIGH)
RATE = 120


def at_rate(coordinates: Floats) -> Floats:
    """From 60 frames a second to 120."""
    times = np.arange(0.0, len(coordinates) - 1 + 1e-9, 0.5)
    first = np.minimum(times.astype(int), len(coordinates) - 2)
    share = (times - first)[:, None]
    found = (1.0 - share) * coordinates[first] + share * coordinates[first + 1]
    for at in TURNS:
        found[:, at : at + 4] /= np.linalg.norm(found[:, at : at + 4], axis=1, keepdims=True)
    return np.asarray(found)


@cache
def walking(steps: int = 6, speed: float = 1.3) -> Floats:
    walked = walk("walking forward", steps, gait_at("walking forward", speed))
    return at_rate(worn_by(HIGH, walked.poses))


def standing(seconds: float) -> Floats:
    return np.repeat(walking()[:1], round(seconds * RATE), axis=0)


@dataclass
class Followed:
    """errors [m] (frames, parts): of parts' centres; beta, fallen (frames,); pull [N] (frames,);
    coordinates (frames, COORDINATES)."""

    errors: Floats
    beta: Floats
    fallen: np.ndarray
    pull: Floats
    coordinates: Floats
    warnings: int

    @property
    def rms(self) -> float:
        return float(np.sqrt((self.errors**2).mean()))


def follow(
    coordinates: Floats,
    options: ContinuumOptions | None = None,
    props: tuple[Prop, ...] = (),
    figure: RigidFigure = FIGURE,
) -> Followed:
    """Let a character follow a performance, from its own velocity."""
    options = options or ContinuumOptions()
    scene = RigidScene([figure], props, step=options.step)
    continuum = Continuum(scene, options)
    continuum.start(coordinates[:1], coordinates[1:2])
    errors, beta, fallen, pull, poses = [], [], [], [], []
    for pose in coordinates[1:]:
        continuum.advance(pose[None])
        centres = scene.data.xipos[scene.bodies[0]]
        errors.append(np.linalg.norm(centres - continuum.targets.centres[0, 1], axis=1))
        beta.append(continuum.balance.beta[0])
        fallen.append(continuum.balance.fallen[0])
        pull.append(continuum.balance.pull[0])
        poses.append(continuum.coordinates().copy())
    bad = (mujoco.mjtWarning.mjWARN_BADQACC, mujoco.mjtWarning.mjWARN_BADQPOS)
    return Followed(
        np.array(errors),
        np.array(beta),
        np.array(fallen),
        np.array(pull),
        np.array(poses),
        sum(int(scene.data.warning[int(kind)].number) for kind in bad),
    )
