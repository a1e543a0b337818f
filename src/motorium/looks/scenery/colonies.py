"""What an obstacle is made of: forms from the catalogue, within its cylinder; page axes [m]."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.scenery.chance import Chance, spread_seed
from motorium.looks.scenery.forms import FORMS, LEVELS, STONE, form_mesh, form_of
from motorium.looks.scenery.solids import normalised
from motorium.looks.scenery.turns import (
    rotated,
    turn_about_up,
    turn_between,
    turned_back,
    turned_by,
)

__all__ = ["Cylinder", "Part", "Standing", "filling", "parts_of"]

Colour = tuple[float, float, float]


class Standing(Protocol):
    """An upright cylinder of the habitat that is solid, z up [m], as the studio describes it."""

    @property
    def kind(self) -> str: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def bottom(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def radius(self) -> float: ...
    @property
    def seed(self) -> int: ...


@dataclass(frozen=True)
class Cylinder:
    """z up [m]."""

    x: float
    y: float
    bottom: float
    top: float
    radius: float


@dataclass(frozen=True)
class Part:
    """A form that is drawn somewhere."""

    form: int
    place: Floats
    scale: Floats
    turn: Floats
    """A quaternion (x, y, z, w), as shaders take it."""
    colour: Colour
    tip: Colour
    """Of tips, or what grows on a stone."""
    own: float
    """Chance of its own, 0 to 1."""
    ground: float
    """Height of the sand that it stands in."""

    @property
    def row(self) -> Floats:
        """What the shader is given of it, twenty numbers."""
        matter = FORMS[self.form].matter
        placed = (*self.place, self.ground, *self.scale, self.own, *self.turn)
        return np.array([*placed, *self.colour, matter, *self.tip, 0.0])

    @property
    def size(self) -> float:
        """How large it is for choosing a level [m]: stones are plainer than what lives."""
        plain = 0.5 if FORMS[self.form].matter == STONE else 1.0
        return plain * float(self.scale.max())


_UP: Final = np.array([0.0, 1.0, 0.0])
_LIVING: Final = ("staghorn", "brain", "table", "knobs", "fan", "staghorn", "tubes", "anemone")
_ALGAE: Final = (0.1, 0.15, 0.055)
_STONES: Final = ((0.33, 0.29, 0.24), (0.29, 0.275, 0.25), (0.36, 0.3, 0.22))

_Palette = tuple[tuple[Colour, Colour], ...]
"""Colours with that of their tips. Most reef corals are brown, olive or cream, from the algae
within them; fans, sponges and anemones are bright."""
_HARD: Final[_Palette] = (
    ((0.4, 0.25, 0.09), (0.92, 0.76, 0.5)),
    ((0.27, 0.26, 0.09), (0.68, 0.7, 0.36)),
    ((0.5, 0.17, 0.2), (0.96, 0.66, 0.64)),
    ((0.26, 0.18, 0.4), (0.72, 0.68, 0.95)),
    ((0.1, 0.3, 0.21), (0.5, 0.82, 0.6)),
    ((0.56, 0.44, 0.27), (0.96, 0.9, 0.74)),
)
_SOFT: Final[_Palette] = (
    ((0.62, 0.1, 0.07), (0.95, 0.36, 0.2)),
    ((0.42, 0.09, 0.36), (0.85, 0.45, 0.8)),
    ((0.7, 0.3, 0.05), (1.0, 0.66, 0.25)),
    ((0.66, 0.52, 0.08), (1.0, 0.88, 0.4)),
)
_ANEMONES: Final[_Palette] = (
    ((0.36, 0.33, 0.16), (0.86, 0.5, 0.72)),
    ((0.46, 0.3, 0.2), (0.96, 0.86, 0.62)),
    ((0.2, 0.3, 0.17), (0.62, 0.95, 0.6)),
)


@dataclass(frozen=True)
class _Growth:
    most: int
    out: float
    """How far from the middle the last ones grow, of the stone's own width."""
    sizes: tuple[float, float, float]
    """Of the first one, and of the others from and to, in radii of the obstacle."""


_ON_HEADS: Final = _Growth(most=10, out=0.9, sizes=(1.15, 0.45, 0.85))
_ON_ROCKS: Final = _Growth(most=6, out=1.0, sizes=(0.3, 0.14, 0.32))
_LEAST: Final = 0.11
"""Smaller ones are not worth drawing, in radii of the obstacle."""


def parts_of(standing: Standing) -> list[Part]:
    chance = Chance(spread_seed(standing.seed + 1))
    bound = Cylinder(standing.x, standing.y, standing.bottom, standing.top, standing.radius)
    if standing.kind == "cylinder":
        return [filling(bound, "column", chance)]
    if standing.kind == "rock":
        stone = filling(bound, "boulder", chance)
        return [stone, *_overgrown(stone, bound, chance, _ON_ROCKS)]
    # A mound of old reef, with living colonies all over it.
    high = bound.top - bound.bottom
    crown = max(bound.bottom + high * (0.42 + 0.14 * chance()), bound.top - 0.55 * bound.radius)
    base = filling(replace(bound, top=crown, radius=bound.radius * 0.74), "mound", chance)
    return [base, *_overgrown(base, bound, chance, _ON_HEADS)]


