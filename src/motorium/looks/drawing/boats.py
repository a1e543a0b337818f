"""Submarines, and their headlights in the light of the sea."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from motorium.contracts.frames import Floats, body_to_world
from motorium.looks.drawing.easel import Easel
from motorium.looks.drawing.meshes import Mesh
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.pages import page_places
from motorium.looks.drawing.passes import Pass
from motorium.looks.drawing.view import View
from motorium.looks.scenery.hull import (
    Boat,
    beam_shape,
    dome_mesh,
    hull_mesh,
    livery,
    propeller_mesh,
)
from motorium.looks.scenery.painted import PaintedMesh
from motorium.looks.scenery.setting import Boats
from motorium.looks.shading import shader_constant

if TYPE_CHECKING:
    import moderngl

__all__ = ["PAINTED", "Submarines", "painted_mesh", "placed"]

PAINTED: Final = "3f 3f 3f 2f", ("position", "normal", "tint", "finish")
BODY: Final = "ocean/lacquer.vert.glsl"
SPIN: Final = 14.0
"""Of the propeller while it drives [rad/s]: faster looks as if it stood still."""
IDLE: Final = 0.02
"""A thrust below which it stands still."""
LAMP: Final = 2.4
"""Of the light that headlights throw on what is ahead, against that of noon."""
GLOW: Final = 0.42
"""Reach of the glow around a lamp [radius]."""


def painted_mesh(context: moderngl.Context, mesh: PaintedMesh) -> Mesh:
    return Mesh(context, mesh.vertices, PAINTED, mesh.triangles)


def placed(place: Floats, turn: Floats) -> Floats:
    """A 4 x 4 matrix that turns (3, 3) and then moves, page axes."""
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, place
    return matrix


class Submarines:
    """Limitation: signs with the numbers of several boats are not drawn; their colours tell them
    apart."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._lacquer = easel.program(BODY, "ocean/lacquer.frag.glsl")
        self._glass = easel.program(BODY, "ocean/window.frag.glsl")
        self._beam = easel.program("ocean/beam.vert.glsl", "ocean/beam.frag.glsl")
        self._glow = easel.program("ocean/glow.vert.glsl", "ocean/glow.frag.glsl")
        self._sight = easel.program(BODY, "ocean/thing_sight.frag.glsl")
        self._forms: dict[Boat, _Form] = {}
        self._boats: Boats | None = None
        self._seconds = 0.0

    def prepare(self, moment: Moment, view: View) -> None:
        self._boats = None if moment.setting is None else moment.setting.boats
        self._seconds = moment.seconds
        shared = self._easel.shared
        shared["lamp"] = 0.0
        if self._boats is None or not len(self._boats.numbers):
            self._boats = None
            return
        lighting = int(np.argmin(self._boats.numbers))
        matrix = _matrix(self._boats, lighting)
        ahead = np.array([1.0, -0.12, 0.0])
        shared["lampAhead"] = matrix[:3, :3] @ (ahead / np.linalg.norm(ahead))
        middle = self._boats.size.lamps.mean(axis=0)
        shared["lampPlace"] = matrix[:3, :3] @ middle + matrix[:3, 3]
        shared["lamp"] = LAMP

    def draw(self, view: View, pass_: Pass) -> None:
        if self._boats is None or pass_ is Pass.BEHIND:
            return
        form = self._form(self._boats.size)
        for row, number in enumerate(self._boats.numbers.tolist()):
            matrix = _matrix(self._boats, row)
            values = {**self._easel.shared, "modelMatrix": matrix}
            turning = values | {"modelMatrix": matrix @ self._propeller(form.size, row)}
            if pass_ is Pass.CLEAR:
                self._draw_clear(form, values)
                continue
            self._easel.set_up(cull=False)
            seen = {"kind": shader_constant("SEEN_SUBMARINE"), "number": number}
            program = self._sight if pass_ is Pass.SIGHT else self._lacquer
            form.hull(number).draw(program, values | seen)
            form.propeller.draw(program, turning | seen)
            if pass_ is Pass.SIGHT:
                form.dome.draw(program, values | seen)

    def _draw_clear(self, form: _Form, values: dict[str, Any]) -> None:
        sunshine = np.asarray(values["sunshine"])
        # By day one hardly sees a beam.
        strength = 1.25 - 0.75 * min(1.0, float(sunshine[0] + sunshine[1]) / 2)
        self._easel.set_up(blending="over", depth_write=False)
        form.dome.draw(self._glass, values)
        self._easel.set_up(blending="adding", depth_write=False)
        view_of_model = values["viewMatrix"] @ values["modelMatrix"]
        own = values | {
            "strength": strength,
            "reach": GLOW * form.size.radius,
            "modelViewMatrix": view_of_model,
        }
        for beam, glow in form.lamps:
            beam.draw(self._beam, own)
            glow.draw(self._glow, own)

    def _propeller(self, size: Boat, row: int) -> Floats:
        boats = self._boats
        thrust = 0.0 if boats is None else float(boats.thrusts[row])
        # By the clock, so that a picture depends on its moment alone.
        angle = 0.0 if abs(thrust) < IDLE else math.copysign(SPIN * self._seconds, thrust)
        c, s = math.cos(angle), math.sin(angle)
        turn = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        return placed(np.array([size.propeller[0], 0.0, 0.0]), turn)

    def _form(self, size: Boat) -> _Form:
        if size not in self._forms:
            self._forms[size] = _Form(self._easel.context, size)
        return self._forms[size]


def _matrix(boats: Boats, row: int) -> Floats:
    """From the boat's axes to the page's."""
    # The page's own axes in the world: x, z, -y.
    axes = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    turned = page_places(body_to_world(boats.orientations[row], axes))
    return placed(page_places(boats.positions[row]), turned.T)


class _Form:
    """Meshes of a boat of a size; hulls by their paint."""

    def __init__(self, context: moderngl.Context, size: Boat) -> None:
        self._context = context
        self.size = size
        self.propeller = painted_mesh(context, propeller_mesh(size))
        self.dome = painted_mesh(context, dome_mesh(size))
        self.lamps = [(self._beam(lamp), self._glow(lamp)) for lamp in size.lamps]
        self._hulls: dict[int, Mesh] = {}

    def hull(self, number: int) -> Mesh:
        if number not in self._hulls:
            self._hulls[number] = painted_mesh(self._context, hull_mesh(self.size, livery(number)))
        return self._hulls[number]

    def _beam(self, lamp: Floats) -> Mesh:
        shape = beam_shape(lamp)
        assert shape.uv is not None
        vertices = np.concatenate([shape.places, shape.normals, shape.uv], axis=1)
        layout = "3f 3f 2f", ("position", "normal", "uv")
        return Mesh(self._context, vertices.astype(np.float32), layout, shape.triangles)

    def _glow(self, lamp: Floats) -> Mesh:
        corners = np.array([[-1, 1, 0], [1, 1, 0], [-1, -1, 0], [1, -1, 0]])
        vertices = np.concatenate([corners, np.tile(lamp, (4, 1))], axis=1)
        triangles = np.array([[0, 2, 1], [2, 3, 1]], np.int32)
        layout = "3f 3f", ("position", "lamp")
        return Mesh(self._context, vertices.astype(np.float32), layout, triangles)
