"""Real motion on our figure: the angles that bring its joints to where the performer's were.

clip = read_bvh("07_01.bvh")
worn = retarget(clip, load_skeleton("human-high"))
worn.poses, worn.skeleton, worn.rms, worn.most
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

from motorium.bodies.figure.skeleton import FINGERS, SIDES, Poses, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh import Clip, resampled
from motorium.motion.figures.capture.fit import Aim, Fit, Tell
from motorium.motion.figures.capture.own import is_of, read_off
from motorium.motion.figures.capture.scale import SEGMENT_OF, Rest, rest_of, scaled_to
from motorium.motion.figures.capture.sources.tables import Source

__all__ = ["COMPARED", "Retargeted", "carried_over", "retarget"]

COMPARED: Final = (
    "neck",
    "head",
    *(
        f"{side} {joint}"
        for joint in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
        for side in SIDES
    ),
)
"""The joints whose places are compared with the clip's."""
TURN_WEIGHTS: Final = {
    "pelvis": 0.03,
    "chest": 0.02,
    "head": 0.02,
    "ankle": 0.01,
    "toes": 0.003,
    "wrist": 0.01,
    "hip": 0.01,
    "shoulder": 0.01,
}
"""How heavy turns of segments are beside places, by joint [m a rad]: they decide what places leave
open."""
FIRST_TURN: Final = 0.3
"""The same, of the big segments, to begin with: so that a first frame is found from afar."""
BIG: Final = (
    "T3",
    "head",
    *(f"{side} {part}" for side in SIDES for part in ("thigh", "upper arm")),
)
STILL: Final = (*FINGERS, "eye", "jaw")
EASE: Final = 1e-3
"""How hard a freedom is pulled back to zero, divided by its range [m]."""
GIVE: Final = 0.5
STIFF: Final = 0.02
"""How far limits may give way at most [rad], and how hard they resist [m a rad]."""
FIRM: Final = ("ankle", "heel", "toes", "wrist", "forearm", "atlas", "knee rotation")
"""Limits of these never give way: no compared joint hangs on them."""
FASTEST: Final = 27.0
"""How fast these turn at most [rad/s]: hands and feet of clips sometimes flip over in a frame."""
TOES: Final = 0.1
"""How heavy the ball of the foot is beside joints: feet of clips bend where ours do not."""
SOLES: Final = tuple(f"{side} {part}" for side in SIDES for part in ("heel", "ball", "toe tip"))


@dataclass(frozen=True)
class Retargeted:
    """A clip as a motion of a figure.

    poses at `rate` frames a second, of `skeleton`, which is of the performer's size; residuals [m]:
    how far each joint is from the clip's in each frame, by joint, shape (frames,).
    """

    poses: Poses
    skeleton: Skeleton
    rate: float
    residuals: dict[str, Floats]

    @cached_property
    def most(self) -> float:
        """The largest residual of all joints [m]."""
        return float(max(residual.max() for residual in self.residuals.values()))

    @cached_property
    def rms(self) -> float:
        """The root mean square of all joints' residuals [m]."""
        return float(np.sqrt(np.mean([residual**2 for residual in self.residuals.values()])))

    @cached_property
    def beyond(self) -> dict[str, float]:
        """Where limits gave way: by freedom, how far at most [rad], from a hundredth on."""
        low, high = self.skeleton.limits.T
        over = np.maximum(self.poses.angles - high, low - self.poses.angles).max(axis=0)
        names = zip(self.skeleton.freedom_joints, self.skeleton.freedom_names, strict=True)
        return {
            f"{joint} {name}": float(far)
            for (joint, name), far in zip(names, over, strict=True)
            if far > 0.01
        }


def retarget(
    clip: Clip,
    skeleton: Skeleton,
    source: Source | None = None,
    rate: float = 60.0,
    scale: bool = True,
    tell: Tell | None = None,
) -> Retargeted:
    """Fit human-high, or a figure with its segments, to a clip.

    source: which joint is which, by default found by the clip's names; scale: whether the figure is
    first brought to the performer's size, without which places cannot agree. Limits give way
    where places need it (see `Retargeted.beyond`); glides of the shoulder blades, fingers, eyes and
    jaw stay at zero. tell: told how many of how many frames are done, for it takes long.
    """
    rest = rest_of(clip, source)
    figure = scaled_to(skeleton, clip, source) if scale else skeleton
    sampled = resampled(clip, rate)
    if is_of(clip, skeleton):
        poses = read_off(sampled, skeleton)
    else:
        poses = _fitted(figure, _aims(sampled, rest), rate, tell)
    placed = figure.place(poses)
    residuals = {}
    for joint in COMPARED:
        ours = placed.positions[:, figure.segment(SEGMENT_OF[joint])]
        residuals[joint] = np.linalg.norm(ours - sampled.positions[:, rest.numbers[joint]], axis=1)
    return Retargeted(poses, figure, rate, residuals)


