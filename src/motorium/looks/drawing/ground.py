"""The ground: that of a habitat with the shadows on it, or sand without end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.meshes import Mesh
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.textures import plain_texture
from motorium.looks.drawing.view import View
from motorium.looks.scenery.contact import ContactMap
from motorium.looks.scenery.ground import ground_mesh
from motorium.looks.scenery.sand import sand_disc
from motorium.looks.scenery.setting import Reef
from motorium.looks.shading import shader_constant

if TYPE_CHECKING:
    import moderngl

__all__ = ["Ground"]

FRAGMENT: Final = "ocean/seabed.frag.glsl"
SIGHT: Final = "ocean/thing_sight.frag.glsl"


class Ground:
    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._programs = {
            vertex: (easel.program(vertex, FRAGMENT), easel.program(vertex, SIGHT))
            for vertex in ("ocean/ground.vert.glsl", "ocean/seabed.vert.glsl")
        }
        self._sand: Mesh | None = None
        self._bare = plain_texture(easel.context, 0, 0)
        self._reef: Reef | None = None
        self._relief: _Relief | None = None

    def prepare(self, moment: Moment, view: View) -> None:
        reef = None if moment.setting is None else moment.setting.reef
        if reef is not self._reef:
            if self._relief is not None:
                self._relief.release()
            self._reef = reef
            self._relief = None if reef is None else _Relief(self._easel.context, reef)
        if self._relief is not None:
            self._relief.lay_shadows(self._easel.shared["sunwards"])

    def draw(self, view: View, pass_: Pass) -> None:
        if pass_ not in (Pass.SOLID, Pass.SIGHT):
            return
        self._easel.set_up()
        values = {**self._easel.shared, "kind": shader_constant("SEEN_GROUND"), "number": 0}
        sight = int(pass_ is Pass.SIGHT)
        if self._relief is not None:
            program = self._programs["ocean/ground.vert.glsl"][sight]
            self._relief.mesh.draw(program, values | self._relief.values)
            return
        if self._sand is None:
            places, triangles = sand_disc()
            self._sand = Mesh(self._easel.context, places, ("3f", ("position",)), triangles)
        program = self._programs["ocean/seabed.vert.glsl"][sight]
        # Nothing stands there that would keep light away.
        self._sand.draw(program, values | {"contact": self._bare, "contactScale": 0.0})


class _Relief:
    """The ground of a habitat."""

    def __init__(self, context: moderngl.Context, reef: Reef) -> None:
        import moderngl

        mesh = ground_mesh(reef.field)
        vertices = np.concatenate([mesh.places, mesh.normals, mesh.shades[:, None]], axis=1)
        layout = "3f 3f 1f", ("position", "normal", "shade")
        self.mesh = Mesh(context, vertices, layout, mesh.triangles)
        self._contact = ContactMap(reef.field, reef.standing, [one.root for one in reef.weeds])
        height, width, _ = self._contact.texels.shape
        self._map = context.texture((width, height), 2)
        self._map.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._map.repeat_x = self._map.repeat_y = False
        self.values: dict[str, Any] = {"contact": self._map, "contactScale": self._contact.scale}

    def lay_shadows(self, sunwards: Any) -> None:
        if self._contact.lay_shadows(sunwards):
            self._map.write(self._contact.texels.tobytes())

    def release(self) -> None:
        self.mesh.release()
        self._map.release()
