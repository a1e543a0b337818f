"""A figure of somebody's size who is known by where his parts hang alone, as live streams tell.

offsets = told_offsets(places, turns)          # of a sample, seen from each part's parent
skeleton = sized_to(load_skeleton("human-high"), offsets)
figure = rigid_figure(skeleton)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from motorium.bodies.figure.skeleton import SIDES, Site, Skeleton
from motorium.bodies.rigid.parts import PARTS, part_number
from motorium.contracts.frames import Floats, world_to_body

__all__ = ["is_human", "sized_to", "told_offsets"]

SMALLEST, LARGEST = 0.5, 1.6
"""Of bones, beside those of the figure that ships: whoever is smaller or larger is no human, or was
measured in another unit."""
LIMBS: Final = ("forearm", "shin", "foot")
"""Parts that hang on a bone."""


def told_offsets(places: Floats, turns: Floats) -> Floats:
    """Where parts hang, in the axes of their parents [m] (parts, 3), of places (parts, 3) and turns
    (parts, 4) in the world."""
    found = np.zeros((len(PARTS), 3))
    for number, part in enumerate(PARTS[1:], start=1):
        found[number] = world_to_body(turns[part.parent], places[number] - places[part.parent])
    return found


def is_human(skeleton: Skeleton, offsets: Floats) -> bool:
    """Whether these can be somebody's bones: limbs about as long as ours, on their sides, and a
    head above the pelvis."""
    ours = _own_offsets(skeleton)
    for number, part in enumerate(PARTS):
        if part.name.endswith(LIMBS):
            share = np.linalg.norm(offsets[number]) / np.linalg.norm(ours[number])
            # They hang down at rest.
            hangs = offsets[number, 2] < -0.8 * np.linalg.norm(offsets[number])
            if not (SMALLEST < share < LARGEST and hangs):
                return False
    sides = {"left": 1.0, "right": -1.0}
    wide = all(
        sign * offsets[part_number(f"{side} {part}"), 1] > 0.02
        for side, sign in sides.items()
        for part in ("thigh", "upper arm")
    )
    trunk = [part_number(name) for name in ("abdomen", "chest", "neck", "head")]
    tall = offsets[trunk, 2].sum() / ours[trunk, 2].sum()
    return bool(wide and SMALLEST < tall < LARGEST)


def sized_to(skeleton: Skeleton, offsets: Floats) -> Skeleton:
    """A copy of human-high whose parts hang where they are told (parts, 3): what lies between two
    joints is stretched, and what nobody told grows with the legs."""
    ours = _own_offsets(skeleton)
    legs = [part_number(f"{side} {part}") for side in SIDES for part in ("shin", "foot")]
    size = float(np.linalg.norm(offsets[legs], axis=1).sum())
    size /= float(np.linalg.norm(ours[legs], axis=1).sum())
    placed = skeleton.offsets.copy()
    stretched: set[int] = set()
    for number in range(1, len(PARTS)):
        way = _between(skeleton, number)
        # Arms hang on a spine that leads to the neck, and has been stretched for that.
        free = [segment for segment in way if segment not in stretched]
        share = np.linalg.norm(skeleton.offsets[free], axis=1)
        more = offsets[number] - placed[way].sum(axis=0)
        placed[free] += np.outer(share / share.sum(), more)
        stretched.update(free)
    untold = [segment for segment in range(len(placed)) if segment not in stretched]
    placed[untold] *= size
    sites = {name: Site(site.segment, size * site.at) for name, site in skeleton.sites.items()}
    sized = replace(skeleton, offsets=placed, sites=sites)
    head, foot = sized.segment("head"), sized.segment("left foot")
    tall = sized.rest_positions[head, 2] + sites["head top"].at[2]
    sole = sized.rest_positions[foot, 2] + sites["left heel"].at[2]
    return replace(sized, stature=float(tall - sole))


def _own_offsets(skeleton: Skeleton) -> Floats:
    rest = skeleton.rest_positions
    joints = np.array([rest[skeleton.segment(part.joint)] for part in PARTS])
    offsets = np.zeros((len(PARTS), 3))
    for number, part in enumerate(PARTS[1:], start=1):
        offsets[number] = joints[number] - joints[part.parent]
    return offsets


def _between(skeleton: Skeleton, number: int) -> list[int]:
    """Segments from where a part's parent hangs to where it hangs itself: its own, and upwards."""
    part = PARTS[number]
    segment = skeleton.segment(part.joint)
    above = skeleton.segment(PARTS[part.parent].joint)
    found = []
    while segment not in (above, 0):
        found.append(segment)
        segment = skeleton.parents[segment]
    return found
