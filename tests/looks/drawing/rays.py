"""What rays hit, worked out triangle by triangle: the oracle of maps of what is seen.

Its triangles are those of exported fishes (looks/fish_mesh.py), not those that are drawn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats, body_to_world
from motorium.looks.drawing.moment import Moment
from motorium.looks.drawing.view import View
from motorium.looks.fish_mesh import FishMesh
from motorium.looks.skin import skin_of

__all__ = ["directions", "first_hits", "triangles_of"]


def directions(view: View, pixels: NDArray[np.int_]) -> Floats:
    """Of rays through the middles of pixels (row, column), of unit length in world axes."""
    across = (2.0 * (pixels[:, 1] + 0.5) / view.width - 1.0) / view.projects[0, 0]
    up = (1.0 - 2.0 * (pixels[:, 0] + 0.5) / view.height) / view.projects[1, 1]
    rays = np.stack([across, up, -np.ones_like(up)], axis=-1) @ view.looks_at[:3, :3]
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    turned: Floats = to_world(rays)
    return turned


def to_world(places: Floats) -> Floats:
    """From page coordinates."""
    return np.stack([places[..., 0], -places[..., 2], places[..., 1]], axis=-1)


def triangles_of(moment: Moment, row: int) -> Floats:
    """The skin of a fish in the world [m], shape (triangles, 3, 3)."""
    fishes = moment.fishes
    species = moment.species[int(fishes.kinds[row])]
    rest = species.body.nodes / species.body.length
    mesh = FishMesh(skin_of(rest, species.skin), rest)
    nodes = fishes.nodes[row].astype(np.float64)[np.newaxis]
    places, _ = mesh.place(nodes, float(fishes.lengths[row]))
    world = fishes.positions[row] + body_to_world(fishes.orientations[row], places[0])
    corners: Floats = world[np.concatenate(list(mesh.triangles.values()))]
    return corners


def first_hits(eye: Floats, rays: Floats, triangles: Floats) -> Floats:
    """How far away the first triangle is on each ray, inf where there is none (Möller and
    Trumbore 1997)."""
    a, ab, ac = triangles[:, 0], *(triangles[:, k] - triangles[:, 0] for k in (1, 2))
    found = np.full(len(rays), np.inf)
    # Most rays pass by the ball around all of them.
    middle = triangles.reshape(-1, 3).mean(axis=0)
    radius = np.linalg.norm(triangles.reshape(-1, 3) - middle, axis=1).max()
    aside = np.linalg.norm(np.cross(rays, middle - eye), axis=1)
    for k in np.flatnonzero(aside <= radius):
        ray = rays[k]
        across = np.cross(ray, ac)
        volume = np.sum(ab * across, axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            arm = eye - a
            u = np.sum(arm * across, axis=1) / volume
            aside = np.cross(arm, ab)
            v = aside @ ray / volume
            away = np.sum(ac * aside, axis=1) / volume
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (away > 0)
        if hit.any():
            found[k] = away[hit].min()
    return found
