"""A fish as GLB: its skin, its colours, and a segment of its repertoire.

The body frame goes as the node, the skin in it as a few shapes that are blended. Swimming and
hovering loop without a seam, on the spot unless the fish is to travel; turns always take it along.

Limitations: pectoral fins and mouth are as at rest, as a repertoire does not record them.
"""

from __future__ import annotations

import io
from typing import Final

import numpy as np
from numpy.typing import NDArray

from motorium.bodies.species import Species, read_shape, species_file
from motorium.contracts.frames import Floats, rotation_matrix
from motorium.contracts.time import time_scale
from motorium.export.gltf import FACING_X, Asset, Glb, Surface
from motorium.export.shapes import few_shapes
from motorium.looks.fish_mesh import LEVELS, ROWS, FishMesh
from motorium.looks.painted import SIZE, painted
from motorium.looks.skin import skin_of
from motorium.looks.texture_mesh.photo import PhotoError, encode_png, pillow
from motorium.looks.texture_mesh.texture import BODY, DORSAL, HEIGHT, VENTRAL, WIDTH
from motorium.motion.course import course_of
from motorium.motion.cut import rotation_of
from motorium.motion.replay import Pose, replay_at
from motorium.motion.segments import SEGMENTS, Segment
from motorium.problems import did_you_mean
from motorium.settings import SettingsError

__all__ = ["TOLERANCE", "FishMotion", "check_fish", "fish_glb", "photograph_of", "rest_nodes"]

TOLERANCE: Final = 2e-4
"""How far a vertex may be from where it was simulated [L]."""
MOST_CYCLES: Final = 100


class FishMotion:
    """A segment as keys.

    seconds (keys,); nodes [m] (keys, 23, 3): in the body frame; positions [m] (keys, 3) and
    rotations (keys, 3, 3) of the body frame.
    """

    def __init__(
        self, segment: Segment, length: float, size: float, travel: bool, cycles: int
    ) -> None:
        """length [m]: of the species, at size 1."""
        alpha = length * size
        count = segment.frames * (cycles if segment.cyclic and travel else 1)
        pace = float(time_scale(np.array(size)))
        self.seconds: Floats = pace * np.arange(count + 1.0) / segment.rate
        # Key k is the body after frame k; before the first of a cycle it was as after the last.
        rows = np.arange(-1, count) % segment.frames
        if not segment.cyclic:
            rows[0] = 0
        self.nodes: Floats = alpha * np.asarray(segment.nodes, dtype=np.float64)[rows]
        if travel or not segment.cyclic:
            start = Pose.along(segment, np.zeros(3), np.eye(3))
            seen = replay_at(segment, start, self.seconds, length, size)
            self.positions: Floats = seen.positions
            self.rotations: Floats = rotation_matrix(seen.orientations)
        else:
            course = course_of(segment)
            self.positions, self.rotations = alpha * course.offsets, rotation_of(course.turns)


def fish_glb(
    species: Species,
    segment: Segment,
    *,
    size: float = 1.0,
    level: int = 0,
    seed: int = 0,
    travel: bool = False,
    cycles: int = 1,
    photograph: bytes | None = None,
) -> Glb:
    """A fish that does a segment of its repertoire.

    size: of the individual, 1 as its species says; level: 0 the finest; seed: of its colours;
    travel: whether it gets ahead, and in how many cycles; photograph: the texture (.png) of a
    species that has one.
    """
    check_fish(segment.name, size, level, cycles)
    motion = FishMotion(segment, species.length, size, travel, cycles)
    length = species.length * size
    rest = rest_nodes(species)
    skin = skin_of(rest, species.skin)
    mesh = FishMesh(skin, rest, level)
    places, normals = mesh.place(motion.nodes, length)
    shapes = few_shapes(places, normals, TOLERANCE * length)

    asset = Asset(species.label, FACING_X)
    pixels = painted(skin, rest, seed, SIZE >> level)
    if photograph is not None:
        _put_on(pixels, photograph)
    texture = asset.picture(encode_png(pixels))
    holes = photograph is not None
    materials = {
        "body": asset.material("body", texture=texture, roughness=0.45),
        "eyes": asset.material("eyes", texture=texture, roughness=0.1),
        "fins": asset.material("fins", texture=texture, roughness=0.7, two_sided=True, holes=holes),
    }
    surfaces = []
    for part, triangles in mesh.triangles.items():
        used, numbers = np.unique(triangles, return_inverse=True)
        surfaces.append(
            Surface(
                shapes.base[used],
                shapes.base_normals[used],
                numbers.reshape(-1, 3),
                materials[part],
                mesh.uv[used],
                (shapes.places[:, used], shapes.normals[:, used]),
            )
        )
    count = len(shapes.places)
    names = [f"shape {number}" for number in range(1, count + 1)]
    node = asset.node(species.name, mesh=asset.mesh(species.name, surfaces, names))
    asset.move(node, motion.seconds, motion.positions)
    asset.turn(node, motion.seconds, motion.rotations)
    if count:
        asset.weigh(node, motion.seconds, shapes.weights)
    return Glb(
        asset.to_bytes(),
        keys=len(motion.seconds),
        seconds=float(motion.seconds[-1]),
        vertices=sum(len(one.places) for one in surfaces),
        triangles=sum(len(one.triangles) for one in surfaces),
        joints=0,
        shapes=count,
        off=shapes.off,
    )


def check_fish(segment: str, size: float, level: int, cycles: int) -> None:
    """Refuse what cannot be exported."""
    if segment not in SEGMENTS:
        known, meant = ", ".join(SEGMENTS), did_you_mean(segment, SEGMENTS)
        raise SettingsError(f"no segment is called {segment!r}; known are {known}{meant}")
    if not 0.1 <= size <= 10.0:
        raise SettingsError(f"size must be from 0.1 to 10, not {size:g}")
    if not 0 <= level < len(LEVELS):
        raise SettingsError(f"level must be from 0, the finest, to {len(LEVELS) - 1}, not {level}")
    if not 1 <= cycles <= MOST_CYCLES:
        raise SettingsError(f"cycles must be from 1 to {MOST_CYCLES}, not {cycles}")


def rest_nodes(species: Species) -> Floats:
    """Of its body at rest [L], shape (23, 3)."""
    nodes: Floats = np.array(species.body.nodes) / species.body.length
    return nodes


def photograph_of(name: str) -> bytes | None:
    """The texture of a species, by its name or file, that was made of a photograph."""
    path = species_file(name)
    texture = read_shape(path).skin.texture
    return None if texture is None else (path.parent / texture).read_bytes()


def _put_on(pixels: NDArray[np.uint8], photograph: bytes) -> None:
    """A photograph's own layout over what is painted, which stays where it shows nothing."""
    image = pillow()
    try:
        with image.open(io.BytesIO(photograph), formats=("PNG",)) as opened:
            taken = opened.convert("RGBA").resize((WIDTH, HEIGHT))
    except Exception:  # Decoders of damaged files raise nearly anything.
        raise PhotoError("the species' texture is no PNG image, or a damaged one") from None
    size = len(pixels)
    for part, rows in (("body", BODY), ("dorsal", DORSAL), ("ventral", VENTRAL)):
        first, last = (round(share * size) for share in ROWS[part])
        cut = taken.crop((0, rows.start, WIDTH, rows.stop)).resize((size, last - first))
        pixels[first:last] = np.asarray(cut)
