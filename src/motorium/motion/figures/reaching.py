"""Inverse kinematics: brings sites of a figure to places, as near as joints allow.

    reach = Reach(load_skeleton("human-high"))
    found = reach.solve(pose, [Goal("left grip", place, weight=10.0)])
    found.pose, found.residuals["left grip"]

mink solves it on a MuJoCo model of the skeleton: goals weigh more or less, what no goal needs stays
near the posture, and no angle leaves its limits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from motorium.bodies.figure.skeleton import FINGERS, Placed, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.settings import SettingsError

__all__ = ["FINE", "Found", "Goal", "Reach"]

FINE: Final = (*FINGERS, "eye", "jaw", "toes")
"""Joints with such a word in their names are left as they are, unless said otherwise."""
ROOT: Final = "root"
STEP: Final = 1.0
DAMPING: Final = 1.0
"""Of steps towards what is far off, as mink weighs it: with less it swings about goals that cannot
be met, and is no quicker at those that can."""
NEAR: Final = 1e-5
"""A step that moves no freedom farther than this [rad or m] is the last."""


@dataclass(frozen=True)
class Goal:
    """Where a site shall be [m], and how its segment shall be turned (3, 3); what is None does not
    matter. Of two goals that cannot both be met the heavier one is met better; 1 is usual.

    seen_from: another site, in whose segment's axes place and turn are: wherever that one goes, the
    goal goes with it."""

    site: str
    place: Floats | None = None
    turn: Floats | None = None
    weight: float = 1.0
    turn_weight: float = 0.3
    seen_from: str | None = None


@dataclass(frozen=True)
class Found:
    """A pose of one frame, and by how much goals are missed: residuals [m] of places by site, and
    turned [rad] of turns."""

    pose: Poses
    residuals: dict[str, float]
    turned: dict[str, float]
    iterations: int


@dataclass
class Reach:
    """Inverse kinematics of a skeleton.

    still: joints that do not move, by whole name; by default those of fingers, eyes, jaw and toes.
    ease: how much a freedom is kept near the posture, by joint; 1 is usual, less is easier.
    """

    skeleton: Skeleton
    still: Collection[str] | None = None
    ease: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mink, _ = _libraries()
        if self.still is None:
            self.still = [
                name for name in self.skeleton.joints if any(word in name for word in FINE)
            ]
        self.model, self._moving = _model(self.skeleton, set(self.still))
        self._configuration = mink.Configuration(self.model)
        self._limits = [mink.ConfigurationLimit(self.model)]
        costs = np.full(self.model.nv, 0.0)
        for freedom, (_, address) in self._moving.items():
            costs[address] = self.ease.get(self.skeleton.freedom_joints[freedom], 1.0)
        self._posture_costs = costs

    def solve(
        self,
        pose: Poses,
        goals: Iterable[Goal],
        posture: Floats | None = None,
        posture_weight: float = 1e-2,
        root_weight: float = 1e-3,
        most: int = 60,
    ) -> Found:
        """Begin at a pose of one frame. posture: angles to stay near (freedoms,), by default the
        pose's own; root_weight: how much the first segment is kept where it is (0: free as air;
        above 10 it hardly moves)."""
        mink, _ = _libraries()
        wanted = list(goals)
        configuration = self._configuration
        configuration.update(self._coordinates(pose))
        tasks: list[Any] = [self._task(goal) for goal in wanted]
        near = mink.PostureTask(self.model, cost=self._posture_costs * posture_weight)
        target = self._coordinates(
            pose if posture is None else Poses(pose.position, pose.rotation, posture[np.newaxis])
        )
        near.set_target(target)
        tasks.append(near)
        if root_weight:
            tasks.append(self._root(pose, root_weight))
        used, farthest = 0, np.inf
        while used < most and farthest >= NEAR:
            used += 1
            velocity = mink.solve_ik(
                configuration, tasks, STEP, "daqp", damping=1e-9, limits=self._limits
            )
            configuration.integrate_inplace(velocity, STEP)
            farthest = float(np.abs(velocity).max())
        return self._found(pose, wanted, used)

    # ------------------------------------------------------------ inside

    def _root(self, pose: Poses, weight: float) -> Any:
        """mink's posture leaves a free body out."""
        mink, _ = _libraries()
        task = mink.FrameTask(self.skeleton.segments[0], "body", weight, weight)
        turn = mink.SO3.from_matrix(pose.rotation[0])
        task.set_target(mink.SE3.from_rotation_and_translation(turn, pose.position[0]))
        return task

    def _task(self, goal: Goal) -> Any:
        mink, _ = _libraries()
        for site in (goal.site, goal.seen_from):
            if site is not None and site not in self.skeleton.sites:
                known = ", ".join(self.skeleton.sites)
                raise KeyError(f"{self.skeleton.title} has no site {site!r}; it has {known}")
        frames = [goal.site, "site"]
        kind = mink.FrameTask
        if goal.seen_from is not None:
            frames += [goal.seen_from, "site"]
            kind = mink.RelativeFrameTask
        task = kind(
            *frames,
            position_cost=0.0 if goal.place is None else goal.weight,
            orientation_cost=0.0 if goal.turn is None else goal.turn_weight,
            lm_damping=DAMPING,
        )
        turn = np.eye(3) if goal.turn is None else goal.turn
        place = np.zeros(3) if goal.place is None else goal.place
        task.set_target(mink.SE3.from_rotation_and_translation(mink.SO3.from_matrix(turn), place))
        return task

    def _coordinates(self, pose: Poses) -> Floats:
        _, mujoco = _libraries()
        coordinates = np.zeros(self.model.nq)
        coordinates[:3] = pose.position[0]
        mujoco.mju_mat2Quat(coordinates[3:7], pose.rotation[0].ravel())
        for freedom, (address, _) in self._moving.items():
            low, high = self.skeleton.limits[freedom]
            coordinates[address] = np.clip(pose.angles[0, freedom], low, high)
        return coordinates

    def _found(self, pose: Poses, goals: list[Goal], iterations: int) -> Found:
        _, mujoco = _libraries()
        coordinates = self._configuration.q
        rotation = np.zeros(9)
        mujoco.mju_quat2Mat(rotation, coordinates[3:7])
        angles = pose.angles.copy()
        for freedom, (address, _) in self._moving.items():
            angles[0, freedom] = coordinates[address]
        found = Poses(coordinates[np.newaxis, :3].copy(), rotation.reshape(1, 3, 3), angles)
        placed = self.skeleton.place(found)
        residuals, turned = {}, {}
        for goal in goals:
            place, own = self._seen(placed, goal)
            if goal.place is not None:
                residuals[goal.site] = float(np.linalg.norm(place - goal.place))
            if goal.turn is not None:
                cosine = (np.trace(own.T @ goal.turn) - 1.0) / 2.0
                turned[goal.site] = float(np.arccos(np.clip(cosine, -1.0, 1.0)))
        return Found(found, residuals, turned, iterations)

    def _seen(self, placed: Placed, goal: Goal) -> tuple[Floats, Floats]:
        """Where a goal's site is and how it is turned, in the axes that the goal is meant in."""
        place = self.skeleton.site_places(placed, goal.site)[0]
        turn = placed.rotations[0, self.skeleton.sites[goal.site].segment]
        if goal.seen_from is None:
            return place, turn
        here = self.skeleton.site_places(placed, goal.seen_from)[0]
        axes = placed.rotations[0, self.skeleton.sites[goal.seen_from].segment]
        return axes.T @ (place - here), axes.T @ turn


