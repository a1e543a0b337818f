"""Bones of the protocol and parts of a double.

Bones are those of Unity's humanoids: x right, y up, z ahead, left-handed; each is told by place and
turn against its parent, and none is turned when somebody stands with his arms stretched out to
both sides. Parts of a double have x ahead, y left, z up, and hang down at rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.rigid.parts import PARTS
from motorium.contracts.frames import Floats, body_to_world, multiply

__all__ = ["NEEDED", "PARENT_OF", "Local", "bones_of", "parts_of"]

Four = tuple[float, float, float, float]
Three = tuple[float, float, float]

_TRUNK: Final = ("Hips", "Spine", "Chest", "UpperChest", "Neck", "Head")
PARENT_OF: Final[dict[str, str | None]] = (
    {"Hips": None}
    | dict(zip(_TRUNK[1:], _TRUNK[:-1], strict=True))
    | {
        f"{side}{bone}": parent if parent in _TRUNK else f"{side}{parent}"
        for side in ("Left", "Right")
        for bone, parent in {
            "Shoulder": "UpperChest",
            "UpperArm": "Shoulder",
            "LowerArm": "UpperArm",
            "UpperLeg": "Hips",
            "LowerLeg": "UpperLeg",
            "Foot": "LowerLeg",
        }.items()
    }
)
"""The bones that have a part in a double, parents first; who is not told is as its parent."""
NEEDED: Final = (
    "Hips",
    "Spine",
    "Head",
    *(f"{side}{limb}" for side in ("Left", "Right") for limb in ("UpperArm", "LowerArm")),
    *(f"{side}{limb}" for side in ("Left", "Right") for limb in ("UpperLeg", "LowerLeg", "Foot")),
)
"""Without these nobody can be told from what comes: the humanoids' own list, less hands."""
_BONE_OF: Final = {
    "pelvis": "Hips",
    "abdomen": "Spine",
    "chest": "UpperChest",
    "neck": "Neck",
    "head": "Head",
} | {
    f"{side} {part}": f"{side.capitalize()}{bone}"
    for side in ("left", "right")
    for part, bone in {
        "upper arm": "UpperArm",
        "forearm": "LowerArm",
        "thigh": "UpperLeg",
        "shin": "LowerLeg",
        "foot": "Foot",
    }.items()
}
"""The bone that each part is turned with."""
_HANGS_AT: Final = _BONE_OF | {"chest": "Chest"}
"""The bone at whose joint it hangs: the chest turns with both bones that it stands for."""
_HALF: Final = np.sqrt(0.5)
_HANGING: Final = {"left": (_HALF, _HALF, 0.0, 0.0), "right": (_HALF, -_HALF, 0.0, 0.0)}
"""What turns an arm that hangs to one that is stretched out."""


class Local(NamedTuple):
    """Of a bone against its parent, or of the root: place [m] (x, y, z) and turn (x, y, z, w), as
    the protocol has them."""

    place: Three
    turn: Four


def parts_of(bones: Mapping[str, Local], root: Local | None = None) -> tuple[Floats, Floats]:
    """Where parts hang [m] (parts, 3) and how they are turned (parts, 4), in our world."""
    places: dict[str, Floats] = {}
    turns: dict[str, Floats] = {}
    for bone, parent in PARENT_OF.items():
        local = bones.get(bone)
        if parent is None:
            place, turn = _ours(root) if root else (np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0]))
        else:
            place, turn = places[parent], turns[parent]
        if local is not None:
            shift, own = _ours(local)
            place = place + body_to_world(turn, shift)
            turn = multiply(turn, own)
        places[bone], turns[bone] = place, turn
    found = np.array([places[_HANGS_AT[part.name]] for part in PARTS])
    turned = np.array([turns[_BONE_OF[part.name]] for part in PARTS])
    for number, part in enumerate(PARTS):
        if part.name.endswith("arm"):
            turned[number] = multiply(turned[number], np.array(_HANGING[part.name.split()[0]]))
    return found, turned


def bones_of(places: Floats, turns: Floats) -> dict[str, Local]:
    """The same the other way round: parts (parts, 3), (parts, 4) as bones; the root is nowhere
    else than the world's origin."""
    own = dict(zip((part.name for part in PARTS), range(len(PARTS)), strict=True))
    placed: dict[str, Floats] = {}
    turned: dict[str, Floats] = {}
    for part, number in own.items():
        turn = turns[number]
        if part.endswith("arm"):
            turn = multiply(turn, _inverse(np.array(_HANGING[part.split()[0]])))
        turned[_BONE_OF[part]] = turn
        placed[_HANGS_AT[part]] = places[number]
    placed["UpperChest"], turned["Chest"] = placed["Chest"], turned["UpperChest"]
    found: dict[str, Local] = {}
    for bone, parent in PARENT_OF.items():
        if bone.endswith("Shoulder"):
            turned[bone], placed[bone] = turned["UpperChest"], placed["UpperChest"]
        if parent is None:
            found[bone] = _theirs(placed[bone], turned[bone])
            continue
        back = _inverse(turned[parent])
        shift = body_to_world(back, placed[bone] - placed[parent])
        found[bone] = _theirs(shift, multiply(back, turned[bone]))
    return found


def _ours(local: Local) -> tuple[Floats, Floats]:
    (x, y, z), (i, j, k, w) = local
    turn = np.array([w, -k, i, -j])
    return np.array([z, -x, y]), turn / max(float(np.linalg.norm(turn)), 1e-9)


def _theirs(place: Floats, turn: Floats) -> Local:
    x, y, z = (float(one) for one in place)
    w, i, j, k = (float(one) for one in turn)
    return Local((-y, z, x), (j, -k, -i, w))


def _inverse(turn: Floats) -> Floats:
    inverse: Floats = turn * [1.0, -1.0, -1.0, -1.0]
    return inverse
