"""The puppets that ship, what one is made of, its somersault; and the tables of docs/puppets.md.

Writes the tables between their marks into the page.
"""

from __future__ import annotations

from typing import Any, Final

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon, Wedge

from docs.pictures import scenarios
from docs.pictures.style import CORAL, DIM, FOAM, GOLD, HERE, REEF, bare, panel, save
from motorium.bodies.puppet.document import (
    Cone,
    Joint,
    Point,
    PuppetSettings,
    Rod,
    ScriptedPath,
    Skin,
    Stage,
    Take,
    Twist,
)
from motorium.bodies.puppet.files import load_puppet
from motorium.bodies.puppet.model import Puppet
from motorium.contracts.frames import Floats
from motorium.settings import Settings
from motorium.world.theatre.theatre import Theatre

PAGE: Final = HERE.parent / "puppets.md"
TABLES: Final[dict[str, type[Settings]]] = {
    "puppet": PuppetSettings,
    "stage": Stage,
    "point": Point,
    "rod": Rod,
    "joint": Joint,
    "cone": Cone,
    "twist": Twist,
    "part": Skin,
    "path": ScriptedPath,
    "take": Take,
}
SHAPES: Final = {
    "dimensions": "2, 3",
    "point.at": "two or three numbers",
    "at": "a name",
    "bone": "a name",
    "side": "a name",
    "point": "a name",
    "follows": "a list of names",
    "ends": "two names",
    "points": "three names",
    "body": "two names",
    "outline": "a list of places",
    "vertices": "a list of places",
    "faces": "a list of three whole numbers each",
    "keys": "a list of three or four numbers each",
    "positions": "a list of three numbers each",
    "velocities": "a list of three numbers each",
    "color": "text",
}
"""What a key may be, where its type tells it in too many words."""
FRAMES: Final = 30
EVERY: Final = 5
"""So many frames of 1/60 s from one picture of the somersault to the next."""
COLUMNS: Final = 6


# ---------------------------------------------------------------- tables


def table(name: str) -> str:
    """The keys of a table: default, what it may be, meaning."""
    rows = ["| key | default | may be | meaning |", "|---|---|---|---|"]
    meanings = scenarios.meanings_of(TABLES[name])
    for key, field in TABLES[name].model_fields.items():
        meaning = meanings[key][0].lower() + meanings[key][1:].removesuffix(".")
        may_be = SHAPES.get(f"{name}.{key}") or SHAPES.get(key) or scenarios.limits_of(field)
        rows.append(f"| `{key}` | {scenarios.default_of(field)} | {may_be} | {meaning} |")
    return "\n".join(rows) + "\n"


def page() -> str:
    """What the page should be."""
    text = PAGE.read_text(encoding="utf-8")
    return scenarios.MARKS.sub(lambda found: found[1] + table(found[2]) + found[3], text)


# ---------------------------------------------------------------- drawing


def draw_skin(axes: Axes, puppet: Puppet, skin: Floats, spans: list[slice], **options: Any) -> None:
    """Of a puppet of two dimensions, for its vertices [m]."""
    for part, span in zip(puppet.parts, spans, strict=True):
        axes.add_patch(Polygon(skin[span][:, [0, 2]], facecolor=part.color, **options))


