"""The fishing line: a float, a thread, a hook, and the bait on it."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from motorium.contracts.frames import Floats
from motorium.looks.drawing.boats import BODY, painted_mesh, placed
from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.meshes import LINE_STRIP, Mesh, Rows
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.pages import page_places
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.view import View
from motorium.looks.scenery.setting import Cast
from motorium.looks.scenery.tackle import ABOVE, EYE, bait_mesh, float_mesh, hook_mesh
from motorium.looks.shading import shader_constant

__all__ = ["Tackle"]

THREAD: Final = "3f", ("position",)


class Tackle:
    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._lacquer = easel.program(BODY, "ocean/lacquer.frag.glsl")
        self._sight = easel.program(BODY, "ocean/thing_sight.frag.glsl")
        self._thread_sight = easel.program("ocean/thread.vert.glsl", "ocean/thing_sight.frag.glsl")
        self._thread = easel.program("ocean/thread.vert.glsl", "ocean/thread.frag.glsl")
        context = easel.context
        self._hook, self._bait, self._float = (
            painted_mesh(context, mesh) for mesh in (hook_mesh(), bait_mesh(), float_mesh())
        )
        self._ends = Rows(context, THREAD)
        self._line = Mesh(context, self._ends, THREAD, mode=LINE_STRIP)
        self._cast: Cast | None = None
        self._hanging = self._floating = np.eye(4)

    def prepare(self, moment: Moment, view: View) -> None:
        self._cast = None if moment.setting is None else moment.setting.line
        if self._cast is None:
            return
        seconds = float(self._easel.shared["time"])
        hook, top = page_places(self._cast.hook), page_places(self._cast.top)
        swing = _turned(0.0, 0.5 * math.sin(0.7 * seconds), 0.08 * math.sin(1.9 * seconds))
        rock = _turned(0.12 * math.sin(1.3 * seconds), 0.0, 0.1 * math.sin(1.7 * seconds))
        self._hanging, self._floating = placed(hook, swing), placed(top, rock)
        self._ends.fill(np.stack([top + np.array([0.0, ABOVE, 0.0]), top, swing @ EYE + hook]))

    def draw(self, view: View, pass_: Pass) -> None:
        if self._cast is None or pass_ is Pass.BEHIND:
            return
        if pass_ is Pass.CLEAR:
            self._easel.set_up(blending="over")
            self._line.draw(self._thread, self._easel.shared)
            return
        self._easel.set_up(cull=False)
        program = self._sight if pass_ is Pass.SIGHT else self._lacquer
        seen = {"kind": shader_constant("SEEN_LINE"), "number": 0}
        parts = [(self._hook, self._hanging), (self._float, self._floating)]
        if not self._cast.caught:
            parts.append((self._bait, self._hanging))
        for mesh, matrix in parts:
            mesh.draw(program, {**self._easel.shared, **seen, "modelMatrix": matrix})
        if pass_ is Pass.SIGHT:
            self._line.draw(self._thread_sight, {**self._easel.shared, **seen})


def _turned(x: float, y: float, z: float) -> Floats:
    """About z, then y, then x [rad], shape (3, 3)."""
    cx, sx, cy, sy, cz, sz = (f(a) for a in (x, y, z) for f in (math.cos, math.sin))
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    result: Floats = about_x @ about_y @ about_z
    return result
