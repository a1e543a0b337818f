"""The scenery of the sea, built twice: the page's tests are held against what Python builds.

`python -m tests.looks.test_scenery` writes the file anew, after a change on both sides.
"""

from __future__ import annotations

import json
import math
import sys
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import ArrayLike

from motorium.looks.drawing.daylight import daylight
from motorium.looks.drawing.moment import Water
from motorium.looks.scenery import hull, tackle
from motorium.looks.scenery.chance import Chance, spread_seed
from motorium.looks.scenery.clusters import Cluster, clusters_on, rocks_around
from motorium.looks.scenery.colonies import parts_of
from motorium.looks.scenery.contact import ContactMap
from motorium.looks.scenery.forms import FORMS, LEVELS, form_mesh
from motorium.looks.scenery.ground import ground_mesh
from motorium.looks.scenery.heights import HeightField
from motorium.looks.scenery.motes import motes
from motorium.looks.scenery.painted import PaintedMesh
from motorium.looks.scenery.sand import sand_disc, sand_height
from motorium.looks.scenery.shapes import cylinder
from motorium.looks.scenery.solids import Solid, smooth_normals
from motorium.looks.scenery.textures import caustic_layers, grain_texels
from motorium.looks.scenery.turns import rotated, turn_between, turned_by
from motorium.looks.scenery.weeds import (
    WEED_KINDS,
    cluster_radii,
    leaf_mesh,
    leaf_traits,
    node_texels,
)

FILE: Final = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "scenery.json"
SUNWARDS: Final = (0.34, 1.0, -0.42)
HOURS: Final = ((12.0, 1.0), (18.3, 0.04), (8.0, 0.6), (0.5, 0.03), (5.0, 0.02))
BOAT: Final = hull.Boat(2.4, 0.6)


@dataclass(frozen=True)
class Obstacle:
    kind: str
    x: float
    y: float
    bottom: float
    top: float
    radius: float
    seed: int


@dataclass(frozen=True)
class Weeds:
    kind: str
    root: tuple[float, float, float]
    leaves: int


STANDING: Final = (
    Obstacle("rock", 1.0, 1.2, -2.2, -0.5, 0.5, 7),
    Obstacle("coral", -1.5, 0.4, -2.1, -1.2, 0.4, 91),
    Obstacle("coral", 0.2, -1.8, -2.0, -1.0, 0.55, 4242),
    Obstacle("cylinder", -0.8, -0.9, -2.0, 0.5, 0.2, 65535),
)
WEEDS: Final = (Weeds("kelp", (1.0, 2.0, -2.0), 3), Weeds("grass", (-1.0, 0.5, -1.9), 5))


def hills() -> dict[str, Any]:
    """A height field of 33 x 33 points, as a studio sends it."""
    i, j = np.indices((33, 33))
    steps = 32767 + 20000 * np.sin(i * 0.4) * np.cos(j * 0.3) + 900 * ((i * 7 + j * 3) % 11)
    heights = b64encode(steps.astype("<u2").tobytes()).decode()
    return {
        "size": 33,
        "step": 0.25,
        "reach": 4.0,
        "lowest": -2.4,
        "highest": -1.6,
        "heights": heights,
    }


def digest(values: ArrayLike) -> list[float]:
    """How many numbers, their mean, their root mean square, and a mean that knows their order."""
    numbers = np.asarray(values, dtype=float).ravel()
    order = (np.arange(len(numbers)) * 7919 % 997) / 997
    parts = numbers.mean(), math.sqrt((numbers**2).mean()), (numbers * order).mean()
    return [len(numbers), *(float(f"{part:.9g}") for part in parts)]


