"""The skin on bodies as they really move: every frame of a fast beat and of the sharpest turn."""

import numpy as np
import pytest

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import known_species, load_species
from motorium.contracts.frames import Floats
from motorium.looks.bspline import grid_triangles, surface
from motorium.looks.skin import Skin, control_points
from motorium.measure.tank import Tank, frames_of
from motorium.measure.turning import turn_path
from tests.looks.fishes import skin

HALF_GRID = (25, 61)
FIN_GRID = (5, 25)


def movement(name: str) -> Floats:
    """Nodes in body lengths, (frames, 23, 3)."""
    species = load_species(name)
    tank = Tank(species)
    tank.swim(species.gaits.fast, 4)
    poses = [tank.swim(species.gaits.fast, 1)[:, 0]]
    shown = frames_of(species.gaits.medium, 2)
    poses += [turn_path(species, turn, approach=4)[1][:shown] for turn in species.turns]
    moving: Floats = np.concatenate(poses)[::2] / BODY_LENGTH
    return moving


def facing(skin: Skin, part: str, controls: dict[str, Floats]) -> Floats:
    """Cosine between each triangle and the smooth normals at its corners."""
    patch = next(patch for patch in skin.patches if patch.name == part)
    grid = HALF_GRID if part in ("left", "right") else FIN_GRID
    points, normals = surface(controls[part], patch.degrees, grid, patch.flip)
    triangles = grid_triangles(*grid, patch.flip)
    points, normals = points.reshape(-1, 3), normals.reshape(-1, 3)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    flat = np.cross(b - a, c - a)
    area = np.linalg.norm(flat, axis=1)
    smooth = normals[triangles].mean(axis=1)
    cosine = (flat * smooth).sum(axis=1) / np.maximum(area * np.linalg.norm(smooth, axis=1), 1e-12)
    # Slivers where a surface runs out into a point have no direction.
    kept: Floats = cosine[area > 1e-3 * area.mean()]
    return kept


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("herring", "shark") else pytest.mark.slow)
        for name in known_species()
    ],
)
def test_no_crack_and_no_flipped_triangle_in_beat_and_turn(name: str) -> None:
    fish = skin(name)
    worst, against, total = 1.0, 0, 0
    for nodes in movement(name):
        controls = control_points(fish, nodes)
        assert np.array_equal(controls["left"][0], controls["right"][0])
        assert np.array_equal(controls["left"][-1], controls["right"][-1])
        for part in ("left", "right", "dorsal", "ventral"):
            cosine = facing(fish, part, controls)
            worst = min(worst, float(cosine.min()))
            against += int((cosine <= 0).sum())
            total += len(cosine)
    print(f"{name}: {against} of {total} triangles against their normal, worst cosine {worst:.2f}")
    assert against == 0
