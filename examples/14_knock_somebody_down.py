"""Somebody walks through physics: a ball is survived, a boulder is not, and he gets up again.

A walker of ours performs; his double of fifteen rigid bodies follows. What it is led by, and what
it is left to, changes with support and balance: pulls on feet that stand, torques of joints alone
for who has fallen. What was simulated is written as BVH at the end.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.skeleton import Poses
from motorium.bodies.rigid.figure import rigid_figure
from motorium.contracts.frames import Floats
from motorium.contracts.time import PERFORMANCE_RATE
from motorium.motion.figures.channels import between
from motorium.motion.figures.takes import Take, joined, take_of
from motorium.motion.figures.walking.gaits import gait_at
from motorium.motion.figures.walking.walks import walk
from motorium.world.performance.document import PropSettings, SceneDocument, SceneSettings
from motorium.world.performance.performance import Performance

SECONDS = 14.0
THROWN = {"ball": 4.0, "boulder": 6.0}
"""When [s]."""
PROPS = [
    PropSettings(
        name="ball",
        shape="ball",
        size=[0.15],
        mass=10.0,
        at=(5.0, 0.0, 1.5),
        velocity=(-6.0, 0.0, 0.8),
        waits=True,
    ),
    PropSettings(
        name="boulder",
        shape="ball",
        size=[0.33],
        mass=150.0,
        at=(6.0, 0.0, 0.33),
        velocity=(-6.0, 0.0, 0.0),
        waits=True,
    ),
]


def main(folder: Path) -> None:
    """Walk, be hit twice, get up, and draw it to `folder`."""
    scene = SceneDocument(
        format=1, scene=SceneSettings(title="A hard day", acts=["walk"]), prop=PROPS
    )
    show = Performance(scene, performer(), loop=False)
    heights, betas, wanted, fallen = [], [], [], []
    for frame in range(round(SECONDS * PERFORMANCE_RATE)):
        for name, when in THROWN.items():
            if frame == round(when * PERFORMANCE_RATE):
                show.throw(name)
        show.advance()
        balance = show.motor.continuum.balance
        heights.append(balance.centre[0, 2])
        wanted.append(balance.performed[0, 2])
        betas.append(balance.beta[0])
        fallen.append(bool(balance.fallen[0]))
    first = int(np.argmax(fallen))
    print(f"falls {first / PERFORMANCE_RATE:.1f} s after the beginning, for {np.mean(fallen):.0%}")
    assert THROWN["boulder"] < first / PERFORMANCE_RATE < THROWN["boulder"] + 2.0
    assert not fallen[-1]
    assert heights[-1] > 0.9

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "14_knock_somebody_down.bvh").write_text(show.kept_bvh())
    draw(
        np.array(heights), np.array(wanted), np.array(betas), folder / "14_knock_somebody_down.png"
    )


def performer() -> Take:
    """He walks six steps, and stands."""
    skeleton = load_skeleton("human-high")
    poses = walk("walking forward", 6, gait_at("walking forward", 1.3)).poses
    still = poses.frames(np.full(round(SECONDS * PERFORMANCE_RATE), -1))
    steps = take_of(skeleton, doubled(poses), "walk")
    return joined([steps, take_of(skeleton, still, "stand")])


def doubled(poses: Poses) -> Poses:
    """From 60 frames a second to 120."""
    times = np.arange(0.0, len(poses) - 1, 0.5)
    left = times.astype(int)
    return between(poses.frames(left), poses.frames(left + 1), times - left)


def draw(heights: Floats, wanted: Floats, betas: Floats, path: Path) -> None:
    seconds = np.arange(len(heights)) / PERFORMANCE_RATE
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 5), sharex=True)
    above.plot(seconds, wanted, color="0.6", label="the performer's")
    above.plot(seconds, heights, color="C0", label="the double's")
    above.set_ylabel("centre of mass [m]")
    above.legend(loc="lower left")
    below.fill_between(seconds, betas, color="C2", alpha=0.5)
    below.set_ylabel("balance β")
    below.set_xlabel("time [s]")
    for axes in (above, below):
        for name, when in THROWN.items():
            axes.axvline(when, color="C3", lw=0.8)
            if axes is above:
                axes.text(when + 0.05, 0.2, name, color="C3")
    mass = rigid_figure(load_skeleton("human-high")).mass
    above.set_title(f"{mass:.0f} kg against a ball of 10 kg and a boulder of 150 kg")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
