"""The reef that ships, from above and from the side; and the tables of keys of docs/scenarios.md.

Writes the tables between their marks into the page.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from typing import Any, Final, Literal, get_args, get_origin

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle
from pydantic.fields import FieldInfo

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, HERE, REEF, SEA, SHOAL, panel, save
from motorium.physics.settings import PhysicsSettings
from motorium.problems import allowed, field_limits
from motorium.settings import Settings, Span
from motorium.world.directing.cues import CameraKey, Cue, Expectation
from motorium.world.fishing.settings import LineSettings
from motorium.world.habitat.settings import (
    BubbleSettings,
    Flow,
    FoodSettings,
    HabitatSettings,
    LightSettings,
    Obstacle,
    PlanktonSettings,
    TemperatureSettings,
    WarmSpot,
    Weed,
)
from motorium.world.scenario import (
    Command,
    Group,
    HabitSettings,
    InstinctSettings,
    WorldSettings,
    load_scenario,
)
from motorium.world.submarine.settings import SubmarineSettings
from motorium.world.world import World

PAGE: Final = HERE.parent / "scenarios.md"
MARKS: Final = re.compile(r"(<!-- table: ([a-z.]+) -->\n).*?(<!-- end -->)", re.DOTALL)
TABLES: Final[dict[str, type[Settings]]] = {
    "world": WorldSettings,
    "group": Group,
    "group.habits": HabitSettings,
    "group.instinct": InstinctSettings,
    "command": Command,
    "cue": Cue,
    "expect": Expectation,
    "camera": CameraKey,
    "line": LineSettings,
    "submarine": SubmarineSettings,
    "physics": PhysicsSettings,
    "habitat": HabitatSettings,
    "habitat.flow": Flow,
    "habitat.obstacle": Obstacle,
    "habitat.weed": Weed,
    "habitat.plankton": PlanktonSettings,
    "habitat.bubbles": BubbleSettings,
    "habitat.food": FoodSettings,
    "habitat.light": LightSettings,
    "habitat.temperature": TemperatureSettings,
    "habitat.temperature.spot": WarmSpot,
}
WEED: Final = "#58c26e"
WORDS: Final = {2: "two", 3: "three"}
OWN: Final = ("A table of its own.", "Tables of its own.")


# ---------------------------------------------------------------- tables


def table(name: str) -> str:
    """The keys of a table: default, what it may be, meaning."""
    model = TABLES[name]
    said = meanings_of(model)
    rows = ["| key | default | may be | meaning |", "|---|---|---|---|"]
    for key, field in model.model_fields.items():
        meaning = said[key]
        if meaning in OWN:
            meaning = f"see [below](#{name}.{key})".replace(".", "-")
            default = limits = ""
        else:
            default, limits = default_of(field), limits_of(field)
            meaning = meaning[0].lower() + meaning[1:].removesuffix(".")
        rows.append(f"| `{key}` | {default} | {limits} | {meaning} |")
    return "\n".join(rows) + "\n"


def page() -> str:
    """What the page should be."""
    text = PAGE.read_text(encoding="utf-8")
    return MARKS.sub(lambda found: found[1] + table(found[2]) + found[3], text)


def meanings_of(model: type[Settings]) -> dict[str, str]:
    """What stands below each key in the model's source."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for key, said in zip(body.body, body.body[1:], strict=False):
        if isinstance(key, ast.AnnAssign) and isinstance(key.target, ast.Name):
            match said:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    found[key.target.id] = " ".join(text.split())
    return found


