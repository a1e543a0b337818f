"""An arc's primitives, put on their tracks: angles, the pelvis, sites in the world, and the left
hand in the rifle's frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from motorium.bodies.figure.rifle import RIFLE, rifle_placed
from motorium.bodies.figure.skeleton import Poses
from motorium.contracts.frames import Floats
from motorium.motion.figures.authoring.postures import (
    HOLD_TURN,
    ON_RIFLE,
    Solver,
    attitude,
    on_rifle,
)
from motorium.motion.figures.authoring.primitives import AngleTrack, Ease, PlaceTrack, TurnTrack
from motorium.motion.figures.authoring.runs import MOVING, TAKEN_OVER, TURNED, Run, same_limb
from motorium.motion.figures.authoring.script_document import Arc, Primitive
from motorium.motion.figures.reaching import Goal
from motorium.motion.figures.ways import moved
from motorium.settings import SettingsError

__all__ = ["Stage"]

REGIONS: Final = {
    "bend_torso": ("torso",),
    "turn_head": ("head",),
    "move_arm": ("{side} arm",),
    "move_leg": ("{side} leg",),
    "shape_hand": ("{side} fingers",),
    "aim": ("left arm", "right arm", "head", "torso"),
}
"""Which regions a primitive bends."""
SITES: Final = {
    "move_hand": "{side} hand",
    "move_foot": "{side} foot",
    "move_elbow": "{side} elbow",
    "put_knee_down": "{side} knee",
    "lift_knee": "{side} knee",
}
"""Which site a primitive moves."""


@dataclass
class Stage:
    """An arc, ready to be played through. start and end: the nodes' poses, the latter moved by
    shift [m]; still: freedoms that inverse kinematics leaves alone."""

    solver: Solver
    arc: Arc
    nodes: dict[str, Poses]
    start: Poses = field(init=False)
    end: Poses = field(init=False)
    shift: Floats = field(init=False)
    runs: list[Run] = field(default_factory=list)

    def __post_init__(self) -> None:
        skeleton, arc = self.solver.skeleton, self.arc
        self.start = self.nodes[arc.start]
        self.shift = self._shift()
        self.end = moved(self.nodes[arc.end], (self.shift, np.eye(3)))
        still = set(self.solver.reach.still or ())
        self.still = np.array([[joint in still for joint in skeleton.freedom_joints]])
        self.angles = AngleTrack(self.start.angles[0])
        self.place = PlaceTrack(self.start.position[0])
        self.turn = TurnTrack(self.start.rotation[0])
        for one in sorted(arc.do, key=lambda one: one.begin):
            window = Ease(one.begin, arc.seconds if one.end is None else one.end)
            if one.primitive in REGIONS:
                self._bend(one, window)
            elif one.primitive in ("lower_pelvis", "raise_pelvis"):
                self._move_pelvis(one, window)
            else:
                self._add(one, window)
        for run in self.runs:
            takers = [
                other.begin
                for other in self.runs
                if same_limb(run.site, other.site) and 0.0 <= other.begin - run.end < TAKEN_OVER
            ]
            run.until = min(takers, default=None)
        self.lowest = self._lowest()
        whole = Ease(0.0, arc.seconds)
        everything = list(range(skeleton.freedoms))
        self.angles.go(whole, everything, self.end.angles[0])
        self.place.go(whole, self.end.position[0])
        self.turn.go(whole, self.end.rotation[0])

    # ------------------------------------------------------------ while it is played

    def restart(self) -> None:
        """What begins on the way begins anew from where it is then."""
        for run in self.runs:
            run.place = run.turn = None

    def goals(self, time: float, made: list[Poses], rate: float) -> list[Goal]:
        """Of sites in the world, and of the left hand on the rifle. made: the frames before."""
        found: list[Goal] = []
        for run in self.runs:
            weight = run.weight(time, self.arc.seconds)
            if weight <= 0.0:
                continue
            place, turn = self._where(run, time, made, rate)
            share = min(weight / MOVING, 1.0) * run.turning(time)
            turn_weight = (run.turn_weight or 0.0) * share
            goal = on_rifle if run.on_rifle else Goal
            found.append(goal(run.site, place, turn, weight, turn_weight))
        return found

    def contacts(self, rate: float) -> list[tuple[str, int, int]]:
        """What stays where it is, from which frame to which."""
        return [
            (run.site, round(window.begin * rate), round(window.end * rate))
            for run in self.runs
            for one, window in zip(run.primitives, run.windows, strict=True)
            if one.primitive == "hold" and run.site not in ON_RIFLE
        ]

    def holds(self, rate: float) -> list[tuple[int, int]]:
        """From which frame to which the left hand is on the rifle."""
        return [
            (round(window.begin * rate), round(window.end * rate))
            for run in self.runs
            for one, window in zip(run.primitives, run.windows, strict=True)
            if one.primitive == "grasp"
        ]

    # ------------------------------------------------------------ inside

    def _shift(self) -> Floats:
        plan = self.arc.shift
        if plan is not None:
            return np.array([*plan, 0.0])
        if self.arc.anchor is None:
            return np.zeros(3)
        site = self._site(self.arc.anchor)[0]
        start, end = (
            self._site_place(self.nodes[name], site) for name in (self.arc.start, self.arc.end)
        )
        return (start - end) * [1.0, 1.0, 0.0]

    def _lowest(self) -> dict[str, float]:
        """How low sites may come [m]: as low as they rest, or as one of the nodes has them."""
        return {
            site: min(
                height, *(float(self._site_place(pose, site)[2]) for pose in (self.start, self.end))
            )
            for site, height in self.solver.script.clearance.items()
        }

    def _bend(self, one: Primitive, window: Ease) -> None:
        script, skeleton = self.solver.script, self.solver.skeleton
        joints: set[str] = set()
        for region in REGIONS[one.primitive]:
            joints.update(script.joints_of(region.format(side=one.side), skeleton))
        which = [n for n, joint in enumerate(skeleton.freedom_joints) if joint in joints]
        to = self.end.angles[0] if one.like is None else self.nodes[one.like].angles[0]
        where = f"{one.primitive} from {self.arc.start} to {self.arc.end}"
        if one.angles is not None:
            to = self.solver.bent(self.angles.aim if one.like is None else to, one.angles, where)
        if one.shape is not None and one.side is not None:
            to = self.solver.shaped(to, one.side, one.shape)
        self.angles.go(window, which, to)

    def _move_pelvis(self, one: Primitive, window: Ease) -> None:
        over = np.array([0.0, one.swerve, one.lift])
        self.place.go(window, self._target(one, self.place.aim, self.end.position[0]), over)
        turn = self.end.rotation[0] if one.attitude is None else attitude(one.attitude)
        self.turn.go(window, turn)

    def _add(self, one: Primitive, window: Ease) -> None:
        """To the run that it goes on with, or to one of its own."""
        on_rifle = one.primitive in ("reach_rifle", "grasp")
        name = one.site or SITES.get(one.primitive, "").format(side=one.side)
        site, turn_weight = ("left grip", HOLD_TURN) if on_rifle else self._site(name)
        for run in self.runs:
            same = run.site == site and run.on_rifle == on_rifle
            if same and run.begin - 1e-9 <= window.begin <= run.end + 1e-9:
                run.primitives.append(one)
                run.windows.append(window)
                return
        self.runs.append(Run(site, turn_weight, on_rifle, [one], [window]))

    def _site(self, name: str) -> tuple[str, float | None]:
        """A site, and the weight of its turn, if that matters."""
        site, weight = TURNED.get(name, (name, None))
        if site not in self.solver.skeleton.sites:
            known = ", ".join([*TURNED, *self.solver.skeleton.sites])
            title = self.solver.script.script.title
            where = f"from {self.arc.start} to {self.arc.end}"
            raise SettingsError(f"{title}: {where}: no site {name!r}; there are {known}")
        return site, weight

    def _where(
        self, run: Run, time: float, made: list[Poses], rate: float
    ) -> tuple[Floats, Floats | None]:
        """Where its site shall be, in the world or in the rifle's frame."""
        if run.place is None:
            self._begin(run, made, rate)
        assert run.place is not None
        return run.place.at(time), None if run.turn is None else run.turn.at(time)

    def _begin(self, run: Run, made: list[Poses], rate: float) -> None:
        """From where its site is now, with the speed that it has."""
        place, turn = self._seen(made[-1], run)
        speed = None
        if len(made) > 1 and run.primitives[0].primitive not in ("hold", "grasp"):
            speed = (place - self._seen(made[-2], run)[0]) * rate
        last_place, last_turn = self._seen(self.end, run)
        if run.on_rifle and run.end < self.arc.seconds - 1e-9:
            last_place, last_turn = RIFLE.support, RIFLE.support_turn
        track, turns = PlaceTrack(place, speed), TurnTrack(turn)
        for one, window in zip(run.primitives, run.windows, strict=True):
            ends = run.on_rifle and window.end >= self.arc.seconds - 1e-9
            if one.primitive == "hold" or (one.primitive == "grasp" and not ends):
                if one.primitive == "hold":
                    track.go(window, track.aim)
                continue
            track.go(
                window,
                self._target(one, track.aim, last_place),
                np.array([0.0, one.swerve, one.lift]),
            )
            if one.attitude is not None:
                turns.go(window, attitude(one.attitude))
            elif one.place is None and one.by is None:
                turns.go(window, last_turn)
        run.place = track
        run.turn = None if run.turn_weight is None else turns

    def _target(self, one: Primitive, aim: Floats, end: Floats) -> Floats:
        if one.place is not None:
            return np.array(one.place)
        return end if one.by is None else aim + np.array(one.by)

    def _seen(self, pose: Poses, run: Run) -> tuple[Floats, Floats]:
        """Place and turn of a run's site in its frame."""
        placed = self.solver.skeleton.place(pose)
        place = self.solver.skeleton.site_places(placed, run.site)[0]
        turn = placed.rotations[0, self.solver.skeleton.sites[run.site].segment]
        if not run.on_rifle:
            return place, turn
        at, turned = self._rifle(pose)
        return turned.T @ (place - at), turned.T @ turn

    def _rifle(self, pose: Poses) -> tuple[Floats, Floats]:
        skeleton = self.solver.skeleton
        places, turns = rifle_placed(skeleton, skeleton.place(pose))
        return places[0], turns[0]

    def _site_place(self, pose: Poses, site: str) -> Floats:
        skeleton = self.solver.skeleton
        place: Floats = skeleton.site_places(skeleton.place(pose), site)[0]
        return place
