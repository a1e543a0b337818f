"""A figure of the performer's size: bones as long as the clip's, and how both compare at rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import Site, Skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh import Clip
from motorium.motion.figures.capture.bvh_text import BvhError
from motorium.motion.figures.capture.own import is_of
from motorium.motion.figures.capture.sources.tables import NEEDED, Source, source_of

__all__ = ["SEGMENT_OF", "Rest", "rest_of", "scaled_to", "turn_to"]

SEGMENT_OF: Final = {
    "pelvis": "pelvis",
    "chest": "T3",
    "neck": "neck",
    "head": "head",
    **{
        f"{side} {joint}": f"{side} {segment}"
        for side in ("left", "right")
        for joint, segment in {
            "hip": "thigh",
            "knee": "shin",
            "ankle": "foot",
            "toes": "toes",
            "girdle": "clavicle",
            "shoulder": "upper arm",
            "elbow": "forearm",
            "wrist": "palm",
        }.items()
    },
}
"""The segment that begins at each joint which a table names."""
LIMBS: Final = {"hip": "knee", "knee": "ankle", "shoulder": "elbow", "elbow": "wrist"}
"""From joint to joint along bones that hang straight down at rest."""
HINGES: Final = {"hip": ("knee", "ankle", 1.0), "shoulder": ("elbow", "wrist", -1.0)}
"""Joints whose bones are followed by a hinge, where the hinge and the end of its own bone are, and
whether what it bends about points to the left."""
BENT: Final = 0.1
"""The mean sine of a hinge's bend from which its axis is believed."""
AGREEING: Final = 0.5
"""The cosine between that axis and the one of the shortest way, from which it is believed."""
SHORTEST: Final = 0.005
"""A bone of a person is longer than this [m]."""
UPRIGHT: Final = 0.8
"""The cosine beyond which a trunk stands and legs hang."""


@dataclass(frozen=True)
class Rest:
    """A pose of the clip that is compared with ours at rest.

    numbers: of the clip's nodes, by our joints; positions [m] (nodes, 3) and rotations of nodes;
    heading: what turns our axes to where the performer faces; turns: how our segments would be
    turned in this pose, by our joints.
    """

    numbers: dict[str, int]
    positions: Floats
    rotations: Floats
    heading: Floats
    turns: dict[str, Floats]

    def place(self, joint: str) -> Floats:
        place: Floats = self.positions[self.numbers[joint]]
        return place

    def seen(self, joint: str, other: str) -> Floats:
        """A joint seen from another one, ahead, left and up of the performer [m]."""
        return self.heading.T @ (self.place(joint) - self.place(other))


def rest_of(clip: Clip, source: Source | None = None) -> Rest:
    """The clip's zero pose if that one stands, or else its most upright frame.

    Trunk, head and feet are taken to be straight in it; limbs are turned from where ours hang to
    where the clip's are by the shortest way (from hanging arms to a T: thumbs stay ahead), thighs
    and upper arms so that their knees and elbows bend about the axis that the clip's bend about.
    """
    source = source or source_of(clip.names)
    if source is None:
        names = ", ".join(
            name for name, end in zip(clip.names, clip.is_end, strict=True) if not end
        )
        raise BvhError(
            f"{clip.title}: no known skeleton has these joints: {names}; write a table (TOML, "
            f"format = 1, [source] with a title, [joints]) that names {', '.join(NEEDED)}, "
            "and give it with --names my.toml (in Python: source=load_source('my.toml'))"
        )
    numbers = source.numbers(clip.names, clip.title)
    positions, rotations = clip.at_zero()
    if _uprightness(positions[np.newaxis], numbers)[0] < UPRIGHT:
        frame = int(np.argmax(_uprightness(clip.positions, numbers)))
        positions, rotations = clip.positions[frame], clip.placed[1][frame]
    left = positions[numbers["left hip"]] - positions[numbers["right hip"]]
    heading = _heading(np.array([left[1], -left[0]]))
    rest = Rest(numbers, positions, rotations, heading, {})
    for one, two in _bones():
        if not np.linalg.norm(rest.seen(one, two)) > SHORTEST:
            theirs = f"{clip.names[numbers[one]]} and {clip.names[numbers[two]]}"
            raise BvhError(
                f"{clip.title}: {theirs} are in one place; a bone was expected from {one} to {two}"
            )
    rest.turns.update(_turns(rest))
    for joint, (below, end, sign) in HINGES.items():
        for side in ("left", "right"):
            bent = _hinge(clip, rest, f"{side} {joint}", f"{side} {below}", f"{side} {end}")
            shortest = rest.turns[f"{side} {joint}"]
            # A knee that is overstretched most of the time seems to bend the other way.
            if bent is not None and sign * bent @ shortest[:, 1] > AGREEING:
                bone = rest.place(f"{side} {below}") - rest.place(f"{side} {joint}")
                rest.turns[f"{side} {joint}"] = _along(bone, sign * bent)
    return rest


