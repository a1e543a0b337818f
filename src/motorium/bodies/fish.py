"""What a fish is: 23 nodes, 91 viscoelastic units, 12 muscles, 24 faces (Tu 1999, section 4.2).

Nodes: 0 is the nose; 1-4, 5-8, 9-12, 13-16, 17-20 are quads from head to tail, each in the order
left-top, right-top, right-bottom, left-bottom; 21 and 22 are the upper and lower tip of the tail
fin. The seed's units are taken as 1 cm, 1 g and 0.1 s; they stay inside bodies and kernels.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

__all__ = [
    "BODY_LENGTH",
    "CENTIMETRE",
    "KIND_CROSS",
    "KIND_MUSCLE",
    "KIND_OTHER",
    "MUSCLES",
    "MUSCLE_UNITS",
    "NODES",
    "TAIL_TIP_AS_PRINTED",
    "TENTH_SECOND",
    "UNITS",
    "UNIT_KINDS",
    "UNIT_NODES",
    "Faces",
    "Fins",
    "FishBody",
    "Station",
    "Tissue",
    "masses_by_volume",
    "published_masses",
]

NODES: Final = 23
UNITS: Final = 91
MUSCLES: Final = 12
QUADS: Final = 5

BODY_LENGTH: Final = 20.0
"""Of every species' body in the units of the kernels: what differs is how long a unit is."""

CENTIMETRE: Final = 0.01
"""The seed's unit of length [m], for a fish of 20 cm."""
TENTH_SECOND: Final = 0.1
"""The seed's unit of time [s], for a fish of 20 cm."""

KIND_OTHER: Final = 0
KIND_CROSS: Final = 1
KIND_MUSCLE: Final = 2

ELASTICITY: Final = {KIND_OTHER: 30.0, KIND_CROSS: 38.0, KIND_MUSCLE: 28.0}
"""c_ij by kind of unit (Tu, Table 4.2)."""
VISCOSITY: Final = 0.1
"""kappa_ij of all units (Tu, Table 4.2)."""

TAIL_TIP_AS_PRINTED: Final = 0.165
"""Mass of each tip of the tail fin [g] (Tu, Table 4.1)."""

Faces = Literal["quads", "triangles"]


def quad(number: int) -> list[int]:
    """The four nodes of a quad, 0 at the head."""
    return [1 + 4 * number + corner for corner in range(4)]


def published_masses(tail_tip: float = TAIL_TIP_AS_PRINTED) -> Floats:
    """Node masses [g] of Tu's Table 4.1.

    The table forgets node 20; it weighs what 13 to 19 weigh.
    """
    masses = np.full(NODES, 1.1)
    masses[1:5] = 6.6
    masses[5:9] = 11.0
    masses[9:13] = 6.6
    masses[21:] = tail_tip
    return masses


FILL: Final = 0.6
"""Share of its box that a cross-section fills; Tu's table weighs 0.57 to 0.60 g / cm^3 there."""
TAIL_FIN_SHARE: Final = 0.165 / 107.5
"""Of the body's mass in each tip of the tail fin, as in Tu's Table 4.1."""


def masses_by_volume(stations: list[Station], length: float) -> Floats:
    """Node masses [g] of a body that is as dense as water.

    A station carries the slice from halfway to the one before to halfway to the next; the nose
    carries a twentieth of the first slice, the tail fin's tips their printed share.
    """
    places = np.array([s.behind_nose for s in stations])
    areas = np.array([4 * s.half_height * s.half_width for s in stations])
    middles = (places[1:] + places[:-1]) / 2
    # The head is a cone from the nose: a third of the prism.
    lengths = np.diff([places[0] * 2 / 3, *middles, (places[-1] + length) / 2])
    slices = FILL * areas * lengths
    masses = np.zeros(NODES)
    masses[0] = slices[0] / 20
    masses[1:21] = np.repeat(slices / 4, 4)
    masses[21:] = slices.sum() * TAIL_FIN_SHARE
    return masses


