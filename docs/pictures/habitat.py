"""A reef from above, and a section through its light and its warmth."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Circle, Rectangle

from docs.pictures.style import CORAL, DEEP, DIM, FOAM, GOLD, REEF, SEA, SHOAL, save
from motorium.contracts.frames import Floats
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.settings import HabitatSettings

SETTINGS = HabitatSettings.model_validate(
    {
        "radius": 8.0,
        "relief": 0.6,
        "crevices": 4,
        "crevice_depth": 0.7,
        "obstacle": [
            {"kind": "rock", "count": 9, "around": (1.5, 7.0), "radius": (0.3, 0.7)},
            {"kind": "coral", "count": 9, "around": (0.8, 4.5), "radius": (0.15, 0.35)},
            {"kind": "cylinder", "places": [(-1.4, -3.0), (3.4, -3.0)], "height": (2.6, 2.6)},
        ],
        "light": {"hour": 15.0, "clarity": 6.0},
        "temperature": {"spot": [{"place": (1.2, -3.0, -1.6), "warmer": 5.0, "radius": 0.7}]},
    }
)
SECTION = -3.0
"""The y at which it is cut [m]."""
KINDS = {"cylinder": FOAM, "rock": DIM, "coral": CORAL}


def section(count: int = 500) -> tuple[Floats, Floats, Floats]:
    """Places along a vertical section, x, z and points."""
    x, z = np.meshgrid(np.linspace(-8.0, 8.0, count), np.linspace(-3.2, 3.4, count // 2))
    return x, z, np.stack([x, np.full_like(x, SECTION), z], axis=-1).reshape(-1, 3)


def draw_ground(axes: Axes, habitat: Habitat) -> None:
    """From above, lit as it is."""
    reach = habitat.terrain.reach
    x, y = np.meshgrid(np.linspace(-reach, reach, 500), np.linspace(-reach, reach, 500))
    height = habitat.terrain.height(x, y)
    points = np.stack([x, y, height + 0.01], axis=-1).reshape(-1, 3)
    light = habitat.light.at(points).reshape(x.shape)
    sand = LinearSegmentedColormap.from_list("sand", [SEA, REEF, GOLD])
    shown = sand((height - height.min()) / np.ptp(height))
    shown[..., :3] *= (light / light.max())[..., None]
    shown[np.hypot(x, y) > reach] = (0, 0, 0, 0)
    axes.imshow(shown, origin="lower", extent=(-reach, reach, -reach, reach))
    for solid, kind in zip(habitat.obstacles.cylinders, habitat.obstacles.kinds, strict=True):
        axes.add_patch(Circle((solid["x"], solid["y"]), solid["radius"], color=KINDS[kind]))
    axes.axhline(SECTION, color=FOAM, linewidth=0.8, linestyle=":")
    axes.set(title="ground, obstacles and their shadows at 15 h", xlabel="x [m]", ylabel="y [m]")
    axes.grid(visible=False)


def draw_section(
    axes: Axes, habitat: Habitat, values: Floats, label: str, colors: list[str]
) -> None:
    """A field in the water, with what is solid."""
    x, z, _ = section()
    shown = values.reshape(x.shape)
    scale = LinearSegmentedColormap.from_list("field", colors)
    picture = axes.pcolormesh(x, z, shown, cmap=scale, rasterized=True)
    bar = plt.colorbar(picture, ax=axes, pad=0.01, aspect=12)
    bar.set_label(label)
    line = np.linspace(-8.0, 8.0, 500)
    ground = habitat.terrain.height(line, np.full_like(line, SECTION))
    axes.fill_between(line, -3.2, ground, color=DEEP)
    axes.plot(line, ground, color=GOLD, linewidth=1)
    for solid in habitat.obstacles.cylinders:
        wide = solid["radius"] ** 2 - (solid["y"] - SECTION) ** 2
        if wide > 0.0:
            left, tall = solid["x"] - np.sqrt(wide), solid["top"] - solid["bottom"]
            block = Rectangle((left, solid["bottom"]), 2.0 * np.sqrt(wide), tall, color=DIM)
            axes.add_patch(block)
    axes.axhline(habitat.settings.surface, color=SHOAL, linewidth=1)
    axes.set(ylabel="z [m]", ylim=(-3.2, 3.4))
    axes.grid(visible=False)


def main() -> None:
    habitat = Habitat(SETTINGS, seed=4)
    figure = plt.figure(figsize=(11, 4.8), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.0, 1.15))
    draw_ground(figure.add_subplot(grid[:, 0]), habitat)
    points = section()[2]
    above, below = figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
    draw_section(above, habitat, habitat.light.at(points), "light", [DEEP, SEA, REEF, FOAM])
    draw_section(
        below,
        habitat,
        habitat.temperature.at(points),
        "temperature [°C]",
        [SHOAL, REEF, GOLD, CORAL],
    )
    above.set(title="along the dotted line")
    below.set(xlabel="x [m]")
    save(figure, "habitat.png")


if __name__ == "__main__":
    main()