def _fitted(figure: Skeleton, aims: list[Aim], rate: float, tell: Tell | None) -> Poses:
    """By least squares, frame after frame."""
    ease = _ease(figure)
    names = map(" ".join, zip(figure.freedom_joints, figure.freedom_names, strict=True))
    firm = np.array([any(part in name for part in FIRM) for name in names])
    fit = Fit(
        figure,
        ease,
        give=np.where(firm, 0.0, GIVE),
        stiff=STIFF,
        fastest=np.where(firm, FASTEST / rate, np.inf),
    )
    with threadpool_limits(1):  # Its matrices are so small that threads take ten times as long.
        first = _easiest(aims)
        return fit.solve(aims, _begin(Fit(figure, ease), figure, aims, first), first, tell)


def carried_over(worn: Retargeted, skeleton: Skeleton) -> Poses:
    """The same angles on a figure of another size, beginning at the origin and heading along x.

    The way of its pelvis grows with the length of its legs, and is raised or lowered as a whole so
    that the lower sole is on the floor or beneath it in a tenth of all frames. This is a first
    approximation: feet slide and sink by a few centimetres, and hands are no longer on what they
    touched; bring them there with `Reach`.
    """
    poses = worn.poses
    ahead = poses.rotation[0, :, 0]
    x, y = ahead[:2] / max(float(np.hypot(*ahead[:2])), 1e-9)
    home = np.array([[x, y, 0.0], [-y, x, 0.0], [0.0, 0.0, 1.0]])
    place = (poses.position - poses.position[0] * [1.0, 1.0, 0.0]) @ home.T
    place *= _leg(skeleton) / _leg(worn.skeleton)
    carried = Poses(place, home @ poses.rotation, poses.angles.copy())
    placed = skeleton.place(carried)
    soles = [skeleton.site_places(placed, site)[:, 2] for site in SOLES]
    place[:, 2] -= np.percentile(np.min(soles, axis=0), 10)
    return carried


# ---------------------------------------------------------------- inside


def _leg(skeleton: Skeleton) -> float:
    parts = (skeleton.segment(f"left {part}") for part in ("shin", "foot"))
    return float(sum(abs(skeleton.offsets[part, 2]) for part in parts))


def _aims(clip: Clip, rest: Rest) -> list[Aim]:
    positions, rotations = clip.placed
    aims = []
    for joint, segment in SEGMENT_OF.items():
        if joint not in rest.numbers or joint.endswith("girdle"):
            continue
        number = rest.numbers[joint]
        weight = TURN_WEIGHTS.get(joint.split()[-1])
        turns = None
        if weight is not None:
            turner = rest.numbers.get(joint.replace("wrist", "hand"), number)
            turns = rotations[:, turner] @ rest.rotations[turner].T @ rest.turns[joint]
        places = None if joint in ("pelvis", "chest") else positions[:, number]
        heavy = TOES if joint.endswith("toes") else 1.0
        aims.append(Aim(segment, places, turns, heavy, weight or 0.0))
    return aims


def _easiest(aims: list[Aim]) -> int:
    """The frame whose thighs, upper arms, chest and head are turned least from how they rest, as
    the pelvis sees them: there angles are found from zero, as nearly nowhere else for sure."""
    turns = {aim.segment: aim.turns for aim in aims if aim.turns is not None}
    straight = turns["pelvis"].transpose(0, 2, 1)
    least = [
        np.trace(straight @ turn, axis1=1, axis2=2)
        for segment, turn in turns.items()
        if segment in BIG
    ]
    return int(np.argmax(np.min(least, axis=0)))


def _begin(fit: Fit, figure: Skeleton, aims: list[Aim], frame: int) -> Poses:
    """One frame by turns, before places count more."""
    start = figure.rest()
    first = []
    for aim in aims:
        turns = None if aim.turns is None else aim.turns[frame : frame + 1]
        if aim.segment == "pelvis" and turns is not None:
            start.rotation[0] = turns[0]
        places = None if aim.places is None else aim.places[frame : frame + 1]
        weight = FIRST_TURN if aim.segment in BIG else aim.turn_weight
        first.append(Aim(aim.segment, places, turns, aim.place_weight, weight))
    hips = [aim.places[frame] for aim in aims if aim.places is not None and "thigh" in aim.segment]
    start.position[0] = np.mean(hips, axis=0)
    return fit.solve(first, start)


def _ease(skeleton: Skeleton) -> Floats:
    """All that moves is pulled back by as much when it is as far from zero as it can be."""
    reach = np.abs(skeleton.limits).max(axis=1)
    ease: Floats = EASE / np.maximum(reach, 1e-3)
    for freedom, joint in enumerate(skeleton.freedom_joints):
        if any(word in joint.split() for word in STILL):
            ease[freedom] = 0.0
    return ease
