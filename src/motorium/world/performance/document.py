"""The file of a scene (`[scene]`, `[[prop]]`): what stands, hangs and rolls around a performer.

Metres, kilograms, seconds, degrees; x is ahead of the performer, y to his left, z up.

    scene = load_scene("boulder")     # one that ships
    scene = load_scene("my.toml")     # one's own
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path as FilePath
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import AfterValidator, Field, StrictBool, StrictInt

from motorium.bodies.rigid.parts import PARTS
from motorium.contracts.frames import Floats, multiply, quaternion_from_heading, rotation_matrix
from motorium.physics.rigid.paths import MOST_STOPS, Path
from motorium.physics.rigid.props import FIXED, Prop, PropShape
from motorium.physics.rigid.scene import GROUND
from motorium.problems import Wrong, did_you_mean, shown
from motorium.settings import Number, Settings
from motorium.shipped import load_settings

__all__ = [
    "SCENES",
    "PropSettings",
    "SceneDocument",
    "SceneSettings",
    "load_scene",
    "props_of",
    "waiting",
]

SCENES: Final = ("ballroom", "boardroom", "bag", "boulder", "ferry")
"""Those that ship."""
FARTHEST: Final = 30.0
SIZES: Final = {"ball": 1, "box": 3, "bar": 2}
"""How many numbers say how large a shape is."""
MOST_COPIES: Final = 64
MOST_PROPS: Final = 200
LIGHTEST: Final = 0.01
"""Of what moves [kg]."""
SHORTEST: Final = 0.01
"""From place to place of a path [m]."""
FASTEST: Final = 2.0
"""Of ground that goes its own way [m/s]: nobody steps on a faster one."""
MOST_OVERLAPS: Final = 1000
"""Pairs that are inside each other to begin with: of twenty times as many MuJoCo's memory runs
over, and long before that a step takes longer than it lasts."""
OWN_NAMES: Final = re.compile(
    rf"world|{GROUND}|\d+ ({'|'.join(part.name for part in PARTS)}|root)|grip \d+ \d+ \d+"
)
"""What `RigidScene` and MuJoCo call their own things."""


def _readable(name: str) -> str:
    if not name.isprintable() or name != name.strip():
        raise ValueError(
            f"must be of printable characters, without spaces at its ends, not {shown(name)}"
        )
    return name


Coordinate = Annotated[Number, Field(ge=-FARTHEST, le=FARTHEST)]
Triple = tuple[Coordinate, Coordinate, Coordinate]
Length = Annotated[Number, Field(ge=0.01, le=20.0)]
Speed = Annotated[Number, Field(ge=-50.0, le=50.0)]
Degrees = Annotated[Number, Field(ge=-360.0, le=360.0)]
Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(_readable)]
Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Copies = Annotated[StrictInt, Field(ge=1, le=MOST_COPIES)]


class SceneSettings(Settings):
    """The table `[scene]`."""

    title: Name
    """What it is called."""
    description: Annotated[str, Field(max_length=400)] = ""
    """What there is to do, in a line."""
    acts: Annotated[list[Name], Field(min_length=1, max_length=50)]
    """What the built-in performer does, one after the other, and from the beginning again."""
    grip: Literal["key", "contact"] = "key"
    """Whether hands hold when told, or also by themselves what they push into or close on."""

    def wrongs(self) -> Iterator[Wrong]:
        # Only here: whoever writes or changes a scene need not have figures' motions.
        from motorium.motion.figures.takes import ACTS

        for number, act in enumerate(self.acts):
            if act not in ACTS:
                known, meant = ", ".join(ACTS), did_you_mean(act, ACTS)
                sentence = f"no act is called {shown(act)}; known are {known}{meant}"
                yield Wrong(("acts", number), sentence, ("acts",))


class PropSettings(Settings):
    """A table `[[prop]]`."""

    name: Name
    """What it is called; copies are numbered."""
    shape: PropShape
    """ball, box or bar; a bar is round at both ends and upright."""
    size: Annotated[list[Length], Field(min_length=1, max_length=3)]
    """Radius of a ball; half edges of a box; radius and half length of a bar."""
    mass: Annotated[Number, Field(ge=0.0, le=5000.0)] = 0.0
    """0: nobody can move it; otherwise at least 0.01."""
    at: Triple
    """Its middle."""
    heading: Degrees = 0.0
    """To the left."""
    tilt: Degrees = 0.0
    """Its front edge down, before it is turned to its heading."""
    velocity: tuple[Speed, Speed, Speed] = (0.0, 0.0, 0.0)
    """When it is thrown, or from the beginning if it does not wait."""
    waits: StrictBool = False
    """Whether it lies still until it is thrown."""
    hangs: Length | None = None
    """How far above its middle it is hung up."""
    friction: Annotated[Number, Field(ge=0.0, le=3.0)] = 0.8
    """1 is rubber on concrete."""
    ground: StrictBool = False
    """Whether who touches it stands on it."""
    grip: StrictBool = False
    """Whether hands can hold it."""
    path: Annotated[list[Triple], Field(max_length=MOST_STOPS)] = Field(default_factory=list)
    """Where its middle goes to by itself, one after the other, and back to where it began."""
    period: Annotated[Number, Field(ge=1.0, le=120.0)] | None = None
    """How long its path takes, all of it, or to rock to both sides [s]."""
    rocks: Annotated[Number, Field(ge=-20.0, le=20.0)] = 0.0
    """How far it tilts by itself to both sides."""
    turns: Annotated[Number, Field(ge=-90.0, le=90.0)] = 0.0
    """How fast it turns by itself, to the left [degrees a second]."""
    color: Color = "#9a9a9a"
    """#rrggbb"""
    copies: tuple[Copies, Copies, Copies] = (1, 1, 1)
    """How many there are along x, y and z,"""
    apart: Triple = (0.0, 0.0, 0.0)
    """and how far apart."""

    def wrongs(self) -> Iterator[Wrong]:
        wanted = SIZES[self.shape]
        if len(self.size) != wanted:
            lengths = "length" if wanted == 1 else "lengths"
            yield Wrong(
                ("size",), f"a {self.shape} needs {wanted} {lengths}", ("shape",), len(self.size)
            )
        moves = self.waits or self.grip or self.hangs is not None or any(self.velocity)
        if self._goes:
            yield from self._wrong_way()
        elif self.period is not None:
            yield Wrong(("period",), "is for what has a path, or rocks", ("path", "rocks"))
        elif self.mass == FIXED and moves:
            yield Wrong(
                ("mass",), "what moves, waits, hangs or can be held needs one above 0", (), 0
            )
        if FIXED < self.mass < LIGHTEST:
            yield Wrong(("mass",), f"must be 0 or at least {LIGHTEST:g}", (), self.mass)
        if self.waits and self.hangs is not None:
            yield Wrong(("waits",), "what hangs cannot be thrown", ("hangs",))
        if math.prod(self.copies) > MOST_COPIES:
            yield Wrong(("copies",), f"at most {MOST_COPIES} of one", (), math.prod(self.copies))

    @property
    def _goes(self) -> bool:
        """By itself, whatever pushes it."""
        return bool(self.path or self.rocks or self.turns)

    def _wrong_way(self) -> Iterator[Wrong]:
        """Of what goes its own way."""
        if self.mass != FIXED or self.waits or self.hangs is not None or any(self.velocity):
            yield Wrong(
                ("path",),
                "what goes, rocks or turns by itself has no mass, and neither hangs, waits nor has "
                "a velocity",
                ("path", "rocks", "turns", "mass", "waits", "hangs", "velocity"),
            )
        if self.period is None:
            if self.path or self.rocks:
                yield Wrong(("period",), "what has a path, or rocks, needs one", ("path", "rocks"))
            return
        path = _path(self)
        if path is None or not self.path:
            return
        if min(path.lengths) < SHORTEST:
            yield Wrong(("path",), f"its places must be at least {SHORTEST:g} m from each other")
        elif path.fastest > FASTEST:
            yield Wrong(
                ("period",),
                f"it would go as fast as {path.fastest:.2g} m/s, and at most {FASTEST:g} may; it "
                f"takes at least {path.period * path.fastest / FASTEST:.2g} s",
                ("path",),
            )