def surface_digest(mesh: PaintedMesh) -> list[float]:
    """Of a surface, however its flat parts are cut into triangles: its area, and the means over it
    of places, of what looks outwards of them, of gloss and of glow."""
    vertices = mesh.vertices.astype(float)
    corners = vertices[mesh.triangles]
    cross = np.cross(corners[:, 1, :3] - corners[:, 0, :3], corners[:, 2, :3] - corners[:, 0, :3])
    areas = np.linalg.norm(cross, axis=1) / 2
    whole = areas.sum()
    means = (corners.mean(axis=1) * areas[:, None]).sum(axis=0) / whole
    outwards = (corners[..., :3].mean(axis=1) * cross).sum() / 6
    return [float(f"{part:.7g}") for part in (whole, outwards, *means[:3], *means[9:])]


def cluster_digest(clusters: Sequence[Cluster]) -> list[Any]:
    return [
        {
            "forms": [part.form for part in one.parts],
            "sphere": [float(f"{part:.9g}") for part in (*one.middle, one.radius)],
            "rows": digest(one.rows),
            "sizes": digest([part.size for part in one.parts]),
        }
        for one in clusters
    ]


def hour_told(hour: float, sun: float) -> dict[str, Any]:
    """What shaders are told of an hour of the day."""
    told = daylight(Water(surface=2.0, hour=hour, sun=sun))
    names = sorted(name for name in told if name not in ("waterline", "murk"))
    numbers = {name: np.atleast_1d(told[name]).tolist() for name in names}
    light = {name: [float(f"{part:.9g}") for part in parts] for name, parts in numbers.items()}
    return {"hour": hour, "sun": sun, "light": light}


def scenery_now() -> dict[str, Any]:
    terrain = hills()
    field = HeightField.packed(**terrain)
    ground = ground_mesh(field)
    contact = ContactMap(field, STANDING, [one.root for one in WEEDS])
    contact.lay_shadows(np.array(SUNWARDS) / np.linalg.norm(SUNWARDS))
    places, triangles = sand_disc()
    forms = [
        (form, level, form_mesh(form, level)) for form in range(len(FORMS)) for level in LEVELS
    ]
    boat = {
        "hull": hull.hull_mesh(BOAT, hull.livery(1)),
        "propeller": hull.propeller_mesh(BOAT),
        "dome": hull.dome_mesh(BOAT),
        "hook": tackle.hook_mesh(),
        "bait": tackle.bait_mesh(),
        "float": tackle.float_mesh(),
    }
    return {
        "sunwards": list(SUNWARDS),
        "boat": [BOAT.length, BOAT.radius],
        "habitat": {
            "radius": 4.0,
            "ground": -2.0,
            "surface": 3.0,
            "clarity": 12.0,
            "terrain": terrain,
            "obstacles": [{**vars(one), "height": 1.0} for one in STANDING],
            "weeds": [{**vars(one), "root": list(one.root), "height": 1.0} for one in WEEDS],
        },
        "hours": [hour_told(*hour) for hour in HOURS],
        "forms": [
            {
                "kind": FORMS[form].kind,
                "level": level,
                "places": digest(mesh.places),
                "normals": digest(mesh.normals),
                "looks": digest(mesh.looks),
                "triangles": digest(mesh.triangles),
            }
            for form, level, mesh in forms
        ],
        "clusters": cluster_digest(clusters_on(field, STANDING)),
        "rocks": cluster_digest(rocks_around(3.0, -7.0)),
        "ground": {
            "places": digest(ground.places),
            "normals": digest(ground.normals),
            "shades": digest(ground.shades),
            # Tiles of the page have the same triangles in another order.
            "triangles": int(ground.triangles.size),
            "corners": int((ground.triangles.astype(np.int64) ** 2).sum()),
        },
        "sky": digest(contact.texels[..., 0]),
        "shadows": digest(contact.texels[..., 1]),
        "sand": {"places": digest(places), "triangles": digest(triangles)},
        "leaves": [
            {
                "kind": kind,
                "level": level,
                "blades": digest(leaf_mesh(kind, level).blades),
                "triangles": digest(leaf_mesh(kind, level).triangles),
            }
            for kind in WEED_KINDS
            for level in (0, 1)
        ],
        "motes": digest(motes()),
        "grains": digest(grain_texels()),
        "caustics": digest(caustic_layers()),
        "surfaces": {name: surface_digest(mesh) for name, mesh in boat.items()},
        "counts": {name: [len(mesh.vertices), mesh.triangles.size] for name, mesh in boat.items()},
    }