def default_of(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    return "none" if value is None else _written(value)


def _written(value: Any) -> str:
    """As in a file."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'`"{value}"`'
        case tuple() | list():
            return f"`[{', '.join(f'{part:g}' for part in value)}]`"
        case _:
            return f"{value:,}" if isinstance(value, int) and value >= 1e5 else f"{value:g}"


def limits_of(field: FieldInfo) -> str:
    choices = _choices(field.annotation)
    if choices:
        return ", ".join(f'`"{choice}"`' for choice in choices)
    limits = field_limits(field)
    spans = [str(limit) for limit in limits if isinstance(limit, Span)]
    numbers = allowed(limits)
    return spans[0] if spans else f"{_shape(field.annotation)}{numbers}".strip()


def _shape(annotation: Any) -> str:
    """What kind of value, where its limits do not tell."""
    text = str(annotation)
    if "list[tuple[" in text:
        return "a list of places, each number "
    if "list[str]" in text:
        return "a list of names"
    if "list[" in text:
        return "a list of numbers "
    if "tuple[" in text:
        return f"{WORDS[_length(annotation)]} numbers "
    if annotation is str or str in get_args(annotation):
        return "text"
    return "true, false" if "bool" in text else "" if "float" in text else "a whole number "


def _length(annotation: Any) -> int:
    """Of the tuple that it is, or may be."""
    if get_origin(annotation) is tuple:
        return len(get_args(annotation))
    return max((_length(inner) for inner in get_args(annotation)), default=0)


def _choices(annotation: Any) -> list[str]:
    if get_origin(annotation) is Literal:
        return [str(choice) for choice in get_args(annotation)]
    return [choice for inner in get_args(annotation) for choice in _choices(inner)]


# ---------------------------------------------------------------- the reef


def draw_above(axes: Axes, world: World) -> None:
    habitat = world.habitat
    assert habitat is not None
    terrain, sea = habitat.terrain, habitat.settings
    reach = terrain.reach
    ground = axes.imshow(
        terrain.heights.T, origin="lower", extent=(-reach, reach, -reach, reach), cmap="bone",
        vmin=-3.6, vmax=-0.6,
    )  # fmt: skip
    boundary = Circle((0, 0), sea.radius, fill=False, edgecolor=FOAM, linewidth=1.2)
    ground.set_clip_path(axes.add_patch(boundary))
    for rock, kind in zip(habitat.obstacles.cylinders, habitat.obstacles.kinds, strict=True):
        color = CORAL if kind == "coral" else DIM
        axes.add_patch(Circle((rock["x"], rock["y"]), rock["radius"], facecolor=color))
    roots = habitat.weeds.roots
    axes.scatter(roots[:, 0], roots[:, 1], marker="*", s=28, color=WEED, zorder=3)
    for group in world.scenario.group:
        for radius in set(group.radius):
            shape = Circle(group.center[:2], radius, fill=False, edgecolor=SHOAL, linestyle="--")
            axes.add_patch(shape)
    people = world.population
    places = people.positions[people.living]
    axes.scatter(places[:, 0], places[:, 1], s=4, color=REEF, zorder=4)
    grid = np.linspace(-reach, reach, 15)
    x, y = (side.ravel() for side in np.meshgrid(grid, grid))
    inside = np.hypot(x, y) < sea.radius
    points = np.stack([x, y, np.zeros_like(x)], axis=1)[inside]
    flow = habitat.currents.at(points, 3.5)
    axes.quiver(*points[:, :2].T, *flow[:, :2].T, color=GOLD, scale=2.6, width=0.0025, zorder=5)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.set_title("from above")
    axes.grid(visible=False)


def draw_aside(axes: Axes, world: World) -> None:
    habitat = world.habitat
    assert habitat is not None
    sea = habitat.settings
    x = np.linspace(-sea.radius, sea.radius, 400)
    ground = habitat.terrain.height(x, np.zeros_like(x))
    z = np.linspace(sea.ground - 1.2, sea.surface, 120)
    points = np.stack([*np.meshgrid(x, z), np.zeros((len(z), len(x)))], axis=-1)
    warm = habitat.temperature.at(points[:, :, [0, 2, 1]].reshape(-1, 3)).reshape(len(z), len(x))
    shown = axes.contourf(x, z, warm, levels=12, cmap="RdYlBu_r", alpha=0.55)
    axes.fill_between(x, ground, z[0], color=SEA)
    axes.axhline(sea.surface, color=FOAM, linewidth=1.2)
    for leaf in habitat.weeds.nodes:
        if abs(leaf[0, 1]) < 1.5:
            axes.plot(leaf[:, 0], leaf[:, 2], color=WEED, linewidth=0.8)
    for rock, kind in zip(habitat.obstacles.cylinders, habitat.obstacles.kinds, strict=True):
        if abs(rock["y"]) < 1.5:
            left, width = rock["x"] - rock["radius"], 2 * rock["radius"]
            color = CORAL if kind == "coral" else DIM
            axes.bar(left, rock["top"] - rock["bottom"], width, rock["bottom"], align="edge",
                     color=color)  # fmt: skip
    people = world.population
    places = people.positions[people.living]
    axes.scatter(places[:, 0], places[:, 2], s=4, color=FOAM, zorder=4)
    axes.figure.colorbar(shown, ax=axes, label="°C", shrink=0.8)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("z [m]")
    axes.set_title("a section through the middle, with all fishes")
    axes.grid(visible=False)


def main() -> None:
    world = World(load_scenario("reef"))
    world.advance(180)
    figure, (left, right) = panel(10.0, 4.4, 2, gridspec_kw={"width_ratios": (1, 1.25)})
    draw_above(left, world)
    draw_aside(right, world)
    save(figure, "reef.png")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
