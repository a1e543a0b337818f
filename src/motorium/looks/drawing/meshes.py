"""Buffers that drawers keep: meshes, and rows of instances that change from picture to picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.looks.drawing.programs import Program

if TYPE_CHECKING:
    import moderngl

__all__ = ["LINE_STRIP", "POINTS", "Mesh", "Rows"]

POINTS: Final = 0x0000
LINE_STRIP: Final = 0x0003
TRIANGLES: Final = 0x0004

Layout = tuple[str, Sequence[str]]
"""Format and names of attributes, as moderngl has them: ("3f 3f", ("position", "normal"))."""


class Rows:
    """A buffer that is filled anew, and grows when it must."""

    def __init__(self, context: moderngl.Context, layout: Layout) -> None:
        self._context = context
        self.layout = layout
        self.buffer = context.buffer(reserve=64)
        self.count = 0
        self.version = 0
        """Changes when the buffer is another one."""

    def fill(self, rows: NDArray[Any]) -> None:
        self.count = len(rows)
        data = np.ascontiguousarray(rows, np.float32).tobytes()
        if len(data) > self.buffer.size:
            self.buffer.release()
            self.buffer = self._context.buffer(reserve=2 * len(data))
            self.version += 1
        if data:
            self.buffer.write(data)

    def release(self) -> None:
        self.buffer.release()


class Mesh:
    """Vertices, and perhaps triangles; drawn once for each of some rows, or just once."""

    def __init__(
        self,
        context: moderngl.Context,
        vertices: NDArray[np.float32] | Rows,
        layout: Layout,
        triangles: NDArray[np.int32] | None = None,
        rows: Rows | None = None,
        mode: int = TRIANGLES,
    ) -> None:
        self._context = context
        self._own = not isinstance(vertices, Rows)
        self._vertices: Rows | moderngl.Buffer = (
            vertices if isinstance(vertices, Rows) else context.buffer(vertices.tobytes())
        )
        self._layout = layout
        self._triangles = None if triangles is None else context.buffer(triangles.tobytes())
        self._rows = rows
        self._mode = mode
        self._arrays: dict[int, tuple[tuple[int, int], moderngl.VertexArray]] = {}

    def draw(self, program: Program, values: Mapping[str, Any]) -> None:
        instances = 1 if self._rows is None else self._rows.count
        array = self._array(program)
        if isinstance(self._vertices, Rows):
            array.vertices = self._vertices.count
            if not self._vertices.count:
                return
        if instances:
            program.draw(array, values, instances)

    def release(self) -> None:
        for _, array in self._arrays.values():
            array.release()
        self._arrays.clear()
        if not isinstance(self._vertices, Rows):
            self._vertices.release()
        if self._triangles is not None:
            self._triangles.release()

    def _array(self, program: Program) -> moderngl.VertexArray:
        """As a program reads it; buffers that have grown are other ones."""
        changing = self._vertices if isinstance(self._vertices, Rows) else None
        versions = (
            0 if changing is None else changing.version,
            0 if self._rows is None else self._rows.version,
        )
        known = self._arrays.get(id(program))
        if known is not None and known[0] == versions:
            return known[1]
        if known is not None:
            known[1].release()
        own = changing.buffer if changing is not None else self._vertices
        content: list[Any] = [(own, self._layout[0], *self._layout[1])]
        if self._rows is not None:
            form, names = self._rows.layout
            content.append((self._rows.buffer, f"{form}/i", *names))
        array = self._context.vertex_array(
            program.linked, content, self._triangles, mode=self._mode, skip_errors=True
        )
        self._arrays[id(program)] = versions, array
        return array
