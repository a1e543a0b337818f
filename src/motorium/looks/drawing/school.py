"""All fishes: skins on their nodes, finer or coarser by how large they are on the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.species import Species
from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.moment import Fishes, Moment
from motorium.looks.drawing.pages import page_places
from motorium.looks.drawing.palette import palette_values
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.poses import TEXELS_PER_FISH, pose_texels, trait_texels
from motorium.looks.drawing.skin_mesh import LEVELS, Parts, RestBody, skin_mesh
from motorium.looks.drawing.view import View

if TYPE_CHECKING:
    import moderngl

    from motorium.looks.drawing.programs import Program

__all__ = ["FARTHEST", "School"]

FARTHEST: Final = 45.0
"""Farther away the water has swallowed a fish [m]."""
REACH: Final = 0.85
"""No part of a fish is farther from its origin [L]."""
VERTEX: Final = "ocean/skin.vert.glsl"


class School:
    """A drawer of all fishes of a moment."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._skin = easel.program(VERTEX, "ocean/skin.frag.glsl")
        self._fin = easel.program(VERTEX, "ocean/fin.frag.glsl")
        self._sight = easel.program(VERTEX, "ocean/fish_sight.frag.glsl")
        self._species: dict[int, _SpeciesSkin] = {}
        self._shown: list[_SpeciesSkin] = []
        self._poses: moderngl.Texture | None = None
        self._traits: moderngl.Texture | None = None
        self._fishes: Fishes | None = None

    def prepare(self, moment: Moment, view: View) -> None:
        """Poses of a moment that has not been drawn yet, and who is drawn how finely."""
        fishes = moment.fishes
        if fishes is not self._fishes:
            self._fishes = fishes
            self._poses = self._upload(self._poses, pose_texels(fishes).view(np.uint32), "u4")
            self._traits = self._upload(self._traits, trait_texels(fishes), "f4")
        levels = levels_of(fishes, view)
        self._shown = []
        for kind, species in enumerate(moment.species):
            skin = self._skin_of(species)
            skin.rows = [
                np.flatnonzero((levels == level) & (fishes.kinds == kind)).astype(np.float32)
                for level in range(len(LEVELS))
            ]
            self._shown.append(skin)

    def draw(self, view: View, pass_: Pass) -> None:
        """Bodies are solid; fins of who is near are clear."""
        values = {
            **self._easel.shared,
            "poses": self._poses,
            "traits": self._traits,
            "texelsPerFish": TEXELS_PER_FISH,
        }
        for skin in self._shown:
            for level, rows in enumerate(skin.rows):
                if not len(rows):
                    continue
                clear = LEVELS[level].clear_fins
                if pass_ is Pass.SOLID:
                    self._easel.set_up()
                    skin.draw(self._skin, level, "body" if clear else "all", rows, values)
                elif pass_ is Pass.CLEAR and clear:
                    self._easel.set_up(cull=False, blending="over")
                    skin.draw(self._fin, level, "fins", rows, values)
                elif pass_ is Pass.SIGHT:
                    for parts in ("body", "fins") if clear else ("all",):
                        self._easel.set_up(cull=parts != "fins")
                        skin.draw(self._sight, level, parts, rows, values)

    def _skin_of(self, species: Species) -> _SpeciesSkin:
        # By identity: another species may come to have the same name.
        known = self._species.get(id(species))
        if known is None:
            known = self._species[id(species)] = _SpeciesSkin(self._easel, species)
        return known

    def _upload(
        self, texture: moderngl.Texture | None, texels: NDArray[np.generic], dtype: str
    ) -> moderngl.Texture:
        height, width = texels.shape[:2]
        if texture is None or texture.size != (width, height):
            if texture is not None:
                texture.release()
            texture = self._easel.context.texture((width, height), 4, dtype=dtype)
            texture.filter = (NEAREST, NEAREST)
        texture.write(np.ascontiguousarray(texels).tobytes())
        return texture


NEAREST: Final = 0x2600


def levels_of(fishes: Fishes, view: View) -> NDArray[np.intp]:
    """Which of LEVELS each fish is drawn at, -1 for who is not on the picture or too far off.

    By its size alone: the page also remembers how it was drawn, so that nobody flickers.
    """
    middles = page_places(fishes.positions)
    far = np.linalg.norm(middles - view.eye, axis=-1)
    lengths = fishes.lengths.astype(np.float64)
    pixels = view.finer * view.scale * lengths / np.maximum(far, 1e-3)
    sizes = np.array([level.pixels for level in LEVELS[:-1]])
    levels: NDArray[np.intp] = (pixels[:, np.newaxis] < sizes).sum(axis=1)
    levels[(far > FARTHEST) | ~view.sees(middles, REACH * lengths)] = -1
    return levels


class _SpeciesSkin:
    """The meshes of a species, each made when it is first seen."""

    def __init__(self, easel: Easel, species: Species) -> None:
        self.species = species
        """Held, so that nobody else gets its identity."""
        self.rows: list[NDArray[np.float32]] = []
        self._context = easel.context
        self._rest = RestBody(species)
        self._palette = palette_values(easel.context, species, self._rest.landmarks)
        self._meshes: dict[tuple[int, Parts], _Mesh] = {}

    def draw(
        self,
        program: Program,
        level: int,
        parts: Parts,
        rows: NDArray[np.float32],
        values: dict[str, object],
    ) -> None:
        """The fishes of some rows."""
        key = level, parts
        if key not in self._meshes:
            self._meshes[key] = _Mesh(self._context, self._rest, level, parts)
        mesh = self._meshes[key]
        own = {**values, **self._palette, "termTexels": mesh.texels}
        program.draw(mesh.facing(program, rows), own, len(rows))


class _Mesh:
    """Buffers of a skin, and of the rows of those who wear it."""

    def __init__(self, context: moderngl.Context, rest: RestBody, level: int, parts: Parts) -> None:
        self._context = context
        skin = skin_mesh(rest, LEVELS[level], parts)
        vertices = np.concatenate([skin.places, skin.paint, skin.starts], axis=1)
        self._vertices = context.buffer(np.ascontiguousarray(vertices).tobytes())
        self._triangles = context.buffer(skin.triangles.tobytes())
        height, width = skin.texels.shape[:2]
        self.texels = context.texture((width, height), 4, skin.texels.tobytes(), dtype="f4")
        self.texels.filter = (NEAREST, NEAREST)
        self._rows = context.buffer(reserve=4 * 32)
        self._arrays: dict[int, moderngl.VertexArray] = {}

    def facing(self, program: Program, rows: NDArray[np.float32]) -> moderngl.VertexArray:
        """The mesh as a program reads it, once for each of the rows."""
        if self._rows.size < rows.nbytes:
            for array in self._arrays.values():
                array.release()
            self._arrays.clear()
            self._rows.release()
            self._rows = self._context.buffer(reserve=2 * rows.nbytes)
        self._rows.write(rows.tobytes())
        key = id(program)
        if key not in self._arrays:
            self._arrays[key] = self._context.vertex_array(
                program.linked,
                [
                    (self._vertices, "3f 4f 3f", "position", "paint", "terms"),
                    (self._rows, "1f/i", "fish"),
                ],
                self._triangles,
                skip_errors=True,
            )
        return self._arrays[key]
