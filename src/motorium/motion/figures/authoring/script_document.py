"""The file of authored motion (`[script]`, `[[posture]]`, `[[arc]]`, `[[procedure]]`, ...).

Metres, seconds, degrees. x is forward, y to the left, z up; a posture is put such that its pelvis
is above the origin, and heads along x.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Annotated, Literal

from pydantic import Field, StrictBool

from motorium.bodies.figure.skeleton import Skeleton
from motorium.motion.figures.authoring.script_checks import script_wrongs
from motorium.problems import Wrong, did_you_mean
from motorium.settings import Number, Settings, SettingsError

__all__ = [
    "Arc",
    "Gaits",
    "Goal",
    "Posture",
    "Primitive",
    "Procedure",
    "ScriptDocument",
    "Swing",
]

Name = Annotated[str, Field(min_length=1, max_length=40)]
Coordinate = Annotated[Number, Field(ge=-5.0, le=5.0)]
Plan = tuple[Coordinate, Coordinate]
Vector = tuple[Coordinate, Coordinate, Coordinate]
Degrees = Annotated[Number, Field(ge=-360.0, le=360.0)]
Attitude = tuple[Degrees, Degrees, Degrees]
Time = Annotated[Number, Field(ge=0.0, le=20.0)]
Weight = Annotated[Number, Field(gt=0.0, le=1000.0)]
Angles = dict[str, Degrees]
Side = Literal["left", "right"]


class ScriptSettings(Settings):
    """The table `[script]`."""

    title: str
    """What it is called."""
    description: str = ""
    """What it is for, in a line."""
    figure: Literal["human-high"] = "human-high"
    """Whom it is written for: the others follow."""
    rifle: StrictBool = True
    """Whether there is a rifle in the right hand."""


class Gaits(Settings):
    """The table `[gaits]`: walking forward and backward, and running, which the walker makes."""

    posture: Name
    """Where steps start from and end in: both feet flat on the floor."""
    arms: Literal["held", "swinging"] = "held"
    """Whether they swing, or stay in relation to the chest as the posture has them."""


class Goal(Settings):
    """Where a site shall be, and how its segment shall be turned. Sites of the rifle (trigger,
    muzzle, butt, sight, magazine, support) turn with the rifle."""

    site: Name
    """A landmark of the figure or a point of the rifle."""
    floor: Plan | None = None
    """Above which point of the floor it rests: as high as `[clearance]` says."""
    place: Vector | None = None
    """Where it shall be."""
    near: Name | None = None
    """Another site that it shall be near: `place` is then seen from that one, in the axes of
    its segment."""
    points: Attitude | None = None
    """Heading (left positive), pitch (up positive) and roll (left side up positive)."""
    weight: Weight = 1.0
    """Of two goals that cannot both be met the heavier one is met better."""
    turn_weight: Weight = 0.3
    """The same, for `points`."""

    def wrongs(self) -> Iterator[Wrong]:
        if self.floor is None and self.place is None and self.points is None:
            yield Wrong(
                ("site",), f"the goal of {self.site!r} says neither place, floor nor points"
            )
        if self.floor is not None and self.place is not None:
            yield Wrong(("place",), f"the goal of {self.site!r} has both floor and place")
        if self.near is not None and self.place is None:
            yield Wrong(("near",), f"the goal of {self.site!r} needs a place, seen from its near")


class Hands(Settings):
    """Which shapes hands have."""

    left: Name = "relaxed"
    right: Name = "relaxed"


class Posture(Settings):
    """A table `[[posture]]`: a node, as a first guess and goals that are solved from there."""

    name: Name
    """What the node is called."""
    like: Name | None = None
    """An earlier posture that the guess begins with, instead of that at rest."""
    height: Coordinate = 0.92
    """Of the pelvis, as a guess."""
    attitude: Attitude = (0.0, 0.0, 0.0)
    """Heading, pitch (up positive) and roll of the pelvis, as a guess."""
    angles: Angles = Field(default_factory=dict)
    """Of freedoms, like "left knee.flexion", as a guess that is kept where no goal needs others."""
    hands: Hands = Hands()
    """Their shapes."""
    holds: StrictBool = True
    """Whether the left hand is on the rifle, too, if there is one."""
    goal: list[Goal] = Field(default_factory=list, max_length=60)


class Primitive(Settings):
    """A table `[[arc.do]]`: what some part of the body does, from one time to another."""

    primitive: Literal[
        "move_hand",
        "move_foot",
        "move_elbow",
        "put_knee_down",
        "lift_knee",
        "lower_pelvis",
        "raise_pelvis",
        "bend_torso",
        "turn_head",
        "move_arm",
        "move_leg",
        "shape_hand",
        "aim",
        "hold",
        "reach_rifle",
        "grasp",
    ]
    """What is done."""
    side: Side | None = None
    """Which hand, foot, elbow, knee, arm or leg."""
    site: Name | None = None
    """What is held, if it is `hold`; which point of the body moves, instead of the usual one."""
    begin: Time = 0.0
    """When it begins."""
    end: Time | None = None
    """When it ends; by default with the arc."""
    place: Vector | None = None
    """Where to; by default where the end node has it."""
    by: Vector | None = None
    """How far, instead of where to: from where it was to go before."""
    attitude: Attitude | None = None
    """How the pelvis or the foot is to be turned; by default as in the end node."""
    lift: Coordinate = 0.0
    """How high above the straight way."""
    swerve: Coordinate = 0.0
    """How far to the left of the straight way."""
    angles: Angles | None = None
    """Angles to go to; by default those of the end node, or of the posture `like`."""
    like: Name | None = None
    """A posture whose angles to go to."""
    shape: Name | None = None
    """The shape of a hand to go to."""


class Arc(Settings):
    """A table `[[arc]]`: the motion from a node to another."""

    start: Name
    """The node where it begins."""
    end: Name
    """The node where it ends."""
    seconds: Number = Field(ge=0.2, le=20.0)
    """How long it takes."""
    shift: Plan | None = None
    """How far the end node's pelvis is from the start node's."""
    anchor: Name | None = None
    """Instead of `shift`: a site that is above the same point of the floor in both nodes."""
    both_ways: StrictBool = True
    """Whether it is run backwards to come back."""
    do: list[Primitive] = Field(default_factory=list, max_length=60)


class Swing(Settings):
    """A freedom of a procedural arc: degrees are `raised + swing sin(2 pi rate t)`, and rise from
    the node's own angle within `ease` seconds, and return to it."""

    raised: Degrees
    """The middle."""
    swing: Degrees = 0.0
    """How far to both sides."""
    lag: Degrees = 0.0
    """Of the swing, in degrees of a full turn."""


