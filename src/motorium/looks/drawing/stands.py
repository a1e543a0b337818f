"""Stones and corals: forms, many at a time; near ones finer than far ones, unseen ones left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.meshes import Mesh, Rows
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.school import FARTHEST
from motorium.looks.drawing.view import View
from motorium.looks.scenery.clusters import Cluster, clusters_on, rocks_around
from motorium.looks.scenery.forms import FORMS, STONE, form_mesh
from motorium.looks.scenery.setting import Reef
from motorium.looks.scenery.textures import grain_texels

if TYPE_CHECKING:
    import moderngl

__all__ = ["Stands"]

REACHES: Final = (8.0, 32.0)
"""Nearer than this many of its own radii a form is drawn finely, and beyond so many coarsely; or
so, where there are many, or where speed is worth more than looks."""
REACHES_OF_MANY: Final = (6.0, 24.0)
REACHES_FRUGAL: Final = (1.5, 14.0)
MANY: Final = 60
GONE_FRUGAL: Final = 60.0
"""Frugally, what is farther than so many of its radii is not drawn."""
VERTEX: Final = "ocean/solid.vert.glsl"
VERTICES: Final = "3f 3f 3f", ("position", "normal", "look")
ROW: Final = "4f 4f 4f 4f 4f", ("placed", "sized", "turned", "colour", "tipColour")


class Stands:
    """A drawer of what stands in a habitat, or on the sand of open water."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._stone = easel.program(VERTEX, "ocean/stone.frag.glsl")
        self._coral = easel.program(VERTEX, "ocean/coral.frag.glsl")
        self._sight = easel.program(VERTEX, "ocean/obstacle_sight.frag.glsl")
        self._grains = _grain_texture(easel.context)
        self._stands: dict[tuple[int, int], _Stand] = {}
        self._reef: Reef | None = None
        self._clusters: Sequence[Cluster] = ()
        self._shown: list[_Stand] = []

    def prepare(self, moment: Moment, view: View) -> None:
        self._clusters = self._clusters_of(moment, view)
        rows: defaultdict[tuple[int, int], list[NDArray[np.float32]]] = defaultdict(list)
        for number, away in self._seen(view):
            cluster = self._clusters[number]
            for part, row in zip(cluster.parts, cluster.rows, strict=True):
                level = self._level(away / part.size)
                if level is not None:
                    # What it is, for who looks for it.
                    numbered = row.copy()
                    numbered[-1] = number
                    rows[part.form, level].append(numbered)
        self._shown = []
        for key, own in rows.items():
            stand = self._stands.get(key)
            if stand is None:
                stand = self._stands[key] = _Stand(self._easel.context, *key)
            stand.rows.fill(np.array(own))
            self._shown.append(stand)

    def draw(self, view: View, pass_: Pass) -> None:
        if pass_ not in (Pass.SOLID, Pass.SIGHT):
            return
        self._easel.set_up()
        values = {**self._easel.shared, "grains": self._grains}
        for stand in self._shown:
            program = self._stone if stand.is_stone else self._coral
            stand.mesh.draw(self._sight if pass_ is Pass.SIGHT else program, values)

    def _clusters_of(self, moment: Moment, view: View) -> Sequence[Cluster]:
        reef = None if moment.setting is None else moment.setting.reef
        if reef is None:
            self._reef = None
            return rocks_around(float(view.eye[0]), float(view.eye[2]))
        if reef is not self._reef:
            self._reef = reef
            self._clusters = clusters_on(reef.field, reef.standing)
        return self._clusters

    def _seen(self, view: View) -> list[tuple[int, float]]:
        """Clusters on the picture and how far they are, the near ones first: what they hide need
        not be shaded."""
        if not self._clusters:
            return []
        middles = np.array([cluster.middle for cluster in self._clusters])
        radii = np.array([cluster.radius for cluster in self._clusters])
        away = np.linalg.norm(middles - view.eye, axis=1) - radii
        shown = np.flatnonzero((away <= FARTHEST) & view.sees(middles, radii))
        return [(int(k), float(away[k])) for k in shown[np.argsort(away[shown], kind="stable")]]

    def _level(self, distance: float) -> int | None:
        """Of what is so many of its radii away; None if it is not worth drawing."""
        frugal = self._easel.frugal
        many = len(self._clusters) > MANY
        fine, coarse = REACHES_FRUGAL if frugal else REACHES_OF_MANY if many else REACHES
        if frugal and distance > GONE_FRUGAL:
            return None
        return 0 if distance < fine else 1 if distance < coarse else 2


class _Stand:
    """A form at a level, and where it stands."""

    def __init__(self, context: moderngl.Context, form: int, level: int) -> None:
        mesh = form_mesh(form, level)
        vertices = np.concatenate([mesh.places, mesh.normals, mesh.looks], axis=1)
        self.is_stone = FORMS[form].matter == STONE
        self.rows = Rows(context, ROW)
        self.mesh = Mesh(context, vertices, VERTICES, mesh.triangles, self.rows)


def _grain_texture(context: moderngl.Context) -> moderngl.Texture3D:
    import moderngl

    # Not as bytes: software renderers would look up bytes between texels, and relief is made of how
    # those differ from pixel to pixel.
    texels = (grain_texels() / 255.0).astype(np.float32)
    depth, height, width, _ = texels.shape
    texture = context.texture3d((width, height, depth), 4, texels.tobytes(), dtype="f4")
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
    return texture