class SceneDocument(Settings):
    """The whole file."""

    format: Literal[1]
    """The version of the file."""
    scene: SceneSettings
    prop: list[PropSettings] = Field(default_factory=list, max_length=100)

    def wrongs(self) -> Iterator[Wrong]:
        yield from self._wrong_names()
        props = props_of(self)
        if len(props) > MOST_PROPS:
            yield Wrong(("prop",), f"at most {MOST_PROPS} with all copies", (), len(props))
            return
        pairs = _overlaps(props)
        if len(pairs) > MOST_OVERLAPS:
            one, other = (shown(props[number].name) for number in pairs[0])
            yield Wrong(
                ("prop",),
                f"{len(pairs)} pairs of props overlap at the beginning, {one} and {other} first; "
                f"at most {MOST_OVERLAPS} may",
            )

    def _wrong_names(self) -> Iterator[Wrong]:
        owners: dict[str, int] = {}
        for number, prop in enumerate(self.prop):
            for name in _names(prop):
                sentence = None
                if OWN_NAMES.fullmatch(name):
                    sentence = "is a name that every scene needs for itself"
                elif name in owners:
                    sentence = (
                        f"is what prop[{owners[name]}] or a copy of it is called; every prop needs "
                        "a name of its own"
                    )
                if sentence:
                    yield Wrong(("prop", number, "name"), f"{shown(name)} {sentence}")
                    break
            owners |= {name: owners.get(name, number) for name in _names(prop)}


