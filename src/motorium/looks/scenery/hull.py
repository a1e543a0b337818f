"""The form of the submarine: a small research boat for two, made of turned and bent parts.

Body axes of the page: x ahead, y up, z to starboard [m]. All of it lies within the capsule that the
world holds off the rocks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.scenery.painted import Painted, PaintedMesh, Tint
from motorium.looks.scenery.shapes import (
    Shape,
    box,
    capsule,
    circle,
    cylinder,
    sphere,
    tapered_plate,
    torus,
    turned_shape,
)
from motorium.looks.scenery.turns import rotated, turn_between
from motorium.looks.srgb import light_of

__all__ = ["Boat", "beam_shape", "dome_mesh", "hull_mesh", "livery", "propeller_mesh"]

_RED: Final[Tint] = (0.66, 0.035, 0.02)
_WHITE: Final[Tint] = (0.72, 0.71, 0.66)
_STEEL: Final[Tint] = (0.17, 0.19, 0.21)
_DARK: Final[Tint] = (0.022, 0.026, 0.03)
_BRASS: Final[Tint] = (0.62, 0.4, 0.12)
_LAMP: Final[Tint] = (1.0, 0.9, 0.66)
_WARM: Final[Tint] = (1.0, 0.62, 0.25)

_HULL: Final = 0.8
"""Shares of the radius and of the length."""
_DOME_AT: Final = 0.24
_DOME: Final = 0.72
_BEAM: Final = 3.2
"""How far a headlight shines [m]."""
_BEAM_WIDTH: Final = 0.62

_LIVERIES: Final = (
    "#ffbc00",
    "#56b4e9",
    "#009e73",
    "#e08fbb",
    "#f4f4ee",
    "#d5490a",
    "#0065b0",
    "#2b2f33",
)


def livery(number: int) -> Tint:
    """The paint of a submarine, from number 1 on, as linear light."""
    r, g, b = light_of(_LIVERIES[(number - 1) % len(_LIVERIES)])
    return (float(r), float(g), float(b))


@dataclass(frozen=True)
class Boat:
    """Its size [m]."""

    length: float
    radius: float

    @property
    def dome(self) -> tuple[float, float]:
        """Of the front glass: its middle ahead of the boat's, and its radius."""
        return _DOME_AT * self.length, _DOME * self.radius

    @property
    def lamps(self) -> Floats:
        """A pair below the glass, shape (2, 3)."""
        return np.array(
            [[0.33 * self.length, -0.52 * self.radius, 0.56 * s * self.radius] for s in (-1, 1)]
        )

    @property
    def propeller(self) -> tuple[float, float]:
        """How far ahead it turns, and its radius."""
        return -0.455 * self.length, 0.4 * self.radius


def _turned(profile: Sequence[tuple[float, float]], sides: int = 28) -> Shape:
    """Around the x axis: (x, radius) from the stern to the bow."""
    points = [(max(radius, 1e-4), x) for x, radius in profile]
    return turned_shape(points, sides).turned("z", -math.pi / 2)


def _ring(radius: float, thick: float, x: float, y: float = 0.0, z: float = 0.0) -> Shape:
    return torus(radius, thick, 8, 28).turned("y", math.pi / 2).moved(x, y, z)


def _rod(start: Sequence[float], goal: Sequence[float], thick: float) -> Shape:
    way = np.array(goal, float) - np.array(start, float)
    long = float(np.linalg.norm(way))
    turn = turn_between(np.array([0.0, 1.0, 0.0]), way / long)
    x, y, z = np.array(start) + way * 0.5
    return cylinder(thick, thick, long, 8).mapped(rotated(turn, np.eye(3)).T).moved(x, y, z)


def _fin(chord: float, span: float, thick: float, root: float, x: float, angle: float) -> Shape:
    """A tapered plate from the hull outwards, turned around the x axis by an angle."""
    outline = np.array(
        [[-0.5 * chord, 0], [0.5 * chord, 0], [0.05 * chord, span], [-0.55 * chord, span]]
    )
    plate = tapered_plate(outline, thick, 0.35 * thick, 2)
    return plate.moved(0, root, -0.5 * thick).turned("x", angle).moved(x, 0, 0)


def hull_mesh(boat: Boat, paint: Tint) -> PaintedMesh:
    parts = Painted()
    _add_body(parts, boat, paint)
    _add_windows(parts, boat)
    _add_stern(parts, boat)
    _add_skids(parts, boat)
    _add_headlights(parts, boat)
    _add_cabin(parts, boat)
    return parts.mesh()


