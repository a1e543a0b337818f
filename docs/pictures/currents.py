"""Streamlines of a mixed flow and how plankton drifts in it; how fast each primitive is."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SEA, SHOAL, panel, save
from motorium.contracts.frames import Floats
from motorium.contracts.time import FRAME_RATE
from motorium.physics.flow import GUARD, still_water, write_flow
from motorium.world.habitat.habitat import Habitat
from motorium.world.habitat.settings import HabitatSettings

SECONDS = 12.0
STREAM = "#1f5f80"
SETTINGS = HabitatSettings.model_validate(
    {
        "radius": 4.0,
        "relief": 0.0,
        "plankton": {"count": 60},
        "flow": [
            {"kind": "uniform", "velocity": (0.12, 0.0, 0.0)},
            {"kind": "vortex", "place": (-1.6, 1.6, 0.0), "strength": 0.25},
            {"kind": "source", "place": (-1.8, -1.9, 0.0), "strength": 0.12},
            {"kind": "sink", "place": (1.9, 1.9, 0.0), "strength": 0.16},
        ],
        "obstacle": [
            {
                "kind": "cylinder",
                "places": [(1.2, -1.0)],
                "radius": (0.55, 0.55),
                "height": (4.0, 4.0),
                "source": 0.012,
            }
        ],
    }
)


def drifting(axes: Axes) -> None:
    habitat = Habitat(SETTINGS, seed=4)
    reach = SETTINGS.radius
    grid = np.linspace(-reach, reach, 90)
    x, y = np.meshgrid(grid, grid)
    points = np.stack([x.ravel(), y.ravel(), 0.0 * x.ravel()], axis=1)
    flow = habitat.currents.at(points, 0.0)
    u, v = flow[:, 0].reshape(x.shape), flow[:, 1].reshape(x.shape)
    (cylinder,) = habitat.obstacles.cylinders
    solid = np.hypot(x - cylinder["x"], y - cylinder["y"]) < cylinder["radius"]
    u[(np.hypot(x, y) > reach) | solid] = np.nan
    axes.streamplot(grid, grid, u, v, color=STREAM, density=1.3, linewidth=0.9, arrowsize=0.8)
    plankton = habitat.plankton
    plankton.positions[:, 2] = 0.0
    paths, there = [plankton.positions[:, :2].copy()], [plankton.there.copy()]
    for frame in range(round(SECONDS * FRAME_RATE)):
        plankton.advance(frame / FRAME_RATE, habitat.currents)
        paths.append(plankton.positions[:, :2].copy())
        there.append(plankton.there.copy())
    ways: Floats = np.array(paths)
    ways[np.array(there) == 0] = np.nan
    axes.plot(ways[:, :, 0], ways[:, :, 1], color=REEF, linewidth=1.1)
    axes.plot(*ways[-1].T, "o", color=GOLD, markersize=3)
    axes.add_patch(Circle((cylinder["x"], cylinder["y"]), cylinder["radius"], color=DIM, zorder=3))
    axes.add_patch(Circle((0, 0), reach, fill=False, edgecolor=DIM, linestyle=":"))
    for name, place in (("vortex", (-1.6, 1.6)), ("source", (-1.8, -1.9)), ("sink", (1.9, 1.9))):
        axes.text(*place, name, color=CORAL, fontsize=9, ha="center", va="center", zorder=4)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.set(title=f"plankton, {SECONDS:g} s, from above", xlabel="m", ylabel="m")


def speeds(axes: Axes) -> None:
    radius, core, a = 0.5, 0.3, 0.012
    far = np.linspace(0.0, 2.0, 801)
    points = np.stack([far, 0.0 * far, 0.0 * far], axis=1)
    flow = np.zeros_like(points)
    primitives = {
        "around a line": {"lines": np.array([[0.0, 0.0, core, 0.1, 0.0]])},
        "around a point": {"points": np.array([[0.0, 0.0, 0.0, core, 0.1, 0.0]])},
        "of a cylinder": {"cylinders": np.array([[0.0, 0.0, 1.0, radius, a]])},
    }
    for (name, rows), color in zip(primitives.items(), (REEF, SHOAL, CORAL), strict=True):
        write_flow(still_water()._replace(**rows), np.zeros(3), 1.0, 0.0, points, flow)
        axes.plot(far, flow[:, 0], color=color, label=name)
    printed = far[far > radius + 0.05]
    axes.plot(printed, a / (printed - radius) ** 2, color=CORAL, linestyle=":", label="as printed")
    axes.axvspan(0.0, radius, color=SEA, alpha=0.5)
    axes.text(radius / 2, 1.22, "within the\ncylinder", color=DIM, fontsize=8, ha="center")
    axes.axvline(radius * (1 + GUARD), color=DIM, linestyle=":", linewidth=0.8)
    axes.set_ylim(0.0, 1.4)
    axes.set(title="how fast water flows", xlabel="distance from the middle [m]", ylabel="m/s")
    axes.legend(fontsize=8)
    axes.tick_params(colors=FOAM)


def main() -> None:
    figure, (left, right) = panel(9.5, 4.9, 2, width_ratios=(1.35, 1))
    drifting(left)
    speeds(right)
    save(figure, "currents.svg")


if __name__ == "__main__":
    main()