def load_scene(name: str | FilePath) -> SceneDocument:
    """A shipped scene by name, or one's own by the path of its file."""
    folder = resources.files("motorium.world.performance") / "library"
    return load_settings(name, "scene", SCENES, folder, SceneDocument)


def props_of(document: SceneDocument) -> list[Prop]:
    """All props with their copies."""
    return [prop for settings in document.prop for prop in _copies(settings)]


def waiting(document: SceneDocument) -> dict[str, PropSettings]:
    """What waits to be thrown, each copy by its own name."""
    return {name: prop for prop in document.prop if prop.waits for name in _names(prop)}


def _names(one: PropSettings) -> list[str]:
    """Of a prop, or of its copies."""
    count = math.prod(one.copies)
    return [one.name] if count == 1 else [f"{one.name} {k}" for k in range(1, count + 1)]


def _copies(one: PropSettings) -> Iterator[Prop]:
    half = math.radians(one.tilt) / 2
    turn = multiply(
        quaternion_from_heading(math.radians(one.heading)),
        _quaternion(math.cos(half), math.sin(half)),
    )
    red, green, blue = (int(one.color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    places = list(itertools.product(*map(range, one.copies)))
    for name, steps in zip(_names(one), places, strict=True):
        x, y, z = (
            at + step * apart for at, step, apart in zip(one.at, steps, one.apart, strict=True)
        )
        moving = (0.0, 0.0, 0.0) if one.waits else one.velocity
        yield Prop(
            name=name,
            shape=one.shape,
            size=tuple(one.size),
            mass=one.mass,
            at=(x, y, z),
            turn=(float(turn[0]), float(turn[1]), float(turn[2]), float(turn[3])),
            velocity=moving,
            hangs=one.hangs,
            friction=one.friction,
            ground=one.ground,
            grip=one.grip,
            path=_path(one),
            color=(red, green, blue),
        )


def _path(one: PropSettings) -> Path | None:
    """The way that it goes by itself, from where it, or a copy of it, begins."""
    if not (one.path or one.rocks or one.turns):
        return None
    x, y, z = one.at
    return Path(
        stops=tuple((ax - x, ay - y, az - z) for ax, ay, az in one.path),
        period=one.period or 1.0,
        rocks=math.radians(one.rocks),
        turns=math.radians(one.turns),
    )


def _quaternion(cosine: float, sine: float) -> Floats:
    return np.array([cosine, 0.0, sine, 0.0])


def _overlaps(props: list[Prop]) -> list[tuple[int, int]]:
    """Which two, of which one moves at least, may be inside each other: boxes around them are."""
    middles = np.array([prop.at for prop in props]).reshape(-1, 3)
    halves = np.array([_half_box(prop) for prop in props]).reshape(-1, 3)
    # What goes its own way goes through what stands fast.
    moves = np.array([prop.mass != FIXED for prop in props], dtype=bool)
    apart = np.abs(middles[:, None] - middles[None])
    inside = (apart < halves[:, None] + halves[None]).all(axis=2)
    inside &= moves[:, None] | moves[None]
    return [(int(one), int(other)) for one, other in np.argwhere(np.triu(inside, k=1))]


def _half_box(prop: Prop) -> Floats:
    """Half edges of the box around a prop, along x, y and z."""
    axes = np.abs(rotation_matrix(np.array(prop.turn)))
    if prop.shape == "box":
        around: Floats = axes @ np.array(prop.size)
        return around
    half = prop.size[1] if prop.shape == "bar" else 0.0
    return np.asarray(prop.size[0] + half * axes[:, 2])
