"""What a file plays is what was simulated, as an independent reader sees it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pygltflib", reason="GLB needs motorium[export]")

from scipy.spatial import KDTree

from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.puppet.document import PuppetDocument
from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import puppet_of
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.export.fish import TOLERANCE, FishMotion
from motorium.export.glb import puppet_glb
from motorium.export.puppet import TOLERANCE as DRAPED
from motorium.looks.fish_mesh import LEVELS
from motorium.settings import SettingsError
from motorium.world.theatre.theatre import Theatre
from tests.export.material import (
    FROM_X,
    FROM_Y,
    Exported,
    exported,
    figure,
    fish,
    skin_points,
    wild,
)
from tests.export.reading import Reader
from tests.motion.captured import HERRING, cycle

ROUNDING = 3e-6
"""What single precision leaves, added up along a body, in its size."""


def apart(here: Exported, key: int, reader: Reader) -> float:
    """How far drawn vertices are from ours at worst, and ours from drawn ones, in its size.

    They are compared as sets: files number them otherwise, and flat puppets have more.
    """
    time = key * reader.seconds / (here.glb.keys - 1)
    drawn, worst = reader.draw(time), 0.0
    for name, places in here.ours(key).items():
        found = drawn[name].places @ here.back.T
        if here.back is FROM_Y and np.ptp(places[:, 1]) == 0.0:
            found[:, 1] = 0.0  # Parts of flat puppets lie in layers.
        worst = max(worst, float(KDTree(found).query(places)[0].max()))
    return worst / here.size


@pytest.mark.parametrize("travel", [False, True])
def test_a_fish_is_drawn_where_its_skin_is(travel: bool) -> None:
    here = fish(travel=True, cycles=2) if travel else exported("fish")
    reader = Reader(here.glb.data)
    assert here.glb.keys == (2 if travel else 1) * cycle().frames + 1
    assert reader.seconds == pytest.approx((2 if travel else 1) * cycle().seconds)
    off = max(apart(here, key, reader) for key in range(0, here.glb.keys, 9))
    print(
        f"travels {travel}: {len(here.glb.data) / 1e6:.2f} MB, {here.glb.shapes} shapes, "
        f"{100 * off:.4f} % of its length off, told {100 * here.glb.off / here.size:.4f} %"
    )
    assert off < TOLERANCE + ROUNDING
    assert here.glb.off / here.size <= TOLERANCE
    gone = reader.places(reader.seconds)["herring"] - reader.places(0.0)["herring"]
    way = (2 * cycle().seconds * cycle().speed * HERRING.length) if travel else 0.0
    np.testing.assert_allclose(gone, [0.0, 0.0, way], atol=2e-3 * HERRING.length)


def test_swimming_loops_without_a_seam() -> None:
    here = exported("fish")
    reader = Reader(here.glb.data)
    first, last = (reader.draw(time)["herring"] for time in (0.0, reader.seconds))
    before = reader.draw(reader.seconds * (1 - 1 / (here.glb.keys - 1)))["herring"]
    seam = np.abs(first.places - last.places).max() / here.size
    step = np.abs(before.places - last.places).max() / here.size
    print(f"seam {100 * seam:.5f} % of its length, where a step is {100 * step:.3f} %")
    assert seam < 1e-4
    assert seam < 0.02 * step
    np.testing.assert_allclose(first.normals, last.normals, atol=1e-3)


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_triangles_are_near_the_surface(level: int) -> None:
    """Of a grid's cells the middles are compared, where flat ones are farthest from round ones."""
    nodes = FishMotion(cycle(), HERRING.length, 1.0, False, 1).nodes[30]
    coarse, fine = skin_points(nodes, level), skin_points(nodes, level, finer=2)
    detail, worst, at, to = LEVELS[level], 0.0, 0, 0
    for cells in [detail.body] * 2 + [detail.fin] * 2 + [detail.pectoral] * 2:
        grid = np.array(cells) + 1
        corners = coarse[at : at + grid.prod()].reshape(*grid, 3)
        between = fine[to : to + (2 * grid - 1).prod()].reshape(*(2 * grid - 1), 3)[1::2, 1::2]
        at, to = at + grid.prod(), to + (2 * grid - 1).prod()
        # Triangles meet along the line from the lower left to the upper right.
        flat = (corners[1:, :-1] + corners[:-1, 1:]) / 2
        worst = max(worst, float(np.linalg.norm(flat - between, axis=-1).max()))
    print(f"level {level}: {100 * worst / HERRING.length:.3f} % of its length")
    assert worst < 0.005 * HERRING.length