class Procedure(Settings):
    """A table `[[procedure]]`: an arc from a node back to it that is a function of time."""

    name: Name
    """What it is called."""
    node: Name
    """Where it begins and ends."""
    seconds: Number = Field(ge=0.2, le=20.0)
    """How long it takes."""
    ease: Number = Field(default=0.6, gt=0.0, le=5.0)
    """How long it takes to rise and to return."""
    rate: Number = Field(default=1.5, gt=0.0, le=10.0)
    """How often it swings [Hz]."""
    region: Name = "left arm"
    """What it moves: all freedoms must belong to it."""
    shape: Name | None = None
    """The shape of the hand meanwhile."""
    freedom: dict[str, Swing] = Field(min_length=1)
    """What each freedom does."""


class ScriptDocument(Settings):
    """The whole file."""

    format: Literal[1]
    """The version of the file."""
    script: ScriptSettings
    gaits: Gaits | None = None
    """Left out, nobody walks."""
    clearance: dict[str, Annotated[Number, Field(ge=0.0, le=0.5)]] = Field(default_factory=dict)
    """How high a site is above the floor where the body rests on it: half a limb's thickness."""
    region: dict[str, list[Name]] = Field(default_factory=dict)
    """Names of joints (with * for any letters) and of earlier regions, by region."""
    hand: dict[str, Angles] = Field(default_factory=dict)
    """Shapes of a hand: freedoms of fingers without their side, like "index base.flexion"."""
    posture: list[Posture] = Field(min_length=1, max_length=100)
    arc: list[Arc] = Field(default_factory=list, max_length=200)
    procedure: list[Procedure] = Field(default_factory=list, max_length=50)

    def posture_named(self, name: str) -> Posture:
        """One of the postures."""
        for posture in self.posture:
            if posture.name == name:
                return posture
        known = [posture.name for posture in self.posture]
        meant = did_you_mean(name, known) or f"; known are {', '.join(known)}"
        raise KeyError(f"{self.script.title}: no posture is called {name!r}{meant}")

    def procedure_named(self, name: str) -> Procedure:
        """One of the procedural arcs."""
        for procedure in self.procedure:
            if procedure.name == name:
                return procedure
        known = ", ".join(one.name for one in self.procedure) or "none"
        raise KeyError(f"{self.script.title}: no procedure is called {name!r}; known are {known}")

    def arc_between(self, start: str, end: str) -> tuple[Arc, bool]:
        """The arc between two nodes, and whether it is to be run backwards."""
        for arc in self.arc:
            if (arc.start, arc.end) == (start, end):
                return arc, False
        for arc in self.arc:
            if arc.both_ways and (arc.end, arc.start) == (start, end):
                return arc, True
        known = "; ".join(f"{one} to {other}" for one, other in self.arcs())
        raise KeyError(f"{self.script.title}: no arc from {start!r} to {end!r}; there are {known}")

    def joints_of(self, region: str, skeleton: Skeleton, within: tuple[str, ...] = ()) -> list[str]:
        """The joints of a region, in the skeleton's order. within: regions that it is part of."""
        if region not in self.region:
            known = ", ".join(self.region)
            meant = did_you_mean(region, self.region)
            raise SettingsError(f"{self.script.title}: no region {region!r}; it has {known}{meant}")
        if region in within:
            around = " in ".join((*within[within.index(region) :], region))
            raise SettingsError(f"{self.script.title}: region.{region}: it is in itself: {around}")
        found: set[str] = set()
        for part in self.region[region]:
            if part in self.region and part != region:
                found.update(self.joints_of(part, skeleton, (*within, region)))
                continue
            own = {joint for joint in skeleton.joints if fnmatchcase(joint, part)}
            if not own:
                meant = did_you_mean(part, skeleton.joints)
                raise SettingsError(
                    f"{self.script.title}: region.{region}: {skeleton.title} has no joint "
                    f"{part!r}{meant}"
                )
            found |= own
        return [joint for joint in skeleton.joints if joint in found]

    def arcs(self) -> list[tuple[str, str]]:
        """All arcs by their nodes: those that are written, then those that are run backwards."""
        written = [(arc.start, arc.end) for arc in self.arc]
        backwards = [
            (arc.end, arc.start)
            for arc in self.arc
            if arc.both_ways and (arc.end, arc.start) not in written
        ]
        return written + backwards

    def wrongs(self) -> Iterator[Wrong]:
        return script_wrongs(self)