def test_the_page_is_tested_against_what_python_builds_now() -> None:
    if not FILE.parent.exists():
        pytest.skip("the page's sources are not here")
    stored = json.loads(FILE.read_text())
    same(json.loads(json.dumps(scenery_now())), stored, "scenery")


def same(now: Any, stored: Any, where: str) -> None:
    """To single precision: another processor rounds sines otherwise."""
    if isinstance(now, dict):
        assert now.keys() == stored.keys(), where
        for key in now:
            same(now[key], stored[key], f"{where}.{key}")
    elif isinstance(now, list):
        assert len(now) == len(stored), where
        for k, (one, other) in enumerate(zip(now, stored, strict=True)):
            same(one, other, f"{where}[{k}]")
    elif isinstance(now, float):
        assert now == pytest.approx(stored, rel=1e-4, abs=2e-6), where
    else:
        assert now == stored, where


def test_chance_in_one_go_is_chance_one_by_one() -> None:
    one, many = Chance(spread_seed(5)), Chance(spread_seed(5))
    drawn = [one() for _ in range(150)]
    assert drawn[:2] == many.many(2).tolist()
    assert [many(), many()] == drawn[2:4]
    assert many.many(146).tolist() == drawn[4:]
    assert min(drawn) >= 0
    assert max(drawn) < 1
    assert 0.4 < np.mean(drawn) < 0.6


def test_heights_between_points_are_those_of_planes() -> None:
    i, j = np.indices((5, 5))
    field = HeightField(0.5, 1.0, (0.3 * i - 0.2 * j).astype(np.float32))
    x, z = np.array([0.13, -0.4, 5.0]), np.array([-0.77, 0.2, -9.0])
    expected = 0.3 * (np.clip(x, -1, 1) + 1) / 0.5 - 0.2 * (1 - np.clip(z, -1, 1)) / 0.5
    assert field.at(x, z) == pytest.approx(expected, abs=1e-6)


def test_a_field_with_points_missing_is_refused() -> None:
    with pytest.raises(ValueError, match="3 x 3 points came with 2"):
        HeightField.packed(3, 1.0, 1.0, 0.0, 1.0, b64encode(bytes(4)).decode())


def test_normals_of_a_ball_point_outwards() -> None:
    solid = Solid()
    solid.lump(5, lambda on: 2 * on, lambda on: on)
    mesh = solid.mesh()
    # `mesh` stands it on the origin: its places are directions already.
    assert np.abs(mesh.normals - mesh.places).max() < 0.02
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1, abs=1e-6)


