"""Somebody walks a curve with steps that become longer; the feet stay where they were set.

Footsteps are planned first, and kept: whatever the pelvis and the arms do, a foot that stands does
not slide. A coarser figure follows, its hands and feet in line, and the motion is written as BVH
for other programs.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.flesh import flesh_of
from motorium.bodies.figure.skeleton import Poses
from motorium.motion.figures.capture.bvh import parse_bvh
from motorium.motion.figures.capture.bvh_writing import write_bvh
from motorium.motion.figures.slaving import Slave
from motorium.motion.figures.walking.gaits import gait_at
from motorium.motion.figures.walking.walks import Stride, walk

HIGH, MED = load_skeleton("human-high"), load_skeleton("human-med")
STEPS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.72, 0.72, 0.65]
"""How long each is [m]."""
TURN = 0.16
"""To the left, at each step [rad]."""
SHOWN = 9


def main(folder: Path) -> None:
    """Walk, check the feet, let another follow, write it, and draw it to `folder`."""
    walked = walk("walking forward", STEPS, gait_at("walking forward", 1.4), turn_per_step=TURN)
    check_feet(walked)

    every_fourth = walked.poses.frames(slice(None, None, 4))
    slaved = Slave(MED).follow(every_fourth, "the curve")
    worst = max(float(off.max()) for off in slaved.residuals.values())
    print(f"{MED.title} follows within {worst * 1e3:.1f} mm at every landmark")
    assert not slaved.warnings

    folder.mkdir(parents=True, exist_ok=True)
    check_bvh(walked.poses, folder / "12_walk_a_curve.bvh")
    draw(walked, folder / "12_walk_a_curve.png")


def check_feet(walked: Stride) -> None:
    """A contact that was planned is made, and kept."""
    placed = HIGH.place(walked.poses)
    slides = []
    for contact in walked.contacts:
        frames = slice(contact.first, contact.last + 1)
        places = HIGH.site_places(placed, contact.site)[frames]
        slides.append(np.linalg.norm(places - contact.place, axis=1).max())
    print(
        f"{len(STEPS)} steps in {walked.seconds:.2f} s: {len(slides)} contacts, of which none is "
        f"off by more than {max(slides) * 1e3:.3f} mm"
    )
    assert max(slides) < 0.001


def check_bvh(poses: Poses, file: Path) -> None:
    """What was written is read back."""
    file.write_text(write_bvh(HIGH, poses), encoding="utf-8")
    clip = parse_bvh(file.read_text(encoding="utf-8"), file.name)
    assert len(clip) == len(poses)
    hips = HIGH.place(poses).positions[:, 0]
    apart = np.linalg.norm(np.diff(clip.positions[:, 0], axis=0), axis=1)
    np.testing.assert_allclose(apart, np.linalg.norm(np.diff(hips, axis=0), axis=1), atol=1e-5)
    print(f"wrote {file.name}: {len(clip.names)} joints, {len(clip)} frames")


def draw(walked: Stride, file: Path) -> None:
    """From above with the footprints, and from the side."""
    plt.style.use("dark_background")
    figure, (above, beside) = plt.subplots(
        2, 1, figsize=(11, 8), layout="constrained", facecolor="#04121c", height_ratios=(3, 2)
    )
    for axes in (above, beside):
        axes.set_facecolor("#061b29")
        axes.set_aspect("equal")
    placed = HIGH.place(walked.poses)
    draw_from_above(above, walked, placed.positions[:, 0])
    frames = np.linspace(0, len(walked.poses) - 1, SHOWN).round().astype(int)
    for column, frame in enumerate(frames):
        draw_body(beside, walked.poses.frames(slice(frame, frame + 1)), 0.95 * column)
    beside.set(xlim=(-0.6, 0.95 * SHOWN - 0.3), ylim=(-0.1, 1.95), yticks=[0, 1], xticks=[])
    beside.set(title="seen from its right, from the first frame to the last")
    figure.savefig(file, dpi=100)
    plt.close(figure)


def draw_from_above(axes: Axes, walked: Stride, hips: np.ndarray) -> None:
    """`hips` [m], (frames, 3)."""
    axes.plot(hips[:, 0], hips[:, 1], color="#ffd166", linewidth=1.2, label="pelvis")
    for side, color in (("left", "#4fd0d6"), ("right", "#ff7b6b")):
        places = np.array([one.place for one in walked.contacts if one.site.startswith(side)])
        axes.scatter(places[:, 0], places[:, 1], s=18, color=color, label=f"{side} foot")
    axes.legend(loc="upper left", frameon=False)
    axes.set(title="Planned, and kept: where feet touch the ground", xlabel="m", ylabel="m")


def draw_body(axes: Axes, pose: Poses, x: float) -> None:
    """All triangles that look our way, shaded by how much they do."""
    flesh = flesh_of("human-high")
    placed = HIGH.place(pose)
    heading = placed.rotations[0, 0] @ [1.0, 0.0, 0.0]
    ahead = np.array([heading[0], heading[1], 0.0]) / np.hypot(heading[0], heading[1])
    left = np.array([-ahead[1], ahead[0], 0.0])
    places, _ = flesh.place(placed)
    places = places - placed.positions[0, 0] * [1.0, 1.0, 0.0]
    corners = places[flesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    towards = -normals @ left
    nearest_last = np.argsort(-(corners.mean(axis=1) @ left))
    seen = nearest_last[towards[nearest_last] > 0.0]
    colors = flesh.vertex_colors[flesh.triangles[:, 0]] / max(1.0, flesh.vertex_colors.max())
    shades = 0.45 + 0.55 * towards[seen, np.newaxis]
    outlines = np.stack([corners[seen] @ ahead + x, corners[seen][:, :, 2]], axis=2)
    body = PolyCollection(list(outlines), facecolors=colors[seen] * shades, antialiaseds=False)
    axes.add_collection(body)


if __name__ == "__main__":
    main(Path("out"))
