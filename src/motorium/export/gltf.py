"""Builds a glTF 2.0 asset in memory and writes it as one binary file.

It takes places and rotations in Motorium's axes, z up, and turns them here into glTF's: y up, the
front towards z (Khronos, glTF 2.0, section 3.4). Colours are sRGB, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from motorium import __version__
from motorium.contracts.frames import Floats, quaternion_from_axes
from motorium.looks.srgb import as_light
from motorium.settings import SettingsError

__all__ = ["FACING_X", "FACING_Y", "Asset", "Glb", "Surface"]

FACING_X: Final = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""From ours to glTF's for whoever looks along x, as fishes and figures do."""
FACING_Y: Final = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""For what is seen along y with x to the right, as puppets are."""

_FLOAT, _BYTE, _SHORT, _INT = 5126, 5121, 5123, 5125
_VERTICES, _TRIANGLES = 34962, 34963
_KINDS: Final = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
_CLAMPED, _LINEAR, _MIPMAPS = 33071, 9729, 9987
_CUTOFF: Final = 0.4
"""Less cover than this is a hole."""
STILL: Final = 1e-8
"""What changes by less, in metres or as a quaternion, has no channel."""
_AT_ONCE: Final = 4
"""Joints in one attribute."""

Path = Literal["translation", "rotation", "weights"]


@dataclass(frozen=True)
class Glb:
    """A file, and what is in it.

    off [m]: how far the farthest point that it draws, at any key, is from ours.
    """

    data: bytes
    keys: int
    seconds: float
    vertices: int
    triangles: int
    joints: int
    shapes: int
    off: float


@dataclass(frozen=True)
class Surface:
    """Triangles of one material.

    places [m] and normals (v, 3); triangles (t, 3), against the clock seen from outside; uv (v, 2)
    from the upper left; shapes: of places and of normals, what each adds, (s, v, 3); joints and
    weights (v, k), as many as count, in any order.
    """

    places: Floats
    normals: Floats
    triangles: NDArray[np.int64]
    material: int
    uv: Floats | None = None
    shapes: tuple[Floats, Floats] | None = None
    joints: NDArray[np.int64] | None = None
    weights: Floats | None = None


class Asset:
    """Nodes, meshes, skins and one animation, numbered as they are added.

    axes (3, 3): from ours to glTF's, FACING_X or FACING_Y.
    """

    def __init__(self, title: str, axes: Floats) -> None:
        self._lib = _pygltflib()
        self._axes = axes
        self._data = bytearray()
        self._known: dict[tuple[bytes, str], int] = {}
        self._file = self._lib.GLTF2(
            asset=self._lib.Asset(version="2.0", generator=f"Motorium {__version__}"),
            scenes=[self._lib.Scene(name=title, nodes=[])],
            scene=0,
        )
        self._moves = self._lib.Animation(name=title)

    # ------------------------------------------------------------ looks

    def picture(self, png: bytes) -> int:
        """A texture."""
        file = self._file
        file.images.append(self._lib.Image(bufferView=self._view(png), mimeType="image/png"))
        file.samplers.append(
            self._lib.Sampler(magFilter=_LINEAR, minFilter=_MIPMAPS, wrapS=_CLAMPED, wrapT=_CLAMPED)
        )
        texture = self._lib.Texture(source=len(file.images) - 1, sampler=len(file.samplers) - 1)
        return _put(file.textures, texture)

    def material(
        self,
        name: str,
        color: Sequence[float] = (1.0, 1.0, 1.0),
        texture: int | None = None,
        roughness: float = 0.8,
        two_sided: bool = False,
        holes: bool = False,
    ) -> int:
        """holes: whether the texture's cover cuts them."""
        lib = self._lib
        pbr = lib.PbrMetallicRoughness(
            baseColorFactor=[*as_light(np.array(color)).tolist(), 1.0],
            metallicFactor=0.0,
            roughnessFactor=roughness,
            baseColorTexture=None if texture is None else lib.TextureInfo(index=texture),
        )
        made = lib.Material(
            name=name,
            pbrMetallicRoughness=pbr,
            doubleSided=two_sided,
            alphaMode="MASK" if holes else "OPAQUE",
            alphaCutoff=_CUTOFF if holes else None,
        )
        return _put(self._file.materials, made)

    def mesh(self, name: str, surfaces: Sequence[Surface], shapes: Sequence[str] = ()) -> int:
        """shapes: their names; all surfaces have them."""
        made = self._lib.Mesh(name=name, primitives=[self._primitive(one) for one in surfaces])
        if shapes:
            made.weights = [0.0] * len(shapes)
            made.extras = {"targetNames": list(shapes)}
        return _put(self._file.meshes, made)

    def _primitive(self, surface: Surface) -> Any:
        attributes: dict[str, int] = {
            "POSITION": self._vertices(self._turned(surface.places), bounds=True),
            "NORMAL": self._vertices(_unit(self._turned(surface.normals))),
        }
        if surface.uv is not None:
            attributes["TEXCOORD_0"] = self._vertices(surface.uv)
        if surface.joints is not None and surface.weights is not None:
            sets = _influences(surface.joints, surface.weights)
            for number, (joints, weights) in enumerate(sets):
                attributes[f"JOINTS_{number}"] = self._vertices(joints, kind=_SHORT)
                attributes[f"WEIGHTS_{number}"] = self._vertices(weights)
        targets = [
            {
                "POSITION": self._vertices(self._turned(places), bounds=True),
                "NORMAL": self._vertices(self._turned(normals)),
            }
            for places, normals in zip(*(surface.shapes or ((), ())), strict=True)
        ]
        small = len(surface.places) < 65535
        indices = surface.triangles.reshape(-1).astype("<u2" if small else "<u4")
        return self._lib.Primitive(
            attributes=self._lib.Attributes(**attributes),
            indices=self._accessor(indices, _SHORT if small else _INT, 1, _TRIANGLES),
            material=surface.material,
            targets=targets,
        )

    # ------------------------------------------------------------ nodes

    def node(
        self,
        name: str,
        parent: int | None = None,
        place: Floats | None = None,
        mesh: int | None = None,
        skin: int | None = None,
    ) -> int:
        """place [m] (3,): seen from its parent."""
        made = self._lib.Node(name=name, mesh=mesh, skin=skin, children=[])
        if place is not None:
            made.translation = self._turned(place).tolist()
        number = _put(self._file.nodes, made)
        owner = self._file.scenes[0] if parent is None else self._file.nodes[parent]
        (owner.nodes if parent is None else owner.children).append(number)
        return number

    def skin(self, name: str, joints: Sequence[int], rest: Floats) -> int:
        """rest [m] (joints, 3): where these nodes are at rest, untwisted, in the mesh's space."""
        inverse = np.tile(np.eye(4), (len(rest), 1, 1))
        inverse[:, :3, 3] = -self._turned(rest)
        # By columns.
        matrices = self._accessor(inverse.transpose(0, 2, 1).reshape(-1, 16), _FLOAT, 16)
        made = self._lib.Skin(name=name, joints=list(joints), inverseBindMatrices=matrices)
        return _put(self._file.skins, made)

    # ------------------------------------------------------------ motion

    def move(self, node: int, seconds: Floats, places: Floats) -> None:
        """places [m] (keys, 3) of a node, seen from its parent."""
        turned = self._turned(places)
        self._file.nodes[node].translation = turned[0].tolist()
        if np.ptp(turned, axis=0).max() > STILL:
            self._channel(node, "translation", seconds, turned)

    def turn(self, node: int, seconds: Floats, rotations: Floats) -> None:
        """rotations (keys, 3, 3) of a node, seen from its parent."""
        turned = self._axes @ rotations @ self._axes.T
        quaternions = quaternion_from_axes(turned)[:, [1, 2, 3, 0]]
        # Each on the side of the one before, so that no program goes the long way round.
        steps = np.sum(quaternions[1:] * quaternions[:-1], axis=1)
        signs = np.cumprod(np.concatenate([[1.0], np.where(steps < 0.0, -1.0, 1.0)]))
        quaternions *= signs[:, np.newaxis]
        self._file.nodes[node].rotation = quaternions[0].tolist()
        if np.ptp(quaternions, axis=0).max() > STILL:
            self._channel(node, "rotation", seconds, quaternions)

    def weigh(self, node: int, seconds: Floats, weights: Floats) -> None:
        """weights (keys, shapes) of a node's mesh."""
        self._file.meshes[self._file.nodes[node].mesh].weights = weights[0].tolist()
        self._channel(node, "weights", seconds, weights.reshape(-1, 1))

    def _channel(self, node: int, path: Path, seconds: Floats, values: Floats) -> None:
        lib, moves = self._lib, self._moves
        times = self._accessor(seconds.reshape(-1, 1), _FLOAT, 1, bounds=True)
        given = self._accessor(values, _FLOAT, values.shape[1])
        sampler = _put(
            moves.samplers,
            lib.AnimationSampler(input=times, output=given, interpolation="LINEAR"),
        )
        target = lib.AnimationChannelTarget(node=node, path=path)
        moves.channels.append(lib.AnimationChannel(sampler=sampler, target=target))

    # ------------------------------------------------------------ the file

    def to_bytes(self) -> bytes:
        """The whole file (.glb)."""
        file = self._file
        if self._moves.channels and not file.animations:
            file.animations.append(self._moves)
        file.buffers = [self._lib.Buffer(byteLength=len(self._data))]
        file.set_binary_blob(bytes(self._data))
        return b"".join(file.save_to_bytes())

    def _turned(self, vectors: Floats) -> Floats:
        turned: Floats = vectors @ self._axes.T
        return turned

    def _vertices(self, values: NDArray[Any], kind: int = _FLOAT, bounds: bool = False) -> int:
        return self._accessor(values, kind, values.shape[1], _VERTICES, bounds)

    def _accessor(
        self,
        values: NDArray[Any],
        kind: int,
        width: int,
        target: int | None = None,
        bounds: bool = False,
    ) -> int:
        stored = np.ascontiguousarray(values, dtype="<f4" if kind == _FLOAT else values.dtype)
        rows = stored.reshape(-1, width)
        key = (stored.tobytes(), f"{kind} {width} {target}")
        if key in self._known:
            return self._known[key]
        made = self._lib.Accessor(
            bufferView=self._view(key[0], target),
            componentType=kind,
            count=len(rows),
            type=_KINDS[width],
        )
        if bounds:
            made.min, made.max = rows.min(axis=0).tolist(), rows.max(axis=0).tolist()
        self._known[key] = _put(self._file.accessors, made)
        return self._known[key]

    def _view(self, data: bytes, target: int | None = None) -> int:
        self._data += bytes(-len(self._data) % 4)
        view = self._lib.BufferView(
            buffer=0, byteOffset=len(self._data), byteLength=len(data), target=target
        )
        self._data += data
        return _put(self._file.bufferViews, view)