def draw_shaded(
    axes: Axes, puppet: Puppet, skin: Floats, spans: list[slice], heading: float, shift: float = 0.0
) -> None:
    """Of a puppet of three dimensions, seen from a heading [rad], a little from above, by the
    painter's algorithm; shift [m]: to the right."""
    eye = np.array([np.cos(heading), np.sin(heading), 0.14])
    eye /= np.linalg.norm(eye)
    right = np.array([-np.sin(heading), np.cos(heading), 0.0])
    up = np.cross(eye, right)
    light = 0.55 * eye + 0.5 * up - 0.35 * right
    light /= np.linalg.norm(light)
    shapes, colors, near = [], [], []
    for part, span in zip(puppet.parts, spans, strict=True):
        corners = skin[span][part.faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
        seen = normals @ eye > 0.0
        shade = 0.6 + 0.4 * np.clip(normals @ light, 0.0, 1.0)
        flat = np.stack([corners @ right + shift, corners @ up], axis=-1)
        shapes += list(flat[seen])
        colors += list((np.array(to_rgb(part.color)) * shade[:, None])[seen])
        near += list((corners.mean(axis=1) @ eye)[seen])
    order = np.argsort(near)
    faces = [colors[n] for n in order]
    axes.add_collection(
        PolyCollection(
            [shapes[n] for n in order], facecolors=faces, edgecolors=faces, linewidths=0.3
        )
    )


def draw_skeleton(axes: Axes, puppet: Puppet, positions: Floats, color: str = FOAM) -> None:
    for ends in puppet.rods:
        axes.plot(*positions[ends][:, [0, 2]].T, color=color, linewidth=1.1, zorder=4)
    axes.scatter(positions[:, 0], positions[:, 2], s=14, color=color, zorder=5)


def draw_limits(axes: Axes, puppet: Puppet, positions: Floats) -> None:
    """Where the rod behind each joint may point to."""
    for (before, hinge, behind), limits in zip(puppet.joints, puppet.angles, strict=True):
        along = positions[hinge] - positions[before]
        straight = np.degrees(np.arctan2(along[2], along[0]))
        length = float(np.linalg.norm(positions[behind] - positions[hinge]))
        low, high = straight + np.degrees(limits)
        center = (positions[hinge][0], positions[hinge][2])
        axes.add_patch(Wedge(center, 0.45 * length, low, high, color=GOLD, alpha=0.3, zorder=3))


def draw_library() -> None:
    """All of them, at rest."""
    figure, axes = panel(10.0, 3.6, 4, gridspec_kw={"width_ratios": (1.0, 1.55, 1.5, 1.25)})
    for place, name in zip(axes, ("person", "cat", "ragdoll", "rope"), strict=True):
        theatre = Theatre(load_puppet(name))
        looks = (theatre.puppet, theatre.skin, theatre.spans)
        if theatre.puppet.dimensions == 2:
            draw_skin(place, *looks)
        else:
            draw_shaded(place, *looks, heading=-0.5)
        place.autoscale_view()
        place.set_title(name)
        bare(place)
    save(figure, "puppets.png")


def draw_idea() -> None:
    """A body, its skin, and a hand that has it."""
    figure, (left, middle, right) = panel(10.0, 4.4, 3)
    theatre = Theatre(load_puppet("person"))
    looks = (theatre.puppet, theatre.skin, theatre.spans)
    draw_limits(left, theatre.puppet, theatre.positions)
    draw_skeleton(left, theatre.puppet, theatre.positions)
    left.set_title("a body: 16 points, 16 rods, 9 joints")
    draw_skin(middle, *looks)
    draw_skeleton(middle, theatre.puppet, theatre.positions)
    middle.set_title("its skin: 5 parts follow it")
    start = theatre.positions[theatre.puppet.names.index("right hand")].copy()
    way = list(start + np.linspace(0.0, 1.0, 40)[:, None] * (-0.3, 0.0, 1.2))
    for place in [*way, *[way[-1]] * 36]:
        theatre.grab("right hand", place.tolist())
        theatre.advance()
    draw_skin(right, theatre.puppet, theatre.skin, theatre.spans)
    draw_skeleton(right, theatre.puppet, theatre.positions)
    right.plot(*np.array(way)[:, [0, 2]].T, color=REEF, linestyle="--", linewidth=1.2)
    right.scatter(way[-1][0], way[-1][2], s=90, facecolors="none", edgecolors=REEF, zorder=6)
    right.set_title("in somebody's hand")
    for place in (left, middle, right):
        place.axhline(0.0, color=DIM, linewidth=1.0)
        place.set_xlim(-0.75, 1.05)
        place.set_ylim(-0.06, 2.2)
        bare(place)
    save(figure, "puppet.png")


def draw_somersault() -> None:
    """Thirty pictures, arranged in columns as in Fig. 11."""
    rows = FRAMES // COLUMNS
    figure, axes = plt.subplots(rows, COLUMNS, figsize=(9.0, 10.0), layout="constrained")
    theatre = Theatre(load_puppet("somersault"))
    for index, place in enumerate(axes.T.ravel()):
        draw_skin(place, theatre.puppet, theatre.skin, theatre.spans, linewidth=0)
        place.axhline(0.0, color=CORAL, linewidth=1.2)
        place.set_xlim(-1.25, 1.25)
        place.set_ylim(-0.08, 3.3)
        place.text(-1.2, 3.0, f"{index + 1}", color=DIM, fontsize=8)
        bare(place)
        for _ in range(EVERY):
            theatre.advance()
    save(figure, "somersault.png")


def main() -> None:
    draw_library()
    draw_idea()
    draw_somersault()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
