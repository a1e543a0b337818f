"""What each deviation from print is good for: the same beats with one of them taken back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, panel, save
from docs.pictures.tank import Tank, beating_at
from motorium.bodies.fish import FishBody, published_masses
from motorium.bodies.species import Species, load_species
from motorium.contracts.frames import heading_pitch_roll
from motorium.contracts.time import FRAME_RATE
from motorium.motors.muscle import MuscleOptions
from motorium.motors.swim import LAG_AS_PRINTED

BEATS = [(f, d) for d in (0.1, 0.2, 0.3, 0.4, 0.5) for f in np.linspace(0.6, 2.4, 10)]
SECONDS = 20

OURS = load_species("herring").body
TRIANGLES = load_species("herring", faces="triangles").body
LIGHT = replace(OURS, masses=published_masses())
PRINTED = replace(TRIANGLES, masses=published_masses())

VARIANTS: dict[str, tuple[FishBody, MuscleOptions]] = {
    "ours": (OURS, MuscleOptions()),
    "no clamp": (OURS, MuscleOptions(clamp=False)),
    "tail tips of 0.165 g": (LIGHT, MuscleOptions()),
    "the same, steps of 1/120 s": (LIGHT, MuscleOptions(steps_per_frame=2)),
    "ours, steps of 1/120 s": (OURS, MuscleOptions(steps_per_frame=2)),
    "triangles": (TRIANGLES, MuscleOptions()),
    "lag π": (OURS, MuscleOptions(lag=LAG_AS_PRINTED)),
    "all as printed": (PRINTED, MuscleOptions(clamp=False, lag=LAG_AS_PRINTED)),
}


def measure(body: FishBody, options: MuscleOptions) -> tuple[int, float, float]:
    """How many break; of the others, the median speed [L/s] and tilt of the nose [degrees]."""
    kinds: list[Species] = [replace(beating_at(f, d), body=body) for f, d in BEATS]
    tank = Tank(kinds, options)
    tank.commands["speed"][:] = 1.0
    path = tank.run(SECONDS * FRAME_RATE)
    whole = np.setdiff1d(np.arange(len(BEATS)), tank.broken)
    if len(whole) == 0:
        return len(BEATS), float("nan"), float("nan")
    ahead = path[-1, whole, 0] - path[len(path) // 2, whole, 0]
    pitch = np.degrees(np.abs(heading_pitch_roll(tank.people.orientations[whole])[:, 1]))
    return (
        len(BEATS) - len(whole),
        float(np.median(ahead) / SECONDS * 2 / 0.2),
        float(np.median(pitch)),
    )


def main() -> None:
    results = {name: measure(*variant) for name, variant in VARIANTS.items()}
    for name, (broken, speed, pitch) in results.items():
        print(f"{name:<22} broke {broken:2} of {len(BEATS)}, {speed:.3f} L/s, {pitch:.1f} degrees")
    figure, panels = panel(9.5, 3.2, 3, sharey=True)
    titles = (
        f"broke, of {len(BEATS)} beats",
        "speed ahead [L/s], median",
        "tilt after 20 s [°], median",
    )
    for k, (axes, title, color) in enumerate(zip(panels, titles, (CORAL, REEF, GOLD), strict=True)):
        values = [row[k] for row in results.values()]
        axes.barh(list(results), values, color=color, height=0.6)
        for row, value in enumerate(values):
            if np.isnan(value):
                continue
            text = f" {value:.0f}" if k == 0 else f" {value:.2f}" if k == 1 else f" {value:.0f}"
            axes.text(max(value, 0), row, text, va="center", color=FOAM, fontsize=9)
        axes.set_title(title, fontsize=10)
        axes.grid(visible=False)
        axes.tick_params(axis="y", colors=FOAM)
        axes.tick_params(axis="x", colors=DIM)
        axes.margins(x=0.18)
    panels[0].invert_yaxis()
    save(figure, "deviations.svg")


if __name__ == "__main__":
    main()