def test_tubes_are_as_thick_as_said_and_closed_at_their_ends() -> None:
    solid = Solid()
    path = np.array([[0.0, 0, 0], [0, 0.5, 0], [0, 1, 0]])
    solid.tube(path, [0.2, 0.2, 0.1], [[0, 1, 0], [0.5, 1, 0], [1, 1, 0]], sides=7)
    mesh = solid.mesh(filling=True)
    assert mesh.places.shape == (3 * 7 + 1, 3)
    assert np.hypot(mesh.places[:14, 0], mesh.places[:14, 2]) == pytest.approx(1, abs=1e-6)
    assert mesh.places[-1] == pytest.approx([0, 1, 0], abs=1e-6)
    # Every edge of the wall belongs to two triangles; those of the foot's rim to one.
    edges = np.sort(mesh.triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    _, counts = np.unique(edges, axis=0, return_counts=True)
    assert min(np.unique(counts, return_counts=True)[1].tolist()) == 7


@pytest.mark.parametrize("kind", ["rock", "coral", "cylinder"])
def test_what_stands_never_leaves_its_cylinder(kind: str) -> None:
    for seed in range(6):
        bound = Obstacle(kind, 1.0, 1.0, -2.2, -0.5, 0.5, seed)
        widest, highest = 0.0, -math.inf
        for part in parts_of(bound):
            for level in LEVELS:
                local = form_mesh(part.form, level).places * part.scale
                places = rotated(part.turn, local) + part.place
                away = np.hypot(places[:, 0] - bound.x, places[:, 2] + bound.y)
                widest, highest = max(widest, away.max()), max(highest, places[:, 1].max())
        assert 0.6 * bound.radius < widest <= bound.radius + 1e-6
        assert bound.top - 0.3 * bound.radius < highest <= bound.top + 1e-6


def test_shadows_lie_away_from_the_sun_and_are_laid_anew_when_it_moves() -> None:
    field = HeightField(4.0, 4.0, np.full((3, 3), -2.0, np.float32))
    one = Obstacle("rock", 0.0, 0.0, -2.0, -1.0, 0.4, 1)
    contact = ContactMap(field, [one], [])
    from_west = np.array([-0.6, 0.8, 0.0])
    assert contact.lay_shadows(from_west)
    assert not contact.lay_shadows(from_west)
    east, west = contact.texels[256, 300, 1], contact.texels[256, 210, 1]
    assert east > 100 > 20 > west
    assert contact.lay_shadows(np.array([0.6, 0.8, 0.0]))
    assert contact.texels[256, 300, 1] == west


def test_turns_compose_and_join_directions() -> None:
    up, aside = np.array([0.0, 1.0, 0.0]), np.array([0.6, 0.0, 0.8])
    turn = turn_between(up, aside)
    assert rotated(turn, up) == pytest.approx(aside)
    assert rotated(turned_by(turn, turn), up) == pytest.approx(-up, abs=1e-12)
    assert rotated(turn_between(up, -up), up) == pytest.approx(-up, abs=1e-12)


def test_leaves_are_as_wide_as_their_length_bears() -> None:
    nodes = np.zeros((8, 6, 3))
    nodes[:, :, 1] = np.linspace(0, 1, 6)
    nodes[3:, :, 1] *= 0.2
    traits = leaf_traits(WEEDS, nodes).reshape(-1, 4)
    assert (traits[:3, 0] > 0.03).all()
    assert (traits[3:8, 0] < 0.006).all()
    assert traits[:8, 3].tolist() == [0, 0, 0, 2, 2, 2, 2, 2]
    assert cluster_radii(WEEDS, nodes) == pytest.approx([1.3, 0.5])
    assert node_texels(nodes).shape == (1, 16 * 6, 4)


def test_a_cylinder_has_the_area_that_it_should_have() -> None:
    body = cylinder(0.5, 0.5, 2.0, 64)
    corners = body.places[body.triangles]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(cross, axis=1).sum() / 2
    assert area == pytest.approx(2 * math.pi * 0.5 * 2.0 + 2 * math.pi * 0.25, rel=3e-3)
    assert (np.einsum("ij,ij->i", cross, body.normals[body.triangles[:, 0]]) > 0).all()


def test_normals_of_a_flat_sheet_are_its_own() -> None:
    places = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
    triangles = np.array([[0, 1, 2], [2, 1, 3]], np.int32)
    assert smooth_normals(places, triangles) == pytest.approx(np.tile([0, 0, 1.0], (4, 1)))


def test_sand_is_where_rocks_stand() -> None:
    for rock in rocks_around(0.0, 0.0):
        ground = rock.parts[0].ground
        assert ground == pytest.approx(float(sand_height(rock.middle[0], rock.middle[2])), abs=1e-6)


if __name__ == "__main__":
    FILE.write_text(json.dumps(scenery_now(), separators=(",", ":")) + "\n")
    sys.stdout.write(f"{FILE}\n")
