"""A repertoire: one captured beat, replay beside the simulation, its receipt, and its bytes.

Draws three pictures, and writes the tables between their marks into docs/concepts/repertoire.md and
receipts.md. Repertoires that are missing or stale are compiled first (two minutes for all species).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Polygon
from PIL import Image

from docs.pictures.silhouettes import by_length
from docs.pictures.style import CORAL, DIM, FOAM, GOLD, HERE, REEF, arrow, bare, pair, panel, save
from motorium.bodies.fish import BODY_LENGTH
from motorium.bodies.species import Species, load_species
from motorium.contracts.frames import Floats, rotation_matrix
from motorium.contracts.time import FRAME_RATE, FRAME_SECONDS
from motorium.measure.pictures import outline_from_above
from motorium.minds.pilot import Pilot
from motorium.motion.compile import is_populous
from motorium.motion.receipt_pictures import draw_receipt
from motorium.motion.receipts import BARS, bar_of
from motorium.motion.replay import Pose, replay
from motorium.motion.segments import Repertoire
from motorium.motion.store import ready_repertoire, repertoire_bytes
from motorium.world.scenario import Group, Scenario, WorldSettings
from motorium.world.world import World

PAGES: Final = HERE.parent / "concepts"
MARKS: Final = re.compile(r"(<!-- table: [^>]+ -->\n).*?(<!-- end -->)", re.DOTALL)

SETTLE: Final = 8.0
SHOWN: Final = 4.0
APART: Final = 0.4
"""Seconds: before anything is shown, that are shown, and between two bodies."""
SCORE: Final[dict[float, tuple[str, Callable[[Pilot], None]]]] = {
    0.4: ("C-turn, 90° left", lambda pilot: pilot.left_turn(np.pi / 2)),
    2.2: ("steer right", lambda pilot: pilot.steer(-1.2)),
}
"""What is asked for, and when [s]."""
BEATS: Final = 2
STILLS: Final = 8
"""Of the captured beat: how often it is played, and bodies of it."""
RECEIPT_PIXELS: Final = (1000, 864)


def driven(motor: str) -> Floats:
    """Nodes [L] of a herring that does what the score says, (frames + 1, 23, 3), from the origin
    along x; simulated until it begins."""
    herring = load_species("herring")
    world = World(
        Scenario(
            format=1,
            world=WorldSettings(capacity=1, seed=4),
            group=[Group(species="herring", count=1)],
        )
    )
    pilot = world.pilot(0)
    pilot.swim(herring.gaits.medium.speed)
    world.advance(round(SETTLE * FRAME_RATE))
    start = world.population[0].position.copy()
    back = -world.population[0].heading
    world.exchange([0], motor)
    due = {round(seconds * FRAME_RATE): act for seconds, (_, act) in SCORE.items()}
    seen = []
    for frame in range(round(SHOWN * FRAME_RATE) + 1):
        seen.append((world.population[0].world_nodes - start) / herring.length)
        if frame in due:
            due[frame](pilot)
        world.advance()
    cosine, sine = np.cos(back), np.sin(back)
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    level: Floats = np.array(seen) @ turn.T
    return level


def body(axes: Axes, nodes: Floats, color: str, alpha: float = 0.6, line: str = FOAM) -> None:
    """A fish from above, nodes [L]."""
    outline, spine = outline_from_above(nodes * BODY_LENGTH)
    axes.add_patch(Polygon(outline / BODY_LENGTH, facecolor=color, edgecolor="none", alpha=alpha))
    axes.plot(*spine.T / BODY_LENGTH, color=line, linewidth=0.8, alpha=min(1.0, 1.5 * alpha))


def beside_the_simulation() -> None:
    """The same commands to muscles and to the repertoire, from the same moment on."""
    paths = {motor: driven(motor) for motor in ("muscle", "repertoire")}
    figure, _ = panel(9.5, 6.6)
    figure.clf()
    grid = figure.add_gridspec(2, 2, height_ratios=(1, 0.3))
    stills = range(0, round(SHOWN * FRAME_RATE) + 1, round(APART * FRAME_RATE))
    titles = {"muscle": "simulated: muscles and water", "repertoire": "replayed: the repertoire"}
    reach = np.concatenate(list(paths.values())).reshape(-1, 3)
    for column, (motor, color) in enumerate((("muscle", REEF), ("repertoire", GOLD))):
        axes = figure.add_subplot(grid[0, column])
        nodes = paths[motor]
        origins = 0.5 * (nodes[:, 5] + nodes[:, 7])
        axes.plot(*origins[:, :2].T, color=DIM, linewidth=0.8)
        for frame in stills:
            body(axes, nodes[frame], color)
        for seconds, (words, _) in SCORE.items():
            here = pair(origins[round(seconds * FRAME_RATE), :2])
            axes.plot(*here, "o", color=FOAM, markersize=4)
            axes.annotate(
                words, here, xytext=(12, -22), textcoords="offset points", color=FOAM, fontsize=9
            )
        axes.set_title(titles[motor], color=color)
        axes.set_xlim(reach[:, 0].min() - 0.1, reach[:, 0].max() + 0.1)
        axes.set_ylim(reach[:, 1].min() - 0.1, reach[:, 1].max() + 0.1)
        bare(axes)
    axes = figure.add_subplot(grid[1, :])
    off = paths["repertoire"] - paths["muscle"]
    time = np.arange(len(off)) * FRAME_SECONDS
    axes.plot(time, np.linalg.norm(off, axis=-1).mean(axis=1), color=CORAL)
    for seconds, (words, _) in SCORE.items():
        axes.axvline(seconds, color=DIM, linewidth=0.7, linestyle=":")
        axes.text(seconds + 0.03, 0.37, words, color=DIM, fontsize=8, va="top")
    axes.set_xlim(0, SHOWN)
    axes.set_ylim(0, 0.42)
    axes.set(xlabel="time [s]", ylabel="apart [L]")
    axes.set_title("mean distance of the nodes", loc="left", fontsize=10)
    print(f"apart {np.linalg.norm(off, axis=-1).mean(axis=1)[[60, 120, -1]].round(3)} L")
    save(figure, "repertoire.svg")


def captured_beat() -> None:
    """The medium beat, played on and on, and what is kept of it."""
    segment = ready_repertoire(load_species("herring"))["swim-medium"]
    figure, (left, right) = panel(9.5, 2.0, 2, width_ratios=(1.95, 1))
    start = Pose.along(segment, np.zeros(3), np.eye(3))
    played = replay(segment, start, BEATS * segment.frames)
    stills = [round(share * segment.frames) - 1 for share in (0.25, 1.5)]
    for still in stills:
        body(left, played.nodes[still], REEF, 0.45)
    way, middle = played.positions[-1, 0], played.positions[:, 1].mean()
    left.plot([0, way], [middle, middle], color=GOLD, linewidth=1.2)
    left.plot(*played.positions[:, :2].T, color=CORAL, linewidth=1.2)
    for still in stills:
        here = played.positions[still, :2]
        ahead, aside = rotation_matrix(played.orientations[still])[:2, :2].T
        arrow(left, here, here + 0.42 * ahead, FOAM)
        arrow(left, here, here + 0.2 * aside, FOAM)
    left.text(way + 0.03, middle, "course", color=GOLD, va="center", fontsize=9)
    left.text(
        0.6, -0.12, "origin of the\nbody frame", color=CORAL, ha="center", fontsize=9, va="top"
    )
    left.set_title(f"{BEATS} beats: the body frame sways in a steady course")
    bare(left)
    shown = np.linspace(0, segment.frames, STILLS, endpoint=False).astype(int)
    colors = LinearSegmentedColormap.from_list("beat", [REEF, GOLD, CORAL])
    for number, frame in enumerate(shown):
        color = colors(number / (STILLS - 1))
        outline, spine = outline_from_above(segment.nodes[frame] * BODY_LENGTH)
        right.add_patch(
            Polygon(outline / BODY_LENGTH, fill=False, edgecolor=color, linewidth=0.9, alpha=0.9)
        )
        right.plot(*spine[0] / BODY_LENGTH, ".", color=color, markersize=4)
    arrow(right, (0.0, 0.0), (0.42, 0.0), FOAM)
    arrow(right, (0.0, 0.0), (0.0, 0.2), FOAM)
    right.set_title(f"in its frame: {STILLS} of {segment.frames} moments")
    right.margins(0.02)
    right.autoscale_view()
    bare(right)
    save(figure, "segments.svg")


def sizes(kind: Species) -> tuple[int, int, int]:
    """Frames of a repertoire, and its bytes without and with control points."""
    full = ready_repertoire(kind, points=True)
    bare_segments = tuple(dataclasses.replace(part, points=None) for part in full.segments)
    lean: Repertoire = dataclasses.replace(full, segments=bare_segments)
    frames = sum(part.frames for part in full.segments)
    return frames, len(repertoire_bytes(lean)), len(repertoire_bytes(full))


def table() -> str:
    """One row a species, by length."""
    rows = ["| species | frames | without [MB] | with [MB] | kept |", "|---|---|---|---|---|"]
    totals = np.zeros(4)
    for kind in by_length():
        frames, lean, full = sizes(kind)
        kept = full if is_populous(kind) else lean
        totals += (frames, lean, full, kept)
        word = "with" if is_populous(kind) else "without"
        rows.append(f"| `{kind.name}` | {frames} | {lean / 1e6:.2f} | {full / 1e6:.2f} | {word} |")
    every, least, most, usual = totals
    rows.append(
        f"| **all** | {every:.0f} | {least / 1e6:.1f} | {most / 1e6:.1f} "
        f"| **{usual / 1e6:.1f} MB** |"
    )
    rows.append("| Yu & Terzopoulos, seven species | | | | about 40 MB |")
    return "\n".join(rows) + "\n"


def receipt_table() -> str:
    """One row a species, by length: the worst of each quantity."""
    columns = {"nodes_rms": "L", "path": "%", "turn": "°", "speed": "%", "turn_rate": "%"}
    heads = " | ".join(f"`{name}` [{unit}]" for name, unit in columns.items())
    rows = [f"| species | {heads} |", "|---|" + "---|" * len(columns)]
    for kind in by_length():
        records = ready_repertoire(kind).receipt
        judged = [r for r in records if r["quantity"] not in BARS or bar_of(r) is not None]
        worst = [
            max(abs(record["value"]) for record in judged if record["quantity"] == name)
            for name in columns
        ]
        rows.append(f"| `{kind.name}` | " + " | ".join(f"{value:.2g}" for value in worst) + " |")
    bars = (f"{BARS[name]:g}" if name in BARS else "" for name in columns)
    rows.append("| bar | " + " | ".join(bars) + " |")
    return "\n".join(rows) + "\n"


def a_receipt() -> None:
    """What `motorium receipt herring` draws, in fewer colours."""
    herring = load_species("herring")
    with TemporaryDirectory() as folder:
        picture = Image.open(draw_receipt(herring, ready_repertoire(herring), Path(folder)))
        small = picture.convert("RGB").resize(RECEIPT_PIXELS, Image.Resampling.LANCZOS)
    small.quantize(256, dither=Image.Dither.NONE).save(HERE / "receipt.png", optimize=True)
    print(f"wrote {HERE.name}/receipt.png")


def write(page: Path, text: str) -> None:
    """Put a table between its marks."""
    old = page.read_text(encoding="utf-8")
    page.write_text(MARKS.sub(lambda found: found[1] + text + found[2], old), encoding="utf-8")


def main() -> None:
    captured_beat()
    beside_the_simulation()
    a_receipt()
    write(PAGES / "repertoire.md", table())
    write(PAGES / "receipts.md", receipt_table())


if __name__ == "__main__":
    main()
