"""Senses from above: what a herring sees and smells, and what it feels to be in its way."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Ellipse, Polygon, Rectangle, Wedge

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, panel, save
from motorium.contracts.perception import Kind
from motorium.senses import numbers
from motorium.world.scenario import Scenario
from motorium.world.world import World

COUNT = 70
POSTS = [(1.3, 0.5), (-0.4, -1.4)]
RADIUS = 0.22
LENGTH = 0.2
BOX = 0.5
"""Of the sensitivity region [L], as everybody begins with."""


def scene() -> World:
    """A herring in the middle that looks along x, and others anywhere."""
    chance = np.random.default_rng(4)
    angles, far = (
        chance.uniform(0.0, 2.0 * np.pi, COUNT),
        4.6 * np.sqrt(chance.uniform(0, 1, COUNT)),
    )
    places = np.stack([far * np.cos(angles), far * np.sin(angles)], axis=1)
    clear = [np.hypot(*(places - post).T) > RADIUS + LENGTH for post in POSTS]
    # One is behind a post.
    places = np.concatenate([[(2.3, 0.9)], places[np.all(clear, axis=0)]])
    world = World(
        Scenario.model_validate(
            {
                "format": 1,
                "world": {"seed": 4, "capacity": 200},
                "habitat": {
                    "radius": 10.0,
                    "relief": 0.0,
                    "obstacle": [
                        {
                            "kind": "cylinder",
                            "places": POSTS,
                            "radius": (RADIUS, RADIUS),
                            "height": (4.0, 4.0),
                        }
                    ],
                },
                "group": [
                    {
                        "species": "herring",
                        "motor": "repertoire",
                        "mind": "instinct",
                        "places": [(0.0, 0.0, -1.0), *((x, y, -1.0) for x, y in places.tolist())],
                        "headings": [0.0, *chance.uniform(-np.pi, np.pi, len(places)).tolist()],
                    }
                ],
            }
        )
    )
    world.advance(1)
    return world


def draw_sight(axes: Axes, world: World) -> None:
    """Who is attended to, who is not, and why."""
    view = np.degrees(numbers.VIEW)
    axes.add_patch(Circle((0.0, 0.0), numbers.SMELL, fill=False, color=GOLD, linestyle=":"))
    axes.add_patch(Wedge((0.0, 0.0), numbers.SIGHT, -view, view, color=SEA, alpha=0.6))
    seen = world.perceived
    eye = seen.positions[0, :2] + (numbers.EYE * LENGTH, 0.0)
    for x, y in POSTS:
        middle = np.array((x, y)) - eye
        far = np.hypot(*middle)
        side = np.array((-middle[1], middle[0])) / far * RADIUS * 1.02
        ends = [middle + side, middle - side]
        lit = [numbers.SIGHT * end / np.hypot(*end) for end in ends]
        axes.add_patch(
            Polygon([eye + ends[0], eye + lit[0], eye + lit[1], eye + ends[1]], color="#08202c")
        )
        axes.add_patch(Circle((x, y), RADIUS, color=DIM))
    count = seen.counts[0, Kind.SCHOOLMATE]
    attended = set(seen.which[0, Kind.SCHOOLMATE, :count].tolist())
    for slot in world.population.living:
        x, y = seen.positions[slot, :2]
        w, _, _, k = seen.orientations[slot]
        color = GOLD if slot == 0 else REEF if slot in attended else FOAM
        heading = np.degrees(2.0 * np.arctan2(k, w))
        axes.add_patch(Ellipse((x, y), 0.2, 0.07, angle=heading, color=color, zorder=3))
        if slot in attended:
            axes.plot([eye[0], x], [eye[1], y], color=REEF, linewidth=0.6, zorder=2)
    axes.text(-1.3, 4.05, "smelled: $O_r$", color=GOLD)
    axes.text(-1.0, 2.6, "seen: $V_r$, 300°", color=FOAM)
    axes.set(xlim=(-4.7, 4.7), ylim=(-4.7, 4.7), aspect="equal", xlabel="x [m]", ylabel="y [m]")
    axes.set_title("The sixteen nearest that are seen")
    axes.grid(visible=False)


def draw_felt(axes: Axes) -> None:
    """Antenna and sensitivity region."""
    nose, tail, half = 0.36 * LENGTH, -0.64 * LENGTH, 0.1 * LENGTH
    margin = numbers.BODY_WIDTHS * 2.0 * half
    side = half + BOX * LENGTH
    axes.add_patch(
        Rectangle(
            (tail, -side), nose - tail + BOX * LENGTH, 2.0 * side, color=SEA, alpha=0.7, zorder=0
        )
    )
    axes.add_patch(Circle((0.4, 0.06), 0.1, color=DIM))
    axes.add_patch(Circle((0.4, 0.06), 0.1 + margin, fill=False, color=DIM, linestyle="--"))
    axes.plot([nose, nose + LENGTH], [0.0, 0.0], color=GOLD, linewidth=1.5)
    axes.plot([nose], [0.0], "o", color=GOLD, markersize=4, zorder=4)
    axes.add_patch(Ellipse((0.5 * (nose + tail), 0.0), LENGTH, 2.0 * half, color=REEF))
    angle = np.radians(-70.0)
    ahead = np.array((np.cos(angle), np.sin(angle)))
    middle = np.array((0.1, 0.14))
    place = middle + 0.5 * (nose + tail) * ahead
    axes.add_patch(
        Ellipse((place[0], place[1]), LENGTH, 2.0 * half, angle=-70.0, color=FOAM, alpha=0.5)
    )
    line = middle[:, None] + ahead[:, None] * np.linspace(tail, nose, 200)
    inside = np.abs(line[1]) < side
    axes.plot(*line, color=FOAM, linewidth=1.2)
    axes.plot(*line[:, inside], color=CORAL, linewidth=3)
    share = inside.mean()
    axes.text(0.14, 0.19, f"share {share:.2f}", color=CORAL)
    axes.text(0.1, -0.035, "antenna", color=GOLD)
    axes.text(-0.12, -0.105, "sensitivity region", color=FOAM)
    axes.text(0.29, -0.14, "$r + 1.5\\,f_w$", color=DIM)
    axes.set(xlim=(-0.2, 0.62), ylim=(-0.25, 0.35), aspect="equal", xlabel="x [m]", ylabel="y [m]")
    axes.set_title("What is in the way")
    axes.grid(visible=False)


def main() -> None:
    figure, (left, right) = panel(11, 5.2, columns=2, gridspec_kw={"width_ratios": [1.0, 1.15]})
    draw_sight(left, scene())
    draw_felt(right)
    save(figure, "senses.svg")


if __name__ == "__main__":
    main()
