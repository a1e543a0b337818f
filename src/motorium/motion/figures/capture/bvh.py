"""Real motion as BVH files have it: a hierarchy of joints, and how they turn from frame to frame.

    clip = read_bvh("07_01.bvh")
    clip.positions[0, clip.joint("LeftHand")]  # [m], z up

BVH: y up, z ahead, x to the left at rest, units as the file's author liked, degrees. Here: z up,
x ahead, y to the left (so ours is (z, x, y) of theirs), metres, and matrices for angles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh_reading import Node, RawBvh, raw_bvh
from motorium.motion.figures.capture.bvh_text import BvhError, file_text
from motorium.motion.figures.capture.sources.tables import source_of
from motorium.motion.figures.ways import nearest_rotations
from motorium.problems import did_you_mean

__all__ = ["FROM_Y_UP", "Clip", "parse_bvh", "pybvh_rotations", "read_bvh", "resampled"]

FROM_Y_UP: Final = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""From (left, up, ahead) to (ahead, left, up)."""
FROM_Z_UP: Final = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""From (left, back, up), as Blender has it, to (ahead, left, up)."""
UNITS: Final = {"metres": 1.0, "inches": 0.0254, "centimetres": 0.01, "millimetres": 0.001}
REACHES: Final = 1.3, 3.1
"""How far it is from end to end of a person along the bones, say from toe to finger tip [m]."""
SNAP: Final = 1e-4
"""Frame times are often cut short, .0083333 for 1/120: whole rates within this share are meant."""


@dataclass(frozen=True)
class Clip:
    """A motion as it was captured; nodes are joints and end sites, parents before children.

    names; parents (-1: none); offsets [m] (nodes, 3); is_end: whether a node is an end site;
    rate [1/s]; root [m] (frames, 3); rotations (frames, nodes, 3, 3) relative to the parent; shifts
    [m] (frames, nodes, 3): where nodes are seen from their parents, if that changes, else None;
    zero: a pose that somebody put before the motion, as node rotations (nodes, 3, 3), if there is;
    metres_a_unit: what the file's unit was taken for.
    """

    title: str
    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: Floats
    is_end: tuple[bool, ...]
    rate: float
    root: Floats
    rotations: Floats
    metres_a_unit: float
    shifts: Floats | None = None
    zero: Floats | None = None

    def __len__(self) -> int:
        return len(self.root)

    def joint(self, name: str) -> int:
        """The number of a node."""
        if name not in self.names:
            meant = did_you_mean(name, self.names)
            known = ", ".join(self.names)
            raise KeyError(f"{self.title} has no joint {name!r}; it has {known}{meant}")
        return self.names.index(name)

    @cached_property
    def placed(self) -> tuple[Floats, Floats]:
        """Forward kinematics: positions [m] (frames, nodes, 3), rotations to the world."""
        shifts = self.offsets[np.newaxis] if self.shifts is None else self.shifts
        return _placed(self.parents, shifts, self.rotations, self.root)

    @property
    def positions(self) -> Floats:
        """Of all nodes [m] (frames, nodes, 3)."""
        return self.placed[0]

    def at_zero(self) -> tuple[Floats, Floats]:
        """Positions (nodes, 3) and rotations of the pose that was put before the motion, or of that
        in which all angles are zero; the root is at the origin."""
        turns = np.tile(np.eye(3), (len(self.names), 1, 1)) if self.zero is None else self.zero
        places, rotations = _placed(
            self.parents, self.offsets[np.newaxis], turns[np.newaxis], np.zeros((1, 3))
        )
        return places[0], rotations[0]

    def frames(self, which: slice) -> Clip:
        """Some of its frames, at the same rate."""
        shifts = None if self.shifts is None else self.shifts[which]
        return replace(self, root=self.root[which], rotations=self.rotations[which], shifts=shifts)


def read_bvh(
    path: Path | str, metres_a_unit: float | None = None, up: Literal["y", "z"] = "y"
) -> Clip:
    """Read a BVH file; see `parse_bvh`."""
    return parse_bvh(file_text(Path(path)), str(path), metres_a_unit, up)


def parse_bvh(
    text: str,
    source: str = "BVH",
    metres_a_unit: float | None = None,
    up: Literal["y", "z"] = "y",
) -> Clip:
    """Read the text of a BVH file that came from `source`.

    metres_a_unit: if None, that of a skeleton whose joint names are known (CMU: 0.056444), or else
    the one among metres, inches, centimetres and millimetres which makes the way along the bones
    from one end of the body to the other 1.3 to 3.1 m, as people's is. up: the axis that points up
    (z in what Blender writes).

    Position channels replace OFFSET, as in Blender; a frame that known skeletons put before the
    motion is `zero` and no part of it.
    """
    if up not in ("y", "z"):
        raise ValueError(f"up must be 'y' or 'z', not {up!r}")
    if metres_a_unit is not None and not 1e-6 <= metres_a_unit <= 1e3:
        raise ValueError(f"metres_a_unit must be from 0.000001 to 1000, not {metres_a_unit:g}")
    raw = raw_bvh(text, source)
    names = tuple(node.name for node in raw.nodes)
    known = source_of(names)
    if metres_a_unit is None:
        metres_a_unit = known.metres_a_unit if known else None
    if metres_a_unit is None:
        metres_a_unit = _guessed_unit(raw, source)
    turn = FROM_Y_UP if up == "y" else FROM_Z_UP
    shifts, angles, orders = _channels(raw)
    shifts = metres_a_unit * shifts @ turn.T
    rotations = turn @ pybvh_rotations()[0](angles, orders, degrees=True) @ turn.T
    moving = [n for n in range(1, len(names)) if np.ptp(shifts[:, n], axis=0).max() > 1e-9]
    offsets = shifts[0].copy()
    offsets[0] = 0.0
    clip = Clip(
        title=source,
        names=names,
        parents=tuple(node.parent for node in raw.nodes),
        offsets=offsets,
        is_end=tuple(node.is_end for node in raw.nodes),
        rate=_rate(raw.seconds),
        root=shifts[:, 0].copy(),
        rotations=rotations,
        metres_a_unit=metres_a_unit,
        shifts=shifts if moving else None,
    )
    if known and known.first_frame_is_zero and len(clip) > 1 and not angles[0, 0].any():
        return replace(clip.frames(slice(1, None)), zero=rotations[0])
    return clip


def resampled(clip: Clip, rate: float = 60.0) -> Clip:
    """At another rate: every n-th frame if that will do, or else between the two nearest ones."""
    ratio = clip.rate / rate
    if abs(ratio - round(ratio)) < 1e-6 and ratio > 0.5:
        return replace(clip.frames(slice(None, None, round(ratio))), rate=rate)
    times = np.arange(int((len(clip) - 1) / ratio + 1e-6) + 1) * ratio
    before = np.minimum(times.astype(int), max(len(clip) - 2, 0))
    after = np.minimum(before + 1, len(clip) - 1)
    share = times - before

    def between(values: Floats) -> Floats:
        part = share.reshape(-1, *[1] * (values.ndim - 1))
        mixed: Floats = (1.0 - part) * values[before] + part * values[after]
        return mixed

    return replace(
        clip,
        rate=rate,
        root=between(clip.root),
        rotations=nearest_rotations(between(clip.rotations)),
        shifts=None if clip.shifts is None else between(clip.shifts),
    )


def pybvh_rotations() -> tuple[Any, Any]:
    """pybvh's ways from angles to matrices and back."""
    try:
        from pybvh.rotations import euler_to_rotmat, rotmat_to_euler
    except ImportError:
        raise BvhError("BVH needs pybvh: pip install 'motorium[figures]'") from None
    return euler_to_rotmat, rotmat_to_euler