def filling(bound: Cylinder, kind: str, chance: Chance) -> Part:
    """A stone as wide and high as its obstacle."""
    form = form_of(kind, chance)
    turn = turn_about_up(2 * math.pi * chance())
    return Part(
        form=form,
        place=np.array([bound.x, bound.bottom, -bound.y]),
        scale=np.array([bound.radius, bound.top - bound.bottom, bound.radius]),
        turn=turn,
        colour=_varied(_STONES[math.floor(len(_STONES) * chance())], chance),
        tip=_varied(_ALGAE, chance),
        own=chance(),
        ground=bound.bottom,
    )


def _overgrown(stone: Part, bound: Cylinder, chance: Chance, growth: _Growth) -> list[Part]:
    """Colonies on a stone, in a spiral from its crown down, which spreads them evenly."""
    parts = []
    colonies = math.floor(growth.most * (0.7 + 0.3 * chance()) + 0.5)
    first = math.floor(len(_LIVING) * chance())
    for colony in range(colonies):
        share = (colony + 0.5 * chance()) / colonies
        angle = colony * 2.39996 + 6 * stone.own
        out = growth.out * math.sqrt(share)
        kind = _LIVING[(first + colony) % len(_LIVING)]
        lean = np.array([out * math.cos(angle), 1.1 - 0.6 * out, out * math.sin(angle)])
        foot = _on_stone(stone, lean)
        upright = {"fan": 3.0, "table": 3.0, "tubes": 1.2}.get(kind, 0.0)
        lean = normalised(lean) + _UP * upright + (chance.many(3) * 2 - 1) * 0.12
        part = _colony(kind, foot, normalised(lean), chance)
        largest, least, most = growth.sizes
        wanted = bound.radius * (largest if colony == 0 else least + (most - least) * chance())
        size = min(wanted, _room_for(part, bound))
        if size >= _LEAST * bound.radius:
            parts.append(replace(part, scale=np.full(3, size)))
    return parts


def _on_stone(stone: Part, towards: Floats) -> Floats:
    """The place of a stone's skin that lies farthest in a direction, and a little below it."""
    points = form_mesh(stone.form, 0).places.astype(float)
    local = normalised(rotated(turned_back(stone.turn), towards))
    raised = points - [0, 0.35, 0]
    along = raised @ local
    across = np.sum(raised * raised, axis=-1) - along**2
    found = points[np.argmax(along - 2 * across)]
    return rotated(stone.turn, found * 0.96 * stone.scale) + stone.place


def _colony(kind: str, foot: Floats, lean: Floats, chance: Chance) -> Part:
    """Of size 1."""
    bright = kind in ("fan", "tubes")
    palette = _ANEMONES if kind == "anemone" else _SOFT if bright else _HARD
    colour, tip = palette[math.floor(len(palette) * chance())]
    spin = turn_about_up(2 * math.pi * chance())
    return Part(
        form=form_of(kind, chance),
        place=foot,
        scale=np.ones(3),
        turn=turned_by(turn_between(_UP, lean), spin),
        colour=_varied(colour, chance),
        tip=_varied(tip, chance),
        own=chance(),
        ground=float(foot[1]),
    )


def _room_for(part: Part, bound: Cylinder) -> float:
    """How large a colony may be so that all of it is within a cylinder, at any level of detail."""
    places = [form_mesh(part.form, level).places for level in LEVELS]
    points = rotated(part.turn, np.concatenate(places).astype(float))
    high = points[points[:, 1] > 0, 1]
    room = (bound.top - part.place[1]) / high.max() if len(high) else math.inf
    if room < 0:
        room = (bound.top - part.place[1]) / high.min()
    px, pz = part.place[0] - bound.x, part.place[2] + bound.y
    x, z = points[:, 0], points[:, 2]
    # Where the line from the foot through the point leaves the cylinder.
    a = x * x + z * z
    b = px * x + pz * z
    c = px * px + pz * pz - (0.995 * bound.radius) ** 2
    aside = a >= 1e-9
    ways = (np.sqrt(np.maximum(0, b * b - a * c)) - b)[aside] / a[aside]
    return min(float(room), float(ways.min()))


def _varied(colour: Colour, chance: Chance) -> Colour:
    """No two individuals have quite the same: a little lighter, warmer or cooler."""
    bright = 0.82 + 0.36 * chance()
    warm = 0.12 * (chance() - 0.5)
    r, g, b = colour
    return (r * bright * (1 + warm), g * bright, b * bright * (1 - warm))