def _influences(
    joints: NDArray[np.int64], weights: Floats
) -> list[tuple[NDArray[np.uint16], Floats]]:
    """Four at a time, the heaviest first: who reads only the first four misses the least."""
    order = np.argsort(-weights, axis=1, kind="stable")
    most = int(np.count_nonzero(weights, axis=1).max())
    width = -(-most // _AT_ONCE) * _AT_ONCE
    room = ((0, 0), (0, max(0, width - weights.shape[1])))
    heavy = np.pad(np.take_along_axis(weights, order, axis=1), room)[:, :width]
    whose = np.pad(np.take_along_axis(joints, order, axis=1), room)[:, :width]
    heavy = heavy / heavy.sum(axis=1, keepdims=True)
    numbers: NDArray[np.uint16] = np.where(heavy > 0.0, whose, 0).astype("<u2")
    parts = range(0, width, _AT_ONCE)
    return [(numbers[:, at : at + _AT_ONCE], heavy[:, at : at + _AT_ONCE]) for at in parts]


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    up = np.zeros_like(vectors)
    up[..., 1] = 1.0
    unit: Floats = np.divide(vectors, lengths, out=up, where=lengths > 1e-9)
    return unit


def _put(rows: list[Any], row: Any) -> int:
    rows.append(row)
    return len(rows) - 1


def _pygltflib() -> ModuleType:
    try:
        import pygltflib
    except ImportError:
        raise SettingsError("GLB needs an extra: pip install 'motorium[export]'") from None
    library: ModuleType = pygltflib
    return library