def _units() -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """End nodes (i < j) and kind of every unit.

    Counted: nose to head 4; in each quad 4 edges and 2 diagonals, 30; between quads 4
    longitudinals, 16, of which the first 12 are muscles S(i, i+4), and 2 diagonals on each side
    face, 32; peduncle to tail tips 8; between the tips 1.
    """
    units: list[tuple[int, int, int]] = [(0, node, KIND_OTHER) for node in quad(0)]
    for number in range(QUADS):
        a, b, c, d = quad(number)
        units += [(a, b, KIND_OTHER), (b, c, KIND_OTHER), (c, d, KIND_OTHER), (a, d, KIND_OTHER)]
        units += [(a, c, KIND_CROSS), (b, d, KIND_CROSS)]
    for number in range(QUADS - 1):
        front, rear = quad(number), quad(number + 1)
        along = KIND_MUSCLE if number < 3 else KIND_OTHER
        units += [(front[k], rear[k], along) for k in range(4)]
        for k in range(4):
            beside = (k + 1) % 4
            units.append((front[k], rear[beside], KIND_CROSS))
            units.append((front[beside], rear[k], KIND_CROSS))
    for tip in (21, 22):
        units += [(node, tip, KIND_OTHER) for node in quad(QUADS - 1)]
    units.append((21, 22, KIND_OTHER))
    table = np.array(units, dtype=np.int32)
    return table[:, :2].copy(), table[:, 2].astype(np.int8)


UNIT_NODES, UNIT_KINDS = _units()
MUSCLE_UNITS: Final = np.flatnonzero(UNIT_KINDS == KIND_MUSCLE)
"""Unit of muscle m = 0..11, S(m + 1, m + 5), in segment m // 4; left if m % 4 is 0 or 3."""
TAIL_UNITS: Final = np.flatnonzero(
    ((UNIT_NODES[:, 1] >= 17) & (UNIT_NODES[:, 0] < 17))
    | ((UNIT_NODES[:, 1] >= 21) & (UNIT_NODES[:, 0] < 21))
)
"""Those along the peduncle, and between it and the tips of the tail fin."""


def outer_faces(nodes: Floats, faces: Faces) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Quads (n, 4) and triangles (n, 3) of the surface, wound so that normals point outwards.

    'quads' treats a side face as one quad, which keeps the fish symmetric; 'triangles' splits each
    along one diagonal as printed, and so noses the fish down or makes it veer.
    """
    four: list[list[int]] = []
    head = quad(0)
    three = [[0, head[k], head[(k + 1) % 4]] for k in range(4)]
    for number in range(QUADS - 1):
        front, rear = quad(number), quad(number + 1)
        for k in range(4):
            beside = (k + 1) % 4
            four.append([front[k], front[beside], rear[beside], rear[k]])
    a, b, c, d = quad(QUADS - 1)
    four += [[a, d, 22, 21], [b, c, 22, 21]]
    three += [[a, b, 21], [d, c, 22]]
    if faces == "triangles":
        three += [[f[0], f[1], f[2]] for f in four] + [[f[0], f[2], f[3]] for f in four]
        four = []
    middle = nodes.mean(axis=0)
    return (
        np.array([_outwards(nodes, f, middle) for f in four], dtype=np.int32).reshape(-1, 4),
        np.array([_outwards(nodes, f, middle) for f in three], dtype=np.int32).reshape(-1, 3),
    )


def _outwards(nodes: Floats, face: list[int], middle: Floats) -> list[int]:
    corners = nodes[face]
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    axis_point = np.array([corners[:, 0].mean(), middle[1], middle[2]])
    outwards = corners.mean(axis=0) - axis_point
    if 0 in face:
        outwards = outwards + np.array([1.0, 0.0, 0.0])
    return face if normal @ outwards > 0 else [face[0], *face[:0:-1]]


@dataclass(frozen=True)
class Station:
    """A cross-section of the rest shape [cm]: behind the nose, half height, half width."""

    behind_nose: float
    half_height: float
    half_width: float


@dataclass(frozen=True)
class Tissue:
    """How stiff and how damped a body is, against Tu's Table 4.2.

    stiffness: times the printed c_ij, of all units; muscle: a further times for muscles; tail: for
    the peduncle and what holds the tail fin, which else folds like a flag; damping [0.1 s]:
    kappa_ij = 0.1 + damping c_ij. As printed a body is too limp to pass force on.
    """

    stiffness: float = 1.0
    muscle: float = 1.0
    tail: float = 1.0
    damping: float = 0.0


@dataclass(frozen=True)
class Fins:
    """Areas of the fins that are not made of nodes [cm^2]; a pectoral fin's is that of one side."""

    dorsal: float = 0.0
    anal: float = 0.0
    pectoral: float = 0.0