def test_normals_point_outwards_and_agree_with_triangles() -> None:
    for kind, least in (("fish", 0.98), ("figure", 0.9), ("rag doll", 0.98)):
        for name, drawn in Reader(exported(kind).glb.data).draw(0.1).items():
            a, b, c = (drawn.places[drawn.triangles[:, k]] for k in range(3))
            across = np.cross(b - a, c - a)
            area = np.linalg.norm(across, axis=1)
            mean = drawn.normals[drawn.triangles].mean(axis=1)
            agreeing = area[np.sum(across * mean, axis=1) > 0.0].sum() / area.sum()
            assert agreeing > least, (kind, name)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn_where_its_flesh_is(name: str) -> None:
    here = figure(name)
    reader, skeleton = Reader(here.glb.data), load_skeleton(name)
    places = skeleton.place(wild(name)).positions
    off = max(apart(here, key, reader) for key in (0, 5, 12))
    for key in (0, 5, 12):
        seen = reader.places(key / 30.0)
        found = np.array([seen[segment] for segment in skeleton.segments]) @ FROM_X.T
        np.testing.assert_allclose(found, places[key], atol=ROUNDING * here.size)
    print(f"{name}: {len(here.glb.data) / 1e6:.2f} MB, {1e6 * off:.2f} millionths of it off")
    assert off < ROUNDING


@pytest.mark.parametrize("kind", ["puppet", "rag doll"])
def test_a_puppet_is_drawn_where_its_skin_is(kind: str) -> None:
    here = exported(kind)
    reader = Reader(here.glb.data)
    off = max(apart(here, key, reader) for key in range(0, here.glb.keys, 6))
    print(
        f"{kind}: {len(here.glb.data) / 1e6:.2f} MB, {here.glb.joints} joints, "
        f"{here.glb.shapes} shapes, {100 * off:.4f} % of its size off"
    )
    assert off < DRAPED + ROUNDING
    assert here.glb.off / here.size <= DRAPED
    weights = [
        one
        for one in reader.json["meshes"]
        for part in one["primitives"]
        if "JOINTS_1" in part["attributes"]
    ]
    assert not weights, "some programs know four joints a vertex"


def test_a_puppet_without_skin_shows_its_rods() -> None:
    bare = load_puppet("person").model_copy(update={"part": []})
    glb = puppet_glb(bare, seconds=0.5)
    reader, theatre = Reader(glb.data), Theatre(bare)
    for _ in range(30):
        theatre.advance()
    ends = middles(reader.draw(reader.seconds)["rods"].places @ FROM_Y.T)
    wanted = theatre.positions[puppet_of(bare).rods].reshape(-1, 3)
    np.testing.assert_allclose(ends, wanted, atol=1e-5)


def middles(places: Floats) -> Floats:
    """Of rings of six."""
    found: Floats = places.reshape(-1, 6, 3).mean(axis=1)
    return found


def test_what_a_puppet_refuses() -> None:
    nothing = PuppetDocument(format=1)
    with pytest.raises(SettingsError, match="neither skin nor rods"):
        puppet_glb(nothing)
    with pytest.raises(SettingsError, match="from 1/60 to 120"):
        puppet_glb(load_puppet("person"), seconds=float("nan"))
    with pytest.raises(SettingsError, match="has a take"):
        puppet_glb(exported_document(), seconds=1.0)


def exported_document() -> PuppetDocument:
    from tests.export.material import recorded

    return recorded("person", "left hand")


def test_a_take_is_as_long_as_it_was() -> None:
    take = exported_document().take
    assert take is not None
    assert exported("puppet").glb.keys == round(take.seconds * FRAME_RATE)
