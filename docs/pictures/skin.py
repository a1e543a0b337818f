"""The skin: how it rides on the nodes, in a turn, and the species that ship, from the side."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Circle

from docs.pictures.style import CORAL, DIM, GOLD, REEF, bare, pair, panel, save
from motorium.bodies.fish import UNIT_NODES
from motorium.bodies.species import Species, known_species, load_species
from motorium.contracts.frames import Floats
from motorium.looks.bspline import grid_triangles, surface
from motorium.looks.skin import Patch, Skin, control_points, skin_of

SIDE = np.array([[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""From the left: the axes of the drawing."""
LIGHT = np.array([0.35, 0.35, 0.87])


def rest(species: Species) -> Floats:
    """Nodes in body lengths, shape (23, 3)."""
    return np.array(species.body.nodes) / species.body.length


def colors(skin: Skin, patch: Patch, at_rest: Floats, nodes: Floats) -> Floats:
    """Of the vertices of a patch at rest, shape (u, v, 3)."""
    palette = skin.outline.palette
    shades = {key: np.array(to_rgb(getattr(palette, key))) for key in ("back", "flank", "belly")}
    if patch.rows == 2:
        return np.broadcast_to(0.9 * np.array(to_rgb(palette.fin)), at_rest.shape).copy()
    u = np.linspace(0, 1, len(at_rest))[:, None, None]
    v = np.linspace(0, 1, at_rest.shape[1])[None, :, None]
    low, high = np.clip((u - 0.15) / 0.2, 0, 1), np.clip((u - 0.58) / 0.2, 0, 1)
    color = (shades["back"] * (1 - low) + shades["flank"] * low) * (1 - high)
    color = color + shades["belly"] * high
    tail = np.clip((v - 0.78) / 0.05, 0, 1)
    color = color * (1 - tail) + np.array(to_rgb(palette.fin)) * tail
    behind = nodes[0, 0] - at_rest[..., 0]
    if palette.stripes:
        # On the trunk only, and fading out towards it.
        wave = np.cos(2 * np.pi * palette.stripes * u)
        trunk = np.clip((v - 0.26) / 0.03, 0, 1) * np.clip((0.78 - v) / 0.03, 0, 1)
        line = trunk * np.clip(0.5 + 1.5 * (wave - 0.3), 0, 1)
        color = color * (1 - line) + np.array(to_rgb(palette.fin)) * line
    for start, end in palette.bands:
        inside = np.clip(0.5 + np.minimum(behind - start, end - behind) / 0.006, 0.0, 1.0)[
            ..., None
        ]
        color = color * (1 - inside) + np.array(to_rgb(palette.accent)) * inside
    return color


def draw(axes: Axes, skin: Skin, nodes: Floats, pose: Floats, view: Floats) -> None:
    """Shaded triangles from far to near, seen along view[0] x view[1]."""
    towards = np.cross(*view)
    polygons, paints, depths = [], [], []
    here, there = control_points(skin, nodes), control_points(skin, pose)
    for patch in skin.patches:
        counts = (60, 180) if patch.rows == 9 else (6, 60)
        at_rest, _ = surface(here[patch.name], patch.degrees, counts)
        points, normals = surface(there[patch.name], patch.degrees, counts, patch.flip)
        triangles = grid_triangles(*counts)
        color = colors(skin, patch, at_rest, nodes).reshape(-1, 3)[triangles].mean(axis=1)
        normal = normals.reshape(-1, 3)[triangles].mean(axis=1)
        facing = normal @ towards
        if patch.rows == 2:
            normal, facing = normal * np.sign(facing)[:, None], np.abs(facing)
        shade = 0.5 + 0.4 * np.clip(normal @ LIGHT, -0.4, 1) + 0.25 * np.clip(facing, 0, 1)
        seen = facing > -0.02
        corners = points.reshape(-1, 3)[triangles][seen]
        polygons.append(corners @ view.T)
        depths.append((corners @ towards).mean(axis=1))
        paints.append(np.clip(color * shade[:, None], 0, 1)[seen])
    order = np.argsort(np.concatenate(depths))
    paint = np.concatenate(paints)[order]
    axes.add_collection(
        PolyCollection(
            list(np.concatenate(polygons)[order]),
            facecolors=paint.tolist(),
            edgecolors=paint.tolist(),
            linewidths=0.3,
        )
    )
    bare(axes)


