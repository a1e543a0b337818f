"""A person is taken by shoulder and hip, thrown, and caught by the hand; then it is done again.

A puppet is points with masses, rods and joints (van Overveld); a theatre is the stage on which one
takes it by the hand. While it flies nobody holds it: its middle falls like a stone and its spin
stays what it is, to rounding, however its limbs fling about.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon

from motorium.bodies.puppet.files import load_puppet, parse_puppet, puppet_text
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.world.theatre.theatre import Theatre

STAGE = {"low": [-1.5, -1.0, 0.0], "high": [6.5, 1.0, 4.8], "steps": 4}
"""Wide enough for a throw [m]; four steps a frame, for it goes fast."""
SWING, FLIGHT, CATCH = 22, 56, 180
"""Frames."""
SHOWN = (0, 12, 22, 32, 42, 52, 62, 72, 257)
"""Frames that are drawn."""


def main(folder: Path) -> None:
    """Throw it, check that it flies as it must, loop it, and draw it to `folder`."""
    theatre = Theatre(load_puppet("person"))
    theatre.set_stage(**STAGE)
    theatre.record()
    skins, middles, spins, lowest = throw(theatre)
    theatre.record(False)
    check_flight(middles, spins, lowest, theatre)

    hand = theatre.positions[theatre.puppet.names.index("right hand")]
    assert hand[2] > 1.5, "it hangs by its hand"
    assert theatre.deviation < 0.02, "its rods are as long as they were"

    check_loop(theatre)
    draw(theatre, skins, middles, folder / "11_throw_a_puppet.png")


def throw(theatre: Theatre) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Skin [m], (frames, vertices, 3); middle [m], (frames, 3); spin about it [kg m²/s], (frames,),
    positive to the left; and how high the lowest point is [m], (frames,)."""
    names, masses = theatre.puppet.names, theatre.puppet.masses[:, np.newaxis]
    shoulder, hip = (theatre.puppet.rest[names.index(name)] for name in ("shoulder", "hip"))
    theatre.grab("shoulder", shoulder)
    theatre.grab("hip", hip)
    rows = []
    for frame in range(SWING + FLIGHT + CATCH):
        seconds = frame * FRAME_SECONDS
        if frame < SWING:
            way = np.array([3.2 * seconds, 0.0, 9.0 * seconds**2])
            theatre.carry("shoulder", shoulder + way - np.array([1.2 * seconds, 0.0, 0.0]))
            theatre.carry("hip", hip + way)
        elif frame == SWING:
            theatre.let_go("shoulder")
            theatre.let_go("hip")
        elif frame == SWING + FLIGHT:
            theatre.grab("right hand", [4.5, 2.6])
        theatre.advance()
        middle = (masses * theatre.positions).sum(axis=0) / masses.sum()
        around = np.cross(theatre.momenta, theatre.positions - middle)[:, 1].sum()
        rows.append((theatre.skin.copy(), middle, around, theatre.positions[:, 2].min()))
    skins, middles, spins, lowest = zip(*rows, strict=True)
    return np.array(skins), np.array(middles), np.array(spins), np.array(lowest)


def check_flight(
    middles: np.ndarray, spins: np.ndarray, lowest: np.ndarray, theatre: Theatre
) -> None:
    """Of the frames in which nobody and nothing touches it."""
    free = slice(SWING, SWING + FLIGHT)
    assert lowest[free].min() > 0.0, "it touches nothing while it flies"
    steps = theatre.document.stage.steps
    second = np.diff(middles[free, 2], 2) / FRAME_SECONDS**2
    np.testing.assert_allclose(second, -9.81, rtol=1e-8)
    sideways = np.diff(middles[free, 0]) * FRAME_RATE
    np.testing.assert_allclose(sideways, sideways[0], rtol=1e-9)
    lost = np.ptp(spins[free]) / abs(spins[free]).mean()
    print(
        f"thrown at {sideways[0]:.2f} m/s, {steps} steps a frame: spin {spins[free].mean():.2f} "
        f"kg m²/s, kept to {lost:.0e} of it over {FLIGHT / FRAME_RATE:.2f} s"
    )
    assert lost < 1e-9


def check_loop(theatre: Theatre) -> None:
    """What was recorded is done again to the byte, also when it is read from its file."""
    again = Theatre(parse_puppet(puppet_text(theatre.document), "thrown.toml"))
    theatre.leave("alone")
    seen = []
    for one in (theatre, again):
        one.loop()
        for _ in range(2 * (SWING + FLIGHT + CATCH)):
            one.advance()
            seen.append(one.positions.tobytes() + one.skin.tobytes())
    first, *others = (seen[k : k + len(seen) // 4] for k in range(0, len(seen), len(seen) // 4))
    assert all(one == first for one in others)
    keys = sum(len(path.keys) for path in theatre.document.path)
    print(f"a take of {len(first)} frames: {keys} keys, looped four times to the byte")


def draw(theatre: Theatre, skins: np.ndarray, middles: np.ndarray, file: Path) -> None:
    """`skins` [m], (frames, vertices, 3), `middles` [m], (frames, 3)."""
    plt.style.use("dark_background")
    figure, axes = plt.subplots(figsize=(11, 6.6), layout="constrained", facecolor="#04121c")
    axes.set_facecolor("#061b29")
    for shade, frame in zip(np.linspace(0.35, 1.0, len(SHOWN)), SHOWN, strict=True):
        draw_skin(axes, theatre, skins[frame], shade)
    axes.plot(middles[:, 0], middles[:, 2], color="#8899aa", linewidth=0.8)
    flight = middles[SWING : SWING + FLIGHT]
    axes.plot(flight[:, 0], flight[:, 2], ".", color="#ffd166", markersize=3)
    x, _, z = flight[len(flight) // 2]
    axes.text(x - 0.4, z + 1.0, "its middle falls like a stone")
    stage = theatre.document.stage
    axes.set(xlim=(stage.low[0], stage.high[0]), ylim=(0.0, stage.high[2]), aspect="equal")
    axes.set(xlabel="m", ylabel="m", title="Thrown by shoulder and hip, caught by the hand")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


def draw_skin(axes: Axes, theatre: Theatre, skin: np.ndarray, shade: float) -> None:
    """`skin` [m], (vertices, 3), seen with x to the right and z up."""
    for part, span in zip(theatre.puppet.parts, theatre.spans, strict=True):
        outline = skin[span][:, [0, 2]]
        axes.add_patch(
            Polygon(outline, facecolor=part.color, edgecolor="black", alpha=shade, linewidth=0.6)
        )


if __name__ == "__main__":
    main(Path("out"))