def scaled_to(skeleton: Skeleton, clip: Clip, source: Source | None = None) -> Skeleton:
    """A copy of human-high, or of a figure with its segments, whose bones are the clip's.

    Limbs take lengths only; hips, shoulders, neck and balls of the feet are where the clip has them
    at rest; the spine keeps its curve, as high as the clip's trunk is in the middle of its frames.
    Heads, hands and what nobody measured grow with the legs.
    """
    if is_of(clip, skeleton):
        return skeleton
    rest = rest_of(clip, source)
    at = {name: skeleton.offsets[number].copy() for number, name in enumerate(skeleton.segments)}
    ours = dict(zip(skeleton.segments, skeleton.rest_positions, strict=True))
    legs = [f"{side} {joint}" for side in ("left", "right") for joint in ("shin", "foot")]
    old_legs = sum(abs(at[name][2]) for name in legs)
    for joint, below in LIMBS.items():
        for side in ("left", "right"):
            length = np.linalg.norm(rest.seen(f"{side} {below}", f"{side} {joint}"))
            at[SEGMENT_OF[f"{side} {below}"]] = np.array([0.0, 0.0, -length])
    size = sum(abs(at[name][2]) for name in legs) / old_legs
    middle = (rest.place("left hip") + rest.place("right hip")) / 2.0
    bend = _chord(clip, rest, "neck", "spine")
    spine = bend * np.linalg.norm(rest.seen("neck", "spine"))
    chain = ours["neck"] - ours["L5"]
    stretch = spine / np.linalg.norm(chain)
    trunk = skeleton.segments[skeleton.segment("L5") : skeleton.segment("neck") + 1]
    for name in trunk:
        at[name] *= stretch
    at["L5"] = rest.heading.T @ (rest.place("neck") - middle) - stretch * chain
    at["head"] = _chord(clip, rest, "head", "neck") * rest.seen("head", "neck")
    from_chest = stretch * (ours["neck"] - ours["T3"])
    for side in ("left", "right"):
        at[f"{side} thigh"] = rest.heading.T @ (rest.place(f"{side} hip") - middle)
        shoulder = from_chest + rest.seen(f"{side} shoulder", "neck")
        girdle = at[f"{side} clavicle"] * size
        if f"{side} girdle" in rest.numbers:
            girdle = from_chest + rest.seen(f"{side} girdle", "neck")
        at[f"{side} clavicle"], at[f"{side} upper arm"] = girdle, shoulder - girdle
        at[f"{side} toes"] *= size
        if f"{side} toes" in rest.numbers:
            ahead = rest.place(f"{side} toes") - rest.place(f"{side} ankle")
            at[f"{side} toes"] = rest.turns[f"{side} ankle"].T @ ahead
    done = {*trunk, "head", *SEGMENT_OF.values()}
    offsets = np.array(
        [at[name] if name in done else size * at[name] for name in skeleton.segments]
    )
    scaled = replace(skeleton, offsets=offsets, sites=_sites(skeleton, offsets, size))
    tall = scaled.rest_positions[scaled.segment("head"), 2] + scaled.sites["head top"].at[2]
    foot = scaled.segment("left foot")
    sole = scaled.rest_positions[foot, 2] + scaled.sites["left heel"].at[2]
    return replace(scaled, stature=float(tall - sole))


def turn_to(start: Floats, end: Floats) -> Floats:
    """The shortest turn from one direction to another, as a matrix."""
    start, end = start / np.linalg.norm(start), end / np.linalg.norm(end)
    axis, cosine = np.cross(start, end), float(start @ end)
    if cosine < -0.999999:  # Any way round is as short: over the side.
        return np.diag([1.0, -1.0, -1.0])
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    matrix: Floats = np.eye(3) + cross + cross @ cross / (1.0 + cosine)
    return matrix


# ---------------------------------------------------------------- inside


