"""Figures that play: figure-playback.png, strips of the motor's own, and figure-levels.png."""

from __future__ import annotations

import math
from typing import Any, Final, cast

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Wedge
from rich.console import Console

from docs.pictures.drawn_figures import Image, Posed, View, draw_figures
from docs.pictures.figure_strips import SCALE, WIDTH, save_strips
from docs.pictures.style import CORAL, DIM, FOAM, GOLD, REEF, SHOAL, save
from motorium.bodies.figure.files import FIGURES
from motorium.bodies.figure.flesh import flesh_of
from motorium.bodies.figure.skeleton import Placed, Poses, Skeleton
from motorium.contracts.commands import Commands
from motorium.contracts.population import Population
from motorium.contracts.viewing import Camera
from motorium.motion.figures.graph import PostureGraph
from motorium.motion.figures.run import ready_graph
from motorium.motors.posture.levels import FigureLevels
from motorium.motors.posture.motor import PostureMotor
from motorium.motors.posture.places import FigurePlaces
from motorium.motors.posture.points import POINTS
from motorium.motors.posture.vocabulary import FIGURE

COLORS: Final = 48


class _Frozen:
    """A skeleton that is as it was shown."""

    def __init__(self, places: FigurePlaces) -> None:
        self._placed = Placed(places.positions[None], places.rotations[None])

    def place(self, poses: Poses) -> Placed:
        return self._placed


class Player:
    """One figure of the soldier's graph."""

    def __init__(self, graph: PostureGraph, posture: str, level: int = 0) -> None:
        self.people = Population(1, len(POINTS))
        self.commands = Commands(FIGURE, 1)
        self.motor = PostureMotor(self.people, self.commands, [graph])
        self.slots = self.people.enter(1)
        self.motor.enter(self.slots, posture, np.zeros((1, 3)), np.zeros(1))
        self.motor.set_levels(self.slots, level)

    def ask(self, posture: str | None = None, **setpoints: float) -> None:
        for name, value in setpoints.items():
            self.commands.set(name, self.slots, value)
        if posture is not None:
            number = self.motor.posture_number(0, posture)
            self.commands.begin("posture", self.slots, number)

    def seen(self, seconds: float, pictures: int) -> list[FigurePlaces]:
        """So many pictures of the next seconds."""
        found = []
        for picture in range(pictures):
            found.append(self.motor.places(self.slots)[0])
            if picture < pictures - 1:
                for _ in range(round(60 * seconds / (pictures - 1))):
                    self.motor.advance(0)
        return found

    def wait(self, seconds: float) -> None:
        for _ in range(round(60 * seconds)):
            self.motor.advance(0)


def main() -> None:
    graph = ready_graph(Console())
    draw_strips(graph)
    draw_levels()


def draw_strips(graph: PostureGraph) -> None:
    path = Player(graph, "standing deployed")
    path.ask("prone firing")
    aimed = Player(graph, "standing firing")
    aimed.ask(speed=1.2, course=1.1, aim=1.0)
    aimed.wait(4.0)
    turned = Player(graph, "standing deployed")
    turned.ask(heading=2.4)
    dying = Player(graph, "standing deployed")
    dying.ask(speed=1.4)
    dying.wait(2.6)
    dying.ask("dead")
    strips = [
        (
            "standing deployed, crawl, prone deployed, prone firing",
            path.seen(4.9, 9),
            -1.57,
        ),
        ("the legs walk to the left, the rifle is aimed ahead", aimed.seen(1.1, 8), -0.6),
        ("who turns in place steps", turned.seen(1.6, 8), -0.6),
        ("who dies falls at once, from the midst of a stride", dying.seen(0.9, 6), -1.57),
        (
            "one aim on three levels: ahead, to the left, up",
            [one for level in range(3) for one in _aims(graph, level)],
            -0.6,
        ),
    ]
    images = [(label, _strip(pictures, heading)) for label, pictures, heading in strips]
    save_strips(images, "figure-playback.png")


def _aims(graph: PostureGraph, level: int) -> list[FigurePlaces]:
    found = []
    for turn, rise in ((0.0, 0.0), (0.7, 0.0), (0.0, 0.45)):
        player = Player(graph, "standing firing", level)
        player.ask(aim=1.0, aim_turn=turn, aim_rise=rise)
        player.wait(1.5)
        found += player.seen(0.0, 1)
    return found


def _strip(pictures: list[FigurePlaces], heading: float) -> Image:
    """Side by side, wherever they were."""
    ahead = np.array([math.sin(-heading), math.cos(heading), 0.0])
    apart = WIDTH / SCALE / len(pictures)
    figures = []
    for number, places in enumerate(pictures):
        low, high = places.positions.min(axis=0), places.positions.max(axis=0)
        offset = ahead * apart * (number + 0.5) - (low + high) / 2 * [1.0, 1.0, 0.0]
        flesh = flesh_of(FIGURES[places.level])
        rifle = places.rifle_position, places.rifle_rotation
        frozen = cast(Skeleton, _Frozen(places))
        figures.append(Posed(flesh, frozen, places.skeleton.rest(), offset.tolist(), rifle))
    centre = ahead * WIDTH / SCALE / 2 + [0.0, 0.0, 0.85]
    view = View(heading, 0.1, (WIDTH, round(1.95 * SCALE)), centre.tolist(), SCALE)
    return draw_figures(figures, view)


def draw_levels() -> None:
    """Who is shown on which level around a camera, and around one that attends to its left."""
    figure, panels = plt.subplots(1, 2, figsize=(10, 4.6))
    draw = np.random.default_rng(3)
    people = Population(900, len(POINTS))
    slots = people.enter(900)
    people.positions[slots, :2] = draw.uniform((-6, -30), (54, 30), (900, 2))
    eye = Camera(position=(0.0, 0.0, 1.7), ahead=(1.0, 0.0, 0.0))
    left = math.radians(28.0)
    for axes, focus, title in zip(
        panels,
        (None, (math.cos(left), math.sin(left), 0.0)),
        ("attending to what is straight ahead", "attending to the left"),
        strict=True,
    ):
        levels = FigureLevels(people)
        levels.look([eye], [focus])
        _map(axes, people, levels.choose(slots, 1 / 60))
        axes.set_title(title, color=FOAM, fontsize=10)
        angle = 0.0 if focus is None else left
        axes.annotate(
            "",
            xy=(14 * math.cos(angle), 14 * math.sin(angle)),
            xytext=(0, 0),
            arrowprops={"arrowstyle": "->", "color": CORAL, "lw": 1.6},
        )
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=3, fontsize=9, frameon=False)
    figure.subplots_adjust(bottom=0.18)
    save(figure, "figure-levels.png", COLORS)


def _map(axes: Any, people: Population, levels: np.ndarray) -> None:
    half = math.degrees(math.atan(math.tan(math.radians(25.0)) * 16 / 9))
    axes.add_patch(Wedge((0, 0), 80, -half, half, color=REEF, alpha=0.07, lw=0))
    names = ("human-high, 60 Hz", "human-med, 30 Hz", "human-low, 15 Hz")
    for level, (name, color, size) in enumerate(
        zip(names, (GOLD, SHOAL, DIM), (14, 8, 3), strict=True)
    ):
        x, y, _ = people.positions[levels == level].T
        axes.scatter(x, y, s=size, color=color, label=name, lw=0)
    axes.set(xlim=(-6, 54), ylim=(-30, 30), aspect="equal", xlabel="m")
    axes.grid(visible=False)


if __name__ == "__main__":
    main()
