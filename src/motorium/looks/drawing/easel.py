"""What drawers share: the graphics context, and uniforms that all shaders have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from motorium.looks.drawing.context import graphics
from motorium.looks.drawing.daylight import daylight
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.programs import Program
from motorium.looks.drawing.textures import noise_texture, plain_texture
from motorium.looks.drawing.view import View

if TYPE_CHECKING:
    import moderngl

__all__ = ["Blending", "Easel"]

Blending = Literal["none", "over", "adding"]
PROGRAM_POINT_SIZE: Final = 0x8642
"""Of OpenGL: sizes of points are the shaders' business, as in WebGL."""
NEUTRAL: Final = 64
"""A quarter of the brightness, as texels of caustics have it: 1 on average."""


class Easel:
    """context; shared: values of uniforms by their names, which drawers add to: who draws caustics
    puts "caustics" there, who draws shafts "shaftLight"."""

    def __init__(self, frugal: bool = False) -> None:
        self.frugal = frugal
        self.context: moderngl.Context = graphics()
        context = self.context
        context.enable_direct(PROGRAM_POINT_SIZE)
        self.shared: dict[str, Any] = {
            "noise": noise_texture(context),
            "caustics": plain_texture(context, NEUTRAL),
            "shaftLight": plain_texture(context, 0, 0, 0, 255),
            "shaftArea": (0.0, 0.0, 0.0, 0.0),
            "lamp": 0.0,
            "lampPlace": (0.0, 0.0, 0.0),
            "lampAhead": (1.0, 0.0, 0.0),
        }

    def program(
        self, vertex: str, fragment: str, defines: Mapping[str, int] | None = None
    ) -> Program:
        """Of two shaders by their names, as "ocean/skin.vert.glsl"."""
        told = {**({"FRUGAL": 1} if self.frugal else {}), **(defines or {})}
        return Program(self.context, vertex, fragment, told)

    def make_current(self) -> None:
        """Others may have drawn in this thread."""
        enter: Any = self.context.__enter__
        enter()

    def face(self, moment: Moment, view: View) -> None:
        """Before anything of a picture is drawn."""
        self.shared.update(
            daylight(moment.water),
            time=moment.seconds if moment.waves is None else moment.waves,
            simulatedTime=moment.seconds,
            eye=view.eye,
            viewMatrix=view.looks_at,
            projectionMatrix=view.projects,
            screenToWorld=view.screen_to_world,
            shaftArea=(0.0, 0.0, 1.0 / view.width, 1.0 / view.height),
        )

    def set_up(
        self,
        *,
        cull: bool = True,
        blending: Blending = "none",
        depth_test: bool = True,
        depth_write: bool = True,
    ) -> None:
        """How what is drawn next is put on the picture: as three.js does it."""
        import moderngl

        context = self.context
        for flag, on in (
            (moderngl.CULL_FACE, cull),
            (moderngl.BLEND, blending != "none"),
            (moderngl.DEPTH_TEST, depth_test),
        ):
            (context.enable if on else context.disable)(flag)
        context.depth_func = "<="
        context.fbo.depth_mask = depth_write
        if blending != "none":
            onto = moderngl.ONE_MINUS_SRC_ALPHA if blending == "over" else moderngl.ONE
            onto_alpha = moderngl.ONE_MINUS_SRC_ALPHA if blending == "over" else moderngl.ONE
            blend_func: Any = (moderngl.SRC_ALPHA, onto, moderngl.ONE, onto_alpha)
            context.blend_func = blend_func