def _add_body(parts: Painted, boat: Boat, paint: Tint) -> None:
    long, r = boat.length, boat.radius
    body = _HULL * r
    dome_x, dome_radius = boat.dome
    collar = math.sqrt(dome_radius**2 - (0.12 * r) ** 2)
    collar_at = dome_x + 0.12 * r
    profile = [
        (-0.44 * long, 0.1 * r),
        (-0.4 * long, 0.24 * r),
        (-0.33 * long, 0.45 * r),
        (-0.24 * long, 0.66 * body + 0.14 * r),
        (-0.15 * long, 0.97 * body),
        (-0.08 * long, body),
        (0.1 * long, body),
        (0.17 * long, 0.99 * body),
        (collar_at, collar),
    ]
    parts.add(_turned(profile), paint, 0.9)
    # A red waistband, rivets of brass around the glass, and the stern's cap.
    band = [(-0.1, 1.008), (-0.095, 1.014), (-0.055, 1.014), (-0.05, 1.008)]
    parts.add(_turned([(x * long, body * wide) for x, wide in band]), _RED, 0.9)
    parts.add(_ring(collar, 0.055 * r, collar_at), _RED, 0.9)
    parts.add(_ring(collar * 1.005, 0.022 * r, collar_at + 0.06 * r), _STEEL, 1.0)
    for k in range(16):
        angle = (k / 16) * 2 * math.pi
        out = collar + 0.045 * r
        bolt = sphere(0.026 * r, 6, 5)
        bolt = bolt.moved(collar_at + 0.012 * r, math.cos(angle) * out, math.sin(angle) * out)
        parts.add(bolt, _BRASS, 1.0)
    # The tower with its hatch, and a mast.
    tower = capsule(0.26 * r, 0.42 * r, 6, 20).turned("z", math.pi / 2).scaled(1, 0.9, 0.92)
    parts.add(tower.moved(0.03 * long, 0.76 * r, 0), paint, 0.9)
    hatch = cylinder(0.17 * r, 0.19 * r, 0.06 * r, 20)
    parts.add(hatch.moved(0.045 * long, 0.98 * r, 0), _RED, 0.9)
    mast = _rod((-0.05 * long, 0.86 * r, 0), (-0.055 * long, 1.24 * r, 0), 0.016 * r)
    parts.add(mast, _STEEL)
    parts.add(sphere(0.035 * r, 8, 6).moved(-0.055 * long, 1.25 * r, 0), _RED, glow=1.2)


def _add_windows(parts: Painted, boat: Boat) -> None:
    """Round ones at the sides, from which it is warm inside."""
    long, r = boat.length, boat.radius
    for side in (-1, 1):
        for x in (0.0, 0.105):
            out = _HULL * r * 0.995 * side
            face = cylinder(0.135 * r, 0.135 * r, 0.03 * r, 20).turned("x", math.pi / 2)
            parts.add(face.moved(x * long, 0.1 * r, out), _WARM, 1.0, 0.45)
            rim = torus(0.15 * r, 0.032 * r, 8, 24).moved(x * long, 0.1 * r, out)
            parts.add(rim, _BRASS, 1.0)


def _add_stern(parts: Painted, boat: Boat) -> None:
    """Tail fins, the duct of the propeller, and thrusters at the sides on short wings."""
    long, r = boat.length, boat.radius
    for angle in (0, 0.5 * math.pi, math.pi, 1.5 * math.pi):
        fin = _fin(0.15 * long, 0.52 * r, 0.045 * r, 0.2 * r, -0.375 * long, angle)
        parts.add(fin, _RED, 0.8)
    propeller_x, propeller_radius = boat.propeller
    duct = propeller_radius * 1.13
    profile = [(-0.14, 0.99), (-0.12, 1.07), (0.1, 1.12), (0.17, 1.05), (0.12, 0.98), (-0.14, 0.97)]
    parts.add(_turned([(propeller_x + x * r, duct * wide) for x, wide in profile]), _STEEL, 0.9)
    for side in (-1, 1):
        x, y, z = -0.17 * long, -0.12 * r, 0.82 * r * side
        shares = [(-0.2, 0.1), (-0.16, 0.14), (0.14, 0.14), (0.24, 0.08), (0.27, 0.0)]
        pod = _turned([(along * r, wide * r) for along, wide in shares], 16)
        parts.add(pod.moved(x, y, z), _RED, 0.9)
        parts.add(_ring(0.12 * r, 0.025 * r, x - 0.2 * r, y, z), _DARK)
        wing = box(0.2 * r, 0.05 * r, 0.3 * r).moved(x, y, z - 0.13 * r * side)
        parts.add(wing, _STEEL)


