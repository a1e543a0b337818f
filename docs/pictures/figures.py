"""The three figures that ship, what they are made of, and how they bend: figures.png."""

from __future__ import annotations

from typing import Final

import matplotlib.pyplot as plt
import numpy as np

from docs.pictures.drawn_figures import Image, Posed, View, draw_figures
from docs.pictures.style import DIM, FOAM, save
from motorium.bodies.figure.files import FIGURES, load_skeleton
from motorium.bodies.figure.flesh import flesh_of
from motorium.bodies.figure.skeleton import Poses, Skeleton, turn_about
from motorium.contracts.frames import Floats

WIDTH: Final = 1200
STANDING: Final = 460
BENT: Final = 440
HAND: Final = 300
"""Sizes in pixels: of the picture, its two rows, and the hands."""
FINGERS: Final = ("index", "middle", "ring", "little")

Angles = dict[tuple[str, str], float]

POSTURES: Final[dict[str, Angles]] = {
    "sits": {
        ("both hip", "flexion"): 1.57,
        ("both knee", "flexion"): 1.57,
        ("both shoulder", "flexion"): 0.25,
        ("both elbow", "flexion"): 1.0,
    },
    "squats": {
        ("both hip", "flexion"): 2.1,
        ("both knee", "flexion"): 2.25,
        ("both ankle", "flexion"): 0.15,
        ("both shoulder", "flexion"): 1.3,
        ("both elbow", "flexion"): 0.2,
    },
    "reaches up": {
        ("both girdle", "elevation"): 0.35,
        ("both shoulder", "abduction"): 2.5,
        ("both elbow", "flexion"): 0.25,
    },
    "bows": {
        **{(f"L{number}", "flexion"): 0.2 for number in range(1, 6)},
        **{(f"T{number}", "flexion"): 0.045 for number in range(1, 13)},
        ("both shoulder", "flexion"): 1.2,
    },
    "stands on one leg": {
        **{(f"L{number}", "lateral"): -0.05 for number in range(1, 6)},
        ("left hip", "flexion"): 1.7,
        ("left knee", "flexion"): 2.1,
        ("both shoulder", "abduction"): 1.1,
        ("both shoulder", "flexion"): 0.5,
        ("right elbow", "flexion"): 2.1,
        ("atlas turn", "turn"): 0.5,
    },
}


def posed(skeleton: Skeleton, angles: Angles, curl: float = 0.25) -> Poses:
    """On the floor; "both" is left and right; curl [rad]: of each finger's first joint."""
    poses = skeleton.rest()
    for (joint, name), angle in angles.items():
        for side in ("left", "right"):
            number = skeleton.freedom(joint.replace("both", side), name)
            poses.angles[0, number] = angle
    if "left index base" in skeleton.joints:
        for number, angle in fist(skeleton, curl).items():
            poses.angles[0, number] = angle
    places, _ = flesh_of(skeleton.title).place(skeleton.place(poses))
    poses.position[0, 2] = -places[:, 2].min()
    return poses


def fist(skeleton: Skeleton, curl: float) -> dict[int, float]:
    """Angles of all fingers, by the numbers of their freedoms."""
    shares = [
        *[(f"{finger} {part}", "flexion", share)
          for finger in FINGERS
          for part, share in (("base", 1.0), ("middle", 1.15), ("end", 0.8))],
        ("thumb base", "flexion", 0.44),
        ("thumb base", "abduction", 0.25),
        ("thumb middle", "flexion", 0.6),
        ("thumb end", "flexion", 0.05),
    ]  # fmt: skip
    return {
        skeleton.freedom(f"{side} {joint}", name): share * curl
        for side in ("left", "right")
        for joint, name, share in shares
    }


def standing() -> Image:
    """All figures from in front, and half from the side."""
    figures = []
    for number, name in enumerate(FIGURES):
        skeleton = load_skeleton(name)
        for turn, aside in ((0.0, -0.42), (-0.85, 0.42)):
            poses = posed(skeleton, {})
            poses.rotation[:] = turn_about(np.array([0.0, 0.0, 1.0]), np.array([turn]))
            place = (0.0, 1.76 * (number - 1) + aside, 0.0)
            figures.append(Posed(flesh_of(name), skeleton, poses, place))
    return draw_figures(figures, View(0.0, 0.09, (WIDTH, STANDING), (0.0, 0.0, 0.83), 228.0))


def bent() -> Image:
    """All postures side by side, seen half from the right."""
    skeleton, heading = load_skeleton("human-high"), -0.75
    right = np.array([-np.sin(heading), np.cos(heading), 0.0])
    middle = np.array([0.0, 0.0, 1.0]) + 0.82 * right
    figures = [
        Posed(flesh_of("human-high"), skeleton, posed(skeleton, angles), _list(place * right))
        for place, angles in zip((-2.0, -1.13, -0.03, 0.8, 1.65), POSTURES.values(), strict=True)
    ]
    return draw_figures(figures, View(heading, 0.12, (WIDTH, BENT), _list(middle), 182.0))


def hand(curl: float) -> Image:
    """The left one, its palm to the viewer."""
    skeleton = load_skeleton("human-high")
    lifted: Angles = {("both shoulder", "flexion"): 0.9, ("both forearm", "pronation"): -0.8}
    poses = posed(skeleton, lifted, curl)
    place = skeleton.site_places(skeleton.place(poses), "left grip")[0]
    view = View(-0.6, 0.3, (HAND, BENT // 2), _list(place), 900.0, floor=False)
    return draw_figures([Posed(flesh_of("human-high"), skeleton, poses)], view)


def told(name: str) -> str:
    """The counts of a figure."""
    skeleton = load_skeleton(name)
    parts = f"{len(skeleton.segments)} segments, {len(skeleton.joints)} joints"
    return f"{parts}\n{skeleton.freedoms} freedoms, {flesh_of(name).polygons} polygons"


def main() -> None:
    top = standing()
    bottom = bent()
    hands = np.concatenate([hand(0.1), hand(1.35)], axis=0)
    bottom[:, -HAND:] = np.where(hands == hands[:1, :1], bottom[:, -HAND:], hands)
    caption = 70
    between = np.broadcast_to(top[:1, :1], (caption, WIDTH, 3))
    image = np.concatenate([top, between, bottom], axis=0)
    figure = plt.figure(figsize=(WIDTH / 100, len(image) / 100), dpi=100)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.imshow(image, interpolation="none")
    axes.set_axis_off()
    for number, name in enumerate(FIGURES):
        middle = (number + 0.5) * WIDTH / len(FIGURES)
        axes.text(middle, STANDING + 2, name, ha="center", color=FOAM, fontsize=12)
        axes.text(middle, STANDING + 42, told(name), ha="center", color=DIM, fontsize=9)
    save(figure, "figures.png", 96)


def _list(place: Floats) -> list[float]:
    numbers: list[float] = place.tolist()
    return numbers


if __name__ == "__main__":
    main()
