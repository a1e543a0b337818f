"""The desk of one page that makes a fish: its photograph, and the mesh that floats over it."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.species import known_species, read_shape, shape_file
from motorium.contracts.frames import Floats
from motorium.looks.shape import BODY_COLUMNS, BODY_ROWS
from motorium.looks.texture_mesh.mesh import BORDER, Mesh, relax, settle
from motorium.looks.texture_mesh.photo import pillow, read_photo
from motorium.looks.texture_mesh.potential import Field
from motorium.looks.texture_mesh.start import Found, NoFish, find_fish, place_by_hand
from motorium.studio.fish_making import body_texture, far_bodies, write_fish
from motorium.wire import texturing

__all__ = ["Desk", "dragged", "regular_mesh"]

SHARE: Final = (0.7, 0.5)
"""Of a photograph's width and height that a regular mesh covers."""
REACH: Final = 1.6
"""How far the neighbours of a dragged node follow it [nodes]."""
STEPS: Final = 4
"""Of the mesh from one picture to the next: few, so that it can be watched."""
BESIDE: Final = 0.5
"""How far nodes may leave the photograph, in its sizes."""
CUT_TICKS: Final = 15
"""Pictures of a moving mesh from one cut to the next."""
CUT_SIDE: Final = 512
"""The longer side of a cut that is shown [pixels]."""


def regular_mesh(width: int, height: int) -> Mesh:
    """In the middle of a photograph [pixels], nose to the left."""
    across, down = (0.5 * share * size for share, size in zip(SHARE, (width, height), strict=True))
    x = width / 2 + np.linspace(-across, across, BODY_COLUMNS)
    y = height / 2 + np.linspace(-down, down, BODY_ROWS)
    return Mesh(np.stack(np.meshgrid(x, y), axis=-1))


def dragged(
    nodes: Floats, node: tuple[int, int], place: tuple[float, float], held: set[tuple[int, int]]
) -> Floats:
    """Nodes [pixels], shape (9, 21, 2), when one of them is brought to a place: its neighbours
    follow by exp(-d^2 / 2 REACH^2), d [nodes] away; who is held does not."""
    row, column = node
    away = (np.arange(BODY_ROWS)[:, None] - row) ** 2 + (np.arange(BODY_COLUMNS) - column) ** 2
    share = np.exp(-0.5 * away / REACH**2)
    for one in held - {node}:
        share[one] = 0.0
    moved: Floats = nodes + share[..., None] * (np.array(place) - nodes[node])
    return moved