def _add_skids(parts: Painted, boat: Boat) -> None:
    """To lie on, with their struts."""
    long, r = boat.length, boat.radius
    for side in (-1, 1):
        y, z = -0.93 * r, 0.4 * r * side
        along = capsule(0.05 * r, 0.46 * long, 4, 10).turned("z", math.pi / 2).moved(0, y, z)
        parts.add(along, _STEEL, 0.7)
        for x in (-0.15, 0.15):
            strut = _rod((x * long, y, z), (x * long, -0.62 * _HULL * r, 0.5 * z), 0.032 * r)
            parts.add(strut, _STEEL)


def _add_headlights(parts: Painted, boat: Boat) -> None:
    """A case with a bright glass."""
    r = boat.radius
    for x, y, z in boat.lamps:
        side = math.copysign(1, z)
        profile = [(-0.2, 0.05), (-0.16, 0.1), (0.0, 0.12), (0.012, 0.105)]
        shell = _turned([(along * r, wide * r) for along, wide in profile], 16)
        parts.add(shell.moved(x, y, z), _STEEL, 1.0)
        glass = sphere(0.102 * r, 14, 8).scaled(0.35, 1, 1)
        parts.add(glass.moved(x - 0.005 * r, y, z), _LAMP, glow=3.0)
        end = (x - 0.3 * r, -0.45 * r, 0.42 * r * side)
        parts.add(_rod((x - 0.12 * r, y, z), end, 0.035 * r), _STEEL)


def _add_cabin(parts: Painted, boat: Boat) -> None:
    """Behind the glass: a bulkhead, a console and somebody who looks out."""
    r = boat.radius
    dome_x, dome_radius = boat.dome
    back = circle(dome_radius * 0.97, 24).turned("y", math.pi / 2)
    parts.add(back.moved(dome_x + 0.02 * r, 0, 0), (0.1, 0.075, 0.05), 0.1, 0.35)
    x = dome_x + 0.2 * r
    torso = capsule(0.17 * r, 0.2 * r, 4, 14).scaled(0.8, 1, 1.1)
    parts.add(torso.moved(x, -0.26 * r, 0), (0.03, 0.09, 0.14), 0.2, 0.12)
    head = sphere(0.125 * r, 16, 12).moved(x + 0.02 * r, 0.1 * r, 0)
    parts.add(head, (0.5, 0.3, 0.2), 0.2, 0.1)
    # Somebody with a red cap.
    cap = sphere(0.135 * r, 16, 8, 0, 0.5 * math.pi).scaled(1, 0.85, 1)
    parts.add(cap.moved(x + 0.01 * r, 0.125 * r, 0), _RED, 0.1, 0.12)
    console = box(0.1 * r, 0.1 * r, 0.7 * r).turned("z", 0.5)
    parts.add(console.moved(x + 0.24 * r, -0.36 * r, 0), _DARK, 0.8)
    for z in (-0.2, -0.07, 0.07, 0.2):
        dial = sphere(0.028 * r, 6, 5).moved(x + 0.21 * r, -0.3 * r, z * r)
        parts.add(dial, (0.2, 0.9, 0.7), glow=1.0)
    parts.add(sphere(0.06 * r, 10, 8).moved(dome_x + 0.05 * r, 0.5 * r, 0), _WHITE, glow=1.2)


def dome_mesh(boat: Boat) -> PaintedMesh:
    """The glass itself: the front of a ball."""
    x, radius = boat.dome
    open_ = math.acos((0.12 * boat.radius) / radius)
    parts = Painted()
    parts.add(sphere(radius, 32, 20, 0, open_).turned("z", -math.pi / 2).moved(x, 0, 0), (0, 0, 0))
    return parts.mesh()


def propeller_mesh(boat: Boat) -> PaintedMesh:
    """Four blades and a hub around the x axis, at the origin."""
    _, radius = boat.propeller
    parts = Painted()
    profile = [(-0.22, 0.0), (-0.12, 0.16), (0.2, 0.2), (0.5, 0.2)]
    hub = _turned([(x * radius, wide * radius) for x, wide in profile], 14)
    parts.add(hub, _BRASS, 1.0)
    for k in range(4):
        blade = sphere(1, 12, 8).scaled(0.05 * radius, 0.44 * radius, 0.24 * radius)
        blade = blade.turned("y", 0.7).moved(0, 0.55 * radius, 0).turned("x", (k * math.pi) / 2)
        parts.add(blade, _BRASS, 1.0)
    return parts.mesh()


def beam_shape(lamp: Floats) -> Shape:
    """The cone of water that a headlight lights."""
    cone = cylinder(0.09, _BEAM_WIDTH, _BEAM, 20, open_ended=True)
    turned = cone.turned("z", math.pi / 2).moved(0.5 * _BEAM, 0, 0).turned("z", -0.1)
    return turned.moved(*lamp)
