"""A performer inside physics: performance.png, and the table of docs/concepts/performance.md."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Circle
from rich.console import Console

from docs.pictures.drawn_figures import Image, Posed, View, draw_figures, show
from docs.pictures.style import DEEP, FOAM, save
from motorium.bodies.figure.files import load_skeleton
from motorium.bodies.figure.flesh import flesh_of
from motorium.bodies.figure.skeleton import Poses
from motorium.bodies.rigid.figure import rigid_figure
from motorium.bodies.rigid.wearing import local_turns
from motorium.contracts.frames import Floats, rotation_matrix
from motorium.motion.figures.capture.own import angles_about
from motorium.motion.figures.run import ready_graph
from motorium.motion.figures.takes import act_take
from motorium.motors.continuum.options import ContinuumOptions
from motorium.motors.continuum.recovering import Recovery
from motorium.motors.continuum.stepping import Continuum
from motorium.physics.rigid.props import Prop
from motorium.physics.rigid.scene import RigidScene

HIGH: Final = load_skeleton("human-high")
FLESH: Final = flesh_of("human-high")
WIDTH, HEIGHT, LABEL = 1500, 300, 30
SCALE: Final = 130.0
RATE: Final = 120
COLORS: Final = 96

Shot = tuple[Floats, Floats, float]
"""Coordinates of the double; where the ball is, and its radius."""


def main() -> None:
    graph = ready_graph(Console(), script="performer")
    stand = act_take(graph, "stand", hold=20.0).coordinates
    punch = act_take(graph, "punch").coordinates
    boulder = Prop(
        "ball",
        "ball",
        (0.33,),
        150.0,
        (2.6, 0.0, 0.331),
        velocity=(-5.0, 0.0, 0.0),
        spin=(0.0, -5.0 / 0.33, 0.0),
    )
    thrown = Prop("ball", "ball", (0.15,), 10.0, (1.8, 0.0, 1.45), velocity=(-6.0, 0.0, 0.8))
    bag = Prop("ball", "ball", (0.2,), 50.0, (0.92, 0.0, 1.32), hangs=1.1)
    rows = [
        ("a ball of 10 kg at 6 m/s, and a second later", list(play(stand, thrown, 200)), 200),
        ("a boulder of 150 kg at 5 m/s; down, and up again", list(play(stand, boulder, 700)), 700),
        ("punches against 50 kg that hang", list(play(punch, bag, 420)), 420),
    ]
    times = [(0, 22, 30, 40, 60, 110, 190), (0, 44, 70, 100, 190, 330, 380, 430, 690)]
    times.append((60, 150, 185, 205, 250, 290, 330, 400))
    images = [strip([shots[k] for k in at]) for (_, shots, _), at in zip(rows, times, strict=True)]
    back = np.array(to_rgb(DEEP)) * 255
    gap = np.full((LABEL, WIDTH, 3), back, dtype=np.uint8)
    whole = np.concatenate([part for image in images for part in (gap, image)])
    figure = plt.figure(figsize=(12, 12 * len(whole) / WIDTH))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    show(axes, whole)
    for row, ((label, shots, _), at) in enumerate(zip(rows, times, strict=True)):
        top = row * (LABEL + HEIGHT)
        axes.text(16, top + 22, label, color=FOAM, fontsize=11)
        draw_balls(axes, [shots[k] for k in at], top + LABEL)
    save(figure, "performance.png", COLORS)


def play(performance: Floats, prop: Prop, frames: int) -> Iterator[Shot]:
    """What a double does that is hit; who falls gets up after a second and a half."""
    options = ContinuumOptions()
    figure = rigid_figure(HIGH)
    scene = RigidScene([figure], [prop], step=options.step)
    continuum, recovery, fell = Continuum(scene, options), Recovery(), -1
    continuum.start(performance[:1])
    for frame in range(frames):
        pose = performance[min(frame, len(performance) - 1)]
        continuum.advance(recovery.wanted(pose, 1 / RATE)[None])
        if fell < 0 and continuum.balance.fallen[0]:
            fell = frame
        if fell >= 0 and frame == fell + 180:
            recovery.align(continuum.coordinates(), pose, heading=False)
            recovery.begin(continuum.coordinates())
            continuum.get_up(0)
        body = scene.prop_bodies[0]
        yield continuum.coordinates().copy(), scene.data.xipos[body].copy(), prop.size[0]


def strip(shots: list[Shot]) -> Image:
    """Side by side, as a camera beside them sees them."""
    apart = WIDTH / SCALE / len(shots)
    figures = []
    for number, (coordinates, _, _) in enumerate(shots):
        offset = (apart * (number + 0.42), 0.0, 0.0)
        figures.append(Posed(FLESH, HIGH, posed(coordinates), offset))
    centre = [WIDTH / SCALE / 2, 0.0, HEIGHT / SCALE / 2 - 0.12]
    return draw_figures(figures, View(-math.pi / 2, 0.1, (WIDTH, HEIGHT), centre, SCALE))


def draw_balls(axes: Axes, shots: list[Shot], top: float) -> None:
    apart = WIDTH / SCALE / len(shots)
    for number, (_, place, radius) in enumerate(shots):
        x = SCALE * (apart * (number + 0.42) + place[0])
        lift = math.cos(0.1) * (place[2] - (HEIGHT / SCALE / 2 - 0.12))
        y = top + HEIGHT / 2 - SCALE * lift
        if number * apart * SCALE < x < (number + 1) * apart * SCALE + 30:
            axes.add_patch(Circle((x, y), SCALE * radius, color="#8c8377", alpha=0.9, lw=0))


def posed(coordinates: Floats) -> Poses:
    """A double as human-high, to be drawn: what a joint of that one cannot do is left away."""
    turns = rotation_matrix(local_turns(HIGH, coordinates))
    angles = np.zeros((1, HIGH.freedoms))
    for segment in range(1, len(HIGH.segments)):
        own = [one for one in HIGH.freedoms_of[segment] if not HIGH.slides[one]]
        if own:
            axes, limits = HIGH.axes[own], HIGH.limits[own]
            angles[:, own] = angles_about(turns[segment][None], axes, limits)
    return Poses(coordinates[None, :3], rotation_matrix(coordinates[None, 3:7]), angles)


if __name__ == "__main__":
    main()
