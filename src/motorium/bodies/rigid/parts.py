"""The fifteen parts of a physical character, and what hangs on what (Soriano 2009, section 4.1).

Ball joints everywhere but at elbows and knees, which are hinges with limits; hands are fused to the
forearms, toes to the feet. Parts stand in the order in which MuJoCo numbers them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from motorium.bodies.figure.skeleton import SIDES
from motorium.contracts.frames import Floats

__all__ = [
    "COORDINATES",
    "FREEDOMS",
    "PARTS",
    "TURNS",
    "Part",
    "coordinate_of",
    "freedom_of",
    "links_between",
    "part_number",
]

ROOT_COORDINATES: Final = 7
ROOT_FREEDOMS: Final = 6


class Part(NamedTuple):
    """name; parent: its number, -1 of the first; joint: the segment of human-high at whose origin
    it hangs; turned_as: the segment that it is turned with; hinge: the axis of a hinge, None of a
    ball; most: how far a hinge bends [rad]; stiffness [N m/rad] and strength [N m] of its joint."""

    name: str
    parent: int
    joint: str
    turned_as: str
    hinge: tuple[float, float, float] | None
    most: float
    stiffness: float
    strength: float


def _parts() -> tuple[Part, ...]:
    """Stiffness and strength: FACTS of a study on MuJoCo; strength is about a strong person's."""
    found = [
        Part("pelvis", -1, "pelvis", "pelvis", None, 0.0, 0.0, 0.0),
        Part("abdomen", 0, "L3", "T12", None, 0.0, 1000.0, 300.0),
        Part("chest", 1, "T9", "T4", None, 0.0, 1000.0, 300.0),
        Part("neck", 2, "neck", "neck", None, 0.0, 100.0, 40.0),
        Part("head", 3, "head", "head", None, 0.0, 60.0, 30.0),
    ]
    elbow, knee = np.radians(150.0), np.radians(150.0)
    for side in SIDES:
        upper, lower = f"{side} upper arm", f"{side} forearm"
        number = len(found)
        found.append(Part(upper, 2, upper, upper, None, 0.0, 200.0, 90.0))
        found.append(Part(lower, number, lower, lower, (0.0, -1.0, 0.0), elbow, 120.0, 60.0))
    for side in SIDES:
        thigh, shin, foot = f"{side} thigh", f"{side} shin", f"{side} foot"
        number = len(found)
        found.append(Part(thigh, 0, thigh, thigh, None, 0.0, 800.0, 300.0))
        found.append(Part(shin, number, shin, shin, (0.0, 1.0, 0.0), knee, 700.0, 250.0))
        found.append(Part(foot, number + 1, foot, foot, None, 0.0, 500.0, 200.0))
    return tuple(found)


PARTS: Final = _parts()
_NUMBERS: Final = {part.name: number for number, part in enumerate(PARTS)}


def part_number(name: str) -> int:
    """The number of a part."""
    if name not in _NUMBERS:
        raise KeyError(f"a physical character has no part {name!r}; it has {', '.join(_NUMBERS)}")
    return _NUMBERS[name]


def _addresses(first: int, ball: int) -> tuple[int, ...]:
    """Where each part's numbers begin, one longer than the parts; the first part's at zero."""
    found = [0, first]
    for part in PARTS[1:]:
        found.append(found[-1] + (1 if part.hinge else ball))
    return tuple(found)


_COORDINATES: Final = _addresses(ROOT_COORDINATES, 4)
_FREEDOMS: Final = _addresses(ROOT_FREEDOMS, 3)
COORDINATES: Final = _COORDINATES[-1]
"""Numbers that say how a character is posed: place and turn of the pelvis, turns as quaternions
against the parent, angles of hinges."""
FREEDOMS: Final = _FREEDOMS[-1]
"""Its degrees of freedom, the six of the pelvis included."""


TURNS: Final = (
    3,
    *(_COORDINATES[number] for number, part in enumerate(PARTS) if number and part.hinge is None),
)
"""Where quaternions begin among the coordinates."""


def coordinate_of(number: int) -> int:
    """Where the coordinates of a part's joint begin."""
    return _COORDINATES[number]


def freedom_of(number: int) -> int:
    """Where the degrees of freedom of a part's joint begin."""
    return _FREEDOMS[number]


def links_between() -> Floats:
    """How many links apart parts are, shape (parts, parts)."""
    count = len(PARTS)
    apart = np.full((count, count), float(count))
    np.fill_diagonal(apart, 0.0)
    for number, part in enumerate(PARTS[1:], start=1):
        apart[number, part.parent] = apart[part.parent, number] = 1.0
    for through in range(count):
        apart = np.minimum(apart, apart[:, through, np.newaxis] + apart[through])
    return apart
