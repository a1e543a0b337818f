"""Seaweeds: leaves as ribbons along their nodes; near clusters finer than far ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.meshes import Mesh, Rows
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.pages import page_places
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.school import FARTHEST
from motorium.looks.drawing.view import View
from motorium.looks.scenery.setting import Adrift, Reef
from motorium.looks.scenery.weeds import (
    WEED_KINDS,
    cluster_radii,
    leaf_mesh,
    leaf_traits,
    node_texels,
)
from motorium.looks.shading import shader_constant

if TYPE_CHECKING:
    import moderngl

__all__ = ["Weeds"]

NEAR: Final = 5.0
"""Nearer than this clusters are fine; or than this, where speed is worth more than looks [m]."""
NEAR_FRUGAL: Final = 2.5
VERTEX: Final = "ocean/weed.vert.glsl"


class Weeds:
    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._leaf = easel.program(VERTEX, "ocean/weed.frag.glsl")
        self._sight = easel.program(VERTEX, "ocean/thing_sight.frag.glsl")
        self._meshes: dict[tuple[str, int], tuple[Rows, Mesh]] = {}
        for kind in WEED_KINDS:
            for level in (0, 1):
                leaf, rows = leaf_mesh(kind, level), Rows(easel.context, ("1f", ("leaf",)))
                layout = "4f", ("blade",)
                mesh = Mesh(easel.context, leaf.blades, layout, leaf.triangles, rows)
                self._meshes[kind, level] = rows, mesh
        self._values: dict[str, Any] = {}
        self._textures: dict[str, moderngl.Texture] = {}
        self._adrift: Adrift | None = None
        self._radii: NDArray[np.float64] = np.zeros(0)

    def prepare(self, moment: Moment, view: View) -> None:
        for rows, _ in self._meshes.values():
            rows.fill(np.zeros((0, 1)))
        setting = moment.setting
        if setting is None or setting.reef is None or setting.adrift is None:
            return
        if not len(setting.adrift.leaves):
            return
        if setting.adrift is not self._adrift:
            self._adrift = setting.adrift
            self._lay(setting.reef, setting.adrift)
        self._values["pixelScale"] = view.scale
        self._choose(setting.reef, view)

    def draw(self, view: View, pass_: Pass) -> None:
        if pass_ not in (Pass.SOLID, Pass.SIGHT):
            return
        self._easel.set_up(cull=False)
        values = {**self._easel.shared, **self._values}
        values |= {"kind": shader_constant("SEEN_WEED"), "number": 0}
        program = self._sight if pass_ is Pass.SIGHT else self._leaf
        for _, mesh in self._meshes.values():
            mesh.draw(program, values)

    def _lay(self, reef: Reef, adrift: Adrift) -> None:
        nodes = page_places(adrift.leaves)
        self._radii = cluster_radii(reef.weeds, nodes)
        self._upload("nodes", node_texels(nodes))
        self._upload("traits", leaf_traits(reef.weeds, nodes))
        self._values["leafNodes"] = nodes.shape[1]

    def _choose(self, reef: Reef, view: View) -> None:
        roots = page_places(np.array([one.root for one in reef.weeds]))
        away = np.linalg.norm(roots - view.eye, axis=1)
        seen = (away - self._radii <= FARTHEST) & view.sees(roots, self._radii)
        near = away < (NEAR_FRUGAL if self._easel.frugal else NEAR)
        ends = np.cumsum([one.leaves for one in reef.weeds])
        chosen: dict[tuple[str, int], list[NDArray[np.intp]]] = {key: [] for key in self._meshes}
        for k in np.flatnonzero(seen):
            one = reef.weeds[k]
            chosen[one.kind, 0 if near[k] else 1].append(np.arange(ends[k] - one.leaves, ends[k]))
        for key, leaves in chosen.items():
            if leaves:
                self._meshes[key][0].fill(np.concatenate(leaves)[:, np.newaxis])

    def _upload(self, name: str, texels: NDArray[np.float32]) -> None:
        import moderngl

        height, width, _ = texels.shape
        texture = self._textures.get(name)
        if texture is None or texture.size != (width, height):
            if texture is not None:
                texture.release()
            texture = self._easel.context.texture((width, height), 4, dtype="f4")
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._textures[name] = self._values[name] = texture
        texture.write(texels.tobytes())