class Desk:
    """What one page works on: a photograph, from the bytes of its file. The mesh begins where a
    fish seems to be, or is regular.

    problem: why no fish was found, or empty; mesh_is_news, cut_is_news: the page has not been told.
    Limitation: one hand at a time.
    """

    def __init__(self, data: bytes) -> None:
        self._photo = read_photo(data)
        self.problem = ""
        self.rested = False
        self.mesh_is_news = False
        self.cut_is_news = False
        self._mesh = Mesh(np.zeros((BODY_ROWS, BODY_COLUMNS, 2)))
        self._found = self._look()
        self._before: tuple[tuple[int, int], Floats] | None = None
        self._settling: Iterator[float] | None = None
        self._finest: Field | None = None
        self._placed = False
        self._moved = 0.0
        self._ticks = 0
        if self.problem:
            self.regular()
        else:
            self.find()

    @property
    def relaxing(self) -> bool:
        return self._settling is not None

    # ------------------------------------------------------------ what pages wish

    def find(self) -> None:
        """Begin where the fish seems to be."""
        if self.problem:
            raise ValueError(self.problem)
        found = self._found.mesh
        self._begin(Mesh(found.nodes.copy(), dict(found.anchors)), placed=True)

    def regular(self) -> None:
        """Begin with a regular mesh."""
        self._begin(regular_mesh(*self._photo.size), placed=False)

    def drag(self, node: tuple[int, int], place: tuple[float, float]) -> None:
        """Bring a node of the border to a place [pixels]."""
        mesh, (x, y) = self._mesh, self._within(place)
        _check_border(node)
        if self.relaxing:
            mesh.pull = (*node, x, y)
        else:
            if self._before is None or self._before[0] != node:
                self._before = (node, mesh.nodes.copy())
            mesh.nodes[:] = dragged(self._before[1], node, (x, y), set(mesh.anchors))
        if node in mesh.anchors:
            mesh.anchors[node] = (x, y)
        self._touched()

    def release(self) -> None:
        """Let go of the node that is dragged."""
        self._mesh.pull = None
        self._before = None
        self.mesh_is_news = self.cut_is_news = True

    def shift(self, x: float, y: float) -> None:
        """Move the whole mesh by so much [pixels]."""
        mesh = self._mesh
        middle = mesh.nodes.mean(axis=(0, 1))
        to_x, to_y = self._within((middle[0] + x, middle[1] + y))
        mesh.shift(to_x - float(middle[0]), to_y - float(middle[1]))
        self._before = None
        self._touched()

    def anchor(self, node: tuple[int, int], on: bool) -> None:
        """Hold a node of the border where it is, or set it free."""
        mesh = self._mesh
        _check_border(node)
        if on:
            x, y = mesh.nodes[node].tolist()
            mesh.anchors[node] = (x, y)
        else:
            mesh.anchors.pop(node, None)
        self.rested = False
        self.mesh_is_news = True

    def flip(self) -> None:
        """The head is at the other end."""
        old, last = self._mesh, BODY_COLUMNS - 1
        anchors = {(row, last - column): at for (row, column), at in old.anchors.items()}
        along, down = old.shares
        shares = (along[:, ::-1].copy(), down[:, ::-1].copy())
        self._mesh = Mesh(old.nodes[:, ::-1].copy(), anchors, None, shares)
        self._before = None
        if self.relaxing:
            self.relax(True)
        self._touched()

    def relax(self, on: bool) -> None:
        """Begin to move by forces, or stop it."""
        mesh = self._mesh
        mesh.pull = self._before = None
        self._settling = None
        if on:
            fields = self._found.near_fields() if self._placed else self._found.fields()
            self._finest = fields[-1]
            self._settling = settle(mesh, fields, STEPS)
            self.rested = False
        self.mesh_is_news = self.cut_is_news = True

    def write(self, folder: Path, name: str, label: str, template: str) -> Path:
        """A species of what the mesh cuts out, as files in a folder; the path of its own."""
        mask = self._found.mask
        return write_fish(folder, name, label, template, self._photo, self._mesh, mask)

    # ------------------------------------------------------------ as time goes by

    def tick(self) -> None:
        """One picture further, if the mesh moves."""
        if self._settling is None:
            return
        moved = next(self._settling, None)
        if moved is None and self._mesh.pull is not None and self._finest is not None:
            moved = relax(self._mesh, self._finest, STEPS)
        if moved is None:
            self._settling = None
            self.rested = self._placed = True
        else:
            self._moved = moved
        self._ticks += 1
        self.mesh_is_news = True
        self.cut_is_news |= moved is None or self._ticks % CUT_TICKS == 0

    # ------------------------------------------------------------ what pages are told

    def shown_photo(self) -> texturing.PhotoRead:
        width, height = self._photo.size
        return texturing.PhotoRead(width=width, height=height, problem=self.problem)

    def shown_mesh(self) -> texturing.ShownMesh:
        self.mesh_is_news = False
        anchors = [
            texturing.Anchored(row=row, column=column, x=round(x, 2), y=round(y, 2))
            for (row, column), (x, y) in self._mesh.anchors.items()
        ]
        return texturing.ShownMesh(
            nodes=np.round(self._mesh.nodes, 2).ravel().tolist(),
            anchors=anchors,
            relaxing=self.relaxing,
            rested=self.rested,
            moved=round(self._moved, 3),
            template=self._found.like.name,
        )

    def shown_cut(self) -> texturing.Cut:
        self.cut_is_news = False
        found = self._found
        pixels = body_texture(self._photo, self._mesh, found.mask, found.like.name)
        far = {} if self.relaxing else far_bodies(self._mesh, found.mask, found.like.name)
        notes = [
            texturing.FarBody(template=name, note=f"{note[:1].upper()}{note[1:]}.")
            for name, note in far.items()
        ]
        return texturing.Cut(picture=_data_url(pixels), far=notes)

    # ------------------------------------------------------------

    def _look(self) -> Found:
        """For the fish; where none is found all of the photograph may be one."""
        try:
            return find_fish(self._photo)
        except NoFish as problem:
            self.problem = f"{problem}; drag the mesh onto the fish"
            return place_by_hand(self._photo, read_shape(shape_file(known_species()[0])))

    def _begin(self, mesh: Mesh, placed: bool) -> None:
        self._mesh, self._placed = mesh, placed
        self._settling = self._before = None
        self._touched()
        self.cut_is_news = True

    def _touched(self) -> None:
        self.rested = False
        self.mesh_is_news = True

    def _within(self, place: tuple[float, float]) -> tuple[float, float]:
        """A place that is not farther beside the photograph than a mesh can come back from."""
        x, y = (
            float(np.clip(value, -BESIDE * size, (1 + BESIDE) * size))
            for value, size in zip(place, self._photo.size, strict=True)
        )
        return x, y


def _check_border(node: tuple[int, int]) -> None:
    if not BORDER[node]:
        raise ValueError(
            f"node {node[0]}, {node[1]} is inside; only the border is dragged and anchored: rows "
            f"0 and {BODY_ROWS - 1}, columns 0 and {BODY_COLUMNS - 1}"
        )


def _data_url(pixels: NDArray[np.uint8]) -> str:
    image = pillow().fromarray(pixels)
    image.thumbnail((CUT_SIDE, CUT_SIDE))
    out = io.BytesIO()
    image.save(out, "PNG")
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii")
