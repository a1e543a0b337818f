"""Live: a walker's foot, of whom samples are lost, then a tenth of a second of all of them."""

from __future__ import annotations

import numpy as np

from docs.pictures.style import CORAL, DIM, GOLD, REEF, panel, save
from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.rigid.figure import rigid_figure
from motorium.bodies.rigid.parts import part_number
from motorium.bodies.rigid.wearing import place, worn_by
from motorium.contracts.frames import Floats
from motorium.motion.figures.walking.gaits import gait_at
from motorium.motion.figures.walking.walks import walk
from motorium.motion.live.track import Track

RATE = 60
FOOT = part_number("left foot")
LOST = 0.2
GAP = slice(150, 156)
"""A tenth of a second, in the midst of a stride."""
SHOWN = slice(110, 190)


def main() -> None:
    skeleton = load_skeleton("human-high")
    figure = rigid_figure(skeleton)
    walked = walk("walking forward", 8, gait_at("walking forward", 1.3))
    poses = worn_by(skeleton, walked.poses)
    kept = np.random.default_rng(3).random(len(poses)) >= LOST
    kept[GAP] = False
    told, held = _told(poses, kept)
    true, told_foot, held_foot = (
        place(figure, one).positions[:, FOOT] for one in (poses, told, held)
    )
    figure_, (above, below) = panel(10.0, 3.6, 2)
    seconds = np.arange(len(poses)) / RATE
    rows = np.arange(len(poses))[SHOWN]
    came = rows[kept[rows]]
    above.axvspan(GAP.start / RATE, GAP.stop / RATE, color=DIM, alpha=0.2, linewidth=0)
    above.plot(seconds[rows], true[rows, 2], color=DIM, linewidth=4, alpha=0.6, label="he is")
    above.plot(seconds[rows], held_foot[rows, 2], color=CORAL, linewidth=1.0, label="held")
    above.plot(seconds[rows], told_foot[rows, 2], color=REEF, linewidth=1.8, label="followed")
    above.plot(seconds[came], true[came, 2], "o", color=GOLD, markersize=3, label="samples")
    above.set(xlabel="s", ylabel="m", title="How high an ankle is")
    above.legend(fontsize=8, loc="upper left")
    for feet, color in ((held_foot, CORAL), (told_foot, REEF)):
        off = 1e3 * np.linalg.norm(feet - true, axis=1)
        below.plot(seconds[rows], off[rows], color=color, linewidth=1.4)
    below.axvspan(GAP.start / RATE, GAP.stop / RATE, color=DIM, alpha=0.2, linewidth=0)
    below.set(xlabel="s", ylabel="mm", title="How far off that is")
    save(figure_, "live.svg")


def _told(poses: Floats, kept: np.ndarray) -> tuple[Floats, Floats]:
    """What a track tells at each frame, and what the newest sample does."""
    track, told, held = Track(), np.zeros(poses.shape), np.zeros(poses.shape)
    newest = poses[0]
    for frame, pose in enumerate(poses):
        if kept[frame]:
            newest = pose
            track.add(frame / RATE, pose)
        track.at(frame / RATE, told[frame])
        held[frame] = newest
    return told, held


if __name__ == "__main__":
    main()
