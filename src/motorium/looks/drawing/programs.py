"""Programs made of the page's shaders, and how values get into them.

The texts are GLSL ES 3.00, as WebGL has it; all that they use OpenGL 3.3 knows by the same name, so
that the first line is the only difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from motorium.looks.shading import shader_text

if TYPE_CHECKING:
    import moderngl

__all__ = ["Program", "glsl"]

VERSION = "#version 330 core\n"


def glsl(name: str, defines: Mapping[str, int]) -> str:
    """A shader of the page for OpenGL."""
    told = "".join(f"#define {key} {value}\n" for key, value in defines.items())
    return VERSION + told + shader_text(name)


class Program:
    """A vertex and a fragment shader, by their names in `looks/shaders`.

    Values are given by the uniforms' names; what a shader does not use is passed over. Matrices are
    NumPy's, rows first; a texture is bound when something is drawn.
    """

    def __init__(
        self,
        context: moderngl.Context,
        vertex: str,
        fragment: str,
        defines: Mapping[str, int] | None = None,
    ) -> None:
        import moderngl

        self.linked = context.program(
            vertex_shader=glsl(vertex, defines or {}), fragment_shader=glsl(fragment, defines or {})
        )
        # Its stubs leave out how uniforms are laid out.
        self._uniforms: dict[str, Any] = {}
        self._units: dict[str, int] = {}
        self._bound: dict[str, moderngl.Texture] = {}
        for name in self.linked:
            found = self.linked[name]
            if not isinstance(found, moderngl.Uniform):
                continue
            member: Any = found
            if member.fmt == "1i" and _is_sampler(member):
                self._units[name] = len(self._units)
                member.value = self._units[name]
            else:
                self._uniforms[name] = member

    def set(self, values: Mapping[str, Any]) -> None:
        """Values of uniforms: numbers, sequences, matrices (n, n), textures."""
        for name, value in values.items():
            if name in self._units:
                self._bound[name] = value
            elif (uniform := self._uniforms.get(name)) is not None:
                uniform.write(_bytes(uniform, value))

    def draw(
        self, mesh: moderngl.VertexArray, values: Mapping[str, Any], instances: int = 1
    ) -> None:
        """Draw a mesh with these values, and with those that were set before."""
        self.set(values)
        for name, unit in self._units.items():
            texture = self._bound.get(name)
            if texture is None:
                raise ValueError(f"nobody has set the texture {name!r}")
            texture.use(unit)
        if instances:
            mesh.render(instances=instances)


_SAMPLERS = frozenset(
    [
        *range(0x8B5D, 0x8B65),  # GL_SAMPLER_1D to GL_SAMPLER_2D_RECT_SHADOW
        *range(0x8DC0, 0x8DC6),  # GL_SAMPLER_1D_ARRAY to GL_SAMPLER_CUBE_SHADOW
        *range(0x8DC9, 0x8DD9),  # GL_INT_SAMPLER_1D to GL_UNSIGNED_INT_SAMPLER_BUFFER
    ]
)


_MATRICES = range(0x8B5A, 0x8B5D)  # GL_FLOAT_MAT2 to GL_FLOAT_MAT4


def _is_sampler(uniform: Any) -> bool:
    return uniform.gl_type in _SAMPLERS


def _bytes(uniform: Any, value: Any) -> bytes:
    kind = np.int32 if uniform.fmt.endswith("i") else np.float32
    array = np.asarray(value, dtype=kind)
    if uniform.gl_type in _MATRICES:
        array = array.T
    return np.ascontiguousarray(array).tobytes()