def _bones() -> Iterator[tuple[str, str]]:
    """Joints that must be apart."""
    yield from (("left hip", "right hip"), ("neck", "spine"), ("head", "neck"))
    for joint, below in LIMBS.items():
        for side in ("left", "right"):
            yield f"{side} {joint}", f"{side} {below}"


def _uprightness(positions: Floats, numbers: dict[str, int]) -> Floats:
    """The least cosine between up and trunk, head and legs, of each frame."""

    def rises(above: str, below: str) -> Floats:
        way = positions[:, numbers[above]] - positions[:, numbers[below]]
        rise: Floats = way[:, 2] / np.maximum(np.linalg.norm(way, axis=1), 1e-9)
        return rise

    legs = [rises(f"{side} hip", f"{side} ankle") for side in ("left", "right")]
    least: Floats = np.min([rises("neck", "spine"), rises("head", "neck"), *legs], axis=0)
    return least


def _heading(ahead: Floats) -> Floats:
    x, y = ahead / max(float(np.linalg.norm(ahead)), 1e-9)
    return np.array([[x, -y, 0.0], [y, x, 0.0], [0.0, 0.0, 1.0]])


def _turns(rest: Rest) -> dict[str, Floats]:
    turns = dict.fromkeys(("pelvis", "chest", "neck", "head"), rest.heading)
    down = -rest.heading[:, 2]
    for side in ("left", "right"):
        turns[f"{side} girdle"] = rest.heading
        for joint, below in LIMBS.items():
            bone = rest.place(f"{side} {below}") - rest.place(f"{side} {joint}")
            turns[f"{side} {joint}"] = turn_to(down, bone) @ rest.heading
        turns[f"{side} wrist"] = turns[f"{side} elbow"]
        if f"{side} knuckles" in rest.numbers:
            hand = rest.place(f"{side} knuckles") - rest.place(f"{side} wrist")
            turns[f"{side} wrist"] = turn_to(down, hand) @ rest.heading
        turns[f"{side} ankle"] = turns[f"{side} toes"] = rest.heading
        if f"{side} toes" in rest.numbers:
            ahead = rest.place(f"{side} toes") - rest.place(f"{side} ankle")
            turns[f"{side} ankle"] = turns[f"{side} toes"] = _heading(ahead[:2])
    return turns


def _hinge(clip: Clip, rest: Rest, joint: str, below: str, end: str) -> Floats | None:
    """The axis that the clip bends about at `below`, in its pose at rest, if it does."""
    places, turns = clip.placed
    number = rest.numbers[joint]
    upper = places[:, rest.numbers[below]] - places[:, number]
    lower = places[:, rest.numbers[end]] - places[:, rest.numbers[below]]
    normals = np.cross(upper, lower)
    seen = (turns[:, number].transpose(0, 2, 1) @ normals[..., np.newaxis])[..., 0].mean(axis=0)
    lengths = np.linalg.norm(upper, axis=1) * np.linalg.norm(lower, axis=1)
    if np.linalg.norm(seen) < BENT * lengths.mean():
        return None
    axis: Floats = rest.rotations[number] @ seen / np.linalg.norm(seen)
    return axis


def _along(bone: Floats, left: Floats) -> Floats:
    """How a segment is turned whose bone hangs along a direction, with another one to its left."""
    z = -bone / np.linalg.norm(bone)
    x = np.cross(left, z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _chord(clip: Clip, rest: Rest, joint: str, other: str) -> float:
    """How far apart two joints are in the middle of the frames, as a share of that at rest: what is
    between them bends."""
    one, two = rest.numbers[joint], rest.numbers[other]
    apart = np.linalg.norm(clip.positions[:, one] - clip.positions[:, two], axis=1)
    middle = (apart.min() + apart.max()) / 2.0
    return float(middle / np.linalg.norm(rest.seen(joint, other)))


def _sites(skeleton: Skeleton, offsets: Floats, size: float) -> dict[str, Site]:
    """Grown, with soles that lie flat."""
    sites = {}
    for name, (segment, at) in skeleton.sites.items():
        moved = at * size
        if skeleton.segments[segment].endswith(("foot", "toes")):
            toes = skeleton.segment(f"{name.split()[0]} toes")
            ahead = offsets[toes, 0] / skeleton.offsets[toes, 0]
            moved = at * np.array([ahead, 1.0, size])
            if name.endswith("heel"):
                ball = skeleton.sites[f"{name.split()[0]} ball"].at[2]
                moved[2] = offsets[toes, 2] + ball * size
        sites[name] = Site(segment, moved)
    return sites
