"""Six moments of real motion: as captured, and as human-high does them.

Needs the clips of the CMU database beside the checkout, in ../shared/data/cmu.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from docs.pictures.style import CORAL, DIM, FOAM, HERE, REEF, bare, panel, save
from motorium.bodies.figure.files import load_skeleton
from motorium.contracts.frames import Floats
from motorium.motion.figures.capture.bvh import read_bvh, resampled
from motorium.motion.figures.capture.retargeting import retarget

CLIPS = HERE.parents[2] / "shared" / "data" / "cmu"
MOMENTS = (
    ("07_01", 40, "walk"),
    ("16_01", 75, "jump"),
    ("133_01", 450, "crawl"),
    ("141_14", 126, "kick"),
    ("115_06", 60, "pick up a box"),
    ("77_16", 160, "get up"),
)
RISE = 2.0
"""What was captured is drawn above ours by this [m]."""


def sticks(
    axes: Axes, places: Floats, parents: tuple[int, ...], names: tuple[str, ...], floor: float
) -> None:
    """places on the page [m] (nodes, 2)."""
    axes.plot([-0.85, 0.85], [floor, floor], color=DIM, linewidth=0.6)
    for place, parent, name in zip(places, parents, names, strict=True):
        if parent < 0 or name.endswith(("eye", "jaw")):
            continue
        side = name.lower()
        colour = REEF if side.startswith(("left", "lhip", "lthumb")) else FOAM
        colour = CORAL if side.startswith(("right", "rhip", "rthumb")) else colour
        axes.plot(*zip(places[parent], place, strict=True), color=colour, linewidth=1.4)
    axes.set_xlim(-0.85, 0.85)
    axes.set_ylim(-0.25, 2.0 * RISE)
    bare(axes)


def main() -> None:
    skeleton = load_skeleton("human-high")
    figure, columns = panel(11.0, 5.2, len(MOMENTS))
    for axes, (name, frame, title) in zip(columns, MOMENTS, strict=True):
        clip = read_bvh(CLIPS / f"{name}.bvh")
        worn = retarget(clip, skeleton)
        ours = worn.skeleton.place(worn.poses)
        ahead = worn.poses.rotation[frame, :2, 0]
        x, y = ahead / np.linalg.norm(ahead)
        # From the front right, at half right.
        across = np.array([0.66 * x + 0.75 * y, 0.66 * y - 0.75 * x, 0.0])
        page = np.stack([across, [0.0, 0.0, 1.0]], axis=1)
        there = worn.poses.position[frame] * [1.0, 1.0, 0.0]
        top = ours.positions[frame, skeleton.segment("head")]
        sampled = resampled(clip)
        captured = (sampled.positions[frame] - there) @ page
        sticks(axes, captured + np.array([0.0, RISE]), clip.parents, clip.names, RISE)
        done = (ours.positions[frame] - there) @ page
        sticks(axes, done, skeleton.parents, skeleton.segments, 0.0)
        crown = worn.skeleton.site_places(ours, "head top")[frame]
        head = np.stack([top - there, crown - there]) @ page
        axes.plot(*head.T, color=FOAM, linewidth=1.4)
        axes.set_title(title)
        said = f"{1000 * worn.most:.1f} mm apart at most"
        axes.text(0.0, -0.18, said, ha="center", fontsize=8, color=DIM)
    save(figure, "figure-capture.png")


if __name__ == "__main__":
    main()