# ---------------------------------------------------------------- inside


def _placed(
    parents: tuple[int, ...], shifts: Floats, rotations: Floats, root: Floats
) -> tuple[Floats, Floats]:
    places, turned = np.empty((*rotations.shape[:2], 3)), np.empty_like(rotations)
    places[:, 0], turned[:, 0] = root, rotations[:, 0]
    for node, parent in enumerate(parents):
        if parent >= 0:
            step = np.broadcast_to(shifts[:, node], root.shape)[..., np.newaxis]
            places[:, node] = places[:, parent] + (turned[:, parent] @ step)[..., 0]
            turned[:, node] = turned[:, parent] @ rotations[:, node]
    return places, turned


def _channels(raw: RawBvh) -> tuple[Floats, Floats, list[str]]:
    """Where nodes are seen from their parents (frames, nodes, 3), their angles [deg], in the order
    of the axes that is named for each node."""
    frames, count = len(raw.values), len(raw.nodes)
    shifts = np.tile([_offset(node) for node in raw.nodes], (frames, 1, 1))
    angles = np.zeros((frames, count, 3))
    orders, column = [], 0
    for number, node in enumerate(raw.nodes):
        order = ""
        for channel in node.channels or ():
            if channel.endswith("position"):
                shifts[:, number, "XYZ".index(channel[0])] = raw.values[:, column]
            else:
                angles[:, number, len(order)] = raw.values[:, column]
                order += channel[0]
            column += 1
        orders.append(order + "".join(axis for axis in "XYZ" if axis not in order))
    return shifts, angles, orders


def _offset(node: Node) -> tuple[float, float, float]:
    assert node.offset is not None  # Checked when its brace was closed.
    return node.offset


def _rate(seconds: float) -> float:
    rate = 1.0 / seconds
    return float(round(rate)) if abs(rate - round(rate)) < SNAP * rate else rate


def _guessed_unit(raw: RawBvh, source: str) -> float:
    """By the longest way along the bones, which does not depend on the pose."""
    down = np.zeros(len(raw.nodes))
    longest = 0.0
    for node in range(len(raw.nodes) - 1, 0, -1):
        parent = raw.nodes[node].parent
        way = down[node] + float(np.linalg.norm(_offset(raw.nodes[node])))
        longest = max(longest, down[parent] + way)
        down[parent] = max(down[parent], way)
    for unit in UNITS.values():
        if REACHES[0] <= longest * unit <= REACHES[1]:
            return unit
    raise BvhError(
        f"{source}: cannot tell the unit: along the bones it is {longest:g} from end to end, which "
        f"is no person in {', '.join(UNITS)}; say metres_a_unit, like 0.01"
    )
