"""A species of one's own: read its two files, and let it do a round of exercises.

`trout.toml` is written by hand, `trout.calibration.toml` beside it by `motorium calibrate`.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species, read_species
from motorium.contracts.commands import ActionState
from motorium.contracts.time import FRAME_RATE
from motorium.measure.basin import Basin

SHAPE = Path(__file__).with_name("trout.toml")
ROUND = (60, -120, 60, 135)
"""Turns in a row [degrees]; left is positive."""
SECONDS = 3.5
"""Between them."""


def main(folder: Path) -> None:
    """Let a trout swim at its own pace and turn now and then, and draw it to `folder`."""
    trout = read_species(SHAPE)
    basin = Basin(trout, count=1)
    basin.ask(speed=trout.gaits.medium.speed)
    basin.advance(basin.beats(10))
    start = basin.watch(basin.beats(2))
    here = start.centres[0, 0]
    way, places = [start.centres[:, 0] - here], []
    heading = start.headings[-basin.beat_frames :, 0].mean()
    for angle in ROUND:
        places.append(way[-1][-1])
        basin.turn(np.radians(angle))
        seen = basin.watch(round(SECONDS * FRAME_RATE))
        way.append(seen.centres[:, 0] - here)
        now = seen.headings[-basin.beat_frames :, 0].mean()
        turned = (np.degrees(now - heading) + 180) % 360 - 180
        print(f"asked to turn by {angle:+d} degrees, turned by {turned:+.1f}")
        assert basin.commands.action_state[0] == ActionState.DONE
        assert abs(turned - angle) < 8
        heading = now
    speed = start.speeds(len(start.centres) - 1)[0]
    print(f"swam at {speed:.2f} body lengths/s, asked for {trout.gaits.medium.speed:.2f}")
    assert abs(speed / trout.gaits.medium.speed - 1) < 0.05
    assert not basin.broken
    draw(trout, np.concatenate(way), np.array(places), folder / "05_own_species.png")


def draw(trout: Species, way: np.ndarray, turns: np.ndarray, file: Path) -> None:
    """`way` and the places of the turns [L], shapes (n, 3)."""
    plt.style.use("dark_background")
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(9, 3.3), layout="constrained", facecolor="#061b29", width_ratios=(1, 1.5)
    )
    for axes in (left, right):
        axes.set_facecolor("#061b29")
        axes.set_aspect("equal")
    places = [0.0, *(station.behind_nose for station in trout.stations), BODY_LENGTH]
    heights = [0.0, *(station.half_height for station in trout.stations), trout.body.nodes[21, 2]]
    upper = np.stack([-np.array(places), heights], axis=1) / BODY_LENGTH
    outline = np.concatenate([upper, upper[::-1] * (1, -1)])
    left.fill(*outline.T, facecolor="#0e3a54", edgecolor="#4fd0d6")
    for place, height in upper[1:-1]:
        left.plot([place, place], [-height, height], color="#4fd0d6", linewidth=0.8)
    left.set_axis_off()
    left.set_title(f"{trout.label}, {100 * trout.length:g} cm: its five stations")
    right.plot(*way[:, :2].T, color="#4fd0d6")
    right.plot(*way[0, :2], "o", color="#ffcf6b")
    for place, angle in zip(turns, ROUND, strict=True):
        right.plot(*place[:2], ".", color="#ff7b6b")
        right.annotate(
            f"{angle:+d}°", place[:2], (-42, 6), textcoords="offset points", color="#ff7b6b"
        )
    right.margins(0.1, 0.16)
    right.set(xlabel="[L]", ylabel="[L]", title="a round with four turns, from above")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=100)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