@dataclass(frozen=True)
class FishBody:
    """An immutable fish at rest, in centimetres and grams.

    nodes [cm], body axes (x forward, y left, z up), origin at Yu's o = (n5 + n7) / 2, shape (23,
    3); masses [g], shape (23,); elasticity [g / (0.1 s)^2], damping [g / 0.1 s] and rest_lengths
    [cm], shape (91,); quads, shape (n, 4), and triangles, shape (n, 3): node numbers of the faces,
    outwards; buoyancy [cm]: how far the centre of buoyancy lies above the centre of mass.
    """

    nodes: Floats
    masses: Floats
    elasticity: Floats
    damping: Floats
    quads: NDArray[np.int32]
    triangles: NDArray[np.int32]
    fins: Fins = Fins()
    buoyancy: float = 0.0
    rest_lengths: Floats = field(init=False)

    def __post_init__(self) -> None:
        i, j = UNIT_NODES.T
        lengths = np.linalg.norm(self.nodes[j] - self.nodes[i], axis=1)
        if lengths.min() <= 0:
            worst = UNIT_NODES[int(np.argmin(lengths))]
            raise ValueError(f"nodes {worst[0]} and {worst[1]} coincide; a unit needs a length")
        if self.masses.min() <= 0:
            raise ValueError(f"node {int(np.argmin(self.masses))} has no mass")
        object.__setattr__(self, "rest_lengths", lengths)
        for array in (self.nodes, self.masses, self.elasticity, self.damping, lengths):
            array.setflags(write=False)

    @classmethod
    def build(
        cls,
        stations: list[Station],
        length: float,
        tail_half_height: float,
        masses: Floats | None = None,
        faces: Faces = "quads",
        tissue: Tissue | None = None,
        fins: Fins | None = None,
        buoyancy: float = 0.0,
    ) -> FishBody:
        """A body from its five cross-sections, its length and tail fin [cm]."""
        if len(stations) != QUADS:
            raise ValueError(f"a fish has {QUADS} stations, not {len(stations)}")
        nodes = np.zeros((NODES, 3))
        for number, station in enumerate(stations):
            x, high, wide = -station.behind_nose, station.half_height, station.half_width
            nodes[quad(number)] = [
                (x, wide, high),
                (x, -wide, high),
                (x, -wide, -high),
                (x, wide, -high),
            ]
        nodes[21] = (-length, 0.0, tail_half_height)
        nodes[22] = (-length, 0.0, -tail_half_height)
        nodes -= (nodes[5] + nodes[7]) / 2
        quads, triangles = outer_faces(nodes, faces)
        tissue = tissue or Tissue()
        elasticity = tissue.stiffness * np.array([ELASTICITY[int(kind)] for kind in UNIT_KINDS])
        elasticity[MUSCLE_UNITS] *= tissue.muscle
        elasticity[TAIL_UNITS] *= tissue.tail
        return cls(
            nodes=nodes,
            masses=published_masses() if masses is None else np.array(masses, dtype=np.float64),
            elasticity=elasticity,
            damping=VISCOSITY + tissue.damping * elasticity,
            quads=quads,
            triangles=triangles,
            fins=fins or Fins(),
            buoyancy=buoyancy,
        )

    @property
    def length(self) -> float:
        """From the nose to the tail tips [cm]."""
        return float(np.ptp(self.nodes[:, 0]))

    @property
    def mass(self) -> float:
        """Of all nodes [g]."""
        return float(self.masses.sum())

    def digest(self) -> str:
        """A hash of every number of the body, for what is compiled from it."""
        parts = (
            self.nodes,
            self.masses,
            self.elasticity,
            self.damping,
            self.quads,
            self.triangles,
        )
        rest = (self.fins.dorsal, self.fins.anal, self.fins.pectoral, self.buoyancy)
        digest = hashlib.sha256(np.array(rest).tobytes())
        for part in parts:
            digest.update(part.tobytes())
        return digest.hexdigest()[:16]
