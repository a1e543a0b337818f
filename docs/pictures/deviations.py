"""What each deviation from print is good for: the same beats with one of them taken back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, panel, save
from docs.pictures.tank import beat_printed
from motorium.bodies.fish import TAIL_TIP_AS_PRINTED
from motorium.contracts.time import FRAME_RATE
from motorium.motors.controls import LAG_AS_PRINTED
from motorium.motors.muscle import MENDED, PUBLISHED, MuscleOptions

BEATS = [(f, d) for d in (0.1, 0.2, 0.3, 0.4, 0.5) for f in np.linspace(0.6, 2.4, 10)]
SECONDS = 20

VARIANTS: dict[str, MuscleOptions] = {
    "mended": MENDED,
    "no clamp": replace(MENDED, clamp=False),
    "tail tips of 0.165 g": replace(MENDED, tail_tip_mass=TAIL_TIP_AS_PRINTED),
    "the same, steps of 1/120 s": replace(
        MENDED, tail_tip_mass=TAIL_TIP_AS_PRINTED, steps_per_frame=2
    ),
    "mended, steps of 1/120 s": replace(MENDED, steps_per_frame=2),
    "triangles": replace(MENDED, faces="triangles"),
    "lag π": replace(MENDED, lag=LAG_AS_PRINTED),
    "all as printed": PUBLISHED,
}


def measure(options: MuscleOptions) -> tuple[int, float, float]:
    """How many break; of the others, the median speed [L/s] and tilt of the nose [degrees]."""
    swum = beat_printed(BEATS, options, SECONDS * FRAME_RATE)
    if not swum.whole.any():
        return len(BEATS), float("nan"), float("nan")
    path, nodes = swum.path[:, swum.whole], swum.nodes[swum.whole]
    ahead = path[-1, :, 0] - path[len(path) // 2, :, 0]
    nose = nodes[:, 0] - (nodes[:, 5] + nodes[:, 7]) / 2
    pitch = np.degrees(np.abs(np.arcsin(nose[:, 2] / np.linalg.norm(nose, axis=1))))
    return (
        len(BEATS) - int(swum.whole.sum()),
        float(np.median(ahead) / SECONDS * 2 / 0.2),
        float(np.median(pitch)),
    )


def main() -> None:
    results = {name: measure(options) for name, options in VARIANTS.items()}
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
