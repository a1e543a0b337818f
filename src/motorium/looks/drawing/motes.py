"""Small things: marine snow, plankton as soft specks, bubbles with a bright rim, crumbs of food."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.drawing.easel import Blending, Easel
from motorium.looks.drawing.meshes import POINTS, Mesh, Rows
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.pages import page_places
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.view import View
from motorium.looks.scenery.motes import motes
from motorium.looks.shading import shader_constant

__all__ = ["Particles", "Snow"]

LAYOUT: Final = "4f", ("speck",)


class Snow:
    """Specks in a box around the camera."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._program = easel.program("ocean/snow.vert.glsl", "ocean/snow.frag.glsl")
        self._mesh = Mesh(easel.context, motes(), LAYOUT, mode=POINTS)

    def prepare(self, moment: Moment, view: View) -> None:
        """It has nothing of its own."""

    def draw(self, view: View, pass_: Pass) -> None:
        if pass_ is Pass.CLEAR:
            self._easel.set_up(blending="adding", depth_write=False)
            self._mesh.draw(self._program, {**self._easel.shared, "pixelScale": float(view.height)})


@dataclass(frozen=True)
class _Look:
    blending: Blending
    growth: float
    """Drawn larger than it is, and never smaller than so many pixels."""
    least: float
    seen: str


LOOKS: Final = {
    "plankton": _Look("adding", 6.0, 2.2, "SEEN_PLANKTON"),
    "bubbles": _Look("adding", 2.0, 2.4, "SEEN_BUBBLE"),
    "food": _Look("over", 1.8, 2.5, "SEEN_FOOD"),
}


class Particles:
    """Plankton, bubbles or food."""

    def __init__(self, easel: Easel, what: str) -> None:
        fragment = {"bubbles": "bubble"}.get(what, what)
        vertex = "ocean/particle.vert.glsl"
        self._easel = easel
        self._what = what
        self._look = LOOKS[what]
        self._program = easel.program(vertex, f"ocean/{fragment}.frag.glsl")
        self._sight = easel.program(vertex, "ocean/speck_sight.frag.glsl")
        self._specks = Rows(easel.context, LAYOUT)
        self._mesh = Mesh(easel.context, self._specks, LAYOUT, mode=POINTS)
        self._placed: Floats | None = None

    def prepare(self, moment: Moment, view: View) -> None:
        adrift = None if moment.setting is None else moment.setting.adrift
        specks = np.zeros((0, 4)) if adrift is None else getattr(adrift, self._what)
        if specks is not self._placed:
            self._placed = specks
            self._specks.fill(np.column_stack([page_places(specks[:, :3]), specks[:, 3]]))

    def draw(self, view: View, pass_: Pass) -> None:
        look = self._look
        values = {
            **self._easel.shared,
            "pixelScale": view.scale,
            "growth": look.growth,
            "least": look.least,
            "kind": shader_constant(look.seen),
        }
        if pass_ is Pass.CLEAR:
            self._easel.set_up(blending=look.blending, depth_write=False)
            self._mesh.draw(self._program, values)
        elif pass_ is Pass.SIGHT:
            self._easel.set_up()
            self._mesh.draw(self._sight, values)
