"""Water and light themselves: the net of refracted light, shafts, and what is behind all things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.meshes import Mesh
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.view import View
from motorium.looks.scenery.textures import CAUSTIC_LAYERS, CAUSTIC_SIZE, caustic_layers
from motorium.looks.shading import shader_constant

if TYPE_CHECKING:
    import moderngl

__all__ = ["Backdrop", "Caustics", "Shafts"]

COARSE: Final = 8
"""So many pixels of the picture are one of the small one's of shafts, along each side."""
VERTEX: Final = "ocean/fullscreen.vert.glsl"


def _screen(easel: Easel) -> Mesh:
    """One triangle that covers the screen."""
    corners = np.array([[-1, -1, 0], [3, -1, 0], [-1, 3, 0]], np.float32)
    return Mesh(easel.context, corners, ("3f", ("position",)))


class Caustics:
    """The net of refracted light as it is now: mixed once a picture, which all shaders look up."""

    def __init__(self, easel: Easel) -> None:
        import moderngl

        if shader_constant("CAUSTIC_LAYERS") != CAUSTIC_LAYERS:
            raise ValueError(f"shaders expect other layers of caustics than {CAUSTIC_LAYERS}")
        context = easel.context
        self._easel = easel
        self._program = easel.program(VERTEX, "ocean/caustics.frag.glsl")
        self._screen = _screen(easel)
        size = (CAUSTIC_SIZE, CAUSTIC_SIZE)
        self._layers = context.texture_array((*size, CAUSTIC_LAYERS), 1, caustic_layers().tobytes())
        self._layers.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._net = context.texture(size, 1)
        self._net.build_mipmaps()
        self._net.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
        self._target = context.framebuffer([self._net])

    def prepare(self, moment: Moment, view: View) -> None:
        self._target.use()
        self._easel.set_up(depth_test=False, depth_write=False)
        self._screen.draw(self._program, {**self._easel.shared, "layers": self._layers})
        self._net.build_mipmaps()
        self._easel.shared["caustics"] = self._net

    def draw(self, view: View, pass_: Pass) -> None:
        """Others look it up."""


class Shafts:
    """Light between eye and things: added up once in a small picture, which all shaders read."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._program = easel.program(VERTEX, "ocean/shafts.frag.glsl")
        self._screen = _screen(easel)
        self._targets: dict[tuple[int, int], tuple[moderngl.Texture, moderngl.Framebuffer]] = {}

    def prepare(self, moment: Moment, view: View) -> None:
        import moderngl

        size = -(-view.width // COARSE), -(-view.height // COARSE)
        if size not in self._targets:
            texture = self._easel.context.texture(size, 4)
            texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
            texture.repeat_x = texture.repeat_y = False
            self._targets[size] = texture, self._easel.context.framebuffer([texture])
        texture, target = self._targets[size]
        target.use()
        self._easel.set_up(depth_test=False, depth_write=False)
        self._screen.draw(self._program, self._easel.shared)
        self._easel.shared["shaftLight"] = texture

    def draw(self, view: View, pass_: Pass) -> None:
        """Others look it up."""


class Backdrop:
    """Open water, and the surface seen from below."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._program = easel.program(VERTEX, "ocean/backdrop.frag.glsl")
        self._screen = _screen(easel)

    def prepare(self, moment: Moment, view: View) -> None:
        """It has nothing of its own."""

    def draw(self, view: View, pass_: Pass) -> None:
        if pass_ is Pass.BEHIND:
            self._easel.set_up(depth_write=False)
            self._screen.draw(self._program, self._easel.shared)