def eye(axes: Axes, skin: Skin, nodes: Floats, view: Floats) -> None:
    """The left eye, as a disc that faces the viewer."""
    points, _ = surface(control_points(skin, nodes)["left"], (3, 3), (201, 401))
    u, v = skin.eye_uv
    place = view @ points[round(200 * u), round(400 * v)]
    radius = skin.outline.eye.radius
    for size, color in ((1.0, skin.outline.eye.iris), (0.6, "#0a0d10")):
        axes.add_patch(Circle(pair(place), size * radius, color=color, linewidth=0))
    glint = place + np.array([-0.25, 0.3]) * radius
    axes.add_patch(Circle(pair(glint), 0.18 * radius, color="white", linewidth=0))


def net(axes: Axes, skin: Skin, nodes: Floats, view: Floats) -> None:
    """Control points of the left half, the fins and the left pectoral fin, joined by lines."""
    for name, points in control_points(skin, nodes).items():
        if name.endswith("right"):
            continue
        flat = points @ view.T
        lines = [*flat, *np.swapaxes(flat, 0, 1)]
        color = CORAL if len(flat) == 2 else REEF
        axes.add_collection(LineCollection(lines, colors=color, linewidths=0.5, alpha=0.8))
        axes.scatter(flat[..., 0], flat[..., 1], s=3, color=color, zorder=3)


def body(axes: Axes, nodes: Floats, view: Floats) -> None:
    flat = nodes @ view.T
    axes.add_collection(
        LineCollection(list(flat[UNIT_NODES]), colors=DIM, linewidths=0.6, alpha=0.7)
    )
    axes.scatter(flat[:, 0], flat[:, 1], s=14, color=GOLD, zorder=3)


def bent(nodes: Floats, degrees: float) -> Floats:
    """The body between the first and the last quad on an arc, to the left if positive."""
    start, end = nodes[1, 0], nodes[17, 0]
    curvature = np.deg2rad(degrees) / (start - end)
    bowed = np.clip(start - nodes[:, 0], 0.0, start - end)
    straight = start - nodes[:, 0] - bowed
    angle = curvature * bowed
    x = start - np.sin(angle) / curvature - straight * np.cos(angle) + nodes[:, 1] * np.sin(angle)
    y = (1 - np.cos(angle)) / curvature + straight * np.sin(angle) + nodes[:, 1] * np.cos(angle)
    return np.stack([x, y, nodes[:, 2]], axis=1)


def frame(axes: Axes, title: str, height: float) -> None:
    axes.set_xlim(-0.42, 0.7)
    axes.set_ylim(-height, height)
    axes.set_title(title)


def how() -> None:
    """From nodes to skin."""
    species = load_species("pokerfish")
    nodes = rest(species)
    skin = skin_of(nodes, species.skin)
    figure, axes = panel(12, 3.4, 3)
    body(axes[0], nodes, SIDE)
    net(axes[0], skin, nodes, SIDE)
    bare(axes[0])
    frame(axes[0], "nodes, and the control points that ride on them", 0.27)
    draw(axes[1], skin, nodes, nodes, SIDE)
    eye(axes[1], skin, nodes, SIDE)
    frame(axes[1], "the surfaces", 0.27)
    pose = bent(nodes, -120.0)
    view = np.array([[-0.9, 0.45, 0.0], [0.2, 0.4, 1.0]])
    view[0] /= np.linalg.norm(view[0])
    view[1] -= (view[1] @ view[0]) * view[0]
    view[1] /= np.linalg.norm(view[1])
    draw(axes[2], skin, nodes, pose, view)
    eye(axes[2], skin, pose, view)
    axes[2].autoscale_view()
    axes[2].margins(0.15)
    axes[2].set_title("in a sharp turn: no gap, no fold")
    save(figure, "skin.jpg")


def shoal() -> None:
    """All species, from the side, each as long as the others."""
    names = known_species()
    figure, _ = panel(13, 5.2)
    figure.clf()
    grid = figure.add_gridspec(2, (len(names) + 1) // 2)
    for number, name in enumerate(names):
        species = load_species(name)
        nodes = rest(species)
        skin = skin_of(nodes, species.skin)
        axes = figure.add_subplot(grid[divmod(number, (len(names) + 1) // 2)])
        draw(axes, skin, nodes, nodes, SIDE)
        eye(axes, skin, nodes, SIDE)
        size = species.length
        text = f"{size:g} m" if size >= 1 else f"{100 * size:.0f} cm"
        frame(axes, f"{species.label}, {text}", 0.34)
    save(figure, "species.jpg")


if __name__ == "__main__":
    how()
    shoal()