def _model(skeleton: Skeleton, still: set[str]) -> tuple[Any, dict[int, tuple[int, int]]]:
    """A MuJoCo model, and for each freedom that moves its coordinate and its degree of freedom.

    What stands still does so at zero: sites on segments beyond it are where they are at rest.
    """
    _, mujoco = _libraries()
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    bodies: list[Any] = []
    for number, name in enumerate(skeleton.segments):
        parent = spec.worldbody if number == 0 else bodies[skeleton.parents[number]]
        body = parent.add_body(name=name, pos=skeleton.offsets[number])
        # Nothing falls here; MuJoCo only wants moving bodies to weigh something.
        body.mass, body.inertia, body.explicitinertial = 1.0, [1e-3] * 3, True
        bodies.append(body)
        if number == 0:
            body.add_freejoint(name=ROOT)
        for freedom in skeleton.freedoms_of[number]:
            if skeleton.freedom_joints[freedom] in still:
                continue
            kind = (
                mujoco.mjtJoint.mjJNT_SLIDE
                if skeleton.slides[freedom]
                else mujoco.mjtJoint.mjJNT_HINGE
            )
            body.add_joint(
                name=f"freedom {freedom}",
                type=kind,
                axis=skeleton.axes[freedom],
                range=skeleton.limits[freedom],
                limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            )
    for name, site in skeleton.sites.items():
        bodies[site.segment].add_site(name=name, pos=site.at)
    model = spec.compile()
    moving = {}
    for freedom in range(skeleton.freedoms):
        if skeleton.freedom_joints[freedom] not in still:
            joint = model.joint(f"freedom {freedom}")
            moving[freedom] = int(joint.qposadr[0]), int(joint.dofadr[0])
    return model, moving


def _libraries() -> tuple[Any, Any]:
    try:
        import mink
        import mujoco
    except ImportError:
        raise SettingsError(
            "inverse kinematics needs mink and MuJoCo: pip install 'motorium[figures]'"
        ) from None
    return mink, mujoco
